//! Which moves the search tries, and in what order.
//!
//! For a string with liberties `x1…xn` let the *extension* `E(xi)` be the
//! liberties it would have after its owner plays `xi`, without the other `xj`.
//! A point in several extensions is where nets (geta) and escapes are made.
//! Attackers may be given too few moves (a capture is then missed); defenders
//! should be given enough (or a string is called captured that is not).
//!
//! Proposals have a worth, which decides how many indirect ones are tried and how
//! deeply; `order` says which come first.

use super::list::{Kind, MoveList};
use super::target::{FEW, Liberty, MANY, Target};
use super::{Limits, order};
use crate::board::{Board, PointList, PointSet};
use mkpat_rt::geom::{Cell, Color, Point};

/// From this ply on the number of moves in a position does not shrink further.
pub(super) const LAST_WIDTH: usize = 10;

/// How many moves are tried in a position at this ply; `deep` is for those beyond the
/// branch depth.
fn width(limits: &Limits, ply: usize, deep: usize) -> usize {
    if ply > limits.branch_depth {
        deep
    } else {
        match ply {
            0..=1 => 16,
            2..=3 => 10,
            4..=6 => 5,
            _ => 3,
        }
    }
}

/// Moves of the attacker beyond the branch depth.
const DEEP_ATTACKS: usize = 3;

/// Moves of the owner beyond the branch depth.
const DEEP_DEFENCES: usize = 2;

/// Score of a stone that can be taken at once, and up to which ply it is thrown in.
const THROW_IN: i32 = 9;
const LAST_THROW_IN: usize = 10;

/// Score of an atari on stones that hem the string in.
const CHAIN: i32 = 16;

/// Score of moves on strings with three or four liberties that hem the string in and gain
/// none by any extension, and up to which ply they are tried.
const STUCK_AT_THREE: i32 = 16;
const STUCK: i32 = 6;
const LAST_STUCK: usize = 9;

/// Score of the liberties that such a string does not share with the one in question,
/// which has three, if there are at most so many; and up to which ply.
const OUTSIDE: i32 = 10;
const MOST_OUTSIDE: usize = 2;
const LAST_OUTSIDE: usize = 5;

/// Score of cutting off a stone in the way of a string that crawls along the second line.
const CUT: i32 = 19;

/// Score of an attack on stones around the attacker's cutting stones.
const COUNTER: i32 = 8;

/// Score of saving stones that those around the string could take.
const RESCUE: i32 = 19;

/// Score of saving stones of the attacker in atari that hem the string in, and by how
/// much it is better to do so by taking others.
const SAVE: i32 = 41;
const TAKING: i32 = 2;

/// Score of taking stones next to others of the attacker that hem the string in.
const LOOSEN: i32 = 25;

/// For so many plies more than nets, stones are taken that cutting stones touch.
const LATE_CAPTURES: usize = 2;

/// Up to this ply moves are tried that prepare an atari on stones that hem the
/// string in.
const LAST_CHAIN_BACKFILL: usize = 3;

/// How far from a string that seems captured its owner tries every move, in steps
/// along lines.
const ZONE: usize = 4;

/// And how far strings with one or two liberties matter.
const WEAK_ZONE: usize = 5;

/// Up to this ply the attacker plays on strings that the one in question could connect to.
const LAST_FRIENDS: usize = 4;

/// Score of such moves, also against three liberties.
const FRIEND: i32 = 8;
const FRIEND_AT_THREE: i32 = 11;

/// Score of points between two liberties, and up to which ply they are tried against
/// four liberties. Against fewer they are among the [`extension_points`].
const BETWEEN: i32 = 18;
const LAST_BETWEEN: usize = 5;

/// Score of points above liberties on the edge, and up to which ply they are tried.
const ABOVE_EDGE: i32 = 14;
const LAST_ABOVE_EDGE: usize = 8;

/// Score of cutting stones that hold an approach together.
const HOLDING: i32 = 15;

/// Score of the liberties that a stone in ko would gain by connecting.
const KO_FILL: i32 = 14;

/// Up to which ply approaches to the liberties of a string with so many are prepared.
fn last_backfill(limits: &Limits, liberties: usize) -> usize {
    match liberties {
        4 => limits.backfill_depth.min(4),
        3 => limits.backfill_depth.min(9),
        _ => limits.backfill_depth,
    }
}

