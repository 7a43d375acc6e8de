//! Positions from outside: board diagrams and game records, and what matches there.
//!
//! | module | from → to |
//! |---|---|
//! | [`diagram`] | text of a board → [`Position`], and a part of a board → text |
//! | `records` | SGF and lists of `record until` → positions (with the feature `lsp`) |
//! | [`mod@matches`] | position, database → matches with names |
//! | [`near`] | position, pattern → where it nearly matches, and what differs |
//! | [`coverage`] | many positions → how often each pattern matched |
//!
//! Nothing here prints or evaluates constraints, and only `records` opens files. A
//! match is a raw one, as the matchers report it.

pub mod coverage;
pub mod diagram;
pub mod matches;
pub mod near;
#[cfg(feature = "lsp")]
pub mod records;

use std::fmt;

use mkpat_rt::geom::{AREA, BoardView, Cell, MAX_BOARD, Point, empty_cells};

/// The stones on a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    size: usize,
    cells: Box<[Cell; AREA]>,
}

impl Position {
    /// An empty board of `size` vertices per side, brought into 1…[`MAX_BOARD`].
    pub fn new(size: usize) -> Position {
        let size = size.clamp(1, MAX_BOARD);
        Position { size, cells: Box::new(empty_cells(size)) }
    }

    /// Vertices per side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// As the matchers see it.
    pub fn view(&self) -> BoardView<'_> {
        BoardView { size: self.size, cells: &self.cells }
    }

    /// Content of a vertex; [`Cell::Off`] outside the board.
    pub fn at(&self, p: Point) -> Cell {
        self.cells[p.idx()]
    }

    /// Puts a stone or takes one away. Nothing happens outside the board.
    pub fn set(&mut self, p: Point, cell: Cell) {
        if self.at(p) != Cell::Off && cell != Cell::Off {
            self.cells[p.idx()] = cell;
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", diagram::plain(self))
    }
}

/// What is wrong in a line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, as one clause without a full stop.
    pub message: String,
}

impl LineError {
    /// `message` about the line with this number.
    pub fn new(line: usize, message: impl Into<String>) -> LineError {
        LineError { line, message: message.into() }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for LineError {}
