//! Which strings live, which are dead, which are in seki.
//!
//! Five sources, the stronger first:
//! 1. unconditional life (`facts::unconditional`): these stones live, and what they enclose
//!    is dead;
//! 2. tactical reading: what can be captured and not saved is dead, unless
//!    (4) is sure of the contrary;
//! 3. reading of life and death ([`super::dragons`]), unless (4) is sure of the contrary;
//! 4. random games (`playout`): groups whose vertices mostly end up with the
//!    opponent are dead. A *group* is made of strings that cannot be separated
//!    by a single move;
//! 5. what would be dead by (4) but cannot be captured, next to enemies that
//!    are not safe themselves, is in seki; and so are living strings with one
//!    eye at most whose other liberties neither side can fill.
//!
//! For positions that are not finished the answer is a guess, never an error.

use super::dragons::{ReadDragon, certain};
use super::playout::{Ownership, ownership};
use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::facts::{Unconditional, unconditional};
use crate::reading::{Code, Limits, Memory, Reader};
use mkpat_rt::geom::{AREA, Cell, Color, Point};
use mkpat_rt::rng::Rng;

/// Final status of a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FinalStatus {
    /// It stays on the board.
    Alive,
    /// It is taken off when the game is counted.
    Dead,
    /// It stays, though it has no two eyes, because neither side can attack.
    Seki,
}

/// How much work to spend on judging.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgeEffort {
    /// Number of random games.
    pub playouts: usize,
    /// Seed of the random games.
    pub seed: u64,
    /// Limits of tactical reading.
    pub limits: Limits,
}

impl Default for JudgeEffort {
    fn default() -> Self {
        JudgeEffort { playouts: 300, seed: 1, limits: Limits::default().in_play() }
    }
}

/// The status of every string, and who owns every vertex.
#[derive(Clone, Debug)]
pub struct Judgement {
    size: usize,
    /// Average result of the random games, for what no border decides.
    ownership: Ownership,
    status: Vec<Option<FinalStatus>>,
    owner: Vec<Option<Color>>,
}

/// Below this ownership a group is taken for dead.
const DEAD_BELOW: f32 = -0.15;
/// Above this ownership a string lives even if reading says that it can be captured.
const SURE: f32 = 0.75;
/// Below this a dragon is dead though reading says that it lives: in 189 games of GNU Go with itself all
/// five such strings were.
const DEAD_THOUGH_READ: f32 = -0.4;
/// Above this a dragon lives though reading says that it dies, if that did not come to its end: in
/// those games the two strings with more were captured, or alive.
const ALIVE_THOUGH_READ: f32 = 0.4;
/// The same if reading came to its end.
const ALIVE_THOUGH_PROVED: f32 = 0.9;
/// A neutral region larger than this is not dame but undecided.
const OPEN: usize = 6;
/// Above this, a vertex of an undecided region is given to a player.
const LIKELY: f32 = 0.4;

impl Judgement {
    /// Status of the string at `p`; `None` if no stone is there.
    pub fn status(&self, p: Point) -> Option<FinalStatus> {
        self.status.get(p.idx()).copied().flatten()
    }

    /// Who owns the vertex when dead stones are off: the colour of a stone that
    /// stays, or of the stones around an empty vertex. `None` for a neutral one.
    pub fn owner(&self, p: Point) -> Option<Color> {
        self.owner.get(p.idx()).copied().flatten()
    }

    /// The strings with this status, each with its stones in board order, in
    /// order of their first stones (GTP `final_status_list`).
    pub fn strings(&self, board: &Board, status: FinalStatus) -> Vec<Vec<Point>> {
        board
            .strings()
            .filter(|&s| self.status(s) == Some(status))
            .map(|s| board.string_stones(s).iter().collect())
            .collect()
    }

    /// Sets the status of the string at `p` (when players agree otherwise) and
    /// finds the owners anew.
    pub fn set_status(&mut self, board: &Board, p: Point, status: FinalStatus) {
        for q in board.stones(p) {
            self.status[q.idx()] = Some(status);
        }
        self.find_owners(board);
    }

    fn new(board: &Board, ownership: Ownership) -> Judgement {
        let mut j = Judgement {
            size: board.size(),
            ownership,
            status: vec![None; AREA],
            owner: vec![None; AREA],
        };
        for p in Point::all(board.size()) {
            j.status[p.idx()] = board.at(p).is_stone().then_some(FinalStatus::Alive);
        }
        j
    }

