//! What stands around a vertex, in one byte: two bits for each of the four neighbours,
//! in the order of [`NEIGHBOURS`].
//!
//! Nearly all questions of reading begin with "which of the four neighbours are …";
//! with the byte a question that none of them can answer costs one load and no branch
//! per neighbour. The board keeps one for every slot and changes four of them when a
//! stone comes or goes.

use super::{PointSet, SLOTS};
use mkpat_rt::geom::{AREA, Cell, Color, NEIGHBOURS, Point, STRIDE};

/// One bit of each pair.
const LOW: u8 = 0b0101_0101;

/// The neighbours of a vertex. See the module head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NeighbourMask(u8);

/// Some of the four neighbours of a vertex, in the order of [`NEIGHBOURS`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Neighbours {
    at: Point,
    /// The lower bit of the pair of each that is still to come.
    left: u8,
}

/// For every byte: which neighbours are black, which white, and how many are empty.
static SETS: [[u8; 3]; 256] = {
    let mut all = [[0; 3]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut i = 0;
        while i < 4 {
            match byte >> (2 * i) & 3 {
                0 => all[byte][2] += 1,
                1 => all[byte][0] |= 1 << i,
                2 => all[byte][1] |= 1 << i,
                _ => {}
            }
            i += 1;
        }
        byte += 1;
    }
    all
};

impl NeighbourMask {
    #[inline]
    fn pick(self, at: Point, left: u8) -> Neighbours {
        Neighbours { at, left: left & LOW }
    }

    /// The neighbours of `at`, whose byte this is, with a stone of `color`.
    #[inline]
    pub(super) fn stones(self, color: Color, at: Point) -> Neighbours {
        let other = self.0 ^ (LOW * color as u8);
        self.pick(at, !(other | other >> 1))
    }

    /// Which neighbours have a black stone, and which a white one, as four bits each.
    #[inline]
    pub(super) fn sets(self) -> [u8; 2] {
        let [black, white, _] = SETS[self.0 as usize];
        [black, white]
    }

    /// Which neighbours have a stone of `color`, as four bits.
    #[inline]
    pub(super) fn set(self, color: Color) -> u8 {
        SETS[self.0 as usize][color.index()]
    }

    /// Number of empty neighbours.
    #[inline]
    pub(super) fn free(self) -> usize {
        SETS[self.0 as usize][2].into()
    }

    /// The empty neighbours of `at`.
    #[inline]
    pub(super) fn empty(self, at: Point) -> Neighbours {
        self.pick(at, !(self.0 | self.0 >> 1))
    }

    /// Number of empty neighbours of `at` that are in neither set.
    #[inline(always)]
    pub(super) fn free_outside(self, at: Point, a: &PointSet, b: &PointSet) -> usize {
        let empty = !(self.0 | self.0 >> 1);
        if empty & LOW == 0 {
            return 0;
        }
        // Without branches, which would mostly be mispredicted.
        let new = |i: usize| {
            let q = at.step(NEIGHBOURS[i]);
            u8::from(!(a.contains(q) | b.contains(q))) & empty >> (2 * i) & 1
        };
        usize::from(new(0) + new(1) + new(2) + new(3))
    }

    /// The neighbours of `at` that lie on the board.
    #[inline]
    pub(super) fn on_board(self, at: Point) -> Neighbours {
        self.pick(at, !(self.0 & self.0 >> 1))
    }

    /// The neighbours of `at` with this content.
    #[inline]
    pub(super) fn with(self, cell: Cell, at: Point) -> Neighbours {
        match cell {
            Cell::Empty => self.empty(at),
            Cell::Black => self.stones(Color::Black, at),
            Cell::White => self.stones(Color::White, at),
            Cell::Off => self.pick(at, self.0 & self.0 >> 1),
        }
    }
}

