//! The part of a board that a proof is about, as bits: at most 128 vertices of a
//! rectangle, a row after the other (or a column after the other, whichever is shorter),
//! with an unused bit between them, so that a shift never leads from the end of one
//! row to the beginning of the next.
//!
//! Vertices are *open* (there moves are played and stones are taken) or *solid*: they
//! count as stones of one colour that nobody can take. What lies outside of the
//! rectangle is off the board.

pub(super) use super::bits::{Bits, WIDTH, each};
use super::ground::Ground;
use super::small_eye::Rooms;
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Point};
use std::cell::RefCell;

/// The bit of a pass.
pub(super) const PASS: u8 = 255;

/// A pseudo-random number for each number (the finaliser of SplitMix64).
pub(super) const fn mix(n: u64) -> u64 {
    let mut x = n.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x1234_5678_9ABC_DEF1);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// See the module head.
pub(super) struct Arena {
    stride: u32,
    /// All vertices of the rectangle.
    pub(super) cells: Bits,
    /// Where moves are played.
    pub(super) open: Bits,
    /// What counts as stones that cannot be taken, by colour.
    pub(super) solid: [Bits; 2],
    /// Vertices at the edge of the board.
    pub(super) edge: Bits,
    /// Neighbours by vertex.
    pub(super) near: Box<[Bits; WIDTH]>,
    points: Vec<Point>,
    keys: Box<[[u64; WIDTH]; 2]>,
    ban_keys: Box<[u64; WIDTH]>,
    /// Differs for different arenas.
    pub(super) salt: u64,
    /// What has been found about small rooms.
    pub(super) rooms: RefCell<Rooms>,
    /// Where there are no stones, by whose group is looked at.
    ground: [Ground; 2],
}

impl Arena {
    /// The arena with these open vertices; everything else counts as stones of
    /// `outside`, or of the other colour where `safe` says so. `None` if it does not fit.
    pub(super) fn new(
        board: &Board,
        open: &PointSet,
        outside: Color,
        safe: &PointSet,
    ) -> Option<Arena> {
        let size = board.size();
        let rows = range(open.iter().map(Point::row), size)?;
        let cols = range(open.iter().map(Point::col), size)?;
        let (height, width) = (rows.1 - rows.0 + 1, cols.1 - cols.0 + 1);
        let turned = width > height;
        let stride = width.min(height) + 1;
        if stride * width.max(height) > WIDTH {
            return None;
        }
        let mut arena = Arena {
            stride: stride as u32,
            cells: 0,
            open: 0,
            solid: [0; 2],
            edge: 0,
            near: Box::new([0; WIDTH]),
            points: vec![Point::PASS; WIDTH],
            keys: Box::new([[0; WIDTH]; 2]),
            ban_keys: Box::new([0; WIDTH]),
            salt: 0,
            rooms: RefCell::default(),
            ground: [Ground::new(0, 0, 0), Ground::new(0, 0, 0)],
        };
        for row in rows.0..=rows.1 {
            for col in cols.0..=cols.1 {
                let (r, c) = (row - rows.0, col - cols.0);
                let i = if turned { c * stride + r } else { r * stride + c };
                arena.add(Point::new(row, col), i, open, outside, safe);
                if row.min(col) == 0 || row.max(col) == size - 1 {
                    arena.edge |= 1 << i;
                }
            }
        }
        for i in each(arena.cells) {
            arena.near[i as usize] = arena.spread(1 << i);
        }
        arena.ground = Color::BOTH.map(|owner| {
            let [own, walls] = [owner, owner.other()].map(|c| arena.solid[c.index()]);
            Ground::new(arena.cells, own, walls)
        });
        Some(arena)
    }

    fn add(&mut self, p: Point, i: usize, open: &PointSet, outside: Color, safe: &PointSet) {
        let bit = 1 << i;
        self.points[i] = p;
        self.cells |= bit;
        let kind = if open.contains(p) {
            self.open |= bit;
            2
        } else {
            let color = if safe.contains(p) { outside.other() } else { outside };
            self.solid[color.index()] |= bit;
            color.index()
        };
        let n = p.idx() as u64;
        self.salt ^= mix(n << 8 | 16 | kind as u64);
        for color in Color::BOTH {
            self.keys[color.index()][i] = mix(n << 8 | color.index() as u64);
        }
        self.ban_keys[i] = mix(n << 8 | 2);
    }

