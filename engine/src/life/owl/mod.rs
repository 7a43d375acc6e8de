//! Owl ("optics with limit negotiation"; GNU Go 3.8 documentation, "The Owl Code"): life and death
//! of one dragon on the open board.
//!
//! # How data flows
//! From the facts about the root comes the [`Goal`] (`goal`): the dragon's stones, friends that it may
//! reach, and where it may run to. At each position of the search a [`Sight`] (`sight`) says which
//! strings belong to the dragon by now, what reading says of the strings around it, what its
//! eye spaces are worth, and how far it can run. From the sight come odds that the dragon lives (`odds`, a small network), which end
//! a line if they are clear; a judgement, if it can be seen
//! who has his way; or the moves worth a try with how much each promises (`moves`). The search
//! (`search`) is depth-first proof-number search by those rules of ko that reading has
//! ([`crate::search::played_proof`]): promising moves seem to take little, and the longer it looks
//! the less that matters.
//!
//! # What an answer means
//! The attacker has his way when all stones that the dragon had at the root are off the board, or
//! when it has no move left that could help it; the owner when it has two eyes though every doubtful
//! vertex is false, reaches a friend that lives, or runs free; and either where the odds say so. All of that but the first is judgement,
//! and few moves are tried: an answer is no proof. It says whether the search came to an end
//! ([`OwlAnswer::certain`]).
//!
//! As the document's owl does, the search tries fewer moves the deeper it is, and takes what goes on too long
//! for a win of the owner. Here the proof numbers say which line is looked at.
//!
//! Random games around the dragon give a second opinion (`games`): few where a move is chosen, more if a dragon alone is asked about.

mod closed;
mod games;
mod goal;
mod moves;
mod odds;
#[cfg(test)]
mod odds_tests;
mod odds_weights;
mod search;
mod sight;
pub(crate) mod stage;

use crate::board::PointSet;
use crate::door::{Restore, View};
use crate::patterns::PatternRunner;
use crate::reading::{Reader, Reading};
use mkpat_rt::geom::Point;

pub(crate) use goal::Goal;
#[cfg(test)]
pub(crate) use search::{Looked, looked_at};
pub(crate) use search::{Terms, ask};

/// What may be asked about a dragon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwlQuestion {
    /// Its opponent moves first: can he kill it?
    Attack,
    /// Its owner moves first: can he save it?
    Defend,
    /// The same as [`OwlQuestion::Attack`], with this first move.
    DoesAttack(Point),
    /// The same as [`OwlQuestion::Defend`], with this first move.
    DoesDefend(Point),
}

impl OwlQuestion {
    /// The same question with `place` for the vertex that it names.
    pub(crate) fn mapped(self, place: impl Fn(Point) -> Point) -> OwlQuestion {
        match self {
            OwlQuestion::DoesAttack(p) => OwlQuestion::DoesAttack(place(p)),
            OwlQuestion::DoesDefend(p) => OwlQuestion::DoesDefend(place(p)),
            other => other,
        }
    }

    /// Asks about the reader's position.
    pub(crate) fn answer(
        self,
        reader: &mut Reader<'_>,
        runner: &mut PatternRunner<'_>,
        goal: &Goal,
        terms: Terms,
    ) -> OwlAnswer {
        let owner = goal.owner;
        let (first, only) = match self {
            OwlQuestion::Attack => (owner.other(), None),
            OwlQuestion::Defend => (owner, None),
            OwlQuestion::DoesAttack(p) => (owner.other(), Some(p)),
            OwlQuestion::DoesDefend(p) => (owner, Some(p)),
        };
        ask(reader, runner, goal, first, Terms { only, ..terms })
    }
}

/// What was found about a dragon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwlAnswer {
    /// What who moves first achieves, and his move; [`Point::PASS`] if none works or
    /// none is needed.
    pub reading: Reading,
    /// Whether the search came to an end; random games that overrule it change nothing about this.
    pub certain: bool,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Where moves were tried.
    pub touched: PointSet,
}

impl Restore for OwlAnswer {
    fn restore(self, view: &View<'_>) -> OwlAnswer {
        let (reading, touched) = (self.reading.restore(view), self.touched.restore(view));
        OwlAnswer { reading, touched, ..self }
    }
}
