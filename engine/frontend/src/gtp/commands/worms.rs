//! What the engine knows about strings (worms).

use std::fmt::{Display, Write as _};

use engine::board::Board;
use engine::facts::{Certainty, Unconditional, Worm, WormMoves, unconditional};
use engine::reading::{Code, Reading};
use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::names;
use super::reading::number as code;
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
        "worm_stones",
        "[VERTEX | COLOR]",
        "Lists the stones of a string, of a player's, or of all, one string per line.",
        worm_stones,
    ),
    command(
        "worm_data",
        "[VERTEX]",
        "Shows what is known of the string at a vertex, or of every vertex of the board: a name \
         and a value per line, as the manual explains them in \"Worms and Dragons\". Codes are 5 \
         for a success, 4 and 1 for a ko that the other side or one's own has to find the first \
         threat for, 0 for none.",
        worm_data,
    ),
    command(
        "worm_cutstone",
        "VERTEX",
        "Answers 2 if the string there is a cutting stone (it touches two enemy strings without a \
         common liberty), 1 if it is a potential one (they have one), else 0.",
        |s, a| {
            let p = a.stone(s)?;
            Ok(format!(
                " {}",
                s.facts_without_life().worms.get(p).map_or(0, |w| w.setting.cutstone)
            ))
        },
    ),
    command(
        "worm_moves",
        "VERTEX",
        "Lists the moves about a string, as far as reading finds them: a line each of those that \
         capture it, save it, threaten to capture it (if it cannot be captured) and threaten to \
         save it (if it cannot be saved); each with its code as in `attack`.",
        worm_moves,
    ),
];

fn worm_moves(s: &mut Session, args: &mut Args<'_>) -> Response {
    let p = args.stone(s)?;
    let size = s.game().size();
    let moves = s.ask("worm_moves", [p], None, |r, [p], _| WormMoves::read(r, p));
    let line = |name: &str, list: &[Reading]| {
        let moves: Vec<String> =
            list.iter().map(|r| format!(" {} {}", r.point.name(size), code(r.code))).collect();
        format!("{name:<16}{}\n", moves.concat())
    };
    Ok(line("attacks", &moves.attacks)
        + &line("defenses", &moves.defenses)
        + &line("attack_threats", &moves.attack_threats)
        + &line("defense_threats", &moves.defense_threats))
}

fn unconditional_status(s: &mut Session, args: &mut Args<'_>) -> Response {
    let p = args.vertex(s)?;
    let board = s.game().board();
    let certain = Color::BOTH.map(|c| unconditional(board, c));
    Ok(certainty(board, &certain, p).unwrap_or("undecided").to_string())
}

/// What is certain of a vertex, in the manual's words.
fn certainty(board: &Board, certain: &[Unconditional; 2], p: Point) -> Option<&'static str> {
    let [black, white] = certain;
    match board.color_at(p) {
        Some(_) if black.alive.contains(p) || white.alive.contains(p) => Some("alive"),
        Some(_) if black.territory.contains(p) || white.territory.contains(p) => Some("dead"),
        None if black.territory.contains(p) => Some("black_territory"),
        None if white.territory.contains(p) => Some("white_territory"),
        _ => None,
    }
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

/// The number of a code among the manual's constants.
fn number(code: Code) -> u8 {
    match code {
        Code::Win => 5,
        Code::KoA => 4,
        Code::KoB => 1,
        Code::Lose => 0,
    }
}

fn worm_data(s: &mut Session, args: &mut Args<'_>) -> Response {
    let vertices: Vec<Point> = match args.rest() {
        "" => Point::all(s.game().size()).collect(),
        _ => vec![args.vertex(s)?],
    };
    let worms = s.facts_without_life().worms;
    let board = s.game().board();
    let certain = Color::BOTH.map(|c| unconditional(board, c));
    let mut out = String::new();
    for p in vertices {
        let status = certainty(board, &certain, p).unwrap_or("unknown");
        table(&mut out, board.size(), p, worms.get(p), status);
    }
    Ok(out)
}

/// The fields of the string at `p`, or those of an empty vertex.
fn table(out: &mut String, size: usize, p: Point, worm: Option<&Worm>, status: &str) {
    let _ = writeln!(out, "{}:", p.name(size));
    let mut row = |name: &str, value: &dyn Display| {
        let _ = writeln!(out, "{name:<20} {value}");
    };
    let of = |get: fn(&Worm) -> usize| worm.map_or(0, get);
    let none = Reading::LOST;
    let (attack, defend) = worm.map_or((none, none), |w| (w.attack, w.defend));
    let lunch = worm.and_then(|w| w.setting.lunch).unwrap_or(Point::PASS);
    row("origin", &worm.map_or(p, |w| w.origin).name(size));
    row("color", &worm.map_or("empty".to_string(), |w| w.color.to_string()));
    row("size", &of(|w| w.size));
    row("effective_size", &format!("{:.2}", worm.map_or(0.0, Worm::effective_size)));
    row("liberties", &of(|w| w.liberties[0]));
    row("liberties2", &of(|w| w.liberties[1]));
    row("liberties3", &of(|w| w.liberties[2]));
    row("liberties4", &of(|w| w.liberties[3]));
    row("attack_code", &number(attack.code));
    row("attack_point", &attack.point.name(size));
    row("defense_code", &number(defend.code));
    row("defense_point", &defend.point.name(size));
    row("lunch", &lunch.name(size));
    row("cutstone", &of(|w| w.setting.cutstone.into()));
    row("cutstone2", &of(|w| w.cutstone2.into()));
    row("genus", &of(|w| w.setting.genus));
    row("inessential", &of(|w| w.setting.inessential.into()));
    row("invincible", &of(|w| (w.certainty == Certainty::Invincible).into()));
    row("unconditional_status", &status);
}
