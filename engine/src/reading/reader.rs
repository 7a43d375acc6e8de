//! [`Reader`]: what reading works with, and how it plays and counts.
//!
//! A reader borrows a board and gives it back as it was. Moves may be played on it
//! ([`Reader::play`]) and questions asked after them; every question has its own root, the
//! position in which it is asked, and its full depth there. What belongs to one question
//! is in [`QuestionState`]; a question that asks another one waits with its own.

use super::question_keys::{DEFENCE, QuestionKind};
use super::window::Window;
use super::{Code, Komaster, Limits, Memory, Note, Reading, SearchStats, StopReason, Trace};
use crate::board::{Board, PointSet};
use crate::search::Deadline;
use crate::search::area_cache::CachedAnswer;
use crate::search::memory::DragonTables;
use crate::search::parameters::*;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;

/// Reads on a board that it borrows. See the head of [`crate::reading`].
///
/// Questions about a point without a stone are answered as if the string had
/// been captured: `attack` wins, `defend` loses.
pub struct Reader<'a> {
    pub(super) board: &'a mut Board,
    pub(super) memory: &'a mut Memory,
    pub(super) limits: Limits,
    /// [`Limits::salt`] of the limits.
    salt: u64,
    /// [`Limits::uniform_from`] of the limits.
    uniform: usize,
    pub(super) question: QuestionState,
    pub(super) stats: SearchStats,
    pub(super) clock: DeadlineClock,
    /// Where variations are recorded.
    pub(super) trace: Option<Trace>,
    /// Depth of the board's stack when this reader was made.
    start: usize,
}

/// The question that is being answered.
pub(super) struct QuestionState {
    /// Depth of the board's stack at its root.
    root: usize,
    pub(super) komaster: Komaster,
    /// Moves since it was asked, those behind remembered answers included.
    pub(super) spent: u64,
    pub(super) reductions: Reductions,
    /// A limit of nodes or time has been met: what comes of it is no answer to the
    /// same question elsewhere.
    pub(super) cut_short: bool,
    /// Vertices where moves were tried, and strings that were asked about: see
    /// [`crate::search::area_cache`].
    pub(super) touched: PointSet,
    /// The positions on the way from the root in which an owner has passed, with the string in question.
    pub(super) passed: Vec<u64>,
}

impl QuestionState {
    fn new(root: usize) -> QuestionState {
        QuestionState {
            root,
            komaster: Komaster::Nobody,
            spent: 0,
            reductions: Reductions::default(),
            cut_short: false,
            touched: PointSet::EMPTY,
            passed: Vec::new(),
        }
    }
}

/// How the ply that limits go by differs from the number of moves since the root.
#[derive(Clone, Copy, Default)]
pub(super) struct Reductions {
    /// What is added to the number of moves: reduced moves and kos cost plies, passes and
    /// ataris give them back.
    pub(super) ply_offset: isize,
    /// A reduced move has cost some of these plies, and no atari has won one back yet.
    pub(super) debt: bool,
    /// The search is about a string that only matters to the one in question.
    pub(super) is_subsidiary: bool,
}

impl Reductions {
    /// Takes back what a move has changed.
    #[inline]
    pub(super) fn restore(&mut self, before: Reductions) {
        self.ply_offset = before.ply_offset;
        self.debt = before.debt;
    }
}

/// A question that waits while another one is answered.
pub(super) struct Waiting {
    state: QuestionState,
    /// Its number in the transposition table.
    number: u32,
}

/// A question that the cache may know.
pub(super) struct Asked {
    waiting: Waiting,
    /// Its key there; `None` if the cache is not asked.
    key: Option<u64>,
    known: Option<CachedAnswer>,
}

impl Asked {
    /// The answer that is known.
    pub(super) fn known(&self) -> Option<CachedAnswer> {
        self.known
    }
}

/// When to stop.
pub(super) struct DeadlineClock {
    pub(super) deadline: Deadline,
    timed_out: bool,
}

/// A move that was played: what to restore.
pub(super) struct Tried {
    /// The move took a ko that it was not yet allowed to take.
    conditional: bool,
    komaster: Komaster,
}

