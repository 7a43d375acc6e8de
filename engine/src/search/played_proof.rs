//! Depth-first proof-number search whose moves are played on a [`Board`], under the rules of
//! ko of tactical reading.
//!
//! A search ([`PlayedProof`]) says which moves a position has and what can be seen of it; what
//! is the same for all of them stands here: which move is looked at next
//! ([`super::proof_numbers`]), what is remembered ([`super::proof_table`]), kos and repetitions.
//!
//! **Kos.** A search goes by one of three rules ([`Kos`]) on top of the komaster scheme: only the
//! owner takes kos too early; only the attacker does; neither does. A position that repeats
//! is decided in the same sense. What is attacked with success under the first rule needs no
//! ko, what is saved under the second is safe whatever the ko; in between the third tells who
//! needs the first threat. A pass saves only what is saved under the second rule.
//!
//! **Repetition.** Results that rest on one are kept apart ([`super::proof_numbers`]). Where one player has passed
//! since the position was there before and the other has not, the other's stones were all taken again: he gains
//! nothing by going on (two stones are sent and one comes back), so it is he who has failed, under every rule of kos.

use super::parameters::{NODES_PER_CLOCK, PROOF_SHARE};
use super::proof_numbers::*;
use super::proof_table::Table;
use super::{Code, Deadline, Komaster, Scheme};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;

/// Who may retake a ko at once; and so, who has his way if a position repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kos {
    /// The owner.
    Against,
    /// The attacker.
    For,
    /// Nobody; who has moved first has failed if a position repeats.
    Neutral,
}

/// What has been found, for the player who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// This, by this move.
    Settled(Code, Point),
    /// Nothing within the limit; if it seems that he has his way without a ko, the best move.
    Open(Option<Point>),
}

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) point: Point,
    rests: u8,
    pub(crate) key: u64,
    /// For the player to move after it.
    pub(crate) effort: Effort,
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

/// What a search is asked, and how it goes about it.
#[derive(Clone, Copy)]
pub(crate) struct ProofTerms {
    /// Whose stones are attacked.
    pub(crate) owner: Color,
    /// Who moves first.
    pub(crate) first: Color,
    pub(crate) komaster: Komaster,
    pub(crate) scheme: Scheme,
    /// What it may spend.
    pub(crate) nodes: u64,
    pub(crate) deadline: Deadline,
    /// Tells what is asked apart in the table.
    pub(crate) salt: u64,
    /// Nodes of the first turn under a rule of kos.
    pub(crate) turn: u64,
    /// A move is looked at until it takes more than the next best one, and this part more.
    pub(crate) further: u32,
    /// Where the search ends open, who moves first seems to have his way if that takes so many times less
    /// effort than to keep him from it.
    pub(crate) clear: u32,
    /// Moves in a row after which a line counts as a repetition.
    pub(crate) depth: usize,
}

/// What a search has cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofCost {
    pub(crate) nodes: u64,
    /// Where moves were looked at.
    pub(crate) touched: PointSet,
    pub(crate) timed_out: bool,
}

/// How far a search has come.
pub(crate) struct ProofState<'t> {
    pub(crate) table: &'t mut Table,
    pub(crate) terms: ProofTerms,
    kos: Kos,
    komaster: Komaster,
    pub(crate) cost: ProofCost,
    /// Nodes after which the present turn ends, and at which the clock is looked at next.
    limit: u64,
    next_check: u64,
    /// The best move, if it seemed to work when the question was last looked at.
    likely: Option<Point>,
    pub(crate) path: ProofPath,
    /// The place on the path from which each colour has passed last.
    passed: Passed,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
}

