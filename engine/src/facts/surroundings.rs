//! What is around dragons: neighbours, moyo, ways out (the manual's fields `neighbors`, `moyo_size`,
//! `escape_route`; chapters "Dragons", "Escape").

use super::surround::Hull;
use super::{Dragons, Influence};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, Point};
use mkpat_rt::helper::Status;

/// What is around a dragon.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Surroundings {
    /// Origins of the dragons near it, of either colour.
    pub neighbours: Vec<Point>,
    /// How many of them are of the other colour.
    pub hostile_neighbours: usize,
    /// Vertices of moyo that are nearer to it than to other dragons of its colour.
    pub moyo_size: usize,
    /// Points expected on them.
    pub moyo_value: f32,
    /// Its potential to get away: 0 if it is surrounded.
    pub escape_route: usize,
    /// Who stands around it.
    pub hull: Hull,
}

impl Surroundings {
    /// What room the dragon has as it is.
    pub(crate) fn room(&self) -> Room {
        Room { moyo: self.moyo_value, escape: self.escape_route }
    }
}

/// What room a dragon has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room {
    /// Points expected in the moyo that is nearer to it than to other dragons of its colour.
    pub(crate) moyo: f32,
    /// Its ways out ([`Surroundings::escape_route`]).
    pub(crate) escape: usize,
}

/// Dragons are neighbours if their empty surroundings, up to so many steps, meet.
const NEAR: usize = 3;
/// Ways out are looked for so many steps away.
const FAR: usize = 4;
/// What a friend is worth as an aim, by status.
const FRIEND: [(Status, usize); 4] =
    [(Status::Alive, 6), (Status::Unknown, 2), (Status::Critical, 1), (Status::Dead, 0)];
/// Influence with which a vertex is in one's own hand, with which one has a good start there, and with
/// which the enemy has it in his.
const STRONG: f32 = 25.0;
const FAIR: f32 = 12.0;
const HOSTILE: f32 = 40.0;

/// By number of the dragon: the numbers of its neighbours, in order.
pub(super) fn neighbours(board: &Board, dragons: &Dragons) -> Vec<Vec<usize>> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); dragons.list().len()];
    let mut owners: Vec<Vec<usize>> = vec![Vec::new(); AREA];
    let mut front: Vec<Point> = Vec::new();
    for p in Point::all(board.size()) {
        if let Some(d) = dragons.index(p) {
            owners[p.idx()].push(d);
            front.push(p);
        }
    }
    for _ in 0..NEAR {
        let mut next: Vec<(Point, Vec<usize>)> = Vec::new();
        let mut reached = PointSet::EMPTY;
        for &p in &front {
            for q in board.neighbours(p) {
                if owners[q.idx()].is_empty() && reached.insert(q) {
                    let mut of: Vec<usize> =
                        board.neighbours(q).flat_map(|n| owners[n.idx()].iter().copied()).collect();
                    of.sort_unstable();
                    of.dedup();
                    next.push((q, of));
                }
            }
        }
        front = next.iter().map(|(q, _)| *q).collect();
        for (q, of) in next {
            owners[q.idx()] = of;
        }
    }
    for p in Point::all(board.size()) {
        let mut here = owners[p.idx()].clone();
        here.extend(board.neighbours(p).flat_map(|q| owners[q.idx()].iter().copied()));
        here.sort_unstable();
        here.dedup();
        for &a in &here {
            near[a].extend(here.iter().copied().filter(|&b| b != a));
        }
    }
    for list in &mut near {
        list.sort_unstable();
        list.dedup();
    }
    near
}

/// By number of the dragon: size and worth of the moyo around it. `influence` is by colour, its
/// opponent moving first.
pub(super) fn moyos(
    board: &Board,
    dragons: &Dragons,
    influence: [&Influence; 2],
) -> Vec<(usize, f32)> {
    let mut out = vec![(0, 0.0); dragons.list().len()];
    for color in Color::BOTH {
        let influence = influence[color.index()];
        let inside =
            |p: Point| influence.moyo(p) == Some(color) && board.color_at(p) != Some(color);
        let mut owner = vec![usize::MAX; AREA];
        let own = |p: &Point| board.color_at(*p) == Some(color);
        let mut front: Vec<Point> = Point::all(board.size()).filter(own).collect();
        for &p in &front {
            // A stone that was played since belongs to no dragon.
            owner[p.idx()] = dragons.index(p).unwrap_or(out.len());
        }
        while !front.is_empty() {
            let mut next = Vec::new();
            for &p in &front {
                for q in board.neighbours(p).filter(|&q| inside(q)) {
                    if owner[q.idx()] == usize::MAX {
                        owner[q.idx()] = owner[p.idx()];
                        if let Some((size, value)) = out.get_mut(owner[p.idx()]) {
                            *size += 1;
                            *value += influence.of(q, color).max(0.0);
                        }
                        next.push(q);
                    }
                }
            }
            front = next;
        }
    }
    out
}

/// Ways out of dragon `n`: the vertices that it reaches in [`FAR`] steps, and no fewer, without coming
/// next to a living enemy on the way, by what they are worth; and friends that it meets.
/// `influence` is that in which the opponent moves first.
pub(super) fn escape(
    board: &Board,
    dragons: &Dragons,
    n: usize,
    influence: &Influence,
    standing: &[PointSet; 2],
) -> usize {
    let color = dragons.list()[n].color;
    let enemies = &standing[color.other().index()];
    let mut seen = dragons.list()[n].stones(board);
    let mut front: Vec<Point> = seen.iter().collect();
    let mut met: Vec<usize> = Vec::new();
    let mut sum = 0;
    for step in 1..=FAR {
        let mut next = Vec::new();
        for &p in &front {
            for q in board.neighbours(p) {
                if let Some(d) = dragons.index(q)
                    && board.color_at(q) == Some(color)
                {
                    if d != n && !met.contains(&d) {
                        met.push(d);
                        let status = match dragons.list()[d].eyes.value.attacker_first {
                            2.. => Status::Alive,
                            _ => Status::Unknown,
                        };
                        sum += FRIEND.iter().find(|f| f.0 == status).map_or(0, |f| f.1);
                    }
                    continue;
                }
                let blocked = step > 1 && board.neighbours(q).any(|r| enemies.contains(r));
                if enemies.contains(q) || blocked || !seen.insert(q) {
                    continue;
                }
                if step == FAR {
                    sum += worth(board, influence, q, color);
                }
                next.push(q);
            }
        }
        front = next;
    }
    sum
}

/// What an empty vertex is worth as an aim: 0 to 4, the more the stronger its own side is there. What is
/// in the enemy's sphere, or on the first line, is no aim; on the second line half counts. The steps are
/// those that GNU Go's `escape_route` shows best in positions of games.
fn worth(board: &Board, influence: &Influence, p: Point, color: Color) -> usize {
    let (own, enemy) = (influence.reach(p, color), influence.reach(p, color.other()));
    let worth = match (own >= STRONG, own >= FAIR, enemy >= HOSTILE) {
        (true, _, _) => 4,
        (_, true, false) => 2,
        (_, true, true) | (_, _, false) => 1,
        _ => 0,
    };
    match board.edge_distance(p) {
        0 => 0,
        1 => worth / 2,
        _ => worth,
    }
}
