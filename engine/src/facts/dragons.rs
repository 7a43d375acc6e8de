//! Dragons: strings that are expected to live or die together (GNU Go 3.8 manual, "Worms and
//! Dragons"). Strings are amalgamated by connection patterns, shared eye spaces, shared liberties and
//! by enemies between them that are lost; then each dragon is looked at: its eyes (`dragon_eyes`),
//! what is around it (`surroundings`, `surround`), and what follows for its status.
//!
//! There is no reading of life and death here. What it would tell is `Status::Unknown`, and never
//! guessed.

use super::dragon_eyes::DragonEyes;
use super::surround::Hull;
use super::surroundings::{self, Room, Surroundings};
use super::worms::renumber;
use super::{Certainty, EyeSpaces, Influence, Worms};
use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::reading::{Code, Reading};
use mkpat_rt::eyes::EyeValue;
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
    /// What eyes it has.
    pub eyes: DragonEyes,
    /// What is around it.
    pub around: Surroundings,
    /// An early judgement, without reading of life and death.
    pub crude_status: Status,
    /// The best judgement there is: the early one, until reading of life and death says more.
    pub status: Status,
    /// How safe it is.
    pub safety: Safety,
    /// 0 (safe) to 1.
    pub weakness: f32,
    /// How it is killed and how it is saved, where life-and-death reading has found out.
    pub read: Option<[Reading; 2]>,
    /// What owl said of it, if it was asked.
    pub life: Option<LifeReading>,
}

/// What owl says of a dragon (manual, "Worms and Dragons", the fields `owl_*`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LifeReading {
    /// How it is killed.
    pub attack: Reading,
    /// How it is saved; nothing if it cannot be killed, for then that was not asked.
    pub defend: Option<Reading>,
    /// Whether the searches came to an end within what they might spend.
    pub certain: bool,
}

impl LifeReading {
    /// Whether it lives by that.
    pub fn status(&self) -> Status {
        match self.defend {
            None => Status::Alive,
            Some(defend) if defend.is_success() => Status::Critical,
            Some(_) => Status::Dead,
        }
    }
}

impl Dragon {
    /// Sum of the effective sizes of its strings ([`super::Worm::effective_size`]).
    pub fn effective_size(&self) -> f32 {
        (self.size as f32 + self.reach) / 2.0
    }

    /// Whether it lives at a glance, by eyes or room, and has so much moyo that reading it would be a waste.
    pub fn is_easy(&self) -> bool {
        self.crude_status == Status::Alive && self.around.moyo_size > EASY_MOYO
    }

    /// Its stones.
    pub fn stones(&self, board: &Board) -> PointSet {
        self.strings.iter().flat_map(|&s| board.stones(s)).collect()
    }
}

/// The manual's field `safety`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Safety {
    /// One string that reading finds lost.
    TacticallyDead,
    /// Alive.
    Alive,
    /// Alive without much question.
    StronglyAlive,
    /// Alive however often its owner passes.
    Invincible,
    /// Lives or dies by who moves first.
    Critical,
    /// Dies whoever moves first.
    Dead,
    /// Dead, and of no importance.
    Inessential,
    /// Only life-and-death reading could tell.
    Unknown,
}

impl Safety {
    /// Its name in GNU Go's listings.
    pub const fn name(self) -> &'static str {
        match self {
            Safety::TacticallyDead => "tactically dead",
            Safety::Alive => "alive",
            Safety::StronglyAlive => "strongly alive",
            Safety::Invincible => "invincible",
            Safety::Critical => "critical",
            Safety::Dead => "dead",
            Safety::Inessential => "inessential",
            Safety::Unknown => "unknown",
        }
    }
}

/// The dragons of a position.
#[derive(Clone, Debug)]
pub struct Dragons {
    list: Vec<Dragon>,
    at: Box<[u16]>,
}

/// Vertices of moyo above which a dragon that lives at a glance needs no reading: gnugo 3.8 leaves out those
/// with more than 10 (`dragon_data` of 1374 dragons in 128 positions of games).
const EASY_MOYO: usize = 10;

/// Eye spaces with more vertices do not hold the strings around them together.
const LARGEST_COMMON_EYE: usize = 20;
/// Vertices of moyo around a dragon from which it is taken to live. (The manual says 25; that is of a
/// moyo as a whole, here each vertex belongs to the nearest dragon alone.)
const LIVING_MOYO: usize = 15;
/// How weak a dragon is by its ways out alone, and by the points expected in its moyo alone. Straight between
/// the entries; the last holds for more. (Seen in what GNU Go 3.8 answers to `dragon_data`.)
const BY_ESCAPE: [(f32, f32); 7] =
    [(0.0, 1.0), (4.0, 0.78), (7.0, 0.62), (10.0, 0.39), (15.0, 0.13), (20.0, 0.06), (25.0, 0.0)];
