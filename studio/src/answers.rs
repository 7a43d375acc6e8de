//! What the page shows of a position: the board, matches, candidates, what is known of it, as JSON.
//!
//! Each function asks one thing of the front end and puts the answer into the shape that the page reads.

use engine::verdicts::Raw;
use katachi_frontend::pattern_tests::verdict;
use katachi_frontend::session::Session;
use katachi_frontend::show::{self, What};
use katachi_frontend::why::{self, dismissal, points, position};
use mkpat::tools::positions::matches::Found;
use mkpat::tools::positions::near;
use mkpat_rt::db::{Pattern, PatternDb, PatternSet};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::{Match, Matcher};
use serde_json::{Value, json};

use crate::position::{Position, letter};

/// Patterns that nearly match are told up to so many differing vertices …
const NEAR_WEIGHT: usize = 3;
/// … and at most so many of them.
const NEAR_MOST: usize = 40;

/// The board of a position and its record.
pub(crate) fn board(at: &Position) -> Value {
    let board = at.game.board();
    let size = board.size();
    let stones: String = Point::all(size)
        .map(|p| match board.color_at(p) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        })
        .collect();
    let last = at.game.moves().last();
    let last = last.filter(|m| !m.point.is_pass()).map(|m| m.point.name(size));
    json!({
        "size": size,
        "stones": stones,
        "last": last,
        "number": at.number,
        "record": at.record,
        "toMove": letter(at.to_move),
        "captures": { "B": board.captures(Color::Black), "W": board.captures(Color::White) },
        "komi": at.game.rules().komi,
        "warnings": at.warnings,
        "passes": at.game.moves().iter().rev().take_while(|m| m.point.is_pass()).count(),
    })
}

/// Who is O when a database is matched at a stage: at some stages both are.
fn sides(stage: Stage, to_move: Color) -> Vec<Color> {
    match stage {
        Stage::Worms | Stage::Dragons | Stage::Influence | Stage::Owl => {
            vec![to_move, to_move.other()]
        }
        _ => vec![to_move],
    }
}

/// All raw matches of all databases, with their colours.
fn raw(set: &PatternSet, at: &Position) -> Vec<(Color, Raw)> {
    let (mut matcher, mut found, mut out) = (Matcher::new(), Vec::new(), Vec::new());
    for (number, database) in set.databases.iter().enumerate() {
        for color in sides(database.data.stage, at.to_move) {
            matcher.matches(&database.data, at.game.board().view(), color, &mut found);
            out.extend(found.iter().map(|m| (color, (number, *m))));
        }
    }
    out
}

/// A match as the page shows it, without a verdict.
fn shown(db: &PatternDb, color: Color, raw: Match, at: &Position) -> Value {
    let board = position(at.game.board());
    let found = Found { db, color, raw };
    let pattern = found.pattern();
    let size = board.size();
    let mut watched: Vec<String> = found.watched(&board).iter().map(|p| p.name(size)).collect();
    watched.sort();
    watched.dedup();
    json!({
        "database": db.name,
        "pattern": pattern.name,
        "stage": db.stage.name(),
        "color": letter(color),
        "move": found.mv().map(|p| p.name(size)),
        "anchor": raw.anchor.name(size),
        "orientation": raw.transform.index(),
        "values": found.values(size),
        "class": pattern.class.to_string(),
        "file": file(db, pattern),
        "line": pattern.line,
        "watched": watched,
    })
}

fn file(db: &PatternDb, pattern: &Pattern) -> String {
    db.files.get(usize::from(pattern.file)).cloned().unwrap_or_default()
}

/// How many patterns match by the vertex of their move: what the board marks. No engine is asked.
pub(crate) fn matches(set: &PatternSet, at: &Position) -> Value {
    let size = at.game.size();
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut moves: Vec<Point> = Vec::new();
    let all = raw(set, at);
    for (color, (number, m)) in &all {
        let pattern = set.databases[*number].data.pattern(m.pattern);
        let mv = m.site(pattern, *color).mv;
        if !mv.is_pass() {
            moves.push(mv);
        }
    }
    moves.sort();
    for p in moves {
        let name = p.name(size);
        match counts.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => counts.push((name, 1)),
        }
    }
    json!({ "total": all.len(), "moves": counts })
}

