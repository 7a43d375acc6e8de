//! What is known of a position before moves are looked for: plain tables,
//! computed once per move and never changed while moves are judged.
//!
//! [`Worms`] (strings with their tactical codes) come first, then [`Influence`]
//! with the stones that count as alive, [`Eyes`] (eye spaces, from the
//! territories of an influence), [`Dragons`] (strings that live or die together, with
//! a status). [`Tables`] holds them all. Which strings are joined to dragons is
//! told from outside: the connection database is matched by `patterns`.
//!
//! Everything here is heuristic but [`Worms`], which rests on reading. After the
//! document "Worms and Dragons"; simpler where that text leaves the method open.
//! Nothing here knows patterns, moves' values or whose turn the game says it is.

mod dragons;
mod eyes;
mod influence;
mod worms;

#[cfg(test)]
mod tests;

pub use dragons::{Dragon, Dragons, Join};
pub use eyes::{EyeSpace, Eyes, topology};
pub use influence::Influence;
pub use worms::{Worm, Worms, liberties_of_order};

use crate::board::{Board, PointSet};
use mkpat_rt::geom::Color;

/// All tables of a position, as seen by the side to move.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The side that moves next.
    pub color: Color,
    /// Strings and their tactical codes.
    pub worms: Worms,
    /// Strings that live or die together.
    pub dragons: Dragons,
    /// Influence, the opponent of `color` assumed to move first.
    pub influence: Influence,
    /// Influence, `color` assumed to move first.
    pub opposite: Influence,
    /// Eye spaces of both colours.
    pub eyes: Eyes,
    /// By colour of the cutter: where connections can be broken.
    pub cuts: [PointSet; 2],
}

impl Tables {
    /// Tables that know only the worms: enough to form dragons with.
    pub fn of_worms(board: &Board, color: Color, worms: Worms) -> Tables {
        let influence = Influence::new(board, &worms.strengths(color.other()));
        let opposite = Influence::new(board, &worms.strengths(color));
        let eyes = Eyes::new(board, &worms, &Influence::new(board, &worms.standing()));
        let dragons = Dragons::single(board, &worms);
        let cuts = [PointSet::EMPTY; 2];
        Tables { color, worms, dragons, influence, opposite, eyes, cuts }
    }

    /// Forms the dragons: joins the strings that `joins` and some general rules
    /// say belong together, judges them, and computes influence again with dead
    /// dragons left out.
    pub fn with_dragons(mut self, board: &Board, joins: &[Join]) -> Tables {
        let worms = &self.worms;
        self.dragons = Dragons::new(board, worms, &self.eyes, &self.influence, &self.cuts, joins);
        let first = self.color.other();
        self.influence = Influence::new(board, &self.dragons.strengths(worms, first));
        self.opposite = Influence::new(board, &self.dragons.strengths(worms, first.other()));
        let standing = self.dragons.standing(worms);
        self.eyes = Eyes::new(board, worms, &Influence::new(board, &standing));
        self
    }

    /// The influence in which the opponent of `color` moves first.
    pub fn influence_for(&self, color: Color) -> &Influence {
        if color == self.color { &self.influence } else { &self.opposite }
    }
}
