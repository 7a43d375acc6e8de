//! Every fast matcher finds what the naive one finds, in the same order, on
//! random boards of every size with patterns cut from these boards and blurred.

use mkpat_rt::colon_line::{Edges, Symmetry};
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{Cell, Color, MAX_BOARD, Offset, Point};
use mkpat_rt::matcher::{Matcher, corner};
use mkpat_rt::table::Table;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::{Board, Drawing, Draws, database, tables};

/// A board with stones of a given density, and patterns cut from it.
fn cases(size: usize) -> impl Strategy<Value = (Board, Vec<Pattern>)> {
    let density = prop_oneof![Just(5u8), Just(20), Just(60)];
    let vertex = move |d: u8| (0u8..100).prop_map(move |x| if x >= d { 0 } else { 1 + x % 2 });
    let board = density
        .prop_flat_map(move |d| prop::collection::vec(vertex(d), size * size))
        .prop_map(move |cells| Board::new(size, cells));
    let cuts = prop::collection::vec(any::<u64>(), 1..12);
    (board, cuts, any::<bool>()).prop_map(|(board, cuts, corners)| {
        let cut = if corners { cut_corner } else { cut_pattern };
        let patterns = cuts.into_iter().filter_map(|seed| cut(&board, Draws::new(seed))).collect();
        (board, patterns)
    })
}

/// A symbol that accepts `cell`, `o` being O; now and then one that may not.
fn blur(cell: Cell, o: Color, rng: &mut Draws) -> char {
    let own =
        |options: &str, rng: &mut Draws| options.chars().nth(rng.below(options.len())).unwrap();
    if rng.below(60) == 0 {
        return own(".OXox?*,!", rng);
    }
    match cell.color() {
        None => own(".....ox?,!", rng),
        Some(c) if c == o => own("OOOo?", rng),
        Some(_) => own("XXXx?", rng),
    }
}

/// A rectangle of the board, turned, as a pattern; `None` if it has no stone.
pub(crate) fn cut_pattern(board: &Board, mut rng: Draws) -> Option<Pattern> {
    let size = board.size;
    let reach = if rng.below(4) == 0 { size } else { size.min(5) };
    let (height, width) = (1 + rng.below(reach), 1 + rng.below(reach));
    let (top, left) = (rng.below(size - height + 1), rng.below(size - width + 1));
    let o = Color::BOTH[rng.below(2)];

    let t = rng.transform();
    let turned = t.apply(Offset::new(height as i8, width as i8));
    let (rows, cols) =
        (usize::from(turned.dr.unsigned_abs()), usize::from(turned.dc.unsigned_abs()));
    // The corner of the drawing that the upper left vertex of the cut becomes.
    let base = Offset::new(
        if turned.dr < 0 { rows as i8 - 1 } else { 0 },
        if turned.dc < 0 { cols as i8 - 1 } else { 0 },
    );
    let mut drawing = Drawing { rows: vec![vec!['?'; cols]; rows], edges: Edges::default() };
    let mut stones = Vec::new();
    for r in 0..height {
        for c in 0..width {
            let at = t.apply(Offset::new(r as i8, c as i8));
            let (row, col) = ((base.dr + at.dr) as usize, (base.dc + at.dc) as usize);
            let cell = board.cells[Point::new(top + r, left + c).idx()];
            let symbol = blur(cell, o, &mut rng);
            drawing.rows[row][col] = symbol;
            if "OX".contains(symbol) {
                stones.push((row, col));
            }
        }
    }
    // Edges that the cut touches are drawn as a rule, others hardly ever.
    for (touches, outward) in [
        (top == 0, Offset::new(-1, 0)),
        (top + height == size, Offset::new(1, 0)),
        (left == 0, Offset::new(0, -1)),
        (left + width == size, Offset::new(0, 1)),
    ] {
        if (touches && rng.below(2) == 0) || rng.below(80) == 0 {
            match t.apply(outward) {
                Offset { dr: -1, .. } => drawing.edges.north = true,
                Offset { dr: 1, .. } => drawing.edges.south = true,
                Offset { dc: -1, .. } => drawing.edges.west = true,
                _ => drawing.edges.east = true,
            }
        }
    }
    if stones.is_empty() {
        return None;
    }
    let (row, col) = stones[rng.below(stones.len())];
    let code = Symmetry::ALL[if rng.below(2) == 0 { 0 } else { rng.below(8) }].code();
    Some(drawing.anchored("P", code, row, col))
}

