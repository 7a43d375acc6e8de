//! KP0606: a constraint diagram without the edges of the main diagram.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::LabelDiagram;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let Some(labels) = &p.label_diagram else { return };
    if !labels.has_edges
        && let Some(&span) = labels.spans.first()
    {
        let found = Diagnostic::hint(
            codes::LABEL_DIAGRAM_EDGES,
            span,
            "the constraint diagram does not draw the edges of the main diagram",
        );
        cx.out.push(found.fix(draw_edges(cx, p, labels)));
    }
}

/// Draws those edges in the constraint diagram that it lacks.
fn draw_edges(cx: &Context<'_>, p: &Pattern, labels: &LabelDiagram) -> Fix {
    let (d, mut fix) = (&p.diagram, Fix::safe("draw the edges"));
    let corner = |drawn: bool| if drawn { "+" } else { "" };
    let bar = |drawn: bool| if drawn { "|" } else { "" };
    let edge = format!("{}{}{}", corner(d.edges.west), "-".repeat(d.cols), corner(d.edges.east));
    let last = labels.spans.len().saturating_sub(d.cols);
    for (index, row) in labels.spans.chunks(d.cols).enumerate() {
        let (Some(&left), Some(&right)) = (row.first(), row.last()) else { continue };
        let line = cx.line_of(left);
        let text = cx.sources.text(line);
        let has = |at: usize| text.as_bytes().get(at) == Some(&b'|');
        let (first, end) = ((left.start - line.start) as usize, (right.end - line.start) as usize);
        let west = d.edges.west && !(first > 0 && has(first - 1));
        let east = d.edges.east && !has(end);
        // Two insertions at one place would conflict.
        let above = d.edges.north && index == 0 && !is_edge(cx, line.start.checked_sub(1), line);
        if above {
            fix = fix.insert(line, line.start, format!("{edge}\n{}", bar(west && first == 0)));
        }
        if west && !(above && first == 0) {
            fix = fix.insert(line, left.start, "|");
        }
        if east {
            fix = fix.insert(line, right.end, "|");
        }
        if d.edges.south && index * d.cols == last && !is_edge(cx, Some(line.end), line) {
            let broken = if text.ends_with('\n') { "" } else { "\n" };
            fix = fix.insert(line, line.end, format!("{broken}{edge}\n"));
        }
    }
    fix
}

/// Whether the line at a byte of the file of `near` draws an edge.
fn is_edge(cx: &Context<'_>, at: Option<u32>, near: Span) -> bool {
    at.is_some_and(|at| {
        let line = cx.line_of(Span { start: at, end: at, ..near });
        cx.sources.text(line).starts_with(['+', '-'])
    })
}
