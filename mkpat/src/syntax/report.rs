//! The parser's way to the bag of findings: a bounded number of findings per
//! file, and findings about single lines held back until it is known whether
//! the line lies in a part that is skipped anyway.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::Span;

/// Most findings of the parser in one file. A file with more of them is no
/// database, and memory stays bounded whatever it is.
const MAX_FINDINGS: usize = 1000;

/// Collects findings of one file.
pub(super) struct Reporter<'a> {
    diags: &'a mut Diagnostics,
    count: usize,
    malformed: BTreeMap<u32, Diagnostic>,
}

impl<'a> Reporter<'a> {
    /// A reporter that adds to `diags`.
    pub(super) fn new(diags: &'a mut Diagnostics) -> Reporter<'a> {
        Reporter { diags, count: 0, malformed: BTreeMap::new() }
    }

    /// Adds a finding.
    pub(super) fn push(&mut self, finding: Diagnostic) {
        self.count += 1;
        if self.count == MAX_FINDINGS {
            self.diags.push(
                Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    finding.primary.span,
                    "too many errors; the rest of the file is not reported",
                )
                .note("this does not look like a pattern database"),
            );
        }
        if self.count < MAX_FINDINGS {
            self.diags.push(finding);
        }
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
