//! Depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees
//! and its applications", 2002) about a task in an arena.
//!
//! Each position has two numbers ([`Effort`]): how much it seems to take until the player to
//! move has his way, and until his opponent has; what seems to take least is looked at first,
//! until it takes more than the next best and [`Settings::further`] more. Numbers are
//! capped. A node is a position that is looked at without a move (`Task::look`).
//!
//! **Kos.** A search has one of three rules ([`Kos`]). Against the maker: the breaker
//! retakes every ko at once, the maker has to play elsewhere in the arena first. For the
//! maker: the other way round. Neutral: both have to. A position that repeats with the
//! same player to move is decided in the same sense. So what is made with all kos against
//! the maker rests on no ko and on no repetition, nor does what is broken with all kos for him, but for this:
//! where the breaker has passed since a position was there before, all that the maker has played since was taken
//! (he sends two stones and gets one back), so he gains nothing by going on, and it is broken.
//!
//! **Repetition.** Results that rest on one are kept apart ([`crate::search::proof_numbers`]).

use super::arena::{Arena, Bits, PASS, each, mix};
use super::hints::{self, Before, Guess, UNIT};
use super::position::Position;
use super::task::{Sight, Task};
use crate::search::Deadline;
use crate::search::proof_numbers::*;
use crate::search::proof_table::Table;
use mkpat_rt::geom::Color;
use std::sync::atomic::{AtomicBool, Ordering};

/// In whose favour kos and repetitions are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kos {
    Against,
    For,
    /// Nobody retakes at once; repetitions are against this colour.
    Neutral(Color),
}

/// Plies after which a path counts as a repetition.
const DEPTH: usize = 120;

/// How the numbers are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// A move is looked at until it takes more than the next best one, and this part more.
    pub further: u32,
    /// Whether efforts of moves that all have to be refuted are added; else the largest
    /// counts, and one for each further one.
    pub add: bool,
    /// By how much what holds under another rule of kos is likelier than the contrary.
    pub bias: u32,
    /// A narrow region's answer counts only if in the next one it does not seem to take so
    /// many times as much.
    pub lean: u64,
    /// The same for what holds in a smaller region; 1 for not at all.
    pub region_bias: u32,
    /// The first and the last stage of the region that is tried.
    pub stages: (usize, usize),
    /// The second rule of kos has one part in so many of the nodes until the first is done.
    pub share: u64,
    /// Nodes of a region in the first round; twice as many in each further one.
    pub round: u64,
    /// What part of a round's nodes each region has, by its stage: one in two to the power of this.
    pub parts: [u32; 4],
    /// After how many rounds the next larger region is looked at, too, if the present one is still
    /// open.
    pub delay: u32,
    /// Whether the refutation of a move is tried against the other moves, too.
    pub simulate: bool,
    /// How far the learned odds of a position decide what is looked at first, in eighths of
    /// a doubling for odds of e; 0 for nothing that is learned.
    pub trust: u32,
    /// The same for the positions that a proof is expected to take, in eighths of a doubling for twice as
    /// many.
    pub size: u32,
    /// The effort where chances are even and a proof takes one position.
    pub first: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            further: 8,
            add: true,
            bias: 8,
            region_bias: 4,
            lean: 8,
            stages: (0, 3),
            share: 8,
            round: 1000,
            parts: [0; 4],
            delay: 4,
            simulate: true,
            trust: 4,
            size: 6,
            first: 1,
        }
    }
}

/// What ends a search before its limit.
#[derive(Clone, Copy, Default)]
pub(super) struct Stop<'a> {
    pub(super) deadline: Deadline,
    pub(super) cancel: Option<&'a AtomicBool>,
}

impl Stop<'_> {
    fn now(&self) -> bool {
        self.deadline.passed() || self.cancel.is_some_and(|c| c.load(Ordering::Relaxed))
    }
}

/// A move and the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) bit: u8,
    pub(super) rests: u8,
    pub(super) key: u64,
    /// For the player to move after it.
    pub(super) effort: Effort,
    pub(super) position: Position,
}

impl Tried for Child {
    #[inline]
    fn effort(&self) -> Effort {
        self.effort
    }

    #[inline]
    fn rests(&self) -> u8 {
        self.rests
    }
}

/// A smaller region that was searched before.
#[derive(Clone, Copy)]
pub(super) struct Smaller {
    /// Its open vertices, in the present arena.
    pub(super) open: Bits,
    /// Of the searches with all kos against, and for, the maker.
    pub(super) salts: [u64; 2],
    /// Whether what was outside of it counted as the maker's.
    pub(super) closed: bool,
}

