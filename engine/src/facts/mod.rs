//! What is true of a position before moves are looked for: values, each computed from those
//! before it, and never changed while moves are judged.
//!
//! `Facts::find` reads as their table of contents: [`Worms`] (strings with their tactical
//! codes, corrected by the databases of the stage `worms`), influence of what stays on the
//! board, connections (the databases of the stage `dragons`), [`EyeSpaces`] (by domains, topology and
//! the database of shapes), [`Dragons`] (strings that live or die together, with a status), and
//! [`Influence`] again, without dead dragons. [`unconditional`] life is asked for where it is
//! needed.
//!
//! Each stage at which patterns are matched has its module with its host (`worms_stage`,
//! `dragons_stage`, `influence::stage`); `queries` answers helpers for all stages that have the
//! facts they are about.
//!
//! Everything here is heuristic but [`Worms`], which rest on reading, and unconditional
//! life. After the GNU Go 3.8 manual, "Worms and Dragons", "Eyes and Half Eyes", "Influence Function";
//! what these chapters leave open is ours. Facts are about their root: after moves they are to be
//! asked with that in mind. Nothing here knows values of moves or whose turn the game says it is.

mod domains;
mod dragon_eyes;
mod dragons;
pub(crate) mod dragons_stage;
mod eye_spaces;
mod half_eyes;
pub(crate) mod influence;
mod kept;
pub(crate) mod queries;
mod room;
mod surround;
mod surroundings;
mod unconditional;
mod worm_moves;
mod worms;
pub(crate) mod worms_stage;

#[cfg(test)]
mod dragon_tests;
#[cfg(test)]
mod eye_tests;
#[cfg(test)]
mod influence_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unconditional_tests;
#[cfg(test)]
mod worms_tests;

pub use dragon_eyes::DragonEyes;
pub use dragons::{Dragon, Dragons, Join, LifeReading, Safety};
pub use eye_spaces::{EyeData, EyeSpaces};
pub use half_eyes::HalfEye;
pub(crate) use half_eyes::KnowsReading;
pub use influence::{Influence, InfluenceMap, Source, Terrain};
pub(crate) use kept::KeptFacts;
pub use surround::{Hull, Surround};
pub(crate) use surroundings::Room;
pub use surroundings::Surroundings;
pub use unconditional::{Unconditional, unconditional};
pub use worm_moves::WormMoves;
pub use worms::{Certainty, Setting, Worm, Worms};

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::patterns::PatternRunner;
use crate::reading::Reader;
use influence::stage::{InfluenceStage, intrusions, terrain, terrain_after};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

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
    /// What patterns say of the ways of `influence`.
    pub terrain: Terrain,
    /// Eye spaces of both colours.
    pub eyes: EyeSpaces,
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
        let (worms, dragons, eyes, cuts) = Facts::dragons(runner, reader);
        let known = Known { worms: &worms, eyes: &eyes, dragons: Some(&dragons) };
        let (influence, terrain) = known.influence(runner, reader, color.other(), None);
        let (opposite, _) = known.influence(runner, reader, color, Some(&influence));
        Facts { color, worms, dragons, influence, opposite, terrain, eyes, cuts }
    }

    /// The facts up to dragons, and where connections can be broken.
    fn dragons(
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
    ) -> (Worms, Dragons, EyeSpaces, [PointSet; 2]) {
        let mut worms = Worms::find(runner, reader);
        let white_first = early_influence(runner, reader, &worms, Color::White, None);
        let before = Some(&white_first);
        let black_first = early_influence(runner, reader, &worms, Color::Black, before);
        let early = [white_first, black_first];
        let found = dragons_stage::connections(runner, reader, &worms, [&early[0], &early[1]]);
        for &p in &found.cutstones {
            worms.add_cutstone(p);
        }
        let eyes = EyeSpaces::find(reader, &worms, runner.shapes(), &found.open);
        let dragons =
            Dragons::new(reader.board(), &worms, &eyes, &early, &found.cuts, &found.joins);
        (worms, dragons, eyes, found.cuts)
    }

    /// Computes influence anew, after the status of dragons has been revised.
    pub(crate) fn renew_influence(
        &mut self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
    ) {
        let known = Known { worms: &self.worms, eyes: &self.eyes, dragons: Some(&self.dragons) };
        let before = Some(&self.influence);
        let (influence, terrain) = known.influence(runner, reader, self.color.other(), before);
        let (opposite, _) = known.influence(runner, reader, self.color, Some(&influence));
        (self.influence, self.opposite, self.terrain) = (influence, opposite, terrain);
    }

    /// The living stones of each colour.
    pub(crate) fn standing(&self, board: &Board) -> [PointSet; 2] {
        domains::lively(board, &self.worms)
    }

    /// The influence of all stones but these, `first` moving first.
    pub(crate) fn influence_without(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        stones: &PointSet,
        first: Color,
    ) -> Influence {
        let known = Known { worms: &self.worms, eyes: &self.eyes, dragons: Some(&self.dragons) };
        let (mut strengths, terrain) = known.terrain(runner, reader, first);
        stones.iter().for_each(|p| strengths[p.idx()] = 0.0);
        self.influence_for(first.other()).changed(reader.board(), &strengths, &terrain)
    }

    /// The terrain after a move that stands on the reader's board, its opponent moving first, if these are the
    /// strengths of the stones then and only those of `changed` are not what they were; `self` is of the
    /// position before it.
    pub(crate) fn terrain_after(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        strengths: &[f32],
        changed: &PointSet,
    ) -> Terrain {
        let known = Known { worms: &self.worms, eyes: &self.eyes, dragons: Some(&self.dragons) };
        let first = self.color.other();
        known.at_stage(strengths, |stage| {
            terrain_after(runner, reader, stage, first, (&self.terrain, changed))
        })
    }

    /// Where these stones can move in next after a move that stands on the reader's board, as for
    /// [`Facts::terrain_after`].
    pub(crate) fn intrusions_after(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        strengths: &[f32],
        by: &PointSet,
    ) -> Vec<Source> {
        let known = Known { worms: &self.worms, eyes: &self.eyes, dragons: Some(&self.dragons) };
        known.at_stage(strengths, |stage| intrusions(runner, reader, stage, self.color, by))
    }

    /// The influence in which the opponent of `color` moves first.
    pub fn influence_for(&self, color: Color) -> &Influence {
        if color == self.color { &self.influence } else { &self.opposite }
    }
}

