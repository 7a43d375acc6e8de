//! What the engine knows about dragons.

use std::fmt::Write as _;

use engine::board::Board;
use engine::examine::Fate;
use engine::facts::{Dragon, Dragons, LifeReading};
use engine::reading::Reading;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

use super::super::command::{Command, command};
use super::super::{Args, Failure, Response};
use super::names;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "dragon_status",
        "[VERTEX]",
        "Answers alive, dead, or critical and the moves that kill and save it, as `owl_attack` and \
         `owl_defend` find them; without a vertex, a line for each dragon.",
        dragon_status,
    ),
    command(
        "same_dragon",
        "VERTEX VERTEX",
        "Answers 1 if the stones are of one dragon, else 0.",
        |s, a| {
            let (p, q) = (a.stone(s)?, a.stone(s)?);
            Ok(u8::from(s.facts_without_life().dragons.same(p, q)).to_string())
        },
    ),
    command(
        "dragon_stones",
        "[VERTEX | COLOR]",
        "Lists the stones of a dragon, of a player's dragons, or of all, one dragon per line.",
        dragon_stones,
    ),
    command(
        "dragon_data",
        "[VERTEX]",
        "Shows what is known of a dragon, or of all: a name and a value per line, as the manual \
         explains them in \"Worms and Dragons\". Owl's answers are `unchecked` where it was not \
         asked; what is not found out is `unknown`.",
        |s, a| {
            let only = optional_stone(s, a)?;
            let facts = s.facts();
            let board = s.game().board();
            let wanted = only.and_then(|p| facts.dragons.index(p));
            let list = facts.dragons.list().iter().enumerate();
            let shown = list.filter(|(i, _)| only.is_none() || wanted == Some(*i));
            Ok(shown.map(|(_, d)| dragon(d, &facts.dragons, board)).collect())
        },
    ),
    command(
        "is_surrounded",
        "VERTEX",
        "Is the dragon surrounded? Answers 0 if it is not, 1 if it is, 2 if it is weakly.",
        |s, a| {
            let p = a.stone(s)?;
            let facts = s.facts();
            let hull = facts.dragons.get(p).map(|d| d.around.hull.status.number());
            Ok(hull.unwrap_or(0).to_string())
        },
    ),
    command(
        "does_surround",
        "VERTEX VERTEX",
        "Does a move at the first vertex surround the dragon at the second, or surround it more \
         tightly? Answers 1 or 0.",
        |s, a| {
            let (p, d) = (a.vertex(s)?, a.stone(s)?);
            let dragons = s.facts().dragons;
            Ok(u8::from(dragons.does_surround(s.game().board(), p, d)).to_string())
        },
    ),
    command(
        "surround_map",
        "VERTEX VERTEX",
        "How does the second vertex lie to the stones that surround the dragon at the first? \
         Answers 1 in their convex hull, 2 next to it, 0 elsewhere; -1 if the dragon is not \
         surrounded.",
        |s, a| {
            let (d, p) = (a.stone(s)?, a.vertex(s)?);
            let dragons = s.facts().dragons;
            let board = s.game().board();
            Ok(dragons.get(d).map_or(-1, |d| d.around.hull.map(board, p)).to_string())
        },
    ),
];

/// A stone, or nothing if there is no argument.
fn optional_stone(s: &Session, args: &mut Args<'_>) -> Result<Option<Point>, Failure> {
    if args.rest().is_empty() { Ok(None) } else { args.stone(s).map(Some) }
}

fn dragon_status(s: &mut Session, args: &mut Args<'_>) -> Response {
    let only = optional_stone(s, args)?;
    let size = s.game().size();
    if let Some(p) = only {
        return Ok(fate(s, p, size));
    }
    let dragons = s.facts().dragons;
    let origins: Vec<Point> = dragons.list().iter().map(|d| d.origin).collect();
    let mut out = String::new();
    for p in origins {
        let _ = writeln!(out, "{}: {}", p.name(size), fate(s, p, size));
    }
    Ok(out)
}

/// Whether the dragon at a vertex lives, and by which moves it is killed and saved.
fn fate(s: &mut Session, p: Point, size: usize) -> String {
    match s.fate(p) {
        None => String::new(),
        Some(Fate::Alive) => "alive".to_string(),
        Some(Fate::Dead) => "dead".to_string(),
        Some(Fate::Critical { attack, defend }) => {
            format!("critical {} {}", attack.point.name(size), defend.point.name(size))
        }
    }
}

/// The name of a status in listings.
pub(in crate::gtp) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Alive => "alive",
        Status::Dead => "dead",
        Status::Critical => "critical",
        Status::Unknown => "unknown",
    }
}

fn dragon_stones(s: &mut Session, args: &mut Args<'_>) -> Response {
    let (mut color, mut at) = (None, None);
    if !args.rest().is_empty() {
        match args.clone().color() {
            Ok(c) => color = Some(c),
            Err(_) => at = Some(args.stone(s)?),
        }
    }
    let dragons: Dragons = s.facts_without_life().dragons;
    let board = s.game().board();
    let is_wanted = |d: &&Dragon| {
        color.is_none_or(|c: Color| d.color == c) && at.is_none_or(|p| dragons.same(p, d.origin))
    };
    let line = |d: &Dragon| names(d.stones(board).iter(), board.size());
    let lines: Vec<String> = dragons.list().iter().filter(is_wanted).map(line).collect();
    Ok(lines.join("\n"))
}

