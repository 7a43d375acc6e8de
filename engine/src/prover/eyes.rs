//! What can be seen of the eyes of a group that is to be taken: whether it can never have
//! two of them, and how much it seems to take until it has, or cannot have.
//!
//! Vertices next to stones of the maker that nobody can take never belong to an eye. On all
//! such vertices he can play at any time, and what he plays there cannot be taken. So if
//! all the other vertices together are too few for two eyes, the group is dead: he fills
//! from outside what is not an eye, and takes the rest. Too few are
//! - two vertices next to each other;
//! - a vertex with a stone of the maker and up to four vertices next to it: to take
//!   that stone the breaker has to fill all these, and until then they are one region;
//! - if the maker is to move, what is one of the above after his move.
//!
//! A group that may link with what is solid of its own colour, because no such stones of the maker lie between, is not
//! dead for want of eyes.
//!
//! Stones of the breaker may become room for an eye when they are taken. That needs stones
//! with nothing but other stones of the breaker around, if not all are taken at once.

use super::arena::{Arena, Bits, PASS, each};
use super::life;
use super::position::Position;
use mkpat_rt::geom::Color;

/// The surroundings of a group, as far as it may live there.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Pool {
    /// The maker's stones that cannot be taken, solid ones among them.
    pub(super) walls: Bits,
    /// The group, and what connects with it without these stones.
    pub(super) vertices: Bits,
}

impl Pool {
    /// The surroundings of the strings of `owner` with these stones.
    #[inline]
    pub(super) fn new(arena: &Arena, position: &Position, owner: Color, strings: Bits) -> Pool {
        let walls = life::immortal(arena, position, owner.other());
        Pool { walls, vertices: arena.flood(strings, arena.cells & !walls) }
    }
}

/// The room for eyes of a group.
pub(super) struct Eyes {
    /// Vertices that may become part of an eye, without stones of the group.
    pub(super) room: Bits,
    /// The same, and stones that leave room behind when they are taken.
    most: Bits,
    /// Where the maker can play stones that cannot be taken.
    rim: Bits,
    /// Stones of the maker that can be taken.
    weak: Bits,
    /// Where all of that lies.
    pub(super) pool: Pool,
    /// Whose group it is.
    owner: Color,
}

impl Eyes {
    /// The room for eyes of the strings of `owner` with these stones.
    #[inline]
    pub(super) fn new(arena: &Arena, position: &Position, owner: Color, strings: Bits) -> Eyes {
        let own = position.of(owner);
        let all = Pool::new(arena, position, owner, strings);
        let (pool, beside) = (all.vertices, arena.spread(all.walls));
        let inner = pool & !beside;
        let stones = own & pool;
        let one = stones == arena.flood(stones & stones.wrapping_neg(), stones);
        let left = if one { 0 } else { stones & !arena.spread(arena.cells & !own) };
        Eyes {
            room: inner & !own,
            most: inner & (!own | left),
            rim: beside & pool & position.empty(arena),
            weak: position.of(owner.other()) & pool,
            pool: all,
            owner,
        }
    }

    /// Empty vertices where the maker can play stones that cannot be taken.
    pub(super) fn rim(&self) -> Bits {
        self.rim
    }

    /// Whether there can never be two eyes.
    #[inline]
    pub(super) fn too_few(&self, arena: &Arena, position: &Position, maker_moves: bool) -> bool {
        self.most.count_ones() <= 9
            && (self.few(arena, self.most)
                || maker_moves && (self.center(arena, position) || self.closing(arena)))
            && !self.may_link(arena)
    }

    /// Whether what is solid of its owner lies in the pool or beside it, so that the group may link with it.
    fn may_link(&self, arena: &Arena) -> bool {
        let pool = self.pool.vertices;
        (pool | arena.spread(pool)) & arena.solid[self.owner.index()] != 0
    }

    /// Whether these vertices are too few for two eyes, whoever is to move.
    #[inline]
    fn few(&self, arena: &Arena, room: Bits) -> bool {
        let first = room & room.wrapping_neg();
        let rest = room ^ first;
        if rest == 0 || rest & (rest - 1) == 0 && arena.spread(first) & rest != 0 {
            return true;
        }
        room.count_ones() <= 5
            && each(room & self.weak).any(|c| room & !(1 << c | arena.near[c as usize]) == 0)
    }

    /// Whether a move into the middle makes them too few.
    #[inline]
    fn center(&self, arena: &Arena, position: &Position) -> bool {
        let room = self.most;
        let empty = position.empty(arena);
        let banned = if position.ban == PASS { 0 } else { 1 << position.ban };
        room.count_ones() <= 5
            && each(room & empty & !banned).any(|c| {
                let near = arena.near[c as usize];
                room & !(1 << c | near) == 0 && near & empty != 0
            })
    }

    /// Whether a move from outside makes them too few.
    #[inline]
    fn closing(&self, arena: &Arena) -> bool {
        each(self.rim & arena.spread(self.most))
            .any(|u| self.few(arena, self.most & !arena.near[u as usize]))
    }

    /// What it seems to take for the maker to kill, and for the breaker to live.
    pub(super) fn efforts(&self, arena: &Arena, own: Bits) -> (u32, u32) {
        // Empty vertices next to a place where the maker comes in are gaps in it.
        let (mut places, mut one, mut two, mut split) = (0, 9, 9, 9);
        let mut left = self.room;
        while left != 0 {
            let part = arena.flood(left & left.wrapping_neg(), left);
            left &= !part;
            let size = part.count_ones();
            let gaps = (arena.spread(part) & !part & !own).count_ones();
            if gaps < one {
                (one, two) = (gaps, one);
            } else if gaps < two {
                two = gaps;
            }
            if size >= 3 {
                split = split.min(gaps + 1);
            }
            places += match size {
                0..=2 => 4,
                3..=4 => 6,
                5..=6 => 8,
                _ => 10,
            };
        }
        (1 + places, 1 + 2 * split.min(one + two).min(6))
    }
}

#[cfg(test)]
mod tests {
    use super::super::learn_tests::question;
    use super::super::prove::{Stage, stage};
    use super::super::search::{Kos, Search, Stop};
    use super::super::task::Task;
    use crate::search::proof_table::Table;
    use mkpat_rt::geom::Point;

    /// Solid stones of both colours lie around, and those of the attacker do not close in the string.
    #[test]
    fn what_may_link_is_not_dead() {
        let (board, question) = question(931).expect("a question");
        let Stage { arena, task, mut root, first, .. } =
            stage(&board, &question, 1, false).expect("it fits");
        let [black, white] = &mut root.stones;
        for p in [Point::new(0, 5), Point::new(1, 4)] {
            let bit = 1 << arena.bit(p).expect("in the arena");
            *black |= bit;
            *white &= !bit;
        }
        for plain in [false, true] {
            let mut table = Table::with_bytes(16 << 20);
            let task = Task { plain, ..task };
            let mut search = Search::new(&arena, task, Kos::For, &mut table, Stop::default());
            assert_eq!(search.run(&root, first, 60_000).theirs, 0, "plain: {plain}");
        }
    }
}
