//! Commands that set up a game.

use engine::game::{HandicapError, Ko, Rules, Scoring};
use mkpat_rt::geom::Point;

use super::super::command::{Command, command};
use super::super::{Args, Failure, Response};
use super::analyze::rules_word;
use super::{done, names};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command("boardsize", "SIZE", "Sets the size, 1 to 25, and clears the board.", boardsize),
    command("query_boardsize", "", "Answers the size.", |s, _| Ok(s.game().size().to_string())),
    command("clear_board", "", "Starts a new game; size, komi and rules stay.", |s, _| {
        s.clear();
        done()
    }),
    command("komi", "POINTS", "Sets the komi.", komi),
    command("get_komi", "", "Answers the komi.", |s, _| {
        Ok(format!("{:.1}", s.game().rules().komi))
    }),
    command(
        "fixed_handicap",
        "STONES",
        "Places handicap stones at their fixed places on an empty board; lists them.",
        fixed_handicap,
    ),
    command(
        "place_free_handicap",
        "STONES",
        "Places handicap stones where the engine likes on an empty board; lists them.",
        place_free_handicap,
    ),
    command(
        "set_free_handicap",
        "VERTEX VERTEX ...",
        "Places handicap stones at these vertices of an empty board.",
        set_free_handicap,
    ),
    command("get_handicap", "", "Answers the number of handicap stones.", |s, _| {
        Ok(s.game().handicap().len().to_string())
    }),
    command(
        "kgs-rules",
        "RULES",
        "Sets the rules: japanese, chinese, aga or new_zealand; komi stays.",
        kgs_rules,
    ),
    command(
        "kata-set-rules",
        "RULES",
        "As `kgs-rules`, with the names of KataGo: japanese, korean, chinese, aga, new-zealand; komi stays.",
        kata_set_rules,
    ),
    command("kata-get-rules", "", "Answers the rules as KataGo does, in JSON.", |s, _| {
        Ok(kata_rules(s.game().rules()))
    }),
    command(
        "rectangular_boardsize",
        "COLUMNS ROWS",
        "As `boardsize` if both are equal; other boards are an error.",
        rectangular_boardsize,
    ),
    command("query_orientation", "", "Answers 0: the board is never turned.", |_, _| {
        Ok("0".to_string())
    }),
];

fn boardsize(s: &mut Session, args: &mut Args<'_>) -> Response {
    let size: i64 = args.number("boardsize not an integer")?;
    match usize::try_from(size) {
        Ok(size) if s.resize(size) => done(),
        _ => Err("unacceptable size".into()),
    }
}

fn komi(s: &mut Session, args: &mut Args<'_>) -> Response {
    let komi = args.real("komi not a float")?;
    s.game_mut().set_komi(komi as f32);
    done()
}

fn failure(error: HandicapError) -> Failure {
    Failure::from(match error {
        HandicapError::NotEmpty => "board not empty",
        HandicapError::Number(_) => "invalid handicap",
        HandicapError::Vertex(_) => "repeated vertex",
    })
}

fn place(
    s: &mut Session,
    args: &mut Args<'_>,
    how: impl Fn(&mut Session, usize) -> Result<Vec<Point>, HandicapError>,
) -> Response {
    let stones: i64 = args.number("handicap not an integer")?;
    let stones = usize::try_from(stones).map_err(|_| "invalid handicap")?;
    let points = how(s, stones).map_err(failure)?;
    s.forget_turn();
    Ok(names(points, s.game().size()))
}

fn fixed_handicap(s: &mut Session, args: &mut Args<'_>) -> Response {
    place(s, args, |s, n| s.game_mut().place_fixed_handicap(n))
}

fn place_free_handicap(s: &mut Session, args: &mut Args<'_>) -> Response {
    place(s, args, |s, n| s.game_mut().place_free_handicap(n))
}

fn set_free_handicap(s: &mut Session, args: &mut Args<'_>) -> Response {
    let mut points = Vec::new();
    while !args.rest().is_empty() {
        points.push(args.vertex(s)?);
    }
    s.game_mut().place_handicap(&points).map_err(failure)?;
    s.forget_turn();
    done()
}

fn kgs_rules(s: &mut Session, args: &mut Args<'_>) -> Response {
    let rules = match args.word() {
        Some("japanese") => Rules::JAPANESE,
        Some("chinese" | "aga") => Rules::CHINESE,
        Some("new_zealand") => Rules::NEW_ZEALAND,
        _ => return Err("unknown rules".into()),
    };
    let komi = s.game().rules().komi;
    s.game_mut().set_rules(Rules { komi, ..rules });
    done()
}

fn rectangular_boardsize(s: &mut Session, args: &mut Args<'_>) -> Response {
    let columns: i64 = args.number("boardsize not an integer")?;
    let rows: i64 = args.number("boardsize not an integer")?;
    if columns != rows {
        return Err(format!("unacceptable size: boards are square, not {columns} by {rows}").into());
    }
    match usize::try_from(rows) {
        Ok(size) if s.resize(size) => done(),
        _ => Err("unacceptable size".into()),
    }
}

fn kata_set_rules(s: &mut Session, args: &mut Args<'_>) -> Response {
    let rules = match rules_word(args)?.as_str() {
        "japanese" | "korean" => Rules::JAPANESE,
        "chinese" | "chinese-ogs" | "chinese-kgs" | "aga" | "bga" => Rules::CHINESE,
        "new-zealand" | "tromp-taylor" => Rules::NEW_ZEALAND,
        other => return Err(format!("unknown rules: {other}").into()),
    };
    let komi = s.game().rules().komi;
    s.game_mut().set_rules(Rules { komi, ..rules });
    done()
}

fn kata_rules(rules: Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::PositionalSuperko => "POSITIONAL",
        Ko::SituationalSuperko => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    format!(
        "{{\"friendlyPassOk\":true,\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"{scoring}\",\
         \"suicide\":{},\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}}",
        rules.suicide
    )
}
