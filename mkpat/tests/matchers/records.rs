//! All matchers agree on the databases, game records and suites of the reference.
//!
//! The naive matcher takes its time, so that a part of the positions stands for all;
//! `KATACHI_EXHAUSTIVE=1` compares every tenth position of every record, and every
//! position that a suite names, and the fast matchers with each other on all others.

use std::collections::BTreeSet;
use std::path::Path;

use mkpat::compile::{corner, dfa, grid};
use mkpat::manifest::Kind;
use mkpat::positions::Position;
use mkpat::positions::records::{Record, collect};
use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::matcher::{Incremental, Match, Matcher};
use mkpat_rt::table::Table;

use crate::common;

fn is_exhaustive() -> bool {
    std::env::var_os("KATACHI_EXHAUSTIVE").is_some()
}

/// A reference database with every table that it can have, the naive one first.
fn variants(corpus: &Path, reference: common::Reference) -> Vec<PatternDb> {
    let naive = common::load(corpus, reference);
    let tables = match reference.2 {
        Kind::Corner => vec![Table::Corner(corner::build(&naive.patterns).unwrap())],
        _ => vec![
            Table::Grid(grid::build(&naive.patterns).unwrap()),
            Table::Dfa(dfa::build(&naive.patterns).unwrap()),
        ],
    };
    let rest = tables.into_iter().map(|table| PatternDb { table, ..naive.clone() });
    std::iter::once(naive.clone()).chain(rest).collect()
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

/// Compares variants of all databases on a position, from variant `first` on; the number
/// of matches.
fn compare(databases: &[Vec<PatternDb>], first: usize, position: &Position, what: &str) -> usize {
    let mut matcher = Matcher::new();
    let (mut want, mut got) = (Vec::<Match>::new(), Vec::new());
    let mut found = 0;
    for variants in databases.iter().filter_map(|variants| variants.get(first..)) {
        for color in Color::BOTH {
            matcher.matches(&variants[0], position.view(), color, &mut want);
            found += want.len();
            for db in &variants[1..] {
                matcher.matches(db, position.view(), color, &mut got);
                let table = db.table.matcher();
                assert!(got == want, "{what}: {} by {table}, {color}", db.name);
            }
        }
    }
    found
}

#[test]
fn matchers_agree_on_the_records_and_suites_of_the_reference() {
    let Some(corpus) = common::shared("corpus/gnugo-3.8") else { return };
    let Some(regression) = common::shared("regression") else { return };
    let databases: Vec<Vec<PatternDb>> =
        common::DATABASES.into_iter().map(|d| variants(&corpus, d)).collect();
    let every = if is_exhaustive() { 1 } else { 60 };
    let (mut positions, mut among_themselves, mut found) = (0, 0, 0);
    for (record, until) in named(&regression).into_iter().step_by(every) {
        let Ok(game) = Record::read(&regression.join(&record)) else { continue };
        let Ok((position, _)) = game.at(until.as_deref()) else { continue };
        found += compare(&databases, 0, &position, &format!("{record} {until:?}"));
        positions += 1;
    }
    for path in collect(&[regression.join("games")]).unwrap().into_iter().step_by(every) {
        let Ok(game) = Record::read(&path) else { continue };
        let _ = game.each_position(|moves, position| {
            let what = format!("{}: {moves}", path.display());
            if moves % if is_exhaustive() { 10 } else { 80 } == 0 {
                found += compare(&databases, 0, position, &what);
                positions += 1;
            } else if is_exhaustive() {
                among_themselves += 1;
                compare(&databases, 1, position, &what);
            }
        });
    }
    println!("{positions} positions, {found} matches; {among_themselves} more positions");
    assert!(positions > 20 && found > 20_000, "{positions} positions, {found} matches");
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
