//! The end of the game: neutral points, and what must never be played.

use crate::board::Board;
use crate::facts::{Facts, topology};
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};

/// Whether the vertex is an eye of `color` that must not be filled: all its
/// neighbours are stones of `color`, and it is not false.
pub(super) fn is_own_eye(board: &Board, facts: &Facts, p: Point, color: Color) -> bool {
    board.is_empty(p) && board.is_enclosed(p, color) && topology(board, &facts.worms, p, color) < 4
}

/// A vertex that is worth a point under area rules and nothing under territory
/// rules: nobody's territory, safe to play, no eye.
pub(super) fn dame(reader: &mut Reader<'_>, facts: &Facts, color: Color) -> Option<Point> {
    let size = reader.board().size();
    let influence = facts.influence_for(color);
    let mut best: Option<(usize, Point)> = None;
    for p in Point::all(size) {
        let board = reader.board();
        if !board.is_empty(p) || influence.territory(p).is_some() {
            continue;
        }
        if facts.eyes.get(p).is_some() || is_own_eye(board, facts, p, color) {
            continue;
        }
        let touching = board.count_neighbours(p, color.cell())
            + 2 * board.count_neighbours(p, color.other().cell());
        if touching == 0 || best.is_some_and(|b| b.0 >= touching) {
            continue;
        }
        if reader.safe_move(p, color) == Code::Win {
            best = Some((touching, p));
        }
    }
    best.map(|b| b.1)
}
