//! Table of the full-board matcher (docs/pattern-language.md, "Full-board patterns"): hashes of
//! positions.
//!
//! A full-board pattern says of every vertex of a board what is there, so that
//! one number stands for its position: the [`position_hash`] of the board as O
//! sees it. The table holds that number for every pattern in every orientation
//! of its symmetry, in increasing order, and a lookup is a binary search. Equal
//! hashes are a suspicion; the matcher compares the stones.
//!
//! Differences from GNU Go: boards of even size have patterns, too (nothing is
//! counted from the centre), and a ko is not part of the position.

use std::fmt::Write as _;

use super::{O, Symbol, TakeWords, X};
use crate::bytes::{ByteReader, ByteWriter, DecodeError, WordView, Words};
use crate::geom::{MAX_BOARD, Transform};
use crate::helper::PatternId;
use crate::rng::{self, GOLDEN};

/// Words per entry: hash (two), pattern and transformation.
const ENTRY: usize = 3;
/// Most patterns of a table.
pub const MAX_PATTERNS: usize = 1 << 29;

/// The hash of a position: board size, and the stones as row, column and
/// [`Symbol`] (O or X; others add nothing), in any order.
///
/// Every stone adds a fixed pseudo-random number, so the hash does not depend on
/// the order and is the same everywhere.
pub fn position_hash(size: usize, stones: impl IntoIterator<Item = (usize, usize, Symbol)>) -> u64 {
    let key = |row: usize, col: usize, symbol: Symbol| {
        mix(((row * MAX_BOARD + col) * 4 + usize::from(symbol)) as u64)
    };
    stones
        .into_iter()
        .filter(|&(_, _, symbol)| symbol == O || symbol == X)
        .fold(mix(u64::MAX - size as u64), |hash, (row, col, symbol)| hash ^ key(row, col, symbol))
}

/// Spreads the bits of a number over a word.
fn mix(n: u64) -> u64 {
    rng::mix(n.wrapping_add(GOLDEN))
}

/// A pattern in one orientation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Entry {
    /// Hash of its position, as O sees it.
    pub hash: u64,
    /// The pattern.
    pub pattern: PatternId,
    /// The orientation.
    pub transform: Transform,
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullBoard {
    /// Packed [`Entry`]s in increasing order.
    entries: Words,
}

impl FullBoard {
    /// The table of these entries.
    ///
    /// # Panics
    ///
    /// If a pattern has a number of [`MAX_PATTERNS`] or more.
    pub fn new(mut entries: Vec<Entry>) -> FullBoard {
        entries.sort_unstable();
        let words: Vec<u32> = entries
            .iter()
            .flat_map(|e| {
                assert!(e.pattern.idx() < MAX_PATTERNS);
                [
                    e.hash as u32,
                    (e.hash >> 32) as u32,
                    e.pattern.0 << 3 | e.transform.index() as u32,
                ]
            })
            .collect();
        FullBoard { entries: Words::from_words(&words) }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len() / ENTRY
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        4 * self.entries.len()
    }

    /// The entries with this hash, by pattern and transformation.
    pub fn find(&self, hash: u64) -> impl Iterator<Item = Entry> + '_ {
        let view = self.entries.view();
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if entry(view, middle).hash < hash {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        (from..self.len()).map(move |i| entry(view, i)).take_while(move |e| e.hash == hash)
    }

    pub(super) fn encode(&self, w: &mut ByteWriter) {
        w.blob(&self.entries.0);
    }

    pub(super) fn decode<'a>(
        r: &mut ByteReader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<FullBoard, DecodeError> {
        let table = FullBoard { entries: words(r)? };
        let view = table.entries.view();
        if !view.len().is_multiple_of(ENTRY) {
            return Err(r.error("fullboard: broken entries"));
        }
        let entries = (0..table.len()).map(|i| entry(view, i));
        if entries.clone().any(|e| e.pattern.idx() >= patterns) {
            return Err(r.error("fullboard: no such pattern"));
        }
        if !entries.is_sorted() {
            return Err(r.error("fullboard: entries are not in order"));
        }
        Ok(table)
    }

    /// The table as text, one line an entry: hash, pattern, transformation.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = format!("fullboard: {} positions, {} bytes\n", self.len(), self.bytes());
        for i in 0..self.len() {
            let e = entry(self.entries.view(), i);
            let _ = writeln!(out, "{:016x} {} t{}", e.hash, name(e.pattern), e.transform.index());
        }
        out
    }
}

fn entry(view: WordView<'_>, i: usize) -> Entry {
    let (low, high, head) = (view.get(ENTRY * i), view.get(ENTRY * i + 1), view.get(ENTRY * i + 2));
    Entry {
        hash: u64::from(high) << 32 | u64::from(low),
        pattern: PatternId(head >> 3),
        transform: Transform::ALL[head as usize & 7],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash is part of the byte format: another one needs another version.
    #[test]
    fn hashes_never_change_and_do_not_depend_on_order() {
        assert_eq!(position_hash(19, []), 0xff32_a37d_de1f_1c11);
        let stones = [(3, 15, O), (15, 3, X), (2, 3, O)];
        let hash = position_hash(19, stones);
        assert_eq!(hash, position_hash(19, stones.into_iter().rev()));
        assert_eq!(
            hash,
            position_hash(19, stones.into_iter().chain([(0, 0, super::super::EMPTY)]))
        );
        assert_ne!(hash, position_hash(18, stones));
        assert_ne!(position_hash(19, [(3, 15, O)]), position_hash(19, [(3, 15, X)]));
    }

    #[test]
    fn all_entries_with_a_hash_are_found() {
        let e = |hash, pattern, t| Entry {
            hash,
            pattern: PatternId(pattern),
            transform: Transform::ALL[t],
        };
        let entries = vec![e(9, 0, 0), e(7, 1, 3), e(7, 0, 5), e(7, 1, 0), e(1, 2, 2)];
        let table = FullBoard::new(entries);
        let found: Vec<Entry> = table.find(7).collect();
        assert_eq!(found, [e(7, 0, 5), e(7, 1, 0), e(7, 1, 3)]);
        assert_eq!(table.find(9).count(), 1);
        assert_eq!(table.find(1).count(), 1);
        assert_eq!(table.find(8).count(), 0);
        assert_eq!(FullBoard::new(Vec::new()).find(0).count(), 0);
    }
}
