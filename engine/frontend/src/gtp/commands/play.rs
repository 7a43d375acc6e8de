//! Commands that play, take back and generate moves.

use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command};
use super::super::{Answer, Args};
use super::done;
use crate::brain::Choice;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command("play", "COLOR MOVE", "Plays a move.", |s, a| {
        let (color, p) = a.color_and_vertex(s)?;
        put(s, color, p)
    }),
    command("black", "MOVE", "Plays a move of Black.", |s, a| play_as(s, a, Color::Black)),
    command("white", "MOVE", "Plays a move of White.", |s, a| play_as(s, a, Color::White)),
    command(
        "genmove",
        "COLOR",
        "Generates a move, plays it and answers it: a vertex, PASS or resign.",
        |s, a| {
            let color = a.color()?;
            generate(s, color, false, true)
        },
    ),
    command("genmove_black", "", "As `genmove black`.", |s, _| {
        generate(s, Color::Black, false, true)
    }),
    command("genmove_white", "", "As `genmove white`.", |s, _| {
        generate(s, Color::White, false, true)
    }),
    command("reg_genmove", "COLOR", "Generates a move and answers it without playing.", |s, a| {
        let color = a.color()?;
        generate(s, color, false, false)
    }),
    command("gg_genmove", "COLOR", "As `reg_genmove`.", |s, a| {
        let color = a.color()?;
        generate(s, color, false, false)
    }),
    command(
        "kgs-genmove_cleanup",
        "COLOR",
        "As `genmove`, but passes only when no dead stone of the opponent is left.",
        |s, a| {
            let color = a.color()?;
            generate(s, color, true, true)
        },
    ),
    command(
        "restricted_genmove",
        "COLOR VERTEX VERTEX ...",
        "Answers the best of these moves, or PASS, without playing it.",
        restricted,
    ),
    command("undo", "", "Takes the last move back.", |s, _| undo(s, 1)),
    command(
        "gg-undo",
        "[COUNT]",
        "Takes several moves back, or none if there are fewer.",
        |s, a| {
            let count = if a.rest().is_empty() { 1 } else { a.number("count not an integer")? };
            undo(s, count)
        },
    ),
    command("top_moves", "", "Lists the moves considered by who is to move, with their values.", {
        |s, _| {
            let color = s.to_move();
            top_moves(s, color)
        }
    }),
    command("top_moves_black", "", "Lists the moves considered for Black, with their values.", {
        |s, _| top_moves(s, Color::Black)
    }),
    command("top_moves_white", "", "Lists the moves considered for White, with their values.", {
        |s, _| top_moves(s, Color::White)
    }),
    command(
        "move_reasons",
        "COLOR [VERTEX]",
        "Lists the moves considered, or one of them, with value and reasons, one per line.",
        move_reasons,
    ),
    command("trymove", "COLOR VERTEX", "Plays a move that `popgo` takes back.", |s, a| {
        let (color, p) = a.color_and_vertex(s)?;
        s.try_move(color, p).map_err(|_| "illegal move")?;
        done()
    }),
    command("popgo", "", "Takes a move of `trymove` back.", |s, _| {
        if s.untry() { done() } else { Err("no move to take back".into()) }
    }),
];

fn put(s: &mut Session, color: Color, p: Point) -> Answer {
    s.play(color, p).map_err(|_| "illegal move")?;
    done()
}

fn play_as(s: &mut Session, args: &mut Args<'_>, color: Color) -> Answer {
    let p = args.word().and_then(|w| Point::parse(w, s.game().size()));
    put(s, color, p.ok_or("invalid coordinate")?)
}

fn generate(s: &mut Session, color: Color, cleanup: bool, commit: bool) -> Answer {
    Ok(match s.generate(color, cleanup, commit) {
        Choice::Play(p) => p.name(s.game().size()),
        Choice::Pass => Point::PASS.name(s.game().size()),
        Choice::Resign => "resign".to_string(),
    })
}

fn restricted(s: &mut Session, args: &mut Args<'_>) -> Answer {
    let color = args.color()?;
    let mut allowed = Vec::new();
    while !args.rest().is_empty() {
        allowed.push(args.vertex(s)?);
    }
    let candidates = s.candidates(color);
    let best = candidates.iter().map(|c| c.point).find(|p| allowed.contains(p));
    Ok(best.unwrap_or(Point::PASS).name(s.game().size()))
}

fn undo(s: &mut Session, count: usize) -> Answer {
    if s.undo(count) { done() } else { Err("cannot undo".into()) }
}

/// How many moves `top_moves` lists.
const TOP: usize = 10;

fn top_moves(s: &mut Session, color: Color) -> Answer {
    let size = s.game().size();
    let top: Vec<String> = s
        .candidates(color)
        .iter()
        .take(TOP)
        .map(|c| format!("{} {:.2}", c.point.name(size), c.value))
        .collect();
    Ok(top.join(" "))
}

fn move_reasons(s: &mut Session, args: &mut Args<'_>) -> Answer {
    let color = args.color()?;
    let only = if args.rest().is_empty() { None } else { Some(args.vertex(s)?) };
    let size = s.game().size();
    let lines: Vec<String> = s
        .candidates(color)
        .iter()
        .filter(|c| only.is_none_or(|p| p == c.point))
        .map(|c| format!("{} {:.2} {}", c.point.name(size), c.value, c.reasons.join("; ")))
        .collect();
    Ok(lines.join("\n"))
}
