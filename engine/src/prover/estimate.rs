//! What becomes of a race that no proof has settled: a search of few plies and few moves, whose
//! positions are judged by counting.
//!
//! Counting is what every textbook on capturing races teaches: outside liberties are each side's own;
//! an eye counts as many moves as it takes to fill it (1, 2, 3, 5, 8, 12, 17 for up to seven
//! vertices), less the stones in it; shared liberties belong to the side with the larger
//! eye, and among equals they make a seki, if the lead does not outweigh them
//! (Müller, "Race to capture: analyzing semeai in Go", 1999). Nothing here is certain.

use super::arena::{Arena, Bits, PASS, each};
use super::life;
use super::position::Position;
use super::small_eye::SMALL;
use mkpat_rt::geom::Color;

/// The value of a group that is taken, for its opponent.
const WON: i32 = 1000;
/// What counting says at least where it sees a winner; less is a seki.
pub(super) const COUNTED: i32 = 300;
/// Moves that are followed, by plies left.
const WIDTH: [usize; 7] = [0, 6, 6, 5, 5, 4, 4];

/// Moves that it takes to fill an eye of so many vertices whose owner always takes what is in it: one more
/// than what is left when all but one vertex are filled, after each capture.
const fn filling(size: i32) -> i32 {
    if size < 3 { size } else { (size * size - 3 * size + 6) / 2 }
}

/// A race in an arena.
pub(super) struct Estimate<'a> {
    pub(super) arena: &'a Arena,
    /// Whose value is counted.
    pub(super) me: Color,
    /// His group, and the other.
    pub(super) own: Bits,
    pub(super) theirs: Bits,
    /// Liberties of his group, and of the other, and of both, that lie outside of the arena.
    pub(super) away: [i32; 3],
    pub(super) nodes: u64,
}

/// What counts for a group.
#[derive(Clone, Copy, Default, Debug)]
struct Side {
    liberties: Bits,
    /// Vertices of eyes.
    inside: Bits,
    /// Moves that it takes to fill its eyes.
    fill: i32,
    /// How large the largest eye is: 0 for none, 1 for up to three vertices, then one more for each.
    eye: i32,
    alive: bool,
}

