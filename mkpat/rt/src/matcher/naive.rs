//! The matcher that is obviously right, and slow: every pattern in every orientation at every
//! vertex, word by word as docs/pattern-language.md defines a match ("Edges", "Rectangle",
//! "Matching", "Corner patterns"). It needs no table. The other matchers are tested against it
//! and share nothing with it.

use super::{Match, corner};
use crate::db::{Anchor, ElementKind, Pattern};
use crate::geom::{BoardView, Cell, Color, Offset, Point, Transform};
use crate::helper::PatternId;

/// Appends all matches of `patterns` on `board`, in canonical order; `color` is
/// the side that the patterns call O.
pub fn matches(patterns: &[Pattern], board: BoardView<'_>, color: Color, out: &mut Vec<Match>) {
    for anchor in Point::all(board.size) {
        for (id, pattern) in patterns.iter().enumerate() {
            for &transform in pattern.symmetry.transforms() {
                if fits(pattern, board, color, anchor, transform) {
                    out.push(Match { anchor, pattern: PatternId(id as u32), transform });
                }
            }
        }
    }
}

/// Whether a pattern matches with its anchor at `anchor`, in one orientation.
pub fn fits(
    pattern: &Pattern,
    board: BoardView<'_>,
    color: Color,
    anchor: Point,
    transform: Transform,
) -> bool {
    let is_corner_pattern = pattern.anchor == Anchor::Corner;
    // Patterns start from a stone, or from the corner that suits the orientation.
    let starts_here = match pattern.anchor {
        Anchor::O => board.at(anchor) == color.cell(),
        Anchor::X => board.at(anchor) == color.other().cell(),
        Anchor::Corner => anchor == corner(transform, board.size),
    };
    if !starts_here {
        return false;
    }
    let vertex = |o: Offset| anchor.offset(transform.apply(o), board.size);

    // The drawing lies on the board.
    if vertex(pattern.min).is_none() || vertex(pattern.max).is_none() {
        return false;
    }
    // Where it shows an edge, the board ends: one step further is off the board.
    let (min, max) = (pattern.min, pattern.max);
    let ends = [
        (pattern.edges.north, Offset::new(min.dr - 1, min.dc)),
        (pattern.edges.south, Offset::new(max.dr + 1, min.dc)),
        (pattern.edges.west, Offset::new(min.dr, min.dc - 1)),
        (pattern.edges.east, Offset::new(min.dr, max.dc + 1)),
    ];
    if ends.into_iter().any(|(drawn, beyond)| drawn && vertex(beyond).is_some()) {
        return false;
    }
    // Every element has its content.
    let holds = |o: Offset, kind: ElementKind| {
        vertex(o).is_some_and(|p| {
            let cell = board.at(p);
            match kind {
                ElementKind::O => cell == color.cell(),
                ElementKind::X => cell == color.other().cell(),
                ElementKind::EmptyOrO => cell == Cell::Empty || cell == color.cell(),
                ElementKind::EmptyOrX => cell == Cell::Empty || cell == color.other().cell(),
                ElementKind::Empty
                | ElementKind::Move
                | ElementKind::Barrier
                | ElementKind::Special => cell == Cell::Empty,
            }
        })
    };
    if !pattern.elements.iter().all(|e| holds(e.at, e.kind)) {
        return false;
    }
    // A corner or full-board pattern describes its whole rectangle.
    if is_corner_pattern {
        for dr in min.dr..=max.dr {
            for dc in min.dc..=max.dc {
                let at = Offset::new(dr, dc);
                let drawn = pattern.elements.iter().any(|e| e.at == at);
                if !drawn && !holds(at, ElementKind::Empty) {
                    return false;
                }
            }
        }
    }
    true
}