/// The matches at a vertex: those that move there, with the verdict, and those that look at it; and the
/// patterns that would move there if a little were different.
pub(crate) fn at_vertex(session: &mut Session, at: &Position, vertex: Point) -> Value {
    let set = session.patterns().clone();
    let all = raw(&set, at);
    let moves_there = |&&(color, (number, m)): &&(Color, Raw)| {
        let pattern = set.databases[number].data.pattern(m.pattern);
        m.site(pattern, color).mv == vertex
    };
    let mut out = Vec::new();
    for color in [at.to_move, at.to_move.other()] {
        let own: Vec<Raw> =
            all.iter().filter(|m| m.0 == color).filter(moves_there).map(|m| m.1).collect();
        if own.is_empty() {
            continue;
        }
        for v in session.judge_matches(color, &own, 0) {
            let mut value = shown(&set.databases[v.database].data, color, v.found, at);
            value["verdict"] = json!(verdict(v.rejected));
            out.push(value);
        }
    }
    let board = position(at.game.board());
    let looks = |&&(color, (number, raw)): &&(Color, Raw)| {
        let db = &set.databases[number].data;
        Found { db, color, raw }.watched(&board).contains(&vertex)
    };
    let others = all.iter().filter(|m| !moves_there(m)).filter(looks);
    let covering: Vec<Value> = others
        .map(|&(color, (number, m))| shown(&set.databases[number].data, color, m, at))
        .collect();
    json!({ "matches": out, "covering": covering, "near": nearly(&set, at, vertex) })
}

/// Patterns that nearly match with their move at a vertex, the nearest first.
fn nearly(set: &PatternSet, at: &Position, vertex: Point) -> Vec<Value> {
    let board = position(at.game.board());
    let size = board.size();
    let mut found: Vec<(usize, Value)> = Vec::new();
    for db in set.databases.iter().map(|d| &d.data) {
        for color in sides(db.stage, at.to_move) {
            for pattern in &db.patterns {
                let nearest = near::nearest(pattern, board.view(), color, Some(vertex), 1);
                let Some(near) = nearest.first() else { continue };
                if near.weight() == 0 || near.weight() > NEAR_WEIGHT {
                    continue;
                }
                let differences: Vec<String> =
                    near.differences.iter().map(|d| d.text(size, color)).collect();
                found.push((
                    near.weight(),
                    json!({
                        "database": db.name,
                        "pattern": pattern.name,
                        "color": letter(color),
                        "file": file(db, pattern),
                        "line": pattern.line,
                        "differences": differences,
                    }),
                ));
            }
        }
    }
    found.sort_by_key(|f| f.0);
    found.into_iter().take(NEAR_MOST).map(|f| f.1).collect()
}

/// What the engine considers: moves with values in parts and reasons, and moves that it dismisses.
pub(crate) fn candidates(session: &mut Session, at: &Position) -> Value {
    let considered = session.considered(at.to_move);
    let size = at.game.size();
    let list: Vec<Value> = considered
        .candidates
        .iter()
        .map(|c| {
            let (parts, total) = c.decision.hundredths(c.value);
            let parts: Vec<Value> =
                parts.iter().map(|(name, x)| json!([name, points(*x)])).collect();
            let reasons: Vec<String> = c.reasons.iter().map(|r| session.describe(r)).collect();
            json!({
                "at": c.point.name(size),
                "value": points(total),
                "parts": parts,
                "reasons": reasons,
            })
        })
        .collect();
    let dismissed: Vec<Value> = considered
        .dismissed
        .iter()
        .map(|(p, why)| json!([p.name(size), dismissal(*why, size)]))
        .collect();
    json!({ "toMove": letter(at.to_move), "candidates": list, "dismissed": dismissed })
}

/// Why a pattern matches, or not: the answers of `katachi why`.
///
/// # Errors
/// If there is no such pattern.
pub(crate) fn why(session: &mut Session, question: &why::Question) -> Result<Value, String> {
    let answers = why::explain(question, session)?;
    let text = why::text(&answers);
    let answers = serde_json::to_value(&answers).map_err(|e| e.to_string())?;
    Ok(json!({ "answers": answers, "text": text }))
}

/// The layers that can be drawn over a board.
pub(crate) const LAYERS: [(&str, What); 5] = [
    ("worms", What::Worms),
    ("dragons", What::Dragons),
    ("eyes", What::Eyes),
    ("influence", What::Influence),
    ("territory", What::Territory),
];

/// What the engine knows of a position, as marks on vertices.
///
/// # Errors
/// If there is no such layer.
pub(crate) fn layer(session: &mut Session, name: &str) -> Result<Value, String> {
    let what = LAYERS.iter().find(|l| l.0 == name).map(|l| l.1);
    let what = what.ok_or_else(|| format!("there is no layer {name}"))?;
    let chart = show::chart(session, what);
    let spots: Vec<Value> = chart.spots.iter().map(|s| json!([s.label, s.tint.name()])).collect();
    let key: Vec<Value> =
        chart.key.iter().map(|(label, tint, text)| json!([label, tint.name(), text])).collect();
    Ok(json!({ "title": chart.title, "spots": spots, "key": key, "table": chart.table }))
}
