//! Questions that facts about the root answer, for the hosts of stages that have these
//! facts. A vertex of another content than the facts are about yields 0.

use super::{Dragon, Dragons, EyeSpaces, HalfEye, Influence, Worms};
use crate::board::PointSet;
use crate::patterns::{Host, StageData};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{DragonQueries, EyeQueries, InfluenceQueries, Site, Status, WormQueries};

/// A stage that has worms and where connections can be broken.
pub(crate) trait KnowsWorms: StageData {
    fn worms(&self) -> &Worms;
    /// Where connections can be broken, by colour of the cutter.
    fn cuts(&self) -> &[PointSet; 2];
}

/// A stage that has influence.
pub(crate) trait KnowsInfluence {
    /// The influence in which the opponent of `color` moves first.
    fn influence_for(&self, color: Color) -> &Influence;
}

/// A stage that has eye spaces.
pub(crate) trait KnowsEyes: StageData {
    fn eyes(&self) -> &EyeSpaces;
    /// Status of the dragon at a stone, if dragons are known.
    fn status(&self, p: Point) -> Option<Status>;
}

/// A stage that has dragons.
pub(crate) trait KnowsDragons {
    fn dragons(&self) -> &Dragons;
}

impl<S: KnowsWorms> WormQueries for Host<'_, '_, S> {
    fn lib2(&mut self, _: &Site, x: Point) -> i32 {
        self.board().liberties_of_order(x, 2) as i32
    }
    fn lib3(&mut self, _: &Site, x: Point) -> i32 {
        self.board().liberties_of_order(x, 3) as i32
    }
    fn lib4(&mut self, _: &Site, x: Point) -> i32 {
        self.board().liberties_of_order(x, 4) as i32
    }
    fn potential_cutstone(&mut self, _: &Site, x: Point) -> bool {
        self.stage.worms().get(x).is_some_and(|w| w.cutstone2 > 1)
    }
    fn seki_helper(&mut self, _: &Site, x: Point) -> bool {
        let enemies = self.board().adjacent_enemies(x);
        self.board().at(x).is_stone() && enemies.iter().all(|e| !self.stored_attack(e).is_success())
    }
    fn xcut(&mut self, site: &Site, x: Point) -> bool {
        self.stage.cuts()[site.color.other().index()].contains(x)
    }
    fn ocut(&mut self, site: &Site, x: Point) -> bool {
        self.stage.cuts()[site.color.index()].contains(x)
    }
}

impl<S: KnowsDragons> Host<'_, '_, S> {
    pub(crate) fn dragon(&self, x: Point) -> Option<&Dragon> {
        self.stage.dragons().get(x)
    }

    fn has_status(&self, x: Point, status: Status) -> bool {
        self.stage.dragons().status(x) == Some(status)
    }

    fn alive_somewhere(&self, color: Color, vertices: &[Point]) -> bool {
        vertices.iter().any(|&p| self.has(p, color) && !self.has_status(p, Status::Dead))
    }
}

