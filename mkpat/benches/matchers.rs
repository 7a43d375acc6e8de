//! `cargo bench -p mkpat`: what matching costs, database by database.
//!
//! ```text
//! cargo bench -p mkpat -- [RECORD|FOLDER]… [--every N] [--positions N]
//!                         [--db NAME] [--matcher NAME] [--rounds N]
//! ```
//!
//! Positions are replayed from game records: every N-th move, and then an even
//! choice of `--positions` of them. The databases are those of GNU Go 3.8 where the
//! shared material is present (`KATACHI_SHARED`), else our own.
//!
//! A figure is the least CPU time of some rounds over all positions, both colours
//! and the preparation of the board included, divided by the number of positions. The
//! last lines take all databases together, which share the preparation, and compare
//! [`Incremental`] with matching anew after every move of some games.
//!
//! All figures are our own, of this run. GNU Go's program cannot be asked for matches
//! alone, so that there is nothing of it to measure beside them.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use mkpat::language::load::Run;
use mkpat::language::manifest::{Anchors, DatabaseSpec, Kind, MatcherKind};
use mkpat::tools::positions::Position;
use mkpat::tools::positions::records::{Record, collect};
use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::{Incremental, Match, Matcher};
use mkpat_rt::table::Table;

/// A database of GNU Go: name, files, rules, anchors, stage.
type GnuGoDatabase = (&'static str, &'static [&'static str], Kind, Anchors, &'static str);

const GNU_GO_DATABASES: [GnuGoDatabase; 8] = [
    ("patterns", &["patterns.db"], Kind::General, Anchors::Both, "movegen"),
    ("barriers", &["barriers.db"], Kind::Connections, Anchors::Both, "influence"),
    ("owl_defendpats", &["owl_defendpats.db"], Kind::Dfa, Anchors::Both, "owl"),
    ("owl_attackpats", &["owl_attackpats.db"], Kind::Dfa, Anchors::Both, "owl"),
    ("aa_attackpats", &["aa_attackpats.db"], Kind::Dfa, Anchors::Both, "combination"),
    ("conn", &["conn.db"], Kind::Connections, Anchors::O, "dragons"),
    ("joseki", &["hoshi_other.db", "sansan.db"], Kind::Corner, Anchors::Both, "movegen"),
    ("attack", &["attack.db"], Kind::General, Anchors::X, "worms"),
];

/// What the command line asks for.
struct Options {
    records: Vec<PathBuf>,
    every: usize,
    positions: usize,
    database: Option<String>,
    matcher: Option<MatcherKind>,
    rounds: usize,
}

fn options() -> Result<Options, String> {
    let mut o = Options {
        records: Vec::new(),
        every: 20,
        positions: 400,
        database: None,
        matcher: None,
        rounds: 5,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse().map_err(|e| format!("{text}: {e}"));
        match argument.as_str() {
            "--bench" => {}
            "--every" => o.every = number(value()?)?,
            "--positions" => o.positions = number(value()?)?,
            "--rounds" => o.rounds = number(value()?)?,
            "--db" => o.database = Some(value()?),
            "--matcher" => {
                o.matcher = Some(match value()?.as_str() {
                    "naive" => MatcherKind::Naive,
                    "grid" => MatcherKind::Grid,
                    "dfa" => MatcherKind::Dfa,
                    other => return Err(format!("no matcher `{other}`")),
                });
            }
            other if other.starts_with('-') => return Err(format!("no option `{other}`")),
            path => o.records.push(PathBuf::from(path)),
        }
    }
    if o.every == 0 || o.positions == 0 || o.rounds == 0 {
        return Err("numbers must not be 0".to_string());
    }
    Ok(o)
}

/// The records to replay.
fn records(o: &Options, shared: Option<&Path>) -> Result<Vec<PathBuf>, String> {
    let own = || vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../patterns/joseki")];
    let default = || shared.map_or_else(own, |root| vec![root.join("regression/games")]);
    collect(&if o.records.is_empty() { default() } else { o.records.clone() })
}

/// Positions from the records, evenly chosen.
fn positions(o: &Options, records: &[PathBuf]) -> Result<Vec<Position>, String> {
    let mut all = Vec::new();
    for path in records {
        let Ok(record) = Record::read(path) else {
            eprintln!("left out: {}", path.display());
            continue;
        };
        let visited = record.each_position(|moves, position| {
            if moves > 0 && moves % o.every == 0 {
                all.push(position.clone());
            }
        });
        if let Err(e) = visited {
            eprintln!("left out: {e}");
        }
    }
    if all.is_empty() {
        return Err("no positions".to_string());
    }
    let n = o.positions.min(all.len());
    let step = all.len();
    Ok((0..n).map(|i| all[i * step / n].clone()).collect())
}

/// All positions of some games, move by move.
fn games(records: &[PathBuf]) -> Vec<Vec<Position>> {
    const GAMES: usize = 10;
    let line = |path: &PathBuf| {
        let mut line = Vec::new();
        let record = Record::read(path).ok()?;
        record.each_position(|_, position| line.push(position.clone())).ok()?;
        (line.len() > 100).then_some(line)
    };
    let chosen = records.iter().step_by((records.len() / (4 * GAMES)).max(1));
    chosen.filter_map(line).take(GAMES).collect()
}

/// CPU time of this process in seconds, where the system tells it; else the clock.
fn cpu_seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|s| s.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n * 1e-9)
}

