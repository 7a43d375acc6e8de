//! [`Profile`]: what patterns and helpers cost while the engine works, in calls and time.
//!
//! Whoever wants to know gives an engine a profile; every runner of that engine then counts
//! into it. Calls are the same for the same work; times are the machine's. The time of a
//! pattern holds that of the helpers which it asks, and the time of a helper that of the
//! patterns which its search matches.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mkpat_rt::db::{Database, Pattern};
use mkpat_rt::geom::Point;
use mkpat_rt::helper::{Helper, PatternId, Site};
use mkpat_rt::recording_host::Traced;

use super::PatternHost;

/// Calls and their time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// How often.
    pub calls: u64,
    /// Of a pattern: how many of its matches were accepted. Else 0.
    pub accepted: u64,
    /// The time of all calls.
    pub time: Duration,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.calls += other.calls;
        self.accepted += other.accepted;
        self.time += other.time;
    }

    fn since(begun: Instant, accepted: bool) -> Cost {
        Cost { calls: 1, accepted: u64::from(accepted), time: begun.elapsed() }
    }
}

/// What was counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Costs {
    /// By database: looking for matches of the diagrams.
    pub matching: BTreeMap<String, Cost>,
    /// By database and pattern: judging a match (class, legality and safety of the move,
    /// constraint, helper, action).
    pub patterns: BTreeMap<(String, String), Cost>,
    /// By name: helpers that constraints and actions call.
    pub helpers: BTreeMap<&'static str, Cost>,
}

/// Counts for all who hold a copy. See the module head.
#[derive(Clone, Debug, Default)]
pub struct Profile(Arc<Mutex<Costs>>);

impl Profile {
    /// What has been counted so far.
    pub fn costs(&self) -> Costs {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Counts while one database is matched once.
pub(super) struct Counting<'d> {
    profile: Profile,
    db: &'d Database,
    patterns: BTreeMap<&'d str, Cost>,
    helpers: BTreeMap<&'static str, Cost>,
}

impl<'d> Counting<'d> {
    /// Begins with the matches that have been looked for since `begun`.
    pub(super) fn new(profile: &Profile, db: &'d Database, begun: Instant) -> Counting<'d> {
        let found = Cost::since(begun, false);
        let mut costs = profile.0.lock().unwrap_or_else(PoisonError::into_inner);
        costs.matching.entry(db.data.name.to_string()).or_default().add(found);
        drop(costs);
        let profile = profile.clone();
        Counting { profile, db, patterns: BTreeMap::new(), helpers: BTreeMap::new() }
    }

    /// Runs the constraint of a pattern or, with `act`, its action, one helper at a time.
    pub(super) fn run<H: PatternHost>(
        &mut self,
        host: &mut H,
        pattern: PatternId,
        site: &Site,
        act: bool,
    ) -> i64 {
        let helpers = &mut self.helpers;
        let mut traced = Traced::new(|helper: Helper, site: &Site, args: &[Option<Point>]| {
            let begun = Instant::now();
            let answer = host.call_helper(helper, site, args);
            helpers.entry(helper.info().name).or_default().add(Cost::since(begun, false));
            answer
        });
        if act { traced.act(self.db, pattern, site) } else { traced.check(self.db, pattern, site) }
    }

    /// A match of the pattern, judged since `begun`.
    pub(super) fn judged(&mut self, pattern: &'d Pattern, begun: Instant, accepted: bool) {
        self.patterns.entry(&pattern.name).or_default().add(Cost::since(begun, accepted));
    }

    /// Puts what was counted to the rest.
    pub(super) fn end(self) {
        let mut costs = self.profile.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, cost) in self.patterns {
            let key = (self.db.data.name.to_string(), name.to_string());
            costs.patterns.entry(key).or_default().add(cost);
        }
        for (name, cost) in self.helpers {
            costs.helpers.entry(name).or_default().add(cost);
        }
    }
}