/// What influence is computed from.
struct Known<'a> {
    worms: &'a Worms,
    eyes: &'a EyeSpaces,
    dragons: Option<&'a Dragons>,
}

impl Known<'_> {
    /// The influence if `first` moves first, with its terrain; what spreads as it did in the influence `before`
    /// is taken from there.
    fn influence(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        first: Color,
        before: Option<&Influence>,
    ) -> (Influence, Terrain) {
        let (strengths, terrain) = self.terrain(runner, reader, first);
        (Influence::kept(reader.board(), &strengths, &terrain, before), terrain)
    }

    /// The strengths of the stones if `first` moves first, and the terrain.
    fn terrain(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        first: Color,
    ) -> (Vec<f32>, Terrain) {
        let strengths = match self.dragons {
            Some(dragons) => dragons.strengths(self.worms, first),
            None => self.worms.strengths(first),
        };
        let terrain = self.at_stage(&strengths, |stage| terrain(runner, reader, stage, first));
        (strengths, terrain)
    }

    /// Does something with what the stage `influence` knows if these are the strengths of the stones.
    fn at_stage<T>(&self, strengths: &[f32], run: impl FnOnce(InfluenceStage<'_>) -> T) -> T {
        let status = |p: Point| -> Option<Status> { self.dragons.and_then(|d| d.status(p)) };
        run(InfluenceStage {
            worms: self.worms,
            eyes: self.eyes,
            strengths,
            status: &status,
            effects: Vec::new(),
        })
    }
}

/// The influence if `first` moves first, of the strings that stay on the board, before dragons and
/// eyes are known.
fn early_influence(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    worms: &Worms,
    first: Color,
    before: Option<&Influence>,
) -> Influence {
    let eyes = EyeSpaces::default();
    Known { worms, eyes: &eyes, dragons: None }.influence(runner, reader, first, before).0
}

impl Restore for Facts {
    fn restore(self, view: &View<'_>) -> Facts {
        Facts {
            color: self.color.restore(view),
            worms: self.worms.restore(view),
            dragons: self.dragons.restore(view),
            influence: self.influence.restore(view),
            opposite: self.opposite.restore(view),
            terrain: self.terrain.restore(view),
            eyes: self.eyes.restore(view),
            cuts: self.cuts.restore(view),
        }
    }
}
