//! Unconditional life after Benson ("Life in the game of Go", 1976), in an arena: strings
//! that cannot be taken even if their owner always passes.
//!
//! A *region* of a colour is a maximal connected set of vertices without stones of it; it
//! is *vital* for a string if all its empty vertices are liberties of the string. What is
//! solid of the other colour cannot be taken, so a region with such a vertex never is an
//! eye; a string next to what is solid of its own colour lives.

use super::arena::{Arena, Bits, each};
use super::position::Position;
use arrayvec::ArrayVec;
use mkpat_rt::geom::Color;

/// The regions of `color` that its opponent cannot reach from what is solid.
#[inline]
pub(super) fn enclosed(arena: &Arena, position: &Position, color: Color) -> Bits {
    let own = position.of(color) | arena.solid[color.index()];
    let rest = arena.cells & !own;
    rest & !arena.flood(arena.solid[color.other().index()], rest)
}

/// The unconditionally living stones of `color`.
pub(super) fn unconditional(arena: &Arena, position: &Position, color: Color) -> Bits {
    living(arena, position, color).0
}

/// The regions of `color` that may be vital for some string: those that its opponent cannot reach from what is solid, and
/// that have no deep vertices, which are empty and no liberty of any stone of the colour. Also all deep vertices.
#[inline]
fn ready(arena: &Arena, position: &Position, color: Color) -> (Bits, Bits) {
    let own = position.of(color) | arena.solid[color.index()];
    let rest = arena.cells & !own;
    let deep = position.empty(arena) & !arena.spread(own);
    (rest & !arena.flood(arena.solid[color.other().index()] | deep, rest), deep)
}

/// Where a stone of `color` may make life that is not there yet; elsewhere it does not. It takes two regions that may
/// be vital: a stone may divide one, or leave no vertex of one deep ([`ready`]). If
/// there are two, it may link strings, or fill a vertex of one. Or it links with what is solid.
pub(super) fn makers(arena: &Arena, position: &Position, color: Color) -> Bits {
    let solid = arena.solid[color.index()];
    let own = position.of(color) | solid;
    let mut moves = arena.cuts(arena.cells & !own);
    if solid != 0 {
        moves |= arena.spread(immortal(arena, position, color));
    }
    let (ready, deep) = ready(arena, position, color);
    if ready != 0 {
        moves |= filling(arena, deep, enclosed(arena, position, color));
    }
    if arena.flood(ready & ready.wrapping_neg(), ready) != ready {
        moves |= ready | arena.beside_two(own);
    }
    moves
}

/// Where a stone leaves no vertex of a region deep: what is, or has as neighbours, all the deep ones of one `inside`.
fn filling(arena: &Arena, deep: Bits, inside: Bits) -> Bits {
    let mut out = 0;
    let mut left = deep & inside;
    while left != 0 {
        let region = arena.flood(left & left.wrapping_neg(), inside);
        let deep = region & deep;
        left &= !region;
        // A stone and its four neighbours.
        if deep.count_ones() <= 5 {
            out |= each(deep)
                .fold(deep | arena.spread(deep), |all, v| all & (arena.near[v as usize] | 1 << v));
        }
    }
    out
}

/// The unconditionally living stones of `color`, and the regions by which they live. Whatever
/// happens outside of both, they live.
///
/// Most positions have no such life, so what ends the question soonest is asked first: how many regions may be
/// vital for a string at all, and whether any string has two of them.
pub(super) fn living(arena: &Arena, position: &Position, color: Color) -> (Bits, Bits) {
    let own = position.of(color);
    let solid = arena.solid[color.index()];
    let empty = position.empty(arena);
    let safe = if solid == 0 { 0 } else { immortal(arena, position, color) };
    let (mut left, _) = ready(arena, position, color);
    let mut regions = ArrayVec::<Region, 64>::new();
    while left != 0 && !regions.is_full() {
        let vertices = arena.flood(left & left.wrapping_neg(), left);
        left &= !vertices;
        regions.push(Region {
            vertices,
            empty: vertices & empty,
            border: arena.spread(vertices) & (own | solid),
        });
    }
    let mut strings = ArrayVec::<(Bits, Bits), 64>::new();
    let mut alive = safe;
    let borders = regions.iter().fold(0, |all, r| all | r.border);
    let mut left = if regions.len() < 2 { 0 } else { own & !safe & borders };
    while left != 0 && !strings.is_full() {
        let string = arena.flood(left & left.wrapping_neg(), own);
        left &= !string;
        let around = arena.spread(string);
        if has_two(&regions, string, around) {
            strings.push((string, around));
            alive |= string;
        }
    }
    while !strings.is_empty() {
        let count = regions.len();
        regions.retain(|r| r.border & !alive == 0);
        if regions.len() == count {
            break;
        }
        strings.retain(|&mut (string, around)| {
            let lives = has_two(&regions, string, around);
            if !lives {
                alive &= !string;
            }
            lives
        });
    }
    let by = if strings.is_empty() { 0 } else { regions.iter().fold(0, |all, r| all | r.vertices) };
    (alive & own, by)
}

