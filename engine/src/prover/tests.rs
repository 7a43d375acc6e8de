//! Questions about small positions whose answers are known.

use super::*;
use crate::diagram;

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn at(name: &str, board: &Board) -> Point {
    Point::parse(name, board.size()).expect("a vertex")
}

/// The answer about a goal, if `first` moves first.
fn ask(board: &Board, goal: Goal, first: Color) -> Answer {
    let question = Question { goal, first };
    let mut table = Table::with_bytes(1 << 20);
    prove(board, &question, &Limits { tree: 1000, ..Limits::nodes(200_000) }, &mut table)
        .expect("a question that can be asked")
}

const THREE: &str = "
    . . . . .
    X X X X X
    O O O O X
    . . . O X
    O O O O X";

#[test]
fn the_middle_of_three_decides() {
    let board = board(THREE);
    let stone = at("b3", &board);
    for goal in [Goal::Capture(stone), Goal::Kill(stone)] {
        for first in Color::BOTH {
            let answer = ask(&board, goal, first);
            assert_eq!(answer.status, Status::Settled(Code::Win), "{goal:?} {first}");
            assert_eq!(answer.line[0], (first, at("b2", &board)), "{goal:?} {first}");
            assert!(answer.nodes < 5_000 && !answer.stopped, "{}", answer.nodes);
            assert!(answer.zone.contains(at("b2", &board)));
            let tree = answer.tree.expect("a proof");
            assert_eq!(tree.first.len(), 1);
            assert_eq!(tree.branches[tree.first[0]].played, answer.line[0]);
        }
    }
    // All of the board was looked at.
    assert!(ask(&board, Goal::Capture(stone), Color::Black).is_proved());
}

/// White's two stones in the corner have three liberties, all of them where moves are looked for once Black's stone
/// below has brought in the last one: they are no wall. Black takes them or makes two eyes.
#[test]
fn stones_without_liberties_outside_are_no_wall() {
    let corner = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O . . .
        X X X X X O . . .
        . O O . X O . . .
        . . X . X O . . .",
    );
    let stone = at("a3", &corner);
    for goal in [Goal::Capture(stone), Goal::Kill(stone)] {
        let answer = ask(&corner, goal, Color::Black);
        assert_eq!(answer.status, Status::Settled(Code::Win), "{goal:?}");
    }
}

#[test]
fn kos_are_told_with_who_needs_a_threat() {
    // Black plays A1 and takes a ko at A3. If White plays first at A1, Black takes two stones
    // at A3, and White one at A2: that is where he was, with Black to move. And connecting
    // at A3 fills the eye.
    let ko = board(
        "
        . O X . .
        O O O X .
        . O X X .
        O X X . .
        . X . . .",
    );
    let stone = at("b4", &ko);
    let answers = Color::BOTH.map(|first| ask(&ko, Goal::Kill(stone), first));
    let status = answers.each_ref().map(|a| a.status);
    assert_eq!(status, [Status::Settled(Code::KoA), Status::Settled(Code::KoB)]);
    assert!(answers.iter().all(|a| !a.line.is_empty() && a.tree.is_some()));
}

/// White can send two stones into the corner again and again, and gets one back; Black passes in between. So
/// neither is taken: a seki.
#[test]
fn sending_two_stones_and_getting_one_back_takes_nothing() {
    let board = board(
        "
        . X X O . O .
        X X O O O X X
        . X X O O O .
        X X X X X O O
        X X X X X X O
        X X X X X X X
        . X . X . X .",
    );
    for (stone, killer) in [("f6", Color::White), ("f5", Color::Black)] {
        let goal = Goal::Kill(at(stone, &board));
        let status = [killer, killer.other()].map(|first| ask(&board, goal, first).status);
        assert_eq!(status, [Status::Settled(Code::Lose), Status::Settled(Code::Win)], "{stone}");
    }
}

#[test]
fn connections_are_made_and_cut() {
    let board = board(
        "
        . . . . .
        . O . . .
        X . X . .
        . O . . .
        . . . . .",
    );
    let goal = Goal::Connect(at("a3", &board), at("c3", &board));
    let answer = ask(&board, goal, Color::Black);
    assert_eq!(answer.status, Status::Settled(Code::Win));
    assert_eq!(answer.line, [(Color::Black, at("b3", &board))]);
}

#[test]
fn races_are_won_by_who_moves_first() {
    // Two liberties each.
    let board = board(
        "
        X . O X . O
        X . O X . O
        X X O X O O
        . X O X O .
        X X O X O O
        . X O X O .",
    );
    let (white, black) = (at("c4", &board), at("d4", &board));
    for (theirs, ours) in [(white, black), (black, white)] {
        for first in Color::BOTH {
            let answer = ask(&board, Goal::Race(theirs, ours), first);
            assert_eq!(answer.status, Status::Settled(Code::Win), "{first}");
            assert!(answer.is_proved());
        }
    }
}

#[test]
fn bad_questions_are_refused() {
    let board = board(THREE);
    let (empty, white, black) = (at("a5", &board), at("a3", &board), at("a4", &board));
    let limits = Limits::nodes(10);
    let mut table = Table::with_bytes(0);
    let mut ask = |goal| {
        let question = Question { goal, first: Color::Black };
        prove(&board, &question, &limits, &mut table).err()
    };
    assert_eq!(ask(Goal::Kill(empty)), Some(BadQuestion::NoStone(empty)));
    assert_eq!(ask(Goal::Capture(empty)), Some(BadQuestion::NoStone(empty)));
    assert_eq!(ask(Goal::Connect(white, black)), Some(BadQuestion::TwoColors(white, black)));
    assert_eq!(ask(Goal::Race(white, white)), Some(BadQuestion::OneColor(white, white)));
}

#[test]
fn limits_and_cancellation_end_a_proof() {
    let board = Board::with_stones(7, [(Color::Black, Point::new(3, 3))]).expect("a board");
    let question = Question { goal: Goal::Capture(Point::new(3, 3)), first: Color::White };
    let mut table = Table::with_bytes(1 << 20);
    let answer = prove(&board, &question, &Limits::nodes(5_000), &mut table).expect("asked");
    assert_eq!(answer.status, Status::Unknown);
    assert!((5_000..5_200).contains(&answer.nodes), "{}", answer.nodes);
    assert!(!answer.line.is_empty() && !answer.stopped);
    let again = prove(&board, &question, &Limits::nodes(5_000), &mut Table::with_bytes(1 << 20));
    assert_eq!(again.expect("asked").line, answer.line);
    // Whatever the limit, it is noticed within a few hundred nodes: so is the clock.
    for limit in (1_000..12_000).step_by(1_100) {
        let answer = prove(&board, &question, &Limits::nodes(limit), &mut table).expect("asked");
        assert!(answer.nodes < limit + 200, "{} of {limit}", answer.nodes);
    }
    let set = AtomicBool::new(true);
    let limits = Limits { cancel: Some(&set), ..Limits::nodes(u64::MAX) };
    let answer = prove(&board, &question, &limits, &mut table).expect("asked");
    assert!(answer.stopped && answer.nodes < 2_000, "{}", answer.nodes);
    let limits =
        Limits { deadline: Deadline::after(std::time::Duration::ZERO), ..Limits::nodes(u64::MAX) };
    assert!(prove(&board, &question, &limits, &mut table).expect("asked").stopped);
}
