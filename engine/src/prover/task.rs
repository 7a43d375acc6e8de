//! What the *maker* wants in an arena: he wins when it has happened; his opponent, the
//! *breaker*, wins when it never does. The breaker may pass, the maker may not.

use super::arena::{Arena, Bits, PASS, each, mix};
use super::estimate::{COUNTED, Estimate};
use super::eyes::{Eyes, Pool};
use super::life;
use super::position::Position;
use mkpat_rt::geom::Color;

/// What the maker wants.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// No stone of the breaker is left on these vertices.
    Take(Bits),
    /// The maker's stones on these two vertices belong to one string.
    Join(u8, u8),
    /// As [`Aim::Take`] with the first set, but the maker has lost when none of his
    /// stones is left on the second.
    Race(Bits, Bits),
    /// No stone of the breaker is left on the first set, and the maker's on the second live: who takes
    /// stones and dies where they stood has won nothing. If his were taken before, that was a sacrifice: then
    /// all that counts is whether the first set is taken.
    Outlive(Bits, Bits),
}

/// How much it may seem to take to live for moves that make life to be looked for.
const NEAR: u32 = 3;

/// A task for a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) maker: Color,
    pub(super) aim: Aim,
    /// Whether of eyes only unconditional life is seen: all else has to be played out. It takes
    /// far longer, and shares no knowledge of eyes with what it is compared with.
    pub(super) plain: bool,
    /// Whether of vertices that are equal in a race only one is looked at ([`Task::without_equals`]).
    pub(super) race: bool,
}

/// What can be seen of a position without a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    Made,
    Broken,
    /// Nothing is settled yet.
    Open(Outlook),
}

/// What a position looks like that is not settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    /// What it seems to take for the maker to have his way: proof numbers of a new position begin with it. From 1.
    pub(super) maker: u32,
    /// The same for the breaker.
    pub(super) breaker: u32,
    /// Liberties of what is to be taken; 0 if nothing is.
    pub(super) liberties: u32,
    /// Its surroundings; none if nothing is to be taken.
    pub(super) pool: Pool,
}

impl Task {
    /// What can be seen of a position.
    #[inline]
    pub(super) fn look(&self, arena: &Arena, position: &Position, to_move: Color) -> Sight {
        match self.aim {
            Aim::Take(target) => self.take(arena, position, to_move, target),
            Aim::Race(target, own) => {
                if position.of(self.maker) & own == 0 {
                    return Sight::Broken;
                }
                self.take(arena, position, to_move, target)
            }
            Aim::Outlive(target, own) => self.outlive(arena, position, to_move, target, own),
            Aim::Join(a, b) => self.join(arena, position, to_move, a, b),
        }
    }

    /// The same maker's task to take some stones, or his opponent's.
    fn taking(&self, maker: Color, stones: Bits) -> Task {
        Task { maker, aim: Aim::Take(stones), ..*self }
    }

    fn outlive(
        &self,
        arena: &Arena,
        position: &Position,
        to_move: Color,
        target: Bits,
        own: Bits,
    ) -> Sight {
        let theirs = position.of(self.maker.other());
        let is_lost = position.of(self.maker) & own == 0;
        if theirs & target == 0 {
            if is_lost {
                return Sight::Made;
            }
            let loss = self.taking(self.maker.other(), own);
            return match loss.look(arena, position, to_move) {
                Sight::Made => Sight::Broken,
                Sight::Broken => Sight::Made,
                Sight::Open(o) => Sight::Open(Outlook { maker: o.breaker, breaker: o.maker, ..o }),
            };
        }
        // What was taken may have been a sacrifice.
        if is_lost {
            return self.taking(self.maker, target).look(arena, position, to_move);
        }
        if self.is_safe(arena, position, own) {
            return self.taking(self.maker, target).look(arena, position, to_move);
        }
        let sight = self.take(arena, position, to_move, target);
        let Sight::Open(outlook) = sight else { return sight };
        let mut estimate =
            Estimate { arena, me: self.maker, own, theirs: target, away: [0; 3], nodes: 0 };
        let (maker, breaker) = match estimate.value(position, to_move) {
            v if v >= COUNTED => (2, 16 + (v - COUNTED) as u32 / 8),
            v if v <= -COUNTED => (32 + (-v - COUNTED) as u32 / 8, 1),
            _ => (24, 2),
        };
        Sight::Open(Outlook { maker, breaker, ..outlook })
    }

    /// Whether some of these stones of the maker cannot be taken.
    fn is_safe(&self, arena: &Arena, position: &Position, own: Bits) -> bool {
        let around = arena.spread(position.strings_on(arena, self.maker, own));
        around & arena.solid[self.maker.index()] != 0
            || life::unconditional(arena, position, self.maker) & own != 0
    }

