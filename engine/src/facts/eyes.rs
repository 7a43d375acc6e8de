//! Eye spaces, and whether a single vertex is an eye.

use super::worms::renumber;
use super::{Influence, Worms};
use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use mkpat_rt::geom::{AREA, Cell, Color, Point};

/// A connected part of a side's territory where eyes can be made.
#[derive(Clone, PartialEq, Debug)]
pub struct EyeSpace {
    /// Who can make eyes there.
    pub color: Color,
    /// Its vertices: empty, or dead stones of the other side.
    pub points: PointSet,
    /// Its vertices through which it is open to the outside.
    pub marginal: PointSet,
    /// Eyes if the opponent moves first.
    pub min_eyes: u8,
    /// Eyes if the owner moves first.
    pub max_eyes: u8,
    /// Where either side moves first, if that matters.
    pub vital: Option<Point>,
}

/// All eye spaces.
#[derive(Clone, Debug)]
pub struct Eyes {
    spaces: Vec<EyeSpace>,
    at: Box<[u16]>,
}

/// Topological value of `p` as an eye point of `color` (GNU Go 3.8 manual, "Eye Topology"): 2 or
/// less a true eye, 3 half an eye, 4 or more false. A diagonal counts 2 for an enemy stone that
/// stays, 1 if it is empty or the enemy stone can be captured; at the edge 2 are added for the
/// diagonals that are missing.
pub fn topology(board: &Board, worms: &Worms, p: Point, color: Color) -> u8 {
    let mut sum = if board.diagonals(p).count() < 4 { 2 } else { 0 };
    for q in board.diagonals(p) {
        sum += match board.at(q) {
            Cell::Empty => {
                // A vertex that the enemy cannot take is as good as a stone.
                let own = board.count_neighbours(q, color.cell());
                let all = board.neighbours(q).count();
                u8::from(own < all)
            }
            cell if cell == color.cell() => 0,
            _ if worms.is_lost(q) => 0,
            _ if worms.get(q).is_some_and(|w| w.attack.is_success()) => 1,
            _ => 2,
        };
    }
    sum
}

impl Eyes {
    /// Finds the eye spaces: the parts of either side's territory.
    pub fn new(board: &Board, worms: &Worms, influence: &Influence) -> Eyes {
        let mut eyes = Eyes { spaces: Vec::new(), at: vec![0; AREA].into_boxed_slice() };
        for color in Color::BOTH {
            let inside = |p: Point| {
                (board.is_empty(p)
                    || (board.color_at(p) == Some(color.other()) && worms.is_lost(p)))
                    && influence.territory(p) == Some(color)
            };
            for start in Point::all(board.size()) {
                if eyes.at[start.idx()] != 0 || !inside(start) {
                    continue;
                }
                let mut points: PointSet = [start].into_iter().collect();
                let mut stack = vec![start];
                while let Some(p) = stack.pop() {
                    for q in board.neighbours(p) {
                        if inside(q) && points.insert(q) {
                            stack.push(q);
                        }
                    }
                }
                let open = |p: &Point| {
                    board
                        .neighbours(*p)
                        .any(|q| !points.contains(q) && board.color_at(q) != Some(color))
                };
                let marginal: PointSet = points.iter().filter(open).collect();
                let mut space =
                    EyeSpace { color, points, marginal, min_eyes: 0, max_eyes: 0, vital: None };
                space.count(board, worms);
                for p in points {
                    eyes.at[p.idx()] = eyes.spaces.len() as u16 + 1;
                }
                eyes.spaces.push(space);
            }
        }
        eyes
    }

    /// The eye space at a vertex.
    pub fn get(&self, p: Point) -> Option<&EyeSpace> {
        self.index(p).map(|i| &self.spaces[i])
    }

    /// Number of the eye space at a vertex.
    pub fn index(&self, p: Point) -> Option<usize> {
        (*self.at.get(p.idx())? as usize).checked_sub(1)
    }

    /// All eye spaces.
    pub fn spaces(&self) -> &[EyeSpace] {
        &self.spaces
    }
}

impl EyeSpace {
    /// The vertices that are not marginal.
    pub fn proper(&self) -> PointSet {
        self.points.minus(&self.marginal)
    }

    /// Estimates the number of eyes from size and shape.
    fn count(&mut self, board: &Board, worms: &Worms) {
        let proper = self.proper();
        let degree =
            |set: &PointSet, p: Point| board.neighbours(p).filter(|&q| set.contains(q)).count();
        let set = if self.marginal.is_empty() { self.points } else { proper };
        let n = set.len();
        if n == 0 {
            self.max_eyes = u8::from(self.points.len() >= 3);
            return;
        }
        // Vertices at the ends of the space that are false eyes do not count.
        let real: PointSet = set
            .iter()
            .filter(|&p| degree(&set, p) > 1 || topology(board, worms, p, self.color) < 4)
            .collect();
        let half = set
            .iter()
            .find(|&p| degree(&set, p) <= 1 && topology(board, worms, p, self.color) == 3);
        let n = real.len();
        let stones = real.iter().filter(|&p| !board.is_empty(p)).count();
        let centre = real.iter().max_by_key(|&p| (degree(&real, p), std::cmp::Reverse(p)));
        let widest = centre.map_or(0, |p| degree(&real, p));
        let square = n == 4 && real.iter().all(|p| degree(&real, p) == 2);
        (self.min_eyes, self.max_eyes) = match n {
            0 => (0, 0),
            1 | 2 => (u8::from(half.is_none()), 1),
            3 => (1, 2),
            4 if square => (1, 1),
            4 if widest == 3 => (1, 2),
            4 => (2, 2),
            5 if widest == 4 || real.iter().filter(|&p| degree(&real, p) >= 2).count() == 5 => {
                (1, 2)
            }
            5 => (2, 2),
            6 if widest == 4 => (1, 2),
            _ => (2, 2),
        };
        // Many dead stones inside may already hold the vital point.
        if n <= 6 && stones > 0 {
            let taken = centre.is_some_and(|p| !board.is_empty(p));
            if taken || n - stones < 2 {
                self.min_eyes = self.min_eyes.min(1);
                self.max_eyes = if taken && n <= 3 { 1 } else { self.max_eyes };
            }
        }
        if !self.marginal.is_empty() && n < 7 {
            self.min_eyes = self.min_eyes.saturating_sub(1);
        }
        if self.min_eyes < self.max_eyes {
            self.vital = match half {
                Some(p) if n <= 2 => board
                    .diagonals(p)
                    .find(|&q| board.is_empty(q))
                    .or_else(|| board.diagonals(p).find_map(|q| Some(worms.get(q)?.attack.point)))
                    .filter(|q| !q.is_pass()),
                _ if !self.marginal.is_empty() => self.marginal.iter().find(|&p| board.is_empty(p)),
                _ => centre.filter(|&p| board.is_empty(p)),
            };
        }
    }
}

impl Restore for Eyes {
    fn restore(self, view: &View<'_>) -> Eyes {
        let (at, order) = renumber(&self.at, view);
        let space = |&(old, _): &(usize, Point)| {
            let space = self.spaces[old].clone();
            EyeSpace {
                color: view.color(space.color),
                points: space.points.restore(view),
                marginal: space.marginal.restore(view),
                vital: space.vital.restore(view),
                ..space
            }
        };
        Eyes { spaces: order.iter().map(space).collect(), at }
    }
}
