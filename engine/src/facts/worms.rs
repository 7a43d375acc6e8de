//! Strings and what tactical reading says of them.

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::reading::{Code, Reader, Reading};
use mkpat_rt::geom::{AREA, Color, Point};

/// Vertices farther than this from a string do not count for its size.
const SIZE_DISTANCE: usize = 4;

/// A string.
#[derive(Clone, PartialEq, Debug)]
pub struct Worm {
    /// Its first stone in board order.
    pub origin: Point,
    /// Its colour.
    pub color: Color,
    /// Number of stones.
    pub size: usize,
    /// Number of liberties.
    pub liberties: usize,
    /// Stones, and empty vertices at most four away that are not nearer to
    /// another string; those that are as near count in parts.
    pub effective_size: f32,
    /// Whether it can be captured, its opponent moving first.
    pub attack: Reading,
    /// Whether it can be saved, its owner moving first; nothing if there is no
    /// attack.
    pub defend: Reading,
    /// Cutting points that saving it would bring (class B patterns).
    pub cutstone2: u8,
}

impl Worm {
    /// Whether the string is there to stay if `first` moves first.
    pub fn survives(&self, first: Color) -> bool {
        !self.attack.is_success() || (first == self.color && self.defend.is_success())
    }
}

impl Restore for Worm {
    fn restore(self, view: &View<'_>) -> Worm {
        Worm {
            origin: view.outside(self.origin),
            color: view.color(self.color),
            attack: self.attack.restore(view),
            defend: self.defend.restore(view),
            ..self
        }
    }
}

/// The strings of a position in board order.
#[derive(Clone, Debug)]
pub struct Worms {
    list: Vec<Worm>,
    /// By vertex: the number of its string in `list` plus one, or 0 for none.
    at: Box<[u16]>,
}

impl Worms {
    /// Reads all strings.
    pub fn read(reader: &mut Reader<'_>) -> Worms {
        let origins: Vec<Point> = reader.board().strings().collect();
        let mut at = vec![0; AREA].into_boxed_slice();
        let mut list = Vec::with_capacity(origins.len());
        for origin in origins {
            let attack = reader.attack(origin);
            let defend = if attack.is_success() { reader.defend(origin) } else { Reading::LOST };
            let board = reader.board();
            let Some(color) = board.color_at(origin) else { continue };
            for p in board.stones(origin) {
                at[p.idx()] = list.len() as u16 + 1;
            }
            list.push(Worm {
                origin,
                color,
                size: board.string_size(origin),
                liberties: board.liberty_count(origin),
                effective_size: board.string_size(origin) as f32,
                attack,
                defend,
                cutstone2: 0,
            });
        }
        let mut worms = Worms { list, at };
        worms.spread(reader.board());
        worms
    }

    /// Adds the nearer empty vertices to the effective sizes.
    fn spread(&mut self, board: &Board) {
        let mut nearest: Vec<Vec<u16>> = vec![Vec::new(); AREA];
        let mut reached = PointSet::EMPTY;
        let mut front: Vec<Point> =
            Point::all(board.size()).filter(|p| self.at[p.idx()] != 0).collect();
        for &p in &front {
            nearest[p.idx()].push(self.at[p.idx()]);
            reached.insert(p);
        }
        for _ in 0..SIZE_DISTANCE {
            let mut next = PointSet::EMPTY;
            for &p in &front {
                for q in board.neighbours(p) {
                    if !reached.contains(q) {
                        next.insert(q);
                    }
                }
            }
            let mut found = Vec::new();
            for q in next {
                let mut owners: Vec<u16> =
                    board.neighbours(q).flat_map(|n| nearest[n.idx()].iter().copied()).collect();
                owners.sort_unstable();
                owners.dedup();
                for &w in &owners {
                    self.list[w as usize - 1].effective_size += 1.0 / owners.len() as f32;
                }
                found.push((q, owners));
            }
            reached.union_with(&next);
            front = next.iter().collect();
            for (q, owners) in found {
                nearest[q.idx()] = owners;
            }
        }
    }

