//! `mkpat check --baseline`: findings that were there when an old database was adopted.
//!
//! A baseline is a text of lines `code, file, line of the database, count`, fields apart by tabs. It
//! does not tell line numbers, so that a finding stays known when lines are added above. Errors are never
//! accepted.

use std::collections::BTreeMap;
use std::path::Path;

use super::Trouble;
use super::files::write_whole;
use crate::diag::{Diagnostic, Diagnostics, Severity};
use crate::source::Sources;

const HEAD: &str = "# Findings that `mkpat check --baseline` accepts. Remove lines, or the file, to see them again.\n";

/// Leaves the findings that are new. A baseline that is not there yet is made of the findings that
/// `reported` names, and none of them is new. Whether it was made.
pub(super) fn apply(
    path: &Path,
    sources: &Sources,
    findings: &mut Diagnostics,
    reported: impl Fn(&Diagnostic) -> bool,
) -> Result<bool, Trouble> {
    let told = |e: std::io::Error| Trouble(format!("{}: {e}", path.display()));
    let made = !path.exists();
    let mut known = if made {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for finding in findings.iter().filter(|f| f.severity != Severity::Error && reported(f)) {
            *known.entry(key(sources, finding)).or_default() += 1;
        }
        let lines = known.iter().map(|(key, count)| format!("{key}\t{count}\n"));
        write_whole(path, &(HEAD.to_string() + &lines.collect::<String>()))?;
        known
    } else {
        read(&std::fs::read_to_string(path).map_err(told)?)
            .map_err(|line| Trouble(format!("{}:{line}: no line of a baseline", path.display())))?
    };
    findings.retain(|finding| {
        if finding.severity == Severity::Error {
            return true;
        }
        match known.get_mut(&key(sources, finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    });
    Ok(made)
}

/// What a finding is known by.
fn key(sources: &Sources, finding: &Diagnostic) -> String {
    let span = finding.primary.span;
    let file = sources.file(span.file);
    let at = (span.start as usize).min(file.text.len());
    let at = (0..=at).rev().find(|&i| file.text.is_char_boundary(i)).unwrap_or(0);
    let start = file.text[..at].rfind('\n').map_or(0, |i| i + 1);
    let line = file.text[start..].lines().next().unwrap_or("");
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}\t{}\t{line}", finding.code, file.name)
}

/// The known findings; the number of a line that is none.
fn read(text: &str) -> Result<BTreeMap<String, usize>, usize> {
    let mut known = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let fields = line.rsplit_once('\t').filter(|(key, _)| key.matches('\t').count() == 2);
        let (key, count) = fields.ok_or(number + 1)?;
        *known.entry(key.to_string()).or_default() +=
            count.parse::<usize>().map_err(|_| number + 1)?;
    }
    Ok(known)
}
