//! A short list of moves with scores, on the stack.

use mkpat_rt::geom::Point;

const CAPACITY: usize = 40;

/// Moves to try. Each is there once; the scores of repeated proposals are
/// combined by taking the larger one. When the list is full, further moves are
/// ignored.
pub(super) struct MoveList {
    moves: [(i32, Point); CAPACITY],
    len: usize,
}

impl MoveList {
    pub(super) fn new() -> MoveList {
        MoveList { moves: [(0, Point::PASS); CAPACITY], len: 0 }
    }

    pub(super) fn push(&mut self, p: Point, score: i32) {
        if let Some(m) = self.moves[..self.len].iter_mut().find(|m| m.1 == p) {
            m.0 = m.0.max(score);
        } else if self.len < CAPACITY {
            self.moves[self.len] = (score, p);
            self.len += 1;
        }
    }

    /// Best first; equal scores in order of the first proposal. At most `max`.
    pub(super) fn sorted(mut self, max: usize) -> MoveList {
        self.moves[..self.len].sort_by_key(|m| -m.0);
        self.len = self.len.min(max);
        self
    }

    pub(super) fn as_slice(&self) -> &[(i32, Point)] {
        &self.moves[..self.len]
    }
}
