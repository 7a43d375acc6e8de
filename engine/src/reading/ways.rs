//! The ways from a string to another one, or to an area, counted in moves of their owner.
//!
//! A way goes over empty vertices, one move each, and through friendly strings, which cost
//! nothing. To go through a string of the opponent with few liberties costs these, and one
//! move more: it has to be taken first.

use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Point};

/// Moves that are counted; what is farther off is out of reach.
const FARTHEST: usize = 12;

/// A string of the opponent with more liberties than this is a wall.
const WALL: usize = 3;

/// A set of vertices, and what lies so many moves off it.
struct Layers {
    /// `at[d]`: the vertices that take `d` moves to enter.
    at: [PointSet; FARTHEST + 1],
}

impl Layers {
    /// Up to so many moves from `start`, and a move more than it takes to come to `goal`.
    fn new(
        board: &Board,
        color: Color,
        [start, goal]: [&PointSet; 2],
        most: usize,
    ) -> (Layers, Option<usize>) {
        let mut layers = Layers { at: [PointSet::EMPTY; FARTHEST + 1] };
        let mut seen = PointSet::EMPTY;
        let mut shortest = None;
        for p in start.iter() {
            let cost = usize::from(board.is_empty(p));
            layers.at[cost].insert(p);
        }
        for d in 0..=most.min(FARTHEST) {
            if shortest.is_some_and(|s| d > s + 1) {
                layers.at[d] = PointSet::EMPTY;
                continue;
            }
            layers.at[d] = layers.at[d].minus(&seen);
            seen.union_with(&layers.at[d]);
            let mut front = layers.at[d];
            // Friendly strings cost nothing, so that they belong to the same layer.
            while !front.is_empty() {
                let mut friends = PointSet::EMPTY;
                for p in front.beside().minus(&seen) {
                    layers.reach(board, color, p, d, &mut friends);
                }
                friends = friends.minus(&seen);
                seen.union_with(&friends);
                layers.at[d].union_with(&friends);
                front = friends;
            }
            if shortest.is_none() && layers.at[d].intersects(goal) {
                shortest = Some(d);
            }
        }
        for rest in layers.at.iter_mut().skip(most + 1) {
            *rest = PointSet::EMPTY;
        }
        (layers, shortest)
    }

    /// Notes what it takes to go to `p` from a neighbour `d` moves off.
    fn reach(&mut self, board: &Board, color: Color, p: Point, d: usize, friends: &mut PointSet) {
        match board.color_at(p) {
            None if d < FARTHEST && board.is_empty(p) => {
                self.at[d + 1].insert(p);
            }
            Some(c) if c == color => friends.union_with(&board.string_stones(p)),
            Some(_) => {
                let cost = board.liberty_count(p) + 1;
                if cost <= WALL + 1 && d + cost <= FARTHEST {
                    self.at[d + cost].union_with(&board.string_stones(p));
                }
            }
            None => {}
        }
    }
}

/// The ways between a string and a goal.
pub(super) struct Ways {
    /// Moves of the shortest way; `None` if there is none.
    pub(super) shortest: Option<usize>,
    /// Vertices on a shortest way, and on ways that are at most a move longer: empty ones and
    /// stones of both colours.
    pub(super) best: PointSet,
    pub(super) near: PointSet,
}

impl Ways {
    /// The ways of `color` from the string at `s` of at most so many moves.
    pub(super) fn new(board: &Board, s: Point, color: Color, goal: &PointSet, most: usize) -> Ways {
        let none = Ways { shortest: None, best: PointSet::EMPTY, near: PointSet::EMPTY };
        let most = most.min(FARTHEST);
        let start = board.string_stones(s);
        let (from, shortest) = Layers::new(board, color, [&start, goal], most);
        let Some(shortest) = shortest else { return none };
        let (to, _) = Layers::new(board, color, [goal, &start], shortest + 1);
        let mut ways = Ways { shortest: Some(shortest), ..none };
        for (i, near) in from.at.iter().enumerate() {
            for (j, far) in to.at.iter().enumerate() {
                // An empty vertex counts from both sides.
                if i + j > shortest + 2 {
                    break;
                }
                let both = near.and(far);
                for p in both {
                    let length = i + j - usize::from(board.is_empty(p));
                    if length <= shortest {
                        ways.best.insert(p);
                    }
                    if length <= shortest + 1 {
                        ways.near.insert(p);
                    }
                }
            }
        }
        ways
    }
}
