//! What the attacker of a string tries: its liberties, then everything else.

use super::move_list::{MoveKind, MoveList};
use super::moves::{backfills, extension_points, friends, last_backfill, rescue, width};
use super::target::{LibertyInfo, Target};
use super::{Limits, order};
use crate::board::{Board, PointList};
use crate::search::parameters::*;
use mkpat_rt::geom::Point;

/// The liberties of the string, for its attacker.
pub(super) fn attack_direct(board: &Board, t: &mut Target, list: &mut MoveList) {
    let attacker = t.color.other();
    for (i, x) in t.liberties.into_iter().enumerate() {
        let preview = board.preview(x);
        let (gain, own) = (preview.liberties(t.color, MANY), preview.liberties(attacker, FEW));
        let captures = preview.captures(attacker);
        t.liberty_info[i] = LibertyInfo { gain: gain as u8, own: own as u8, captures, worth: 0 };
        if own > 1 || captures {
            let worth = order::attack_on(t, &preview, gain as i32, own as i32);
            list.push(x, worth, MoveKind::Direct);
        }
    }
    order::sort_attacks(t, list, 0, 0);
}

/// Everything else that the attacker of the string may try.
pub(super) fn attack_others(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let (s, ply, attacker) = (t.s, t.ply, t.color.other());
    let from = list.len();
    if ply <= last_backfill(limits, t.n) {
        for (&x, info) in t.liberties.iter().zip(&t.liberty_info) {
            if info.own <= 1 {
                backfills(board, x, attacker, list);
            }
        }
    }
    for (&x, info) in t.liberties.iter().zip(&t.liberty_info) {
        if info.own == 1 && ply <= LAST_THROW_IN {
            list.push(x, THROW_IN, MoveKind::Direct);
        }
    }
    // The attacker's own stones in trouble.
    let far = ply > limits.branch_depth;
    for e in board.adjacent_list::<16>(s, if far { 1 } else { 2 }) {
        if board.liberty_count(e) == 1 {
            rescue(board, e, attacker, list, SAVE);
        } else if ply <= limits.net_depth + LATE_CAPTURES {
            save_cutters(board, limits, t, e, list);
        }
    }
    if t.n > 3 {
        // The string is out by then.
        list.leave_out(from, MoveKind::Capture);
    }
    if far {
        list.sort_from(from);
        list.keep(from, width(limits, ply, DEEP_ATTACKS).max(from + 1));
        list.mark_reduced(from + LATE_FROM);
        return;
    }
    // Friends that the string could connect to.
    if ply <= limits.net_depth.min(LAST_FRIENDS) {
        for f in friends(board, t) {
            if board.liberty_count(f) <= 3 {
                for y in board.liberty_list::<3>(f) {
                    if !board.is_suicide(attacker, y) {
                        list.push(
                            y,
                            if t.n == 3 { FRIEND_AT_THREE } else { FRIEND },
                            MoveKind::Friend,
                        );
                    }
                }
            }
        }
    }
    if t.n == 4 && ply <= LAST_BETWEEN {
        between(board, t, list);
    }
    if matches!(t.n, 2 | 3) && ply <= LAST_ABOVE_EDGE {
        above_edge(board, t, list);
    }
    let nets = match t.n {
        4 => 0,
        3 => LAST_NET_AT_THREE,
        _ => limits.net_depth,
    };
    if ply <= nets {
        extension_points(board, t, |p, worth| {
            let own = board.liberties_after(attacker, p, 2);
            if own > 0 && (t.n == 3 || board.neighbours(p).any(|x| t.liberties.contains(&x))) {
                list.push(p, worth - if own == 1 { NET_IN_ATARI } else { 0 }, MoveKind::Second);
            }
        });
    }
    list.sort_from(from);
    list.keep(from, width(limits, ply, DEEP_ATTACKS).max(from + 1));
    list.mark_reduced(from + LATE_FROM);
}

