//! Which moves a proof looks at: what is near, and what the quick search would propose.
//!
//! Near are the liberties, the vertices next to them, liberties of weak strings that hem the
//! string in, and of weak strings around these. On a board of at most [`PROVED_SIZE`]
//! lines both try everything, so there a capture is a proof in the strict sense.
//! Elsewhere the attacker may be given too few moves (a capture is then missed); the owner should
//! be given enough, and gets more near the root (`Wide`).

use super::Limits;
use super::all_moves::proposed_moves;
use super::proof::Proof;
use super::target::Target;
use crate::board::PointSet;
use crate::search::parameters::*;
use mkpat_rt::geom::{Color, Point};

impl Proof<'_> {
    /// Whether both sides try everything.
    pub(super) fn is_small(&self) -> bool {
        self.board.size() <= PROVED_SIZE
    }

    /// Where the attacker looks for moves.
    pub(super) fn attacks(&self) -> PointSet {
        let board = &*self.board;
        let attacker = self.owner.other();
        if self.is_small() {
            return self.everywhere();
        }
        let liberties = board.liberties(self.s);
        let mut near = self.beside(&liberties);
        for weak in board.adjacent_enemies_with(self.s, 3) {
            if board.liberty_count(weak) <= 2 {
                near.union_with(&board.liberties(weak));
            }
            for other in board.adjacent_enemies_with(weak, 2) {
                near.union_with(&board.liberties(other));
            }
        }
        let sensible = |&p: &Point| {
            board.liberties_after(attacker, p, 2) > 1 || board.captures_something(attacker, p)
        };
        let near: PointSet = near.iter().filter(sensible).collect();
        near.or(&liberties).or(&self.proposals(true))
    }

    fn proposals(&self, attacking: bool) -> PointSet {
        let mut target = Target::new(self.board, self.s, self.owner, 0);
        proposed_moves(self.board, &Limits::default(), &mut target, attacking).points().collect()
    }

    /// Where the owner looks for moves, and whether he may pass.
    pub(super) fn defences(&self) -> (PointSet, bool) {
        let board = &*self.board;
        if board.is_empty(self.s) {
            return ([self.s].into_iter().collect(), false);
        }
        let mut moves = board.liberties(self.s);
        if moves.len() == 1 && board.string_size(self.s) > 1 {
            // All else loses at once. (A single stone may be left to a ko or a snapback.)
            for weak in board.adjacent_enemies_with(self.s, 1) {
                moves.union_with(&board.liberties(weak));
            }
            return (moves, false);
        }
        if self.is_small() {
            return (self.everywhere(), true);
        }
        moves.union_with(&self.beside(&moves));
        for weak in board.adjacent_enemies_with(self.s, 4) {
            moves.union_with(&board.liberties(weak));
            for other in board.adjacent_enemies_with(weak, 2) {
                moves.union_with(&board.liberties(other));
            }
        }
        (moves.or(&self.proposals(false)), true)
    }

    /// These moves and those where the search with less width has looked.
    pub(super) fn widened(&self, color: Color, moves: PointSet) -> PointSet {
        let attacks = color != self.owner;
        let board = &*self.board;
        let more = self.wide.points.iter().filter(|&p| {
            board.is_empty(p)
                && (!attacks
                    || board.liberties_after(color, p, 2) > 1
                    || board.captures_something(color, p))
        });
        moves.or(&more.collect())
    }

    fn everywhere(&self) -> PointSet {
        Point::all(self.board.size()).filter(|&p| self.board.is_empty(p)).collect()
    }

    /// Empty vertices next to these.
    fn beside(&self, vertices: &PointSet) -> PointSet {
        vertices.beside().iter().filter(|&p| self.board.is_empty(p)).collect()
    }
}
