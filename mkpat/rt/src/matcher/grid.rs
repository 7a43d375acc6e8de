//! Walks a [`Grid`]: for every stone, intersect the sets of rows that accept the
//! nine vertices around it; compare what is left with the window, 64 vertices at
//! a time; test the elements outside the window one by one.

use super::Match;
use super::frame::{self, Frame};
use crate::geom::{MAX_BOARD, Point};
use crate::table::grid::{Grid, GridView, NEAR, WINDOW_FIRST, WINDOW_SIDE};

const SIDE: usize = WINDOW_SIDE as usize;
/// Off-board vertices before the first row or column of the board.
const BEFORE: usize = -WINDOW_FIRST as usize;

/// The board, two bits a vertex, one number a row; all off-board around it.
#[derive(Clone, Debug)]
pub(super) struct BoardRows([u128; MAX_BOARD + SIDE]);

impl BoardRows {
    pub(super) fn new() -> BoardRows {
        BoardRows([u128::MAX; MAX_BOARD + SIDE])
    }

    pub(super) fn load(&mut self, frame: &Frame) {
        self.0.fill(u128::MAX);
        for row in 0..frame.size() {
            let packed = &mut self.0[row + BEFORE];
            for (col, &symbol) in frame.row(row).iter().enumerate() {
                let shift = 2 * (col + BEFORE);
                *packed = *packed & !(3 << shift) | u128::from(symbol) << shift;
            }
        }
    }

    /// The window around a vertex.
    #[inline]
    fn window(&self, row: usize, col: usize) -> u128 {
        // The window starts `BEFORE` rows and columns before the anchor.
        let bits = 2 * SIDE;
        let rows = self.0[row..row + SIDE].iter().enumerate();
        rows.fold(0, |acc, (i, packed)| acc | (packed >> (2 * col) & 0xffff) << (bits * i))
    }
}

/// Whether every byte of `least` ≤ `distances` ≤ `most`. All bytes are below 128,
/// so that a byte of the difference borrows its own top bit at most.
#[inline]
fn has_room(distances: u32, (least, most): (u32, u32)) -> bool {
    const TOP: u32 = 0x8080_8080;
    let enough = (distances | TOP).wrapping_sub(least);
    let not_more = (most | TOP).wrapping_sub(distances);
    enough & not_more & TOP == TOP
}

/// Appends all matches in canonical order.
pub(super) fn matches(table: &Grid, frame: &Frame, rows: &BoardRows, out: &mut Vec<Match>) {
    let view = table.view();
    let last = frame.size().wrapping_sub(1);
    for (row, col, slot) in frame.stones() {
        let window = rows.window(row, col);
        let distances =
            u32::from_le_bytes([row as u8, (last - row) as u8, col as u8, (last - col) as u8]);
        let anchor = Point::new(row, col);
        candidates(&view, frame, slot, |i| {
            if window & view.mask(i) == view.value(i)
                && has_room(distances, view.room(i))
                && view.far(i).all(|far| {
                    frame.at(slot.wrapping_add_signed(frame::step(far.at))) & far.mask == far.value
                })
            {
                let (pattern, transform) = view.head(i);
                out.push(Match { anchor, pattern, transform });
            }
        });
    }
}

/// Calls `f` with every row that accepts the block around `slot`, in order.
#[inline]
fn candidates(view: &GridView<'_>, frame: &Frame, slot: usize, mut f: impl FnMut(usize)) {
    let sets: [&[[u8; 8]]; NEAR.len()] = std::array::from_fn(|k| {
        view.set_bytes(k, frame.at(slot.wrapping_add_signed(frame::step(NEAR[k]))))
    });
    let word = |k: usize, block: usize| u64::from_le_bytes(sets[k][block]);
    for block in 0..view.blocks() {
        let cross = (0..5).fold(u64::MAX, |acc, k| acc & word(k, block));
        if cross == 0 {
            continue;
        }
        let mut found = (5..NEAR.len()).fold(cross, |acc, k| acc & word(k, block));
        while found != 0 {
            f(block * 64 + found.trailing_zeros() as usize);
            found &= found - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_compared_bytewise() {
        let pack = u32::from_le_bytes;
        let (least, most) = (pack([0, 3, 24, 1]), pack([127, 3, 127, 127]));
        for a in [0, 1, 24] {
            for b in [2, 3, 4] {
                for c in [0, 23, 24] {
                    for d in [0, 1, 2] {
                        let want = b == 3 && c == 24 && d >= 1;
                        assert_eq!(has_room(pack([a, b, c, d]), (least, most)), want);
                    }
                }
            }
        }
    }
}
