//! Workflow commands of GitHub Actions, which become annotations of the lines
//! ("Workflow commands for GitHub Actions", section on messages).

use std::io;

use super::{Places, Report};
use crate::diag::Severity;

pub(super) fn write(
    out: &mut dyn io::Write,
    report: &Report<'_>,
    places: &Places<'_>,
) -> io::Result<()> {
    for finding in report.findings.iter() {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let place = places.of(finding.primary.span);
        let (line, column) = place.start;
        // An end on another line, or in front of the start, is refused or misread.
        let columns = if place.end.0 == line && place.end.1 > column {
            format!(",endLine={line},col={column},endColumn={}", place.end.1 - 1)
        } else {
            format!(",col={column}")
        };
        let name = report.tool.find(finding.code).map_or("", |info| info.name);
        let mut message = finding.message.clone();
        let more = [&finding.primary.message].into_iter().chain(&finding.notes);
        for text in more.filter(|text| !text.is_empty()) {
            message.push('\n');
            message.push_str(text);
        }
        writeln!(
            out,
            "::{command} file={},line={line}{columns},title={}::{}",
            property(places.file(finding.primary.span)),
            property(&format!("{} {name}", finding.code)),
            data(&message)
        )?;
    }
    Ok(())
}

/// Text behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Diagnostic, Diagnostics, Tool, codes};
    use crate::source::{Sources, Span};

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(data("50%\r\nof: a,b"), "50%25%0D%0Aof: a,b");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }

    #[test]
    fn a_finding_is_one_line_with_its_place() {
        let mut sources = Sources::default();
        let file = sources.add("a,b.db", b"one\ntwo three\n".to_vec()).unwrap();
        let mut findings = Diagnostics::default();
        for (start, end) in [(8, 13), (2, 9), (4, 4)] {
            let span = Span::new(file, start, end);
            findings.push(Diagnostic::hint(codes::LABEL_CASE, span, "100%").note("look::here"));
        }
        const TOOL: Tool = Tool { name: "t", version: "1", codes: &[codes::CODES], help: |_| None };
        let report =
            Report { tool: &TOOL, sources: &sources, findings: &findings, suppressed: &[] };
        let mut out = Vec::new();
        super::super::write(&mut out, super::super::Format::Github, &report).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "::notice file=a%2Cb.db,line=2,endLine=2,col=5,endColumn=9,title=KP0604 label-case::100%25%0Alook::here\n\
             ::notice file=a%2Cb.db,line=1,col=3,title=KP0604 label-case::100%25%0Alook::here\n\
             ::notice file=a%2Cb.db,line=2,col=1,title=KP0604 label-case::100%25%0Alook::here\n"
        );
    }
}
