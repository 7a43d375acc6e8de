//! KP0625: white space at the end of lines, tabs, line ends of other systems, and a
//! byte order mark.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::syntax::ast::File;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, file: &File) {
    // One finding per file and kind, and one fix for all of its places.
    let (mut trailing, mut tabs, mut returns) = (Vec::new(), Vec::new(), Vec::new());
    for line in &file.lines {
        let text = cx.sources.text(line.span);
        let text = text.strip_suffix('\n').unwrap_or(text);
        if let Some(shorter) = text.strip_suffix('\r') {
            returns.push((line.span.sub(shorter.len(), 1), 0));
        }
        let text = text.strip_suffix('\r').unwrap_or(text);
        let trimmed = text.trim_end_matches([' ', '\t']);
        if trimmed.len() < text.len() {
            trailing.push((line.span.sub(trimmed.len(), text.len() - trimmed.len()), 0));
        }
        let mut column = 0;
        for (at, ch) in trimmed.char_indices() {
            let width = if ch == '\t' { 8 - column % 8 } else { 1 };
            column += width;
            if ch == '\t' {
                tabs.push((line.span.sub(at, 1), width));
            }
        }
    }
    let mut report = |places: &[(Span, usize)], what: &str, does: &str| {
        let Some(&(first, _)) = places.first() else { return };
        let mut lines: Vec<usize> = places.iter().map(|(span, _)| line_of(file, *span)).collect();
        lines.dedup();
        let message = match lines.len() {
            1 => format!("{what} in one line"),
            n => format!("{what} in {n} lines; this is the first"),
        };
        let fix = places
            .iter()
            .fold(Fix::safe(does), |fix, &(span, width)| fix.replace(span, " ".repeat(width)));
        cx.out.push(Diagnostic::hint(codes::UNTIDY_LINE, first, message).fix(fix));
    };
    report(&trailing, "white space at the end", "remove the white space");
    report(&tabs, "a tab", "write blanks, up to columns of eight");
    report(&returns, "a carriage return at the end", "end lines with a line feed alone");
    if let Some(line) = file.lines.first()
        && cx.sources.text(line.span).starts_with('\u{FEFF}')
    {
        let mark = line.span.sub(0, '\u{FEFF}'.len_utf8());
        cx.out.push(
            Diagnostic::hint(codes::UNTIDY_LINE, mark, "a byte order mark")
                .fix(Fix::safe("remove the byte order mark").remove(mark)),
        );
    }
}

/// Number of the line in which a span begins.
fn line_of(file: &File, span: Span) -> usize {
    file.lines.partition_point(|line| line.span.start <= span.start)
}
