//! Commands that play, take back and generate moves.

use engine::board::PointSet;
use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command};
use super::super::{Args, Failure, Response};
use super::{done, note};
use crate::compare;
use crate::draw;
use crate::player::{Choice, DescribedCandidate};
use crate::session::Session;
use crate::solve;
use crate::why;
use crate::why::words::{decision, points};

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
        "Answers the best of these moves, or PASS, without playing it. On a board with nothing but a \
         life-and-death problem that is the move of `katachi solve`, if it is among them.",
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
    command(
        "top_moves",
        "",
        "Lists the moves considered by who is to move, each with the number that decides, the best first.",
        {
            |s, _| {
                let color = s.to_move();
                top_moves(s, color)
            }
        },
    ),
    command("top_moves_black", "", "As `top_moves`, for Black.", {
        |s, _| top_moves(s, Color::Black)
    }),
    command("top_moves_white", "", "As `top_moves`, for White.", {
        |s, _| top_moves(s, Color::White)
    }),
    command(
        "move_reasons",
        "COLOR [VERTEX]",
        "Lists the moves that were valued, or one of them, in the order of choice, one per line: the number \
         that decides, its parts, whose sum it is, and the reasons.",
        move_reasons,
    ),
    command(
        "all_move_values",
        "",
        "Lists all moves of who is to move that were valued, one per line, the best first, each with the \
         number that decides.",
        |s, _| {
            let color = s.to_move();
            let size = s.game().size();
            let line = |c: &DescribedCandidate| {
                format!("{} {}", c.point.name(size), points(c.decision.hundredths(c.value).1))
            };
            Ok(s.valued(color).iter().map(line).collect::<Vec<_>>().join("\n"))
        },
    ),
    command(
        "katachi-compare",
        "COLOR VERTEX VERTEX",
        "Tells what decides between two moves: the number of each, its parts side by side.",
        compare_moves,
    ),
    command(
        "katachi-why",
        "PATTERN[@VERTEX] [COLOR]",
        "Tells why a pattern matches or not, at a vertex or where it comes nearest: what differs, or \
         what refuses the match, or what it does to the value of its move. As `katachi why`.",
        why_pattern,
    ),
    command("trymove", "COLOR MOVE", "Plays a move that `popgo` takes back.", |s, a| {
        let (color, p) = a.color_and_vertex(s)?;
        s.try_move(color, p).map_err(|_| "illegal move")?;
        done()
    }),
    command(
        "tryko",
        "COLOR VERTEX",
        "As `trymove`, but a ko may be retaken at once, as if a threat had been played and \
         answered.",
        |s, a| {
            let (color, p) = a.color_and_vertex(s)?;
            if p.is_pass() {
                return Err("invalid color or coordinate".into());
            }
            s.try_ko(color, p).map_err(|_| "illegal move")?;
            done()
        },
    ),
    command("popgo", "", "Takes a move of `trymove` or `tryko` back.", |s, _| {
        if s.untry() { done() } else { Err("Stack empty.".into()) }
    }),
    command(
        "dump_stack",
        "",
        "Writes the moves of `trymove` and `tryko` to the error stream.",
        |s, _| {
            let size = s.game().size();
            let letter = |c| if c == Color::Black { 'B' } else { 'W' };
            let moves = s.tried().iter();
            let text: String =
                moves.map(|m| format!("{}:{} ", letter(m.color), m.point.name(size))).collect();
            note(&text);
            done()
        },
    ),
    command(
        "limit_search",
        "NUMBER",
        "Looks for moves on marked vertices only, or with 0 everywhere again. As long as nothing \
         is marked there is no limit. Reading is never limited. GNU Go takes these commands, but they \
         do not change its moves.",
        |s, a| {
            let number: i64 = a.number("invalid value for search limit")?;
            s.area.set_limited(number != 0);
            done()
        },
    ),
    command("reset_search_mask", "", "Takes all marks of `set_search_limit` off.", |s, _| {
        s.area.clear();
        done()
    }),
    command("set_search_limit", "VERTEX", "Marks a vertex for `limit_search`.", |s, a| {
        let p = a.vertex(s)?;
        s.area.mark(p);
        done()
    }),
    command(
        "set_search_diamond",
        "VERTEX",
        "Marks the vertices up to 6 steps away, no others, and limits moves to them.",
        |s, a| {
            let p = a.vertex(s)?;
            let size = s.game().size();
            s.area.set_diamond(p, size);
            done()
        },
    ),
    command("draw_search_area", "", "Draws the marked vertices on the error stream.", |s, _| {
        note(&draw::area(s.game().board(), &s.area));
        done()
    }),
];

