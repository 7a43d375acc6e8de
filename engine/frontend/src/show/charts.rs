//! The charts: facts as labels and tints.

use super::{Chart, Spot, Tint, What};
use crate::session::Session;
use engine::board::Board;
use engine::facts::{Certainty, Dragon, Facts, InfluenceMap, Worm};
use engine::reading::Code;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// The chart of the session's position.
pub(super) fn chart(session: &mut Session, what: What) -> Chart {
    let facts = session.facts();
    let board = session.game().board();
    let mut chart = match what {
        What::Worms => worms(board, &facts),
        What::Dragons => dragons(board, &facts),
        What::Eyes => eyes(board, &facts),
        What::Influence => influence(board, &facts),
        What::Territory => territory(board, &facts),
    };
    let moves = session.game().moves().len();
    chart.title = format!("{}, after move {moves}, {} to move", chart.title, facts.color);
    chart
}

/// A chart of every vertex.
fn of_board(
    title: &str,
    board: &Board,
    key: &[(&str, Tint, &str)],
    spot: impl Fn(Point) -> (String, Tint),
) -> Chart {
    let spots = Point::all(board.size())
        .map(|p| {
            let (label, tint) = spot(p);
            Spot { stone: board.color_at(p), label, tint }
        })
        .collect();
    let key = key.iter().map(|(l, t, m)| (l.to_string(), *t, m.to_string())).collect();
    Chart { title: title.to_string(), size: board.size(), spots, key, table: Vec::new() }
}

/// The letter of the `n`-th of a kind; after 26 they begin again.
fn letter(n: usize) -> char {
    char::from(b'A' + (n % 26) as u8)
}

fn names(points: &[Point], size: usize) -> String {
    let names: Vec<String> = points.iter().map(|p| p.name(size)).collect();
    if names.is_empty() { "-".to_string() } else { names.join(" ") }
}

fn worms(board: &Board, facts: &Facts) -> Chart {
    let state = |w: &Worm| match (w.attack.code, w.defend.is_success(), w.certainty) {
        (_, _, Certainty::Invincible | Certainty::Alive) => ("=", Tint::Good),
        (Code::Lose, ..) => ("", Tint::None),
        (_, true, _) => ("!", Tint::Urgent),
        (Code::Win, ..) => ("+", Tint::Bad),
        _ => ("%", Tint::Unclear),
    };
    let key = [
        ("=", Tint::Good, "lives even if its owner always passes"),
        (" ", Tint::None, "cannot be captured"),
        ("!", Tint::Urgent, "can be captured, and saved"),
        ("%", Tint::Unclear, "can be captured by a ko"),
        ("+", Tint::Bad, "is captured"),
    ];
    let mut out = of_board("Strings", board, &key, |p| match facts.worms.index(p) {
        Some(i) => {
            let (mark, tint) = state(&facts.worms.list()[i]);
            (format!("{}{mark}", letter(i)), tint)
        }
        None => (String::new(), Tint::None),
    });
    out.table.push("   origin color stones liberties attack defence genus".to_string());
    for (i, w) in facts.worms.list().iter().enumerate() {
        let size = board.size();
        let [a, b, c, d] = w.liberties;
        out.table.push(format!(
            "{}{:<1} {:<6} {:<5} {:>6} {:>9} {:<6} {:<7} {:>5}",
            letter(i),
            state(w).0,
            w.origin.name(size),
            w.color.to_string(),
            w.size,
            format!("{a} {b} {c} {d}"),
            if w.attack.is_success() { w.attack.point.name(size) } else { "-".to_string() },
            if w.defend.is_success() { w.defend.point.name(size) } else { "-".to_string() },
            w.setting.genus,
        ));
    }
    out
}

fn dragons(board: &Board, facts: &Facts) -> Chart {
    let state = |d: &Dragon| match d.status {
        Status::Alive => ("", Tint::Good),
        Status::Unknown => ("?", Tint::Unclear),
        Status::Critical => ("!", Tint::Urgent),
        Status::Dead => ("+", Tint::Bad),
    };
    let key = [
        ("A", Tint::Good, "alive"),
        ("A?", Tint::Unclear, "not decided without reading of life and death"),
        ("A!", Tint::Urgent, "critical: who moves first decides"),
        ("A+", Tint::Bad, "dead"),
    ];
    let mut out = of_board("Dragons", board, &key, |p| match facts.dragons.index(p) {
        Some(i) => {
            let (mark, tint) = state(&facts.dragons.list()[i]);
            (format!("{}{mark}", letter(i)), tint)
        }
        None => (String::new(), Tint::None),
    });
    out.table
        .push("   origin color stones eyes escape moyo surrounded weakness safety".to_string());
    for (i, d) in facts.dragons.list().iter().enumerate() {
        out.table.push(format!(
            "{}{:<1} {:<6} {:<5} {:>6} {:>4} {:>6} {:>4} {:>10} {:>8.2} {}",
            letter(i),
            state(d).0,
            d.origin.name(board.size()),
            d.color.to_string(),
            d.size,
            d.eyes.value.to_string(),
            d.around.escape_route,
            d.around.moyo_size,
            d.around.hull.status.number(),
            d.weakness,
            d.safety.name(),
        ));
    }
    out
}

