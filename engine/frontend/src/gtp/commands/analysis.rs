//! What the engine knows about dragons.

use engine::facts::Dragon;
use mkpat_rt::geom::Point;
use mkpat_rt::helper::Status;

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::names;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
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
];

/// A stone, or nothing if there is no argument.
fn optional_stone(
    s: &Session,
    args: &mut Args<'_>,
) -> Result<Option<Point>, super::super::Failure> {
    if args.rest().is_empty() { Ok(None) } else { args.stone(s).map(Some) }
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
            ("effective_size", format!("{:.2}", d.effective_size())),
            ("eyes", format!("{} to {}", d.min_eyes, d.max_eyes)),
            ("escape", d.escape.to_string()),
            ("status", status(d, size)),
            ("weakness", format!("{:.2}", d.weakness)),
        ],
    )
}
