//! Walks a [`Corner`]: for each of the eight transformations, descend the tree as long as the
//! stones and the numbers of stones are right (docs/pattern-language.md, "Corner patterns").
//!
//! How many stones stand in an area does not depend on colours, nor on which of two
//! transpositions looks at a corner: four tables serve sixteen walks, and are made
//! once for a position. Most walks end at the children of the root.

use super::{Match, corner};
use crate::geom::{AREA, BoardView, Cell, Color, MAX_BOARD, Offset, Point, Transform, empty_cells};
use crate::table::corner::{Corner, CornerView};

/// The numbers of stones in the areas of the four corners of a position.
#[derive(Clone, Debug)]
pub(super) struct Areas {
    size: usize,
    cells: Box<[Cell; AREA]>,
    /// Rows and columns that have been counted.
    extent: usize,
    /// By corner, row and column from there: stones in the area.
    stones: Box<[[[u16; MAX_BOARD]; MAX_BOARD]; 4]>,
}

impl Areas {
    pub(super) fn new() -> Areas {
        Areas {
            size: 0,
            cells: Box::new(empty_cells(1)),
            extent: 0,
            stones: Box::new([[[0; MAX_BOARD]; MAX_BOARD]; 4]),
        }
    }

    /// Counts up to `extent` rows and columns from each corner, unless that has been
    /// done for this board.
    fn load(&mut self, board: BoardView<'_>, extent: usize) {
        let extent = extent.min(board.size);
        if self.size == board.size && self.extent >= extent && *self.cells == *board.cells {
            return;
        }
        (self.size, self.extent) = (board.size, extent);
        *self.cells = *board.cells;
        for t in &Transform::ALL[..4] {
            let (origin, _, _) = corner_view(*t, board.size);
            let (down, right) = inwards(origin, board.size);
            let mut above = [0; MAX_BOARD];
            for (row, counts) in self.stones[t.index()][..extent].iter_mut().enumerate() {
                let mut in_row = 0;
                let first = origin.idx() as isize + row as isize * down;
                for col in 0..extent {
                    let cell = board.cells[(first + col as isize * right) as usize];
                    in_row += u16::from(cell.is_stone());
                    counts[col] = above[col] + in_row;
                }
                above = *counts;
            }
        }
    }
}

/// Steps of slots along the rows and the columns of the board, away from a corner.
fn inwards(corner: Point, size: usize) -> (isize, isize) {
    let stride = crate::geom::STRIDE as isize;
    let down = if corner.row() == 0 { stride } else { -stride };
    (down, if corner.col() + 1 == size && size > 1 { -1 } else { 1 })
}

/// The corner of a transformation, its number, and whether rows become columns.
fn corner_view(t: Transform, size: usize) -> (Point, usize, bool) {
    let at = corner(t, size);
    let number = Transform::ALL[..4].iter().position(|&u| corner(u, size) == at).unwrap_or(0);
    (at, number, t.apply(Offset::new(1, 0)).dr == 0)
}

/// Appends all matches in canonical order.
pub(super) fn matches(
    table: &Corner,
    board: BoardView<'_>,
    color: Color,
    areas: &mut Areas,
    out: &mut Vec<Match>,
) {
    let (rows, cols) = table.extent();
    areas.load(board, rows.max(cols));
    for t in Transform::ALL {
        let (origin, number, is_transposed) = corner_view(t, board.size);
        let (down, right) = inwards(origin, board.size);
        let mut walk = Walk {
            table: table.view(),
            board,
            color,
            stones: &areas.stones[number],
            is_transposed,
            origin,
            steps: if is_transposed { (right, down) } else { (down, right) },
            t,
            out,
        };
        walk.children(0, 0, None);
    }
    out.sort_unstable();
}

struct Walk<'a> {
    table: CornerView<'a>,
    board: BoardView<'a>,
    /// Who plays O.
    color: Color,
    stones: &'a [[u16; MAX_BOARD]; MAX_BOARD],
    is_transposed: bool,
    origin: Point,
    /// Steps of slots for a row and a column of the drawing.
    steps: (isize, isize),
    t: Transform,
    out: &'a mut Vec<Match>,
}

impl Walk<'_> {
    /// Stones in the area of a vertex; `None` if that is not on the board.
    #[inline]
    fn stones(&self, row: usize, col: usize) -> Option<u16> {
        let size = self.board.size;
        let (i, j) = if self.is_transposed { (col, row) } else { (row, col) };
        (i < size && j < size).then(|| self.stones[i][j])
    }

    /// Tries the children of `parent`, a variation of `stones` stones the first of
    /// which has the colour `first`.
    fn children(&mut self, parent: usize, stones: u16, first: Option<Color>) {
        for i in self.table.children(parent) {
            let v = self.table.variation(i);
            let (row, col) = (usize::from(v.row), usize::from(v.col));
            // The colour of a stone or move here; the first stone has any.
            let color = first.map(|c| if v.other { c.other() } else { c });
            if color.is_none_or(|c| c == self.color) {
                for e in self.table.endings(i) {
                    let far = self.stones(usize::from(e.last_row), usize::from(e.last_col));
                    let tried = e.transforms >> self.t.index() & 1 != 0;
                    if tried && far == Some(stones) {
                        let (pattern, transform) = (e.pattern, self.t);
                        self.out.push(Match { anchor: self.origin, pattern, transform });
                    }
                }
            }
            if self.stones(row, col) != Some(v.stones) {
                continue;
            }
            let (down, right) = self.steps;
            let slot = self.origin.idx() as isize + row as isize * down + col as isize * right;
            let Some(stone) = self.board.cells[slot as usize].color() else { continue };
            if color.is_none_or(|c| c == stone) {
                self.children(i, stones + 1, first.or(Some(stone)));
            }
        }
    }
}
