//! KP0610, KP0634: comparisons that always or never hold, and comparisons of
//! things that cannot be compared.

use mkpat_rt::expr::Cmp;

use super::Context;
use super::range::{by_type, decide, values};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind, Type};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Cmp(cmp, a, b) = &e.kind {
            comparison(cx, e, *cmp, a, b);
        }
    };
    p.walk_code(&mut visit);
}

fn comparison(cx: &mut Context<'_>, e: &Expr, cmp: Cmp, a: &Expr, b: &Expr) {
    if let Some(always) = decide(cmp, &values(a, &by_type), &values(b, &by_type)) {
        let word = if always { "always" } else { "never" };
        let mut found = Diagnostic::warning(
            codes::CONSTANT_COMPARISON,
            e.span,
            format!("this comparison {word} holds"),
        );
        found = match (&a.kind, describe(a), describe(b)) {
            (ExprKind::Not(_), _, _) => found
                .note("`!` binds tighter than a comparison: write `f(…)!=WIN` or `!(f(…)==WIN)`")
                .fix(negate_all(a, b)),
            // `1 < lib(a) < 4`
            (ExprKind::Cmp(_, _, middle), _, _) => {
                let text = cx.sources.file(e.span.file).text.as_str();
                let (left, middle) = (&text[a.span.range()], &text[middle.span.range()]);
                let rest = &text[a.span.range().end..e.span.range().end];
                let two = format!("{left} && {middle}{rest}");
                found
                    .note("a comparison is 0 or 1, which is then compared")
                    .fix(Fix::rename(e.span, &two))
            }
            (_, Some(text), _) | (_, _, Some(text)) => found.note(text),
            _ => found,
        };
        cx.out.push(found);
        return;
    }
    // A bare number for a code or a status.
    for (x, y) in [(a, b), (b, a)] {
        let names = match x.ty {
            Type::Code => "WIN, KO_A, KO_B",
            Type::Status => "ALIVE, DEAD, CRITICAL, UNKNOWN",
            _ => continue,
        };
        if let ExprKind::Number(number) = y.kind
            && y.ty == Type::Int
            && number != 0.0
        {
            let what = kind(x).unwrap_or_default();
            cx.out.push(
                Diagnostic::warning(
                    codes::MIXED_COMPARISON,
                    y.span,
                    format!("a {what} is compared with the number {number}"),
                )
                .note(format!("name the {what}: {names}")),
            );
            return;
        }
    }
    let kinds = (kind(a), kind(b));
    if let (Some(left), Some(right)) = kinds
        && left != right
    {
        cx.out.push(Diagnostic::warning(
            codes::MIXED_COMPARISON,
            e.span,
            format!("a {left} is compared with a {right}"),
        ));
    }
}

/// Puts the comparison of a negation `a` with `b` into parentheses behind the `!`.
fn negate_all(a: &Expr, b: &Expr) -> Fix {
    Fix::risky("let `!` negate the comparison")
        .insert(a.span, a.span.start + 1, "(")
        .insert(b.span, b.span.end, ")")
}

/// What a value is, where only its own kind can be compared with it.
fn kind(e: &Expr) -> Option<&'static str> {
    match e.ty {
        Type::Code => Some("reading code"),
        Type::Status => Some("dragon status"),
        Type::Bool => Some("truth value"),
        Type::Int | Type::Float => None,
    }
}

fn describe(e: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &e.kind else { return None };
    let name = call.helper.info().name;
    match e.ty {
        Type::Bool => Some(format!("`{name}` is 0 or 1")),
        Type::Code => Some(format!("`{name}` is 0, KO_B, KO_A or WIN (0, 2, 4, 5)")),
        Type::Status => Some(format!("`{name}` is ALIVE, DEAD, CRITICAL or UNKNOWN")),
        _ => None,
    }
}