/// A search; a table may serve many.
pub(super) struct Search<'a> {
    pub(super) arena: &'a Arena,
    pub(super) task: Task,
    pub(super) kos: Kos,
    pub(super) settings: Settings,
    pub(super) table: &'a mut Table,
    pub(super) budget: Budget<'a>,
    /// Of task, arena and rule of kos.
    salt: u64,
    /// The same for all kos against, and for, the maker.
    others: [u64; 2],
    /// The smaller region of which the table knows something.
    pub(super) smaller: Option<Smaller>,
    path: ProofPath,
    /// The places on the path from which the breaker has passed.
    passed: Vec<usize>,
    spare: Vec<Vec<Child>>,
    /// Positions that were looked at, and who was to move, if they are wanted.
    #[cfg(test)]
    pub(super) noted: Option<Vec<(Position, Color)>>,
}

/// What a search has spent and may spend.
pub(super) struct Budget<'a> {
    stop: Stop<'a>,
    pub(super) nodes: u64,
    limit: u64,
    stopped: bool,
    /// Number of nodes at which the clock is looked at next.
    next_check: u64,
}

/// Nodes between two looks at the clock: about a millisecond.
const CHECK: u64 = 512;

impl<'a> Search<'a> {
    pub(super) fn new(
        arena: &'a Arena,
        task: Task,
        kos: Kos,
        table: &'a mut Table,
        stop: Stop<'a>,
    ) -> Search<'a> {
        let base = arena.salt ^ task.salt();
        let salted = |kos: Kos| {
            base ^ mix(match kos {
                Kos::Against => 11,
                Kos::For => 12,
                Kos::Neutral(Color::Black) => 13,
                Kos::Neutral(Color::White) => 14,
            })
        };
        Search {
            arena,
            task,
            kos,
            settings: Settings::default(),
            table,
            budget: Budget { stop, nodes: 0, limit: 0, stopped: false, next_check: 0 },
            salt: salted(kos),
            others: [salted(Kos::Against), salted(Kos::For)],
            smaller: None,
            path: ProofPath::default(),
            passed: Vec::new(),
            spare: Vec::new(),
            #[cfg(test)]
            noted: None,
        }
    }

    /// Goes on until it is settled or so many nodes have been looked at. May be
    /// called again.
    pub(super) fn run(&mut self, root: &Position, to_move: Color, nodes: u64) -> Effort {
        self.budget.limit = self.budget.nodes.saturating_add(nodes);
        self.budget.next_check = self.budget.nodes;
        self.budget.stopped = false;
        let root = self.respected(root, to_move);
        let key = root.key(self.arena, to_move) ^ self.salt;
        // Not what can be seen at once: a move is wanted, too.
        if let Some(e) = self.table.get(key)
            && e.effort.is_settled()
            && e.work > 1
        {
            return e.effort;
        }
        let limits = Effort { mine: NEVER, theirs: NEVER };
        self.visit(&root, to_move, key, limits).0
    }

    /// What is known of a root.
    pub(super) fn effort(&self, root: &Position, to_move: Color) -> Option<Effort> {
        let root = self.respected(root, to_move);
        self.table.get(self.key(&root, to_move)).map(|e| e.effort)
    }

    /// The key of a position.
    pub(super) fn key(&self, position: &Position, to_move: Color) -> u64 {
        position.key(self.arena, to_move) ^ self.salt
    }

    /// Whether the search was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.budget.stopped
    }

    /// A position with a ban only if `to_move` has to respect it.
    pub(super) fn respected(&self, position: &Position, to_move: Color) -> Position {
        if self.respects(to_move) { *position } else { position.passed() }
    }

    /// Whether a colour has to wait before it retakes a ko.
    #[inline]
    fn respects(&self, color: Color) -> bool {
        match self.kos {
            Kos::Against => color == self.task.maker,
            Kos::For => color != self.task.maker,
            Kos::Neutral(_) => true,
        }
    }

    /// Who wins by a repetition.
    #[inline]
    fn repeats_for(&self) -> Color {
        match self.kos {
            Kos::Against => self.task.maker.other(),
            Kos::For => self.task.maker,
            Kos::Neutral(c) => c.other(),
        }
    }

    fn seen(&self, sight: Sight, to_move: Color) -> Effort {
        let (maker, breaker) = match sight {
            Sight::Made => (0, NEVER),
            Sight::Broken => (NEVER, 0),
            Sight::Open(outlook) => (outlook.maker, outlook.breaker),
        };
        self.effort_of(to_move, maker, breaker)
    }

    /// The effort for the player to move if it takes so much for the maker, and for the breaker.
    fn effort_of(&self, to_move: Color, maker: u32, breaker: u32) -> Effort {
        if to_move == self.task.maker {
            Effort { mine: maker, theirs: breaker }
        } else {
            Effort { mine: breaker, theirs: maker }
        }
    }

    /// Whether it has to end; looks at the clock every [`CHECK`] nodes.
    pub(super) fn is_late(&mut self) -> bool {
        if self.budget.nodes >= self.budget.next_check {
            self.budget.next_check = self.budget.nodes + CHECK;
            self.budget.stopped |= self.budget.stop.now();
        }
        self.budget.stopped || self.budget.nodes >= self.budget.limit
    }

    /// Looks at a position until it takes more than so much for either player; also what
    /// the result rests on.
    fn visit(
        &mut self,
        position: &Position,
        color: Color,
        key: u64,
        limits: Effort,
    ) -> (Effort, u8) {
        let depth = self.path.len();
        let before = self.budget.nodes;
        self.path.push(key);
        let mut children = self.spare.pop().unwrap_or_default();
        self.children(position, color, &mut children);
        let now = loop {
            let all = summary(&children, self.settings.add);
            let Summary { now, best, .. } = all;
            let enough = now.mine >= limits.mine || now.theirs >= limits.theirs;
            if now.is_settled() || enough || self.is_late() {
                break now;
            }
            let child = children[best];
            let further = all.limits_of_best(limits, child.effort, self.settings.further);
            if child.bit == PASS {
                self.passed.push(depth);
            }
            let (effort, rests) = self.visit(&child.position, color.other(), child.key, further);
            if child.bit == PASS {
                self.passed.pop();
            }
            children[best].effort = effort;
            children[best].rests = rests;
            if effort.mine == 0 && rests == NOTHING && self.settings.simulate {
                self.simulate_siblings(&mut children, best, color);
            }
        };
        let rests = resting(now, &children, depth);
        children.clear();
        self.spare.push(children);
        let work = u32::try_from(self.budget.nodes - before + 1).unwrap_or(u32::MAX);
        self.table.put_on_path(&self.path, now, work, rests);
        self.path.pop();
        (now, rests)
    }

    #[cfg(test)]
    fn note(&mut self, position: &Position, color: Color) {
        if let Some(noted) = &mut self.noted {
            noted.push((*position, color));
        }
    }

    /// All moves that need to be looked at, with what is known of them.
    pub(super) fn children(&mut self, position: &Position, color: Color, out: &mut Vec<Child>) {
        let (moves, pass) = self.task.candidates(self.arena, position, color);
        let bans = self.respects(color.other());
        let mut before = None;
        #[cfg(test)]
        self.note(position, color);
        for bit in each(moves) {
            if let Some(next) = position.play(self.arena, color, bit, bans) {
                let child = self.child(bit, next, (position, color), &mut before);
                let done = child.effort.theirs == 0;
                out.push(child);
                if done && child.rests == NOTHING {
                    return;
                }
            }
        }
        if pass {
            self.passed.push(self.path.len().saturating_sub(1));
            let child = self.child(PASS, position.passed(), (position, color), &mut before);
            self.passed.pop();
            out.push(child);
        }
    }

    /// A move of a colour; `before` is what all its moves have in common, made when a
    /// position is new.
    fn child(
        &mut self,
        bit: u8,
        position: Position,
        (from, color): (&Position, Color),
        before: &mut Option<Option<Before>>,
    ) -> Child {
        let key = self.key(&position, color.other());
        if before.is_none() && self.settings.trust > 0 && self.table.get(key).is_none() {
            *before = Some(Before::new(self.arena, &self.task, from, color));
        }
        let hint = before.as_ref().and_then(|b| b.as_ref()).map(|b| (b, bit));
        let (effort, rests) = self.known(key, &position, color.other(), hint);
        Child { bit, rests, key, effort, position }
    }

    /// What is known of a position, or can be seen at once.
    pub(super) fn known(
        &mut self,
        key: u64,
        position: &Position,
        to_move: Color,
        hint: Option<(&Before, u8)>,
    ) -> (Effort, u8) {
        if let Some(&entry) = self.table.get(key) {
            if entry.effort.is_settled() {
                return (entry.effort, NOTHING);
            }
            if let Some((effort, rests)) = self.repeated(key, to_move) {
                return (effort, rests);
            }
            if entry.twins
                && let Some(known) = self.table.get_on_path(&self.path, key)
            {
                return known;
            }
            return (entry.effort, NOTHING);
        }
        if let Some((effort, rests)) = self.repeated(key, to_move) {
            return (effort, rests);
        }
        self.budget.nodes += 1;
        let sight = self.task.look(self.arena, position, to_move);
        let mut effort = self.seen(sight, to_move);
        if let Sight::Open(outlook) = sight {
            if let Some((before, bit)) = hint {
                let marks = before.marks(self.arena, bit, position.ban != PASS, outlook);
                let kos_for_maker = self.repeats_for() == self.task.maker;
                let after = (position, outlook.pool);
                let guess = hints::guess(self.arena, before, &marks, after, kos_for_maker);
                effort = self.hinted(guess, to_move);
            }
            effort = self.by_other_rules(key, to_move, effort);
            if !effort.is_settled() {
                effort = self.by_smaller(position, to_move, effort);
            }
        }
        self.table.put(key, effort, 1, NOTHING);
        (effort, NOTHING)
    }

    /// The effort of a position of which this is expected.
    fn hinted(&self, guess: Guess, to_move: Color) -> Effort {
        let Settings { trust, size, first, .. } = self.settings;
        let number = |odds: i32, positions: i32| {
            // Powers of the eighth root of two, in sixteenths.
            const ROOTS: [u64; 8] = [16, 17, 19, 21, 23, 25, 27, 29];
            let eighths = (positions * size as i32 - odds * trust as i32) / UNIT;
            let eighths = eighths.clamp(-80, 144);
            let (whole, part) = (eighths.div_euclid(8), eighths.rem_euclid(8) as usize);
            let n = u64::from(first) * ROOTS[part];
            let n = if whole >= 0 { n << whole } else { n >> -whole };
            ((n / 16) as u32).max(1)
        };
        let maker = number(guess.odds, guess.made);
        self.effort_of(to_move, maker, number(-guess.odds, guess.broken))
    }

    /// What is made with all kos against the maker is made anyway, and what is broken
    /// with all of them for him is broken. Else what holds under another rule probably
    /// holds.
    fn by_other_rules(&self, key: u64, to_move: Color, effort: Effort) -> Effort {
        let maker_moves = to_move == self.task.maker;
        let mut effort = effort;
        for (other, made) in self.others.into_iter().zip([true, false]) {
            if other == self.salt {
                continue;
            }
            let Some(e) = self.table.get(key ^ self.salt ^ other) else { continue };
            if !e.effort.is_settled() {
                continue;
            }
            let wins = if made == maker_moves { Effort::DONE } else { Effort::FAILED };
            if e.effort == wins {
                return wins;
            }
            effort = self.biased(effort, e.effort.mine == 0, self.settings.bias);
        }
        effort
    }

    /// An effort where it is likely that the player to move has his way, or has not.
    fn biased(&self, effort: Effort, wins: bool, bias: u32) -> Effort {
        let Effort { mine, theirs } = effort;
        if wins {
            Effort { mine: (mine / bias).max(1), theirs: theirs * bias }
        } else {
            Effort { mine: mine * bias, theirs: (theirs / bias).max(1) }
        }
    }

    /// The salts of all kos against, and for, the maker.
    pub(super) fn salts(&self) -> [u64; 2] {
        self.others
    }

    /// What is known of the smaller region with the same stones in it. If the player for whom
    /// all outside of it did not count has his way there, whoever wins the kos, he has it
    /// here.
    fn by_smaller(&self, position: &Position, to_move: Color, effort: Effort) -> Effort {
        let Some(smaller) = self.smaller else { return effort };
        let key = position.key_within(self.arena, to_move, smaller.open);
        let maker_moves = to_move == self.task.maker;
        let sure = usize::from(smaller.closed);
        let wins = if smaller.closed == maker_moves { Effort::FAILED } else { Effort::DONE };
        if let Some(e) = self.table.get(key ^ smaller.salts[sure])
            && e.effort == wins
        {
            return wins;
        }
        let same = match self.kos {
            Kos::For => 1,
            _ => 0,
        };
        match self.table.get(key ^ smaller.salts[same]) {
            Some(e) if e.effort.is_settled() => {
                self.biased(effort, e.effort.mine == 0, self.settings.region_bias)
            }
            _ => effort,
        }
    }

    /// Whether a colour has a ban after a move of its opponent.
    #[inline]
    pub(super) fn bans(&self, color: Color) -> bool {
        self.respects(color)
    }

    /// The result if the position is on the path already, or the path too long.
    fn repeated(&self, key: u64, to_move: Color) -> Option<(Effort, u8)> {
        let at = self.path.place(key, DEPTH)?;
        let repeats = self.path.len() < DEPTH;
        let passed = repeats && self.passed.last().is_some_and(|&from| from >= usize::from(at));
        let winner = if passed { self.task.maker.other() } else { self.repeats_for() };
        let wins = winner == to_move;
        Some((if wins { Effort::DONE } else { Effort::FAILED }, at))
    }
}