    fn take(&self, arena: &Arena, position: &Position, to_move: Color, target: Bits) -> Sight {
        let owner = self.maker.other();
        let own = position.of(owner);
        let strings = position.strings_on(arena, owner, target);
        if strings == 0 {
            return Sight::Made;
        }
        let around = arena.spread(strings);
        if around & arena.solid[owner.index()] != 0 {
            return Sight::Broken;
        }
        let liberties = around & position.empty(arena);
        let count = liberties.count_ones();
        let outlive = matches!(self.aim, Aim::Outlive(..));
        if count == 1 && to_move == self.maker && !outlive {
            // Either one string, or several with the same liberty: all are taken. What is
            // banned is a ko.
            if liberties.trailing_zeros() as u8 != position.ban {
                return Sight::Made;
            }
        }
        let eyes = Eyes::new(arena, position, owner, strings);
        // Who is in a race may not have the time to take what has no eyes.
        let time = matches!(self.aim, Aim::Take(_)) && !self.plain;
        if time && eyes.too_few(arena, position, to_move == self.maker) {
            return Sight::Made;
        }
        let inside = life::enclosed(arena, position, owner);
        if inside != 0 {
            let first = arena.flood(inside & inside.wrapping_neg(), inside);
            if first != inside && life::unconditional(arena, position, owner) & target != 0 {
                return Sight::Broken;
            }
        }
        let (maker, breaker) = eyes.efforts(arena, own);
        let open = Sight::Open(Outlook { maker, breaker, liberties: count, pool: eyes.pool });
        if self.plain {
            return open;
        }
        if to_move == owner && breaker <= NEAR && self.lives_next(arena, position, &eyes, target) {
            return Sight::Broken;
        }
        if to_move == self.maker
            && breaker <= NEAR
            && let Some((moves, _)) = self.preventing(arena, position, &eyes, target)
        {
            let legal = |bit| position.play(arena, self.maker, bit, false).is_some();
            if !each(moves & !Self::banned(position)).any(legal) {
                return Sight::Broken;
            }
        }
        open
    }

    /// Where the maker has to move, if a move of the breaker makes life that needs no further
    /// one: on a vertex of that life, or where stones are taken. Any other move changes
    /// neither that the breaker can make it nor the life. Also all vertices of such lives.
    /// `None` if there is no such threat.
    fn preventing(
        &self,
        arena: &Arena,
        position: &Position,
        eyes: &Eyes,
        target: Bits,
    ) -> Option<(Bits, Bits)> {
        let owner = self.maker.other();
        let empty = position.empty(arena);
        let mut zone: Option<Bits> = None;
        let mut all = 0;
        let moves = (eyes.room | arena.spread(eyes.room)) & empty;
        for bit in each(moves & life::makers(arena, position, owner)) {
            let Some(next) = position.play(arena, owner, bit, false) else { continue };
            let (alive, inside) = life::living(arena, &next, owner);
            if alive & target != 0 {
                zone = Some(zone.unwrap_or(Bits::MAX) & (alive | inside | 1 << bit));
                all |= alive | inside | touched(arena, position, bit, &next);
            }
        }
        let zone = zone? & empty;
        let (own, solid) = (position.of(owner), arena.solid[owner.index()]);
        let mut moves = zone;
        let mut left = own;
        while left != 0 {
            let string = arena.flood(left & left.wrapping_neg(), own);
            left &= !string;
            let around = arena.spread(string);
            let air = around & empty;
            if around & solid == 0 && air & air.wrapping_sub(1) == 0 {
                moves |= air;
            }
        }
        Some((moves, all))
    }

    /// The vertices on which it rests that a position is made or broken at first sight:
    /// whatever stands elsewhere, it is; `None` if it is not, or nothing is to be taken.
    pub(super) fn evidence(
        &self,
        arena: &Arena,
        position: &Position,
        to_move: Color,
    ) -> Option<Bits> {
        let Aim::Take(target) = self.aim else { return None };
        let owner = self.maker.other();
        let strings = position.strings_on(arena, owner, target);
        let around = arena.spread(strings);
        if self.look(arena, position, to_move) == Sight::Made {
            // A stone on any vertex of the target would still have to be taken.
            if around & position.empty(arena) & !Self::banned(position) == 0 || strings == 0 {
                return Some(strings | around | target);
            }
            let one = (around & position.empty(arena)).count_ones() == 1;
            let walls = life::immortal(arena, position, self.maker);
            let pool = arena.flood(strings, arena.cells & !walls);
            let taken = one && to_move == self.maker;
            return Some(target | if taken { strings | around } else { pool | walls });
        }
        if around & arena.solid[owner.index()] != 0 {
            return Some(strings);
        }
        let (alive, inside) = life::living(arena, position, owner);
        if alive & target != 0 {
            return Some(alive | inside);
        }
        let eyes = Eyes::new(arena, position, owner, strings);
        (self.look(arena, position, to_move) == Sight::Broken)
            .then(|| self.preventing(arena, position, &eyes, target).map(|(_, all)| all))
            .flatten()
    }

