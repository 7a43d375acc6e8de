//! What a stone on an empty vertex would meet.
//!
//! Reading asks many questions about one vertex: how many liberties either player would
//! have there, what would be captured, which strings touch it. A [`MovePreview`] looks at the
//! four neighbours once and answers them all; nothing is played. Sets of neighbours are
//! four bits, in the order of [`NEIGHBOURS`], so that nothing here branches on what
//! stands where.

use super::neighbour_mask::NeighbourMask;
use super::{Board, Neighbours, PointList, Record, SLOTS};
use mkpat_rt::geom::{Color, NEIGHBOURS, Point};

/// Number of bits of a set of neighbours.
const SIZE: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// An empty vertex and the strings around it. Made by [`Board::preview`].
#[derive(Clone, Copy)]
pub struct MovePreview<'a> {
    board: &'a Board,
    at: Point,
    near: NeighbourMask,
    /// Records of the strings of the neighbours; of stones only.
    heads: [u16; 4],
    /// Numbers of their liberties.
    counts: [u16; 4],
    /// Neighbours with a stone of either colour.
    stones: [u8; 2],
    /// Neighbours of which `counts` is 1.
    ones: u8,
}

impl Board {
    /// Looks at the empty vertex `p`.
    #[inline]
    pub fn preview(&self, p: Point) -> MovePreview<'_> {
        debug_assert!(self.is_empty(p));
        let near = self.near[p.idx()];
        let head = |i: usize| self.head[p.step(NEIGHBOURS[i]).idx() % SLOTS];
        let heads = [head(0), head(1), head(2), head(3)];
        let count = |i: usize| self.counts[usize::from(heads[i]) % SLOTS];
        let counts = [count(0), count(1), count(2), count(3)];
        let stones = near.sets();
        let one = |i: usize| u8::from(counts[i] == 1) << i;
        let ones = one(0) | one(1) | one(2) | one(3);
        MovePreview { board: self, at: p, near, heads, counts, stones, ones }
    }

    /// As [`Board::accurate_liberties`], but only how many, counted up to
    /// `max`; 0 if `p` is not empty.
    // Not inlined: copies of it would fill the L1 instruction cache.
    #[inline(never)]
    pub fn liberties_after(&self, color: Color, p: Point, max: usize) -> usize {
        if !self.is_empty(p) {
            return 0;
        }
        if self.near[p.idx()].free() >= max {
            return max;
        }
        self.preview(p).liberties(color, max)
    }
}

