//! Walks a [`Corner`]: for each of the eight transformations, count the stones
//! of every area at its corner of the board, then descend the tree (databases
//! spec §5.4).

use super::frame::{self, Frame};
use super::{Match, corner};
use crate::geom::{MAX_BOARD, Offset, Transform};
use crate::table::corner::{Corner, CornerView};
use crate::table::{O, Symbol, X};

/// Number of stones of an area that is not on the board: no area has as many.
const IMPOSSIBLE: u16 = u16::MAX;

/// A corner of the board, turned to the upper left: what stands on each vertex
/// and how many stones stand in its area.
#[derive(Clone, Debug)]
pub(super) struct Area {
    symbols: [[Symbol; MAX_BOARD]; MAX_BOARD],
    stones: [[u16; MAX_BOARD]; MAX_BOARD],
}

impl Default for Area {
    fn default() -> Area {
        Area { symbols: [[0; MAX_BOARD]; MAX_BOARD], stones: [[0; MAX_BOARD]; MAX_BOARD] }
    }
}

impl Area {
    fn load(&mut self, frame: &Frame, t: Transform, (rows, cols): (usize, usize)) {
        let origin = corner(t, frame.size());
        let origin = frame::slot(origin.row(), origin.col());
        for row in 0..rows {
            let mut in_row = 0;
            for col in 0..cols {
                let at = t.apply(Offset::new(row as i8, col as i8));
                let symbol = frame.at(origin.wrapping_add_signed(frame::step(at)));
                in_row += u16::from(symbol == O || symbol == X);
                self.symbols[row][col] = symbol;
                self.stones[row][col] = if row >= frame.size() || col >= frame.size() {
                    IMPOSSIBLE
                } else if row == 0 {
                    in_row
                } else {
                    self.stones[row - 1][col] + in_row
                };
            }
        }
    }
}

/// Appends all matches in canonical order.
pub(super) fn matches(table: &Corner, frame: &Frame, area: &mut Area, out: &mut Vec<Match>) {
    for t in Transform::ALL {
        area.load(frame, t, table.extent());
        let mut walk = Walk { table: table.view(), area, frame, t, out };
        walk.children(0, 0, None);
    }
    out.sort_unstable();
}

struct Walk<'a> {
    table: CornerView<'a>,
    area: &'a Area,
    frame: &'a Frame,
    t: Transform,
    out: &'a mut Vec<Match>,
}

impl Walk<'_> {
    /// Tries the children of `parent`, a variation of `stones` stones the first of
    /// which has the colour `first`.
    fn children(&mut self, parent: usize, stones: u16, first: Option<Symbol>) {
        for i in self.table.children(parent) {
            let v = self.table.variation(i);
            let (row, col) = (usize::from(v.row), usize::from(v.col));
            // The colour of a stone or move here; the first stone has any.
            let color = first.map(|c| if v.other { O + X - c } else { c });
            if color.is_none_or(|c| c == O) {
                for e in self.table.endings(i) {
                    let far = (usize::from(e.last_row), usize::from(e.last_col));
                    let tried = e.transforms >> self.t.index() & 1 != 0;
                    if tried && self.area.stones[far.0][far.1] == stones {
                        let anchor = corner(self.t, self.frame.size());
                        let (pattern, transform) = (e.pattern, self.t);
                        self.out.push(Match { anchor, pattern, transform });
                    }
                }
            }
            let symbol = self.area.symbols[row][col];
            let is_right = color.map_or(symbol == O || symbol == X, |c| symbol == c);
            if is_right && self.area.stones[row][col] == v.stones {
                self.children(i, stones + 1, first.or(Some(symbol)));
            }
        }
    }
}
