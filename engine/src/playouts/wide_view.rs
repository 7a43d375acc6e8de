//! The stones of a field with so wide a border that looking seven steps away never leaves it.

use super::field::Field;
use mkpat_rt::geom::{Cell, MAX_BOARD, Point};

/// Vertices off the board on each side.
pub(super) const BORDER: usize = 7;
/// From a row to the next.
const ROW: usize = MAX_BOARD + 2 * BORDER;

/// A step of at most seven rows and columns.
pub(super) const fn step(dr: i8, dc: i8) -> i16 {
    dr as i16 * ROW as i16 + dc as i16
}

/// See the module head.
pub(super) struct WideView {
    cells: [Cell; ROW * ROW],
}

impl WideView {
    pub(super) fn new(field: &Field) -> WideView {
        let mut cells = [Cell::Off; ROW * ROW];
        for p in Point::all(field.size()) {
            cells[place(p)] = field.at(p);
        }
        WideView { cells }
    }

    /// What is at a [`step`] from a vertex.
    #[inline]
    pub(super) fn at(&self, p: Point, step: i16) -> Cell {
        self.cells[place(p).wrapping_add_signed(isize::from(step))]
    }
}

#[inline]
fn place(p: Point) -> usize {
    (p.row() + BORDER) * ROW + p.col() + BORDER
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use mkpat_rt::geom::Color;

    #[test]
    fn seven_steps_away_it_shows_the_board_or_nothing() {
        for size in [2, 19, 25] {
            let mut board = Board::new(size).expect("a size");
            for i in 0..size {
                assert!(board.try_play(Color::Black, Point::new(i, (3 * i) % size)));
            }
            let field = Field::new(&board);
            let wide = WideView::new(&field);
            for p in Point::all(size) {
                for (dr, dc) in (-7..=7).flat_map(|dr| (-7..=7).map(move |dc| (dr, dc))) {
                    let q = p.row().checked_add_signed(dr).zip(p.col().checked_add_signed(dc));
                    let q = q.filter(|&(r, c)| r < size && c < size);
                    let cell = q.map_or(Cell::Off, |(r, c)| field.at(Point::new(r, c)));
                    assert_eq!(wide.at(p, step(dr as i8, dc as i8)), cell, "{p:?} {dr} {dc}");
                }
            }
        }
    }
}
