//! Questions that the tables of the root position answer. A vertex of another
//! content than the tables expect yields 0.

use super::Host;
use crate::analysis::{Dragon, EyeSpace, liberties_of_order, topology};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{
    DragonQueries, EyeQueries, GameQueries, InfluenceQueries, Site, Status, TacticsQueries,
    WormQueries,
};

impl WormQueries for Host<'_, '_> {
    fn lib2(&mut self, _: &Site, x: Point) -> i32 {
        liberties_of_order(self.board(), x, 2) as i32
    }
    fn lib3(&mut self, _: &Site, x: Point) -> i32 {
        liberties_of_order(self.board(), x, 3) as i32
    }
    fn lib4(&mut self, _: &Site, x: Point) -> i32 {
        liberties_of_order(self.board(), x, 4) as i32
    }
    fn potential_cutstone(&mut self, _: &Site, x: Point) -> bool {
        self.tables.worms.get(x).is_some_and(|w| w.cutstone2 > 1)
    }
    fn seki_helper(&mut self, _: &Site, x: Point) -> bool {
        let enemies = self.board().adjacent_enemies(x);
        self.board().at(x).is_stone() && enemies.iter().all(|e| !self.root_attack(e).is_success())
    }
    fn xcut(&mut self, site: &Site, x: Point) -> bool {
        self.cuts[site.color.other().index()].contains(x)
    }
    fn ocut(&mut self, site: &Site, x: Point) -> bool {
        self.cuts[site.color.index()].contains(x)
    }
}

impl<'a> Host<'a, '_> {
    fn dragon(&self, x: Point) -> Option<&'a Dragon> {
        self.tables.dragons.get(x)
    }

    fn has_status(&self, x: Point, status: Status) -> bool {
        self.tables.dragons.status(x) == Some(status)
    }

    fn alive_somewhere(&self, color: Color, vertices: &[Point]) -> bool {
        vertices.iter().any(|&p| self.has(p, color) && !self.has_status(p, Status::Dead))
    }

    /// How closed in a dragon is: 0 not, 1 surrounded, 2 weakly surrounded.
    fn surrounded(dragon: &Dragon) -> i32 {
        match dragon.escape {
            0..3 => 1,
            3..8 => 2,
            _ => 0,
        }
    }

    fn space(&self, x: Point) -> Option<&'a EyeSpace> {
        self.tables.eyes.get(x)
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
        Some(topology(self.board(), &self.tables.worms, x, color))
    }
}

impl DragonQueries for Host<'_, '_> {
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
        self.tables.dragons.status(x).map_or(0, |s| s as i32)
    }
    fn same_dragon(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.tables.dragons.same(x, y)
    }
    fn dragonsize(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, |d| d.size as i32)
    }
    fn effective_size(&mut self, _: &Site, x: Point) -> f32 {
        self.dragon(x).map_or(0.0, |d| d.effective_size)
    }
    /// Weakness above 0.4, and not dead.
    fn weak(&mut self, _: &Site, x: Point) -> bool {
        self.dragon(x).is_some_and(|d| d.status != Status::Dead && d.weakness > 0.4)
    }
    fn weakness(&mut self, _: &Site, x: Point) -> f32 {
        self.dragon(x).map_or(0.0, |d| d.weakness)
    }
    /// By the number of vertices the dragon can run to.
    fn is_surrounded(&mut self, _: &Site, x: Point) -> i32 {
        self.dragon(x).map_or(0, Self::surrounded)
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

impl InfluenceQueries for Host<'_, '_> {
    fn xmoyo(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color).moyo(x) == Some(site.color.other())
    }
    fn omoyo(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color).moyo(x) == Some(site.color)
    }
    fn xmoyo_opposite(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color.other()).moyo(x) == Some(site.color.other())
    }
    fn omoyo_opposite(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color.other()).moyo(x) == Some(site.color)
    }
    fn xarea(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color).area(x) == Some(site.color.other())
    }
    fn oarea(&mut self, site: &Site, x: Point) -> bool {
        self.tables.influence_for(site.color).area(x) == Some(site.color)
    }
    fn xterri(&mut self, site: &Site, x: Point) -> bool {
        self.is_empty(x)
            && self.tables.influence_for(site.color).territory(x) == Some(site.color.other())
    }
    fn oterri(&mut self, site: &Site, x: Point) -> bool {
        self.is_empty(x) && self.tables.influence_for(site.color).territory(x) == Some(site.color)
    }
}

impl EyeQueries for Host<'_, '_> {
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

impl GameQueries for Host<'_, '_> {
    fn doing_scoring(&mut self, _: &Site) -> bool {
        self.info.scoring
    }
    fn remaining_handicap_stones(&mut self, _: &Site) -> i32 {
        self.info.remaining_handicap
    }
    fn total_handicap_stones(&mut self, _: &Site) -> i32 {
        self.info.total_handicap
    }
    fn value(&mut self, _: &Site) -> f32 {
        self.value
    }
    fn edge_double_sente(&mut self, s: &Site, m: Point, a: Point, b: Point, c: Point) -> bool {
        let Some(color) = self.board().color_at(c) else { return false };
        self.after_move(color, m, |h| h.connect_and_cut_helper(s, m, a, b)).unwrap_or(false)
    }
}
