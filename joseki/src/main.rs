//! The command `joseki`: SGF with marks to `.db`, and tools for its authors.
//!
//! Reads files, calls the library, prints; see `cli`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
