//! Can a string be connected to an area, can it be kept out?
//!
//! The search goes along the shortest ways over empty vertices and friendly strings: whoever
//! moves tries the vertices on them. A string is in when one of its stones stands in the
//! area and cannot be captured at once. What is not decided within
//! [`Limits::connection_depth`](super::Limits::connection_depth) moves counts as connected if
//! few enough moves are left to play, else as kept out.

use super::reader::Reader;
use super::{Code, Reading};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, Point};
use std::collections::VecDeque;

/// Steps that no way has.
const FAR: u8 = u8::MAX;

impl Reader<'_> {
    /// Can the owner of the string at `s`, to move, connect it to one of the vertices of
    /// `area`? Lost without a stone there; won without a move if it is there.
    pub fn break_in(&mut self, s: Point, area: &PointSet) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        self.deepen(|r, depth| r.enter(s, color, area, depth))
    }

    /// Can the opponent of the string at `s`, to move, keep it from being connected to any
    /// vertex of `area`? Won without a stone there.
    pub fn block_off(&mut self, s: Point, area: &PointSet) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::won(Point::PASS) };
        self.deepen(|r, depth| r.keep_out(s, color, area, depth))
    }

    /// Whether the string is in the area.
    fn is_in(&self, s: Point, color: Color, area: &PointSet) -> bool {
        self.board.color_at(s) == Some(color) && self.board.string_stones(s).intersects(area)
    }

    fn enter(&mut self, s: Point, color: Color, area: &PointSet, depth: usize) -> Reading {
        if self.board.color_at(s) != Some(color) {
            return Reading::LOST;
        }
        if self.is_in(s, color, area) {
            return Reading::won(Point::PASS);
        }
        let ways = Ways::new(self.board, s, color, area);
        if depth == 0 || self.exhausted() || self.question.spent >= self.limits.connection_nodes {
            self.question.cut_short |= depth > 0;
            // The owner is a move nearer if he is to play.
            return if ways.shortest <= 2 { Reading::won(Point::PASS) } else { Reading::LOST };
        }
        let mut best = Reading::LOST;
        for p in ways.moves(self.board, self.limits.connection_width, &[]) {
            let code = self
                .after_connection_move(color, p, |r| r.keep_out(s, color, area, depth - 1).code);
            if let Some(code) = code {
                best.improve(code, p);
            }
            if best.code == Code::Win {
                break;
            }
        }
        best
    }

    fn keep_out(&mut self, s: Point, color: Color, area: &PointSet, depth: usize) -> Reading {
        if self.board.color_at(s) != Some(color) {
            return Reading::won(Point::PASS);
        }
        let limits = self.limits.shallower(self.limits.connection_reduction);
        if self.board.liberty_count(s) <= 2 {
            let attack = self.within(limits, |r| r.attack(s));
            if attack.code == Code::Win {
                return Reading::won(attack.point);
            }
        }
        if self.is_in(s, color, area) {
            return Reading::LOST;
        }
        let ways = Ways::new(self.board, s, color, area);
        if ways.shortest == FAR {
            return Reading::won(Point::PASS);
        }
        if depth == 0 || self.exhausted() || self.question.spent >= self.limits.connection_nodes {
            self.question.cut_short |= depth > 0;
            return if ways.shortest <= 1 { Reading::LOST } else { Reading::won(Point::PASS) };
        }
        // Stones in the way may also be saved or taken where they have their liberties.
        let weak: Vec<Point> = self
            .board
            .adjacent_enemies_with(s, 2)
            .iter()
            .flat_map(|e| self.board.liberties(e).iter().collect::<Vec<_>>())
            .collect();
        let mut best = Reading::LOST;
        for p in ways.moves(self.board, self.limits.connection_width, &weak) {
            let code = self.after_connection_move(color.other(), p, |r| {
                r.enter(s, color, area, depth - 1).code
            });
            if let Some(code) = code {
                best.improve(code, p);
            }
            if best.code == Code::Win {
                break;
            }
        }
        best
    }
}

/// The shortest ways from a string to an area.
pub(super) struct Ways {
    /// Moves of the owner from the string to a vertex, and from there into the area.
    from: Vec<u8>,
    to: Vec<u8>,
    /// Moves of the shortest way; [`FAR`] if there is none.
    pub(super) shortest: u8,
}

impl Ways {
    pub(super) fn new(board: &Board, s: Point, color: Color, area: &PointSet) -> Ways {
        let from = steps(board, color, &board.string_stones(s));
        let to = steps(board, color, &area.iter().collect());
        let shortest = area.iter().map(|p| from[p.idx()]).min().unwrap_or(FAR);
        Ways { from, to, shortest }
    }

    /// The empty vertices on ways that are at most one move longer than the shortest, nearest to
    /// the string first, at most `width`; those of `more` before them.
    pub(super) fn moves(&self, board: &Board, width: usize, more: &[Point]) -> Vec<Point> {
        let mut out: Vec<(usize, u8, Point)> = Point::all(board.size())
            .filter(|&p| board.is_empty(p))
            .filter_map(|p| {
                let (from, to) = (self.from[p.idx()], self.to[p.idx()]);
                let through = usize::from(from) + usize::from(to);
                (from != FAR && to != FAR && through <= usize::from(self.shortest) + 2)
                    .then_some((through, from, p))
            })
            .collect();
        out.sort_unstable();
        let mut seen = PointSet::EMPTY;
        let all = more.iter().copied().chain(out.into_iter().map(|(_, _, p)| p));
        all.filter(|&p| seen.insert(p)).take(width + more.len()).collect()
    }
}

/// Moves that a colour needs from a set to each vertex: one for each empty vertex that is entered,
/// none through its own stones, two to take a stone of the enemy in atari.
fn steps(board: &Board, color: Color, set: &PointSet) -> Vec<u8> {
    let mut out = vec![FAR; AREA];
    let mut front: VecDeque<Point> = set.iter().collect();
    for &p in &front {
        out[p.idx()] = u8::from(board.is_empty(p));
    }
    while let Some(p) = front.pop_front() {
        for q in board.neighbours(p) {
            let cost = if board.is_empty(q) {
                1
            } else if board.color_at(q) == Some(color) {
                0
            } else if board.liberty_count(q) == 1 {
                2
            } else {
                continue;
            };
            let there = out[p.idx()].saturating_add(cost);
            if there < out[q.idx()] {
                out[q.idx()] = there;
                front.push_back(q);
            }
        }
    }
    out
}
