//! How the weights of random games (`patterns/playouts.db` and the files beside it) are made: from games that were played
//! to their end.
//!
//! A position of such a game is played out many times. Who owns a vertex at the end, on the mean, should come near to who owned
//! it when the game was over; the weights are moved to where the mean squared difference is smaller. (As D. Silver and
//! G. Tesauro, "Monte-Carlo simulation balancing", 2009, do for the result of a game.) The slope is found from the games themselves:
//! it is the covariance of what a game adds to the difference and of how much more often each rule was followed in it than its weight
//! lets expect.
//!
//! `KATACHI_ENDS=FOLDER cargo test --release -p engine --lib playouts::ends -- --nocapture` reads the records in the folder. The last
//! node of each marks the vertices that each side owns, with stones (`TB`, `TW`). The weights found go into the files of the
//! database. `KATACHI_STEPS` says how often weights are moved; with 0, the error of the present weights is told alone. One game of five is kept apart to be judged by.
//! With `KATACHI_SHAPES=N`, instead, the N neighbourhoods near the last move, and half as many others, that drawing decides among
//! most often are written to `playout_shapes.db`, with the weights that they have now; they are learned when the engine is built
//! again. Without `KATACHI_ENDS` nothing is written; a test of its own looks at whether something is learned from one position.

use super::Record;
use super::field::Field;
use super::policy::{Policy, Weighed};
use super::special::Special;
use crate::board::Board;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::{Circumstances, Neighbourhood, PlayoutDb};
use mkpat_rt::rng::{Rng, mix};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Positions of a game are so many moves apart, and the first is within so many moves after [`OPENING`].
const APART: usize = 9;
/// Moves of a game that are not looked at.
const OPENING: usize = 8;
/// Positions in one step, and games from each of them.
const BATCH: usize = 48;
const GAMES: usize = 24;
/// Games from each position that weights are judged by.
const JUDGED: usize = 64;
/// By how much the logarithm of a weight moves in the first steps.
const RATE: f32 = 0.05;
/// Part of the mean slope, and of its mean square, that each step leaves (D. Kingma, J. Ba, "Adam", 2015).
const LEFT: (f32, f32) = (0.9, 0.98);
/// Greatest weight.
const MOST: f32 = 5e6;

/// A position of a game, and who owned each vertex at its end: 1 for Black.
struct Sample {
    field: Field,
    color: Color,
    ends: Vec<(Point, f32)>,
    game: usize,
}

/// Positions of a game that ended so.
fn samples(record: &Record, ends: &[(Point, f32)], game: usize, out: &mut Vec<Sample>) {
    let mut board = Board::new(record.size).expect("a size");
    let first = OPENING + game % APART;
    for (i, &(color, p)) in record.moves.iter().enumerate() {
        if i >= first && (i - first).is_multiple_of(APART) {
            out.push(Sample { field: Field::new(&board), color, ends: ends.to_vec(), game });
        }
        if p.is_pass() {
            board.pass(color);
        } else if !board.try_play(color, p) {
            return;
        }
    }
}

/// How much more often each rule was followed in a game than its weight lets expect.
type Excess = Vec<f32>;

/// Plays on to the end by the moves that `next` names.
fn play_on(sample: &Sample, mut next: impl FnMut(&mut Field, Color) -> Point) -> Field {
    let (mut field, mut color) = (sample.field.clone(), sample.color);
    let (mut passes, mut number) = (0, 0);
    while passes < 2 && number < 3 * field.size() * field.size() {
        let p = next(&mut field, color);
        field.play(color, p);
        passes = if p.is_pass() { passes + 1 } else { 0 };
        (color, number) = (color.other(), number + 1);
    }
    field
}

