//! The command `joseki`: SGF with marks to `.db`.
//!
//! Reads files, calls the library, prints. Exit status: 0 fine, 1 a mistake in
//! a record or a stale database, 2 a wrong command line or an unreadable file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use katachi_sgf::Sgf;
use mkpat::diag::{Diagnostic, Diagnostics, render};
use mkpat::source::{FileId, Sources, Span};

/// Compile joseki records (SGF with variations in the upper right corner) to a
/// pattern database.
///
/// A node gives a pattern if it has a move and a mark (SQ or MA) at the far
/// corner of the pattern. The first character of its comment is the class: U
/// urgent, S or J standard, s or j lesser, T trick, t minor, 0 or A bad. Lines
/// of the comment that start with # ; > : are comments, constraint, action and
/// values.
#[derive(Parser)]
#[command(name = "joseki", version)]
struct Args {
    /// Prefix of pattern names. Without it: J and the initials of the words of
    /// the file name (hoshi_keima.sgf gives JHK).
    #[arg(long)]
    prefix: Option<String>,
    /// Write the database here instead of to standard output.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write nothing; fail unless this file is what would be written.
    #[arg(long, value_name = "OUT", conflicts_with = "output")]
    check: Option<PathBuf>,
    /// Records, compiled in this order into one database.
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("joseki: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let mut entries = Vec::new();
    let mut names = Vec::new();
    let mut next = 1;
    for path in &args.files {
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| format!("{shown}: {e}"))?;
        let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        names.push(file_name.clone());
        match Sgf::read(&bytes) {
            Ok(sgf) => {
                let id = sources.add(shown, sgf.source().as_bytes().to_vec())?;
                let own = joseki::default_prefix(&file_name);
                let prefix = args.prefix.as_deref().unwrap_or(&own);
                if args.prefix.is_none() {
                    next = 1;
                }
                let more = joseki::compile(&sgf, id, prefix, next, &mut findings);
                next += more.len();
                entries.extend(more);
            }
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let id: FileId = sources.add(shown, text.into_bytes())?;
                let span = error.span().unwrap_or(0..0);
                let span = Span::new(id, span.start, span.end);
                findings.push(Diagnostic::error(joseki::codes::DAMAGE, span, error.to_string()));
            }
        }
    }
    findings.sort();
    eprint!("{}", render::to_string(&sources, &findings));
    if findings.has_errors() {
        return Ok(ExitCode::FAILURE);
    }
    let text = joseki::database(&joseki::print::header(&names), &entries);
    if let Some(path) = &args.check {
        return check(path, &text);
    }
    match &args.output {
        Some(path) => write(path, &text)?,
        None => print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
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
