//! How the weights of marks (`feature_weights`) are made, from records of games.
//!
//! `KATACHI_RECORDS=FOLDER,… cargo test --release -p engine --lib playouts::learn -- --nocapture` reads the records below
//! the folders (such as `katachi match --folder` keeps) and prints `feature_weights.rs` and `shape_weights.rs`: the weights with which the moves played are likeliest among
//! all, by gradient ascent. One game of ten is kept apart to be judged by. Without that variable a few games are
//! made, and it is only looked at whether something is learned.

use super::Record;
use super::features::{Before, MARKS, Marks, UNIT};
use super::field::Field;
use super::ladder::Ladders;
use super::policy::Policy;
use super::special::Special;
use crate::board::Board;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::rng::Rng;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A diamond gets a weight of its own if so many candidates, or so many moves, have it.
const DIAMONDS_SEEN: (u32, u32) = (600, 5);

/// A shape (see `shapes`) gets a weight of its own if it was played in so many games.
const SHAPES_SEEN: u32 = 3;

/// A neighbourhood gets a weight of its own if so many candidates and moves have it.
const SEEN: (u32, u32) = (40, 3);

/// A position of a game: the marks of all candidates, and which of them was played.
struct Sample {
    size: usize,
    marks: Vec<Marks>,
    /// For each the numbers of the shapes around it that get weights.
    shapes: Vec<Vec<u32>>,
    played: usize,
}

/// Games by the weights of random games: what is learned from them must come near those.
fn made(policy: &Policy<'_>, count: u64) -> Vec<Record> {
    let game = |seed| {
        let size = 7;
        let (mut rng, mut special) = (Rng::new(seed), Special::default());
        let mut field = Field::new(&Board::new(size).expect("a size"));
        let mut color = Color::Black;
        let mut moves = Vec::new();
        for _ in 0..60 {
            let p = policy.draw(&mut field, color, &mut rng, &mut special);
            moves.push((color, p));
            field.play(color, p);
            color = color.other();
        }
        Record { size, moves }
    };
    (0..count).map(game).collect()
}

/// Goes through a game up to the first pass; `look` gets each position, who is to move, the move, and its number.
fn replay(game: &Record, mut look: impl FnMut(&mut Field, Color, Point, usize)) {
    let mut field = Field::new(&Board::new(game.size).expect("a size"));
    for (i, &(color, p)) in game.moves.iter().enumerate() {
        if p.is_pass() || !field.is_legal(color, p) || field.at(p) != Cell::Empty {
            break;
        }
        look(&mut field, color, p, i);
        field.play(color, p);
    }
}

/// Counts for the code of each shape around a move played the games that have one; `seen` holds this number, and the last of the games.
fn harvest(game: &Record, first: usize, seen: &mut BTreeMap<u32, (u32, u32)>, number: u32) {
    let mut ladders = Ladders::default();
    replay(game, |field, color, p, i| {
        if i < first {
            return;
        }
        Before::new(field, color, &mut ladders).codes(p, &mut |code| {
            let n = seen.entry(code).or_insert((0, u32::MAX));
            if n.1 != number {
                *n = (n.0 + 1, number);
            }
            true
        });
    });
}

/// The positions of a game from its move `first` on. `codes` numbers the shapes that get weights; what playout weights need for
/// the moves, in bits, is added to `old`.
fn samples(
    game: &Record,
    policy: &Policy<'_>,
    first: usize,
    codes: &BTreeMap<u32, u32>,
    out: &mut Vec<Sample>,
    old: &mut f64,
) {
    let mut ladders = Ladders::default();
    let mut weighed = Vec::new();
    replay(game, |field, color, p, i| {
        if i < first {
            return;
        }
        policy.weigh_all(field, color, &mut weighed);
        let Some(played) = weighed.iter().position(|w| w.0 == p) else { return };
        let sum: f64 = weighed.iter().map(|w| f64::from(w.1)).sum();
        *old -= (f64::from(weighed[played].1) / sum).log2();
        let before = Before::new(field, color, &mut ladders);
        let marks = weighed.iter().map(|w| before.marks(field, w.0, &mut ladders)).collect();
        let shapes_of = |w: &(Point, u32)| {
            let mut list = Vec::new();
            before.codes(w.0, &mut |code| {
                let number = codes.get(&code);
                list.extend(number);
                number.is_some()
            });
            list
        };
        let shapes = weighed.iter().map(shapes_of).collect();
        out.push(Sample { size: game.size, marks, shapes, played });
    });
}

