//! In which order moves are tried.
//!
//! `moves` proposes moves and decides by their worth which are left out and which are
//! read less deeply. Then, beyond the first ply, they are put in another order: that in
//! which a move that works is found soonest. All of them are tried until one works, so
//! the order changes no code, only what an answer costs; at the first ply they stay in
//! the order of their worth, as users see which of several good moves is found. Indirect
//! moves are only looked for when the direct ones that come before any of them fail.
//!
//! The numbers are learned: steps up and down, one number or two at a time, were kept if
//! attack and defence of all strings in 75 positions and the reading tests took fewer
//! nodes, and no more codes were wrong. 35 % fewer nodes there; in 75 other positions,
//! which were not looked at meanwhile, 25 % fewer. What they say: stones in atari are
//! taken before anything else; a string with many liberties is rather helped by attacks
//! on what hems it in than by extensions, one with few the other way round; who attacks
//! few liberties fills them, who attacks many first looks after other stones.
//!
//! Tried beside it, without gain: the move that answered the same move elsewhere
//! (killers; as many nodes), effort in rounds of growing limits (more nodes), the room
//! behind an extension (more nodes).

use super::list::{Kind, MoveList};
use super::target::Target;
use crate::board::{Board, MovePreview};
use mkpat_rt::geom::Point;

/// What is added to the score of a move of one kind, by the liberties of the string:
/// one, two, three, more.
type Extra = [i32; 4];

/// For moves of the attacker, by their kind.
const OF_ATTACK: [Extra; Kind::ALL] = [
    [6, 4, -14, -17], // Direct
    [0, -1, 0, 11],   // Capture
    [0, 6, 13, 3],    // Backfill
    [6, 8, 6, 0],     // Second
    [0, 0, -2, 6],    // Chain
    [0, 0, -1, -6],   // Friend
];

/// For moves of the owner.
const OF_DEFENCE: [Extra; Kind::ALL] = [
    [15, 0, 9, 21],    // Direct
    [0, 0, 5, 0],      // Capture
    [-10, -12, 0, 14], // Backfill
    [-10, -12, 0, 18], // Second
    [-7, 0, 11, 28],   // Chain
    [-3, 0, 11, 26],   // Friend
];

/// The largest score that an indirect move of the attacker can have, by the liberties
/// of the string. Direct moves with as much can be tried before indirect ones are looked
/// for.
const HIGHEST_ATTACK: Extra = [43, 42, 43, 54];

/// And one of the owner.
const HIGHEST_DEFENCE: Extra = [21, 21, 31, 48];

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
    sort(t, list, from, new, &OF_ATTACK, HIGHEST_ATTACK[column(t.n)]);
}

/// As [`sort_attacks`], for defences.
pub(super) fn sort_defences(t: &Target, list: &mut MoveList, from: usize, new: usize) {
    sort(t, list, from, new, &OF_DEFENCE, HIGHEST_DEFENCE[column(t.n)]);
}

fn sort(
    t: &Target,
    list: &mut MoveList,
    from: usize,
    new: usize,
    extra: &[Extra; Kind::ALL],
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

/// Score of taking stones that hem the string in: before any extension.
const TAKE: i32 = 100;

/// Score of a move of the attacker on the liberty `x`, where the owner would have `gain`
/// liberties and the attacker `own`.
pub(super) fn attack_on(t: &Target, x: &MovePreview<'_>, gain: i32, own: i32) -> i32 {
    if t.ply == 0 {
        return 10 * gain + 3 * own;
    }
    10 * gain + 9 * own - 7 * x.weak(t.color) as i32
}

/// Score of an extension to `x` with `gain` liberties.
pub(super) fn extension_to(t: &Target, x: &MovePreview<'_>, gain: i32) -> i32 {
    if t.ply == 0 {
        return 10 * gain + 3 * x.stones(t.color.other()) as i32;
    }
    let friends = x.strings(t.color) as i32 - 1;
    3 * gain + friends - 2 * x.edges() as i32 + 6 * x.weak(t.color.other()) as i32
}

/// Score of taking the stones at `e`, next to the string, by a move at `y`.
pub(super) fn capture_of(board: &Board, t: &Target, e: Point, y: Point) -> i32 {
    let size = board.string_size(e).min(6) as i32;
    if t.ply == 0 {
        return TAKE + size;
    }
    13 + 5 * size + 6 * board.liberties_after(t.color, y, 6) as i32
}
