//! Nobody passes while the board is nearly empty, or while somebody who is behind has room left.

use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use engine::weights::Weights;
use mkpat_rt::geom::{Color, Point};

fn engine() -> Engine {
    // Whether to pass is decided before there are random games.
    let weights = Weights { games: 0.0, ..Weights::default() };
    let config = Config { level: 0, weights, ..Config::default() };
    Engine::new(patterns::pattern_set().expect("databases"), config).expect("an engine")
}

/// Plays ten moves; the first pass, if there is one.
fn first_pass(game: &mut Game, mut color: Color) -> Option<usize> {
    let mut engine = engine();
    for number in 1..=10 {
        let m = engine.genmove(game, color);
        if m.point.is_pass() {
            return Some(number);
        }
        game.play(m.color, m.point).expect("a legal move");
        color = color.other();
    }
    None
}

#[test]
fn nobody_passes_in_the_first_ten_moves() {
    let mut cases = Vec::new();
    for size in 5..=19 {
        for stones in [0, 2, 3, 4, 5, 6, 7, 8, 9] {
            let mut game = Game::new(size, Rules::default()).expect("a size");
            let first = match stones {
                0 => Color::Black,
                n if game.place_fixed_handicap(n).is_ok() => Color::White,
                _ => continue,
            };
            cases.push((game, first, stones));
        }
    }
    assert!(cases.len() > 70, "{}", cases.len());
    test_support::side_by_side(
        &cases,
        || (),
        |(), (game, first, stones)| {
            let size = game.size();
            let passed = first_pass(&mut game.clone(), *first);
            assert_eq!(passed, None, "{size} lines, {stones} stones");
        },
    );
}

/// Five black stones in the middle of 9×9.
#[test]
fn white_plays_against_five_stones_in_the_middle() {
    let mut game = Game::new(9, Rules::default()).expect("a size");
    let stones = [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)].map(|(row, col)| Point::new(row, col));
    game.place_handicap(&stones).expect("an empty board");
    assert_eq!(first_pass(&mut game, Color::White), None);
}

/// A full board is passed on.
#[test]
fn a_finished_game_is_passed_on() {
    let mut game = Game::new(5, Rules::default()).expect("a size");
    let wall = |col: usize| (0..5).map(move |row| Point::new(row, col));
    for (black, white) in wall(1).zip(wall(3)) {
        for (color, point) in [(Color::Black, black), (Color::White, white)] {
            game.play(color, point).expect("legal");
        }
    }
    for row in 0..5 {
        let point = Point::new(row, 2);
        let color = Color::BOTH[row % 2];
        game.play(color, point).expect("legal");
    }
    let m = engine().genmove(&mut game, Color::White);
    assert!(m.point.is_pass(), "{:?}", m.point);
}
