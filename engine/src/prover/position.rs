//! A position in an arena: small enough to be copied for each move.

use super::arena::{Arena, Bits, PASS, mix};
use crate::board::Board;
use mkpat_rt::geom::Color;

/// Stones on open vertices and a ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) stones: [Bits; 2],
    /// Of the stones.
    pub(super) hash: u64,
    /// Where a ko may not be retaken by the player to move, or [`PASS`].
    pub(super) ban: u8,
}

/// Distinguishes who is to move.
const WHITE_TO_MOVE: u64 = mix(3);

impl Position {
    /// The stones of the board on open vertices, and its ko as far as it bans the
    /// player to move.
    pub(super) fn new(arena: &Arena, board: &Board, to_move: Color) -> Position {
        let mut position = Position { stones: [0; 2], hash: 0, ban: PASS };
        for i in super::arena::each(arena.open) {
            if let Some(color) = board.color_at(arena.point(i)) {
                position.stones[color.index()] |= 1 << i;
                position.hash ^= arena.key(color, i);
            }
        }
        if let Some((p, color)) = board.ko()
            && color == to_move
            && let Some(i) = arena.bit(p)
        {
            position.ban = i;
        }
        position
    }

    /// Empty vertices, all of them open.
    #[inline]
    pub(super) fn empty(&self, arena: &Arena) -> Bits {
        arena.open & !(self.stones[0] | self.stones[1])
    }

    #[inline]
    pub(super) fn of(&self, color: Color) -> Bits {
        self.stones[color.index()]
    }

    /// The strings of a colour that have a stone on one of these vertices.
    #[inline]
    pub(super) fn strings_on(&self, arena: &Arena, color: Color, vertices: Bits) -> Bits {
        let stones = self.of(color);
        arena.flood(vertices & stones, stones)
    }

    /// A key of stones, ban and player to move.
    #[inline]
    pub(super) fn key(&self, arena: &Arena, to_move: Color) -> u64 {
        let side = if to_move == Color::White { WHITE_TO_MOVE } else { 0 };
        self.hash ^ side ^ arena.ban_key(self.ban)
    }

    /// As [`Position::key`], of the stones within `open` only.
    pub(super) fn key_within(&self, arena: &Arena, to_move: Color, open: Bits) -> u64 {
        let mut hash = self.hash;
        for color in Color::BOTH {
            for i in super::arena::each(self.of(color) & !open) {
                hash ^= arena.key(color, i);
            }
        }
        Position { hash, ..*self }.key(arena, to_move)
    }

    /// After a pass.
    #[inline]
    pub(super) fn passed(&self) -> Position {
        Position { ban: PASS, ..*self }
    }

    /// Whether the strings of `color` with stones in `seed` have a liberty, or cannot be
    /// taken as they touch what is solid.
    #[inline]
    fn breathes(&self, arena: &Arena, color: Color, seed: Bits, own: Bits, air: Bits) -> bool {
        let air = air | arena.solid[color.index()];
        let mut set = seed;
        loop {
            let around = arena.spread(set);
            if around & air != 0 {
                return true;
            }
            let more = set | around & own;
            if more == set {
                return false;
            }
            set = more;
        }
    }

    /// The position after a move at an empty vertex, if that is legal; the ban that comes
    /// of taking a ko is noted only if `bans` says so. That `bit` is banned is not asked.
    #[inline]
    pub(super) fn play(
        &self,
        arena: &Arena,
        color: Color,
        bit: u8,
        bans: bool,
    ) -> Option<Position> {
        let here: Bits = 1 << bit;
        let other = color.other();
        let mut own = self.of(color) | here;
        let mut theirs = self.of(other);
        let mut air = arena.open & !(own | theirs);
        let near = arena.near[bit as usize];
        let mut taken: Bits = 0;
        let mut left = near & theirs;
        while left != 0 {
            let seed = left & left.wrapping_neg();
            left ^= seed;
            if !self.breathes(arena, other, seed, theirs, air) {
                let string = arena.flood(seed, theirs);
                taken |= string;
                left &= !string;
            }
        }
        let mut hash = self.hash ^ arena.key(color, bit);
        let mut ban = PASS;
        if taken == 0 {
            let free = near & (air | arena.solid[color.index()]) != 0;
            if !free && !self.breathes(arena, color, here, own, air) {
                return None;
            }
        } else {
            theirs &= !taken;
            air |= taken;
            for i in super::arena::each(taken) {
                hash ^= arena.key(other, i);
            }
            let alone = near & (own | arena.solid[color.index()]) == 0;
            if bans && alone && taken & (taken - 1) == 0 && near & air == taken {
                ban = taken.trailing_zeros() as u8;
            }
        }
        own |= here;
        let mut stones = [own, theirs];
        if color == Color::White {
            stones = [theirs, own];
        }
        Some(Position { stones, hash, ban })
    }
}