impl<S: KnowsDragons> DragonQueries for Host<'_, '_, S> {
    fn alive(&mut self, _: &Site, x: Point) -> bool {
        self.has_status(x, Status::Alive)
    }
    fn unknown(&mut self, _: &Site, x: Point) -> bool {
        self.has_status(x, Status::Unknown)
    }
    fn critical(&mut self, _: &Site, x: Point) -> bool {
        self.has_status(x, Status::Critical)
    }
    fn dead(&mut self, _: &Site, x: Point) -> bool {
        self.has_status(x, Status::Dead)
    }
    fn status(&mut self, _: &Site, x: Point) -> i32 {
        self.stage.dragons().status(x).map_or(0, |s| s as i32)
    }
    fn same_dragon(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.stage.dragons().same(x, y)
    }
    fn dragonsize(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, |d| d.size as i32)
    }
    fn effective_size(&mut self, _: &Site, x: Point) -> f32 {
        self.dragon(x).map_or(0.0, Dragon::effective_size)
    }
    /// Weakness above 0.4, and not dead.
    fn weak(&mut self, _: &Site, x: Point) -> bool {
        self.dragon(x).is_some_and(|d| d.status != Status::Dead && d.weakness > 0.4)
    }
    fn weakness(&mut self, _: &Site, x: Point) -> f32 {
        self.dragon(x).map_or(0.0, |d| d.weakness)
    }
    fn is_surrounded(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, |d| d.around.hull.status.number().into())
    }
    fn does_surround(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.stage.dragons().does_surround(self.board(), x, y)
    }
    fn surround_map(&mut self, _: &Site, x: Point, y: Point) -> i32 {
        self.dragon(x).map_or(-1, |d| d.around.hull.map(self.board(), y))
    }
    /// The dragon is dead, but two moves in a row make two eyes.
    fn has_aji(&mut self, _: &Site, x: Point) -> bool {
        self.dragon(x).is_some_and(|d| d.status == Status::Dead && d.eyes.value.defender_twice >= 2)
    }
    /// `x` is a vital point of the critical dragon at `y`.
    fn owl_threatens(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.dragon(y).is_some_and(|d| d.status == Status::Critical && d.eyes.vital.contains(&x))
    }
    fn genus(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, |d| i32::from(d.eyes.value.attacker_first))
    }
    fn x_alive_somewhere(&mut self, site: &Site, vertices: &[Point]) -> bool {
        self.alive_somewhere(site.color.other(), vertices)
    }
    fn o_alive_somewhere(&mut self, site: &Site, vertices: &[Point]) -> bool {
        self.alive_somewhere(site.color, vertices)
    }
}

impl<S: KnowsInfluence> InfluenceQueries for Host<'_, '_, S> {
    fn xmoyo(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color).moyo(x) == Some(site.color.other())
    }
    fn omoyo(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color).moyo(x) == Some(site.color)
    }
    fn xmoyo_opposite(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color.other()).moyo(x) == Some(site.color.other())
    }
    fn omoyo_opposite(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color.other()).moyo(x) == Some(site.color)
    }
    fn xarea(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color).area(x) == Some(site.color.other())
    }
    fn oarea(&mut self, site: &Site, x: Point) -> bool {
        self.stage.influence_for(site.color).area(x) == Some(site.color)
    }
    fn xterri(&mut self, site: &Site, x: Point) -> bool {
        self.is_empty(x)
            && self.stage.influence_for(site.color).territory(x) == Some(site.color.other())
    }
    fn oterri(&mut self, site: &Site, x: Point) -> bool {
        self.is_empty(x) && self.stage.influence_for(site.color).territory(x) == Some(site.color)
    }
}

impl<S: KnowsEyes> EyeQueries for Host<'_, '_, S> {
    fn eye(&mut self, _: &Site, x: Point) -> bool {
        self.stage.eyes().of_any(x).next().is_some()
    }
    fn proper_eye(&mut self, _: &Site, x: Point) -> bool {
        self.stage.eyes().of_any(x).any(|s| !s.marginal.contains(x))
    }
    fn marginal_eye(&mut self, _: &Site, x: Point) -> bool {
        self.stage.eyes().of_any(x).any(|s| s.marginal.contains(x))
    }
    fn halfeye(&mut self, _: &Site, x: Point) -> bool {
        self.stage.eyes().half_eye(x).is_some_and(HalfEye::is_half)
    }
    fn false_eye(&mut self, _: &Site, x: Point) -> bool {
        self.stage.eyes().half_eye(x).is_some_and(HalfEye::is_false)
    }
    /// A false eye whose neighbours cannot be put into atari there: all of them
    /// belong to living dragons and have liberties elsewhere.
    fn false_eye_territory(&mut self, site: &Site, x: Point) -> bool {
        let stays = |q: Point| {
            self.stage.status(q) == Some(Status::Alive) && self.board().liberty_count(q) > 2
        };
        self.board().neighbours(x).all(stays) && self.false_eye(site, x)
    }
    fn max_eye_value(&mut self, _: &Site, x: Point) -> i32 {
        let most = self.stage.eyes().of_any(x).map(|s| s.value.defender_first).max();
        most.map_or(0, i32::from)
    }
}
