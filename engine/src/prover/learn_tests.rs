//! How the weights of moves (`hint_weights`) are made, from proofs about positions made
//! from seeds: groups in corners and on sides, surrounded, with stones of either colour inside.
//!
//! `KATACHI_LEARN=3000 cargo test --release -p engine --lib prover::learn -- --nocapture`
//! takes that many positions and prints `hint_weights.rs`. Without that variable a few
//! positions are taken, and it is only looked at whether something is learned.

use super::hint_weights::{SIZE, TABLES};
use super::hints::{Before, Marks};
use super::position::Position;
use super::search::{Kos, Search, Stop};
use super::{Goal, Question, group, prove};
use crate::board::{Board, PointSet};
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use std::fmt::Write as _;

/// A move of a settled position.
struct Sample {
    table: usize,
    marks: Marks,
    /// Whether the player who moved has his way.
    good: bool,
}

/// A question about a group in a corner or on a side, or about one of its strings.
pub(super) fn question(seed: u64) -> Option<(Board, Question)> {
    let mut rng = Rng::new(seed);
    let mut below = |n: usize| rng.below(n);
    let (rows, cols) = (1 + below(3), 3 + below(4));
    let left = if below(2) == 0 { 0 } else { 6 };
    let owner = Color::BOTH[below(2)];
    let full = 5 + below(5);
    let mut stones = Vec::new();
    for r in 0..=rows + 1 {
        for c in left.max(1) - 1..=left + cols + 1 {
            let wall = r == rows + 1 || c == left + cols + 1 || left > 0 && c + 1 == left;
            let rim = r == rows || c == left + cols || left > 0 && c == left;
            let dice = below(100);
            let color = if wall {
                (dice < 10 * full).then_some(owner.other())
            } else if dice < if rim { 75 } else { 20 } {
                Some(owner)
            } else {
                (dice > 88).then_some(owner.other())
            };
            stones.extend(color.map(|color| (color, Point::new(r, c))));
        }
    }
    let board = Board::with_stones(19, stones).ok()?;
    let all: PointSet = Point::all(19).filter(|&p| board.color_at(p) == Some(owner)).collect();
    let stone = all.iter().nth(below(all.len().max(1)))?;
    let first = Color::BOTH[below(2)];
    let capture = below(4) == 0;
    if !capture && group(&board, &[stone].into_iter().collect()).len() < 4 {
        return None;
    }
    let goal = if capture { Goal::Capture(stone) } else { Goal::Kill(stone) };
    Some((board, Question { goal, first }))
}

/// All moves of some positions that come up in a search, as far as they can be settled.
fn samples(seed: u64, out: &mut Vec<Sample>) {
    let Some((board, question)) = question(seed) else { return };
    let Some(stage) = prove::stage(&board, &question, 1 + seed as usize % 2, false) else { return };
    let mut table = Table::with_bytes(16 << 20);
    let kos = if seed % 4 < 2 { Kos::Against } else { Kos::For };
    let mut search = Search::new(&stage.arena, stage.task, kos, &mut table, Stop::default());
    search.noted = Some(Vec::new());
    search.run(&stage.root, question.first, 20_000);
    let mut noted: Vec<(Position, Color)> = search.noted.take().unwrap_or_default();
    noted.sort_by_key(|(p, c)| super::arena::mix(p.hash ^ c.index() as u64));
    noted.dedup();
    for (position, color) in noted.into_iter().take(30) {
        let before = Before::new(&stage.arena, &stage.task, &position, color);
        let Some(before) = before else { return };
        let (moves, pass) = stage.task.candidates(&stage.arena, &position, color);
        let passes = pass.then_some(super::arena::PASS);
        for bit in super::arena::each(moves).chain(passes) {
            let bans = search.bans(color.other());
            let next = match bit {
                super::arena::PASS => Some(position.passed()),
                _ => position.play(&stage.arena, color, bit, bans),
            };
            let Some(next) = next else { continue };
            let sight = stage.task.look(&stage.arena, &next, color.other());
            let super::task::Sight::Open(maker, breaker, liberties) = sight else { continue };
            let effort = search.run(&next, color.other(), 1500);
            if !effort.is_settled() {
                continue;
            }
            let ko = next.ban != super::arena::PASS;
            let marks = before.marks(&stage.arena, bit, ko, (maker, breaker, liberties));
            let good = effort.theirs == 0;
            out.push(Sample { table: before.table, marks, good });
        }
    }
}

/// Weights, and the mean loss (in bits) of the last pass over the samples.
fn learn(samples: &[Sample]) -> ([[f64; SIZE]; TABLES], f64) {
    let mut weights = [[0.0; SIZE]; TABLES];
    let mut loss = 0.0;
    let mut rng = Rng::new(1);
    let passes = 12;
    for pass in 0..passes {
        loss = 0.0;
        let rate = 0.05 / (1.0 + f64::from(pass));
        for _ in 0..samples.len() {
            let s = &samples[rng.below(samples.len())];
            let table = &mut weights[s.table];
            let z: f64 = s.marks.iter().map(|&m| table[m as usize]).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            let miss = f64::from(u8::from(s.good)) - p;
            loss -= (1.0 - miss.abs()).max(1e-9).log2();
            for &m in &s.marks {
                let w = &mut table[m as usize];
                *w += rate * (miss - 0.0002 * *w);
            }
        }
    }
    (weights, loss / samples.len().max(1) as f64)
}

#[test]
fn weights_are_learned_from_proofs() {
    let asked = std::env::var("KATACHI_LEARN").ok().and_then(|n| n.parse().ok());
    let mut all = Vec::new();
    for seed in 0..asked.unwrap_or(8) {
        samples(seed, &mut all);
    }
    let (weights, loss) = learn(&all);
    let good = all.iter().filter(|s| s.good).count() as f64 / all.len() as f64;
    let base = -(good * good.log2() + (1.0 - good) * (1.0 - good).log2());
    println!("// {} moves, {good:.3} good, {loss:.3} bits a move of {base:.3}", all.len());
    assert!(all.len() > 100 && loss < base, "{loss} of {base} with {}", all.len());
    if asked.is_some() {
        let mut text = String::new();
        for table in weights {
            let _ = writeln!(text, "    [");
            for row in table.chunks(25) {
                let row: Vec<String> = row
                    .iter()
                    .map(|w| {
                        ((w * f64::from(super::hints::UNIT)).round().clamp(-127.0, 127.0) as i8)
                            .to_string()
                    })
                    .collect();
                let _ = writeln!(text, "        {},", row.join(", "));
            }
            let _ = writeln!(text, "    ],");
        }
        println!("{text}");
    }
}
