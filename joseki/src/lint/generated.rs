//! mkpat's findings about the generated database, at their places in the record.
//!
//! The text is made as the command makes it, then parsed, lowered, checked and
//! compiled for the corner matcher. A place in it is a line of a pattern: lines
//! that were copied from the comment go back there byte by byte, rows go to the
//! labels or the mark, everything else to the move.

use katachi_sgf::{Text, value};
use mkpat::diag::{Diagnostic, Diagnostics, codes};
use mkpat::language::manifest::{DatabaseSpec, Kind};
use mkpat::language::syntax::ast::{File, Item, LineKind, PatternNode};
use mkpat::source::{FileId, Sources, Span};

use super::{Record, mark_span, move_span};
use crate::compile::place;
use crate::entry::Entry;
use crate::{line, print};

/// Findings that the lint of records makes itself, with its own codes.
const OURS: [&str; 3] = [codes::MISSING_IDEA, codes::DUPLICATE_CORNER, codes::DUPLICATE_PATTERN];

pub(super) fn check(records: &[Record], findings: &mut Diagnostics) {
    for record in records.iter().filter(|r| !r.entries.is_empty()) {
        let mut sources = Sources::default();
        let text = print::database(&[], &record.entries);
        let Ok(file) = sources.add("generated", text.into_bytes()) else { continue };
        let spec = DatabaseSpec::inferred("joseki", "generated", Kind::Corner);
        let mut found = Diagnostics::default();
        let tree = mkpat::language::syntax::parse::parse(&sources, file, &mut found);
        let trees = [tree];
        let database = mkpat::language::lower::lower(&sources, &spec, &trees, &mut found);
        mkpat::language::check::check(&sources, &trees, &database, &mut found);
        if !found.has_errors() {
            // The limits of the corner matcher.
            let _ = mkpat::language::compile::compile(&sources, &database, &mut found);
        }
        found.sort();
        let places = Places { record, tree: &trees[0], file };
        for finding in found.iter().filter(|f| !OURS.contains(&f.code)) {
            findings.push(places.translate(finding));
        }
    }
}

struct Places<'a> {
    record: &'a Record,
    tree: &'a File,
    file: FileId,
}

impl Places<'_> {
    fn translate(&self, finding: &Diagnostic) -> Diagnostic {
        let mut out = finding.clone();
        // It would change the generated text, not the record.
        out.fix = None;
        out.primary.span = self.place(finding.primary.span);
        for label in &mut out.secondary {
            label.span = self.place(label.span);
        }
        // Two places of the generated text may be one of the record.
        let primary = out.primary.span;
        out.secondary.retain(|label| label.span != primary || !label.message.is_empty());
        out
    }

    fn place(&self, span: Span) -> Span {
        let nowhere = Span::new(self.record.file, 0, 0);
        if span.file != self.file {
            return nowhere;
        }
        let lines = &self.tree.lines;
        let line = lines.partition_point(|l| l.span.end <= span.start).min(lines.len() - 1);
        let mut patterns = self.tree.items.iter().filter_map(|item| match item {
            Item::Pattern(node) => Some(node),
            Item::Directive(_) => None,
        });
        let Some((node, entry)) = patterns
            .by_ref()
            .zip(&self.record.entries)
            .filter(|(node, _)| node.head <= line)
            .last()
        else {
            return nowhere;
        };
        self.in_entry(node, entry, line, span).unwrap_or_else(|| move_span(self.record, entry))
    }

    /// The place of `span`, which lies on a line of the pattern of `entry`.
    fn in_entry(&self, node: &PatternNode, entry: &Entry, line: usize, span: Span) -> Option<Span> {
        let start = self.tree.lines[line].span.start;
        let column = (span.start - start) as usize;
        let len = span.len();
        // How many lines of this kind the pattern has before this one.
        let index = |is: fn(&LineKind) -> bool| {
            self.tree.lines[node.head..line].iter().filter(|l| is(&l.kind)).count()
        };
        match self.tree.lines[line].kind {
            LineKind::Comment(_) => self.in_comment(
                entry,
                '#',
                index(|k| matches!(k, LineKind::Comment(_))),
                column,
                len,
            ),
            LineKind::Constraint(_) => {
                let index = index(|k| matches!(k, LineKind::Constraint(_)));
                self.in_comment(entry, ';', index, column, len)
            }
            LineKind::Action(_) => self.in_comment(
                entry,
                '>',
                index(|k| matches!(k, LineKind::Action(_))),
                column,
                len,
            ),
            LineKind::Colon(_) => {
                // `:8,sFJ` and the text behind the colon of the comment, to which a
                // comma may have been added.
                let comma = usize::from(entry.values.starts_with(','));
                let column = column.checked_sub(":8,sFJ".len() + comma)?;
                self.in_comment(entry, ':', 0, column + 1, len)
            }
            LineKind::Row(_) if node.colon.is_some_and(|colon| line > colon) => {
                self.label(entry, line.checked_sub(node.labels.start + 1)?, column)
            }
            LineKind::Row(_) => Some(mark_span(self.record, entry)),
            _ => None,
        }
    }

    /// The label at a row and column of the diagram, or else all labels.
    fn label(&self, entry: &Entry, row: usize, column: usize) -> Option<Span> {
        let (_, cols) = entry.extent();
        let node = self.record.sgf.node(entry.node);
        let size = self.record.sgf.board_size(entry.node)?;
        let at = (row, cols.checked_sub(column + 1));
        let here = node.values("LB").find(|text| {
            value::labelled(&text.raw, size).is_some_and(|(p, _)| {
                let (row, column) = line::from_corner(place(p, size));
                (row, Some(column)) == at
            })
        });
        let labels = node.property("LB")?;
        let range = here.map_or(&labels.span, |text| &text.span);
        Some(self.span(range.start, range.end))
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.record.file, start, end)
    }

    /// `len` bytes at `column` of the `index`-th line of the entry's comment that
    /// starts with `first`.
    fn in_comment(
        &self,
        entry: &Entry,
        first: char,
        index: usize,
        column: usize,
        len: usize,
    ) -> Option<Span> {
        let text = self.record.sgf.node(entry.node).value("C")?;
        let lines = lines(text);
        let line =
            lines.iter().filter(|l| l.first().is_some_and(|&(c, _)| c == first)).nth(index)?;
        // Columns of the generated text count bytes of its characters.
        let at = |column: usize| {
            let mut bytes = 0;
            line.iter()
                .find(|(c, _)| {
                    bytes += c.len_utf8();
                    bytes > column
                })
                .map(|&(_, at)| at)
        };
        let end_of_line = line.last().map(|&(c, at)| at + c.len_utf8())?;
        let start = at(column).unwrap_or(end_of_line);
        let end = at(column + len).unwrap_or(end_of_line).max(start);
        Some(self.span(text.span.start + start, text.span.start + end))
    }
}

/// The lines of a comment: characters with their bytes in the raw text.
fn lines(text: &Text) -> Vec<Vec<(char, usize)>> {
    value::formatted_chars(&text.raw).split(|&(c, _)| c == '\n').map(<[_]>::to_vec).collect()
}
