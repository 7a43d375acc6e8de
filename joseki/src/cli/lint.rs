//! `joseki lint`: every finding about records, to standard output.

use std::process::ExitCode;

use mkpat::diag::options::count;

use super::Checked;

pub(super) fn run(args: &Checked) -> Result<ExitCode, String> {
    args.run(|records, findings| {
        joseki::lint(records, findings);
        let patterns = records.iter().map(|r| r.entries.len()).sum();
        (format!("{}, {}", count(records.len(), "record"), count(patterns, "pattern")), true)
    })
}
