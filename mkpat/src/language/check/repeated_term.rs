//! KP0633: a term that stands twice in a chain of `&&` or `||`, or together with
//! its opposite.

use std::collections::BTreeMap;

use super::{Context, image};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind};
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
    let mut before: Option<Span> = None;
    for term in terms {
        let text = image::expr(p, term);
        let opposite = text.strip_prefix('!').map_or(format!("!{text}"), str::to_string);
        if let Some(&first) = seen.get(&text) {
            let mut found =
                Diagnostic::warning(codes::REPEATED_TERM, term.span, "this term stands twice")
                    .also(first, "the first time");
            if let Some(place) = before.and_then(|before| with_operator(cx, before, term.span)) {
                found = found.fix(Fix::risky("remove the second one").remove(place));
            }
            cx.out.push(found);
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
        before = Some(term.span);
    }
}

/// From the operator behind `before` to the end of `term`, with the parentheses that
/// open between them. `None` if a comment lies in between.
fn with_operator(cx: &Context<'_>, before: Span, term: Span) -> Option<Span> {
    let file = cx.sources.file(term.file).text.as_str();
    let between = file.get(before.end as usize..term.start as usize)?;
    let closing = between.len() - between.trim_start_matches([')', ' ']).len();
    let skipped = between[..closing].rfind(')').map_or(0, |at| at + 1);
    let mut open = between[skipped..].matches('(').count();
    let rest = file.get(term.end as usize..)?;
    let mut end = term.end as usize;
    for ch in rest.chars() {
        if open == 0 {
            break;
        }
        match ch {
            ')' => open -= 1,
            ' ' => {}
            _ => return None,
        }
        end += 1;
    }
    let start = before.end as usize + skipped;
    let code = !between.lines().any(|line| line.starts_with('#'));
    (code && open == 0).then(|| Span::new(term.file, start, end))
}
