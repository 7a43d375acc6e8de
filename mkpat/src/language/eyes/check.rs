//! Findings about shapes that compile.

use mkpat_rt::eyes::EyeDb;

use super::Database;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::Span;

/// KP0505, KP0718, KP0719. `compiled` is what [`super::compile()`] has made of `db`.
pub fn check(db: &Database, compiled: &EyeDb, diags: &mut Diagnostics) {
    if db.shapes.is_empty()
        && !diags.has_errors()
        && let Some(&file) = db.files.first()
    {
        diags.push(Diagnostic::warning(
            codes::EMPTY_DATABASE,
            Span::new(file, 0, 0),
            "the database has no shapes",
        ));
    }
    // Shapes that no earlier one covers. (Nothing is lost with the others: what a covered
    // shape covers, the shape that covers it covers, too.)
    let mut open: Vec<usize> = Vec::new();
    let shapes = compiled.shapes();
    for (i, (shape, source)) in shapes.iter().zip(&db.shapes).enumerate() {
        if !shape.is_connected() {
            diags.push(
                Diagnostic::warning(
                    codes::DISCONNECTED_EYE,
                    source.span,
                    format!("the vertices of shape {} are not connected", shape.number),
                )
                .note("no eye space consists of two parts, so that nothing matches it"),
            );
        }
        let Some(&first) = open.iter().find(|&&j| shapes[j].covers(shape)) else {
            open.push(i);
            continue;
        };
        let (first, earlier) = (&shapes[first], &db.shapes[first]);
        let same = shape.covers(first);
        let mut found = Diagnostic::warning(
            codes::SHADOWED_EYE,
            source.head,
            format!("shape {} is never matched", shape.number),
        )
        .also(
            earlier.head,
            if same { "the same graph" } else { "this one matches all that it matches" },
        );
        found = if first.value == shape.value {
            found.note("both have the same value: one can go")
        } else if same {
            found.note("the two have different values: only the first counts")
        } else {
            found.note("the first shape that fits counts: put the special one first")
        };
        diags.push(found);
    }
}
