//! KP0625, KP0630: white space at the end of lines, tabs, and a last line
//! without line end.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::File;

pub(super) fn check(cx: &mut Context<'_>, file: &File) {
    // One finding per file and kind: the formatter mends them all.
    let (mut trailing, mut tabs) = (0, 0);
    let (mut first_trailing, mut first_tab) = (None, None);
    for line in &file.lines {
        let text = cx.sources.text(line.span);
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let trimmed = text.trim_end_matches([' ', '\t']);
        if trimmed.len() < text.len() {
            trailing += 1;
            let span = line.span.sub(trimmed.len(), text.len() - trimmed.len());
            first_trailing.get_or_insert(span);
        }
        if let Some(at) = trimmed.find('\t') {
            tabs += 1;
            first_tab.get_or_insert(line.span.sub(at, 1));
        }
    }
    let mut report = |span: Option<Span>, count: usize, what: &str| {
        if let Some(span) = span {
            cx.out.push(Diagnostic::hint(
                codes::UNTIDY_LINE,
                span,
                match count {
                    1 => format!("{what} in one line"),
                    n => format!("{what} in {n} lines; this is the first"),
                },
            ));
        }
    };
    report(first_trailing, trailing, "white space at the end");
    report(first_tab, tabs, "a tab");
    if let Some(line) = file.lines.last()
        && !cx.sources.text(line.span).ends_with('\n')
    {
        let end = Span { start: line.span.end, ..line.span };
        cx.out.push(Diagnostic::hint(
            codes::MISSING_FINAL_NEWLINE,
            end,
            "the last line has no line end",
        ));
    }
}
