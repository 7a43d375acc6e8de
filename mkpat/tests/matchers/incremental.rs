//! Matches that follow a game equal those found anew, after every change and every
//! step back; and matches near a goal are those that touch it.

use mkpat::language::compile::{dfa, grid};
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::matcher::{Incremental, Match, Matcher};
use mkpat_rt::table::Table;

use crate::differential::cut_pattern;
use crate::support::{Board, Draws, database, matches};

/// A random board and patterns cut from it.
fn sample(size: usize, rng: &mut Draws) -> (Board, Vec<Pattern>) {
    let content: Vec<u8> = (0..size * size).map(|_| [0, 0, 0, 1, 2][rng.below(5)]).collect();
    let board = Board::new(size, content);
    let cuts = (0..40).map(|_| rng.below(1 << 30) as u64).collect::<Vec<_>>();
    let patterns =
        cuts.into_iter().filter_map(|seed| cut_pattern(&board, Draws::new(seed))).collect();
    (board, patterns)
}

/// Changes of a step: a stone comes, and now and then others go.
fn step(board: &Board, rng: &mut Draws) -> Vec<(Point, Cell)> {
    let all: Vec<Point> = Point::all(board.size).collect();
    let mut changes = vec![(all[rng.below(all.len())], [Cell::Black, Cell::White][rng.below(2)])];
    for _ in 0..rng.below(4) {
        changes.push((all[rng.below(all.len())], Cell::Empty));
    }
    changes
}

/// The matches on a board, found anew by the naive matcher.
fn anew(patterns: &[Pattern], board: &Board, color: Color) -> Vec<Match> {
    matches(&database(patterns, Table::Naive), board, color)
}

#[test]
fn incremental_equals_full_after_every_step_and_every_undo() {
    let mut rng = Draws::new(11);
    let mut compared = 0;
    for size in [1, 2, 3, 5, 9, 13, 19, 25] {
        let (mut board, patterns) = sample(size, &mut rng);
        let db = database(&patterns, Table::Grid(grid::build(&patterns).unwrap()));
        for color in Color::BOTH {
            let mut following = Incremental::new(&db, board.view(), color).unwrap();
            let mut before = vec![board.clone()];
            for i in 0..30 {
                let changes = step(&board, &mut rng);
                following.set(&changes);
                changes.iter().for_each(|&(p, cell)| board.cells[p.idx()] = cell);
                before.push(board.clone());
                let want = anew(&patterns, &board, color);
                assert!(following.iter().eq(&want), "size {size}, step {i}");
                assert_eq!(following.len(), want.len());
                compared += want.len();
                // Back and forth, as reading does.
                if rng.below(3) == 0 {
                    for _ in 0..rng.below(before.len()) {
                        before.pop();
                        board = before.last().unwrap().clone();
                        assert!(following.undo());
                        let want = anew(&patterns, &board, color);
                        assert!(following.iter().eq(&want), "size {size}, undo {i}");
                    }
                }
                if i == 20 {
                    following.commit();
                    before = vec![board.clone()];
                    assert!(following.iter().eq(&anew(&patterns, &board, color)));
                }
            }
            while following.undo() {
                before.pop();
            }
            assert_eq!(before.len(), 1, "all steps were taken back, none before the commit");
            board = before.remove(0);
            assert!(following.iter().eq(&anew(&patterns, &board, color)));
        }
    }
    assert!(compared > 10_000, "{compared} matches compared");
}

#[test]
fn changes_outside_the_board_and_empty_changes_do_nothing() {
    let mut rng = Draws::new(5);
    let (board, patterns) = sample(9, &mut rng);
    let db = database(&patterns, Table::Grid(grid::build(&patterns).unwrap()));
    let mut following = Incremental::new(&db, board.view(), Color::Black).unwrap();
    let want = anew(&patterns, &board, Color::Black);
    assert!(!want.is_empty() && !following.is_empty());
    let p = Point::new(4, 4);
    following.set(&[(Point::PASS, Cell::Black), (Point::new(12, 3), Cell::White)]);
    following.set(&[(p, board.cells[p.idx()]), (p, Cell::Off)]);
    assert!(following.iter().eq(&want));
    assert!(following.undo() && following.undo() && !following.undo());
    assert!(following.iter().eq(&want));
}

#[test]
fn only_a_grid_can_follow_a_game() {
    let mut rng = Draws::new(6);
    let (board, patterns) = sample(5, &mut rng);
    let db = database(&patterns, Table::Dfa(dfa::build(&patterns).unwrap()));
    assert!(Incremental::new(&db, board.view(), Color::Black).is_none());
}

/// Whether an element of a match lies on a marked stone.
fn touches(db: &PatternDb, board: &Board, m: &Match, goal: &[Point]) -> bool {
    db.pattern(m.pattern).elements.iter().any(|e| {
        let p = m.anchor.offset(m.transform.apply(e.at), board.size);
        p.is_some_and(|p| goal.contains(&p) && board.cells[p.idx()].is_stone())
    })
}

#[test]
fn matches_near_a_goal_are_those_that_touch_it() {
    let mut rng = Draws::new(8);
    let mut matcher = Matcher::new();
    let (mut all, mut near) = (0, 0);
    for size in [2, 5, 9, 19, 25] {
        let (board, patterns) = sample(size, &mut rng);
        let vertices: Vec<Point> = Point::all(size).collect();
        for table in [
            Table::Naive,
            Table::Grid(grid::build(&patterns).unwrap()),
            Table::Dfa(dfa::build(&patterns).unwrap()),
        ] {
            let db = database(&patterns, table);
            for goal in [0, 1, 5, 50] {
                let goal: Vec<Point> =
                    (0..goal).map(|_| vertices[rng.below(vertices.len())]).collect();
                for color in Color::BOTH {
                    let mut want = anew(&patterns, &board, color);
                    all += want.len();
                    want.retain(|m| touches(&db, &board, m, &goal));
                    near += want.len();
                    let mut got = Vec::new();
                    let is_goal = |p| goal.contains(&p);
                    matcher.matches_near(&db, board.view(), color, is_goal, &mut got);
                    assert_eq!(got, want, "{} on {size}", db.table.matcher());
                }
            }
        }
    }
    assert!(0 < near && near < all, "{near} of {all}");
}
