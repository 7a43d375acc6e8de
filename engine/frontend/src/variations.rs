//! Variations that the reader has looked at, for people: as text and as SGF.
//!
//! Data flows from a [`Recorded`] question (the position and the reader's
//! [`Trace`]) to text ([`text`]) or to a game tree per question ([`sgf`]). The
//! moves are played again on a board, so that every tree is legal for any editor:
//! where reading takes a ko as if a threat had been played elsewhere and answered,
//! two passes stand for threat and answer; a move that reading decided without playing it,
//! and that would be illegal, is named in the comment of the position.
//!
//! Everything here is bounded: a trace has a limit, and the text says how much was left
//! out. No code recurses over a trace.

use std::fmt::Write as _;

use engine::board::Board;
use engine::reading::Trace;
use katachi_sgf::{NodeId, Sgf};
use mkpat_rt::geom::{Color, Point};

use crate::prove::Proved;
use crate::record::{letters, setup};

/// How many variations are recorded of a question, if nothing else is asked for.
pub const VARIATIONS: usize = 10_000;

/// How many questions are recorded between `start_sgftrace` and
/// `finish_sgftrace`, with [`VARIATIONS`] of all of them together.
pub const QUESTIONS: usize = 1000;

/// A question and all that was looked at to answer it.
#[derive(Clone)]
pub struct Recorded {
    /// The question, as GTP has it.
    pub question: String,
    /// The position it is about.
    pub board: Board,
    /// Moves read.
    pub nodes: u64,
    /// The variations.
    pub trace: Trace,
}

/// Questions, recorded up to a bound.
#[derive(Clone, Default)]
pub struct Recording {
    questions: Vec<Recorded>,
    proofs: Vec<Proved>,
    limit: usize,
    dropped: u64,
}

impl Recording {
    /// An empty record with room for this many variations.
    pub fn new(limit: usize) -> Recording {
        Recording { limit, ..Recording::default() }
    }

    /// How many variations there is still room for.
    pub fn room(&self) -> usize {
        if self.questions.len() + self.proofs.len() >= QUESTIONS { 0 } else { self.limit }
    }

    /// Keeps a question, if there is room.
    pub fn push(&mut self, question: Recorded) {
        if self.room() == 0 {
            self.dropped += 1;
            return;
        }
        self.limit = self.limit.saturating_sub(question.trace.variations().len() - 1);
        self.questions.push(question);
    }

    /// Keeps a proof, if there is room.
    pub fn push_proof(&mut self, proved: Proved) {
        if self.room() == 0 {
            self.dropped += 1;
            return;
        }
        self.limit = self.limit.saturating_sub(proved.moves());
        self.proofs.push(proved);
    }

    /// The questions kept.
    pub fn questions(&self) -> &[Recorded] {
        &self.questions
    }

    /// How many questions were asked when there was no room left.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Recorded {
    /// Variations recorded, and what of them is missing, as a clause.
    pub fn extent(&self) -> String {
        let all = self.trace.variations().len() as u64 - 1 + self.trace.left_out();
        let left_out = match self.trace.left_out() {
            0 => String::new(),
            n => format!(", {n} of them not recorded"),
        };
        format!("{all} variations{left_out}, {} nodes", self.nodes)
    }
}

/// How a variation can be played on a board.
enum Playable {
    Plain,
    /// A ko that has to wait for a threat.
    Ko,
    Illegal,
}

fn play(board: &mut Board, color: Color, p: Point) -> Playable {
    if p.is_pass() {
        board.pass(color);
        return Playable::Plain;
    }
    if board.try_play(color, p) {
        return Playable::Plain;
    }
    board.pass(color);
    board.pass(color.other());
    if board.try_play(color, p) {
        return Playable::Ko;
    }
    board.undo();
    board.undo();
    Playable::Illegal
}

