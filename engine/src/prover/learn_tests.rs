//! How the weights of `hints` are learned: from proofs about positions that come up in searches. What is asked about are
//! groups made from seeds, in corners and on sides, surrounded, with stones of either colour inside.
//!
//! `KATACHI_LEARN=22000 KATACHI_LEARN_TO=hints.bin cargo test --release -p engine --lib prover::learn -- --nocapture` takes
//! that many seeds, some half an hour on two cores. (The weights in use are from 12,000 seeds, searched with older weights,
//! and 10,000 others, searched with those learned from the first, by a program of its own that learned in the same way but for
//! the mean number of positions, which it knew beforehand. So the command gives weights of the same kind, not the same bytes.) Without the first variable a few seeds are
//! taken, and it is only looked at whether something is learned.

use super::arena::{PASS, each, mix};
use super::hints::{self, Before, INPUTS, OUTPUTS, UNIT, WIDTH};
use super::position::Position;
use super::prove::{self, Stage};
use super::search::{Kos, Search, Stop};
use super::task::{Aim, Sight};
use super::{Goal, Question, group};
use crate::board::{Board, PointSet};
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A move of a settled position.
struct Sample {
    seed: u64,
    inputs: Vec<u16>,
    /// Whether the maker has his way.
    made: bool,
    /// The logarithm to base 2 of the positions that a proof of it takes.
    work: f32,
}

impl Sample {
    /// The number of the output that says how many positions that takes.
    fn output(&self) -> usize {
        if self.made { 1 } else { 2 }
    }
}

/// What is asked about, in the region of a stage.
struct Asked {
    seed: u64,
    board: Board,
    question: Question,
    stage: usize,
    kos: Kos,
}

/// A question about a group in a corner or on a side, or about one of its strings.
pub(crate) fn question(seed: u64) -> Option<(Board, Question)> {
    question_within(seed, 3, 6)
}

/// The same, with at most so many rows and columns for the group.
fn question_within(seed: u64, rows: usize, cols: usize) -> Option<(Board, Question)> {
    let mut rng = Rng::new(seed);
    let mut below = |n: usize| rng.below(n);
    let (rows, cols) = (1 + below(rows), 3 + below(cols - 2));
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

/// What is asked about with a seed.
fn of_seed(seed: u64) -> Option<Asked> {
    let found = if seed.is_multiple_of(2) { question(seed) } else { question_within(seed, 4, 7) };
    let (board, question) = found?;
    let kos = if seed % 4 < 2 { Kos::Against } else { Kos::For };
    Some(Asked { seed, board, question, stage: (seed / 4) as usize % 3, kos })
}

/// All moves of some positions that come up in a search of so many positions, as far as a tenth of that
/// settles them.
fn samples(asked: &Asked, nodes: u64) -> Vec<Sample> {
    let mut out = Vec::new();
    let Some(stage) = prove::stage(&asked.board, &asked.question, asked.stage, false) else {
        return out;
    };
    let Stage { arena, task, root, .. } = &stage;
    let Aim::Take(_) = task.aim else { return out };
    let mut table = Table::with_bytes(16 << 20);
    let mut search = Search::new(arena, *task, asked.kos, &mut table, Stop::default());
    search.noted = Some(Vec::new());
    let mut second = Table::with_bytes(16 << 20);
    let mut alone = Search::new(arena, *task, asked.kos, &mut second, Stop::default());
    search.run(root, asked.question.first, nodes);
    let mut noted: Vec<(Position, Color)> = search.noted.take().unwrap_or_default();
    noted.sort_by_key(|(p, c)| mix(p.hash ^ c.index() as u64));
    noted.dedup();
    for (position, color) in noted.into_iter().take(10) {
        let Some(before) = Before::new(arena, task, &position, color) else { return out };
        let (moves, pass) = task.candidates(arena, &position, color);
        for bit in each(moves).chain(pass.then_some(PASS)) {
            let next = match bit {
                PASS => Some(position.passed()),
                _ => position.play(arena, color, bit, search.bans(color.other())),
            };
            let Some(next) = next else { continue };
            let sight = task.look(arena, &next, color.other());
            let Sight::Open(outlook) = sight else { continue };
            let effort = search.run(&next, color.other(), nodes / 10);
            if !effort.is_settled() {
                continue;
            }
            // What it takes if nothing is known.
            alone.table.forget();
            let spent = alone.budget.nodes;
            alone.run(&next, color.other(), nodes);
            let work = ((alone.budget.nodes - spent).max(1) as f32).log2();
            let marks = before.marks(arena, bit, next.ban != PASS, outlook);
            let mut inputs = Vec::new();
            let kos = asked.kos == Kos::For;
            let after = (&next, outlook.pool);
            hints::inputs(arena, &before, &marks, after, kos, |n| inputs.push(n as u16));
            let made = (effort.theirs == 0) == (color == task.maker);
            out.push(Sample { seed: asked.seed, inputs, made, work });
        }
    }
    out
}

/// The samples of all that is asked, on all cores, in order.
fn all_samples(asked: &[Asked], nodes: u64) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(asked) = asked.get(i) else { break };
            let samples = samples(asked, nodes);
            found.lock().expect("no panic").push((i, samples));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|f| f.0);
    found.into_iter().flat_map(|f| f.1).collect()
}

