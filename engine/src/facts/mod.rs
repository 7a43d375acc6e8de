//! What is true of a position before moves are looked for: values, each computed from those
//! before it, and never changed while moves are judged.
//!
//! `Facts::find` reads as their table of contents: [`Worms`] (strings with their tactical
//! codes, corrected by the databases of the stage `worms`), influence of what stays on the
//! board, connections (the databases of the stage `dragons`), [`Eyes`], [`Dragons`] (strings
//! that live or die together, with a status), and [`Influence`] again, without dead dragons.
//! [`unconditional`] life is asked for where it is needed, and so are [`EyeSpaces`]: eye spaces by
//! domains, topology and the database of shapes, which will take the place of [`Eyes`].
//!
//! Each stage at which patterns are matched has its module with its host (`worms_stage`,
//! `dragons_stage`); `queries` answers helpers for all stages that have the facts they are
//! about.
//!
//! Everything here is heuristic but [`Worms`], which rest on reading, and unconditional
//! life. After the GNU Go 3.8 manual, "Worms and Dragons"; simpler where that chapter leaves
//! the method open. Facts are about their root: after moves they are to be asked with that in mind.
//! Nothing here knows values of moves or whose turn the game says it is.

mod domains;
mod dragons;
pub(crate) mod dragons_stage;
mod eye_spaces;
mod eyes;
mod half_eyes;
mod influence;
pub(crate) mod queries;
mod unconditional;
mod worm_moves;
mod worms;
pub(crate) mod worms_stage;

#[cfg(test)]
mod eye_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unconditional_tests;
#[cfg(test)]
mod worms_tests;

pub use dragons::{Dragon, Dragons, Join};
pub use eye_spaces::{EyeData, EyeSpaces};
pub use eyes::{EyeSpace, Eyes, topology};
pub use half_eyes::HalfEye;
pub use influence::Influence;
pub use unconditional::{Unconditional, unconditional};
pub use worm_moves::WormMoves;
pub use worms::{Certainty, Setting, Worm, Worms};

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::patterns::PatternRunner;
use crate::reading::Reader;
use dragons_stage::Connections;
use mkpat_rt::geom::Color;

/// All facts about a position, as they concern the side to move.
#[derive(Clone, Debug)]
pub struct Facts {
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

impl Worms {
    /// Reads all strings and corrects what was found by the databases of the stage `worms`.
    pub(crate) fn find(runner: &mut PatternRunner<'_>, reader: &mut Reader<'_>) -> Worms {
        let mut worms = Worms::read(reader);
        worms_stage::correct(runner, reader, &mut worms);
        worms
    }
}

impl Facts {
    /// Finds the facts about the reader's position, with `color` to move.
    pub(crate) fn find(
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        color: Color,
    ) -> Facts {
        let mut worms = Worms::find(runner, reader);
        let early = Early::of(reader.board(), &worms);
        let influence = [&early.influence[0], &early.influence[1]];
        let connections = dragons_stage::connections(runner, reader, &worms, influence);
        for &p in &connections.cutstones {
            worms.add_cutstone(p);
        }
        Facts::of(reader.board(), color, worms, &early, &connections)
    }

    /// The facts that follow from worms and connections.
    fn of(
        board: &Board,
        color: Color,
        worms: Worms,
        early: &Early,
        connections: &Connections,
    ) -> Facts {
        let Connections { cuts, joins, .. } = connections;
        let first = &early.influence[color.index()];
        let dragons = Dragons::new(board, &worms, &early.eyes, first, cuts, joins);

        let influence = |first| Influence::new(board, &dragons.strengths(&worms, first));
        let (influence, opposite) = (influence(color.other()), influence(color));
        let standing = Influence::new(board, &dragons.standing(&worms));
        let eyes = Eyes::new(board, &worms, &standing);
        Facts { color, worms, dragons, influence, opposite, eyes, cuts: *cuts }
    }

    /// The influence in which the opponent of `color` moves first.
    pub fn influence_for(&self, color: Color) -> &Influence {
        if color == self.color { &self.influence } else { &self.opposite }
    }
}

/// What is estimated before dragons are known: from the strings that stay on the board.
struct Early {
    /// For each colour, the influence in which its opponent moves first.
    influence: [Influence; 2],
    eyes: Eyes,
}

impl Early {
    fn of(board: &Board, worms: &Worms) -> Early {
        let influence = |c: Color| Influence::new(board, &worms.strengths(c.other()));
        let standing = Influence::new(board, &worms.standing());
        let eyes = Eyes::new(board, worms, &standing);
        Early { influence: Color::BOTH.map(influence), eyes }
    }
}

impl Restore for Facts {
    fn restore(self, view: &View<'_>) -> Facts {
        Facts {
            color: self.color.restore(view),
            worms: self.worms.restore(view),
            dragons: self.dragons.restore(view),
            influence: self.influence.restore(view),
            opposite: self.opposite.restore(view),
            eyes: self.eyes.restore(view),
            cuts: self.cuts.restore(view),
        }
    }
}
