//! From a pattern back to the record: place, moves, diagram, picture.

use std::fmt::Write as _;

use katachi_sgf::{Color, Node, NodeId, Sgf};

use crate::entry::Entry;
use crate::{line, outline};

/// Pixels from one line of the board to the next.
const CELL: usize = 30;

/// What there is to say about a pattern: the `place` of its node, the moves that
/// lead to it, class, idea, values and code, and the rectangle with Black's stones
/// as `X`, White's as `O`, the move as `*` and labels.
pub fn view(sgf: &Sgf, place: &str, entry: &Entry) -> String {
    let mut out = format!("{} in {place}\n", entry.name);
    let _ = writeln!(out, "moves: {}", outline::moves(sgf, entry.node));
    let _ = writeln!(out, "class: {} ({})", entry.class.letter(), entry.class.meaning());
    for text in entry.comments.iter().chain(&entry.constraint).chain(&entry.action) {
        let _ = writeln!(out, "{text}");
    }
    let values = entry.values.trim_start_matches(',');
    if !values.is_empty() {
        let _ = writeln!(out, ":{values}");
    }
    let size = sgf.board_size(entry.node).unwrap_or(19);
    let (_, cols) = entry.extent();
    let letters: String = (size.saturating_sub(cols)..size).map(letter).collect();
    let _ = writeln!(out, "\n   {letters}");
    let shown = entry.labels.as_ref().unwrap_or(&entry.rows);
    for (r, row) in shown.iter().enumerate() {
        let _ = writeln!(out, "{:>2} {}", size - r, by_color(row, entry.color));
    }
    out
}

/// The way to a pattern as a record of its own: root, moves, and the node with its
/// mark, labels and comment; variations and other marks are left out, so that the
/// record compiles to this pattern alone.
pub fn record(sgf: &Sgf, entry: &Entry) -> Sgf {
    let mut out = Sgf::new();
    add_line(sgf, entry, &mut out);
    out
}

/// Adds that record to a collection.
pub fn add_line(sgf: &Sgf, entry: &Entry, out: &mut Sgf) {
    let mut last: Option<NodeId> = None;
    for id in sgf.path(entry.node) {
        let root = last.is_none();
        let node = sgf.node(id);
        let here = out.add_node(last);
        last = Some(here);
        for property in &node.properties {
            let own = id == entry.node || !matches!(&*property.name, "MA" | "SQ" | "LB" | "C");
            if own || root && property.name == "C" && !is_marked(node) {
                let values: Vec<String> = property.values.iter().map(|v| v.text()).collect();
                out.push(here, &property.name, &values);
            }
        }
    }
}

fn is_marked(node: &Node) -> bool {
    node.property("MA").or(node.property("SQ")).is_some()
}

fn letter(col: usize) -> char {
    (b'A'..=b'Z').filter(|&b| b != b'I').nth(col).map_or('?', char::from)
}

/// The row with the side to move told by colour.
fn by_color(row: &str, mover: Color) -> String {
    let turn = |ch| match (ch, mover) {
        ('O', Color::Black) => 'X',
        ('X', Color::Black) => 'O',
        (ch, _) => ch,
    };
    row.chars().map(turn).collect()
}

/// The rectangle as a picture: the stones that stand with the numbers of their
/// moves, the move itself ringed, labels as letters.
pub fn svg(sgf: &Sgf, entry: &Entry) -> String {
    let (rows, cols) = entry.extent();
    let (width, height) = ((cols + 1) * CELL, (rows + 1) * CELL);
    // The far edges end half a cell outside: the board goes on there.
    let (left, bottom) = (CELL / 2, rows * CELL + CELL / 2);
    let x = |column: usize| (cols - column) * CELL;
    let y = |row: usize| (row + 1) * CELL;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
         <title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e8c078\"/>\n\
         <path stroke=\"#000\" d=\"",
        escape(&entry.name)
    );
    for row in 0..rows {
        let _ = write!(out, "M{left} {0}H{1}", y(row), x(0));
    }
    for column in 0..cols {
        let _ = write!(out, "M{0} {1}V{bottom}", x(column), y(0));
    }
    out.push_str("\"/>\n");
    for (row, column) in [(3, 3), (3, 9), (9, 3), (9, 9)] {
        if row < rows && column < cols {
            let _ = writeln!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"3\"/>", x(column), y(row));
        }
    }
    let line = line::line(sgf, entry.node);
    for (number, played) in line.moves.iter().enumerate() {
        let (row, column) = line::from_corner(played.at);
        let last = number + 1 == line.moves.len();
        let later = line.moves[number + 1..].iter().any(|m| m.at == played.at);
        let stands = last || line.before.at(played.at) == Some(played.color);
        if row >= rows || column >= cols || later || !stands {
            continue;
        }
        let (fill, ink) = match played.color {
            Color::Black => ("#000", "#fff"),
            Color::White => ("#fff", "#000"),
        };
        let ring = if last { " stroke=\"#c00\" stroke-width=\"3\"" } else { " stroke=\"#000\"" };
        let (x, y) = (x(column), y(row));
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\"{ring}/>");
        let _ =
            writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{}</text>", y + 5, number + 1);
    }
    for (r, row) in entry.labels.iter().flatten().enumerate() {
        for (c, ch) in row.chars().rev().enumerate() {
            let element = entry.rows[r].chars().rev().nth(c);
            if element == Some('.') && ch.is_ascii_alphabetic() {
                let (x, y) = (x(c), y(r));
                let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#e8c078\"/>");
                let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{ch}</text>", y + 5);
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
