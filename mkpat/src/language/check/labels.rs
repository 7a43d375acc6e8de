//! KP0601–KP0603: labels that nothing uses, or that mark separate vertices.

use std::collections::BTreeSet;

use super::{Context, argument_kind};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::expr::{Expr, ExprKind};
use crate::language::ir::pattern::AttributeValue;
use crate::language::ir::{Label, Pattern};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let used = used(p);
    // What uses the letters stands in the wrong place.
    if p.constraint_ignored {
        return;
    }
    if let Some(diagram) = &p.label_diagram
        && p.constraint.is_none()
        && p.action.is_none()
        && used.is_empty()
    {
        let place = match (diagram.spans.first(), diagram.spans.last()) {
            (Some(first), Some(last)) => first.to(*last),
            _ => p.colon,
        };
        cx.out.push(
            Diagnostic::warning(
                codes::UNUSED_LABEL_DIAGRAM,
                place,
                format!("nothing uses the constraint diagram of pattern {}", p.name),
            )
            .note("remove it, or write the constraint below it")
            .fix(Fix::safe("remove the constraint diagram").remove(cx.lines_of(place))),
        );
        return;
    }
    for (ch, label) in &p.labels {
        let Some(&span) = label.spans.first() else { continue };
        if !used.contains(ch) {
            // A call with other arguments than were meant has perhaps forgotten this one.
            if argument_kind::is_wrong(p) {
                continue;
            }
            let message = format!("label `{ch}` of pattern {} is never used", p.name);
            let fix = label
                .cells
                .iter()
                .zip(&label.spans)
                .fold(Fix::safe("draw what the main diagram shows"), |fix, (&cell, &span)| {
                    fix.replace(span, p.diagram.cells[cell].to_char())
                });
            cx.out.push(Diagnostic::warning(codes::UNUSED_LABEL, span, message).fix(fix));
            continue;
        }
        if let Some(stray) = stray(p, label) {
            cx.out.push(
                Diagnostic::warning(
                    codes::SCATTERED_LABEL,
                    label.spans[stray],
                    format!("label `{ch}` of pattern {} marks separate vertices", p.name),
                )
                .also(span, "only this one counts")
                .note("a letter stands on one vertex, or on the stones of one string"),
            );
        }
    }
}

/// Letters that constraint, action or values name.
pub(super) fn used(p: &Pattern) -> BTreeSet<char> {
    let mut used = BTreeSet::new();
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            used.extend(call.args.iter().map(|arg| arg.ch));
        }
    };
    p.walk_code(&mut visit);
    used.extend(p.attrs.iter().filter_map(|attr| match attr.value {
        AttributeValue::Label(ch, _) => Some(ch),
        AttributeValue::Number(_) => None,
    }));
    used
}

/// The first place of the letter that is not connected with the one that counts
/// through vertices with this letter and the same element.
fn stray(p: &Pattern, label: &Label) -> Option<usize> {
    let element = |cell: usize| p.diagram.cells[cell].element();
    let first = *label.cells.first()?;
    let mut group = vec![first];
    let mut next = 0;
    while let Some(&cell) = group.get(next) {
        next += 1;
        for &other in &label.cells {
            let o = p.diagram.offset(cell, other);
            let touches = i32::from(o.dr).abs() + i32::from(o.dc).abs() == 1;
            if touches && element(other) == element(first) && !group.contains(&other) {
                group.push(other);
            }
        }
    }
    label.cells.iter().position(|cell| !group.contains(cell))
}
