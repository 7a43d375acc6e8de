//! Strings and what tactical reading says of them.

use super::half_eyes::KnowsReading;
use super::unconditional::{Unconditional, components, unconditional};
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
    /// Liberties of the orders 1 to 4 ([`Board::liberties_of_order`]).
    pub liberties: [usize; 4],
    /// Stones, and empty vertices at most four away that are not nearer to
    /// another string; those that are as near count in parts.
    pub reach: f32,
    /// Whether it can be captured, its opponent moving first.
    pub attack: Reading,
    /// Whether it can be saved, its owner moving first; nothing if there is no
    /// attack.
    pub defend: Reading,
    /// Cutting points that saving it would bring (class B patterns).
    pub cutstone2: u8,
    /// What follows from the strings around it.
    pub setting: Setting,
    /// What is certain however often one side passes.
    pub certainty: Certainty,
}

/// What is certain of a string (the manual's fields `invincible` and `unconditional_status`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Certainty {
    /// It cannot be taken, whatever its owner does.
    Invincible,
    /// It lives, though it could be taken: it stands next to territory of its own.
    Alive,
    /// Its owner cannot make it invincible with any number of moves in a row.
    Dead,
    /// Nothing is certain.
    #[default]
    Unknown,
}

/// How a string stands among others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// An enemy string next to it that can be captured, if there is one: the largest, of equal
    /// ones the first in board order.
    pub lunch: Option<Point>,
    /// 2 for a cutting stone (it touches two enemy strings without a common liberty), 1 for a
    /// potential one (they have one), else 0.
    pub cutstone: u8,
    /// Connected parts of the board without the string, less one.
    pub genus: usize,
    /// It can only live if a string around it is captured.
    pub inessential: bool,
}

impl Worm {
    /// The manual's effective size: stones, and half of each vertex in [`Worm::reach`] that is
    /// no stone. (The manual's text does not say that these count half; GNU Go's
    /// `worm_data` does, and a captured string is worth twice its effective size.)
    pub fn effective_size(&self) -> f32 {
        (self.size as f32 + self.reach) / 2.0
    }

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
            setting: Setting { lunch: self.setting.lunch.restore(view), ..self.setting },
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
                liberties: [1, 2, 3, 4].map(|n| board.liberties_of_order(origin, n)),
                reach: board.string_size(origin) as f32,
                attack,
                defend,
                cutstone2: 0,
                setting: Setting::default(),
                certainty: Certainty::Unknown,
            });
        }
        let mut worms = Worms { list, at };
        worms.spread(reader.board());
        worms.settle(reader.board());
        worms
    }

    /// Finds what is certain, and how the strings stand among each other. To be called again
    /// when attacks have changed.
    pub(super) fn settle(&mut self, board: &Board) {
        let certain = Color::BOTH.map(|c| unconditional(board, c));
        for i in 0..self.list.len() {
            let (origin, color) = (self.list[i].origin, self.list[i].color);
            self.list[i].certainty = Certainty::of(&certain, origin, color);
            self.list[i].setting = Setting::of(board, self, &self.list[i]);
        }
    }

    /// Adds the nearer empty vertices to the reach of each string.
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
                    self.list[w as usize - 1].reach += 1.0 / owners.len() as f32;
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

impl KnowsReading for Worms {
    fn reading(&self, p: Point) -> Option<[Reading; 2]> {
        self.get(p).map(|w| [w.attack, w.defend])
    }
}

impl Certainty {
    /// What `certain`, by colour, says of the string of `color` at `p`.
    fn of(certain: &[Unconditional; 2], p: Point, color: Color) -> Certainty {
        let own = &certain[color.index()];
        if own.stones.contains(p) {
            Certainty::Invincible
        } else if own.alive.contains(p) {
            Certainty::Alive
        } else if certain[color.other().index()].territory.contains(p) {
            Certainty::Dead
        } else {
            Certainty::Unknown
        }
    }
}

impl Setting {
    fn of(board: &Board, worms: &Worms, worm: &Worm) -> Setting {
        let around: Vec<&Worm> =
            board.adjacent_enemies(worm.origin).iter().filter_map(|p| worms.get(p)).collect();
        let lunch = (around.iter().filter(|w| w.attack.is_success()))
            .max_by_key(|w| (w.size, std::cmp::Reverse(w.origin)))
            .map(|w| w.origin);
        let genus = genus(board, worm.origin);
        let inessential = genus == 0
            && lunch.is_none()
            && worm.liberties[1] == 0
            && board.liberties(worm.origin).iter().all(|p| board.edge_distance(p) > 0)
            && is_cavity_of_enemy(board, worm);
        Setting { lunch, cutstone: cutstone(board, &around), genus, inessential }
    }
}

/// 2 if two of the strings have no common liberty, else 1 if there are two, else 0.
fn cutstone(board: &Board, around: &[&Worm]) -> u8 {
    let mut found = 0;
    for (i, a) in around.iter().enumerate() {
        for b in &around[i + 1..] {
            let shared = board.liberties(a.origin).intersects(&board.liberties(b.origin));
            found = found.max(if shared { 1 } else { 2 });
        }
    }
    found
}

/// Connected parts of the board without the string, less one.
fn genus(board: &Board, s: Point) -> usize {
    let stones = board.string_stones(s);
    let rest: PointSet = Point::all(board.size()).filter(|&p| !stones.contains(p)).collect();
    components(board, &rest).len().saturating_sub(1)
}

/// Whether, without the string, the empty vertices around it only border stones of its enemy.
fn is_cavity_of_enemy(board: &Board, worm: &Worm) -> bool {
    let mut seen = board.string_stones(worm.origin);
    let mut stack: Vec<Point> = seen.iter().collect();
    while let Some(p) = stack.pop() {
        for q in board.neighbours(p) {
            if board.is_empty(q) && seen.insert(q) {
                stack.push(q);
            } else if board.color_at(q) == Some(worm.color) && !seen.contains(q) {
                return false;
            }
        }
    }
    true
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
