//! Whose is what: influence of both colours, territory, moyo and area (GNU Go 3.8 manual,
//! "Influence Function").
//!
//! Living stones are sources (`spread`); where influence cannot pass and where patterns see more
//! sources is a [`Terrain`], which the databases of the stage `influence` make for the side that is
//! assumed to move first (`stage`). From the sums for both colours follows what each vertex is
//! worth (`territory`). Everything is computed twice: with the sources that show strength, for
//! moyo, area and ways out; and without them, with a wider reach, for territory.
//!
//! Moves made before do not matter: two boards with the same stones give the same numbers. Nothing
//! here knows dragons; whoever asks says how strong each stone is.

mod spread;
pub(crate) mod stage;
mod territory;

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use mkpat_rt::geom::{AREA, Color, Point};
use spread::{Fading, Field, Ground, Rays};
use stage::NoTerritory;
use std::sync::Arc;

/// How influence fades. The manual's values.
const NARROW: Fading = Fading { attenuation: 3.0, diagonal: 2.0 };
/// The same for territory: stones reach farther, so that influence which is weak everywhere is
/// compared fairly.
const WIDE: Fading = Fading { attenuation: 2.4, diagonal: 1.7 };
/// What passes a vertex that weakens influence.
const FILTERED: f32 = 0.7;
/// What passes a vertex with a living enemy stone beside it, and diagonally beside it; with more than one,
/// each takes its part. Seen in what GNU Go 3.8 answers to `initial_influence … white_permeability`.
const BESIDE: f32 = 0.25;
const DIAGONAL: f32 = 0.65;
/// Strength of a living stone.
const FULL: f32 = 100.0;
/// Expected points from which a vertex is territory.
const TERRITORY: f32 = 0.9;
/// A vertex is moyo if one's influence is at least this, and so many times as strong as the other's.
const MOYO: (f32, f32) = (12.0, 6.0);
/// The same for area.
const AREA_OF: (f32, f32) = (2.0, 2.0);

/// A source of influence that is no living stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Where.
    pub point: Point,
    /// Whose.
    pub color: Color,
    /// Its strength; a stone has 100.
    pub strength: f32,
    /// It shows the strength of a shape, and does not count for territory.
    pub is_strength: bool,
    /// It is where a stone can move in: the vertex is open to its colour whatever stands beside it.
    pub is_intrusion: bool,
    /// Of an intrusion: the stone that moves in, and how strong all that come from it can be together.
    pub from: Option<(Point, f32)>,
}

/// What patterns say of the ways of influence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terrain {
    /// By colour: vertices that its influence does not pass.
    pub barriers: [PointSet; 2],
    /// By colour: vertices that weaken its influence.
    pub filters: [PointSet; 2],
    /// By colour: vertices that cannot become its territory.
    pub no_territory: [PointSet; 2],
    /// Sources besides the stones, the strongest of each kind at a vertex.
    pub sources: Vec<Source>,
    /// The matches that all of this comes from.
    parts: Vec<TerrainPart>,
}

/// What one match says of the ways of influence.
#[derive(Clone, Debug, PartialEq)]
struct TerrainPart {
    /// All vertices that the pattern draws.
    area: PointSet,
    /// Whose influence it stops, if it does.
    stopped: Option<Color>,
    /// Where.
    barriers: Vec<Point>,
    /// Where it weakens it.
    filters: Vec<Point>,
    /// Sources that it adds.
    sources: Vec<Source>,
    /// Vertices that cannot become a colour's territory.
    no_territory: Vec<NoTerritory>,
}

impl Terrain {
    /// By colour and vertex: the part of the colour's influence that passes, 0 to 1, if these are the living
    /// stones of each colour. Nothing passes a living enemy stone or a barrier, less passes beside enemies, and
    /// a source of its own on an empty vertex makes a way through.
    fn permeability(&self, board: &Board, alive: &[PointSet; 2]) -> [Field; 2] {
        Color::BOTH.map(|color| {
            let enemies = &alive[color.other().index()];
            let mut field = vec![0.0; AREA].into_boxed_slice();
            for p in Point::all(board.size()) {
                let closed = enemies.contains(p) || self.barriers[color.index()].contains(p);
                field[p.idx()] = match (closed, self.filters[color.index()].contains(p)) {
                    (true, _) => 0.0,
                    (false, true) => FILTERED,
                    (false, false) => 1.0,
                };
            }
            for e in enemies.iter() {
                board.neighbours(e).for_each(|p| field[p.idx()] *= BESIDE);
                board.diagonals(e).for_each(|p| field[p.idx()] *= DIAGONAL);
            }
            let intrusions = self.sources.iter().filter(|s| s.color == color && s.is_intrusion);
            for s in intrusions.filter(|s| !enemies.contains(s.point)) {
                field[s.point.idx()] = 1.0;
            }
            alive[color.index()].iter().for_each(|p| field[p.idx()] = 1.0);
            field
        })
    }
}

