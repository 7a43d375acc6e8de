//! The incremental board against one that is obviously right.

use super::{Board, Illegal};
use crate::diagram;
use mkpat_rt::geom::{AREA, Cell, Color, Point};
use mkpat_rt::rng::Rng;
use proptest::prelude::*;

/// A board as the rules define it: cells, flood fill, nothing else.
#[derive(Clone, PartialEq, Debug)]
struct Naive {
    size: usize,
    cells: Vec<Option<Color>>,
    ko: Option<(usize, Color)>,
}

impl Naive {
    fn new(size: usize) -> Naive {
        Naive { size, cells: vec![None; size * size], ko: None }
    }

    fn near(&self, i: usize) -> Vec<usize> {
        let (r, c, n) = (i / self.size, i % self.size, self.size);
        let mut out = Vec::new();
        if r > 0 {
            out.push(i - n);
        }
        if c > 0 {
            out.push(i - 1);
        }
        if c + 1 < n {
            out.push(i + 1);
        }
        if r + 1 < n {
            out.push(i + n);
        }
        out
    }

    fn string(&self, i: usize) -> (Vec<usize>, Vec<usize>) {
        let mut stones = vec![i];
        let mut liberties = Vec::new();
        let mut done = 0;
        while done < stones.len() {
            for j in self.near(stones[done]) {
                if self.cells[j].is_none() && !liberties.contains(&j) {
                    liberties.push(j);
                } else if self.cells[j] == self.cells[i] && !stones.contains(&j) {
                    stones.push(j);
                }
            }
            done += 1;
        }
        stones.sort_unstable();
        liberties.sort_unstable();
        (stones, liberties)
    }

    fn play(&mut self, color: Color, i: usize) -> bool {
        if self.cells[i].is_some() || self.ko == Some((i, color)) {
            return false;
        }
        let before = self.clone();
        self.cells[i] = Some(color);
        let mut captured = Vec::new();
        for j in self.near(i) {
            if self.cells[j] == Some(color.other()) {
                let (stones, liberties) = self.string(j);
                if liberties.is_empty() {
                    for s in stones {
                        self.cells[s] = None;
                        captured.push(s);
                    }
                }
            }
        }
        let (stones, liberties) = self.string(i);
        if liberties.is_empty() {
            *self = before;
            return false;
        }
        self.ko = None;
        if captured.len() == 1 && stones.len() == 1 && liberties.len() == 1 {
            self.ko = Some((captured[0], color.other()));
        }
        true
    }
}

fn point(size: usize, i: usize) -> Point {
    Point::new(i / size, i % size)
}

