//! Short lists of points, kept on the stack.

use super::PointSet;
use mkpat_rt::geom::Point;
use std::ops::{Deref, DerefMut};

/// Up to `N` points, in order of insertion, without duplicates if they are put
/// in by [`PointList::add`].
#[derive(Clone, Copy)]
pub struct PointList<const N: usize> {
    points: [Point; N],
    len: usize,
}

impl<const N: usize> PointList<N> {
    /// The empty list.
    #[inline]
    pub const fn new() -> PointList<N> {
        PointList { points: [Point::PASS; N], len: 0 }
    }

    /// Whether the list has this point, which is no pass.
    #[inline]
    pub fn contains(&self, p: &Point) -> bool {
        debug_assert!(!p.is_pass());
        if N <= 4 {
            // All places at once, without branches; those that are free hold passes.
            self.points.iter().fold(false, |there, q| there | (q == p))
        } else {
            self.points[..self.len].contains(p)
        }
    }

    /// Adds a point that may be there already; a full list stays as it is.
    /// Whether the point was added.
    #[inline]
    pub fn add(&mut self, p: Point) -> bool {
        let new = self.len < N && !self.contains(&p);
        if new {
            self.points[self.len] = p;
            self.len += 1;
        }
        new
    }
}

impl<const N: usize> Default for PointList<N> {
    fn default() -> Self {
        PointList::new()
    }
}

impl<const N: usize> Deref for PointList<N> {
    type Target = [Point];
    #[inline]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

impl<const N: usize> DerefMut for PointList<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.len]
    }
}

impl<const N: usize> IntoIterator for PointList<N> {
    type Item = Point;
    type IntoIter = std::iter::Take<std::array::IntoIter<Point, N>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.points.into_iter().take(self.len)
    }
}

impl PointSet {
    /// The first `N` points in board order, where it is known that there are `len` of them,
    /// and none in slots before `from`.
    #[inline]
    pub(super) fn first_of<const N: usize>(&self, from: usize, len: usize) -> PointList<N> {
        let words = self.words();
        let mut out = PointList { points: [Point::PASS; N], len: len.min(N) };
        let mut i = from / 64 % words.len();
        let mut w = words[i];
        for p in &mut out.points[..len.min(N)] {
            while w == 0 && i + 1 < words.len() {
                i += 1;
                w = words[i];
            }
            *p = Point((i * 64 + w.trailing_zeros() as usize) as u16);
            w &= w.wrapping_sub(1);
        }
        out
    }
}