impl MovePreview<'_> {
    /// One neighbour for each string of `color` that touches the vertex.
    #[inline]
    fn of(&self, color: Color) -> u8 {
        let all = self.stones[color.index()];
        if all & all.wrapping_sub(1) == 0 {
            return all;
        }
        let same = |i: usize, j: usize| u8::from(self.heads[i] == self.heads[j]) & all >> i;
        let again = (same(0, 1) & 1) << 1
            | ((same(0, 2) | same(1, 2)) & 1) << 2
            | ((same(0, 3) | same(1, 3) | same(2, 3)) & 1) << 3;
        all & !again
    }

    /// The neighbours of `color` in atari.
    #[inline]
    fn atari(&self, color: Color) -> u8 {
        self.stones[color.index()] & self.ones
    }

    /// Number of strings of `color` that touch the vertex.
    #[inline]
    pub fn strings(&self, color: Color) -> usize {
        SIZE[usize::from(self.of(color)) % 16].into()
    }

    /// Number of neighbours with a stone of `color`.
    #[inline]
    pub fn stones(&self, color: Color) -> usize {
        SIZE[usize::from(self.stones[color.index()]) % 16].into()
    }

    /// The empty neighbours.
    #[inline]
    pub fn free(&self) -> Neighbours {
        self.near.empty(self.at)
    }

    /// Number of neighbours that do not lie on the board.
    #[inline]
    pub fn edges(&self) -> usize {
        4 - self.near.free() - self.stones(Color::Black) - self.stones(Color::White)
    }

    /// Number of strings of `color` that touch the vertex and have at most two liberties.
    #[inline]
    pub fn weak(&self, color: Color) -> usize {
        let weak = |i: usize| u8::from(self.counts[i] <= 2) << i;
        let weak = weak(0) | weak(1) | weak(2) | weak(3);
        SIZE[usize::from(self.of(color) & weak) % 16].into()
    }

    /// Whether a stone of `color` would capture something.
    #[inline]
    pub fn captures(&self, color: Color) -> bool {
        self.atari(color.other()) != 0
    }

    /// The liberties that the string of a stone of `color` would have, captures taken
    /// into account; counted up to `max`.
    #[inline]
    pub fn liberties(&self, color: Color, max: usize) -> usize {
        let free = self.near.free();
        if free >= max {
            return max;
        }
        let taken = self.atari(color.other());
        let own = self.of(color);
        let size = if own & own.wrapping_sub(1) == 0 {
            // One string, or none: then the record is that of a pass, without liberties.
            let i = own.trailing_zeros() as usize % 4;
            let there = u16::from(own != 0);
            let string = usize::from(self.heads[i] & 0u16.wrapping_sub(there)) % SLOTS;
            let old = &self.board.records[string].liberties;
            let count = usize::from((self.counts[i] & 0u16.wrapping_sub(there)) - there);
            if count >= max {
                return max;
            }
            count + self.near.free_outside(self.at, old, old)
        } else {
            let mut best = 0;
            for (i, &n) in self.counts.iter().enumerate() {
                best = best.max(n & 0u16.wrapping_sub(u16::from(own >> i & 1)));
            }
            if usize::from(best) > max {
                return max;
            }
            self.joined(own)
        };
        if taken == 0 || size >= max {
            return size.min(max);
        }
        self.with_taken(color, own, size, taken).min(max)
    }

    /// The liberties that [`MovePreview::liberties`] counts, in board order, if there are at most
    /// `N`.
    pub fn liberty_list<const N: usize>(&self, color: Color) -> Option<PointList<N>> {
        let n = self.liberties(color, N + 1);
        if n > N {
            return None;
        }
        if self.stones[color.index()] != 0 {
            return Some(self.board.accurate_liberties(color, self.at).first_of(0, n));
        }
        let taken = self.atari(color.other());
        let mut out = PointList::new();
        for (i, d) in NEIGHBOURS.into_iter().enumerate() {
            let q = self.at.step(d);
            if taken >> i & 1 != 0 || self.board.is_empty(q) {
                out.add(q);
            }
        }
        Some(out)
    }

    /// Whether the empty vertex `p` would be a liberty of the string of a stone of `color`.
    pub fn reaches(&self, color: Color, p: Point) -> bool {
        let own = self.stones[color.index()];
        let string = |i: u32| own >> i & 1 != 0 && self.string(i).liberties.contains(p);
        p != self.at && (self.touches(p) || (0..4).any(string))
    }

    /// The string of the neighbour with this number.
    #[inline]
    fn string(&self, i: u32) -> &Record {
        &self.board.records[usize::from(self.heads[i as usize % 4]) % SLOTS]
    }

    /// Number of liberties of the strings at the neighbours `own`, of which there are
    /// several, connected by a stone here.
    fn joined(&self, own: u8) -> usize {
        let (i, rest) = (own.trailing_zeros(), own & own.wrapping_sub(1));
        let j = rest.trailing_zeros();
        let (a, b) = (&self.string(i).liberties, &self.string(j).liberties);
        if rest & rest.wrapping_sub(1) == 0 {
            let both = usize::from(self.counts[i as usize % 4] + self.counts[j as usize % 4]);
            return both - a.common(b) - 1 + self.near.free_outside(self.at, a, b);
        }
        let mut all = a.or(b);
        for i in (j + 1..4).filter(|i| rest >> i & 1 != 0) {
            all.union_with(&self.string(i).liberties);
        }
        all.len() - 1 + self.near.free_outside(self.at, &all, &all)
    }

    /// Number of liberties of a stone of `color` here that takes the strings at the
    /// neighbours `taken`, where it has `size` others and connects the strings at `own`.
    fn with_taken(&self, color: Color, own: u8, size: usize, taken: u8) -> usize {
        if own == 0 || (0..4).all(|i| taken >> i & 1 == 0 || self.string(i).size == 1) {
            return size + usize::from(SIZE[usize::from(taken) % 16]);
        }
        let mut own_heads = PointList::<4>::new();
        for i in (0..4).filter(|i| own >> i & 1 != 0) {
            own_heads.add(Point(self.heads[i]));
        }
        let mut heads = PointList::<4>::new();
        let mut all = size;
        for i in (0..4).filter(|i| taken >> i & 1 != 0) {
            let (first, q) = (heads.add(Point(self.heads[i])), self.at.step(NEIGHBOURS[i]));
            all += 1;
            if !first {
                continue;
            }
            // The other stones of the string that touch what is connected.
            for stone in self.board.stones(q) {
                let near = self.board.near[stone.idx() % SLOTS].stones(color, stone);
                let touches = |q: Point| own_heads.contains(&Point(self.board.head[q.idx()]));
                all += usize::from(!self.touches(stone) && { near }.any(touches));
            }
        }
        all
    }

    /// Whether `p` is next to the vertex.
    #[inline]
    fn touches(&self, p: Point) -> bool {
        NEIGHBOURS.iter().any(|&d| self.at.step(d) == p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat_rt::geom::Cell;
    use mkpat_rt::rng::Rng;

    /// Every answer of a preview against the same question to the board.
    #[test]
    fn a_preview_agrees_with_the_slow_questions() {
        let mut rng = Rng::new(11);
        for size in [2, 5, 9] {
            for _ in 0..40 {
                let mut board = Board::new(size).expect("size in range");
                for _ in 0..size * size {
                    let p = Point::new(rng.within(..size), rng.within(..size));
                    board.try_play(Color::BOTH[rng.within(..2)], p);
                }
                for p in Point::all(size).filter(|&p| board.is_empty(p)) {
                    let preview = board.preview(p);
                    assert_eq!(preview.edges(), board.count_neighbours(p, Cell::Off));
                    for color in Color::BOTH {
                        let strings = board.neighbour_list(p, color);
                        let weak = strings.iter().filter(|&&s| board.liberty_count(s) <= 2);
                        assert_eq!(preview.strings(color), strings.len());
                        assert_eq!(preview.weak(color), weak.count());
                        assert_eq!(preview.stones(color), board.count_neighbours(p, color.cell()));
                        assert_eq!(preview.captures(color), board.captures_something(color, p));
                        let liberties = board.accurate_liberties(color, p).len();
                        for max in 1..9 {
                            assert_eq!(preview.liberties(color, max), liberties.min(max));
                        }
                        for q in Point::all(size).filter(|&q| board.is_empty(q)) {
                            let all = board.accurate_liberties(color, p);
                            assert_eq!(preview.reaches(color, q), all.contains(q));
                        }
                        let few = board.accurate_liberties(color, p).first_of::<2>(0, liberties);
                        let few = (liberties <= 2).then_some(few);
                        assert_eq!(preview.liberty_list::<2>(color).as_deref(), few.as_deref());
                    }
                }
            }
        }
    }
}
