//! `katachi tune`: better weights by SPSA (J. C. Spall, "Implementation of the Simultaneous
//! Perturbation Algorithm for Stochastic Optimization", 1998).
//!
//! A step k changes every weight by `c_k` of its range, up or down at random, plays pairs of games between
//! the weights so changed and those changed the other way, and moves each weight in the direction of the
//! winner: by `a_k` times its change times the result (-1 to 1). `c_k = step / k^0.101` and
//! `a_k = rate ((A + 1) / (A + k))^0.602` with a tenth of all steps for `A`, as that paper advises. Steps are
//! kept in a file, a line of JSON each, so that tuning can go on later.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use engine::weights::{WeightRow, Weights};
use mkpat_rt::rng::{GOLDEN, Rng, mix};
use serde::{Deserialize, Serialize};

use super::command::{GameArgs, Ground, check_players};
use super::contestant::Contestant;
use super::game::{Conditions, GameNumber};
use super::series::{Standing, Task, play_all};

/// Arguments of `katachi tune`.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// The weights to tune.
    #[arg(value_name = "WEIGHT", required_unless_present = "list", value_parser = row)]
    weights: Vec<&'static WeightRow>,
    /// List all weights with their values, ranges and meaning, and play nothing.
    #[arg(long)]
    list: bool,
    /// Number of steps.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: u32,
    /// Pairs of games in a step.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// By what part of its range a weight is changed in the first step.
    #[arg(long, value_name = "PART", default_value_t = 0.1, value_parser = part)]
    step: f64,
    /// Part of that change by which a weight moves after a step that was won by all games.
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = part)]
    rate: f64,
    /// File that keeps the steps; tuning that was broken off goes on there.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The player whose weights they are: a folder of databases, or `katachi` with options.
    #[arg(long, value_name = "PLAYER", default_value = "katachi")]
    player: String,
    #[command(flatten)]
    play: GameArgs,
}

fn row(name: &str) -> Result<&'static WeightRow, String> {
    let found = Weights::ROWS.iter().find(|row| row.name == name);
    found.ok_or_else(|| "no such weight; `katachi tune --list` prints them".to_string())
}

fn part(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x <= 1.0 => Ok(x),
        _ => Err("expected a number above 0, at most 1".to_string()),
    }
}

/// A step that was done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Step {
    /// Its number, from 1.
    step: usize,
    /// Names of the weights.
    names: Vec<String>,
    /// The weights of the first player.
    tried: Vec<f64>,
    /// Points of the first player less those of the second, for each game: -1 to 1.
    result: f64,
    /// Games that were broken off by a fault.
    broken_off: usize,
    /// The weights after the step.
    weights: Vec<f64>,
}

/// Tunes, and prints the weights that were found.
///
/// # Errors
/// As `katachi match`; if the file keeps the steps of other weights.
pub fn run(args: &TuneArgs, ground: &Ground<'_>, out: &mut impl Write) -> Result<(), String> {
    let print =
        |text: &str, out: &mut dyn Write| out.write_all(text.as_bytes()).map_err(|e| e.to_string());
    if args.list {
        let line = |row: &WeightRow| {
            let (least, most) = row.range;
            format!("{}\t{}\t{least} to {most}\t{}\n", row.name, row.default, row.about.trim())
        };
        return print(&Weights::ROWS.iter().map(line).collect::<String>(), out);
    }
    let player = Contestant::parse(&args.player, ground.program, ground.rules)?;
    if player.words.first().map(PathBuf::from).as_deref() != Some(ground.program) {
        return Err(format!("{:?}: only our own program has these weights", args.player));
    }
    let conditions = args.play.conditions(ground)?;
    check_players(std::slice::from_ref(&player), &conditions)?;
    let mut steps = match &args.file {
        Some(file) => read(file, &args.weights)?,
        None => Vec::new(),
    };
    let mut weights: Vec<f64> = match steps.last() {
        Some(step) => step.weights.clone(),
        None => args.weights.iter().map(|row| f64::from(row.default)).collect(),
    };
    for number in steps.len() + 1..=args.steps as usize {
        let step = play_step(args, ground, (&conditions, &player), number, &weights)?;
        weights.clone_from(&step.weights);
        if let Some(file) = &args.file {
            append(file, &step)?;
        }
        let line =
            format!("step {number}: {:+.3}; {}\n", step.result, options(&args.weights, &weights));
        // For people; the games are played anyway.
        let _ = io::stderr().lock().write_all(line.as_bytes());
        steps.push(step);
    }
    print(&(options(&args.weights, &weights) + "\n"), out)
}

/// The weights as options of the command line.
fn options(rows: &[&WeightRow], weights: &[f64]) -> String {
    let option = |(row, value): (&&WeightRow, &f64)| format!("--weight {}={value:.4}", row.name);
    rows.iter().zip(weights).map(option).collect::<Vec<_>>().join(" ")
}

