//! `mkpat stats`: figures about databases.

use std::io::Write;

use super::{CLEAN, FINDINGS, Trouble, input};
use crate::language::load::Lowered;
use crate::language::{eyes, montecarlo};
use crate::tools::stats;

#[derive(clap::Args, Debug)]
#[command(
    about = "Counts what is in databases, what they use and how large their tables are",
    long_about = "Counts what is in databases, what they use and how large their tables are.\n\n\
        Tables are made if there are no errors.",
    after_help = "Exit codes: 0 done, 1 patterns with errors were left out, 2 wrong usage or \
        unreadable files."
)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// Print one JSON object per line and database
    #[arg(long)]
    json: bool,
}

/// Prints the figures.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (mut run, units) = input::read(&arguments.input)?;
    let mut first = true;
    for unit in &units {
        let (text, json) = match &unit.database {
            Lowered::Patterns(db) => {
                let stats = stats::stats(db, !run.diags.has_errors());
                (stats.to_text(), stats.to_json())
            }
            Lowered::Eyes(db) => {
                let bytes = eyes::compile(&run.sources, db).to_bytes().len();
                let stats = stats::eyes(db, bytes);
                (stats.to_text(), stats.to_json())
            }
            Lowered::Playouts(db) => {
                let compiled = montecarlo::compile(&run.sources, db, &mut run.diags);
                let stats = stats::playouts(db, compiled.map(|db| db.to_bytes().len()));
                (stats.to_text(), stats.to_json())
            }
        };
        if arguments.json {
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}{text}", if first { "" } else { "\n" })?;
        }
        first = false;
    }
    input::show_errors(&run.sources, &run.diags)?;
    Ok(if run.diags.has_errors() { FINDINGS } else { CLEAN })
}
