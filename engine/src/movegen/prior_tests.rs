//! How the weights of [`super::prior`] are made, from records of games.
//!
//! `KATACHI_RECORDS=FOLDER,… KATACHI_EVERY=N cargo test --release -p engine --lib movegen::prior_tests -- --nocapture` looks at
//! every Nth position of the records below the folders, and prints `prior_weights.rs`: the weights with which the moves played are
//! likeliest, by gradient ascent. Every fourth game is kept apart to be judged by. Without that variable a short game is made, and
//! it is only looked at whether something is learned.

use super::prior::{NUMBERS, Standing};
use crate::engine::{Config, Engine};
use crate::game::{Game, Rules};
use crate::playouts::{Record, expectations};
use crate::weights::Weights;
use mkpat_rt::rng::Rng;

/// The numbers of all moves of a position, and which of them was played.
struct Sample {
    moves: Vec<[f32; NUMBERS]>,
    played: usize,
}

impl Sample {
    fn chances(&self, weights: &[f32; NUMBERS]) -> Vec<f32> {
        let score = |n: &[f32; NUMBERS]| n.iter().zip(weights).map(|(n, w)| n * w).sum::<f32>();
        let scores: Vec<f32> = self.moves.iter().map(score).collect();
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = scores.iter().map(|s| (s - most).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.iter().map(|o| o / sum).collect()
    }
}

/// Every `every`th position of a game.
fn samples(engine: &mut Engine, record: &Record, every: usize, start: usize) -> Vec<Sample> {
    let db = engine.patterns().playouts.first().expect("weights of playouts").clone();
    let mut game = Game::new(record.size, Rules::default()).expect("a size");
    let mut out = Vec::new();
    for (i, &(color, p)) in record.moves.iter().enumerate() {
        if i > 3 && i % every == start % every {
            let looks = expectations(game.board(), &db, color);
            if let Some(played) = looks.iter().position(|l| l.0 == p) {
                let considered = engine.considered(&mut game, color);
                let standing = Standing::new(&considered);
                let all = looks.iter().map(|&(q, look)| {
                    let mut numbers = standing.numbers(q);
                    numbers[0] = look;
                    numbers
                });
                out.push(Sample { moves: all.collect(), played });
            }
        }
        if game.play(color, p).is_err() {
            break;
        }
    }
    out
}

/// Gradient ascent with a rate of its own for each weight (AdaGrad: J. Duchi and others, 2011).
fn learn(samples: &[Sample], passes: usize) -> [f32; NUMBERS] {
    let mut weights = [0.0; NUMBERS];
    weights[0] = 1.0;
    let mut sums = [1e-6f32; NUMBERS];
    let mut rng = Rng::new(1);
    for pass in 0..passes {
        let rate = 0.1 / (1.0 + pass as f32 * 0.1);
        for _ in 0..samples.len() {
            let s = &samples[rng.below(samples.len())];
            let chances = s.chances(&weights);
            let mut slope = weights.map(|w| -0.002 * w);
            for (i, (m, chance)) in s.moves.iter().zip(chances).enumerate() {
                let miss = if i == s.played { 1.0 } else { 0.0 } - chance;
                for (g, n) in slope.iter_mut().zip(m) {
                    *g += miss * n;
                }
            }
            for ((w, g), sum) in weights.iter_mut().zip(slope).zip(&mut sums) {
                *sum += g * g;
                *w += rate * g / sum.sqrt();
            }
        }
    }
    weights
}

/// Bits for a move, and the part of the moves that were the likeliest, and among the three, ten likeliest.
fn judge(samples: &[Sample], weights: &[f32; NUMBERS]) -> (f64, [f64; 3]) {
    let (mut bits, mut found) = (0.0, [0.0; 3]);
    for s in samples {
        let chances = s.chances(weights);
        let own = chances[s.played];
        bits -= f64::from(own.max(1e-12)).log2();
        let better = chances.iter().filter(|&&c| c > own).count();
        for (f, n) in found.iter_mut().zip([1, 3, 10]) {
            *f += f64::from(u8::from(better < n));
        }
    }
    let n = samples.len().max(1) as f64;
    (bits / n, found.map(|f| f / n))
}

#[test]
fn weights_are_learned_from_games() {
    let asked = std::env::var("KATACHI_RECORDS").ok();
    let every = std::env::var("KATACHI_EVERY").ok().map_or(9, |t| t.parse().expect("a number"));
    let weights = Weights { games: 0.0, ..Weights::default() };
    let set = patterns::pattern_set().expect("databases");
    let mut engine = Engine::new(set, Config { weights, ..Config::default() }).expect("a full set");
    let records = match &asked {
        Some(folders) => Record::all_below(folders),
        None => {
            // What the engine itself would play.
            let mut game = Game::new(7, Rules::default()).expect("a size");
            let mut moves = Vec::new();
            for _ in 0..24 {
                let color = game.to_move();
                let best = engine.considered(&mut game, color).candidates.first().map(|c| c.point);
                let Some(p) = best else { break };
                game.play(color, p).expect("a legal move");
                moves.push((color, p));
            }
            vec![Record { size: 7, moves }; 4]
        }
    };
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    for (i, record) in records.iter().enumerate() {
        let to = if i % 4 == 0 { &mut kept } else { &mut learned };
        to.extend(samples(&mut engine, record, if asked.is_some() { every } else { 2 }, 5 * i));
    }
    let mut look = [0.0; NUMBERS];
    look[0] = 1.0;
    let before = judge(&kept, &look);
    let weights = learn(&learned, 40);
    let after = judge(&kept, &weights);
    println!(
        "// {} moves; {} other moves: {:.3} bits a move, {:.3} by looks alone; among the 1, 3, 10 likeliest: {:.3?}, {:.3?} by looks",
        learned.len(),
        kept.len(),
        after.0,
        before.0,
        after.1,
        before.1,
    );
    assert!(after.0 < before.0 - 0.1, "{after:?} {before:?}");
    if asked.is_some() {
        for row in weights.chunks(10) {
            let row: Vec<String> = row.iter().map(|w| format!("{w:.2}")).collect();
            println!("    {},", row.join(", "));
        }
    }
}
