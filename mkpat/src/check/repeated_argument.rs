//! KP0635: the same vertex twice where two are to be told apart.

use mkpat_rt::helper::Shape;

use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::expr::{Call, Expr, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            check_call(cx, p, call);
        }
    };
    p.walk_code(&mut visit);
}

fn check_call(cx: &mut Context<'_>, p: &Pattern, call: &Call) {
    // The moves of a play function may come back to a vertex; its targets and
    // the arguments of others may not.
    let first = match call.helper.info().shape {
        Shape::Fixed(_) | Shape::Some => 0,
        Shape::Play(targets) => call.args.len().saturating_sub(targets.len()),
    };
    let args = &call.args[first..];
    for (i, arg) in args.iter().enumerate() {
        let cell = image::cell(p, arg.ch);
        if let Some(other) = args[..i].iter().find(|other| image::cell(p, other.ch) == cell) {
            cx.out.push(
                Diagnostic::warning(
                    codes::REPEATED_ARGUMENT,
                    arg.span,
                    format!("`{}` gets the same vertex twice", call.helper.info().name),
                )
                .also(other.span, "the first time"),
            );
        }
    }
}