/// Plays on to the end by drawn moves; `decided` is told between which moves each was drawn, and which it was.
fn play_out(
    policy: &Policy<'_>,
    sample: &Sample,
    rng: &mut Rng,
    decided: &mut dyn FnMut(&[Weighed], usize),
) -> Field {
    let (mut special, mut weighed) = (Special::default(), Vec::new());
    play_on(sample, |field, color| {
        policy.weigh_with_rules(field, color, &mut special, &mut weighed);
        let sum: u64 = weighed.iter().map(|w| u64::from(w.weight)).sum();
        if sum == 0 {
            return Point::PASS;
        }
        let mut r = ((u128::from(rng.next_u64()) * u128::from(sum)) >> 64) as u64;
        let fits = |w: &Weighed| {
            let found = r < u64::from(w.weight);
            r = r.wrapping_sub(u64::from(w.weight));
            found
        };
        let drawn = weighed.iter().position(fits).expect("a move");
        decided(&weighed, drawn);
        weighed[drawn].point
    })
}

/// The mean squared difference of owners, without what chance adds to it; 1 is that of knowing nothing.
fn error(db: &PlayoutDb, samples: &[&Sample], games: usize) -> f64 {
    let policy = Policy::new(db, true, true);
    let of_sample = |(i, s): (usize, &&Sample)| -> f64 {
        let mut special = Special::default();
        let mut rng = Rng::new(mix(i as u64));
        let mut owners = vec![0.0; s.ends.len()];
        for _ in 0..games {
            let field =
                play_on(s, |field, color| policy.draw(field, color, &mut rng, &mut special));
            for (owner, e) in owners.iter_mut().zip(&s.ends) {
                *owner += f64::from(field.owner(e.0)) / games as f64;
            }
        }
        let squared = |(&o, e): (&f64, &(Point, f32))| {
            (o - f64::from(e.1)).powi(2) - (1.0 - o * o) / (games as f64 - 1.0)
        };
        owners.iter().zip(&s.ends).map(squared).sum::<f64>() / s.ends.len() as f64
    };
    let sums: Vec<f64> = samples.par_iter().enumerate().map(of_sample).collect();
    sums.iter().sum::<f64>() / sums.len().max(1) as f64
}

/// How the difference of a position changes with the logarithm of each weight.
fn slope(db: &PlayoutDb, s: &Sample, seed: u64) -> Excess {
    let policy = Policy::new(db, true, true);
    let mut rng = Rng::new(seed);
    let mut games: Vec<(Vec<f32>, Excess)> = Vec::new();
    for _ in 0..GAMES {
        let mut excess = vec![0.0; db.rules().len()];
        let end = play_out(&policy, s, &mut rng, &mut |weighed, drawn| {
            let sum: f32 = weighed.iter().map(|w| w.weight as f32).sum();
            for (i, w) in weighed.iter().enumerate() {
                if let Some(rule) = w.rule {
                    let one = if i == drawn { 1.0 } else { 0.0 };
                    excess[rule] += one - w.weight as f32 / sum;
                }
            }
        });
        games.push((s.ends.iter().map(|e| f32::from(end.owner(e.0))).collect(), excess));
    }
    let count = GAMES as f32;
    let vertices = s.ends.len();
    let sums: Vec<f32> = (0..vertices).map(|v| games.iter().map(|g| g.0[v]).sum()).collect();
    // What a game adds to the difference that the others have.
    let added = |owners: &[f32]| -> f32 {
        let one = |v: usize| {
            let others = (sums[v] - owners[v]) / (count - 1.0);
            2.0 * (others - s.ends[v].1) * owners[v]
        };
        (0..vertices).map(one).sum::<f32>() / vertices as f32
    };
    let added: Vec<f32> = games.iter().map(|g| added(&g.0)).collect();
    let all: f32 = added.iter().sum();
    let mut slope = vec![0.0; db.rules().len()];
    for (a, (_, excess)) in added.iter().zip(&games) {
        let usual = (all - a) / (count - 1.0);
        for (to, x) in slope.iter_mut().zip(excess) {
            *to += (a - usual) * x / count;
        }
    }
    slope
}

