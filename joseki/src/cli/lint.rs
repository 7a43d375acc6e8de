//! `joseki lint`: every finding about records, to standard output.

use std::process::ExitCode;

use mkpat::diag::options::{self, count};

use super::{Compiled, Input, report};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    findings: options::Arguments,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let Compiled { sources, mut findings, records, .. } = Compiled::read(&args.input)?;
    joseki::lint(&records, &mut findings);
    let patterns = records.iter().map(|r| r.entries.len()).sum();
    let what = format!("{}, {}", count(records.len(), "record"), count(patterns, "pattern"));
    let failed = report(&args.findings, &mut std::io::stdout(), &sources, &findings, &what)?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
