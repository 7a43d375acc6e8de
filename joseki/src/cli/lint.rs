//! `joseki lint`: every finding about records, to standard output.

use std::io::Write as _;
use std::process::ExitCode;

use mkpat::diag::Severity;

use super::{Compiled, Input, Output};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// Fail if there are warnings, too
    #[arg(long)]
    deny_warnings: bool,
    /// Report hints, too: what could be written better
    #[arg(long)]
    hints: bool,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let Compiled { sources, mut findings, records, .. } = Compiled::read(&args.input)?;
    joseki::lint(&records, &mut findings);
    findings.retain(|finding| args.hints || finding.severity != Severity::Hint);
    findings.sort();
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let summary = [
        count(records.len(), "record"),
        count(records.iter().map(|r| r.entries.len()).sum(), "pattern"),
        count(findings.count(Severity::Error), "error"),
        count(findings.count(Severity::Warning), "warning"),
        count(findings.count(Severity::Hint), "hint"),
    ];
    let mut out = std::io::stdout().lock();
    args.output
        .write(&mut out, &sources, &findings)
        .and_then(|()| match args.output.is_for_people() {
            true => writeln!(out, "{}", summary.join(", ")),
            false => Ok(()),
        })
        .map_err(|e| e.to_string())?;
    let warnings = findings.count(Severity::Warning) > 0;
    let failed = findings.has_errors() || (args.deny_warnings && warnings);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