fn eyes(board: &Board, facts: &Facts) -> Chart {
    let key = [
        ("b", Tint::Black(3), "eye space of Black"),
        ("w", Tint::White(3), "eye space of White"),
        ("b-", Tint::Black(1), "its margin, which the enemy can take away (= of both)"),
        ("b2", Tint::Unclear, "half an eye: its diagonals decide"),
        ("bx", Tint::Bad, "a false eye"),
        ("b*", Tint::Urgent, "vital point"),
    ];
    // Spaces that lie open on a large board say little; those of at most this size are drawn.
    let drawn = |points: usize| points * 4 <= board.size() * board.size();
    let mut out = of_board("Eyes", board, &key, |p| {
        let here: Vec<_> = facts.eyes.of_any(p).filter(|e| drawn(e.points.len())).collect();
        let Some(eye) = here.iter().find(|e| !e.marginal.contains(p)).or(here.first()) else {
            return (String::new(), Tint::None);
        };
        let (name, deep, light) = match eye.color {
            Color::Black => ("b", Tint::Black(3), Tint::Black(1)),
            Color::White => ("w", Tint::White(3), Tint::White(1)),
        };
        let name = if here.len() > 1 { "=" } else { name };
        let half = facts.eyes.half_eye(p);
        let (mark, tint) = if eye.attacks.contains(&p) || eye.defenses.contains(&p) {
            ("*", Tint::Urgent)
        } else if half.is_some_and(|h| h.is_false()) {
            ("x", Tint::Bad)
        } else if half.is_some_and(|h| h.is_half()) {
            ("2", Tint::Unclear)
        } else if eye.marginal.contains(p) {
            ("-", light)
        } else {
            ("", deep)
        };
        (format!("{name}{mark}"), tint)
    });
    let size = board.size();
    out.table.push("origin color vertices margin eyes attack; defence".to_string());
    for e in facts.eyes.list() {
        out.table.push(format!(
            "{:<6} {:<5} {:>8} {:>6} {} {}; {}",
            e.origin.name(size),
            e.color.to_string(),
            e.points.len(),
            e.marginal.len(),
            e.value,
            names(&e.attacks, size),
            names(&e.defenses, size)
        ));
    }
    out
}

fn influence(board: &Board, facts: &Facts) -> Chart {
    let key = [
        ("b3", Tint::Black(3), "territory of Black"),
        ("b2", Tint::Black(2), "moyo of Black"),
        ("b1", Tint::Black(1), "area of Black"),
        ("w3", Tint::White(3), "territory of White"),
        ("w2", Tint::White(2), "moyo of White"),
        ("w1", Tint::White(1), "area of White"),
    ];
    let influence = &facts.influence;
    of_board("Influence", board, &key, |p| {
        let region = influence.map(InfluenceMap::Regions, p);
        let depth = (region.abs() as u8).min(3);
        match region {
            _ if region == 0.0 || region.abs() >= 4.0 => (String::new(), Tint::None),
            r if r > 0.0 => (format!("b{depth}"), Tint::Black(depth)),
            _ => (format!("w{depth}"), Tint::White(depth)),
        }
    })
}

/// Expected points from which a vertex is counted in full, in two thirds, and is shown at all.
const STEPS: [f32; 3] = [0.9, 0.5, 0.15];

fn territory(board: &Board, facts: &Facts) -> Chart {
    let key = [
        ("b", Tint::Black(3), "a point of Black (of dead stones two)"),
        ("b7", Tint::Black(2), "seven tenths of a point of Black"),
        ("b3", Tint::Black(1), "three tenths"),
        ("w", Tint::White(3), "a point of White"),
    ];
    let mut out = of_board("Territory", board, &key, |p| {
        let value = facts.influence.map(InfluenceMap::Territory, p);
        let size = value.abs();
        let Some(step) = STEPS.iter().position(|&s| size >= s) else {
            return (String::new(), Tint::None);
        };
        let (name, tint) = match value > 0.0 {
            true => ("b", Tint::Black(3 - step as u8)),
            false => ("w", Tint::White(3 - step as u8)),
        };
        let tenths = (size * 10.0).round() as u32;
        (if tenths >= 10 { name.to_string() } else { format!("{name}{tenths}") }, tint)
    });
    let score = facts.influence.score(Color::Black);
    let (name, lead) = if score >= 0.0 { ("Black", score) } else { ("White", -score) };
    out.table.push(format!("{name} has {lead:.1} points more on the board, {} moving first", {
        facts.color.other()
    }));
    out
}
