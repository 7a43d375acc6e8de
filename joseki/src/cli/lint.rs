//! `joseki lint`: every finding about records, to standard output.

use mkpat::diag::options::count;
use mkpat::program::Output;

use super::Checked;

pub(super) fn run(args: &Checked, out: &mut Output) -> Result<u8, String> {
    args.run(out, |records, findings| {
        joseki::lint(records, findings);
        let patterns = records.iter().map(|r| r.entries.len()).sum();
        (format!("{}, {}", count(records.len(), "record"), count(patterns, "pattern")), true)
    })
}
