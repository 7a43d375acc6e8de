//! The command: arguments, and what its parts share.
//!
//! A file per subcommand. Exit status: 0 fine, 1 a mistake in a record or a stale
//! database, 2 a wrong command line, an unreadable file, or output that cannot be written.

mod build;
mod lint;
mod lsp;
mod replay;
mod tree;
mod view;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use joseki::Record;
use katachi_sgf::Sgf;
use mkpat::diag::options::{self, Found};
use mkpat::diag::render;
use mkpat::diag::select::Selection;
use mkpat::diag::{Diagnostic, Diagnostics, Tool};
use mkpat::program::complete::{self, Completions, Man};
use mkpat::program::{self, End, Output, TROUBLE};
use mkpat::source::{Sources, Span};

/// Compile joseki records (SGF with variations in the upper right corner) to a
/// pattern database, check them, show them.
///
/// A node gives a pattern if it has a move and a mark (SQ or MA) at the far
/// corner of the pattern. The first character of its comment is the class: U
/// urgent, S or J standard, s or j lesser, T trick, t minor, 0 or A bad. Lines
/// of the comment that start with # ; > : are comments, constraint, action and
/// values.
#[derive(Parser)]
#[command(
    name = "joseki",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    build: build::Args,
}

#[derive(Subcommand)]
enum Command {
    /// Report what the author of records probably did not mean
    Lint(Checked),
    Lsp(lsp::Args),
    /// Play every line on a board and report moves that the matcher does not propose
    Replay(Checked),
    /// Show records as outlines
    Tree(tree::Args),
    /// Show where a pattern comes from
    View(view::Args),
    Completions(Completions),
    Man(Man),
}

/// Nothing to complain about.
const GOOD: u8 = 0;
/// A mistake in a record, or a stale database.
const MISTAKES: u8 = 1;

/// The exit code of a command that is `good` or not.
fn code(good: bool) -> u8 {
    if good { GOOD } else { MISTAKES }
}

/// Reads the command line and does what it says.
pub(crate) fn main() -> ExitCode {
    let args = std::env::args_os().collect();
    program::run("joseki", Args::command(), args, |matches, out| {
        match Args::from_arg_matches(&matches) {
            Ok(args) => match work(&args, out) {
                Ok(code) => End::with(code),
                Err(message) => End { code: TROUBLE, message },
            },
            Err(e) => program::usage(&e, out),
        }
    })
}

fn work(args: &Args, out: &mut Output) -> Result<u8, String> {
    match &args.command {
        None => build::run(&args.build, out),
        Some(Command::Lint(args)) => lint::run(args, out),
        Some(Command::Lsp(args)) => lsp::run(args, out),
        Some(Command::Replay(args)) => replay::run(args, out),
        Some(Command::Tree(args)) => tree::run(args, out),
        Some(Command::View(args)) => view::run(args, out),
        Some(Command::Completions(args)) => {
            complete::completions(args, "joseki", Args::command(), out).map_err(told)?;
            Ok(GOOD)
        }
        Some(Command::Man(args)) => {
            complete::man(args, "joseki", Args::command(), out).map_err(told)?;
            Ok(GOOD)
        }
    }
}

/// An error of a stream in words.
fn told(e: io::Error) -> String {
    e.to_string()
}

/// The records of a command line and how their patterns are named.
#[derive(clap::Args)]
#[group(skip)]
struct Input {
    /// Prefix of pattern names. Without it: J and the initials of the words of
    /// the file name (hoshi_keima.sgf gives JHK).
    #[arg(long)]
    prefix: Option<String>,
    /// Records; with a prefix, their patterns are numbered on from file to file. `-` is standard
    /// input, as if it were a file stdin.sgf.
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
}

/// Records to look at, and how to write what is found.
#[derive(clap::Args)]
#[group(skip)]
struct Checked {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    findings: options::Arguments,
}

