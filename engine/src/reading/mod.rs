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
//! [`Reader`] borrows a board and gives it back unchanged. `search` has the two
//! functions that call each other; `moves` proposes what they try, first the
//! liberties of the string and captures, and only if these fail everything
//! else, ordered by a static score; `ko` decides which kos may be taken;
//! `limits` says where to stop; `trace` records variations; `pairs` asks about
//! two strings by means of the same search, `points` for all moves that do. Nothing else is needed: no patterns.
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
//! * two stages of proposals and liberties counted only as far as they matter: the
//!   same answers in 40 % of the time;
//! * the two static rules: the same answers, a sixth fewer nodes before they were
//!   counted as nodes;
//! * saving the attacker's own stones in atari at any depth (half of the missed
//!   captures), atari on stones that hem the string in before quieter moves, and
//!   attacks on stones around a neighbour of the string;
//! * a pass of the defender, of which limits do not count the two plies; counted
//!   only if it saves the string for good: a ko after a pass is no answer;
//! * reading the attacker's third and further indirect moves two plies less deeply:
//!   a fifth fewer nodes, and more tests;
//! * asking at the root whether stones around the string can be captured, and
//!   trying that move.
//!
//! * reading the third and later indirect moves four plies less deeply at the root:
//!   4 % fewer nodes, one test more; preparing ataris on stones around only up to
//!   ply 3: one test more; nets of four liberties at the root only: 4 % fewer nodes;
//! * attacking strings near by that the string may run to, at the root: 3 % more
//!   nodes, one test more; depth 13 in place of 12: 7 % more nodes, one test more.
//!
//! What lost: reducing also direct moves (60 % fewer nodes, 30 more wrong answers
//! in the file), no passes (50 more wrong answers), indirect attacks on three
//! liberties beyond ply 3 (more nodes, no gain), a limit of 5,000 nodes;
//! a quick reading before the full one (12 % more nodes, one test lost), a deeper one
//! after it (31 % more, nothing gained), a ko counted as an answer after a pass (five
//! tests lost), trying first the defence that last worked at the same ply (6 % fewer nodes,
//! but what a variation costs then depends on what was read before), a string taken in a ko counted as KO_A unread (six codes worse), no
//! passes beyond ply 7 (twice as many codes differ between orientations), no reading
//! of ko captures beyond ply 6 (six tests lost), attacks on two-liberty stones beside
//! the attacker's weak stones (three tests gained, four lost).
//! *Proof-number search* is superior on long forced sequences, but ko codes are
//! not a two-valued game, and answers would depend on what the table has lost.
//!
//! *Known fault*: of moves with equal scores those that come later in board order
//! are read less deeply, so that about one code in 1,000 differs when the board is
//! turned or colours are swapped. Treating ties alike halved that and lost a test.
//!
//! The search ends: every ply is counted, and a query stops at
//! [`Limits::nodes`] moves (the answer is then in favour of the string).

mod cache;
mod ko;
#[cfg(test)]
mod ko_tests;
mod ladder;
mod limits;
mod list;
mod memo;
mod moves;
mod pairs;
mod points;
mod search;
#[cfg(test)]
mod tests;
mod trace;

use cache::{Answer, Question};
pub use ko::{Komaster, Scheme};
pub use limits::{Limits, Overrides};
pub use memo::Memo;
pub use mkpat_rt::code::Code;
pub use trace::{Note, Reason, Trace, Variation};

use crate::board::{Board, PointSet};
use crate::deadline::Deadline;
use mkpat_rt::geom::{Color, Point};

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
    /// From this ply on limits treat all plies alike.
    uniform: usize,
    /// Depth of the board's stack when this reader was made.
    start: usize,
    /// What is added to the number of moves played.
    extra: isize,
    komaster: Komaster,
    stats: Stats,
    /// Moves since the question was asked, those behind remembered answers included.
    spent: u64,
    /// A limit has been met since.
    cut: bool,
    /// The search is about a string that only matters to the one in question.
    aside: bool,
    /// Where variations are recorded.
    trace: Option<Trace>,
    /// Where the question has looked so far, see [`cache`].
    shadow: PointSet,
    /// When to stop.
    deadline: Deadline,
    /// It has passed.
    late: bool,
}

