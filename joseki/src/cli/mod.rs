//! The command: arguments, and what its parts share.
//!
//! A file per subcommand. Exit status: 0 fine, 1 a mistake in a record or a stale
//! database, 2 a wrong command line or an unreadable file.

mod build;
mod lint;
mod replay;
mod tree;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use joseki::Record;
use katachi_sgf::Sgf;
use mkpat::diag::options::{self, Found};
use mkpat::diag::render;
use mkpat::diag::select::Selection;
use mkpat::diag::{Diagnostic, Diagnostics, Tool};
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
    /// Play every line on a board and report moves that the matcher does not propose
    Replay(Checked),
    /// Show records as outlines
    Tree(tree::Args),
    /// Show where a pattern comes from
    View(view::Args),
}

/// Reads the command line and does what it says.
pub(crate) fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        None => build::run(&args.build),
        Some(Command::Lint(args)) => lint::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Tree(args)) => tree::run(args),
        Some(Command::View(args)) => view::run(args),
    };
    match done {
        Ok(code) => code,
        Err(message) => {
            eprintln!("joseki: {message}");
            ExitCode::from(2)
        }
    }
}

/// The records of a command line and how their patterns are named.
#[derive(clap::Args)]
#[group(skip)]
struct Input {
    /// Prefix of pattern names. Without it: J and the initials of the words of
    /// the file name (hoshi_keima.sgf gives JHK).
    #[arg(long)]
    prefix: Option<String>,
    /// Records; with a prefix, their patterns are numbered on from file to file.
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
        look: impl FnOnce(&[Record], &mut Diagnostics) -> (String, bool),
    ) -> Result<ExitCode, String> {
        let Compiled { sources, mut findings, records, .. } = Compiled::read(&self.input)?;
        let (what, enough) = look(&records, &mut findings);
        let failed = report(&self.findings, &mut io::stdout(), &sources, &findings, &what)?;
        Ok(if failed || !enough { ExitCode::FAILURE } else { ExitCode::SUCCESS })
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
    out: &mut (impl io::Write + IsTerminal),
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
    let color = arguments.color.on(out);
    arguments.report(out, color, &found, what).map_err(|e| e.to_string())
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
            let shown = path.display().to_string();
            let bytes = mkpat::source::read_file(path).map_err(|e| format!("{shown}: {e}"))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
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
        eprint!("{}", render::to_string(&self.sources, &self.findings));
        !self.findings.has_errors()
    }
}
