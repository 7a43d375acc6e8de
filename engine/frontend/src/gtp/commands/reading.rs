//! Questions to the tactical reader.

use engine::reading::{Code, Reading};
use mkpat_rt::geom::Point;

use super::super::command::{Command, command, quick};
use super::super::{Args, Failure};
use super::done;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    quick(
        "attack",
        "VERTEX",
        "Can the string there be captured if the opponent moves first? Answers 0, or a code and \
         the move: 1 yes, 2 by a ko that its owner must find the first threat for, 3 by a ko that \
         the attacker must find the first threat for.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = s.ask("attack", [p], None, |r, [p], _| r.attack(p));
            Ok(answer(s, reading))
        },
    ),
    quick(
        "defend",
        "VERTEX",
        "Can the string there be saved if its owner moves first? Answers as `attack`; 0 also in a \
         seki where no move saves it and none is needed; PASS for so many liberties that nobody \
         attacks.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = s.ask("defend", [p], None, |r, [p], _| r.defend_only(p));
            Ok(answer(s, reading))
        },
    ),
    quick(
        "ladder_attack",
        "VERTEX",
        "Can the string there, which has two liberties, be captured by nothing but ataris? Answers \
         as `attack`.",
        |s, a| {
            let p = a.stone(s)?;
            if s.game().board().liberty_count(p) != 2 {
                return Err("string must have exactly 2 liberties".into());
            }
            let reading = s.ask("ladder_attack", [p], None, |r, [p], _| r.ladder_attack(p));
            Ok(answer(s, reading))
        },
    ),
    quick(
        "does_attack",
        "MOVE VERTEX",
        "Does the move capture the string at VERTEX for good? Answers a code as `attack`.",
        |s, a| {
            let (p, string) = move_and_string(s, a)?;
            Ok(number(s.ask("does_attack", [p, string], None, |r, [p, s], _| r.does_attack(p, s)))
                .to_string())
        },
    ),
    quick(
        "does_defend",
        "MOVE VERTEX",
        "Does the move save the string at VERTEX? Answers a code as `attack`.",
        |s, a| {
            let (p, string) = move_and_string(s, a)?;
            Ok(number(s.ask("does_defend", [p, string], None, |r, [p, s], _| r.does_defend(p, s)))
                .to_string())
        },
    ),
    quick(
        "attack_either",
        "VERTEX VERTEX",
        "Can one of two strings of a player be captured if the opponent moves first? Answers a \
         code.",
        |s, a| {
            let (p, q) = two_strings(s, a)?;
            Ok(number(
                s.ask("attack_either", [p, q], None, |r, [p, q], _| r.attack_either(p, q)).code,
            )
            .to_string())
        },
    ),
    quick(
        "defend_both",
        "VERTEX VERTEX",
        "Can two strings of a player be saved if their owner moves first? Answers a code.",
        |s, a| {
            let (p, q) = two_strings(s, a)?;
            Ok(number(s.ask("defend_both", [p, q], None, |r, [p, q], _| r.defend_both(p, q)).code)
                .to_string())
        },
    ),
    quick(
        "safe_move",
        "COLOR VERTEX",
        "Is a stone played there safe from capture? Answers a code as `attack`.",
        |s, a| {
            let (color, p) = a.color_and_vertex(s)?;
            Ok(number(s.ask("safe_move", [p], Some(color), |r, [p], c| r.safe_move(p, c)))
                .to_string())
        },
    ),
    command(
        "prove",
        "GOAL",
        "Proves a goal, a sentence as `black captures D4`, `kill R3`, `connect C3 E5`, `cut C3 E5`, \
         `live R3, black first`, `win D4 F4`, which may end with `, 5000 nodes` (1000000). Answers a code as `attack` for the side that wants \
         it, or `unknown`; `proved`, or `assumed` if that takes something for granted about what \
         lies around; and the best play. `start_sgftrace` records proofs, too.",
        |s, a| Ok(s.prove(a.rest())?),
    ),
    quick(
        "effort",
        "[FACTOR]",
        "Sets how many times as much as usual a question may spend: 1, or more to read to the end \
         what the quick search cannot see. Without a factor answers the present one. A level \
         above 10 has twice the effort of the one before, unless this has set it.",
        |s, a| {
            if a.rest().is_empty() {
                return Ok(s.effort().to_string());
            }
            let factor: u64 = a.number("the effort is a number from 1 to 1000000")?;
            if !(1..=1_000_000).contains(&factor) {
                return Err("the effort is a number from 1 to 1000000".into());
            }
            s.set_effort(factor);
            done()
        },
    ),
    quick("increase_depths", "", "Makes reading one ply deeper.", |s, _| {
        s.strength.deeper = (s.strength.deeper + 1).min(20);
        done()
    }),
    quick("decrease_depths", "", "Makes reading one ply less deep.", |s, _| {
        s.strength.deeper = (s.strength.deeper - 1).max(-20);
        done()
    }),
    quick("clear_cache", "", "Forgets what has been read.", |s, _| {
        s.forget_readings();
        done()
    }),
    quick("reset_reading_node_counter", "", "Sets the counter of reading to 0.", |s, _| {
        s.reset_reading_count();
        done()
    }),
    quick(
        "get_reading_node_counter",
        "",
        "Answers how many moves have been read, by commands of this section and while moves were \
         generated.",
        |s, _| Ok(s.counts().reading.to_string()),
    ),
    quick("reset_trymove_counter", "", "Sets the counter of tried moves to 0.", |s, _| {
        s.reset_trymove_count();
        done()
    }),
    quick(
        "get_trymove_counter",
        "",
        "Answers how many moves have been read, and tried by `trymove` and `tryko`.",
        |s, _| Ok(s.counts().trymove.to_string()),
    ),
    quick("reset_owl_node_counter", "", "Sets the counter of life and death to 0.", |s, _| {
        s.reset_owl_count();
        done()
    }),
    quick(
        "get_owl_node_counter",
        "",
        "Answers how many positions have been looked at to find out whether dragons live.",
        |s, _| Ok(s.counts().owl.to_string()),
    ),
    quick("reset_life_node_counter", "", "Does nothing: see `get_life_node_counter`.", |_, _| {
        done()
    }),
    quick(
        "get_life_node_counter",
        "",
        "Answers 0, as GNU Go, where the count is kept for old clients only.",
        |_, _| Ok("0".to_string()),
    ),
    quick(
        "reset_connection_node_counter",
        "",
        "Sets the counter of connection reading to 0.",
        |s, _| {
            s.reset_connection_count();
            done()
        },
    ),
    quick(
        "get_connection_node_counter",
        "",
        "Answers how many moves have been played to find out whether strings connect.",
        |s, _| Ok(s.counts().connection.to_string()),
    ),
];

