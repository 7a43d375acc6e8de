//! Counting by diagram.

use super::{FinalStatus, JudgeEffort, count, judge};
use crate::board::Board;
use crate::diagram;
use crate::facts::unconditional;
use crate::game::{Rules, Scoring};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use proptest::prelude::*;

fn names(board: &Board, points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|p| p.name(board.size())).collect::<Vec<_>>().join(" ")
}

/// Dead and seki strings (by first stones), and both scores without komi.
#[track_caller]
fn check(text: &str, dead: &str, seki: &str, area: &str, territory: &str) {
    let board = diagram::parse(text).expect("a diagram");
    let judgement = judge(&board, JudgeEffort::default(), &[]);
    let list = |status| {
        let firsts = judgement.strings(&board, status).into_iter().map(|s| s[0]);
        names(&board, firsts.collect::<Vec<_>>())
    };
    assert_eq!(list(FinalStatus::Dead), dead, "dead in\n{}", diagram::draw(&board));
    assert_eq!(list(FinalStatus::Seki), seki, "seki in\n{}", diagram::draw(&board));
    for (scoring, want) in [(Scoring::Area, area), (Scoring::Territory, territory)] {
        let rules = Rules { scoring, komi: 0.0, ..Rules::JAPANESE };
        assert_eq!(count(&board, &judgement, &rules).to_string(), want, "{scoring}");
    }
}

#[test]
fn a_divided_board_is_counted_both_ways() {
    check(
        "
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .",
        "",
        "",
        "W+7.0",
        "W+7.0",
    );
}

#[test]
fn stones_inside_enemy_territory_are_dead() {
    check(
        "
    . . X O . . .
    . O X O . . .
    . . X O . X .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .",
        "B6 F5",
        "",
        "W+7.0",
        "W+7.0",
    );
}

#[test]
fn dame_belongs_to_nobody() {
    check(
        "
    . X . O . .
    . X . O . .
    . X X O . .
    . X O O . .
    . X O . O .
    . X O . . O",
        "",
        "",
        "W+8.0",
        "W+6.0",
    );
}

#[test]
fn an_empty_board_is_a_draw_without_komi() {
    check(". . .\n. . .\n. . .", "", "", "0", "0");
    let board = Board::new(9).expect("size in range");
    let judgement = judge(&board, JudgeEffort::default(), &[]);
    let score = count(&board, &judgement, &Rules::JAPANESE);
    assert_eq!(score.to_string(), "W+6.5");
    assert_eq!(score.winner(), Some(Color::White));
}

#[test]
fn neither_side_is_dead_in_seki() {
    // Two shared liberties, no eyes: who fills one is captured.
    check(
        "
    X O . X X . O X .
    X O O X X O O X .
    X X O O O O X X .
    . X X X X X X . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .",
        "",
        "B9 D9",
        "B+59.0",
        "B+51.0",
    );
}

#[test]
fn benson_finds_what_needs_no_answer() {
    let board = diagram::parse(
        "
    . X . X . .
    X X X X . .
    . . . . . .
    . . . . O O
    . . . O . O
    . . . O O .",
    )
    .expect("a diagram");
    let black = unconditional(&board, Color::Black);
    assert_eq!(names(&board, black.stones), "B6 D6 A5 B5 C5 D5");
    assert_eq!(names(&board, black.territory), "A6 C6");
    // The white stones are two strings; each is next to both eyes.
    let white = unconditional(&board, Color::White);
    assert_eq!(names(&board, white.stones), "E3 F3 D2 F2 D1 E1");
    // A region whose inside is not next to every stone is not an eye for it.
    let board = diagram::parse(". . X\n. . X\nX X X").expect("a diagram");
    assert!(unconditional(&board, Color::Black).stones.is_empty());
}

#[test]
fn players_may_correct_the_judgement() {
    let board = diagram::parse(
        "
    . X O .
    . X O .
    . X O .
    . X O .",
    )
    .expect("a diagram");
    let mut judgement = judge(&board, JudgeEffort::default(), &[]);
    let stone = Point::parse("B2", 4).expect("a vertex");
    judgement.set_status(&board, stone, FinalStatus::Dead);
    assert_eq!(judgement.owner(stone), Some(Color::White));
    let rules = Rules { komi: 0.0, scoring: Scoring::Area, ..Rules::JAPANESE };
    assert_eq!(count(&board, &judgement, &rules).to_string(), "W+16.0");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any position gets an answer, the same one each time, and every vertex is
    /// accounted for.
    #[test]
    fn every_position_can_be_counted(seed in any::<u64>(), size in 1usize..10, moves in 0usize..90) {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(size).expect("size in range");
        for i in 0..moves {
            let p = Point::new(rng.within(..size), rng.within(..size));
            board.try_play(Color::BOTH[i % 2], p);
        }
        let effort = JudgeEffort { playouts: 20, ..JudgeEffort::default() };
        let judgement = judge(&board, effort, &[]);
        let again = judge(&board, effort, &[]);
        let mut owned = 0.0;
        for p in Point::all(size) {
            prop_assert_eq!(judgement.status(p), again.status(p));
            prop_assert_eq!(judgement.owner(p), again.owner(p));
            prop_assert_eq!(judgement.status(p).is_some(), board.color_at(p).is_some());
            owned += f32::from(u8::from(judgement.owner(p).is_some()));
        }
        let area = Rules { scoring: Scoring::Area, komi: 0.0, ..Rules::JAPANESE };
        let score = count(&board, &judgement, &area);
        prop_assert_eq!(score.black + score.white, owned);
    }
}
