//! The program `katachi`: the front end joined with the databases compiled in and the studio.
//!
//! Kept to these lines, so that an edited pattern rebuilds the crate `patterns`
//! and this one, and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi_frontend::main(
        || patterns::pattern_set().expect("databases that this build has compiled"),
        katachi_studio::run,
    )
}
