//! Playout databases: text → [`mkpat_rt::montecarlo::PlayoutDb`] (docs/pattern-language.md,
//! "Playout weights").
//!
//! The language is that of 3×3 diagrams with weights, so all its stages are here:
//! [`parse()`] (grammar `montecarlo.pest`: text → blocks) → [`lower()`] (blocks →
//! typed [`Rule`]s) → [`compile()`] (the table, by context) → run-time form;
//! [`check()`] finds lines that never give a weight. Findings go into the common
//! bag.

mod check;
mod compile;
mod lower;
mod parse;

pub use check::check;
pub use compile::compile;
pub use lower::lower;
pub use parse::{Block, Colon, File, parse};

use mkpat_rt::montecarlo::{Accepted, Conditions};

use crate::language::manifest::DatabaseSpec;
use crate::source::{FileId, Span};

/// Weights above this can overflow sums of weights of a board (docs/pattern-language.md,
/// "Playout weights").
pub const LARGE_WEIGHT: u32 = 10_000_000;

/// A lowered playout database.
#[derive(Clone, Debug)]
pub struct Database {
    /// What the manifest (or inference) says of it.
    pub spec: DatabaseSpec,
    /// Its files in order.
    pub files: Vec<FileId>,
    /// Diagrams in source order. Those with errors are left out.
    pub diagrams: Vec<Diagram>,
    /// Colon lines in source order. Those with errors are left out.
    pub rules: Vec<Rule>,
}

/// A diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What it accepts around the move, in reading order.
    pub cells: [Accepted; 8],
    /// From the first to the last row.
    pub span: Span,
}

/// A colon line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Index of its diagram in [`Database::diagrams`].
    pub diagram: usize,
    /// Line number, from 1.
    pub line: u32,
    /// The line.
    pub span: Span,
    /// Weight.
    pub weight: u32,
    /// Properties.
    pub conditions: Conditions,
}
