//! Short lists of points, and the queries of reading that use them: answers
//! that stop as soon as they are decided, without sets and without allocation.

use super::{Board, PointSet};
use mkpat_rt::geom::{Cell, Color, Point};
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
        let mut out = Few::new();
        for (i, &word) in self.words().iter().enumerate() {
            let mut w = word;
            while w != 0 {
                if out.len == N {
                    return out;
                }
                out.points[out.len] = Point((i * 64 + w.trailing_zeros() as usize) as u16);
                out.len += 1;
                w &= w - 1;
            }
        }
        out
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
        self.record(p).map_or(Few::new(), |r| r.liberties.few())
    }

    /// The only liberty of a string in atari.
    #[inline]
    pub fn atari_liberty(&self, p: Point) -> Option<Point> {
        let r = self.record(p)?;
        if r.count == 1 { r.liberties.first() } else { None }
    }

    /// As [`Board::accurate_liberties`], but only how many, counted up to
    /// `max`; 0 if `p` is not empty.
    pub fn liberties_after(&self, color: Color, p: Point, max: usize) -> usize {
        if self.at(p) != Cell::Empty {
            return 0;
        }
        let near = self.near[p.idx()];
        let free = near.empty(p);
        if free.len() >= max {
            return max;
        }
        let mut friends = [0u16; 4];
        let mut n_friends = 0;
        let mut best = 0;
        for q in near.stones(color, p) {
            let id = self.head[q.idx()];
            if friends[..n_friends].iter().all(|&f| f != id) {
                friends[n_friends] = id;
                n_friends += 1;
                best = best.max(self.records[id as usize].count as usize - 1);
            }
        }
        if best >= max {
            return max;
        }
        if self.captures_something(color, p) {
            return self.accurate_liberties(color, p).len_up_to(max);
        }
        match n_friends {
            0 => free.len(),
            1 => {
                let r = &self.records[friends[0] as usize];
                let more = free.filter(|&q| !r.liberties.contains(q)).count();
                (best + more).min(max)
            }
            _ => {
                let mut all = self.records[friends[0] as usize].liberties;
                for &id in &friends[1..n_friends] {
                    all.union_with(&self.records[id as usize].liberties);
                }
                for q in free {
                    all.insert(q);
                }
                all.remove(p);
                all.len_up_to(max)
            }
        }
    }

    /// First stones, in board order, of the strings of the other colour next to
    /// the string at `p` that have at most `max` liberties; at most `N` of them.
    pub fn few_adjacent<const N: usize>(&self, p: Point, max: usize) -> Few<N> {
        let mut heads: Few<N> = Few::new();
        let Some(color) = self.color_at(p) else { return heads };
        let mut last = 0;
        for q in self.stones(p) {
            for near in self.near[q.idx()].stones(color.other(), q) {
                let head = self.head[near.idx()];
                // Stones beside each other mostly touch the same string.
                if head == last {
                    continue;
                }
                last = head;
                if self.records[head as usize].count as usize <= max {
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
