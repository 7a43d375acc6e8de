//! The stage `owl`: patterns in a position of the search, around the dragon that is read.
//!
//! Of the attack and vital databases, whose patterns are written for the attacker, those matches
//! count that have a stone of the dragon as X; of the defence database those that have one as O. Which
//! is which their names say (`attack`, `vital`, `defend`).

use super::Goal;
use super::sight::Sight;
use crate::board::PointSet;
use crate::facts::queries::KnowsEyes;
use crate::facts::{EyeData, EyeSpaces, HalfEye};
use crate::patterns::{
    GameInfo, Host, PatternHost, PatternRunner, Refusal, Run, StageData, run_as,
};
use crate::reading::{Code, Reader};
use mkpat_rt::colon_line::{AttrKind, ClassSet};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{OwlQueries, Site, Stage, Status};

/// What is known at this stage: the position as the search sees it.
pub(crate) struct OwlStage<'a> {
    pub(super) goal: &'a Goal,
    pub(super) sight: &'a Sight,
}

/// What the databases of this stage are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The attacker's moves.
    Attack,
    /// The owner's.
    Defend,
    /// Moves of the attacker that count though the eyes seem to be certain.
    Vital,
}

impl Purpose {
    /// By the name of the database.
    fn of(name: &str) -> Purpose {
        if name.contains("vital") {
            Purpose::Vital
        } else if name.contains("defend") {
            Purpose::Defend
        } else {
            Purpose::Attack
        }
    }
}

/// What patterns propose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Proposed {
    /// The move.
    pub(super) point: Point,
    /// What it promises, 0 to 100; 99 is forced, 100 wins.
    pub(super) value: u8,
}

/// The moves that patterns propose to `color`; if `vital`, those alone that count though there seem
/// to be two eyes.
pub(super) fn proposed(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    goal: &Goal,
    sight: &Sight,
    color: Color,
    vital: bool,
) -> Vec<Proposed> {
    let defends = color == goal.owner;
    let mut out = Vec::new();
    for (database, db) in runner.at_stage(Stage::Owl) {
        let purpose = Purpose::of(&db.data.name);
        let wanted = match purpose {
            Purpose::Vital => !defends,
            Purpose::Attack => !defends && !vital,
            Purpose::Defend => defends,
        };
        if !wanted {
            continue;
        }
        let mut host = Host::new(reader, GameInfo::default(), OwlStage { goal, sight });
        for m in runner.run_near(Run { database, color }, &mut host, &sight.dragon) {
            let value = db.data.pattern(m.pattern).number(AttrKind::Value).unwrap_or(0.0);
            if !m.site.mv.is_pass() {
                out.push(Proposed { point: m.site.mv, value: value.clamp(0.0, 100.0) as u8 });
            }
        }
    }
    out
}

impl OwlStage<'_> {
    fn reading(&self, p: Point) -> [Code; 2] {
        use crate::facts::KnowsReading;
        let found = self.sight.strings.reading(p);
        found.map_or([Code::Lose; 2], |found| found.map(|reading| reading.code))
    }
}

impl StageData for OwlStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.reading(p)[0]
    }

    fn defend(&self, p: Point) -> Code {
        self.reading(p)[1]
    }
}

impl KnowsEyes for OwlStage<'_> {
    fn eyes(&self) -> &EyeSpaces {
        &self.sight.eyes
    }

    fn status(&self, _: Point) -> Option<Status> {
        None
    }
}

