//! What patterns and helpers cost: the engine looks for its move in one position, in all positions
//! of a record, or while suites run, and what it counts is told as a table or as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use clap::ValueEnum;
use engine::patterns::{Cost, Costs, Profile};
use serde_json::{Value, json};

use crate::session::Session;

/// Rows of each part of the table; JSON has all.
const ROWS: usize = 20;

/// Lets the engine look for the move of the session's position or, with `every`, of all positions
/// of its game, the last one first; the session ends at the first of these.
pub fn measure(session: &mut Session, every: bool) -> Costs {
    let profile = Profile::default();
    session.measure(profile.clone());
    loop {
        let color = session.to_move();
        session.generate(color, false, false);
        if !every || !session.undo(1) {
            return profile.costs();
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The costliest first; equal ones in the order of their names.
fn sorted<K: Ord + Clone>(costs: impl Iterator<Item = (K, Cost)>) -> Vec<(K, Cost)> {
    let mut all: Vec<(K, Cost)> = costs.collect();
    all.sort_by(|(a, x), (b, y)| y.time.cmp(&x.time).then_with(|| a.cmp(b)));
    all
}

/// How costs are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// As a table for people.
    Table,
    /// As JSON.
    Json,
}

/// The costs in this form.
pub fn text(costs: &Costs, form: Form) -> String {
    match form {
        Form::Table => table(costs),
        Form::Json => format!("{:#}\n", json(costs)),
    }
}

/// Three tables: patterns, helpers, and databases (matching alone), the costliest first.
pub fn table(costs: &Costs) -> String {
    let mut out = String::new();
    let mut part = |title: &str, rows: Vec<(String, Cost)>, accepted: bool| {
        let head = if accepted { "accepted" } else { "" };
        let _ = writeln!(out, "{:>9} {:>9} {head:>9}  {title}", "ms", "calls");
        let more = rows.len().saturating_sub(ROWS);
        let total = rows.iter().fold(Cost::default(), |mut sum, (_, cost)| {
            sum.calls += cost.calls;
            sum.accepted += cost.accepted;
            sum.time += cost.time;
            sum
        });
        let rest = (more > 0).then(|| format!("in all ({more} more)"));
        let last = (rest.unwrap_or("in all".to_string()), total);
        for (name, cost) in rows.into_iter().take(ROWS).chain([last]) {
            let taken = if accepted { cost.accepted.to_string() } else { String::new() };
            let time = milliseconds(cost.time);
            let _ = writeln!(out, "{time:9.2} {:9} {taken:>9}  {name}", cost.calls);
        }
        out.push('\n');
    };
    let patterns = costs.patterns.iter().map(|((db, name), cost)| (format!("{db}:{name}"), *cost));
    part("pattern, with the helpers that it asks", sorted(patterns), true);
    let helpers = costs.helpers.iter().map(|(name, cost)| (name.to_string(), *cost));
    part("helper", sorted(helpers), false);
    let matching = costs.matching.iter().map(|(name, cost)| (name.clone(), *cost));
    part("database: looking for its diagrams", sorted(matching), false);
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Everything as JSON, the costliest first.
pub fn json(costs: &Costs) -> Value {
    let patterns = sorted(costs.patterns.iter().map(|(key, cost)| (key.clone(), *cost)));
    let patterns: Vec<Value> = patterns
        .into_iter()
        .map(|((database, pattern), cost)| {
            json!({
                "database": database,
                "pattern": pattern,
                "calls": cost.calls,
                "accepted": cost.accepted,
                "milliseconds": milliseconds(cost.time),
            })
        })
        .collect();
    let named = |what: &str, costs: Vec<(String, Cost)>| -> Vec<Value> {
        let row = |(name, cost): (String, Cost)| {
            let time = milliseconds(cost.time);
            json!({ what: name, "calls": cost.calls, "milliseconds": time })
        };
        costs.into_iter().map(row).collect()
    };
    let helpers = costs.helpers.iter().map(|(name, cost)| (name.to_string(), *cost));
    let matching = costs.matching.iter().map(|(name, cost)| (name.clone(), *cost));
    json!({
        "patterns": patterns,
        "helpers": named("helper", sorted(helpers)),
        "matching": named("database", sorted(matching)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use mkpat_rt::geom::{Color, Point};

    fn played(moves: &[&str]) -> Session {
        let settings = Settings { size: 7, level: 5, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        for name in moves {
            let color = session.to_move();
            session.play(color, Point::parse(name, 7).expect("a vertex")).expect("a legal move");
        }
        session
    }

    fn counted(costs: &Costs) -> Vec<(String, u64, u64)> {
        let patterns = costs.patterns.iter().map(|((db, name), c)| (format!("{db}:{name}"), *c));
        let helpers = costs.helpers.iter().map(|(name, c)| (name.to_string(), *c));
        patterns.chain(helpers).map(|(name, c)| (name, c.calls, c.accepted)).collect()
    }

    const MOVES: [&str; 7] = ["D4", "D5", "E5", "E6", "F6", "C4", "D3"];

    #[test]
    fn calls_are_the_same_twice_and_the_move_is_that_without_counting() {
        let mut plain = played(&MOVES);
        let wanted = plain.generate(Color::White, false, false);
        let mut session = played(&MOVES);
        let costs = measure(&mut session, false);
        assert_eq!(session.generate(Color::White, false, false), wanted);
        assert_eq!(counted(&costs), counted(&measure(&mut played(&MOVES), false)));
        assert!(costs.patterns.values().any(|c| c.accepted > 0 && c.accepted < c.calls));
        assert!(!costs.helpers.is_empty() && !costs.matching.is_empty());
    }

    #[test]
    fn a_record_costs_more_than_its_last_position() {
        let calls = |costs: &Costs| costs.patterns.values().map(|c| c.calls).sum::<u64>();
        let last = measure(&mut played(&MOVES), false);
        let all = measure(&mut played(&MOVES), true);
        assert!(calls(&all) > calls(&last), "{} {}", calls(&all), calls(&last));
    }

    #[test]
    fn table_and_json_tell_the_same() {
        let costs = measure(&mut played(&MOVES), false);
        let (table, json) = (table(&costs), json(&costs));
        let patterns = json["patterns"].as_array().expect("patterns");
        assert_eq!(patterns.len(), costs.patterns.len());
        let first = &patterns[0];
        let name = |of: &str| first[of].as_str().expect("a name").to_string();
        let row = table.lines().nth(1).expect("a row");
        assert!(row.ends_with(&format!("{}:{}", name("database"), name("pattern"))), "{row}");
        assert!(row.contains(&format!(" {} ", first["calls"])), "{row}");
    }
}
