//! Builds the variation tree of the corner matcher (docs/pattern-language.md, "Corner patterns";
//! [`mkpat_rt::table::corner`] defines the terms).
//!
//! Patterns are inserted in source order. The stones of a pattern are put in an
//! order that shares prefixes with the patterns before it and fails early: always
//! a nearest stone (no other remaining one in its area), one that continues the
//! tree if there is any, and of those the one with the largest area.
//!
//! GNU Go drops a pattern whose stones and move equal an earlier one's,
//! whatever its extent; here both are kept, as the naive matcher reports both.
//! Diagnosing duplicates is the checker's business.

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::{Anchor, ElementKind, Pattern};
use mkpat_rt::geom::Offset;
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::corner::{Corner, Ending, Node, Variation};

use super::image::{BuildError, BuildErrorKind};

/// The variation tree of `patterns`, drawn with the corner at the upper left.
///
/// # Errors
///
/// If a pattern is not a corner pattern.
pub fn build(patterns: &[Pattern]) -> Result<Corner, BuildError> {
    let mut tree = Tree { nodes: vec![Node::default()] };
    for (i, pattern) in patterns.iter().enumerate() {
        let id = PatternId(i as u32);
        tree.insert(id, pattern)
            .ok_or(BuildError { pattern: Some(id), kind: BuildErrorKind::NotCornerPattern })?;
    }
    Ok(Corner::new(&tree.nodes))
}

/// A stone of a pattern: row and column from the corner, and whether it is O's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stone {
    row: u8,
    col: u8,
    is_o: bool,
}

impl Stone {
    fn is_in_area_of(&self, row: u8, col: u8) -> bool {
        self.row <= row && self.col <= col
    }

    /// Larger areas first, then nearer to the diagonal, then above it.
    fn preference(&self) -> i32 {
        let (r, c) = (i32::from(self.row), i32::from(self.col));
        2 * 19 * (r + 1) * (c + 1) - 2 * (r - c).abs() + i32::from(r < c)
    }
}

struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Adds a pattern; `None` if it is no corner pattern.
    fn insert(&mut self, id: PatternId, pattern: &Pattern) -> Option<()> {
        let edges = Edges { north: true, west: true, ..Edges::default() };
        let is_corner_pattern = pattern.anchor == Anchor::Corner
            && pattern.edges == edges
            && pattern.min == Offset::new(0, 0);
        let mv = pattern.mv.filter(|_| is_corner_pattern)?;
        let mut remaining = Vec::new();
        for e in &pattern.elements {
            let is_o = match e.kind {
                ElementKind::O => true,
                ElementKind::X => false,
                ElementKind::Empty | ElementKind::Move => continue,
                _ => return None,
            };
            let (row, col) = (u8::try_from(e.at.dr).ok()?, u8::try_from(e.at.dc).ok()?);
            remaining.push(Stone { row, col, is_o });
        }

        let mut placed: Vec<Stone> = Vec::new();
        let mut node = 0;
        while !remaining.is_empty() {
            let stone = self.choose(node, &placed, &remaining);
            remaining.retain(|s| *s != stone);
            node = self.step(node, variation(&placed, stone));
            placed.push(stone);
        }
        let (row, col) = (u8::try_from(mv.dr).ok()?, u8::try_from(mv.dc).ok()?);
        let node = self.step(node, variation(&placed, Stone { row, col, is_o: true }));
        let transforms =
            pattern.symmetry.transforms().iter().fold(0, |acc, t| acc | 1 << t.index());
        self.nodes[node].endings.push(Ending {
            pattern: id,
            last_row: u8::try_from(pattern.max.dr).ok()?,
            last_col: u8::try_from(pattern.max.dc).ok()?,
            transforms,
        });
        Some(())
    }

    /// The stone that follows `placed`, the path to `node`.
    fn choose(&self, node: usize, placed: &[Stone], remaining: &[Stone]) -> Stone {
        let is_nearest = |s: &&Stone| {
            !remaining.iter().any(|other| other != *s && other.is_in_area_of(s.row, s.col))
        };
        let nearest: Vec<Stone> = remaining.iter().filter(is_nearest).copied().collect();
        let continues = |s: &&Stone| self.child(node, variation(placed, **s)).is_some();
        let best = |stones: &mut dyn Iterator<Item = &Stone>| {
            stones.copied().max_by_key(Stone::preference)
        };
        best(&mut nearest.iter().filter(continues))
            .or_else(|| best(&mut nearest.iter()))
            .unwrap_or(remaining[0])
    }

    fn child(&self, node: usize, variation: Variation) -> Option<usize> {
        self.nodes[node].children.iter().copied().find(|&c| self.nodes[c].variation == variation)
    }

    /// The child of `node` with this variation, made if there is none.
    fn step(&mut self, node: usize, variation: Variation) -> usize {
        self.child(node, variation).unwrap_or_else(|| {
            let child = self.nodes.len();
            self.nodes.push(Node { variation, ..Node::default() });
            self.nodes[node].children.push(child);
            child
        })
    }
}

/// The variation that adds `stone` to the path `placed`.
fn variation(placed: &[Stone], stone: Stone) -> Variation {
    let Stone { row, col, is_o } = stone;
    let inside = placed.iter().filter(|s| s.is_in_area_of(row, col)).count();
    let other = placed.first().is_some_and(|first| first.is_o != is_o);
    Variation { row, col, other, stones: 1 + inside as u16 }
}
