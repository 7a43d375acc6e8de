//! Findings about records that compile: what their author probably did not mean.
//!
//! [`lint`] takes compiled records, so that patterns of several files are seen
//! together, and adds to the findings of [`fn@crate::compile`]:
//!
//! * this file: marks, stones and ideas of single nodes;
//! * `transposition`: what nodes say about one position;
//! * `generated`: what mkpat says about the generated text, with its places
//!   brought back to the record.
//!
//! Nothing here changes an entry.

mod generated;
mod transposition;

use katachi_sgf::Sgf;
use mkpat::diag::{Diagnostic, Diagnostics};
use mkpat::source::{FileId, Span};

use crate::codes;
use crate::entry::Entry;
use crate::line;

/// A compiled record.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tree.
    pub sgf: Sgf,
    /// The number of its text in the sources that findings speak of.
    pub file: FileId,
    /// Its patterns.
    pub entries: Vec<Entry>,
}

/// Adds all findings about the records to `findings`.
pub fn lint(records: &[Record], findings: &mut Diagnostics) {
    for record in records {
        for entry in &record.entries {
            node(record, entry, findings);
        }
    }
    transposition::check(records, findings);
    generated::check(records, findings);
}

/// The move of an entry in the text: the shortest place that stands for the node.
pub(crate) fn move_span(record: &Record, entry: &Entry) -> Span {
    let node = record.sgf.node(entry.node);
    let size = record.sgf.board_size(entry.node).unwrap_or(19);
    let range = node.moves(size).last().map_or(entry.span.clone(), |(_, _, p)| p.span.clone());
    Span::new(record.file, range.start, range.end)
}

/// The mark of an entry in the text.
fn mark_span(record: &Record, entry: &Entry) -> Span {
    let node = record.sgf.node(entry.node);
    let mark = node.properties.iter().find(|p| p.name == "SQ" || p.name == "MA");
    let range = mark.map_or(entry.span.clone(), |p| p.first().span.clone());
    Span::new(record.file, range.start, range.end)
}

fn node(record: &Record, entry: &Entry, findings: &mut Diagnostics) {
    let line = line::line(&record.sgf, entry.node);
    let (rows, cols) = entry.extent();
    let size = record.sgf.board_size(entry.node).unwrap_or(19);
    let inside = |p| {
        let (row, column) = line::from_corner(p);
        row < rows && column < cols
    };
    if entry.comments.iter().all(|c| c.trim_matches(['#', ' ']).is_empty()) {
        let message = format!("no comment tells the idea of {}", entry.name);
        findings.push(
            Diagnostic::warning(codes::NO_IDEA, move_span(record, entry), message)
                .note("write it behind `#` in the comment (C) of the node"),
        );
    }
    let mut cut = false;
    for (color, string) in line::strings(&line.before) {
        let out = string.iter().filter(|&&p| !inside(p)).count();
        if out > 0 && out < string.len() {
            cut = true;
            let stones: Vec<String> = string.iter().map(|&p| line::vertex(p, size)).collect();
            let message = format!("the mark cuts a string of {color} in two: {}", stones.join(" "));
            findings.push(
                Diagnostic::warning(codes::CUT_STRING, mark_span(record, entry), message)
                    .note("the pattern then matches whatever stands on the other side"),
            );
        }
    }
    if cut {
        return;
    }
    for played in &line.moves {
        if !inside(played.at) && line.before.at(played.at).is_some() {
            let at = line::vertex(played.at, size);
            let message = format!("the stone {at} of this line is outside of the mark");
            findings.push(
                Diagnostic::hint(codes::STONE_OUTSIDE, mark_span(record, entry), message)
                    .also(Span::new(record.file, played.span.start, played.span.end), "the stone")
                    .note("the pattern matches without it, too"),
            );
        }
    }
}
