//! The stage `movegen`: everything about the root is known.

use super::{Effect, HandHelper};
use crate::board::PointSet;
use crate::facts::queries::{KnowsDragons, KnowsEyes, KnowsInfluence, KnowsWorms};
use crate::facts::{Dragons, EyeSpaces, Facts, Influence, Worms};
use crate::patterns::{Host, PatternHost, Refusal, StageData, run_as};
use crate::reading::Code;
use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{GameQueries, Site, Status, TacticsQueries};

/// What is known at this stage.
pub(crate) struct MovegenStage<'a> {
    pub(crate) facts: &'a Facts,
    /// The `value` of the pattern that is being judged.
    value: f32,
    pub(crate) effects: Vec<Effect>,
}

impl<'a> MovegenStage<'a> {
    pub(crate) fn new(facts: &'a Facts) -> MovegenStage<'a> {
        MovegenStage { facts, value: 0.0, effects: Vec::new() }
    }

    /// Effective size of the string at `p`; 0 without one.
    pub(crate) fn worm_size(&self, p: Point) -> f32 {
        self.facts.worms.get(p).map_or(0.0, |w| w.reach)
    }
}

impl StageData for MovegenStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.facts.worms.attack_code(p)
    }

    fn defend(&self, p: Point) -> Code {
        self.facts.worms.defend_code(p)
    }
}

impl KnowsWorms for MovegenStage<'_> {
    fn worms(&self) -> &Worms {
        &self.facts.worms
    }

    fn cuts(&self) -> &[PointSet; 2] {
        &self.facts.cuts
    }
}

impl KnowsInfluence for MovegenStage<'_> {
    fn influence_for(&self, color: Color) -> &Influence {
        self.facts.influence_for(color)
    }
}

impl KnowsEyes for MovegenStage<'_> {
    fn eyes(&self) -> &EyeSpaces {
        &self.facts.eyes
    }

    fn status(&self, p: Point) -> Option<Status> {
        self.facts.dragons.status(p)
    }
}

impl KnowsDragons for MovegenStage<'_> {
    fn dragons(&self) -> &Dragons {
        &self.facts.dragons
    }
}

impl PatternHost for Host<'_, '_, MovegenStage<'_>> {
    type Effect = Effect;

    run_as!(mkpat_rt::helper::MovegenHost);

    /// Class letters `O o X x s n`, and legality.
    fn refusal(
        &mut self,
        class: ClassSet,
        site: &Site,
        own: &PointSet,
        enemy: &PointSet,
    ) -> Option<Refusal> {
        let dragons = &self.stage.facts.dragons;
        let status = |p| dragons.status(p).unwrap_or(Status::Unknown);
        let refused = Refusal::by_status(class, [own, enemy], status);
        if refused.is_some() || site.mv.is_pass() {
            return refused;
        }
        if !self.board().is_legal(site.color, site.mv) {
            return Some(Refusal::Illegal);
        }
        // An antisuji only forbids: whether the move is safe does not matter.
        if !class.has('s')
            && !class.has('N')
            && !self.reader.safe_move(site.mv, site.color).is_success()
        {
            return Some(Refusal::Unsafe);
        }
        if class.has('n') && !self.reader.safe_move(site.mv, site.color.other()).is_success() {
            return Some(Refusal::UnsafeForX);
        }
        if !class.has('O') {
            return None;
        }
        own.iter().find(|&p| self.stays_critical(site.mv, p)).map(Refusal::StaysCritical)
    }

    fn begin(&mut self, value: f32) {
        self.stage.value = value;
        self.stage.effects.clear();
    }

    fn help(&mut self, name: &str, site: &Site) -> bool {
        HandHelper::from_name(name).is_none_or(|helper| self.run_hand(helper, site))
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.stage.effects)
    }
}

impl Host<'_, '_, MovegenStage<'_>> {
    /// Whether the string at `p` can be captured and saved, but not saved by a move at `mv`.
    fn stays_critical(&mut self, mv: Point, p: Point) -> bool {
        let critical = self.stored_attack(p).is_success() && self.stored_defend(p).is_success();
        critical && !self.reader.does_defend(mv, p).is_success()
    }
}

impl GameQueries for Host<'_, '_, MovegenStage<'_>> {
    fn doing_scoring(&mut self, _: &Site) -> bool {
        self.game.scoring
    }
    fn remaining_handicap_stones(&mut self, _: &Site) -> i32 {
        self.game.remaining_handicap
    }
    fn total_handicap_stones(&mut self, _: &Site) -> i32 {
        self.game.total_handicap
    }
    fn value(&mut self, _: &Site) -> f32 {
        self.stage.value
    }
    fn edge_double_sente(&mut self, s: &Site, m: Point, a: Point, b: Point, c: Point) -> bool {
        let Some(color) = self.board().color_at(c) else { return false };
        self.after_move(color, m, |h| h.connect_and_cut_helper(s, m, a, b)).unwrap_or(false)
    }
}
