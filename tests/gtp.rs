//! GTP conversations: every `transcripts/*.gtp` is sent line by line, and the
//! responses must be those of its snapshot.
//!
//! The engine is driven in the process, with the few patterns of the front end's
//! own tests: editing the databases must not change what these say. Paths in
//! transcripts are relative to the root of the repository, where tests of the
//! root package run.

use std::path::{Path, PathBuf};

use katachi_frontend::gtp;
use katachi_frontend::session::{Session, Settings};
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::Point;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn patterns() -> PatternSet {
    let dir = root().join("engine/frontend/tests/patterns");
    mkpat::language::load::load(&dir).0.expect("databases without errors")
}

fn session(size: usize) -> Session {
    let settings = Settings { size, ..Settings::default() };
    Session::new(patterns(), &settings).expect("a session")
}

/// The responses to some input.
fn answers(session: &mut Session, input: &[u8]) -> String {
    let mut out = Vec::new();
    gtp::serve(session, input, &mut out).expect("memory does not fail");
    String::from_utf8(out).expect("responses are text")
}

/// Splits a stream into responses, checking the framing.
fn responses(out: &str) -> Vec<&str> {
    let parts: Vec<&str> = out.split_terminator("\n\n").collect();
    for part in &parts {
        assert!(part.starts_with(['=', '?']), "{part:?}");
    }
    assert!(out.is_empty() || out.ends_with("\n\n"), "{out:?}");
    parts
}

#[test]
fn transcripts() {
    let dir = root().join("tests/transcripts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("the folder of transcripts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "gtp"))
        .collect();
    files.sort();
    assert!(files.len() >= 7, "{files:?}");
    for file in files {
        let input = std::fs::read_to_string(&file).expect("a transcript");
        let mut session = session(19);
        let mut shown = String::new();
        for line in input.lines() {
            let response = gtp::execute(&mut session, line);
            shown += &format!("> {line}\n");
            if let Some(response) = response {
                assert_eq!(responses(&response).len(), 1, "{line}: {response:?}");
                shown += &response;
            }
        }
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_the_conversation() {
    let out = answers(&mut session(9), b"name\nquit\nname\n");
    assert_eq!(responses(&out), ["= Katachi", "= "]);
    let out = answers(&mut session(9), b"1 name");
    assert_eq!(responses(&out), ["=1 Katachi"]);
    assert_eq!(answers(&mut session(9), b""), "");
}

#[test]
fn bad_input_gets_an_answer_and_the_conversation_goes_on() {
    let mut input = b"\r\n\0\x01\x02\n\xff\xfe\xfd\n1 name\r\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\n2 play b \xc3\xa9\n3 boardsize 99999999999999999999\n4 name\n");
    let out = answers(&mut session(9), &input);
    let got = responses(&out);
    assert_eq!(
        got,
        [
            "? unknown command",
            "=1 Katachi",
            "? line too long",
            "?2 invalid color or coordinate",
            "?3 boardsize not an integer",
            "=4 Katachi"
        ]
    );
}

/// Every command, with arguments of all kinds, answers in proper form.
#[test]
fn no_command_breaks_the_framing() {
    let arguments = [
        "",
        "x",
        "b",
        "C3",
        "b C3",
        "w pass",
        "9",
        "-1",
        "0 0 0",
        "C3 D4",
        "é ü",
        "\u{7}",
        "[];",
        "b 1e400 1",
        "99999999999999999999 1 1",
        "C3 b C3 b",
    ];
    let ends = |name: &str| matches!(name, "quit" | "printsgf" | "finish_sgftrace" | "echo_err");
    let commands: Vec<&str> = gtp::all().map(|c| c.name).filter(|name| !ends(name)).collect();
    assert!(commands.len() > 100, "{}", commands.len());
    test_support::side_by_side(
        &commands,
        || session(5),
        |session, command| {
            for argument in arguments {
                gtp::execute(session, "boardsize 5");
                gtp::execute(session, "gogui-play_sequence b C3 w D3 b D4");
                let line = format!("{command} {argument}");
                let response = gtp::execute(session, &line).unwrap_or_default();
                assert_eq!(responses(&response).len(), 1, "{line}: {response:?}");
            }
        },
    );
}

