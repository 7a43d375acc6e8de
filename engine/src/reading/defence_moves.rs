//! What the owner of a string tries: extensions and captures, then everything else.

use super::move_list::{MoveKind, MoveList};
use super::moves::{backfills, extension_points, friends, in_ko, rescue, width};
use super::target::{LibertyInfo, Target};
use super::{Limits, order};
use crate::board::{Board, PointList};
use crate::search::parameters::*;
use mkpat_rt::geom::Point;

/// Where the owner of the string gains more than `enough` liberties by an extension.
pub(super) fn escape(board: &Board, t: &mut Target, enough: usize) -> Option<Point> {
    for (i, x) in t.liberties.into_iter().enumerate() {
        let preview = board.preview(x);
        let gain = preview.liberties(t.color, MANY);
        if gain > enough && board.is_legal(t.color, x) {
            return Some(x);
        }
        let worth = order::extension_to(t, &preview, gain as i32) as i16;
        let captures = preview.captures(t.color);
        t.liberty_info[i] = LibertyInfo { gain: gain as u8, own: 0, captures, worth };
    }
    None
}

/// Extensions and captures, for the owner of the string, who can not [`escape`].
pub(super) fn defence_direct(board: &Board, t: &Target, list: &mut MoveList) {
    for (&x, info) in t.liberties.iter().zip(&t.liberty_info) {
        if info.gain > 1 || info.captures {
            list.push(x, info.worth.into(), MoveKind::Direct);
        }
    }
    for e in board.adjacent_list::<16>(t.s, 1) {
        if let Some(y) = board.atari_liberty(e) {
            list.push(y, order::capture_of(board, t, e, y), MoveKind::Capture);
        }
    }
    order::sort_defences(t, list, 0, 0);
}

/// Everything else that the owner of the string may try.
pub(super) fn defence_others(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let (color, ply) = (t.color, t.ply);
    let direct = list.len();
    sacrifice(board, t, list);
    // In atari only an extension or a capture helps, unless the capture is a
    // ko: then any move may.
    let hopeless = t.n == 1 && (ply > limits.ko_depth || !in_ko(board, t.s));
    if hopeless || ply > limits.depth {
        return;
    }
    if t.n == 1 {
        // What an extension would gain. A threat elsewhere is no defence of its own.
        for p in board.accurate_liberties(color, t.liberties[0]) {
            list.push(p, KO_FILL, MoveKind::Second);
        }
        return;
    }
    if ply <= limits.break_chain_depth {
        break_chain(board, limits, t, list);
    }
    if ply <= limits.superstring_depth {
        help_friends(board, limits, t, list);
    }
    if ply <= limits.backfill_depth {
        // Cutting stones that hold an approach together.
        for x in t.liberties {
            for q in board.preview(x).liberty_list::<2>(color.other()).unwrap_or_default() {
                list.push(q, HOLDING, MoveKind::Backfill);
            }
        }
    }
    if ply <= limits.branch_depth {
        extension_points(board, t, |p, worth| {
            if board.liberties_after(color, p, 2) > 1 {
                list.push(p, worth, MoveKind::Second);
            }
        });
    }
    if t.n > 3 {
        // It runs rather than fights.
        list.leave_out(direct, MoveKind::Chain);
    }
    list.sort_from(direct);
    // One at least: what hems the string in may be weak.
    list.keep(direct, width(limits, ply, DEEP_DEFENCES).max(direct + 1));
}

/// Letting the stone be taken by stones that are then taken themselves.
fn sacrifice(board: &Board, t: &Target, list: &mut MoveList) {
    if t.n == 1
        && board.string_size(t.s) == 1
        && let Some(&p) = t.liberties.first()
    {
        let captor = board.preview(p).liberty_list::<2>(t.color.other()).unwrap_or_default();
        if captor.contains(&t.s) && captor.len() == 2 {
            for q in captor {
                if q != t.s {
                    list.push(q, SACRIFICE, MoveKind::Chain);
                }
            }
        }
    }
}

