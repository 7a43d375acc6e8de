//! Tactical reading: can a string be captured directly, can it be saved?
//!
//! After the reading document ("Tactical Reading"): a minimax search in which
//! the attacker wins when the string is off the board, and the defender when it
//! has more liberties than the attacker is ready to attack ([`Limits`]). If the
//! answer is that a string can be captured, it should be trusted; that it
//! cannot is meant within the horizon only.
//!
//! # Terms
//! *Attack*: the opponent of the string moves first. *Defend*: its owner does.
//! *Ply*: number of moves from where reading started. *Komaster*, *conditional
//! ko capture*: [`Komaster`]. *Memo*: the transposition table, [`Memo`]. *Cache*:
//! answers to whole questions, which last from move to move (`cache`).
//!
//! # How it goes
//! [`Reader`] borrows a board and asks on a copy of it, seen from a chosen side
//! (`stage`); `questions` are what can be asked. `search` has the two
//! functions that call each other; `moves` proposes what they try, and `order`
//! says what comes first; `ko` decides which kos may be taken;
//! `limits` says where to stop; `trace` records variations; `pairs` asks about
//! two strings by means of the same search, `points` for all moves that do; on the
//! smallest boards `proof` has the last word about a capture. Nothing
//! else is needed: no patterns.
//!
//! Many moves are decided without playing them: a string in atari that is no ko
//! and no snapback is taken; a move is useless that leaves the string an
//! extension to more liberties than will be attacked (`Target::runs_away`), and
//! wins if it leaves it in atari with nothing to take and nowhere to go
//! (`Target::is_trapped`). They count as nodes.
//!
//! # What was tried
//! Judged by the suites' attack and defend tests, by a file of 20,762 questions
//! with reference answers (even positions for choosing, odd ones for checking),
//! and by nodes. What won:
//! * liberties counted only as far as they matter: the same answers in half the time;
//! * an order of moves learned from statistics (`order`), in place of two stages of
//!   proposals, first the liberties: 35 % fewer nodes, the same codes;
//! * at least one indirect defence at any ply: 10 % fewer nodes, a test more;
//! * the two static rules: the same answers, a sixth fewer nodes before they were
//!   counted as nodes;
//! * saving the attacker's own stones in atari at any depth (half of the missed
//!   captures), atari on stones that hem the string in before quieter moves, and
//!   attacks on stones around a neighbour of the string;
//! * a pass of the defender, which is no ply to the limits; counted
//!   only if it saves the string for good: a ko after a pass is no answer;
//! * reading the attacker's third and further indirect moves two plies less deeply:
//!   a fifth fewer nodes, and more tests;
//! * asking at the root whether stones around the string can be captured, and
//!   trying that move of its owner; likewise where it would be attacked itself, and
//!   what saves its weak friends (a test and three codes more, 3 % more nodes); and, as
//!   late moves, what captures its weak friends, for the attacker (a test more; read six
//!   plies less deeply: three codes more, 1 % fewer nodes);
//! * nets and distant extensions only where two extensions meet or another string of
//!   the owner is near: 10 % fewer nodes, 15 codes more;
//! * late attacks on four liberties read five plies less deeply: 5 % fewer nodes, three
//!   tests more;
//! * asking of a reply only what makes a difference to who has found a ko already
//!   (`search::Window`, alpha and beta of four values): the same answers, 9 % fewer nodes, and
//!   fewer questions that get tired, so a test more;
//! * taking stones before any extension: a sixth fewer nodes; the branch depth 8 in place
//!   of 9: 4 % fewer;
//! * depths and worths of moves changed step by step, for codes of the file and of 24,142
//!   questions about other games (answers of GNU Go, four plies deeper; 99.4 % are equal) and
//!   for tests: worth more are what saves stones around that could be taken, what saves
//!   cutting stones, and friends; no defence is read less deeply than another, nor direct
//!   attacks on one or two liberties: seven and twelve codes more, 3 % fewer nodes;
//! * a pass only where no liberty can be approached without atari: 6,650 of the 6,720
//!   passes that saved a string were there, and 38,000 of 91,000 that were tried: 10 % fewer
//!   nodes, the same tests, a code less;
//! * nothing but captures where a quiet move can not stop an extension (`Target::outruns`):
//!   12 % fewer nodes, the same tests, three codes less;
//! * but at the root a stone thrown in on the only way out of a string with two liberties:
//!   three codes more, 1 % more nodes (at all plies: 4 %, a test less);
//! * preparing approaches to three and four liberties only up to ply 7 and 4 (10 %), two
//!   indirect defences beyond the branch depth (in place of five, 1 %), and from the third
//!   direct attack on four liberties on reading less deeply: the same
//!   tests, three codes less together. As late on three liberties: 8 % fewer, two to six
//!   tests lost. Found by counting, for each kind of move, liberties, ply and number in the
//!   list, what it costs and how often it works;
//! * getting tired: one question in a hundred takes more than 5,000 moves, and these took
//!   23 % of all; from there on, and again at every doubling, all is read two plies less
//!   deeply: 13 % fewer nodes, a test less (from 2,000 on: 28 % fewer, five tests and eight
//!   codes less; a node limit instead: five tests and twenty codes less for 18 %);
//! * no pass from ply 5 on if two indirect defences have failed: 3 % fewer nodes, one test
//!   more (sooner, or on all plies: 11 % fewer nodes, but 25 codes worse);
//! * before a capture is claimed, trying every move of the owner near by as the first
//!   reply: 3 % more nodes and the same codes, but some captures on small boards that an
//!   exhaustive check refutes are not claimed any more (about one in 600 still is wrong:
//!   there later replies are missed; so on the smallest boards captures are proved);
//!   counting only what saves the string for good (else a test less: a move elsewhere passes
//!   for a threat), and for the first reply only (at the third ply, too, 8 % more nodes, a
//!   test and nine codes less); within four steps, not three, and a ply less deeply: as many
//!   nodes, and fewer wrong captures;
//! * an atari wins back one of the plies that late moves before it have cost: 3 % more
//!   nodes, seven codes more (each atari one ply, or also without late moves before it:
//!   up to half as many nodes more, three to four tests less);
//! * preparing ataris on stones around only up to ply 3: one test more; nets of four
//!   liberties at the root only: 4 % fewer nodes;
//! * three liberties attacked up to ply 14 and four up to ply 8, in place of 13 and 6: half
//!   as many nodes more, three tests and twenty codes more; up to ply 15 a test less;
//! * comparing, for 200,000 positions that GNU Go reads on its way through the file (its
//!   trace names every move it tries and why), what it tries with what is proposed here.
//!   Left out after that: in a ko all but what would be gained by connecting, for both (a
//!   threat elsewhere is no defence: it would always make a ko of a capture), points of
//!   nets not next to a liberty, stones thrown in beyond ply 10, saving cutting stones
//!   against four liberties. New: points between two of four liberties, points above
//!   liberties on the edge, strings with three or four liberties that can not be extended,
//!   liberties that a string with four does not share with one with three, cutting off
//!   what stops a string on the second line, one indirect attack at least; and a ko that
//!   is taken too early costs two plies more, for the threat and its answer. Then the worths
//!   once more step by step: 51 codes more (27 in the other games), 4 % more nodes, three
//!   tests less. 73 were gained and 22 lost; some 20 of the 73 are kos that are there, by a
//!   threat elsewhere, and are not found any more;
//! * attacks on two-liberty stones beside the attacker's cutting stones, together with
//!   saving what stones around the string could take: five tests more (the former alone:
//!   as many lost as gained).
//!
//! What lost: reducing also direct moves (60 % fewer nodes, 30 more wrong answers
//! in the file), no passes (50 more wrong answers), indirect attacks on three
//! liberties beyond ply 3 (more nodes, no gain), a limit of 5,000 nodes;
//! a quick reading before the full one (12 % more nodes, one test lost), a deeper one
//! after it (31 % more, nothing gained), a ko counted as an answer after a pass (five
//! tests lost), trying first the defence that last worked at the same ply, or most often
//! (6 % and 12 % fewer nodes and the same codes, but what a variation costs then depends on
//! what was read before), a string taken in a ko counted as KO_A unread (six codes worse),
//! leaving out moves that are not in the region on which the refutation of another one
//! depends (relevance zones; 20 % fewer nodes, but nine to twelve tests lost, and no time
//! won), no passes beyond ply 7 (twice as many codes differ between orientations), no reading
//! of ko captures beyond ply 6 (six tests lost), not counting ataris as plies (twice
//! the nodes, three tests lost), asking at the root of an attack whether strings near by
//! that the string may run to can be captured (16 % more nodes, eight codes worse), reading
//! again, as deeply as at the root, what answers the move found there (a fifth to a third
//! more nodes, four tests and four to eight codes lost), attacks on three or four liberties
//! at the root a ply less deeply (11 % and 6 % fewer nodes, a test and five to eight codes
//! lost), the attacker's saving of stones in atari before direct moves (6 % more nodes, three
//! tests lost), stones of three liberties around attacked up to ply 7 in place of 5 (five
//! tests and six codes lost), the attacker's second indirect move late, too (23 % fewer
//! nodes, six tests lost), retaking a ko beyond ply 8 if the string would else be taken
//! (as many codes lost as gained, 10 to 17 % more nodes), a second step of preparing a
//! shortage of liberties (two codes lost), all strings of the superstring in place of
//! friends at the root (two codes lost), no look-up in the table for strings in atari (2 %
//! more nodes, no time won), late defences beyond the root or later direct attacks on three
//! liberties read less deeply (5 to 9 % fewer nodes, two to eight tests lost), the rest read
//! less deeply once a ko has been found (12 % fewer nodes, two to five tests lost), answers
//! of shallower plies for deeper ones (at most 7 % fewer nodes, but other answers with
//! another table), effort counted for each first move apart (as many codes and tests), a
//! move that several reasons propose worth more (three tests lost), a move elsewhere not
//! counted as a threat in a ko (four tests and 20 codes lost), two steps of preparing where
//! no direct move is possible (up to ten codes lost).
//! *Proof-number search* in its place is superior on long forced sequences, but ko codes are
//! not a two-valued game, and answers would depend on what the table has lost. `proof`
//! has one of two values, and a table of its own.
//!
//! *Orientation*: moves with equal scores are tried in board order, and those that
//! come later less deeply. So that codes do not depend on how the board lies, all
//! reading looks at a position from one side (`stage`). Orientations chosen by the
//! surroundings of each string alone were tried: half as many nodes more, as
//! questions about one position then share little.
//!
//! The search ends: every ply is counted, and a query stops at
//! [`Limits::nodes`] moves (the answer is then in favour of the string). Before that it
//! gets tired: the more has been read, the less deeply it goes on ([`Limits::effort`]).

