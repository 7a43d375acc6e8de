//! The stage `dragons`: the connection databases say which strings belong together, and
//! where connections can be broken.

use super::queries::{KnowsInfluence, KnowsWorms};
use super::{Influence, Join, Worms};
use crate::board::PointSet;
use crate::patterns::{GameInfo, Host, PatternHost, PatternRunner, Run, StageData, run_as};
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{DragonEffects, Site, Stage};

/// What is known at this stage.
pub(crate) struct DragonsStage<'a> {
    pub(crate) worms: &'a Worms,
    /// For each colour, the influence in which its opponent moves first.
    pub(crate) influence: [&'a Influence; 2],
    /// Where class-B patterns say that connections can be broken, by colour of the cutter. It
    /// grows while these patterns are matched.
    pub(crate) cuts: [PointSet; 2],
    pub(crate) effects: Vec<DragonEffect>,
}

/// What an action of this stage asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum DragonEffect {
    /// The strings belong to one dragon.
    Amalgamate(Point, Point),
    /// Saving the string would bring one more cutting point.
    Cutstone(Point),
}

impl StageData for DragonsStage<'_> {
    fn attack(&self, p: Point) -> Code {
        self.worms.attack_code(p)
    }

    fn defend(&self, p: Point) -> Code {
        self.worms.defend_code(p)
    }
}

impl KnowsWorms for DragonsStage<'_> {
    fn worms(&self) -> &Worms {
        self.worms
    }

    fn cuts(&self) -> &[PointSet; 2] {
        &self.cuts
    }
}

impl KnowsInfluence for DragonsStage<'_> {
    fn influence_for(&self, color: Color) -> &Influence {
        self.influence[color.index()]
    }
}

impl PatternHost for Host<'_, '_, DragonsStage<'_>> {
    type Effect = DragonEffect;

    run_as!(mkpat_rt::helper::DragonsHost);

    fn begin(&mut self, _: f32) {
        self.stage.effects.clear();
    }

    /// The cut-stone helper accepts a match if it finds a cut stone, which is its effect.
    fn help(&mut self, name: &str, site: &Site) -> bool {
        match name {
            CUTSTONE2_HELPER => {
                self.count_cutstone(site);
                !self.stage.effects.is_empty()
            }
            _ => true,
        }
    }

    fn take_effects(&mut self) -> Vec<DragonEffect> {
        std::mem::take(&mut self.stage.effects)
    }
}

/// The hand-written helper of this stage.
pub(crate) const CUTSTONE2_HELPER: &str = "cutstone2_helper";

impl Host<'_, '_, DragonsStage<'_>> {
    /// Pattern `XO/O*`: `a` upper left, `b` above, `c` left of the move.
    fn count_cutstone(&mut self, site: &Site) {
        let (a, b, c) = (site.at(-1, -1), site.at(-1, 0), site.at(0, -1));
        let Some(owner) = self.board().color_at(a) else { return };
        let Some(worm) = self.stage.worms.get(a) else { return };
        if worm.defend.code == Code::Lose || worm.defend.point.is_pass() {
            return;
        }
        let defence = worm.defend.point;
        let opens = self.after_move(owner, defence, |h| {
            h.attack_code(b).is_success()
                || h.attack_code(c).is_success()
                || h.reader.safe_move(site.mv, owner).is_success()
        });
        if opens == Some(true) {
            self.stage.effects.push(DragonEffect::Cutstone(a));
        }
    }
}

impl DragonEffects for Host<'_, '_, DragonsStage<'_>> {
    fn amalgamate(&mut self, _: &Site, x: Point, y: Point) {
        self.stage.effects.push(DragonEffect::Amalgamate(x, y));
    }

    /// Dragons do not exist yet at this stage, so the sizes compared are those of strings.
    fn amalgamate_most_valuable_helper(&mut self, _: &Site, a: Point, b: Point, c: Point) {
        let same = |p: Point, q: Point| self.board().same_string(p, q);
        let joined = |x: Point, y: Point| {
            same(x, y)
                || self.stage.effects.iter().any(|e| {
                    matches!(*e, DragonEffect::Amalgamate(p, q)
                        if same(p, x) && same(q, y) || same(p, y) && same(q, x))
                })
        };
        if joined(a, b) || joined(b, c) {
            return;
        }
        let size = |p: Point| self.stage.worms.get(p).map_or(0.0, |w| w.reach);
        let other = if size(c) > size(a) { c } else { a };
        self.stage.effects.push(DragonEffect::Amalgamate(b, other));
    }
}