/// Moves the weights, but for those that are 0 and that of the last rule, which says how much all others count.
fn learn(
    start: &PlayoutDb,
    samples: &[&Sample],
    steps: usize,
    rate: f32,
    told: &dyn Fn(usize, &PlayoutDb),
) -> PlayoutDb {
    let rules = start.rules().len();
    let mut logs: Vec<f32> = start.rules().iter().map(|r| (r.weight as f32).ln()).collect();
    let with = |logs: &[f32]| {
        let weight = |(log, r): (&f32, &mkpat_rt::montecarlo::Rule)| match r.weight {
            0 => 0,
            _ => log.exp().round().clamp(1.0, MOST) as u32,
        };
        let weights: Vec<u32> = logs.iter().zip(start.rules()).map(weight).collect();
        start.clone().with_weights(&weights)
    };
    let mut rng = Rng::new(3);
    let (mut mean, mut square) = (vec![0.0f32; rules], vec![0.0f32; rules]);
    for step in 1..=steps {
        let db = with(&logs);
        let picked: Vec<&Sample> = (0..BATCH).map(|_| samples[rng.below(samples.len())]).collect();
        let of_sample = |(i, s): (usize, &&Sample)| slope(&db, s, mix((step * BATCH + i) as u64));
        let slopes: Vec<Excess> = picked.par_iter().enumerate().map(of_sample).collect();
        let rate = rate / (1.0 + 3.0 * step as f32 / steps as f32);
        for i in 0..rules {
            let slope = slopes.iter().map(|s| s[i]).sum::<f32>() / BATCH as f32;
            mean[i] = LEFT.0 * mean[i] + (1.0 - LEFT.0) * slope;
            square[i] = LEFT.1 * square[i] + (1.0 - LEFT.1) * slope * slope;
            let mean = mean[i] / (1.0 - LEFT.0.powi(step as i32));
            let square = square[i] / (1.0 - LEFT.1.powi(step as i32));
            if start.rules()[i].weight > 0 && i + 1 < rules {
                logs[i] -= rate * mean / (square.sqrt() + 1e-9);
            }
        }
        told(step, &with(&logs));
    }
    with(&logs)
}

/// Who owned the vertices at the end of a record.
fn ends(text: &str, size: usize) -> Vec<(Point, f32)> {
    let mut owners = BTreeMap::new();
    for (property, owner) in [("TB", 1.0), ("TW", -1.0)] {
        for list in text.split(property).skip(1) {
            let values = list.split(']').map_while(|v| v.trim_start().strip_prefix('['));
            for v in values.filter(|v| v.len() == 2) {
                let [col, row] = [0, 1].map(|i| usize::from(v.as_bytes()[i].wrapping_sub(b'a')));
                owners.insert(Point::new(row, col), owner);
            }
        }
    }
    Point::all(size).map(|p| (p, owners.get(&p).copied().unwrap_or(0.0))).collect()
}

/// The positions of the games in the folder; the last node of each says who owns what.
fn read(folder: &Path) -> Vec<Sample> {
    let mut out = Vec::new();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()).collect();
    paths.sort();
    for (game, path) in
        paths.iter().filter(|p| p.extension().is_some_and(|e| e == "sgf")).enumerate()
    {
        let text = std::fs::read_to_string(path).expect("a record");
        let record =
            Record::read(&text).unwrap_or_else(|| panic!("{} is no record", path.display()));
        let ends = ends(&text, record.size);
        assert!(ends.iter().any(|e| e.1 != 0.0), "{} does not say who owns what", path.display());
        samples(&record, &ends, game, &mut out);
    }
    out
}

/// The folder of our databases.
fn databases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns")
}

