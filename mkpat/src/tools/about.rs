//! What is known of a pattern besides itself: where it is tested, and what was found about it.

use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics};
use crate::language::ir::{Database, Pattern};
use crate::tools::match_tests::{Case, TestFile, collect};

/// A test file with its name.
pub type NamedTests = (String, TestFile);

/// The test files below a folder that can be read; none if there is no such folder.
pub fn read_tests(dir: &Path) -> Vec<NamedTests> {
    let files = collect(dir).unwrap_or_default();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        Some((path.display().to_string(), TestFile::parse(&text).ok()?))
    };
    files.iter().filter_map(read).collect()
}

/// The test cases that name a pattern, with the names of their files.
pub fn tests_of<'a>(tests: &'a [NamedTests], name: &str) -> Vec<(&'a str, &'a Case)> {
    let names = |case: &Case| {
        let listed = case.expected.iter().chain(&case.answers);
        let mut words = listed.flat_map(|e| e.text.split_whitespace());
        words.any(|word| word == name) || case.only.iter().any(|(glob, _)| *glob == name)
    };
    let cases = tests.iter().flat_map(|(file, t)| t.cases.iter().map(move |c| (file.as_str(), c)));
    cases.filter(|(_, case)| names(case)).collect()
}

/// The findings about what stands between the head of a pattern and the next one.
pub fn findings_of<'a>(
    database: &Database,
    pattern: &Pattern,
    findings: &'a Diagnostics,
) -> Vec<&'a Diagnostic> {
    let head = pattern.head;
    let others = database.patterns.iter().map(|other| other.head);
    let next = others.filter(|other| other.file == head.file && other.start > head.start);
    let end = next.map(|other| other.start).min();
    let is_about = |finding: &&Diagnostic| {
        let at = finding.primary.span;
        at.file == head.file && at.start >= head.start && end.is_none_or(|end| at.start < end)
    };
    findings.iter().filter(is_about).collect()
}