impl<'a> Reader<'a> {
    /// A reader whose ply 0 is the present position. The memo may be shared by
    /// readers of any positions and limits, one after the other.
    pub fn new(board: &'a mut Board, limits: Limits, memo: &'a mut Memo) -> Reader<'a> {
        let start = board.depth();
        Reader {
            board,
            memo,
            limits,
            salt: limits.salt(),
            uniform: limits.uniform_from(),
            start,
            extra: 0,
            komaster: Komaster::Nobody,
            stats: Stats::default(),
            spent: 0,
            cut: false,
            aside: false,
            trace: None,
            shadow: PointSet::EMPTY,
            deadline: Deadline::NONE,
            late: false,
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

    /// As [`Reader::play`], but a pass is possible, and a ko may be retaken at
    /// once (`tryko`).
    pub fn play_any(&mut self, color: Color, p: Point) -> bool {
        if p.is_pass() {
            self.board.pass(color);
            return true;
        }
        self.board.try_play_ko(color, p)
    }

    /// Takes back a move of [`Reader::play`].
    pub fn undo(&mut self) {
        if self.board.depth() > self.start {
            self.board.undo();
        }
    }

    /// Takes back all moves of [`Reader::play`].
    pub fn undo_all(&mut self) {
        while self.board.depth() > self.start {
            self.board.undo();
        }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// From this moment on every question is answered as if it had met the node
    /// limit: by what is seen at a glance, else in favour of the string.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
        self.late = deadline.passed();
    }

    /// Records variations from now on.
    pub fn set_trace(&mut self, trace: Option<Trace>) {
        self.trace = trace;
    }

    /// The record of variations so far; recording ends.
    pub fn take_trace(&mut self) -> Option<Trace> {
        self.trace.take()
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
        self.late |= self.deadline.passed();
        self.shadow = PointSet::EMPTY;
        self.memo.begin();
    }

    fn end(&mut self) {
        self.stats.cut += u64::from(self.cut);
        self.memo.end(&self.shadow);
    }

    /// Asks a question about `p` and `q`, or finds its answer in the cache.
    fn ask(
        &mut self,
        question: Question,
        p: Point,
        q: Point,
        read: impl FnOnce(&mut Self) -> Reading,
    ) -> Reading {
        self.begin();
        // Who records variations wants to see them.
        let key = self.trace.is_none().then(|| self.question_key(question, p, q));
        if let Some((answer, area)) = key.and_then(|key| self.memo.cache.get(key, self.board)) {
            self.stats.hits += 1;
            self.shadow = area;
            self.cut = answer.cut;
            self.end();
            return answer.reading;
        }
        let reading = read(self);
        if let Some(key) = key
            && !self.late
        {
            let answer = Answer { reading, cost: self.spent, cut: self.cut };
            self.memo.cache.put(key, self.board, &self.shadow, answer);
        }
        self.end();
        reading
    }

    /// Can the opponent of the string at `s`, to move, capture it?
    pub fn attack(&mut self, s: Point) -> Reading {
        let origin = self.board.origin(s);
        self.ask(Question::Attack, origin, Point::PASS, |r| r.do_attack(s))
    }

    /// Can the owner of the string at `s`, to move, save it? If there is no
    /// attack, this is won without a move.
    pub fn defend(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if !self.attack(s).is_success() {
            return Reading::won(Point::PASS);
        }
        let origin = self.board.origin(s);
        self.ask(Question::Defend, origin, Point::PASS, |r| r.do_defend(s, color))
    }

    /// As [`Reader::defend`], but without asking whether there is an attack: a
    /// move is looked for unless the string has more liberties than are attacked.
    /// So in a seki, where no move saves and none is needed, this is lost.
    pub fn defend_only(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if self.board.liberty_count(s) > self.limits.liberties(self.ply()) {
            return Reading::won(Point::PASS);
        }
        let origin = self.board.origin(s);
        self.ask(Question::Defend, origin, Point::PASS, |r| r.do_defend(s, color))
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
        let code = self.attack_at(p, s, color);
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
        let code = self.defend_at(p, s, color);
        if code > attack.reverse() { code } else { Code::Lose }
    }

    /// Can `color` play at `p` (legally) without the stone being captured at
    /// once? Neither [`Code::Lose`] nor [`Code::Win`]: it depends on ko.
    pub fn safe_move(&mut self, p: Point, color: Color) -> Code {
        if !self.board.is_legal(color, p) || p.is_pass() {
            return Code::Lose;
        }
        let question = Question::Safe(color);
        let read = |r: &mut Self| {
            let Some(tried) = r.attempt(color, p) else { return Reading::LOST };
            let reply = r.do_attack(p).code;
            let code = search::outcome(&tried, reply);
            r.retract(tried);
            Reading { code, point: p }
        };
        self.ask(question, p, Point::PASS, read).code
    }
}
