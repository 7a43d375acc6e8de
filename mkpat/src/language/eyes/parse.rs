//! Text → entries: a `Pattern` line, rows, a colon line.
//!
//! Blank and comment lines may stand anywhere and mean nothing. One mistake gives
//! one finding: after it, the entry is marked broken and lines are skipped up to
//! the next `Pattern` line.

use pest::iterators::Pair;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::language::blocks::{Moved, Piece, is_head};
use crate::language::text_limits::{self, Report};
use crate::source::{FileId, Sources, Span};

#[derive(pest_derive::Parser)]
#[grammar = "src/language/eyes/eyes.pest"]
struct EyeParser;

/// The entries of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The file.
    pub id: FileId,
    /// Its entries in order.
    pub entries: Vec<Entry>,
}

/// The lines of one shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The `Pattern` line.
    pub head: Span,
    /// The number on it.
    pub number: Span,
    /// Its line number, from 1.
    pub line: u32,
    /// Rows of the drawing, white space at their ends left out.
    pub rows: Vec<Span>,
    /// What follows the colon.
    pub value: Option<Span>,
    /// An error was reported; the entry is of no use.
    pub broken: bool,
}

/// Parses a file. What is wrong has been added to `diags`.
///
/// # Panics
///
/// If `file` is not of `sources`.
pub fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
    let mut report = Report::new(diags);
    let mut walk = Walk { sources, entries: Vec::new(), skip: false };
    for pair in text_limits::lines::<Rule, EyeParser>(sources, file, Rule::lines, &mut report) {
        walk.line(file, pair, &mut report);
    }
    walk.close(&mut report);
    File { id: file, entries: walk.entries }
}

struct Walk<'a> {
    sources: &'a Sources,
    entries: Vec<Entry>,
    /// Lines outside of entries have been reported.
    skip: bool,
}

impl Walk<'_> {
    fn line(&mut self, file: FileId, pair: Pair<'_, Rule>, report: &mut Report<'_>) {
        let rule = pair.as_rule();
        let line = pair.line_col().0 as u32;
        let at = pair.as_span();
        let span = text_limits::trim_end(self.sources, Span::new(file, at.start(), at.end()));
        let rest = |pair: Pair<'_, Rule>| {
            let part = pair.into_inner().last().map_or(at, |p| p.as_span());
            text_limits::trim(self.sources, Span::new(file, part.start(), part.end()))
        };
        match rule {
            Rule::head | Rule::bad_head => {
                self.close(report);
                let number = rest(pair);
                let broken = rule == Rule::bad_head;
                if broken {
                    let message = if number.is_empty() {
                        "the shape has no number"
                    } else {
                        "no blank between `Pattern` and the number"
                    };
                    report.push(Diagnostic::error(codes::BAD_PATTERN_LINE, span, message));
                }
                self.entries.push(Entry {
                    head: span,
                    number,
                    line,
                    rows: Vec::new(),
                    value: None,
                    broken,
                });
            }
            Rule::colon => {
                let value = rest(pair);
                match self.entries.last_mut() {
                    Some(entry) if entry.broken => {}
                    Some(entry) if entry.value.is_none() && !entry.rows.is_empty() => {
                        entry.value = Some(value);
                    }
                    Some(entry) => {
                        entry.broken = true;
                        let message = if entry.value.is_some() {
                            "a second colon line"
                        } else {
                            "a colon line before the drawing"
                        };
                        report.push(
                            Diagnostic::error(codes::MISPLACED_COLON_LINE, span, message)
                                .also(entry.head, "in this shape"),
                        );
                    }
                    None => self.outside(codes::MISPLACED_COLON_LINE, span, report),
                }
            }
            Rule::row => match self.entries.last_mut() {
                Some(entry) if entry.broken => {}
                Some(entry) if entry.value.is_none() => entry.rows.push(span),
                Some(entry) => {
                    entry.broken = true;
                    report.push(
                        Diagnostic::error(
                            codes::MISPLACED_DIAGRAM,
                            span,
                            "a row below the colon line",
                        )
                        .note("is a `Pattern` line missing above it?"),
                    );
                }
                None => self.outside(codes::MISPLACED_DIAGRAM, span, report),
            },
            _ => {}
        }
    }

    /// A line before the first `Pattern` line.
    fn outside(&mut self, code: &'static str, span: Span, report: &mut Report<'_>) {
        if !std::mem::replace(&mut self.skip, true) {
            report.push(
                Diagnostic::error(code, span, "a line before the first `Pattern` line")
                    .note("free text stands in lines that start with `#`"),
            );
        }
    }

    /// What the last entry lacks.
    fn close(&mut self, report: &mut Report<'_>) {
        let Some(entry) = self.entries.last_mut().filter(|entry| !entry.broken) else { return };
        let (code, message) = if entry.rows.is_empty() {
            (codes::EMPTY_PATTERN, "a shape without a drawing")
        } else if entry.value.is_none() {
            (codes::MISSING_COLON_LINE, "a shape without a colon line")
        } else {
            return;
        };
        entry.broken = true;
        report.push(Diagnostic::error(code, entry.head, message));
    }
}

impl Piece for File {
    fn empty(file: FileId) -> File {
        File { id: file, entries: Vec::new() }
    }

    fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
        parse(sources, file, diags)
    }

    fn begins(_: &str, line: &str) -> bool {
        is_head(line)
    }

    fn append(&mut self, piece: &File, moved: Moved) {
        for entry in &piece.entries {
            let mut entry = entry.clone();
            moved.span(&mut entry.head);
            moved.span(&mut entry.number);
            entry.line += moved.lines;
            entry.rows.iter_mut().for_each(|row| moved.span(row));
            entry.value.iter_mut().for_each(|value| moved.span(value));
            self.entries.push(entry);
        }
    }

    fn limited(&self) -> usize {
        0
    }
}
