//! Corner patterns as a tree: a pattern stands below the one whose position it has after the move.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mkpat_rt::geom::Transform;

use crate::language::ir::{Database, Pattern};
use crate::tools::picture::{self, escaped};

/// The stones in the corner, by their distance from both edges, those of the side to move as `true`.
type Stones = Vec<(i8, i8, bool)>;

/// Deepest branch that is drawn.
const DEEPEST: usize = 60;

/// The tree of a database, as a list.
pub(super) fn tree(db: &Database) -> String {
    let mut by_position: BTreeMap<Stones, Vec<usize>> = BTreeMap::new();
    let mut after: Vec<Option<Stones>> = Vec::new();
    for (index, p) in db.patterns.iter().enumerate() {
        by_position.entry(either(position(p, false))).or_default().push(index);
        after.push(p.mv.map(|_| either(position(p, true))));
    }
    let children = |index: usize| -> &[usize] {
        let found = after[index].as_ref().and_then(|stones| by_position.get(stones));
        found.map_or(&[], Vec::as_slice)
    };
    let mut is_child = vec![false; db.patterns.len()];
    for index in 0..db.patterns.len() {
        children(index).iter().for_each(|&child| is_child[child] |= child != index);
    }
    let mut out = String::from("<details><summary>as a tree</summary><ul class=tree>");
    let mut drawn = vec![false; db.patterns.len()];
    for root in (0..db.patterns.len()).filter(|&index| !is_child[index]) {
        branch(db, root, &children, &mut drawn, 0, &mut out);
    }
    out + "</ul></details>"
}

/// A pattern and those below it; one that is drawn already is only named.
fn branch<'a>(
    db: &Database,
    index: usize,
    children: &impl Fn(usize) -> &'a [usize],
    drawn: &mut [bool],
    depth: usize,
    out: &mut String,
) {
    let p = &db.patterns[index];
    let name = escaped(&p.name);
    // Writing to a string cannot fail.
    let _ = write!(out, "<li><a href=\"#{name}\">{name}</a>");
    if std::mem::replace(&mut drawn[index], true) {
        out.push_str(" <span class=soft>see above</span></li>");
        return;
    }
    let _ = write!(out, " {}", picture::again(p, Transform::ALL[0], true));
    let below = children(index);
    if !below.is_empty() && depth < DEEPEST {
        out.push_str("<ul>");
        below.iter().for_each(|&child| branch(db, child, children, drawn, depth + 1, out));
        out.push_str("</ul>");
    }
    out.push_str("</li>");
}

/// The stones of a pattern, or those after its move with the other side to move.
fn position(p: &Pattern, after: bool) -> Stones {
    let edges = p.diagram.edges;
    let (rows, cols) = (p.diagram.rows, p.diagram.cols);
    let mut out = Stones::new();
    for (index, symbol) in p.diagram.cells.iter().enumerate() {
        let (row, col) = p.diagram.place(index);
        let down = if edges.north { row } else { rows - 1 - row } as i8;
        let right = if edges.west { col } else { cols - 1 - col } as i8;
        let own = match symbol.to_char() {
            'O' | 'Q' => true,
            'X' | 'Y' => false,
            '*' if after => true,
            _ => continue,
        };
        out.push((down, right, own != after));
    }
    out
}

/// The same for both ways to look into a corner: the one that comes first.
fn either(mut stones: Stones) -> Stones {
    stones.sort_unstable();
    let mut other: Stones = stones.iter().map(|&(row, col, own)| (col, row, own)).collect();
    other.sort_unstable();
    stones.min(other)
}
