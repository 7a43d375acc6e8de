//! A position as the grid matcher sees it: prepared once, for both colours and
//! for any number of databases.
//!
//! Rows are packed two bits a vertex, and every stone gets a [`Stone`]: the window
//! of 8×8 vertices around it as two words. The words as the other colour sees them
//! follow by exchanging the two bits of a vertex, so that the board is read once.
//!
//! Preparing a position costs about as much as matching a small database on it. So
//! [`PackedBoard::load`] compares the cells first, and does nothing if they are those of
//! the position that it holds.

use crate::geom::{AREA, BoardView, Cell, Color, MAX_BOARD, Point, empty_cells};
use crate::table::grid::{WINDOW_FIRST, WINDOW_SIDE};
use crate::table::{O, OFF, Symbol, X};

const SIDE: usize = WINDOW_SIDE as usize;
/// Off-board vertices before the first row or column of the board.
const BEFORE: usize = -WINDOW_FIRST as usize;
/// Where the anchor is in its word of the window.
const ANCHOR: usize = 2 * (SIDE * (BEFORE % (SIDE / 2)) + BEFORE);
/// The lower bit of every vertex of a word.
const LOW: u64 = 0x5555_5555_5555_5555;
/// Bits of one row of the window.
const ROW: u64 = (1 << (2 * SIDE)) - 1;

/// A stone with what is around it, as one colour sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stone {
    /// The window, four rows a word.
    pub(super) window: [u64; 2],
    /// Distances to the edges: north, south, west, east, a byte each.
    pub(super) distances: u32,
    /// Where it is.
    pub(super) point: Point,
    /// Whether it is X's.
    pub(super) is_x: bool,
}

impl Stone {
    /// The same as the other colour sees it.
    #[inline]
    fn exchanged(self) -> Stone {
        Stone { window: self.window.map(exchange), is_x: !self.is_x, ..self }
    }
}

/// A position, packed.
#[derive(Clone, Debug)]
pub(super) struct PackedBoard {
    size: usize,
    cells: Box<[Cell; AREA]>,
    /// Rows with `BEFORE` rows and columns off the board before them, as Black
    /// plays O.
    rows: [u64; MAX_BOARD + SIDE],
    /// Stones row by row, as each colour sees them.
    stones: [Vec<Stone>; 2],
}

/// Exchanges O and X in a packed row.
#[inline]
fn exchange(bits: u64) -> u64 {
    (bits >> 1 & LOW) | (bits & LOW) << 1
}

impl PackedBoard {
    pub(super) fn new() -> PackedBoard {
        PackedBoard {
            size: 0,
            cells: Box::new(empty_cells(1)),
            rows: [u64::MAX; MAX_BOARD + SIDE],
            stones: [Vec::new(), Vec::new()],
        }
    }

    /// Packs `board`, unless it holds that position already.
    pub(super) fn load(&mut self, board: BoardView<'_>) {
        if self.size == board.size && *self.cells == *board.cells {
            return;
        }
        self.size = board.size;
        *self.cells = *board.cells;
        self.rows.fill(u64::MAX);
        for row in 0..self.size {
            self.pack(row);
        }
        self.stones.iter_mut().for_each(Vec::clear);
        for row in 0..self.size {
            let packed = self.rows[row + BEFORE];
            let mut stones = (packed ^ packed >> 1) & LOW;
            while stones != 0 {
                let col = stones.trailing_zeros() as usize / 2 - BEFORE;
                stones &= stones - 1;
                let black = self.look(row, col);
                self.stones[Color::Black.index()].push(black);
                self.stones[Color::White.index()].push(black.exchanged());
            }
        }
    }

    /// Changes one vertex of the position. [`PackedBoard::stones`] does not follow.
    pub(super) fn set(&mut self, p: Point, cell: Cell) {
        self.cells[p.idx()] = cell;
        self.pack(p.row());
    }

    fn pack(&mut self, row: usize) {
        let from = Point::new(row, 0).idx();
        let cells = &self.cells[from..from + self.size];
        let bits = cells.iter().rev().fold(0, |acc, &cell| acc << 2 | cell as u64);
        let on_board = ((1 << (2 * self.size)) - 1) << (2 * BEFORE);
        self.rows[row + BEFORE] = bits << (2 * BEFORE) | !on_board;
    }

    /// The vertex in a row and a column as Black sees it.
    #[inline]
    fn look(&self, row: usize, col: usize) -> Stone {
        let shift = 2 * col;
        let rows = &self.rows[row..row + SIDE];
        let half = |rows: &[u64]| {
            rows.iter().rev().fold(0, |acc, bits| acc << (2 * SIDE) | (bits >> shift & ROW))
        };
        let window = [half(&rows[..SIDE / 2]), half(&rows[SIDE / 2..])];
        let last = self.size - 1;
        Stone {
            window,
            distances: u32::from_le_bytes([
                row as u8,
                (last - row) as u8,
                col as u8,
                (last - col) as u8,
            ]),
            point: Point::new(row, col),
            is_x: (window[BEFORE / (SIDE / 2)] >> ANCHOR & 3) as Symbol == X,
        }
    }

    /// The stone at `p`, if there is one, as `color` sees it.
    pub(super) fn stone(&self, p: Point, color: Color) -> Option<Stone> {
        let black = self.cells[p.idx()].is_stone().then(|| self.look(p.row(), p.col()))?;
        Some(if color == Color::Black { black } else { black.exchanged() })
    }

    /// All stones row by row, as `color` sees them.
    pub(super) fn stones(&self, color: Color) -> &[Stone] {
        &self.stones[color.index()]
    }

    /// Content of a slot.
    pub(super) fn cell(&self, p: Point) -> Cell {
        self.cells[p.idx()]
    }

    /// The position.
    pub(super) fn board(&self) -> BoardView<'_> {
        BoardView { size: self.size, cells: &self.cells }
    }

    /// Vertices per side.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Content of the vertex at an offset from `p`, as `color` sees it.
    pub(super) fn at(&self, p: Point, o: crate::geom::Offset, color: Color) -> Symbol {
        match p.offset(o, self.size).map(|q| self.cells[q.idx()]) {
            None | Some(Cell::Off) => OFF,
            Some(Cell::Empty) => crate::table::EMPTY,
            Some(stone) if stone == color.cell() => O,
            Some(_) => X,
        }
    }
}
