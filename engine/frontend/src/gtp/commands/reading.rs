//! Questions to the tactical reader.

use engine::reading::{Code, Reading};

use super::super::command::{Command, command};
use super::super::{Answer, Args};
use super::done;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "attack",
        "VERTEX",
        "Can the string there be captured if the opponent moves first? Answers 0, or a code and \
         the move: 1 yes, 2 by a ko that its owner must find the first threat for, 3 by a ko that \
         the attacker must find the first threat for.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = s.read(|r| r.attack(p));
            Ok(answer(s, reading))
        },
    ),
    command(
        "defend",
        "VERTEX",
        "Can the string there be saved if its owner moves first? Answers as `attack`; the move is \
         PASS if none is needed.",
        |s, a| {
            let p = a.stone(s)?;
            let reading = s.read(|r| r.defend(p));
            Ok(answer(s, reading))
        },
    ),
    command(
        "does_attack",
        "MOVE VERTEX",
        "Does the move capture the string at VERTEX for good? Answers a code as `attack`.",
        |s, a| {
            let (p, string) = (a.vertex(s)?, a.stone(s)?);
            Ok(number(s.read(|r| r.does_attack(p, string))).to_string())
        },
    ),
    command(
        "does_defend",
        "MOVE VERTEX",
        "Does the move save the string at VERTEX? Answers a code as `attack`.",
        |s, a| {
            let (p, string) = (a.vertex(s)?, a.stone(s)?);
            Ok(number(s.read(|r| r.does_defend(p, string))).to_string())
        },
    ),
    command(
        "attack_either",
        "VERTEX VERTEX",
        "Can one of two strings be captured if the opponent moves first? Answers a code.",
        |s, a| {
            let (p, q) = (a.stone(s)?, a.stone(s)?);
            Ok(number(s.read(|r| r.attack_either(p, q)).code).to_string())
        },
    ),
    command(
        "defend_both",
        "VERTEX VERTEX",
        "Can two strings be saved if their owner moves first? Answers a code.",
        |s, a| {
            let (p, q) = (a.stone(s)?, a.stone(s)?);
            Ok(number(s.read(|r| r.defend_both(p, q)).code).to_string())
        },
    ),
    command(
        "safe_move",
        "COLOR VERTEX",
        "Is a stone played there safe from capture? Answers a code as `attack`.",
        |s, a| {
            let (color, p) = a.color_and_vertex(s)?;
            Ok(number(s.read(|r| r.safe_move(p, color))).to_string())
        },
    ),
    command("increase_depths", "", "Makes reading one ply deeper.", |s, _| {
        s.deeper = (s.deeper + 1).min(20);
        done()
    }),
    command("decrease_depths", "", "Takes one `increase_depths` back.", |s, _| {
        s.deeper = s.deeper.saturating_sub(1);
        done()
    }),
    command("reset_reading_node_counter", "", "Sets the counter of reading to 0.", |s, _| {
        s.nodes = 0;
        done()
    }),
    command(
        "get_reading_node_counter",
        "",
        "Answers how many moves the commands of this section have read.",
        |s, _: &mut Args<'_>| -> Answer { Ok(s.nodes.to_string()) },
    ),
];

/// The number that GTP clients know for a code.
fn number(code: Code) -> u8 {
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
