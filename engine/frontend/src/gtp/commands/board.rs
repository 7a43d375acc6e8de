//! Questions about the position and the moves so far.

use engine::game::Move;
use mkpat_rt::geom::Point;

use super::super::command::{Command, quick};
use super::super::{Args, Response};
use super::names;
use crate::draw;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    quick("showboard", "", "Draws the board.", |s, _| {
        Ok(format!("\n{}", draw::board(s.game(), false)))
    }),
    quick("color", "VERTEX", "Answers black, white or empty.", |s, a| {
        let p = a.vertex(s)?;
        let color = s.game().board().color_at(p);
        Ok(color.map_or("empty".to_string(), |c| c.to_string()))
    }),
    quick("list_stones", "COLOR", "Lists the stones of a player.", |s, a| {
        let color = a.color()?;
        let (board, size) = (s.game().board(), s.game().size());
        Ok(names(Point::all(size).filter(|&p| board.color_at(p) == Some(color)), size))
    }),
    quick("captures", "COLOR", "Answers how many stones a player has captured.", |s, a| {
        let color = a.color()?;
        Ok(s.game().board().captures(color).to_string())
    }),
    quick("countlib", "VERTEX", "Counts the liberties of the string there.", |s, a| {
        let p = a.stone(s)?;
        Ok(s.game().board().liberty_count(p).to_string())
    }),
    quick("findlib", "VERTEX", "Lists the liberties of the string there.", |s, a| {
        let p = a.stone(s)?;
        let liberties = s.game().board().liberties(p);
        Ok(names(liberties.iter(), s.game().size()))
    }),
    quick(
        "accuratelib",
        "COLOR VERTEX",
        "Lists the liberties that the string of a stone played there would have.",
        accurate_liberties,
    ),
    quick("accurate_approxlib", "COLOR VERTEX", "As `accuratelib`.", accurate_liberties),
    quick("is_legal", "COLOR MOVE", "Answers 1 if the move is legal, else 0.", |s, a| {
        let (color, p) = a.color_and_vertex(s)?;
        let legal = p.is_pass() || s.game_mut().legality(color, p).is_ok();
        Ok(u8::from(legal).to_string())
    }),
    quick("all_legal", "COLOR", "Lists the vertices where a player may move.", all_legal),
    quick("move_history", "", "Lists the moves of the game, the last one first.", |s, _| {
        let size = s.game().size();
        let moves: Vec<String> = s.history().iter().rev().map(|m| text(*m, size)).collect();
        Ok(moves.join("\n"))
    }),
    quick("last_move", "", "Answers colour and vertex of the last move.", |s, _| {
        let last = s.history().last();
        Ok(text(*last.ok_or("no previous move known")?, s.game().size()))
    }),
    quick(
        "invariant_hash",
        "",
        "Answers a number, in hexadecimal, that depends on the stones alone.",
        |s, _| Ok(format!("{:016x}", s.game().board().hash())),
    ),
];

fn text(m: Move, size: usize) -> String {
    format!("{} {}", m.color, m.point.name(size))
}

fn all_legal(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let game = s.game_mut();
    let size = game.size();
    let legal: Vec<Point> = Point::all(size).filter(|&p| game.legality(color, p).is_ok()).collect();
    Ok(names(legal, size))
}

fn accurate_liberties(s: &mut Session, args: &mut Args<'_>) -> Response {
    let (color, p) = args.color_and_vertex(s)?;
    let (board, size) = (s.game().board(), s.game().size());
    if !board.is_empty(p) {
        return Err("vertex must be empty".into());
    }
    Ok(names(board.accurate_liberties(color, p).iter(), size))
}
