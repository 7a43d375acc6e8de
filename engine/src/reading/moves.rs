//! Which moves the search tries: what attack and defence have in common.
//!
//! For a string with liberties `x1…xn` let the *extension* `E(xi)` be the
//! liberties it would have after its owner plays `xi`, without the other `xj`.
//! A point in several extensions is where nets (geta) and escapes are made.
//! Attackers may be given too few moves (a capture is then missed); defenders
//! should be given enough (or a string is called captured that is not).
//!
//! Proposals have a worth, which decides how many indirect ones are tried and how
//! deeply; [`super::order`] says which come first, [`crate::search::parameters`] has the numbers.

use super::Limits;
use super::move_list::{MoveKind, MoveList};
use super::target::Target;
use crate::board::{Board, PointList, PointSet};
use crate::search::parameters::*;
use mkpat_rt::geom::{Cell, Color, Point};

/// How many moves are tried in a position at this ply; `deep` is for those beyond the
/// branch depth.
pub(super) fn width(limits: &Limits, ply: usize, deep: usize) -> usize {
    if ply > limits.branch_depth {
        deep
    } else {
        match ply {
            0..=1 => WIDTH_AT_ROOT,
            2..=3 => WIDTH_NEAR,
            4..=6 => WIDTH_MIDDLE,
            _ => WIDTH_FAR,
        }
    }
}

/// Up to which ply approaches to the liberties of a string are prepared, by the number of its
/// liberties.
pub(super) fn last_backfill(limits: &Limits, liberties: usize) -> usize {
    match liberties {
        4 => limits.backfill_depth.min(LAST_BACKFILL_AT_FOUR),
        3 => limits.backfill_depth.min(LAST_BACKFILL_AT_THREE),
        _ => limits.backfill_depth,
    }
}

/// The points of the extensions of a string, each with a score: those of several
/// extensions, and those next to another string of the owner that is not weak. Others
/// are too many, and seldom help.
pub(super) fn extension_points(board: &Board, t: &Target, mut add: impl FnMut(Point, i32)) {
    let liberties = board.liberties(t.s);
    let mut once = PointSet::EMPTY;
    let mut twice = PointSet::EMPTY;
    for x in t.liberties {
        let preview = board.preview(x);
        if preview.strings(t.color) == 1 && !preview.captures(t.color) {
            // Of the string itself and nothing else.
            for p in preview.free().filter(|&p| !liberties.contains(p)) {
                if !once.insert(p) {
                    twice.insert(p);
                }
            }
        } else {
            let e = board.accurate_liberties(t.color, x).minus(&liberties);
            twice.union_with(&once.and(&e));
            once.union_with(&e);
        }
    }
    for p in once {
        if !board.is_empty(p) {
            if twice.contains(p) {
                add(p, MEETING);
            }
            continue;
        }
        let friends = board.friend_list(t.s, &[p]);
        let friend = friends.iter().any(|&f| board.liberty_count(f) >= 3);
        match (twice.contains(p), friend) {
            (true, true) => add(p, MEETING_AND_FRIEND),
            (true, false) => add(p, MEETING),
            (false, true) => add(p, TOWARDS_FRIEND),
            (false, false) => {}
        }
    }
}

/// Moves by which a string in atari of `color` gets out: extension and
/// captures.
pub(super) fn rescue(board: &Board, s: Point, color: Color, list: &mut MoveList, worth: i32) {
    if let Some(y) = board.atari_liberty(s)
        && board.liberties_after(color, y, 2) > 1
    {
        list.push(y, worth, MoveKind::Capture);
    }
    for e in board.adjacent_list::<16>(s, 1) {
        if let Some(y) = board.atari_liberty(e) {
            list.push(y, worth + TAKING, MoveKind::Capture);
        }
    }
}

/// Other strings of the owner next to the liberties.
pub(super) fn friends(board: &Board, t: &Target) -> PointList<12> {
    board.friend_list(t.s, &t.liberties)
}

/// Moves that prepare a stone of `color` at `x`, where it would be short of
/// liberties.
pub(super) fn backfills(board: &Board, x: Point, color: Color, list: &mut MoveList) {
    for q in board.neighbours(x) {
        match board.at(q) {
            Cell::Empty => {
                if board.liberties_after(color, q, 2) > 1 {
                    list.push(q, BACKFILL_BESIDE, MoveKind::Backfill);
                }
            }
            cell if cell == color.cell() => {
                if board.liberty_count(q) <= 2 {
                    for y in board.liberty_list::<2>(q) {
                        if y != x && board.liberties_after(color, y, 2) > 1 {
                            list.push(y, BACKFILL_EXTEND, MoveKind::Backfill);
                        }
                    }
                }
            }
            _ => {
                if board.liberty_count(q) == 2 {
                    for y in board.liberty_list::<2>(q) {
                        if y != x {
                            list.push(y, BACKFILL_ATARI, MoveKind::Backfill);
                        }
                    }
                }
            }
        }
    }
}

/// Where a move of the owner might matter in any way: near the string, and on the
/// liberties of weak strings a little farther off. Not where it could be taken at once.
pub(super) fn zone(board: &Board, t: &Target) -> PointSet {
    let within = |p: Point, steps: usize| {
        board.stones(t.s).any(|q| p.row().abs_diff(q.row()) + p.col().abs_diff(q.col()) <= steps)
    };
    let mut zone: PointSet =
        Point::all(board.size()).filter(|&p| board.is_empty(p) && within(p, ZONE)).collect();
    for weak in board.strings() {
        if board.liberty_count(weak) <= 2 && board.stones(weak).any(|p| within(p, WEAK_ZONE)) {
            zone.union_with(&board.liberties(weak));
        }
    }
    zone.into_iter()
        .filter(|&p| {
            board.liberties_after(t.color, p, 2) > 1 || board.captures_something(t.color, p)
        })
        .collect()
}

/// Whether the string at `s` is a stone in atari whose capture is a ko, or
/// could become one.
pub(super) fn in_ko(board: &Board, s: Point) -> bool {
    let (Some(color), Some(p)) = (board.color_at(s), board.atari_liberty(s)) else {
        return false;
    };
    board.string_size(s) == 1
        && board.count_neighbours(p, Cell::Empty) == 0
        && board.count_neighbours(p, color.other().cell()) == 0
}
