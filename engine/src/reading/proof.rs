//! Reading to the end: can a string be captured, by proof-number search without a limit of
//! depth?
//!
//! The quick search stops by ply; what it says is looked at here for as many nodes as the
//! question may still spend ([`Limits::effort`]). The attacker has his way when the string is
//! off the board, the owner when it has [`PROOF_SAFE`] liberties (but for the smallest
//! boards); `proof_moves` says which moves both try. When that is settled, the first moves from the root are looked
//! for wherever the search has looked, one move more each time ([`PROOF_WIDTH`]): so what was
//! left out at first is tried against what was found.
//!
//! It is depth-first proof-number search ([`crate::search::proof_numbers`]): what seems to take
//! least is looked at first.
//!
//! **Kos.** A search goes by one of three rules ([`Kos`]) on top of the komaster scheme: only the
//! owner takes kos too early; only the attacker does; neither does. A position that repeats
//! is decided in the same sense. What is captured by the first rule is captured without a ko, what
//! is saved by the second is safe whatever the ko; in between the third tells who needs
//! the first threat. A pass saves a string only if it is saved by the second rule.
//!
//! **Repetition.** Results that rest on one are kept apart ([`crate::search::proof_numbers`]).
//!
//! [`Limits::effort`]: super::Limits::effort

use super::attack::capture_at_once;
use super::defence::snapback;
use super::{Code, Komaster, Scheme, Trace};
use crate::board::{Board, PointSet};
use crate::rng::mix;
use crate::search::Deadline;
use crate::search::parameters::*;
use crate::search::proof_numbers::*;
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};

/// Who may retake a ko at once; and so, who has his way if a position repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kos {
    /// The owner.
    Against,
    /// The attacker.
    For,
    /// Nobody; who has moved first has failed if a position repeats.
    Neutral,
}

/// What has been found about a string, for the player who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// This, by this move.
    Settled(Code, Point),
    /// Nothing within the limit; if it seems that he has his way without a ko, the best move.
    Open(Option<Point>),
}

/// A move and the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) point: Point,
    rests: u8,
    pub(super) key: u64,
    /// For the player to move after it.
    pub(super) effort: Effort,
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

/// What the attacker of a string wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To take it.
    Capture,
    /// To keep it from the string with this stone, or to take one of them.
    Cut(Point),
    /// To keep it from these vertices, or to take it.
    KeepOut(PointSet),
}

impl Goal {
    /// Tells goals about a string apart.
    fn number(self) -> u64 {
        match self {
            Goal::Capture => 0,
            Goal::Cut(p) => mix(1 << 32 | u64::from(p.0)),
            Goal::KeepOut(area) => area.iter().fold(2, |n, p| mix(n << 16 ^ u64::from(p.0))),
        }
    }
}

/// What a proof is asked, and what it may spend.
#[derive(Clone, Copy)]
pub(super) struct ProofQuestion {
    /// A stone of the string.
    pub(super) s: Point,
    pub(super) goal: Goal,
    /// Who moves first.
    pub(super) first: Color,
    /// A move of his that is said to work without a ko, if any: if it does, no other is wanted.
    pub(super) claim: Option<Point>,
    pub(super) komaster: Komaster,
    pub(super) scheme: Scheme,
    pub(super) nodes: u64,
    pub(super) deadline: Deadline,
}

/// What a proof has cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofCost {
    pub(super) nodes: u64,
    /// Where moves were looked at.
    pub(super) touched: PointSet,
    pub(super) timed_out: bool,
}

/// A proof about one string.
pub(super) struct Proof<'a> {
    pub(super) board: &'a mut Board,
    table: &'a mut Table,
    question: ProofQuestion,
    /// Of the goal.
    salt: u64,
    pub(super) s: Point,
    pub(super) owner: Color,
    kos: Kos,
    komaster: Komaster,
    pub(super) cost: ProofCost,
    /// Nodes after which the present turn ends, and at which the clock is looked at next.
    limit: u64,
    next_check: u64,
    /// A string that is more moves off the goal counts as cut.
    pub(super) farthest: usize,
    /// The best move, if it seemed to work when the question was last looked at.
    likely: Option<Point>,
    pub(super) path: ProofPath,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
    pub(super) wide: Wide,
}