    fn mark(&mut self, board: &Board, s: Point, status: FinalStatus) {
        for q in board.stones(s) {
            self.status[q.idx()] = Some(status);
        }
    }

    /// Whether a stone is on `p` after the dead ones are taken off.
    fn stays(&self, board: &Board, p: Point) -> Option<Color> {
        if self.status(p) == Some(FinalStatus::Dead) { None } else { board.color_at(p) }
    }

    fn find_owners(&mut self, board: &Board) {
        let mut seen = PointSet::EMPTY;
        let mut stack = Vec::new();
        for start in Point::all(self.size) {
            if let Some(color) = self.stays(board, start) {
                self.owner[start.idx()] = Some(color);
                continue;
            }
            if !seen.insert(start) {
                continue;
            }
            let mut region = PointSet::EMPTY;
            let mut touches = [false; 2];
            stack.push(start);
            while let Some(p) = stack.pop() {
                region.insert(p);
                for q in board.neighbours(p) {
                    if let Some(color) = self.stays(board, q) {
                        touches[color.index()] = true;
                    } else if seen.insert(q) {
                        stack.push(q);
                    }
                }
            }
            let owner = match touches {
                [true, false] => Some(Color::Black),
                [false, true] => Some(Color::White),
                _ => None,
            };
            // A region without a border is no dame yet: the game is not finished.
            let open = owner.is_none() && region.len() > OPEN;
            for p in region {
                let likely = Color::BOTH.into_iter().find(|&c| self.ownership.of(c, p) > LIKELY);
                self.owner[p.idx()] = if open { likely } else { owner };
            }
        }
    }
}

impl Restore for Judgement {
    fn restore(self, view: &View<'_>) -> Judgement {
        let mut out = self.clone();
        out.ownership = self.ownership.restored(view);
        for p in Point::all(self.size) {
            let q = view.outside(p);
            out.status[q.idx()] = self.status[p.idx()];
            out.owner[q.idx()] = self.owner[p.idx()].restore(view);
        }
        out
    }
}

/// Groups of strings of one colour that a single move cannot separate: for each
/// origin the origin that stands for its group.
fn groups(board: &Board) -> Vec<Point> {
    let mut parent: Vec<Point> = (0..AREA as u16).map(Point).collect();
    fn find(parent: &[Point], mut p: Point) -> Point {
        while parent[p.idx()] != p {
            p = parent[p.idx()];
        }
        p
    }
    let origins: Vec<Point> = board.strings().collect();
    for (i, &a) in origins.iter().enumerate() {
        for &b in &origins[i + 1..] {
            if board.are_linked(a, b, &PointSet::EMPTY) {
                let (x, y) = (find(&parent, a), find(&parent, b));
                parent[x.max(y).idx()] = x.min(y);
            }
        }
    }
    (0..AREA as u16).map(|i| find(&parent, Point(i))).collect()
}

fn average(board: &Board, own: &Ownership, strings: &[Point]) -> f32 {
    let (mut sum, mut n) = (0.0, 0);
    for &s in strings {
        if let Some(color) = board.color_at(s) {
            for p in board.stones(s) {
                sum += own.of(color, p);
                n += 1;
            }
        }
    }
    if n == 0 { 0.0 } else { sum / n as f32 }
}

