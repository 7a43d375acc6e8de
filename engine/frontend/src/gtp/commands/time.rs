//! Commands about thinking time and level.

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::done;
use crate::clock::MAX_LEVEL;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "time_settings",
        "MAIN BYO_TIME BYO_STONES",
        "Sets main time and byo-yomi time, in seconds, and how many stones are played in the \
         latter. Byo-yomi time for 0 stones means no limit.",
        time_settings,
    ),
    command(
        "time_left",
        "COLOR SECONDS STONES",
        "Says what is left of the time; STONES is 0 in main time. After `kgs-time_settings byoyomi` it is \
         the number of periods.",
        time_left,
    ),
    command(
        "kgs-time_settings",
        "SYSTEM [NUMBERS]",
        "Sets the time: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN \
         TIME STONES`.",
        kgs_time_settings,
    ),
    command(
        "level",
        "NUMBER",
        "Sets the level, 0 to 20; 10 is usual. More reads more. When time is short the engine \
         plays below its level, and a move ends when its share of the time is over.",
        level,
    ),
];

const NUMBERS: &str = "not three integers";

fn time_settings(s: &mut Session, args: &mut Args<'_>) -> Response {
    let (main, time) = (args.real(NUMBERS)?, args.real(NUMBERS)?);
    let stones = args.number(NUMBERS)?;
    if main < 0.0 || time < 0.0 {
        return Err(NUMBERS.into());
    }
    s.time.clock.set(main, time, stones);
    done()
}

fn time_left(s: &mut Session, args: &mut Args<'_>) -> Response {
    const NUMBERS: &str = "time and stones not two integers";
    let color = args.color()?;
    let (seconds, stones) = (args.real(NUMBERS)?, args.number(NUMBERS)?);
    s.time.clock.set_left(color, seconds, stones);
    done()
}

fn kgs_time_settings(s: &mut Session, args: &mut Args<'_>) -> Response {
    const BAD: &str = "syntax error";
    match args.word() {
        Some("none") => s.time.clock.set(0.0, 0.0, 0),
        Some("absolute") => {
            let main = args.real(BAD)?;
            s.time.clock.set(main.max(0.0), 0.0, 0);
        }
        Some("byoyomi") => {
            let (main, period) = (args.real(BAD)?, args.real(BAD)?);
            let _periods: u32 = args.number(BAD)?;
            s.time.clock.set_byo_yomi(main.max(0.0), period.max(0.0));
        }
        Some("canadian") => {
            let (main, time) = (args.real(BAD)?, args.real(BAD)?);
            let stones = args.number(BAD)?;
            s.time.clock.set(main.max(0.0), time.max(0.0), stones);
        }
        _ => return Err(BAD.into()),
    }
    done()
}

fn level(s: &mut Session, args: &mut Args<'_>) -> Response {
    let level: u32 = args.number("level not an integer")?;
    s.strength.level = level.min(MAX_LEVEL);
    done()
}
