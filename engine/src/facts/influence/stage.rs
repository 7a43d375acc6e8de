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

use super::{Source, Terrain};
use crate::board::PointSet;
use crate::facts::queries::KnowsEyes;
use crate::facts::{EyeSpaces, Worms};
use crate::patterns::{
    GameInfo, Host, PatternHost, PatternRunner, Refusal, Run, StageData, run_as,
};
use crate::reading::{Code, Reader};
use mkpat_rt::colon_line::{AttrKind, ClassSet};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Site, Stage, Status, TerritoryEffects};

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
    let mut host = Host::new(reader, GameInfo::default(), stage);
    let mut out = Terrain::default();
    for (database, db) in runner.at_stage(Stage::Influence) {
        for color in [first, first.other()] {
            let is_first = color == first;
            let wanted = |class: ClassSet| {
                let barrier = class.has_any("ABDt") && is_first;
                let source = class.has('E') || class.has('I') && (is_first || class.has('s'));
                (barrier || source) && !(class.has('F') && class.has('Y'))
            };
            for m in runner.run(Run { database, color }, &mut host, wanted) {
                let pattern = db.data.pattern(m.pattern);
                let class = pattern.class;
                if let Some(stopped) = stopped_by(class, color) {
                    m.barriers.iter().for_each(|&p| insert(&mut out.barriers[stopped.index()], p));
                    m.special.iter().for_each(|&p| insert(&mut out.filters[stopped.index()], p));
                }
                let strength = pattern.number(AttrKind::Value).unwrap_or(0.0);
                let mut add = |point: Point, is_strength: bool| {
                    out.sources.push(Source { point, color, strength, is_strength });
                };
                if class.has('B') {
                    m.special.iter().for_each(|&p| add(p, false));
                }
                if class.has_any("EI") && !m.site.mv.is_pass() {
                    add(m.site.mv, class.has('E'));
                }
                for &NoTerritory(p, c) in &m.effects {
                    out.no_territory[c.index()].insert(p);
                }
            }
        }
    }
    strongest(&mut out.sources);
    out
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

/// Keeps the strongest source of each kind at each vertex.
fn strongest(sources: &mut Vec<Source>) {
    sources.sort_by(|a, b| {
        let key = |s: &Source| (s.point, s.color.index(), s.is_strength);
        key(a).cmp(&key(b)).then(b.strength.total_cmp(&a.strength))
    });
    sources.dedup_by_key(|s| (s.point, s.color, s.is_strength));
}
