//! Hosts that write down what they are asked: for tests of databases.
//!
//! [`Recorder`] answers every helper from a seed, where no engine is wanted. The
//! same seed, site and order of calls give the same answers, so two ways to
//! evaluate a constraint can be held together by results and calls. [`Traced`]
//! passes every question on and keeps the answers: what an engine said.

use crate::at_stage;
use crate::db::Database;
use crate::geom::Point;
use crate::helper::*;
use crate::rng::Rng;

/// One call: the helper and its arguments (`None` is a tenuki).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The helper.
    pub helper: Helper,
    /// Its arguments in textual order.
    pub args: Vec<Option<Point>>,
}

/// The recording host. It belongs to every stage.
#[derive(Clone, Debug)]
pub struct Recorder {
    rng: Rng,
    /// The calls so far.
    pub calls: Vec<Call>,
}

impl Recorder {
    /// A host with answers drawn from `seed`.
    pub fn new(seed: u64) -> Recorder {
        Recorder { rng: Rng::new(seed), calls: Vec::new() }
    }

    /// Value of the constraint of a pattern, asked through the host of the
    /// database's stage.
    pub fn check(&mut self, db: &Database, id: PatternId, site: &Site) -> i64 {
        run(self, db, id, site, false)
    }

    /// Runs the action of a pattern in the same way.
    pub fn act(&mut self, db: &Database, id: PatternId, site: &Site) -> i64 {
        run(self, db, id, site, true)
    }
}

/// Runs constraint or action through the host of the database's stage.
fn run<H>(host: &mut H, db: &Database, id: PatternId, site: &Site, act: bool) -> i64
where
    H: WormsHost
        + DragonsHost
        + InfluenceHost
        + CombinationHost
        + OwlHost
        + MovegenHost
        + HandicapHost,
{
    let value = at_stage!(
        db.data.stage,
        host,
        [
            Worms: WormsHost,
            Dragons: DragonsHost,
            Influence: InfluenceHost,
            Combination: CombinationHost,
            Owl: OwlHost,
            Movegen: MovegenHost,
            Handicap: HandicapHost,
        ],
        db.run(host, id, site, act)
    );
    // Every stage is named.
    value.unwrap_or(0)
}

impl HostBase for Recorder {
    fn fallback(&mut self, helper: Helper, _site: &Site, args: &[Option<Point>]) -> f64 {
        self.calls.push(Call { helper, args: args.to_vec() });
        let random = self.rng.next_u64() >> 32;
        match helper.info().returns {
            Returns::Unit => 0.0,
            Returns::Bool => (random % 2) as f64,
            Returns::Int => (random % 6) as f64,
            Returns::Float => (random % 40) as f64 / 8.0,
            Returns::Code => [0.0, 0.0, 2.0, 4.0, 5.0, 5.0][(random % 6) as usize],
        }
    }
}

impl BoardQueries for Recorder {}
impl TacticsQueries for Recorder {}
impl ConnectionQueries for Recorder {}
impl WormQueries for Recorder {}
impl DragonQueries for Recorder {}
impl InfluenceQueries for Recorder {}
impl EyeQueries for Recorder {}
impl OwlQueries for Recorder {}
impl GameQueries for Recorder {}
impl MoveEffects for Recorder {}
impl DragonEffects for Recorder {}
impl TerritoryEffects for Recorder {}

/// A host that passes every question on to `ask` and writes down question and
/// answer. It belongs to every stage; `ask` has to answer those of the stage that
/// it is used for.
#[derive(Clone, Debug)]
pub struct Traced<F> {
    ask: F,
    /// The calls so far, with their answers as numbers (0 for actions).
    pub calls: Vec<(Call, f64)>,
}

impl<F: FnMut(Helper, &Site, &[Option<Point>]) -> f64> Traced<F> {
    /// A host that asks `ask`.
    pub fn new(ask: F) -> Traced<F> {
        Traced { ask, calls: Vec::new() }
    }

    /// Value of the constraint of a pattern.
    pub fn check(&mut self, db: &Database, id: PatternId, site: &Site) -> i64 {
        run(self, db, id, site, false)
    }

    /// Runs the action of a pattern in the same way.
    pub fn act(&mut self, db: &Database, id: PatternId, site: &Site) -> i64 {
        run(self, db, id, site, true)
    }
}

impl<F: FnMut(Helper, &Site, &[Option<Point>]) -> f64> HostBase for Traced<F> {
    fn fallback(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> f64 {
        let answer = (self.ask)(helper, site, args);
        self.calls.push((Call { helper, args: args.to_vec() }, answer));
        answer
    }
}

macro_rules! asks_everything {
    ($($Trait:ident),*) => {
        $( impl<F: FnMut(Helper, &Site, &[Option<Point>]) -> f64> $Trait for Traced<F> {} )*
    };
}

asks_everything!(
    BoardQueries,
    TacticsQueries,
    ConnectionQueries,
    WormQueries,
    DragonQueries,
    InfluenceQueries,
    EyeQueries,
    OwlQueries,
    GameQueries,
    MoveEffects,
    DragonEffects,
    TerritoryEffects
);

/// Evaluates every constraint and action of two forms of one database at several
/// sites with several seeds, and describes the first difference in result or
/// calls. `Ok` holds the number of evaluations and of helper calls compared.
///
/// # Errors
///
/// The pattern, the seed and what differed.
pub fn compare(a: &Database, b: &Database, seeds: u64) -> Result<(usize, usize), String> {
    use crate::geom::{Color, Transform};
    if a.data.patterns.len() != b.data.patterns.len() {
        return Err("different numbers of patterns".to_string());
    }
    let (mut evaluations, mut calls) = (0, 0);
    for (id, p) in a.data.iter() {
        for seed in 0..seeds {
            let t = Transform::ALL[(seed % 8) as usize];
            let site = p.site(Point::new(12, 12), t, Color::BOTH[(seed % 2) as usize]);
            for action in [false, true] {
                let [(x, one), (y, two)] = [a, b].map(|db| {
                    let mut host = Recorder::new(seed);
                    let value =
                        if action { host.act(db, id, &site) } else { host.check(db, id, &site) };
                    (value, host.calls)
                });
                if x != y || one != two {
                    let what = if action { "action" } else { "constraint" };
                    return Err(format!(
                        "{what} of `{}`, seed {seed}: {x} after {one:?}, {y} after {two:?}",
                        p.name
                    ));
                }
                evaluations += 1;
                calls += one.len();
            }
        }
    }
    Ok((evaluations, calls))
}
