//! Where either colour can have eyes: domains, and the eye spaces in them (GNU Go 3.8 manual,
//! "Eye spaces", "Functions in optics.c", "False margins").
//!
//! Only *lively* strings count: those that are not lost, and not inessential. Influence of a
//! colour, here, spreads from its lively stones to the vertices next to them and on over
//! vertices of which two adjoining neighbours have it, but not past stones of the enemy that
//! hold a knight's move or a jump of two.

use super::Worms;
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Offset, Point};

/// The vertices where one colour can have eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Domain {
    /// Vertices of its eye spaces that only this colour has influence on.
    pub proper: PointSet,
    /// Vertices that both colours have influence on: the enemy can take them away.
    pub marginal: PointSet,
}

impl Domain {
    /// The eye spaces: what is connected, but not through two marginal vertices in a row.
    pub(super) fn spaces(&self, board: &Board) -> Vec<PointSet> {
        let mut left = self.proper.or(&self.marginal);
        let mut out = Vec::new();
        let mut stack = Vec::new();
        while let Some(start) = left.first() {
            left.remove(start);
            stack.push(start);
            let mut space = PointSet::EMPTY;
            while let Some(p) = stack.pop() {
                space.insert(p);
                let margin = self.marginal.contains(p);
                let joins = |q: &Point| !(margin && self.marginal.contains(*q));
                stack.extend(board.neighbours(p).filter(joins).filter(|&q| left.remove(q)));
            }
            out.push(space);
        }
        out
    }
}

/// Steps to the four neighbours and, for each, along the row that it lies in.
const SIDES: [((i8, i8), (i8, i8)); 4] =
    [((-1, 0), (0, 1)), ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0))];

/// The lively stones of each colour.
pub(super) fn lively(board: &Board, worms: &Worms) -> [PointSet; 2] {
    let mut out = [PointSet::EMPTY; 2];
    for w in worms.list() {
        if !worms.is_lost(w.origin) && !w.setting.inessential {
            out[w.color.index()].union_with(&board.string_stones(w.origin));
        }
    }
    out
}

/// The domains of both colours, by index. `open` holds by colour the vertices where connection
/// patterns say that its enemy can push in: they are marginal.
pub(super) fn domains(board: &Board, worms: &Worms, open: &[PointSet; 2]) -> [Domain; 2] {
    let lively = lively(board, worms);
    let standing = lively[0].or(&lively[1]);
    let [black, white] = Color::BOTH.map(|c| spread(board, &lively, c).minus(&standing));
    let mut out = [domain(board, &lively, Color::Black, &black, &white), {
        domain(board, &lively, Color::White, &white, &black)
    }];
    for (domain, open) in out.iter_mut().zip(open) {
        let open = domain.proper.and(open);
        domain.proper = domain.proper.minus(&open);
        domain.marginal.union_with(&open);
    }
    out
}

fn domain(
    board: &Board,
    lively: &[PointSet; 2],
    color: Color,
    own: &PointSet,
    other: &PointSet,
) -> Domain {
    // A stone of one's own that is lost is no place for an eye.
    let free: PointSet = own.iter().filter(|&p| board.color_at(p) != Some(color)).collect();
    let contested = free.and(other);
    let proper = free.minus(other);
    let enemy = &lively[color.other().index()];
    let is_false_margin = |p: &Point| {
        board.is_empty(*p)
            && board.neighbours(*p).any(|q| proper.contains(q))
            && board.accurate_liberties(color.other(), *p).len() <= 1
            && board.neighbours(*p).any(|q| enemy.contains(q))
    };
    let marginal = contested.iter().filter(|p| !is_false_margin(p)).collect();
    Domain { proper, marginal }
}

/// The vertices with influence of a colour.
fn spread(board: &Board, lively: &[PointSet; 2], color: Color) -> PointSet {
    let size = board.size();
    let (own, enemy) = (&lively[color.index()], &lively[color.other().index()]);
    let mut out = *own;
    for p in own {
        for q in board.neighbours(p).filter(|&q| !enemy.contains(q)) {
            out.insert(q);
        }
    }
    let at = |p: Point, (dr, dc): (i8, i8)| p.offset(Offset { dr, dc }, size);
    loop {
        let mut grown = false;
        for p in Point::all(size) {
            if out.contains(p) || enemy.contains(p) {
                continue;
            }
            let holds = |set: &PointSet, q: Option<Point>| q.is_some_and(|q| set.contains(q));
            let inner =
                |q: Option<Point>| q.is_some_and(|q| out.contains(q) && board.edge_distance(q) > 0);
            let reached = SIDES.iter().any(|&(side, along)| {
                [1, -1].iter().any(|&sign| {
                    let step = (along.0 * sign, along.1 * sign);
                    let diagonal = (side.0 + step.0, side.1 + step.1);
                    inner(at(p, side))
                        && inner(at(p, diagonal))
                        && !holds(enemy, at(p, step))
                        && !(holds(enemy, at(p, (diagonal.0 + step.0, diagonal.1 + step.1)))
                            && holds(enemy, at(p, (side.0 - step.0, side.1 - step.1))))
                })
            });
            let in_corner = board.neighbours(p).count() == 2;
            let reached = reached
                || in_corner
                    && board.neighbours(p).any(|q| out.contains(q))
                    && !board.neighbours(p).chain(board.diagonals(p)).any(|q| enemy.contains(q));
            if reached {
                out.insert(p);
                grown = true;
            }
        }
        if !grown {
            return out;
        }
    }
}
