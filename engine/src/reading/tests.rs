//! Reading by diagram: what can be captured, what can be saved, and how.

use super::{Code, Limits, Memory, Reader, Reading, Scheme, Trace};
use crate::board::Board;
use crate::diagram;
use crate::door::{Door, Restore};
use crate::search::Deadline;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use proptest::prelude::*;
use std::time::Duration;

fn ask(board: &mut Board, memory: &mut Memory, question: &str) -> String {
    let size = board.size();
    let mut words = question.split_whitespace();
    let command = words.next().expect("a command");
    let at: Vec<Point> =
        words.map(|w| Point::parse(w, size).expect("a vertex of the board")).collect();
    let hash = board.hash();
    let mut reader = Reader::new(board, Limits::default(), memory);
    let whole = |r: Reading| match r.code {
        Code::Lose => "lose".to_string(),
        code => format!("{code:?} {}", r.point.name(size)).to_lowercase(),
    };
    let code = |c: Code| format!("{c:?}").to_lowercase();
    let answer = match (command, at.as_slice()) {
        ("attack", &[s]) => whole(reader.attack(s)),
        ("defend", &[s]) => whole(reader.defend(s)),
        ("ladder", &[s]) => whole(reader.ladder_attack(s)),
        ("attack_either", &[a, b]) => whole(reader.attack_either(a, b)),
        ("defend_both", &[a, b]) => whole(reader.defend_both(a, b)),
        ("does_attack", &[p, s]) => code(reader.does_attack(p, s)),
        ("does_defend", &[p, s]) => code(reader.does_defend(p, s)),
        ("safe_black", &[p]) => code(reader.safe_move(p, Color::Black)),
        ("safe_white", &[p]) => code(reader.safe_move(p, Color::White)),
        ("break_through", &[x, y, z]) => code(reader.break_through(x, y, z)),
        _ => panic!("no such question: {question}"),
    };
    assert_eq!(board.hash(), hash, "{question}: the board was not given back as it was");
    board.check_invariants().expect("consistent");
    answer
}

#[track_caller]
fn check(text: &str, question: &str, expected: &str) {
    let mut board = diagram::parse(text).expect("a diagram");
    let got = ask(&mut board, &mut Memory::default(), question);
    assert_eq!(got, expected, "{question}\n{}", diagram::draw(&board));
    let plain = ask(&mut board, &mut Memory::new(0), question);
    assert_eq!(plain, got, "{question}: the memory changes the answer");
}

const ATARI: &str = "
    . . . . .
    . . X . .
    . X O . .
    . . X . .
    . . . . .";

#[test]
fn a_stone_in_atari_is_captured_or_extends() {
    check(ATARI, "attack c3", "win d3");
    check(ATARI, "defend c3", "lose");
    check(ATARI, "attack b3", "lose");
    check(ATARI, "attack a1", "win pass");
    check(ATARI, "defend a1", "lose");
    check(ATARI, "defend b3", "win pass");
}

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O . . . . . .
    . . X . . . . . .
    . . . . . . . . .";

#[test]
fn a_ladder_is_read_to_the_end() {
    check(LADDER, "attack c3", "win d3");
    check(LADDER, "defend c3", "lose");
    // A stone of the owner in its way breaks it.
    let broken = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O . . . . . .
    . . X . O . . . .
    . . . . . . . . .";
    check(broken, "attack c3", "win d3");
    check(broken, "defend c3", "win d3");
}

/// What would connect to many liberties: a stone thrown in there takes one from the string
/// and, when it is taken, from what it connects to.
#[test]
fn a_stone_is_thrown_in_on_the_only_way_out() {
    let b = "
    . . . . O . .
    . . O X X O .
    . X O . . O .
    O . . . X . O
    . X . . . . X
    O . . X X X O
    . O . . . . .";
    check(b, "attack e7", "win f7");
    let fewer = "
    . . . . . . .
    . X X . X X .
    X O . . . . .
    . O . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";
    check(fewer, "attack a5", "lose");
}

/// A stone that crawls along the second line cuts off what stops it.
#[test]
fn what_stops_a_crawling_string_is_cut_off() {
    let b = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . X . .
    . . . . . . . . . . . . .
    . . . . . . . . X X O . .
    . . . . . . . . O O X . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .";
    check(b, "attack l7", "lose");
}

