//! What a group and its surroundings look like, vertex by vertex: for each vertex of the pool that the
//! maker's walls enclose, what stands there, what is next to it and at its corners, as a number.
//! `hints` learns what such numbers say together about who has his way.

use super::arena::{Arena, Bits, each};
use super::eyes::Pool;
use super::ground::{CORNERS_UNIT, MARGIN, OWN, WALL, WEAK};
use super::position::Position;
use mkpat_rt::geom::Color;

/// What may stand on a vertex: nothing, or a stone of the owner or of the maker whose string has one
/// liberty, two, or more.
const KINDS: usize = 7;
/// Numbers of the owner's stones, the maker's that can be taken, those that cannot, and vertices off the
/// board among four.
const SIDES: usize = 70;
/// Numbers of the owner's and the maker's stones among four.
const CORNERS: usize = 15;
/// Numbers that a vertex may have.
pub(super) const SHAPES: usize = KINDS * SIDES * CORNERS;

/// [`SIDES`] by their numbers in base five.
static SIDE: [u8; 625] = combinations();
/// [`CORNERS`] in the same way.
static CORNER: [u8; 25] = combinations();

/// Numbers the digits in base five whose sum is at most four, in order.
const fn combinations<const N: usize>() -> [u8; N] {
    let mut out = [0; N];
    let (mut n, mut next) = (0, 0);
    while n < N {
        if n % 5 + n / 5 % 5 + n / 25 % 5 + n / 125 <= 4 {
            out[n] = next;
            next += 1;
        }
        n += 1;
    }
    out
}

/// Tells the numbers of the pool around strings of `owner`.
#[inline]
pub(super) fn shapes(
    arena: &Arena,
    position: &Position,
    owner: Color,
    Pool { walls, vertices }: Pool,
    mut tell: impl FnMut(usize),
) {
    let maker = owner.other();
    let empty = position.empty(arena);
    let own = position.of(owner);
    let weak = position.of(maker) & !walls;
    let pool = vertices & arena.open;
    let mut ground = arena.ground(owner).clone();
    ground.set(own, OWN);
    ground.set(weak, WEAK);
    ground.set(walls & arena.open, WALL);
    let at = |v: u8, steps: usize| ground.at(usize::from(v) + steps);
    let stride = arena.stride();
    let mut tell_all = |vertices: Bits, kind: usize| {
        for v in each(vertices) {
            let beside = at(v, MARGIN - 1)
                + at(v, MARGIN + 1)
                + at(v, MARGIN - stride)
                + at(v, MARGIN + stride);
            let corners = at(v, MARGIN - 1 - stride)
                + at(v, MARGIN + 1 - stride)
                + at(v, MARGIN - 1 + stride)
                + at(v, MARGIN + 1 + stride);
            let side = SIDE[usize::from(beside % CORNERS_UNIT)];
            let corner = CORNER[usize::from(corners / CORNERS_UNIT)];
            tell((kind * SIDES + usize::from(side)) * CORNERS + usize::from(corner));
        }
    };
    tell_all(pool & empty, 0);
    for (first, stones) in [(1, own), (4, weak)] {
        let mut left = stones & pool;
        while left != 0 {
            let string = arena.flood(left & left.wrapping_neg(), stones);
            left &= !string;
            let air = arena.spread(string) & empty;
            let rest = air & air.wrapping_sub(1);
            let more = match rest {
                // Its liberties are what counts as safe stones of its own.
                0 if air == 0 => 2,
                0 => 0,
                _ => 1 + usize::from(rest & (rest - 1) != 0),
            };
            tell_all(string & pool, first + more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::learn_tests::question;
    use super::super::life;
    use super::super::prove::{Stage, stage};
    use super::super::task::Aim;
    use super::*;

    /// Counted vertex by vertex, neighbour by neighbour.
    fn counted(arena: &Arena, position: &Position, owner: Color, strings: Bits) -> Vec<usize> {
        let maker = owner.other();
        let walls = life::immortal(arena, position, maker);
        let pool = arena.flood(strings, arena.cells & !walls) & arena.open;
        let (own, theirs) = (position.of(owner), position.of(maker));
        let count = |set: Bits| set.count_ones() as usize;
        let kind = |here: Bits| {
            let (stones, first) = if own & here != 0 { (own, 1) } else { (theirs, 4) };
            let air = arena.spread(arena.flood(here, stones)) & position.empty(arena);
            if count(air) == 0 { first + 2 } else { first + count(air).min(3) - 1 }
        };
        let of = |v: u8| {
            let here: Bits = 1 << v;
            let kind = if (own | theirs) & here == 0 { 0 } else { kind(here) };
            let near = arena.near[v as usize];
            let all_own = own | arena.solid[owner.index()];
            let weak = theirs & !walls;
            let [a, b, c] = [all_own, weak, walls].map(|set| count(near & set));
            let sides = a + 5 * b + 25 * c + 125 * (4 - count(near));
            let [a, b] = [all_own, weak | walls].map(|set| count(arena.corners(v) & set));
            (kind * SIDES + SIDE[sides] as usize) * CORNERS + CORNER[a + 5 * b] as usize
        };
        let mut out: Vec<usize> = each(pool).map(of).collect();
        out.sort_unstable();
        out
    }

    #[test]
    fn shapes_are_those_that_are_counted_one_by_one() {
        let (mut groups, mut vertices) = (0, 0);
        for seed in 0..300 {
            let Some((board, question)) = question(seed) else { continue };
            let Some(stage) = stage(&board, &question, seed as usize % 3, false) else { continue };
            let Stage { arena, task, root, .. } = &stage;
            let Aim::Take(target) = task.aim else { continue };
            let owner = task.maker.other();
            let strings = root.strings_on(arena, owner, target);
            let mut told = Vec::new();
            let pool = Pool::new(arena, root, owner, strings);
            shapes(arena, root, owner, pool, |n| told.push(n));
            told.sort_unstable();
            assert_eq!(told, counted(arena, root, owner, strings), "seed {seed}");
            groups += 1;
            vertices += told.len();
        }
        assert!(groups > 100 && vertices > 20 * groups, "{groups} groups, {vertices} vertices");
    }
}
