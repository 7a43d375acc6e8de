//! Findings to text, for the command.

use codespan_reporting::diagnostic::{self, Label, LabelStyle};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term;
use mkpat::diag::{Diagnostics, Severity};
use mkpat::source::Sources;

/// All findings as plain text, each with `file:line:column` and the line of the
/// source.
pub fn to_text(findings: &Diagnostics, sources: &Sources) -> String {
    let mut files = SimpleFiles::new();
    for (_, source) in sources.iter() {
        files.add(source.name.as_str(), source.text.as_str());
    }
    let config = term::Config::default();
    let mut out = String::new();
    for finding in findings.iter() {
        let severity = match finding.severity {
            Severity::Error => diagnostic::Severity::Error,
            Severity::Warning => diagnostic::Severity::Warning,
            Severity::Hint => diagnostic::Severity::Help,
        };
        let label = |style, l: &mkpat::diag::Label| {
            Label::new(style, usize::from(l.span.file.0), l.span.range()).with_message(&l.message)
        };
        let mut labels = vec![label(LabelStyle::Primary, &finding.primary)];
        labels.extend(finding.secondary.iter().map(|l| label(LabelStyle::Secondary, l)));
        let diagnostic = diagnostic::Diagnostic::new(severity)
            .with_code(finding.code)
            .with_message(&finding.message)
            .with_labels(labels)
            .with_notes(finding.notes.clone());
        // Spans come from these very files; were one wrong, the message remains.
        if term::emit_to_string(&mut out, &config, &files, &diagnostic).is_err() {
            out.push_str(&format!("error[{}]: {}\n", finding.code, finding.message));
        }
    }
    out
}
