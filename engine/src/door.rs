//! The engine's door: a position comes in as it lies on the player's board, and is seen
//! inside in its canonical orientation.
//!
//! Everything that is computed from a position (reading, facts, moves) sees the board
//! that [`Door::enter`] gives, and nothing else; answers are turned back by the [`View`]
//! that comes with it ([`Restore`]). So they are the same however the board lies and
//! whoever has which colour. A position that is symmetric leaves several orientations,
//! between which the vertices and the colour of a question decide.
//!
//! The orientation stays what it is until [`Door::forget`]: what is remembered of a game
//! ([`crate::search::Memory`]) is about positions in that orientation. (So an answer may
//! depend on the position in which a game was first looked at, as on that game it does; it
//! is the same for the whole game in any other orientation.)

use crate::board::{Board, Identity, Orientation, Orientations, PointSet};
use crate::search::{Code, Reading, Trace};
use mkpat_rt::geom::{Color, Point};

/// Moves on the stack inside at most; beyond it the position is set up.
const LONGEST: usize = 400;

/// So many moves are played again when a position is set up: what was played last is part of it.
const RECENT: usize = LONGEST / 2;

/// The board inside, and how it lies. See the module head.
#[derive(Clone)]
pub struct Door {
    maps: Orientations,
    board: Board,
    /// The positions outside that `board` has shown, one for each depth of its stack from 0
    /// on: it follows the moves and goes back with them. Empty if it shows none.
    shown: Vec<Identity>,
    orientation: Orientation,
    /// The orientation stays: the position in which it was chosen was not symmetric.
    settled: bool,
}

impl Door {
    /// A door for boards of the size of this one.
    pub fn new(board: &Board) -> Door {
        Door {
            maps: Orientations::new(board.size()),
            board: board.clone(),
            shown: Vec::new(),
            orientation: Orientation::default(),
            settled: false,
        }
    }

    /// Lets the orientation be chosen anew.
    pub fn forget(&mut self) {
        self.shown.clear();
        self.orientation = Orientation::default();
        self.settled = false;
    }

    /// The position inside, for a question about these vertices and this colour, as they
    /// are outside. The board has to be given back as it was.
    pub fn enter(
        &mut self,
        outside: &Board,
        points: &[Point],
        color: Option<Color>,
    ) -> (&mut Board, View<'_>) {
        if self.board.size() != outside.size() {
            *self = Door::new(outside);
        }
        if !self.settled {
            let equal = self.maps.canonical(outside, points, color);
            self.settled = equal.len() == 1;
            let orientation = equal.first().copied().unwrap_or_default();
            if orientation != self.orientation {
                self.orientation = orientation;
                self.shown.clear();
            }
        }
        if !self.follow(outside) || !self.shows_last_moves(outside) {
            self.set_up(outside);
        }
        (&mut self.board, View { maps: &self.maps, orientation: self.orientation })
    }

    /// Sets up the position before the recent moves, and plays those.
    fn set_up(&mut self, outside: &Board) {
        let mut earlier = outside.clone();
        for _ in 0..outside.depth().min(RECENT) {
            earlier.undo();
        }
        self.board.load_transformed(&earlier, &self.maps, self.orientation);
        self.shown.clear();
        self.shown.push(earlier.identity());
        let followed = self.follow(outside);
        debug_assert!(followed, "the moves of the same game");
    }

    /// Whether the last two moves of both boards are the same ones: equal positions may have come about differently.
    fn shows_last_moves(&self, outside: &Board) -> bool {
        let inside = |p: Point| self.maps.transform(self.orientation, p);
        let last = outside.last_move().map(|(color, p)| (self.orientation.color(color), inside(p)));
        self.board.last_move() == last
            && self.board.move_before_last() == outside.move_before_last().map(inside)
    }

    /// Goes back to the last position that both boards have in common, and from there to
    /// that of `outside` by its moves. False if there is none.
    fn follow(&mut self, outside: &Board) -> bool {
        let depth = outside.depth();
        let common = (0..=depth).rev().find_map(|moves| {
            let identity = outside.identity_after(moves);
            self.shown.iter().rposition(|&shown| shown == identity).map(|inside| (moves, inside))
        });
        let Some((moves, inside)) = common else { return false };
        if inside + depth - moves > LONGEST {
            return false;
        }
        while self.board.depth() > inside {
            self.board.undo();
        }
        self.shown.truncate(inside + 1);
        for number in moves..depth {
            let (color, p) = outside.move_on_stack(number);
            let (color, p) =
                (self.orientation.color(color), self.maps.transform(self.orientation, p));
            self.board.play_again(color, p);
            self.shown.push(outside.identity_after(number + 1));
        }
        true
    }
}

/// How vertices and colours inside correspond to those outside.
#[derive(Clone, Copy)]
pub struct View<'a> {
    maps: &'a Orientations,
    orientation: Orientation,
}

