//! Walks a [`Grid`]: for every stone, the list of its neighbourhood names the
//! blocks of rows that are possible there; four lookups in a block's sets leave the
//! few rows whose window is compared.

use super::Match;
use super::sight::{Sight, Stone};
use crate::geom::{Color, Transform};
use crate::helper::PatternId;
use crate::table::grid::{BLOCK, Grid, GridView, unpack};

/// Whether every byte of `least` ≤ `distances` ≤ `most`. All bytes are below 128,
/// so that a byte of the difference borrows its own top bit at most.
#[inline]
fn has_room(distances: u32, (least, most): (u32, u32)) -> bool {
    const TOP: u32 = 0x8080_8080;
    let enough = (distances | TOP).wrapping_sub(least);
    let not_more = (most | TOP).wrapping_sub(distances);
    enough & not_more & TOP == TOP
}

/// Entries of a list that are looked at together.
const AT_ONCE: usize = 32;

/// Working memory: candidates of one stone.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// First rows of blocks, with the rows that are left of them.
    blocks: [(u32, u64); AT_ONCE],
    /// Rows whose windows fit.
    rows: Box<[u32; AT_ONCE * BLOCK]>,
}

impl Candidates {
    pub(super) fn new() -> Candidates {
        Candidates { blocks: [(0, 0); AT_ONCE], rows: Box::new([0; AT_ONCE * BLOCK]) }
    }
}

/// Appends all matches in canonical order.
pub(super) fn matches(
    table: &Grid,
    sight: &Sight,
    color: Color,
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
) {
    let view = table.view();
    for stone in sight.stones(color) {
        at(&view, sight, color, stone, candidates, out);
    }
}

/// Appends the matches that are anchored at one stone, in canonical order.
///
/// Whether a block or a row is left is as good as random, so that a branch on it
/// would be mispredicted; both are written down and counted only if they are left.
#[inline]
pub(super) fn at(
    view: &GridView<'_>,
    sight: &Sight,
    color: Color,
    stone: &Stone,
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
) {
    let list = view.list(stone.is_x, stone.near);
    if list.is_empty() {
        return;
    }
    let first = out.len();
    let window = stone.window;
    let (firsts, sets) = view.accepting(stone.is_x, window);
    let Candidates { blocks, rows: fitting } = candidates;
    for entries in list.chunks(AT_ONCE) {
        let mut left = 0;
        for &entry in entries {
            let (block, near) = unpack(entry);
            let first = u32::from_le_bytes(firsts[block]);
            let rows = sets.iter().fold(near, |rows, set| rows & u64::from_le_bytes(set[block]));
            blocks[left % AT_ONCE] = (first, rows);
            left += usize::from(rows != 0);
        }
        let mut fit = 0;
        for &(first_row, mut rows) in &blocks[..left] {
            while rows != 0 {
                let row = first_row + rows.trailing_zeros();
                rows &= rows - 1;
                let [mask, value, mask2, value2] = view.window(row as usize);
                let differs = (window[0] & mask ^ value) | (window[1] & mask2 ^ value2);
                fitting[fit % (AT_ONCE * BLOCK)] = row;
                fit += usize::from(differs == 0);
            }
        }
        let mut found = 0;
        for i in 0..fit {
            let row = fitting[i] as usize;
            let head = view.head(row);
            if head.is_special() && !is_fit(view, sight, color, stone, row) {
                continue;
            }
            fitting[found] = head.key();
            found += 1;
        }
        // Rows of a block are in order, blocks are not.
        sort(&mut fitting[..found]);
        out.extend(fitting[..found].iter().map(|&key| {
            let (pattern, transform) = (PatternId(key >> 3), Transform::ALL[key as usize % 8]);
            Match { anchor: stone.point, pattern, transform }
        }));
    }
    if list.len() > AT_ONCE {
        out[first..].sort_unstable();
    }
}

/// Whether what the window does not tell about a special row is right, too.
fn is_fit(view: &GridView<'_>, sight: &Sight, color: Color, stone: &Stone, row: usize) -> bool {
    has_room(stone.distances, view.room(row))
        && view.far(row).all(|far| sight.at(stone.point, far.at, color) & far.mask == far.value)
}

/// Sorts the keys of one anchor, mostly a handful.
#[inline]
fn sort(keys: &mut [u32]) {
    if keys.len() > 24 {
        return keys.sort_unstable();
    }
    for i in 1..keys.len() {
        let new = keys[i];
        let mut at = i;
        while at > 0 && keys[at - 1] > new {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = new;
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
