//! KP0648: a side that passes behind the last move of a sequence. Targets are looked at
//! independent of who would be next to move (docs/pattern-language.md, "Sequences of moves"), so
//! that nothing comes of it.

use mkpat_rt::helper::Signature;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        let ExprKind::Call(call) = &e.kind else { return };
        let Signature::Play(targets) = call.helper.info().signature else { return };
        let moves = &call.args[..call.args.len().saturating_sub(targets.len())];
        let [.., before, last] = moves else { return };
        if last.ch != '?' {
            return;
        }
        let place = Span { start: before.span.end, ..last.span };
        cx.out.push(
            Diagnostic::warning(
                codes::IDLE_PASS,
                last.span,
                "passing behind the last move changes nothing",
            )
            .note("what is asked of the targets says who moves first, not the sequence before")
            .fix(Fix::risky("remove the `?`").remove(place)),
        );
    };
    p.walk_code(&mut visit);
}
