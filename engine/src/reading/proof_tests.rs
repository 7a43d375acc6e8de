//! What is proved, what is refuted, and what is left open.

use super::proof::{Proof, ProofOutcome};
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

fn without_proof() -> Limits {
    Limits { proof: 0, ..Limits::default() }
}

/// What a proof within `limit` nodes says about a move of the attacker, and how many it took.
fn prove(board: &mut Board, s: &str, p: &str, limit: u64) -> (ProofOutcome, u64) {
    let (s, p) = (at(s, board), at(p, board));
    let owner = board.color_at(s).expect("a string");
    assert!(board.try_play(owner.other(), p));
    let mut memory = Memory::new(0);
    let mut search = Reader::new(board, Limits::default(), &mut memory);
    let outcome = Proof::new(s, owner).run(&mut search, limit);
    let nodes = search.stats.nodes;
    board.undo();
    (outcome, nodes)
}

/// Captures that the search claims, and the move that it claims them with; an exhaustive
/// search refutes them. They are from random positions.
const WRONG: [(&str, &str, &str); 15] = [
    (
        "
        . X X O .
        O . X . .
        . . . . .
        . . O X O
        X . X O .",
        "a4",
        "a3",
    ),
    (
        "
        . X . . O O
        X . X . O .
        X X X . X O
        . O X . O .
        O . . O O O
        . X . X . X",
        "e6",
        "d4",
    ),
    (
        "
        O O X . O
        . O X X .
        X O X X .
        X O O X X
        X O O O .",
        "c5",
        "e4",
    ),
    (
        "
        O O O X X
        O O O X .
        . X O X X
        . O O . X
        O . X X .",
        "d5",
        "d2",
    ),
    (
        "
        X X O . .
        O . X X X
        . O O O .
        X X . . X
        O O O O X",
        "a4",
        "b4",
    ),
    (
        "
        . . X X .
        O X O X .
        . . O O X
        O X . X .
        O X O X X",
        "d2",
        "b3",
    ),
    (
        "
        O X . X X
        . . O . .
        O O . X X
        O . . . O
        . X . . .",
        "b1",
        "c1",
    ),
    (
        "
        O . O O .
        O X X X X
        O X . . X
        . O O O X
        O . X X .",
        "b2",
        "c3",
    ),
    (
        "
        O . O O .
        O X X X X
        O X . . X
        . O O O X
        O . X X .",
        "a1",
        "c3",
    ),
    (
        "
        O . X . .
        . X O . X
        . X O . O
        . X O . O
        X . O X X",
        "e3",
        "d4",
    ),
    (
        "
        X X O . .
        . . X . X
        X O . . .
        . . . . O
        O . X . O",
        "a5",
        "b4",
    ),
    (
        "
        X . X X .
        O . O . O
        O X O . .
        X X O X .
        . . O X .",
        "e4",
        "d4",
    ),
    (
        "
        . X X . .
        O . O . .
        . O X X O
        . X . O .
        . X O . X",
        "b5",
        "d5",
    ),
    (
        "
        . X O O X
        X . O . .
        X X . . O
        X . O X O
        . X O X O",
        "c5",
        "d3",
    ),
    (
        "
        . X O O X
        X . O . .
        X X . . O
        X . O X O
        . X O X O",
        "c2",
        "d3",
    ),
];

/// Captures that are none at first sight: they take more than fourteen moves.
const LONG: [(&str, &str, &str); 4] = [
    (
        "
        . O . . O
        O X O X O
        . . . . O
        . X . X .
        X . . . .",
        "c4",
        "b3",
    ),
    (
        "
        . O . . X
        X . X . O
        X . . . .
        X O . . O
        O . . . X",
        "a4",
        "b4",
    ),
    (
        "
        . . . X O
        X O X X .
        X O O O .
        . . . . O
        X . X X O",
        "d5",
        "c5",
    ),
    (
        "
        O X . X X X
        O O X . X O
        O . . X . O
        . X O X X X
        X . O O . .
        X O . X O O",
        "b1",
        "e2",
    ),
];