    /// The strings that `winner` loses if something is to be taken from him; none if he wants to take something.
    pub(super) fn kept(&self, arena: &Arena, position: &Position, winner: Color) -> Bits {
        match self.aim {
            Aim::Take(target) if winner != self.maker => position.strings_on(arena, winner, target),
            _ => 0,
        }
    }

    /// Where the other moves of a colour that is to lose need no answer of their own, since
    /// less is looked at ([`Task::candidates`]): the vertices on which that rests.
    pub(super) fn left_out(&self, arena: &Arena, position: &Position, to_move: Color) -> Bits {
        let Aim::Take(target) = self.aim else { return 0 };
        let owner = self.maker.other();
        let strings = position.strings_on(arena, owner, target);
        let around = arena.spread(strings);
        if to_move == owner {
            let last = (around & position.empty(arena)).count_ones() == 1;
            return if last { strings | around | target } else { 0 };
        }
        let eyes = Eyes::new(arena, position, owner, strings);
        if eyes.efforts(arena, position.of(owner)).1 > NEAR {
            return 0;
        }
        self.preventing(arena, position, &eyes, target).map_or(0, |(_, all)| all)
    }

    /// Whether a move of the breaker makes life that needs no further one.
    fn lives_next(&self, arena: &Arena, position: &Position, eyes: &Eyes, target: Bits) -> bool {
        let owner = self.maker.other();
        let empty = position.empty(arena);
        let moves = (eyes.room | arena.spread(eyes.room)) & empty & !Self::banned(position);
        each(moves & life::makers(arena, position, owner)).any(|bit| {
            position
                .play(arena, owner, bit, false)
                .is_some_and(|next| life::unconditional(arena, &next, owner) & target != 0)
        })
    }

    fn join(&self, arena: &Arena, position: &Position, to_move: Color, a: u8, b: u8) -> Sight {
        let own = position.of(self.maker);
        let (a, b): (Bits, Bits) = (1 << a, 1 << b);
        if own & a == 0 || own & b == 0 {
            return Sight::Broken;
        }
        let string = arena.flood(a, own);
        if string & b != 0 {
            return Sight::Made;
        }
        let other = arena.flood(b, own);
        let solid = arena.solid[self.maker.index()];
        let (near_a, near_b) = (arena.spread(string), arena.spread(other));
        if near_a & solid != 0 && near_b & solid != 0 {
            return Sight::Made;
        }
        let empty = position.empty(arena);
        let common = near_a & near_b & empty;
        let joins = |bit| position.play(arena, self.maker, bit, false).is_some();
        if to_move == self.maker && each(common & !Self::banned(position)).any(joins) {
            return Sight::Made;
        }
        // Where the maker can never get through.
        let enemy = self.maker.other();
        let wall = arena.solid[enemy.index()] | life::unconditional(arena, position, enemy);
        let mut reach = string;
        let mut steps = 0;
        let passable = arena.cells & !wall;
        while reach & other == 0 {
            let more = (reach | arena.spread(reach)) & passable;
            if more == reach {
                return Sight::Broken;
            }
            // Own stones are for nothing.
            reach = more | arena.flood(more & own, own | solid) & (own | solid);
            steps += 1;
        }
        let (maker, breaker) = (steps, 1 + common.count_ones());
        Sight::Open(Outlook { maker, breaker, liberties: 0, pool: Pool::default() })
    }

    fn banned(position: &Position) -> Bits {
        if position.ban == PASS { 0 } else { 1 << position.ban }
    }

