//! Analysis in the forms of Leela Zero and KataGo, which Sabaki, q5Go and others ask for.
//!
//! A line tells all moves considered. While random games go on there is a line at every interval, until the client
//! sends its next line: so clients stop an analysis ([`Listener`]). The forms with `genmove` end by themselves, when
//! as many games have been played as the level allows, and tell the move that was played: it is the move of `genmove`,
//! whatever has been sent meanwhile.
//!
//! The win rate of a move is the part of its random games that were won, and the lead of its player how far he was ahead at
//! their ends. Where there are no games the estimate of the score and the value of the move stand for both.

use std::cell::Cell;
use std::time::{Duration, Instant};

use engine::movegen::{Candidate, Considered, MoveReason, Watch};
use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, Listener, stream};
use super::super::{Args, Failure, Response};
use super::play::nothing_tried;
use crate::player::Choice;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    stream(
        "lz-analyze",
        "[COLOR] [CENTISECONDS]",
        "Tells the moves considered, as Leela Zero does, at every interval until the next line is sent.",
        |s, a, l| analyze(s, a, l, Form::LeelaZero),
        true,
    ),
    stream(
        "kata-analyze",
        "[COLOR] [CENTISECONDS]",
        "Tells the moves considered, as KataGo does, at every interval until the next line is sent.",
        |s, a, l| analyze(s, a, l, Form::KataGo),
        true,
    ),
    stream(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS]",
        "Generates a move, plays it and tells it after `play`; before it, as `lz-analyze`, the moves considered.",
        |s, a, l| generate(s, a, l, Form::LeelaZero),
        false,
    ),
    stream(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS]",
        "Generates a move, plays it and tells it after `play`; before it, as `kata-analyze`, the moves considered.",
        |s, a, l| generate(s, a, l, Form::KataGo),
        false,
    ),
];

/// Whose form an answer has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    LeelaZero,
    KataGo,
}

/// Between two lines, if no interval is named.
const INTERVAL: Duration = Duration::from_secs(1);
/// How many times the games are looked at, sixteen each time, before the next line is heeded: a client that has sent
/// it already gets an answer, too.
const LOOKS: u32 = 8;

/// What an analysis is asked for.
struct Wanted {
    /// Whose moves: whose turn it is, if nobody is named.
    color: Color,
    interval: Duration,
    /// How many moves a line tells at most.
    most: usize,
    form: Form,
    /// Points by which the player is ahead before the move, as influence says.
    lead: f32,
    size: usize,
}

/// Random games of a move: how many, the part that was won, and the points by which its player was ahead at their ends.
struct Games {
    count: u32,
    rate: f32,
    lead: f32,
}

impl Wanted {
    /// Reads the arguments: a colour, hundredths of a second, and pairs of a word and a value, of which `interval` and
    /// `maxmoves` count.
    fn new(s: &mut Session, args: &Args<'_>, form: Form) -> Wanted {
        let color = args.clone().color().unwrap_or(s.to_move());
        let words: Vec<&str> = args.rest().split_whitespace().collect();
        let number = |word: Option<&&str>| word.and_then(|word| word.parse::<u64>().ok());
        let named = |name: &str| {
            let at = words.iter().position(|word| word.eq_ignore_ascii_case(name));
            at.and_then(|at| number(words.get(at + 1)))
        };
        let bare = words.iter().take(2).find_map(|word| number(Some(word)));
        let interval = named("interval").or(bare).map(|hundredths| hundredths.clamp(1, 360_000));
        let komi = s.game().rules().komi;
        let komi = if color == Color::White { komi } else { -komi };
        let board = s.game().board();
        let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
        Wanted {
            color,
            interval: interval
                .map_or(INTERVAL, |hundredths| Duration::from_millis(hundredths * 10)),
            most: named("maxmoves").map_or(usize::MAX, |most| most.max(1) as usize),
            form,
            lead: s.facts().influence_for(color).score(color) + komi + prisoners,
            size: s.game().size(),
        }
    }

