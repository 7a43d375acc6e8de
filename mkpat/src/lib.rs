//! The pattern compiler: text of `.db` files to tables, constraint programs and
//! Rust functions; and the tools of pattern authors.
//!
//! Every module uses those above it in this list, and none below:
//!
//! | module | holds |
//! |---|---|
//! | [`source`] | files and places in them |
//! | [`diag`] | findings of every stage, and how they are shown |
//! | [`language`] | the compiler: manifest and text → typed form → run-time databases and Rust |
//! | [`tools`] | what authors do with databases: check, lay out, compare, test, transform, explain |
//! | `lsp` | the language server: what the tools know, for editors, with the feature `lsp` |
//! | `program` | what the three programs share at their ends, with the feature `program` |
//! | `cli` | the command `mkpat`, with the feature `cli` |
//!
//! Nothing below the command prints or exits.

#[cfg(feature = "cli")]
pub mod cli;
pub mod diag;
pub mod language;
#[cfg(feature = "lsp")]
pub mod lsp;
#[cfg(feature = "program")]
pub mod program;
pub mod source;
pub mod tools;
