//! Connections that are read to the end, beside what the prover says.

use super::ways::Ways;
use super::{Code, Limits, Memory, Reader};
use crate::board::Board;
use crate::prover::{self, Goal, Question, Status, Table};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;

/// A position after so many random moves, of which some are impossible.
fn random_board(size: usize, seed: u64, tries: usize) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::new(size).expect("size in range");
    for i in 0..tries {
        board.try_play(Color::BOTH[i % 2], Point::new(rng.within(..size), rng.within(..size)));
    }
    board
}

/// Pairs of strings that may be connected by one to three moves.
fn pairs(board: &Board) -> Vec<(Point, Point)> {
    let strings: Vec<Point> = board.strings().collect();
    let mut out = Vec::new();
    for (i, &a) in strings.iter().enumerate() {
        for &b in &strings[i + 1..] {
            let Some(color) = board.color_at(a) else { continue };
            if board.color_at(b) == Some(color) {
                let ways = Ways::new(board, a, color, &board.string_stones(b), 3);
                if ways.shortest.is_some_and(|n| n <= 3) {
                    out.push((a, b));
                }
            }
        }
    }
    out
}

/// What the prover proves without a ko about two strings of a random board is what is read,
/// where what is connected may not be taken: of 4,612 questions on 120 boards all were right at
/// effort 4 while strings counted as safe once connected, and these are some of them.
#[test]
fn connections_are_what_the_prover_proves() {
    let mut table = Table::with_bytes(64 << 20);
    let (mut proved, mut equal, mut cautious) = (0, 0, 0);
    for (seed, tries) in [(0, 20), (1, 20), (2, 36), (3, 36), (4, 60), (5, 60)] {
        let mut board = random_board(7, seed, tries);
        for (a, b) in pairs(&board) {
            let Some(owner) = board.color_at(a) else { continue };
            for first in [owner, owner.other()] {
                let question = Question { goal: Goal::Connect(a, b), first };
                let limits = prover::Limits::nodes(20_000);
                let Ok(answer) = prover::prove(&board, &question, &limits, &mut table) else {
                    continue;
                };
                let Status::Settled(code @ (Code::Win | Code::Lose)) = answer.status else {
                    continue;
                };
                if !answer.is_proved() {
                    continue;
                }
                proved += 1;
                let limits = Limits { effort: 4, ..Limits::default() };
                let mut memory = Memory::new(0);
                let mut reader = Reader::new(&mut board, limits, &mut memory);
                let joins = first == owner;
                let read = if joins { reader.connect(a, b) } else { reader.disconnect(a, b) };
                equal += usize::from(read.code == code);
                // Cut, or connected and taken together; never the other way round.
                let cut = read.code == if joins { Code::Lose } else { Code::Win };
                cautious += usize::from(read.code != code && cut);
            }
        }
    }
    assert!(proved > 100, "{proved}");
    assert!(equal * 10 > proved * 9, "{equal} of {proved}");
    assert_eq!(equal + cautious, proved, "{equal} and {cautious}");
}

/// Whoever asks for the shortest ways alone is told the same of them, and they are those that a plain
/// search finds: step by step over empty vertices, strings of both colours at their costs.
#[test]
fn the_shortest_ways_are_the_same_with_and_without_detours() {
    let mut seen = 0;
    for seed in 0..40 {
        let board = random_board(9, seed, 20 + 2 * seed as usize);
        for a in board.strings() {
            let Some(color) = board.color_at(a) else { continue };
            let area =
                Point::all(9).filter(|p| p.0 % 7 == seed as u16 % 7 && !board.same_string(a, *p));
            let others = board.strings().filter(|&b| b != a && board.color_at(b) == Some(color));
            let goals = others.map(|b| board.string_stones(b)).chain([area.collect()]);
            for goal in goals {
                let both = Ways::new(&board, a, color, &goal, 4);
                let alone = Ways::shortest(&board, a, color, &goal, 4);
                assert_eq!((alone.shortest, alone.best), (both.shortest, both.best));
                assert!(alone.near.is_subset(&both.near));
                let plain = plain_distance(&board, a, color, &goal).filter(|&n| n <= 4);
                assert_eq!(alone.shortest, plain, "seed {seed}, {a:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// Moves from the string at `a` to a vertex of the goal, by one vertex after the other.
fn plain_distance(
    board: &Board,
    a: Point,
    color: Color,
    goal: &crate::board::PointSet,
) -> Option<usize> {
    let mut cost: std::collections::BTreeMap<Point, usize> =
        board.stones(a).map(|p| (p, 0)).collect();
    loop {
        let mut better = cost.clone();
        for (&p, &d) in &cost {
            for q in board.neighbours(p) {
                let (step, entered): (usize, Vec<Point>) = match board.color_at(q) {
                    None => (1, vec![q]),
                    Some(c) if c == color => (0, board.stones(q).collect()),
                    Some(_) if board.liberty_count(q) <= 3 => {
                        (board.liberty_count(q) + 1, board.stones(q).collect())
                    }
                    Some(_) => continue,
                };
                for r in entered {
                    let old = better.entry(r).or_insert(usize::MAX);
                    // Within an enemy string no further move is needed, and from stone to stone none is
                    // saved.
                    *old = (*old).min(d + step);
                }
            }
        }
        if better == cost {
            break;
        }
        cost = better;
    }
    goal.iter().filter_map(|p| cost.get(&p).copied()).min()
}
