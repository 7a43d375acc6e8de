//! Text ↔ syntax tree of `.db` files.
//!
//! `lines` (grammar `db.pest`: text → lines, some of them corrected by `slips`) → [`mod@parse`] (lines → patterns) ←
//! `expr` (grammar `expr.pest`: code lines → expressions); [`mod@print`] goes back.
//! [`ast`] holds the types. Parsing never fails as a whole: what cannot be read
//! is reported and left out.

pub mod ast;
mod expr;
mod lines;
mod misspelt;
pub mod parse;
mod pieces;
pub mod print;
mod report;
mod slips;

pub use parse::parse;
pub(crate) use slips::pasted::is_fence;
