//! Sets of helpers: what a database calls, what an engine implements.

use super::vocabulary::{Helper, VOCABULARY};

/// A set of helpers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelperSet([u64; 3]);

impl HelperSet {
    /// The empty set.
    pub const EMPTY: HelperSet = HelperSet([0; 3]);

    /// The set of these helpers.
    pub const fn of(helpers: &[Helper]) -> HelperSet {
        let mut set = HelperSet::EMPTY;
        let mut i = 0;
        while i < helpers.len() {
            let n = helpers[i] as usize;
            set.0[n / 64] |= 1 << (n % 64);
            i += 1;
        }
        set
    }

    /// Adds one.
    pub fn insert(&mut self, helper: Helper) {
        self.0[helper as usize / 64] |= 1 << (helper as usize % 64);
    }

    /// Whether it is in the set.
    pub const fn contains(&self, helper: Helper) -> bool {
        self.0[helper as usize / 64] & (1 << (helper as usize % 64)) != 0
    }

    /// Whether all of these are in `other`, too.
    pub fn is_subset(&self, other: &HelperSet) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Its members in vocabulary order.
    pub fn iter(&self) -> impl Iterator<Item = Helper> + '_ {
        VOCABULARY.iter().map(|info| info.helper).filter(|&h| self.contains(h))
    }
}
