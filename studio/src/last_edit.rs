//! What the last edit of the databases did to the opened record, as the page is told.

use serde::Serialize;

/// What the last edit did.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Changes {
    /// The state after the edit.
    pub(crate) version: u64,
    /// Patterns that differ, each with its database and what became of it.
    pub(crate) patterns: Vec<Changed>,
    /// Positions where one of them matches.
    pub(crate) positions: Vec<Affected>,
    /// How many of them have been asked about.
    pub(crate) asked: usize,
    /// Nothing more will come.
    pub(crate) done: bool,
}

/// A pattern that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Changed {
    pub(crate) database: String,
    pub(crate) pattern: String,
    /// What became of it, in words.
    pub(crate) what: String,
}

/// A position where a changed pattern matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Affected {
    /// Moves of the record before it.
    pub(crate) number: usize,
    /// The patterns.
    pub(crate) patterns: Vec<String>,
    /// The engine's move before the edit and after it, once they are known.
    pub(crate) moves: Option<[String; 2]>,
}
