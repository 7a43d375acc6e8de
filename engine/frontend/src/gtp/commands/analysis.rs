//! What the engine knows about strings (worms) and dragons.

use engine::facts::{Dragon, Worm, unconditional};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::names;
use super::reading::answer as reading;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "unconditional_status",
        "VERTEX",
        "What is certain even if one side always passes: alive, dead, white_territory, \
         black_territory or undecided.",
        unconditional_status,
    ),
    command(
        "dragon_status",
        "VERTEX",
        "Answers alive, dead, unknown, or critical and the moves that kill and save it.",
        |s, a| {
            let p = a.stone(s)?;
            let size = s.game().size();
            let facts = s.facts();
            Ok(facts.dragons.get(p).map_or(String::new(), |d| status(d, size)))
        },
    ),
    command(
        "same_dragon",
        "VERTEX VERTEX",
        "Answers 1 if the stones are of one dragon, else 0.",
        {
            |s, a| {
                let (p, q) = (a.stone(s)?, a.stone(s)?);
                Ok(u8::from(s.facts().dragons.same(p, q)).to_string())
            }
        },
    ),
    command(
        "dragon_stones",
        "[VERTEX]",
        "Lists the stones of a dragon, or of all, one dragon per line.",
        dragon_stones,
    ),
    command(
        "worm_stones",
        "[VERTEX | COLOR]",
        "Lists the stones of a string, of a player's, or of all, one string per line.",
        worm_stones,
    ),
    command(
        "dragon_data",
        "[VERTEX]",
        "Shows what is known of a dragon, or of all: a name and a value per line.",
        |s, a| {
            let only = optional_stone(s, a)?;
            let size = s.game().size();
            let facts = s.facts();
            let wanted = only.and_then(|p| facts.dragons.index(p));
            let list = facts.dragons.list().iter().enumerate();
            let shown = list.filter(|(i, _)| only.is_none() || wanted == Some(*i));
            Ok(shown.map(|(_, d)| dragon(d, size)).collect())
        },
    ),
    command(
        "worm_data",
        "[VERTEX]",
        "Shows what is known of a string, or of all: a name and a value per line.",
        |s, a| {
            let only = optional_stone(s, a)?;
            let facts = s.facts();
            let wanted = only.and_then(|p| facts.worms.index(p));
            let list = facts.worms.list().iter().enumerate();
            let shown = list.filter(|(i, _)| only.is_none() || wanted == Some(*i));
            Ok(shown.map(|(_, w)| worm(s, w)).collect())
        },
    ),
];

/// A stone, or nothing if there is no argument.
fn optional_stone(
    s: &Session,
    args: &mut Args<'_>,
) -> Result<Option<Point>, super::super::Failure> {
    if args.rest().is_empty() { Ok(None) } else { args.stone(s).map(Some) }
}

fn unconditional_status(s: &mut Session, args: &mut Args<'_>) -> Response {
    let p = args.vertex(s)?;
    let board = s.game().board();
    for color in Color::BOTH {
        let found = unconditional(board, color);
        let status = match board.color_at(p) {
            Some(_) if found.alive.contains(p) => "alive",
            Some(_) if found.territory.contains(p) => "dead",
            None if found.territory.contains(p) => match color {
                Color::Black => "black_territory",
                Color::White => "white_territory",
            },
            _ => continue,
        };
        return Ok(status.to_string());
    }
    Ok("undecided".to_string())
}

fn status(d: &Dragon, size: usize) -> String {
    match d.status {
        Status::Alive => "alive".to_string(),
        Status::Dead => "dead".to_string(),
        Status::Critical => {
            let vital = d.vital.first().copied().unwrap_or(Point::PASS).name(size);
            format!("critical {vital} {vital}")
        }
        Status::Unknown => "unknown".to_string(),
    }
}

fn dragon_stones(s: &mut Session, args: &mut Args<'_>) -> Response {
    let only = optional_stone(s, args)?;
    let size = s.game().size();
    let dragons = s.facts().dragons;
    let lines: Vec<String> = (0..dragons.list().len())
        .filter(|&i| only.is_none_or(|p| dragons.index(p) == Some(i)))
        .map(|i| names(Point::all(size).filter(|&p| dragons.index(p) == Some(i)), size))
        .collect();
    Ok(lines.join("\n"))
}

fn worm_stones(s: &mut Session, args: &mut Args<'_>) -> Response {
    let (mut of_color, mut at) = (None, None);
    if !args.rest().is_empty() {
        match args.clone().color() {
            Ok(color) => of_color = Some(color),
            Err(_) => at = Some(args.vertex(s)?),
        }
    }
    let board = s.game().board();
    if at.is_some_and(|p| board.is_empty(p)) {
        return Err("worm_stones called on an empty vertex".into());
    }
    let lines: Vec<String> = board
        .strings()
        .filter(|&o| at.is_none_or(|p| board.same_string(o, p)))
        .filter(|&o| of_color.is_none_or(|c| board.color_at(o) == Some(c)))
        .map(|o| names(board.string_stones(o).iter(), board.size()))
        .collect();
    Ok(lines.join("\n"))
}

/// Lines of a name and a value, after the vertex that they are about.
fn table(origin: Point, size: usize, rows: &[(&str, String)]) -> String {
    let lines = rows.iter().map(|(name, value)| format!("{name:<15} {value}\n"));
    format!("{}:\n{}", origin.name(size), lines.collect::<String>())
}

fn dragon(d: &Dragon, size: usize) -> String {
    table(
        d.origin,
        size,
        &[
            ("color", d.color.to_string()),
            ("size", d.size.to_string()),
            ("effective_size", format!("{:.2}", d.effective_size)),
            ("eyes", format!("{} to {}", d.min_eyes, d.max_eyes)),
            ("escape", d.escape.to_string()),
            ("status", status(d, size)),
            ("weakness", format!("{:.2}", d.weakness)),
        ],
    )
}

fn worm(s: &Session, w: &Worm) -> String {
    table(
        w.origin,
        s.game().size(),
        &[
            ("color", w.color.to_string()),
            ("size", w.size.to_string()),
            ("effective_size", format!("{:.2}", w.effective_size)),
            ("liberties", w.liberties.to_string()),
            ("attack", reading(s, w.attack)),
            ("defend", reading(s, w.defend)),
            ("cutstone2", w.cutstone2.to_string()),
        ],
    )
}
