//! KP0605: the constraint diagram against the main diagram, where no
//! stones are concerned.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::{LabelDiagram, Symbol};

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
                .note("the constraint diagram repeats the main one; only letters are added")
                .fix(repeat(p, labels)),
            );
            // One place is enough.
            break;
        }
    }
}

/// Draws what the main diagram shows wherever no letter is.
fn repeat(p: &Pattern, labels: &LabelDiagram) -> Fix {
    let fix = Fix::risky("draw what the main diagram shows");
    labels.cells.iter().enumerate().fold(fix, |fix, (cell, &ch)| {
        let drawn = p.diagram.cells[cell].to_char();
        let differs = Symbol::from_char(ch).is_some() && ch != drawn;
        if differs { fix.replace(labels.spans[cell], drawn) } else { fix }
    })
}
