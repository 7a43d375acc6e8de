//! What becomes of every match of a position, with the questions that its
//! constraint asked: for tests of databases.
//!
//! A match is judged as [`super::Shapes`] judges it, by the tables of the whole
//! position; only every call of a helper is written down on its way to the
//! [`Host`].

use super::host::at_engine_stage;
use super::shapes::{Rejected, judge};
use super::{GameInfo, Host};
use crate::analysis::Tables;
use crate::reading::Reader;
use mkpat_rt::db::{Database, Pattern, PatternDb};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Caller, Helper, Site, Stage};
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::record::{Call, Traced};

/// What became of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Index of the database.
    pub database: usize,
    /// The match.
    pub found: Match,
    /// Why it was rejected; `None` if it was accepted.
    pub rejected: Option<Rejected>,
    /// What the constraint asked, with the answers, in order.
    pub constraint: Vec<(Call, f64)>,
    /// What the action called, in order.
    pub action: Vec<(Call, f64)>,
}

/// All matches with `color` as O of the patterns that are `wanted`, by database and
/// in canonical order.
pub fn verdicts(
    databases: &[Database],
    reader: &mut Reader<'_>,
    tables: &Tables,
    info: GameInfo,
    color: Color,
    wanted: impl Fn(&PatternDb, &Pattern) -> bool,
) -> Vec<Verdict> {
    let mut host = Host::new(reader, tables, info);
    let (mut matcher, mut matches, mut out) = (Matcher::new(), Vec::new(), Vec::new());
    for (database, db) in databases.iter().enumerate() {
        matcher.matches(&db.data, host.board().view(), color, &mut matches);
        for found in &matches {
            let pattern = db.data.pattern(found.pattern);
            if !wanted(&db.data, pattern) {
                continue;
            }
            let site = found.site(pattern, color);
            let (mut constraint, mut action) = (Vec::new(), Vec::new());
            let mut run = |host: &mut Host<'_, '_>, act| {
                let mut traced = Traced::new(|helper, site: &Site, args: &[Option<Point>]| {
                    ask(host, db.data.stage, helper, site, args)
                });
                let value = if act {
                    traced.act(db, found.pattern, &site)
                } else {
                    traced.check(db, found.pattern, &site)
                };
                let calls = if act { &mut action } else { &mut constraint };
                calls.append(&mut traced.calls);
                value
            };
            let rejected = judge(db, &mut host, pattern, found, color, &mut run).err();
            out.push(Verdict { database, found: *found, rejected, constraint, action });
        }
    }
    out
}

/// Asks the host of a stage by the number of a helper.
fn ask(
    host: &mut Host<'_, '_>,
    stage: Stage,
    helper: Helper,
    site: &Site,
    args: &[Option<Point>],
) -> f64 {
    let answer = at_engine_stage!(stage, host, host.call(helper, site, args));
    // The engine refuses databases of the other stages.
    answer.flatten().unwrap_or(0.0)
}