/// A game against itself: all moves legal, and it ends.
#[test]
fn a_game_of_generated_moves_ends_with_two_passes() {
    let mut session = session(5);
    for i in 0..200 {
        let color = ["b", "w"][i % 2];
        let before = session.game().moves().len();
        let response = gtp::execute(&mut session, &format!("genmove {color}")).expect("a response");
        let said = response.trim_start_matches('=').trim();
        if said == "resign" {
            return;
        }
        let last = session.game().moves().last().expect("the move was played");
        assert_eq!(session.game().moves().len(), before + 1);
        assert_eq!(last.point.name(5), said);
        if session.game().is_over() {
            return;
        }
    }
    panic!("the game does not end");
}

/// Only marked vertices are considered: at most six steps from A1, then E5 alone, then all.
#[test]
fn moves_are_looked_for_in_the_search_area() {
    let mut session = session(9);
    let mut considered = |line: &str| -> Vec<Point> {
        for line in line.split(';') {
            assert_eq!(gtp::execute(&mut session, line).as_deref(), Some("= \n\n"), "{line}");
        }
        let top = gtp::execute(&mut session, "top_moves_black").expect("a response");
        let words: Vec<&str> = top.trim_start_matches('=').split_whitespace().collect();
        let points = words.chunks(2).map(|pair| Point::parse(pair[0], 9).expect("a vertex"));
        points.collect()
    };
    let is_near = |p: &Point| p.col() + (8 - p.row()) <= 6;
    let near = considered("set_search_diamond A1");
    assert!(!near.is_empty() && near.iter().all(is_near), "{near:?}");
    let one = considered("reset_search_mask;set_search_limit E5");
    assert_eq!(one, [Point::parse("E5", 9).expect("a vertex")]);
    let all = considered("limit_search 0");
    assert!(!all.iter().all(is_near), "{all:?}");
}

#[test]
fn reg_genmove_and_top_moves_leave_the_game_alone() {
    let mut session = session(7);
    gtp::execute(&mut session, "play b C3");
    let hash = session.game().board().hash();
    let genmove = gtp::execute(&mut session, "reg_genmove w").expect("a response");
    let top = gtp::execute(&mut session, "top_moves_white").expect("a response");
    assert_eq!((session.game().moves().len(), session.game().board().hash()), (1, hash));
    let words: Vec<&str> = top.trim_start_matches('=').split_whitespace().collect();
    assert!(words.len() >= 2 && words.len().is_multiple_of(2), "{top}");
    assert_eq!(words[0], genmove.trim_start_matches('=').trim());
    assert!(words.chunks(2).all(|pair| pair[1].parse::<f32>().is_ok()), "{top}");
}

/// After two passes a dead stone is left: cleaning up takes it off.
#[test]
fn cleanup_takes_dead_stones_off() {
    let mut session = session(5);
    gtp::execute(
        &mut session,
        "gogui-setup b C1 b C2 b C3 b C4 b C5 w D1 w D2 w D3 w D4 w D5 w A1 b B4",
    );
    for _ in 0..12 {
        gtp::execute(&mut session, "kgs-genmove_cleanup b");
        gtp::execute(&mut session, "play w pass");
    }
    assert_eq!(gtp::execute(&mut session, "color A1").as_deref(), Some("= empty\n\n"));
}

#[test]
fn the_manual_of_the_commands_is_fresh() {
    let made = gtp::markdown();
    let kept = std::fs::read_to_string(root().join("docs/gtp.md")).unwrap_or_default();
    assert_eq!(kept, made, "run `katachi gtp --commands > docs/gtp.md`");
}
