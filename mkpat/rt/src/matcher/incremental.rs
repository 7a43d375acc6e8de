//! Matches that follow a game: after a change only the stones are matched again
//! whose patterns look at a changed vertex, and every change can be undone.
//!
//! Which stones these are, the table tells ([`crate::table::Grid::reach`]): an anchor
//! at `a` looks at `a + o` for the offsets `o` of its reach, so a change at `p`
//! concerns the stones at `p − o`, and `p` itself.
//!
//! Every vertex has a range of one list of matches. New ranges are appended, and the
//! old ones kept on a stack; undoing takes them back and cuts the list. So a step
//! costs what it changes, and undoing hardly anything.

use super::Match;
use super::grid::{self, Candidates};
use super::packed_board::PackedBoard;
use crate::db::PatternDb;
use crate::geom::{AREA, BoardView, Cell, Color, Offset, Point};
use crate::table::{Grid, Table};

/// A part of the list of matches.
type Range = (u32, u32);

/// What a step changed.
#[derive(Clone, Debug)]
struct Step {
    /// Length of the list before.
    matches: usize,
    /// Lengths of the journals before.
    ranges: usize,
    cells: usize,
}

/// The matches of one database for one colour on a changing board.
#[derive(Clone, Debug)]
pub struct Incremental<'a> {
    table: &'a Grid,
    color: Color,
    packed: PackedBoard,
    candidates: Candidates,
    /// The matches of the anchor at each slot, as a range of `matches`.
    ranges: Box<[Range; AREA]>,
    matches: Vec<Match>,
    old_ranges: Vec<(Point, Range)>,
    old_cells: Vec<(Point, Cell)>,
    steps: Vec<Step>,
    /// Anchors to match again, and which slots are among them.
    stale: Vec<Point>,
    is_stale: Box<[bool; AREA]>,
}

impl<'a> Incremental<'a> {
    /// The matches of `db` on `board`, the patterns' O being `color`. `None` if the
    /// table of the database is not a grid.
    pub fn new(db: &'a PatternDb, board: BoardView<'_>, color: Color) -> Option<Incremental<'a>> {
        let Table::Grid(table) = &db.table else { return None };
        let mut packed = PackedBoard::new();
        packed.load(board);
        let mut all = Incremental {
            table,
            color,
            packed,
            candidates: Candidates::new(),
            ranges: Box::new([(0, 0); AREA]),
            matches: Vec::new(),
            old_ranges: Vec::new(),
            old_cells: Vec::new(),
            steps: Vec::new(),
            stale: Vec::new(),
            is_stale: Box::new([false; AREA]),
        };
        for p in Point::all(board.size) {
            all.ranges[p.idx()] = all.find(p);
        }
        Some(all)
    }

    /// Changes vertices, as a move with its captures does: one step for
    /// [`Incremental::undo`]. Changes outside the board are left out.
    pub fn set(&mut self, changes: &[(Point, Cell)]) {
        let (ranges, cells) = (self.old_ranges.len(), self.old_cells.len());
        self.steps.push(Step { matches: self.matches.len(), ranges, cells });
        for &(p, cell) in changes {
            let old = self.packed.cell(p);
            if old == Cell::Off || cell == Cell::Off || old == cell {
                continue;
            }
            self.old_cells.push((p, old));
            self.packed.set(p, cell);
            self.mark(p, Offset::new(0, 0));
            let table = self.table;
            table.reach().iter().for_each(|&o| self.mark(p, Offset::new(-o.dr, -o.dc)));
        }
        let mut stale = std::mem::take(&mut self.stale);
        for p in stale.drain(..) {
            self.is_stale[p.idx()] = false;
            let old = self.ranges[p.idx()];
            let new = self.find(p);
            let part = |(from, to): Range| &self.matches[from as usize..to as usize];
            if part(old) == part(new) {
                self.matches.truncate(new.0 as usize);
            } else {
                self.old_ranges.push((p, old));
                self.ranges[p.idx()] = new;
            }
        }
        self.stale = stale;
    }

    /// Takes the last step back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        for (p, range) in self.old_ranges.drain(step.ranges..).rev() {
            self.ranges[p.idx()] = range;
        }
        for (p, cell) in self.old_cells.drain(step.cells..).rev() {
            self.packed.set(p, cell);
        }
        self.matches.truncate(step.matches);
        true
    }

    /// Makes what has been done final, and frees what undoing it would need.
    pub fn commit(&mut self) {
        self.steps.clear();
        self.old_ranges.clear();
        self.old_cells.clear();
        let mut live = Vec::with_capacity(self.len());
        for p in Point::all(self.packed.size()) {
            let (from, to) = self.ranges[p.idx()];
            let start = live.len() as u32;
            live.extend_from_slice(&self.matches[from as usize..to as usize]);
            self.ranges[p.idx()] = (start, live.len() as u32);
        }
        self.matches = live;
    }

    /// The matches of the anchor at `p`, by pattern and transformation.
    pub fn at(&self, p: Point) -> &[Match] {
        let (from, to) = self.ranges[p.idx()];
        &self.matches[from as usize..to as usize]
    }

    /// All matches in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = &Match> {
        Point::all(self.packed.size()).flat_map(|p| self.at(p))
    }

    /// Number of matches.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|&(from, to)| (to - from) as usize).sum()
    }

    /// Whether nothing matches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The board.
    pub fn board(&self) -> BoardView<'_> {
        self.packed.board()
    }

    /// Notes the vertex at an offset from `p` for matching again, if it had or has a
    /// stone.
    fn mark(&mut self, p: Point, o: Offset) {
        let Some(q) = p.offset(o, self.packed.size()) else { return };
        let (from, to) = self.ranges[q.idx()];
        if !self.is_stale[q.idx()] && (from < to || self.packed.cell(q).is_stone()) {
            self.is_stale[q.idx()] = true;
            self.stale.push(q);
        }
    }

    /// Appends the matches of the anchor at `p`.
    fn find(&mut self, p: Point) -> Range {
        let from = self.matches.len() as u32;
        if let Some(stone) = self.packed.stone(p, self.color) {
            let (packed, candidates, out) = (&self.packed, &mut self.candidates, &mut self.matches);
            grid::matches(self.table, packed, self.color, &[stone], candidates, out);
        }
        (from, self.matches.len() as u32)
    }
}
