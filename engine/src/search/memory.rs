//! What searches remember, as one value: GTP, move generation and tests hand the same
//! one down.
//!
//! With any size of it, and with none, reading of strings and connections gives the same answers; only their cost differs.
//! A search about a dragon that ends at its limit may come to another answer when less has to be looked at: whoever needs one
//! that does not hang on what was asked before gives it a memory of its own, or clears it.

use super::area_cache::AreaCache;
use super::proof_table::Table;
use super::transposition_table::TranspositionTable;

/// Bytes of the table of one proof, when it is full.
const PROOF_BYTES: usize = 6 << 20;

/// The transposition table and the cache of whole questions. See the module head.
#[derive(Clone)]
pub struct Memory {
    pub(crate) table: TranspositionTable,
    pub(crate) cache: AreaCache,
    /// What a proof stores while it runs: nothing of it is used again.
    pub(crate) proofs: Table,
    /// The same for searches about dragons, which ask for proofs while they run.
    pub(crate) dragons: DragonTables,
}

/// The tables of a search about a dragon.
#[derive(Clone)]
pub(crate) struct DragonTables {
    pub(crate) search: Table,
    pub(crate) prover: Table,
}

impl DragonTables {
    /// The smallest there are.
    pub(crate) fn none() -> DragonTables {
        DragonTables { search: Table::with_bytes(0), prover: Table::with_bytes(0) }
    }
}

impl Memory {
    /// Entries of a transposition table of the usual size.
    pub const ENTRIES: usize = 1 << 17;

    /// Bytes per entry of the transposition table.
    pub const ENTRY_BYTES: usize = TranspositionTable::ENTRY_BYTES;

    /// A memory whose transposition table has at least `entries` entries (rounded up to a
    /// power of two, 4 or more), and the cache of questions a place for every
    /// thirty-second one; 0 makes one that remembers nothing.
    pub fn new(entries: usize) -> Memory {
        Memory {
            table: TranspositionTable::new(entries),
            cache: AreaCache::new(entries / 32),
            proofs: Table::with_bytes(PROOF_BYTES),
            dragons: DragonTables {
                search: Table::with_bytes(PROOF_BYTES),
                prover: Table::with_bytes(PROOF_BYTES),
            },
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.cache.clear();
        for table in [&mut self.proofs, &mut self.dragons.search, &mut self.dragons.prover] {
            table.forget();
        }
    }

    /// Memory that it takes when it is full, in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.cache.bytes()
    }
}

impl Default for Memory {
    /// The usual size: some 5 MB, of which the transposition table takes two.
    fn default() -> Self {
        Memory::new(Memory::ENTRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::proof_numbers::{Effort, NOTHING};

    #[test]
    fn nothing_is_left_after_clearing() {
        let mut memory = Memory::new(64);
        let tables = |memory: &Memory| {
            let Memory { proofs, dragons: DragonTables { search, prover }, .. } = memory.clone();
            [proofs, search, prover].map(|table| table.get(1).is_some())
        };
        for table in [&mut memory.proofs, &mut memory.dragons.search, &mut memory.dragons.prover] {
            table.put(1, Effort { mine: 1, theirs: 1 }, 1, NOTHING);
        }
        assert_eq!(tables(&memory), [true; 3]);
        memory.clear();
        assert_eq!(tables(&memory), [false; 3]);
    }

    /// The program itself and its memory have to stay below 64 MB.
    #[test]
    fn the_usual_size_is_small() {
        let memory = Memory::default();
        assert!(memory.bytes() <= 8 << 20, "{} bytes", memory.bytes());
    }
}
