//! The memory of a proof: what it seems to take in each position, in a table of fixed size.
//!
//! Entries of an earlier proof count as free places, so that a proof finds what it has
//! stored itself and nothing else: equal questions have equal answers, whatever was asked
//! before.

/// More than any effort.
pub(crate) const NEVER: u32 = 1 << 28;

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

/// Rests on no position of the path.
pub(crate) const NOTHING: u8 = u8::MAX;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) struct ProofEntry {
    key: u64,
    pub(crate) effort: Effort,
    /// Nodes below it.
    work: u32,
    /// The proof that stored it.
    proof: u16,
    /// There are results that hold on one path only.
    pub(crate) twins: bool,
    /// The first position of the path on which the result rests, or [`NOTHING`].
    pub(crate) rests: u8,
}

/// Entries that share a place.
const WAYS: usize = 4;

const FREE: ProofEntry =
    ProofEntry { key: 0, effort: Effort::DONE, work: 0, proof: 0, twins: false, rests: NOTHING };

/// See the module head.
#[derive(Clone, Default)]
pub(crate) struct ProofTable {
    entries: Vec<ProofEntry>,
    proof: u16,
}

impl ProofTable {
    /// Entries for the longest proofs: some 6 MB.
    const MOST: usize = 1 << 18;
    /// For the shortest.
    const LEAST: usize = 1 << 12;

    /// Begins a proof of at most so many nodes.
    pub(crate) fn begin(&mut self, nodes: u64) {
        let wanted = (nodes.saturating_mul(8)).clamp(Self::LEAST as u64, Self::MOST as u64);
        let wanted = (wanted as usize).next_power_of_two();
        self.proof = self.proof.wrapping_add(1);
        // A table that is larger than this proof needs would replace other entries.
        if self.proof == 0 || self.entries.len() != wanted {
            self.entries.clear();
            self.entries.resize(wanted, FREE);
            self.proof = 1;
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - WAYS)
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&ProofEntry> {
        let at = self.place(key);
        let proof = self.proof;
        self.entries[at..at + WAYS].iter().find(|e| e.key == key && e.proof == proof)
    }

    /// Stores what is known of a position: in place of what is known of it, of a free place,
    /// or of what took least.
    pub(crate) fn put(&mut self, key: u64, effort: Effort, work: u32, rests: u8) {
        let at = self.place(key);
        let proof = self.proof;
        let ways = &mut self.entries[at..at + WAYS];
        if let Some(old) = ways.iter_mut().find(|e| e.key == key && e.proof == proof) {
            old.work = old.work.saturating_add(work);
            (old.effort, old.rests) = (effort, rests);
            return;
        }
        let worth = |e: &ProofEntry| match e.proof == proof {
            true => 1 + u64::from(e.work) * if e.effort.is_settled() { 2 } else { 1 },
            false => 0,
        };
        if let Some(least) = ways.iter_mut().min_by_key(|e| worth(e)) {
            *least = ProofEntry { key, effort, work, proof, twins: false, rests };
        }
    }

    /// Notes that there are results for this position that hold on one path only.
    pub(crate) fn mark_twins(&mut self, key: u64) {
        let at = self.place(key);
        let proof = self.proof;
        let ways = &mut self.entries[at..at + WAYS];
        if let Some(e) = ways.iter_mut().find(|e| e.key == key && e.proof == proof) {
            e.twins = true;
        }
    }
}