#[test]
fn a_ladder_consists_of_ataris_only() {
    // One liberty is an atari already.
    check(LADDER, "ladder c3", "lose");
    let ladder = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O O . . . . .
    . . X . . . . . .
    . . . . . . . . .";
    check(ladder, "ladder c3", "win e3");
    let broken = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O O . . . . .
    . . X . O . . . .
    . . . . . . . . .";
    check(broken, "ladder c3", "lose");
}

#[test]
fn a_net_catches_a_stone_that_can_still_move() {
    check(
        "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . X . . . . . .
    . . X . . . . . .
    . . X O . . . . .
    . . O X X X . . .
    . . O . . . . . .
    . . . . . . . . .",
        "does_attack e5 d4",
        "win",
    );
}

#[test]
fn a_snapback_counts_as_capture() {
    check(
        "
    . X O O X .
    . X O . X .
    . X O O X .
    . X X . O X
    . . . X X .
    . . . . . .",
        "attack c4",
        "win d3",
    );
}

/// Two stones can be sent into the corner again and again, and one comes back each time: in between
/// their opponent passes, so nothing is gained by it. Who begins in earnest dies.
#[test]
fn sending_two_stones_and_getting_one_back_takes_nothing() {
    let seki = "
    . X X O . O .
    . X O O O X X
    . X X O O O .
    . . . X X O O
    . . . . X X O
    . . . . . X X
    . . . . . . .";
    check(seki, "attack f6", "lose");
    check(seki, "attack f5", "lose");
}

#[test]
fn capturing_a_neighbour_saves() {
    let cut = "
    . . . . . . . . .
    . . . . . . . . .
    . . O O . . . . .
    . O X X O . . . .
    . O X O X X . . .
    . O X O . X . . .
    . O . X X X . . .
    . . . . . . . . .
    . . . . . . . . .";
    // Both sides' middle stones are in atari.
    check(cut, "attack c5", "win c3");
    check(cut, "defend c5", "win c3");
    check(cut, "attack d5", "win e4");
    check(cut, "defend d5", "win c3");
}

/// The example of the GNU Go 3.8 manual, "Reading cutoff and depth parameters".
#[test]
fn an_approach_is_prepared_by_backfilling() {
    check(
        "
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . O O O O O O O
    O O X X X X X O
    . . O . X . X O",
        "attack c2",
        "win b1",
    );
}

/// Black stones A…: White takes a ko at once, or must find a threat first.
#[test]
fn kos_have_their_codes() {
    let free = "
    . . . . . .
    . O X . . .
    O X . X . .
    . O X . . .
    . . . . . .
    . . . . . .";
    // Taking b4 is a ko; Black has to find the threat.
    check(free, "attack b4", "koa c4");
    let mut board = diagram::parse(free).expect("a diagram");
    board.play(Color::White, Point::parse("c4", 6).expect("a vertex")).expect("takes the ko");
    assert!(board.ko().is_some());
    let got = ask(&mut board, &mut Memory::default(), "attack c4");
    assert_eq!(got, "kob b4");
    let got = ask(&mut board, &mut Memory::default(), "defend c4");
    assert_eq!(got, "win b4");
}

#[test]
fn moves_are_judged_by_what_they_do() {
    check(LADDER, "does_attack d3 c3", "lose");
    check(ATARI, "safe_white d3", "lose");
    check(ATARI, "safe_black d3", "win");
    check(ATARI, "safe_white c3", "lose");
    let two = "
    . . . . . . .
    . . X X . . .
    . X O O X . .
    . . . . X . .
    . . X X . . .
    . . . . . . .
    . . . . . . .";
    check(two, "attack c5", "win c4");
    check(two, "does_attack a1 c5", "lose");
    check(two, "does_defend a1 c5", "lose");
}

#[test]
fn double_atari_takes_one_of_two() {
    let pair = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . . . .
    . . . X O . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .";
    check(pair, "attack d5", "lose");
    check(pair, "attack e4", "lose");
    check(pair, "attack_either d5 e4", "win e5");
    check(pair, "defend_both d5 e4", "win e5");
    let safe = "
    . . . . . . .
    . . . . . . .
    . . O . . . .
    . . . . . . .
    . . . . O . .
    . . . . . . .
    . . . . . . .";
    check(safe, "attack_either c5 e3", "lose");
    check(safe, "defend_both c5 e3", "win pass");
    check(safe, "attack_either c5 a1", "win pass");
    check(safe, "defend_both c5 a1", "lose");
}