const BY_MOYO: [(f32, f32); 7] =
    [(0.0, 1.0), (2.0, 0.87), (3.0, 0.78), (6.0, 0.4), (8.0, 0.21), (12.0, 0.06), (15.0, 0.0)];

/// How weak a dragon is by its eyes alone.
fn by_eyes(eyes: EyeValue) -> f32 {
    match (eyes.attacker_first, eyes.defender_first, eyes.digits()[3]) {
        (3.., _, _) => 0.0,
        (2, _, 3..) => 0.13,
        (2, ..) => 0.26,
        (1, 2.., _) => 0.5,
        (1, _, 2..) => 0.7,
        (1, ..) => 0.78,
        (0, 1.., _) => 0.88,
        (0, _, 1..) => 0.97,
        _ => 1.0,
    }
}

/// The value at `x` of straight lines between these points.
fn between(table: &[(f32, f32)], x: f32) -> f32 {
    let above = table.iter().position(|&(at, _)| at >= x);
    match above {
        Some(0) => table[0].1,
        Some(i) => {
            let ((x0, y0), (x1, y1)) = (table[i - 1], table[i]);
            y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        }
        None => table.last().map_or(0.0, |last| last.1),
    }
}

/// The part of its strength that a stone loses as a source of influence if its dragon is as weak as can be.
/// (Seen in what GNU Go 3.8 answers to `initial_influence … white_strength` and `dragon_data`.)
const WEAKEST: f32 = 0.3;

/// Roots of a union–find forest.
fn root(parents: &[usize], mut i: usize) -> usize {
    while parents[i] != i {
        i = parents[i];
    }
    i
}

/// Strings that belong together.
struct Forest<'w> {
    worms: &'w Worms,
    parents: Vec<usize>,
}

impl Forest<'_> {
    /// Joins the strings at two stones, if they are of one colour. The smaller number becomes the
    /// root: the order of joins is irrelevant.
    fn join(&mut self, a: Point, b: Point) {
        if let (Some(i), Some(j)) = (self.worms.index(a), self.worms.index(b))
            && self.worms.list()[i].color == self.worms.list()[j].color
        {
            let (i, j) = (root(&self.parents, i), root(&self.parents, j));
            self.parents[i.max(j)] = i.min(j);
        }
    }

    /// Joins these stones with each other.
    fn join_all(&mut self, stones: &PointSet) {
        if let Some(first) = stones.first() {
            stones.iter().for_each(|p| self.join(first, p));
        }
    }
}

