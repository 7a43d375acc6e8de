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
//! ko capture*: [`Komaster`]. *Memo*: the transposition table, [`Memo`].
//!
//! # How it goes
//! [`Reader`] borrows a board and gives it back unchanged. `search` has the two
//! functions that call each other; `moves` proposes what they try, ordered by a
//! static score; `ko` decides which kos may be taken; `pairs` asks about two
//! strings by means of the same search. Nothing else is needed: no patterns.
//!
//! # What was considered
//! *One function per number of liberties*, each with its own moves: it gives
//! better ordering where it was tuned and is hard to keep sound; here one list
//! with scores serves two to four liberties. *Proof-number search*: superior on
//! long forced sequences, but ko codes are not a two-valued game, and answers
//! would depend on what the table has lost. *Path-independent table without
//! ply in the key*: more hits, but then answers depend on the order of
//! questions. All remain open for later work, behind the same interface.
//!
//! The search ends: every ply is counted, and a query stops at
//! [`Limits::nodes`] moves (the answer is then in favour of the string).

mod ko;
mod list;
mod memo;
mod moves;
mod pairs;
mod search;
#[cfg(test)]
mod tests;

pub use ko::Komaster;
pub use memo::Memo;
pub use mkpat_rt::code::Code;

use crate::board::Board;
use mkpat_rt::geom::{Color, Point};

/// Where reading stops, in plies from its start (reading document, "Reading
/// cutoff and depth parameters").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// Beyond this, three liberties are enough to be safe.
    pub depth: usize,
    /// Beyond this, only a few direct moves are tried.
    pub branch_depth: usize,
    /// Up to this, moves that prepare an approach are tried.
    pub backfill_depth: usize,
    /// Beyond this, four liberties are enough to be safe.
    pub fourlib_depth: usize,
    /// Up to this, a ko may be taken conditionally.
    pub ko_depth: usize,
    /// Up to this, strings of two liberties are attacked from a distance.
    pub net_depth: usize,
    /// No move is read beyond this.
    pub max_ply: usize,
    /// Moves per question; then the string counts as safe.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 12,
            branch_depth: 9,
            backfill_depth: 12,
            fourlib_depth: 6,
            ko_depth: 8,
            net_depth: 5,
            max_ply: 160,
            nodes: 15_000,
        }
    }
}

impl Limits {
    /// The default with all depths increased by `more` and the node limit
    /// doubled as often.
    pub fn deeper(self, more: usize) -> Limits {
        Limits {
            depth: self.depth + more,
            branch_depth: self.branch_depth + more,
            backfill_depth: self.backfill_depth + more,
            fourlib_depth: self.fourlib_depth + more,
            ko_depth: self.ko_depth + more,
            net_depth: self.net_depth + more,
            max_ply: self.max_ply,
            nodes: self.nodes.saturating_mul(1 << more.min(20)),
        }
    }

    /// The most liberties a string may have to be attacked at this ply.
    fn liberties(&self, ply: usize) -> usize {
        if ply <= self.fourlib_depth {
            4
        } else if ply <= self.depth {
            3
        } else {
            2
        }
    }

    /// Different limits give different answers: they go into the memo's keys.
    fn salt(&self) -> u64 {
        let parts = [
            self.depth as u64,
            self.branch_depth as u64,
            self.backfill_depth as u64,
            self.fourlib_depth as u64,
            self.ko_depth as u64,
            self.net_depth as u64,
            self.max_ply as u64,
            self.nodes,
        ];
        parts.iter().fold(0x6b61_7461, |h: u64, &x| {
            (h ^ x).wrapping_mul(0x0100_0000_01b3_9e37).rotate_left(23)
        })
    }
}

/// What reading has cost. Deterministic: a checksum of behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Questions asked from outside.
    pub questions: u64,
    /// Moves played.
    pub nodes: u64,
    /// Answers found in the memo.
    pub hits: u64,
    /// Questions that met the node limit.
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

    /// Whether it works, if only by ko.
    pub fn is_success(&self) -> bool {
        self.code.is_success()
    }
}

/// Reads on a board that it borrows. See the module head.
///
/// Questions about a point without a stone are answered as if the string had
/// been captured: `attack` wins, `defend` loses.
pub struct Reader<'a> {
    board: &'a mut Board,
    memo: &'a mut Memo,
    limits: Limits,
    salt: u64,
    /// Depth of the board's stack where ply is 0.
    base: usize,
    komaster: Komaster,
    stats: Stats,
    /// Moves since the question was asked.
    spent: u64,
    /// A limit has been met since.
    cut: bool,
}