#[test]
fn a_wedge_breaks_through_or_not() {
    let cut = "
    . . X X . . .
    . X . O . . .
    . . O X O . .
    . O O . O O .
    . . . . . . .
    . . . . . . .
    . . . . . . .";
    check(cut, "break_through c5 d6 e5", "koa");
    check(cut, "break_through c5 d6 a1", "win");
    let strong = "
    . . O O O . .
    . . O O O . .
    . . O X O . .
    . . O . O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";
    check(strong, "break_through c5 d6 e5", "lose");
}

#[test]
fn several_moves_attack_defend_and_threaten() {
    let names = |list: Vec<Reading>, size| -> String {
        let words: Vec<String> =
            list.iter().map(|r| format!("{:?} {}", r.code, r.point.name(size))).collect();
        words.join(", ").to_lowercase()
    };
    let mut board = diagram::parse(
        "
        . . . . . . .
        . . X X . . .
        . X O O X . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .",
    )
    .expect("a diagram");
    let at = |name| Point::parse(name, 7).expect("a vertex");
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    // Two liberties: either takes it, and so does the net.
    let attacks = reader.attack_points(at("c5"), 10);
    assert!(attacks.len() >= 2 && attacks.iter().all(|r| r.code == Code::Win), "{attacks:?}");
    assert_eq!(attacks[0], reader.attack(at("c5")));
    assert_eq!(reader.attack_points(at("c5"), 1), attacks[..1]);
    let mut copy = reader.board().clone();
    for r in &attacks {
        let mut none = Memory::new(0);
        let mut search = Reader::new(&mut copy, Limits::default(), &mut none);
        assert_eq!(search.attack_at(r.point, at("c5"), Color::White), Code::Win);
    }
    assert!(reader.attack_threats(at("c5"), 10).is_empty());
    assert_eq!(names(reader.attack_points(at("d3"), 10), 7), "");
    // A stone with two liberties that gets away: which moves threaten to take it?
    let mut board = diagram::parse(
        "
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    )
    .expect("a diagram");
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    assert!(!reader.attack(at("d4")).is_success());
    let threats = reader.attack_threats(at("d4"), 20);
    for vertex in ["e4", "d3"] {
        assert!(threats.iter().any(|r| r.point == at(vertex)), "{}", names(threats.clone(), 7));
    }
    for r in &threats {
        assert!(reader.play(Color::White, r.point));
        assert!(reader.attack(at("d4")).is_success(), "{}", r.point.name(7));
        reader.undo();
    }
    assert!(threats.is_sorted_by_key(|r| (std::cmp::Reverse(r.code), r.point)));
    assert!(reader.defense_points(at("d4"), 9).is_empty());
    let defended = diagram::parse(ATARI.replace("X O .", "X O O").as_str());
    let mut board = defended.expect("a diagram");
    let at = |name| Point::parse(name, 5).expect("a vertex");
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let defence = reader.defend(at("c3"));
    let all = reader.defense_points(at("c3"), 9);
    assert_eq!(all.first(), (!defence.point.is_pass()).then_some(&defence));
    assert!(reader.attack_points(at("a1"), 9).is_empty());
    for r in all {
        let mut none = Memory::new(0);
        let mut search = Reader::new(&mut board, Limits::default(), &mut none);
        assert!(search.defend_at(r.point, at("c3"), Color::White) == r.code);
    }
}

#[test]
fn the_node_limit_ends_every_question() {
    let mut board = diagram::parse(LADDER).expect("a diagram");
    let mut memory = Memory::default();
    for nodes in [0, 1, 2, 5, 20] {
        let limits = Limits { nodes, ..Limits::default() };
        let mut reader = Reader::new(&mut board, limits, &mut memory);
        reader.attack(Point::new(6, 2));
        assert!(reader.stats().nodes <= nodes + 1);
    }
}

