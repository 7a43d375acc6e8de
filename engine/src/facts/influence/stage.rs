//! The stage `influence`: databases say where influence cannot pass, where it starts without a
//! stone, and what cannot become territory (GNU Go 3.8 manual, "Patterns used by the Influence
//! module").
//!
//! Databases of the kind `connections` are barriers, and matched for the side that is assumed to move
//! first, O: class `A` stops O between X stones, `D` stops X between O stones (at `,`; `!` weakens),
//! `B` gives O a source at `!`, `t` says in its action what is no territory. Those of the
//! kind `general` give sources at `*`, to both sides: class `E` shows the strength of a shape, `I` an
//! invasion, only by the side that moves first, or with `s` by either. Class letters `Y` and `FY` restrict
//! barriers to the valuation of territory or to the rest; as there is one terrain for both here,
//! `FY` patterns are not used.

use super::{Source, Terrain, TerrainPart};
use crate::board::PointSet;
use crate::facts::queries::KnowsEyes;
use crate::facts::{EyeSpaces, Worms};
use crate::patterns::{
    Accepted, GameInfo, Host, PatternHost, PatternRunner, Refusal, Run, StageData, run_as, vertex,
};
use crate::reading::{Code, Reader};
use mkpat_rt::colon_line::{AttrKind, ClassSet};
use mkpat_rt::db::Pattern;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Site, Stage, Status, TerritoryEffects};
use mkpat_rt::matcher::Match;

/// What is known at this stage.
pub(crate) struct InfluenceStage<'a> {
    pub(crate) worms: &'a Worms,
    pub(crate) eyes: &'a EyeSpaces,
    /// By vertex: 0 for stones that are no sources.
    pub(crate) strengths: &'a [f32],
    /// Statuses by stone, if dragons are known.
    pub(crate) status: &'a dyn Fn(Point) -> Option<Status>,
    pub(crate) effects: Vec<NoTerritory>,
}

/// The vertex cannot become territory of this colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NoTerritory(pub(crate) Point, pub(crate) Color);

impl StageData for InfluenceStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.worms.attack_code(p)
    }

    fn defend(&self, p: Point) -> Code {
        self.worms.defend_code(p)
    }
}

impl KnowsEyes for InfluenceStage<'_> {
    fn eyes(&self) -> &EyeSpaces {
        self.eyes
    }

    fn status(&self, p: Point) -> Option<Status> {
        (self.status)(p)
    }
}

impl TerritoryEffects for Host<'_, '_, InfluenceStage<'_>> {
    fn non_oterritory(&mut self, site: &Site, x: Point) {
        self.stage.effects.push(NoTerritory(x, site.color));
    }

    fn non_xterritory(&mut self, site: &Site, x: Point) {
        self.stage.effects.push(NoTerritory(x, site.color.other()));
    }
}

impl PatternHost for Host<'_, '_, InfluenceStage<'_>> {
    type Effect = NoTerritory;

    run_as!(mkpat_rt::helper::InfluenceHost);

    /// Stones that hold a barrier or reach on must live; the letters `O o X x` speak of dragons.
    fn refusal(
        &mut self,
        class: ClassSet,
        _: &Site,
        own: &PointSet,
        enemy: &PointSet,
    ) -> Option<Refusal> {
        let status = |p: Point| (self.stage.status)(p).unwrap_or(Status::Unknown);
        let refused = Refusal::by_status(class, [own, enemy], status);
        let lifeless = |letters: &str, strings: &PointSet| {
            let letter = letters.chars().find(|&c| class.has(c))?;
            let lives = |p: Point| self.stage.strengths.get(p.idx()).is_some_and(|&s| s > 0.0);
            let string = strings.iter().find(|&p| !lives(p))?;
            Some(Refusal::Lifeless { letter, string })
        };
        refused.or_else(|| lifeless("DBE", own)).or_else(|| lifeless("A", enemy))
    }

    fn begin(&mut self, _: f32) {
        self.stage.effects.clear();
    }

    fn take_effects(&mut self) -> Vec<NoTerritory> {
        std::mem::take(&mut self.stage.effects)
    }
}

/// What the databases of this stage say, `first` moving first.
pub(crate) fn terrain(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    stage: InfluenceStage<'_>,
    first: Color,
) -> Terrain {
    Terrain::of(parts(runner, reader, stage, first, None))
}

/// The terrain after a move, `first` moving first. `before` is that before the move, and only matches that
/// have a vertex of `changed` are looked at again: the stones of the move, and those that it captures, saves
/// or makes weak.
pub(crate) fn terrain_after(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    stage: InfluenceStage<'_>,
    first: Color,
    (before, changed): (&Terrain, &PointSet),
) -> Terrain {
    let stays = |part: &&TerrainPart| !part.area.intersects(changed);
    let mut all: Vec<TerrainPart> = before.parts.iter().filter(stays).cloned().collect();
    all.extend(parts(runner, reader, stage, first, Some(changed)));
    Terrain::of(all)
}

/// Where the stones of `by`, of the colour `color`, can move in next: the sources of patterns of class `B` whose
/// action returns that this cannot be stopped in sente, or that have no action.
pub(crate) fn intrusions(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    stage: InfluenceStage<'_>,
    color: Color,
    by: &PointSet,
) -> Vec<Source> {
    let mut host = Host::new(reader, GameInfo::default(), stage);
    let mut out = Vec::new();
    for (database, db) in runner.at_stage(Stage::Influence) {
        for m in runner.run_where(Run { database, color }, &mut host, |pattern, m| {
            pattern.class.has('B') && by.contains(m.anchor)
        }) {
            let pattern = db.data.pattern(m.pattern);
            if pattern.action.is_none() || m.returned != 0 {
                out.extend(host.stage.intrusion(pattern, &m, color));
            }
        }
    }
    share(&mut out);
    strongest(&mut out);
    out
}

