//! KP0611: a stray `;` after a constraint, a missing one after an action,
//! needless parentheses.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::syntax::ast::{Expr, ExprKind, File, LineKind, PatternNode};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, file: &File, node: &PatternNode) {
    if let Some(code) = &node.constraint {
        if let Some(span) = code.last_semicolon {
            let fix = Fix::safe("remove the `;`").remove(span);
            hint(cx, span, "a constraint does not end with `;`", fix);
        }
        if let Some(tree) = &code.tree {
            if let ExprKind::Paren(_) = tree.kind {
                let fix = without_parentheses(tree.span);
                hint(cx, tree.span.sub(0, 1), "parentheses around the whole constraint", fix);
            }
            doubled(cx, tree);
        }
    }
    if let Some(code) = &node.action
        && code.last_semicolon.is_none()
        && let Some(tree) = &code.tree
        && let Some(last) = code.lines.last()
        && let LineKind::Action(span) = file.lines[*last].kind
        && !cx.sources.text(span).trim_end().ends_with('}')
        && !tree.is_empty()
    {
        let end = Span { start: span.end, ..span };
        let fix = Fix::safe("add the `;`").insert(end, end.start, ";");
        hint(cx, end, "a statement ends with `;`", fix);
    }
}

fn hint(cx: &mut Context<'_>, span: Span, message: &str, fix: Fix) {
    cx.out.push(Diagnostic::hint(codes::UNTIDY_CODE, span, message).fix(fix));
}

/// Removes the first and the last character of `span`.
fn without_parentheses(span: Span) -> Fix {
    Fix::safe("remove the parentheses")
        .remove(span.sub(0, 1))
        .remove(span.sub(span.len().saturating_sub(1), 1))
}

/// Reports `((…))`.
fn doubled(cx: &mut Context<'_>, e: &Expr) {
    match &e.kind {
        ExprKind::Paren(a) => {
            if let ExprKind::Paren(_) = a.kind {
                hint(cx, a.span.sub(0, 1), "doubled parentheses", without_parentheses(a.span));
            }
            doubled(cx, a);
        }
        ExprKind::Not(a) | ExprKind::Neg(a) => doubled(cx, a),
        ExprKind::Binary(_, a, b) => {
            doubled(cx, a);
            doubled(cx, b);
        }
        ExprKind::Cond(a, b, c) => {
            for part in [a, b, c] {
                doubled(cx, part);
            }
        }
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Call(_) => {}
    }
}
