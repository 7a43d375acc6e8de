//! Analysis in the forms of Leela Zero and KataGo, which Sabaki, q5Go and others ask for.
//!
//! An answer is one line of all moves considered; it stays open until the client sends its next line,
//! which is how clients stop an analysis ([`Handler::Stream`]). The engine has no win rate: what is
//! told as one is its estimate of the score, put between 0 and 1.
//!
//! [`Handler::Stream`]: super::super::command::Handler::Stream

use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command, stream};
use super::super::{Args, Failure, Response};
use super::play::generate;
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    stream(
        "lz-analyze",
        "[COLOR] [CENTISECONDS]",
        "Tells the moves considered, as Leela Zero does, until the next line is sent.",
        |s, a| analyze(s, a, Form::LeelaZero),
    ),
    stream(
        "kata-analyze",
        "[COLOR] [CENTISECONDS]",
        "Tells the moves considered, as KataGo does, until the next line is sent.",
        |s, a| analyze(s, a, Form::KataGo),
    ),
    command(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS]",
        "As `lz-analyze`, and then generates a move, plays it and tells it after `play`.",
        |s, a| play(s, a, Form::LeelaZero),
    ),
    command(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS]",
        "As `kata-analyze`, and then generates a move, plays it and tells it after `play`.",
        |s, a| play(s, a, Form::KataGo),
    ),
];

/// Whose form an answer has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    LeelaZero,
    KataGo,
}

/// The colour that is asked about: whose turn it is, if none is named. Other arguments (intervals,
/// `maxmoves` and the like) change nothing here.
fn color(s: &Session, args: &Args<'_>) -> Color {
    args.clone().color().unwrap_or(s.to_move())
}

fn analyze(s: &mut Session, args: &mut Args<'_>, form: Form) -> Response {
    let color = color(s, args);
    Ok(format!("\n{}", line(s, color, form)))
}

fn play(s: &mut Session, args: &mut Args<'_>, form: Form) -> Response {
    let color = color(s, args);
    let told = line(s, color, form);
    let chosen = generate(s, color, false, true)?;
    let chosen = if chosen == "PASS" { "pass" } else { &chosen };
    Ok(format!("\n{told}\nplay {chosen}"))
}

/// All moves considered for `color`, the best first; a pass if there is none.
fn line(s: &mut Session, color: Color, form: Form) -> String {
    let size = s.game().size();
    let komi = s.game().rules().komi;
    let komi = if color == Color::White { komi } else { -komi };
    let board = s.game().board();
    let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
    let lead = s.facts().influence_for(color).score(color) + komi + prisoners;
    let candidates = s.candidates(color);
    let mut moves: Vec<(Point, f32)> = candidates.iter().map(|c| (c.point, c.value)).collect();
    if moves.is_empty() {
        moves.push((Point::PASS, 0.0));
    }
    let told = moves.iter().enumerate().map(|(order, &(p, value))| {
        let name = if p.is_pass() { "pass".to_string() } else { p.name(size) };
        let lead = lead + value;
        // A lead of as many points as the board has lines is taken for three in four.
        let rate = 1.0 / (1.0 + (-lead / size as f32 * 3f32.ln()).exp());
        match form {
            Form::LeelaZero => {
                let rate = (rate * 10_000.0).round();
                format!("info move {name} visits 1 winrate {rate} prior 0 lcb {rate} order {order} pv {name}")
            }
            Form::KataGo => format!(
                "info move {name} visits 1 winrate {rate:.6} scoreLead {lead:.2} scoreMean {lead:.2} \
                 prior 0 lcb {rate:.6} utility {:.6} order {order} pv {name}",
                2.0 * rate - 1.0
            ),
        }
    });
    told.collect::<Vec<_>>().join(" ")
}

/// An argument that names rules, as text or as JSON.
pub(super) fn rules_word(args: &Args<'_>) -> Result<String, Failure> {
    let text = args.rest().trim_matches(['"', '\'']);
    match text {
        "" => Err("missing rules".into()),
        text => Ok(text.to_ascii_lowercase().replace(['_', ' '], "-")),
    }
}