/// Where moves are looked for near the root.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    /// So many moves from the root on are looked for in all of `points`.
    pub(super) moves: usize,
    /// Where the search with less width has looked.
    pub(super) points: PointSet,
}

/// Asks about a string, and records the proof, if there is one. `None` if there is no string.
pub(super) fn prove(
    board: &mut Board,
    question: ProofQuestion,
    table: &mut Table,
    trace: Option<&mut Trace>,
) -> Option<(Found, ProofCost)> {
    let owner = board.color_at(question.s)?;
    let s = board.origin(question.s);
    table.forget();
    let touched = [s].into_iter().collect();
    let mut proof = Proof {
        board,
        table,
        question,
        salt: question.goal.number(),
        s,
        owner,
        kos: Kos::Against,
        komaster: question.komaster,
        cost: ProofCost { nodes: 0, touched, timed_out: false },
        limit: 0,
        next_check: 0,
        farthest: usize::MAX,
        likely: None,
        path: ProofPath::default(),
        spare: Vec::new(),
        wide: Wide { moves: 0, points: PointSet::EMPTY },
    };
    proof.farthest = proof.distance().unwrap_or(0) + LINK_FARTHER;
    let found = proof.at_all_widths();
    if let (Found::Settled(..), Some(trace)) = (found, trace) {
        proof.record(question.first, trace);
    }
    Some((found, proof.cost))
}

