//! Unconditional status: what is certain even if one side passes as often as the other
//! likes to move (GNU Go 3.8 manual, "Worms and Dragons").
//!
//! For each colour, from its point of view:
//! 1. *Invincible* strings can never be taken, though the opponent may move any number of
//!    times in a row. They are found after Benson ("Life in the game of Go", 1976): a *region*
//!    is a maximal connected set of vertices without stones of the colour, and *vital* for a
//!    string if all its empty vertices are liberties of the string. Strings with fewer than
//!    two vital regions, and regions next to such strings, are dropped until nothing changes.
//! 2. What the opponent can never make part of an invincible string, however often he moves
//!    in a row, is the colour's: empty vertices are *territory*, stones of the opponent are
//!    dead. Two eyes of one vertex each, all other vertices filled and all stones that do not
//!    stand in the way taken, are all that has to be tried: an eye of more vertices
//!    can be filled up to the last, and of three eyes that hold strings together one can be
//!    filled such that the strings around it become one string with two eyes left.
//! 3. Stones of the colour that can be captured but touch its territory live.
//!
//! The manual names an exception to (2): stones that live in seki and yet cannot be
//! turned invincible. See [`Cave::is_seki`] for what is done about it.
//!
//! Suicide is not allowed here. (With it a side could take its own dead stones off and build
//! anew in the room.)

use crate::board::{Board, PointSet};
use crate::prover::{Goal, Limits, Question, Status, Table, group, prove};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;

/// What is certain from the point of view of one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    /// Invincible stones: they live whatever happens.
    pub stones: PointSet,
    /// Vertices where the other colour can never live: empty ones, and its dead stones.
    pub territory: PointSet,
    /// Stones that live: invincible ones, and others of the colour next to its territory.
    pub alive: PointSet,
}

/// A maximal connected set of vertices without stones of one colour.
struct Region {
    empty: PointSet,
    /// Origins of the strings of the colour around it.
    border: PointSet,
}

fn regions(board: &Board, color: Color) -> Vec<Region> {
    let is_outside = |p: Point| board.at(p) != color.cell();
    let all: PointSet = Point::all(board.size()).filter(|&p| is_outside(p)).collect();
    components(board, &all)
        .into_iter()
        .map(|points| Region {
            empty: points.iter().filter(|&p| board.is_empty(p)).collect(),
            border: around(board, &points)
                .iter()
                .filter(|&p| board.at(p) == color.cell())
                .map(|p| board.origin(p))
                .collect(),
        })
        .collect()
}

/// The vertices next to those of a set, without the set.
fn around(board: &Board, set: &PointSet) -> PointSet {
    let near: PointSet = set.iter().flat_map(|p| board.neighbours(p)).collect();
    near.minus(set)
}

/// The connected parts of a set of vertices, in order of their first vertices.
pub(super) fn components(board: &Board, set: &PointSet) -> Vec<PointSet> {
    let mut left = *set;
    let mut out = Vec::new();
    let mut stack = Vec::new();
    while let Some(start) = left.first() {
        left.remove(start);
        let mut part = PointSet::EMPTY;
        stack.push(start);
        while let Some(p) = stack.pop() {
            part.insert(p);
            stack.extend(board.neighbours(p).filter(|&q| left.remove(q)));
        }
        out.push(part);
    }
    out
}

/// The stones of `color` that can never be taken.
fn invincible(board: &Board, color: Color) -> PointSet {
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
    alive.iter().flat_map(|s| board.stones(s)).collect()
}

/// A connected part of the board between invincible stones of one colour, in which the other
/// colour, the *guest*, tries to live with any number of moves in a row.
struct Cave<'a> {
    board: &'a Board,
    guest: Color,
    points: PointSet,
    /// Strings of the owner in it, each with its stones and liberties. They are not invincible,
    /// so that they can be taken.
    strings: Vec<(PointSet, PointSet)>,
    /// Where the guest may have an eye of one vertex: none of his stones stands there, and no
    /// invincible stone next to it.
    places: Vec<Point>,
}