/// So many indirect moves of the attacker are read as deeply as direct ones.
const LATE_FROM: usize = 2;

/// The points of the extensions of a string, each with a score: those of several
/// extensions, and those next to another string of the owner that is not weak. Others
/// are too many, and seldom help.
fn extension_points(board: &Board, t: &Target, mut add: impl FnMut(Point, i32)) {
    let liberties = board.liberties(t.s);
    let mut once = PointSet::EMPTY;
    let mut twice = PointSet::EMPTY;
    for x in t.liberties {
        let spot = board.preview(x);
        if spot.strings(t.color) == 1 && !spot.captures(t.color) {
            // Of the string itself and nothing else.
            for p in spot.free().filter(|&p| !liberties.contains(p)) {
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
                add(p, 18);
            }
            continue;
        }
        let friends = board.friend_list(t.s, &[p]);
        let friend = friends.iter().any(|&f| board.liberty_count(f) >= 3);
        match (twice.contains(p), friend) {
            (true, true) => add(p, 24),
            (true, false) => add(p, 18),
            (false, true) => add(p, 14),
            (false, false) => {}
        }
    }
}

/// Moves by which a string in atari of `color` gets out: extension and
/// captures.
fn rescue(board: &Board, s: Point, color: Color, list: &mut MoveList, score: i32) {
    if let Some(y) = board.atari_liberty(s)
        && board.liberties_after(color, y, 2) > 1
    {
        list.push(y, score, Kind::Capture);
    }
    for e in board.adjacent_list::<16>(s, 1) {
        if let Some(y) = board.atari_liberty(e) {
            list.push(y, score + TAKING, Kind::Capture);
        }
    }
}

/// The liberties of the string, for its attacker.
pub(super) fn attack_direct(board: &Board, t: &mut Target, list: &mut MoveList) {
    let attacker = t.color.other();
    for (i, x) in t.liberties.into_iter().enumerate() {
        let spot = board.preview(x);
        let (gain, own) = (spot.liberties(t.color, MANY), spot.liberties(attacker, FEW));
        let captures = spot.captures(attacker);
        t.spots[i] = Liberty { gain: gain as u8, own: own as u8, captures, worth: 0 };
        if own > 1 || captures {
            let score = order::attack_on(t, &spot, gain as i32, own as i32);
            list.push(x, score, Kind::Direct);
        }
    }
    order::sort_attacks(t, list, 0, 0);
}

/// Moves that save the attacker's stones `e`, which have two liberties and hem the
/// string in.
fn save_cutters(board: &Board, limits: &Limits, t: &Target, e: Point, list: &mut MoveList) {
    let attacker = t.color.other();
    if t.ply <= limits.net_depth {
        for y in board.liberty_list::<2>(e) {
            let own = board.liberties_after(attacker, y, 4);
            if own > 2 || (own == 2 && board.neighbour_list(y, attacker).len() > 1) {
                list.push(y, 13 + own as i32, Kind::Chain);
            }
        }
    }
    let near = t.ply <= limits.net_depth;
    for weak in board.adjacent_list::<16>(e, if near { 2 } else { 1 }) {
        if board.same_string(weak, t.s) {
            continue;
        }
        match board.atari_liberty(weak) {
            Some(y) => list.push(y, LOOSEN, Kind::Capture),
            None => {
                for y in board.liberty_list::<2>(weak) {
                    if board.liberties_after(attacker, y, 2) > 1 {
                        list.push(y, COUNTER, Kind::Friend);
                    }
                }
            }
        }
    }
}