    /// The moves that need to be looked at, and whether a pass does.
    #[inline]
    pub(super) fn candidates(
        &self,
        arena: &Arena,
        position: &Position,
        to_move: Color,
    ) -> (Bits, bool) {
        let all = position.empty(arena) & !Self::banned(position);
        let all = if self.race { Self::without_equals(arena, position, all) } else { all };
        if let Aim::Outlive(target, own) = self.aim {
            let loss = self.taking(self.maker.other(), own);
            if position.of(self.maker.other()) & target == 0 {
                return loss.candidates(arena, position, to_move);
            }
            let is_lost = position.of(self.maker) & own == 0;
            if is_lost || self.is_safe(arena, position, own) {
                return self.taking(self.maker, target).candidates(arena, position, to_move);
            }
        }
        let breaks = to_move != self.maker;
        if let (true, Aim::Take(target)) = (breaks, self.aim) {
            let strings = position.strings_on(arena, to_move, target);
            let around = arena.spread(strings);
            let liberties = around & position.empty(arena);
            // All that is left would be taken by the next move. (A single stone perhaps
            // could not, if that is a ko.) Where stones of the target were taken before, others may take their
            // place, and then something is left.
            if liberties.count_ones() == 1 && strings.count_ones() > 1 {
                let rescue = self.rescue(arena, position, strings, liberties);
                return (all & (rescue | target), false);
            }
        }
        if let (false, Aim::Take(target) | Aim::Race(target, _) | Aim::Outlive(target, _)) =
            (breaks || self.plain, self.aim)
        {
            let owner = self.maker.other();
            let strings = position.strings_on(arena, owner, target);
            let eyes = Eyes::new(arena, position, owner, strings);
            if eyes.efforts(arena, position.of(owner)).1 <= NEAR
                && let Some((moves, _)) = self.preventing(arena, position, &eyes, target)
            {
                return (all & moves, false);
            }
        }
        (all, breaks)
    }

    /// Of moves at vertices without empty neighbours that touch the same strings, all of one colour, and
    /// what is solid of the same colours, the first. As long as these strings stand, one of them is as good as
    /// another, and when one is taken, all of its liberties are filled.
    fn without_equals(arena: &Arena, position: &Position, moves: Bits) -> Bits {
        let empty = position.empty(arena);
        let mut seen = arrayvec::ArrayVec::<(Bits, Bits, [bool; 2]), 32>::new();
        let mut out = moves;
        for bit in each(moves) {
            let near = arena.near[bit as usize];
            if near & empty != 0 {
                continue;
            }
            let strings = |c: Color| position.strings_on(arena, c, near);
            let [black, white] = Color::BOTH.map(strings);
            // Where strings of both meet, shapes may differ that are left when one is taken.
            if black != 0 && white != 0 {
                continue;
            }
            let key = (black, white, arena.solid.map(|s| near & s != 0));
            if seen.contains(&key) {
                out &= !(1 << bit);
            } else if seen.try_push(key).is_err() {
                break;
            }
        }
        out
    }

    /// Moves after which strings with one liberty have more: the liberty, and what takes
    /// stones next to them.
    fn rescue(&self, arena: &Arena, position: &Position, strings: Bits, liberty: Bits) -> Bits {
        let enemy = position.of(self.maker);
        let empty = position.empty(arena);
        let solid = arena.solid[self.maker.index()];
        let mut moves = liberty;
        let mut left = arena.spread(strings) & enemy;
        while left != 0 {
            let string = arena.flood(left & left.wrapping_neg(), enemy);
            left &= !string;
            let around = arena.spread(string);
            let air = around & empty;
            if around & solid == 0 && air & (air - 1) == 0 {
                moves |= air;
            }
        }
        moves
    }
}

/// The vertices on which it rests that a move can be played and takes what it takes: its
/// neighbours, their strings and what is next to these.
pub(super) fn touched(arena: &Arena, position: &Position, bit: u8, next: &Position) -> Bits {
    let near = arena.near[bit as usize];
    let mut out = near | 1 << bit;
    for color in Color::BOTH {
        let strings = position.strings_on(arena, color, near);
        let taken = strings & !next.of(color);
        out |= strings | arena.spread(taken);
    }
    out
}

impl Task {
    /// Differs for different tasks.
    pub(super) fn salt(&self) -> u64 {
        let mut salt = mix(20 + self.maker.index() as u64 + 2 * u64::from(self.plain));
        let mut add = |n: u64| salt = mix(salt ^ n);
        match self.aim {
            Aim::Take(t) => [1, t as u64, (t >> 64) as u64].into_iter().for_each(&mut add),
            Aim::Join(a, b) => [2, u64::from(a), u64::from(b)].into_iter().for_each(&mut add),
            Aim::Race(t, o) => [3, t as u64, (t >> 64) as u64, o as u64, (o >> 64) as u64]
                .into_iter()
                .for_each(&mut add),
            Aim::Outlive(t, o) => [4, t as u64, (t >> 64) as u64, o as u64, (o >> 64) as u64]
                .into_iter()
                .for_each(&mut add),
        }
        salt
    }
}
