//! Findings about databases that compile.

use mkpat_rt::montecarlo::PlayoutDb;

use super::Database;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::Span;

/// KP0505, KP0727. `compiled` is what [`super::compile()`] has made of `db`.
pub fn check(db: &Database, compiled: &PlayoutDb, diags: &mut Diagnostics) {
    // A diagram that no board has is left out, and reported already.
    let left_out = diags.iter().any(|d| {
        d.code == codes::IMPOSSIBLE_NEIGHBOURHOOD && db.files.contains(&d.primary.span.file)
    });
    if db.rules.is_empty()
        && !left_out
        && !diags.has_errors()
        && let Some(&file) = db.files.first()
    {
        diags.push(Diagnostic::warning(
            codes::EMPTY_DATABASE,
            Span::new(file, 0, 0),
            "the database has no weights",
        ));
    }
    for (rule, _) in db.rules.iter().zip(compiled.reached()).filter(|(_, reached)| !reached) {
        let why = if rule.conditions.is_never() {
            "its properties contradict each other"
        } else {
            "lines above it speak of every move to which it could apply, and the first counts"
        };
        diags.push(
            Diagnostic::warning(
                codes::UNREACHED_WEIGHT,
                rule.span,
                "this line never gives a weight",
            )
            .note(why),
        );
    }
}
