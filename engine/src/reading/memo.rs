//! The transposition table of reading.
//!
//! An entry answers one question (attack or defend) about one string in one
//! position, at one ply, for one komaster and one set of limits; all of these
//! are in its key, so an answer from the table is the answer a search would
//! give. With the answer is kept what it cost without a table; a question is
//! charged that much, so that the node limit cuts it short at the same place with
//! any table or none. Answers that were cut short are not kept.

use super::{Code, Reading};
use mkpat_rt::geom::Point;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    reading: Reading,
    /// Nodes that the answer costs without a table.
    cost: u32,
}

/// Table of fixed size; a newer entry takes the place of an older one.
#[derive(Clone)]
pub struct Memo {
    entries: Vec<Entry>,
    mask: usize,
}

const FREE: Entry =
    Entry { key: 0, reading: Reading { code: Code::Lose, point: Point::PASS }, cost: 0 };

impl Memo {
    /// Places of a table of the usual size.
    pub const PLACES: usize = 1 << 16;

    /// Bytes per place.
    pub const PLACE_BYTES: usize = size_of::<Entry>();

    /// A table with at least `entries` places (rounded up to a power of two);
    /// 0 makes a table that remembers nothing.
    pub fn new(entries: usize) -> Memo {
        let n = if entries == 0 { 0 } else { entries.next_power_of_two() };
        Memo { entries: vec![FREE; n], mask: n.saturating_sub(1) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(FREE);
    }

    /// The answer and its cost.
    pub(super) fn get(&self, key: u64) -> Option<(Reading, u64)> {
        let e = self.entries.get(key as usize & self.mask)?;
        (e.key == key && key != 0).then_some((e.reading, u64::from(e.cost)))
    }

    pub(super) fn put(&mut self, key: u64, reading: Reading, cost: u64) {
        let Ok(cost) = u32::try_from(cost) else { return };
        if let Some(e) = self.entries.get_mut(key as usize & self.mask) {
            *e = Entry { key, reading, cost };
        }
    }
}

impl Default for Memo {
    /// 65 536 places (1 MB).
    fn default() -> Self {
        Memo::new(Memo::PLACES)
    }
}
