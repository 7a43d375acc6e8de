//! The full-board matcher: from text to matches, and against the naive one.

use mkpat::language::compile::{dfa, fullboard, grid};
use mkpat::language::load::Lowered;
use mkpat::language::manifest::Kind;
use mkpat_rt::colon_line::{AttrKind, Edges, Symmetry};
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{Cell, Color, MAX_BOARD, Offset};
use mkpat_rt::helper::PatternId;
use mkpat_rt::matcher::{Matcher, corner};
use mkpat_rt::table::Table;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::common;
use crate::support::{Board, Drawing, Draws, database, matches};

/// A drawing of a whole board: rows of symbols.
fn text(name: &str, rows: &[&str], colon: &str) -> String {
    let edge = format!("+{}+\n", "-".repeat(rows[0].len()));
    let rows: String = rows.iter().map(|row| format!("|{row}|\n")).collect();
    format!("Pattern {name}\n# An idea.\n\n{edge}{rows}{edge}\n{colon}\n\n")
}

fn compiled(source: &str) -> PatternDb {
    let mut run = common::run(Kind::FullBoard, source);
    let out = run.compile().unwrap_or_else(|| panic!("{:#?}", common::findings(&run)));
    out.patterns.into_iter().next().unwrap().1
}

fn findings(source: &str) -> Vec<String> {
    let mut run = common::run(Kind::FullBoard, source);
    let trees = run.parse(0);
    run.diags = Default::default();
    if let Lowered::Patterns(db) = run.lower_one(0) {
        mkpat::language::check::check(&run.sources, &trees, &db, &mut run.diags);
    }
    run.diags.sort();
    common::findings(&run)
}

/// The moves that a database proposes, with pattern and value.
fn moves(db: &PatternDb, board: &Board, color: Color) -> Vec<String> {
    let found = matches(db, board, color);
    let describe = |m: &mkpat_rt::matcher::Match| {
        let p = db.pattern(m.pattern);
        let mv = m.site(p, color).mv.name(board.size);
        format!("{} {mv} {}", p.name, p.number(AttrKind::Value).unwrap_or_default())
    };
    found.iter().map(describe).collect()
}

const HEAD: &str = "attribute_map value_only\n\n";

#[test]
fn a_position_matches_in_every_orientation_and_with_colours_exchanged() {
    let source = HEAD.to_string()
        + &text("F1", &[".....", ".X...", "...O.", "..*..", "....."], ":8,-,value(12)")
        + &text("F2", &[".....", ".X...", "...O.", "...*.", "....."], ":8,-,value(3)");
    let db = compiled(&source);
    assert_eq!(db.table.matcher(), "fullboard");
    // O is the side to move, White unless colours are exchanged.
    let white = |board| moves(&db, &Board::parse(board), Color::White);
    let black = |board| moves(&db, &Board::parse(board), Color::Black);
    assert_eq!(white("..... .X... ...O. ..... ....."), ["F1 C2 12", "F2 D2 3"]);
    assert_eq!(black("..... .O... ...X. ..... ....."), ["F1 C2 12", "F2 D2 3"], "exchanged");
    assert_eq!(white("..... ...X. .O... ..... ....."), ["F1 C2 12", "F2 B2 3"], "mirrored");
    assert_eq!(white("..... .X... ..... ..O.. ....."), ["F1 D3 12", "F2 D2 3"], "transposed");
    assert_eq!(white("..... ..... .O... ...X. ....."), ["F1 C4 12", "F2 B4 3"], "rotated");
    for other in [
        "..... .O... ...X. ..... .....",
        "..... .X... ..O.. ..... .....",
        "..... .X... ...O. ..... ....O",
        "..... .X... ..... ..... .....",
        "...... .X.... ...O.. ...... ...... ......",
        "X... ..O. .... ....",
    ] {
        assert_eq!(white(other), [""; 0], "{other}");
    }
}