impl<'a> Reader<'a> {
    /// A reader with these limits. The memory may be shared by readers of any positions and
    /// limits, one after the other.
    pub fn new(board: &'a mut Board, limits: Limits, memory: &'a mut Memory) -> Reader<'a> {
        let start = board.depth();
        Reader {
            board,
            memory,
            limits,
            salt: limits.salt(),
            uniform: limits.uniform_from(),
            question: QuestionState::new(start),
            stats: SearchStats::default(),
            clock: DeadlineClock { deadline: Deadline::NONE, timed_out: false },
            trace: None,
            start,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.board
    }

    /// The board, for a search that plays on it and takes everything back.
    pub(crate) fn board_mut(&mut self) -> &mut Board {
        self.board
    }

    /// The tables for a search about a dragon that asks this reader while it runs; to be
    /// returned with [`Reader::return_tables`].
    pub(crate) fn lend_tables(&mut self) -> DragonTables {
        std::mem::replace(&mut self.memory.dragons, DragonTables::none())
    }

    /// Takes back the tables of [`Reader::lend_tables`], and counts what the search has cost.
    pub(crate) fn return_tables(&mut self, tables: DragonTables, nodes: u64) {
        self.memory.dragons = tables;
        self.stats.owl_nodes += nodes;
    }

    /// Plays a move that later questions are asked after. Whether it was legal; undo it
    /// with [`Reader::undo`].
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

    /// What `ask` says within these limits.
    pub fn within<T>(&mut self, limits: Limits, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.set_limits(limits);
        let answer = ask(self);
        self.set_limits(before);
        answer
    }

    /// Limits of the questions from now on; the limits so far.
    pub(crate) fn set_limits(&mut self, limits: Limits) -> Limits {
        (self.salt, self.uniform) = (limits.salt(), limits.uniform_from());
        std::mem::replace(&mut self.limits, limits)
    }

    /// From this moment on every question is answered as if it had met the node limit: by
    /// rules that play no move, else in favour of the string.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.clock = DeadlineClock { deadline, timed_out: deadline.passed() };
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
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Starts a question whose root is the present position; the one that is being answered
    /// waits.
    pub(super) fn begin(&mut self) -> Waiting {
        self.stats.questions += 1;
        self.clock.timed_out |= self.clock.deadline.passed();
        let new = QuestionState::new(self.board.depth());
        let state = std::mem::replace(&mut self.question, new);
        Waiting { state, number: self.memory.table.begin() }
    }

    /// Ends a question. What it cost and where it looked counts for the one that has waited,
    /// too.
    pub(super) fn end(&mut self, waiting: Waiting) {
        let ended = std::mem::replace(&mut self.question, waiting.state);
        self.stats.cut += u64::from(ended.cut_short);
        self.memory.table.end(&ended.touched, ended.spent, waiting.number);
        self.question.touched.union_with(&ended.touched);
        self.question.spent += ended.spent;
        self.question.cut_short |= ended.cut_short;
    }

    /// Asks a question about `p` and `q`, or finds its answer in the cache.
    pub(super) fn remember(
        &mut self,
        question: QuestionKind,
        points: [Point; 2],
        read: impl FnOnce(&mut Self) -> Reading,
    ) -> Reading {
        let asked = self.begin_known(question, points);
        let reading = asked.known().map_or_else(|| read(self), |known| known.reading);
        self.end_known(asked, reading);
        reading
    }

    /// As [`Reader::begin`], for a question about `p` and `q` that the cache may know.
    pub(super) fn begin_known(&mut self, question: QuestionKind, [p, q]: [Point; 2]) -> Asked {
        let waiting = self.begin();
        // While variations are recorded nothing is taken from the cache: there would be none.
        let key = self.trace.is_none().then(|| self.question_key(question, p, q));
        let known = key.and_then(|key| self.memory.cache.get(key, self.board));
        let known = known.map(|(answer, area)| {
            self.stats.hits += 1;
            self.question.touched = area;
            self.question.spent = answer.cost;
            self.question.cut_short = answer.cut;
            answer
        });
        Asked { waiting, key, known }
    }

    /// As [`Reader::end`]; the cache takes an answer that it did not know.
    pub(super) fn end_known(&mut self, asked: Asked, reading: Reading) {
        self.end_combination(asked, reading, (Point::PASS, 0));
    }