    /// The string at a vertex.
    pub fn get(&self, p: Point) -> Option<&Worm> {
        self.index(p).map(|i| &self.list[i])
    }

    /// Number of the string at a vertex.
    pub fn index(&self, p: Point) -> Option<usize> {
        (*self.at.get(p.idx())? as usize).checked_sub(1)
    }

    /// All strings in board order.
    pub fn list(&self) -> &[Worm] {
        &self.list
    }

    /// Replaces the attack on a string, and what is known of its defence.
    pub fn set_attack(&mut self, p: Point, attack: Reading, defend: Reading) {
        if let Some(i) = self.index(p) {
            self.list[i].attack = attack;
            self.list[i].defend = defend;
        }
    }

    /// Whether the string at `p` can be captured; [`Code::Lose`] without one.
    pub fn attack_code(&self, p: Point) -> Code {
        self.get(p).map_or(Code::Lose, |w| w.attack.code)
    }

    /// Whether the string at `p` can be attacked and saved; [`Code::Lose`] without one.
    pub fn defend_code(&self, p: Point) -> Code {
        self.get(p).map_or(Code::Lose, |w| w.defend.code)
    }

    /// Counts a new cutting point for the string at `p`.
    pub fn add_cutstone(&mut self, p: Point) {
        if let Some(i) = self.index(p) {
            self.list[i].cutstone2 = self.list[i].cutstone2.saturating_add(1);
        }
    }

    /// What the influence sources of the strings weigh if `first` moves first: 1
    /// for stones that stay, 0 for those that can be captured.
    pub fn strengths(&self, first: Color) -> Vec<f32> {
        let mut out = vec![0.0; AREA];
        for (slot, &w) in out.iter_mut().zip(&self.at) {
            if w != 0 && self.list[w as usize - 1].survives(first) {
                *slot = 1.0;
            }
        }
        out
    }

    /// As [`Worms::strengths`], but 1 for everything that is not lost whoever
    /// moves first.
    pub fn standing(&self) -> Vec<f32> {
        let mut out = vec![0.0; AREA];
        for (slot, &w) in out.iter_mut().zip(&self.at) {
            if w != 0 && !self.is_lost(self.list[w as usize - 1].origin) {
                *slot = 1.0;
            }
        }
        out
    }

    /// Whether the string at `p` can be captured whoever moves first.
    pub fn is_lost(&self, p: Point) -> bool {
        self.get(p).is_some_and(|w| w.attack.code == Code::Win && !w.defend.is_success())
    }
}

/// Carries numbers of strings or dragons over to another orientation. `at` holds by vertex the
/// number plus one, 0 for none; the new numbers are in board order of first vertices. Returned
/// are the new `at`, and by new number the old one with the new first vertex.
pub(super) fn renumber(at: &[u16], view: &View<'_>) -> (Box<[u16]>, Vec<(usize, Point)>) {
    let mut out = vec![0; at.len()].into_boxed_slice();
    let (mut new_of, mut order) = (vec![0u16; at.len() + 1], Vec::new());
    for i in 0..at.len() {
        let p = Point(i as u16);
        let inside = view.inside(p);
        let old = if inside.is_pass() { 0 } else { at[inside.idx()] };
        if old != 0 && new_of[usize::from(old)] == 0 {
            order.push((usize::from(old) - 1, p));
            new_of[usize::from(old)] = order.len() as u16;
        }
        out[i] = new_of[usize::from(old)];
    }
    (out, order)
}

impl Restore for Worms {
    fn restore(self, view: &View<'_>) -> Worms {
        let (at, order) = renumber(&self.at, view);
        let worm = |&(old, origin): &(usize, Point)| Worm {
            origin,
            ..self.list[old].clone().restore(view)
        };
        Worms { list: order.iter().map(worm).collect(), at }
    }
}
