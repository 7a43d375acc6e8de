//! The command `mkpat`: arguments, and what is printed.
//!
//! The only part of the crate that prints and that knows exit codes. `input`
//! finds out which databases the paths mean, the other files hold one command
//! each.

mod baseline;
mod check;
mod coverage;
mod databases;
mod diff;
mod doc;
mod dump;
mod explain;
mod files;
mod fmt;
mod input;
mod lsp;
mod matches;
mod new;
mod snapshot;
mod stats;
mod test;
mod transform;
mod walk;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::program::complete::{self, Completions, Man};
use crate::program::{self, End, Output};
use crate::tools::TOOL;

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
    Doc(doc::Arguments),
    /// Prints what a stage of the compiler makes of the databases
    Dump(dump::Arguments),
    /// Explains a diagnostic code, an autohelper, a value name or a letter
    Explain(explain::Arguments),
    Lsp(lsp::Arguments),
    Match(matches::Arguments),
    Coverage(coverage::Arguments),
    Test(test::Arguments),
    Snapshot(snapshot::Arguments),
    Completions(Completions),
    Man(Man),
}

/// Why a command could not do its work.
#[derive(Debug)]
struct Trouble(String);

impl<E: std::error::Error + 'static> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        Trouble(error.to_string())
    }
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let args = std::env::args_os().collect();
    program::run("mkpat", Arguments::command(), args, |matches, out| {
        match Arguments::from_arg_matches(&matches) {
            Ok(arguments) => match work(arguments, out) {
                Ok(code) => End::with(code),
                Err(Trouble(message)) => End { code: TROUBLE, message },
            },
            Err(e) => program::usage(&e, out),
        }
    })
}

fn work(arguments: Arguments, out: &mut Output) -> Result<u8, Trouble> {
    match arguments.command {
        Command::Check(arguments) => check::run(&arguments, out),
        Command::Fmt(arguments) => fmt::run(&arguments, out),
        Command::Transform(arguments) => transform::run(&arguments, out),
        Command::New(arguments) => new::run(&arguments, out),
        Command::Stats(arguments) => stats::run(&arguments, out),
        Command::Diff(arguments) => diff::run(&arguments, out),
        Command::Doc(arguments) => doc::run(&arguments, out),
        Command::Dump(arguments) => dump::run(&arguments, out),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Lsp(arguments) => lsp::run(&arguments, out),
        Command::Match(arguments) => matches::run(&arguments, out),
        Command::Coverage(arguments) => coverage::run(&arguments, out),
        Command::Test(arguments) => test::run(&arguments, out),
        Command::Snapshot(arguments) => snapshot::run(&arguments, out),
        Command::Completions(arguments) => {
            complete::completions(&arguments, "mkpat", Arguments::command(), out)?;
            Ok(CLEAN)
        }
        Command::Man(arguments) => {
            complete::man(&arguments, "mkpat", Arguments::command(), out)?;
            Ok(CLEAN)
        }
    }
}
