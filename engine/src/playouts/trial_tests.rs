//! Which settings of the tree win more: games between two of them, both with random games alone.
//!
//! `KATACHI_TRIAL="size=9 games=500 pairs=50 seed=1 a:rave=2000 b:even=10" cargo test --release -p engine --lib
//! playouts::trial -- --nocapture` plays that many pairs of games, with that many random games a move, and tells how often
//! the first setting won. A setting is the usual one but for the numbers named; `games` among them is a factor, so that settings can be
//! compared that take equal time. Without that variable one short game is played,
//! to see that it ends.

use super::criticality::Owners;
use super::field::Field;
use super::{Before, Question, Settings, search};
use crate::board::Board;
use crate::search::Deadline;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;
use mkpat_rt::rng::Rng;

/// Points for White.
const KOMI: f32 = 7.5;

/// Plays on until both pass or one side has next to no hope; who won, and after how many moves.
fn game(
    db: &PlayoutDb,
    players: [&Player; 2],
    games: u32,
    size: usize,
    opening: &[Point],
    seed: u64,
) -> (Color, usize) {
    let mut board = Board::new(size).expect("a size");
    let mut color = Color::Black;
    for &p in opening {
        assert!(board.try_play(color, p), "the opening is legal");
        color = color.other();
    }
    let (mut passes, mut number) = (0, 0);
    let mut hopeless = [0; 2];
    while passes < 2 && number < 3 * size * size {
        let player = players[color.index()];
        let settings = Settings { even_part: 0.0, ..player.settings };
        let legal = |p: Point| board.is_legal(color, p);
        let question = Question {
            color,
            komi: KOMI,
            aim: None,
            before: Before::looks(settings),
            allowed: &legal,
            games: (games as f32 * player.games) as u32,
            seed: seed.wrapping_mul(1000) + number as u64,
            deadline: Deadline::NONE,
            threads: 1,
        };
        let best = search(&board, db, settings, &question, &mut |_| true).first().copied();
        let best = best.filter(|t| board.is_legal(color, t.point) && !t.point.is_pass());
        number += 1;
        match best {
            Some(t) => {
                passes = 0;
                let lost = &mut hopeless[color.index()];
                *lost = if t.won < 0.08 { *lost + 1 } else { 0 };
                if *lost >= 3 {
                    return (color.other(), number);
                }
                assert!(board.try_play(color, t.point));
            }
            None => {
                passes += 1;
                board.pass(color);
            }
        }
        color = color.other();
    }
    let black = Owners::nobody().look(&Field::new(&board)) as f32 - KOMI;
    (if black > 0.0 { Color::Black } else { Color::White }, number)
}

/// Who plays: by which settings, and with how many times as many games.
struct Player {
    settings: Settings,
    games: f32,
}

fn set(player: &mut Player, text: &str) {
    let settings = &mut player.settings;
    for pair in text.split(',').filter(|p| !p.is_empty()) {
        let (name, value) = pair.split_once('=').expect("NAME=VALUE");
        let value: f32 = value.parse().expect("a number");
        let switch = match name {
            "ladders" => Some(&mut settings.ladders),
            "nakade" => Some(&mut settings.nakade),
            _ => None,
        };
        if let Some(switch) = switch {
            *switch = value > 0.5;
            continue;
        }
        if name == "together" {
            settings.together = value as usize;
            continue;
        }
        *match name {
            "expand" => &mut settings.expand,
            "even" => &mut settings.even,
            "expected" => &mut settings.expected,
            "power" => &mut settings.power,
            "rave" => &mut settings.rave,
            "critical" => &mut settings.critical,
            "margin" => &mut settings.margin,
            "gained" => &mut settings.gained,
            "games" => &mut player.games,
            _ => panic!("no such setting: {name}"),
        } = value;
    }
}

#[test]
fn games_between_settings_end() {
    let text = std::env::var("KATACHI_TRIAL").unwrap_or_default();
    let (mut size, mut games, mut pairs, mut seed) = (5, 20, 1, 1);
    let [mut a, mut b] = [(); 2].map(|()| Player { settings: Settings::default(), games: 1.0 });
    for word in text.split_whitespace() {
        if let Some(text) = word.strip_prefix("a:") {
            set(&mut a, text);
        } else if let Some(text) = word.strip_prefix("b:") {
            set(&mut b, text);
        } else {
            let (name, value) = word.split_once('=').expect("NAME=VALUE");
            let value: usize = value.parse().expect("a number");
            match name {
                "size" => size = value,
                "games" => games = value,
                "pairs" => pairs = value,
                "seed" => seed = value,
                _ => panic!("no such number: {name}"),
            }
        }
    }
    let databases = patterns::pattern_set().expect("databases");
    let db = databases.playouts.first().expect("weights of playouts");
    let mut rng = Rng::new(seed as u64);
    let (mut won, mut played) = (0, 0);
    for pair in 0..pairs {
        let mut opening: Vec<Point> = Vec::new();
        while opening.len() < if size < 9 { 2 } else { 4 } {
            let edge = if size < 9 { 1 } else { 2 };
            let mut place = || edge + rng.below(size - 2 * edge);
            let p = Point::new(place(), place());
            let near = |q: &Point| q.row().abs_diff(p.row()) + q.col().abs_diff(p.col()) < 3;
            if size < 9 && !opening.contains(&p) || !opening.iter().any(near) {
                opening.push(p);
            }
        }
        for (players, ours) in [([&a, &b], Color::Black), ([&b, &a], Color::White)] {
            let seed = (seed * 1000 + pair) as u64;
            let (winner, moves) = game(db, players, games as u32, size, &opening, seed);
            assert!(moves > 0);
            played += 1;
            won += usize::from(winner == ours);
        }
        if pair % 5 == 4 {
            println!("{text}: {won} of {played}");
        }
    }
    println!("{text}: {won} of {played}");
    assert!(won <= played);
}
