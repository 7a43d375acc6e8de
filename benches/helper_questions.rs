//! `cargo bench --bench helper_questions`: what a question costs that a helper of a pattern
//! asks after moves of its own.
//!
//! In each of 300 positions, for every string of at most four liberties, two moves are
//! played (the opponent's on its first liberty, its owner's on the last one), `attack` is
//! asked, and the moves are taken back. In the first way a board is made for each question
//! ([`Door::enter`]); in the second the reader plays on its own board. Both start without
//! memory in every position, and their rounds alternate.
//!
//! Positions are those of `bench/reading.gtp` in the reference material (`KATACHI_SHARED`);
//! without it, random ones.

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::board::Board;
use engine::door::Door;
use engine::reading::{Code, Limits, Memory, Reader};
use katachi_frontend::gtp;
use katachi_frontend::session::{Session, Settings};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use test_support::shared;

const POSITIONS: usize = 300;
const ROUNDS: usize = 7;

/// A string and the two moves after which it is asked about.
struct Question {
    string: Point,
    moves: [(Color, Point); 2],
}

/// One of the two ways: the codes, and the nodes that they took.
type Way = fn(&mut Board, &[Question], &mut Memory) -> (Vec<Code>, u64);

fn questions(board: &Board) -> Vec<Question> {
    let of = |s: Point| {
        let color = board.color_at(s)?;
        let liberties: Vec<Point> = board.liberties(s).iter().collect();
        if liberties.len() > 4 {
            return None;
        }
        let (first, last) = (*liberties.first()?, *liberties.last()?);
        Some(Question { string: s, moves: [(color.other(), first), (color, last)] })
    };
    board.strings().filter_map(of).collect()
}

/// A board is made for every question.
fn on_new_boards(
    board: &mut Board,
    questions: &[Question],
    memory: &mut Memory,
) -> (Vec<Code>, u64) {
    let mut door = Door::new(board);
    let (mut codes, mut nodes) = (Vec::new(), 0);
    // Both ways see the position in the same orientation.
    door.enter(board, &[], None);
    for q in questions {
        let played = q.moves.map(|(color, p)| board.try_play(color, p));
        let (inside, view) = door.enter(board, &[], None);
        let mut reader = Reader::new(inside, Limits::default(), memory);
        codes.push(reader.attack(view.inside(q.string)).code);
        nodes += reader.stats().nodes;
        played.iter().filter(|&&p| p).for_each(|_| {
            board.undo();
        });
    }
    (codes, nodes)
}

/// The reader plays on its board and takes back.
fn on_one_board(
    board: &mut Board,
    questions: &[Question],
    memory: &mut Memory,
) -> (Vec<Code>, u64) {
    let mut door = Door::new(board);
    let (inside, view) = door.enter(board, &[], None);
    let mut reader = Reader::new(inside, Limits::default(), memory);
    let mut codes = Vec::new();
    for q in questions {
        let play = |(color, p)| reader.play(view.color(color), view.inside(p));
        let played = q.moves.map(play);
        codes.push(reader.attack(view.inside(q.string)).code);
        played.iter().filter(|&&p| p).for_each(|_| reader.undo());
    }
    (codes, reader.stats().nodes)
}

fn positions() -> Vec<Board> {
    let recorded = shared("bench/reading.gtp").zip(shared("regression"));
    if let Some((file, folder)) = recorded {
        let patterns = patterns::pattern_set().expect("databases");
        let mut session = Session::new(patterns, &Settings::default()).expect("a session");
        let text = std::fs::read_to_string(file).expect("a file of questions");
        let records = text.lines().filter_map(|line| line.split_once("loadsgf "));
        let load = |(_, record): (&str, &str)| {
            let line = format!("loadsgf {}/{record}", folder.display());
            gtp::execute(&mut session, &line).expect("an answer");
            session.game().board().clone()
        };
        return records.map(load).take(POSITIONS).collect();
    }
    println!("without the reference material: random positions");
    let mut rng = Rng::new(2);
    let mut position = || {
        let mut board = Board::new(19).expect("size in range");
        for i in 0..220 {
            board.try_play(Color::BOTH[i % 2], Point::new(rng.within(..19), rng.within(..19)));
        }
        board
    };
    (0..POSITIONS).map(|_| position()).collect()
}

fn main() {
    let mut boards: Vec<(Board, Vec<Question>)> =
        positions().into_iter().map(|b| (b.clone(), questions(&b))).collect();
    let asked: usize = boards.iter().map(|(_, q)| q.len()).sum();
    let mut best = [Duration::MAX; 2];
    let mut nodes = [0; 2];
    let mut memory = Memory::default();
    for _ in 0..ROUNDS {
        let mut codes = [Vec::new(), Vec::new()];
        let ways: [Way; 2] = [on_new_boards, on_one_board];
        for (way, ask) in ways.into_iter().enumerate() {
            let start = Instant::now();
            nodes[way] = 0;
            for (board, questions) in &mut boards {
                memory.clear();
                let (found, spent) = black_box(ask(board, questions, &mut memory));
                nodes[way] += spent;
                codes[way].extend(found);
            }
            best[way] = best[way].min(start.elapsed());
        }
        let [new, one] = &codes;
        assert_eq!(new, one, "both ways give the same codes");
    }
    println!(
        "{} positions, {asked} questions after two moves, best of {ROUNDS} rounds",
        boards.len()
    );
    for (name, (time, nodes)) in
        ["a board for each question", "one board"].iter().zip(best.iter().zip(nodes))
    {
        let rate = asked as f64 / time.as_secs_f64();
        println!("{name:<26} {rate:>9.0} questions/s, {nodes} nodes");
    }
    println!("ratio {:.2}", best[0].as_secs_f64() / best[1].as_secs_f64());
}
