//! Short lists of points, and the queries of reading that use them: answers
//! that stop as soon as they are decided, without sets and without allocation.

use super::{Board, PointSet, SLOTS};
use mkpat_rt::geom::{Color, NEIGHBOURS, Point};
use std::ops::Deref;

/// Up to `N` points, in order of insertion, without duplicates if they are put
/// in by [`Few::add`].
#[derive(Clone, Copy)]
pub struct Few<const N: usize> {
    points: [Point; N],
    len: usize,
}

impl<const N: usize> Few<N> {
    /// The empty list.
    #[inline]
    pub const fn new() -> Few<N> {
        Few { points: [Point::PASS; N], len: 0 }
    }

    /// Adds a point that may be there already; a full list stays as it is.
    /// Whether the point was added.
    #[inline]
    pub fn add(&mut self, p: Point) -> bool {
        let new = self.len < N && self.points[..self.len].iter().all(|&q| q != p);
        if new {
            self.points[self.len] = p;
            self.len += 1;
        }
        new
    }
}

impl<const N: usize> Default for Few<N> {
    fn default() -> Self {
        Few::new()
    }
}

impl<const N: usize> Deref for Few<N> {
    type Target = [Point];
    #[inline]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len]
    }
}

impl<const N: usize> IntoIterator for Few<N> {
    type Item = Point;
    type IntoIter = std::iter::Take<std::array::IntoIter<Point, N>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.points.into_iter().take(self.len)
    }
}

impl PointSet {
    /// The first `N` points in board order.
    #[inline]
    pub fn few<const N: usize>(&self) -> Few<N> {
        self.few_of(N)
    }

    /// The first `N` points in board order, where it is known that there are no more than
    /// `len` of them.
    #[inline]
    pub(super) fn few_of<const N: usize>(&self, len: usize) -> Few<N> {
        let mut out = Few::new();
        let mut left = len.min(N);
        for (i, &word) in self.words().iter().enumerate() {
            if left == 0 {
                break;
            }
            let mut w = word;
            while w != 0 && left > 0 {
                out.points[out.len % N] = Point((i * 64 + w.trailing_zeros() as usize) as u16);
                out.len += 1;
                left -= 1;
                w &= w - 1;
            }
        }
        out
    }

    /// Number of points that are not in `other`, counted up to `max`.
    #[inline]
    pub(super) fn more_than(&self, other: &PointSet, max: usize) -> usize {
        let mut n = 0;
        for (&a, &b) in self.words().iter().zip(other.words()) {
            let mut w = a & !b;
            while w != 0 && n < max {
                n += 1;
                w &= w - 1;
            }
        }
        n
    }

    /// Number of points, counted up to `max`.
    #[inline]
    pub fn len_up_to(&self, max: usize) -> usize {
        let mut n = 0;
        for &word in self.words() {
            let mut w = word;
            while w != 0 {
                n += 1;
                if n >= max {
                    return n;
                }
                w &= w - 1;
            }
        }
        n
    }
}

impl Board {
    /// The first `N` liberties of the string at `p`, in board order.
    #[inline]
    pub fn few_liberties<const N: usize>(&self, p: Point) -> Few<N> {
        self.record(p).map_or(Few::new(), |r| r.liberties.few_of(self.count(p)))
    }

    /// The only liberty of a string in atari.
    #[inline]
    pub fn atari_liberty(&self, p: Point) -> Option<Point> {
        if self.liberty_count(p) == 1 { self.stone_record(p).liberties.first() } else { None }
    }

    /// First stones, in board order, of the strings of the other colour next to
    /// the string at `p` that have at most `max` liberties; at most `N` of them.
    pub fn few_adjacent<const N: usize>(&self, p: Point, max: usize) -> Few<N> {
        let mut heads: Few<N> = Few::new();
        let Some(color) = self.color_at(p) else { return heads };
        let enemy = color.other().index();
        if max == 1 && self.atari[enemy] == 0 {
            return heads;
        }
        for q in self.stones(p) {
            let mut left = self.near[q.idx() % SLOTS].sets()[enemy];
            while left != 0 {
                let near = q.step(NEIGHBOURS[left.trailing_zeros() as usize % 4]);
                left &= left - 1;
                let head = self.head[near.idx() % SLOTS];
                if usize::from(self.counts[head as usize % SLOTS]) <= max {
                    heads.add(Point(head));
                }
            }
        }
        for h in &mut heads.points[..heads.len] {
            *h = self.records[h.idx()].origin;
        }
        heads.points[..heads.len].sort_unstable();
        heads
    }

    /// First stones of the strings of `color` next to the vertex `p`.
    #[inline]
    pub fn few_neighbours(&self, p: Point, color: Color) -> Few<4> {
        let mut out = Few::new();
        for q in self.near[p.idx()].stones(color, p) {
            out.add(self.records[self.head[q.idx()] as usize].origin);
        }
        out
    }
}
