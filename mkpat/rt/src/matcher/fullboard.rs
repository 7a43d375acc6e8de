//! Looks a position up in a [`FullBoard`] and compares what it finds, stone by
//! stone: a hash may deceive.

use super::padded_board::{self, PaddedBoard};
use super::{Match, corner};
use crate::db::{ElementKind, Pattern};
use crate::geom::{Offset, Transform};
use crate::table::fullboard::{FullBoard, position_hash};
use crate::table::{EMPTY, O, X};

/// Appends all matches in canonical order.
pub(super) fn matches(
    table: &FullBoard,
    patterns: &[Pattern],
    padded: &PaddedBoard,
    out: &mut Vec<Match>,
) {
    let stones = || padded.stones().map(|(row, col, slot)| (row, col, padded.at(slot)));
    let hash = position_hash(padded.size(), stones());
    let count = stones().count();
    for entry in table.find(hash) {
        let (id, transform) = (entry.pattern, entry.transform);
        if is_position(&patterns[id.idx()], transform, padded, count) {
            let anchor = corner(transform, padded.size());
            out.push(Match { anchor, pattern: id, transform });
        }
    }
    out.sort_unstable();
}

/// Whether the board, which has `count` stones, is the pattern's position.
fn is_position(
    pattern: &Pattern,
    transform: Transform,
    padded: &PaddedBoard,
    count: usize,
) -> bool {
    let last = padded.size() as i32 - 1;
    let is_whole_board = pattern.min == Offset::new(0, 0)
        && i32::from(pattern.max.dr) == last
        && i32::from(pattern.max.dc) == last;
    let drawn = pattern
        .elements
        .iter()
        .filter(|e| matches!(e.kind, ElementKind::O | ElementKind::X))
        .count();
    let at = corner(transform, padded.size());
    let origin = padded_board::slot(at.row(), at.col());
    is_whole_board
        && drawn == count
        && pattern.elements.iter().all(|e| {
            let slot = origin.wrapping_add_signed(padded_board::step(transform.apply(e.at)));
            let want = match e.kind {
                ElementKind::O => O,
                ElementKind::X => X,
                _ => EMPTY,
            };
            padded.at(slot) == want
        })
}
