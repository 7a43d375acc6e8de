//! A set of mailbox slots as a bit set: how liberties, stones and regions are
//! passed around. Iteration is in order of indices (row by row from the top
//! left), so nothing that follows from it depends on history.

use mkpat_rt::geom::{AREA, Cell, Point, STRIDE};
use std::fmt;

/// Words of a set.
pub(crate) const WORDS: usize = AREA.div_ceil(64);

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// The empty set.
    #[inline]
    pub const fn new() -> PointSet {
        PointSet::EMPTY
    }

    /// The points of a board of this size that lie at least so many steps from its edge.
    pub fn within(size: usize, steps: usize) -> PointSet {
        let mut out = PointSet::EMPTY;
        let width = size.saturating_sub(2 * steps);
        let row_bits = (1u128 << width) - 1;
        for row in steps..steps + width {
            let slot = Point::new(row, steps).idx();
            let bits = row_bits << (slot % 64);
            out.0[slot / 64] |= bits as u64;
            if let Some(next) = out.0.get_mut(slot / 64 + 1) {
                *next |= (bits >> 64) as u64;
            }
        }
        out
    }

    /// Adds a point; whether it was new.
    #[inline]
    pub fn insert(&mut self, p: Point) -> bool {
        let (word, bit) = (p.idx() / 64, 1u64 << (p.idx() % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// The points of which `cells` has this content.
    pub(super) fn of_cells(cells: &[Cell; AREA], content: Cell) -> PointSet {
        let mut out = PointSet::EMPTY;
        for (word, cells) in out.0.iter_mut().zip(cells.chunks(64)) {
            for (i, &cell) in cells.iter().enumerate() {
                *word |= u64::from(cell == content) << i;
            }
        }
        out
    }

    /// Adds a point if `there`, else removes it; without a branch.
    #[inline]
    pub(super) fn set(&mut self, there: bool, p: Point) {
        let (word, bit) = (&mut self.0[p.idx() / 64], p.idx() % 64);
        *word = *word & !(1 << bit) | u64::from(there) << bit;
    }

    /// Removes a point; whether it was there.
    #[inline]
    pub fn remove(&mut self, p: Point) -> bool {
        let (word, bit) = (p.idx() / 64, 1u64 << (p.idx() % 64));
        let there = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        there
    }

    /// Adds a point if `yes`, without a branch; whether it was added.
    #[inline]
    pub(super) fn insert_if(&mut self, yes: bool, p: Point) -> bool {
        let (word, bit) = (p.idx() / 64, u64::from(yes) << (p.idx() % 64));
        let new = !self.0[word] & bit != 0;
        self.0[word] |= bit;
        new
    }

    /// Removes a point if `yes`, without a branch.
    #[inline]
    pub(super) fn remove_if(&mut self, yes: bool, p: Point) {
        self.0[p.idx() / 64] &= !(u64::from(yes) << (p.idx() % 64));
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.0[p.idx() / 64] & (1u64 << (p.idx() % 64)) != 0
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, w| all | w) == 0
    }

    /// The first point in board order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.0
            .iter()
            .position(|&w| w != 0)
            .map(|i| Point((i * 64 + self.0[i].trailing_zeros() as usize) as u16))
    }

    /// Adds all points of `other`.
    #[inline]
    pub fn union_with(&mut self, other: &PointSet) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Points of both.
    #[inline]
    pub fn and(&self, other: &PointSet) -> PointSet {
        let mut out = *self;
        for (a, b) in out.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        out
    }

    /// Points of either.
    #[inline]
    pub fn or(&self, other: &PointSet) -> PointSet {
        let mut out = *self;
        out.union_with(other);
        out
    }

    /// Points of this set that are not in `other`.
    #[inline]
    pub fn minus(&self, other: &PointSet) -> PointSet {
        let mut out = *self;
        for (a, b) in out.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        out
    }

    /// Whether the sets have a point in common.
    #[inline]
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Number of points that the sets have in common.
    #[inline]
    pub fn common(&self, other: &PointSet) -> usize {
        // Of small sets hardly ever two points have the same place in their words.
        let (mut once, mut twice) = (0, 0);
        for (a, b) in self.0.iter().zip(&other.0) {
            let both = a & b;
            twice |= once & both;
            once |= both;
        }
        if twice == 0 { once.count_ones() as usize } else { self.count_common(other) }
    }

    /// As [`PointSet::common`], for any sets.
    #[cold]
    fn count_common(&self, other: &PointSet) -> usize {
        self.and(other).len()
    }

    /// The slots next to those of the set, on the board and beside it.
    pub fn beside(&self) -> PointSet {
        self.at_distances([1, STRIDE])
    }

    /// The set, and what is connected with it within `set`.
    pub fn flooded(&self, set: &PointSet) -> PointSet {
        let mut all = *self;
        loop {
            let more = all.or(&all.beside().and(set));
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The slots next to those of the set and diagonally next to them, on the board and beside it.
    pub fn around(&self) -> PointSet {
        self.at_distances([1, STRIDE - 1, STRIDE, STRIDE + 1])
    }

    /// The slots that lie one of these distances, in slots below 64, before or after one of the set.
    #[inline(always)]
    fn at_distances<const N: usize>(&self, distances: [usize; N]) -> PointSet {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        PointSet(std::array::from_fn(|i| {
            let (before, here, after) = (word(i.wrapping_sub(1)), word(i), word(i + 1));
            distances.into_iter().fold(0, |all, n| {
                let up = here << n | before >> (64 - n);
                let down = here >> n | after << (64 - n);
                all | up | down
            })
        }))
    }

    /// Whether all points of this set are in `other`.
    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & !b) == 0
    }

    /// The set with these bits, lowest slots first.
    #[inline]
    pub(crate) fn from_words(words: [u64; WORDS]) -> PointSet {
        PointSet(words)
    }

    /// The bits, lowest slots first.
    #[inline]
    pub(crate) fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The points in board order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for p in points {
            set.insert(p);
        }
        set
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Iterator over a [`PointSet`]. It owns a copy, so the set or the board it
/// came from may change meanwhile.
#[derive(Clone)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let w = self.words[self.word];
            if w != 0 {
                self.words[self.word] = w & (w - 1);
                return Some(Point((self.word * 64 + w.trailing_zeros() as usize) as u16));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_sorted_set() {
        let points = [Point(700), Point(3), Point(64), Point(63), Point(3)];
        let set: PointSet = points.into_iter().collect();
        let listed: Vec<u16> = set.iter().map(|p| p.0).collect();
        assert_eq!(listed, [3, 63, 64, 700]);
        assert_eq!((set.len(), set.first()), (4, Some(Point(3))));
        let other: PointSet = [Point(64), Point(65)].into_iter().collect();
        assert_eq!(set.and(&other).iter().collect::<Vec<_>>(), [Point(64)]);
        assert_eq!(set.minus(&other).len(), 3);
        assert_eq!(set.or(&other).len(), 5);
        assert!(set.intersects(&other) && !other.is_subset(&set));
        // Also where points have the same place in different words.
        for (points, common) in [(&[64, 65][..], 1), (&[1, 2], 0), (&[0, 3, 64, 128, 700], 3)] {
            let other: PointSet = points.iter().map(|&p| Point(p)).collect();
            assert_eq!((set.common(&other), other.common(&set)), (common, common));
        }
        let same: PointSet = [0, 64, 128, 130].into_iter().map(Point).collect();
        assert_eq!(same.common(&same), 4);
        let beside = |points: &[usize]| {
            let set: PointSet = points.iter().map(|&p| Point(p as u16)).collect();
            set.beside().iter().map(|p| p.idx()).collect::<Vec<_>>()
        };
        for p in [STRIDE, 63, 64, 320, 640] {
            assert_eq!(beside(&[p]), [p - STRIDE, p - 1, p + 1, p + STRIDE]);
        }
        assert_eq!(beside(&[200, 201]), [174, 175, 199, 200, 201, 202, 226, 227]);
        let set_of = |points: &[u16]| points.iter().map(|&p| Point(p)).collect::<PointSet>();
        let within = set_of(&[100, 101, 102, 127, 300]);
        assert_eq!(set_of(&[102]).flooded(&within), set_of(&[100, 101, 102, 127]));
        assert_eq!(set_of(&[103]).flooded(&within), set_of(&[100, 101, 102, 103, 127]));
        assert_eq!(set_of(&[300]).flooded(&PointSet::EMPTY), set_of(&[300]));
        let one: PointSet = [Point(320)].into_iter().collect();
        let around: Vec<usize> = one.around().iter().map(|p| p.idx()).collect();
        assert_eq!(around, [293, 294, 295, 319, 321, 345, 346, 347]);
        let mut set = set;
        assert!(!set.insert_if(false, Point(5)) && !set.contains(Point(5)));
        assert!(set.insert_if(true, Point(5)) && !set.insert_if(true, Point(5)));
        set.remove_if(false, Point(5));
        assert!(set.contains(Point(5)));
        set.remove_if(true, Point(5));
        assert!(!set.contains(Point(5)));
        assert!(set.remove(Point(3)) && !set.remove(Point(3)) && !set.contains(Point(3)));
    }
}
