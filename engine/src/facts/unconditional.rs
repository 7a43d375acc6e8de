//! Unconditional life after Benson ("Life in the game of Go", 1976): strings
//! that live even if their owner always passes.
//!
//! For one colour, a *region* is a maximal connected set of vertices without
//! stones of that colour. It is *vital* for a string if each of its empty
//! vertices is a liberty of the string. Strings with fewer than two vital
//! regions, and regions next to such strings, are dropped until nothing
//! changes; what is left lives.

use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Point};

/// What Benson's algorithm finds for one colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unconditional {
    /// Stones that live whatever happens.
    pub stones: PointSet,
    /// Vertices that they enclose so that nothing of the other colour can live
    /// there: empty ones and dead stones.
    pub territory: PointSet,
}

struct Region {
    points: PointSet,
    empty: PointSet,
    /// Origins of the strings around it.
    border: PointSet,
}

fn regions(board: &Board, color: Color) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut out = Vec::new();
    let mut stack = Vec::new();
    for start in Point::all(board.size()) {
        if board.at(start) == color.cell() || !seen.insert(start) {
            continue;
        }
        let mut region =
            Region { points: PointSet::EMPTY, empty: PointSet::EMPTY, border: PointSet::EMPTY };
        stack.push(start);
        while let Some(p) = stack.pop() {
            region.points.insert(p);
            if board.is_empty(p) {
                region.empty.insert(p);
            }
            for q in board.neighbours(p) {
                if board.at(q) == color.cell() {
                    region.border.insert(board.origin(q));
                } else if seen.insert(q) {
                    stack.push(q);
                }
            }
        }
        out.push(region);
    }
    out
}

/// The unconditionally living stones of `color`, and what they enclose.
pub fn unconditional(board: &Board, color: Color) -> Unconditional {
    let mut regions = regions(board, color);
    let mut alive: PointSet = board.strings().filter(|&s| board.at(s) == color.cell()).collect();
    let vital =
        |s: Point, r: &Region| r.border.contains(s) && r.empty.is_subset(&board.liberties(s));
    loop {
        let before = alive;
        for s in before {
            if regions.iter().filter(|r| vital(s, r)).count() < 2 {
                alive.remove(s);
            }
        }
        if alive == before {
            break;
        }
        regions.retain(|r| r.border.is_subset(&alive));
    }
    let mut out = Unconditional::default();
    for s in alive {
        out.stones.union_with(&board.string_stones(s));
    }
    for r in &regions {
        if alive.iter().any(|s| vital(s, r)) {
            out.territory.union_with(&r.points);
        }
    }
    out
}
