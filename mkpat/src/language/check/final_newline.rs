//! KP0630: a last line without line end.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::syntax::ast::File;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, file: &File) {
    if let Some(line) = file.lines.last()
        && !cx.sources.text(line.span).ends_with('\n')
    {
        let end = Span { start: line.span.end, ..line.span };
        let message = "the last line has no line end";
        let fix = Fix::safe("add the line end").insert(end, end.start, "\n");
        cx.out.push(Diagnostic::hint(codes::MISSING_FINAL_NEWLINE, end, message).fix(fix));
    }
}
