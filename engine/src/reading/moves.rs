//! Which moves the search tries, and in what order.
//!
//! For a string with liberties `x1…xn` let the *extension* `E(xi)` be the
//! liberties it would have after its owner plays `xi`, without the other `xj`.
//! A point in several extensions is where nets (geta) and escapes are made.
//! Attackers may be given too few moves (a capture is then missed); defenders
//! should be given enough (or a string is called captured that is not).

use super::Limits;
use super::list::MoveList;
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Cell, Color, Point};

/// How many moves are tried in a node at this ply.
fn width(limits: &Limits, ply: usize) -> usize {
    if ply > limits.branch_depth {
        3
    } else {
        match ply {
            0..=1 => 16,
            2..=3 => 10,
            4..=6 => 7,
            7..=9 => 5,
            _ => 4,
        }
    }
}

/// The points of the extensions of a string, each with a score.
fn extension_points(board: &Board, s: Point, color: Color, liberties: &PointSet) -> MoveList {
    let mut once = PointSet::EMPTY;
    let mut twice = PointSet::EMPTY;
    for x in liberties {
        let e = board.accurate_liberties(color, x).minus(liberties);
        twice.union_with(&once.and(&e));
        once.union_with(&e);
    }
    let mut list = MoveList::new();
    for p in twice {
        list.push(p, 18);
    }
    for p in once {
        if board.is_empty(p) {
            let friend = board
                .neighbour_strings(p, color)
                .iter()
                .any(|f| !board.same_string(f, s) && board.liberty_count(f) >= 3);
            let bonus = if friend { 6 } else { 0 } + if twice.contains(p) { 18 } else { 8 };
            list.push(p, bonus);
        }
    }
    list
}

/// Moves by which a string in atari of `color` gets out: extension and
/// captures.
fn rescue(board: &Board, s: Point, color: Color, list: &mut MoveList, score: i32) {
    for y in board.liberties(s) {
        if board.accurate_liberties(color, y).len() > 1 {
            list.push(y, score);
        }
    }
    for e in board.adjacent_enemies_with(s, 1) {
        for y in board.liberties(e) {
            list.push(y, score + 2);
        }
    }
}

/// Moves for the attacker of the string at `s`, which has at least two
/// liberties.
pub(super) fn attacks(board: &Board, limits: &Limits, s: Point, ply: usize) -> MoveList {
    let mut list = MoveList::new();
    let Some(color) = board.color_at(s) else { return list };
    let attacker = color.other();
    let liberties = board.liberties(s);
    let n = liberties.len();
    for x in liberties {
        let gain = board.accurate_liberties(color, x).len() as i32;
        let own = board.accurate_liberties(attacker, x).len() as i32;
        let mut score = 10 * gain + 3 * own.min(4) + 20;
        if own <= 1 {
            score -= 35;
        }
        if own > 0 {
            list.push(x, score);
        }
        if own <= 1 && ply <= limits.backfill_depth {
            backfills(board, x, attacker, &mut list);
        }
    }
    if ply > limits.branch_depth {
        return list.sorted(width(limits, ply));
    }
    // The attacker's own stones in trouble.
    for e in board.adjacent_enemies_with(s, 2) {
        if board.liberty_count(e) == 1 {
            rescue(board, e, attacker, &mut list, 45);
        } else if ply <= limits.net_depth {
            for y in board.liberties(e) {
                let own = board.accurate_liberties(attacker, y).len();
                if own > 2 || (own == 2 && board.neighbour_strings(y, attacker).len() > 1) {
                    list.push(y, 9 + own.min(4) as i32);
                }
            }
            for weak in board.adjacent_enemies_with(e, 1) {
                if !board.same_string(weak, s) {
                    for y in board.liberties(weak) {
                        list.push(y, 25);
                    }
                }
            }
        }
    }
    // Friends that the string could connect to.
    if ply <= limits.net_depth {
        let mut friends = PointSet::EMPTY;
        for x in liberties {
            friends.union_with(&board.neighbour_strings(x, color));
        }
        friends.remove(board.origin(s));
        for f in friends {
            if board.liberty_count(f) <= 2 {
                for y in board.liberties(f) {
                    if !board.is_suicide(attacker, y) {
                        list.push(y, 11);
                    }
                }
            }
        }
    }
    if ply <= limits.net_depth || n >= 3 {
        for &(score, p) in extension_points(board, s, color, &liberties).as_slice() {
            if ply <= 2 || score >= 14 || (ply <= limits.net_depth && n == 2) {
                let own = board.accurate_liberties(attacker, p).len();
                if own > 0 {
                    list.push(p, score + if own == 1 { -6 } else { 0 });
                }
            }
        }
    }
    list.sorted(width(limits, ply))
}

