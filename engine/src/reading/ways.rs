//! The ways from a string to another one, or to an area, counted in moves of their owner.
//!
//! A way goes over empty vertices, one move each, and through friendly strings, which cost
//! nothing. To go through a string of the opponent with few liberties costs these, and one
//! move more: it has to be taken first.

use crate::board::{Board, PointSet, Stones};
use mkpat_rt::geom::{AREA, Color, Point};

/// Moves that are counted; what is farther off is out of reach.
const FARTHEST: usize = 12;

/// A string of the opponent with more liberties than this is a wall.
const WALL: usize = 3;

/// Moves to what is out of reach.
const NEVER: u8 = u8::MAX;

/// How many moves it takes to come to each vertex.
struct Distances {
    at: [u8; AREA],
    /// What takes more moves than these was not looked at, whatever `at` says.
    last: u8,
    /// The vertices that were looked at: those that take at most `last` moves, nearest first.
    reached: Vec<Point>,
}

impl Distances {
    /// From `start`, up to so many moves, and so many more than it takes to come to `goal`; and the
    /// latter number, if that is reached. Only over vertices that `among` has reached, if it is given.
    fn new(
        (board, color): (&Board, Color),
        [start, goal]: [&PointSet; 2],
        (most, detour): (usize, usize),
        among: Option<&Distances>,
    ) -> (Distances, Option<usize>) {
        let last = most.min(FARTHEST) as u8;
        let mut to = Distances { at: [NEVER; AREA], last, reached: Vec::with_capacity(64) };
        // What is a move farther off, and the opponent's stones that it takes more moves to enter.
        let mut next = Vec::with_capacity(32);
        let mut later: Vec<Point> = Vec::new();
        for p in start.iter() {
            if board.is_empty(p) {
                to.at[p.idx()] = 1;
                next.push(p);
            } else {
                to.at[p.idx()] = 0;
                to.reached.push(p);
            }
        }
        let (mut first, mut shortest) = (0, None);
        for d in 0..=last {
            while let Some(&p) = to.reached.get(first) {
                first += 1;
                if shortest.is_none() && goal.contains(p) {
                    shortest = Some(usize::from(d));
                    to.last = to.last.min(d + detour as u8);
                }
                for q in board.neighbours(p) {
                    let known = to.at[q.idx()];
                    if known <= d || among.is_some_and(|a| a.at[q.idx()] > a.last) {
                        continue;
                    }
                    match board.color_at(q) {
                        // Friendly strings cost nothing.
                        Some(c) if c == color => to.enter(board.stones(q), d, true),
                        None if known == NEVER => {
                            to.at[q.idx()] = d + 1;
                            next.push(q);
                        }
                        None => {}
                        Some(_) => {
                            let liberties = board.liberty_count(q);
                            let cost = d + liberties.min(WALL + 1) as u8 + 1;
                            if liberties <= WALL && cost < known && cost <= to.last {
                                later.push(q);
                                to.enter(board.stones(q), cost, false);
                            }
                        }
                    }
                }
            }
            if d >= to.last {
                break;
            }
            to.reached.append(&mut next);
            later.retain(|&q| {
                let now = to.at[q.idx()] == d + 1;
                if now {
                    to.reached.extend(board.stones(q).filter(|r| to.at[r.idx()] == d + 1));
                }
                !now
            });
        }
        (to, shortest)
    }

    /// Notes the moves that it takes to come to these stones, unless it takes fewer; whether they
    /// are `reached` by now.
    fn enter(&mut self, stones: Stones<'_>, moves: u8, reached: bool) {
        for p in stones {
            if self.at[p.idx()] > moves {
                self.at[p.idx()] = moves;
                if reached {
                    self.reached.push(p);
                }
            }
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
        let mut ways =
            Ways { shortest: None, best: PointSet::EMPTY, near: PointSet::EMPTY, resistance: 0 };
        let start = board.string_stones(s);
        let owned = (board, color);
        let (from, shortest) = Distances::new(owned, [&start, goal], (most, detour), None);
        let Some(shortest) = shortest else { return ways };
        ways.shortest = Some(shortest);
        // Back from the goal it may be less: a stone of the opponent there costs nothing.
        let limits = (shortest + detour, 1);
        let (to, _) = Distances::new(owned, [goal, &start], limits, Some(&from));
        // Vertices where a move is made on a shortest way, by the moves that it takes to come there.
        let mut steps = [0u32; FARTHEST + 1];
        for &p in &to.reached {
            let (here, back) = (from.at[p.idx()], to.at[p.idx()]);
            // What lies in the goal was not chosen by `from`.
            if here > from.last {
                continue;
            }
            let empty = board.is_empty(p);
            // An empty vertex counts from both sides.
            let length = usize::from(here + back).saturating_sub(usize::from(empty));
            if length <= shortest {
                ways.best.insert(p);
                if empty && usize::from(here) <= shortest {
                    steps[usize::from(here)] += 1;
                }
            }
            if length <= shortest + detour {
                ways.near.insert(p);
            }
        }
        for vertices in steps {
            ways.resistance += 1000u32.checked_div(vertices).unwrap_or(0);
        }
        ways
    }
}
