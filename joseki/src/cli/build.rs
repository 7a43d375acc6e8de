//! `joseki FILE.sgf…`: records to a database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mkpat::diag::options;

use super::{Compiled, Input, report};

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

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let compiled = Compiled::read(&args.input)?;
    // Findings go beside the database, without a summary.
    let findings = options::Arguments { quiet: true, ..args.findings.clone() };
    let errors = &mut std::io::stderr();
    if report(&findings, errors, &compiled.sources, &compiled.findings, "")? {
        return Ok(ExitCode::FAILURE);
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
        None => print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

fn check(path: &Path, text: &str) -> Result<ExitCode, String> {
    let there = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let there = String::from_utf8_lossy(&there);
    if there == text {
        return Ok(ExitCode::SUCCESS);
    }
    let same = there.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
    eprintln!("{}:{}: stale: the records give something else from here", path.display(), same + 1);
    eprintln!("  there: {}", there.lines().nth(same).unwrap_or("(end of file)"));
    eprintln!("  now:   {}", text.lines().nth(same).unwrap_or("(end of file)"));
    Ok(ExitCode::FAILURE)
}
