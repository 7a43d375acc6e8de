//! Measures the prover by problems: folders of SGF files, whose names say the result for
//! the side to play, or positions made at random.
//!
//! `cargo run --release -p katachi-frontend --example problems -- FOLDER NODES... [--list]`
//! counts, for each folder and each number of nodes, how many problems are settled as the
//! folder says, otherwise, or not at all; `random COUNT NODES...` does the same for
//! positions made from seeds. `--further N` and `--max` set how the search goes about it,
//! `--table MB` its memory.

use engine::board::Board;
use engine::game::Rules;
use engine::prover::{self, Answer, Goal, Limits, Question, Settings, Status, Table};
use katachi_frontend::record;
use katachi_frontend::solve::{largest, surrounded};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;
use mkpat_rt::rng::Rng;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

struct Args {
    numbers: Vec<u64>,
    words: Vec<String>,
    list: bool,
    settings: Settings,
    table: usize,
}

fn args() -> Args {
    let mut out = Args {
        numbers: Vec::new(),
        words: Vec::new(),
        list: false,
        settings: Settings::default(),
        table: 64 << 20,
    };
    let mut words = std::env::args().skip(1);
    let number = |w: Option<String>| w.and_then(|w| w.parse::<u64>().ok()).expect("a number");
    while let Some(word) = words.next() {
        match word.as_str() {
            "--list" => out.list = true,
            "--no-simulation" => out.settings.simulate = false,
            "--trust" => out.settings.trust = number(words.next()) as u32,
            "--first" => out.settings.first = number(words.next()) as u32,
            "--region-bias" => out.settings.region_bias = number(words.next()) as u32,
            "--lean" => out.settings.lean = number(words.next()),
            "--max" => out.settings.add = false,
            "--bias" => out.settings.bias = number(words.next()) as u32,
            "--stages" => {
                out.settings.stages = (number(words.next()) as usize, number(words.next()) as usize)
            }
            "--round" => out.settings.round = number(words.next()),
            "--delay" => out.settings.delay = number(words.next()) as u32,
            "--share" => out.settings.share = number(words.next()),
            "--further" => out.settings.further = number(words.next()) as u32,
            "--table" => out.table = number(words.next()) as usize * (1 << 20),
            _ => match word.parse() {
                Ok(n) => out.numbers.push(n),
                Err(_) => out.words.push(word),
            },
        }
    }
    out
}

/// A position and what is asked about it.
struct Problem {
    name: String,
    class: String,
    board: Board,
    question: Question,
    /// Whether the side to play is the one whose group it is about.
    lives: bool,
}

fn problem(path: &Path, class: &str) -> Result<Problem, String> {
    let loaded = record::load(path, None, Rules::default()).map_err(|e| e.to_string())?;
    let (board, first) = (loaded.game.board().clone(), loaded.to_move);
    let cut_off = |color| !largest(&board, color, false).is_empty();
    let owner = match &class[..1] {
        "1" => first,
        "2" => first.other(),
        // What is captured, if it is cut off; else what is saved by that.
        "4" | "5" if cut_off(first.other()) => first.other(),
        "4" | "5" if cut_off(first) => first,
        _ => surrounded(&board),
    };
    let inside = largest(&board, owner, false);
    let target = if inside.is_empty() { largest(&board, owner, true) } else { inside };
    let stone = target.first().ok_or("no group")?;
    let question = Question { goal: Goal::Kill(stone), first };
    let name = format!("{class}/{}", path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(Problem { name, class: class.to_string(), board, question, lives: owner == first })
}

fn folder(dir: &Path) -> Vec<Problem> {
    let entries = |dir: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            std::fs::read_dir(dir).expect("a folder").flatten().map(|e| e.path()).collect();
        all.sort();
        all
    };
    let mut out = Vec::new();
    for sub in entries(dir) {
        let class = sub.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !sub.is_dir() || !("1".."6").contains(&&class[..1]) {
            continue;
        }
        for file in entries(&sub) {
            match problem(&file, &class) {
                Ok(p) => out.push(p),
                Err(e) => eprintln!("{}: {e}", file.display()),
            }
        }
    }
    out
}

