//! KP0636: a string of the diagram without a liberty; such a position cannot be
//! on a board.

use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let d = &p.diagram;
    let stone = |cell: usize| match d.cells[cell].element() {
        Some(kind @ (ElementKind::O | ElementKind::X)) => Some(kind),
        _ => None,
    };
    let mut seen = vec![false; d.cells.len()];
    for start in 0..d.cells.len() {
        let Some(color) = stone(start).filter(|_| !seen[start]) else { continue };
        seen[start] = true;
        let mut string = vec![start];
        let mut next = 0;
        let mut breathes = false;
        while let Some(&cell) = string.get(next) {
            next += 1;
            let (row, col) = d.place(cell);
            let mut visit = |inside: bool, edge: bool, to: usize| {
                if !inside {
                    breathes |= !edge;
                } else if stone(to) == Some(color) {
                    if !std::mem::replace(&mut seen[to], true) {
                        string.push(to);
                    }
                } else {
                    breathes |= stone(to).is_none();
                }
            };
            visit(row > 0, d.edges.north, cell.wrapping_sub(d.cols));
            visit(row + 1 < d.rows, d.edges.south, cell + d.cols);
            visit(col > 0, d.edges.west, cell.wrapping_sub(1));
            visit(col + 1 < d.cols, d.edges.east, cell + 1);
        }
        if !breathes {
            cx.out.push(
                Diagnostic::warning(
                    codes::IMPOSSIBLE_POSITION,
                    d.spans[start],
                    format!("pattern {} never matches: this string has no liberty", p.name),
                )
                .note("such a string would have been captured"),
            );
        }
    }
}
