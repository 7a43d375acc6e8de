//! The memory of a proof: a table of fixed size, in which what took least work is
//! replaced first.

/// More than any effort.
pub(super) const NEVER: u32 = 1 << 28;

/// What it seems to take until a player has his way: 0 if he has, [`NEVER`] if he cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// For the player to move.
    pub(super) mine: u32,
    /// For his opponent.
    pub(super) theirs: u32,
}

impl Effort {
    pub(super) const DONE: Effort = Effort { mine: 0, theirs: NEVER };
    pub(super) const FAILED: Effort = Effort { mine: NEVER, theirs: 0 };

    pub(super) fn is_settled(self) -> bool {
        self.mine == 0 || self.theirs == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) effort: Effort,
    /// Positions looked at below it.
    pub(super) work: u32,
    age: u8,
    /// Whether there are results that hold on one path only.
    pub(super) twins: bool,
    /// The first position of the path on which this rests; 255 if on none.
    pub(super) rests: u8,
}

/// Rests on no path.
pub(super) const NOTHING: u8 = 255;

const BUCKET: usize = 4;

const NONE: Entry = Entry {
    key: 0,
    effort: Effort { mine: 1, theirs: 1 },
    work: 0,
    age: 0,
    twins: false,
    rests: NOTHING,
};

/// See the module head. What was stored in an earlier generation is replaced before
/// what is of use now.
#[derive(Clone)]
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
    age: u8,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: usize = size_of::<Entry>();

    /// A table with at most so many bytes, and at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        let buckets = (bytes / (Table::ENTRY_BYTES * BUCKET)).max(1);
        let buckets =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { entries: vec![NONE; buckets * BUCKET], mask: buckets - 1, age: 0 }
    }

    /// Number of entries that there is room for.
    pub fn places(&self) -> usize {
        self.entries.len()
    }

    /// Everything stored so far may be replaced before what comes now.
    pub(super) fn next_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask) * BUCKET
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET].iter().find(|e| e.key == key && e.work > 0)
    }

    /// Stores what is known of a position.
    pub(super) fn put(&mut self, key: u64, effort: Effort, work: u32, rests: u8) {
        let at = self.bucket(key);
        let age = self.age;
        let bucket = &mut self.entries[at..at + BUCKET];
        if let Some(old) = bucket.iter_mut().find(|e| e.key == key && e.work > 0) {
            let work = old.work.saturating_add(work);
            *old = Entry { key, effort, work, age, twins: old.twins, rests };
            return;
        }
        let worth = |e: &Entry| {
            let solved = if e.effort.is_settled() { 2 } else { 1 };
            let fresh = if e.age == age { 4 } else { 1 };
            u64::from(e.work) * solved * fresh
        };
        if let Some(least) = bucket.iter_mut().min_by_key(|e| worth(e)) {
            *least = Entry { key, effort, work: work.max(1), age, twins: false, rests };
        }
    }

    /// Notes that there are results for this position that hold on one path only.
    pub(super) fn mark_twins(&mut self, key: u64) {
        let at = self.bucket(key);
        if let Some(e) = self.entries[at..at + BUCKET].iter_mut().find(|e| e.key == key) {
            e.twins = true;
        }
    }
}