/// Takes back what [`play`] has played.
fn take_back(board: &mut Board, step: &Playable) {
    let moves = match step {
        Playable::Plain => 1,
        Playable::Ko => 3,
        Playable::Illegal => 0,
    };
    for _ in 0..moves {
        board.undo();
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

/// The questions as a collection of SGF game trees: one each, with the position
/// at its root, a node per variation, and the answers with their reasons as
/// comments; then the proofs.
pub fn sgf(recording: &Recording) -> String {
    let mut tree = Sgf::new();
    for (i, recorded) in recording.questions.iter().enumerate() {
        let last = i + 1 == recording.questions.len();
        let dropped = if last { recording.dropped } else { 0 };
        question(&mut tree, recorded, dropped);
    }
    for proved in &recording.proofs {
        proved.add_to(&mut tree);
    }
    if recording.questions.is_empty() && recording.proofs.is_empty() {
        let root = tree.add_node(None);
        tree.push(root, "GM", &["1"]);
        tree.push(root, "FF", &["4"]);
        tree.push(root, "C", &["nothing was read"]);
    }
    tree.to_string()
}

fn question(tree: &mut Sgf, recorded: &Recorded, dropped: u64) {
    let variations = recorded.trace.variations();
    let size = recorded.board.size();
    let first = variations[0].children.first().and_then(|&i| variations[i].mv);
    let root = tree.add_node(None);
    setup(tree, root, &recorded.board);
    if let Some((color, _)) = first {
        tree.push(root, "PL", &[name(color)]);
    }
    if let Some(note) = variations[0].notes.last() {
        let stones: Vec<String> =
            recorded.board.string_stones(note.string).iter().map(letters).collect();
        if !stones.is_empty() {
            tree.push(root, "TR", &stones);
        }
    }
    let mut board = recorded.board.clone();
    let head = format!("{}\n{}", recorded.question, recorded.extent());
    let mut text = format!("{head}\n{}", comment(recorded, 0, &mut board));
    if dropped > 0 {
        let _ = writeln!(text, "{dropped} further questions were not recorded");
    }
    tree.push(root, "C", &[text.trim_end()]);

    enum Todo {
        Enter(usize, NodeId),
        Leave(Playable),
    }
    let children = |i: usize, node: NodeId| {
        variations[i].children.iter().rev().map(move |&c| Todo::Enter(c, node))
    };
    let mut todo: Vec<Todo> = children(0, root).collect();
    while let Some(next) = todo.pop() {
        let (i, parent) = match next {
            Todo::Leave(step) => {
                take_back(&mut board, &step);
                continue;
            }
            Todo::Enter(i, parent) => (i, parent),
        };
        let Some((color, p)) = variations[i].mv else { continue };
        let mut node = parent;
        let step = play(&mut board, color, p);
        match step {
            Playable::Illegal => continue,
            Playable::Plain => {}
            Playable::Ko => {
                for (c, text) in [(color, "a threat elsewhere"), (color.other(), "its answer")] {
                    node = tree.add_node(Some(node));
                    tree.push(node, name(c), &[""]);
                    tree.push(node, "C", &[text]);
                }
            }
        }
        node = tree.add_node(Some(node));
        let place = if p.is_pass() { String::new() } else { letters(p) };
        tree.push(node, name(color), &[place]);
        let text =
            format!("variation {}\n{}", variations[i].number, comment(recorded, i, &mut board));
        tree.push(node, "C", &[text.trim_end()]);
        todo.push(Todo::Leave(step));
        todo.extend(children(i, node));
        debug_assert_eq!(board.size(), size);
    }
}

/// What was asked after a variation; the board is the position there.
fn comment(recorded: &Recorded, i: usize, board: &mut Board) -> String {
    let variations = recorded.trace.variations();
    let size = board.size();
    let mut text = String::new();
    for note in &variations[i].notes {
        let _ = writeln!(text, "{}", note.text(size));
    }
    for &c in &variations[i].children {
        let Some((color, p)) = variations[c].mv else { continue };
        let step = play(board, color, p);
        if matches!(step, Playable::Illegal) {
            let why = variations[c].notes.iter().map(|n| n.reason.to_string());
            let _ = writeln!(
                text,
                "variation {}: {color} {} cannot be played ({})",
                variations[c].number,
                p.name(size),
                why.collect::<Vec<_>>().join(", ")
            );
        }
        take_back(board, &step);
    }
    text
}

/// The variations of a question, a line each, indented by depth: number, move,
/// and what was asked after it. After `lines` lines the rest is only counted.
pub fn text(recorded: &Recorded, lines: usize) -> String {
    let variations = recorded.trace.variations();
    let size = recorded.board.size();
    let mut out = String::new();
    let mut shown = 0;
    let mut todo: Vec<(usize, usize)> =
        variations[0].children.iter().rev().map(|&c| (c, 1)).collect();
    while let Some((i, depth)) = todo.pop() {
        if shown == lines {
            let rest = variations.len() - 1 - shown;
            let _ = writeln!(out, "  … {rest} further variations");
            break;
        }
        shown += 1;
        let v = &variations[i];
        let Some((color, p)) = v.mv else { continue };
        let notes: Vec<String> = v.notes.iter().map(|n| n.text(size)).collect();
        let indent = "  ".repeat(depth.min(40));
        let _ = writeln!(
            out,
            "{indent}{}: {} {}, {}",
            v.number,
            name(color),
            p.name(size),
            notes.join("; ")
        );
        todo.extend(v.children.iter().rev().map(|&c| (c, depth + 1)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::diagram;
    use engine::reading::{Limits, Memory, Reader};

    fn record(diagram: &str, at: &str, limit: usize) -> Recorded {
        let board = diagram::parse(diagram).expect("a diagram");
        let mut copy = board.clone();
        let mut memory = Memory::new(0);
        let mut reader =
            Reader::new(&mut copy, Limits { nodes: 400, ..Limits::default() }, &mut memory);
        reader.set_trace(Some(Trace::new(limit)));
        let p = Point::parse(at, board.size()).expect("a vertex");
        reader.attack(p);
        let nodes = reader.stats().nodes;
        let trace = reader.take_trace().expect("recorded");
        Recorded { question: format!("attack {at}"), board, nodes, trace }
    }

    const KO: &str = "
        . . . . . .
        . O X . . .
        O . O X . .
        . O X . . .
        . . . . . .
        . . . . . .";

    const FIGHT: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . X O . . . .
        . . X O O X . . .
        . . X O X . . . .
        . . . X O . . . .
        . . . . O . X . .
        . . . . . . . . .
        . . . . . . . . .";

    /// Reads the collection again, plays every line of it, and counts nodes.
    fn check(text: &str) -> usize {
        let tree = Sgf::read(text.as_bytes()).expect("SGF");
        assert!(tree.warnings.is_empty(), "{:?}", tree.warnings);
        let mut moves = 0;
        for (id, node) in tree.nodes() {
            let position = katachi_sgf::replay::replay(&tree, &tree.path(id), None);
            let position = position.expect("a position");
            assert!(position.warnings.is_empty(), "{:?}", position.warnings);
            moves += node.properties.iter().filter(|p| ["B", "W"].contains(&&*p.name)).count();
            // The same line by our rules, ko included.
            let stones = position.base.iter().map(|(p, c)| (ours(c), point(p)));
            let mut board = Board::with_stones(position.size(), stones).expect("a position");
            for m in &position.moves {
                let p = m.point.map_or(Point::PASS, point);
                board.play(ours(m.color), p).expect("a legal move");
            }
        }
        moves
    }

    fn ours(c: katachi_sgf::Color) -> Color {
        match c {
            katachi_sgf::Color::Black => Color::Black,
            katachi_sgf::Color::White => Color::White,
        }
    }

    fn point(p: katachi_sgf::Point) -> Point {
        Point::new(usize::from(p.row), usize::from(p.col))
    }

    #[test]
    fn every_variation_is_a_legal_line_of_the_tree() {
        for (diagram, at) in [(FIGHT, "d6"), (FIGHT, "e4"), (KO, "c4"), (KO, "d4")] {
            let recorded = record(diagram, at, 5000);
            assert_eq!(recorded.trace.left_out(), 0);
            let variations = recorded.trace.variations().len() - 1;
            let mut recording = Recording::new(5000);
            recording.push(recorded.clone());
            recording.push(recorded);
            let text = sgf(&recording);
            let illegal = text.matches("cannot be played").count();
            let threats = text.matches("a threat elsewhere").count();
            assert_eq!(check(&text) + illegal, 2 * variations + 2 * threats, "{at}");
        }
    }

    #[test]
    fn a_ko_that_has_to_wait_is_taken_after_two_passes() {
        let board = diagram::parse(KO).expect("a diagram");
        let mut copy = board.clone();
        let at = |name| Point::parse(name, 6).expect("a vertex");
        // Black has just taken; White, who may not retake, asks for an attack.
        copy.play(Color::Black, at("b4")).expect("takes the ko");
        let before = copy.clone();
        let mut memory = Memory::new(0);
        let mut reader = Reader::new(&mut copy, Limits::default(), &mut memory);
        reader.set_trace(Some(Trace::new(1000)));
        reader.attack(at("b4"));
        let nodes = reader.stats().nodes;
        let trace = reader.take_trace().expect("recorded");
        let mut recording = Recording::new(1000);
        recording.push(Recorded { question: "attack B4".into(), board: before, nodes, trace });
        let text = sgf(&recording);
        assert!(text.contains("a threat elsewhere"), "{text}");
        check(&text);
    }

    #[test]
    fn what_is_left_out_is_told() {
        let recorded = record(FIGHT, "d6", 3);
        assert!(recorded.extent().contains("not recorded"), "{}", recorded.extent());
        let mut recording = Recording::new(3);
        assert!(text(&recorded, 2).lines().last().is_some_and(|l| l.contains("1 further")));
        recording.push(recorded.clone());
        recording.push(recorded);
        assert_eq!((recording.questions().len(), recording.dropped()), (1, 1));
        let text = sgf(&recording);
        assert!(text.contains("not recorded") && text.contains("1 further questions"), "{text}");
        assert_eq!(check(&text), 3);
        check(&sgf(&Recording::default()));
    }
}