    /// Bits from one row to the next.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.stride as usize
    }

    /// What it adds to the shapes of vertices, where there are no stones, if a group of `owner` is looked at.
    #[inline]
    pub(super) fn ground(&self, owner: Color) -> &Ground {
        &self.ground[owner.index()]
    }

    /// What is next to the vertices of a set, and perhaps some of them.
    #[inline]
    pub(super) fn spread(&self, set: Bits) -> Bits {
        let [left, right, up, down] = self.shifted(set);
        (left | right | up | down) & self.cells
    }

    /// The vertices whose left, right, upper and lower neighbour is in a set, and perhaps some that are off the board.
    #[inline]
    fn shifted(&self, set: Bits) -> [Bits; 4] {
        // That less than 64 is shifted by is worth knowing for the compiler.
        let stride = self.stride & 63;
        [set << 1, set >> 1, set << stride, set >> stride]
    }

    /// The vertices whose neighbours within a set are not all linked by vertices of it at their corners: where the set may fall
    /// apart without them.
    pub(super) fn cuts(&self, set: Bits) -> Bits {
        let [left, right, up, down] = self.shifted(set);
        let links = [
            left & up & up << 1,
            right & up & up >> 1,
            left & down & down << 1,
            right & down & down >> 1,
        ];
        let (beside, links) = (at_least([left, right, up, down]), at_least(links));
        let apart = beside[1] & !links[0] | beside[2] & !links[1] | beside[3] & !links[2];
        apart & self.cells
    }

    /// The vertices with two neighbours or more in a set.
    pub(super) fn beside_two(&self, set: Bits) -> Bits {
        at_least(self.shifted(set))[1] & self.cells
    }

    /// The diagonal neighbours of a vertex.
    #[inline]
    pub(super) fn corners(&self, bit: u8) -> Bits {
        let here: Bits = 1 << bit;
        let row = here << 1 | here >> 1;
        (row << self.stride | row >> self.stride) & self.cells
    }

    /// What is connected with `seed` within `within`, which contains it.
    #[inline]
    pub(super) fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut set = seed;
        loop {
            let more = (set | self.spread(set)) & within;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// The vertex of the board.
    pub(super) fn point(&self, bit: u8) -> Point {
        self.points.get(bit as usize).copied().unwrap_or(Point::PASS)
    }

    /// The bit of a vertex of the board, if it lies in the rectangle.
    pub(super) fn bit(&self, p: Point) -> Option<u8> {
        each(self.cells).find(|&i| self.points[i as usize] == p)
    }

    /// The bits of those of the vertices that are open.
    pub(super) fn bits(&self, set: &PointSet) -> Bits {
        each(self.open)
            .filter(|&i| set.contains(self.points[i as usize]))
            .fold(0, |all, i| all | 1 << i)
    }

    /// The vertices of the board.
    pub(super) fn points(&self, set: Bits) -> PointSet {
        each(set).map(|i| self.point(i)).collect()
    }

    #[inline]
    pub(super) fn key(&self, color: Color, bit: u8) -> u64 {
        self.keys[color.index()][bit as usize]
    }

    #[inline]
    pub(super) fn ban_key(&self, bit: u8) -> u64 {
        if bit == PASS { 0 } else { self.ban_keys[bit as usize] }
    }
}

/// The vertices that are in one of these sets at least, in two, in three, and in all.
fn at_least([a, b, c, d]: [Bits; 4]) -> [Bits; 4] {
    let (either, both) = ([a | b, c | d], [a & b, c & d]);
    [
        either[0] | either[1],
        both[0] | both[1] | either[0] & either[1],
        both[0] & either[1] | either[0] & both[1],
        both[0] & both[1],
    ]
}

/// First and last of the numbers, and one more on each side where there is one.
fn range(numbers: impl Iterator<Item = usize>, size: usize) -> Option<(usize, usize)> {
    let (mut first, mut last) = (usize::MAX, 0);
    for n in numbers {
        (first, last) = (first.min(n), last.max(n));
    }
    (first <= last).then(|| (first.saturating_sub(1), (last + 1).min(size - 1)))
}