/// The rows of owl's answers, `unchecked` where it was not asked: about a dragon that lives or dies at a glance, and about the
/// defence of one that cannot be killed.
fn life_rows(life: Option<LifeReading>, size: usize) -> Vec<(&'static str, String)> {
    let unchecked = || "unchecked".to_string();
    let code = |r: Option<Reading>| r.map_or_else(unchecked, |r| (r.code as u8).to_string());
    let point = |r: Option<Reading>| r.map_or_else(unchecked, |r| r.point.name(size));
    let ended = if life.is_some_and(|l| l.certain) { "YES" } else { "NO" };
    let certain = |r: Option<Reading>| r.map_or_else(unchecked, |_| ended.to_string());
    let (attack, defend) = (life.map(|l| l.attack), life.and_then(|l| l.defend));
    vec![
        ("owl_attack_code", code(attack)),
        ("owl_attack_point", point(attack)),
        ("owl_attack_certain", certain(attack)),
        ("owl_2nd_attack_point", "unknown".to_string()),
        ("owl_threat_status", "unknown".to_string()),
        ("owl_defense_code", code(defend)),
        ("owl_defense_point", point(defend)),
        ("owl_defense_certain", certain(defend)),
        ("owl_2nd_defense_point", "unknown".to_string()),
        ("owl_attack_kworm", "unknown".to_string()),
        ("owl_defense_kworm", "unknown".to_string()),
    ]
}

/// The rows that nothing fills: semeai reading is not kept with a dragon.
const UNKNOWN: [&str; 9] = [
    "semeais",
    "semeai_defense_code",
    "semeai_defense_point",
    "semeai_defense_certain",
    "semeai_defense_target",
    "semeai_attack_code",
    "semeai_attack_point",
    "semeai_attack_certain",
    "semeai_attack_target",
];

/// Everything of a dragon: a row each, in GNU Go's order.
fn dragon(d: &Dragon, dragons: &Dragons, board: &Board) -> String {
    let size = board.size();
    let point = |p: Option<Point>| p.unwrap_or(Point::PASS).name(size);
    let list = |points: &[Point]| -> String {
        points.iter().map(|p| format!("{} ", p.name(size))).collect()
    };
    let hull = &d.around.hull;
    let mut rows = vec![
        ("color", d.color.to_string()),
        ("origin", d.origin.name(size)),
        ("size", d.size.to_string()),
        ("effective_size", format!("{:.2}", d.effective_size())),
        ("strategic_size", format!("{:.2}", dragons.strategic_size(d))),
        ("genus", d.eyes.value.to_string()),
        ("heye", point(d.eyes.half_eye)),
        ("escape_route", d.around.escape_route.to_string()),
        ("lunch", point(d.eyes.lunch)),
        ("crude_status", status_name(d.crude_status).to_string()),
        ("owl_status", d.life.map_or("unchecked", |life| status_name(life.status())).to_string()),
        ("status", status_name(d.status).to_string()),
        ("safety", d.safety.name().to_string()),
        ("weakness", format!("{:.2}", d.weakness)),
        ("weakness_pre_owl", format!("{:.2}", d.weakness)),
        ("surround_status", hull.status.number().to_string()),
        ("surround_size", hull.inside.len().to_string()),
        ("moyo_size", d.around.moyo_size.to_string()),
        ("moyo_territorial_value", format!("{:.2}", d.around.moyo_value)),
        ("neighbors", list(&d.around.neighbours)),
        ("hostile_neighbors", d.around.hostile_neighbours.to_string()),
    ];
    rows.extend(life_rows(d.life, size));
    rows.extend(UNKNOWN.iter().map(|name| (*name, "unknown".to_string())));
    rows.push(("strings", list(&d.strings)));
    let lines = rows.iter().map(|(name, value)| format!("{name:<23} {value}\n"));
    format!("{}:\n{}", d.origin.name(size), lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::reading::Code;

    #[test]
    fn the_defence_of_a_dragon_that_cannot_be_killed_is_unchecked() {
        let row = |life, name: &str| {
            life_rows(life, 9).into_iter().find(|r| r.0 == name).map(|r| r.1).expect("a row")
        };
        let none = Reading { code: Code::Lose, point: Point::PASS };
        let alive = Some(LifeReading { attack: none, defend: None, certain: true });
        assert_eq!(row(alive, "owl_attack_code"), "0");
        assert_eq!(row(alive, "owl_attack_certain"), "YES");
        assert_eq!(row(alive, "owl_defense_certain"), "unchecked");
        let move_at = |row, col| Reading { code: Code::Win, point: Point::new(row, col) };
        let (attack, defend) = (move_at(0, 0), Some(move_at(8, 8)));
        let critical = Some(LifeReading { attack, defend, certain: false });
        assert_eq!(row(critical, "owl_attack_point"), "A9");
        assert_eq!(row(critical, "owl_defense_point"), "J1");
        assert_eq!(row(critical, "owl_defense_code"), "5");
        assert_eq!(row(critical, "owl_defense_certain"), "NO");
        assert_eq!(row(None, "owl_attack_certain"), "unchecked");
    }
}
