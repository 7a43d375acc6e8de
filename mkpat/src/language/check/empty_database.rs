//! KP0505: a database without patterns.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::syntax::ast::{File, Item};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, trees: &[File]) {
    let any = |file: &File| file.items.iter().any(|item| matches!(item, Item::Pattern(_)));
    // Patterns with errors are no patterns of the database, but they are there.
    if cx.db.patterns.is_empty()
        && !trees.iter().any(any)
        && !cx.out.has_errors()
        && let Some(first) = trees.first()
    {
        cx.out.push(Diagnostic::warning(
            codes::EMPTY_DATABASE,
            Span::new(first.id, 0, 0),
            format!("database `{}` has no patterns", cx.db.spec.name),
        ));
    }
}
