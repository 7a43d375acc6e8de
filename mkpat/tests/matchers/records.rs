//! All matchers agree on the databases, game records and suites of GNU Go.
//!
//! The naive matcher takes its time, so that a part of the positions stands for all;
//! `KATACHI_EXHAUSTIVE=1` compares every position of every record and suite, once each.
//! The work is shared by as many threads as `KATACHI_THREADS` says, else as there are
//! processors, and what the naive matcher found is kept ([`super::digests`]).

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use mkpat::language::compile::{corner, dfa, grid};
use mkpat::language::manifest::Kind;
use mkpat::tools::positions::Position;
use mkpat::tools::positions::records::{Record, collect};
use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::matcher::{Incremental, Match, Matcher};
use mkpat_rt::table::Table;

use crate::common;
use crate::digests::{self, Digests};
use crate::plain::Plain;

fn is_exhaustive() -> bool {
    std::env::var_os("KATACHI_EXHAUSTIVE").is_some()
}

/// A database of GNU Go with all that can match it.
struct Subject {
    /// Without a table: what the naive matcher walks.
    naive: PatternDb,
    plain: Plain,
    /// With each table that it can have.
    fast: Vec<PatternDb>,
}

impl Subject {
    fn new(corpus: &Path, reference: common::Reference) -> Subject {
        let naive = common::load(corpus, reference);
        let tables = match reference.2 {
            Kind::Corner => vec![Table::Corner(corner::build(&naive.patterns).unwrap())],
            _ => vec![
                Table::Grid(grid::build(&naive.patterns).unwrap()),
                Table::Dfa(dfa::build(&naive.patterns).unwrap()),
            ],
        };
        let fast = tables.into_iter().map(|table| PatternDb { table, ..naive.clone() }).collect();
        Subject { plain: Plain::new(&naive), fast, naive }
    }

    /// Compares all matchers on a position by what they find; the number of matches.
    fn compare(&self, position: &Position, what: &str) -> usize {
        let mut matcher = Matcher::new();
        let (mut want, mut got) = (Vec::<Match>::new(), Vec::new());
        let mut found = 0;
        for color in Color::BOTH {
            matcher.matches(&self.naive, position.view(), color, &mut want);
            found += want.len();
            self.plain.matches(position.view(), color, &mut got);
            assert!(got == want, "{what}: {} by the plain matcher, {color}", self.naive.name);
            for db in &self.fast {
                matcher.matches(db, position.view(), color, &mut got);
                let table = db.table.matcher();
                assert!(got == want, "{what}: {} by {table}, {color}", db.name);
            }
        }
        found
    }

    /// Compares the fast matchers with what is kept of the naive one's matches, and keeps
    /// what is not known; if `with_definition`, the library's naive matcher, too. Numbers
    /// of matches and of new digests.
    fn compare_share(
        &self,
        share: &[(String, Position)],
        kept: &Digests,
        with_definition: bool,
    ) -> (usize, usize) {
        let mut matcher = Matcher::new();
        let mut matches = [Vec::<Match>::new(), Vec::new()];
        let (mut found, mut anew) = (0, Vec::new());
        for (what, position) in share {
            let id = digests::of_position(position.view());
            let want = kept.get(id).unwrap_or_else(|| {
                for (color, out) in Color::BOTH.into_iter().zip(&mut matches) {
                    self.plain.matches(position.view(), color, out);
                }
                let digest = digests::of_matches(matches.each_ref().map(Vec::as_slice));
                anew.push((id, digest));
                digest
            });
            let definition = with_definition.then_some(&self.naive);
            for db in self.fast.iter().chain(definition) {
                for (color, out) in Color::BOTH.into_iter().zip(&mut matches) {
                    matcher.matches(db, position.view(), color, out);
                }
                if digests::of_matches(matches.each_ref().map(Vec::as_slice)) != want {
                    self.compare(position, what);
                    panic!("{what}: the digest kept for {} is another one", db.name);
                }
            }
            found += matches.iter().map(Vec::len).sum::<usize>();
        }
        kept.keep(&anew);
        (found, anew.len())
    }
}

/// Positions, each once, with where they were first seen.
#[derive(Default)]
struct Positions {
    all: Vec<(String, Position)>,
    seen: HashSet<u64>,
}

impl Positions {
    fn add(&mut self, position: &Position, what: impl FnOnce() -> String) {
        if self.seen.insert(digests::of_position(position.view())) {
            self.all.push((what(), position.clone()));
        }
    }

    /// The positions of records, every `step_moves`-th of every `step_games`-th game, and
    /// those of every `step_games`-th command by which a suite loads one.
    fn of_suites(regression: &Path, step_games: usize, step_moves: usize) -> Positions {
        let mut positions = Positions::default();
        for (record, until) in named(regression).into_iter().step_by(step_games) {
            let Ok(game) = Record::read(&regression.join(&record)) else { continue };
            let Ok((position, _)) = game.at(until.as_deref()) else { continue };
            positions.add(&position, || format!("{record} {until:?}"));
        }
        for path in collect(&[regression.to_path_buf()]).unwrap().into_iter().step_by(step_games) {
            let Ok(game) = Record::read(&path) else { continue };
            let _ = game.each_position(|moves, position| {
                if moves % step_moves == 0 {
                    positions.add(position, || format!("{}: {moves}", path.display()));
                }
            });
        }
        positions
    }
}

