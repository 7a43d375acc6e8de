//! Questions about life and death of dragons.

use engine::life::owl::OwlQuestion;
use engine::reading::Reading;
use mkpat_rt::geom::Point;

use super::super::command::{Command, quick};
use super::super::{Args, Failure};
use super::reading::{answer, number};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    quick(
        "owl_attack",
        "VERTEX",
        "Can the dragon there be killed if its opponent moves first? Answers as `attack`; PASS if no \
         move is needed.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = ask(s, "owl_attack", p, OwlQuestion::Attack)?;
            Ok(answer(s, reading))
        },
    ),
    quick(
        "owl_defend",
        "VERTEX",
        "Can the dragon there be saved if its owner moves first? Answers as `attack`; PASS if no move \
         is needed.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = ask(s, "owl_defend", p, OwlQuestion::Defend)?;
            Ok(answer(s, reading))
        },
    ),
    quick(
        "owl_does_attack",
        "MOVE VERTEX",
        "Does the move kill the dragon at VERTEX? Answers a code as `attack`.",
        |s, a| {
            let (p, dragon) = move_and_dragon(s, a)?;
            Ok(number(ask(s, "owl_does_attack", dragon, OwlQuestion::DoesAttack(p))?.code)
                .to_string())
        },
    ),
    quick(
        "owl_does_defend",
        "MOVE VERTEX",
        "Does the move save the dragon at VERTEX? Answers a code as `attack`.",
        |s, a| {
            let (p, dragon) = move_and_dragon(s, a)?;
            Ok(number(ask(s, "owl_does_defend", dragon, OwlQuestion::DoesDefend(p))?.code)
                .to_string())
        },
    ),
];

fn ask(s: &mut Session, name: &str, p: Point, question: OwlQuestion) -> Result<Reading, Failure> {
    s.owl(name, p, question).map(|found| found.reading).ok_or_else(|| "there is no dragon".into())
}

/// An empty vertex and a stone.
fn move_and_dragon(s: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let p = args.vertex(s)?;
    if !s.game().board().is_empty(p) {
        return Err("move vertex must be empty".into());
    }
    Ok((p, args.stone(s)?))
}
