//! Superstrings: strings so tightly held together that an attack on one is best
//! answered, or made, by way of another (GNU Go 3.8 manual, "Superstrings").
//!
//! Two strings of a colour belong together if they have
//! * a *bamboo joint*: two pairs of neighbours face to face with two empty vertices
//!   between;
//! * a *diagonal* over two empty vertices;
//! * a diagonal or a *one-space jump* over an empty vertex where a stone of the
//!   opponent would be suicide or self-atari;
//! * on request, a stone of the opponent, next to or diagonal to both, that is
//!   tactically captured ([`Board::superstring_with`]; not for reading, which is
//!   what finds out which stones are captured).
//!
//! Belonging together is symmetric and transitive, so all
//! strings of a superstring have the same superstring. A [`Superstring`] is a value:
//! it tells of the position in which it was made.

use super::{Board, PointSet};
use mkpat_rt::geom::{Color, NEIGHBOURS, Point, STRIDE};

/// Row and column steps of the four diagonals: to get there over either of two
/// vertices.
const CORNERS: [(i16, i16); 4] =
    [(-(STRIDE as i16), -1), (-(STRIDE as i16), 1), (STRIDE as i16, -1), (STRIDE as i16, 1)];

/// The strings that belong to one superstring. See the module head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Superstring {
    strings: PointSet,
    links: PointSet,
}

impl Superstring {
    /// The origins of its strings, the one asked for among them.
    pub fn strings(&self) -> PointSet {
        self.strings
    }

    /// The empty vertices over which its strings hold together.
    pub fn links(&self) -> PointSet {
        self.links
    }

    /// Whether the string at `p` belongs to it; `board` is the position in which it
    /// was made.
    pub fn contains(&self, board: &Board, p: Point) -> bool {
        board.at(p).is_stone() && self.strings.contains(board.origin(p))
    }

    /// Its stones.
    pub fn stones(&self, board: &Board) -> PointSet {
        self.strings.iter().flat_map(|s| board.stones(s)).collect()
    }

    /// The liberties of those of its strings that have at most `max`.
    pub fn liberties(&self, board: &Board, max: usize) -> PointSet {
        let mut out = PointSet::EMPTY;
        for s in self.strings {
            if board.liberty_count(s) <= max {
                out.union_with(&board.liberties(s));
            }
        }
        out
    }

    /// As [`Superstring::liberties`], without the vertices that hold it together:
    /// a stone of the opponent there takes no liberty for good.
    pub fn proper_liberties(&self, board: &Board, max: usize) -> PointSet {
        self.liberties(board, max).minus(&self.links)
    }

    /// Origins of the strings of the other colour next to its stones that have at
    /// most `max` liberties.
    pub fn neighbours(&self, board: &Board, max: usize) -> PointSet {
        let mut out = PointSet::EMPTY;
        for s in self.strings {
            out.union_with(&board.adjacent_enemies_with(s, max));
        }
        out
    }
}

impl Board {
    /// The superstring of the string at `p`, without connections over captured
    /// stones; empty if there is no stone.
    pub fn superstring(&self, p: Point) -> Superstring {
        self.superstring_with(p, &PointSet::EMPTY)
    }

    /// As [`Board::superstring`], but strings are also connected by the stones in
    /// `captured`, stones of the opponent that are taken to be captured.
    pub fn superstring_with(&self, p: Point, captured: &PointSet) -> Superstring {
        let mut found = Superstring::default();
        let Some(color) = self.color_at(p) else { return found };
        found.strings.insert(self.origin(p));
        let mut done = PointSet::EMPTY;
        while let Some(s) = found.strings.minus(&done).first() {
            done.insert(s);
            for stone in self.stones(s) {
                self.follow_diagonals(stone, color, &mut found);
                self.follow_jumps(stone, color, &mut found);
                if !captured.is_empty() {
                    self.follow_captured(stone, color, captured, &mut found);
                }
            }
        }
        found
    }