impl Dragons {
    /// Dragons from `joins`, shared eye spaces and shared liberties, judged by eyes and
    /// surroundings. `influence` is by colour, its opponent moving first, and `cuts` holds, by colour
    /// of the cutter, where a connection may be broken.
    pub fn new(
        board: &Board,
        worms: &Worms,
        eyes: &EyeSpaces,
        influence: &[Influence; 2],
        cuts: &[PointSet; 2],
        joins: &[Join],
    ) -> Dragons {
        let parents = (0..worms.list().len()).collect();
        let mut forest = Forest { worms, parents };
        for &(a, b) in joins {
            forest.join(a, b);
        }
        for (i, a) in worms.list().iter().enumerate() {
            let cut = &cuts[a.color.other().index()];
            for b in &worms.list()[i + 1..] {
                if board.are_linked(a.origin, b.origin, cut) {
                    forest.join(a.origin, b.origin);
                }
            }
        }
        for space in eyes.list() {
            if space.points.len() <= LARGEST_COMMON_EYE && space.open().is_empty() {
                let around = space.points.beside();
                // What can be taken, if only in a ko, does not hold the space together.
                let holds = |q: Point| {
                    board.color_at(q) == Some(space.color) && worms.attack_code(q) == Code::Lose
                };
                let own = around.iter().filter(|&q| holds(q));
                forest.join_all(&own.collect());
            }
        }
        for lost in worms.list().iter().filter(|w| worms.is_lost(w.origin)) {
            forest.join_all(&board.adjacent_enemies(lost.origin));
        }
        let mut dragons = Dragons::from_forest(board, worms, &forest.parents);
        dragons.look_around(board, worms, eyes, influence);
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
                    eyes: DragonEyes::default(),
                    around: Surroundings::default(),
                    crude_status: Status::Unknown,
                    status: Status::Unknown,
                    safety: Safety::Unknown,
                    weakness: 0.5,
                    read: None,
                    life: None,
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

    /// Finds eyes, neighbours, moyo, ways out, and judges.
    fn look_around(
        &mut self,
        board: &Board,
        worms: &Worms,
        eyes: &EyeSpaces,
        influence: &[Influence; 2],
    ) {
        let standing = super::domains::lively(board, worms);
        let neighbours = surroundings::neighbours(board, self);
        let moyos = surroundings::moyos(board, self, [&influence[0], &influence[1]]);
        for (n, (near, moyo)) in neighbours.iter().zip(&moyos).enumerate() {
            let stones = self.list[n].stones(board);
            let color = self.list[n].color;
            let others = standing[color.index()].minus(&stones);
            let found = DragonEyes::find(board, worms, eyes, color, &stones, &others);
            let hostile: PointSet = near
                .iter()
                .map(|&d| &self.list[d])
                .filter(|d| d.color != color)
                .flat_map(|d| d.stones(board))
                .filter(|&p| standing[color.other().index()].contains(p))
                .collect();
            let origins: Vec<Point> = near.iter().map(|&d| self.list[d].origin).collect();
            let enemies = near.iter().filter(|&&d| self.list[d].color != color).count();
            let around = &mut self.list[n].around;
            (around.neighbours, around.hostile_neighbours) = (origins, enemies);
            (around.moyo_size, around.moyo_value) = *moyo;
            around.hull = Hull::of(board, &stones, &hostile);
            self.list[n].eyes = found;
        }
        for n in 0..self.list.len() {
            let color = self.list[n].color;
            // Friends are worth more the safer they are: what is known of them yet is their eyes.
            let way = surroundings::escape(board, self, n, &influence[color.index()], &standing);
            let around = &mut self.list[n].around;
            around.escape_route = around.hull.status.reduced(way);
        }
        for dragon in &mut self.list {
            dragon.judge(board, worms);
        }
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

    /// Writes down what life-and-death reading has found about the dragon at `p`.
    pub(crate) fn revise(&mut self, p: Point, status: Status, moves: Option<[Reading; 2]>) {
        if let Some(i) = self.index(p) {
            let dragon = &mut self.list[i];
            (dragon.status, dragon.read) = (status, moves);
            dragon.safety = match status {
                Status::Alive => Safety::Alive,
                Status::Critical => Safety::Critical,
                Status::Dead => Safety::Dead,
                Status::Unknown => Safety::Unknown,
            };
            dragon.weakness = dragon.how_weak();
        }
    }

    /// Writes down what owl said about the dragon at `p`, whatever is made of it.
    pub(crate) fn note_life(&mut self, p: Point, life: LifeReading) {
        if let Some(i) = self.index(p) {
            self.list[i].life = Some(life);
        }
    }

    /// The manual's `strategic_size`: the dragon's effective size, and its part of weak enemies around it,
    /// which it holds or lets go. They are divided among the dragons that they stand against, weak ones
    /// first: by effective size times weakness.
    pub fn strategic_size(&self, d: &Dragon) -> f32 {
        let at_stake = |d: &Dragon| d.effective_size() * d.weakness;
        let against = |d: &Dragon| -> f32 {
            self.around(d).filter(|n| n.color != d.color).map(at_stake).sum()
        };
        let enemies = self.around(d).filter(|n| n.color != d.color);
        let parts = enemies.filter(|n| n.weakness > 0.0 && d.weakness > 0.0);
        let gained: f32 = parts.map(|n| at_stake(n) * at_stake(d) / against(n)).sum();
        d.effective_size() + gained
    }

    /// The dragons around one.
    fn around<'a>(&'a self, d: &'a Dragon) -> impl Iterator<Item = &'a Dragon> {
        d.around.neighbours.iter().filter_map(|&q| self.get(q))
    }

    /// Whether a move at `p` by the enemy surrounds the dragon at `d` more tightly than it is.
    pub fn does_surround(&self, board: &Board, p: Point, d: Point) -> bool {
        let Some(dragon) = self.get(d) else { return false };
        if !board.is_empty(p) {
            return false;
        }
        let hostile =
            self.around(dragon).filter(|n| n.color != dragon.color && n.status != Status::Dead);
        let mut stones: PointSet = hostile.flat_map(|n| n.stones(board)).collect();
        stones.insert(p);
        Hull::of(board, &dragon.stones(board), &stones).is_tighter_than(&dragon.around.hull)
    }

    /// Whether the two vertices hold stones of one dragon.
    pub fn same(&self, p: Point, q: Point) -> bool {
        self.index(p).is_some() && self.index(p) == self.index(q)
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
            *slot *= if lives { 1.0 - WEAKEST * dragon.weakness } else { 0.0 };
        }
        out
    }
}

impl Dragon {
    /// Decides from eyes and surroundings.
    fn judge(&mut self, board: &Board, worms: &Worms) {
        let lone = match self.strings.as_slice() {
            [only] => worms.get(*only),
            _ => None,
        };
        let all_lost = self.strings.iter().all(|&s| worms.is_lost(s));
        let is_certain = |s: &Point| {
            worms
                .get(*s)
                .is_some_and(|w| matches!(w.certainty, Certainty::Invincible | Certainty::Alive))
        };
        let invincible = self.strings.iter().any(is_certain);
        let in_danger = lone.is_some_and(|w| w.attack.is_success() && w.defend.is_success());
        let (least, most) = (self.eyes.value.attacker_first, self.eyes.value.defender_first);
        let escape = self.around.escape_route;
        let has_lunch = self.eyes.lunch.is_some();
        self.crude_status = if all_lost {
            Status::Dead
        } else if invincible || least >= 2 || (self.around.moyo_size >= LIVING_MOYO && !in_danger) {
            Status::Alive
        } else if escape > 0 || self.around.moyo_size > 5 {
            Status::Unknown
        } else if most >= 2 {
            Status::Critical
        } else if has_lunch {
            Status::Unknown
        } else {
            Status::Dead
        };
        self.status = self.crude_status;
        if self.status == Status::Critical
            && let Some(w) = lone
        {
            self.eyes.vital.extend([w.attack.point, w.defend.point]);
        }
        self.eyes.vital.retain(|p| !p.is_pass() && board.is_empty(*p));
        self.eyes.vital.sort_unstable();
        self.eyes.vital.dedup();
        let inessential = lone.is_some_and(|w| w.setting.inessential);
        self.safety = match self.status {
            Status::Alive if invincible => Safety::Invincible,
            Status::Alive if least >= 2 => Safety::StronglyAlive,
            Status::Alive => Safety::Alive,
            Status::Dead if inessential => Safety::Inessential,
            Status::Dead if lone.is_some() && all_lost => Safety::TacticallyDead,
            Status::Dead => Safety::Dead,
            Status::Critical => Safety::Critical,
            Status::Unknown => Safety::Unknown,
        };
        self.weakness = self.how_weak();
    }

