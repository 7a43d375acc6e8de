//! The board as the fast matchers see it: colours from O's side, with a margin of
//! off-board vertices wide enough for the offsets of any table.

use crate::geom::{BoardView, Cell, Color, MAX_BOARD, Offset, Point};
use crate::table::{EMPTY, O, OFF, Symbol, X};

/// Off-board vertices on every side of the board; no table looks further.
const MARGIN: usize = MAX_BOARD;
/// Distance between the slots of two vertices one below the other.
const STRIDE: usize = MAX_BOARD + 2 * MARGIN;

/// A copy of a board with its margin.
#[derive(Clone, Debug)]
pub(super) struct PaddedBoard {
    size: usize,
    cells: Box<[Symbol; STRIDE * STRIDE]>,
}

/// Slot of the vertex in a row and a column.
#[inline]
pub(super) const fn slot(row: usize, col: usize) -> usize {
    (row + MARGIN) * STRIDE + col + MARGIN
}

/// Distance of slots for an offset.
#[inline]
pub(super) const fn step(o: Offset) -> isize {
    o.dr as isize * STRIDE as isize + o.dc as isize
}

impl PaddedBoard {
    pub(super) fn new() -> PaddedBoard {
        PaddedBoard { size: 0, cells: Box::new([OFF; STRIDE * STRIDE]) }
    }

    /// Copies `board` as `color` sees it.
    pub(super) fn load(&mut self, board: BoardView<'_>, color: Color) {
        if board.size != self.size {
            self.cells.fill(OFF);
            self.size = board.size;
        }
        let symbol = |cell| match cell {
            Cell::Empty => EMPTY,
            Cell::Off => OFF,
            stone if stone == color.cell() => O,
            _ => X,
        };
        for row in 0..self.size {
            let from = Point::new(row, 0).idx();
            let to = slot(row, 0);
            let cells = &board.cells[from..from + self.size];
            for (to, &cell) in self.cells[to..to + self.size].iter_mut().zip(cells) {
                *to = symbol(cell);
            }
        }
    }

    /// Vertices per side.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Content of a slot.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> Symbol {
        self.cells[slot]
    }

    /// One row of the board.
    pub(super) fn row(&self, row: usize) -> &[Symbol] {
        &self.cells[slot(row, 0)..slot(row, self.size)]
    }

    /// All vertices with stones, row by row, with their slots.
    pub(super) fn stones(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        (0..self.size).flat_map(move |row| {
            let is_stone = |s: Symbol| s == O || s == X;
            let row_cells = self.row(row).iter().enumerate();
            row_cells
                .filter(move |&(_, &s)| is_stone(s))
                .map(move |(col, _)| (row, col, slot(row, col)))
        })
    }
}
