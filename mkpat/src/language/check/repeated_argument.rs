//! KP0635: the same vertex, or the same string, twice where two are to be told apart.

use mkpat_rt::helper::{Helper, Signature};

use super::{Context, facts, image};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Call, Expr, ExprKind};

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
    let first = match call.helper.info().signature {
        Signature::Fixed(_) | Signature::Some => 0,
        Signature::Play(targets) => call.args.len().saturating_sub(targets.len()),
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
    // Two strings are asked about, and the diagram shows them as one.
    let [one, other] = args else { return };
    let pair =
        matches!(call.helper.info().signature, Signature::Play(_)) || takes_strings(call.helper);
    let (Some(a), Some(b)) = (image::cell(p, one.ch), image::cell(p, other.ch)) else { return };
    if !pair || a == b {
        return;
    }
    let (_, string_of) = facts::strings(&p.diagram);
    if string_of[a].is_some() && string_of[a] == string_of[b] {
        cx.out.push(
            Diagnostic::warning(
                codes::REPEATED_ARGUMENT,
                other.span,
                format!("`{}` gets two stones of one string", call.helper.info().name),
            )
            .also(p.diagram.spans[a], "this stone")
            .also(p.diagram.spans[b], "and this one"),
        );
    }
}

/// Whether a helper of two arguments asks about two strings.
fn takes_strings(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::disconnect_helper
            | Helper::add_connect_move
            | Helper::add_cut_move
            | Helper::test_attack_either_move
            | Helper::add_defend_both_move
            | Helper::amalgamate
    )
}