/// Influence of a position.
#[derive(Clone, Debug)]
pub struct Influence {
    size: usize,
    /// By colour: influence, with the sources that show strength.
    strength: [Field; 2],
    /// By colour: influence that territory is computed from.
    reach: [Field; 2],
    /// Expected points: 1 for Black, −1 for White; up to 2 where a dead stone lies.
    value: Field,
    /// By colour: the part of its influence that passes a vertex.
    passes: [Field; 2],
    /// By colour: the strengths of sources on a vertex, those that show strength included.
    sources: [Field; 2],
    /// The stones that live, by colour.
    alive: [PointSet; 2],
    /// Sum of all values.
    score: f32,
    /// What each source sends out, if that was kept.
    rays: Option<Arc<Rays>>,
}

/// Which numbers of a position [`Influence::map`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfluenceMap {
    /// Influence of a colour, with the sources that show strength.
    Strength(Color),
    /// Strengths of a colour's sources: of its living stones and of those that patterns add.
    Sources(Color),
    /// The part of a colour's influence that passes.
    Permeability(Color),
    /// Influence of a colour that territory is computed from.
    Reach(Color),
    /// Expected points, positive for Black; up to 2 where a dead stone lies.
    Territory,
    /// 0 nobody's, 1 area, 2 moyo, 3 territory, 4 a living stone; negative for White.
    Regions,
}

impl Influence {
    /// Influence of the stones of `board`, each with its strength from 0 (dead) to 1, indexed by
    /// vertex.
    pub fn new(board: &Board, strengths: &[f32], terrain: &Terrain) -> Influence {
        Influence::find(board, strengths, terrain, None, false)
    }

    /// As [`Influence::new`], for a position that has most in common with that of `self`: what spreads as it
    /// did there is taken from there.
    pub fn changed(&self, board: &Board, strengths: &[f32], terrain: &Terrain) -> Influence {
        Influence::find(board, strengths, terrain, Some(self), false)
    }

    /// As [`Influence::new`], keeping what each source sends out for [`Influence::changed`]; the same is taken from
    /// `before`, if there is one.
    pub(super) fn kept(
        board: &Board,
        strengths: &[f32],
        terrain: &Terrain,
        before: Option<&Influence>,
    ) -> Influence {
        Influence::find(board, strengths, terrain, before, true)
    }

    fn find(
        board: &Board,
        strengths: &[f32],
        terrain: &Terrain,
        before: Option<&Influence>,
        keep: bool,
    ) -> Influence {
        let lives = |p: &Point| strengths.get(p.idx()).is_some_and(|&s| s > 0.0);
        let alive = Color::BOTH.map(|c| {
            Point::all(board.size())
                .filter(|&p| board.color_at(p) == Some(c))
                .filter(lives)
                .collect()
        });
        let passes = terrain.permeability(board, &alive);
        let ground = Ground::new(board, alive, &passes);
        let before = before.and_then(|influence| influence.rays.as_deref());
        let mut rays = keep.then(|| Rays::new(&ground));
        let [black, white] = Color::BOTH.map(|c| {
            ground.fields(c, strengths, &terrain.sources, [WIDE, NARROW], before, rays.as_mut())
        });
        let ([black_reach, black], [white_reach, white]) = (black, white);
        let (reach, strength) = ([black_reach, white_reach], [black, white]);
        let value = territory::values(board, &reach, &passes, &alive, terrain);
        let score = Point::all(board.size()).map(|p| value[p.idx()]).sum();
        let sources = Color::BOTH.map(|c| {
            let mut own = vec![0.0; AREA].into_boxed_slice();
            alive[c.index()].iter().for_each(|p| own[p.idx()] = FULL * strengths[p.idx()]);
            let other = terrain.sources.iter().filter(|s| s.color == c);
            other.for_each(|s| own[s.point.idx()] += s.strength);
            own
        });
        let rays = rays.map(Arc::new);
        Influence {
            size: board.size(),
            strength,
            reach,
            value,
            passes,
            sources,
            alive,
            score,
            rays,
        }
    }

