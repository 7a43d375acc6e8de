//! Dragons: strings that are expected to live or die together.

use super::worms::renumber;
use super::{Eyes, Influence, Worms};
use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use mkpat_rt::geom::{AREA, Color, Point};
use mkpat_rt::helper::Status;

/// Two stones that belong to one dragon.
pub type Join = (Point, Point);

/// A dragon.
#[derive(Clone, PartialEq, Debug)]
pub struct Dragon {
    /// Origin of its first string.
    pub origin: Point,
    /// Its colour.
    pub color: Color,
    /// Number of stones.
    pub size: usize,
    /// Sum of the reaches of its strings.
    pub reach: f32,
    /// Its strings, a stone of each.
    pub strings: Vec<Point>,
    /// Eyes if the opponent moves first.
    pub min_eyes: u8,
    /// Eyes if the owner moves first.
    pub max_eyes: u8,
    /// Empty vertices that it can run to; 0 if it is sealed in.
    pub escape: usize,
    /// Alive, dead, critical or unknown.
    pub status: Status,
    /// 0 (safe) to 1.
    pub weakness: f32,
    /// Where it is killed or saved, if it is critical.
    pub vital: Vec<Point>,
}

impl Dragon {
    /// Sum of the effective sizes of its strings ([`super::Worm::effective_size`]).
    pub fn effective_size(&self) -> f32 {
        (self.size as f32 + self.reach) / 2.0
    }
}

/// The dragons of a position.
#[derive(Clone, Debug)]
pub struct Dragons {
    list: Vec<Dragon>,
    at: Box<[u16]>,
}

/// Roots of a union–find forest.
fn root(parents: &[usize], mut i: usize) -> usize {
    while parents[i] != i {
        i = parents[i];
    }
    i
}

/// The eyes of a dragon, and where they are made or destroyed.
struct EyeCount {
    /// If the opponent moves first.
    min: u8,
    /// If the owner moves first.
    max: u8,
    vital: Vec<Point>,
}

impl EyeCount {
    /// The eyes in the eye spaces of `color` that `stones` touch.
    fn of(board: &Board, eyes: &Eyes, color: Color, stones: &PointSet) -> EyeCount {
        let mut out = EyeCount { min: 0, max: 0, vital: Vec::new() };
        for space in eyes.spaces().iter().filter(|s| s.color == color) {
            let touches = |p: Point| board.neighbours(p).any(|q| stones.contains(q));
            if !space.points.iter().any(touches) {
                continue;
            }
            let (low, high) = if space.marginal.is_empty() {
                (space.min_eyes, space.max_eyes)
            } else {
                // Open space counts as far as the dragon reaches into it.
                let near = |p: Point| {
                    touches(p) || board.neighbours(p).any(|q| board.is_empty(q) && touches(q))
                };
                match space.proper().iter().filter(|&p| near(p)).count() {
                    0..4 => (0, space.max_eyes.min(1)),
                    4..9 => (0, space.max_eyes),
                    9..14 => (1, 2),
                    _ => (2, 2),
                }
            };
            out.min = out.min.saturating_add(low);
            out.max = out.max.saturating_add(high);
            out.vital.extend(space.vital);
        }
        out
    }

    /// Adds an eye for each enemy string next to `stones` that can be captured and saved, if
    /// it is not a single stone with room. The number of such strings, whether they give an
    /// eye or not.
    fn add_captures(&mut self, board: &Board, worms: &Worms, stones: &PointSet) -> usize {
        let mut found = 0;
        let near: PointSet = stones.iter().flat_map(|p| board.adjacent_enemies(p)).collect();
        for enemy in near.iter().filter_map(|p| worms.get(p)) {
            if enemy.attack.is_success()
                && enemy.defend.is_success()
                && !self.vital.contains(&enemy.attack.point)
            {
                found += 1;
                if enemy.size >= 2 || enemy.liberties[0] == 1 {
                    self.max = self.max.saturating_add(1);
                    self.vital.push(enemy.attack.point);
                }
            }
        }
        found
    }
}

