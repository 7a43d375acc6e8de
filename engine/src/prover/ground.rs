//! What the vertices of an arena add to the numbers by which `shape` tells their neighbours (the lower half), and the
//! vertices whose corners they are (the upper half): a number for each vertex, with room around them, so that
//! no neighbour has to be looked for.

use super::bits::{Bits, WIDTH, each};

const EMPTY: u32 = 0;
pub(super) const OWN: u32 = 1 | 1 << 16;
pub(super) const WEAK: u32 = 5 | 5 << 16;
pub(super) const WALL: u32 = 25 | 5 << 16;
const OFF: u32 = 125;

/// Bits before and after those of an arena, more than there are in a row.
pub(super) const MARGIN: usize = 16;

/// What the vertices of an arena add where there are no stones.
#[derive(Clone)]
pub(super) struct Ground([u32; WIDTH + 2 * MARGIN]);

impl Ground {
    /// Of vertices, of which some count as stones of the owner and of the maker that cannot be taken.
    pub(super) fn new(cells: Bits, own: Bits, walls: Bits) -> Ground {
        let mut ground = Ground([OFF; WIDTH + 2 * MARGIN]);
        ground.set(cells, EMPTY);
        ground.set(own, OWN);
        ground.set(walls, WALL);
        ground
    }

    /// What a vertex adds whose bit is so many less [`MARGIN`].
    #[inline]
    pub(super) fn at(&self, place: usize) -> u32 {
        self.0.get(place).copied().unwrap_or(OFF)
    }

    #[inline]
    pub(super) fn set(&mut self, vertices: Bits, code: u32) {
        for v in each(vertices) {
            self.0[usize::from(v) + MARGIN] = code;
        }
    }
}
