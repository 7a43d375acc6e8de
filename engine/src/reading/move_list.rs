//! A short list of moves with worths, on the stack.

use crate::search::parameters::MOVE_KINDS;
use arrayvec::ArrayVec;
use mkpat_rt::geom::Point;

const CAPACITY: usize = 48;

/// Why a move is proposed: for statistics and traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum MoveKind {
    /// On a liberty of the string.
    Direct,
    /// Takes stones next to the string, or prevents that they are taken.
    Capture,
    /// Prepares a move that would be short of liberties.
    Backfill,
    /// On a liberty that the string would gain by an extension.
    Second,
    /// On a liberty of a stone that hems the string in.
    Chain,
    /// About a string of the same side that the string could connect to.
    Friend,
}

const _: () = assert!(MoveKind::Friend as usize + 1 == MOVE_KINDS);

/// A proposed move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProposedMove {
    pub(super) worth: i32,
    pub(super) point: Point,
    pub(super) kind: MoveKind,
    /// Late move reduction: others were worth more, so it is read less deeply.
    pub(super) reduced: bool,
}

/// Moves to try. Each is there once; of repeated proposals the larger worth
/// counts. When the list is full, further moves are ignored.
pub(super) struct MoveList {
    moves: ArrayVec<ProposedMove, CAPACITY>,
    /// A bit for every point in the list; some have the same.
    known: u64,
}

impl MoveList {
    pub(super) fn new() -> MoveList {
        MoveList { moves: ArrayVec::new(), known: 0 }
    }

    // Not inlined: copies of it would fill the L1 instruction cache.
    #[inline(never)]
    pub(super) fn push(&mut self, point: Point, worth: i32, kind: MoveKind) {
        let bit = 1 << (point.idx() % 64);
        if self.known & bit != 0
            && let Some(m) = self.moves.iter_mut().find(|m| m.point == point)
        {
            if worth > m.worth {
                m.worth = worth;
                m.kind = kind;
            }
        } else {
            self.known |= bit;
            // When it is full, what comes is left out.
            let _ = self.moves.try_push(ProposedMove { worth, point, kind, reduced: false });
        }
    }

    /// Puts the moves from number `from` on in order, best first; equal worths
    /// stay in order of the first proposal.
    pub(super) fn sort_from(&mut self, from: usize) {
        self.moves[from..].sort_by_key(|m| -m.worth);
    }

    /// Leaves out what comes after the first `max` moves, but nothing before number
    /// `from`. Moves as good as the last one that stays also stay, so that the choice
    /// does not depend on which way round the board lies.
    pub(super) fn keep(&mut self, from: usize, max: usize) {
        if max <= from {
            self.moves.truncate(from);
        } else if self.moves.len() > max {
            let last = self.moves[max - 1].worth;
            let more = self.moves[max..].iter().take_while(|m| m.worth == last).count();
            self.moves.truncate(max + more);
        }
    }

    /// Leaves out the moves of this kind from number `from` on.
    pub(super) fn leave_out(&mut self, from: usize, kind: MoveKind) {
        let mut kept = from;
        for i in from..self.moves.len() {
            if self.moves[i].kind != kind {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The largest worth of the moves from number `from` on.
    pub(super) fn highest_from(&self, from: usize) -> i32 {
        self.moves.iter().skip(from).map(|m| m.worth).max().unwrap_or(i32::MIN)
    }

    /// How many of the first moves have at least this worth.
    pub(super) fn reaching(&self, worth: i32) -> usize {
        self.moves.iter().take_while(|m| m.worth >= worth).count()
    }

    /// Marks the moves from number `from` on as to be read less deeply.
    pub(super) fn mark_reduced(&mut self, from: usize) {
        for m in self.moves.iter_mut().skip(from) {
            m.reduced = true;
        }
    }

    /// Adds to the worths of the moves from number `from` on what is given for their
    /// kinds.
    pub(super) fn raise_from(&mut self, from: usize, extra: impl Fn(MoveKind) -> i32) {
        for m in self.moves.iter_mut().skip(from) {
            m.worth += extra(m.kind);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn get(&self, i: usize) -> ProposedMove {
        self.moves[i]
    }

    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.moves.iter().map(|m| m.point)
    }
}
