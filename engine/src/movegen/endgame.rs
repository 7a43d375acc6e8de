//! The end of the game: neutral points, and what must never be played.

use crate::analysis::{Tables, topology};
use crate::board::Board;
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};

/// Whether the vertex is an eye of `color` that must not be filled: all its
/// neighbours are stones of `color`, and it is not false.
pub(super) fn is_own_eye(board: &Board, tables: &Tables, p: Point, color: Color) -> bool {
    board.is_empty(p)
        && board.neighbours(p).all(|q| board.color_at(q) == Some(color))
        && topology(board, &tables.worms, p, color) < 4
}

/// A vertex that is worth a point under area rules and nothing under territory
/// rules: nobody's territory, safe to play, no eye.
pub(super) fn dame(reader: &mut Reader<'_>, tables: &Tables, color: Color) -> Option<Point> {
    let size = reader.board().size();
    let influence = tables.influence_for(color);
    let mut best: Option<(usize, Point)> = None;
    for p in Point::all(size) {
        let board = reader.board();
        if !board.is_empty(p) || influence.territory(p).is_some() {
            continue;
        }
        if tables.eyes.get(p).is_some() || is_own_eye(board, tables, p, color) {
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
