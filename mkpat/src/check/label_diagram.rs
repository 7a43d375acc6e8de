//! KP0605, KP0606: the constraint diagram against the main diagram, where no
//! stones are concerned.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::pattern::Symbol;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let Some(labels) = &p.label_diagram else { return };
    for (cell, &ch) in labels.cells.iter().enumerate() {
        let drawn = p.diagram.cells[cell];
        let is_symbol = Symbol::from_char(ch).is_some();
        if is_symbol && ch != drawn.to_char() {
            cx.out.push(
                Diagnostic::warning(
                    codes::LABEL_DIAGRAM_DIFFERS,
                    labels.spans[cell],
                    format!("`{ch}` here, `{}` in the main diagram", drawn.to_char()),
                )
                .also(p.diagram.spans[cell], "the main diagram")
                .note("the constraint diagram repeats the main one; only letters are added"),
            );
            // One place is enough.
            break;
        }
    }
    if !labels.has_edges
        && let Some(&span) = labels.spans.first()
    {
        cx.out.push(Diagnostic::hint(
            codes::LABEL_DIAGRAM_EDGES,
            span,
            "the constraint diagram does not draw the edges of the main diagram",
        ));
    }
}