/// Least time of `f` in seconds, and what it returned last. The system counts CPU
/// time coarsely, so a round repeats `f` for a while.
fn least<T>(rounds: usize, mut f: impl FnMut() -> T) -> (f64, T) {
    const ROUND: f64 = 0.06;
    let start = Instant::now();
    let before = cpu_seconds(start);
    let mut out = black_box(f());
    let mut best = f64::INFINITY;
    let first = cpu_seconds(start) - before;
    let repeats = if rounds == 1 { 0 } else { (ROUND / first.max(1e-4)).ceil() as usize };
    for _ in 0..rounds {
        let before = cpu_seconds(start);
        (0..repeats).for_each(|_| out = black_box(f()));
        best = best.min((cpu_seconds(start) - before) / repeats.max(1) as f64);
    }
    (if repeats == 0 { first } else { best }, out)
}

/// Matches on all positions for both colours; the number of matches.
fn run(matcher: &mut Matcher, db: &PatternDb, positions: &[Position], out: &mut Vec<Match>) -> u64 {
    let mut hits = 0;
    for position in positions {
        for color in Color::BOTH {
            matcher.matches(db, position.view(), color, out);
            hits += black_box(&*out).len() as u64;
        }
    }
    hits
}

/// Size of a table in its own unit, and in bytes.
fn size(table: &Table) -> (String, usize) {
    match table {
        Table::Naive => ("-".to_string(), 0),
        Table::Grid(t) => (format!("{} rows", t.len()), t.bytes()),
        Table::Dfa(t) => (format!("{} in {} states", t.automata(), t.len()), t.bytes()),
        Table::Corner(t) => (format!("{} nodes", t.len()), t.bytes()),
        Table::FullBoard(t) => (format!("{} positions", t.len()), t.bytes()),
    }
}

/// The databases as runs of the compiler.
fn databases(o: &Options, shared: Option<&Path>) -> Vec<(DatabaseSpec, Run)> {
    let mut all = Vec::new();
    if let Some(corpus) = shared.map(|root| root.join("corpus/gnugo-3.8")) {
        for (name, files, kind, anchors, stage) in GNU_GO_DATABASES {
            let mut run = Run::new();
            let ids = files.iter().filter_map(|f| run.read(&corpus.join(f), f)).collect();
            let stage = Stage::from_name(stage).unwrap_or(Stage::ALL[0]);
            let spec =
                DatabaseSpec { anchors, stage, ..DatabaseSpec::inferred(name, files[0], kind) };
            run.add(spec.clone(), ids);
            all.push((spec, run));
        }
    } else {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns");
        let specs = Run::from_manifest(&manifest).databases;
        for i in 0..specs.len() {
            let mut run = Run::from_manifest(&manifest);
            run.databases = vec![run.databases.swap_remove(i)];
            all.push((run.databases[0].0.clone(), run));
        }
    }
    all.retain(|(spec, _)| {
        spec.kind.has_patterns() && o.database.as_ref().is_none_or(|name| *name == spec.name)
    });
    for (spec, run) in &mut all {
        if let Some(matcher) = o.matcher
            && !matches!(spec.kind, Kind::Corner | Kind::FullBoard)
        {
            spec.matcher = matcher;
            run.databases[0].0.matcher = matcher;
        }
    }
    all
}