/// What the connection databases say of a position, for both colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections {
    /// Strings that belong together.
    pub(crate) joins: Vec<Join>,
    /// By colour of the cutter: where connections can be broken.
    pub(crate) cuts: [PointSet; 2],
    /// Strings of which saving brings a cutting point, as often as it does.
    pub(crate) cutstones: Vec<Point>,
    /// By colour: vertices at which its eye spaces are open to the enemy.
    pub(crate) open: [PointSet; 2],
}

/// Matches the databases of this stage: first those patterns that mark cutting points (the manual's
/// `find_cuts`), then those that connect (`find_connections`), then those about eye spaces
/// (`modify_eye_spaces`).
pub(crate) fn connections(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    worms: &Worms,
    influence: [&Influence; 2],
) -> Connections {
    let stage = DragonsStage { worms, influence, cuts: Default::default(), effects: Vec::new() };
    let mut host = Host::new(reader, GameInfo::default(), stage);
    let mut found = Connections::default();
    for (database, _) in runner.at_stage(Stage::Dragons) {
        for color in Color::BOTH {
            mark_cuts(runner, &mut host, Run { database, color }, &mut found.open);
        }
    }
    for (database, _) in runner.at_stage(Stage::Dragons) {
        for color in Color::BOTH {
            join(runner, &mut host, Run { database, color }, &mut found);
        }
    }
    for (database, _) in runner.at_stage(Stage::Dragons) {
        for color in Color::BOTH {
            let run = Run { database, color };
            for m in runner.run(run, &mut host, |class| class.has_any("Ee")) {
                mark(&mut found.open[color.index()], &m.special);
            }
        }
    }
    found.cuts = host.into_stage().cuts;
    found
}

fn mark(set: &mut PointSet, points: &[Point]) {
    for &p in points {
        set.insert(p);
    }
}

/// Marks where class-B patterns break connections of the side that they are matched for, and
/// open its eye spaces.
fn mark_cuts(
    runner: &mut PatternRunner<'_>,
    host: &mut Host<'_, '_, DragonsStage<'_>>,
    run: Run,
    open: &mut [PointSet; 2],
) {
    let cutter = run.color.other();
    for m in runner.run(run, host, |class| class.has('B')) {
        if m.site.mv.is_pass() || host.reader.safe_move(m.site.mv, cutter).is_success() {
            let cuts = &mut host.stage.cuts[cutter.index()];
            mark(cuts, &m.special);
            mark(&mut open[run.color.index()], &m.special);
            if !m.site.mv.is_pass() {
                cuts.insert(m.site.mv);
            }
        }
    }
}

/// Collects what the other patterns join.
fn join(
    runner: &mut PatternRunner<'_>,
    host: &mut Host<'_, '_, DragonsStage<'_>>,
    run: Run,
    found: &mut Connections,
) {
    let db = &runner.databases()[run.database];
    for m in runner.run(run, host, |class| !class.has_any("BEe")) {
        let class = db.data.pattern(m.pattern).class;
        for effect in &m.effects {
            match *effect {
                DragonEffect::Amalgamate(x, y) => found.joins.push((x, y)),
                DragonEffect::Cutstone(x) => found.cutstones.push(x),
            }
        }
        if !class.has('C') {
            continue;
        }
        let mut is_lost = |p: Point| {
            host.stored_attack(p) == Code::Win
                && (m.site.mv.is_pass() || !host.reader.does_defend(m.site.mv, p).is_success())
        };
        if !class.has('s') && m.own.iter().any(|&p| is_lost(p)) {
            continue;
        }
        found.joins.extend(m.own.windows(2).map(|pair| (pair[0], pair[1])));
    }
}
