//! How likely a move gives its player his way: a sum of learned weights, one for each of
//! some properties of the move. The numbers of a new position begin with it. It orders what
//! is looked at, and cuts nothing.
//!
//! The weights (`hint_weights`) come from proofs about positions made from seeds
//! (`learn_tests`): logistic regression of whether the player who moved had his way.

use super::arena::{Arena, Bits, PASS};
use super::eyes::Eyes;
use super::hint_weights::WEIGHTS;
use super::position::Position;
use super::task::{Aim, Task};
use arrayvec::ArrayVec;
use mkpat_rt::geom::Color;

/// Properties of a move: how many, and how many values each has.
pub(super) const GROUPS: usize = 8;
const VALUES: [usize; GROUPS] = [1, 100, 25, 32, 18, 105, 128, 16];
/// Of a weight for which the odds are e times as good.
#[cfg(test)]
pub(super) const UNIT: i32 = 32;

/// A string with its liberties.
struct Str {
    stones: Bits,
    air: Bits,
    /// Whether it touches what is solid of its colour.
    safe: bool,
}

/// What is the same for all moves of a position.
pub(super) struct Before {
    color: Color,
    pub(super) table: usize,
    room: Bits,
    rim: Bits,
    parts: ArrayVec<(Bits, usize), 16>,
    strings: [ArrayVec<Str, 48>; 2],
}

/// The weights that a move has.
pub(super) type Marks = [u16; GROUPS];

impl Before {
    /// For moves of `color`; `None` where nothing is to be taken.
    pub(super) fn new(
        arena: &Arena,
        task: &Task,
        position: &Position,
        color: Color,
    ) -> Option<Before> {
        let (Aim::Take(target) | Aim::Race(target, _)) = task.aim else { return None };
        let owner = task.maker.other();
        let own = position.of(owner);
        let group = arena.flood(own & target, own);
        let eyes = Eyes::new(arena, position, owner, group);
        let mut parts = ArrayVec::new();
        let mut left = eyes.room;
        while left != 0 && !parts.is_full() {
            let part = arena.flood(left & left.wrapping_neg(), left);
            left &= !part;
            parts.push((part, part.count_ones() as usize));
        }
        let mut strings = [ArrayVec::new(), ArrayVec::new()];
        let empty = position.empty(arena);
        for c in Color::BOTH {
            let list: &mut ArrayVec<Str, 48> = &mut strings[c.index()];
            let mut left = position.of(c);
            while left != 0 && !list.is_full() {
                let stones = arena.flood(left & left.wrapping_neg(), position.of(c));
                left &= !stones;
                let around = arena.spread(stones);
                let safe = around & arena.solid[c.index()] != 0;
                list.push(Str { stones, air: around & empty, safe });
            }
        }
        let out = arena.solid[owner.index()] != 0;
        let table = usize::from(color == task.maker) + 2 * usize::from(out);
        Some(Before { color, table, room: eyes.room, rim: eyes.rim(), parts, strings })
    }

    /// The properties of a move after which it seems to take so much for the maker and the
    /// breaker, and the group has so many liberties.
    pub(super) fn marks(
        &self,
        arena: &Arena,
        bit: u8,
        ko: bool,
        (maker, breaker, liberties): (u32, u32, u32),
    ) -> Marks {
        let mut marks: Marks = [0; GROUPS];
        let mut add = {
            let (mut n, mut base) = (0, 0);
            move |value: usize| {
                marks[n] = (base + value.min(VALUES[n] - 1)) as u16;
                base += VALUES[n];
                n += 1;
                marks
            }
        };
        add(0);
        let after = (maker as usize / 2).min(15) * 8 + (breaker as usize / 2).min(7);
        let liberties = liberties.min(15) as usize;
        if bit == PASS {
            // The last value of the middle of nowhere, which no move has.
            for value in [99, 24, 31, 17, 104, after] {
                add(value);
            }
            return add(liberties);
        }
        let here: Bits = 1 << bit;
        let near = arena.near[bit as usize];
        let (own, theirs) =
            (&self.strings[self.color.index()], &self.strings[1 - self.color.index()]);
        let all = |list: &[Str]| list.iter().fold(0, |all, s| all | s.stones);
        let (mine, other) = (
            all(own) | arena.solid[self.color.index()],
            all(theirs) | arena.solid[1 - self.color.index()],
        );
        let count = |set: Bits| set.count_ones() as usize;
        let line = self.line(arena, bit);
        add(line * 25 + count(near & mine) * 5 + count(near & other));
        let corners = arena.corners(bit);
        add(count(corners & mine).min(4) * 5 + count(corners & other).min(4));
        let (mut taken, mut atari) = (0, 0);
        let mut air = near & !(mine | other);
        for s in theirs.iter().filter(|s| s.stones & near != 0 && !s.safe) {
            match s.air & !here {
                0 => {
                    taken += count(s.stones);
                    air |= s.stones & near;
                }
                rest => atari += usize::from(rest & (rest - 1) == 0),
            }
        }
        let (mut joined, mut saved, mut safe) = (0, 0, near & arena.solid[self.color.index()] != 0);
        for s in own.iter().filter(|s| s.stones & near != 0) {
            air |= s.air;
            joined += 1;
            safe |= s.safe;
            saved |= usize::from(s.air == here && !s.safe);
        }
        let air = if safe { 4 } else { count(air & !here).clamp(1, 4) };
        add((taken.min(3) * 4 + air - 1) * 2 + usize::from(ko));
        add((atari.min(2) * 3 + joined.min(2)) * 2 + saved);
        let kind = if self.room & here != 0 { 0 } else { 2 - usize::from(self.rim & here != 0) };
        let part = self.parts.iter().find(|p| p.0 & (here | near) != 0).map_or(0, |p| p.1.min(6));
        add((kind * 5 + count(near & self.room)) * 7 + part);
        add(after);
        add(liberties)
    }

    /// Lines from the edge, 0 to 3.
    fn line(&self, arena: &Arena, bit: u8) -> usize {
        let mut set: Bits = 1 << bit;
        for line in 0..3 {
            if set & arena.edge != 0 {
                return line;
            }
            set |= arena.spread(set);
        }
        3
    }
}

/// How much speaks for the player who made a move, in [`UNIT`]s.
#[inline]
pub(super) fn odds(table: usize, marks: &Marks) -> i32 {
    marks.iter().map(|&m| i32::from(WEIGHTS[table][m as usize])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_weights_fit() {
        assert_eq!(VALUES.iter().sum::<usize>(), super::super::hint_weights::SIZE);
        assert!(WEIGHTS.iter().any(|t| t.iter().any(|&w| w != 0)));
    }
}
