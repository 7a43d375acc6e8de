//! What the vertices of an arena add to the numbers by which `shape` tells their neighbours, and the vertices whose
//! corners they are: a number for each vertex, with room around them, so that no neighbour has to be looked for.

use super::bits::{Bits, WIDTH, each};

/// Numbers for corners are multiples of this; those for neighbours, four of them added, are smaller.
pub(super) const CORNERS_UNIT: u16 = 512;

const EMPTY: u16 = 0;
pub(super) const OWN: u16 = 1 + CORNERS_UNIT;
pub(super) const WEAK: u16 = 5 + 5 * CORNERS_UNIT;
pub(super) const WALL: u16 = 25 + 5 * CORNERS_UNIT;
const OFF: u16 = 125;

/// Bits before those of an arena, more than there are in a row.
pub(super) const MARGIN: usize = 16;

/// Bits of an arena, and around them: a power of two, so that no place can lie outside.
const PLACES: usize = 256;

/// What the vertices of an arena add where there are no stones.
#[derive(Clone)]
pub(super) struct Ground([u16; PLACES]);

impl Ground {
    /// Of vertices, of which some count as stones of the owner and of the maker that cannot be taken.
    pub(super) fn new(cells: Bits, own: Bits, walls: Bits) -> Ground {
        let mut ground = Ground([OFF; PLACES]);
        ground.set(cells, EMPTY);
        ground.set(own, OWN);
        ground.set(walls, WALL);
        ground
    }

    /// What a vertex adds whose bit is so many less [`MARGIN`].
    #[inline]
    pub(super) fn at(&self, place: usize) -> u16 {
        self.0[place % PLACES]
    }

    #[inline]
    pub(super) fn set(&mut self, vertices: Bits, code: u16) {
        for v in each(vertices) {
            self.0[usize::from(v) + MARGIN] = code;
        }
    }
}

const _: () = assert!(WIDTH + 2 * MARGIN <= PLACES);
