//! Capturing races.

use mkpat_rt::geom::Point;

use super::super::command::{Command, command};
use super::super::{Args, Failure, Response};
use crate::semeai::{How, gtp, race};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "analyze_semeai",
        "VERTEX VERTEX",
        "Who wins the race between two groups, if the owner of the first moves first? Answers as \
         `attack` whether the first lives, and whether it takes the second, and the move: `1 1` is a \
         race won, `1 0` a seki or two dragons that live, `0 0` a race lost. Proved if that is done \
         quickly enough (see `effort`), else estimated; where counting says little, as `owl_attack` \
         on the second has it, if that works.",
        |s, a| answer(s, a, How::Proof),
    ),
    command(
        "tactical_analyze_semeai",
        "VERTEX VERTEX",
        "As `analyze_semeai`, by counting liberties and a short search alone.",
        |s, a| answer(s, a, How::Estimate),
    ),
    command("owl_analyze_semeai", "VERTEX VERTEX", "The same as `analyze_semeai`.", |s, a| {
        answer(s, a, How::Proof)
    }),
    command(
        "analyze_semeai_after_move",
        "COLOR MOVE VERTEX VERTEX",
        "As `analyze_semeai`, after a move of a player.",
        |s, a| {
            let (color, p) = a.color_and_vertex(s)?;
            let (own, theirs) = dragons(s, a)?;
            let size = s.game().size();
            Ok(gtp(&race(s, (own, theirs), Some((color, p)), How::Proof)?, size))
        },
    ),
];

fn answer(s: &mut Session, args: &mut Args<'_>, how: How) -> Response {
    let (own, theirs) = dragons(s, args)?;
    let size = s.game().size();
    Ok(gtp(&race(s, (own, theirs), None, how)?, size))
}

/// Stones of two dragons.
fn dragons(s: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    Ok((args.stone(s)?, args.stone(s)?))
}