impl PatternHost for Host<'_, '_, OwlStage<'_>> {
    type Effect = ();

    run_as!(mkpat_rt::helper::OwlHost);

    /// Legality, and class letters `s` and `n`.
    fn refusal(
        &mut self,
        class: ClassSet,
        site: &Site,
        _: &PointSet,
        _: &PointSet,
    ) -> Option<Refusal> {
        if site.mv.is_pass() {
            return None;
        }
        if !self.board().is_legal(site.color, site.mv) {
            return Some(Refusal::Illegal);
        }
        if !class.has('s') && !self.is_safe(site.mv, site.color) {
            return Some(Refusal::Unsafe);
        }
        if class.has('n') && !self.is_safe(site.mv, site.color.other()) {
            return Some(Refusal::UnsafeForX);
        }
        None
    }

    fn take_effects(&mut self) -> Vec<()> {
        Vec::new()
    }
}

/// Runs `f` with a host of this stage in the position of the reader.
#[cfg(test)]
pub(crate) fn with_host<T>(
    reader: &mut Reader<'_>,
    shapes: Option<&mkpat_rt::eyes::EyeDb>,
    goal: &Goal,
    f: impl FnOnce(&mut Host<'_, '_, OwlStage<'_>>) -> T,
) -> T {
    let sight = Sight::new(reader, shapes, goal);
    f(&mut Host::new(reader, GameInfo::default(), OwlStage { goal, sight: &sight }))
}

/// A stone with so many liberties is taken for safe.
const SAFE_LIBERTIES: usize = 4;

impl Host<'_, '_, OwlStage<'_>> {
    fn is_safe(&mut self, p: Point, color: Color) -> bool {
        self.board().liberties_after(color, p, SAFE_LIBERTIES) >= SAFE_LIBERTIES
            || self.reader.safe_move(p, color).is_success()
    }

    fn space(&self, x: Point) -> Option<&EyeData> {
        self.stage.sight.eyes.get(x, self.stage.goal.owner)
    }
}

impl OwlQueries for Host<'_, '_, OwlStage<'_>> {
    fn owl_escape_value(&mut self, _: &Site, x: Point) -> i32 {
        let goal = self.stage.goal;
        if self.is_empty(x) {
            goal.worth(x) as i32
        } else if goal.friends.contains(x) && self.has(x, goal.owner) {
            6
        } else {
            0
        }
    }
    fn owl_goal_dragon(&mut self, _: &Site, x: Point) -> bool {
        self.stage.sight.dragon.contains(x) && self.has(x, self.stage.goal.owner)
    }
    fn owl_eyespace(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some_and(|e| e.value.defender_first >= 1)
    }
    fn owl_big_eyespace(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some_and(|e| e.value.defender_first >= 2)
    }
    fn owl_proper_eye(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some_and(|e| !e.marginal.contains(x))
    }
    fn owl_mineye(&mut self, _: &Site, x: Point) -> i32 {
        self.space(x).map_or(0, |e| e.value.attacker_first.into())
    }
    fn owl_maxeye(&mut self, _: &Site, x: Point) -> i32 {
        self.space(x).map_or(0, |e| e.value.defender_first.into())
    }
    fn owl_eye_size(&mut self, _: &Site, x: Point) -> i32 {
        self.space(x).map_or(0, |e| e.points.minus(&e.marginal).len() as i32)
    }
    /// Its reading says that it can be taken, and it lies next to the dragon.
    fn owl_lunch(&mut self, _: &Site, x: Point) -> bool {
        let (sight, owner) = (self.stage.sight, self.stage.goal.owner);
        self.has(x, owner.other())
            && self.stage.attack(x).is_success()
            && self.board().string_stones(x).intersects(&sight.dragon.beside())
    }
    fn owl_strong_dragon(&mut self, _: &Site, x: Point) -> bool {
        let goal = self.stage.goal;
        goal.friends.contains(x) && self.has(x, goal.owner)
    }
    fn owl_topological_eye(&mut self, _: &Site, x: Point, y: Point) -> f32 {
        let Some(color) = self.board().color_at(y) else { return 0.0 };
        let space = self.stage.sight.eyes.get(x, color).map_or(PointSet::EMPTY, |e| e.points);
        HalfEye::of(self.reader, &self.stage.sight.strings, &space, x, color).value
    }
}