impl Checked {
    /// Compiles the records, lets `look` add its findings, and writes them all to
    /// standard output. `look` says what it has looked at, and whether that is
    /// enough for success.
    fn run(
        &self,
        out: &mut Output,
        look: impl FnOnce(&[Record], &mut Diagnostics) -> (String, bool),
    ) -> Result<u8, String> {
        let Compiled { sources, mut findings, records, .. } = Compiled::read(&self.input)?;
        let (what, enough) = look(&records, &mut findings);
        let color = self.findings.color.on(&io::stdout());
        let failed = report(&self.findings, out, color, &sources, &findings, &what)?;
        Ok(code(!failed && enough))
    }
}

/// Whose findings these are, for the formats that other tools read.
const TOOL: Tool = Tool {
    name: "joseki",
    version: env!("CARGO_PKG_VERSION"),
    codes: &[joseki::codes::CODES, mkpat::diag::codes::CODES],
    help: mkpat::tools::explain::code_text,
};

/// Writes findings, and for people a line about `what` was looked at. Whether the
/// command has failed.
fn report(
    arguments: &options::Arguments,
    out: &mut impl Write,
    color: bool,
    sources: &Sources,
    findings: &Diagnostics,
    what: &str,
) -> Result<bool, String> {
    let selection = arguments.selection(&TOOL, Selection::default())?;
    let found = Found {
        tool: &TOOL,
        sources,
        findings,
        suppressed: &[],
        selection: &selection,
        fixable: false,
    };
    arguments.report(out, color, &found, what).map_err(|e| e.to_string())
}

/// A record: how it is called in messages, the name of its file, its bytes.
fn read_record(path: &Path) -> Result<(String, String, Vec<u8>), String> {
    if path == Path::new("-") {
        let limit = katachi_sgf::Limits::default().bytes as u64;
        let mut bytes = Vec::new();
        let shown = "standard input".to_string();
        let input = io::stdin().lock().take(limit + 1);
        { input }.read_to_end(&mut bytes).map_err(|e| format!("{shown}: {e}"))?;
        return Ok((shown, "stdin.sgf".to_string(), bytes));
    }
    let shown = path.display().to_string();
    let bytes = mkpat::source::read_file(path).map_err(|e| format!("{shown}: {e}"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((shown, name, bytes))
}

/// Records that were read and compiled.
#[derive(Default)]
struct Compiled {
    sources: Sources,
    findings: Diagnostics,
    records: Vec<Record>,
    /// The name of each record's file, without its folders.
    names: Vec<String>,
}

impl Compiled {
    fn read(input: &Input) -> Result<Compiled, String> {
        let mut out = Compiled::default();
        let mut next = 1;
        for path in &input.files {
            let (shown, name, bytes) = read_record(path)?;
            match Sgf::read(&bytes) {
                Ok(sgf) => {
                    let file = out.sources.add(shown, sgf.source().as_bytes().to_vec())?;
                    let own = joseki::default_prefix(&name);
                    if input.prefix.is_none() {
                        next = 1;
                    }
                    let prefix = input.prefix.as_deref().unwrap_or(&own);
                    let entries = joseki::compile(&sgf, file, prefix, next, &mut out.findings);
                    next += entries.len();
                    out.records.push(Record { sgf, file, entries });
                    out.names.push(name);
                }
                Err(error) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let file = out.sources.add(shown, text.into_bytes())?;
                    let span = error.span().unwrap_or(0..0);
                    let span = Span::new(file, span.start, span.end);
                    let code = joseki::codes::DAMAGE;
                    out.findings.push(Diagnostic::error(code, span, error.to_string()));
                }
            }
        }
        Ok(out)
    }

    /// Shows the findings on standard error; whether there was no error.
    fn report(&mut self) -> bool {
        self.findings.sort();
        // If the error stream cannot be written, there is nobody to tell.
        let _ = write!(io::stderr(), "{}", render::to_string(&self.sources, &self.findings));
        !self.findings.has_errors()
    }
}