    /// As [`Reader::end_known`], for a combination: the string that its first move threatens and the
    /// stones that it gains.
    pub(super) fn end_combination(
        &mut self,
        asked: Asked,
        reading: Reading,
        (target, gained): (Point, usize),
    ) {
        if let Some(key) = asked.key
            && asked.known.is_none()
            && !self.clock.timed_out
        {
            let QuestionState { spent: cost, cut_short: cut, touched, .. } = &self.question;
            let size = u16::try_from(gained).unwrap_or(u16::MAX);
            let answer = CachedAnswer { reading, target, size, cost: *cost, cut: *cut };
            self.memory.cache.put(key, self.board, touched, answer);
        }
        self.end(asked.waiting);
    }

    /// What an answer depends on besides the stones in its area: the question, the
    /// limits, the size of the board and the ko that is forbidden, wherever it is (a
    /// further ko capture makes it a weak one).
    fn question_key(&self, question: QuestionKind, p: Point, q: Point) -> u64 {
        let (ko, banned) = self.board.ko().map_or((0, 0), |(p, c)| (u64::from(p.0), c as u64));
        let parts = [
            question.number(),
            u64::from(p.0) << 16 | u64::from(q.0),
            self.board.size() as u64,
            ko << 2 | banned,
        ];
        parts.into_iter().fold(self.salt, |key, part| mix(key ^ part))
    }
}

/// How many plies are added for a ko threat and its answer, if the ko was taken too early.
fn threat(conditional: bool) -> isize {
    if conditional { THREAT_PLIES } else { 0 }
}

/// What a move that was answered with `reply` achieves for its player.
fn outcome(tried: &Tried, reply: Code) -> Code {
    if !tried.conditional {
        reply.reverse()
    } else if reply == Code::Win {
        Code::Lose
    } else {
        Code::KoB
    }
}

