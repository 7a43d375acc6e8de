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
//! were found. Four entries share a place, which is one line of a cache; a new one
//! replaces the entry of the oldest question or, if some are as old, the one that cost
//! least. After [`AGE`] questions an entry is not used any more; so the table is
//! cleared by letting as many go by.
//!
//! Looking an entry up mostly waits for memory: a tenth of all the time. So the search
//! says what it will look up ([`Memo::fetch`]), and does something else meanwhile. And a
//! cleared table begins with few of its places, which stay in the caches of the
//! processor; when as many answers have been kept as these can hold, it uses twice as
//! many. (All the questions about the strings of a position fill the first few places
//! once or twice: 5 % less time than with all of a megabyte, and 0.2 % more nodes.)
//!
//! With every question is kept where it looked ([`Memo::shadow`]): whoever uses an
//! answer of another question depends on the same vertices. That is what the cache
//! of whole questions ([`Cache`]) needs, which is part of a memo.

use super::cache::Cache;
use super::stage::Stage;
use super::{Code, Reading};
use crate::board::PointSet;
use mkpat_rt::geom::{AREA, Point};

/// Number of questions after which an entry is forgotten. A power of two.
const AGE: u32 = 1 << 12;

/// Questions have numbers below this one.
const QUESTIONS: u32 = 1 << (32 - ANSWER);

/// Bits of an answer: ten for the point, three for the code.
const ANSWER: u32 = 13;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// Nodes that the answer costs without a table.
    cost: u32,
    /// From the highest bit: the number of the question during which it was found, 0 if
    /// there is none; the code of the answer; its point.
    rest: u32,
}

const FREE: Entry = Entry { key: 0, cost: 0, rest: 0 };

impl Entry {
    fn new(key: u64, reading: Reading, cost: u32, question: u32) -> Entry {
        const { assert!(AREA <= 1 << 10 && Code::Win as u32 <= 7) };
        let answer = u32::from(reading.point.0) | (reading.code as u32) << 10;
        Entry { key, cost, rest: question << ANSWER | answer }
    }

    fn question(self) -> u32 {
        self.rest >> ANSWER
    }

    fn reading(self) -> Reading {
        const KO_B: u32 = Code::KoB as u32;
        const KO_A: u32 = Code::KoA as u32;
        const WIN: u32 = Code::Win as u32;
        let code = match self.rest >> 10 & 7 {
            KO_B => Code::KoB,
            KO_A => Code::KoA,
            WIN => Code::Win,
            _ => Code::Lose,
        };
        Reading { code, point: Point((self.rest & 0x3ff) as u16) }
    }
}

/// Entries that share a place.
const WAYS: usize = 4;

/// Places in use at first: 32 kB.
const FIRST: usize = 1 << 9;

/// Entries that share a line of a cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place([Entry; WAYS]);

/// A table of fixed size, and the cache of whole questions. See the module head.
#[derive(Clone)]
pub struct Memo {
    places: Vec<Place>,
    /// Which bits of a key choose the place: of those in use.
    mask: usize,
    /// How many answers have been kept since the places in use became more.
    kept: usize,
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

    /// A table of at least `entries` entries (rounded up to a power of two, 4 or
    /// more); 0 makes one that remembers nothing. The cache of questions has a place
    /// for every sixteenth entry.
    pub fn new(entries: usize) -> Memo {
        let n = if entries == 0 { 0 } else { entries.next_power_of_two().max(WAYS) / WAYS };
        let mut memo = Memo {
            places: vec![Place([FREE; WAYS]); n],
            mask: 0,
            kept: 0,
            question: 0,
            shadows: vec![PointSet::EMPTY; if n == 0 { 0 } else { AGE as usize }],
            cache: Cache::new(entries / 16),
            stage: None,
        };
        memo.begin_small();
        memo
    }

    /// Uses few places from now on. What lies in the table has to be forgotten already.
    fn begin_small(&mut self) {
        self.mask = self.places.len().min(FIRST).saturating_sub(1);
        self.kept = 0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pass_by(AGE);
        self.begin_small();
        self.cache.clear();
        if let Some(stage) = &mut self.stage {
            stage.forget();
        }
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
        self.pass_by(1);
    }

