//! Eye-shape databases: text → [`mkpat_rt::eyes::EyeDb`] (docs/pattern-language.md, "Eye
//! shapes").
//!
//! The language has nothing in common with that of patterns but the word
//! `Pattern`, so all its stages are here:
//! [`parse()`] (grammar `eyes.pest`: text → entries) → [`lower()`] (entries → typed
//! [`Shape`]s) → [`compile()`] → run-time form; [`check()`] finds what compiles but is
//! never matched. Findings go into the common bag.

mod check;
mod compile;
mod lower;
mod parse;

pub use check::check;
pub use compile::compile;
pub use lower::lower;
pub use parse::{Entry, File, parse};

use mkpat_rt::eyes::{EyeKind, EyeValue};

use crate::language::manifest::DatabaseSpec;
use crate::source::{FileId, Span};

/// Most shapes of a database.
pub const MAX_SHAPES: usize = 1 << 15;

/// A lowered eye-shape database.
#[derive(Clone, Debug)]
pub struct Database {
    /// What the manifest (or inference) says of it.
    pub spec: DatabaseSpec,
    /// Its files in order.
    pub files: Vec<FileId>,
    /// Shapes in source order. Those with errors are left out.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Its number.
    pub number: u32,
    /// The `Pattern` line.
    pub head: Span,
    /// Line number of the `Pattern` line, from 1.
    pub line: u32,
    /// From the first to the last row.
    pub span: Span,
    /// Its vertices in reading order.
    pub vertices: Vec<Vertex>,
    /// Its eye value.
    pub value: EyeValue,
    /// The digits.
    pub value_span: Span,
}

/// A vertex of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// Row, from 0.
    pub row: u8,
    /// Column, from 0.
    pub col: u8,
    /// What it is.
    pub kind: EyeKind,
    /// Board edges beside it.
    pub edges: u8,
    /// Its character.
    pub span: Span,
}