impl<'t> ProofState<'t> {
    /// The beginning of a search. The table forgets what it knew.
    pub(crate) fn new(table: &'t mut Table, terms: ProofTerms) -> ProofState<'t> {
        table.forget();
        ProofState {
            table,
            terms,
            kos: Kos::Against,
            komaster: terms.komaster,
            cost: ProofCost { nodes: 0, touched: PointSet::EMPTY, timed_out: false },
            limit: 0,
            next_check: 0,
            likely: None,
            path: ProofPath::default(),
            passed: [None; 2],
            spare: Vec::new(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.cost.timed_out || self.cost.nodes >= self.terms.nodes
    }

    fn is_late(&mut self) -> bool {
        if self.cost.nodes >= self.next_check {
            self.next_check = self.cost.nodes + NODES_PER_CLOCK;
            self.cost.timed_out |= self.terms.deadline.passed();
        }
        self.cost.timed_out || self.cost.nodes >= self.limit
    }

    /// Whether a colour has to wait before it retakes a ko.
    pub(crate) fn respects(&self, color: Color) -> bool {
        match self.kos {
            Kos::Against => color != self.terms.owner,
            Kos::For => color == self.terms.owner,
            Kos::Neutral => true,
        }
    }

    /// The rule of kos under which who moves first needs none.
    fn strict(&self) -> Kos {
        if self.terms.first == self.terms.owner { Kos::For } else { Kos::Against }
    }

    /// What a position is worth that the owner has won or lost, for the player to move.
    pub(crate) fn settled(&self, owner_wins: bool, to_move: Color) -> Effort {
        if owner_wins == (to_move == self.terms.owner) { Effort::DONE } else { Effort::FAILED }
    }

    /// The result if the position is on the path already, or the path too long.
    fn repeated(&self, key: u64, to_move: Color) -> Option<(Effort, u8)> {
        let at = self.path.place(key, self.terms.depth)?;
        let owner = self.terms.owner;
        let has_passed =
            |color: Color| self.passed[color.index()].is_some_and(|from| from >= usize::from(at));
        let repeats = self.path.len() < self.terms.depth;
        let winner = match (has_passed(owner), has_passed(owner.other()), self.kos) {
            (true, false, _) if repeats => owner,
            (false, true, _) if repeats => owner.other(),
            (_, _, Kos::Against) => owner,
            (_, _, Kos::For) => owner.other(),
            (_, _, Kos::Neutral) => self.terms.first.other(),
        };
        let effort = if winner == to_move { Effort::DONE } else { Effort::FAILED };
        Some((effort, at))
    }
}

/// The place on the path from which each colour has passed last.
type Passed = [Option<usize>; 2];

/// What is undone with a move.
pub(crate) type Before = (Komaster, Kos, Passed);

/// A move to try, and what it seems to take, for the player to move after it, if nothing is
/// known of the position there.
pub(crate) type Proposal = (Point, Effort);

/// A search about something of the owner's that the attacker wants to take from him.
pub(crate) trait PlayedProof<'t> {
    fn board(&self) -> &Board;

    fn board_mut(&mut self) -> &mut Board;

    fn state(&self) -> &ProofState<'t>;

    fn state_mut(&mut self) -> &mut ProofState<'t>;

    /// The moves of the position on the board, or who has his way there. `at_root`: they are
    /// the answer, so that a pass is none.
    fn moves(&mut self, color: Color, at_root: bool) -> Result<Vec<Proposal>, Effort>;

    /// What can be seen of the position on the board after a move that was proposed with
    /// `hint`. `None` keeps the hint, and costs no node.
    fn look(&mut self, to_move: Color, hint: Effort) -> Option<Effort>;

    /// Tells positions apart that are the same on the board, so many moves from the root.
    fn salt(&self, depth: usize) -> u64 {
        let _ = depth;
        0
    }

    /// By turns under the rules of kos: the one under which who moves first needs no ko has
    /// the larger part.
    fn find(&mut self) -> Found {
        let strict = self.state().strict();
        let lenient = if strict == Kos::For { Kos::Against } else { Kos::For };
        let mut known = [None::<(bool, Point)>; 2];
        let mut turn = self.state().terms.turn;
        loop {
            for (i, kos) in [strict, lenient].into_iter().enumerate() {
                if known[i].is_some() || self.state().is_over() {
                    continue;
                }
                let part = if i == 1 && known[0].is_none() { turn / PROOF_SHARE } else { turn };
                known[i] = self.turn(kos, part);
                match (i, known[i]) {
                    (0, Some((true, p))) => return Found::Settled(Code::Win, p),
                    (1, Some((false, _))) => return Found::Settled(Code::Lose, Point::PASS),
                    _ => {}
                }
            }
            if self.state().is_over() {
                return Found::Open(self.state().likely);
            }
            if let [Some(_), Some((_, by_ko))] = known {
                while !self.state().is_over() {
                    match self.turn(Kos::Neutral, turn) {
                        Some((true, p)) => return Found::Settled(Code::KoA, p),
                        Some((false, _)) => return Found::Settled(Code::KoB, by_ko),
                        None => turn *= 2,
                    }
                }
                return Found::Open(self.state().likely);
            }
            turn *= 2;
        }
    }

    /// Goes on under a rule for so many nodes: whether who moves first has his way, and by
    /// which move, if that is known then.
    fn turn(&mut self, kos: Kos, part: u64) -> Option<(bool, Point)> {
        let state = self.state_mut();
        state.kos = kos;
        state.limit = (state.cost.nodes + part.max(1)).min(state.terms.nodes);
        let first = state.terms.first;
        let key = self.key(first, 0);
        let open = Effort { mine: NEVER, theirs: NEVER };
        let (effort, _, best) = self.visit(first, key, open);
        match effort {
            Effort { mine: 0, .. } => Some((true, best)),
            Effort { theirs: 0, .. } => Some((false, Point::PASS)),
            Effort { mine, theirs } => {
                let state = self.state_mut();
                if kos == state.strict() {
                    let clear = u64::from(mine) * u64::from(state.terms.clear) < u64::from(theirs);
                    state.likely = clear.then_some(best);
                }
                None
            }
        }
    }

    /// The key of the position on the board, so many moves from the root.
    fn key(&self, to_move: Color, depth: usize) -> u64 {
        let state = self.state();
        let rule = (state.kos as u64) << 48 | state.komaster.number();
        self.board().hash_for(to_move) ^ mix(rule ^ self.salt(depth)) ^ state.terms.salt
    }

    /// Looks at a position until it takes more than so much for either player: what it takes
    /// then, on which position of the path that rests, and the best move.
    fn visit(&mut self, color: Color, key: u64, limits: Effort) -> (Effort, u8, Point) {
        let state = self.state_mut();
        let depth = state.path.len();
        let before = state.cost.nodes;
        state.path.push(key);
        let mut children = state.spare.pop().unwrap_or_default();
        let seen = self.children(color, &mut children);
        let (now, best) = loop {
            if let Err(seen) = seen {
                break (seen, 0);
            }
            let all = summary(&children, true);
            let Summary { now, best, .. } = all;
            let enough = now.mine >= limits.mine || now.theirs >= limits.theirs;
            if now.is_settled() || enough || self.state_mut().is_late() {
                break (now, best);
            }
            let child = children[best];
            let further = self.state().terms.further;
            let further = all.limits_of_best(limits, child.effort, further);
            let Some(tried) = self.play(color, child.point) else { break (now, best) };
            let (effort, rests, _) = self.visit(color.other(), child.key, further);
            self.undo(tried);
            (children[best].effort, children[best].rests) = (effort, rests);
        };
        let point = children.get(best).map_or(Point::PASS, |c| c.point);
        let rests = resting(now, &children, depth);
        children.clear();
        let state = self.state_mut();
        state.spare.push(children);
        let work = u32::try_from(state.cost.nodes - before + 1).unwrap_or(u32::MAX);
        state.table.put_on_path(&state.path, now, work, rests);
        state.path.pop();
        (now, rests, point)
    }

    /// Plays or passes, if the rules and the komaster scheme allow it; what was before it.
    fn play(&mut self, color: Color, p: Point) -> Option<Before> {
        let state = self.state();
        let before = (state.komaster, state.kos, state.passed);
        let scheme = state.terms.scheme;
        if p.is_pass() {
            self.board_mut().pass(color);
            let state = self.state_mut();
            state.kos = Kos::For;
            state.passed[color.index()] = state.path.len().checked_sub(1);
            return Some(before);
        }
        let after = if let Some(taken) = self.board().takes_ko(color, p) {
            if self.board().ko() == Some((p, color)) && state.respects(color) {
                return None;
            }
            let after = before.0.after_capture(scheme, self.board_mut(), color, p, taken)?;
            if !self.board_mut().try_play_ko(color, p) {
                return None;
            }
            after
        } else {
            if before.0.forbids(scheme, color, p) || !self.board_mut().try_play(color, p) {
                return None;
            }
            before.0.after_other(scheme, self.board())
        };
        self.state_mut().komaster = after;
        Some(before)
    }

    fn undo(&mut self, (komaster, kos, passed): Before) {
        self.board_mut().undo();
        let state = self.state_mut();
        (state.komaster, state.kos, state.passed) = (komaster, kos, passed);
    }

    /// All moves of a position, up to the first that settles it.
    ///
    /// # Errors
    /// If it can be seen who has his way, what that is worth.
    fn children(&mut self, color: Color, out: &mut Vec<Child>) -> Result<(), Effort> {
        let at_root = self.state().path.len() == 1;
        for (point, hint) in self.moves(color, at_root)? {
            if !point.is_pass() {
                self.state_mut().cost.touched.insert(point);
            }
            let Some(tried) = self.play(color, point) else { continue };
            let key = self.key(color.other(), self.state().path.len());
            let (effort, rests) = self.known(key, color.other(), hint);
            self.undo(tried);
            out.push(Child { point, rests, key, effort });
            if effort.theirs == 0 && rests == NOTHING {
                break;
            }
        }
        Ok(())
    }

    /// What is known of the position on the board, or can be seen at once.
    fn known(&mut self, key: u64, to_move: Color, hint: Effort) -> (Effort, u8) {
        let state = self.state();
        let entry = state.table.get(key).copied();
        if let Some(entry) = entry
            && entry.effort.is_settled()
        {
            return (entry.effort, NOTHING);
        }
        if let Some(found) = state.repeated(key, to_move) {
            return found;
        }
        if let Some(entry) = entry {
            if entry.twins
                && let Some(known) = state.table.get_on_path(&state.path, key)
            {
                return known;
            }
            return (entry.effort, NOTHING);
        }
        let Some(effort) = self.look(to_move, hint) else { return (hint, NOTHING) };
        let state = self.state_mut();
        state.cost.nodes += 1;
        state.table.put(key, effort, 1, NOTHING);
        (effort, NOTHING)
    }
}
