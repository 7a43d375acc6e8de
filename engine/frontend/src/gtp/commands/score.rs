//! Commands about score and status.

use mkpat_rt::geom::Point;

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::names;
use crate::judge::VertexStatus;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "final_score",
        "",
        "Answers the result of a finished game: `B+3.5`, `W+0.5` or `0`. Which dragons live is read; one \
         about which whoever moves first decides belongs to who is to move.",
        |s, _| Ok(s.judge().score.to_string()),
    ),
    command(
        "final_status",
        "VERTEX",
        "Answers alive, dead, seki, white_territory, black_territory or dame.",
        |s, a| {
            let p = a.vertex(s)?;
            Ok(s.judge().at(p).name().to_string())
        },
    ),
    command(
        "final_status_list",
        "STATUS",
        "Lists the stones that are alive, dead or in seki, one string per line, or the vertices \
         that are white_territory, black_territory or dame, on one line.",
        final_status_list,
    ),
    command(
        "estimate_score",
        "",
        "Estimates the score of an unfinished game by influence: the expected points, and those if \
         White (upper bound) or Black (lower bound) moves first everywhere, positive for White.",
        estimate_score,
    ),
    command(
        "new_score",
        "",
        "Answers what `final_score` does, in the form of `estimate_score`; the bounds are those if all that \
         is nobody's fell to either player.",
        new_score,
    ),
    command(
        "experimental_score",
        "COLOR",
        "Answers the estimated score as a number, positive for White.",
        |s, a| {
            a.color()?;
            Ok(format!("{:.1}", s.judge().white_lead()))
        },
    ),
];

fn final_status_list(s: &mut Session, args: &mut Args<'_>) -> Response {
    let word = args.word().ok_or("missing status")?;
    let wanted = VertexStatus::from_name(word).ok_or("invalid status")?;
    let verdict = s.judge();
    let size = s.game().size();
    let board = s.game().board();
    if matches!(wanted, VertexStatus::Alive | VertexStatus::Dead | VertexStatus::Seki) {
        let strings: Vec<String> = board
            .strings()
            .filter(|&p| verdict.at(p) == wanted)
            .map(|p| names(board.string_stones(p).iter(), size))
            .collect();
        return Ok(strings.join("\n"));
    }
    Ok(names(Point::all(size).filter(|&p| board.is_empty(p) && verdict.at(p) == wanted), size))
}

fn estimate_score(s: &mut Session, _: &mut Args<'_>) -> Response {
    let [lower, upper] = super::influence::expected(s);
    estimate((lower + upper) / 2.0, lower, upper)
}

fn new_score(s: &mut Session, _: &mut Args<'_>) -> Response {
    let verdict = s.judge();
    let (lower, upper) = verdict.bounds(s.game());
    estimate(verdict.white_lead(), lower, upper)
}

/// White's lead, and its bounds, in GNU Go's form.
fn estimate(lead: f32, lower: f32, upper: f32) -> Response {
    // A draw has a winner here: GNU Go has it so.
    let winner = if lead < 0.0 { 'B' } else { 'W' };
    Ok(format!("{winner}+{:.1} (upper bound: {upper:.1}, lower: {lower:.1})", lead.abs()))
}
