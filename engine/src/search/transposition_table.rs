//! The transposition table: answers about the positions inside a search.
//!
//! An entry answers one question about one string (or two) in one position, at one ply,
//! for one komaster and one set of limits; all of these are in its key, so an answer from
//! the table is the answer a search would give. With the answer is kept what it cost
//! without a table; a question is charged that much, so that the node limit cuts it short
//! at the same place with any table or none. Answers that were cut short are not kept.
//!
//! *Replacement*: four entries share a place, which is one cache line of the processor. A
//! new entry replaces the one that is worth least, and worth is cost: halved with every
//! [`HALF_LIFE`] questions that have been asked since. So a long search does not wash out
//! what other long searches have found, and what is old goes in the end.
//!
//! *Where a question looked* ([`TranspositionTable::area`]) is kept with it: whoever uses
//! an answer of another question depends on the same vertices, which the cache of whole
//! questions ([`super::area_cache`]) needs to know. These areas are replaced in the same
//! way; an entry whose area is gone is not used any more.
//!
//! *Prefetching*: the search says ahead what it will look up ([`TranspositionTable::fetch`]),
//! so that it does not wait for memory. A cleared table begins with few of its places, which
//! stay in the processor's caches, and uses twice as many when as many answers have been
//! kept as these can hold (5 % less time than with all places at once).

use super::parameters::HALF_LIFE;
use super::{Code, Reading};
use crate::board::PointSet;
use mkpat_rt::geom::{AREA, Point};

/// Questions have numbers below this one.
const QUESTIONS: u32 = 1 << (32 - ANSWER);

/// Bits of an answer: ten for the point, three for the code.
const ANSWER: u32 = 13;

#[derive(Clone, Copy)]
struct TableEntry {
    key: u64,
    /// Nodes that the answer costs without a table.
    cost: u32,
    /// From the highest bit: the number of the question during which it was found, 0 if
    /// there is none; the code of the answer; its point.
    rest: u32,
}

const FREE: TableEntry = TableEntry { key: 0, cost: 0, rest: 0 };