/// An empty vertex and one with a stone.
fn move_and_string(s: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let p = args.vertex(s)?;
    if !s.game().board().is_empty(p) {
        return Err("move vertex must be empty".into());
    }
    Ok((p, string(s, args)?))
}

/// Two vertices with stones of a player.
fn two_strings(s: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let (p, q) = (string(s, args)?, string(s, args)?);
    let board = s.game().board();
    if board.color_at(p) == board.color_at(q) {
        Ok((p, q))
    } else {
        Err("strings must be of one color".into())
    }
}

/// A vertex with a stone, where there are several arguments.
fn string(s: &Session, args: &mut Args<'_>) -> Result<Point, Failure> {
    let p = args.vertex(s)?;
    if s.game().board().is_empty(p) { Err("string vertex must not be empty".into()) } else { Ok(p) }
}

/// The number that GTP clients know for a code.
pub(crate) fn number(code: Code) -> u8 {
    match code {
        Code::Lose => 0,
        Code::Win => 1,
        Code::KoA => 2,
        Code::KoB => 3,
    }
}

/// An answer of the reader as GTP has it.
pub(super) fn answer(s: &Session, reading: Reading) -> String {
    match number(reading.code) {
        0 => "0".to_string(),
        n => format!("{n} {}", reading.point.name(s.game().size())),
    }
}
