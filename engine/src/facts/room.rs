//! What room dragons have if influence is this: for the position as it is, and after a move that is only
//! thought of.

use super::surroundings::{Room, escape, moyos};
use super::{Dragons, Influence};
use crate::board::{Board, PointSet};

impl Dragons {
    /// The room of these dragons, by number. `influence` is that in which the enemy of whoever is asked
    /// about moves first, `standing` are the living stones by colour; on `board` one move may have been
    /// played since the dragons were found.
    pub(crate) fn rooms(
        &self,
        board: &Board,
        influence: &Influence,
        standing: &[PointSet; 2],
        numbers: &[usize],
    ) -> Vec<Room> {
        let moyos = moyos(board, self, [influence, influence]);
        let room = |&n: &usize| {
            let way = escape(board, self, n, influence, standing);
            Room { moyo: moyos[n].1, escape: self.list()[n].around.hull.status.reduced(way) }
        };
        numbers.iter().map(room).collect()
    }
}
