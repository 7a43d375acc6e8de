//! The board that reading plays on: the position in question, seen from a side
//! that depends on nothing but the position ([`Orientations::chosen`]).
//!
//! So answers are equal, whichever way the board lies and whichever player has
//! which colour, however the search orders its moves.
//!
//! A stage is kept with the memo, and its side stays the same from then on, until
//! the memo is cleared: what is remembered is about positions seen from there. (So
//! answers in a game may depend on where reading began, as they would on how the
//! board lies; all of it is still the same for a game that is turned.)

use super::{Code, Reading};
use crate::board::{Board, Orientation, Orientations};
use mkpat_rt::geom::{Color, Point};

/// See the module head.
#[derive(Clone)]
pub(super) struct Stage {
    sides: Orientations,
    board: Board,
    /// What `board` shows, to know it again: hash and ko of the position.
    shown: Option<(u64, Option<(Point, Color)>)>,
    side: Orientation,
    /// The position did not look the same from any other side when it was chosen.
    settled: bool,
}

impl Stage {
    /// A stage for boards of the size of this one.
    pub(super) fn new(board: &Board) -> Stage {
        Stage {
            sides: Orientations::new(board.size()),
            board: board.clone(),
            shown: None,
            side: Orientation::default(),
            settled: false,
        }
    }

    /// Lets the side be chosen anew.
    pub(super) fn forget(&mut self) {
        self.shown = None;
        self.side = Orientation::default();
        self.settled = false;
    }

    /// For boards of which size.
    pub(super) fn size(&self) -> usize {
        self.sides.size()
    }

    /// Shows `board` for a question about `points`, with the colour `color` in it.
    pub(super) fn show(&mut self, board: &Board, points: &[Point], color: Option<Color>) {
        if !self.settled {
            let equal = self.sides.canonical(board, points, color);
            self.settled = equal.len() == 1;
            let side = equal.first().copied().unwrap_or_default();
            if side != self.side {
                self.side = side;
                self.shown = None;
            }
        }
        let shown = Some((board.hash(), board.ko()));
        if self.shown != shown {
            self.board.load_transformed(board, &self.sides, self.side);
            self.shown = shown;
        }
    }

    /// What is shown. It has to be given back as it was.
    pub(super) fn board(&mut self) -> &mut Board {
        &mut self.board
    }

    /// How the vertex `p` of the position is seen.
    pub(super) fn seen(&self, p: Point) -> Point {
        self.sides.transform(self.side, p)
    }

    /// How `color` is seen, or who is seen as `color`.
    pub(super) fn color(&self, color: Color) -> Color {
        self.side.color(color)
    }

    /// The vertex of the position that is seen as `p`.
    pub(super) fn back(&self, p: Point) -> Point {
        self.sides.restore(self.side, p)
    }
}

/// An answer about what is seen on the stage.
pub(super) trait Told {
    /// The same about the position itself.
    fn told(self, stage: &Stage) -> Self;
}

impl Told for Code {
    fn told(self, _: &Stage) -> Code {
        self
    }
}

impl Told for Reading {
    fn told(self, stage: &Stage) -> Reading {
        Reading { point: stage.back(self.point), ..self }
    }
}

impl Told for (Reading, Reading) {
    fn told(self, stage: &Stage) -> (Reading, Reading) {
        (self.0.told(stage), self.1.told(stage))
    }
}

impl Told for Vec<Reading> {
    fn told(self, stage: &Stage) -> Vec<Reading> {
        self.into_iter().map(|r| r.told(stage)).collect()
    }
}
