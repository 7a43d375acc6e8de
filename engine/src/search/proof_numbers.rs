//! Proof numbers: what depth-first proof-number searches share, whatever they play on.
//!
//! In df-pn (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
//! 2002) each position has two numbers ([`Effort`]), made from those of the positions after its moves
//! ([`summary`]). A result that rests on a position of the path holds on that path only
//! (Kishimoto and Müller, "A general solution to the graph history interaction problem",
//! 2004): [`ProofPath`] is that path, [`resting`] says on which of its positions a result
//! rests, and the table of `proof_table` keeps such results apart.

use mkpat_rt::rng::mix;

/// More than any effort.
pub(crate) const NEVER: u32 = 1 << 28;

/// Rests on no position of the path.
pub(crate) const NOTHING: u8 = u8::MAX;

/// What it seems to take until a player has his way: 0 if he has, [`NEVER`] if he cannot (the
/// numbers φ and δ of Nagai's df-pn).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// For the player to move.
    pub(crate) mine: u32,
    /// For his opponent.
    pub(crate) theirs: u32,
}

impl Effort {
    pub(crate) const DONE: Effort = Effort { mine: 0, theirs: NEVER };
    pub(crate) const FAILED: Effort = Effort { mine: NEVER, theirs: 0 };

    pub(crate) fn is_settled(self) -> bool {
        self.mine == 0 || self.theirs == 0
    }
}

/// A move of a position that is being searched.
pub(crate) trait Tried {
    /// Of the position after it, for the player to move there.
    fn effort(&self) -> Effort;
    /// The first position of the path on which that rests, or [`NOTHING`].
    fn rests(&self) -> u8;
}

/// The efforts of a position's moves, taken together.
#[derive(Clone, Copy)]
pub(crate) struct Summary {
    pub(crate) now: Effort,
    /// The best move's index.
    pub(crate) best: usize,
    /// The opponent's effort after the second-best move.
    second: u32,
    /// What other moves than the best one add to the opponent's effort.
    rest: u32,
}

/// The efforts of all moves taken together. `add`: efforts of moves that all have to be
/// refuted are added; else the largest counts, and one for each further one.
pub(crate) fn summary<T: Tried>(tried: &[T], add: bool) -> Summary {
    let (mut first, mut second, mut best) = (u32::MAX, NEVER, 0);
    let (mut most, mut sum, mut count) = (0u32, 0u32, 0u32);
    for (i, e) in tried.iter().map(Tried::effort).enumerate() {
        if e.theirs < first {
            second = first.min(NEVER);
            (first, best) = (e.theirs, i);
        } else if e.theirs < second {
            second = e.theirs;
        }
        // A move that has failed needs no refutation any more.
        if e.mine > 0 {
            most = most.max(e.mine);
            sum = sum.saturating_add(e.mine);
            count += 1;
        }
    }
    if first == 0 {
        return Summary { now: Effort::DONE, best, second, rest: 0 };
    }
    if first >= NEVER {
        return Summary { now: Effort::FAILED, best, second, rest: 0 };
    }
    let (theirs, rest) = match add {
        true => (sum, sum - tried[best].effort().mine),
        false => (most + count - 1, count - 1),
    };
    Summary { now: Effort { mine: first, theirs: theirs.clamp(1, NEVER - 1) }, best, second, rest }
}

impl Summary {
    /// How far the best move is looked at if its position may take `limits`: until it takes more
    /// than the second-best move, and one part in `further` more.
    pub(crate) fn limits_of_best(&self, limits: Effort, child: Effort, further: u32) -> Effort {
        let mine = match limits.theirs {
            NEVER.. => NEVER,
            theirs => (theirs - self.rest.min(theirs)).clamp(child.mine + 1, NEVER),
        };
        let second = self.second.saturating_add(1 + self.second / further).min(NEVER);
        Effort { mine, theirs: limits.mine.min(second) }
    }
}

/// The first position of the path on which a result rests, if that lies above the position
/// at this depth.
pub(crate) fn resting<T: Tried>(now: Effort, tried: &[T], depth: usize) -> u8 {
    let rests = if now.mine == 0 {
        let done = tried.iter().filter(|t| t.effort().theirs == 0);
        done.map(Tried::rests).max().unwrap_or(NOTHING)
    } else if now.theirs == 0 {
        tried.iter().map(Tried::rests).min().unwrap_or(NOTHING)
    } else {
        NOTHING
    };
    if usize::from(rests) >= depth { NOTHING } else { rests }
}

/// The positions from the root to the present one.
#[derive(Default)]
pub(crate) struct ProofPath {
    keys: Vec<u64>,
    /// Of positions and their order.
    hash: u64,
}

impl ProofPath {
    /// Positions on it.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Of positions and their order.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash with one more position.
    #[inline]
    pub(crate) fn hash_with(&self, key: u64) -> u64 {
        self.hash ^ mix(key ^ self.keys.len() as u64)
    }

    /// The present position.
    pub(crate) fn last(&self) -> Option<u64> {
        self.keys.last().copied()
    }

    pub(crate) fn push(&mut self, key: u64) {
        self.hash = self.hash_with(key);
        self.keys.push(key);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.hash = self.hash_with(key);
        }
    }

    /// The place of a position on the path; the first if the path is longer than `most`, so
    /// that it ends there.
    #[inline]
    pub(crate) fn place(&self, key: u64, most: usize) -> Option<u8> {
        let at = match self.keys.len() >= most {
            true => 0,
            false => self.keys.iter().position(|&k| k == key)?,
        };
        Some(at.min(usize::from(NOTHING) - 1) as u8)
    }
}