impl Reader<'_> {
    /// The ply that limits go by: the number of moves since the root, and what was added
    /// to it.
    pub(super) fn ply(&self) -> usize {
        self.moves().saturating_add_signed(self.question.reductions.ply_offset)
    }

    /// Number of moves since the root of the question.
    pub(super) fn moves(&self) -> usize {
        self.board.depth() - self.question.root
    }

    /// Plays a move of tactical reading if the rules and the komaster scheme allow it.
    pub(super) fn attempt(&mut self, color: Color, p: Point) -> Option<Tried> {
        let tried = self.step(color, p)?;
        self.count_node();
        Some(tried)
    }

    /// As [`Reader::attempt`], without counting the move.
    fn step(&mut self, color: Color, p: Point) -> Option<Tried> {
        self.question.touched.insert(p);
        let before = self.question.komaster;
        let conditional = self.board.ko() == Some((p, color));
        if let Some(taken) = self.board.takes_ko(color, p) {
            if conditional && self.ply() > self.limits.ko_depth {
                return None;
            }
            let after = before.after_capture(self.limits.scheme, self.board, color, p, taken)?;
            if !self.board.try_play_ko(color, p) {
                return None;
            }
            self.question.komaster = after;
        } else {
            if before.forbids(self.limits.scheme, color, p) || !self.board.try_play(color, p) {
                return None;
            }
            self.question.komaster = before.after_other(self.limits.scheme, self.board);
        }
        self.question.reductions.ply_offset += threat(conditional);
        if let Some(trace) = &mut self.trace {
            trace.enter(color, p);
        }
        Some(Tried { conditional, komaster: before })
    }

    /// Takes back what [`Reader::attempt`] played.
    pub(super) fn retract(&mut self, tried: &Tried) {
        self.board.undo();
        self.question.komaster = tried.komaster;
        self.question.reductions.ply_offset -= threat(tried.conditional);
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
    }

    /// Counts a move, and now and then looks at the clock, if there is a deadline.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.stats.nodes += 1;
        self.question.spent += 1;
        if self.stats.nodes.is_multiple_of(NODES_PER_CLOCK) {
            self.clock.timed_out |= self.clock.deadline.passed();
        }
    }

    /// Counts the nodes of a proof.
    pub(super) fn count_proof(&mut self, nodes: u64, timed_out: bool) {
        self.stats.nodes += nodes;
        self.question.spent += nodes;
        self.clock.timed_out |= timed_out;
    }

    /// Counts the nodes of a proof about a connection.
    pub(super) fn count_link(&mut self, nodes: u64, timed_out: bool) {
        self.stats.connection_nodes += nodes;
        self.question.spent += nodes;
        self.clock.timed_out |= timed_out;
    }

    /// Whether the deadline has passed.
    pub(super) fn timed_out(&self) -> bool {
        self.clock.timed_out
    }

    /// Whether the question has to be answered without further moves.
    pub(super) fn exhausted(&self) -> bool {
        self.clock.timed_out
            || self.question.spent >= self.limits.nodes
            || self.moves() >= self.limits.max_ply
    }

    /// What `color` achieves by a move at `p` that the opponent answers with `reply`;
    /// `None` if it may not be played.
    #[inline]
    pub(super) fn after(
        &mut self,
        color: Color,
        p: Point,
        reply: impl FnOnce(&mut Self) -> Code,
    ) -> Option<Code> {
        let tried = self.attempt(color, p)?;
        let reply = reply(self);
        self.retract(&tried);
        Some(outcome(&tried, reply))
    }

    /// What `ask` says after a move of combination reading, by the rules without komaster;
    /// `None` if it may not be played.
    pub(super) fn after_combination_move<T>(
        &mut self,
        color: Color,
        p: Point,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if !self.board.try_play(color, p) {
            return None;
        }
        self.stats.combination_nodes += 1;
        self.question.spent += 1;
        if let Some(trace) = &mut self.trace {
            trace.enter(color, p);
        }
        let answer = ask(self);
        self.board.undo();
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
        Some(answer)
    }

    /// As [`Reader::after`], within a window: the player has achieved `best` by other moves.
    /// `None` also if this move can achieve nothing better.
    #[inline]
    pub(super) fn after_within(
        &mut self,
        color: Color,
        p: Point,
        (window, best): (Window, Code),
        reply: impl FnOnce(&mut Self, Window) -> Code,
    ) -> Option<Code> {
        let conditional = self.board.ko() == Some((p, color));
        if conditional && window.floor.max(best) >= Code::KoB {
            self.question.touched.insert(p);
            return None;
        }
        let asked = if conditional { Window::ALL_OR_NOTHING } else { window.reply(best) };
        self.after(color, p, |r| reply(r, asked))
    }

    /// The key of an interior position in the transposition table, for a question about
    /// the string at `s`.
    pub(super) fn key(&self, s: Point, question: u64, window: Window) -> u64 {
        let ply = self.ply();
        let Reductions { debt, is_subsidiary, .. } = self.question.reductions;
        // A ply won back only matters where it leads to other limits.
        let debt = debt && ply <= self.uniform;
        // The first reply is special ([`Reader::try_anything`]), so what leads to it is.
        let first = self.moves() == usize::from(question == DEFENCE);
        let n = self.board.origin(s).0 as u64
            | (ply.min(self.uniform) as u64) << 16
            | question << 28
            | u64::from(is_subsidiary && (first || ply == 0)) << 30
            | u64::from(first) << 31
            | u64::from(debt) << 33
            | self.question.komaster.number() << 34
            | window.number() << 58;
        self.key_of(n)
    }

    /// The key of the present position for the question with this number, within these
    /// limits.
    pub(super) fn key_of(&self, question: u64) -> u64 {
        self.board.hash_for(Color::Black) ^ mix(question.wrapping_add(self.salt))
    }

    /// The answer in the table, if there is one and reading it would not meet the
    /// node limit, nor reduce the depth. It counts as if it were read: so limits are met
    /// at the same place with any table.
    pub(super) fn recall(&mut self, key: u64) -> Option<Reading> {
        let (known, cost, area) = self.memory.table.get(key)?;
        if self.question.spent + cost >= self.limits.nodes {
            return None;
        }
        if let Some(area) = area {
            self.question.touched.union_with(area);
        }
        self.question.spent += cost;
        self.stats.hits += 1;
        Some(known)
    }

    /// Records an answer, if variations are recorded.
    pub(super) fn note(
        &mut self,
        attack: bool,
        string: Point,
        reading: Reading,
        reason: StopReason,
    ) {
        if let Some(trace) = &mut self.trace {
            trace.note(Note { attack, string, reading, reason });
        }
    }
}
