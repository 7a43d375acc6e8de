//! KP0619: outer rows and columns of `?` that change nothing.
//!
//! Such a line demands that the board goes on there. If the pattern draws the edge on the
//! opposite side, that is nearly always so: only on a very small board are the two edges too
//! near to each other. A line on which labels stand is needed.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::Symbol;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let d = &p.diagram;
    let labelled = |cell: &usize| p.labels.values().any(|label| label.cells.contains(cell));
    let is_idle = |cells: &[usize]| {
        cells.iter().all(|&cell| d.cells[cell] == Symbol::Any) && !cells.iter().any(labelled)
    };
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
        let only_edge = !is_idle(&far);
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
        if !only_edge {
            found.fix = without(cx, p, &line, what == "row");
        }
        cx.out.push(found);
    }
}

/// Leaves a row or a column, given by its cells, out of both diagrams.
fn without(cx: &Context<'_>, p: &Pattern, cells: &[usize], is_row: bool) -> Option<Fix> {
    let mut fix = Fix::risky("leave it out");
    let labels = p.label_diagram.as_ref().map(|labels| &labels.spans);
    for spans in [Some(&p.diagram.spans), labels].into_iter().flatten() {
        if is_row {
            let (first, last) = (*spans.get(*cells.first()?)?, *spans.get(*cells.last()?)?);
            let line = cx.line_of(first);
            // What is said beside it would be lost.
            let rest = Span { start: last.end, ..line };
            if !cx
                .sources
                .text(rest)
                .trim_matches(|ch: char| ch == '|' || ch.is_whitespace())
                .is_empty()
            {
                return None;
            }
            fix = fix.remove(line);
            continue;
        }
        for &cell in cells {
            fix = fix.remove(*spans.get(cell)?);
        }
        // The edges above and below become shorter.
        let ends =
            [(p.diagram.edges.north, spans.first()?), (p.diagram.edges.south, spans.last()?)];
        for (above, (drawn, &row)) in [true, false].into_iter().zip(ends) {
            let line = cx.line_of(row);
            let at = if above { line.start.checked_sub(1) } else { Some(line.end) };
            let edge = cx.line_of(Span { start: at?, end: at?, ..line });
            let dash = cx.sources.text(edge).find('-').filter(|_| drawn);
            if cx.sources.text(edge).starts_with(['+', '-']) {
                fix = fix.remove(edge.sub(dash?, 1));
            }
        }
    }
    Some(fix)
}
