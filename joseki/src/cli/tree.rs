//! `joseki tree`: outlines, to standard output.

use std::process::ExitCode;

use super::{Compiled, Input};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let mut compiled = Compiled::read(&args.input)?;
    let good = compiled.report();
    for (record, name) in compiled.records.iter().zip(&compiled.names) {
        println!("{name}: {} patterns", record.entries.len());
        print!("{}", joseki::outline(&record.sgf, &record.entries));
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
