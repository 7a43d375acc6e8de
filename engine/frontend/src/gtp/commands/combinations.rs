//! Questions about combinations.

use mkpat_rt::geom::Point;

use super::super::command::{Command, command};
use super::super::{Args, Response};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "combination_attack",
        "COLOR",
        "Has a player a combination, a series of threats that captures something in the end, if \
         he moves first? Answers its first move, or PASS.",
        |s, a| {
            let color = a.color()?;
            let found = s.combination(color);
            Ok(found.map_or(Point::PASS, |c| c.reading.point).name(s.game().size()))
        },
    ),
    command(
        "combination_defend",
        "COLOR",
        "Has the opponent of a player a combination, if he moves first? Answers the best move that \
         prevents it, or PASS if there is none or none is needed.",
        |s, a| {
            let color = a.color()?;
            let defences = s.combination_threat(color).map(|t| t.defences).unwrap_or_default();
            Ok(defences.first().copied().unwrap_or(Point::PASS).name(s.game().size()))
        },
    ),
    command(
        "aa_confirm_safety",
        "COLOR VERTEX [STONES]",
        "Is a move safe from a combination that it makes possible, of as many stones or more (1)? \
         Answers 1, or 0 and the first move of the combination.",
        aa_confirm_safety,
    ),
];

fn aa_confirm_safety(s: &mut Session, a: &mut Args<'_>) -> Response {
    let (color, p) = a.color_and_vertex(s)?;
    let least = if a.rest().is_empty() { 1 } else { a.number("invalid number of stones")? };
    if p.is_pass() || !s.game().board().is_legal(color, p) {
        return Err("illegal move".into());
    }
    let found = s.combination_after(color, p, least);
    Ok(match found {
        None => "1".to_string(),
        Some(c) => format!("0 {}", c.reading.point.name(s.game().size())),
    })
}
