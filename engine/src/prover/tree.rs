//! A proof as a tree of moves, and its best line, read from the table after a search.
//!
//! Of the side that wins there is one move in each position, of the other all. What the
//! table has lost is missing, and counted.

use super::position::Position;
use super::search::{Child, Search};
use crate::search::proof_numbers::NEVER;
use mkpat_rt::geom::{Color, Point};

/// Longest line.
const LINE: usize = 80;

/// A move of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Who plays where.
    pub played: (Color, Point),
    /// What follows: numbers of branches.
    pub next: Vec<usize>,
    /// Whether what follows is missing.
    pub cut: bool,
}

/// A proof, or its beginning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// All moves.
    pub branches: Vec<Branch>,
    /// The first moves.
    pub first: Vec<usize>,
    /// How many positions have moves that are missing.
    pub missing: u64,
}

/// What the side to move does in a position that has been searched: one move if it wins or
/// is not settled, else all; the most stubborn first.
fn replies(search: &mut Search<'_>, position: &Position, color: Color, key: u64) -> Vec<Child> {
    let Some(entry) = search.table.get(key).copied() else { return Vec::new() };
    // Lost at first sight.
    if entry.work <= 1 && entry.effort.mine > 0 {
        return Vec::new();
    }
    let mut children = Vec::new();
    search.children(position, color, &mut children);
    if entry.effort.theirs == 0 {
        let mut by_work: Vec<(u32, Child)> = children
            .into_iter()
            .map(|c| (search.table.get(c.key).map_or(0, |e| e.work), c))
            .collect();
        by_work.sort_by_key(|(work, c)| (std::cmp::Reverse(*work), c.bit));
        return by_work.into_iter().map(|(_, c)| c).collect();
    }
    let best = children.into_iter().min_by_key(|c| (c.effort.theirs, c.bit));
    best.filter(|c| c.effort.theirs < NEVER).into_iter().collect()
}

/// The best line from a position.
pub(super) fn line(search: &mut Search<'_>, root: &Position, first: Color) -> Vec<(Color, Point)> {
    let mut out = Vec::new();
    let mut position = search.respected(root, first);
    let mut color = first;
    let mut key = search.key(&position, color);
    let mut seen = vec![key];
    while out.len() < LINE {
        let Some(best) = replies(search, &position, color, key).into_iter().next() else { break };
        out.push((color, search.arena.point(best.bit)));
        position = best.position;
        color = color.other();
        key = best.key;
        if seen.contains(&key) {
            break;
        }
        seen.push(key);
    }
    out
}

/// The proof from a position, with at most so many moves.
pub(super) fn tree(search: &mut Search<'_>, root: &Position, first: Color, moves: usize) -> Tree {
    let mut tree = Tree::default();
    let position = search.respected(root, first);
    let key = search.key(&position, first);
    // Breadth first: what is cut off is the end of lines.
    let mut todo = std::collections::VecDeque::from([(None::<usize>, position, first, key)]);
    let mut seen = std::collections::HashSet::new();
    while let Some((parent, position, color, key)) = todo.pop_front() {
        if !seen.insert(key) {
            continue;
        }
        let replies = replies(search, &position, color, key);
        if tree.branches.len() + replies.len() > moves {
            tree.missing += 1;
            if let Some(i) = parent {
                let branch: &mut Branch = &mut tree.branches[i];
                branch.cut = true;
            }
            continue;
        }
        for c in replies {
            let played = (color, search.arena.point(c.bit));
            let i = tree.branches.len();
            tree.branches.push(Branch { played, next: Vec::new(), cut: false });
            match parent {
                Some(p) => tree.branches[p].next.push(i),
                None => tree.first.push(i),
            }
            todo.push_back((Some(i), c.position, color.other(), c.key));
        }
    }
    tree
}
