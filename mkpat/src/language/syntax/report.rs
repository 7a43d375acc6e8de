//! The parser's way to the bag of findings: findings about single lines are held back
//! until it is known whether the line lies in a part that is skipped anyway.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics};
use crate::language::text_limits::{MAX_FINDINGS, Report};
use crate::source::Span;

/// Collects findings of one file.
pub(super) struct Reporter<'a> {
    report: Report<'a>,
    malformed: BTreeMap<u32, Diagnostic>,
}

impl<'a> Reporter<'a> {
    /// A reporter that adds to `diags`.
    pub(super) fn new(diags: &'a mut Diagnostics) -> Reporter<'a> {
        Reporter { report: Report::new(diags), malformed: BTreeMap::new() }
    }

    /// Adds a finding.
    pub(super) fn push(&mut self, finding: Diagnostic) {
        self.report.push(finding);
    }

    /// Keeps the finding about a malformed line.
    pub(super) fn malformed(&mut self, line: Span, finding: Diagnostic) {
        if self.malformed.len() < MAX_FINDINGS {
            self.malformed.insert(line.start, finding);
        }
    }

    /// Adds the finding about the malformed line `line`, if it was kept.
    pub(super) fn release(&mut self, line: Span) {
        if let Some(finding) = self.malformed.remove(&line.start) {
            self.push(finding);
        }
    }
}