mod cache;
mod ko;
#[cfg(test)]
mod ko_tests;
mod ladder;
mod limits;
mod list;
mod memo;
mod moves;
mod order;
mod pairs;
mod points;
mod proof;
#[cfg(test)]
mod proof_tests;
mod questions;
mod reader;
mod search;
mod stage;
mod target;
#[cfg(test)]
mod tests;
mod trace;

pub use ko::{Komaster, Scheme};
pub use limits::{Limits, Overrides, TIRING};
pub use memo::Memo;
pub use mkpat_rt::code::Code;
pub use reader::Reader;
pub use trace::{Note, Reason, Trace, Variation};

use mkpat_rt::geom::Point;

/// What reading has cost. Deterministic: a checksum of behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Questions asked from outside.
    pub questions: u64,
    /// Moves played.
    pub nodes: u64,
    /// Answers found in the memo.
    pub hits: u64,
    /// Questions that met the node limit, or grew so expensive that the rest was read less
    /// deeply.
    pub cut: u64,
}

/// An answer: a code about the side that moves first, and its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// How well it works.
    pub code: Code,
    /// The move; [`Point::PASS`] if none works or none is needed.
    pub point: Point,
}

impl Reading {
    /// It does not work.
    pub const LOST: Reading = Reading { code: Code::Lose, point: Point::PASS };

    /// It works by playing at `point`.
    pub const fn won(point: Point) -> Reading {
        Reading { code: Code::Win, point }
    }

    /// What playing at `point` achieves; lost if it may not be played.
    fn by(point: Point, code: Option<Code>) -> Reading {
        code.map_or(Reading::LOST, |code| Reading { code, point })
    }

    /// Whether it works, if only by ko.
    pub fn is_success(&self) -> bool {
        self.code.is_success()
    }
}