const THREE: &str = "
    . . . . .
    X X X X X
    O O O O X
    . . . O X
    O O O O X";

#[test]
fn a_capture_is_proved_or_refuted_or_left_open() {
    let mut three = board(THREE);
    // The middle of three takes both eyes.
    let (outcome, nodes) = prove(&mut three, "b3", "b2", 1_000);
    assert_eq!(outcome, ProofOutcome::Taken);
    assert!((1..500).contains(&nodes), "{nodes} nodes");
    // After a move elsewhere White has them.
    let middle = at("b2", &three);
    assert_eq!(prove(&mut three, "b3", "e5", 100_000).0, ProofOutcome::Saved(middle));
    // What is taken by the move itself needs no looking.
    assert_eq!(prove(&mut board(". . X\n. O O\n. . ."), "c3", "b3", 9), (ProofOutcome::Taken, 0));
    // The limit is kept.
    let (text, s, p) = WRONG[0];
    assert_eq!(prove(&mut board(text), s, p, 1), (ProofOutcome::Open, 1));
    assert_eq!(prove(&mut board(text), s, p, 50), (ProofOutcome::Open, 50));
}

/// So many of them are refuted within 20,000 nodes; the others stay open, which is why no
/// capture is claimed without a proof.
const REFUTED: usize = 1;

/// A refutation is a legal reply, after which none of the liberties of the string takes it
/// within a few nodes.
#[test]
fn a_refutation_names_a_reply_that_saves() {
    let mut refuted = 0;
    for (text, s, p) in WRONG {
        let mut board = board(text);
        let (outcome, _) = prove(&mut board, s, p, 20_000);
        assert_ne!(outcome, ProofOutcome::Taken, "{s} by {p}\n{text}");
        let ProofOutcome::Saved(reply) = outcome else { continue };
        refuted += 1;
        let string = at(s, &board);
        let owner = board.color_at(string).expect("a string");
        assert!(board.try_play(owner.other(), at(p, &board)));
        assert!(reply.is_pass() || board.try_play(owner, reply), "{s}: {reply:?}\n{text}");
        for q in board.liberties(string) {
            if board.is_legal(owner.other(), q) {
                let q = q.name(board.size()).to_string();
                let again = prove(&mut board, s, &q, 2_000).0;
                assert_ne!(again, ProofOutcome::Taken, "{s} by {q}");
            }
        }
    }
    assert_eq!(refuted, REFUTED);
}

#[test]
fn captures_that_are_none_are_not_claimed() {
    let mut claimed = 0;
    for (text, s, p) in WRONG {
        let mut board = board(text);
        let (s, p) = (at(s, &board), at(p, &board));
        let mut memory = Memory::default();
        let mut ask = |limits| Reader::new(&mut board, limits, &mut memory).attack(s);
        claimed += usize::from(ask(without_proof()) == Reading::won(p));
        // Whether it is refuted or not within the limit.
        let proved = ask(Limits { proof: 2_000, ..Limits::default() });
        assert_ne!(proved, Reading::won(p), "{text}");
    }
    assert!(claimed > WRONG.len() / 2, "the search claims only {claimed} of them");
}

#[test]
fn long_captures_are_proved() {
    for (text, s, p) in LONG {
        let (outcome, nodes) = prove(&mut board(text), s, p, 20_000);
        assert_eq!(outcome, ProofOutcome::Taken, "{s} by {p} in {nodes} nodes\n{text}");
    }
}

fn random_board(size: usize, seed: u64) -> Board {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Board::new(size).expect("size in range");
    for i in 0..size * size * 3 / 2 {
        board.try_play(Color::BOTH[i % 2], Point::new(rng.usize(..size), rng.usize(..size)));
    }
    board
}

/// Answers about all strings, and what they have cost.
fn answers(board: &mut Board, limits: Limits, memory: &mut Memory) -> (Vec<Reading>, u64) {
    let strings: Vec<Point> = board.strings().collect();
    let mut reader = Reader::new(board, limits, memory);
    let mut all = Vec::new();
    for s in strings {
        let (attack, defence) = reader.attack_and_defend(s);
        all.extend([attack, defence]);
        all.extend(reader.attack_points(s, 20));
    }
    (all, reader.stats().nodes)
}

