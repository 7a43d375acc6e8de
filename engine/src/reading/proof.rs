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
//! It is depth-first proof-number search ([`crate::search::played_proof`], which has the rules of
//! kos): what seems to take least is looked at first.
//!
//! [`Limits::effort`]: super::Limits::effort

use super::attack::capture_at_once;
use super::defence::snapback;
use super::{Code, Komaster, Scheme, Trace};
use crate::board::{Board, PointSet};
use crate::search::Deadline;
use crate::search::parameters::*;
use crate::search::played_proof::*;
use crate::search::proof_numbers::*;
use crate::search::proof_record::ProofRecord;
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;

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
    /// By how much an open search has to lean for an answer (`ProofTerms::clear`).
    pub(super) clear: u32,
    pub(super) deadline: Deadline,
}

/// A proof about one string.
pub(super) struct Proof<'a> {
    pub(super) board: &'a mut Board,
    question: ProofQuestion,
    pub(super) s: Point,
    pub(super) owner: Color,
    /// A string that is more moves off the goal counts as cut.
    pub(super) farthest: usize,
    pub(super) wide: Wide,
    /// Whether only the most promising moves of a connection are gone into.
    few: bool,
    state: ProofState<'a>,
}

// Keys of positions have four bits for the width ([`PlayedProof::salt`]).
const _: () = assert!(PROOF_WIDTH < 16);

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
    let terms = ProofTerms {
        owner,
        first: question.first,
        komaster: question.komaster,
        scheme: question.scheme,
        nodes: question.nodes,
        deadline: question.deadline,
        salt: question.goal.number(),
        turn: PROOF_TURN,
        further: PROOF_FURTHER,
        clear: question.clear,
        depth: PROOF_DEPTH,
    };
    let mut state = ProofState::new(table, terms);
    state.cost.touched.insert(s);
    let wide = Wide { moves: 0, points: PointSet::EMPTY };
    let mut proof =
        Proof { board, question, s, owner, farthest: usize::MAX, wide, few: false, state };
    proof.farthest = proof.distance().unwrap_or(0) + LINK_FARTHER;
    let found = match question.goal {
        Goal::Capture => proof.at_all_widths(),
        Goal::Cut(_) | Goal::KeepOut(_) => proof.link(),
    };
    if let (Found::Settled(..), Some(trace)) = (found, trace) {
        proof.record(question.first, s, trace);
    }
    Some((found, proof.state.cost))
}

impl Proof<'_> {
    pub(super) fn goal(&self) -> Goal {
        self.question.goal
    }

    /// The choice of moves depends on what stands there.
    pub(super) fn depends_on(&mut self, points: &PointSet) {
        self.state.cost.touched.union_with(points);
    }

    /// A position more has been looked at.
    pub(super) fn count_node(&mut self) {
        self.state.cost.nodes += 1;
    }

    /// How many moves the position being looked at is from the root.
    pub(super) fn moves_made(&self) -> usize {
        self.state.path.len().saturating_sub(1)
    }

    /// What is found about a connection: with all moves, and if these are too many to come to an
    /// end, with few.
    fn link(&mut self) -> Found {
        let nodes = self.state.terms.nodes;
        self.state.terms.nodes = (nodes / LINK_ALL_PART).min(LINK_ALL_NODES);
        let found = self.find();
        self.state.terms.nodes = nodes;
        if matches!(found, Found::Settled(..)) || self.state.is_over() {
            return found;
        }
        self.few = true;
        self.find()
    }

    /// What is found at the largest width that can be settled.
    fn at_all_widths(&mut self) -> Found {
        let claim = self.question.claim;
        let mut found = Found::Open(None);
        // Where everything is tried anyway, there is nothing to widen.
        let widest = if self.is_small() { 0 } else { PROOF_WIDTH };
        for moves in 0..=widest {
            self.wide = Wide { moves, points: self.state.cost.touched };
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
}

impl<'a> PlayedProof<'a> for Proof<'a> {
    fn board(&self) -> &Board {
        self.board
    }

    fn board_mut(&mut self) -> &mut Board {
        self.board
    }

    fn state(&self) -> &ProofState<'a> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ProofState<'a> {
        &mut self.state
    }

    fn salt(&self, depth: usize) -> u64 {
        let width = if depth < self.wide.moves { self.wide.moves as u64 } else { 0 };
        let claim = u64::from(depth == 0 && self.question.claim.is_some());
        u64::from(self.few) << 61 | claim << 60 | width << 56 | u64::from(self.s.0) << 32
    }

    fn moves(&mut self, color: Color, at_root: bool) -> Result<Vec<Proposal>, Effort> {
        let (moves, pass) = match self.question.goal {
            Goal::Capture if color == self.owner => self.defences(),
            Goal::Capture => (self.attacks(), false),
            Goal::Cut(_) | Goal::KeepOut(_) => {
                let moves = self.moves_of_link(color);
                if self.few {
                    self.state.cost.touched.union_with(&moves);
                    return Ok(self.most_promising(color, &moves));
                }
                (moves, false)
            }
        };
        // Asked for a move, the owner is not told to pass.
        let pass = pass && !at_root;
        let wide = self.state.path.len() <= self.wide.moves;
        let moves = match self.question.claim {
            Some(claim) if at_root => [claim].into_iter().collect(),
            _ if wide => self.widened(color, moves),
            _ => moves,
        };
        self.state.cost.touched.union_with(&moves);
        let all = moves.into_iter().chain(pass.then_some(Point::PASS));
        Ok(all.map(|p| (p, Effort { mine: 1, theirs: 1 })).collect())
    }

    fn look(&mut self, to_move: Color, _: Effort) -> Option<Effort> {
        // The most promising moves have been looked at.
        if self.few {
            return None;
        }
        Some(self.seen(to_move))
    }
}

impl Proof<'_> {
    /// What can be seen of the position on the board without a move.
    fn seen(&self, to_move: Color) -> Effort {
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
        !self.state.respects(self.owner) && self.board.ko() == Some((self.s, self.owner))
    }
}

/// First effort of an attack on this many liberties.
fn attack(liberties: usize) -> u32 {
    PROOF_LIBERTY.pow(liberties.clamp(1, 7) as u32 - 1)
}
