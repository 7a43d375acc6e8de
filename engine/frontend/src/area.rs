//! The part of the board to which the choice of a move may be limited (GTP
//! `limit_search` and its family).

use engine::board::PointSet;
use mkpat_rt::geom::Point;

/// How far the diamond of `set_search_diamond` reaches from its middle, in steps
/// along lines, as GNU Go draws it.
pub const DIAMOND: usize = 6;

/// Marked vertices, and whether moves are limited to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchArea {
    marked: PointSet,
    limited: bool,
}

impl SearchArea {
    /// Limits moves to the marked vertices, or does not any more.
    pub fn set_limited(&mut self, limited: bool) {
        self.limited = limited;
    }

    /// Takes all marks off.
    pub fn clear(&mut self) {
        self.marked = PointSet::EMPTY;
    }

    /// Marks a vertex.
    pub fn mark(&mut self, p: Point) {
        self.marked.insert(p);
    }

    /// Marks a diamond around `middle` on a board of `size` instead of what was
    /// marked, and limits moves to it.
    pub fn set_diamond(&mut self, middle: Point, size: usize) {
        let steps = |p: Point| p.row().abs_diff(middle.row()) + p.col().abs_diff(middle.col());
        self.marked = Point::all(size).filter(|&p| steps(p) <= DIAMOND).collect();
        self.limited = true;
    }

    /// Whether a vertex is marked.
    pub fn contains(&self, p: Point) -> bool {
        self.marked.contains(p)
    }

    /// The vertices to which moves are limited; `None` if they are not, or
    /// nothing is marked.
    pub fn active(&self) -> Option<PointSet> {
        (self.limited && !self.marked.is_empty()).then_some(self.marked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diamond_replaces_marks_and_limits() {
        let mut area = SearchArea::default();
        area.mark(Point::new(8, 8));
        assert_eq!(area.active(), None, "marks alone limit nothing");
        area.set_diamond(Point::new(0, 0), 9);
        let active = area.active().expect("limited");
        // 1 + 2 + … + 7 vertices of the quarter that lies on the board.
        assert_eq!(active.len(), 28);
        assert!(!area.contains(Point::new(8, 8)) && area.contains(Point::new(6, 0)));
        area.clear();
        assert_eq!(area.active(), None, "no marks, no limit");
    }
}
