//! The cache of whole questions, which lasts from move to move (GNU Go 3.8 manual,
//! "Persistent Reading Cache").
//!
//! What reading says about a string depends on a part of the board only. So with an
//! expensive answer is kept that part, its *active area*, and what stood there; the
//! answer is used again as long as nothing has changed in the area, and so it is after
//! a move elsewhere, and when a move is taken back. If all places are taken, the entry
//! with the least score gives way: nodes that it cost, times the number of its uses.
//!
//! The *shadow* of a question are the vertices where moves were tried, legal ones and
//! others, and the strings that were asked about. As the manual has it, the area
//! grows from it in steps: strings and empty vertices next to what is in it already.
//! There three such steps are enough "so that the cached value may safely be used",
//! mostly; here they are as many ([`AREA_STEPS`]) as the search looks beyond the moves it
//! tries, so that an answer from the cache is the answer that reading would give. A
//! test compares them in random games.

use super::Reading;
use super::parameters::{AREA_STEPS, CHEAP};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::Point;

/// Entries that share a place.
const WAYS: usize = 4;

#[derive(Clone)]
struct CacheEntry {
    key: u64,
    area: PointSet,
    /// What stood in the area.
    content: u64,
    answer: CachedAnswer,
    score: u64,
    /// The era in which it was kept.
    era: u64,
}

/// An answer of the cache.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedAnswer {
    pub(crate) reading: Reading,
    /// For a combination, the string that its first move threatens.
    pub(crate) target: Point,
    /// For a combination, how many stones it gains.
    pub(crate) size: u16,
    /// Nodes that it takes without any table.
    pub(crate) cost: u64,
    /// The node limit was met.
    pub(crate) cut: bool,
}

/// A table of fixed size. See the module head.
#[derive(Clone)]
pub(crate) struct AreaCache {
    places: Vec<[Option<Box<CacheEntry>>; WAYS]>,
    /// Grows when everything is forgotten: entries of earlier ones are as good as none.
    era: u64,
}

impl AreaCache {
    /// A cache with a place for at least this many answers; 0 for one that keeps
    /// nothing.
    pub(crate) fn new(entries: usize) -> AreaCache {
        let n = if entries == 0 { 0 } else { (entries / WAYS).max(1).next_power_of_two() };
        AreaCache { places: vec![[const { None }; WAYS]; n], era: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.era += 1;
    }

    /// Memory that it takes when it is full, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * WAYS * (size_of::<Option<Box<CacheEntry>>>() + size_of::<CacheEntry>())
    }

    /// The answer to a question, if it is known and nothing has changed since where it
    /// matters; and the area, which whoever uses the answer depends on.
    pub(crate) fn get(&mut self, key: u64, board: &Board) -> Option<(CachedAnswer, PointSet)> {
        let place = (key as usize).checked_rem(self.places.len())?;
        let era = self.era;
        let found = self.places[place]
            .iter_mut()
            .flatten()
            .find(|e| e.era == era && e.key == key && board.content(&e.area) == e.content)?;
        found.score = found.score.saturating_add(found.answer.cost);
        Some((found.answer, found.area))
    }

    /// How often its present answers have been used, together.
    #[cfg(test)]
    pub(crate) fn uses(&self) -> u64 {
        let all = self.places.iter().flatten().flatten();
        all.filter(|e| e.era == self.era).map(|e| e.score / e.answer.cost - 1).sum()
    }

    /// Keeps an answer, if it was not cheap. `shadow`: where the question looked.
    pub(crate) fn put(&mut self, key: u64, board: &Board, shadow: &PointSet, answer: CachedAnswer) {
        if answer.cost < CHEAP || self.places.is_empty() {
            return;
        }
        let area = active_area(board, shadow);
        let (content, score) = (board.content(&area), answer.cost);
        let era = self.era;
        let entry = CacheEntry { key, area, content, answer, score, era };
        let place = key as usize % self.places.len();
        let worth = |e: &CacheEntry| if e.era == era { e.score } else { 0 };
        let worst =
            self.places[place].iter_mut().min_by_key(|e| e.as_ref().map_or(0, |e| worth(e)));
        match worst {
            Some(Some(old)) => **old = entry,
            Some(free) => *free = Some(Box::new(entry)),
            None => {}
        }
    }
}

/// The shadow, grown [`AREA_STEPS`] times.
pub(crate) fn active_area(board: &Board, shadow: &PointSet) -> PointSet {
    let mut area = *shadow;
    let mut new = *shadow;
    for _ in 0..AREA_STEPS {
        let mut next = PointSet::EMPTY;
        for p in &new.beside().minus(&area) {
            if board.is_empty(p) {
                area.insert(p);
                next.insert(p);
            } else {
                for s in board.stones(p).filter(|&s| area.insert(s)) {
                    next.insert(s);
                }
            }
        }
        new = next;
    }
    area
}