impl<'a> Cave<'a> {
    fn new(board: &'a Board, guest: Color, walls: &PointSet, points: PointSet) -> Cave<'a> {
        let owner = guest.other();
        let strings = board
            .strings()
            .filter(|&s| points.contains(s) && board.at(s) == owner.cell())
            .map(|s| (board.string_stones(s), board.liberties(s)))
            .collect();
        let is_place = |p: &Point| {
            board.at(*p) != guest.cell() && !board.neighbours(*p).any(|q| walls.contains(q))
        };
        let places = points.iter().filter(is_place).collect();
        Cave { board, guest, points, strings, places }
    }

    /// All vertices that invincible strings of the guest, with their eyes, can cover.
    fn reachable(&self) -> PointSet {
        let mut found = PointSet::EMPTY;
        for (i, &first) in self.places.iter().enumerate() {
            for &second in &self.places[i + 1..] {
                found.union_with(&self.with_eyes(first, second));
                if self.points.is_subset(&found) {
                    return found;
                }
            }
        }
        found
    }

    /// The vertices that the guest holds for good if he leaves these two vertices and fills all
    /// others.
    fn with_eyes(&self, first: Point, second: Point) -> PointSet {
        let board = self.board;
        let open: PointSet = [first, second].into_iter().collect();
        // The owner's strings that keep a liberty are not taken; they stand in an eye.
        let mut left = open;
        for (stones, liberties) in &self.strings {
            if liberties.intersects(&open) {
                if stones.intersects(&open) {
                    return PointSet::EMPTY;
                }
                left.union_with(stones);
            }
        }
        let eyes = components(board, &left);
        let [one, two] = eyes.as_slice() else { return PointSet::EMPTY };
        if one.contains(first) == one.contains(second) {
            return PointSet::EMPTY;
        }
        let filled = self.points.minus(&left);
        let (by_first, by_second): (PointSet, PointSet) =
            (board.neighbours(first).collect(), board.neighbours(second).collect());
        let mut safe = PointSet::EMPTY;
        for string in components(board, &filled) {
            if string.intersects(&by_first) && string.intersects(&by_second) {
                safe.union_with(&string);
            }
        }
        if around(board, one).or(&around(board, two)).is_subset(&safe) {
            safe.or(&left)
        } else {
            PointSet::EMPTY
        }
    }

    /// Whether stones of the guest live here in seki, or would if he moved first, though he can
    /// never make two eyes.
    ///
    /// Two things are necessary for that: stones of the owner that keep liberties from the
    /// guest, and that he could make two eyes if they were gone. If both are there, a proof
    /// decides: what is not shown to be killed is not dead.
    fn is_seki(&self, walls: &PointSet) -> bool {
        let stones = |color: Color| -> PointSet {
            self.points.iter().filter(|&p| self.board.at(p) == color.cell()).collect()
        };
        let (guests, owners) = (stones(self.guest), stones(self.guest.other()));
        if owners.is_empty() || guests.is_empty() {
            return false;
        }
        let alone = Cave { strings: Vec::new(), places: self.places.clone(), ..*self };
        if !alone.reachable().intersects(&guests) {
            return false;
        }
        // Only this cave: what the guest has elsewhere does not count.
        let owner = self.guest.other();
        let standing = (walls.or(&owners).iter().map(|p| (owner, p)))
            .chain(guests.iter().map(|p| (self.guest, p)));
        let Ok(board) = Board::with_stones(self.board.size(), standing) else { return false };
        let mut left = guests;
        let mut table = Table::with_bytes(SEKI_TABLE_BYTES);
        while let Some(p) = left.first() {
            left = left.minus(&group(&board, &[p].into_iter().collect()));
            left.remove(p);
            for first in [owner, self.guest] {
                let question = Question { goal: Goal::Kill(p), first };
                let answer = prove(&board, &question, &Limits::nodes(SEKI_NODES), &mut table);
                let killed = if first == owner { Code::Win } else { Code::Lose };
                if !answer.is_ok_and(|a| a.status == Status::Settled(killed)) {
                    return true;
                }
            }
        }
        false
    }
}

/// Positions that may be looked at to show that stones do not live in seki.
const SEKI_NODES: u64 = 20_000;
/// Memory for that.
const SEKI_TABLE_BYTES: usize = 1 << 18;

/// What is certain from the point of view of `color`.
pub fn unconditional(board: &Board, color: Color) -> Unconditional {
    let stones = invincible(board, color);
    let mut out = Unconditional { stones, territory: PointSet::EMPTY, alive: stones };
    if stones.is_empty() {
        return out;
    }
    let rest: PointSet = Point::all(board.size()).filter(|&p| !stones.contains(p)).collect();
    for points in components(board, &rest) {
        let cave = Cave::new(board, color.other(), &stones, points);
        let mine = points.minus(&cave.reachable());
        if mine.is_empty() || cave.is_seki(&stones) {
            continue;
        }
        out.territory.union_with(&mine);
    }
    let own: PointSet = board
        .strings()
        .filter(|&s| board.at(s) == color.cell() && !stones.contains(s))
        .flat_map(|s| board.stones(s))
        .collect();
    out.territory = out.territory.minus(&own);
    for s in board.strings().filter(|s| own.contains(*s)) {
        if board.liberties(s).intersects(&out.territory) {
            out.alive.union_with(&board.string_stones(s));
        }
    }
    out
}
