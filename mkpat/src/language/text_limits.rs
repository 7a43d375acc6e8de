//! Limits of source text that the parsers of all database languages keep: the length of
//! a line, the number of lines, the number of findings about one file. With them what
//! the parsers share: white space, and for the two small languages ([`crate::language::eyes`],
//! [`crate::language::montecarlo`]) the step from text to lines.

use pest::iterators::Pair;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::{FileId, Sources, Span};

/// Longest line, in bytes.
pub const MAX_LINE: usize = 16 << 10;

/// Most lines of a file.
pub const MAX_LINES: usize = 1 << 20;

/// Most findings of the parser about one file. A file with more of them is no
/// database, and memory stays bounded whatever it is.
pub(crate) const MAX_FINDINGS: usize = 1000;

/// Adds findings about one file, up to a limit.
pub(crate) struct Report<'a> {
    diags: &'a mut Diagnostics,
    count: usize,
}

impl<'a> Report<'a> {
    pub(crate) fn new(diags: &'a mut Diagnostics) -> Report<'a> {
        Report { diags, count: 0 }
    }

    pub(crate) fn push(&mut self, finding: Diagnostic) {
        self.count += 1;
        if self.count == MAX_FINDINGS {
            self.diags.push(
                Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    finding.primary.span,
                    "too many errors; the rest of the file is not reported",
                )
                .note("this does not look like a database of this kind"),
            );
        }
        if self.count < MAX_FINDINGS {
            self.diags.push(finding);
        }
    }
}

/// Whether a file is text of a reasonable size; reports it if not. Nothing of
/// such a file is read.
fn is_readable(sources: &Sources, file: FileId, report: &mut Report<'_>) -> bool {
    let mut start = 0;
    for (number, line) in sources.file(file).text.split_inclusive('\n').enumerate() {
        let span = Span::new(file, start, start + line.len());
        start += line.len();
        let (span, why) = if let Some(at) = line.find('\0') {
            (span.sub(at, 1), "a NUL byte; this is not a text file".to_string())
        } else if line.len() > MAX_LINE {
            let message = format!("a line of {} bytes; at most {MAX_LINE} are read", line.len());
            (span.sub(0, 1), message)
        } else if number == MAX_LINES {
            (span.sub(0, 0), format!("the file has more than {MAX_LINES} lines"))
        } else {
            continue;
        };
        report.push(Diagnostic::error(codes::UNREADABLE_SOURCE, span, why));
        return false;
    }
    true
}

/// The lines of a file by the grammar `P`, whose rule `lines` has a pair for each
/// line that means something. Nothing of a file that is not readable.
pub(crate) fn lines<'s, R: pest::RuleType, P: pest::Parser<R>>(
    sources: &'s Sources,
    file: FileId,
    rule: R,
    report: &mut Report<'_>,
) -> Vec<Pair<'s, R>> {
    if !is_readable(sources, file, report) {
        return Vec::new();
    }
    match P::parse(rule, &sources.file(file).text) {
        Ok(mut pairs) => pairs.next().into_iter().flat_map(Pair::into_inner).collect(),
        // `row` takes any line, so that the grammar cannot fail.
        Err(_) => {
            report.push(Diagnostic::error(
                codes::UNREADABLE_SOURCE,
                Span::new(file, 0, 0),
                "the text cannot be cut into lines",
            ));
            Vec::new()
        }
    }
}

/// Whether `ch` is white space of the languages.
pub(crate) fn is_space(ch: char) -> bool {
    matches!(ch, ' ' | '\t' | '\r' | '\n' | '\u{0B}' | '\u{0C}')
}

/// `span` without white space at its end.
pub(crate) fn trim_end(sources: &Sources, span: Span) -> Span {
    span.sub(0, sources.text(span).trim_end_matches(is_space).len())
}

/// `span` without white space at both ends.
pub(crate) fn trim(sources: &Sources, span: Span) -> Span {
    let span = trim_end(sources, span);
    let text = sources.text(span);
    let start = text.len() - text.trim_start_matches(is_space).len();
    span.sub(start, text.len() - start)
}
