//! The ways from a string to another one, or to an area, counted in moves of their owner.
//!
//! A way goes over empty vertices, one move each, and through friendly strings, which cost
//! nothing. To go through a string of the opponent with few liberties costs these, and one
//! move more: it has to be taken first.

use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Cell, Color, Point};

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
    /// Up to so many moves from `start`, and so many more than it takes to come to `goal`.
    fn new(
        board: &Board,
        color: Color,
        [start, goal]: [&PointSet; 2],
        (most, detour): (usize, usize),
    ) -> (Layers, Option<usize>) {
        let mut layers = Layers { at: [PointSet::EMPTY; FARTHEST + 1] };
        let mut seen = PointSet::EMPTY;
        let mut shortest = None;
        for p in start.iter() {
            let cost = usize::from(board.is_empty(p));
            layers.at[cost].insert(p);
        }
        for d in 0..=most.min(FARTHEST) {
            if shortest.is_some_and(|s| d > s + detour) {
                layers.at[d] = PointSet::EMPTY;
                continue;
            }
            layers.at[d] = layers.at[d].minus(&seen);
            seen.union_with(&layers.at[d]);
            let mut front = layers.at[d];
            // Friendly strings cost nothing, so that they belong to the same layer.
            while !front.is_empty() {
                let mut friends = PointSet::EMPTY;
                let mut enemies = PointSet::EMPTY;
                for p in front.beside().minus(&seen) {
                    match board.at(p) {
                        Cell::Empty if d < FARTHEST => {
                            layers.at[d + 1].insert(p);
                        }
                        Cell::Empty | Cell::Off => {}
                        cell if cell == color.cell() => {
                            if !friends.contains(p) {
                                friends.union_with(&board.string_stones(p));
                            }
                        }
                        _ => {
                            if enemies.insert(p) {
                                layers.reach_enemy(board, p, d, &mut enemies);
                            }
                        }
                    }
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

    /// Notes what it takes to go through the opponent's string at `p` from a neighbour `d` moves off; its
    /// stones are added to `enemies`, which need not be looked at again there.
    fn reach_enemy(&mut self, board: &Board, p: Point, d: usize, enemies: &mut PointSet) {
        let stones = board.string_stones(p);
        enemies.union_with(&stones);
        let cost = board.liberty_count(p) + 1;
        if cost <= WALL + 1 && d + cost <= FARTHEST {
            self.at[d + cost].union_with(&stones);
        }
    }
}

/// The ways between a string and a goal.
pub(super) struct Ways {
    /// Moves of the shortest way; `None` if there is none.
    pub(super) shortest: Option<usize>,
    /// Vertices on a shortest way, and on ways that are at most a move longer: empty ones and
    /// stones of both colours. The latter are as the former where they were not asked for.
    pub(super) best: PointSet,
    pub(super) near: PointSet,
    /// How narrow the shortest ways are: the sum over their steps of one by the number of
    /// vertices there, in thousandths.
    pub(super) resistance: u32,
}

impl Ways {
    /// The ways of `color` from the string at `s` of at most so many moves.
    pub(super) fn new(board: &Board, s: Point, color: Color, goal: &PointSet, most: usize) -> Ways {
        Ways::with_detour(board, s, color, goal, (most, 1))
    }

    /// As [`Ways::new`], the shortest ways alone.
    pub(super) fn shortest(
        board: &Board,
        s: Point,
        color: Color,
        goal: &PointSet,
        most: usize,
    ) -> Ways {
        Ways::with_detour(board, s, color, goal, (most, 0))
    }

    fn with_detour(
        board: &Board,
        s: Point,
        color: Color,
        goal: &PointSet,
        (most, detour): (usize, usize),
    ) -> Ways {
        let none =
            Ways { shortest: None, best: PointSet::EMPTY, near: PointSet::EMPTY, resistance: 0 };
        let most = most.min(FARTHEST);
        let start = board.string_stones(s);
        let (from, shortest) = Layers::new(board, color, [&start, goal], (most, detour));
        let Some(shortest) = shortest else { return none };
        // Back from the goal it may be less: a stone of the opponent there costs nothing.
        let limits = (shortest + detour, 1);
        let (to, _) = Layers::new(board, color, [goal, &start], limits);
        let mut ways = Ways { shortest: Some(shortest), ..none };
        for (i, near) in from.at.iter().enumerate().take(shortest + detour + 1) {
            for (j, far) in to.at.iter().enumerate() {
                // An empty vertex counts from both sides.
                if i + j > shortest + detour + 1 {
                    break;
                }
                let both = near.and(far);
                for p in both {
                    let length = i + j - usize::from(board.is_empty(p));
                    if length <= shortest {
                        ways.best.insert(p);
                    }
                    if length <= shortest + detour {
                        ways.near.insert(p);
                    }
                }
            }
        }
        for step in &from.at[..=shortest] {
            let vertices = step.and(&ways.best).iter().filter(|&p| board.is_empty(p)).count();
            ways.resistance += 1000u32.checked_div(vertices as u32).unwrap_or(0);
        }
        ways
    }
}