    /// The moves considered, the best first; a pass if there is none.
    fn line(&self, considered: &Considered) -> String {
        let moves: Vec<&Candidate> = considered.candidates.iter().take(self.most).collect();
        let told = moves.iter().enumerate().map(|(order, c)| {
            let games = c.reasons.iter().find_map(|reason| match *reason {
                MoveReason::Games { games, percent, lead } => Some(Games {
                    count: games.max(1),
                    rate: f32::from(percent) / 100.0,
                    lead: f32::from(lead) / 10.0,
                }),
                _ => None,
            });
            self.info(order, c.point, games.unwrap_or_else(|| self.guessed(c.value)))
        });
        match moves.is_empty() {
            true => self.info(0, Point::PASS, self.guessed(0.0)),
            false => told.collect::<Vec<_>>().join(" "),
        }
    }

    /// What random games might say of a move with this value, if there were any. The opponent answers with a move that is worth
    /// about as much, so half of the value is left.
    fn guessed(&self, value: f32) -> Games {
        let lead = self.lead + value / 2.0;
        // A lead of as many points as the board has lines is taken for three in four.
        let rate = 1.0 / (1.0 + (-lead / self.size as f32 * 3f32.ln()).exp());
        Games { count: 1, rate, lead }
    }

    /// One move, with what random games say of it.
    fn info(&self, order: usize, p: Point, games: Games) -> String {
        let name = if p.is_pass() { "pass".to_string() } else { p.name(self.size) };
        let Games { count: visits, rate, lead } = games;
        match self.form {
            Form::LeelaZero => {
                let rate = (rate * 10_000.0).round();
                format!(
                    "info move {name} visits {visits} winrate {rate} prior 0 lcb {rate} order {order} pv {name}"
                )
            }
            Form::KataGo => format!(
                "info move {name} visits {visits} winrate {rate:.6} scoreLead {lead:.2} scoreMean {lead:.2} \
                 prior 0 lcb {rate:.6} utility {:.6} order {order} pv {name}",
                2.0 * rate - 1.0
            ),
        }
    }

    /// Tells `listener` a line at every interval, and an endless `search` when to end.
    fn watched<T>(
        &self,
        listener: &dyn Listener,
        endless: bool,
        search: impl FnOnce(Watch<'_>) -> T,
    ) -> T {
        let next = Cell::new(Instant::now() + self.interval);
        let looks = Cell::new(0);
        let told = |so_far: &dyn Fn() -> Considered| {
            looks.set(looks.get() + 1);
            if Instant::now() >= next.get() {
                listener.tell(&self.line(&so_far()));
                next.set(Instant::now() + self.interval);
            }
            !endless || looks.get() < LOOKS || listener.is_waiting()
        };
        search(Watch { endless, told: &told })
    }
}

fn analyze(s: &mut Session, args: &mut Args<'_>, listener: &dyn Listener, form: Form) -> Response {
    let wanted = Wanted::new(s, args, form);
    let found = wanted.watched(listener, true, |watch| s.considered_watched(wanted.color, watch));
    Ok(wanted.line(&found))
}

fn generate(s: &mut Session, args: &mut Args<'_>, listener: &dyn Listener, form: Form) -> Response {
    nothing_tried(s)?;
    let wanted = Wanted::new(s, args, form);
    let last = Cell::new(None);
    let chosen = wanted.watched(listener, false, |watch| {
        let told = |so_far: &dyn Fn() -> Considered| {
            let go_on = (watch.told)(so_far);
            last.set(Some(so_far()));
            go_on
        };
        s.generate_watched(wanted.color, false, true, Some(Watch { told: &told, ..watch }))
    });
    let chosen = match chosen {
        Choice::Play(p) => p.name(wanted.size),
        Choice::Pass => "pass".to_string(),
        Choice::Resign => "resign".to_string(),
    };
    if let Some(considered) = last.take() {
        listener.tell(&wanted.line(&considered));
    }
    Ok(format!("play {chosen}"))
}

/// An argument that names rules, as text or as JSON.
pub(super) fn rules_word(args: &Args<'_>) -> Result<String, Failure> {
    let text = args.rest().trim_matches(['"', '\'']);
    match text {
        "" => Err("missing rules".into()),
        text => Ok(text.to_ascii_lowercase().replace(['_', ' '], "-")),
    }
}
