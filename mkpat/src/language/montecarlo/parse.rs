//! Text → blocks: a diagram and the colon lines below it.
//!
//! Blank and comment lines end a diagram. One mistake gives one finding; colon
//! lines below a diagram that is wrong are read nevertheless.

use pest::iterators::Pair;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::language::blocks::{Moved, Piece};
use crate::language::text_limits::{self, Report, is_space};
use crate::source::{FileId, Sources, Span};

#[derive(pest_derive::Parser)]
#[grammar = "src/language/montecarlo/montecarlo.pest"]
struct PlayoutParser;

/// The blocks of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The file.
    pub id: FileId,
    /// Its blocks in order.
    pub blocks: Vec<Block>,
}

/// A diagram with its colon lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Rows of the diagram, white space at their ends left out. There is at least one.
    pub rows: Vec<Span>,
    /// Colon lines.
    pub colons: Vec<Colon>,
}

impl Block {
    /// From the first to the last row.
    pub fn span(&self) -> Span {
        self.rows[0].to(self.rows[self.rows.len() - 1])
    }
}

/// A colon line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colon {
    /// The line.
    pub span: Span,
    /// Its number, from 1.
    pub line: u32,
    /// The first field.
    pub weight: Span,
    /// The other fields.
    pub properties: Vec<Span>,
}

/// Parses a file. What is wrong has been added to `diags`.
///
/// # Panics
///
/// If `file` is not of `sources`.
pub fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
    let mut report = Report::new(diags);
    let mut walk = Walk { sources, blocks: Vec::new(), in_rows: false, outside: false };
    for pair in text_limits::lines::<Rule, PlayoutParser>(sources, file, Rule::lines, &mut report) {
        walk.line(file, pair, &mut report);
    }
    walk.close(&mut report);
    File { id: file, blocks: walk.blocks }
}

struct Walk<'a> {
    sources: &'a Sources,
    blocks: Vec<Block>,
    /// The line before was a row.
    in_rows: bool,
    /// A colon line without a diagram has been reported.
    outside: bool,
}

impl Walk<'_> {
    fn line(&mut self, file: FileId, pair: Pair<'_, Rule>, report: &mut Report<'_>) {
        let rule = pair.as_rule();
        let line = pair.line_col().0 as u32;
        let place = |pair: &Pair<'_, Rule>| {
            let at = pair.as_span();
            Span::new(file, at.start(), at.end())
        };
        let span = text_limits::trim_end(self.sources, place(&pair));
        match rule {
            Rule::row if self.in_rows => {
                if let Some(block) = self.blocks.last_mut() {
                    block.rows.push(span);
                }
            }
            Rule::row => {
                self.close(report);
                self.blocks.push(Block { rows: vec![span], colons: Vec::new() });
            }
            Rule::colon => {
                let mut fields =
                    pair.into_inner().map(|field| text_limits::trim(self.sources, place(&field)));
                let weight = fields.next().unwrap_or(span);
                let colon = Colon { span, line, weight, properties: fields.collect() };
                match self.blocks.last_mut() {
                    Some(block) => block.colons.push(colon),
                    None if !std::mem::replace(&mut self.outside, true) => {
                        report.push(Diagnostic::error(
                            codes::MISPLACED_COLON_LINE,
                            span,
                            "a colon line before the first diagram",
                        ));
                    }
                    None => {}
                }
            }
            Rule::head => report.push(
                Diagnostic::error(
                    codes::MALFORMED_LINE,
                    span,
                    "there are no `Pattern` lines in a playout database",
                )
                .note("diagrams have no names; put a name behind `#`"),
            ),
            _ => {}
        }
        self.in_rows = rule == Rule::row;
    }

    /// What the last block lacks.
    fn close(&mut self, report: &mut Report<'_>) {
        if let Some(block) = self.blocks.last().filter(|block| block.colons.is_empty()) {
            report.push(
                Diagnostic::error(
                    codes::MISSING_COLON_LINE,
                    block.span(),
                    "a diagram without a colon line",
                )
                .note("write the weight below it: `:10`"),
            );
        }
    }
}

impl Piece for File {
    fn empty(file: FileId) -> File {
        File { id: file, blocks: Vec::new() }
    }

    fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
        parse(sources, file, diags)
    }

    /// A row below a line that is none.
    fn begins(before: &str, line: &str) -> bool {
        let is_row = |line: &str| {
            !line.starts_with(['#', ':'])
                && !line.starts_with("Pattern")
                && !line.trim_end_matches(is_space).is_empty()
        };
        is_row(line) && !is_row(before)
    }

    fn append(&mut self, piece: &File, moved: Moved) {
        for block in &piece.blocks {
            let mut block = block.clone();
            block.rows.iter_mut().for_each(|row| moved.span(row));
            for colon in &mut block.colons {
                moved.span(&mut colon.span);
                colon.line += moved.lines;
                moved.span(&mut colon.weight);
                colon.properties.iter_mut().for_each(|property| moved.span(property));
            }
            self.blocks.push(block);
        }
    }

    fn limited(&self) -> usize {
        0
    }
}