    /// Whether a stone of the opponent of `color` on the empty vertex `q` would be
    /// suicide or self-atari.
    fn is_held(&self, q: Point, color: Color) -> bool {
        self.is_self_atari(color.other(), q)
    }

    fn follow_diagonals(&self, stone: Point, color: Color, found: &mut Superstring) {
        for (down, right) in CORNERS {
            let far = stone.step(down + right);
            if self.at(far) != color.cell() || self.same_string(far, stone) {
                continue;
            }
            let over = [stone.step(down), stone.step(right)];
            if over.iter().all(|&q| self.is_empty(q)) {
                found.strings.insert(self.origin(far));
                found.links.insert(over[0]);
                found.links.insert(over[1]);
                continue;
            }
            for q in over {
                if self.is_empty(q) && self.is_held(q, color) {
                    found.strings.insert(self.origin(far));
                    found.links.insert(q);
                }
            }
        }
    }

    fn follow_jumps(&self, stone: Point, color: Color, found: &mut Superstring) {
        for ahead in NEIGHBOURS {
            let over = stone.step(ahead);
            if !self.is_empty(over) {
                continue;
            }
            let far = over.step(ahead);
            if self.at(far) != color.cell() || self.same_string(far, stone) {
                continue;
            }
            if self.is_held(over, color) {
                found.strings.insert(self.origin(far));
                found.links.insert(over);
            }
            // The two steps at right angles to `ahead`.
            let aside = if ahead.abs() == 1 { STRIDE as i16 } else { 1 };
            for side in [-aside, aside] {
                let over2 = over.step(side);
                if self.at(stone.step(side)) == color.cell()
                    && self.at(far.step(side)) == color.cell()
                    && self.is_empty(over2)
                {
                    found.strings.insert(self.origin(far));
                    found.links.insert(over);
                    found.links.insert(over2);
                }
            }
        }
    }

