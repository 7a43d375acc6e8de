//! The vertices where a move of a random game may weigh more than elsewhere: near the last move, and where
//! somebody captures.
//!
//! *Near* are the eight vertices around the last move, and the liberties of the strings beside it, and of its own,
//! that have at most two.
//!
//! What is slow to find out, what a move decides in a ladder, is asked only about moves that are drawn
//! ([`Special::kind`]); until then a spot tells what it may be at most.

use super::field::Field;
use super::ladder::Ladders;
use crate::board::PointSet;
use mkpat_rt::geom::{Cell, Color, DIAGONALS, NEIGHBOURS, Point};

/// What comes of a move in a ladder: stones, three for more.
#[derive(Clone, Copy, Default)]
pub(super) struct Decides {
    pub(super) takes: u8,
    pub(super) saves: u8,
}

/// What is special about a move.
#[derive(Clone, Copy, Default)]
pub(super) struct Is {
    pub(super) near: bool,
    /// Stones that Black and White capture there, at most three.
    pub(super) captures: [u8; 2],
    pub(super) ladder: Decides,
}

/// A special vertex.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) point: Point,
    pub(super) is_near: bool,
    /// Stones that Black and White capture there, at most three.
    pub(super) captures: [u8; 2],
    /// What a move there decides in a ladder at most.
    pub(super) ladder: Decides,
    /// What it weighs, or at most, if that is not settled.
    pub(super) weight: u32,
    pub(super) is_settled: bool,
}

/// The special vertices of a field.
#[derive(Default)]
pub(super) struct Special {
    pub(super) spots: Vec<Spot>,
    pub(super) ladders: Ladders,
    points: PointSet,
    ataris: Vec<(Point, [u8; 2])>,
    /// Strings beside the last move that may be taken in a ladder, at their liberties.
    ladder_strings: Vec<LadderString>,
}

/// A string with two liberties beside the last move, at one of them.
#[derive(Clone, Copy)]
struct LadderString {
    liberty: Point,
    stone: Point,
    /// Three for more.
    stones: u8,
    /// Whether it is a string of whoever moves.
    is_own: bool,
    /// Whether it can be taken if nothing is done, once that is known.
    threatened: Option<bool>,
}

impl Special {
    /// Finds the special vertices for `color`, who is to move.
    pub(super) fn find(&mut self, field: &mut Field, color: Color, ladders: bool) {
        self.spots.clear();
        self.points = PointSet::EMPTY;
        self.ladder_strings.clear();
        let last = field.last();
        if !last.is_pass() {
            for step in NEIGHBOURS.into_iter().chain(DIAGONALS) {
                let q = last.step(step);
                if field.at(q) == Cell::Empty {
                    self.add(field, q, true);
                }
            }
            let mut seen = [0; 5];
            for (i, step) in [0].into_iter().chain(NEIGHBOURS).enumerate() {
                let stone = last.step(step);
                let Some(owner) = field.color(stone) else { continue };
                let Some(liberties) = field.few_liberties(stone) else { continue };
                for &l in liberties {
                    self.add(field, Point(l), true);
                }
                if let &[a, b] = liberties
                    && ladders
                    && !seen.contains(&field.head(stone))
                {
                    seen[i] = field.head(stone);
                    let stones = field.stones(stone).min(3) as u8;
                    for liberty in [a, b].map(Point) {
                        self.add_ladder(liberty, stone, stones, owner == color);
                    }
                }
            }
        }
        let mut ataris = std::mem::take(&mut self.ataris);
        ataris.clear();
        field.atari_liberties(&mut ataris);
        for &(p, captures) in &ataris {
            self.add(field, p, false);
            if let Some(i) = self.place(p) {
                self.spots[i].captures = captures;
            }
        }
        self.ataris = ataris;
    }

    fn add(&mut self, field: &Field, point: Point, is_near: bool) {
        if !field.is_inside(point) || !self.points.insert(point) {
            return;
        }
        let ladder = Decides::default();
        let captures = [0; 2];
        let spot = Spot { point, is_near, captures, ladder, weight: 0, is_settled: false };
        self.spots.push(spot);
    }

    fn add_ladder(&mut self, liberty: Point, stone: Point, stones: u8, is_own: bool) {
        let Some(i) = self.place(liberty) else { return };
        let most = &mut self.spots[i].ladder;
        let most = if is_own { &mut most.saves } else { &mut most.takes };
        *most = stones.max(*most);
        let threatened = None;
        self.ladder_strings.push(LadderString { liberty, stone, stones, is_own, threatened });
    }

    /// Whether a vertex is special.
    #[inline]
    pub(super) fn contains(&self, p: Point) -> bool {
        self.points.contains(p)
    }

    /// The number of the spot at a vertex.
    pub(super) fn place(&self, p: Point) -> Option<usize> {
        if !self.points.contains(p) {
            return None;
        }
        self.spots.iter().position(|s| s.point == p)
    }

    /// What is special about the move at a spot, which is legal.
    pub(super) fn kind(&mut self, field: &mut Field, color: Color, i: usize) -> Is {
        let Spot { point, is_near, captures, ladder, .. } = self.spots[i];
        let decides = ladder.takes + ladder.saves > 0;
        let ladder = if decides { self.decided(field, color, point) } else { ladder };
        Is { near: is_near, captures, ladder }
    }

    /// What a legal move takes in a ladder beside the last move, and what it saves from one.
    fn decided(&mut self, field: &mut Field, color: Color, p: Point) -> Decides {
        let mut found = Decides::default();
        for i in 0..self.ladder_strings.len() {
            let LadderString { liberty, stone, stones, is_own, .. } = self.ladder_strings[i];
            if liberty != p {
                continue;
            }
            if !is_own {
                if stones > found.takes && self.ladders.takes(field, color, p, stone) {
                    found.takes = stones;
                }
            } else if stones > found.saves
                && self.is_threatened(field, i)
                && self.ladders.is_safe_after(field, color, p, stone)
            {
                found.saves = stones;
            }
        }
        found
    }

    /// Whether a string of whoever moves can be taken if nothing is done.
    fn is_threatened(&mut self, field: &mut Field, i: usize) -> bool {
        let LadderString { stone, threatened, .. } = self.ladder_strings[i];
        if let Some(known) = threatened {
            return known;
        }
        let found = self.ladders.attack(field, stone).is_some();
        let same = self.ladder_strings.iter_mut().filter(|s| s.stone == stone);
        same.for_each(|s| s.threatened = Some(found));
        found
    }

    /// The spot whose share of the sum of weights holds `r`, and how far into it that is.
    pub(super) fn pick(&self, mut r: u64) -> Option<(usize, u64)> {
        for (i, s) in self.spots.iter().enumerate() {
            if r < u64::from(s.weight) {
                return Some((i, r));
            }
            r -= u64::from(s.weight);
        }
        None
    }
}