#[test]
fn boards_of_even_size_and_the_empty_board_have_patterns() {
    let source = HEAD.to_string()
        + &text("E1", &["....", ".*..", "....", "...."], ":8,-,value(1)")
        + &text("E2", &["..", "*."], ":8,-,value(1)")
        + &text("E3", &["*"], ":8,-,value(1)");
    let db = compiled(&source);
    // Once for each of the eight transformations: values are relative frequencies.
    let empty = Board::parse(".... .... .... ....");
    let mut found = moves(&db, &empty, Color::Black);
    found.sort();
    let twice = |mv: &str| vec![format!("E1 {mv} 1"); 2];
    assert_eq!(found, [twice("B2"), twice("B3"), twice("C2"), twice("C3")].concat());
    assert_eq!(moves(&db, &Board::parse(".. .."), Color::White).len(), 8);
    assert_eq!(moves(&db, &Board::parse("."), Color::White), ["E3 A1 1"; 8]);
    assert_eq!(moves(&db, &Board::parse("... ... ..."), Color::White), [""; 0]);
}

#[test]
fn what_is_no_whole_position_is_refused() {
    let good = text("A1", &["..", ".*"], ":8,-");
    assert_eq!(findings(&good), [""; 0], "a symmetric position may well declare 8");
    for (from, to, want) in [
        (".*", "?*", "KP0104 6:2 `?` cannot stand in a full-board pattern"),
        (".*", "x*", "KP0104 6:2 `x` cannot stand in a full-board pattern"),
        (".*", "!*", "KP0104 6:2 `!` cannot stand in a full-board pattern"),
        (".*", "..", "KP0106 4:1 the diagram has no `*`"),
        (
            "+--+\n|..",
            "|..",
            "KP0701 4:1 a full-board pattern draws a square board with its four edges",
        ),
        ("|.*|\n", "", "KP0106 4:1 the diagram has no `*`"),
        ("|..|\n", "", "KP0701 4:1 a full-board pattern draws a square board with its four edges"),
        (
            ":8",
            ":|",
            "KP0111 9:2 pattern A1 declares symmetry `|`, which its diagram does not have",
        ),
    ] {
        assert_eq!(findings(&good.replacen(from, to, 1)), [want], "{to}");
    }
    let large = ".".repeat(20);
    let mut rows = vec![large.as_str(); 20];
    let starred = format!("*{}", ".".repeat(19));
    rows[0] = &starred;
    let found = findings(&text("A1", &rows, ":8,-"));
    assert_eq!(found, ["KP0105 4:1 a diagram of 20 rows and 20 columns"]);
}

#[test]
fn other_tables_refuse_whole_boards_and_this_one_everything_else() {
    let whole = compiled(&text("A1", &["..", ".*"], ":8,-")).patterns;
    assert!(grid::build(&whole).is_err() && dfa::build(&whole).is_err());
    assert!(mkpat::language::compile::corner::build(&whole).is_err());
    let corner = Drawing::parse("+--\n|O*\n|..").cornered("C", '8');
    let e = fullboard::build(&[corner]).unwrap_err();
    assert_eq!(e.pattern, Some(PatternId(0)));
    assert!(e.to_string().contains("four edges"), "{e}");
}

#[test]
fn a_dump_lists_the_positions() {
    let db = compiled(&text("A1", &["O.", ".*"], ":/,-"));
    let dump = db.table.dump(&|id| db.pattern(id).name.clone());
    let lines: Vec<&str> = dump.lines().collect();
    assert_eq!(lines[0], "fullboard: 4 positions, 48 bytes");
    assert_eq!(lines.len(), 5);
    assert!(lines[1..].iter().all(|line| line.contains(" A1 t")), "{dump}");
    assert!(lines.is_sorted_by(|a, b| a.starts_with('f') || a <= b), "{dump}");
}

