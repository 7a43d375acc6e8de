//! How the weights of [`super::odds`] are made, and whether they foresee anything.
//!
//! `KATACHI_ANSWERS=FILE KATACHI_RECORDS=FOLDER,… KATACHI_EVERY=N cargo test --release -p engine --lib owl::odds_tests --
//! --nocapture` looks at every Nth position of the records below the folders, searches about each dragon as a question over GTP does,
//! asks GNU Go (`gnugo` on the path) about a part of the positions that the search looked at, and writes its answers to the file,
//! a line each: game, what GNU Go says (1 alive, 0 dead, 0.5 by a ko), and the numbers of the position. Without records it prints
//! `odds_weights.rs`, learned from the answers in the file. Without either the odds in use are compared with what the prover says of such positions.
//!
//! (The answers that the weights in use are learned from were collected in the same way by a program of its own: some 18,000 about
//! positions of searches that knew no odds, and 6,600 about positions of searches with odds learned from the first. All are about dragons of
//! three stones and more: 5,200 about smaller ones made statuses in games kept apart right a little more often for those, and less often
//! for larger ones. The parameters of the search were chosen with weights learned from every other game, on dragons of the games between.)

use super::OwlQuestion;
use super::odds::{INPUTS, Numbers, logarithm, odds};
use super::search::Looked;
use crate::engine::{Config, Engine};
use crate::game::{Game, Rules};
use crate::playouts::Record;
use crate::prover;
use crate::reading::{Code, Limits};
use crate::weights::Weights;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::{Rng, mix};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use test_support::gnugo::GnuGo;

/// Hidden units.
const WIDTH: usize = 24;
/// Passes over the answers.
const PASSES: usize = 15;
/// One in so many of the positions of a search is asked about.
const ASKED: u64 = 12;

/// A position with an answer about it.
struct Sample {
    game: usize,
    numbers: Numbers,
    /// How likely the dragon is to live: 0 to 1.
    alive: f32,
}

impl Sample {
    fn parse(line: &str) -> Option<Sample> {
        let mut words = line.split_whitespace();
        let (game, alive) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let list: Vec<u16> = words.map_while(|w| w.parse().ok()).collect();
        Some(Sample { game, alive, numbers: list.try_into().ok()? })
    }

    fn line(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(u16::to_string).collect();
        format!("{} {} {}", self.game, self.alive, numbers.join(" "))
    }
}

/// Whether the dragon of a position lives, by what GNU Go finds from there.
fn alive(gnugo: &mut GnuGo, position: &Looked) -> Option<f32> {
    let Looked { board, next, stone, .. } = position;
    let size = board.size();
    gnugo.ask(&format!("boardsize {size}"));
    gnugo.ask("clear_board");
    for p in Point::all(size) {
        if let Some(color) = board.color_at(p) {
            gnugo.ask(&format!("play {color} {}", p.name(size)));
        }
    }
    let defends = board.color_at(*stone) == Some(*next);
    let question = if defends { "owl_defend" } else { "owl_attack" };
    let answer = gnugo.ask(&format!("{question} {}", stone.name(size)));
    let works = match answer.strip_prefix('=')?.split_whitespace().next()? {
        "0" => 0.0,
        "1" => 1.0,
        "2" | "3" => 0.5,
        _ => return None,
    };
    Some(if defends { works } else { 1.0 - works })
}

fn engine() -> Engine {
    let set = patterns::pattern_set().expect("databases");
    let weights = Weights { games: 0.0, ..Weights::default() };
    Engine::new(set, Config { weights, ..Config::default() }).expect("a full set")
}

