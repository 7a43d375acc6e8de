//! What the search is about: the dragon as it is at the root, and what is around it.

use crate::board::{Board, PointSet};
use crate::facts::{Facts, Influence};
use mkpat_rt::geom::{AREA, Color, Point};
use mkpat_rt::helper::Status;

/// A dragon and what of its surroundings does not change during the search.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// Whose it is.
    pub(super) owner: Color,
    /// Its stones at the root.
    pub(super) stones: PointSet,
    /// Stones of its owner that live without it.
    pub(super) friends: PointSet,
    /// Stones of both colours that reading finds lost whoever moves first.
    pub(super) lost: PointSet,
    /// By vertex: what it is worth as an aim, 0 to 4.
    worth: Box<[u8]>,
}

impl Goal {
    /// The dragon with these stones. `influence` is that of the other stones, the opponent of
    /// the dragon's owner moving first.
    pub(crate) fn new(
        board: &Board,
        facts: &Facts,
        stones: PointSet,
        influence: &Influence,
    ) -> Option<Goal> {
        let owner = board.color_at(stones.first()?)?;
        let (mut friends, mut lost) = (PointSet::EMPTY, PointSet::EMPTY);
        for dragon in facts.dragons.list().iter().filter(|d| d.color == owner) {
            let own = dragon.stones(board);
            if dragon.status == Status::Alive && !own.intersects(&stones) {
                friends.union_with(&own);
            }
        }
        for worm in facts.worms.list() {
            if facts.worms.is_lost(worm.origin) || worm.setting.inessential {
                lost.union_with(&board.string_stones(worm.origin));
            }
        }
        let mut worth = vec![0; AREA].into_boxed_slice();
        for p in Point::all(board.size()) {
            worth[p.idx()] = match (influence.moyo(p), influence.area(p)) {
                (Some(c), _) if c == owner => 4,
                (Some(_), _) => 0,
                (None, Some(c)) if c == owner => 3,
                (None, Some(_)) => 1,
                (None, None) => 2,
            };
        }
        Some(Goal { owner, stones, friends: friends.minus(&lost), lost, worth })
    }

    /// Whose dragon it is.
    #[cfg(test)]
    pub(crate) fn owner(&self) -> Color {
        self.owner
    }

    /// What an empty vertex is worth as an aim, from 0 in the attacker's moyo to 4 in the owner's.
    pub(super) fn worth(&self, p: Point) -> usize {
        usize::from(self.worth[p.idx()])
    }
}
