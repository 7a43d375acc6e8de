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

/// What lies where, as the owner of the ways sees it.
struct Cells {
    empty: PointSet,
    own: PointSet,
    others: PointSet,
}

/// A set of vertices, and what lies so many moves off it.
struct Layers {
    /// `at[d]`: the vertices that take `d` moves to enter.
    at: [PointSet; FARTHEST + 1],
}

impl Layers {
    /// Up to so many moves from `start`, and so many more than it takes to come to `goal`.
    fn new(
        (board, cells): (&Board, &Cells),
        [start, goal]: [&PointSet; 2],
        (most, detour): (usize, usize),
    ) -> (Layers, Option<usize>) {
        let mut layers = Layers { at: [PointSet::EMPTY; FARTHEST + 1] };
        let mut seen = PointSet::EMPTY;
        // Stones of the opponent that were looked at: whoever comes to them later comes at a higher price.
        let mut priced = PointSet::EMPTY;
        let mut shortest = None;
        let mut last = most.min(FARTHEST);
        layers.at[0] = start.minus(&cells.empty);
        layers.at[1] = start.and(&cells.empty);
        let mut d = 0;
        while d <= last {
            let mut layer = layers.at[d].minus(&seen);
            seen.union_with(&layer);
            let mut beside = layer.beside();
            // Friendly strings cost nothing, so that they belong to the same layer.
            let mut new = beside;
            loop {
                let touched = new.and(&cells.own).minus(&seen);
                if touched.is_empty() {
                    break;
                }
                let mut friends = PointSet::EMPTY;
                for p in touched {
                    if !friends.contains(p) {
                        friends.union_with(&board.string_stones(p));
                    }
                }
                friends = friends.minus(&seen);
                seen.union_with(&friends);
                layer.union_with(&friends);
                new = friends.beside();
                beside.union_with(&new);
            }
            layers.at[d] = layer;
            if shortest.is_none() && layer.intersects(goal) {
                shortest = Some(d);
                last = last.min(d + detour);
            }
            if d < last {
                let beside = beside.minus(&seen);
                layers.at[d + 1].union_with(&beside.and(&cells.empty));
                let enemies = beside.and(&cells.others).minus(&priced);
                if !enemies.is_empty() {
                    priced.union_with(&enemies);
                    enemies.iter().for_each(|p| layers.reach_enemy(board, p, d, last));
                }
            }
            d += 1;
        }
        for rest in &mut layers.at[last + 1..] {
            *rest = PointSet::EMPTY;
        }
        (layers, shortest)
    }

    /// Notes what it takes to go through the opponent's string at `p` from a neighbour `d` moves off, if
    /// that is at most `last` moves.
    fn reach_enemy(&mut self, board: &Board, p: Point, d: usize, last: usize) {
        let cost = board.liberty_count(p) + 1;
        if cost <= WALL + 1 && d + cost <= last && !self.at[d + cost].contains(p) {
            self.at[d + cost].union_with(&board.string_stones(p));
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
        let cells = Cells {
            empty: board.empty_points(),
            own: board.stones_of(color),
            others: board.stones_of(color.other()),
        };
        let (from, shortest) = Layers::new((board, &cells), [&start, goal], (most, detour));
        let Some(shortest) = shortest else { return none };
        // Back from the goal it may be less: a stone of the opponent there costs nothing.
        let limits = (shortest + detour, 1);
        let (to, _) = Layers::new((board, &cells), [goal, &start], limits);
        let mut ways = Ways { shortest: Some(shortest), ..none };
        for (i, near) in from.at.iter().enumerate().take(shortest + detour + 1) {
            for (j, far) in to.at.iter().enumerate() {
                // An empty vertex counts from both sides.
                if i + j > shortest + detour + 1 {
                    break;
                }
                let both = near.and(far);
                if both.is_empty() {
                    continue;
                }
                for (part, length) in [
                    (both.and(&cells.empty), (i + j).saturating_sub(1)),
                    (both.minus(&cells.empty), i + j),
                ] {
                    if length <= shortest {
                        ways.best.union_with(&part);
                    }
                    if length <= shortest + detour {
                        ways.near.union_with(&part);
                    }
                }
            }
        }
        let free = ways.best.and(&cells.empty);
        for step in &from.at[..=shortest] {
            let vertices = step.common(&free);
            ways.resistance += 1000u32.checked_div(vertices as u32).unwrap_or(0);
        }
        ways
    }
}
