//! Moves that connect two dragons, or cut them: found by reading.
//!
//! Of each pair of neighbouring dragons of one colour the strings that lie nearest to each other are asked
//! about: whether the enemy, moving first, can separate them, and whether their owner, moving first, can
//! connect them. Where both can, the moves are reasons for either side. Patterns propose such moves, too
//! (class letters `C` and `B`); what they are worth is not said here.

use super::{MoveReason, Proposals};
use crate::board::Board;
use crate::facts::{Dragon, Facts};
use crate::reading::Reader;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// Strings that lie farther apart, in rows plus columns, are not asked about: there reading says too often
/// that they can be cut, where a cut gains nothing. Patterns propose such moves.
const FAR: usize = 2;

/// Adds reasons for moves of `color`.
pub(super) fn propose(reader: &mut Reader<'_>, facts: &Facts, color: Color, out: &mut Proposals) {
    for (a, b) in pairs(reader.board(), facts) {
        let Some(owner) = reader.board().color_at(a) else { continue };
        let cut = reader.disconnect(a, b);
        if !cut.is_success() || cut.point.is_pass() {
            continue;
        }
        let link = reader.connect(a, b);
        if !link.is_success() || link.point.is_pass() {
            continue;
        }
        let own = owner == color;
        let reason = if own { MoveReason::Connect(a, b) } else { MoveReason::Cut(a, b) };
        let mut tried = vec![if own { link.point } else { cut.point }];
        out.add(tried[0], reason);
        let board = reader.board();
        let common = board.liberties(a).and(&board.liberties(b));
        let others = [link.point, cut.point].into_iter().chain(common.iter());
        for p in others.collect::<Vec<_>>() {
            if tried.contains(&p) || !reader.board().is_legal(color, p) {
                continue;
            }
            tried.push(p);
            if !reader.play(color, p) {
                continue;
            }
            let works = if own {
                !reader.disconnect(a, b).is_success()
            } else {
                !reader.connect(a, b).is_success()
            };
            reader.undo();
            if works {
                out.add(p, reason);
            }
        }
    }
}

/// Pairs of strings of neighbouring dragons, each with the nearest of the other.
fn pairs(board: &Board, facts: &Facts) -> Vec<(Point, Point)> {
    let dragons = facts.dragons.list();
    let mut out = Vec::new();
    for (i, d) in dragons.iter().enumerate() {
        for e in &dragons[i + 1..] {
            let friends = d.color == e.color && d.around.neighbours.contains(&e.origin);
            if !friends || !facts.may_gain(d, e) {
                continue;
            }
            out.extend(nearest(board, facts, d, e));
        }
    }
    out
}

impl Facts {
    /// Whether it may matter that two dragons are one.
    fn may_gain(&self, d: &Dragon, e: &Dragon) -> bool {
        let lost = |d: &Dragon| d.status == Status::Dead;
        !(lost(d) && lost(e))
    }
}

/// The two strings of two dragons that lie nearest to each other.
fn nearest(board: &Board, facts: &Facts, d: &Dragon, e: &Dragon) -> Option<(Point, Point)> {
    let stands = |s: &&Point| !facts.worms.is_lost(**s);
    let mut best: Option<(usize, Point, Point)> = None;
    for &s in d.strings.iter().filter(stands) {
        for &t in e.strings.iter().filter(stands) {
            for p in board.stones(s) {
                for q in board.stones(t) {
                    let steps = p.row().abs_diff(q.row()) + p.col().abs_diff(q.col());
                    if steps <= FAR && best.is_none_or(|b| steps < b.0) {
                        best = Some((steps, s, t));
                    }
                }
            }
        }
    }
    best.map(|(_, s, t)| (s, t))
}
