//! The memory of a proof: a table that grows up to a fixed size, in which what took least
//! work is replaced first.
//!
//! A table is kept by whoever asks: it costs as much as the questions need, what it has
//! allocated is used again, and to forget everything takes no time. A table that has
//! forgotten behaves like a new one.

use super::proof_numbers::{Effort, NOTHING, ProofPath};

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) effort: Effort,
    /// Positions looked at below it; 0 if the entry is empty.
    pub(crate) work: u32,
    /// The generation in which it was stored.
    age: u16,
    /// Whether there are results that hold on one path only.
    pub(crate) twins: bool,
    /// The first position of the path on which this rests, or [`NOTHING`].
    pub(crate) rests: u8,
}

const BUCKET: usize = 4;

/// Buckets that a table begins with.
const FIRST: usize = 256;

const NONE: Entry = Entry {
    key: 0,
    effort: Effort { mine: 1, theirs: 1 },
    work: 0,
    age: 0,
    twins: false,
    rests: NOTHING,
};

/// See the module head. What was stored for an earlier question is replaced before
/// what is of use now.
#[derive(Clone)]
pub struct Table {
    /// Buckets; those beyond the mask are not in use.
    entries: Vec<Entry>,
    mask: usize,
    /// Buckets at most.
    limit: usize,
    /// Entries in use.
    used: usize,
    age: u16,
    /// What is older than this is forgotten.
    oldest: u16,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A table that grows up to so many bytes, and has at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        let buckets = (bytes / (Table::ENTRY_BYTES * BUCKET)).max(1);
        let limit =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let first = FIRST.min(limit);
        let entries = vec![NONE; first * BUCKET];
        Table { entries, mask: first - 1, limit, used: 0, age: 0, oldest: 0 }
    }

    /// Number of entries that there is room for when it has grown.
    pub fn places(&self) -> usize {
        self.limit * BUCKET
    }

    /// Forgets everything, at no cost: what follows is as with a new table, but for the
    /// memory, which is used again.
    pub fn forget(&mut self) {
        self.next_generation();
        self.oldest = self.age;
        self.mask = FIRST.min(self.limit) - 1;
        self.used = 0;
    }

    /// Everything stored so far may be replaced before what comes now.
    pub(crate) fn next_generation(&mut self) {
        if self.age == u16::MAX {
            self.entries.fill(NONE);
            (self.age, self.oldest, self.used) = (0, 0, 0);
        }
        self.age += 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let at = (key as usize & self.mask) * BUCKET;
        at..at + BUCKET
    }

    /// Whether an entry holds something that is not forgotten.
    #[inline]
    fn is_live(&self, e: &Entry) -> bool {
        e.work > 0 && e.age >= self.oldest
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[self.bucket(key)].iter().find(|e| e.key == key && self.is_live(e))
    }

    #[inline]
    fn find(&mut self, key: u64) -> Option<&mut Entry> {
        let oldest = self.oldest;
        let bucket = self.bucket(key);
        self.entries[bucket].iter_mut().find(|e| e.key == key && e.work > 0 && e.age >= oldest)
    }

    /// Stores what is known of a position.
    pub(crate) fn put(&mut self, key: u64, effort: Effort, work: u32, rests: u8) {
        let age = self.age;
        if let Some(old) = self.find(key) {
            let work = old.work.saturating_add(work);
            *old = Entry { key, effort, work, age, twins: old.twins, rests };
            return;
        }
        if self.used > self.mask / 2 * BUCKET && self.mask + 1 < self.limit {
            self.grow();
        }
        let oldest = self.oldest;
        let worth = |e: &Entry| {
            let solved = if e.effort.is_settled() { 2 } else { 1 };
            let fresh = if e.age == age { 4 } else { 1 };
            if e.age < oldest { 0 } else { u64::from(e.work) * solved * fresh }
        };
        let bucket = self.bucket(key);
        if let Some(least) = self.entries[bucket].iter_mut().min_by_key(|e| worth(e)) {
            self.used += usize::from(worth(least) == 0);
            *least = Entry { key, effort, work: work.max(1), age, twins: false, rests };
        }
    }

    /// Stores what has been found about the last position of a path: for every path if it
    /// rests on [`NOTHING`], else for this one.
    pub(crate) fn put_on_path(&mut self, path: &ProofPath, effort: Effort, work: u32, rests: u8) {
        let Some(key) = path.last() else { return };
        if rests == NOTHING {
            self.put(key, effort, work, NOTHING);
            return;
        }
        if self.get(key).is_none() {
            self.put(key, Effort { mine: 1, theirs: 1 }, work, NOTHING);
        }
        self.mark_twins(key);
        self.put(key ^ path.hash(), effort, work, rests);
    }

    /// What is known of a position that may come next on a path, if it was stored for that
    /// path only.
    #[inline]
    pub(crate) fn get_on_path(&self, path: &ProofPath, key: u64) -> Option<(Effort, u8)> {
        let twin = self.get(key ^ path.hash_with(key))?;
        Some((twin.effort, twin.rests))
    }

    /// Doubles the buckets in use.
    fn grow(&mut self) {
        let old = self.mask + 1;
        self.mask = 2 * old - 1;
        if self.entries.len() < 2 * old * BUCKET {
            self.entries.resize(2 * old * BUCKET, NONE);
        }
        // Each bucket is parted between itself and one of the new ones.
        for at in 0..old * BUCKET {
            let e = self.entries[at];
            if self.is_live(&e) && e.key as usize & old != 0 {
                self.entries[at + old * BUCKET] = e;
                self.entries[at].work = 0;
            }
        }
    }

    /// Notes that there are results for this position that hold on one path only.
    fn mark_twins(&mut self, key: u64) {
        if let Some(e) = self.find(key) {
            e.twins = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> u64 {
        mkpat_rt::rng::mix(n + 1)
    }

    fn effort(n: u64) -> Effort {
        Effort { mine: n as u32 + 1, theirs: 7 }
    }

    #[test]
    fn it_grows_and_keeps_what_it_has() {
        let mut table = Table::with_bytes(1 << 20);
        let begin = table.entries.len();
        for n in 0..10_000 {
            table.put(key(n), effort(n), 1, NOTHING);
        }
        assert!(table.entries.len() > begin && table.entries.len() <= table.places());
        let kept = (0..10_000)
            .filter(|&n| table.get(key(n)).is_some_and(|e| e.effort == effort(n)))
            .count();
        assert!(kept > 9_000, "{kept}");
    }

    #[test]
    fn what_is_forgotten_is_as_if_it_had_never_been() {
        let mut used = Table::with_bytes(1 << 16);
        for n in 0..50_000 {
            used.put(key(n), effort(n), 3, NOTHING);
        }
        let room = used.entries.len();
        used.forget();
        let mut new = Table::with_bytes(1 << 16);
        assert!((0..50_000).all(|n| used.get(key(n)).is_none()));
        for n in 20_000..60_000 {
            used.put(key(n), effort(n), 1 + n as u32 % 9, NOTHING);
            new.put(key(n), effort(n), 1 + n as u32 % 9, NOTHING);
        }
        let know = |t: &Table, n| t.get(key(n)).map(|e| (e.effort, e.work));
        assert!((0..60_000).all(|n| know(&used, n) == know(&new, n)));
        assert_eq!((used.entries.len(), used.mask), (room, new.mask));
        // Generations are numbers that come to an end.
        for _ in 0..70_000 {
            used.forget();
            assert!(used.get(key(59_999)).is_none());
        }
        used.put(key(1), effort(1), 1, NOTHING);
        assert_eq!(know(&used, 1), Some((effort(1), 1)));
    }
}