/// The positions that searches look at about each dragon of every `every`th position of a game.
fn positions(engine: &mut Engine, record: &Record, every: usize, limits: Limits) -> Vec<Looked> {
    let mut game = Game::new(record.size, Rules::default()).expect("a size");
    let mut out = Vec::new();
    for (i, &(color, p)) in record.moves.iter().enumerate() {
        if i > 19 && i % every == 0 {
            let dragons: Vec<Point> = engine
                .facts_without_life(&game, Color::Black)
                .dragons
                .list()
                .iter()
                .map(|d| d.origin)
                .collect();
            for stone in dragons {
                let attack = engine.owl(&game, stone, OwlQuestion::Attack, limits, None);
                let works = attack.is_some_and(|a| a.answer.reading.is_success());
                for attacks in if works { &[true, false][..] } else { &[true] } {
                    out.extend(engine.positions_about(&game, stone, limits, *attacks));
                }
            }
        }
        if game.play(color, p).is_err() {
            break;
        }
    }
    out
}

/// A network while it is learned, its inputs of mean 0 and deviation 1.
struct Net {
    hidden: Vec<[f32; INPUTS + 1]>,
    output: [f32; WIDTH + 1],
}

/// How inputs are brought to mean 0 and deviation 1.
struct Scale {
    mean: [f32; INPUTS],
    deviation: [f32; INPUTS],
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let n = samples.len().max(1) as f32;
        let (mut mean, mut square) = ([0.0; INPUTS], [0.0; INPUTS]);
        for s in samples {
            for (i, x) in s.numbers.map(logarithm).into_iter().enumerate() {
                mean[i] += x / n;
                square[i] += x * x / n;
            }
        }
        let deviation =
            std::array::from_fn(|i| (square[i] - mean[i] * mean[i]).max(1e-6f32).sqrt());
        Scale { mean, deviation }
    }

    fn inputs(&self, numbers: &Numbers) -> [f32; INPUTS] {
        let x = numbers.map(logarithm);
        std::array::from_fn(|i| (x[i] - self.mean[i]) / self.deviation[i])
    }
}

impl Net {
    fn new(rng: &mut Rng) -> Net {
        let mut small = |most: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * most;
        let hidden = (0..WIDTH).map(|_| std::array::from_fn(|_| small(0.15))).collect();
        Net { hidden, output: std::array::from_fn(|_| small(0.2)) }
    }

