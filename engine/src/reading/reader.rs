//! [`Reader`]: questions from outside.
//!
//! Each is asked of a [`Search`] on the stage (see `stage`), and its answer told
//! about the board that was given.

use super::questions::Search;
use super::stage::{Stage, Told};
use super::{Code, Limits, Memo, Reading, Stats, Trace};
use crate::board::Board;
use crate::deadline::Deadline;
use mkpat_rt::geom::{Color, Point};

/// Reads on a board that it borrows. See the head of [`crate::reading`].
///
/// Questions about a point without a stone are answered as if the string had
/// been captured: `attack` wins, `defend` loses.
pub struct Reader<'a> {
    board: &'a mut Board,
    memo: &'a mut Memo,
    limits: Limits,
    /// Depth of the board's stack when this reader was made.
    start: usize,
    stats: Stats,
    /// Where variations are recorded.
    trace: Option<Trace>,
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
            start,
            stats: Stats::default(),
            trace: None,
            deadline: Deadline::NONE,
            late: false,
        }
    }

    /// Asks on the stage: `points` are given as seen there, and the colour, too.
    fn ask<const N: usize, T: Told>(
        &mut self,
        points: [Point; N],
        color: Option<Color>,
        question: impl FnOnce(&mut Search<'_>, [Point; N], Color) -> T,
    ) -> T {
        let mut stage = match self.memo.take_stage() {
            Some(stage) if stage.size() == self.board.size() => stage,
            _ => Box::new(Stage::new(self.board)),
        };
        stage.show(self.board, &points, color);
        let at = points.map(|p| stage.seen(p));
        let seen = stage.color(color.unwrap_or(Color::Black));
        let plies = self.board.depth() - self.start;
        let mut search = Search::new(stage.board(), self.limits, self.memo, plies);
        search.stats = self.stats;
        search.deadline = self.deadline;
        search.late = self.late;
        search.trace = self.trace.as_ref().map(Trace::onward);
        let answer = question(&mut search, at, seen);
        self.stats = search.stats;
        self.late = search.late;
        let new = search.trace.take();
        if let (Some(trace), Some(new)) = (&mut self.trace, new) {
            trace.append(new, |p| stage.back(p), |c| stage.color(c));
        }
        let answer = answer.told(&stage);
        self.memo.keep_stage(stage);
        answer
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

    /// Can the opponent of the string at `s`, to move, capture it?
    pub fn attack(&mut self, s: Point) -> Reading {
        self.ask([s], None, |search, [s], _| search.attack(s))
    }

    /// Can the owner of the string at `s`, to move, save it? If there is no
    /// attack, this is won without a move.
    pub fn defend(&mut self, s: Point) -> Reading {
        self.ask([s], None, |search, [s], _| search.defend(s))
    }

    /// As [`Reader::defend`], but without asking whether there is an attack: a
    /// move is looked for unless the string has more liberties than are attacked.
    /// So in a seki, where no move saves and none is needed, this is lost.
    pub fn defend_only(&mut self, s: Point) -> Reading {
        self.ask([s], None, |search, [s], _| search.defend_only(s))
    }

    /// [`Reader::attack`] and, if it works, [`Reader::defend`].
    pub fn attack_and_defend(&mut self, s: Point) -> (Reading, Reading) {
        self.ask([s], None, |search, [s], _| search.attack_and_defend(s))
    }

    /// After the opponent of the string at `s` plays `p`, can it no longer be
    /// saved? [`Code::Lose`] if the move is illegal, or if the string cannot be
    /// saved even without it (autohelper spec §3.3).
    pub fn does_attack(&mut self, p: Point, s: Point) -> Code {
        self.ask([p, s], None, |search, [p, s], _| search.does_attack(p, s))
    }

    /// Can the string at `s` be captured if its owner passes, but not after its
    /// owner has played `p`? [`Code::Lose`] if the move is illegal.
    pub fn does_defend(&mut self, p: Point, s: Point) -> Code {
        self.ask([p, s], None, |search, [p, s], _| search.does_defend(p, s))
    }

    /// Can `color` play at `p` (legally) without the stone being captured at
    /// once? Neither [`Code::Lose`] nor [`Code::Win`]: it depends on ko.
    pub fn safe_move(&mut self, p: Point, color: Color) -> Code {
        self.ask([p], Some(color), |search, [p], color| search.safe_move(p, color))
    }

    /// Can the opponent of the strings at `a` and `b` (of one colour), to move,
    /// capture one of them? Won if either is gone already.
    pub fn attack_either(&mut self, a: Point, b: Point) -> Reading {
        self.ask([a, b], None, |search, [a, b], _| search.attack_either(a, b))
    }

    /// Can the owner of the strings at `a` and `b`, to move, keep both? Lost if
    /// either is gone already; won without a move if there is no way to take
    /// one of them.
    pub fn defend_both(&mut self, a: Point, b: Point) -> Reading {
        self.ask([a, b], None, |search, [a, b], _| search.defend_both(a, b))
    }

    /// Can the owner of a stone in the mouth of `x`, `y`, `z` break through
    /// (autohelper spec §2.4)? The three are stones of one colour around it:
    /// `x` and `z` on opposite sides, `y` between. [`Code::Win`] if one of them
    /// can be captured or is gone, [`Code::KoA`] if the way through is only a
    /// cut, else [`Code::Lose`].
    pub fn break_through(&mut self, x: Point, y: Point, z: Point) -> Code {
        self.ask([x, y, z], None, |search, [x, y, z], _| search.break_through(x, y, z))
    }

    /// Can the opponent of the string at `s`, to move, capture it by nothing but
    /// ataris? The string must have two liberties; with any other number the
    /// answer is [`Reading::LOST`].
    pub fn ladder_attack(&mut self, s: Point) -> Reading {
        self.ask([s], None, |search, [s], _| search.ladder_attack(s))
    }

    /// Moves that capture the string at `s`, at most `max`: the best codes first, among
    /// equal ones the move of [`Reader::attack`], then in board order. Empty if there
    /// are none or there is no stone.
    pub fn attack_points(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let all = self.ask([s], None, |search, [s], _| search.attack_points(s));
        best_first(all, true, max)
    }

    /// Moves that save the string at `s`, in order as [`Reader::attack_points`] and at
    /// most `max`. Empty if there are none, if none is needed, or if there is no stone.
    pub fn defense_points(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let all = self.ask([s], None, |search, [s], _| search.defense_points(s));
        best_first(all, true, max)
    }

    /// Moves that threaten to capture the string at `s`: if its owner plays elsewhere,
    /// it can be captured. The codes are those of that capture. Best first, then in
    /// board order, at most `max`; empty if the string can be captured at once.
    pub fn attack_threats(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let all = self.ask([s], None, |search, [s], _| search.attack_threats(s));
        best_first(all, false, max)
    }
}

/// The best answers, at most `max`; of equal ones the first, if it is to be kept in
/// front, then in board order.
fn best_first(mut all: Vec<Reading>, keep_first: bool, max: usize) -> Vec<Reading> {
    let first = all.first().filter(|_| keep_first).map(|r| r.point);
    all.sort_by_key(|r| (std::cmp::Reverse(r.code), Some(r.point) != first, r.point));
    all.truncate(max);
    all
}
