//! Numbers for what the eight vertices around an anchor can look like.
//!
//! A *code* is the eight symbols row by row, the anchor left out, two bits each,
//! the first one lowest. Off-board vertices fill whole rows and columns of the
//! block, so that only [`COUNT`] of the 65,536 codes occur; tables that depend on
//! the neighbourhood are indexed by the number of the code, its *id*.

use std::sync::LazyLock;

use super::{OFF, Symbol};
use crate::geom::Offset;

/// The vertices in the order of a code, counted from the anchor.
pub const AROUND: [Offset; 8] = [
    Offset::new(-1, -1),
    Offset::new(-1, 0),
    Offset::new(-1, 1),
    Offset::new(0, -1),
    Offset::new(0, 1),
    Offset::new(1, -1),
    Offset::new(1, 0),
    Offset::new(1, 1),
];

/// Number of ids: 3⁸ inside the board and what edges leave of it.
pub const COUNT: usize = 7672;
/// The id of a code that no board has.
const NONE: u16 = u16::MAX;

/// The symbols of a code.
pub fn symbols(code: u16) -> [Symbol; 8] {
    std::array::from_fn(|i| (code >> (2 * i) & 3) as Symbol)
}

/// Ids by code; 128 kB, of which a game touches a few.
static IDS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mut next = 0;
    let ids = (0..=u16::MAX).map(|code| {
        let off = symbols(code).map(|s| s == OFF);
        let [_, north, _, west, east, _, south, _] = off;
        let rows = [north, false, south];
        let cols = [west, false, east];
        let is_board = AROUND
            .iter()
            .zip(off)
            .all(|(o, off)| off == (rows[(o.dr + 1) as usize] || cols[(o.dc + 1) as usize]));
        if is_board {
            next += 1;
            next - 1
        } else {
            NONE
        }
    });
    ids.collect()
});

/// All ids; to be borrowed once outside a loop.
#[derive(Clone, Copy, Debug)]
pub struct Ids(&'static [u16]);

impl Ids {
    /// The numbering.
    pub fn new() -> Ids {
        Ids(&IDS)
    }

    /// The id of a code; `None` if no board has it.
    #[inline]
    pub fn of(self, code: u16) -> Option<u16> {
        self.0.get(usize::from(code)).copied().filter(|&id| id != NONE)
    }
}

impl Default for Ids {
    fn default() -> Ids {
        Ids::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_number_the_codes_that_boards_have() {
        let ids = Ids::new();
        let numbered: Vec<u16> = (0..=u16::MAX).filter_map(|code| ids.of(code)).collect();
        assert!(numbered.iter().copied().eq(0..COUNT as u16));
        // Nothing around, an upper left corner, and a hole in the board.
        assert_eq!(ids.of(0), Some(0));
        assert!(ids.of(0b00_00_11_00_11_11_11_11).is_some());
        assert_eq!(ids.of(0b00_00_00_00_00_00_11_00), None);
    }
}
