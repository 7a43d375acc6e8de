//! At which moves of the opened record the engine plays otherwise after an edit.
//!
//! Two states of the databases → the patterns that differ → the positions of the record where one of them matches,
//! with the old databases or the new ones (some milliseconds) → the engine's move there, by both. The second part
//! takes a move's time twice per position; the nearest to the position on the page come first, and a newer edit ends it.
//! Positions where no changed pattern matches are not asked about: there a move can only differ by what is looked
//! at ahead.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use mkpat::tools::compare::{self, Change};
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::Color;
use mkpat_rt::matcher::Matcher;
use serde_json::json;

use crate::last_edit::{Affected, Changed, Changes};
use crate::position::{Position, Read};
use crate::seat::Seat;
use crate::studio::{State, Studio, locked};

/// How long the page has to ask before the engine is asked about other positions.
const PATIENCE: Duration = Duration::from_millis(200);

/// Takes up files that have changed, tells the pages, and begins to look for what that changes.
pub(crate) fn take_up(studio: &Arc<Studio>) {
    if let Some((old, new)) = studio.reload() {
        begin(studio, &old, &new);
    }
}

/// Looks for changes in a thread of its own.
fn begin(studio: &Arc<Studio>, old: &Arc<State>, new: &Arc<State>) {
    let (studio, old, new) = (Arc::clone(studio), Arc::clone(old), Arc::clone(new));
    std::thread::spawn(move || {
        let found = find(&studio, &old, &new);
        let positions = found.positions.clone();
        *locked(&studio.changes) = found;
        tell(&studio);
        if let Some(read) = studio.opened() {
            ask(&studio, &old, &new, &read, &positions);
        }
        let mut changes = locked(&studio.changes);
        if changes.version == new.version {
            changes.done = true;
            drop(changes);
            tell(&studio);
        }
    });
}

fn tell(studio: &Studio) {
    let changes = locked(&studio.changes).clone();
    studio.tell(&json!({ "kind": "changes", "changes": changes }));
}

/// The patterns that differ, and where they match.
fn find(studio: &Studio, old: &State, new: &State) -> Changes {
    let mut out = Changes { version: new.version, ..Changes::default() };
    if old.set_version == new.set_version {
        return out;
    }
    out.patterns = differing(old, new);
    let Some(read) = studio.opened() else { return out };
    let names: BTreeSet<(&str, &str)> =
        out.patterns.iter().map(|c| (c.database.as_str(), c.pattern.as_str())).collect();
    let mut matcher = Matcher::new();
    for (number, (game, _)) in read.positions().iter().enumerate() {
        let mut patterns = BTreeSet::new();
        for set in [&old.set, &new.set] {
            matching(set, game.board().view(), &names, &mut matcher, &mut patterns);
        }
        if !patterns.is_empty() {
            let patterns = patterns.into_iter().collect();
            out.positions.push(Affected { number, patterns, moves: None });
        }
    }
    out
}

/// The patterns that differ between two states.
fn differing(old: &State, new: &State) -> Vec<Changed> {
    let (Some(a), Some(b)) = (&old.databases, &new.databases) else { return Vec::new() };
    let mut out = Vec::new();
    let mut push = |database: &str, pattern: &str, what: String| {
        out.push(Changed { database: database.to_string(), pattern: pattern.to_string(), what });
    };
    for part in &b.parts {
        let Some(now) = part.patterns() else { continue };
        let name = &now.spec.name;
        let before = a.parts.iter().filter_map(|p| p.patterns()).find(|db| db.spec.name == *name);
        let Some(before) = before else {
            now.patterns.iter().for_each(|p| push(name, &p.name, "new".to_string()));
            continue;
        };
        for change in compare::compare(before, now).changes {
            match change {
                Change::Added(p) => push(name, &p.name, "new".to_string()),
                Change::Removed(p) => push(name, &p.name, "gone".to_string()),
                Change::Renamed(p, q) => push(name, &q.name, format!("was {}", p.name)),
                Change::Changed(p, _, parts) => {
                    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                    push(name, &p.name, format!("{} changed", parts.join(", ")));
                }
            }
        }
    }
    out
}

/// Those of the patterns that match on a board.
fn matching(
    set: &PatternSet,
    board: mkpat_rt::geom::BoardView<'_>,
    names: &BTreeSet<(&str, &str)>,
    matcher: &mut Matcher,
    out: &mut BTreeSet<String>,
) {
    let mut found = Vec::new();
    for db in set.databases.iter().map(|d| &d.data) {
        if !names.iter().any(|(database, _)| *database == db.name) {
            continue;
        }
        for color in Color::BOTH {
            matcher.matches(db, board, color, &mut found);
            let names = found
                .iter()
                .map(|m| db.pattern(m.pattern).name.as_str())
                .filter(|name| names.contains(&(db.name.as_str(), *name)));
            out.extend(names.map(str::to_string));
        }
    }
}

/// Asks the engine for its moves, with both states; ends as soon as there is a newer one.
fn ask(studio: &Studio, old: &State, new: &State, read: &Read, affected: &[Affected]) {
    let positions = read.positions();
    let here = locked(&studio.quick).number();
    let mut order: Vec<&Affected> = affected.iter().collect();
    order.sort_by_key(|a| (a.number.abs_diff(here), a.number));
    // An engine for each state: neither has to be told of other databases all the time.
    let mut seats = [Seat::default(), Seat::default()];
    // Who has just saved looks at the page: its questions come first.
    std::thread::sleep(PATIENCE);
    for place in order {
        drop(locked(&studio.quick));
        drop(locked(&studio.moves));
        if studio.state().version != new.version {
            return;
        }
        let Some((game, to_move)) = positions.get(place.number) else { continue };
        let at = Position {
            game: game.clone(),
            to_move: *to_move,
            record: Vec::new(),
            number: place.number,
            warnings: Vec::new(),
            key: place.number.to_string(),
        };
        let mut best = |seat: usize, state: &State| {
            let found = seats[seat].ask(&studio.settings, state.set(), &at, |session| {
                let found = session.considered(at.to_move).candidates;
                let best = found.first().map(|c| c.point.name(at.game.size()));
                best.unwrap_or("pass".to_string())
            });
            found.unwrap_or_else(|e| e)
        };
        let moves = [best(0, old), best(1, new)];
        {
            let mut changes = locked(&studio.changes);
            if changes.version != new.version {
                return;
            }
            changes.asked += 1;
            if let Some(found) = changes.positions.iter_mut().find(|a| a.number == place.number) {
                found.moves = Some(moves);
            }
        }
        tell(studio);
    }
}
