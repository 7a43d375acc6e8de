//! The tables themselves: words, dumps, limits, damage.

use std::sync::LazyLock;

use mkpat::language::compile::{BuildErrorKind, corner, dfa, grid};
use mkpat_rt::bytes::checksum;
use mkpat_rt::db::{FORMAT_VERSION, Pattern, PatternDb};
use mkpat_rt::geom::{Color, Offset, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::matcher::Matcher;
use mkpat_rt::table::Table;
use proptest::prelude::*;

use crate::support::{Board, Drawing, Draws, database, draw, tables};

fn word(pattern: &Pattern, inserted: usize) -> String {
    dfa::word(pattern, Transform::ALL[inserted]).iter().map(|a| a.letter()).collect()
}

fn dump(patterns: &[Pattern], table: &Table) -> String {
    table.dump(&|id: PatternId| patterns[id.idx()].name.clone())
}

/// Words worked out by hand (docs/pattern-language.md, "Automaton").
#[test]
fn words_end_where_nothing_more_can_be_learned() {
    let centre = Drawing::parse("?X?\n.O*\n?.?").anchored("1", '8', 1, 1);
    assert_eq!(word(&centre, 0), "O..X.");
    let p = draw("2", '8', "O.X\n*..");
    assert_eq!(word(&p, 0), "O..$$$.$X$$$$$$$.");
    assert_eq!(word(&p, 1), "O.$$.X$.$$$$$$$.");
    assert_eq!(word(&draw("3", '8', "O.x\n*..\n---"), 0), "O..$$-.$x$$$$---.".replace('-', "#"));
    let p = Drawing::parse("???\nO*.\n???").anchored("4", '8', 1, 0);
    assert_eq!(word(&p, 0), "O?.?$$?$.");
}

/// A drawing with the corner at the upper right, mirrored to the upper left.
fn mirrored(name: &str, text: &str) -> Pattern {
    let mut drawing = Drawing::parse(text);
    drawing.rows.iter_mut().for_each(|row| row.reverse());
    (drawing.edges.west, drawing.edges.east) = (drawing.edges.east, drawing.edges.west);
    drawing.cornered(name, '8')
}

/// The example of the GNU Go 3.8 manual, "Corner Matcher": five variations in
/// the order R16, P17, Q16, P16, Q17, provided that the tree begins so already.
#[test]
fn corner_tree_of_the_gnu_go_manual() {
    let patterns = [
        mirrored("first", "------+\n......|\n......|\n.*....|\n...O..|"),
        mirrored("second", "------+\n......|\n......|\n.O*...|\n...O..|"),
        mirrored("example", "------+\n......|\n......|\n.O*...|\n.XXO..|\n......|\n......|"),
    ];
    insta::assert_snapshot!(dump(&patterns, &tables(&patterns)[0]), @r"
    corner: 7 variations, 116 bytes, 6×6 vertices
    (3,2) same 1
      (2,4) same 1 [first to (3,5)]
        (2,3) same 1 [second to (3,5)]
        (3,3) other 2
          (3,4) other 4
            (2,3) same 1 [example to (5,5)]
    ");
    // By itself it begins with the stone that has the larger area.
    insta::assert_snapshot!(dump(&patterns[2..], &tables(&patterns[2..])[0]), @r"
    corner: 6 variations, 88 bytes, 6×6 vertices
    (2,4) same 1
      (3,2) same 1
        (3,3) other 2
          (3,4) other 4
            (2,3) same 1 [example to (5,5)]
    ");
}

#[test]
fn dumps_of_small_tables() {
    let patterns = [
        draw("hane", '8', "XO\n.*"),
        draw("edge", '|', "oX?\n?.?\n---"),
        draw("far", 'O', "O....x"),
    ];
    for table in tables(&patterns) {
        insta::assert_snapshot!(table.matcher(), dump(&patterns, &table));
    }
    let patterns = [
        Drawing::parse("+---\n|...\n|.O.\n|*..").cornered("J1", '8'),
        Drawing::parse("+---\n|...\n|.O.\n|X.*").cornered("J2", '8'),
        Drawing::parse("+---\n|...\n|.X.\n|*..").cornered("J3", '8'),
        Drawing::parse("+--\n|*.\n|.O").cornered("J4", '/'),
    ];
    insta::assert_snapshot!("corner", dump(&patterns, &tables(&patterns)[0]));
}

/// The same patterns give the same bytes.
#[test]
fn builders_are_deterministic() {
    let (a, b) = (sample(), sample());
    for (x, y) in tables(&a).into_iter().zip(tables(&b)) {
        assert_eq!(database(&a, x).to_bytes(), database(&b, y).to_bytes());
    }
}

#[test]
fn builders_refuse_what_their_matcher_cannot_do() {
    let stone = draw("P", '8', "O.*");
    let cornered = Drawing::parse("+-\n|*").cornered("C", '8');
    let mixed = [stone.clone(), cornered.clone()];
    for error in [grid::build(&mixed).unwrap_err(), dfa::build(&mixed).unwrap_err()] {
        assert_eq!(
            (error.pattern, error.kind),
            (Some(PatternId(1)), BuildErrorKind::CornerPattern)
        );
    }
    let mut unfit = vec![stone];
    unfit.push(Drawing::parse("+--\n|*x").cornered("x", '8'));
    unfit.push(Drawing::parse("+--\n|O.").cornered("no move", '8'));
    unfit.push(Drawing::parse("+--\n|*.|").cornered("three edges", '8'));
    for p in unfit {
        let error = corner::build(&[cornered.clone(), p.clone()]).unwrap_err();
        let want = (Some(PatternId(1)), BuildErrorKind::NotCornerPattern);
        assert_eq!((error.pattern, error.kind), want, "{}", p.name);
    }
}

/// A database whose automaton would grow too large gets several, which find the same;
/// a single pattern that is too large is refused, with the limit.
#[test]
fn automata_have_a_limit() {
    let patterns = sample();
    let whole = dfa::build(&patterns).unwrap();
    assert_eq!(whole.automata(), 1);
    let limit = 200;
    let parts = dfa::build_within(&patterns, limit).unwrap();
    assert!(parts.automata() > 2 && parts.len() < limit * parts.automata());
    let [whole, parts] =
        [whole, parts].map(|table| database(&patterns, Table::Dfa(table)).to_bytes());
    let [whole, parts] = [whole, parts].map(|bytes| PatternDb::from_bytes(&bytes).unwrap());
    let (mut rng, mut found) = (Draws::new(9), 0);
    let (mut want, mut got) = (Vec::new(), Vec::new());
    for size in [3, 9, 19, 25, 25, 25, 25] {
        let cells: Vec<u8> = (0..size * size).map(|_| rng.below(3) as u8).collect();
        let board = Board::new(size, cells);
        for color in Color::BOTH {
            Matcher::new().matches(&whole, board.view(), color, &mut want);
            Matcher::new().matches(&parts, board.view(), color, &mut got);
            assert_eq!(got, want);
            found += want.len();
        }
    }
    assert!(found > 100, "{found} matches compared");

    let error = dfa::build_within(&patterns, 3).unwrap_err();
    assert_eq!((error.pattern, error.kind), (Some(PatternId(0)), BuildErrorKind::TooManyStates(3)));
    assert!(error.to_string().contains("grid"), "says what to do: {error}");
}

/// A grid that would grow too large reads fewer groups of vertices, and finds the same.
#[test]
fn grids_have_a_bound() {
    let patterns = sample();
    let whole = grid::build(&patterns).unwrap();
    let bounds = [whole.bytes() - 1, whole.bytes() * 3 / 4, 0];
    let smaller = bounds.map(|bound| grid::build_within(&patterns, bound).unwrap());
    assert!(smaller[0].bytes() <= bounds[0] && smaller[1].bytes() <= bounds[1]);
    assert!(smaller[2].bytes() < smaller[1].bytes(), "as small as it can be");
    let naive = database(&patterns, Table::Naive);
    let (mut rng, mut found) = (Draws::new(11), 0);
    let (mut want, mut got) = (Vec::new(), Vec::new());
    for size in [3, 9, 19, 25] {
        let cells: Vec<u8> = (0..size * size).map(|_| rng.below(3) as u8).collect();
        let board = Board::new(size, cells);
        for color in Color::BOTH {
            Matcher::new().matches(&naive, board.view(), color, &mut want);
            for table in [&whole].into_iter().chain(&smaller) {
                let db = database(&patterns, Table::Grid(table.clone()));
                Matcher::new().matches(&db, board.view(), color, &mut got);
                assert_eq!(got, want);
                found += want.len();
            }
        }
    }
    assert!(found > 100, "{found} matches compared");
}

/// The first line of a printed table tells the format and the checksum of its bytes.
#[test]
fn dumps_tell_format_and_checksum() {
    let patterns = sample();
    for table in tables(&patterns) {
        let db = database(&patterns, table);
        let bytes = db.to_bytes();
        let sum = checksum(&bytes[16..]);
        let dump = db.dump_table();
        let head = format!("{}: format {FORMAT_VERSION}, checksum {sum:016x}", db.name);
        assert_eq!(dump.lines().next(), Some(head.as_str()));
    }
}

/// Patterns without end: offsets at the border of what a scan reaches.
#[test]
fn the_widest_patterns_have_words() {
    let rows = format!("|O{}X|", ".".repeat(23));
    let p = draw("wide", '8', &rows);
    assert_eq!(p.max, Offset::new(0, 24));
    for t in 0..8 {
        let word = word(&p, t);
        assert!(word.contains('X') && word.ends_with('#'), "{t}");
    }
}

fn sample() -> Vec<Pattern> {
    let mut rng = Draws::new(1);
    let mut cell = || [".", "O", "X", "o", "x", "?"][rng.below(6)];
    (0..30)
        .map(|i| {
            let mut text = String::from("O");
            (0..3).for_each(|_| text.push_str(cell()));
            for _ in 0..2 {
                text.push('\n');
                (0..4).for_each(|_| text.push_str(cell()));
            }
            let edge = if i % 5 == 0 { "\n----" } else { "" };
            draw(&format!("P{i}"), if i % 3 == 0 { '|' } else { '8' }, &(text + edge))
        })
        .collect()
}

fn corner_sample() -> Vec<Pattern> {
    let mut rng = Draws::new(2);
    (0..20)
        .map(|i| {
            let mut rows = vec![vec!['.'; 5]; 5];
            (0..4).for_each(|_| rows[rng.below(5)][rng.below(5)] = ['O', 'X'][rng.below(2)]);
            rows[rng.below(5)][rng.below(5)] = '*';
            let edges = Drawing::parse("+-\n|.").edges;
            Drawing { rows, edges }.cornered(&format!("C{i}"), '8')
        })
        .collect()
}

/// Bytes of one database per table.
static ENCODED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    [sample(), corner_sample()]
        .iter()
        .flat_map(|p| tables(p).into_iter().map(|t| database(p, t).to_bytes()))
        .collect()
});

#[test]
fn cut_off_databases_are_refused() {
    for bytes in ENCODED.iter() {
        assert!(PatternDb::from_bytes(bytes).is_ok());
        // The places matter less than that there are many, in every part.
        for end in (0..bytes.len()).step_by(1 + bytes.len() / 500).chain([bytes.len() - 1]) {
            assert!(PatternDb::from_bytes(&bytes[..end]).is_err());
        }
    }
}

/// Writes a checksum that fits, so that damage reaches the decoders.
fn sign(bytes: &mut [u8]) {
    let sum = checksum(&bytes[16..]);
    bytes[8..16].copy_from_slice(&sum.to_le_bytes());
}

/// Damage to any byte of rows, plan and the first sets of a small grid is an error or
/// harmless.
#[test]
fn no_byte_of_a_grid_is_trusted() {
    let patterns = &sample()[..6];
    let table = Table::Grid(grid::build(patterns).unwrap());
    let whole = database(patterns, table).to_bytes();
    let start = database(patterns, Table::Naive).to_bytes().len();
    let mut rng = Draws::new(4);
    let board = Board::new(5, (0..25).map(|_| rng.below(3) as u8).collect::<Vec<u8>>());
    let (mut refused, mut taken, mut out) = (0, 0, Vec::new());
    for at in start..whole.len().min(start + 3000) {
        for value in [0, 1, 3, 0x7f, 0xff, whole[at] ^ 2] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            sign(&mut bytes);
            match PatternDb::from_bytes(&bytes) {
                Ok(db) => {
                    taken += 1;
                    Matcher::new().matches(&db, board.view(), Color::White, &mut out);
                    assert!(out.iter().all(|m| m.pattern.idx() < patterns.len()));
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 500 && taken > 500, "{refused} refused, {taken} taken");
}

proptest! {
    /// Damage is an error or harmless: decoding and matching neither panic nor hang.
    #[test]
    fn damaged_databases_do_no_harm(
        which in 0usize..3,
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        near_end in any::<bool>(),
    ) {
        let mut bytes = ENCODED[which].clone();
        // The table is at the end; most of the rest is patterns.
        let from = if near_end { bytes.len() * 2 / 3 } else { 16 };
        for (at, value) in hits {
            let at = from + at.index(bytes.len() - from);
            bytes[at] = value;
        }
        sign(&mut bytes);
        if let Ok(db) = PatternDb::from_bytes(&bytes) {
            let mut rng = Draws::new(3);
            let mut out = Vec::new();
            for size in [1, 5, 25] {
                let cells: Vec<u8> = (0..size * size).map(|_| rng.below(3) as u8).collect();
                let board = Board::new(size, cells);
                Matcher::new().matches(&db, board.view(), Color::Black, &mut out);
                prop_assert!(out.iter().all(|m| m.pattern.idx() < db.patterns.len()));
            }
        }
    }

    /// Tables cut anywhere, with a checksum that fits, are refused.
    #[test]
    fn cut_off_tables_are_refused(which in 0usize..3, cut in 1usize..2000) {
        let mut bytes = ENCODED[which].clone();
        bytes.truncate(bytes.len().saturating_sub(cut).max(16));
        sign(&mut bytes);
        prop_assert!(PatternDb::from_bytes(&bytes).is_err());
    }
}
