//! SARIF 2.1.0 (OASIS standard, "Static Analysis Results Interchange Format"):
//! one run with the codes as rules, a result per finding, fixes, and suppressed
//! findings with their reasons.

use std::io;
use std::path::{Component, Path};

use serde_json::{Value, json};

use super::{Places, Report};
use crate::diag::codes::CodeInfo;
use crate::diag::{Diagnostic, Severity};
use crate::source::Span;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn write(
    out: &mut dyn io::Write,
    report: &Report<'_>,
    places: &Places<'_>,
) -> io::Result<()> {
    let tool = report.tool;
    let rules: Vec<&CodeInfo> = tool.codes.iter().copied().flatten().collect();
    let shown = report.findings.iter().map(|finding| result(finding, None, &rules, places));
    let suppressed = report
        .suppressed
        .iter()
        .map(|(finding, reason)| result(finding, Some(reason), &rules, places));
    let results: Vec<Value> = shown.chain(suppressed).collect();
    let rules: Vec<Value> = rules.iter().map(|info| rule(info, (tool.help)(info.code))).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool.name,
                "semanticVersion": tool.version,
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

fn rule(info: &CodeInfo, help: Option<&str>) -> Value {
    let help = help.unwrap_or(info.summary);
    // Paragraphs are wrapped for the terminal.
    let plain = help.split("\n\n").map(|text| text.replace('\n', " ")).collect::<Vec<_>>();
    json!({
        "id": info.code,
        "name": info.name,
        "shortDescription": { "text": format!("{}.", info.summary) },
        "help": { "text": plain.join("\n\n"), "markdown": help },
        "defaultConfiguration": { "level": level(info.severity) },
    })
}

fn result(
    finding: &Diagnostic,
    reason: Option<&String>,
    rules: &[&CodeInfo],
    places: &Places<'_>,
) -> Value {
    let mut text = finding.message.clone();
    for more in [&finding.primary.message].into_iter().chain(&finding.notes) {
        if !more.is_empty() {
            text.push('\n');
            text.push_str(more);
        }
    }
    let mut out = json!({
        "ruleId": finding.code,
        "level": level(finding.severity),
        "message": { "text": text },
        "locations": [{ "physicalLocation": location(finding.primary.span, places) }],
    });
    if let Some(index) = rules.iter().position(|info| info.code == finding.code) {
        out["ruleIndex"] = json!(index);
    }
    if !finding.secondary.is_empty() {
        let related = finding.secondary.iter().enumerate().map(|(id, label)| {
            json!({
                "id": id,
                "physicalLocation": location(label.span, places),
                "message": { "text": label.message },
            })
        });
        out["relatedLocations"] = related.collect();
    }
    if let Some(fix) = &finding.fix {
        let replacements = fix.edits.iter().map(|edit| {
            json!({
                "deletedRegion": region(edit.span, places),
                "insertedContent": { "text": edit.text },
            })
        });
        let file = fix.edits.first().map_or(finding.primary.span, |edit| edit.span);
        out["fixes"] = json!([{
            "description": { "text": format!("{} ({})", fix.message, fix.applicability.name()) },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(places.file(file)) },
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }]);
    }
    if let Some(reason) = reason {
        out["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
    }
    out
}

fn location(span: Span, places: &Places<'_>) -> Value {
    json!({
        "artifactLocation": { "uri": uri(places.file(span)) },
        "region": region(span, places),
    })
}

fn region(span: Span, places: &Places<'_>) -> Value {
    let place = places.of(span);
    json!({
        "startLine": place.start.0,
        "startColumn": place.start.1,
        "endLine": place.end.0,
        "endColumn": place.end.1,
        "byteOffset": place.bytes.0,
        "byteLength": place.bytes.1 - place.bytes.0,
    })
}

/// A path as a URI reference: relative paths stay relative.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for component in Path::new(path).components() {
        let text = match component {
            Component::CurDir => continue,
            Component::RootDir => {
                out.push_str("file:///");
                continue;
            }
            Component::Prefix(prefix) => prefix.as_os_str().to_string_lossy(),
            Component::ParentDir => "..".into(),
            Component::Normal(name) => name.to_string_lossy(),
        };
        if !out.is_empty() && !out.ends_with('/') {
            out.push('/');
        }
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("./patterns/a b.db"), "patterns/a%20b.db");
        assert_eq!(uri("/tmp/ö.db"), "file:///tmp/%C3%B6.db");
        assert_eq!(uri("../x.db"), "../x.db");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
