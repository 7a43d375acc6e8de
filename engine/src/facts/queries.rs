//! Questions that facts about the root answer, for the hosts of stages that have these
//! facts. A vertex of another content than the facts are about yields 0.

use super::{Dragon, Dragons, EyeSpace, Eyes, Influence, Worms, topology};
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
pub(crate) trait KnowsEyes: KnowsWorms {
    fn eyes(&self) -> &Eyes;
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

/// How closed in a dragon is: 0 not, 1 surrounded, 2 weakly surrounded.
fn surrounded(dragon: &Dragon) -> i32 {
    match dragon.escape {
        0..3 => 1,
        3..8 => 2,
        _ => 0,
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
    /// See [`surrounded`]: it depends on the number of vertices that the dragon can run to.
    fn is_surrounded(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, surrounded)
    }
    /// `x` is a vital point of the critical dragon at `y`.
    fn owl_threatens(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.dragon(y).is_some_and(|d| d.status == Status::Critical && d.vital.contains(&x))
    }
    fn genus(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, |d| i32::from(d.min_eyes))
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

impl<S: KnowsEyes> Host<'_, '_, S> {
    fn space(&self, x: Point) -> Option<&EyeSpace> {
        self.stage.eyes().get(x)
    }

    /// The colour that holds all four sides of an empty vertex, dead stones of
    /// the other side aside.
    fn encloser(&self, x: Point) -> Option<Color> {
        let board = self.board();
        if !board.is_empty(x) {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| {
            board.neighbours(x).all(|q| {
                board.color_at(q) == Some(color) || self.space(q).is_some_and(|s| s.color == color)
            }) && board.neighbours(x).any(|q| board.color_at(q) == Some(color))
        })
    }

    fn eye_topology(&self, x: Point) -> Option<u8> {
        let color = self.encloser(x)?;
        Some(topology(self.board(), self.stage.worms(), x, color))
    }
}

impl<S: KnowsEyes + KnowsDragons> EyeQueries for Host<'_, '_, S> {
    fn eye(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some()
    }
    fn proper_eye(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some_and(|s| !s.marginal.contains(x))
    }
    fn marginal_eye(&mut self, _: &Site, x: Point) -> bool {
        self.space(x).is_some_and(|s| s.marginal.contains(x))
    }
    fn halfeye(&mut self, _: &Site, x: Point) -> bool {
        self.eye_topology(x) == Some(3)
    }
    fn false_eye(&mut self, _: &Site, x: Point) -> bool {
        self.eye_topology(x).is_some_and(|t| t >= 4)
    }
    /// A false eye whose neighbours cannot be put into atari there: all of them
    /// belong to living dragons and have liberties elsewhere.
    fn false_eye_territory(&mut self, site: &Site, x: Point) -> bool {
        self.false_eye(site, x)
            && self
                .board()
                .neighbours(x)
                .all(|q| self.has_status(q, Status::Alive) && self.board().liberty_count(q) > 2)
    }
    fn max_eye_value(&mut self, _: &Site, x: Point) -> i32 {
        self.space(x).map_or(0, |s| i32::from(s.max_eyes))
    }
}