/// Moves that save the attacker's stones `e`, which have two liberties and hem the
/// string in.
fn save_cutters(board: &Board, limits: &Limits, t: &Target, e: Point, list: &mut MoveList) {
    let attacker = t.color.other();
    if t.ply <= limits.net_depth {
        for y in board.liberty_list::<2>(e) {
            let own = board.liberties_after(attacker, y, FEW);
            if own > 2 || (own == 2 && board.neighbour_list(y, attacker).len() > 1) {
                list.push(y, EXTEND_CUTTERS + own as i32, MoveKind::Chain);
            }
        }
    }
    let near = t.ply <= limits.net_depth;
    for weak in board.adjacent_list::<16>(e, if near { 2 } else { 1 }) {
        if board.same_string(weak, t.s) {
            continue;
        }
        match board.atari_liberty(weak) {
            Some(y) => list.push(y, LOOSEN, MoveKind::Capture),
            None => {
                for y in board.liberty_list::<2>(weak) {
                    if board.liberties_after(attacker, y, 2) > 1 {
                        list.push(y, COUNTER, MoveKind::Friend);
                    }
                }
            }
        }
    }
}

/// Points next to two liberties of a string: a stone there is in the way of both
/// extensions.
fn between(board: &Board, t: &Target, list: &mut MoveList) {
    for &x in t.liberties.iter() {
        for q in board.neighbours(x) {
            let liberties = || board.neighbours(q).filter(|y| t.liberties.contains(y));
            if board.is_empty(q)
                && !t.liberties.contains(&q)
                && liberties().nth(1).is_some()
                && board.liberties_after(t.color.other(), q, 2) > 1
            {
                list.push(q, BETWEEN, MoveKind::Second);
            }
        }
    }
}

/// Points on the second line above liberties on the first: where a string that crawls
/// along the edge is stopped.
fn above_edge(board: &Board, t: &Target, list: &mut MoveList) {
    for &x in t.liberties.iter().filter(|&&x| board.edge_distance(x) == 0) {
        for q in board.neighbours(x) {
            if board.is_empty(q)
                && board.edge_distance(q) == 1
                && !t.liberties.contains(&q)
                && board.liberties_after(t.color.other(), q, 2) > 1
            {
                list.push(q, ABOVE_EDGE, MoveKind::Second);
            }
        }
    }
}

/// Where the attacker saves stones of his in atari next to the string by taking others.
pub(super) fn rescues_by_taking(board: &Board, s: Point) -> PointList<4> {
    let mut out = PointList::new();
    for e in board.adjacent_list::<16>(s, 1) {
        for y in taking_beside(board, e, s) {
            out.add(y);
        }
    }
    out
}

/// Where stones next to those at `e` can be taken, other than the string at `s`.
fn taking_beside(board: &Board, e: Point, s: Point) -> impl Iterator<Item = Point> + '_ {
    let weak = board.adjacent_list::<16>(e, 1).into_iter();
    weak.filter(move |&w| !board.same_string(w, s)).filter_map(|w| board.atari_liberty(w))
}

/// Those of [`attack_others`] that stop a string which [`Target::outruns`]: what takes
/// something, and, as the first move of all, a stone thrown in on its only way out.
pub(super) fn attack_captures(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let from = list.len();
    if t.ply == 0
        && let Some(x) = t.only_way_out(limits.liberties(t.ply + 2))
    {
        list.push(x, THROW_IN, MoveKind::Direct);
    }
    let far = t.ply > limits.branch_depth;
    for e in board.adjacent_list::<16>(t.s, if far { 1 } else { 2 }) {
        let worth = if board.liberty_count(e) == 1 { SAVE + TAKING } else { LOOSEN };
        for y in taking_beside(board, e, t.s) {
            list.push(y, worth, MoveKind::Capture);
        }
    }
    list.sort_from(from);
    list.keep(from, width(limits, t.ply, DEEP_ATTACKS).max(from + 1));
    list.mark_reduced(from + LATE_FROM);
}