    /// So many questions go by.
    fn pass_by(&mut self, questions: u32) {
        self.question += questions;
        if self.question >= QUESTIONS {
            // Numbers start again: old ones would seem young.
            self.places.fill(Place([FREE; WAYS]));
            self.question = 1;
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

    /// Asks memory for the place of this key, for a [`Memo::get`] that comes a little later.
    #[inline]
    pub(super) fn fetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(place) = self.places.get(key as usize & self.mask) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const i8 = std::ptr::from_ref(place).cast();
            // SAFETY: this neither reads nor writes, and every x86-64 processor has it.
            // Reason: without it a tenth of the time of reading is spent waiting here.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line)
            }
        }
    }

    /// The answer and its cost, and what to add to where the present question looks.
    pub(super) fn get(&self, key: u64) -> Option<(Reading, u64, Option<&PointSet>)> {
        let place = self.places.get(key as usize & self.mask)?;
        let e = place.0.iter().find(|e| e.key == key && e.question() != 0)?;
        if self.question - e.question() >= AGE {
            return None;
        }
        Some((e.reading(), u64::from(e.cost), self.shadow(e.question())))
    }

    pub(super) fn put(&mut self, key: u64, reading: Reading, cost: u64) {
        let (Ok(cost), question) = (u32::try_from(cost), self.question.max(1)) else { return };
        let Some(place) = self.places.get_mut(key as usize & self.mask) else { return };
        // The same key first, then the oldest, then the cheapest.
        let worth = |e: &Entry| match e.key == key {
            true => 0,
            false => u64::from(e.question()) << 32 | u64::from(e.cost),
        };
        if let Some(worst) = place.0.iter_mut().min_by_key(|e| worth(e)) {
            *worst = Entry::new(key, reading, cost, question);
        }
        self.kept += 1;
        let used = self.mask + 1;
        if self.kept >= used * WAYS && used < self.places.len() {
            self.grow(used);
        }
    }

    /// Uses twice as many places as the first `used`, and puts entries where they are
    /// looked for then.
    #[cold]
    fn grow(&mut self, used: usize) {
        let (low, high) = self.places[..2 * used].split_at_mut(used);
        for (low, high) in low.iter_mut().zip(high) {
            *high = Place([FREE; WAYS]);
            for (e, moved) in low.0.iter_mut().zip(&mut high.0) {
                if e.key as usize & used != 0 {
                    std::mem::swap(e, moved);
                }
            }
        }
        self.mask = 2 * used - 1;
        self.kept = 0;
    }
}

/// splitmix64's finisher.
pub(super) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Default for Memo {
    /// The usual size: some 2 MB, of which the table takes one.
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
        let mut memo = Memo::new(4);
        let answer = Reading { code: Code::Win, point: Point(40) };
        let all = |memo: &Memo| [1, 2, 3, 4, 5, 6, 7].map(|key| found(memo, key));
        memo.begin();
        for (key, cost) in [(1, 10), (2, 5), (3, 7), (4, 6), (5, 8)] {
            memo.put(key, answer, cost);
        }
        assert_eq!(all(&memo), [Some(10), None, Some(7), Some(6), Some(8), None, None]);
        memo.begin();
        memo.put(6, answer, 1);
        memo.put(7, answer, 1);
        assert_eq!(all(&memo), [Some(10), None, None, None, Some(8), Some(1), Some(1)]);
        memo.put(6, answer, 2);
        assert_eq!(all(&memo), [Some(10), None, None, None, Some(8), Some(2), Some(1)]);
        for _ in 0..AGE {
            memo.begin();
        }
        assert_eq!(all(&memo), [None; 7]);
    }

    #[test]
    fn answers_come_back_as_they_were() {
        let mut memo = Memo::default();
        let points = [Point::PASS, Point::new(0, 0), Point::new(24, 24)];
        let codes = [Code::Lose, Code::KoB, Code::KoA, Code::Win];
        memo.begin();
        for (i, point) in points.into_iter().enumerate() {
            for (j, code) in codes.into_iter().enumerate() {
                let (key, answer) = ((i * 4 + j) as u64, Reading { code, point });
                memo.put(key, answer, 1);
                assert_eq!(memo.get(key).map(|(r, ..)| r), Some(answer));
            }
        }
    }

    /// Numbers of questions start again before they are too large for an entry.
    #[test]
    fn it_can_be_asked_without_end() {
        let mut memo = Memo::new(4);
        memo.begin();
        memo.put(1, Reading::LOST, 1);
        memo.question = QUESTIONS - 2;
        memo.put(2, Reading::LOST, 1);
        assert_eq!([1, 2].map(|k| found(&memo, k)), [None, Some(1)]);
        memo.begin();
        assert_eq!(found(&memo, 2), Some(1));
        memo.begin();
        assert_eq!((memo.question, found(&memo, 1), found(&memo, 2)), (1, None, None));
    }

    /// More places come into use as they are needed, and nothing is lost by that.
    #[test]
    fn the_table_grows_with_what_is_kept() {
        let mut memo = Memo::default();
        let there = |memo: &Memo| (0..1 << 14).filter(|&n| found(memo, mix(n)).is_some()).count();
        for _ in 0..2 {
            memo.begin();
            let (mut n, mut grown) = (0, Vec::new());
            while grown.len() < 2 {
                let places = memo.mask + 1;
                let due = memo.kept + 1 == places * WAYS;
                let before = if due { there(&memo) } else { 0 };
                memo.put(mix(n), Reading::LOST, 1);
                assert_eq!(found(&memo, mix(n)), Some(1));
                n += 1;
                if memo.mask + 1 != places {
                    grown.push((n as usize, memo.mask + 1));
                    assert!(before > places * WAYS / 2 && there(&memo) >= before);
                }
            }
            assert_eq!(grown, [(FIRST * WAYS, 2 * FIRST), (3 * FIRST * WAYS, 4 * FIRST)]);
            memo.clear();
            assert_eq!((memo.mask + 1, there(&memo)), (FIRST, 0));
        }
        let mut small = Memo::new(8);
        (0..100).for_each(|n| small.put(mix(n), Reading::LOST, 1));
        assert_eq!(small.mask, 1);
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
        assert_eq!((memo.places.len() * WAYS, size_of::<Place>()), (Memo::PLACES, 64));
    }
}
