//! Unconditional life after Benson ("Life in the game of Go", 1976), in an arena: strings
//! that cannot be taken even if their owner always passes.
//!
//! A *region* of a colour is a maximal connected set of vertices without stones of it; it
//! is *vital* for a string if all its empty vertices are liberties of the string. What is
//! solid of the other colour cannot be taken, so a region with such a vertex never is an
//! eye; a string next to what is solid of its own colour lives.

use super::arena::{Arena, Bits};
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

/// The unconditionally living stones of `color`, and the regions by which they live. Whatever
/// happens outside of both, they live.
pub(super) fn living(arena: &Arena, position: &Position, color: Color) -> (Bits, Bits) {
    let own = position.of(color);
    let solid = arena.solid[color.index()];
    let mut inside = enclosed(arena, position, color);
    let mut regions = ArrayVec::<(Bits, Bits, Bits), 64>::new();
    while inside != 0 {
        let region = arena.flood(inside & inside.wrapping_neg(), inside);
        inside &= !region;
        let border = arena.spread(region) & (own | solid);
        if regions.try_push((region & position.empty(arena), border, region)).is_err() {
            break;
        }
    }
    if regions.len() < 2 {
        if solid == 0 {
            return (0, 0);
        }
        return (immortal(arena, position, color) & own, 0);
    }
    let mut alive: Bits = 0;
    let mut strings = ArrayVec::<(Bits, Bits), 64>::new();
    let mut left = own;
    while left != 0 {
        let string = arena.flood(left & left.wrapping_neg(), own);
        left &= !string;
        let around = arena.spread(string);
        if around & solid != 0 {
            alive |= string;
        } else if strings.try_push((string, around)).is_err() {
            break;
        }
    }
    alive |= strings.iter().fold(0, |all, s| all | s.0);
    alive |= solid;
    loop {
        let before = strings.len();
        strings.retain(|&mut (string, around)| {
            let vital = regions
                .iter()
                .filter(|(empty, border, _)| border & string != 0 && empty & !around == 0)
                .count();
            if vital < 2 {
                alive &= !string;
            }
            vital >= 2
        });
        if strings.len() == before {
            let inside = regions.iter().filter(|(_, border, _)| border & !alive == 0);
            return (alive & own, inside.fold(0, |all, r| all | r.2));
        }
        regions.retain(|(_, border, _)| *border & !alive == 0);
    }
}

/// The stones of `color` that cannot be taken, solid ones among them.
#[inline]
pub(super) fn immortal(arena: &Arena, position: &Position, color: Color) -> Bits {
    let solid = arena.solid[color.index()];
    arena.flood(solid, solid | position.of(color))
}
