//! Formatting: the text that `mkpat fmt` would write, as few changed lines as that needs.

use std::ops::Range;

use super::words::Place;
use crate::diag::{Diagnostics, Severity};
use crate::language::syntax::parse;
use crate::language::text_limits::MAX_LINES;
use crate::tools::format;

/// The changes that bring the lines with some bytes into canonical layout.
///
/// # Errors
///
/// Why the file is left alone.
pub(super) fn changes(
    place: &Place<'_>,
    bytes: Range<usize>,
) -> Result<Vec<(Range<usize>, String)>, String> {
    let sources = place.sources();
    let mut found = Diagnostics::default();
    parse(sources, place.file.id, &mut found);
    if found.count(Severity::Error) > 0 {
        return Err("the file has syntax errors".to_string());
    }
    let text = format::format(sources, place.file);
    if text.lines().count() > MAX_LINES {
        return Err(format!("laid out it would have more than {MAX_LINES} lines"));
    }
    let spec = place.project.spec(place.database);
    format::verify(sources, place.file, spec, &text)
        .map_err(|difference| format!("this is a mistake of the formatter: {difference}"))?;
    let touches = |range: &Range<usize>| range.start <= bytes.end && range.end >= bytes.start;
    let changed = format::changes(place.text(), &text).into_iter();
    Ok(changed.filter(|(range, _)| touches(range)).collect())
}