    fn follow_captured(
        &self,
        stone: Point,
        color: Color,
        captured: &PointSet,
        found: &mut Superstring,
    ) {
        let around = |p| self.neighbours(p).chain(self.diagonals(p));
        for prisoner in around(stone) {
            if self.at(prisoner) != color.other().cell() || !captured.contains(prisoner) {
                continue;
            }
            for part in self.stones(prisoner) {
                for q in around(part) {
                    if self.cells[q.idx()] == color.cell() {
                        found.strings.insert(self.origin(q));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use mkpat_rt::geom::Cell;
    use mkpat_rt::rng::Rng;

    fn at(board: &Board, name: &str) -> Point {
        Point::parse(name, board.size()).expect("a vertex")
    }

    /// The names of points, in board order.
    fn names(board: &Board, points: PointSet) -> String {
        points.iter().map(|p| p.name(board.size())).collect::<Vec<_>>().join(" ")
    }

    /// Strings, links and liberties of the superstring at a vertex.
    fn found(text: &str, vertex: &str) -> [String; 3] {
        let board = diagram::parse(text).expect("a diagram");
        let all = board.superstring(at(&board, vertex));
        for s in all.strings() {
            assert_eq!(board.superstring(s), all, "the same from {}", s.name(board.size()));
        }
        [all.strings(), all.links(), all.liberties(&board, 9)].map(|set| names(&board, set))
    }

    #[test]
    fn a_string_alone_is_its_own_superstring() {
        let text = "
            . . . . .
            . X X . .
            . . . . .
            . . . X .
            . . . . .";
        assert_eq!(found(text, "C4"), ["B4", "", "B5 C5 A4 D4 B3 C3"]);
        assert_eq!(found(text, "A1"), ["", "", ""]);
    }

    /// The example of the manual: the middle is self-atari for the opponent.
    #[test]
    fn diagonals_and_jumps_hold_where_the_opponent_cannot_play() {
        let text = "
            . . . . .
            . O . O .
            . X O X .
            . X . X .
            . . . . .";
        assert_eq!(found(text, "B4")[..2], ["B4 D4 C3", "C4"]);
        // With a friend beside it, the opponent could play there.
        let cut = "
            . . X . .
            . O . O .
            . X O X .
            . X . X .
            . . . . .";
        assert_eq!(found(cut, "B4")[..2], ["B4", ""]);
    }

    #[test]
    fn a_diagonal_over_two_empty_vertices_holds() {
        let text = "
            . . . . .
            . . X . .
            . X . . .
            . . O X .
            . . . . .";
        assert_eq!(found(text, "C4")[..2], ["C4 B3", "B4 C3"]);
        // Over one empty vertex it does not, where the opponent can play.
        assert_eq!(found(text, "D2")[..2], ["D2", ""]);
    }

    #[test]
    fn bamboo_joints_hold_and_single_jumps_do_not() {
        let bamboo = "
            . . . . . .
            . X . X . .
            . X . X . .
            . . . . . .
            . . . . X .
            . . . . . .";
        assert_eq!(found(bamboo, "D5")[..2], ["B5 D5", "C5 C4"]);
        let broken = "
            . . . . . .
            . X . X . .
            . X O X . .
            . . . . . .
            . X . X . .
            . . . . . .";
        assert_eq!(found(broken, "D5")[..2], ["D5", ""]);
        let upright = "
            . X X .
            . . . .
            . X X .
            . . . .";
        assert_eq!(found(upright, "B2")[..2], ["B4 B2", "B3 C3"]);
    }

    #[test]
    fn neighbours_and_proper_liberties() {
        let board = diagram::parse(
            "
            . . . . . .
            . . X O . .
            . X . . . .
            O . O . . .
            . O . . . .
            . . . . . .",
        )
        .expect("a diagram");
        let all = board.superstring(at(&board, "B4"));
        assert_eq!(names(&board, all.stones(&board)), "C5 B4");
        assert_eq!(names(&board, all.neighbours(&board, 9)), "D5");
        assert_eq!(names(&board, all.neighbours(&board, 2)), "");
        assert_eq!(names(&board, all.proper_liberties(&board, 9)), "C6 A4 B3");
        assert_eq!(names(&board, all.proper_liberties(&board, 3)), "C6");
        assert!(all.contains(&board, at(&board, "C5")) && !all.contains(&board, at(&board, "D5")));
    }

    #[test]
    fn captured_stones_connect_on_request() {
        let board = diagram::parse(
            "
            . . . . .
            . X . . .
            . X O X .
            . . X . .
            . . . . .",
        )
        .expect("a diagram");
        let b = at(&board, "B4");
        assert_eq!(names(&board, board.superstring(b).strings()), "B4");
        let captured = [at(&board, "C3")].into_iter().collect();
        let all = board.superstring_with(b, &captured);
        assert_eq!(names(&board, all.strings()), "B4 D3 C2");
    }

    /// On random boards: strings of one colour, each with the same superstring, and
    /// no link is taken.
    #[test]
    fn superstrings_divide_the_strings_of_a_colour() {
        let mut rng = Rng::new(29);
        for size in [4, 7, 9, 13] {
            let mut board = Board::new(size).expect("size in range");
            for i in 0..size * size * 2 {
                let p = Point::new(rng.within(..size), rng.within(..size));
                board.try_play(Color::BOTH[i % 2], p);
            }
            for s in board.strings() {
                let all = board.superstring(s);
                assert!(all.contains(&board, s));
                assert!(all.links().iter().all(|p| board.at(p) == Cell::Empty));
                for other in all.strings() {
                    assert_eq!(board.color_at(other), board.color_at(s));
                    assert_eq!(board.superstring(other), all);
                }
                let stones: PointSet = board.string_stones(s);
                assert!(stones.is_subset(&all.stones(&board)));
                assert!(all.proper_liberties(&board, 99).is_subset(&all.liberties(&board, 99)));
            }
        }
    }
}
