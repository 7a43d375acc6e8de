//! `mkpat stats`: figures about databases.

use std::io::Write;

use super::{CLEAN, FINDINGS, Trouble, files, input};
use crate::load::Lowered;
use crate::stats;

#[derive(clap::Args, Debug)]
#[command(
    about = "Counts what is in databases, what they use and how large their tables are",
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
    let (run, units) = input::read(&arguments.input)?;
    let mut first = true;
    for unit in &units {
        let Lowered::Patterns(db) = &unit.database else {
            writeln!(std::io::stderr(), "mkpat: eye-shape and playout databases are left out")?;
            continue;
        };
        let stats = stats::stats(db);
        if arguments.json {
            writeln!(out, "{}", stats.to_json())?;
        } else {
            write!(out, "{}{}", if first { "" } else { "\n" }, stats.to_text())?;
        }
        first = false;
    }
    files::show_errors(&run.sources, &run.diags)?;
    Ok(if run.diags.has_errors() { FINDINGS } else { CLEAN })
}
