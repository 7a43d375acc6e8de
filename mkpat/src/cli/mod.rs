//! The command `mkpat`: arguments, and what is printed.
//!
//! The only part of the crate that prints and that knows exit codes. `input`
//! finds out which databases the paths mean, the other files hold one command
//! each.

mod check;
mod complete;
mod coverage;
mod databases;
mod diff;
mod dump;
mod explain;
mod files;
mod fmt;
mod infer;
mod input;
mod matches;
mod new;
mod snapshot;
mod stats;
mod test;
mod transform;
mod walk;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::diag::{Tool, codes};

/// Nothing to complain about.
const CLEAN: u8 = 0;
/// The databases have errors, or warnings that were denied.
const FINDINGS: u8 = 1;
/// The command was called wrongly, or a file cannot be read or written.
const TROUBLE: u8 = 2;

/// Checks, inspects and explains Go pattern databases.
#[derive(Parser, Debug)]
#[command(
    name = "mkpat",
    version,
    after_help = "Exit codes: 0 no errors, 1 errors found (or denied warnings), 2 wrong usage or unreadable files."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Transform(transform::Arguments),
    New(new::Arguments),
    Stats(stats::Arguments),
    Diff(diff::Arguments),
    /// Prints what a stage of the compiler makes of the databases
    Dump(dump::Arguments),
    /// Explains a diagnostic code, an autohelper, a value name or a letter
    Explain(explain::Arguments),
    Match(matches::Arguments),
    Coverage(coverage::Arguments),
    Test(test::Arguments),
    Snapshot(snapshot::Arguments),
    Completions(complete::Completions),
    Man(complete::Man),
}

/// This command, as the code that shows findings sees it.
const TOOL: Tool = Tool {
    name: "mkpat",
    version: env!("CARGO_PKG_VERSION"),
    codes: &[codes::CODES],
    help: crate::tools::explain::code_text,
};

/// Why a command could not do its work.
#[derive(Debug)]
struct Trouble(String);

/// The error when the reader of our output has closed it (as `| head` does).
const CLOSED: &str = "the output is closed";

impl<E: std::error::Error + 'static> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        let stream: Option<&std::io::Error> = (&error as &dyn std::error::Error).downcast_ref();
        if stream.is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) {
            return Trouble(CLOSED.to_string());
        }
        Trouble(error.to_string())
    }
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version come this way, too, and are no errors. That the text cannot be
            // printed, because the pipe is closed, is none either.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { TROUBLE } else { CLEAN });
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::Fmt(arguments) => fmt::run(&arguments, &mut out),
        Command::Transform(arguments) => transform::run(&arguments, &mut out),
        Command::New(arguments) => new::run(&arguments, &mut out),
        Command::Stats(arguments) => stats::run(&arguments, &mut out),
        Command::Diff(arguments) => diff::run(&arguments, &mut out),
        Command::Dump(arguments) => dump::run(&arguments, &mut out),
        Command::Explain(arguments) => explain::run(&arguments, &mut out),
        Command::Match(arguments) => matches::run(&arguments, &mut out),
        Command::Coverage(arguments) => coverage::run(&arguments, &mut out),
        Command::Test(arguments) => test::run(&arguments, &mut out),
        Command::Snapshot(arguments) => snapshot::run(&arguments, &mut out),
        Command::Completions(arguments) => {
            complete::completions(&arguments, Arguments::command(), &mut out)
        }
        Command::Man(arguments) => complete::man(&arguments, Arguments::command(), &mut out),
    };
    let result = result.and_then(|code| out.flush().map(|()| code).map_err(Trouble::from));
    match result {
        Ok(code) => ExitCode::from(code),
        // Nobody reads the rest of the output; that is no error.
        Err(Trouble(message)) if message == CLOSED => ExitCode::from(CLEAN),
        Err(Trouble(message)) => {
            let _ = writeln!(std::io::stderr(), "mkpat: {message}");
            ExitCode::from(TROUBLE)
        }
    }
}