fn main() {
    let o = options().unwrap_or_else(|e| fail(&e));
    let shared = test_support::shared("");
    let records = records(&o, shared.as_deref()).unwrap_or_else(|e| fail(&e));
    let positions = positions(&o, &records).unwrap_or_else(|e| fail(&e));
    println!("{} positions", positions.len());
    println!(
        "{:<15} {:>8} {:<9} {:>15} {:>9} {:>9} {:>8} {:>9} {:>9}",
        "database",
        "patterns",
        "matcher",
        "size",
        "bytes",
        "build ms",
        "hits",
        "static µs",
        "loaded µs"
    );
    let (mut total, mut build) = (0.0, 0.0);
    let mut together = Vec::new();
    for (spec, mut source) in databases(&o, shared.as_deref()) {
        let typed = source.lower_one(0);
        let (seconds, db) = least(2, || source.compile_lowered(vec![typed.clone()]));
        let Some(db) = db.and_then(|c| c.patterns.into_iter().next()) else {
            println!("{:<15} cannot be built: {:?}", spec.name, source.diags);
            continue;
        };
        let bytes: &'static [u8] = Box::leak(db.1.to_bytes().into_boxed_slice());
        let (mut matcher, mut out) = (Matcher::new(), Vec::new());
        let micros = |seconds: f64| seconds * 1e6 / positions.len() as f64;
        let mut time = |db: &PatternDb| {
            let (seconds, hits) = least(o.rounds, || run(&mut matcher, db, &positions, &mut out));
            (micros(seconds), hits)
        };
        let compiled_in = PatternDb::from_static(bytes).unwrap_or_else(|e| fail(&e.to_string()));
        let loaded = PatternDb::from_bytes(bytes).unwrap_or_else(|e| fail(&e.to_string()));
        let (fixed, hits) = time(&compiled_in);
        let (owned, _) = time(&loaded);
        let (unit, size) = size(&loaded.table);
        println!(
            "{:<15} {:>8} {:<9} {:>15} {:>9} {:>9.1} {:>8.1} {:>9.2} {:>9.2}",
            spec.name,
            loaded.patterns.len(),
            loaded.table.matcher(),
            unit,
            size,
            seconds * 1e3,
            hits as f64 / positions.len() as f64,
            fixed,
            owned
        );
        build += seconds;
        total += fixed;
        together.push(compiled_in);
    }
    println!("built in {:.0} ms", build * 1e3);
    if together.is_empty() {
        return;
    }
    let (mut matcher, mut out) = (Matcher::new(), Vec::new());
    let (seconds, _) = least(o.rounds, || {
        for position in &positions {
            for (db, color) in together.iter().flat_map(|db| Color::BOTH.map(|c| (db, c))) {
                matcher.matches(db, position.view(), color, &mut out);
                black_box(&out);
            }
        }
    });
    let shared = seconds * 1e6 / positions.len() as f64;
    println!(
        "{} databases: one by one {total:.1} µs, together {shared:.1} µs a position",
        together.len()
    );
    follow(&o, &together, &games(&records));
}

/// Matching anew after every move against [`Incremental`], in microseconds per move
/// and both colours.
fn follow(o: &Options, databases: &[PatternDb], games: &[Vec<Position>]) {
    let steps: Vec<Vec<Vec<(Point, Cell)>>> = games
        .iter()
        .map(|line| line.windows(2).map(|pair| changes(&pair[0], &pair[1])).collect())
        .collect();
    let moves: usize = steps.iter().map(Vec::len).sum();
    for db in databases.iter().filter(|db| matches!(db.table, Table::Grid(_))) {
        let (mut matcher, mut out) = (Matcher::new(), Vec::new());
        let (full, _) = least(o.rounds, || {
            for line in games {
                run(&mut matcher, db, line, &mut out);
            }
        });
        let (steady, _) = least(o.rounds, || {
            for (line, steps) in games.iter().zip(&steps) {
                for color in Color::BOTH {
                    let Some(mut following) = Incremental::new(db, line[0].view(), color) else {
                        continue;
                    };
                    steps.iter().for_each(|changes| following.set(changes));
                    black_box(following.len());
                }
            }
        });
        let micros = |seconds: f64| seconds * 1e6 / moves as f64;
        println!(
            "{:<15} {} games, {moves} moves: anew {:.2} µs, incremental {:.2} µs a move, ratio {:.1}",
            db.name,
            games.len(),
            micros(full),
            micros(steady),
            full / steady
        );
    }
}

/// The vertices that differ.
fn changes(from: &Position, to: &Position) -> Vec<(Point, Cell)> {
    let all = Point::all(to.size());
    all.filter(|&p| from.at(p) != to.at(p)).map(|p| (p, to.at(p))).collect()
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(2)
}