/// Moves that prepare a stone of `color` at `x`, where it would be short of
/// liberties.
fn backfills(board: &Board, x: Point, color: Color, list: &mut MoveList) {
    for q in board.neighbours(x) {
        match board.at(q) {
            Cell::Empty => {
                if board.approximate_liberties(color, q).len() > 1 {
                    list.push(q, 8);
                }
            }
            cell if cell == color.cell() => {
                if board.liberty_count(q) <= 2 {
                    for y in board.liberties(q) {
                        if y != x && board.approximate_liberties(color, y).len() > 1 {
                            list.push(y, 10);
                        }
                    }
                }
            }
            _ => {
                if board.liberty_count(q) == 2 {
                    for y in board.liberties(q) {
                        if y != x {
                            list.push(y, 6);
                        }
                    }
                }
            }
        }
    }
}

/// Whether the string at `s` is a stone in atari whose capture would be a ko.
pub(super) fn in_ko(board: &Board, s: Point) -> bool {
    let (Some(color), Some(p)) = (board.color_at(s), board.liberties(s).first()) else {
        return false;
    };
    board.liberty_count(s) == 1 && board.takes_ko(color.other(), p) == Some(s)
}

/// Moves for the owner of the string at `s`.
pub(super) fn defences(board: &Board, limits: &Limits, s: Point, ply: usize) -> MoveList {
    let mut list = MoveList::new();
    let Some(color) = board.color_at(s) else { return list };
    let liberties = board.liberties(s);
    let n = liberties.len();
    for x in liberties {
        let gain = board.accurate_liberties(color, x).len() as i32;
        if gain > 1 || board.captures_something(color, x) {
            list.push(x, 10 * gain);
        }
    }
    for e in board.adjacent_enemies_with(s, 1) {
        for y in board.liberties(e) {
            list.push(y, 25 + 5 * board.string_size(e).min(6) as i32);
        }
    }
    // In atari only an extension or a capture helps, unless the capture is a
    // ko: then any move may.
    let hopeless = n == 1 && (ply > limits.ko_depth || !in_ko(board, s));
    if hopeless || ply > limits.depth {
        return list.sorted(width(limits, ply));
    }
    if ply <= limits.backfill_depth {
        for e in board.adjacent_enemies_with(s, if ply <= 2 { 3 } else { 2 }) {
            let loose = board.liberty_count(e) == 3;
            for y in board.liberties(e) {
                let own = board.accurate_liberties(color, y).len();
                if own > 1 {
                    list.push(y, if loose { 4 } else { 12 });
                } else if own == 1 && !loose && ply <= 4 {
                    list.push(y, 3);
                }
            }
        }
        // Friends next to the liberties: their trouble is ours.
        let mut friends = PointSet::EMPTY;
        for x in liberties {
            friends.union_with(&board.neighbour_strings(x, color));
        }
        friends.remove(board.origin(s));
        for f in friends {
            for e in board.adjacent_enemies_with(f, 1) {
                for y in board.liberties(e) {
                    list.push(y, 14);
                }
            }
        }
        // Cutting stones that hold an approach together.
        for x in liberties {
            if board.accurate_liberties(color.other(), x).len() <= 2 {
                for q in board.accurate_liberties(color.other(), x) {
                    list.push(q, 7);
                }
            }
        }
    }
    if ply <= limits.branch_depth {
        for &(score, p) in extension_points(board, s, color, &liberties).as_slice() {
            if board.accurate_liberties(color, p).len() > 1 {
                list.push(p, score);
            }
        }
    }
    list.sorted(width(limits, ply))
}