/// The records and moves that the suites name: `loadsgf games/a.sgf 40`.
fn named(regression: &Path) -> BTreeSet<(String, Option<String>)> {
    let suites = std::fs::read_dir(regression).unwrap().map(|e| e.unwrap().path());
    let suites = suites.filter(|p| p.extension().is_some_and(|e| e == "tst"));
    let mut out = BTreeSet::new();
    for suite in suites {
        let text = String::from_utf8_lossy(&std::fs::read(suite).unwrap()).into_owned();
        for line in text.lines() {
            let mut words = line.split_whitespace().skip_while(|w| *w != "loadsgf").skip(1);
            if let Some(record) = words.next() {
                out.insert((record.to_string(), words.next().map(str::to_string)));
            }
        }
    }
    out
}

#[test]
fn matchers_agree_on_the_records_and_suites_of_the_reference() {
    let Some(corpus) = common::shared("corpus/gnugo-3.8") else { return };
    let Some(regression) = common::shared("regression") else { return };
    let subjects: Vec<Subject> =
        common::DATABASES.into_iter().map(|d| Subject::new(&corpus, d)).collect();
    if is_exhaustive() {
        return compare_all(&subjects, &Positions::of_suites(&regression, 1, 1).all);
    }
    let positions = Positions::of_suites(&regression, 60, 80).all;
    let mut found = 0;
    for (what, position) in &positions {
        found += subjects.iter().map(|subject| subject.compare(position, what)).sum::<usize>();
    }
    println!("{} positions, {found} matches", positions.len());
    assert!(positions.len() > 20 && found > 20_000, "{} positions, {found}", positions.len());
}

/// Positions that a thread takes at once.
const SHARE: usize = 100;
/// The library's own naive matcher is asked at one of so many shares, too.
const DEFINITION: usize = 40;

/// Compares all matchers at all positions by the digests of what they find. Where they
/// differ, the naive matcher of the library decides.
fn compare_all(subjects: &[Subject], positions: &[(String, Position)]) {
    let kept: Vec<Digests> = subjects.iter().map(|s| Digests::open(&s.naive)).collect();
    for (subject, kept) in subjects.iter().zip(&kept) {
        eprintln!("{}: {} positions known", subject.naive.name, kept.len());
    }
    let threads = std::env::var("KATACHI_THREADS").ok().and_then(|n| n.parse().ok());
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let shares: Vec<&[(String, Position)]> = positions.chunks(SHARE).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new((0, 0, 0)));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&share) = shares.get(number) else { return };
            let both = subjects.iter().zip(&kept);
            let counts =
                both.map(|(s, kept)| s.compare_share(share, kept, number % DEFINITION == 0));
            let counts = counts.fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
            let mut done = done.lock().expect("no thread panicked here");
            *done = (done.0 + share.len(), done.1 + counts.0, done.2 + counts.1);
            let (compared, found, anew) = *done;
            let all = positions.len();
            eprintln!("{compared} of {all} positions, {found} matches, {anew} digests made");
        }
    };
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| {
            scope.spawn(work);
        });
    });
    let (compared, found, _) = *done.lock().expect("no thread panicked here");
    println!("{compared} positions, {found} matches");
    assert!(compared == positions.len() && found > 1_000_000, "{compared} positions, {found}");
}
/// The vertices that differ.
fn changes(from: &Position, to: &Position) -> Vec<(Point, Cell)> {
    let all = Point::all(to.size());
    all.filter(|&p| from.at(p) != to.at(p)).map(|p| (p, to.at(p))).collect()
}

#[test]
fn incremental_equals_full_in_the_games_of_the_reference() {
    let Some(corpus) = common::shared("corpus/gnugo-3.8") else { return };
    let Some(games) = common::shared("regression/games") else { return };
    let owl = common::DATABASES.into_iter().find(|d| d.0 == "owl_attackpats").unwrap();
    let mut db = common::load(&corpus, owl);
    db.table = Table::Grid(grid::build(&db.patterns).unwrap());
    let (mut matcher, mut want) = (Matcher::new(), Vec::new());
    let (mut played, mut steps) = (0, 0);
    for path in collect(&[games]).unwrap() {
        if played == 200 && !is_exhaustive() {
            break;
        }
        let Ok(game) = Record::read(&path) else { continue };
        let mut line: Vec<Position> = Vec::new();
        // What stands before a setup in the middle of the game is left out.
        let mut is_over = false;
        let _ = game.each_position(|moves, position| {
            is_over |= moves == 0 && !line.is_empty();
            if !is_over {
                line.push(position.clone());
            }
        });
        let Some(first) = line.first() else { continue };
        let color = Color::BOTH[played % 2];
        let mut following = Incremental::new(&db, first.view(), color).unwrap();
        let mut seen: Vec<Vec<Match>> = Vec::new();
        for pair in line.windows(2) {
            seen.push(following.iter().copied().collect());
            following.set(&changes(&pair[0], &pair[1]));
            matcher.matches(&db, pair[1].view(), color, &mut want);
            assert!(following.iter().eq(&want), "{} after {steps} steps", path.display());
            steps += 1;
        }
        while let Some(before) = seen.pop() {
            assert!(following.undo());
            assert!(following.iter().eq(&before), "{}: undo {}", path.display(), seen.len());
        }
        played += 1;
    }
    println!("{played} games, {steps} steps");
    assert!(played >= 200 && steps > 5_000, "{played} games, {steps} steps");
}