    /// The hidden units, and the odds.
    fn odds(&self, x: &[f32; INPUTS]) -> ([f32; WIDTH], f32) {
        let mut units = [0.0; WIDTH];
        let mut sum = self.output[WIDTH];
        for (unit, (row, out)) in units.iter_mut().zip(self.hidden.iter().zip(&self.output)) {
            let parts = row.iter().zip(x).map(|(w, x)| w * x);
            *unit = (row[INPUTS] + parts.sum::<f32>()).max(0.0);
            sum += *unit * out;
        }
        (units, sum)
    }
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Learns by gradient descent with momentum, the answers in random order.
fn learn(samples: &[Sample], scale: &Scale) -> Net {
    let mut rng = Rng::new(1);
    let mut net = Net::new(&mut rng);
    let mut before = Net { hidden: vec![[0.0; INPUTS + 1]; WIDTH], output: [0.0; WIDTH + 1] };
    let inputs: Vec<[f32; INPUTS]> = samples.iter().map(|s| scale.inputs(&s.numbers)).collect();
    for pass in 0..PASSES {
        let rate = 0.0004 * (1.0 - pass as f32 / PASSES as f32);
        for _ in 0..samples.len() {
            let n = rng.below(samples.len());
            let x = &inputs[n];
            let (units, sum) = net.odds(x);
            let miss = samples[n].alive - chance(sum);
            let step = |weight: &mut f32, last: &mut f32, slope: f32| {
                *last = 0.9 * *last + rate * (slope - 3e-4 * *weight);
                *weight += *last;
            };
            let outputs = net.output.iter_mut().zip(&mut before.output);
            let rows = net.hidden.iter_mut().zip(&mut before.hidden);
            for (((row, last_row), (output, last)), unit) in rows.zip(outputs).zip(units) {
                let slope = if unit > 0.0 { miss * *output } else { 0.0 };
                for ((w, last), x) in row.iter_mut().zip(last_row).zip(x.iter().chain(&[1.0])) {
                    step(w, last, slope * x);
                }
                step(output, last, miss * unit);
            }
            step(&mut net.output[WIDTH], &mut before.output[WIDTH], miss);
        }
    }
    net
}

/// What answers cost by these odds, in natural units: the mean of minus the logarithm of their chances.
fn cost(samples: &[Sample], odds: impl Fn(&Sample) -> f32) -> f32 {
    let of = |s: &Sample| {
        let p = chance(odds(s)).clamp(1e-6, 1.0 - 1e-6);
        -(s.alive * p.ln() + (1.0 - s.alive) * (1.0 - p).ln())
    };
    samples.iter().map(of).sum::<f32>() / samples.len().max(1) as f32
}

/// The cost if only it is known how many live.
fn base(samples: &[Sample]) -> f32 {
    let alive = samples.iter().map(|s| s.alive).sum::<f32>() / samples.len().max(1) as f32;
    cost(samples, |_| (alive / (1.0 - alive)).ln())
}

/// How often the odds are larger for a dragon that lives than for one that dies.
fn ranked(samples: &[Sample]) -> f32 {
    let of =
        |alive: f32| samples.iter().filter(move |s| s.alive == alive).map(|s| odds(&s.numbers));
    let (live, die): (Vec<f32>, Vec<f32>) = (of(1.0).collect(), of(0.0).collect());
    let right: usize = live.iter().map(|l| die.iter().filter(|&d| l > d).count()).sum();
    right as f32 / (live.len() * die.len()).max(1) as f32
}

/// The file `odds_weights.rs`.
fn file(net: &Net, scale: &Scale, comment: &str) -> String {
    let mut out = String::from(
        "//! Weights of the odds that a dragon lives (see `odds`), made by `odds_tests` from answers of GNU Go; not to be edited by hand.\n",
    );
    let _ = writeln!(out, "// {comment}\n");
    let about = "For each hidden unit the weights of its inputs, what is added to them, and what it counts if the sum is more than nothing.";
    let _ = writeln!(out, "/// {about}\n#[rustfmt::skip]");
    let _ = writeln!(out, "pub(super) static UNITS: &[([f32; {INPUTS}], f32, f32)] = &[");
    for (row, output) in net.hidden.iter().zip(&net.output) {
        // The scale goes into the weights.
        let weights: [f32; INPUTS] = std::array::from_fn(|i| row[i] / scale.deviation[i]);
        let shift: f32 = weights.iter().zip(&scale.mean).map(|(w, m)| w * m).sum();
        out.push_str("    ([\n");
        for part in weights.chunks(10) {
            let part: Vec<String> = part.iter().map(|w| format!("{w:.4}")).collect();
            let _ = writeln!(out, "        {},", part.join(", "));
        }
        let bias = row[INPUTS] - shift;
        let _ = writeln!(out, "    ], {bias:.4}, {output:.4}),");
    }
    let _ = writeln!(
        out,
        "];\n/// What is added to the hidden units.\npub(super) const BIAS: f32 = {:.4};",
        net.output[WIDTH]
    );
    out
}

/// Asks GNU Go about positions of searches, and writes what it says.
fn ask_gnugo(folders: &str, answers: &str) {
    let every = std::env::var("KATACHI_EVERY").ok().map_or(17, |t| t.parse().expect("a number"));
    let mut engine = engine();
    let Some(mut gnugo) = GnuGo::start(Path::new(".")) else { return };
    let mut out = std::fs::File::create(answers).expect("a file for the answers");
    for (game, record) in Record::all_below(folders).iter().enumerate() {
        for position in positions(&mut engine, record, every, Limits::default()) {
            let key = position.board.situation(position.next);
            if !mix(key).is_multiple_of(ASKED) {
                continue;
            }
            if let Some(alive) = alive(&mut gnugo, &position) {
                let sample = Sample { game, numbers: position.numbers, alive };
                writeln!(out, "{}", sample.line()).expect("it can be written");
            }
        }
    }
}

/// Learns from four fifths of the games, says what that is worth on the others, and prints weights learned from all.
fn learn_from(answers: &str) {
    let text = std::fs::read_to_string(answers).expect("answers");
    let all: Vec<Sample> = text.lines().filter_map(Sample::parse).collect();
    let part = |kept: bool| {
        let of = all.iter().filter(|s| s.game.is_multiple_of(5) == kept);
        of.map(|s| Sample { ..*s }).collect::<Vec<_>>()
    };
    let (learned, kept) = (part(false), part(true));
    let scale = Scale::of(&learned);
    let net = learn(&learned, &scale);
    let after = cost(&kept, |s| net.odds(&scale.inputs(&s.numbers)).1);
    let scale = Scale::of(&all);
    let comment = format!(
        "{} answers; on games kept apart {after:.3} nats an answer, {:.3} if only it is known how many live",
        all.len(),
        base(&kept)
    );
    println!("{}", file(&learn(&all, &scale), &scale, &comment));
}

#[test]
fn odds_foresee_what_is_proved() {
    let of = |name: &str| std::env::var(name).ok();
    if let Some(answers) = of("KATACHI_ANSWERS") {
        match of("KATACHI_RECORDS") {
            Some(folders) => ask_gnugo(&folders, &answers),
            None => learn_from(&answers),
        }
        return;
    }
    let mut engine = engine();
    let limits = Limits { owl_nodes: 100, ..Limits::default() };
    let mut samples = Vec::new();
    for seed in 0..160 {
        let Some((board, question)) = prover::learn_tests::question(seed) else { continue };
        let prover::Goal::Kill(stone) = question.goal else { continue };
        let game = Game::from_board(board, Rules::default(), question.first);
        for attacks in [true, false] {
            let seen = engine.positions_about(&game, stone, limits, attacks);
            samples.extend(seen.iter().step_by(3).filter_map(proved));
        }
    }
    let die = samples.iter().filter(|s| s.alive == 0.0).count();
    let (live, right) = (samples.len() - die, ranked(&samples));
    println!("{live} live, {die} die; {right:.3} of the pairs in order");
    assert!(live > 100 && die > 100, "{live} live, {die} die");
    assert!(right > 0.7, "{right}");
}

/// A position with what the prover says of it, if that is settled without a ko.
fn proved(position: &Looked) -> Option<Sample> {
    let Looked { board, next, stone, numbers, .. } = position;
    let question = prover::Question { goal: prover::Goal::Kill(*stone), first: *next };
    let mut table = prover::Table::with_bytes(1 << 20);
    let found = prover::prove(board, &question, &prover::Limits::nodes(2_000), &mut table).ok()?;
    let works = match found.status {
        prover::Status::Settled(Code::Win) => 1.0,
        prover::Status::Settled(Code::Lose) => 0.0,
        _ => return None,
    };
    let defends = board.color_at(*stone) == Some(*next);
    let alive = if defends { works } else { 1.0 - works };
    Some(Sample { game: 0, numbers: *numbers, alive })
}

/// What is learned tells more than how many live, and a line of the file is read as it was written.
#[test]
fn weights_are_learned_from_answers() {
    let mut rng = Rng::new(7);
    let samples: Vec<Sample> = (0..1500)
        .map(|game| {
            let numbers: Numbers = std::array::from_fn(|_| rng.below(6) as u16);
            // Two eyes that are certain, or a way out.
            let alive = if numbers[6] > 1 && numbers[1] > 0 { 1.0 } else { 0.0 };
            Sample { game, numbers, alive }
        })
        .collect();
    let again = Sample::parse(&samples[3].line()).expect("a sample");
    assert_eq!((again.game, again.alive, again.numbers), (3, samples[3].alive, samples[3].numbers));
    let scale = Scale::of(&samples[..1200]);
    let net = learn(&samples[..1200], &scale);
    let after = cost(&samples[1200..], |s| net.odds(&scale.inputs(&s.numbers)).1);
    assert!(after < 0.7 * base(&samples[1200..]), "{after} {}", base(&samples[1200..]));
    assert!(file(&net, &scale, "").lines().count() > WIDTH * 6);
}
