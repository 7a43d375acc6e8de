//! Short lists of points, and the queries of reading that use them: answers
//! that stop as soon as they are decided, without sets and without allocation.

use super::{Board, PointSet, SLOTS};
use mkpat_rt::geom::{AREA, Color, NEIGHBOURS, Point};
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
    /// The first `N` points in board order, where it is known that there are `len` of them,
    /// and none in slots before `from`.
    #[inline]
    pub(super) fn few_of<const N: usize>(&self, from: usize, len: usize) -> Few<N> {
        let words = self.words();
        let mut out = Few { points: [Point::PASS; N], len: len.min(N) };
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

/// How many strings [`Board::few_adjacent`] finds before it drops those found twice; at
/// least as many as a stone touches.
const FOUND: usize = 16;

impl Board {
    /// The first `N` liberties of the string at `p`, in board order.
    // In line it would fill the nearest cache with copies of itself.
    #[inline(never)]
    pub fn few_liberties<const N: usize>(&self, p: Point) -> Few<N> {
        self.record(p).map_or(Few::new(), |r| r.liberties.few_of(r.first_slot(), self.count(p)))
    }

    /// The only liberty of a string in atari.
    #[inline]
    pub fn atari_liberty(&self, p: Point) -> Option<Point> {
        if self.liberty_count(p) != 1 {
            return None;
        }
        let record = self.stone_record(p);
        record.liberties.few_of::<1>(record.first_slot(), 1).first().copied()
    }

    /// First stones, in board order, of the strings of the other colour next to
    /// the string at `p` that have at most `max` liberties; at most `N` of them.
    pub fn few_adjacent<const N: usize>(&self, p: Point, max: usize) -> Few<N> {
        let mut heads: Few<N> = Few::new();
        let Some(color) = self.color_at(p) else { return heads };
        let enemy = color.other();
        let start = self.head[p.idx() % SLOTS];
        if max == 1
            && let Some(listed) = self.atari[enemy.index()].listed()
        {
            for &id in listed.iter().filter(|&&id| self.touches(id, color, start)) {
                heads.add(self.records[usize::from(id) % SLOTS].origin);
            }
            heads.points[..heads.len].sort_unstable();
            return heads;
        }
        // Whether a string is weak would often be guessed wrong, so there is no branch: it is
        // put down in any case, and stays so if it is. One that touches several times is
        // found as often.
        let more = max.min(AREA) as u16 + 1;
        let mut found = [0; FOUND];
        let mut n = 0usize;
        let mut at = start;
        loop {
            let q = Point(at);
            let mut enemies = self.near[q.idx() % SLOTS].set(enemy);
            while enemies != 0 {
                let near = q.step(NEIGHBOURS[enemies.trailing_zeros() as usize % 4]);
                enemies &= enemies - 1;
                let head = self.head[near.idx() % SLOTS];
                // The highest bit says whether it has that few.
                let weak = self.counts[usize::from(head) % SLOTS].wrapping_sub(more) >> 15;
                // Mostly a string that touches again does so at the next stone.
                let again = found[n.wrapping_sub(1) % FOUND] == head;
                found[n % FOUND] = head;
                n += usize::from(weak) & usize::from(!again);
            }
            at = self.next[q.idx() % SLOTS];
            if n > FOUND - 4 || at == start {
                for &head in &found[..n] {
                    heads.add(Point(head));
                }
                n = 0;
                if at == start {
                    break;
                }
            }
        }
        for h in &mut heads.points[..heads.len] {
            *h = self.records[h.idx() % SLOTS].origin;
        }
        heads.points[..heads.len].sort_unstable();
        heads
    }

    /// Whether the string with the record `id` touches that with the record `other`, which
    /// is of `color`.
    fn touches(&self, id: u16, color: Color, other: u16) -> bool {
        let mut at = id;
        loop {
            let q = Point(at);
            let near = self.near[q.idx() % SLOTS].set(color);
            let is = |i: usize| u8::from(self.head[q.step(NEIGHBOURS[i]).idx() % SLOTS] == other);
            if near & (is(0) | is(1) << 1 | is(2) << 2 | is(3) << 3) != 0 {
                return true;
            }
            at = self.next[q.idx() % SLOTS];
            if at == id {
                return false;
            }
        }
    }

    /// First stones of the strings of the colour of the one at `s`, but not of that, next to
    /// these vertices, of which there are at most four.
    pub fn few_friends(&self, s: Point, vertices: &[Point]) -> Few<12> {
        let mut heads = Few::new();
        let Some(color) = self.color_at(s) else { return heads };
        // As in [`Board::few_adjacent`], what is found is put down in any case.
        let mut found = [0; FOUND];
        let mut n = 0usize;
        let own = self.head[s.idx() % SLOTS];
        for x in vertices {
            let friends = self.near[x.idx() % SLOTS].set(color);
            for (i, d) in NEIGHBOURS.into_iter().enumerate() {
                let head = self.head[x.step(d).idx() % SLOTS];
                found[n % FOUND] = head;
                n += usize::from(friends >> i) & usize::from(head != own);
            }
        }
        for &head in &found[..n.min(FOUND)] {
            heads.add(Point(head));
        }
        for h in &mut heads.points[..heads.len] {
            *h = self.records[h.idx() % SLOTS].origin;
        }
        heads
    }

    /// First stones of the strings of `color` next to the vertex `p`.
    #[inline]
    pub fn few_neighbours(&self, p: Point, color: Color) -> Few<4> {
        let mut out = Few::new();
        for q in self.near[p.idx()].stones(color, p) {
            out.add(self.records[self.head[q.idx() % SLOTS] as usize % SLOTS].origin);
        }
        out
    }
}