    /// Expected points of `color` at the vertex, those of the other side negative: a number from −1
    /// to 1, from −2 to 2 where a dead stone lies; ±1 for living stones.
    pub fn of(&self, p: Point, color: Color) -> f32 {
        let own = |c: Color| self.alive[c.index()].contains(p);
        let black = match Color::BOTH.into_iter().find(|&c| own(c)) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => self.value.get(p.idx()).copied().unwrap_or(0.0),
        };
        if color == Color::Black { black } else { -black }
    }

    /// Expected points of `color` on the board minus those of the other side; a dead stone counts
    /// two.
    pub fn score(&self, color: Color) -> f32 {
        if color == Color::Black { self.score } else { -self.score }
    }

    /// Vertices per side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Influence of a colour at a vertex, a stone of full strength being 100.
    pub fn strength(&self, p: Point, color: Color) -> f32 {
        self.strength[color.index()].get(p.idx()).copied().unwrap_or(0.0)
    }

    /// Influence of a colour at a vertex, as far as territory is concerned.
    pub fn reach(&self, p: Point, color: Color) -> f32 {
        self.reach[color.index()].get(p.idx()).copied().unwrap_or(0.0)
    }

    fn owner(&self, p: Point, (least, times): (f32, f32)) -> Option<Color> {
        Color::BOTH.into_iter().find(|&c| {
            let (own, other) = (self.strength(p, c), self.strength(p, c.other()));
            let stands = |c: Color| self.alive[c.index()].contains(p);
            stands(c) || !stands(c.other()) && own >= least && own > times * other
        })
    }

    /// Whose secure territory (or living stone) the vertex is.
    pub fn territory(&self, p: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&c| self.of(p, c) >= TERRITORY)
    }

    /// In whose moyo (territory included) the vertex lies.
    pub fn moyo(&self, p: Point) -> Option<Color> {
        self.territory(p).or_else(|| self.owner(p, MOYO))
    }

    /// In whose area (moyo included) the vertex lies.
    pub fn area(&self, p: Point) -> Option<Color> {
        self.moyo(p).or_else(|| self.owner(p, AREA_OF))
    }

    /// One number of every kind at a vertex.
    pub fn map(&self, kind: InfluenceMap, p: Point) -> f32 {
        let sign = |c: Option<Color>| match c {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        match kind {
            InfluenceMap::Strength(c) => self.strength(p, c),
            InfluenceMap::Sources(c) => self.sources[c.index()][p.idx()],
            InfluenceMap::Permeability(c) => self.passes[c.index()][p.idx()],
            InfluenceMap::Reach(c) => self.reach[c.index()][p.idx()],
            InfluenceMap::Territory => self.value[p.idx()],
            InfluenceMap::Regions => {
                let stone = Color::BOTH.into_iter().find(|c| self.alive[c.index()].contains(p));
                let of = [stone, self.territory(p), self.moyo(p), self.area(p)];
                let first = of.iter().position(Option::is_some);
                first.map_or(0.0, |i| (4 - i) as f32 * sign(of[i]))
            }
        }
    }
}

impl Restore for Source {
    fn restore(self, view: &View<'_>) -> Source {
        Source { point: view.outside(self.point), color: view.color(self.color), ..self }
    }
}

impl Restore for Terrain {
    fn restore(self, view: &View<'_>) -> Terrain {
        Terrain {
            barriers: self.barriers.restore(view),
            filters: self.filters.restore(view),
            no_territory: self.no_territory.restore(view),
            sources: self.sources.restore(view),
            parts: self.parts.restore(view),
        }
    }
}

impl Restore for NoTerritory {
    fn restore(self, view: &View<'_>) -> NoTerritory {
        NoTerritory(self.0.restore(view), self.1.restore(view))
    }
}

impl Restore for TerrainPart {
    fn restore(self, view: &View<'_>) -> TerrainPart {
        TerrainPart {
            area: self.area.restore(view),
            stopped: self.stopped.restore(view),
            barriers: self.barriers.restore(view),
            filters: self.filters.restore(view),
            sources: self.sources.restore(view),
            no_territory: self.no_territory.restore(view),
        }
    }
}

/// A field as it lies outside.
fn turned(field: &Field, size: usize, view: &View<'_>, sign: f32) -> Field {
    let mut out = vec![0.0; field.len()].into_boxed_slice();
    for p in Point::all(size) {
        out[view.outside(p).idx()] = sign * field[p.idx()];
    }
    out
}

impl Restore for Influence {
    fn restore(self, view: &View<'_>) -> Influence {
        let sign = if view.color(Color::Black) == Color::Black { 1.0 } else { -1.0 };
        let both = |fields: [Field; 2]| {
            let mut out = fields.map(|f| turned(&f, self.size, view, 1.0));
            if sign < 0.0 {
                out.reverse();
            }
            out
        };
        Influence {
            size: self.size,
            strength: both(self.strength),
            reach: both(self.reach),
            value: turned(&self.value, self.size, view, sign),
            passes: both(self.passes),
            sources: both(self.sources),
            alive: self.alive.restore(view),
            score: sign * self.score,
            rays: None,
        }
    }
}
