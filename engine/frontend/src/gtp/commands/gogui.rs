//! What GoGui and programs like it ask for.

use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::done;
use crate::session::Session;
use crate::show::{self, What};
use clap::ValueEnum;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "gogui-analyze_commands",
        "",
        "Lists analysis commands: kind, title and command of each.",
        |_, _| Ok(ANALYZE.join("\n")),
    ),
    command(
        "gogui-play_sequence",
        "COLOR MOVE COLOR MOVE ...",
        "Plays moves, all or none.",
        play_sequence,
    ),
    command(
        "gogui-setup",
        "COLOR VERTEX COLOR VERTEX ...",
        "Puts stones on an empty board; they are no moves.",
        setup,
    ),
    command("gogui-setup_player", "COLOR", "Says who is to move.", |s, a| {
        let color = a.color()?;
        s.set_to_move(color);
        done()
    }),
    command("katachi-status", "", "Lists dead stones and territory as graphics for GoGui.", status),
    command(
        "katachi-show",
        "WHAT",
        "Shows worms, dragons, eyes, influence or territory as graphics for GoGui.",
        |s, a| {
            let word = a.word().ok_or("missing what to show")?;
            let what = What::from_str(word, false)
                .map_err(|_| "not one of worms, dragons, eyes, influence, territory")?;
            Ok(show::as_gogui(s, what))
        },
    ),
    command("katachi-candidates", "COLOR", "Lists candidate moves as graphics for GoGui.", {
        candidates
    }),
];

const ANALYZE: &[&str] = &[
    "gfx/Status of stones and territory/katachi-status",
    "gfx/Strings/katachi-show worms",
    "gfx/Dragons/katachi-show dragons",
    "gfx/Eyes/katachi-show eyes",
    "gfx/Influence/katachi-show influence",
    "gfx/Territory/katachi-show territory",
    "dboard/Expected points/initial_influence %c territory_value",
    "sboard/Territory, moyo and area/initial_influence %c influence_regions",
    "sboard/Influence of Black/initial_influence %c black_strength",
    "sboard/Influence of White/initial_influence %c white_strength",
    "hstring/Data of a string/worm_data %p",
    "hstring/Data of a dragon/dragon_data %p",
    "hstring/Data of an eye/eye_data %c %p",
    "hstring/Half or false eye/half_eye_data %p",
    "string/Is it surrounded/is_surrounded %p",
    "gfx/Candidate moves/katachi-candidates %c",
    "hstring/Reasons for moves/move_reasons %c",
    "hstring/Why a pattern matches or not/katachi-why %s",
    "plist/Legal moves/all_legal %c",
    "string/Attack/attack %p",
    "string/Defend/defend %p",
    "plist/Liberties/findlib %p",
    "string/Estimate score/estimate_score",
    "string/Final score/final_score",
    "string/Reading nodes/get_reading_node_counter",
];

fn play_sequence(s: &mut Session, args: &mut Args<'_>) -> Response {
    let mut played = 0;
    while !args.rest().is_empty() {
        let result = args
            .color_and_vertex(s)
            .and_then(|(color, p)| s.play(color, p).map_err(|_| "illegal move".into()));
        if let Err(failure) = result {
            s.undo(played);
            return Err(failure);
        }
        played += 1;
    }
    done()
}

fn setup(s: &mut Session, args: &mut Args<'_>) -> Response {
    if s.game().board().stone_count() > 0 || !s.game().moves().is_empty() {
        return Err("board not empty".into());
    }
    let mut stones = Vec::new();
    while !args.rest().is_empty() {
        let (color, p) = args.color_and_vertex(s)?;
        stones.push((p, Some(color)));
    }
    s.game_mut().setup(stones).map_err(|e| e.to_string())?;
    done()
}

fn status(s: &mut Session, _: &mut Args<'_>) -> Response {
    use crate::judge::VertexStatus;
    let verdict = s.judge();
    let (board, size) = (s.game().board(), s.game().size());
    let list = |title: &str, wanted: VertexStatus| {
        let points: Vec<Point> = Point::all(size).filter(|&p| verdict.at(p) == wanted).collect();
        let empty = points.is_empty();
        (!empty).then(|| format!("{title} {}", super::names(points, size)))
    };
    let lines = [
        list("BLACK", VertexStatus::Territory(Color::Black)),
        list("WHITE", VertexStatus::Territory(Color::White)),
        list("MARK", VertexStatus::Dead),
        list("CIRCLE", VertexStatus::Seki),
    ];
    let text: Vec<String> = lines.into_iter().flatten().collect();
    let stones = board.stone_count();
    Ok(format!("{}\nTEXT {}, {stones} stones", text.join("\n"), verdict.score))
}

fn candidates(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let size = s.game().size();
    let labels: Vec<String> = s
        .candidates(color)
        .iter()
        .take(20)
        .map(|c| format!("LABEL {} {:.1}", c.point.name(size), c.value))
        .collect();
    Ok(labels.join("\n"))
}
