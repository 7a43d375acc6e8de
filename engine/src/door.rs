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

use crate::board::{Board, Orientation, Orientations, PointSet};
use crate::search::{Code, Reading, Trace};
use mkpat_rt::geom::{Color, Point};

/// What tells one position from another: hash of the stones, ko, prisoners of both.
type Identity = (u64, Option<(Point, Color)>, [u32; 2]);

/// The board inside, and how it lies. See the module head.
#[derive(Clone)]
pub struct Door {
    maps: Orientations,
    board: Board,
    /// The position that `board` shows, so that it is not set up again; `None` for none.
    shown: Option<Identity>,
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
            shown: None,
            orientation: Orientation::default(),
            settled: false,
        }
    }

    /// Lets the orientation be chosen anew.
    pub fn forget(&mut self) {
        self.shown = None;
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
                self.shown = None;
            }
        }
        let captures = Color::BOTH.map(|c| outside.captures(c));
        let shown = Some((outside.hash(), outside.ko(), captures));
        if self.shown != shown {
            self.board.load_transformed(outside, &self.maps, self.orientation);
            self.shown = shown;
        }
        (&mut self.board, View { maps: &self.maps, orientation: self.orientation })
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