/// Moves on the strings that hem the string in (the chain around it).
fn break_chain(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let (s, color, ply) = (t.s, t.color, t.ply);
    let near = ply <= limits.backfill2_depth;
    let mut fours: PointList<16> = PointList::new();
    for e in board.adjacent_list::<16>(s, if ply <= LAST_STUCK { 4 } else { 2 }) {
        if board.liberty_count(e) == 4 {
            fours.add(e);
            continue;
        }
        // What they could take to gain liberties.
        for f in board.adjacent_list::<16>(e, 1) {
            if !board.same_string(f, s) {
                rescue(board, f, color, list, RESCUE);
            }
        }
        let loose = board.liberty_count(e) == 3;
        if loose && is_stuck(board, e) {
            for y in board.liberty_list::<3>(e) {
                if board.liberties_after(color, y, 1) > 0 {
                    list.push(y, STUCK_AT_THREE, MoveKind::Chain);
                }
            }
            continue;
        }
        if loose && t.n == 3 && ply <= LAST_STUCK {
            cut(board, t, e, list);
        }
        if loose && !near {
            continue;
        }
        for y in board.liberty_list::<3>(e) {
            let own = board.liberties_after(color, y, 2);
            if own > 1 {
                list.push(y, if loose { CHAIN_OF_THREE } else { CHAIN }, MoveKind::Chain);
            } else if !loose && ply < limits.backfill2_depth {
                if own == 1 {
                    list.push(y, CHAIN_IN_ATARI, MoveKind::Chain);
                }
                if ply <= LAST_CHAIN_BACKFILL {
                    backfills(board, y, color, list);
                }
            }
        }
    }
    for e in fours {
        four_liberties(board, t, e, list);
    }
}

/// Moves on what is next to friends at the liberties: their trouble is ours, and what
/// they capture connects.
fn help_friends(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let near = t.ply <= limits.backfill2_depth;
    for f in friends(board, t) {
        for e in board.adjacent_list::<16>(f, if near { 3 } else { 1 }) {
            let n = board.liberty_count(e);
            let worth = [FRIEND_TAKES, FRIEND_ATARI, FRIEND_OF_THREE][n.clamp(1, 3) - 1];
            for y in board.liberty_list::<3>(e) {
                if n == 1 || board.liberties_after(t.color, y, 2) > 1 {
                    list.push(y, worth, MoveKind::Friend);
                }
            }
        }
    }
}

/// Cutting off the single stone at `e` on the second line, which stops the string from
/// crawling along there.
fn cut(board: &Board, t: &Target, e: Point, list: &mut MoveList) {
    if board.string_size(e) > 1 || board.edge_distance(e) != 1 {
        return;
    }
    for y in board.liberty_list::<3>(e) {
        if board.edge_distance(y) == 2
            && board.neighbour_list(y, t.color.other()).len() > 1
            && board.liberties_after(t.color, y, 2) > 1
        {
            list.push(y, CUT, MoveKind::Chain);
        }
    }
}

/// Whether a string with at most four liberties gains none by any extension.
fn is_stuck(board: &Board, e: Point) -> bool {
    let n = board.liberty_count(e);
    board.color_at(e).is_some_and(|color| {
        let liberties = board.liberty_list::<4>(e);
        liberties.iter().all(|&y| board.liberties_after(color, y, n + 1) <= n)
    })
}

/// Moves on the string at `e`, which has four liberties and hems the string in: all if it
/// is stuck, and in a fight of three liberties against four what it does not share.
fn four_liberties(board: &Board, t: &Target, e: Point, list: &mut MoveList) {
    let liberties = board.liberty_list::<4>(e);
    let on = |y: &Point| board.liberties_after(t.color, *y, 1) > 0;
    if is_stuck(board, e) {
        for &y in liberties.iter().filter(|y| on(y)) {
            list.push(y, STUCK, MoveKind::Chain);
        }
    }
    let outside = || liberties.iter().filter(|y| !t.liberties.contains(y));
    if t.n == 3 && t.ply <= LAST_OUTSIDE && outside().count() <= MOST_OUTSIDE {
        for &y in outside().filter(|y| on(y)) {
            list.push(y, OUTSIDE, MoveKind::Chain);
        }
    }
}