impl Dragons {
    /// Dragons from `joins`, shared eye spaces and shared liberties, judged by
    /// their eyes and ways out. `cuts` holds, by colour of the cutter, where a
    /// connection may be broken.
    pub fn new(
        board: &Board,
        worms: &Worms,
        eyes: &Eyes,
        influence: &Influence,
        cuts: &[PointSet; 2],
        joins: &[Join],
    ) -> Dragons {
        let mut parents: Vec<usize> = (0..worms.list().len()).collect();
        let mut join = |a: usize, b: usize| {
            let (a, b) = (root(&parents, a), root(&parents, b));
            // The smaller number becomes the root: order of joins is irrelevant.
            parents[a.max(b)] = a.min(b);
        };
        for &(a, b) in joins {
            if let (Some(i), Some(j)) = (worms.index(a), worms.index(b))
                && worms.list()[i].color == worms.list()[j].color
            {
                join(i, j);
            }
        }
        for (i, a) in worms.list().iter().enumerate() {
            let cut = &cuts[a.color.other().index()];
            for (j, b) in worms.list().iter().enumerate().skip(i + 1) {
                if board.are_linked(a.origin, b.origin, cut) {
                    join(i, j);
                }
            }
        }
        for space in eyes.spaces() {
            let mut first = None;
            for p in space.proper() {
                for q in board.neighbours(p).filter(|&q| board.color_at(q) == Some(space.color)) {
                    let Some(i) = worms.index(q) else { continue };
                    if space.marginal.is_empty() && space.points.len() <= 20 {
                        join(*first.get_or_insert(i), i);
                    }
                }
            }
        }
        for lost in worms.list().iter().filter(|w| worms.is_lost(w.origin)) {
            let around: Vec<usize> =
                board.adjacent_enemies(lost.origin).iter().filter_map(|p| worms.index(p)).collect();
            for pair in around.windows(2) {
                join(pair[0], pair[1]);
            }
        }
        let mut dragons = Dragons::from_forest(board, worms, &parents);
        dragons.judge(board, worms, eyes, influence);
        dragons
    }

    fn from_forest(board: &Board, worms: &Worms, parents: &[usize]) -> Dragons {
        let mut number = vec![usize::MAX; parents.len()];
        let mut list: Vec<Dragon> = Vec::new();
        let mut at = vec![0u16; AREA].into_boxed_slice();
        for (i, w) in worms.list().iter().enumerate() {
            let r = root(parents, i);
            if number[r] == usize::MAX {
                number[r] = list.len();
                list.push(Dragon {
                    origin: w.origin,
                    color: w.color,
                    size: 0,
                    reach: 0.0,
                    strings: Vec::new(),
                    min_eyes: 0,
                    max_eyes: 0,
                    escape: 0,
                    status: Status::Unknown,
                    weakness: 0.5,
                    vital: Vec::new(),
                });
            }
            let n = number[r];
            let d = &mut list[n];
            d.size += w.size;
            d.reach += w.reach;
            d.strings.push(w.origin);
            for p in board.stones(w.origin) {
                at[p.idx()] = n as u16 + 1;
            }
        }
        Dragons { list, at }
    }

    /// Counts eyes and ways out, and decides.
    fn judge(&mut self, board: &Board, worms: &Worms, eyes: &Eyes, influence: &Influence) {
        for n in 0..self.list.len() {
            let dragon = &self.list[n];
            let stones: PointSet = dragon.strings.iter().flat_map(|&s| board.stones(s)).collect();
            let mut found = EyeCount::of(board, eyes, dragon.color, &stones);
            let capturable = found.add_captures(board, worms, &stones);
            let escape = self.escape(board, &stones, n, influence);
            let dragon = &mut self.list[n];
            (dragon.min_eyes, dragon.max_eyes, dragon.escape) = (found.min, found.max, escape);
            let lone = match dragon.strings.as_slice() {
                [only] => worms.get(*only),
                _ => None,
            };
            let all_lost = dragon.strings.iter().all(|&s| worms.is_lost(s));
            let in_danger = lone.is_some_and(|w| w.attack.is_success() && w.defend.is_success());
            dragon.status = if all_lost {
                Status::Dead
            } else if found.min >= 2 {
                Status::Alive
            } else if in_danger && escape < 6 {
                Status::Critical
            } else if escape >= 14 || (escape >= 6 && found.max >= 2) {
                if escape >= 24 || found.max >= 2 { Status::Alive } else { Status::Unknown }
            } else if found.max >= 2 && escape < 3 {
                Status::Critical
            } else if found.max < 2 && escape < 3 && capturable == 0 {
                Status::Dead
            } else {
                Status::Unknown
            };
            if dragon.status == Status::Critical {
                let mut vital = found.vital;
                if let Some(w) = lone {
                    vital.extend([w.attack.point, w.defend.point]);
                }
                vital.retain(|p| !p.is_pass());
                vital.sort_unstable();
                vital.dedup();
                dragon.vital = vital;
            }
            let eyes = f32::from(found.min + found.max) / 2.0;
            let room = (escape as f32 / 30.0).min(1.0);
            dragon.weakness = match dragon.status {
                Status::Dead => 1.0,
                Status::Critical => 0.9,
                _ if found.min >= 2 => 0.0,
                _ => (1.0 - 0.4 * eyes - 0.45 * room).clamp(0.0, 1.0),
            };
        }
    }

