//! The transposition table of reading.
//!
//! An entry answers one question (attack or defend) about one string in one
//! position, at one ply, for one komaster and one set of limits; all of these
//! are in its key, so an answer from the table is the answer a search would
//! give. With the answer is kept what it cost without a table; a question is
//! charged that much, so that the node limit cuts it short at the same place with
//! any table or none. Answers that were cut short are not kept.
//!
//! *Aging*: entries know the number of the question from outside during which they
//! were found. Two entries share a place; a new one replaces the entry of the older
//! question or, if both are as old, the one that cost less. After [`AGE`] questions
//! an entry is not used any more.
//!
//! With every question is kept where it looked ([`Memo::shadow`]): whoever uses an
//! answer of another question depends on the same vertices. That is what the cache
//! of whole questions ([`Cache`]) needs, which is part of a memo.

use super::Reading;
use super::cache::Cache;
use super::stage::Stage;
use crate::board::PointSet;

/// Number of questions after which an entry is forgotten. A power of two.
const AGE: u32 = 1 << 12;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    reading: Reading,
    /// Nodes that the answer costs without a table.
    cost: u32,
    /// During which question it was found; 0 if there is none.
    question: u32,
}

const FREE: Entry = Entry { key: 0, reading: Reading::LOST, cost: 0, question: 0 };

/// Two entries that share a place.
type Place = [Entry; 2];

/// A table of fixed size, and the cache of whole questions. See the module head.
#[derive(Clone)]
pub struct Memo {
    places: Vec<Place>,
    mask: usize,
    /// The number of the present question.
    question: u32,
    /// Where the last questions looked, by their numbers modulo [`AGE`].
    shadows: Vec<PointSet>,
    pub(super) cache: Cache,
    /// Where the last question was asked.
    stage: Option<Box<Stage>>,
}

impl Memo {
    /// Entries of a table of the usual size.
    pub const PLACES: usize = 1 << 16;

    /// Bytes per entry.
    pub const PLACE_BYTES: usize = size_of::<Entry>();

    /// A table of at least `entries` entries (rounded up to a power of two, 2 or
    /// more); 0 makes one that remembers nothing. The cache of questions has a place
    /// for every sixteenth entry.
    pub fn new(entries: usize) -> Memo {
        let n = if entries == 0 { 0 } else { entries.next_power_of_two().max(2) / 2 };
        Memo {
            places: vec![[FREE; 2]; n],
            mask: n.saturating_sub(1),
            question: 0,
            shadows: vec![PointSet::EMPTY; if n == 0 { 0 } else { AGE as usize }],
            cache: Cache::new(entries / 16),
            stage: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill([FREE; 2]);
        self.question = 0;
        self.cache.clear();
        self.stage = None;
    }

    /// Memory that it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.places.len() * size_of::<Place>()
            + self.shadows.len() * size_of::<PointSet>()
            + self.cache.bytes()
    }

    /// The stage of the last question, to be given back by [`Memo::keep_stage`].
    pub(super) fn take_stage(&mut self) -> Option<Box<Stage>> {
        self.stage.take()
    }

    /// Keeps the stage for the next question.
    pub(super) fn keep_stage(&mut self, stage: Box<Stage>) {
        self.stage = Some(stage);
    }

    /// A new question is asked.
    pub(super) fn begin(&mut self) {
        match self.question.checked_add(1) {
            Some(next) => self.question = next,
            // Numbers start again: old ones would seem young.
            None => {
                self.places.fill([FREE; 2]);
                self.question = 1;
            }
        }
    }

    /// Keeps where the present question looked.
    pub(super) fn end(&mut self, shadow: &PointSet) {
        if let Some(place) = self.shadows.get_mut((self.question % AGE) as usize) {
            *place = *shadow;
        }
    }

    /// Where another question looked, which an entry is from; `None` for the present
    /// one.
    fn shadow(&self, question: u32) -> Option<&PointSet> {
        if question == self.question { None } else { self.shadows.get((question % AGE) as usize) }
    }

    /// The answer and its cost, and what to add to where the present question looks.
    pub(super) fn get(&self, key: u64) -> Option<(Reading, u64, Option<&PointSet>)> {
        let place = self.places.get(key as usize & self.mask)?;
        let e = place.iter().find(|e| e.key == key && e.question != 0)?;
        if self.question.wrapping_sub(e.question) >= AGE {
            return None;
        }
        Some((e.reading, u64::from(e.cost), self.shadow(e.question)))
    }

    pub(super) fn put(&mut self, key: u64, reading: Reading, cost: u64) {
        let (Ok(cost), question) = (u32::try_from(cost), self.question.max(1)) else { return };
        let Some(place) = self.places.get_mut(key as usize & self.mask) else { return };
        let new = Entry { key, reading, cost, question };
        let [a, b] = place;
        let first = a.key == key || b.key != key && (a.question, a.cost) <= (b.question, b.cost);
        *(if first { a } else { b }) = new;
    }
}

/// splitmix64's finisher.
pub(super) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Default for Memo {
    /// The usual size: some 2 MB.
    fn default() -> Self {
        Memo::new(Memo::PLACES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Code;
    use mkpat_rt::geom::Point;

    fn found(memo: &Memo, key: u64) -> Option<u64> {
        memo.get(key).map(|(_, cost, _)| cost)
    }

    #[test]
    fn older_questions_make_room_then_cheaper_answers() {
        let mut memo = Memo::new(2);
        let answer = Reading { code: Code::Win, point: Point(40) };
        memo.begin();
        memo.put(1, answer, 10);
        memo.put(2, answer, 5);
        memo.put(3, answer, 7);
        assert_eq!([1, 2, 3].map(|k| found(&memo, k)), [Some(10), None, Some(7)]);
        memo.begin();
        memo.put(4, answer, 1);
        memo.put(5, answer, 1);
        assert_eq!([1, 3, 4, 5].map(|k| found(&memo, k)), [None, None, Some(1), Some(1)]);
        memo.put(4, answer, 2);
        assert_eq!([4, 5].map(|k| found(&memo, k)), [Some(2), Some(1)]);
        for _ in 0..AGE {
            memo.begin();
        }
        assert_eq!([4, 5].map(|k| found(&memo, k)), [None, None]);
    }

    #[test]
    fn nothing_is_kept_without_places_or_after_clearing() {
        let mut none = Memo::new(0);
        none.begin();
        none.put(1, Reading::LOST, 1);
        assert_eq!((found(&none, 1), none.bytes()), (None, 0));
        let mut memo = Memo::default();
        memo.begin();
        memo.put(1, Reading::LOST, 1);
        assert_eq!(found(&memo, 1), Some(1));
        memo.clear();
        assert_eq!(found(&memo, 1), None);
    }

    /// Two memos are in use, of the session and of the engine, besides the program
    /// itself: all of it has to stay below 64 MB.
    #[test]
    fn the_usual_size_is_small() {
        let memo = Memo::default();
        assert!(memo.bytes() <= 4 << 20, "{} bytes", memo.bytes());
        assert_eq!(memo.places.len() * 2, Memo::PLACES);
    }
}