impl Estimate<'_> {
    /// The best value for the player to move, the move, and what a pass is worth.
    pub(super) fn best(&mut self, root: &Position, to_move: Color, depth: usize) -> (i32, u8, i32) {
        let sign = if to_move == self.me { 1 } else { -1 };
        let passed = -self.search(&root.passed(), to_move.other(), depth - 1, -WON, WON);
        let mut best = (-WON, PASS, false);
        for (_, bit, next) in self.moves(root, to_move, 2 * WIDTH[1]) {
            let value = -self.search(&next, to_move.other(), depth - 1, -WON, WON);
            // Liberties of the other alone are filled before shared ones.
            let shared = self.arena.near[bit as usize] & root.of(to_move) != 0;
            if (value, !shared) > (best.0, best.2) {
                best = (value, bit, !shared);
            }
        }
        (sign * best.0.max(passed), best.1, sign * passed)
    }

    /// The moves of a player with their values at first sight, the best first.
    fn moves(
        &mut self,
        position: &Position,
        color: Color,
        most: usize,
    ) -> Vec<(i32, u8, Position)> {
        let banned = if position.ban == PASS { 0 } else { 1 << position.ban };
        let empty = position.empty(self.arena) & !banned;
        let mut out = Vec::new();
        for bit in each(empty) {
            let Some(next) = position.play(self.arena, color, bit, true) else { continue };
            let value = self.value(&next, color.other());
            out.push((if color == self.me { value } else { -value }, bit, next));
        }
        out.sort_by_key(|m| (-m.0, m.1));
        out.truncate(most);
        out
    }

    /// For the player to move.
    fn search(&mut self, at: &Position, color: Color, depth: usize, low: i32, high: i32) -> i32 {
        let sign = if color == self.me { 1 } else { -1 };
        let now = sign * self.value(at, color);
        if depth == 0 || now.abs() >= WON - 50 {
            return now;
        }
        // A pass is what the count is about.
        let mut low = low;
        let mut best = -self.search(&at.passed(), color.other(), depth - 1, -high, -low);
        low = low.max(best);
        for (_, _, next) in self.moves(at, color, WIDTH[depth.min(6)]) {
            if low >= high {
                break;
            }
            best = best.max(-self.search(&next, color.other(), depth - 1, -high, -low));
            low = low.max(best);
        }
        best
    }

    /// The value for [`Estimate::me`] by counting.
    pub(super) fn value(&mut self, position: &Position, to_move: Color) -> i32 {
        self.nodes += 1;
        let (me, you) = (self.me, self.me.other());
        let (mine, other) = (position.of(me) & self.own, position.of(you) & self.theirs);
        if mine == 0 {
            return -WON;
        }
        let first = to_move == me;
        let a = self.side(position, me, mine, other, first);
        if other == 0 {
            return if a.alive { WON } else { -WON + 100 };
        }
        let b = self.side(position, you, other, mine, !first);
        match (a.alive, b.alive) {
            (true, true) => return 0,
            (true, false) => return WON - 60,
            (false, true) => return -WON + 60,
            _ => {}
        }
        let shared = (a.liberties & b.liberties & !a.inside & !b.inside).count_ones() as i32;
        let shared = shared + self.away[2];
        let outside = |s: &Side, t: &Side| {
            (s.liberties & !s.inside & !t.liberties).count_ones() as i32 + s.fill
        };
        let lead = outside(&a, &b) + self.away[0] - outside(&b, &a) - self.away[1];
        let turn = i32::from(!first);
        let (wins, loses) = match a.eye.cmp(&b.eye) {
            std::cmp::Ordering::Greater => (lead + shared - turn, -lead - shared - 1 + turn),
            std::cmp::Ordering::Less => (lead - shared - turn, -lead + shared - 1 + turn),
            std::cmp::Ordering::Equal => {
                let need = if a.eye > 0 { shared } else { (shared - 1).max(0) };
                (lead - need - turn, -lead - need - 1 + turn)
            }
        };
        if wins >= 0 {
            COUNTED + 10 * wins.min(40)
        } else if loses >= 0 {
            -COUNTED - 10 * loses.min(40)
        } else {
            lead.clamp(-40, 40)
        }
    }

    fn side(
        &self,
        position: &Position,
        color: Color,
        seeds: Bits,
        other: Bits,
        first: bool,
    ) -> Side {
        let arena = self.arena;
        let own = position.of(color);
        let (solid, enemy) = (arena.solid[color.index()], arena.solid[color.other().index()]);
        let theirs = position.of(color.other());
        let strings = arena.flood(seeds, own);
        let around = arena.spread(strings);
        let mut side = Side { liberties: around & position.empty(arena), ..Side::default() };
        if around & solid != 0 || life::unconditional(arena, position, color) & seeds != 0 {
            side.alive = true;
            return side;
        }
        let opponents = arena.flood(other, theirs) | enemy;
        let rest = arena.cells & !(own | solid);
        let mut left = around & rest;
        let (mut eyes, mut unsettled) = (0, 0);
        while left != 0 {
            let seed = left & left.wrapping_neg();
            let room = arena.flood(seed, rest);
            left &= !room;
            if room & opponents != 0 {
                continue;
            }
            // Over his own room he reaches stones that nobody can take.
            side.alive |= arena.spread(room) & solid != 0;
            let size = room.count_ones() as i32;
            let stones = (room & theirs).count_ones() as i32;
            side.inside |= room;
            let fill = filling(size);
            side.fill += (fill - stones).max(1);
            side.eye = side.eye.max(1 + (size - 3).max(0));
            match self.eyes(room, room & theirs) {
                2 => eyes += 2,
                1 => {
                    eyes += 1;
                    unsettled += 1;
                }
                _ => eyes += 1,
            }
        }
        let race = arena.flood(other, theirs);
        side.fill += self.approaches(position, color, side.liberties & !side.inside, race);
        side.alive |= eyes >= 2 || unsettled > 0 && first;
        side
    }

    /// How many of some liberties cannot be filled at once, since a stone there could be taken; those that
    /// fill the stones of the race themselves are counted as shared.
    fn approaches(&self, position: &Position, color: Color, liberties: Bits, race: Bits) -> i32 {
        let theirs = position.of(color.other());
        let solid = self.arena.solid[color.other().index()];
        let empty = position.empty(self.arena);
        let needs = |bit: &u8| {
            let here: Bits = 1 << bit;
            let string = here | self.arena.flood(self.arena.near[*bit as usize] & theirs, theirs);
            let around = self.arena.spread(string);
            string & race == 0 && around & solid == 0 && (around & empty & !here).count_ones() <= 1
        };
        each(liberties).filter(needs).count() as i32
    }

    /// Eyes of a room with stones of the opponent: 2, 1 if who moves decides, 0 for one.
    fn eyes(&self, room: Bits, stones: Bits) -> u32 {
        let size = room.count_ones();
        if size > SMALL {
            return if stones.count_ones() + 3 < size { 2 } else { 1 };
        }
        if size < 3 {
            return 0;
        }
        let found = self.arena.rooms.borrow_mut().get(&self.arena.near, room, stones);
        u32::from(found.safe) + u32::from(found.saved)
    }
}
