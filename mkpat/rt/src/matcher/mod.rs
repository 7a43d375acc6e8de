//! Matchers: where on a board do the patterns of a database fit?
//!
//! A matcher reports raw matches, before class letters, constraints and actions
//! (databases spec §3). Matches come in canonical order, the same for every
//! matcher: anchor vertex row by row, then pattern, then transformation. All
//! matchers must report the same multiset as [`naive`], which is written to be
//! obviously right.
//!
//! [`Matcher`] is the entry: it picks the matcher that fits the database's table
//! and owns the working memory. The fast matchers copy the board into it, with
//! colours seen from O, before they look for anything; matches are collected
//! first and judged by the caller afterwards. So no board is borrowed while
//! constraints change it.

use crate::db::{Pattern, PatternDb};
use crate::geom::{BoardView, Color, Point, Transform};
use crate::helper::{PatternId, Site};
use crate::table::Table;

mod corner;
mod dfa;
mod frame;
mod fullboard;
mod grid;
pub mod naive;

/// One raw match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Match {
    /// Vertex of the anchor; in corner and full-board databases the corner of the
    /// board.
    pub anchor: Point,
    /// The pattern.
    pub pattern: PatternId,
    /// Orientation.
    pub transform: Transform,
}

impl Match {
    /// Place and orientation, for labels and constraints; `color` plays O.
    pub fn site(&self, pattern: &Pattern, color: Color) -> Site {
        pattern.site(self.anchor, self.transform, color)
    }
}

/// Finds matches; reusable working memory (about 60 kB).
#[derive(Clone, Debug)]
pub struct Matcher {
    frame: frame::Frame,
    rows: grid::BoardRows,
    scans: dfa::Scans,
    area: corner::Area,
}

impl Default for Matcher {
    fn default() -> Matcher {
        Matcher::new()
    }
}

impl Matcher {
    /// A matcher for any database and any board.
    pub fn new() -> Matcher {
        Matcher {
            frame: frame::Frame::new(),
            rows: grid::BoardRows::new(),
            scans: dfa::Scans::new(),
            area: corner::Area::default(),
        }
    }

    /// Replaces the content of `out` by all matches of `db` on `board`, the
    /// patterns' O being `color`, in canonical order.
    pub fn matches(
        &mut self,
        db: &PatternDb,
        board: BoardView<'_>,
        color: Color,
        out: &mut Vec<Match>,
    ) {
        out.clear();
        match &db.table {
            Table::Naive => naive::matches(&db.patterns, board, color, out),
            Table::Grid(table) => {
                self.frame.load(board, color);
                self.rows.load(&self.frame);
                grid::matches(table, &self.frame, &self.rows, out);
            }
            Table::Dfa(table) => {
                self.frame.load(board, color);
                dfa::matches(table, &self.frame, &self.scans, out);
            }
            Table::Corner(table) => {
                self.frame.load(board, color);
                corner::matches(table, &self.frame, &mut self.area, out);
            }
            Table::FullBoard(table) => {
                self.frame.load(board, color);
                fullboard::matches(table, &db.patterns, &self.frame, out);
            }
        }
    }
}

/// The corner of the board at which a corner or full-board pattern lies in
/// orientation `transform` (databases spec §5.3): patterns are drawn at the upper left.
pub fn corner(transform: Transform, size: usize) -> Point {
    let last = size - 1;
    match transform.index() {
        0 | 6 => Point::new(0, 0),
        1 | 7 => Point::new(0, last),
        2 | 4 => Point::new(last, last),
        _ => Point::new(last, 0),
    }
}