impl<'a> Reader<'a> {
    /// A reader whose ply 0 is the present position. The memo may be shared by
    /// readers of any positions and limits, one after the other.
    pub fn new(board: &'a mut Board, limits: Limits, memo: &'a mut Memo) -> Reader<'a> {
        let base = board.depth();
        Reader {
            board,
            memo,
            limits,
            salt: limits.salt(),
            base,
            komaster: Komaster::Nobody,
            stats: Stats::default(),
            spent: 0,
            cut: false,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.board
    }

    /// Plays a move that later questions are asked after (a hypothetical one:
    /// it counts as a ply). Whether it was legal; undo it with
    /// [`Reader::undo`].
    pub fn play(&mut self, color: Color, p: Point) -> bool {
        self.board.try_play(color, p)
    }

    /// Takes back a move of [`Reader::play`].
    pub fn undo(&mut self) {
        if self.board.depth() > self.base {
            self.board.undo();
        }
    }

    /// Takes back all moves of [`Reader::play`].
    pub fn undo_all(&mut self) {
        while self.board.depth() > self.base {
            self.board.undo();
        }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What has been spent since this reader was made.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Starts to count a question from outside.
    fn begin(&mut self) {
        self.stats.questions += 1;
        self.spent = 0;
        self.cut = false;
        self.komaster = Komaster::Nobody;
    }

    fn end(&mut self) {
        self.stats.cut += u64::from(self.cut);
    }

    /// Can the opponent of the string at `s`, to move, capture it?
    pub fn attack(&mut self, s: Point) -> Reading {
        self.begin();
        let reading = self.do_attack(s);
        self.end();
        reading
    }

    /// Can the owner of the string at `s`, to move, save it? If there is no
    /// attack, this is won without a move.
    pub fn defend(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if !self.attack(s).is_success() {
            return Reading::won(Point::PASS);
        }
        self.begin();
        let reading = self.do_defend(s, color);
        self.end();
        reading
    }

    /// [`Reader::attack`] and, if it works, [`Reader::defend`].
    pub fn attack_and_defend(&mut self, s: Point) -> (Reading, Reading) {
        let attack = self.attack(s);
        let defend = if attack.is_success() { self.defend(s) } else { Reading::won(Point::PASS) };
        (attack, defend)
    }

    /// After the opponent of the string at `s` plays `p`, can it no longer be
    /// saved? [`Code::Lose`] if the move is illegal, or if the string cannot be
    /// saved even without it (autohelper spec §3.3).
    pub fn does_attack(&mut self, p: Point, s: Point) -> Code {
        let Some(color) = self.board.color_at(s) else { return Code::Lose };
        let before = match self.attack(s).code {
            Code::Lose => Code::Win,
            _ => self.defend(s).code,
        };
        if before == Code::Lose {
            return Code::Lose;
        }
        self.begin();
        let Some(tried) = self.attempt(color.other(), p) else { return Code::Lose };
        let reply = self.do_defend(s, color).code;
        let code = search::outcome(&tried, reply);
        self.retract(tried);
        self.end();
        // Better than what the opponent has without the move.
        if code > before.reverse() { code } else { Code::Lose }
    }

    /// Can the string at `s` be captured if its owner passes, but not after its
    /// owner has played `p`? [`Code::Lose`] if the move is illegal.
    pub fn does_defend(&mut self, p: Point, s: Point) -> Code {
        let Some(color) = self.board.color_at(s) else { return Code::Lose };
        let attack = self.attack(s).code;
        if attack == Code::Lose {
            return Code::Lose;
        }
        self.begin();
        let Some(tried) = self.attempt(color, p) else { return Code::Lose };
        let reply = self.do_attack(s).code;
        let code = search::outcome(&tried, reply);
        self.retract(tried);
        self.end();
        if code > attack.reverse() { code } else { Code::Lose }
    }

    /// Can `color` play at `p` (legally) without the stone being captured at
    /// once? Neither [`Code::Lose`] nor [`Code::Win`]: it depends on ko.
    pub fn safe_move(&mut self, p: Point, color: Color) -> Code {
        if !self.board.is_legal(color, p) || p.is_pass() {
            return Code::Lose;
        }
        self.begin();
        let Some(tried) = self.attempt(color, p) else { return Code::Lose };
        let reply = self.do_attack(p).code;
        let code = search::outcome(&tried, reply);
        self.retract(tried);
        self.end();
        code
    }
}
