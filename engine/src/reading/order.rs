//! In which order moves are tried.
//!
//! `moves` proposes moves and decides by their worth which are left out and which are
//! read less deeply. Then, beyond the first ply, they are put in another order: that in
//! which a move that works is found soonest. All of them are tried until one works, so
//! the order changes no code, only what an answer costs; at the first ply they stay in
//! the order of their worth, as users see which of several good moves is found. Indirect
//! moves are only looked for when the direct ones that come before any of them fail.
//!
//! The numbers are in [`crate::search::parameters`]. What they say: stones in atari are taken
//! before anything else; a string with many liberties is rather helped by attacks on what
//! hems it in than by extensions, one with few the other way round; who attacks few
//! liberties fills them, who attacks many first looks after other stones.

use super::move_list::MoveList;
use super::target::Target;
use crate::board::{Board, MovePreview};
use crate::search::parameters::*;
use mkpat_rt::geom::Point;

/// Which number is meant for a string with `n` liberties.
fn column(n: usize) -> usize {
    n.clamp(1, 4) - 1
}

/// From which score on a direct attack comes before all indirect ones.
pub(super) fn first_attacks(t: &Target) -> i32 {
    if t.ply == 0 { i32::MIN } else { HIGHEST_ATTACK[column(t.n)] }
}

/// From which score on a direct defence comes before all indirect ones.
pub(super) fn first_defences(t: &Target) -> i32 {
    if t.ply == 0 { i32::MIN } else { HIGHEST_DEFENCE[column(t.n)] }
}

/// Puts the attacks from number `from` on in order; those from number `new` on have been
/// added since the others were put in order.
pub(super) fn sort_attacks(t: &Target, list: &mut MoveList, from: usize, new: usize) {
    sort(t, list, from, new, &ORDER_OF_ATTACK, HIGHEST_ATTACK[column(t.n)]);
}

/// As [`sort_attacks`], for defences.
pub(super) fn sort_defences(t: &Target, list: &mut MoveList, from: usize, new: usize) {
    sort(t, list, from, new, &ORDER_OF_DEFENCE, HIGHEST_DEFENCE[column(t.n)]);
}

fn sort(
    t: &Target,
    list: &mut MoveList,
    from: usize,
    new: usize,
    extra: &[ByLiberties; MOVE_KINDS],
    highest: i32,
) {
    if t.ply > 0 {
        let column = column(t.n);
        list.raise_from(new, |kind| extra[kind as usize][column]);
        debug_assert!(new == 0 || list.highest_from(new) <= highest);
        list.sort_from(from);
    } else if new == 0 {
        list.sort_from(from);
    }
}

/// Worth of a move of the attacker on the liberty `x`, where the owner would have `gain`
/// liberties and the attacker `own`.
pub(super) fn attack_on(t: &Target, x: &MovePreview<'_>, gain: i32, own: i32) -> i32 {
    if t.ply == 0 {
        return ROOT_GAIN * gain + ROOT_OWN * own;
    }
    ATTACK_GAIN * gain + ATTACK_OWN * own - ATTACK_WEAK * x.weak(t.color) as i32
}

/// Worth of an extension to `x` with `gain` liberties.
pub(super) fn extension_to(t: &Target, x: &MovePreview<'_>, gain: i32) -> i32 {
    if t.ply == 0 {
        return ROOT_GAIN * gain + ROOT_OWN * x.stones(t.color.other()) as i32;
    }
    let friends = x.strings(t.color) as i32 - 1;
    let weak = x.weak(t.color.other()) as i32;
    EXTEND_GAIN * gain + friends - EXTEND_EDGE * x.edges() as i32 + EXTEND_WEAK * weak
}

/// Worth of taking the stones at `e`, next to the string, by a move at `y`.
pub(super) fn capture_of(board: &Board, t: &Target, e: Point, y: Point) -> i32 {
    let size = board.string_size(e).min(TAKE_MOST) as i32;
    if t.ply == 0 {
        return ROOT_TAKE + size;
    }
    let liberties = board.liberties_after(t.color, y, TAKE_MOST) as i32;
    TAKE + TAKE_STONE * size + TAKE_LIBERTY * liberties
}
