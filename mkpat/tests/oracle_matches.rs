//! The raw matches of GNU Go 3.8 on sixty positions, as a multiset: the naive
//! matcher and every fast one must find exactly these in GNU Go's databases.

use crate::common;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use katachi_sgf::{Sgf, Until, position_at};
use mkpat::language::compile::{corner, dfa, grid};
use mkpat::language::manifest::Kind;
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{AREA, BoardView, Cell, Color, Offset, Point, empty_cells};
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::table::Table;

/// Database, colour of O, pattern, move; how often.
type Found = BTreeMap<[String; 4], usize>;

/// The database with each table that its patterns can have.
fn variants(db: &PatternDb, kind: Kind) -> Vec<PatternDb> {
    let tables = match kind {
        Kind::Corner => vec![Table::Corner(corner::build(&db.patterns).unwrap())],
        _ => vec![
            Table::Grid(grid::build(&db.patterns).unwrap()),
            Table::Dfa(dfa::build(&db.patterns).unwrap()),
        ],
    };
    std::iter::once(Table::Naive)
        .chain(tables)
        .map(|table| PatternDb { table, ..db.clone() })
        .collect()
}

/// Size and content of the board before `until` in a record.
fn position(file: &Path, until: &str) -> (usize, [Cell; AREA]) {
    let sgf = Sgf::read(&std::fs::read(file).unwrap()).unwrap();
    let until = (until != "-").then(|| Until::Move(until.parse().unwrap()));
    let position = position_at(&sgf, until).unwrap();
    let mut cells = empty_cells(position.size());
    for (p, color) in position.stones.iter() {
        let cell = match color {
            katachi_sgf::Color::Black => Cell::Black,
            katachi_sgf::Color::White => Cell::White,
        };
        cells[Point::new(p.row.into(), p.col.into()).idx()] = cell;
    }
    (position.size(), cells)
}

/// The vertex that GNU Go names for a pattern without a move: as far from the anchor as the
/// anchor is from the corner of the drawing, in an array of rows of twenty, so that it wraps
/// around the edges. (It means nothing; the recorded matches contain it.)
fn vertex_without_move(pattern: &Pattern, m: &Match, size: usize) -> String {
    let away = m.transform.apply(Offset::new(-pattern.min.dr, -pattern.min.dc));
    let (row, col) = (m.anchor.row() as i32, m.anchor.col() as i32);
    let slot = (row + 1 + i32::from(away.dr)) * 20 + col + 1 + i32::from(away.dc);
    let vertex = Point::on_board(slot.div_euclid(20) - 1, slot.rem_euclid(20) - 1, size);
    vertex.map_or("-".to_string(), |p| p.name(size))
}

/// All matches of `db` for both colours, without those that ask for the status of
/// stones.
fn found(matcher: &mut Matcher, db: &PatternDb, size: usize, cells: &[Cell; AREA]) -> Found {
    let mut all = Found::new();
    let mut out = Vec::new();
    for color in Color::BOTH {
        matcher.matches(db, BoardView { size, cells }, color, &mut out);
        for m in &out {
            let pattern = db.pattern(m.pattern);
            // The oracle was asked without an evaluation of dragons: no stone has a
            // status, and patterns that ask for one never pass.
            if pattern.class.has_any("OX") {
                continue;
            }
            let mv = match pattern.mv {
                Some(_) => m.site(pattern, color).mv.name(size),
                None => vertex_without_move(pattern, m, size),
            };
            let key = [db.name.clone(), color.to_string(), pattern.name.clone(), mv];
            *all.entry(key).or_insert(0) += 1;
        }
    }
    all
}

#[test]
fn matches_are_those_of_gnu_go() {
    let Some(oracle) = common::shared("oracle/matches.tsv.gz") else { return };
    let Some(corpus) = common::shared("corpus/gnugo-3.8") else { return };
    let Some(records) = common::shared("regression") else { return };

    let mut text = String::new();
    let file = std::fs::File::open(oracle).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut positions: BTreeMap<(String, String), Found> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [record, until, rest @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let key = <[&str; 4]>::try_from(rest).unwrap().map(str::to_string);
        assert!(common::DATABASES.iter().any(|d| d.0 == key[0]), "{line}");
        let position = positions.entry((record.to_string(), until.to_string())).or_default();
        *position.entry(key).or_insert(0) += 1;
    }
    assert_eq!(positions.len(), 60);

    let databases: Vec<PatternDb> = common::DATABASES
        .into_iter()
        .flat_map(|d| variants(&common::load(&corpus, d), d.2))
        .collect();
    let mut matcher = Matcher::new();
    for ((record, until), want) in positions {
        let (size, cells) = position(&records.join(&record), &until);
        for db in &databases {
            let got = found(&mut matcher, db, size, &cells);
            let want: Found = want
                .iter()
                .filter(|(k, _)| k[0] == db.name)
                .map(|(k, n)| (k.clone(), *n))
                .collect();
            let odd = |a: &Found, b: &Found| -> Vec<String> {
                let differs = a.iter().filter(|(k, n)| b.get(*k) != Some(n));
                differs.take(5).map(|(k, n)| format!("{}×{n}", k.join(" "))).collect()
            };
            assert!(
                got == want,
                "{record} {until}, {} by {}: found {:?}, want {:?}",
                db.name,
                db.table.matcher(),
                odd(&got, &want),
                odd(&want, &got)
            );
        }
    }
}