/// Weights by number: marks, then neighbourhoods.
struct Weights {
    /// The neighbourhoods that have weights, in increasing order.
    places: Vec<u16>,
    /// The diamonds that have weights, in increasing order.
    diamonds: Vec<u32>,
    all: Vec<f32>,
}

impl Weights {
    fn new(samples: &[Sample], shapes: usize) -> Weights {
        let mut seen = vec![(0u32, 0u32); 1 << 16];
        for s in samples {
            for (i, m) in s.marks.iter().enumerate() {
                let n = &mut seen[usize::from(m.around)];
                n.0 += 1;
                n.1 += u32::from(i == s.played);
            }
        }
        let often = |n: &(u32, u32)| n.0 >= SEEN.0 && n.1 >= SEEN.1 || n.0 >= 10 * SEEN.0;
        let places: Vec<u16> = (0..=u16::MAX).filter(|&c| often(&seen[usize::from(c)])).collect();
        let mut seen: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for s in samples {
            for (i, m) in s.marks.iter().enumerate() {
                let n = seen.entry(m.diamond).or_default();
                n.0 += 1;
                n.1 += u32::from(i == s.played);
            }
        }
        let often = |n: &(u32, u32)| n.1 >= DIAMONDS_SEEN.1 || n.0 >= DIAMONDS_SEEN.0;
        let diamonds: Vec<u32> = seen.iter().filter(|s| often(s.1)).map(|s| *s.0).collect();
        let all = vec![0.0; MARKS + places.len() + diamonds.len() + shapes];
        Weights { places, diamonds, all }
    }

