//! Whether a dragon is surrounded (GNU Go 3.8 manual, "Surrounded Dragons"): whether it lies in the
//! convex hull of the enemy's stones near it. If the dragon does not, the vertices on the
//! first line below stones that stand low count, too: the edge is a barrier. The hull closes loosely if two of its stones, in the order of their
//! directions from the dragon, are far apart.

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use mkpat_rt::geom::Point;

/// How closed in a dragon is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Surround {
    /// It is not.
    #[default]
    Open,
    /// It is.
    Surrounded,
    /// The stones around it are far apart.
    Weakly,
}

impl Surround {
    /// The manual's number: 0 open, 1 surrounded, 2 weakly surrounded.
    pub const fn number(self) -> u8 {
        match self {
            Surround::Open => 0,
            Surround::Surrounded => 1,
            Surround::Weakly => 2,
        }
    }

    /// What is left of ways out: none for a surrounded dragon, half for a weakly surrounded one.
    pub(super) const fn reduced(self, escape: usize) -> usize {
        match self {
            Surround::Open => escape,
            Surround::Surrounded => 0,
            Surround::Weakly => escape / 2,
        }
    }

    /// How tight it is, for comparisons.
    const fn tightness(self) -> u8 {
        match self {
            Surround::Open => 0,
            Surround::Weakly => 1,
            Surround::Surrounded => 2,
        }
    }
}

/// The convex hull of the enemy's stones around a dragon.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hull {
    /// Whether it closes the dragon in.
    pub status: Surround,
    /// Its vertices, if it does.
    pub inside: PointSet,
}

/// Stones farther from the dragon, in rows or columns, do not surround it.
const NEAR: i32 = 5;
/// Two neighbours of the hull that are farther apart leave a gap that is more than a jump.
const CLOSE: i32 = 4;
/// If they are farther apart than this there is no hull.
const LOOSE: i32 = 9;
/// Stones as low as this have the edge below them closed: the third line.
const LOW: usize = 2;

type Place = (i32, i32);

fn place(p: Point) -> Place {
    (p.row() as i32, p.col() as i32)
}

/// Twice the area of the triangle, positive if it turns left.
fn turn(a: Place, b: Place, c: Place) -> i32 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The corners of the convex hull, in order around it.
fn corners(mut points: Vec<Place>) -> Vec<Place> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = Place>| {
        let mut out: Vec<Place> = Vec::new();
        for p in points {
            while out.len() > 1 && turn(out[out.len() - 2], out[out.len() - 1], p) <= 0 {
                out.pop();
            }
            out.push(p);
        }
        out.pop();
        out
    };
    let mut out = chain(&mut points.iter().copied());
    out.extend(chain(&mut points.iter().rev().copied()));
    out
}

/// Whether `p` lies in the hull with these corners or on its border.
fn contains(corners: &[Place], p: Place) -> bool {
    corners.len() >= 3
        && (0..corners.len()).all(|i| turn(corners[i], corners[(i + 1) % corners.len()], p) >= 0)
}

impl Hull {
    /// How the enemy's stones `hostile` surround the stones of a dragon.
    pub fn of(board: &Board, stones: &PointSet, hostile: &PointSet) -> Hull {
        let dragon: Vec<Place> = stones.iter().map(place).collect();
        let distance = |a: Place, b: Place| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        let near = |p: &Point| dragon.iter().any(|&d| distance(d, place(*p)) <= NEAR);
        let mut around: Vec<Place> = hostile.iter().filter(near).map(place).collect();
        let mut hull = corners(around.clone());
        let holds = |hull: &[Place]| dragon.iter().all(|&p| contains(hull, p));
        if !holds(&hull) {
            // The edge closes what the stones alone do not.
            around.extend(hostile.iter().filter(near).flat_map(|p| below(board, p)));
            hull = corners(around.clone());
        }
        if dragon.is_empty() || !holds(&hull) {
            return Hull::default();
        }
        let gap = widest_gap(board, &dragon, &around);
        if gap > LOOSE {
            return Hull::default();
        }
        let status = if gap <= CLOSE { Surround::Surrounded } else { Surround::Weakly };
        let inside = Point::all(board.size()).filter(|&p| contains(&hull, place(p))).collect();
        Hull { status, inside }
    }

    /// The manual's surround map: −1 if the dragon is open, 1 in the hull, 2 next to it, else 0.
    pub fn map(&self, board: &Board, p: Point) -> i32 {
        if self.status == Surround::Open {
            -1
        } else if self.inside.contains(p) {
            1
        } else {
            2 * i32::from(board.neighbours(p).any(|q| self.inside.contains(q)))
        }
    }

    /// Whether this hull is tighter than `other`.
    pub fn is_tighter_than(&self, other: &Hull) -> bool {
        self.status.tightness() > other.status.tightness()
    }
}

/// The vertices of the first line below a low stone, along each edge that it is near.
fn below(board: &Board, p: Point) -> Vec<Place> {
    let last = board.size() - 1;
    let (row, col) = (p.row(), p.col());
    let (r, c) = place(p);
    let l = last as i32;
    let ways = [(row, (0, c)), (last - row, (l, c)), (col, (r, 0)), (last - col, (r, l))];
    ways.iter().filter(|w| w.0 <= LOW).map(|w| w.1).collect()
}

/// The largest distance of two points that follow each other around the dragon; points on one edge
/// have none.
fn widest_gap(board: &Board, dragon: &[Place], around: &[Place]) -> i32 {
    let n = dragon.len() as f32;
    let centre =
        dragon.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 as f32 / n, s.1 + p.1 as f32 / n));
    let mut order: Vec<(f32, Place)> =
        around.iter().map(|&p| ((p.0 as f32 - centre.0).atan2(p.1 as f32 - centre.1), p)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let last = board.size() as i32 - 1;
    let on_one_edge = |a: Place, b: Place| {
        a.0 == b.0 && (a.0 == 0 || a.0 == last) || a.1 == b.1 && (a.1 == 0 || a.1 == last)
    };
    let gap = |i: usize| {
        let (a, b) = (order[i].1, order[(i + 1) % order.len()].1);
        if on_one_edge(a, b) { 0 } else { (a.0 - b.0).abs().max((a.1 - b.1).abs()) }
    };
    (0..order.len()).map(gap).max().unwrap_or(0)
}

impl Restore for Hull {
    fn restore(self, view: &View<'_>) -> Hull {
        Hull { inside: self.inside.restore(view), ..self }
    }
}
