//! Matchers: where on a board do the patterns of a database fit?
//!
//! A matcher reports raw matches, before class letters, constraints and actions
//! (databases spec §3). Matches come in canonical order, the same for every
//! matcher: anchor vertex row by row, then pattern, then transformation. All
//! matchers must report the same multiset as [`naive`], which is written to be
//! obviously right.

use crate::geom::{Point, Transform};
use crate::helper::PatternId;

/// One raw match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Match {
    /// Vertex of the anchor; in corner databases the corner of the board.
    pub anchor: Point,
    /// The pattern.
    pub pattern: PatternId,
    /// Orientation.
    pub transform: Transform,
}