/// What each match says, of all or of those that have a vertex of `near`.
fn parts(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    stage: InfluenceStage<'_>,
    first: Color,
    near: Option<&PointSet>,
) -> Vec<TerrainPart> {
    let limits = reader.set_limits(reader.limits().in_influence());
    let mut host = Host::new(reader, GameInfo::default(), stage);
    let mut out = Vec::new();
    for (database, db) in runner.at_stage(Stage::Influence) {
        for color in [first, first.other()] {
            let is_first = color == first;
            let wanted = |pattern: &Pattern, m: &Match| {
                let class = pattern.class;
                let barrier = class.has_any("ABDt") && is_first;
                let source = class.has('E') || class.has('I') && (is_first || class.has('s'));
                let touches = |near: &PointSet| {
                    pattern.elements.iter().any(|e| near.contains(vertex(m, e.at)))
                };
                (barrier || source)
                    && !(class.has('F') && class.has('Y'))
                    && near.is_none_or(touches)
            };
            for m in runner.run_where(Run { database, color }, &mut host, wanted) {
                out.push(host.stage.part(db.data.pattern(m.pattern), m, color));
            }
        }
    }
    reader.set_limits(limits);
    out
}

impl InfluenceStage<'_> {
    /// The sources of a match of class `B`: as strong as the stone that moves in, which is the anchor.
    fn intrusion(&self, pattern: &Pattern, m: &Accepted<NoTerritory>, color: Color) -> Vec<Source> {
        let part = self.strengths.get(m.site.origin.idx()).copied().unwrap_or(0.0);
        let strength = part * pattern.number(AttrKind::Value).unwrap_or(0.0);
        let from = Some((m.site.origin, INTRUDES * part));
        let source = |&point| Source {
            point,
            color,
            strength,
            is_strength: false,
            is_intrusion: true,
            from,
        };
        m.special.iter().map(source).collect()
    }

    /// What a match for `color` says.
    fn part(&self, pattern: &Pattern, m: Accepted<NoTerritory>, color: Color) -> TerrainPart {
        let class = pattern.class;
        let mut sources = Vec::new();
        if class.has('B') {
            sources = self.intrusion(pattern, &m, color);
        }
        if class.has_any("EI") && !m.site.mv.is_pass() {
            let (point, is_strength) = (m.site.mv, class.has('E'));
            let strength = pattern.number(AttrKind::Value).unwrap_or(0.0);
            sources.push(Source {
                point,
                color,
                strength,
                is_strength,
                is_intrusion: false,
                from: None,
            });
        }
        TerrainPart {
            area: m.area,
            stopped: stopped_by(class, color),
            barriers: m.barriers,
            filters: m.special,
            sources,
            no_territory: m.effects,
        }
    }
}

impl Terrain {
    /// The same with these sources, too.
    pub(crate) fn with(mut self, sources: Vec<Source>) -> Terrain {
        self.sources.extend(sources);
        strongest(&mut self.sources);
        self
    }

    /// The terrain of these parts.
    fn of(parts: Vec<TerrainPart>) -> Terrain {
        let mut out = Terrain::default();
        for part in &parts {
            if let Some(stopped) = part.stopped {
                part.barriers.iter().for_each(|&p| insert(&mut out.barriers[stopped.index()], p));
                part.filters.iter().for_each(|&p| insert(&mut out.filters[stopped.index()], p));
            }
            for &NoTerritory(p, c) in &part.no_territory {
                out.no_territory[c.index()].insert(p);
            }
            out.sources.extend(&part.sources);
        }
        share(&mut out.sources);
        strongest(&mut out.sources);
        out.parts = parts;
        out
    }
}

fn insert(set: &mut PointSet, p: Point) {
    set.insert(p);
}

/// Whose influence a pattern of this class stops, matched for `color`.
fn stopped_by(class: ClassSet, color: Color) -> Option<Color> {
    if class.has('A') {
        Some(color)
    } else if class.has('D') {
        Some(color.other())
    } else {
        None
    }
}

/// Together the intrusions of one stone are at most this strong, for a living stone.
const INTRUDES: f32 = 60.0;

/// Makes the intrusions of a stone weaker if together they are too strong; several at one vertex count as
/// the strongest of them.
fn share(sources: &mut Vec<Source>) {
    let stone = |s: &Source| s.from.map(|(p, _)| p);
    sources.sort_by(|a, b| {
        let key = |s: &Source| (stone(s), s.point, s.color.index(), s.is_strength);
        key(a).cmp(&key(b)).then(b.strength.total_cmp(&a.strength))
    });
    sources.dedup_by_key(|s| (stone(s), s.point, s.color, s.is_strength));
    for group in sources.chunk_by_mut(|a, b| stone(a) == stone(b)) {
        let Some((_, most)) = group[0].from else { continue };
        let all: f32 = group.iter().map(|s| s.strength).sum();
        if all > most {
            group.iter_mut().for_each(|s| s.strength *= most / all);
        }
    }
}

/// Keeps the strongest source of each kind at each vertex.
fn strongest(sources: &mut Vec<Source>) {
    sources.sort_by(|a, b| {
        let key = |s: &Source| (s.point, s.color.index(), s.is_strength);
        key(a).cmp(&key(b)).then(b.strength.total_cmp(&a.strength))
    });
    sources.dedup_by_key(|s| (s.point, s.color, s.is_strength));
}
