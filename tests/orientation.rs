//! The engine's moves do not depend on how the board lies or on who has which colour.

use engine::board::Board;
use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;

/// Positions from random play near what has been played.
fn position(size: usize, seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::new(size).expect("size in range");
    for i in 0..size * size / 3 {
        let p = Point::new(rng.within(..size), rng.within(..size));
        board.try_play(Color::BOTH[i % 2], p);
    }
    // Without ko and prisoners, which the turned boards have not.
    let stones = Point::all(size).filter_map(|p| Some((board.color_at(p)?, p)));
    Board::with_stones(size, stones).expect("liberties")
}

/// Where a vertex lies on the board turned by `k` of eight ways.
fn turned(p: Point, k: usize, size: usize) -> Point {
    let flip = |x: usize, yes: bool| if yes { size - 1 - x } else { x };
    let (row, col) = (flip(p.row(), k & 1 != 0), flip(p.col(), k & 2 != 0));
    if k & 4 != 0 { Point::new(col, row) } else { Point::new(row, col) }
}

/// The best candidates and their values, and what the engine knows about the strings.
fn found(board: &Board, color: Color, komi: f32) -> (Vec<(Point, f32)>, Vec<String>) {
    let patterns = patterns::pattern_set().expect("databases");
    let config = Config { level: 4, ..Config::default() };
    let mut engine = Engine::new(patterns, config).expect("an engine");
    let rules = Rules { komi, ..Rules::default() };
    let mut game = Game::from_board(board.clone(), rules, color);
    let best = engine.candidates(&mut game, color);
    let facts = engine.facts(&game, color);
    let about = |p: Point| {
        let worm = facts.worms.get(p).map(|w| (w.attack.code, w.defend.code));
        let dragon = facts.dragons.get(p).map(|d| (d.status, d.size, d.around.escape_route));
        format!("{worm:?} {dragon:?}")
    };
    let strings = Point::all(board.size()).map(about).collect();
    (best.iter().map(|c| (c.point, c.value)).collect(), strings)
}

#[test]
fn moves_do_not_depend_on_orientation_or_colour() {
    for (size, seed) in [(5, 1), (7, 2), (9, 3), (13, 4)] {
        let board = position(size, seed);
        let (best, strings) = found(&board, Color::Black, 6.5);
        assert!(!best.is_empty());
        for k in 1..16 {
            let swap = k >= 8;
            let color = |c: Color| if swap { c.other() } else { c };
            let stones = Point::all(size)
                .filter_map(|p| Some((color(board.color_at(p)?), turned(p, k % 8, size))));
            let other = Board::with_stones(size, stones).expect("liberties");
            let komi = if swap { -6.5 } else { 6.5 };
            let (moves, about) = found(&other, color(Color::Black), komi);
            let expected: Vec<_> =
                best.iter().map(|&(p, value)| (turned(p, k % 8, size), value)).collect();
            assert_eq!(moves, expected, "{size}x{size}, orientation {k}");
            for p in Point::all(size) {
                let there = turned(p, k % 8, size);
                let index = |p: Point| p.row() * size + p.col();
                assert_eq!(about[index(there)], strings[index(p)], "{size}x{size}, {k}");
            }
        }
    }
}