impl Proof<'_> {
    pub(super) fn goal(&self) -> Goal {
        self.question.goal
    }

    /// What is found at the largest width that can be settled.
    fn at_all_widths(&mut self) -> Found {
        let claim = self.question.claim;
        let mut found = Found::Open(None);
        // Where everything is tried anyway, there is nothing to widen; nor where the ways are.
        let widest =
            if self.is_small() || self.question.goal != Goal::Capture { 0 } else { PROOF_WIDTH };
        for moves in 0..=widest {
            self.wide = Wide { moves, points: self.cost.touched };
            self.question.claim = claim;
            let mut now = self.find();
            if claim.is_some() && !matches!(now, Found::Open(_) | Found::Settled(Code::Win, _)) {
                self.question.claim = None;
                now = self.find();
            }
            if matches!(now, Found::Open(_)) {
                if moves == 0 {
                    found = now;
                }
                break;
            }
            found = now;
        }
        found
    }

    /// By turns under the rules of kos: the one under which who moves first needs no ko has
    /// the larger part.
    fn find(&mut self) -> Found {
        let attacks = self.question.first != self.owner;
        let (strict, lenient) =
            if attacks { (Kos::Against, Kos::For) } else { (Kos::For, Kos::Against) };
        let mut known = [None::<(bool, Point)>; 2];
        let mut turn = PROOF_TURN;
        loop {
            for (i, kos) in [strict, lenient].into_iter().enumerate() {
                if known[i].is_some() || self.is_over() {
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
            if self.is_over() {
                return Found::Open(self.likely);
            }
            if let [Some(_), Some((_, by_ko))] = known {
                while !self.is_over() {
                    match self.turn(Kos::Neutral, turn) {
                        Some((true, p)) => return Found::Settled(Code::KoA, p),
                        Some((false, _)) => return Found::Settled(Code::KoB, by_ko),
                        None => turn *= 2,
                    }
                }
                return Found::Open(self.likely);
            }
            turn *= 2;
        }
    }

    fn is_over(&self) -> bool {
        self.cost.timed_out || self.cost.nodes >= self.question.nodes
    }

    /// Goes on under a rule for so many nodes: whether who moves first has his way, and by
    /// which move, if that is known then.
    fn turn(&mut self, kos: Kos, part: u64) -> Option<(bool, Point)> {
        self.kos = kos;
        self.limit = (self.cost.nodes + part.max(1)).min(self.question.nodes);
        let key = self.key(self.question.first, 0);
        let open = Effort { mine: NEVER, theirs: NEVER };
        let (effort, _, best) = self.visit(self.question.first, key, open);
        match effort {
            Effort { mine: 0, .. } => Some((true, best)),
            Effort { theirs: 0, .. } => Some((false, Point::PASS)),
            Effort { mine, theirs } => {
                let strict =
                    if self.question.first == self.owner { Kos::For } else { Kos::Against };
                if kos == strict {
                    self.likely = (mine < theirs).then_some(best);
                }
                None
            }
        }
    }

    /// The key of the position on the board, so many moves from the root.
    pub(super) fn key(&self, to_move: Color, depth: usize) -> u64 {
        let width = if depth < self.wide.moves { self.wide.moves as u64 } else { 0 };
        let claim = u64::from(depth == 0 && self.question.claim.is_some());
        let rule = claim << 60 | width << 56 | (self.kos as u64) << 48 | u64::from(self.s.0) << 32;
        self.board.hash_for(to_move) ^ mix(rule | self.komaster.number()) ^ self.salt
    }

    /// Looks at a position until it takes more than so much for either player: what it takes
    /// then, on which position of the path that rests, and the best move.
    fn visit(&mut self, color: Color, key: u64, limits: Effort) -> (Effort, u8, Point) {
        let depth = self.path.len();
        let before = self.cost.nodes;
        self.path.push(key);
        let mut children = self.spare.pop().unwrap_or_default();
        self.children(color, &mut children);
        let (now, best) = loop {
            let all = summary(&children, true);
            let Summary { now, best, .. } = all;
            let enough = now.mine >= limits.mine || now.theirs >= limits.theirs;
            if now.is_settled() || enough || self.is_late() {
                break (now, best);
            }
            let child = children[best];
            let further = all.limits_of_best(limits, child.effort, PROOF_FURTHER);
            let Some(tried) = self.play(color, child.point) else { break (now, best) };
            let (effort, rests, _) = self.visit(color.other(), child.key, further);
            self.undo(tried);
            (children[best].effort, children[best].rests) = (effort, rests);
        };
        let point = children.get(best).map_or(Point::PASS, |c| c.point);
        let rests = resting(now, &children, depth);
        children.clear();
        self.spare.push(children);
        let work = u32::try_from(self.cost.nodes - before + 1).unwrap_or(u32::MAX);
        self.table.put_on_path(&self.path, now, work, rests);
        self.path.pop();
        (now, rests, point)
    }

    fn is_late(&mut self) -> bool {
        if self.cost.nodes >= self.next_check {
            self.next_check = self.cost.nodes + NODES_PER_CLOCK;
            self.cost.timed_out |= self.question.deadline.passed();
        }
        self.cost.timed_out || self.cost.nodes >= self.limit
    }

    /// Whether a colour has to wait before it retakes a ko.
    fn respects(&self, color: Color) -> bool {
        match self.kos {
            Kos::Against => color != self.owner,
            Kos::For => color == self.owner,
            Kos::Neutral => true,
        }
    }

    /// Plays or passes, if the rules and the komaster scheme allow it; what was before it.
    pub(super) fn play(&mut self, color: Color, p: Point) -> Option<(Komaster, Kos)> {
        let (before, kos) = (self.komaster, self.kos);
        let scheme = self.question.scheme;
        if p.is_pass() {
            self.board.pass(color);
            self.kos = Kos::For;
            return Some((before, kos));
        }
        if let Some(taken) = self.board.takes_ko(color, p) {
            if self.board.ko() == Some((p, color)) && self.respects(color) {
                return None;
            }
            let after = before.after_capture(scheme, self.board, color, p, taken)?;
            if !self.board.try_play_ko(color, p) {
                return None;
            }
            self.komaster = after;
        } else {
            if before.forbids(scheme, color, p) || !self.board.try_play(color, p) {
                return None;
            }
            self.komaster = before.after_other(scheme, self.board);
        }
        Some((before, kos))
    }

    pub(super) fn undo(&mut self, before: (Komaster, Kos)) {
        self.board.undo();
        (self.komaster, self.kos) = before;
    }

    /// All moves of a position, up to the first that settles it.
    pub(super) fn children(&mut self, color: Color, out: &mut Vec<Child>) {
        let (moves, pass) = match self.question.goal {
            Goal::Capture if color == self.owner => self.defences(),
            Goal::Capture => (self.attacks(), false),
            Goal::Cut(_) | Goal::KeepOut(_) => (self.moves_of_link(color), false),
        };
        // Asked for a move, the owner is not told to pass.
        let at_root = self.path.len() == 1;
        let pass = pass && !at_root;
        let wide = self.path.len() <= self.wide.moves;
        let moves = match self.question.claim {
            Some(claim) if at_root => [claim].into_iter().collect(),
            _ if wide => self.widened(color, moves),
            _ => moves,
        };
        self.cost.touched.union_with(&moves);
        for point in moves.into_iter().chain(pass.then_some(Point::PASS)) {
            let Some(tried) = self.play(color, point) else { continue };
            let key = self.key(color.other(), self.path.len());
            let (effort, rests) = self.known(key, color.other());
            self.undo(tried);
            out.push(Child { point, rests, key, effort });
            if effort.theirs == 0 && rests == NOTHING {
                return;
            }
        }
    }

    /// What is known of the position on the board, or can be seen at once.
    fn known(&mut self, key: u64, to_move: Color) -> (Effort, u8) {
        let entry = self.table.get(key).copied();
        if let Some(entry) = entry
            && entry.effort.is_settled()
        {
            return (entry.effort, NOTHING);
        }
        if let Some(found) = self.repeated(key, to_move) {
            return found;
        }
        if let Some(entry) = entry {
            if entry.twins
                && let Some(known) = self.table.get_on_path(&self.path, key)
            {
                return known;
            }
            return (entry.effort, NOTHING);
        }
        self.cost.nodes += 1;
        let effort = self.look(to_move);
        self.table.put(key, effort, 1, NOTHING);
        (effort, NOTHING)
    }

    /// The result if the position is on the path already, or the path too long.
    fn repeated(&self, key: u64, to_move: Color) -> Option<(Effort, u8)> {
        let at = self.path.place(key, PROOF_DEPTH)?;
        let winner = match self.kos {
            Kos::Against => self.owner,
            Kos::For => self.owner.other(),
            Kos::Neutral => self.question.first.other(),
        };
        let effort = if winner == to_move { Effort::DONE } else { Effort::FAILED };
        Some((effort, at))
    }

    /// What can be seen of the position on the board without a move.
    fn look(&self, to_move: Color) -> Effort {
        if self.question.goal != Goal::Capture {
            return self.look_at_link(to_move);
        }
        let board = &*self.board;
        let defends = to_move == self.owner;
        if board.color_at(self.s) != Some(self.owner) {
            return match defends {
                true if self.retakes() => Effort { mine: 1, theirs: 1 },
                true if snapback(board, self.owner).is_some() => Effort::DONE,
                true => Effort::FAILED,
                false => Effort::DONE,
            };
        }
        let here = board.liberty_count(self.s);
        if here >= PROOF_SAFE && !self.is_small() {
            return if defends { Effort::DONE } else { Effort::FAILED };
        }
        if !defends {
            if capture_at_once(board, self.s, self.owner).is_some() {
                return Effort::DONE;
            }
            let shortage = PROOF_SAFE.saturating_sub(here.max(1)) as u32;
            return Effort { mine: attack(here), theirs: PROOF_SHORTAGE.pow(shortage) };
        }
        let grown = |p| board.liberties_after(self.owner, p, 7);
        let most = board.liberties(self.s).iter().map(grown).max().unwrap_or(0);
        let in_atari = !board.adjacent_list::<1>(self.s, 1).is_empty();
        let hold = attack(most.max(here)) * if in_atari { PROOF_ATARI } else { 1 };
        Effort { mine: 1, theirs: hold }
    }

    /// Whether the string has just been taken in a ko that its owner may retake.
    fn retakes(&self) -> bool {
        !self.respects(self.owner) && self.board.ko() == Some((self.s, self.owner))
    }
}

/// First effort of an attack on this many liberties.
fn attack(liberties: usize) -> u32 {
    PROOF_LIBERTY.pow(liberties.clamp(1, 7) as u32 - 1)
}
