//! KP0621: a stone where the helper takes an empty vertex, and the other way
//! round; moves on stones; targets that are never stones.

use mkpat_rt::db::ElementKind;
use mkpat_rt::helper::{ParamKind, Signature};

use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Arg, Call, Expr, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            check_call(cx, p, call);
        }
    };
    p.walk_code(&mut visit);
}

/// Whether the vertex is certainly empty (`Some(true)`), certainly a stone, or
/// either.
fn is_empty(p: &Pattern, arg: &Arg) -> Option<bool> {
    let element = p.diagram.cells.get(image::cell(p, arg.ch)?)?.element()?;
    match element {
        ElementKind::O | ElementKind::X => Some(false),
        ElementKind::EmptyOrO | ElementKind::EmptyOrX => None,
        _ => Some(true),
    }
}

fn check_call(cx: &mut Context<'_>, p: &Pattern, call: &Call) {
    let name = call.helper.info().name;
    let mut report = |arg: &Arg, is: &str, wants: &str| {
        let mut found = Diagnostic::warning(
            codes::ARGUMENT_KIND,
            arg.span,
            format!("`{}` is {is}, but `{name}` takes {wants}", arg.ch),
        );
        if let Some(cell) = image::cell(p, arg.ch) {
            found = found.also(p.diagram.spans[cell], "this vertex");
        }
        cx.out.push(found);
    };
    match call.helper.info().signature {
        Signature::Some => {}
        Signature::Fixed(params) => {
            for (arg, (_, takes)) in call.args.iter().zip(params) {
                match (takes, is_empty(p, arg)) {
                    (ParamKind::Stone, Some(true)) => report(arg, "empty", "a stone"),
                    (ParamKind::Empty, Some(false)) => report(arg, "a stone", "an empty vertex"),
                    _ => {}
                }
            }
        }
        Signature::Play(targets) => {
            let (moves, targets) =
                call.args.split_at(call.args.len().saturating_sub(targets.len()));
            // Later moves may be where a stone has been captured.
            if let Some(first) = moves.first()
                && is_empty(p, first) == Some(false)
            {
                report(first, "a stone", "an empty vertex for the first move");
            }
            for target in targets {
                let cell = image::cell(p, target.ch);
                let played = moves.iter().any(|mv| image::cell(p, mv.ch) == cell);
                if is_empty(p, target) == Some(true) && !played {
                    report(target, "empty and no move of the sequence", "a stone as its target");
                }
            }
        }
    }
}