/// Positions that are the board, turned, with a move; some of them changed.
fn cut(board: &Board, mut rng: Draws) -> Option<Pattern> {
    let size = board.size;
    let t = rng.transform();
    let o = Color::BOTH[rng.below(2)];
    let origin = corner(t, size);
    let mut drawing = Drawing {
        rows: vec![vec!['.'; size]; size],
        edges: Edges { north: true, south: true, west: true, east: true },
    };
    let mut free = Vec::new();
    for row in 0..size {
        for col in 0..size {
            let p = origin.offset(t.apply(Offset::new(row as i8, col as i8)), size)?;
            match board.cells[p.idx()] {
                Cell::Empty | Cell::Off => free.push((row, col)),
                cell => drawing.rows[row][col] = if cell == o.cell() { 'O' } else { 'X' },
            }
        }
    }
    if free.is_empty() {
        return None;
    }
    if rng.below(4) == 0 {
        let (row, col) = (rng.below(size), rng.below(size));
        drawing.rows[row][col] = ['.', 'O', 'X'][rng.below(3)];
    }
    let (row, col) = free[rng.below(free.len())];
    drawing.rows[row][col] = '*';
    let code = Symmetry::ALL[if rng.below(3) > 0 { 0 } else { rng.below(8) }].code();
    Some(drawing.cornered("F", code))
}

fn cases(size: usize) -> impl Strategy<Value = (Board, Vec<Pattern>)> {
    // Few stones make symmetric positions; half of the vertices are left for a move.
    let stones =
        prop::collection::vec((0..size * size, 1u8..3), 0..12usize.min(size * size / 2 + 1));
    (stones, prop::collection::vec(any::<u64>(), 1..8)).prop_map(move |(stones, seeds)| {
        let mut cells = vec![0; size * size];
        stones.into_iter().for_each(|(at, color)| cells[at] = color);
        let board = Board::new(size, cells);
        let patterns = seeds.into_iter().filter_map(|seed| cut(&board, Draws::new(seed))).collect();
        (board, patterns)
    })
}

#[test]
fn it_agrees_with_the_naive_matcher_on_every_board_size() {
    for size in 1..=MAX_BOARD {
        let count = std::cell::Cell::new(0);
        let mut runner = TestRunner::new(Config { cases: 24, ..Config::default() });
        let result = runner.run(&cases(size), |(board, patterns)| {
            let naive = database(&patterns, Table::Naive);
            let table = Table::FullBoard(fullboard::build(&patterns).unwrap());
            let fast = database(&patterns, table);
            let again = PatternDb::from_bytes(&fast.to_bytes())
                .map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(&again, &fast);
            for color in Color::BOTH {
                let want = matches(&naive, &board, color);
                prop_assert_eq!(&matches(&again, &board, color), &want);
                count.set(count.get() + want.len());
            }
            Ok(())
        });
        if let Err(e) = result {
            panic!("size {size}: {e}");
        }
        assert!(count.get() > 0, "size {size}: nothing matched, nothing compared");
    }
}

/// A hash is a suspicion: patterns behind a wrong table are compared and dropped,
/// and a board of another size is never walked out of.
#[test]
fn a_table_that_lies_finds_nothing_that_is_not_there() {
    let small = Drawing::parse("+--+\n|O.|\n|.*|\n+--+").cornered("S", '8');
    let large = Drawing::parse("+----+\n|....|\n|.O..|\n|..*.|\n|....|\n+----+").cornered("L", '8');
    let lying = Table::FullBoard(fullboard::build(std::slice::from_ref(&small)).unwrap());
    let db = database(&[large], lying);
    let mut matcher = Matcher::new();
    let mut out = Vec::new();
    for content in 0..81 {
        let cells = [content % 3, content / 3 % 3, content / 9 % 3, content / 27];
        let board = Board::new(2, cells);
        for color in Color::BOTH {
            matcher.matches(&db, board.view(), color, &mut out);
            assert!(out.is_empty());
        }
    }
}