fn agree(board: &Board, naive: &Naive) {
    board.check_invariants().expect("consistent");
    let n = naive.size;
    for i in 0..n * n {
        let p = point(n, i);
        assert_eq!(board.color_at(p), naive.cells[i]);
        if naive.cells[i].is_some() {
            let (stones, liberties) = naive.string(i);
            let want: Vec<Point> = liberties.iter().map(|&j| point(n, j)).collect();
            assert_eq!(board.liberties(p).iter().collect::<Vec<_>>(), want);
            assert_eq!(board.liberty_count(p), want.len());
            let want: Vec<Point> = stones.iter().map(|&j| point(n, j)).collect();
            assert_eq!(board.string_stones(p).iter().collect::<Vec<_>>(), want);
            assert_eq!(board.origin(p), want[0]);
        } else {
            for color in Color::BOTH {
                let mut after = naive.clone();
                let ok = after.play(color, i);
                assert_eq!(board.is_legal(color, p), ok);
                if ok {
                    let (_, liberties) = after.string(i);
                    let want: Vec<Point> = liberties.iter().map(|&j| point(n, j)).collect();
                    let got = board.accurate_liberties(color, p);
                    assert_eq!(got.iter().collect::<Vec<_>>(), want);
                    assert_eq!(board.is_self_atari(color, p), want.len() <= 1);
                    let lost =
                        (0..n * n).any(|j| naive.cells[j].is_some() && after.cells[j].is_none());
                    assert_eq!(board.captures_something(color, p), lost);
                    assert_eq!(board.takes_ko(color, p).is_some(), after.ko.is_some());
                }
            }
        }
    }
    assert_eq!(board.ko(), naive.ko.map(|(i, c)| (point(n, i), c)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random play, with passes and takebacks, at many sizes.
    #[test]
    fn random_play_agrees_with_the_naive_board(
        size in prop_oneof![1usize..8, Just(9), Just(19), Just(25)],
        seed in any::<u64>(),
        moves in 1usize..260,
    ) {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(size).expect("size in range");
        let mut naive = Naive::new(size);
        let mut stack = Vec::new();
        for n in 0..moves {
            let color = if rng.coin() { Color::Black } else { Color::White };
            // Small windows make captures and kos likely on large boards.
            let (r, c) = (rng.within(..size.min(5)), rng.within(..size.min(5)));
            let i = r * size + c;
            match rng.below(20) {
                0 => {
                    stack.push((naive.clone(), board.hash(), board.captures(Color::Black)));
                    board.pass(color);
                    naive.ko = None;
                }
                1..=4 => {
                    if let Some((before, hash, captures)) = stack.pop() {
                        prop_assert!(board.undo());
                        naive = before;
                        prop_assert_eq!(board.hash(), hash);
                        prop_assert_eq!(board.captures(Color::Black), captures);
                    } else {
                        prop_assert!(!board.undo());
                    }
                }
                _ => {
                    let before = (naive.clone(), board.hash(), board.captures(Color::Black));
                    let ok = naive.play(color, i);
                    prop_assert_eq!(board.try_play(color, point(size, i)), ok);
                    if ok {
                        stack.push(before);
                    }
                }
            }
            if size <= 9 || n % 16 == 0 {
                agree(&board, &naive);
            }
        }
        while board.undo() {
            board.check_invariants().expect("consistent");
        }
        prop_assert_eq!(board.hash(), 0);
        prop_assert_eq!(board.stone_count(), 0);
    }
}

/// Number of move sequences (passes excluded) of the given length.
fn perft(board: &mut Board, color: Color, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut n = 0;
    for p in Point::all(board.size()) {
        if board.try_play(color, p) {
            n += perft(board, color.other(), depth - 1);
            board.undo();
        }
    }
    n
}

fn naive_perft(board: &Naive, color: Color, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut n = 0;
    for i in 0..board.size * board.size {
        let mut after = board.clone();
        if after.play(color, i) {
            n += naive_perft(&after, color.other(), depth - 1);
        }
    }
    n
}

#[test]
fn perft_counts_agree() {
    for (size, depth) in [(1, 3), (2, 7), (3, 5), (4, 4), (5, 3)] {
        let mut board = Board::new(size).expect("size in range");
        let got = perft(&mut board, Color::Black, depth);
        assert_eq!(got, naive_perft(&Naive::new(size), Color::Black, depth), "{size}x{size}");
        assert_eq!(board.hash(), 0);
    }
}

#[test]
fn sizes_out_of_range_are_errors() {
    assert!(Board::new(0).is_err() && Board::new(26).is_err());
    assert!(Board::new(1).is_ok() && Board::new(25).is_ok());
}

#[test]
fn ko_is_banned_for_one_side_until_something_else_is_played() {
    let mut board = diagram::parse(
        "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .",
    )
    .expect("a diagram");
    let at = |name: &str| Point::parse(name, 5).expect("a vertex");
    assert_eq!(board.takes_ko(Color::White, at("B4")), Some(at("C4")));
    assert!(board.is_ko_point(at("B4")) && board.is_ko_point(at("C4")));
    board.play(Color::White, at("B4")).expect("legal");
    assert_eq!(board.ko(), Some((at("C4"), Color::Black)));
    assert_eq!(board.legality(Color::Black, at("C4")), Err(Illegal::Ko));
    assert!(board.is_legal(Color::White, at("C4")));
    let (white, black) = (board.hash_for(Color::White), board.hash_for(Color::Black));
    assert_ne!(white, black);
    board.pass(Color::Black);
    assert_ne!(board.hash_for(Color::White), white);
    board.undo();
    assert!(board.try_play_ko(Color::Black, at("C4")));
    assert_eq!(board.captures(Color::Black), 1);
    board.undo();
    board.undo();
    assert!(board.ko().is_none());
}

#[test]
fn suicide_removes_stones_where_it_is_allowed() {
    let mut board = diagram::parse(
        "
        . X O . .
        X X O . .
        O O . . .
        . . . . .
        . . . . .",
    )
    .expect("a diagram");
    let corner = Point::parse("A5", 5).expect("a vertex");
    let hash = board.hash();
    assert_eq!(board.play(Color::Black, corner), Err(Illegal::Suicide));
    board.play_with_suicide(Color::Black, corner).expect("allowed");
    board.check_invariants().expect("consistent");
    assert_eq!((board.stone_count(), board.captures(Color::White)), (4, 4));
    assert_eq!(board.at(corner), Cell::Empty);
    board.undo();
    board.check_invariants().expect("consistent");
    assert_eq!(board.hash(), hash);
}

#[test]
fn adjacent_enemies_are_named_by_origin() {
    let board = diagram::parse(
        "
        . O . . .
        O X O . .
        O X . . .
        . O . . .
        . . . . .",
    )
    .expect("a diagram");
    let black = Point::parse("B3", 5).expect("a vertex");
    assert_eq!(board.liberty_count(black), 1);
    let names: Vec<String> = board.adjacent_enemies(black).iter().map(|p| p.name(5)).collect();
    assert_eq!(names, ["B5", "A4", "C4", "B2"]);
}

/// Counting up to a limit agrees with the sets, also where many strings are in atari, and
/// after moves are taken back.
#[test]
fn short_counts_agree_with_sets() {
    let mut rng = Rng::new(0);
    let mut many = 0;
    for size in [6, 11] {
        let mut board = Board::new(size).expect("size in range");
        for i in 0..200 {
            let color = if i % 2 == 0 { Color::Black } else { Color::White };
            board.try_play(color, Point::new(rng.within(..size), rng.within(..size)));
            if i % 50 > 40 {
                board.undo();
            }
            board.check_invariants().expect("consistent");
            many += usize::from(board.atari.iter().any(|a| a.listed().is_none()));
            for p in Point::all(size) {
                for color in Color::BOTH {
                    let all = board.accurate_liberties(color, p).len();
                    for max in 1..6 {
                        assert_eq!(board.liberties_after(color, p, max), all.min(max));
                    }
                    let listed: Vec<Point> = board.neighbour_list(p, color).to_vec();
                    assert_eq!(listed.len(), board.neighbour_strings(p, color).len());
                }
                let one = board.liberties(p);
                assert_eq!(board.liberty_list::<3>(p).len(), one.len().min(3));
                assert_eq!(board.atari_liberty(p), if one.len() == 1 { one.first() } else { None });
                for max in 1..4 {
                    let near: Vec<Point> = board.adjacent_list::<20>(p, max).to_vec();
                    let all = board.adjacent_enemies_with(p, max);
                    assert_eq!(near, all.iter().collect::<Vec<_>>());
                }
            }
        }
    }
    assert!(many > 5, "{many} positions with more strings in atari than are listed");
}

/// The changes of every move on the stack, applied to the stones before it, give the
/// stones after it; so do those of kos and suicides.
#[test]
fn the_changes_of_a_move_lead_from_position_to_position() {
    let mut rng = Rng::new(17);
    for size in [3, 5, 9] {
        let mut board = Board::new(size).expect("size in range");
        let mut positions = vec![(board.hash(), cells(&board))];
        for i in 0..40 * size {
            let color = Color::BOTH[i % 2];
            let p = Point::new(rng.within(..size), rng.within(..size));
            if i % 11 == 0 {
                board.pass(color);
            } else if board.play_with_suicide(color, p).is_err() {
                continue;
            }
            positions.push((board.hash(), cells(&board)));
            if i % 7 == 0 {
                board.undo();
                positions.pop();
            }
        }
        assert_eq!(board.depth() + 1, positions.len());
        for (number, pair) in positions.windows(2).enumerate() {
            let mut after = pair[0].1.clone();
            for (p, cell) in board.changes(number) {
                after[p.idx()] = cell;
            }
            assert_eq!(after, pair[1].1, "move {number}");
            assert_eq!(board.hash_after(number + 1), pair[1].0);
        }
    }
}

fn cells(board: &Board) -> Vec<Cell> {
    (0..AREA as u16).map(|i| board.at(Point(i))).collect()
}