fn random_board(size: usize, seed: u64, moves: usize) -> Board {
    let mut rng = Rng::new(seed);
    let mut board = Board::new(size).expect("size in range");
    for i in 0..moves {
        let color = if i % 2 == 0 { Color::Black } else { Color::White };
        board.try_play(color, Point::new(rng.within(..size), rng.within(..size)));
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    /// With the table, without it, and with one that is always overwritten:
    /// the same answers, and the board as it was.
    #[test]
    fn the_table_never_changes_an_answer(seed in any::<u64>(), size in 2usize..9, moves in 4usize..50) {
        let mut board = random_board(size, seed, moves);
        let hash = board.hash();
        let (mut kept, mut none, mut tiny) = (Memory::default(), Memory::new(0), Memory::new(4));
        let strings: Vec<Point> = board.strings().collect();
        // With few nodes most questions are cut short: at the same place.
        for (nodes, depth, effort) in [(30, 10, 1), (300, 5, 2), (3000, 10, 1), (3000, 5, 2)] {
            let limits =
                Limits { depth, branch_depth: 4, nodes, effort, proof: 2_000, ..Limits::default() };
            for &s in &strings {
                let answers = [&mut kept, &mut none, &mut tiny].map(|memory| {
                    let mut reader = Reader::new(&mut board, limits, memory);
                    (reader.attack_and_defend(s), reader.stats().cut)
                });
                prop_assert_eq!(answers[0], answers[1]);
                prop_assert_eq!(answers[0], answers[2]);
                prop_assert_eq!(board.hash(), hash);
            }
        }
        board.check_invariants().expect("consistent");
    }
}

/// Plays games with an ever growing cache, and asks everything there and without any
/// table: the same answers after every move, and after moves are taken back.
#[test]
fn the_cache_never_changes_an_answer() {
    let mut used = 0;
    for (size, seed, moves) in [(9, 1, 24), (13, 2, 5)] {
        let mut rng = Rng::new(seed);
        let mut board = random_board(size, seed, size * size / 3);
        let (mut kept, mut none) = (Memory::default(), Memory::new(0));
        for i in 0..moves {
            if i % 7 == 6 {
                board.undo();
                board.undo();
            } else {
                let p = Point::new(rng.within(..size), rng.within(..size));
                board.try_play(Color::BOTH[i % 2], p);
            }
            let strings: Vec<Point> = board.strings().collect();
            let p = Point::new(rng.within(..size), rng.within(..size));
            let answers = [&mut kept, &mut none].map(|memory| {
                let mut reader = Reader::new(&mut board, Limits::default(), memory);
                let mut answers = Vec::new();
                for &s in &strings {
                    answers.push((s, reader.attack_and_defend(s), reader.defend_only(s)));
                }
                let mut codes = Color::BOTH.map(|c| reader.safe_move(p, c)).to_vec();
                for &s in strings.iter().skip(i % 5).step_by(5) {
                    codes.extend([reader.does_attack(p, s), reader.does_defend(p, s)]);
                }
                (answers, codes, reader.stats().cut)
            });
            assert_eq!(answers[0], answers[1], "move {i}\n{}", diagram::draw(&board));
        }
        used += kept.cache.uses();
    }
    assert!(used > 100, "{used} answers used again");
}

/// The stones of a board after one of the eight transformations, perhaps with
/// colours swapped.
fn turned(board: &Board, k: usize, swap: bool) -> (Board, impl Fn(Point) -> Point + use<>) {
    let n = board.size() - 1;
    let map = move |p: Point| {
        let (mut row, mut col) = (p.row(), p.col());
        if k & 1 != 0 {
            row = n - row;
        }
        if k & 2 != 0 {
            col = n - col;
        }
        if k & 4 != 0 {
            std::mem::swap(&mut row, &mut col);
        }
        Point::new(row, col)
    };
    let stones = Point::all(board.size()).filter_map(|p| {
        let color = board.color_at(p)?;
        Some((if swap { color.other() } else { color }, map(p)))
    });
    (Board::with_stones(board.size(), stones).expect("as many liberties as before"), map)
}

/// What is said about the strings of a board, in the order given, through the door.
fn all_answers(board: &mut Board, strings: &[Point]) -> Vec<(Reading, Reading)> {
    let (mut memory, mut door) = (Memory::default(), Door::new(board));
    let ask = |&s: &Point| {
        let (inside, view) = door.enter(board, &[s], None);
        let mut reader = Reader::new(inside, Limits::default(), &mut memory);
        reader.attack_and_defend(view.inside(s)).restore(&view)
    };
    strings.iter().map(ask).collect()
}

/// Codes are the same on all eight orientations of the board and with colours
/// swapped; moves, too, unless the position looks the same from two sides.
#[test]
fn answers_do_not_depend_on_orientation_or_colour() {
    let drawn = [ATARI, LADDER].map(|text| diagram::parse(text).expect("a diagram"));
    let random = (0..12).map(|seed| random_board(5 + seed as usize % 5, seed, 60));
    for (i, mut board) in drawn.into_iter().chain(random).enumerate() {
        let size = board.size();
        let strings: Vec<Point> = board.strings().collect();
        let here = all_answers(&mut board, &strings);
        let codes = |a: &[(Reading, Reading)]| -> Vec<(Code, Code)> {
            a.iter().map(|(a, d)| (a.code, d.code)).collect()
        };
        for k in 0..16 {
            let (mut other, map) = turned(&board, k % 8, k >= 8);
            let there: Vec<Point> = strings.iter().map(|&s| map(s)).collect();
            let there = all_answers(&mut other, &there);
            assert_eq!(codes(&here), codes(&there), "board {i}, orientation {k}");
            if i >= 2 {
                let name = |p: Point| if p.is_pass() { p } else { map(p) };
                let moves = here.iter().map(|(a, d)| (name(a.point), name(d.point)));
                let same = moves.eq(there.iter().map(|(a, d)| (a.point, d.point)));
                assert!(same, "board {i} of size {size}, orientation {k}: other moves");
            }
        }
    }
}

/// A trace has a variation for every node, and says why reading stopped.
#[test]
fn a_trace_records_every_variation_with_its_reason() {
    let at = Point::parse("c3", 9).expect("a vertex");
    let mut board = diagram::parse(LADDER).expect("a diagram");
    let mut memory = Memory::new(0);
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    reader.set_trace(Some(Trace::new(10_000)));
    assert!(!reader.defend_only(at).is_success());
    let nodes = reader.stats().nodes as usize;
    let trace = reader.take_trace().expect("recorded");
    let moves = |v: &&super::Variation| v.mv.is_some_and(|(_, p)| !p.is_pass());
    assert_eq!(trace.variations().iter().filter(moves).count(), nodes);
    assert!(trace.variations()[1..].iter().all(|v| !v.notes.is_empty()));
    let root = trace.variations()[0].notes.last().map(|n| n.text(9));
    assert_eq!(root.as_deref(), Some("defend C3: 0 (best of all moves tried)"));
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    reader.set_trace(Some(Trace::new(3)));
    reader.defend_only(at);
    let short = reader.take_trace().expect("recorded");
    assert_eq!(short.variations().len(), 4);
    assert!(short.left_out() > 0);
}

/// After the deadline nothing is read any more, and nothing wrong is remembered.
#[test]
fn a_deadline_ends_reading_and_leaves_no_trace() {
    let at = Point::parse("c3", 9).expect("a vertex");
    let net = Point::parse("b3", 9).expect("a vertex");
    let mut board = diagram::parse(LADDER).expect("a diagram");
    let mut memory = Memory::default();
    let mut ask = |memory: &mut Memory, deadline| {
        let mut reader = Reader::new(&mut board, Limits::default(), memory);
        reader.set_deadline(deadline);
        let answers = [at, net].map(|s| reader.attack_and_defend(s));
        (answers, reader.stats().nodes)
    };
    let (_, nodes) = ask(&mut memory, Deadline::after(Duration::ZERO));
    assert_eq!(nodes, 0);
    let after = ask(&mut memory, Deadline::NONE);
    assert_eq!(after, ask(&mut Memory::default(), Deadline::after(Duration::from_secs(3600))));
    assert!(after.1 > 0);
}

/// Whatever scheme decides about kos: reading ends, and gives the board back.
#[test]
fn all_komaster_schemes_end() {
    for scheme in [Scheme::Five, Scheme::Early, Scheme::Revised] {
        let mut board = random_board(5, 11, 60);
        let hash = board.hash();
        let strings: Vec<Point> = board.strings().collect();
        let limits = Limits { scheme, nodes: 3000, ..Limits::default() };
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, limits, &mut memory);
        for &s in &strings {
            reader.attack_and_defend(s);
        }
        // Two questions to a string at most, and one move more than the limit.
        assert!(reader.stats().nodes <= 3 * 3010 * strings.len() as u64);
        assert_eq!(board.hash(), hash);
    }
}
