//! Scoring by diagram, with the databases: finished games of our own making. X is Black, O is White.

use crate::diagram;
use crate::engine::{Config, Engine};
use crate::game::{Game, Rules};
use crate::score::FinalStatus;
use mkpat_rt::geom::Color;

/// The first stones of dead strings, and the score of a game without komi, with `next` to move.
fn scored(text: &str, next: Color, rules: Rules) -> (String, String) {
    let board = diagram::parse(text).expect("a diagram");
    let game = Game::from_board(board, Rules { komi: 0.0, ..rules }, next);
    let set = patterns::pattern_set().expect("databases");
    let mut engine = Engine::new(set, Config::default()).expect("nothing is missing");
    let (score, judgement) = engine.final_score(&game);
    assert_eq!(engine.final_score(&game).0, score, "asked again");
    let dead = judgement.strings(game.board(), FinalStatus::Dead);
    let names: Vec<String> = dead.iter().map(|s| s[0].name(game.size())).collect();
    (names.join(" "), score.to_string())
}

/// Four stones on the second line in a corner do not find room for two eyes, whoever moves first
/// (`katachi prove` says so, too).
#[test]
fn a_group_without_room_for_two_eyes_is_dead() {
    let text = "
        . . X O . . . . .
        . . X O . . O . .
        . . X O . . . . .
        . . X O O . . . .
        . . X X O . . . .
        . . . X O . . O .
        . X . X O O O O O
        . . . X O X X X X
        . . . X O . . . .";
    let (dead, score) = scored(text, Color::Black, Rules::CHINESE);
    assert_eq!((dead.as_str(), score.as_str()), ("F2", "W+17.0"));
}

/// Black's side of the board has two eyes in its room, though nothing of it is closed off yet.
const SIDE: &str = "
    . . . X X O . . .
    . . . X O . O . .
    . . . X O . . . .
    . . X X X O O . .
    . . . X O . . . .
    . . . X O . . . .
    . . X O O O O . .
    . . X X O . . . .
    . . . X X O . . .";

#[test]
fn a_side_of_the_board_lives() {
    for next in Color::BOTH {
        let (dead, score) = scored(SIDE, next, Rules::CHINESE);
        assert_eq!((dead.as_str(), score.as_str()), ("", "W+5.0"), "{next}");
    }
}

/// What was asked before changes neither the score nor what is spent on it.
#[test]
fn questions_before_do_not_help() {
    let board = diagram::parse(SIDE).expect("a diagram");
    let mut game = Game::from_board(board, Rules::CHINESE, Color::Black);
    let mut spent = |asked_before: bool| {
        let set = patterns::pattern_set().expect("databases");
        let mut engine = Engine::new(set, Config::default()).expect("nothing is missing");
        if asked_before {
            engine.facts(&game, Color::White);
            engine.considered(&mut game, Color::Black);
        }
        let before = engine.stats().reading.nodes;
        let score = engine.final_score(&game).0;
        (score, engine.stats().reading.nodes - before)
    };
    let first = spent(false);
    assert!(first.1 > 0, "{first:?}");
    assert_eq!(first, spent(true));
}

/// A stone in territory that neither lives nor escapes is a prisoner.
#[test]
fn a_lone_stone_in_territory_is_dead() {
    let text = "
        . . X O . . .
        . O X O . . .
        . . X O . X .
        . . X O . . .
        . . X O . O .
        . . X O . . .
        . . X O . . .";
    assert_eq!(scored(text, Color::Black, Rules::JAPANESE), ("B6 F5".into(), "W+6.0".into()));
}

/// White can send two stones and get one back as often as he likes: that takes nothing, and whoever begins in
/// earnest dies. White has an eye, and two vertices are nobody's.
#[test]
fn a_seki_that_one_side_could_play_in_for_ever_stays() {
    let text = "
        . X X O . O .
        X X O O O X X
        . X X O O O .
        X X X X X O O
        X X X X X X O
        X X X X X X X
        . X . X . X .";
    for next in Color::BOTH {
        let (dead, score) = scored(text, next, Rules::CHINESE);
        assert_eq!((dead.as_str(), score.as_str()), ("", "B+23.0"), "{next}");
    }
}
