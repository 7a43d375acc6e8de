//! The opening without patterns: empty corners, and the centre of a small board.

use super::{MoveReason, Proposals};
use crate::board::Board;
use mkpat_rt::geom::Point;

/// A value that no joseki reaches and only urgent moves exceed.
const CORNER: f32 = 30.0;
/// Whether no stone stands in the corner square of side `n` with these signs.
fn is_free(board: &Board, bottom: bool, right: bool, n: usize) -> bool {
    let last = board.size() - 1;
    (0..n).all(|r| {
        (0..n).all(|c| {
            let row = if bottom { last - r } else { r };
            let col = if right { last - c } else { c };
            board.is_empty(Point::new(row, col))
        })
    })
}

/// Proposes opening moves.
pub(super) fn propose(board: &Board, out: &mut Proposals) {
    let size = board.size();
    let stones = board.stone_count();
    if size < 7 {
        if stones == 0 {
            out.add(Point::new(size / 2, size / 2), MoveReason::Fuseki);
            out.at(Point::new(size / 2, size / 2)).at_least(CORNER);
        }
        return;
    }
    if stones * 4 > size * size {
        return;
    }
    if size < 12 {
        small(board, out);
        return;
    }
    let line = 3;
    let side = (size / 3).max(6);
    let last = size - 1;
    for bottom in [false, true] {
        for right in [false, true] {
            if !is_free(board, bottom, right, side) {
                continue;
            }
            let at = |r: usize, c: usize| {
                Point::new(if bottom { last - r } else { r }, if right { last - c } else { c })
            };
            // The star point, and the two points below it, slightly less.
            for (p, least) in [
                (at(line, line), CORNER),
                (at(line - 1, line), CORNER),
                (at(line, line - 1), CORNER),
            ] {
                let m = out.at(p);
                m.because(MoveReason::Fuseki);
                m.at_least(least);
                m.value_range.1 = m.value_range.1.min(CORNER);
            }
        }
    }
}

/// Small boards: the centre.
fn small(board: &Board, out: &mut Proposals) {
    let size = board.size();
    let centre = Point::new(size / 2, size / 2);
    if board.stone_count() == 0 {
        out.at(centre).at_least(CORNER);
        out.add(centre, MoveReason::Fuseki);
    }
}
