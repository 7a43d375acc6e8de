//! How likely a move gives its player his way, and what it takes to find that out: what speaks for it and for the
//! position after it, by a small network. The numbers of a new position begin with it. It orders what is
//! looked at, and cuts nothing.
//!
//! Its inputs are numbers of a list ([`INPUTS`]), some forty for a position: what each vertex around the group looks like
//! (`shape`), properties of the move ([`Marks`]), whose move it is, and in whose favour kos are. Each input adds its
//! row of weights to the hidden units; what these are, if more than nothing, is weighed once more, and added to what each input
//! says by itself. What comes out ([`Guess`]) are the odds of the maker, and how many positions a proof takes if he has his
//! way, and if he has not: to expect what it costs, not only who wins, is what makes a search for proofs short (T.-R. Wu and
//! others, "AlphaZero-based proof cost network to aid game solving", 2022).
//!
//! The weights (`hints.bin`) are learned from proofs (`learn_tests`). They are signed bytes, [`UNIT`] for odds of e or for
//! twice the positions: a row of [`WIDTH`] and [`OUTPUTS`] that count by themselves for each input, then a row for the hidden
//! units for each output. All is done in whole numbers, so that it is the same everywhere.

use super::arena::{Arena, Bits, PASS};
use super::eyes::{Eyes, Pool};
use super::position::Position;
use super::shape::{SHAPES, shapes};
use super::task::{Aim, Outlook, Task};
use arrayvec::ArrayVec;
use mkpat_rt::geom::Color;

/// Properties of a move: how many, and how many values each has.
const GROUPS: usize = 8;
const VALUES: [usize; GROUPS] = [1, 100, 25, 32, 18, 105, 128, 16];
/// Values of all properties of a move.
const MARKS: usize = 425;
/// Who moves, and whether the breaker can get out.
const TABLES: usize = 4;
/// Inputs in all.
pub(super) const INPUTS: usize = SHAPES + 2 * MARKS + TABLES + 2;
/// Hidden units.
pub(super) const WIDTH: usize = 16;
/// Numbers that come out ([`Guess`]).
pub(super) const OUTPUTS: usize = 3;
/// What speaks e times as much for the maker, or takes twice as many positions.
pub(super) const UNIT: i32 = 32;
/// Weights of an input.
const ROW: usize = WIDTH + OUTPUTS;
static WEIGHTS: &[u8; INPUTS * ROW + OUTPUTS * WIDTH] = include_bytes!("hints.bin");
/// Doublings of the positions for a proof, at most.
const LONGEST: i32 = 16;

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
    maker: Color,
    room: Bits,
    rim: Bits,
    parts: ArrayVec<(Bits, usize), 16>,
    strings: [ArrayVec<Str, 48>; 2],
}

/// The properties that a move has, as numbers.
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
        let group = position.strings_on(arena, owner, target);
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
        Some(Before { color, maker: task.maker, room: eyes.room, rim: eyes.rim(), parts, strings })
    }

    /// The properties of a move after which the position looks like this.
    pub(super) fn marks(&self, arena: &Arena, bit: u8, ko: bool, after: Outlook) -> Marks {
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
        let liberties = after.liberties.min(15) as usize;
        let after = (after.maker as usize / 2).min(15) * 8 + (after.breaker as usize / 2).min(7);
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

/// Tells the inputs for a move of these properties, and the position after it with the surroundings of the group.
#[inline]
pub(super) fn inputs(
    arena: &Arena,
    before: &Before,
    marks: &Marks,
    (after, pool): (&Position, Pool),
    kos_for_maker: bool,
    mut tell: impl FnMut(usize),
) {
    let owner = before.maker.other();
    shapes(arena, after, owner, pool, &mut tell);
    let makes = usize::from(before.color == before.maker);
    marks.iter().for_each(|&mark| tell(SHAPES + MARKS * makes + usize::from(mark)));
    let out = arena.solid[owner.index()] != 0;
    tell(SHAPES + 2 * MARKS + makes + 2 * usize::from(out));
    tell(SHAPES + 2 * MARKS + TABLES + usize::from(kos_for_maker));
}

/// What is expected of a position, in [`UNIT`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    /// The logarithm of the odds of the maker.
    pub(super) odds: i32,
    /// The logarithm to base 2 of the positions that it takes to prove it, if he has his way.
    pub(super) made: i32,
    /// The same if he has not.
    pub(super) broken: i32,
}

/// What is expected after a move of these properties.
#[inline]
pub(super) fn guess(
    arena: &Arena,
    before: &Before,
    marks: &Marks,
    (after, pool): (&Position, Pool),
    kos_for_maker: bool,
) -> Guess {
    let mut sum = Sum::new();
    inputs(arena, before, marks, (after, pool), kos_for_maker, |n| sum.add(n));
    sum.guess()
}

/// What inputs add up to.
pub(super) struct Sum {
    hidden: [i16; WIDTH],
    plain: [i32; OUTPUTS],
}

impl Sum {
    #[inline]
    pub(super) fn new() -> Sum {
        Sum { hidden: [0; WIDTH], plain: [0; OUTPUTS] }
    }

    #[inline]
    pub(super) fn add(&mut self, input: usize) {
        let row = &WEIGHTS[input * ROW..][..ROW];
        for (sum, &w) in self.hidden.iter_mut().zip(row) {
            *sum += i16::from(w as i8);
        }
        for (sum, &w) in self.plain.iter_mut().zip(&row[WIDTH..]) {
            *sum += i32::from(w as i8);
        }
    }

    #[inline]
    pub(super) fn guess(&self) -> Guess {
        let output = |n: usize| {
            let last = &WEIGHTS[INPUTS * ROW + n * WIDTH..][..WIDTH];
            let weighed = |(&a, &w): (&i16, &u8)| i32::from(a.max(0)) * i32::from(w as i8);
            self.plain[n] + self.hidden.iter().zip(last).map(weighed).sum::<i32>() / UNIT
        };
        let positions = |n: usize| output(n).clamp(0, LONGEST * UNIT);
        Guess { odds: output(0), made: positions(1), broken: positions(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_weights_fit() {
        assert_eq!(VALUES.iter().sum::<usize>(), MARKS);
    }
}