    fn numbers<'m>(&self, s: &'m Sample, i: usize) -> impl Iterator<Item = usize> + use<'m> {
        let marks = &s.marks[i];
        let large = MARKS + self.places.len() + self.diamonds.len();
        let large = s.shapes[i].iter().map(move |&n| large + n as usize);
        let place = self.places.binary_search(&marks.around).ok().map(|i| MARKS + i);
        let first = MARKS + self.places.len();
        let diamond = self.diamonds.binary_search(&marks.diamond).ok().map(|i| first + i);
        marks.all().iter().map(|&m| usize::from(m)).chain(place).chain(diamond).chain(large)
    }

    /// The chance of each candidate.
    fn chances(&self, sample: &Sample) -> Vec<f32> {
        let scores: Vec<f32> = (0..sample.marks.len())
            .map(|m| self.numbers(sample, m).map(|i| self.all[i]).sum())
            .collect();
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut chances: Vec<f32> = scores.iter().map(|s| (s - most).exp()).collect();
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|c| *c /= sum);
        chances
    }

    /// Gradient ascent with a rate of its own for each weight (AdaGrad: J. Duchi and others, 2011).
    fn learn(&mut self, samples: &[Sample], passes: usize) {
        let mut sums = vec![1e-6f32; self.all.len()];
        let mut rng = Rng::new(1);
        let mut slope = vec![0.0f32; self.all.len()];
        let mut touched: Vec<usize> = Vec::new();
        for pass in 0..passes {
            let rate = 0.15 / (1.0 + pass as f32 * 0.5);
            for _ in 0..samples.len() {
                let s = &samples[rng.below(samples.len())];
                let chances = self.chances(s);
                for (i, chance) in chances.iter().enumerate() {
                    let miss = if i == s.played { 1.0 } else { 0.0 } - chance;
                    for n in self.numbers(s, i) {
                        if slope[n] == 0.0 {
                            touched.push(n);
                        }
                        slope[n] += miss;
                    }
                }
                for n in touched.drain(..) {
                    let g = slope[n] - 0.0005 * self.all[n];
                    slope[n] = 0.0;
                    sums[n] += g * g;
                    self.all[n] += rate * g / sums[n].sqrt();
                }
            }
        }
    }

    /// Bits for a move, and the part of the moves that were the likeliest, and among the three, ten likeliest.
    fn judge<'s>(&self, samples: impl Iterator<Item = &'s Sample>) -> (f64, [f64; 3]) {
        let (mut bits, mut found, mut count) = (0.0, [0.0; 3], 0);
        for s in samples {
            count += 1;
            let chances = self.chances(s);
            let own = chances[s.played];
            bits -= f64::from(own.max(1e-12)).log2();
            let better = chances.iter().filter(|&&c| c > own).count();
            for (f, n) in found.iter_mut().zip([1, 3, 10]) {
                *f += f64::from(u8::from(better < n));
            }
        }
        let n = f64::from(count.max(1));
        (bits / n, found.map(|f| f / n))
    }

    /// The weights but for shapes, and those of shapes: what belongs into `feature_weights` and `shape_weights`.
    fn print(&self, codes: &BTreeMap<u32, u32>) -> [String; 2] {
        let rounded = |w: f32| (w * UNIT).round().clamp(-999.0, 999.0) as i16;
        let mut text = String::new();
        for row in self.all[..MARKS].chunks(18) {
            let row: Vec<String> = row.iter().map(|&w| rounded(w).to_string()).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        let _ = writeln!(text, "\n");
        let pairs: Vec<String> = self
            .places
            .iter()
            .zip(&self.all[MARKS..])
            .map(|(c, &w)| format!("({c}, {})", rounded(w)))
            .collect();
        for row in pairs.chunks(9) {
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        let _ = writeln!(text, "\n");
        let (weights, large) = self.all[MARKS + self.places.len()..].split_at(self.diamonds.len());
        let pairs: Vec<String> = self
            .diamonds
            .iter()
            .zip(weights)
            .filter(|(_, w)| rounded(**w) != 0)
            .map(|(c, &w)| format!("({c}, {})", rounded(w)))
            .collect();
        for row in pairs.chunks(8) {
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        let shapes: Vec<String> =
            codes.iter().map(|(c, &i)| format!("({c},{})", rounded(large[i as usize]))).collect();
        let rows: Vec<String> =
            shapes.chunks(16).map(|row| format!("    {},\n", row.join(","))).collect();
        [text, rows.concat()]
    }
}

#[test]
fn weights_are_learned_from_games() {
    let set = patterns::pattern_set().expect("databases");
    let policy = Policy::new(set.playouts.first().expect("weights of playouts"), false, false);
    let asked = std::env::var("KATACHI_RECORDS").ok();
    let games = match &asked {
        Some(folders) => Record::all_below(folders),
        None => made(&policy, 30),
    };
    let first = if asked.is_some() { 4 } else { 0 };
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    let (mut old, mut unused) = (0.0, 0.0);
    let mut seen = BTreeMap::new();
    for (i, game) in games.iter().enumerate() {
        if i / 2 % 10 != 0 {
            harvest(game, first, &mut seen, i as u32);
        }
    }
    let often = seen.iter().filter(|s| s.1.0 >= SHAPES_SEEN);
    let codes: BTreeMap<u32, u32> = often.zip(0..).map(|(s, i)| (*s.0, i)).collect();
    for (i, game) in games.iter().enumerate() {
        // Both games of a pair go the same way.
        if i / 2 % 10 == 0 {
            samples(game, &policy, first, &codes, &mut kept, &mut old);
        } else {
            samples(game, &policy, first, &codes, &mut learned, &mut unused);
        }
    }
    let mut weights = Weights::new(&learned, codes.len());
    let even = weights.judge(kept.iter()).0;
    weights.learn(&learned, if asked.is_some() { 8 } else { 2 });
    let (bits, found) = weights.judge(kept.iter());
    println!(
        "// {} moves, {} neighbourhoods, {} diamonds, {} shapes; {} other moves: {bits:.3} bits a move, {:.3} by playout weights, {even:.3} if all are as likely; among the 1, 3, 10 likeliest: {found:.3?}",
        learned.len(),
        weights.places.len(),
        weights.diamonds.len(),
        codes.len(),
        kept.len(),
        old / kept.len().max(1) as f64,
    );
    for size in [9, 13, 19] {
        let part: Vec<&Sample> = kept.iter().filter(|s| s.size == size).collect();
        let (bits, found) = weights.judge(part.iter().copied());
        println!("// {size}×{size}: {} moves, {bits:.3} bits, {found:.3?}", part.len());
    }
    assert!(!codes.is_empty());
    assert!(learned.len() > 500 && bits < even - 0.3, "{bits} of {even} with {}", learned.len());
    if asked.is_some() {
        let [features, shapes] = weights.print(&codes);
        println!("{features}\n// shapes\n{shapes}");
    }
}
