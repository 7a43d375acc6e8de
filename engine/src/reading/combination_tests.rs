//! Combinations in drawn positions, without patterns.

use super::{Code, Combination, Forcing, ForcingMoves, Limits, Memory, Reader, Reading, Trace};
use super::{Victims, Wanted};
use crate::board::{Board, PointSet};
use crate::diagram;
use mkpat_rt::geom::{Color, Point};

/// No moves besides those that threaten by liberties.
struct NoPatterns;

impl ForcingMoves for NoPatterns {
    fn source(&self) -> u64 {
        0
    }

    fn forcing_moves(&mut self, _: &mut Reader<'_>, _: Color, _: &PointSet) -> Vec<Forcing> {
        Vec::new()
    }
}

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn at(name: &str, board: &Board) -> Point {
    Point::parse(name, board.size()).expect("a vertex")
}

/// Black's strings: those that reading says are safe, and the stones of the others.
fn victims(reader: &mut Reader<'_>) -> Victims {
    let strings: Vec<Point> = reader
        .board()
        .strings()
        .filter(|&s| reader.board().color_at(s) == Some(Color::Black))
        .collect();
    let (lost, safe): (Vec<Point>, Vec<Point>) =
        strings.into_iter().partition(|&s| reader.attack(s).is_success());
    let board = reader.board();
    let capturable = lost.into_iter().flat_map(|s| board.stones(s)).collect();
    Victims { safe, capturable }
}

/// White's combination against all of Black's strings that are safe.
fn combination(board: &mut Board, wanted: Wanted) -> Option<Combination> {
    let mut memory = Memory::default();
    let mut reader = Reader::new(board, Limits::default(), &mut memory);
    let victims = victims(&mut reader);
    reader.combination(&mut NoPatterns, Color::White, &victims, wanted)
}

const FORK: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . O . . .
    . . O X . X O . .
    . . . . . . . . .
    . . . . X . . . .
    . . . X . X . . .
    . . . . . . . . .
    . . . . . . . . .";

/// An atari on two strings: Black saves one of them.
#[test]
fn a_fork_gains_one_of_two_strings() {
    let mut board = board(FORK);
    let (d6, f6, e6) = (at("d6", &board), at("f6", &board), at("e6", &board));
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let all = victims(&mut reader);
    let safe = ["d6", "f6", "e4", "d3", "f3"].map(|name| at(name, reader.board()));
    assert_eq!((all.safe.as_slice(), all.capturable.is_empty()), (safe.as_slice(), true));
    let ask = |r: &mut Reader<'_>, victims: &Victims, wanted| {
        r.combination(&mut NoPatterns, Color::White, victims, wanted)
    };
    let found = ask(&mut reader, &all, Wanted::BEST).expect("a fork");
    assert_eq!((found.reading, found.size), (Reading::won(e6), 1));
    assert!([d6, f6].contains(&found.target));
    assert_eq!(reader.double_threats(Color::White, &all.safe), [(e6, [d6, f6])]);
    assert_eq!(reader.double_threats(Color::Black, &all.safe), []);
    let stats = reader.stats();
    assert!(stats.combination_nodes > 0);
    // Asked again it is known.
    assert_eq!(ask(&mut reader, &all, Wanted::BEST), Some(found));
    assert_eq!(reader.stats().combination_nodes, stats.combination_nodes);
    // More than a stone is not to be had, nor anything far from there.
    assert_eq!(ask(&mut reader, &all, Wanted { size: 2, ..Wanted::BEST }), None);
    let far = PointSet::from_iter([Point::new(8, 8)]);
    assert_eq!(ask(&mut reader, &all, Wanted { around: far, ..Wanted::BEST }), None);
    // What is lost anyway gains nothing.
    let others = Victims { safe: vec![d6], capturable: PointSet::from_iter([f6]) };
    assert_eq!(ask(&mut reader, &others, Wanted::BEST), None);
    assert_eq!(reader.board().depth(), 0);
    // Nothing is found where no move may be tried.
    let none = Limits { combination_nodes: 0, ..Limits::default() };
    let nothing = reader.within(none, |r| ask(r, &all, Wanted::BEST));
    assert_eq!(nothing, None);
    // What is recorded is the combination, without the reading that it stands on.
    reader.set_trace(Some(Trace::new(1000)));
    assert_eq!(ask(&mut reader, &all, Wanted::BEST), Some(found));
    let trace = reader.take_trace().expect("recorded");
    assert!((2..40).contains(&trace.variations().len()), "{}", trace.variations().len());
    assert!(trace.variations()[0].notes.is_empty());
}

