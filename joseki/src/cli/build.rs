//! `joseki FILE.sgf…`: records to a database.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mkpat::diag::options;
use mkpat::program::Output;

use super::{Compiled, GOOD, Input, MISTAKES, report, told};

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: Input,
    /// Write the database here instead of to standard output.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write nothing; fail unless this file is what would be written.
    #[arg(long, value_name = "OUT", conflicts_with = "output")]
    check: Option<PathBuf>,
    #[command(flatten)]
    findings: options::Arguments,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, String> {
    let compiled = Compiled::read(&args.input)?;
    // Findings go beside the database, without a summary.
    let findings = options::Arguments { quiet: true, ..args.findings.clone() };
    let errors = &mut io::stderr();
    let color = findings.color.on(errors);
    if report(&findings, errors, color, &compiled.sources, &compiled.findings, "")? {
        return Ok(MISTAKES);
    }
    let entries: Vec<_> = compiled.records.into_iter().flat_map(|r| r.entries).collect();
    let text = joseki::database(&joseki::print::header(&compiled.names), &entries);
    if let Some(path) = &args.check {
        return check(path, &text);
    }
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        None => out.write_all(text.as_bytes()).map_err(told)?,
    }
    Ok(GOOD)
}

fn check(path: &Path, text: &str) -> Result<u8, String> {
    let there = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let there = String::from_utf8_lossy(&there);
    if there == text {
        return Ok(GOOD);
    }
    let same = there.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
    // If the error stream cannot be written, there is nobody to tell.
    let _ = write!(
        io::stderr(),
        "{}:{}: stale: the records give something else from here\n  there: {}\n  now:   {}\n",
        path.display(),
        same + 1,
        there.lines().nth(same).unwrap_or("(end of file)"),
        text.lines().nth(same).unwrap_or("(end of file)")
    );
    Ok(MISTAKES)
}
