//! Findings → text for machines: JSON, SARIF 2.1.0, GitHub annotations.
//!
//! A file per format. All of them take a [`Report`] and write in its order;
//! nothing depends on the machine or the time, so that equal findings give equal
//! bytes. Columns count characters, bytes are those of the file on disk.
//! `docs/check.md` describes the formats.

mod github;
mod json;
mod sarif;

use std::io;

use super::render::Lines;
use super::{Diagnostic, Diagnostics, Tool};
use crate::source::{Sources, Span};

/// A format for machines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One object with all findings.
    Json,
    /// Static Analysis Results Interchange Format, version 2.1.0.
    Sarif,
    /// Workflow commands of GitHub Actions, one line per finding.
    Github,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Whose findings.
    pub tool: &'a Tool,
    /// The texts.
    pub sources: &'a Sources,
    /// The findings, in the order in which they are written.
    pub findings: &'a Diagnostics,
    /// Findings that comments suppress, with the reasons.
    pub suppressed: &'a [(Diagnostic, String)],
}

/// Writes a report.
///
/// # Errors
///
/// Those of the writer.
pub fn write(out: &mut dyn io::Write, format: Format, report: &Report<'_>) -> io::Result<()> {
    let places = Places { sources: report.sources, lines: Lines::new(report.sources) };
    match format {
        Format::Json => json::write(out, report, &places),
        Format::Sarif => sarif::write(out, report, &places),
        Format::Github => github::write(out, report, &places),
    }
}

/// How often each code was found, as a JSON array.
///
/// # Errors
///
/// None that is known; writing JSON to memory may fail in theory.
pub fn statistics(tool: &Tool, findings: &Diagnostics) -> io::Result<String> {
    let row = |row: super::statistics::Count| {
        serde_json::json!({
            "code": row.code,
            "name": tool.find(row.code).map_or("", |info| info.name),
            "count": row.count,
            "safe_fixes": row.safe,
            "unsafe_fixes": row.risky,
        })
    };
    let rows: Vec<_> = super::statistics::counts(findings).into_iter().map(row).collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

/// Where spans are.
struct Places<'a> {
    sources: &'a Sources,
    lines: Lines<'a>,
}

/// A span as people and machines count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// Bytes of the file on disk.
    bytes: (usize, usize),
    /// Line and column of the first character, from 1.
    start: (usize, usize),
    /// Line and column behind the last character.
    end: (usize, usize),
}

impl Places<'_> {
    fn of(&self, span: Span) -> Place {
        let range = self.lines.range(span);
        let file = self.sources.file(span.file);
        Place {
            bytes: (file.file_offset(range.start), file.file_offset(range.end)),
            start: self.lines.place(span.file, range.start),
            end: self.lines.place(span.file, range.end),
        }
    }

    fn file(&self, span: Span) -> &str {
        self.lines.shown(span.file)
    }
}