/// A corner of the board, turned to the upper left, as a corner pattern; `None`
/// if it has no room for a move.
fn cut_corner(board: &Board, mut rng: Draws) -> Option<Pattern> {
    let size = board.size;
    let (rows, cols) = (1 + rng.below(size), 1 + rng.below(size));
    let t = rng.transform();
    let o = Color::BOTH[rng.below(2)];
    let corner = corner(t, size);
    let edges = Edges { north: true, west: true, ..Edges::default() };
    let mut drawing = Drawing { rows: vec![vec!['.'; cols]; rows], edges };
    let mut free = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let p = corner.offset(t.apply(Offset::new(row as i8, col as i8)), size).unwrap();
            match board.cells[p.idx()].color() {
                None => free.push((row, col)),
                Some(c) => drawing.rows[row][col] = if c == o { 'O' } else { 'X' },
            }
        }
    }
    if free.is_empty() {
        return None;
    }
    let (row, col) = free[rng.below(free.len())];
    drawing.rows[row][col] = '*';
    Some(drawing.cornered("C", if rng.below(3) == 0 { '/' } else { '8' }))
}

/// The number of matches on a board, after comparing all matchers.
fn compare(board: &Board, patterns: &[Pattern]) -> Result<usize, TestCaseError> {
    let naive = database(patterns, Table::Naive);
    let mut matcher = Matcher::new();
    let (mut want, mut got) = (Vec::new(), Vec::new());
    let mut count = 0;
    for table in tables(patterns) {
        let db = database(patterns, table);
        let again = PatternDb::from_bytes(&db.to_bytes())
            .map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(&again, &db, "decoding undoes encoding");
        for color in Color::BOTH {
            matcher.matches(&naive, board.view(), color, &mut want);
            matcher.matches(&again, board.view(), color, &mut got);
            prop_assert_eq!(&got, &want, "{} as {}", db.table.matcher(), color);
            prop_assert!(want.is_sorted());
            count += want.len();
        }
    }
    Ok(count)
}

/// Cases of each board size; `PROPTEST_CASES` asks for another number.
const CASES: u32 = 16;

#[test]
fn fast_matchers_agree_with_the_naive_one_on_every_board_size() {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    for size in 1..=MAX_BOARD {
        let found = std::cell::Cell::new(0);
        let mut runner =
            TestRunner::new(Config { cases: asked.unwrap_or(CASES), ..Config::default() });
        let result = runner.run(&cases(size), |(board, patterns)| {
            found.set(found.get() + compare(&board, &patterns)?);
            Ok(())
        });
        if let Err(e) = result {
            panic!("size {size}: {e}");
        }
        assert!(found.get() > 0, "size {size}: nothing matched, nothing compared");
    }
}

/// One matcher serves boards and databases of all kinds in turn.
#[test]
fn a_matcher_keeps_nothing_from_the_board_before() {
    let mut rng = Draws::new(7);
    let mut matcher = Matcher::new();
    for size in [25, 3, 19, 1, 19, 9, 25] {
        let board =
            Board::new(size, (0..size * size).map(|_| rng.below(3) as u8).collect::<Vec<_>>());
        let seeds: Vec<u64> = (0..20).map(|_| rng.below(1 << 30) as u64).collect();
        for cut in [cut_pattern, cut_corner] {
            let patterns: Vec<_> =
                seeds.iter().filter_map(|&s| cut(&board, Draws::new(s))).collect();
            for table in tables(&patterns) {
                let db = database(&patterns, table);
                let (mut fresh, mut used) = (Vec::new(), Vec::new());
                Matcher::new().matches(&db, board.view(), Color::White, &mut fresh);
                matcher.matches(&db, board.view(), Color::White, &mut used);
                assert_eq!(fresh, used);
            }
        }
    }
}
