//! `joseki replay`: are the moves of records proposed on a board?

use std::io::Write as _;
use std::process::ExitCode;

use joseki::replay;

use super::{Compiled, Input, Output};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let Compiled { sources, mut findings, records, .. } = Compiled::read(&args.input)?;
    let mut tally = replay::Tally::default();
    if !findings.has_errors()
        && let Some(db) = replay::database(&records, &mut findings)
    {
        tally = replay::replay(&records, &db, &mut findings);
    }
    findings.sort();
    let mut out = std::io::stdout().lock();
    let replay::Tally { nodes, expected, proposed, constrained } = tally;
    let percent = if expected == 0 { 0.0 } else { 100.0 * proposed as f64 / expected as f64 };
    args.output
        .write(&mut out, &sources, &findings)
        .and_then(|()| {
            if args.output.is_for_people() {
                writeln!(
                    out,
                    "{nodes} moves in 16 placements: {proposed} of {expected} proposed \
                     ({percent:.1} %), {constrained} of the moves under a constraint, not asked"
                )?;
            }
            Ok(())
        })
        .map_err(|e| e.to_string())?;
    let good = !findings.has_errors() && expected > 0;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
