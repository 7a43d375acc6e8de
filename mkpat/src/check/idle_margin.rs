//! KP0619: outer rows and columns of `?` that change nothing.
//!
//! Such a line says that the board goes on there. Where the pattern reaches from
//! one edge of the board, only the opposite edge can be missing, and that it is too
//! near happens on the smallest boards alone.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::pattern::Symbol;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let d = &p.diagram;
    let is_idle = |cells: &[usize]| cells.iter().all(|&cell| d.cells[cell] == Symbol::Any);
    let row = |row: usize| -> Vec<usize> { (0..d.cols).map(|col| row * d.cols + col).collect() };
    let column = |col: usize| -> Vec<usize> { (0..d.rows).map(|row| row * d.cols + col).collect() };
    let lines = [
        (d.edges.north, row(0), row(d.rows - 1), "row"),
        (d.edges.south, row(d.rows - 1), row(0), "row"),
        (d.edges.west, column(0), column(d.cols - 1), "column"),
        (d.edges.east, column(d.cols - 1), column(0), "column"),
    ];
    for (edge, near, far, what) in lines {
        if !edge {
            continue;
        }
        let (line, message, note) = if is_idle(&far) {
            let message = format!("this {what} of `?` changes nothing");
            (far, message, "the edge on the other side says where the pattern lies; leave it out")
        } else if is_idle(&near) {
            let message = format!("this {what} of `?` tells nothing but how far the edge is");
            (near, message, "draw what is meant to be there: `.` for the points of the edge")
        } else {
            continue;
        };
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { continue };
        let mut found = Diagnostic::hint(codes::IDLE_MARGIN, d.spans[first], message).note(note);
        if what == "row" {
            found.primary.span = d.spans[first].to(d.spans[last]);
        } else if last != first {
            found = found.also(d.spans[last], "to here");
        }
        cx.out.push(found);
    }
}
