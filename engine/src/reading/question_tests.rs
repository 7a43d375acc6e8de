//! Questions after moves, and questions that ask questions: connections.

use super::{Code, Limits, Memory, Reader, Reading, StopReason, Trace};
use crate::board::Board;
use crate::diagram;
use mkpat_rt::geom::{Color, Point};

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn at(name: &str, board: &Board) -> Point {
    Point::parse(name, board.size()).expect("a vertex")
}

/// A ladder that works, as long as the board.
const LADDER: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . X X . . . . . . . . .
    . X O . . . . . . . . . .
    . . X . . . . . . . . . .
    . . . . . . . . . . . . .";

/// Twelve moves down a line a question has the depth that it has at the start: the same
/// answer, by as many nodes.
#[test]
fn a_question_has_its_own_root() {
    let mut board = board(LADDER);
    let s = at("c3", &board);
    let far: Vec<Point> = (0..12).map(|i| Point::new(i % 2, i / 2)).collect();
    let ask = |board: &mut Board| {
        let mut memory = Memory::new(0);
        let mut reader = Reader::new(board, Limits::default(), &mut memory);
        let answer = reader.attack_and_defend(s);
        (answer, reader.stats().nodes)
    };
    let here = ask(&mut board);
    assert!(here.1 > 10, "{here:?}");
    let mut memory = Memory::new(0);
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    for (i, &p) in far.iter().enumerate() {
        assert!(reader.play(Color::BOTH[i % 2], p));
    }
    let before = reader.stats().nodes;
    let there = (reader.attack_and_defend(s), reader.stats().nodes - before);
    reader.undo_all();
    assert_eq!(reader.board().depth(), 0);
    assert_eq!(here.0, there.0);
    // The board does not reach the ladder; the random stones do not change its cost.
    assert_eq!(here.1, there.1);
}

#[test]
fn limits_are_a_value_of_the_question() {
    let mut board = board(LADDER);
    let s = at("c3", &board);
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let none = Limits { nodes: 1, ..Limits::default() };
    // Without nodes the string counts as safe; the ladder is read to its end otherwise.
    assert_eq!(reader.within(none, |r| r.defend_only(s)).code, Code::Win);
    assert!(reader.stats().nodes <= 2 && reader.stats().cut > 0, "{:?}", reader.stats());
    assert_eq!(reader.defend_only(s).code, Code::Lose);
    assert_eq!(reader.limits(), Limits::default());
}

/// Both questions about two strings, with and without memory, in words.
fn connection(text: &str, a: &str, b: &str) -> (String, String) {
    let mut board = board(text);
    let (a, b, size) = (at(a, &board), at(b, &board), board.size());
    let hash = board.hash();
    let mut answers = Vec::new();
    for mut memory in [Memory::default(), Memory::new(0)] {
        for (a, b) in [(a, b), (b, a)] {
            let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
            let words = |r: Reading| format!("{:?} {}", r.code, r.point.name(size));
            answers.push((words(reader.connect(a, b)), words(reader.disconnect(a, b))));
        }
    }
    assert_eq!(board.hash(), hash);
    assert!(answers.windows(2).all(|w| w[0] == w[1]), "{answers:?}");
    answers.remove(0)
}

#[track_caller]
fn connects(text: &str, a: &str, b: &str, connect: &str, disconnect: &str) {
    assert_eq!(connection(text, a, b), (connect.to_string(), disconnect.to_string()), "{text}");
}

#[test]
fn strings_connect_or_are_cut() {
    // One shared liberty: whoever plays there.
    let one = "
        . . . . .
        . . O . .
        . X . X .
        . . O . .
        . . . . .";
    connects(one, "b3", "d3", "Win C3", "Win C3");
    // Two shared liberties are miai.
    let miai = "
        . . . . .
        . X . . .
        . . X . .
        . . . . .
        . . . . .";
    let (connect, disconnect) = connection(miai, "b4", "c3");
    assert!(connect.starts_with("Win"), "{connect}");
    assert_eq!(disconnect, "Lose PASS");
    // One string, one missing, two colours.
    connects(miai, "b4", "b4", "Win PASS", "Lose PASS");
    connects(miai, "b4", "e5", "Lose PASS", "Win PASS");
    connects(one, "b3", "c4", "Lose PASS", "Win PASS");
}

/// A cut that is found is one for sure; what stays open for want of positions seems to be one, and is
/// one for sure only if that is clear.
#[test]
fn a_cut_for_sure_is_found_or_clear() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . X . . .
        . . . . . . . . .
        . . . . . . O . .
        . X . X . . . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let mut board = board(text);
    let [a, b, c, d] = ["c7", "f7", "b4", "d4"].map(|p| at(p, &board));
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let few = Limits { connection_nodes: 10, ..Limits::default() };
    let asked = reader.within(few, |r| [r.disconnect(a, b), r.disconnect_for_sure(a, b)]);
    assert_eq!(asked.map(|r| r.code), [Code::Win, Code::Lose]);
    // Remembered apart.
    let again = reader.within(few, |r| [r.disconnect_for_sure(a, b), r.disconnect(a, b)]);
    assert_eq!(again, [asked[1], asked[0]]);
    let near = [reader.disconnect(c, d), reader.disconnect_for_sure(c, d)];
    assert!(near[0].is_success() && near[1] == near[0], "{near:?}");
    // Open here, too, but clear.
    let some = Limits { connection_nodes: 120, ..Limits::default() };
    reader.set_trace(Some(Trace::new(10)));
    assert_eq!(reader.within(some, |r| r.disconnect_for_sure(c, d)), near[1]);
    let trace = reader.take_trace().expect("recorded");
    let note = trace.variations()[0].notes.last().expect("a note");
    assert_eq!(note.reason, StopReason::Limit);
}

/// What cuts is taken.
#[test]
fn a_cutting_stone_in_atari_connects() {
    let cut = "
        . . . . . .
        . O X O . .
        . X O X . .
        . . . . . .
        . . . . . .
        . . . . . .";
    let (connect, _) = connection(cut, "b4", "d4");
    assert_eq!(connect, "Win C3");
}

#[test]
fn connection_reading_counts_and_records() {
    let mut board = board(
        "
        . . . . . . .
        . . . . . . .
        . . O . . . .
        . X . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let (a, b) = (at("b4", &board), at("d4", &board));
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let first = reader.disconnect(a, b);
    let stats = reader.stats();
    assert!(stats.connection_nodes > 0 && stats.questions > 0, "{stats:?}");
    // With what is remembered it takes no more.
    assert_eq!(reader.disconnect(a, b), first);
    assert!(reader.stats().connection_nodes <= 2 * stats.connection_nodes);
    // Without memory, every move is in the record.
    let mut none = Memory::new(0);
    let mut reader = Reader::new(&mut board, Limits::default(), &mut none);
    reader.set_trace(Some(Trace::new(1000)));
    assert_eq!(reader.disconnect(a, b), first);
    let trace = reader.take_trace().expect("recorded");
    assert!(trace.variations().len() > 1);
    assert!(trace.variations()[1].mv.is_some_and(|(color, _)| color == Color::White));
    assert!(!trace.variations()[0].notes.is_empty());
}
