//! Measures `katachi solve` by problems whose right first moves are marked by triangles
//! (`make_problems` makes some).
//!
//! `cargo run --release -p katachi-frontend --example solve_problems -- FOLDER NODES... [--list]`
//! counts, for each folder in it and each number of nodes, how many first moves are right, and by
//! the status that the answer claims how many are wrong; with the mean time of a problem.

use engine::board::Board;
use engine::game::Rules;
use engine::prover::{Limits, Settings, Status};
use katachi_frontend::{record, solve};
use katachi_sgf::Sgf;
use mkpat_rt::geom::{Color, Point};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

struct Problem {
    name: String,
    board: Board,
    first: Color,
    right: Vec<Point>,
}

fn load(path: &Path) -> Option<Problem> {
    let bytes = std::fs::read(path).ok()?;
    let loaded = record::parse(&bytes, None, Rules::default()).ok()?;
    let sgf = Sgf::read(&bytes).ok()?;
    let root = sgf.node(*sgf.roots().first()?);
    let board = loaded.game.board().clone();
    let right = root
        .values("TR")
        .filter_map(|v| katachi_sgf::Point::from_sgf(&v.simple(), board.size()))
        .map(|p| Point::new(p.row.into(), p.col.into()))
        .collect();
    let name = path.file_stem()?.to_string_lossy().into_owned();
    Some(Problem { name, board, first: loaded.to_move, right })
}

fn sorted(dir: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("a folder").flatten().map(|e| e.path()).collect();
    out.sort();
    out
}

#[derive(Default)]
struct Count {
    problems: usize,
    right: usize,
    wrong: BTreeMap<String, usize>,
    nodes: u64,
    time: Duration,
}

fn main() {
    let mut words: Vec<String> = Vec::new();
    let mut settings = Settings::default();
    let mut parts: Option<[u32; 4]> = None;
    let mut list = false;
    let mut args = std::env::args().skip(1);
    while let Some(word) = args.next() {
        let mut number = || args.next().and_then(|w| w.parse::<u32>().ok()).expect("a number");
        match word.as_str() {
            "--list" => list = true,
            "--round" => settings.round = number().into(),
            "--max" => settings.add = false,
            "--parts" => parts = Some(std::array::from_fn(|_| number())),
            "--delay" => settings.delay = number(),
            "--share" => settings.share = number().into(),
            "--lean" => settings.lean = number().into(),
            "--bias" => settings.bias = number(),
            "--region-bias" => settings.region_bias = number(),
            "--further" => settings.further = number(),
            "--trust" => settings.trust = number(),
            "--first" => settings.first = number(),
            "--no-simulation" => settings.simulate = false,
            "--stages" => settings.stages = (number() as usize, number() as usize),
            _ => words.push(word),
        }
    }
    let Some((folder, numbers)) = words.split_first() else {
        eprintln!("solve_problems FOLDER NODES... [--list]");
        std::process::exit(2);
    };
    for nodes in numbers.iter().filter_map(|n| n.parse::<u64>().ok()) {
        for dir in sorted(Path::new(folder)).iter().filter(|d| d.is_dir()) {
            let class = dir.file_name().unwrap_or_default().to_string_lossy();
            let mut count = Count::default();
            for p in sorted(dir).iter().filter_map(|f| load(f)) {
                let start = Instant::now();
                let usual = || solve::parts(&p.board, p.first);
                let settings = Settings { parts: parts.unwrap_or_else(usual), ..settings };
                let limits = Limits { settings, ..Limits::nodes(nodes) };
                let Ok(solved) = solve::solve_within(&p.board, p.first, &limits) else { continue };
                let time = start.elapsed();
                let good = p.right.contains(&solved.played);
                count.problems += 1;
                count.time += time;
                count.nodes += solved.answer.nodes;
                let status = match solved.answer.status {
                    Status::Settled(code) => format!("{code:?}"),
                    other => format!("{other:?}"),
                };
                if list {
                    let size = p.board.size();
                    let name = |&p: &Point| p.name(size);
                    let right: Vec<String> = p.right.iter().map(name).collect();
                    let verdict = if good { "right" } else { "wrong" };
                    println!(
                        "{class}/{} {verdict}: {}, stage {}, {} nodes; right {}",
                        p.name,
                        solved.text().trim(),
                        solved.answer.stage,
                        solved.answer.nodes,
                        right.join(" ")
                    );
                }
                if good {
                    count.right += 1;
                } else {
                    *count.wrong.entry(status).or_default() += 1;
                }
            }
            let Count { problems, right, wrong, nodes: spent, time } = count;
            println!(
                "{nodes} {class}: {right} of {problems} right, wrong {wrong:?}, {} nodes and {:.0} ms each",
                spent / problems.max(1) as u64,
                time.as_secs_f64() * 1000.0 / problems.max(1) as f64
            );
        }
    }
}
