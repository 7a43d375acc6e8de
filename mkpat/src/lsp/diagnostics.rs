//! Findings → diagnostics of the protocol.

use std::collections::BTreeMap;

use lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Location, Message, Uri,
};

use super::documents::Documents;
use super::project::Project;
use super::text::{Encoding, Lines};
use crate::diag::{self, Severity, Tool, codes};
use crate::source::{FileId, Span};

/// Codes about text that can go without a change of meaning: clients show it faded.
const UNNECESSARY: [&str; 12] = [
    codes::UNUSED_LABEL_DIAGRAM,
    codes::UNUSED_LABEL,
    codes::IDLE_MARGIN,
    codes::REPEATED_VALUE,
    codes::VALUE_WITHOUT_EFFECT,
    codes::TEXT_AFTER_NAME,
    codes::UNREACHABLE_STATEMENT,
    codes::IDLE_ELEMENT,
    codes::NEEDLESS_TERM,
    codes::IDLE_PASS,
    codes::MEANINGLESS_CLASS,
    codes::UNUSED_SUPPRESSION,
];

/// Codes about words that have a successor: clients strike them out.
const DEPRECATED: [&str; 2] = [codes::OBSOLETE_HELPER, codes::SHORTENED_VALUE];

/// What is told of findings besides the findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    /// The columns of the client.
    pub(super) encoding: Encoding,
    /// Where the page `diagnostics.md` is to be found; empty: nowhere.
    pub(super) pages: String,
}

impl Style {
    /// The address of the page about a code.
    fn page(&self, tool: &Tool, code: &str) -> Option<CodeDescription> {
        let info = tool.find(code).filter(|_| !self.pages.is_empty())?;
        // As headings of Markdown are turned into anchors everywhere: lower case, `-` for blanks.
        let anchor = format!("{}-{}", info.code.to_lowercase(), info.name);
        Some(CodeDescription { href: Uri::from(format!("{}#{anchor}", self.pages)) })
    }
}

/// The lines of the files of a project, each made when it is first asked for.
pub(super) struct AllLines<'a> {
    project: &'a Project,
    encoding: Encoding,
    lines: BTreeMap<FileId, Lines<'a>>,
}

impl<'a> AllLines<'a> {
    pub(super) fn new(project: &'a Project, encoding: Encoding) -> AllLines<'a> {
        AllLines { project, encoding, lines: BTreeMap::new() }
    }

    /// The range of a span.
    pub(super) fn range(&mut self, span: Span) -> lsp_types::Range {
        let text = || self.project.sources().file(span.file).text.as_str();
        let encoding = self.encoding;
        self.lines
            .entry(span.file)
            .or_insert_with(|| Lines::new(text(), encoding))
            .range(span.range())
    }
}

/// The diagnostics of a project by the addresses of its files; files without any have an empty list.
pub(super) fn of_project(
    project: &Project,
    documents: &Documents,
    style: &Style,
    tool: &Tool,
    reports: impl Fn(&diag::Diagnostic) -> bool,
) -> BTreeMap<String, Vec<Diagnostic>> {
    let address = |id: FileId| {
        let path = project.sources().file(id).path.as_deref();
        match path {
            Some(path) => documents.uri(&super::documents::canonical(path)),
            None => project.sources().file(id).name.clone(),
        }
    };
    let addresses: BTreeMap<FileId, String> =
        project.files().map(|(id, _)| (id, address(id))).collect();
    let mut out: BTreeMap<String, Vec<Diagnostic>> =
        addresses.values().map(|uri| (uri.clone(), Vec::new())).collect();
    let mut lines = AllLines::new(project, style.encoding);
    let mut findings: Vec<&diag::Diagnostic> =
        project.findings.iter().filter(|f| reports(f)).collect();
    findings.sort_by_key(|f| (f.primary.span, f.code));
    // A file that two databases name is one file, and what both find in it is said once.
    findings.dedup_by(|a, b| {
        let shown = |f: &diag::Diagnostic| (project.shown(f.primary.span.file), f.code);
        shown(a) == shown(b)
            && a.primary.span.range() == b.primary.span.range()
            && a.message == b.message
    });
    for finding in findings {
        let Some(uri) = addresses.get(&project.shown(finding.primary.span.file)) else { continue };
        let shown = one(finding, style, tool, &mut lines, |id| {
            addresses.get(&project.shown(id)).cloned().unwrap_or_default()
        });
        out.entry(uri.clone()).or_default().push(shown);
    }
    out
}

/// One finding.
pub(super) fn one(
    finding: &diag::Diagnostic,
    style: &Style,
    tool: &Tool,
    lines: &mut AllLines<'_>,
    address: impl Fn(FileId) -> String,
) -> Diagnostic {
    let mut message = finding.message.clone();
    if !finding.primary.message.is_empty() {
        message.push_str(": ");
        message.push_str(&finding.primary.message);
    }
    for note in &finding.notes {
        message.push('\n');
        message.push_str(note);
    }
    let related = finding.secondary.iter().map(|label| DiagnosticRelatedInformation {
        location: Location {
            uri: Uri::from(address(label.span.file)),
            range: lines.range(label.span),
        },
        message: label.message.clone(),
    });
    let related: Vec<_> = related.collect();
    let tags: Vec<DiagnosticTag> = [
        (UNNECESSARY.contains(&finding.code), DiagnosticTag::Unnecessary),
        (DEPRECATED.contains(&finding.code), DiagnosticTag::Deprecated),
    ]
    .into_iter()
    .filter_map(|(holds, tag)| holds.then_some(tag))
    .collect();
    Diagnostic {
        range: lines.range(finding.primary.span),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Hint => DiagnosticSeverity::Hint,
        }),
        code: Some(Code::String(finding.code.to_string())),
        code_description: style.page(tool, finding.code),
        source: Some(tool.name.to_string()),
        message: Message::String(message),
        tags: (!tags.is_empty()).then_some(tags),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}
