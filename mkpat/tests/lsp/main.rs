//! The language server, as a client sees it.

mod bad_clients;
mod client;
mod features;
mod same_findings;

/// The program.
const MKPAT: &str = env!("CARGO_BIN_EXE_mkpat");