/// A region that may be vital for some strings.
struct Region {
    vertices: Bits,
    empty: Bits,
    border: Bits,
}

/// Whether two regions are vital for a string, `around` which lie these vertices.
#[inline]
fn has_two(regions: &[Region], string: Bits, around: Bits) -> bool {
    let vital = |r: &&Region| r.border & string != 0 && r.empty & !around == 0;
    regions.iter().filter(vital).nth(1).is_some()
}

/// The stones of `color` that cannot be taken, solid ones among them.
#[inline]
pub(super) fn immortal(arena: &Arena, position: &Position, color: Color) -> Bits {
    let solid = arena.solid[color.index()];
    arena.flood(solid, solid | position.of(color))
}

#[cfg(test)]
mod tests {
    use super::super::arena::PASS;
    use super::super::learn_tests::question;
    use super::super::prove::{Stage, stage};
    use super::*;
    use mkpat_rt::rng::Rng;

    /// By the definition: all regions and strings, each looked at again until nothing changes.
    fn defined(arena: &Arena, position: &Position, color: Color) -> Bits {
        let (own, solid) = (position.of(color), arena.solid[color.index()]);
        let parts = |mut set: Bits| {
            std::iter::from_fn(move || {
                let part = arena.flood(set & set.wrapping_neg(), set);
                set &= !part;
                (part != 0).then_some(part)
            })
            .collect::<Vec<_>>()
        };
        let theirs = arena.solid[color.other().index()];
        let mut regions = parts(arena.cells & !(own | solid));
        regions.retain(|r| r & theirs == 0);
        let mut strings = parts(own);
        loop {
            let alive = strings.iter().fold(solid, |all, s| all | s);
            regions.retain(|&r| arena.spread(r) & (own | solid) & !alive == 0);
            let count = strings.len();
            strings.retain(|&s| {
                let around = arena.spread(s);
                let vital =
                    |r: &&Bits| around & **r != 0 && **r & position.empty(arena) & !around == 0;
                around & solid != 0 || regions.iter().filter(vital).count() >= 2
            });
            if strings.len() == count {
                return alive & own;
            }
        }
    }

    /// Positions of games that begin with groups to be killed, and go on at random.
    fn each_position(mut look: impl FnMut(&Arena, &Position)) {
        for seed in 0..200 {
            let Some((board, question)) = question(seed) else { continue };
            let Some(stage) = stage(&board, &question, seed as usize % 3, false) else { continue };
            let Stage { arena, root, .. } = &stage;
            let mut rng = Rng::new(seed);
            let mut position = root.passed();
            for ply in 0..60 {
                look(arena, &position);
                let color = Color::BOTH[ply % 2];
                let moves: Vec<u8> = each(position.empty(arena)).collect();
                let Some(&bit) = moves.get(rng.below(moves.len().max(1))) else { break };
                position = position.play(arena, color, bit, false).unwrap_or(position);
                assert_eq!(position.ban, PASS);
            }
        }
    }

    #[test]
    fn life_is_that_of_the_definition() {
        let (mut all, mut alive) = (0, 0);
        each_position(|arena, position| {
            for color in Color::BOTH {
                let (stones, by) = living(arena, position, color);
                assert_eq!(stones, defined(arena, position, color));
                assert_eq!(by & position.of(color), 0);
                all += 1;
                alive += usize::from(by != 0);
            }
        });
        assert!(all > 10_000 && alive > 400, "{all} positions, {alive} with life");
    }

    #[test]
    fn a_stone_elsewhere_makes_no_life() {
        let (mut left_out, mut made) = (0, 0);
        each_position(|arena, position| {
            for color in Color::BOTH {
                let before = living(arena, position, color).0;
                let makers = makers(arena, position, color);
                for bit in each(position.empty(arena)) {
                    let Some(next) = position.play(arena, color, bit, false) else { continue };
                    let new = living(arena, &next, color).0 & position.of(color) & !before;
                    let may = makers >> bit & 1 != 0;
                    assert!(may || new == 0, "{:?} in {position:?}", arena.point(bit));
                    left_out += usize::from(!may);
                    made += usize::from(new != 0);
                }
            }
        });
        assert!(left_out > 10_000 && made > 500, "{left_out} left out, {made} with new life");
    }
}
