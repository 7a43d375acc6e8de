//! Questions to connection reading.

use engine::reading::Reading;
use mkpat_rt::geom::Point;

use super::super::command::{Command, quick};
use super::super::{Args, Failure, Response};
use super::reading::answer;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    quick(
        "connect",
        "VERTEX VERTEX",
        "Can two strings of a player be connected if he moves first? Answers 0, or a code as \
         `attack` and the move.",
        |s, a| {
            let strings = two_strings(s, a)?;
            let reading = s.ask("connect", strings, None, |r, [a, b], _| r.connect(a, b));
            Ok(answer(s, reading))
        },
    ),
    quick(
        "disconnect",
        "VERTEX VERTEX",
        "Can two strings of a player be separated if his opponent moves first? Answers as \
         `connect`.",
        |s, a| {
            let strings = two_strings(s, a)?;
            let reading = s.ask("disconnect", strings, None, |r, [a, b], _| r.disconnect(a, b));
            Ok(answer(s, reading))
        },
    ),
    quick(
        "break_in",
        "VERTEX VERTEX...",
        "Can the string at the first vertex be connected to one of the other vertices if its owner \
         moves first? Answers as `connect`.",
        |s, a| area_question(s, a, true),
    ),
    quick(
        "block_off",
        "VERTEX VERTEX...",
        "Can the opponent of the string at the first vertex, moving first, keep it from being \
         connected to any of the other vertices? Answers as `connect`.",
        |s, a| area_question(s, a, false),
    ),
];

/// Two strings of one colour.
fn two_strings(s: &Session, args: &mut Args<'_>) -> Result<[Point; 2], Failure> {
    let (p, q) = (args.stone(s)?, args.stone(s)?);
    let board = s.game().board();
    if board.color_at(p) != board.color_at(q) {
        return Err("vertices must have same color".into());
    }
    Ok([p, q])
}

fn area_question(s: &mut Session, args: &mut Args<'_>, enters: bool) -> Response {
    let string = args.stone(s)?;
    let mut area = Vec::new();
    while !args.rest().is_empty() {
        area.push(args.vertex(s)?);
    }
    if area.is_empty() {
        return Err("missing area".into());
    }
    let name = if enters { "break_in" } else { "block_off" };
    let reading: Reading = s.ask_about_area(name, string, &area, |r, p, area| {
        if enters { r.break_in(p, area) } else { r.block_off(p, area) }
    });
    Ok(answer(s, reading))
}