/// A group in a corner or on a side, surrounded at two or three lines, with some stones
/// of either colour inside.
fn random(seed: u64) -> Option<Problem> {
    let mut rng = Rng::new(seed);
    let size = 19;
    let mut below = |n: usize| rng.below(n);
    let (rows, cols) = (2 + below(2), 3 + below(4));
    let left = if below(2) == 0 { 0 } else { 6 };
    let mut stones = Vec::new();
    let owner = Color::BOTH[below(2)];
    // The wall, with gaps.
    for r in 0..=rows + 1 {
        for c in left.max(1) - 1..=left + cols + 1 {
            let in_rows = r <= rows;
            let wall = r == rows + 1 || c == left + cols + 1 || left > 0 && c + 1 == left;
            if wall && (in_rows || c > 0) && below(10) < 8 {
                stones.push((owner.other(), Point::new(r, c)));
            } else if !wall {
                let rim = r == rows || c == left + cols || left > 0 && c == left;
                let dice = below(100);
                if dice < if rim { 80 } else { 20 } {
                    stones.push((owner, Point::new(r, c)));
                } else if dice > 90 && !rim {
                    stones.push((owner.other(), Point::new(r, c)));
                }
            }
        }
    }
    let first = Color::BOTH[below(2)];
    let board = Board::with_stones(size, stones).ok()?;
    let target = largest(&board, owner, true);
    if target.len() < 4 {
        return None;
    }
    let question = Question { goal: Goal::Kill(target.first()?), first };
    let class = if first == owner { "random, to live" } else { "random, to kill" };
    Some(Problem {
        name: format!("random/{seed}"),
        class: class.to_string(),
        board,
        question,
        lives: first == owner,
    })
}

/// How an answer agrees with the name of its folder: as it says, not, or open.
fn judge(class: &str, status: Status) -> &'static str {
    let code = match status {
        Status::Settled(code) => code,
        Status::Ko => Code::KoB,
        _ => return "open",
    };
    let good = match &class[..1] {
        "3" => matches!(code, Code::KoA | Code::KoB),
        "r" => {
            return match code {
                Code::Win => "win",
                Code::Lose => "lose",
                _ => "ko",
            };
        }
        _ => code == Code::Win,
    };
    if good { "right" } else { "other" }
}

fn main() {
    let args = args();
    let random_problems = args.words.first().is_some_and(|w| w == "random");
    let (problems, numbers) = if random_problems {
        let all = (0..).filter_map(random).take(args.numbers[0] as usize).collect();
        (all, &args.numbers[1..])
    } else {
        let mut all = folder(Path::new(args.words.first().expect("a folder")));
        if let Some(only) = args.words.get(1) {
            all.retain(|p| p.name.contains(only.as_str()));
        }
        (all, &args.numbers[..])
    };
    for &nodes in numbers {
        let mut table = Table::with_bytes(args.table);
        let mut counts: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
        let (mut spent, begin) = (0, Instant::now());
        for p in &problems {
            let limits = Limits { settings: args.settings, ..Limits::nodes(nodes) };
            let start = Instant::now();
            let answer = match prover::prove(&p.board, &p.question, &limits, &mut table) {
                Ok(answer) => answer,
                Err(e) => {
                    *counts.entry(p.class.clone()).or_default().entry("not asked").or_default() +=
                        1;
                    if args.list {
                        println!("{}: {e}", p.name);
                    }
                    continue;
                }
            };
            spent += answer.nodes;
            let verdict = judge(&p.class, answer.status);
            *counts.entry(p.class.clone()).or_default().entry(verdict).or_default() += 1;
            if args.list {
                show(p, &answer, verdict, start);
            }
        }
        let time = begin.elapsed().as_secs_f64();
        println!("{nodes} nodes: {spent} in {time:.1} s, {:.0} a second", spent as f64 / time);
        for (class, counts) in counts {
            println!("  {class}: {counts:?}");
        }
    }
}

fn show(p: &Problem, answer: &Answer, verdict: &str, start: Instant) {
    let size = p.board.size();
    let line: Vec<String> =
        answer.line.iter().map(|(c, q)| format!("{c} {}", q.name(size))).collect();
    let empty = answer.zone.iter().filter(|&q| p.board.is_empty(q)).count();
    println!(
        "{} {verdict}: {} to {}, {:?}, stage {}, {} vertices, {empty} empty, {} nodes, {:.2} s; {}",
        p.name,
        p.question.first,
        if p.lives { "live" } else { "kill" },
        answer.status,
        answer.stage,
        answer.zone.len(),
        answer.nodes,
        start.elapsed().as_secs_f64(),
        line.join(", ")
    );
    if std::env::var_os("DRAW").is_some() {
        println!("{}", drawn(p, answer));
    }
}

/// The position, and beside it the zone.
fn drawn(p: &Problem, answer: &Answer) -> String {
    let size = p.board.size();
    let Goal::Kill(stone) = p.question.goal else { return String::new() };
    let target = prover::group(&p.board, &[stone].into_iter().collect());
    let last = |f: fn(Point) -> usize| {
        let stones = Point::all(size).filter(|&q| p.board.at(q).is_stone());
        stones.map(f).max().unwrap_or(0).min(size - 2) + 1
    };
    let (rows, cols) = (last(Point::row), last(Point::col));
    let mut out = String::new();
    for r in 0..=rows {
        for zone in [false, true] {
            for c in 0..=cols {
                let q = Point::new(r, c);
                out.push(match p.board.color_at(q) {
                    _ if zone && !answer.zone.contains(q) => '#',
                    Some(Color::Black) if zone && target.contains(q) => 'B',
                    Some(Color::White) if zone && target.contains(q) => 'W',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                });
                out.push(' ');
            }
            out.push_str("   ");
        }
        out.push('\n');
    }
    out
}