/// Numbers that are learned, with the sums of their squared gradients (Duchi, Hazan and Singer, "Adaptive subgradient
/// methods", 2011).
#[derive(Clone, Copy)]
struct Learned<const N: usize> {
    weights: [f32; N],
    squares: [f32; N],
}

impl<const N: usize> Learned<N> {
    fn new(rng: &mut Rng, width: f32) -> Learned<N> {
        let weights = [(); N].map(|()| (rng.below(2001) as f32 / 1000.0 - 1.0) * width);
        Learned { weights, squares: [1e-3; N] }
    }

    /// A step along the gradient; weights of no use become smaller by `decay`.
    fn step(&mut self, i: usize, gradient: f32, rate: f32, decay: f32) {
        self.squares[i] += gradient * gradient;
        let step = gradient / self.squares[i].sqrt() - decay * self.weights[i];
        self.weights[i] += rate * step;
    }
}

/// Bits by which it surprises whether the maker has his way, if this is the logarithm of his odds.
fn loss(odds: f64, made: bool) -> f64 {
    (1.0 + (if made { -odds } else { odds }).exp()).log2()
}

/// The network of `hints` in the making.
struct Network {
    rows: Vec<Learned<WIDTH>>,
    plain: Vec<Learned<OUTPUTS>>,
    last: [Learned<WIDTH>; OUTPUTS],
}

/// How much of a weight that is of no use goes with each step, for a rate of 1.
const DECAY: f32 = 0.0005;

/// How much a miss in what a proof takes counts beside one in who has his way.
const WORK: f32 = 0.3;

impl Network {
    fn new(rng: &mut Rng) -> Network {
        let rows = (0..INPUTS).map(|_| Learned::new(rng, 0.05)).collect();
        let plain = vec![Learned::new(rng, 0.0); INPUTS];
        Network { rows, plain, last: [(); OUTPUTS].map(|()| Learned::new(rng, 0.3)) }
    }

    /// What comes out, and the hidden units.
    fn outputs(&self, inputs: &[u16]) -> ([f32; OUTPUTS], [f32; WIDTH]) {
        let (mut out, mut hidden) = ([0.0; OUTPUTS], [0.0; WIDTH]);
        for &n in inputs {
            for (o, w) in out.iter_mut().zip(&self.plain[usize::from(n)].weights) {
                *o += w;
            }
            for (h, w) in hidden.iter_mut().zip(&self.rows[usize::from(n)].weights) {
                *h += w;
            }
        }
        for (o, last) in out.iter_mut().zip(&self.last) {
            *o += hidden.iter().zip(&last.weights).map(|(h, w)| h.max(0.0) * w).sum::<f32>();
        }
        (out, hidden)
    }

    /// The loss in who has his way, and the square of the miss in what it takes.
    fn losses(&self, sample: &Sample) -> (f64, f64) {
        let (out, _) = self.outputs(&sample.inputs);
        let miss = f64::from(sample.work - out[sample.output()]);
        (loss(f64::from(out[0]), sample.made), miss * miss)
    }

    fn learn(&mut self, sample: &Sample, rate: f32) {
        let (out, hidden) = self.outputs(&sample.inputs);
        let mut misses = [0.0; OUTPUTS];
        misses[0] = f32::from(u8::from(sample.made)) - 1.0 / (1.0 + (-out[0]).exp());
        misses[sample.output()] = WORK * (sample.work - out[sample.output()]).clamp(-6.0, 6.0);
        let mut back = [0.0; WIDTH];
        for (&miss, last) in misses.iter().zip(&mut self.last).filter(|(miss, _)| **miss != 0.0) {
            for (i, &h) in hidden.iter().enumerate().filter(|(_, h)| **h > 0.0) {
                back[i] += miss * last.weights[i];
                last.step(i, miss * h, rate, 0.0);
            }
        }
        for &n in &sample.inputs {
            let row = &mut self.rows[usize::from(n)];
            for (i, &g) in back.iter().enumerate().filter(|(_, g)| **g != 0.0) {
                row.step(i, g, rate, DECAY);
            }
            for (i, &miss) in misses.iter().enumerate().filter(|(_, miss)| **miss != 0.0) {
                self.plain[usize::from(n)].step(i, miss, rate, DECAY);
            }
        }
    }

