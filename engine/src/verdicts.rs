//! What becomes of every match of a position, with the questions that its
//! constraint asked: for tests of databases.
//!
//! A match is judged as `crate::patterns::PatternRunner` judges it, by the facts of the
//! whole position and the host of its database's stage; only every call of a helper is
//! written down on its way to the host.

use crate::board::Board;
use crate::door::{Restore, View};
use crate::facts::Facts;
use crate::facts::dragons_stage::DragonsStage;
use crate::facts::influence::stage::InfluenceStage;
use crate::facts::worms_stage::WormsStage;
use crate::movegen::combination_stage::CombinationStage;
use crate::movegen::stage::MovegenStage;
use crate::patterns::{GameInfo, Host, PatternHost, Rejected, judge};
use crate::reading::{Reader, Trace};
use mkpat_rt::db::{Database, Pattern, PatternDb};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Site, Stage};
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::recording_host::{Call, Traced};

/// What became of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchVerdict {
    /// Index of the database.
    pub database: usize,
    /// The match.
    pub found: Match,
    /// Why it was rejected; `None` if it was accepted.
    pub rejected: Option<Rejected>,
    /// What the constraint asked, with the answers, in order.
    pub constraint: Vec<(Call, f64)>,
    /// What reading tried for each of these questions, if it was recorded.
    pub readings: Vec<Option<Trace>>,
    /// What the action called, in order.
    pub action: Vec<(Call, f64)>,
}

/// A raw match, and the number of its database.
pub type Raw = (usize, Match);

/// All raw matches with `color` as O of the patterns that are `wanted`, by database and in
/// canonical order.
pub(crate) fn raw_matches(
    databases: &[Database],
    board: &Board,
    color: Color,
    wanted: impl Fn(&PatternDb, &Pattern) -> bool,
) -> Vec<Raw> {
    let (mut matcher, mut matches, mut out) = (Matcher::new(), Vec::new(), Vec::new());
    for (number, db) in databases.iter().enumerate() {
        matcher.matches(&db.data, board.view(), color, &mut matches);
        let wanted = matches.iter().filter(|m| wanted(&db.data, db.data.pattern(m.pattern)));
        out.extend(wanted.map(|m| (number, *m)));
    }
    out
}

/// These matches as they lie inside.
pub(crate) fn turned(outside: &[Raw], view: &View<'_>) -> Vec<Raw> {
    let turned = |&(number, m): &Raw| {
        let transform = m.transform.then(view.turn());
        (number, Match { anchor: view.inside(m.anchor), transform, ..m })
    };
    outside.iter().map(turned).collect()
}

/// Verdicts about the same matches outside, in their order.
pub(crate) fn restored(
    inside: Vec<MatchVerdict>,
    outside: &[Raw],
    view: &View<'_>,
) -> Vec<MatchVerdict> {
    let call = |(mut call, answer): (Call, f64)| {
        for p in call.args.iter_mut().flatten() {
            *p = view.outside(*p);
        }
        (call, answer)
    };
    let rejected = |rejected: Rejected| match rejected {
        Rejected::Class(refusal) => Rejected::Class(refusal.mapped(|p| view.outside(p))),
        other => other,
    };
    let restored = inside.into_iter().zip(outside).map(|(v, &(_, found))| MatchVerdict {
        found,
        rejected: v.rejected.map(rejected),
        readings: v.readings.restore(view),
        constraint: v.constraint.into_iter().map(call).collect(),
        action: v.action.into_iter().map(call).collect(),
        ..v
    });
    restored.collect()
}

/// Judges these matches with `color` as O, each by the host of its database's stage. At most
/// `variations` of those that reading tries for a question are recorded.
pub(crate) fn verdicts(
    databases: &[Database],
    reader: &mut Reader<'_>,
    facts: &Facts,
    game: GameInfo,
    color: Color,
    matches: &[Raw],
    variations: usize,
) -> Vec<MatchVerdict> {
    let mut out = Vec::new();
    for (number, db) in databases.iter().enumerate() {
        let found: Vec<Match> = matches.iter().filter(|m| m.0 == number).map(|m| m.1).collect();
        let worms = &facts.worms;
        let judged = match db.data.stage {
            Stage::Worms => judge_all(
                &mut Host::new(reader, game, WormsStage { worms }),
                db,
                color,
                &found,
                variations,
            ),
            Stage::Dragons => {
                let influence = Color::BOTH.map(|c| facts.influence_for(c));
                let effects = Vec::new();
                let stage = DragonsStage { worms, influence, cuts: facts.cuts, effects };
                judge_all(&mut Host::new(reader, game, stage), db, color, &found, variations)
            }
            Stage::Combination => {
                let stage = CombinationStage { worms };
                judge_all(&mut Host::new(reader, game, stage), db, color, &found, variations)
            }
            Stage::Movegen => {
                let stage = MovegenStage::new(facts);
                judge_all(&mut Host::new(reader, game, stage), db, color, &found, variations)
            }
            Stage::Influence => {
                let strengths = facts.dragons.strengths(worms, color);
                let status = |p: Point| facts.dragons.status(p);
                let stage = InfluenceStage {
                    worms,
                    eyes: &facts.eyes,
                    strengths: &strengths,
                    status: &status,
                    effects: Vec::new(),
                };
                let limits = reader.limits().in_influence();
                reader.within(limits, |reader| {
                    judge_all(&mut Host::new(reader, game, stage), db, color, &found, variations)
                })
            }
            // The engine refuses databases of the other stages.
            Stage::Owl | Stage::Handicap => Vec::new(),
        };
        out.extend(judged.into_iter().map(|verdict| MatchVerdict { database: number, ..verdict }));
    }
    out
}

/// Judges matches of one database by the host of its stage.
fn judge_all<H: PatternHost>(
    host: &mut H,
    db: &Database,
    color: Color,
    found: &[Match],
    variations: usize,
) -> Vec<MatchVerdict> {
    let judged = found.iter().map(|m| {
        let (mut constraint, mut action, mut readings) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = |host: &mut H, site: &Site, act| {
            let mut traced = Traced::new(|helper, site: &Site, args: &[Option<Point>]| {
                if variations == 0 || act {
                    return host.call_helper(helper, site, args);
                }
                let (answer, trace) = host.call_recorded(helper, site, args, variations);
                readings.push(trace);
                answer
            });
            let value = if act {
                traced.act(db, m.pattern, site)
            } else {
                traced.check(db, m.pattern, site)
            };
            let calls = if act { &mut action } else { &mut constraint };
            calls.append(&mut traced.calls);
            value
        };
        let rejected = judge(host, db.data.pattern(m.pattern), m, color, &mut run).err();
        MatchVerdict { database: 0, found: *m, rejected, constraint, readings, action }
    });
    judged.collect()
}
