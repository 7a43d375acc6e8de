//! What a vertex is worth, from the influence of both colours (GNU Go 3.8 manual, "Details of
//! the Territory Valuation").

use super::Terrain;
use super::spread::Field;
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, Point};

/// Influence that a vertex needs to be counted in full, by its distance from the nearest edge: there is no
/// territory that is open on many sides.
const NEEDED: [f32; 10] = [13.7, 21.0, 28.5, 35.0, 39.0, 42.0, 44.0, 46.0, 48.0, 50.0];
/// The part of it that is enough, by the distance from the second nearest edge: corners are easy to hold.
const IN_CORNER: [f32; 3] = [0.41, 0.57, 0.84];

/// Influence that makes a vertex somebody's in full.
fn needed(size: usize, p: Point) -> f32 {
    let last = size - 1;
    let mut near = [p.row().min(last - p.row()), p.col().min(last - p.col())];
    near.sort_unstable();
    let in_corner = IN_CORNER.get(near[1]).copied().unwrap_or(1.0);
    NEEDED[near[0].min(NEEDED.len() - 1)] * in_corner
}

/// Expected points by vertex, positive for Black; 0 at living stones.
pub(super) fn values(
    board: &Board,
    fields: &[Field; 2],
    alive: &[PointSet; 2],
    terrain: &Terrain,
) -> Field {
    let size = board.size();
    let mut first = vec![0.0f32; AREA].into_boxed_slice();
    let standing = alive[0].or(&alive[1]);
    for p in Point::all(size).filter(|&p| !standing.contains(p)) {
        let (b, w) = (fields[0][p.idx()], fields[1][p.idx()]);
        let sum = b + w;
        if sum > 0.0 {
            let part = (b - w) / sum;
            let enough = (b.max(w) / needed(size, p)).min(1.0);
            first[p.idx()] = part * part * part * enough;
        }
    }
    let mut out = first.clone();
    for p in Point::all(size).filter(|&p| !standing.contains(p)) {
        let own = first[p.idx()];
        let color = if own > 0.0 { Color::Black } else { Color::White };
        let sign = if own > 0.0 { 1.0 } else { -1.0 };
        // What the enemy cannot pass is no open side.
        let closed = &terrain.barriers[color.other().index()];
        let weakest = board
            .neighbours(p)
            .filter(|&q| !standing.contains(q) && !closed.contains(q))
            .map(|q| (sign * first[q.idx()]).max(0.0))
            .fold(sign * own, f32::min);
        let mut value = sign * weakest;
        if terrain.no_territory[color.index()].contains(p) {
            value = 0.0;
        }
        // A dead stone is a prisoner, and its vertex a point.
        out[p.idx()] = if board.color_at(p) == Some(color.other()) { 2.0 * value } else { value };
    }
    out
}