impl TableEntry {
    fn new(key: u64, reading: Reading, cost: u32, question: u32) -> TableEntry {
        const { assert!(AREA <= 1 << 10 && Code::Win as u32 <= 7) };
        let answer = u32::from(reading.point.0) | (reading.code as u32) << 10;
        TableEntry { key, cost, rest: question << ANSWER | answer }
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

/// Entries that share a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place([TableEntry; WAYS]);

/// Questions whose areas are kept.
const AREAS: usize = 1 << 12;

/// Areas that share a place.
const AREA_WAYS: usize = 4;

/// Where a question looked.
#[derive(Clone, Copy)]
struct Looked {
    /// The number of the question; 0 for none.
    question: u32,
    /// Nodes that it cost.
    cost: u32,
    area: PointSet,
}

const NOWHERE: Looked = Looked { question: 0, cost: 0, area: PointSet::EMPTY };

/// A table of fixed size. See the module head.
#[derive(Clone)]
pub(crate) struct TranspositionTable {
    places: Vec<Place>,
    /// Which bits of a key choose the place: of those in use.
    mask: usize,
    /// How many answers have been kept since the places in use became more.
    kept: usize,
    /// The number of the present question.
    question: u32,
    /// The number of the last question that was begun.
    last: u32,
    /// Entries of questions up to this one are forgotten.
    forgotten: u32,
    /// Where questions looked; the number of a question chooses the place.
    areas: Vec<[Looked; AREA_WAYS]>,
}

impl TranspositionTable {
    /// Bytes per entry.
    pub(crate) const ENTRY_BYTES: usize = size_of::<TableEntry>();

    /// A table of at least `entries` entries (rounded up to a power of two, 4 or more); 0
    /// makes one that remembers nothing.
    pub(crate) fn new(entries: usize) -> TranspositionTable {
        let n = if entries == 0 { 0 } else { entries.next_power_of_two().max(WAYS) / WAYS };
        let areas = if n == 0 { 0 } else { AREAS / AREA_WAYS };
        let mut table = TranspositionTable {
            places: vec![Place([FREE; WAYS]); n],
            mask: 0,
            kept: 0,
            question: 0,
            last: 0,
            forgotten: 0,
            areas: vec![[NOWHERE; AREA_WAYS]; areas],
        };
        table.begin_small();
        table
    }

    /// Uses few places from now on. What lies in the table has to be forgotten already.
    fn begin_small(&mut self) {
        self.mask = self.places.len().min(FIRST).saturating_sub(1);
        self.kept = 0;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.forgotten = self.last;
        self.begin_small();
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * size_of::<Place>() + self.areas.len() * size_of::<[Looked; AREA_WAYS]>()
    }

    /// A question is asked, perhaps while another one waits for its answer. The number of
    /// that other one, for [`TranspositionTable::end`].
    pub(crate) fn begin(&mut self) -> u32 {
        // Numbers start again before they are too large: old ones would seem young. That is
        // done between questions; else what the waiting ones find is not kept.
        if self.last >= QUESTIONS / 2 && self.question == 0 || self.last + 1 >= QUESTIONS {
            self.places.fill(Place([FREE; WAYS]));
            self.areas.fill([NOWHERE; AREA_WAYS]);
            (self.last, self.forgotten, self.question) = (0, 0, 0);
        }
        self.last += 1;
        std::mem::replace(&mut self.question, self.last)
    }

    /// Ends the present question, which has looked at `area` and cost `cost` nodes; the one with
    /// the number `outer` goes on.
    pub(crate) fn end(&mut self, area: &PointSet, cost: u64, outer: u32) {
        let outer = if outer > self.last { 0 } else { outer };
        let question = std::mem::replace(&mut self.question, outer);
        let last = self.last;
        let n = self.areas.len();
        let Some(place) = (question as usize).checked_rem(n).map(|i| &mut self.areas[i]) else {
            return;
        };
        let worth = |l: &Looked| self.forgotten.max(l.question) - self.forgotten;
        let worth = |l: &Looked| {
            if worth(l) == 0 { 0 } else { worth_of(l.cost, last.saturating_sub(l.question)) }
        };
        if let Some(least) = place.iter_mut().min_by_key(|l| worth(l)) {
            let cost = u32::try_from(cost).unwrap_or(u32::MAX);
            *least = Looked { question, cost, area: *area };
        }
    }

    /// Where another question looked, which an entry is from.
    fn area(&self, question: u32) -> Option<&PointSet> {
        let place = &self.areas[(question as usize).checked_rem(self.areas.len())?];
        place.iter().find(|l| l.question == question).map(|l| &l.area)
    }

    /// Asks memory for the place of this key, for a [`TranspositionTable::get`] that comes a
    /// little later.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
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
    pub(crate) fn get(&self, key: u64) -> Option<(Reading, u64, Option<&PointSet>)> {
        let place = self.places.get(key as usize & self.mask)?;
        let e = place.0.iter().find(|e| e.key == key && e.question() > self.forgotten)?;
        let area = match e.question() {
            question if question == self.question => None,
            question => Some(self.area(question)?),
        };
        Some((e.reading(), u64::from(e.cost), area))
    }

    /// Keeps an answer that costs `cost` nodes without a table.
    pub(crate) fn put(&mut self, key: u64, reading: Reading, cost: u64) {
        let (Ok(cost), question) = (u32::try_from(cost), self.question) else { return };
        let Some(place) = self.places.get_mut(key as usize & self.mask) else { return };
        let (last, forgotten) = (self.last, self.forgotten);
        // The same key first, then what is forgotten, then the least worth.
        let worth = |e: &TableEntry| match e.question() {
            _ if e.key == key => 0,
            question if question <= forgotten => 1,
            question => 2 + worth_of(e.cost, last.saturating_sub(question)),
        };
        if let Some(least) = place.0.iter_mut().min_by_key(|e| worth(e)) {
            *least = TableEntry::new(key, reading, cost, question);
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

/// What an answer is worth that cost `cost` nodes and is `age` questions old.
#[inline]
fn worth_of(cost: u32, age: u32) -> u64 {
    // Twice the cost, so that answers of one node differ by age, too.
    ((u64::from(cost) + 1) << 20) >> (age / HALF_LIFE).min(63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat_rt::rng::mix;

    const ANSWERED: Reading = Reading { code: Code::Win, point: Point(40) };

    fn found(table: &TranspositionTable, key: u64) -> Option<u64> {
        table.get(key).map(|(_, cost, _)| cost)
    }

    /// A question that keeps these answers: keys and costs.
    fn ask(table: &mut TranspositionTable, answers: &[(u64, u64)]) {
        let outer = table.begin();
        for &(key, cost) in answers {
            table.put(key, ANSWERED, cost);
        }
        let all = answers.iter().map(|a| a.1).sum();
        table.end(&PointSet::EMPTY, all, outer);
    }

    #[test]
    fn cheap_answers_make_room_then_old_ones() {
        let mut table = TranspositionTable::new(4);
        let all = |table: &TranspositionTable| [1, 2, 3, 4, 5, 6].map(|key| found(table, key));
        ask(&mut table, &[(1, 10), (2, 5), (3, 7), (4, 6), (5, 8)]);
        assert_eq!(all(&table), [Some(10), None, Some(7), Some(6), Some(8), None]);
        ask(&mut table, &[(6, 1), (6, 2)]);
        assert_eq!(all(&table), [Some(10), None, Some(7), None, Some(8), Some(2)]);
        // A long search, then many short ones: it stays for as long as it was long.
        for _ in 0..HALF_LIFE {
            ask(&mut table, &[]);
        }
        ask(&mut table, &[(1, 1000)]);
        for key in 100..4 * u64::from(HALF_LIFE) {
            ask(&mut table, &[(key, 3)]);
        }
        assert_eq!(found(&table, 1), Some(1000));
    }

    /// While a question waits for another one, what it has found so far is its own.
    #[test]
    fn questions_may_ask_questions() {
        let mut table = TranspositionTable::new(64);
        let area: PointSet = [Point(50)].into_iter().collect();
        let none = table.begin();
        table.put(1, ANSWERED, 1);
        let outer = table.begin();
        assert_eq!(found(&table, 1), None, "where the outer question will have looked is open");
        table.put(2, ANSWERED, 2);
        table.end(&area, 2, outer);
        assert!(table.get(1).is_some_and(|(.., area)| area.is_none()));
        assert!(table.get(2).is_some_and(|(.., looked)| looked == Some(&area)));
        table.put(3, ANSWERED, 3);
        table.end(&PointSet::EMPTY, 6, none);
        ask(&mut table, &[]);
        assert_eq!([1, 2, 3].map(|key| found(&table, key)), [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn answers_come_back_as_they_were() {
        let mut table = TranspositionTable::new(1 << 10);
        let points = [Point::PASS, Point::new(0, 0), Point::new(24, 24)];
        let codes = [Code::Lose, Code::KoB, Code::KoA, Code::Win];
        table.begin();
        for (i, point) in points.into_iter().enumerate() {
            for (j, code) in codes.into_iter().enumerate() {
                let (key, answer) = ((i * 4 + j) as u64, Reading { code, point });
                table.put(key, answer, 1);
                assert_eq!(table.get(key).map(|(r, ..)| r), Some(answer));
            }
        }
    }

    /// Numbers of questions start again before they are too large for an entry.
    #[test]
    fn it_can_be_asked_without_end() {
        let mut table = TranspositionTable::new(4);
        ask(&mut table, &[(1, 1)]);
        table.last = QUESTIONS / 2 - 2;
        ask(&mut table, &[(2, 1)]);
        assert_eq!(found(&table, 2), Some(1));
        ask(&mut table, &[]);
        assert_eq!(found(&table, 2), Some(1));
        ask(&mut table, &[]);
        assert_eq!((table.last, found(&table, 1), found(&table, 2)), (1, None, None));
    }

    /// More places come into use as they are needed, and nothing is lost by that.
    #[test]
    fn the_table_grows_with_what_is_kept() {
        let mut table = TranspositionTable::new(1 << 16);
        let there =
            |t: &TranspositionTable| (0..1 << 14).filter(|&n| found(t, mix(n)).is_some()).count();
        for _ in 0..2 {
            table.begin();
            let (mut n, mut grown) = (0, Vec::new());
            while grown.len() < 2 {
                let places = table.mask + 1;
                let due = table.kept + 1 == places * WAYS;
                let before = if due { there(&table) } else { 0 };
                table.put(mix(n), Reading::LOST, 1);
                assert_eq!(found(&table, mix(n)), Some(1));
                n += 1;
                if table.mask + 1 != places {
                    grown.push((n as usize, table.mask + 1));
                    assert!(before > places * WAYS / 2 && there(&table) >= before);
                }
            }
            assert_eq!(grown, [(FIRST * WAYS, 2 * FIRST), (3 * FIRST * WAYS, 4 * FIRST)]);
            table.clear();
            assert_eq!((table.mask + 1, there(&table)), (FIRST, 0));
        }
        let mut small = TranspositionTable::new(8);
        (0..100).for_each(|n| small.put(mix(n), Reading::LOST, 1));
        assert_eq!(small.mask, 1);
    }

    #[test]
    fn nothing_is_kept_without_places_or_after_clearing() {
        let mut none = TranspositionTable::new(0);
        ask(&mut none, &[(1, 1)]);
        assert_eq!((found(&none, 1), none.bytes()), (None, 0));
        let mut table = TranspositionTable::new(1 << 10);
        ask(&mut table, &[(1, 1)]);
        assert_eq!(found(&table, 1), Some(1));
        table.clear();
        assert_eq!(found(&table, 1), None);
    }
}
