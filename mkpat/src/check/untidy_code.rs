//! KP0611: a stray `;` after a constraint, a missing one after an action,
//! needless parentheses.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, File, LineKind, PatternNode};

pub(super) fn check(cx: &mut Context<'_>, file: &File, node: &PatternNode) {
    if let Some(code) = &node.constraint {
        if let Some(span) = code.last_semicolon {
            hint(cx, span, "a constraint does not end with `;`");
        }
        if let Some(tree) = &code.tree {
            if let ExprKind::Paren(_) = tree.kind {
                hint(cx, tree.span.sub(0, 1), "parentheses around the whole constraint");
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
        hint(cx, end, "a statement ends with `;`");
    }
}

fn hint(cx: &mut Context<'_>, span: Span, message: &str) {
    cx.out.push(Diagnostic::hint(codes::UNTIDY_CODE, span, message));
}

/// Reports `((…))`.
fn doubled(cx: &mut Context<'_>, e: &Expr) {
    match &e.kind {
        ExprKind::Paren(a) => {
            if let ExprKind::Paren(_) = a.kind {
                hint(cx, a.span.sub(0, 1), "doubled parentheses");
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