    fn how_weak(&self) -> f32 {
        self.weakness_with(self.around.room())
    }

    /// How weak the dragon is with this room: 0 (safe) to 1.
    pub(crate) fn weakness_with(&self, room: Room) -> f32 {
        match self.status {
            Status::Dead | Status::Critical => 1.0,
            _ if self.safety == Safety::Invincible => 0.0,
            _ => by_eyes(self.eyes.value)
                .min(between(&BY_ESCAPE, room.escape as f32))
                .min(between(&BY_MOYO, room.moyo)),
        }
    }

    /// How weak it and another are together, with the room of both.
    pub(crate) fn weakness_together(&self, other: &Dragon, rooms: [Room; 2]) -> f32 {
        let escape = rooms[0].escape + rooms[1].escape;
        by_eyes(self.eyes.value.plus(other.eyes.value))
            .min(between(&BY_ESCAPE, escape as f32))
            .min(between(&BY_MOYO, rooms[0].moyo + rooms[1].moyo))
    }
}

impl Restore for LifeReading {
    fn restore(self, view: &View<'_>) -> LifeReading {
        let defend = self.defend.map(|reading| reading.restore(view));
        LifeReading { attack: self.attack.restore(view), defend, ..self }
    }
}

impl Restore for Dragons {
    fn restore(self, view: &View<'_>) -> Dragons {
        let (at, order) = renumber(&self.at, view);
        // Neighbours and lists are named by the origins outside, in board order.
        let origins: Vec<(Point, Point)> =
            order.iter().map(|&(old, origin)| (self.list[old].origin, origin)).collect();
        let renamed = |p: Point| origins.iter().find(|o| o.0 == p).map_or(p, |o| o.1);
        let sorted = |mut list: Vec<Point>| {
            list.sort_unstable();
            list
        };
        let dragon = |&(old, origin): &(usize, Point)| {
            let d = self.list[old].clone();
            let neighbours = sorted(d.around.neighbours.iter().map(|&p| renamed(p)).collect());
            let hull = d.around.hull.restore(view);
            Dragon {
                origin,
                color: view.color(d.color),
                strings: sorted(d.strings.restore(view)),
                eyes: DragonEyes {
                    vital: sorted(d.eyes.vital.restore(view)),
                    half_eye: d.eyes.half_eye.restore(view),
                    lunch: d.eyes.lunch.restore(view),
                    ..d.eyes
                },
                around: Surroundings { neighbours, hull, ..d.around },
                read: d.read.map(|moves| moves.map(|m| m.restore(view))),
                life: d.life.map(|life| life.restore(view)),
                ..d
            }
        };
        Dragons { list: order.iter().map(dragon).collect(), at }
    }
}