/// Which way each weight is changed in a step.
fn signs(seed: u64, number: usize, count: usize) -> Vec<f64> {
    let mut rng = Rng::new(mix(seed ^ (number as u64).wrapping_mul(GOLDEN)));
    (0..count).map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect()
}

/// The weights after a change of each by a part of its range, within that range.
fn changed(rows: &[&WeightRow], weights: &[f64], changes: impl Iterator<Item = f64>) -> Vec<f64> {
    let fit = |((row, w), change): ((&&WeightRow, &f64), f64)| {
        let (least, most) = (f64::from(row.range.0), f64::from(row.range.1));
        (w + change * (most - least)).clamp(least, most)
    };
    rows.iter().zip(weights).zip(changes).map(fit).collect()
}

fn play_step(
    args: &TuneArgs,
    ground: &Ground<'_>,
    (conditions, player): (&Conditions, &Contestant),
    number: usize,
    weights: &[f64],
) -> Result<Step, String> {
    let signs = signs(ground.seed, number, weights.len());
    let change = args.step / (number as f64).powf(0.101);
    let tried = [1.0, -1.0]
        .map(|side| changed(&args.weights, weights, signs.iter().map(|sign| side * change * sign)));
    let players = [0, 1].map(|i| {
        let mut with = player.clone();
        with.words.extend(options(&args.weights, &tried[i]).split(' ').map(str::to_string));
        with
    });
    // Every step has openings of its own.
    let ground = Ground { seed: mix(ground.seed.wrapping_add(number as u64)), ..ground.clone() };
    let openings = args.play.openings(&ground, args.pairs as usize);
    let numbers =
        (1..=openings.len()).flat_map(|pair| [1, 2].map(|game| GameNumber { pair, game }));
    let tasks: Vec<Task<'_>> = numbers
        .map(|number| Task { number, players: &players, opening: &openings[number.pair - 1] })
        .collect();
    let mut games = Vec::new();
    play_all(conditions, &tasks, args.play.jobs(), |played, _| {
        games.push(played);
        Ok(true)
    })?;
    let standing = Standing::of(&games);
    let result = 2.0 * standing.points() / standing.count().max(1) as f64 - 1.0;
    let slack = 0.1 * f64::from(args.steps);
    let gain = args.rate * ((slack + 1.0) / (slack + number as f64)).powf(0.602);
    let moved = signs.iter().map(|sign| gain * change * result * sign);
    let [tried, _] = tried;
    Ok(Step {
        step: number,
        names: args.weights.iter().map(|row| row.name.to_string()).collect(),
        tried,
        result,
        broken_off: standing.faults.iter().flatten().sum(),
        weights: changed(&args.weights, weights, moved),
    })
}

fn at(path: &Path, e: impl std::fmt::Display) -> String {
    format!("{}: {e}", path.display())
}

/// The steps of a file, if there is one: a last line that is not complete is taken off.
fn read(path: &Path, rows: &[&WeightRow]) -> Result<Vec<Step>, String> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let bytes = mkpat::source::read_file(path).map_err(|e| at(path, e))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    if complete < text.len() {
        std::fs::write(path, &text[..complete]).map_err(|e| at(path, e))?;
    }
    let mut steps: Vec<Step> = Vec::new();
    for (i, line) in text[..complete].lines().enumerate() {
        let step: Step =
            serde_json::from_str(line).map_err(|e| at(path, format!("line {}: {e}", i + 1)))?;
        let same = step.names.iter().map(String::as_str).eq(rows.iter().map(|row| row.name));
        if !same || step.step != i + 1 || step.weights.len() != rows.len() {
            return Err(at(path, format!("line {}: a step of other weights", i + 1)));
        }
        steps.push(step);
    }
    Ok(steps)
}

fn append(path: &Path, step: &Step) -> Result<(), String> {
    let line = serde_json::to_string(step).map_err(|e| at(path, e))? + "\n";
    let file = std::fs::File::options().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|e| at(path, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_opposite_and_stay_in_range() {
        let rows: Vec<&WeightRow> = Weights::ROWS.iter().collect();
        let start: Vec<f64> = rows.iter().map(|row| f64::from(row.default)).collect();
        let up = signs(1, 3, rows.len());
        assert_eq!(up, signs(1, 3, rows.len()));
        assert!((1..40).any(|n| signs(1, n, rows.len()) != up));
        let a = changed(&rows, &start, up.iter().map(|s| 0.1 * s));
        let b = changed(&rows, &start, up.iter().map(|s| -0.1 * s));
        for (((a, b), w), row) in a.iter().zip(&b).zip(&start).zip(&rows) {
            assert!((a + b - 2.0 * w).abs() < 1e-9 && a != b, "{}", row.name);
        }
        let far = changed(&rows, &start, up.iter().map(|_| 9.0));
        assert!(far.iter().zip(&rows).all(|(x, row)| *x == f64::from(row.range.1)));
        let told = options(&rows[..1], &start[..1]);
        assert_eq!(told, format!("--weight {}={:.4}", rows[0].name, rows[0].default));
    }
}