/// Writes the weights into the files that the rules are from.
fn write_weights(db: &PlayoutDb) {
    for (number, name) in db.files.iter().enumerate() {
        let path = databases().join(name);
        let text = std::fs::read_to_string(&path).expect("a database");
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        for rule in db.rules().iter().filter(|r| usize::from(r.file) == number) {
            let line = &mut lines[rule.line as usize - 1];
            let conditions = line.find(',').map_or(String::new(), |i| line[i..].to_string());
            *line = format!(":{}{conditions}", rule.weight);
        }
        std::fs::write(&path, lines.join("\n") + "\n").expect("a database");
    }
}

/// The same neighbourhood in the orientation that comes first, by symbols.
fn first_orientation(n: Neighbourhood) -> [u8; 8] {
    let symbols = n.symbols();
    let at = |row: usize, col: usize| match row * 3 + col {
        4 => 0,
        i => symbols[i - usize::from(i > 4)],
    };
    let turned = |o: usize| {
        let mut cells = (0..9).filter(|&i| i != 4).map(|i| {
            let (mut row, mut col) = (i / 3, i % 3);
            if o & 1 != 0 {
                row = 2 - row;
            }
            if o & 2 != 0 {
                col = 2 - col;
            }
            if o & 4 != 0 { at(col, row) } else { at(row, col) }
        });
        std::array::from_fn(|_| cells.next().expect("eight vertices"))
    };
    (0..8).map(turned).min().expect("an orientation")
}

/// The diagram of a neighbourhood.
fn diagram(symbols: [u8; 8]) -> String {
    const OFF: u8 = 3;
    let [north, west, east, south] = [[0, 1, 2], [0, 3, 5], [2, 4, 7], [5, 6, 7]]
        .map(|side| side.iter().all(|&i: &usize| symbols[i] == OFF));
    let mut text = String::new();
    for i in 0..9 {
        let (row, col) = (i / 3, i % 3);
        let symbol = if i == 4 { 4 } else { usize::from(symbols[i - usize::from(i > 4)]) };
        let rows = north && row == 0 || south && row == 2;
        let cols = west && col == 0 || east && col == 2;
        text.push(match (symbol, rows, cols) {
            (3, true, true) => '+',
            (3, true, false) => '-',
            (3, false, _) => '|',
            _ => ['.', 'O', 'X', '?', '*'][symbol],
        });
        if col == 2 {
            text.push('\n');
        }
    }
    text
}

/// The neighbourhoods between which drawing decides most often, as a database, where nobody captures or is captured: so many near
/// the last move, and half as many others.
fn shapes(db: &PlayoutDb, samples: &[&Sample], count: usize) -> String {
    let policy = Policy::new(db, true, true);
    let plain = |c: Circumstances| !c.o_self_atari && c.o_captures == 0 && c.x_captures == 0;
    let mut seen: BTreeMap<(bool, [u8; 8]), (f64, u32)> = BTreeMap::new();
    for (i, s) in samples.iter().enumerate() {
        play_out(&policy, s, &mut Rng::new(mix(i as u64)), &mut |weighed, _| {
            let sum: f64 = weighed.iter().map(|w| f64::from(w.weight)).sum();
            for w in weighed.iter().filter(|w| plain(w.circumstances)) {
                let key = (!w.circumstances.is_near, first_orientation(w.around));
                let found = seen.entry(key).or_insert((0.0, w.weight));
                found.0 += f64::from(w.weight) / sum;
            }
        });
    }
    let mut text = SHAPES_HEAD.to_string();
    for (far, most) in [(false, count), (true, count / 2)] {
        let mut part: Vec<_> = seen.iter().filter(|s| s.0.0 == far).collect();
        part.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
        for ((_, symbols), (_, weight)) in part.into_iter().take(most) {
            let conditions = if far { "far" } else { "near" };
            let _ = write!(text, "\n{}:{weight},{conditions}\n", diagram(*symbols));
        }
    }
    text
}

