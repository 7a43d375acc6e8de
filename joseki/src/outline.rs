//! A record as a readable outline: a line per move, variations indented.

use std::fmt::Write as _;

use katachi_sgf::{NodeId, Point, Sgf};

use crate::entry::Entry;

/// Variations of variations that are moved to the right; deeper ones stay there.
const MAX_INDENT: usize = 100;

/// The outline of all game trees: number of the move, who moves, where, and of
/// moves that give a pattern class, name, idea and what else the comment says.
///
/// A line of play stays in one column; variations are moved to the right.
pub fn outline(sgf: &Sgf, entries: &[Entry]) -> String {
    let mut out = String::new();
    // Indentation, number of moves and size of the board of each node; parents come first.
    let mut depth: Vec<(usize, usize, usize)> = Vec::with_capacity(sgf.len());
    let mut entry = entries.iter().peekable();
    for (id, node) in sgf.nodes() {
        let (indent, moves, size) = match node.parent() {
            Some(parent) => {
                let (indent, moves, size) = depth[parent.index()];
                let more = usize::from(sgf.node(parent).children().len() > 1);
                ((indent + more).min(MAX_INDENT), moves, size)
            }
            None => {
                if let Some(name) = node.value("GN") {
                    let _ = writeln!(out, "{}", name.simple());
                }
                (0, 0, sgf.board_size(id).unwrap_or(19))
            }
        };
        let Some((color, point, _)) = node.moves(size).last() else {
            depth.push((indent, moves, size));
            continue;
        };
        depth.push((indent, moves + 1, size));
        let at = point.map_or_else(|| "elsewhere".to_string(), |p: Point| p.to_gtp(size));
        let player = match color {
            katachi_sgf::Color::Black => 'B',
            katachi_sgf::Color::White => 'W',
        };
        let _ = write!(out, "{:indent$}{} {player} {at}", "", moves + 1, indent = 2 * indent);
        if let Some(e) = entry.next_if(|e| e.node == id) {
            let _ = write!(out, "  {} {}", e.class.letter(), e.name);
            for idea in &e.comments {
                let _ = write!(out, "  {}", idea.trim_start_matches('#').trim());
            }
            let values = e.values.trim_start_matches(',');
            if !values.is_empty() {
                let _ = write!(out, "  :{values}");
            }
            for code in e.constraint.iter().chain(&e.action) {
                let _ = write!(out, "  {code}");
            }
        }
        out.push('\n');
    }
    out
}

/// The moves that lead to a node as text, its own last: `B Q16, W R17`.
pub fn moves(sgf: &Sgf, node: NodeId) -> String {
    let size = sgf.board_size(node).unwrap_or(19);
    let text = sgf.path(node).into_iter().filter_map(|id| {
        let (color, point, _) = sgf.node(id).moves(size).last()?;
        let color = if color == katachi_sgf::Color::Black { 'B' } else { 'W' };
        Some(match point {
            Some(p) => format!("{color} {}", p.to_gtp(size)),
            None => format!("{color} elsewhere"),
        })
    });
    text.collect::<Vec<_>>().join(", ")
}
