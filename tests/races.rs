//! Capturing races that the real databases decide.

use engine::life::semeai::Source;
use katachi_frontend::semeai::{How, SemeaiArgs, decide, race};
use katachi_frontend::session::{Session, Settings};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;

/// A fight in the open: K2, J3 and K3 against J2, H2 and H3, which have two liberties and cannot run: after H1 and
/// J1 Black takes them at K1. Counting calls it lost.
const OPEN: [&str; 13] = [
    ". . . . . . . . . . . . .",
    ". . . . . . . . . O O . .",
    ". . . X . O . O O X . X .",
    ". . . . . . O . X . X . .",
    ". . . X . . . . . X . O .",
    ". . . . . . O . O . X X .",
    ". . . . . X . O X . O O .",
    ". . . . . . X . O . . . .",
    ". . . . . . . O . . . . .",
    ". . X X . . . X O . O . .",
    ". . O . . . X O X X O . .",
    ". . . . X . X O O X . . .",
    ". . . . . . . . . . . . .",
];

#[test]
fn what_counting_cannot_tell_is_asked_of_owl() {
    let settings = Settings { size: 13, ..Settings::default() };
    let mut session =
        Session::new(patterns::pattern_set().expect("databases"), &settings).expect("a session");
    for (row, text) in OPEN.into_iter().enumerate() {
        for (col, stone) in text.split(' ').enumerate().filter(|c| c.1 != ".") {
            let color = if stone == "X" { Color::Black } else { Color::White };
            session.play(color, Point::new(row, col)).expect("legal");
        }
    }
    let at = |name: &str| Point::parse(name, 13).expect("a vertex");
    let mut ask = |after, how| {
        let found = race(&mut session, (at("J3"), at("H2")), after, how).expect("a race");
        (found.defends, found.attacks, found.source)
    };
    assert_eq!(ask(None, How::Proof), (Code::Win, Code::Win, Source::Owl));
    let wrong = (Code::Lose, Code::Lose, Source::Estimate);
    assert_eq!(ask(None, How::Estimate), wrong, "known to be wrong");
    let after = Some((Color::White, at("A13")));
    assert_eq!(ask(after, How::Proof), (Code::Win, Code::Win, Source::Owl));
    let args = SemeaiArgs { file: "".into(), dragons: "J3/H2".to_string(), output: None };
    let decided = decide(&args, &mut session).expect("an answer");
    assert!(decided.text.contains("as owl sees it, not proved"), "{}", decided.text);
}