const SHAPES_HEAD: &str = "\
# Weights of moves in random games by all that is around them, where nobody captures: the neighbourhoods between which
# drawing decides most often, those near the last move first.
#
# Computed, both the choice and the weights, from games played to their end: engine/src/playouts/ends_tests.rs.
";

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().map(|t| t.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn weights_are_learned_from_ends_of_games() {
    let Ok(folder) = std::env::var("KATACHI_ENDS") else { return };
    let set = patterns::pattern_set().expect("databases");
    let db = set.playouts.first().expect("weights of playouts");
    let all = read(folder.as_ref());
    let (judged, learned): (Vec<&Sample>, Vec<&Sample>) =
        all.iter().partition(|s| s.game.is_multiple_of(5));
    println!("{} positions to learn from, {} to judge by", learned.len(), judged.len());
    if let Some(count) = number("KATACHI_SHAPES") {
        let text = shapes(db, &learned, count);
        std::fs::write(databases().join("playout_shapes.db"), text).expect("a database");
        return;
    }
    println!("error {:.4}", error(db, &judged, JUDGED));
    let steps = number("KATACHI_STEPS").unwrap_or(260);
    let found = learn(db, &learned, steps, RATE, &|step, db| {
        if step.is_multiple_of(20) {
            println!("step {step}: error {:.4}", error(db, &judged, JUDGED));
        }
    });
    if steps > 0 {
        write_weights(&found);
    }
}

/// White's stones in the middle are taken if Black follows the rules for captures, and live as often as not if he knows nothing
/// of stones.
#[test]
fn what_is_learned_from_an_end_makes_the_error_smaller() {
    const TEXT: &str = "
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X X . . .
        . . . O . O .
        . . . . . . .
        . . . . . . .";
    let set = patterns::pattern_set().expect("databases");
    let db = set.playouts.first().expect("weights of playouts");
    let field = Field::new(&crate::diagram::parse(TEXT).expect("a diagram"));
    let taken = [2, 3, 4].map(|col| Point::new(2, col));
    let ends = taken.map(|p| (p, 1.0)).to_vec();
    let sample = Sample { field, color: Color::Black, ends, game: 0 };
    let last = db.rules().last().expect("a rule").weight;
    let flat: Vec<u32> = db.rules().iter().map(|r| if r.weight == 0 { 0 } else { last }).collect();
    let flat = db.clone().with_weights(&flat);
    let found = learn(&flat, &[&sample], 8, 0.5, &|_, _| ());
    let captures = |db: &PlayoutDb| {
        let c = Circumstances { o_captures: 2, ..Circumstances::default() };
        let around = sample.field.around(Color::Black, taken[2]);
        db.weight(around, c)
    };
    assert!(captures(&found) > captures(&flat), "{}", captures(&found));
    let (before, after) = (error(&flat, &[&sample], 200), error(&found, &[&sample], 200));
    assert!(after < 0.8 * before, "{before} and then {after}");
}

#[test]
fn a_neighbourhood_is_drawn_in_the_orientation_that_comes_first() {
    let edge = Neighbourhood::from_symbols([0, 1, 3, 2, 3, 0, 0, 3]);
    let symbols = first_orientation(edge);
    assert_eq!(symbols, first_orientation(Neighbourhood::from_symbols([3, 3, 3, 1, 0, 0, 2, 0])));
    let text = diagram(symbols);
    assert!(["---", "|"].iter().any(|e| text.contains(e)), "{text}");
    assert_eq!(text.matches('*').count(), 1);
}

#[test]
fn who_owns_what_is_read_from_the_last_node() {
    let found = ends("(;SZ[5];B[aa];W[bb]TB[aa][ba]\n[ca]TW[ee])", 5);
    let owned: Vec<(Point, f32)> = found.into_iter().filter(|e| e.1 != 0.0).collect();
    let black = [0, 1, 2].map(|col| (Point::new(0, col), 1.0));
    assert_eq!(owned, [&black[..], &[(Point::new(4, 4), -1.0)]].concat());
}