/// Judges a position, by what has been read of its dragons: of those that are not among them, random
/// games decide.
pub(crate) fn judge(board: &Board, effort: JudgeEffort, dragons: &[ReadDragon]) -> Judgement {
    let mut scratch = board.clone();
    scratch.forget_moves();
    let safe = Color::BOTH.map(|c| unconditional(board, c));
    let own = ownership(&mut scratch, effort.playouts, &mut Rng::new(effort.seed));
    let mut judgement = Judgement::new(board, own.clone());
    let group_of = groups(board);
    let origins: Vec<Point> = board.strings().collect();
    let mut memory = Memory::new(1 << 14);
    let mut reader = Reader::new(&mut scratch, effort.limits, &mut memory);
    let mut unattackable = PointSet::EMPTY;
    for &s in &origins {
        let Some(color) = board.color_at(s) else { continue };
        if let Some(status) = certain(&safe, color, s) {
            judgement.mark(board, s, status);
            continue;
        }
        let members: Vec<Point> =
            origins.iter().copied().filter(|o| group_of[o.idx()] == group_of[s.idx()]).collect();
        let expected = average(board, &own, &members);
        let (attack, defend) = reader.attack_and_defend(s);
        if attack.code == Code::Lose {
            unattackable.insert(s);
        }
        let captured = attack.code == Code::Win && defend.code == Code::Lose;
        let read = dragons.iter().find(|d| d.stones.contains(s)).filter(|d| {
            if d.lives {
                expected > DEAD_THOUGH_READ
            } else {
                expected < if d.certain { ALIVE_THOUGH_PROVED } else { ALIVE_THOUGH_READ }
            }
        });
        let lost = read.map_or(expected < DEAD_BELOW, |d| !d.lives);
        if lost || (captured && expected < SURE) {
            judgement.mark(board, s, FinalStatus::Dead);
        }
        if read.is_some_and(|d| !d.lives) {
            unattackable.remove(s);
        }
    }
    find_seki(board, &mut judgement, &own, &unattackable, &safe);
    judgement.find_owners(board);
    find_standoffs(board, &mut judgement, &safe);
    judgement
}

/// Revives dead strings that cannot be captured, next to enemies that share
/// their liberties and are not safe either.
fn find_seki(
    board: &Board,
    judgement: &mut Judgement,
    own: &Ownership,
    unattackable: &PointSet,
    safe: &[Unconditional; 2],
) {
    let dead: Vec<Point> =
        board.strings().filter(|&s| judgement.status(s) == Some(FinalStatus::Dead)).collect();
    let mut found = Vec::new();
    for s in dead {
        let Some(color) = board.color_at(s) else { continue };
        if !unattackable.contains(s) || board.liberty_count(s) > 4 {
            continue;
        }
        if certain(safe, color, s).is_some() {
            continue;
        }
        let liberties = board.liberties(s);
        let rivals: Vec<Point> = board
            .adjacent_enemies(s)
            .iter()
            .filter(|&e| {
                board.liberties(e).intersects(&liberties)
                    && !safe[color.other().index()].stones.contains(e)
                    && board.liberty_count(e) <= 5
                    && average(board, own, &[e]) < 0.9
            })
            .collect();
        // Neither side may dare to fill a shared liberty.
        let poisoned = liberties.iter().all(|p| {
            board.count_neighbours(p, Cell::Empty) > 0
                || board.is_self_atari(color.other(), p)
                || !board.is_legal(color.other(), p)
        });
        if !rivals.is_empty() && poisoned {
            found.push((s, rivals));
        }
    }
    for (s, rivals) in found {
        judgement.mark(board, s, FinalStatus::Seki);
        for r in rivals {
            judgement.mark(board, r, FinalStatus::Seki);
        }
    }
}

/// Marks living strings in seki: at most one small eye, and every neutral
/// liberty would leave either side that fills it with one liberty at most.
fn find_standoffs(board: &Board, judgement: &mut Judgement, safe: &[Unconditional; 2]) {
    let unsafe_and_alive = |j: &Judgement, s: Point| {
        j.status(s) == Some(FinalStatus::Alive)
            && board.color_at(s).is_some_and(|c| !safe[c.index()].stones.contains(s))
    };
    let mut found = PointSet::EMPTY;
    for s in board.strings() {
        let Some(color) = board.color_at(s) else { continue };
        if !unsafe_and_alive(judgement, s) {
            continue;
        }
        let liberties = board.liberties(s);
        let neutral: PointSet =
            liberties.iter().filter(|&p| judgement.owner(p).is_none()).collect();
        if neutral.is_empty() || liberties.len() > neutral.len() + 2 {
            continue;
        }
        let standoff = neutral
            .iter()
            .all(|p| Color::BOTH.into_iter().all(|c| board.accurate_liberties(c, p).len() <= 1));
        if !standoff {
            continue;
        }
        let rivals: Vec<Point> = board
            .adjacent_enemies(s)
            .iter()
            .filter(|&e| {
                board.liberties(e).intersects(&neutral)
                    && unsafe_and_alive(judgement, e)
                    && board.at(e) == color.other().cell()
            })
            .collect();
        if !rivals.is_empty() {
            found.insert(s);
            for r in rivals {
                found.insert(r);
            }
        }
    }
    for s in found {
        judgement.mark(board, s, FinalStatus::Seki);
    }
}