#[test]
fn only_the_smallest_boards_are_read_otherwise() {
    let mut proofs = 0;
    for size in 4..10 {
        for seed in 0..4 {
            let mut board = random_board(size, seed);
            let [with, without] = [Limits { proof: 500, ..Limits::default() }, without_proof()]
                .map(|limits| answers(&mut board, limits, &mut Memory::new(0)));
            if size > 6 {
                assert_eq!(with, without);
            }
            proofs += usize::from(with != without);
            let remembered = answers(&mut board, without_proof(), &mut Memory::default());
            assert_eq!(remembered.0, without.0);
        }
    }
    assert!(proofs > 0, "nothing was proved");
}

/// [`Limits::in_play`] switches proofs off.
#[test]
fn a_proof_is_no_business_of_play() {
    assert!(Limits::default().proof > 0);
    assert_eq!(Limits::default().in_play().proof, 0);
    assert!(Limits::at_level(6).proof < Limits::at_level(12).proof);
}

/// Tables change nothing, and every limit of nodes is kept.
#[test]
fn proofs_do_not_depend_on_tables() {
    for (text, s, _) in WRONG {
        let mut board = board(text);
        let s = at(s, &board);
        let mut memory = Memory::default();
        for (nodes, proof) in [(100_000, 300), (200, 100), (1_000, 100_000)] {
            let limits = Limits { nodes, proof, ..Limits::default() };
            let [first, again, none] =
                [&mut memory.clone(), &mut memory, &mut Memory::new(0)].map(|memory| {
                    let mut reader = Reader::new(&mut board, limits, memory);
                    let answer = (reader.attack_and_defend(s), reader.does_attack(s, s));
                    assert!(reader.stats().nodes <= 6 * (nodes + 64));
                    answer
                });
            assert_eq!((first, again), (none, none));
            // From the cache.
            let mut reader = Reader::new(&mut board, limits, &mut memory);
            assert_eq!((reader.attack_and_defend(s), reader.does_attack(s, s)), none);
        }
    }
}

/// Whoever asks which move captures gets none that `attack` does not claim.
#[test]
fn all_moves_that_capture_are_proved() {
    for (text, s, p) in WRONG {
        let mut board = board(text);
        let (s, p) = (at(s, &board), at(p, &board));
        let limits = Limits { proof: 500, ..Limits::default() };
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, limits, &mut memory);
        assert_ne!(reader.does_attack(p, s), Code::Win, "{text}");
        let attack = reader.attack(s);
        let points = reader.attack_points(s, 40);
        assert_eq!(points.first().copied(), attack.is_success().then_some(attack), "{text}");
        assert!(points.iter().all(|r| r.point != p || r.code != Code::Win), "{text}");
    }
}

#[test]
fn a_trace_says_what_was_not_proved() {
    let mut reasons = Vec::new();
    // A search that knows of few replies claims what is soon refuted.
    let poor =
        Limits { break_chain_depth: 0, superstring_depth: 0, ko_depth: 0, ..without_proof() };
    for (limits, proof) in [(Limits::default(), 100), (poor, 30_000)] {
        for (text, ..) in &WRONG[3..6] {
            let mut board = board(text);
            for s in board.strings().collect::<Vec<_>>() {
                let mut memory = Memory::default();
                let mut reader = Reader::new(&mut board, Limits { proof, ..limits }, &mut memory);
                reader.set_trace(Some(Trace::new(100_000)));
                let answer = reader.attack(s);
                let trace = reader.take_trace().expect("recorded");
                let root = trace.variations()[0].notes.last().expect("a note");
                assert_eq!(root.reading, answer, "{text}");
                let notes = trace.variations().iter().flat_map(|v| &v.notes);
                reasons.extend(notes.map(|n| n.reason));
            }
        }
    }
    let said = |reason| reasons.contains(&reason);
    assert!(said(StopReason::Refuted) && said(StopReason::Unproved) && said(StopReason::Proof));
}
