//! The questions about one string, as the search asks itself.
//!
//! `Search` works on the board that it is given, as it lies; the public
//! [`Reader`](super::Reader) decides how it lies. See the module head.

use super::cache::{Answer, Question};
use super::memo::mix;
use super::{Code, Komaster, Limits, Memo, Reading, Stats, Trace};
use crate::board::{Board, PointSet};
use crate::deadline::Deadline;
use mkpat_rt::geom::{Color, Point};

/// Reads on a board that it borrows and gives back unchanged.
///
/// Questions about a point without a stone are answered as if the string had
/// been captured: `attack` wins, `defend` loses.
pub(super) struct Search<'a> {
    pub(super) board: &'a mut Board,
    pub(super) memo: &'a mut Memo,
    pub(super) limits: Limits,
    pub(super) salt: u64,
    /// From this ply on limits treat all plies alike.
    pub(super) uniform: usize,
    /// Depth of the board's stack when this search was made.
    pub(super) start: usize,
    /// What is added to the number of moves played.
    pub(super) extra: isize,
    /// A late move has cost some of these plies, and no atari has won one back yet.
    pub(super) owed: bool,
    pub(super) komaster: Komaster,
    pub(super) stats: Stats,
    /// Moves since the question was asked, those behind remembered answers included.
    pub(super) spent: u64,
    /// From so many on it gets (more) tired.
    pub(super) awake: u64,
    /// By so many plies limits are nearer, as much has been read ([`Limits::effort`]).
    pub(super) tired: usize,
    /// A limit has been met since, or reading got tired.
    pub(super) cut: bool,
    /// The search is about a string that only matters to the one in question.
    pub(super) aside: bool,
    /// Where variations are recorded.
    pub(super) trace: Option<Trace>,
    /// Where the question has looked so far, see `cache`.
    pub(super) shadow: PointSet,
    /// When to stop.
    pub(super) deadline: Deadline,
    /// It has passed.
    pub(super) late: bool,
}

impl<'a> Search<'a> {
    /// A search whose first move is the one numbered `plies`, from 0. The memo may
    /// be shared by searches of any positions and limits, one after the other.
    pub(super) fn new(
        board: &'a mut Board,
        limits: Limits,
        memo: &'a mut Memo,
        plies: usize,
    ) -> Search<'a> {
        let start = board.depth();
        Search {
            board,
            memo,
            limits,
            salt: limits.salt(),
            uniform: limits.uniform_from(),
            start,
            extra: plies as isize,
            owed: false,
            komaster: Komaster::Nobody,
            stats: Stats::default(),
            spent: 0,
            awake: limits.effort,
            tired: 0,
            cut: false,
            aside: false,
            trace: None,
            shadow: PointSet::EMPTY,
            deadline: Deadline::NONE,
            late: false,
        }
    }

    /// Starts to count a question from outside.
    pub(super) fn begin(&mut self) {
        self.stats.questions += 1;
        self.spent = 0;
        self.awake = self.limits.effort;
        self.tired = 0;
        self.cut = false;
        self.komaster = Komaster::Nobody;
        self.late |= self.deadline.passed();
        self.shadow = PointSet::EMPTY;
        self.memo.begin();
    }

    pub(super) fn end(&mut self) {
        self.stats.cut += u64::from(self.cut);
        self.memo.end(&self.shadow);
    }

    /// Asks a question about `p` and `q`, or finds its answer in the cache.
    pub(super) fn ask(
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
    pub(super) fn attack(&mut self, s: Point) -> Reading {
        let origin = self.board.origin(s);
        self.ask(Question::Attack, origin, Point::PASS, |r| r.attack_proved(s))
    }

    /// Can the owner of the string at `s`, to move, save it? If there is no
    /// attack, this is won without a move.
    pub(super) fn defend(&mut self, s: Point) -> Reading {
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
    pub(super) fn defend_only(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if self.board.liberty_count(s) > self.limits.liberties(self.ply()) {
            return Reading::won(Point::PASS);
        }
        let origin = self.board.origin(s);
        self.ask(Question::Defend, origin, Point::PASS, |r| r.do_defend(s, color))
    }

    /// [`Reader::attack`] and, if it works, [`Reader::defend`].
    pub(super) fn attack_and_defend(&mut self, s: Point) -> (Reading, Reading) {
        let attack = self.attack(s);
        let defend = if attack.is_success() { self.defend(s) } else { Reading::won(Point::PASS) };
        (attack, defend)
    }

    /// After the opponent of the string at `s` plays `p`, can it no longer be
    /// saved? [`Code::Lose`] if the move is illegal, or if the string cannot be
    /// saved even without it (autohelper spec §3.3).
    pub(super) fn does_attack(&mut self, p: Point, s: Point) -> Code {
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
    pub(super) fn does_defend(&mut self, p: Point, s: Point) -> Code {
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
    pub(super) fn safe_move(&mut self, p: Point, color: Color) -> Code {
        if !self.board.is_legal(color, p) || p.is_pass() {
            return Code::Lose;
        }
        self.ask(Question::Safe(color), p, Point::PASS, |r| {
            Reading::by(p, r.after(color, p, |r| r.do_attack(p).code))
        })
        .code
    }
}

impl Search<'_> {
    /// What an answer depends on besides the stones in its area: the question, the
    /// ply, the limits, the size of the board and the ko that is forbidden, wherever
    /// it is (a further ko capture makes it a weak one).
    pub(super) fn question_key(&self, question: Question, p: Point, q: Point) -> u64 {
        let (ko, banned) = self.board.ko().map_or((0, 0), |(p, c)| (u64::from(p.0), c as u64));
        let parts = [
            question.number(),
            u64::from(p.0) << 16 | u64::from(q.0),
            (self.ply() as u64) << 32 | self.board.size() as u64,
            ko << 2 | banned,
        ];
        let key = parts.into_iter().fold(self.salt, |key, part| mix(key ^ part));
        if self.proves() { mix(key ^ self.limits.proof) } else { key }
    }
}