/// The opponent saves the larger string: what is gained is the smallest.
#[test]
fn the_size_is_that_of_the_smallest_string() {
    let mut board = board(
        "
        . . . . . . . . .
        . . . . . O . . .
        . . . O O X O . .
        . . O X . X O . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let found = combination(&mut board, Wanted::BEST).expect("a fork");
    assert_eq!((found.reading, found.size), (Reading::won(at("e6", &board)), 1));
    assert_eq!(combination(&mut board, Wanted { size: 2, ..Wanted::BEST }), None);
}

/// As the fork, but the second string falls by a ko only, which White takes first.
#[test]
fn a_combination_may_need_a_ko() {
    let mut board = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . O O O . . .
        . . O X . X O . .
        . . . . X . X . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let e6 = at("e6", &board);
    assert_eq!(combination(&mut board, Wanted::BEST), None);
    let by_ko = Wanted { code: Code::KoA, ..Wanted::BEST };
    let found = combination(&mut board, by_ko).expect("a fork");
    assert_eq!(found.reading, Reading { code: Code::KoA, point: e6 });
}

/// The example of the manual: every black string is alive, and one of four falls after C13, which
/// is no atari.
#[test]
fn the_example_of_the_manual() {
    // The manual shows a part of a board. Around it stands Black, so that nothing begins there.
    let below = "XXXXXXXXXX.........";
    let rest = std::iter::once(below).chain(std::iter::repeat_n("...................", 8));
    let rows = [
        "....OOOOX",
        "....OOXXX",
        "..O.OXX..",
        ".OXO.OX..",
        ".OX..OO..",
        ".XXOOOXO.",
        "...XXOX..",
        "....XOX..",
        ".XX..X...",
        "X........",
    ];
    let wide = rows.map(|row| format!("{row}X........."));
    let all = wide.into_iter().chain(rest.map(str::to_string));
    let spaced = all.map(|row| row.chars().flat_map(|c| [c, ' ']).collect::<String>());
    let mut board = board(&spaced.collect::<Vec<_>>().join("\n"));
    let star = at("c13", &board);
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let victims = victims(&mut reader);
    assert!(victims.capturable.is_empty(), "every X stone is alive");
    let mut ask = |wanted| reader.combination(&mut NoPatterns, Color::White, &victims, wanted);
    let found = ask(Wanted { first: Some(star), ..Wanted::BEST }).expect("a combination");
    assert_eq!(found.reading, Reading::won(star));
    // Without its first move no neighbour of it will do.
    for other in ["c12", "d12", "b13"].map(|name| Point::parse(name, 19)) {
        assert_eq!(ask(Wanted { first: other, ..Wanted::BEST }), None, "{other:?}");
    }
    assert!(ask(Wanted::BEST).is_some());
}

/// An atari that Black answers changes nothing about the fork: it is not given as its first move.
#[test]
fn a_first_move_that_is_not_needed_is_left_out() {
    let mut board = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . .
        . . O X . X O . .
        . . . . . . . . .
        . O O . X . . . .
        O X X . X . X . .
        . O . X X . . . .
        . . . . . . . . .",
    );
    let (e6, c2) = (at("e6", &board), at("c2", &board));
    let after = combination(&mut board, Wanted { first: Some(c2), ..Wanted::BEST });
    assert_eq!(after.expect("the fork comes after it").reading, Reading::won(c2));
    let best = combination(&mut board, Wanted::BEST).expect("a fork");
    assert_eq!(best.reading, Reading::won(e6));
}

/// Who threatens a stone while three of his own hang gains nothing.
#[test]
fn the_opponent_captures_meanwhile() {
    let fork = "
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . .
        . . O X . X O . .
        . . . . . . . . .
        X X X X X X . . .
        X O O O . . . . .
        X X X X X . . . .
        . . . . . . . . .";
    let e6 = Some(at("e6", &board(fork)));
    let mut hanging = board(fork);
    assert_eq!(combination(&mut hanging, Wanted { first: e6, ..Wanted::BEST }), None);
    let mut covered = board(&fork.replace("X X X X X .", "X X . X X ."));
    assert!(combination(&mut covered, Wanted { first: e6, ..Wanted::BEST }).is_some());
}