/// Everything else that the attacker of the string may try.
pub(super) fn attack_others(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let (s, ply, attacker) = (t.s, t.ply, t.color.other());
    let from = list.len();
    if ply <= last_backfill(limits, t.n) {
        for (&x, spot) in t.liberties.iter().zip(&t.spots) {
            if spot.own <= 1 {
                backfills(board, x, attacker, list);
            }
        }
    }
    for (&x, spot) in t.liberties.iter().zip(&t.spots) {
        if spot.own == 1 && ply <= LAST_THROW_IN {
            list.push(x, THROW_IN, Kind::Direct);
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
        list.leave_out(from, Kind::Capture);
    }
    if far {
        list.sort_from(from);
        list.keep(from, width(limits, ply, DEEP_ATTACKS).max(from + 1));
        list.mark_late(from + LATE_FROM);
        return;
    }
    // Friends that the string could connect to.
    if ply <= limits.net_depth.min(LAST_FRIENDS) {
        for f in friends(board, t) {
            if board.liberty_count(f) <= 3 {
                for y in board.liberty_list::<3>(f) {
                    if !board.is_suicide(attacker, y) {
                        list.push(y, if t.n == 3 { FRIEND_AT_THREE } else { FRIEND }, Kind::Friend);
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
        3 => 3,
        _ => limits.net_depth,
    };
    if ply <= nets {
        extension_points(board, t, |p, score| {
            let own = board.liberties_after(attacker, p, 2);
            if own > 0 && (t.n == 3 || board.neighbours(p).any(|x| t.liberties.contains(&x))) {
                list.push(p, score + if own == 1 { -6 } else { 0 }, Kind::Second);
            }
        });
    }
    list.sort_from(from);
    list.keep(from, width(limits, ply, DEEP_ATTACKS).max(from + 1));
    list.mark_late(from + LATE_FROM);
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
                list.push(q, BETWEEN, Kind::Second);
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
                list.push(q, ABOVE_EDGE, Kind::Second);
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
        list.push(x, THROW_IN, Kind::Direct);
    }
    let far = t.ply > limits.branch_depth;
    for e in board.adjacent_list::<16>(t.s, if far { 1 } else { 2 }) {
        let score = if board.liberty_count(e) == 1 { SAVE + TAKING } else { LOOSEN };
        for y in taking_beside(board, e, t.s) {
            list.push(y, score, Kind::Capture);
        }
    }
    list.sort_from(from);
    list.keep(from, width(limits, t.ply, DEEP_ATTACKS).max(from + 1));
    list.mark_late(from + LATE_FROM);
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

/// Other strings of the owner next to the liberties.
pub(super) fn friends(board: &Board, t: &Target) -> PointList<12> {
    board.friend_list(t.s, &t.liberties)
}

/// Moves that prepare a stone of `color` at `x`, where it would be short of
/// liberties.
fn backfills(board: &Board, x: Point, color: Color, list: &mut MoveList) {
    for q in board.neighbours(x) {
        match board.at(q) {
            Cell::Empty => {
                if board.liberties_after(color, q, 2) > 1 {
                    list.push(q, 8, Kind::Backfill);
                }
            }
            cell if cell == color.cell() => {
                if board.liberty_count(q) <= 2 {
                    for y in board.liberty_list::<2>(q) {
                        if y != x && board.liberties_after(color, y, 2) > 1 {
                            list.push(y, 10, Kind::Backfill);
                        }
                    }
                }
            }
            _ => {
                if board.liberty_count(q) == 2 {
                    for y in board.liberty_list::<2>(q) {
                        if y != x {
                            list.push(y, 3, Kind::Backfill);
                        }
                    }
                }
            }
        }
    }
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

/// Where the owner of the string gains more than `enough` liberties by an extension.
pub(super) fn escape(board: &Board, t: &mut Target, enough: usize) -> Option<Point> {
    for (i, x) in t.liberties.into_iter().enumerate() {
        let spot = board.preview(x);
        let gain = spot.liberties(t.color, MANY);
        if gain > enough && board.is_legal(t.color, x) {
            return Some(x);
        }
        let worth = order::extension_to(t, &spot, gain as i32) as i16;
        let captures = spot.captures(t.color);
        t.spots[i] = Liberty { gain: gain as u8, own: 0, captures, worth };
    }
    None
}

/// Extensions and captures, for the owner of the string, who can not [`escape`].
pub(super) fn defence_direct(board: &Board, t: &Target, list: &mut MoveList) {
    for (&x, spot) in t.liberties.iter().zip(&t.spots) {
        if spot.gain > 1 || spot.captures {
            list.push(x, spot.worth.into(), Kind::Direct);
        }
    }
    for e in board.adjacent_list::<16>(t.s, 1) {
        if let Some(y) = board.atari_liberty(e) {
            list.push(y, order::capture_of(board, t, e, y), Kind::Capture);
        }
    }
    order::sort_defences(t, list, 0, 0);
}

/// Everything else that the owner of the string may try.
pub(super) fn defence_others(board: &Board, limits: &Limits, t: &Target, list: &mut MoveList) {
    let (s, color, ply) = (t.s, t.color, t.ply);
    let direct = list.len();
    // Letting the stone be taken by stones that are then taken themselves.
    if t.n == 1
        && board.string_size(s) == 1
        && let Some(&p) = t.liberties.first()
    {
        let captor = board.preview(p).liberty_list::<2>(color.other()).unwrap_or_default();
        if captor.contains(&s) && captor.len() == 2 {
            for q in captor {
                if q != s {
                    list.push(q, 6, Kind::Chain);
                }
            }
        }
    }
    // In atari only an extension or a capture helps, unless the capture is a
    // ko: then any move may.
    let hopeless = t.n == 1 && (ply > limits.ko_depth || !in_ko(board, s));
    if hopeless || ply > limits.depth {
        return;
    }
    if t.n == 1 {
        // What an extension would gain. A threat elsewhere is no defence of its own.
        for p in board.accurate_liberties(color, t.liberties[0]) {
            list.push(p, KO_FILL, Kind::Second);
        }
        return;
    }
    let mut fours: PointList<16> = PointList::new();
    if ply <= limits.break_chain_depth {
        let near = ply <= limits.backfill2_depth;
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
                        list.push(y, STUCK_AT_THREE, Kind::Chain);
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
                    list.push(y, if loose { 5 } else { CHAIN }, Kind::Chain);
                } else if !loose && ply < limits.backfill2_depth {
                    if own == 1 {
                        list.push(y, 3, Kind::Chain);
                    }
                    if ply <= LAST_CHAIN_BACKFILL {
                        backfills(board, y, color, list);
                    }
                }
            }
        }
    }
    for e in fours {
        four_liberties(board, t, e, list);
    }
    if ply <= limits.superstring_depth {
        // Friends next to the liberties: their trouble is ours, and what they
        // capture connects.
        let near = ply <= limits.backfill2_depth;
        for f in friends(board, t) {
            for e in board.adjacent_list::<16>(f, if near { 3 } else { 1 }) {
                let n = board.liberty_count(e);
                let score = [20, 9, 5][n.clamp(1, 3) - 1];
                for y in board.liberty_list::<3>(e) {
                    if n == 1 || board.liberties_after(color, y, 2) > 1 {
                        list.push(y, score, Kind::Friend);
                    }
                }
            }
        }
    }
    if ply <= limits.backfill_depth {
        // Cutting stones that hold an approach together.
        for x in t.liberties {
            for q in board.preview(x).liberty_list::<2>(color.other()).unwrap_or_default() {
                list.push(q, HOLDING, Kind::Backfill);
            }
        }
    }
    if ply <= limits.branch_depth {
        extension_points(board, t, |p, score| {
            if board.liberties_after(color, p, 2) > 1 {
                list.push(p, score, Kind::Second);
            }
        });
    }
    if t.n > 3 {
        // It runs rather than fights.
        list.leave_out(direct, Kind::Chain);
    }
    list.sort_from(direct);
    // One at least: what hems the string in may be weak.
    list.keep(direct, width(limits, ply, DEEP_DEFENCES).max(direct + 1));
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
            list.push(y, CUT, Kind::Chain);
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
            list.push(y, STUCK, Kind::Chain);
        }
    }
    let outside = || liberties.iter().filter(|y| !t.liberties.contains(y));
    if t.n == 3 && t.ply <= LAST_OUTSIDE && outside().count() <= MOST_OUTSIDE {
        for &y in outside().filter(|y| on(y)) {
            list.push(y, OUTSIDE, Kind::Chain);
        }
    }
}

/// Everything that the attacker or the owner of the string may try.
pub(super) fn all(board: &Board, limits: &Limits, t: &mut Target, attacking: bool) -> MoveList {
    let mut list = MoveList::new();
    if attacking {
        attack_direct(board, t, &mut list);
        attack_others(board, limits, t, &mut list);
    } else {
        escape(board, t, usize::MAX);
        defence_direct(board, t, &mut list);
        defence_others(board, limits, t, &mut list);
    }
    list
}