fn put(s: &mut Session, color: Color, p: Point) -> Response {
    s.play(color, p).map_err(|_| "illegal move")?;
    done()
}

fn play_as(s: &mut Session, args: &mut Args<'_>, color: Color) -> Response {
    let p = args.word().and_then(|w| Point::parse(w, s.game().size()));
    put(s, color, p.ok_or("invalid coordinate")?)
}

pub(super) fn generate(s: &mut Session, color: Color, cleanup: bool, commit: bool) -> Response {
    nothing_tried(s)?;
    Ok(match s.generate(color, cleanup, commit) {
        Choice::Play(p) => p.name(s.game().size()),
        Choice::Pass => Point::PASS.name(s.game().size()),
        Choice::Resign => "resign".to_string(),
    })
}

fn restricted(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let mut allowed = PointSet::EMPTY;
    while !args.rest().is_empty() {
        allowed.insert(args.vertex(s)?);
    }
    nothing_tried(s)?;
    let board = s.game().board().clone();
    if solve::is_problem(&board) {
        let nodes = solve::NODES.saturating_mul(s.effort().max(1));
        if let Ok(solved) = solve::solve(&board, color, nodes)
            && !solved.played.is_pass()
            && allowed.contains(solved.played)
        {
            return Ok(solved.played.name(board.size()));
        }
    }
    // Where no other move is allowed, one that is worth little is better than none.
    let best = s.valued_among(color, allowed).first().map(|c| c.point);
    Ok(best.unwrap_or(Point::PASS).name(s.game().size()))
}

/// Moves are generated for positions of the game, not of `trymove`.
pub(super) fn nothing_tried(s: &Session) -> Result<(), Failure> {
    match s.tried() {
        [] => Ok(()),
        _ => Err("genmove cannot be called when stackp > 0".into()),
    }
}

fn undo(s: &mut Session, count: usize) -> Response {
    if s.tried().is_empty() && s.undo(count) { done() } else { Err("cannot undo".into()) }
}

/// How many moves `top_moves` lists.
const TOP: usize = 10;

fn top_moves(s: &mut Session, color: Color) -> Response {
    let size = s.game().size();
    let top: Vec<String> = s
        .candidates(color)
        .iter()
        .take(TOP)
        .map(|c| format!("{} {}", c.point.name(size), points(c.decision.hundredths(c.value).1)))
        .collect();
    Ok(top.join(" "))
}

fn move_reasons(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let only = if args.rest().is_empty() { None } else { Some(args.vertex(s)?) };
    let size = s.game().size();
    let lines: Vec<String> = s
        .valued(color)
        .iter()
        .filter(|c| only.is_none_or(|p| p == c.point))
        .map(|c| {
            let value = decision(&c.decision, c.value);
            let reasons = c.reasons.join("; ");
            format!(
                "{} {value} {}",
                c.point.name(size),
                if reasons.is_empty() { String::new() } else { format!("({reasons})") }
            )
        })
        .collect();
    Ok(lines.join("\n"))
}

/// Why a pattern matches or not.
fn why_pattern(s: &mut Session, args: &mut Args<'_>) -> Response {
    let text = args.word().ok_or("missing pattern")?;
    let color = if args.rest().is_empty() { None } else { Some(args.color()?) };
    let question = why::Question::parse(text, s.game().size())?;
    let answers = why::explain(&why::Question { color, ..question }, s)?;
    Ok(why::text(&answers))
}

fn compare_moves(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let moves = [args.vertex(s)?, args.vertex(s)?];
    Ok(compare::compare(s, color, moves)?)
}
