//! Matchers: where on a board do the patterns of a database fit?
//!
//! A matcher reports raw matches, before class letters, constraints and actions
//! (docs/pattern-language.md, "Matching"). Matches come in canonical order, the same for every
//! matcher: anchor vertex row by row, then pattern, then transformation. All matchers must
//! report the same multiset as [`naive`], which is written to be obviously right.
//!
//! [`Matcher`] is the entry: it picks the matcher that fits the database's table
//! and owns the working memory. The fast matchers copy the board into it, with
//! colours seen from O, before they look for anything; matches are collected
//! first and judged by the caller afterwards. So no board is borrowed while
//! constraints change it.

use crate::db::{Pattern, PatternDb};
use crate::geom::{AREA, BoardView, Color, Offset, Point, Transform};
use crate::helper::{PatternId, Site};
use crate::table::Table;
use packed_board::Stone;

pub use incremental::Incremental;

mod corner;
mod dfa;
mod fullboard;
mod grid;
mod incremental;
pub mod naive;
mod packed_board;
mod padded_board;

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

/// Finds matches; reusable working memory (about 70 kB).
#[derive(Clone, Debug)]
pub struct Matcher {
    padded: padded_board::PaddedBoard,
    packed: packed_board::PackedBoard,
    candidates: grid::Candidates,
    scans: dfa::Scans,
    areas: corner::Areas,
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
            padded: padded_board::PaddedBoard::new(),
            packed: packed_board::PackedBoard::new(),
            candidates: grid::Candidates::new(),
            scans: dfa::Scans::new(),
            areas: corner::Areas::new(),
        }
    }

    /// As [`Matcher::matches`], but only those of which an element lies on a marked stone: for a
    /// search about one dragon, whose stones are marked (docs/pattern-language.md, "Matching").
    /// `goal` tells whether a vertex is marked.
    ///
    /// With a grid, patterns are matched only at stones from which some pattern reaches a
    /// marked one. The directive `goal_elements` plays no part: the elements of a pattern
    /// are all kept, and those that it leaves out cannot lie on a stone of the goal
    /// (docs/pattern-language.md, "Directives").
    pub fn matches_near(
        &mut self,
        db: &PatternDb,
        board: BoardView<'_>,
        color: Color,
        goal: impl Fn(Point) -> bool,
        out: &mut Vec<Match>,
    ) {
        let is_goal = |p: Point| board.at(p).is_stone() && goal(p);
        if let Table::Grid(table) = &db.table {
            out.clear();
            self.packed.load(board);
            let mut anchors = [false; AREA];
            for p in Point::all(board.size).filter(|&p| is_goal(p)) {
                anchors[p.idx()] = true;
                for o in table.reach() {
                    if let Some(q) = p.offset(Offset::new(-o.dr, -o.dc), board.size) {
                        anchors[q.idx()] = true;
                    }
                }
            }
            let (packed, candidates) = (&self.packed, &mut self.candidates);
            let is_near = |a: &Stone, b: &Stone| anchors[a.point.idx()] == anchors[b.point.idx()];
            for stones in packed.stones(color).chunk_by(is_near) {
                if anchors[stones[0].point.idx()] {
                    grid::matches(table, packed, color, stones, candidates, out);
                }
            }
        } else {
            self.matches(db, board, color, out);
        }
        out.retain(|m| {
            let touched = |o: Offset| m.anchor.offset(m.transform.apply(o), board.size);
            let elements = &db.pattern(m.pattern).elements;
            elements.iter().filter_map(|e| touched(e.at)).any(is_goal)
        });
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
                self.packed.load(board);
                let stones = self.packed.stones(color);
                grid::matches(table, &self.packed, color, stones, &mut self.candidates, out);
            }
            Table::Dfa(table) => {
                self.padded.load(board, color);
                dfa::matches(table, &self.padded, &self.scans, out);
            }
            Table::Corner(table) => {
                corner::matches(table, board, color, &mut self.areas, out);
            }
            Table::FullBoard(table) => {
                self.padded.load(board, color);
                fullboard::matches(table, &db.patterns, &self.padded, out);
            }
        }
    }
}

/// The corner of the board at which a corner or full-board pattern lies in orientation
/// `transform` (docs/pattern-language.md, "Corner patterns"): patterns are drawn at the upper
/// left.
pub fn corner(transform: Transform, size: usize) -> Point {
    let last = size - 1;
    match transform.index() {
        0 | 6 => Point::new(0, 0),
        1 | 7 => Point::new(0, last),
        2 | 4 => Point::new(last, last),
        _ => Point::new(last, 0),
    }
}