impl View<'_> {
    /// Where the vertex `p` lies inside.
    pub fn inside(&self, p: Point) -> Point {
        self.maps.transform(self.orientation, p)
    }

    /// Where the vertex `p` inside lies outside.
    pub fn outside(&self, p: Point) -> Point {
        self.maps.restore(self.orientation, p)
    }

    /// The colour that stands for `color` on the other side, either way.
    pub fn color(&self, color: Color) -> Color {
        self.orientation.color(color)
    }

    /// How the board is turned: what lies in orientation `t` of a drawing inside lies in
    /// `t` followed by the inverse of this outside.
    pub fn turn(&self) -> mkpat_rt::geom::Transform {
        self.orientation.turn
    }
}

/// An answer that can be turned back.
pub trait Restore {
    /// The same answer about the position outside.
    fn restore(self, view: &View<'_>) -> Self;
}

impl Restore for Code {
    fn restore(self, _: &View<'_>) -> Code {
        self
    }
}

impl Restore for Point {
    fn restore(self, view: &View<'_>) -> Point {
        view.outside(self)
    }
}

impl Restore for Color {
    fn restore(self, view: &View<'_>) -> Color {
        view.color(self)
    }
}

impl Restore for Reading {
    fn restore(self, view: &View<'_>) -> Reading {
        Reading { point: view.outside(self.point), ..self }
    }
}

impl Restore for PointSet {
    fn restore(self, view: &View<'_>) -> PointSet {
        self.iter().map(|p| view.outside(p)).collect()
    }
}

impl Restore for Trace {
    fn restore(self, view: &View<'_>) -> Trace {
        self.transformed(|p| view.outside(p), |c| view.color(c))
    }
}

impl<A: Restore, B: Restore> Restore for (A, B) {
    fn restore(self, view: &View<'_>) -> (A, B) {
        (self.0.restore(view), self.1.restore(view))
    }
}

impl<T: Restore> Restore for Vec<T> {
    fn restore(self, view: &View<'_>) -> Vec<T> {
        self.into_iter().map(|x| x.restore(view)).collect()
    }
}

impl<T: Restore> Restore for Option<T> {
    fn restore(self, view: &View<'_>) -> Option<T> {
        self.map(|x| x.restore(view))
    }
}

/// One value by colour, in the order of [`Color::index`].
impl<T: Restore> Restore for [T; 2] {
    fn restore(self, view: &View<'_>) -> [T; 2] {
        let [black, white] = self.map(|x| x.restore(view));
        match view.color(Color::Black) {
            Color::Black => [black, white],
            Color::White => [white, black],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves that are tried and taken back are played and taken back inside, too; a position
    /// of another game is set up.
    #[test]
    fn the_board_inside_follows_moves() {
        let mut outside = Board::new(9).expect("a size");
        let stone = |row, col| Point::new(row, col);
        for (color, p) in [
            (Color::Black, stone(2, 3)),
            (Color::White, stone(2, 4)),
            (Color::Black, stone(3, 2)),
            (Color::White, stone(3, 5)),
            (Color::Black, stone(4, 3)),
            (Color::White, stone(4, 4)),
        ] {
            assert!(outside.try_play(color, p));
        }
        outside.forget_moves();
        let mut door = Door::new(&outside);
        let mut same = |outside: &Board, depth: usize| {
            let mut fresh = door.clone();
            fresh.shown.clear();
            let expected = fresh.enter(outside, &[], None).0.identity();
            let (inside, view) = door.enter(outside, &[], None);
            assert_eq!((inside.identity(), inside.depth()), (expected, depth));
            for p in Point::all(9) {
                let color = outside.color_at(p).map(|c| view.color(c));
                assert_eq!(inside.color_at(view.inside(p)), color);
            }
        };
        same(&outside, 0);
        // White takes a ko, Black passes, White passes; back two moves, and on another way.
        for (color, p) in [(Color::Black, stone(3, 4)), (Color::White, stone(3, 3))] {
            assert!(outside.try_play(color, p));
        }
        assert!(outside.ko().is_some());
        same(&outside, 2);
        outside.pass(Color::Black);
        outside.pass(Color::White);
        same(&outside, 4);
        for _ in 0..3 {
            outside.undo();
        }
        same(&outside, 1);
        assert!(outside.try_play(Color::White, stone(8, 8)));
        same(&outside, 2);
        // Another game.
        same(&Board::new(9).expect("a size"), 0);
    }

    /// A position that is set up has its last two moves inside, too, whatever was looked at before.
    #[test]
    fn the_board_inside_knows_the_last_moves() {
        let stone = |row, col| Point::new(row, col);
        let (a, b, c) = (stone(2, 3), stone(2, 4), stone(6, 5));
        let mut door = Door::new(&Board::new(9).expect("a size"));
        for order in [[a, b, c], [c, b, a]] {
            let mut outside = Board::new(9).expect("a size");
            for (i, p) in order.into_iter().enumerate() {
                assert!(outside.try_play([Color::Black, Color::White][i % 2], p));
            }
            let (inside, view) = door.enter(&outside, &[], None);
            let last = inside.last_move().map(|m| view.outside(m.1));
            let before = inside.move_before_last().map(|p| view.outside(p));
            assert_eq!((last, before), (Some(order[2]), Some(order[1])));
        }
    }
}
