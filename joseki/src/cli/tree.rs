//! `joseki tree`: outlines, to standard output.

use std::io::Write;

use mkpat::program::Output;

use super::{Compiled, Input, code, told};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, String> {
    let mut compiled = Compiled::read(&args.input)?;
    let good = compiled.report();
    for (record, name) in compiled.records.iter().zip(&compiled.names) {
        let outline = joseki::outline(&record.sgf, &record.entries);
        write!(out, "{name}: {} patterns\n{outline}", record.entries.len()).map_err(told)?;
    }
    Ok(code(good))
}
