//! The JSON format. Its fields are stable: new ones may come, none changes its
//! meaning while `version` is the same.

use std::io;

use serde::Serialize;

use super::{Places, Report};
use crate::diag::{Diagnostic, Edit, Fix, Label, Severity};
use crate::source::Span;

/// Raised when a field changes its meaning or goes away.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    tool: Tool<'a>,
    findings: Vec<Finding<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    name: &'a str,
    severity: &'a str,
    message: &'a str,
    file: &'a str,
    range: Range,
    label: Option<&'a str>,
    labels: Vec<JsonLabel<'a>>,
    notes: &'a [String],
    fix: Option<JsonFix<'a>>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    byte: usize,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    message: &'a str,
    file: &'a str,
    range: Range,
}

#[derive(Serialize)]
struct JsonFix<'a> {
    message: &'a str,
    applicability: &'a str,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Serialize)]
struct JsonEdit<'a> {
    file: &'a str,
    range: Range,
    text: &'a str,
}

#[derive(Serialize)]
struct Summary {
    errors: usize,
    warnings: usize,
    hints: usize,
    suppressed: usize,
}

pub(super) fn write(
    out: &mut dyn io::Write,
    report: &Report<'_>,
    places: &Places<'_>,
) -> io::Result<()> {
    let findings = report.findings;
    let output = Output {
        version: VERSION,
        tool: Tool { name: report.tool.name, version: report.tool.version },
        findings: findings.iter().map(|found| finding(found, report, places)).collect(),
        summary: Summary {
            errors: findings.count(Severity::Error),
            warnings: findings.count(Severity::Warning),
            hints: findings.count(Severity::Hint),
            suppressed: report.suppressed.len(),
        },
    };
    serde_json::to_writer_pretty(&mut *out, &output)?;
    writeln!(out)
}

fn finding<'a>(
    found: &'a Diagnostic,
    report: &'a Report<'_>,
    places: &'a Places<'_>,
) -> Finding<'a> {
    let label = |label: &'a Label| JsonLabel {
        message: &label.message,
        file: places.file(label.span),
        range: range(places, label.span),
    };
    let edit = |edit: &'a Edit| JsonEdit {
        file: places.file(edit.span),
        range: range(places, edit.span),
        text: &edit.text,
    };
    let fix = |fix: &'a Fix| JsonFix {
        message: &fix.message,
        applicability: fix.applicability.name(),
        edits: fix.edits.iter().map(edit).collect(),
    };
    Finding {
        code: found.code,
        name: report.tool.find(found.code).map_or("", |info| info.name),
        severity: found.severity.name(),
        message: &found.message,
        file: places.file(found.primary.span),
        range: range(places, found.primary.span),
        label: Some(found.primary.message.as_str()).filter(|text| !text.is_empty()),
        labels: found.secondary.iter().map(label).collect(),
        notes: &found.notes,
        fix: found.fix.as_ref().map(fix),
    }
}

fn range(places: &Places<'_>, span: Span) -> Range {
    let place = places.of(span);
    let position = |byte, (line, column)| Position { byte, line, column };
    Range { start: position(place.bytes.0, place.start), end: position(place.bytes.1, place.end) }
}
