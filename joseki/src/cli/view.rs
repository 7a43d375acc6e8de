//! `joseki view`: where a pattern comes from.

use std::path::PathBuf;
use std::process::ExitCode;

use super::{Compiled, Input};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Name of the pattern
    name: String,
    #[command(flatten)]
    input: Input,
    /// Write a picture here, too
    #[arg(long, value_name = "OUT.svg")]
    svg: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let mut compiled = Compiled::read(&args.input)?;
    let good = compiled.report();
    let found = compiled.records.iter().find_map(|record| {
        let entry = record.entries.iter().find(|e| e.name == args.name)?;
        Some((record, entry))
    });
    let Some((record, entry)) = found else {
        return Err(format!("no pattern is named `{}`", args.name));
    };
    let file = &compiled.sources.file(record.file).name;
    print!("{}", joseki::view::view(&record.sgf, file, entry));
    if let Some(path) = &args.svg {
        let picture = joseki::view::svg(&record.sgf, entry);
        std::fs::write(path, picture).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
