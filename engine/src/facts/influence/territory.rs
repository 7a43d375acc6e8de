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

/// Expected points by vertex, positive for Black; 0 at living stones. `passes` is by colour the part of its
/// influence that passes a vertex.
///
/// A first guess by the relation of both influences is degraded to that of the neighbours, but only as far
/// as the enemy can come from there: next to a barrier a territory has no open side.
pub(super) fn values(
    board: &Board,
    fields: &[Field; 2],
    passes: &[Field; 2],
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
    let mut out = vec![0.0f32; AREA].into_boxed_slice();
    for p in Point::all(size).filter(|&p| !standing.contains(p)) {
        let guess = first[p.idx()];
        let color = if guess > 0.0 { Color::Black } else { Color::White };
        let sign = if guess > 0.0 { 1.0 } else { -1.0 };
        let own = sign * guess;
        let open = &passes[color.other().index()];
        let value = board
            .neighbours(p)
            .filter(|&q| !standing.contains(q))
            .map(|q| own - open[q.idx()] * (own - (sign * first[q.idx()]).max(0.0)))
            .fold(own, f32::min);
        let value = if terrain.no_territory[color.index()].contains(p) { 0.0 } else { value };
        // A dead stone is a prisoner, whatever its vertex becomes.
        out[p.idx()] = match board.color_at(p) {
            Some(dead) => {
                let captor = if dead == Color::White { 1.0 } else { -1.0 };
                captor * (1.0 + if captor == sign { value } else { 0.0 })
            }
            None => sign * value,
        };
    }
    out
}
