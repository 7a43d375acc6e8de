//! KP0622: autohelpers that are kept for old databases only.

use mkpat_rt::helper::Helper;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind
            && is_obsolete(call.helper)
        {
            let name = call.helper.info().name;
            cx.out.push(
                Diagnostic::warning(
                    codes::OBSOLETE_HELPER,
                    call.name_span,
                    format!("`{name}` is obsolete"),
                )
                .note(call.helper.info().doc),
            );
        }
    };
    p.walk_code(&mut visit);
}

/// Whether a helper is only there for old patterns: the vocabulary says so, too.
fn is_obsolete(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::genus
            | Helper::has_aji
            | Helper::oracle_threatens
            | Helper::edge_double_sente
            | Helper::threaten_to_capture
    )
}