    /// Empty vertices outside the enemy's moyo that the stones can be led to
    /// within five steps, and the liberties of strong friends met on the way.
    fn escape(&self, board: &Board, stones: &PointSet, n: usize, influence: &Influence) -> usize {
        let color = self.list[n].color;
        let mut seen = *stones;
        let mut front: Vec<Point> = stones.iter().collect();
        let mut found = 0;
        for step in 0..6 {
            let mut next = Vec::new();
            for &p in &front {
                for q in board.neighbours(p) {
                    if !seen.insert(q) {
                        continue;
                    }
                    if board.is_empty(q) {
                        if influence.of(q, color) < -0.42 {
                            continue;
                        }
                        // Steps between enemy stones are cut off.
                        let enemies = board.count_neighbours(q, color.other().cell());
                        if step > 0 && enemies >= 2 {
                            continue;
                        }
                        if step >= 2 {
                            found += 1;
                        }
                        next.push(q);
                    } else if board.color_at(q) == Some(color) && self.at[q.idx()] as usize != n + 1
                    {
                        found += board.liberty_count(q).min(5);
                        for s in board.stones(q) {
                            seen.insert(s);
                            next.push(s);
                        }
                    }
                }
            }
            front = next;
        }
        found
    }

    /// The dragon at a vertex.
    pub fn get(&self, p: Point) -> Option<&Dragon> {
        self.index(p).map(|i| &self.list[i])
    }

    /// Number of the dragon at a vertex.
    pub fn index(&self, p: Point) -> Option<usize> {
        (*self.at.get(p.idx())? as usize).checked_sub(1)
    }

    /// All dragons, by their origins.
    pub fn list(&self) -> &[Dragon] {
        &self.list
    }

    /// Status of the dragon at `p`, if a stone is there.
    pub fn status(&self, p: Point) -> Option<Status> {
        self.get(p).map(|d| d.status)
    }

    /// Whether the two vertices hold stones of one dragon.
    pub fn same(&self, p: Point, q: Point) -> bool {
        self.index(p).is_some() && self.index(p) == self.index(q)
    }

    /// As [`Worms::standing`], dead dragons left out.
    pub fn standing(&self, worms: &Worms) -> Vec<f32> {
        let mut out = worms.standing();
        for (slot, &d) in out.iter_mut().zip(&self.at) {
            if d != 0 && self.list[d as usize - 1].status == Status::Dead {
                *slot = 0.0;
            }
        }
        out
    }

    /// What the influence sources of the stones weigh if `first` moves first: 0
    /// for strings that can be captured and dragons that die, less than 1 for
    /// weak dragons.
    pub fn strengths(&self, worms: &Worms, first: Color) -> Vec<f32> {
        let mut out = worms.strengths(first);
        for (slot, &d) in out.iter_mut().zip(&self.at) {
            if d == 0 {
                continue;
            }
            let dragon = &self.list[d as usize - 1];
            let lives = match dragon.status {
                Status::Dead => false,
                Status::Critical => first == dragon.color,
                _ => true,
            };
            *slot *= if lives { 1.0 - 0.4 * dragon.weakness } else { 0.0 };
        }
        out
    }
}

impl Restore for Dragons {
    fn restore(self, view: &View<'_>) -> Dragons {
        let (at, order) = renumber(&self.at, view);
        let dragon = |&(old, origin): &(usize, Point)| {
            let d = self.list[old].clone();
            let color = view.color(d.color);
            let mut vital = d.vital.clone().restore(view);
            vital.sort_unstable();
            let strings = d.strings.clone().restore(view);
            Dragon { origin, color, vital, strings, ..d }
        };
        Dragons { list: order.iter().map(dragon).collect(), at }
    }
}
