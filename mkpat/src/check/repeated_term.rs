//! KP0633: a term that stands twice in a chain of `&&` or `||`, or together with
//! its opposite.

use std::collections::BTreeMap;

use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::expr::{Expr, ExprKind};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| chain(cx, p, e);
    if let Some(constraint) = &p.constraint {
        walk(constraint, None, &mut visit);
    }
}

/// Calls `visit` on the top of every chain.
fn walk(e: &Expr, parent: Option<&ExprKind>, visit: &mut impl FnMut(&Expr)) {
    let inside = matches!(
        (&e.kind, parent),
        (ExprKind::And(..), Some(ExprKind::And(..))) | (ExprKind::Or(..), Some(ExprKind::Or(..)))
    );
    if !inside && matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)) {
        visit(e);
    }
    match &e.kind {
        ExprKind::Number(_) | ExprKind::Call(_) => {}
        ExprKind::Not(a) | ExprKind::Neg(a) => walk(a, Some(&e.kind), visit),
        ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Add(a, b)
        | ExprKind::Sub(a, b)
        | ExprKind::Cmp(_, a, b) => {
            walk(a, Some(&e.kind), visit);
            walk(b, Some(&e.kind), visit);
        }
        ExprKind::Cond(a, b, c) => {
            for part in [a, b, c] {
                walk(part, Some(&e.kind), visit);
            }
        }
    }
}

fn chain(cx: &mut Context<'_>, p: &Pattern, e: &Expr) {
    let mut terms = Vec::new();
    image::flatten(e, &e.kind, &mut terms);
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for term in terms {
        let text = image::expr(p, term);
        let opposite = text.strip_prefix('!').map_or(format!("!{text}"), str::to_string);
        if let Some(&first) = seen.get(&text) {
            cx.out.push(
                Diagnostic::warning(codes::REPEATED_TERM, term.span, "this term stands twice")
                    .also(first, "the first time"),
            );
        } else if let Some(&first) = seen.get(&opposite) {
            let word = if matches!(e.kind, ExprKind::And(..)) { "never" } else { "always" };
            cx.out.push(
                Diagnostic::warning(
                    codes::REPEATED_TERM,
                    term.span,
                    format!("a term and its opposite: this is {word} true"),
                )
                .also(first, "the opposite"),
            );
        }
        seen.entry(text).or_insert(term.span);
    }
}