impl Neighbours {
    /// Adds these neighbours to a set; returns those that were not in it. All four neighbours are treated
    /// alike: a branch for each would often be mispredicted.
    #[inline]
    pub(super) fn insert_into(self, set: &mut PointSet) -> Neighbours {
        let mut new = 0;
        for (i, d) in NEIGHBOURS.into_iter().enumerate() {
            let there = self.left >> (2 * i) & 1 != 0;
            new |= u8::from(set.insert_if(there, self.at.step(d))) << (2 * i);
        }
        Neighbours { left: new, ..self }
    }

    /// Removes these neighbours from a set, without branches as [`Neighbours::insert_into`].
    #[inline]
    pub(super) fn remove_from(self, set: &mut PointSet) {
        for (i, d) in NEIGHBOURS.into_iter().enumerate() {
            set.remove_if(self.left >> (2 * i) & 1 != 0, self.at.step(d));
        }
    }

    /// Whether there is none.
    #[inline]
    pub(super) fn none(&self) -> bool {
        self.left == 0
    }
}

impl Iterator for Neighbours {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.left == 0 {
            return None;
        }
        let direction = self.left.trailing_zeros() / 2;
        self.left &= self.left - 1;
        Some(self.at.step(NEIGHBOURS[direction as usize % 4]))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // Of four bits: fewer steps than for any byte.
        let pairs = (self.left & 0x11) + (self.left >> 2 & 0x11);
        let n = usize::from((pairs + (pairs >> 4)) & 7);
        (n, Some(n))
    }
}

impl ExactSizeIterator for Neighbours {}

/// A byte for every slot.
pub(super) type NeighbourMasks = [NeighbourMask; SLOTS];

/// What stands around a slot.
pub(super) fn of(cells: &[Cell; AREA], slot: usize) -> NeighbourMask {
    let byte = (0..4).fold(0, |byte, i| {
        let q = slot.checked_add_signed(isize::from(NEIGHBOURS[i]));
        let cell = q.and_then(|q| cells.get(q)).copied().unwrap_or(Cell::Off);
        byte | (cell as u8) << (2 * i)
    });
    NeighbourMask(byte)
}

/// The bytes that belong to these cells.
pub(super) fn of_cells(cells: &[Cell; AREA]) -> NeighbourMasks {
    std::array::from_fn(|slot| {
        if !(STRIDE..AREA - STRIDE).contains(&slot) {
            return of(cells, slot);
        }
        let cell = |i: usize| cells[slot.wrapping_add_signed(NEIGHBOURS[i].into())] as u8;
        NeighbourMask(cell(0) | cell(1) << 2 | cell(2) << 4 | cell(3) << 6)
    })
}

/// A stone of `color` comes to the vertex `p`, or goes from there.
#[inline]
pub(super) fn toggle(near: &mut NeighbourMasks, color: Color, p: Point) {
    for (i, d) in NEIGHBOURS.into_iter().enumerate() {
        // As seen from there, `p` lies in the opposite direction.
        near[p.step(d).idx() % SLOTS].0 ^= (color as u8) << (2 * (3 - i));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat_rt::geom::empty_cells;
    use mkpat_rt::rng::Rng;

    #[test]
    fn toggling_agrees_with_looking() {
        let mut rng = Rng::new(3);
        for size in [1, 2, 9, 25] {
            let mut cells = empty_cells(size);
            let mut near = of_cells(&cells);
            for _ in 0..300 {
                let p = Point::new(rng.within(..size), rng.within(..size));
                let color = Color::BOTH[rng.within(..2)];
                match cells[p.idx()].color() {
                    Some(old) => {
                        toggle(&mut near, old, p);
                        cells[p.idx()] = Cell::Empty;
                    }
                    None => {
                        toggle(&mut near, color, p);
                        cells[p.idx()] = color.cell();
                    }
                }
                assert!(near == of_cells(&cells));
                for q in Point::all(size) {
                    for cell in [Cell::Empty, Cell::Black, Cell::White, Cell::Off] {
                        let want = NEIGHBOURS.map(|d| q.step(d));
                        let want = want.into_iter().filter(|n| cells[n.idx()] == cell);
                        assert!(near[q.idx()].with(cell, q).eq(want));
                    }
                }
            }
        }
    }
}
