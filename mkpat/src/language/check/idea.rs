//! KP0629: patterns without a word about their idea.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if p.idea.is_empty() {
        cx.out.push(
            Diagnostic::hint(
                codes::MISSING_IDEA,
                p.name_span,
                format!("no comment tells the idea of pattern {}", p.name),
            )
            .note("write it behind `#` above or below the `Pattern` line, or beside a row"),
        );
    }
}
