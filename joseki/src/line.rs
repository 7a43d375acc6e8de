//! The way to a node: its moves and the stones before and after it.
//!
//! As the compiler sees them: on the big board whose upper right corner is the
//! record's, with moves that are not in the corner left out. [`crate::lint`] and
//! [`crate::view`] follow single lines with it; [`fn@crate::compile`] walks the
//! whole tree at once and does not need it.

use katachi_sgf::{Color, NodeId, Point, Sgf, Span, Stones};

use crate::compile::{BOARD, corner_move};

/// A move on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) color: Color,
    /// On the big board.
    pub(crate) at: Point,
    /// The property, in the text.
    pub(crate) span: Span,
}

/// The way from the root to a node, which is included.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) moves: Vec<Played>,
    /// The stones before the node's own move.
    pub(crate) before: Stones,
    /// The stones after it, captures taken off.
    pub(crate) after: Stones,
}

/// The line of a node; it ends before a move that cannot be played.
pub(crate) fn line(sgf: &Sgf, node: NodeId) -> Line {
    let size = sgf.board_size(node).unwrap_or(19);
    let empty = Stones::new(BOARD);
    let mut line = Line { moves: Vec::new(), before: empty.clone(), after: empty };
    for id in sgf.path(node) {
        if id == node {
            line.before = line.after.clone();
        }
        let Some((color, at, property)) = corner_move(sgf.node(id), size) else { continue };
        if line.after.play(color, at).is_err() {
            line.before = line.after.clone();
            break;
        }
        line.moves.push(Played { color, at, span: property.span.clone() });
    }
    line
}

/// Row and column from the upper right corner, both from 0.
pub(crate) fn from_corner(p: Point) -> (usize, usize) {
    (usize::from(p.row), BOARD - 1 - usize::from(p.col))
}

/// The vertex of the record's own board (of `size`), as in GTP.
pub(crate) fn vertex(p: Point, size: usize) -> String {
    let (row, column) = from_corner(p);
    match u8::try_from(size.saturating_sub(column + 1)) {
        Ok(col) if column < size && row < size => Point::new(p.row, col).to_gtp(size),
        _ => "off the board".to_string(),
    }
}

/// The strings of a position, each with its colour.
pub(crate) fn strings(stones: &Stones) -> Vec<(Color, Vec<Point>)> {
    let mut seen: Vec<Point> = Vec::new();
    let mut out = Vec::new();
    for (start, color) in stones.iter() {
        if seen.contains(&start) {
            continue;
        }
        let mut string = vec![start];
        let mut next = 0;
        while let Some(&p) = string.get(next) {
            let near = [
                (p.row.wrapping_sub(1), p.col),
                (p.row + 1, p.col),
                (p.row, p.col.wrapping_sub(1)),
                (p.row, p.col + 1),
            ];
            for (row, col) in near {
                let n = Point::new(row, col);
                if stones.at(n) == Some(color) && !string.contains(&n) {
                    string.push(n);
                }
            }
            next += 1;
        }
        string.sort_unstable();
        seen.extend(&string);
        out.push((color, string));
    }
    out
}
