//! `joseki replay`: are the moves of records proposed on a board?

use std::process::ExitCode;

use joseki::replay::{self, Tally};
use mkpat::diag::options;

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
    let mut tally = Tally::default();
    if !findings.has_errors()
        && let Some(db) = replay::database(&records, &mut findings)
    {
        tally = replay::replay(&records, &db, &mut findings);
    }
    let Tally { nodes, expected, proposed, constrained } = tally;
    let percent = if expected == 0 { 0.0 } else { 100.0 * proposed as f64 / expected as f64 };
    let what = format!(
        "{nodes} moves in 16 placements, {proposed} of {expected} proposed ({percent:.1} %), \
         {constrained} of the moves under a constraint, not asked"
    );
    let failed = report(&args.findings, &mut std::io::stdout(), &sources, &findings, &what)?;
    Ok(if failed || expected == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
