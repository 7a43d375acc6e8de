//! How much each vertex belongs to either side.
//!
//! Every living stone sends out a unit that spreads over empty vertices, losing
//! strength with each step, stopped by living stones of the other side and
//! reflected by the edge. The *balance* of a vertex compares what arrives from
//! both sides. Moves made before do not matter: two boards with the same stones give
//! the same numbers.

use crate::board::Board;
use crate::door::{Restore, View};
use mkpat_rt::geom::{AREA, Cell, Color, NEIGHBOURS, Point};

/// What passes from a vertex to each neighbour in a step.
const SPREAD: f32 = 0.27;
/// Number of steps.
const STEPS: usize = 7;
/// What is added to the influence of both sides where they are compared: the larger it is, the
/// less a vertex belongs to stones far away.
const DOUBT: f32 = 0.09;
/// Balance from which a vertex is territory, moyo, area.
const TERRITORY: f32 = 0.72;
const MOYO: f32 = 0.42;
const AREA_OF: f32 = 0.16;

/// Influence of a position.
#[derive(Clone, Debug)]
pub struct Influence {
    size: usize,
    /// −1 (White) to 1 (Black).
    balance: Box<[f32]>,
    /// Points of territory, expected, Black's minus White's; prisoners included.
    score: f32,
}

impl Influence {
    /// Influence of the stones of `board`, each with its strength from 0 (dead)
    /// to 1, indexed by vertex.
    pub fn new(board: &Board, strengths: &[f32]) -> Influence {
        let size = board.size();
        let points: Vec<Point> = Point::all(size).collect();
        let alive = |p: Point| {
            board.color_at(p).filter(|_| strengths.get(p.idx()).is_some_and(|&s| s > 0.0))
        };
        let mut total = [vec![0.0f32; AREA], vec![0.0f32; AREA]];
        for color in Color::BOTH {
            let enemy = color.other();
            let mut open = vec![false; AREA];
            let mut now = vec![0.0f32; AREA];
            for &p in &points {
                let owner = alive(p);
                open[p.idx()] = owner != Some(enemy);
                if owner == Some(color) {
                    now[p.idx()] = strengths[p.idx()];
                }
            }
            let sum = &mut total[color.index()];
            sum.copy_from_slice(&now);
            let mut next = vec![0.0f32; AREA];
            for _ in 0..STEPS {
                for &p in &points {
                    let i = p.idx();
                    if !open[i] {
                        continue;
                    }
                    let mut x = 0.0;
                    for d in NEIGHBOURS {
                        let q = p.step(d);
                        x += if board.at(q) == Cell::Off { now[i] } else { now[q.idx()] };
                    }
                    next[i] = x * SPREAD;
                    sum[i] += next[i];
                }
                std::mem::swap(&mut now, &mut next);
            }
        }
        let mut balance = vec![0.0f32; AREA].into_boxed_slice();
        let mut score = 0.0;
        for &p in &points {
            let i = p.idx();
            let (b, w) = (total[0][i], total[1][i]);
            match alive(p) {
                Some(Color::Black) => balance[i] = 1.0,
                Some(Color::White) => balance[i] = -1.0,
                None => {
                    balance[i] = (b - w) / (b + w + DOUBT);
                    score += balance[i];
                    match board.color_at(p) {
                        Some(Color::Black) => score -= 1.0,
                        Some(Color::White) => score += 1.0,
                        None => {}
                    }
                }
            }
        }
        Influence { size, balance, score }
    }

    /// How much the vertex belongs to `color`: 1 entirely, −1 to the other side.
    pub fn of(&self, p: Point, color: Color) -> f32 {
        let x = self.balance.get(p.idx()).copied().unwrap_or(0.0);
        if color == Color::Black { x } else { -x }
    }

    /// Expected points of `color` on the board minus those of the other side:
    /// empty vertices by their balance, and two for each dead stone.
    pub fn score(&self, color: Color) -> f32 {
        if color == Color::Black { self.score } else { -self.score }
    }

    /// Vertices per side.
    pub fn size(&self) -> usize {
        self.size
    }

    fn owner(&self, p: Point, least: f32) -> Option<Color> {
        let x = self.balance.get(p.idx()).copied().unwrap_or(0.0);
        if x >= least {
            Some(Color::Black)
        } else if x <= -least {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Whose secure territory (or living stone) the vertex is.
    pub fn territory(&self, p: Point) -> Option<Color> {
        self.owner(p, TERRITORY)
    }

    /// In whose moyo (territory included) the vertex lies.
    pub fn moyo(&self, p: Point) -> Option<Color> {
        self.owner(p, MOYO)
    }

    /// In whose area (moyo included) the vertex lies.
    pub fn area(&self, p: Point) -> Option<Color> {
        self.owner(p, AREA_OF)
    }
}

impl Restore for Influence {
    fn restore(self, view: &View<'_>) -> Influence {
        let sign = if view.color(Color::Black) == Color::Black { 1.0 } else { -1.0 };
        let mut balance = vec![0.0; self.balance.len()].into_boxed_slice();
        for p in Point::all(self.size) {
            balance[view.outside(p).idx()] = sign * self.balance[p.idx()];
        }
        Influence { balance, score: sign * self.score, ..self }
    }
}