    /// As `hints.bin` has it.
    fn bytes(&self) -> Vec<u8> {
        let byte = |&w: &f32| (w * UNIT as f32).round().clamp(-127.0, 127.0) as i8 as u8;
        let row = |(row, plain): (&Learned<WIDTH>, &Learned<OUTPUTS>)| {
            row.weights.iter().chain(&plain.weights).map(byte).collect::<Vec<u8>>()
        };
        let mut out: Vec<u8> = self.rows.iter().zip(&self.plain).flat_map(row).collect();
        out.extend(self.last.iter().flat_map(|last| &last.weights).map(byte));
        out
    }
}

#[test]
fn weights_are_learned_from_proofs() {
    let seeds: Option<u64> = std::env::var("KATACHI_LEARN").ok().and_then(|n| n.parse().ok());
    let nodes = if seeds.is_some() { 20_000 } else { 2_000 };
    let asked: Vec<Asked> = (0..seeds.unwrap_or(600)).filter_map(of_seed).collect();
    let all = all_samples(&asked, nodes);
    let (kept, used): (Vec<Sample>, Vec<Sample>) =
        all.into_iter().partition(|s| s.seed.is_multiple_of(10));
    let mean = |of: &[Sample], loss: &dyn Fn(&Sample) -> f64| {
        of.iter().map(loss).sum::<f64>() / of.len().max(1) as f64
    };
    let made = mean(&used, &|s| f64::from(u8::from(s.made)));
    let base = mean(&kept, &|s| -(if s.made { made } else { 1.0 - made }).log2());
    let usual = mean(&used, &|s| f64::from(s.work));
    let usual_miss = mean(&kept, &|s| (f64::from(s.work) - usual).powi(2)).sqrt();
    let mut rng = Rng::new(5);
    let mut network = Network::new(&mut rng);
    let passes = if seeds.is_some() { 6 } else { 1 };
    let (mut loss, mut miss) = (base, usual_miss);
    for pass in 0..passes {
        let rate = 0.03 * (1.0 - 0.8 * pass as f32 / passes as f32);
        for _ in 0..used.len() {
            network.learn(&used[rng.below(used.len())], rate);
        }
        loss = mean(&kept, &|s| network.losses(s).0);
        miss = mean(&kept, &|s| network.losses(s).1).sqrt();
        println!("pass {pass}: {loss:.4} bits a move, {miss:.3} doublings");
    }
    println!("{} moves, {} kept apart: {base:.4} bits, {usual_miss:.3}", used.len(), kept.len());
    assert!(used.len() > 1000 && kept.len() > 100, "{} and {}", used.len(), kept.len());
    assert!(loss < 0.8 * base, "{loss} of {base}");
    assert!(miss < 0.95 * usual_miss, "{miss} of {usual_miss}");
    if let (Some(_), Ok(file)) = (seeds, std::env::var("KATACHI_LEARN_TO")) {
        std::fs::write(file, network.bytes()).expect("a file that can be written");
    }
}

/// The weights that are in use know more about proofs of groups that they have not seen than how many are made, and what
/// they take in the mean.
#[test]
fn the_weights_foresee_proofs() {
    let asked: Vec<Asked> = (1 << 40..).filter_map(of_seed).take(100).collect();
    let all = all_samples(&asked, 2_000);
    let mean = |of: &dyn Fn(&Sample) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let made = mean(&|s| f64::from(u8::from(s.made)));
    let base = -(made * made.log2() + (1.0 - made) * (1.0 - made).log2());
    let guess = |s: &Sample| {
        let mut sum = hints::Sum::new();
        s.inputs.iter().for_each(|&n| sum.add(usize::from(n)));
        let guess = sum.guess();
        let work = if s.made { guess.made } else { guess.broken };
        (f64::from(guess.odds) / f64::from(UNIT), f64::from(work) / f64::from(UNIT))
    };
    let loss = mean(&|s| loss(guess(s).0, s.made));
    let usual = mean(&|s| f64::from(s.work));
    let usual_miss = mean(&|s| (f64::from(s.work) - usual).powi(2)).sqrt();
    let miss = mean(&|s| (f64::from(s.work) - guess(s).1).powi(2)).sqrt();
    println!("{} moves: {loss:.3} bits of {base:.3}, {miss:.2} of {usual_miss:.2}", all.len());
    assert!(all.len() > 1000 && loss < 0.4 * base, "{} moves: {loss} of {base}", all.len());
    assert!(miss < 0.95 * usual_miss, "{miss} of {usual_miss}");
}
