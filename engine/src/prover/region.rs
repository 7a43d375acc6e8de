//! Where the moves of a proof are looked for: regions around a group that grow by stages.
//!
//! A vertex belongs to the region of a group if the group is at least as near as the
//! opponent's stones outside, or, at later stages, hardly farther. Stones of the opponent
//! that cannot get out without passing next to the group are inside: they are no wall, and
//! taken for empty. Distances are steps over empty vertices.
//!
//! Strings of the group's owner that are not cut off from the open board ([`domain`]) are no
//! part of the group: they and what is theirs count as safe. So strings of the opponent
//! that they cut off are no wall, but inside.

use crate::board::{Board, PointSet};
use mkpat_rt::geom::{Color, Point};

/// A distance that is never reached.
const FAR: u32 = 1000;

/// The strings of the group of a colour with stones in `seeds`: those that touch
/// diagonally and are not cut there, or are connected by a way of at most two empty vertices.
/// Strings with a way into the open board belong to it only if they are among the seeds.
pub fn group(board: &Board, seeds: &PointSet) -> PointSet {
    let Some(color) = seeds.first().and_then(|p| board.color_at(p)) else {
        return PointSet::EMPTY;
    };
    group_beside(board, seeds, color, &domain(board, color))
}

/// As [`group`], if its colour has this domain.
pub(super) fn group_beside(
    board: &Board,
    seeds: &PointSet,
    color: Color,
    free: &PointSet,
) -> PointSet {
    let mut group = PointSet::EMPTY;
    let mut todo: Vec<Point> = seeds.iter().collect();
    while let Some(p) = todo.pop() {
        let joins = board.color_at(p) == Some(color) && !group.contains(p);
        if !joins || free.contains(p) && !seeds.contains(p) {
            continue;
        }
        let stones = board.string_stones(p);
        group.union_with(&stones);
        for s in &stones {
            todo.extend(board.diagonals(s).filter(|&d| !is_cut(board, s, d)));
        }
        for l in board.liberties(p) {
            todo.extend(board.neighbours(l));
            for m in board.neighbours(l).into_iter().filter(|&m| board.is_empty(m)) {
                todo.extend(board.neighbours(m));
            }
        }
    }
    group
}

/// Whether the opponent has both vertices between two stones that touch diagonally.
fn is_cut(board: &Board, p: Point, q: Point) -> bool {
    let enemy = board.color_at(p).map(Color::other);
    let between = [Point::new(p.row(), q.col()), Point::new(q.row(), p.col())];
    between.into_iter().all(|v| board.color_at(v) == enemy)
}

/// The part of a region that is at most so many steps from some stones, over all vertices,
/// with all of their strings.
pub(super) fn within(
    board: &Board,
    region: &PointSet,
    stones: &PointSet,
    steps: usize,
) -> PointSet {
    let all = PointSet::within(board.size(), 0);
    let strings = stones.iter().fold(*stones, |all, p| all.or(&board.string_stones(p)));
    grown(&strings, steps).and(&all).and(region)
}

/// A set and what is so many steps from it.
fn grown(set: &PointSet, steps: usize) -> PointSet {
    (0..steps).fold(*set, |set, _| set.or(&set.beside()))
}

/// Empty vertices that a domain has at least.
const DOMAIN: usize = 24;

/// What is a colour's on the open board: vertices that are nearer to its stones than to those
/// of its opponent, where there are many of them together, and the strings that touch them.
pub fn domain(board: &Board, color: Color) -> PointSet {
    let (own, empty) = (board.stones_of(color), board.empty_points());
    let mine = nearer(&own, &board.stones_of(color.other()), &empty);
    let over = mine.or(&own);
    let mut out = PointSet::EMPTY;
    let mut left = mine;
    while left.len() >= DOMAIN
        && let Some(p) = left.first()
    {
        let part = [p].into_iter().collect::<PointSet>().flooded(&over);
        left = left.minus(&part);
        if part.and(&mine).len() >= DOMAIN {
            out.union_with(&part);
        }
    }
    out
}

/// The vertices in `over` to which there are fewer steps over such vertices from `own` than from `theirs`; both lie outside.
fn nearer(own: &PointSet, theirs: &PointSet, over: &PointSet) -> PointSet {
    let mut out = PointSet::EMPTY;
    let (mut left, mut fronts) = ([*over; 2], [*own, *theirs]);
    while !fronts[0].is_empty() {
        for (front, left) in fronts.iter_mut().zip(&mut left) {
            *front = front.beside().and(left);
            *left = left.minus(front);
        }
        // What the others have not reached by now is not as near to them.
        out.union_with(&fronts[0].and(&left[1]));
    }
    out
}

/// Steps from `from` over vertices in `over`.
fn distances(from: &PointSet, over: &PointSet) -> Vec<u32> {
    let mut out = vec![FAR; mkpat_rt::geom::AREA];
    from.iter().for_each(|p| out[p.idx()] = 0);
    let (mut front, mut left) = (*from, over.minus(from));
    for steps in 1.. {
        front = front.beside().and(&left);
        if front.is_empty() {
            break;
        }
        front.iter().for_each(|p| out[p.idx()] = steps);
        left = left.minus(&front);
    }
    out
}

/// Strings of `enemy` that cannot get away from the group but over vertices next to it.
fn inside(board: &Board, group: &PointSet, enemy: Color) -> PointSet {
    let size = board.size();
    let all = PointSet::within(size, 0);
    let near = group.beside().and(&all);
    let enemies = board.stones_of(enemy);
    let stones = enemies.or(&board.stones_of(enemy.other()));
    // Away is where no stone is within three steps, or, where that is nowhere, the
    // enemy's largest string.
    let mut wide = stones;
    for _ in 0..3 {
        wide = wide.or(&wide.beside()).and(&all);
    }
    let mut away = all.minus(&wide);
    if away.is_empty() {
        let strings = board.strings().filter(|&s| board.color_at(s) == Some(enemy));
        let Some(largest) = strings.max_by_key(|&s| board.string_size(s)) else { return away };
        away = board.string_stones(largest);
    }
    let empty = all.minus(&stones);
    let over = enemies.or(&empty.minus(&near));
    enemies.minus(&away.flooded(&over))
}

/// Lines from the nearest edge, and from the nearest one of the others.
fn lines(board: &Board, p: Point) -> (usize, usize) {
    let last = board.size() - 1;
    let (row, col) = (p.row().min(last - p.row()), p.col().min(last - p.col()));
    (row.min(col), row.max(col))
}

/// The stage at which a vertex that is so far from the group, from the wall and
/// from the edge comes in: the nearer to the edge, the sooner.
fn level(own: u32, theirs: u32, (line, other): (usize, usize)) -> u32 {
    // The corner belongs to whoever is near.
    let limit = if other < 3 { 6 } else { 4 - (line as u32).min(2) };
    let beyond = own.saturating_sub(limit);
    let late = own.saturating_sub(theirs);
    let late = match (late, line) {
        (0, _) => 0,
        (1, 0) => 1,
        (1, 1) => 2,
        (n, 0) => n + 1,
        (n, _) => n + 2,
    };
    late + 2 * beyond
}

/// The open vertices around a group at a stage, and what counts as safe stones of its
/// owner, whose domain is `free`.
pub(super) fn around(
    board: &Board,
    group: &PointSet,
    owner: Color,
    free: &PointSet,
    stage: usize,
) -> (PointSet, PointSet) {
    let enemy = owner.other();
    let mut inner = inside(board, group, enemy);
    let mut safe = *free;
    if safe.intersects(group) {
        safe = PointSet::EMPTY;
    }
    if safe.intersects(&grown(group, 4)) {
        inner.union_with(&cut_off(board, &safe, group, enemy));
    }
    let over = board.empty_points().or(&inner);
    let walls = board.stones_of(enemy).minus(&inner);
    let (own, theirs) = (distances(group, &over), distances(&walls, &over));
    let mut open = *group;
    for p in over {
        let (own, theirs) = (own[p.idx()], theirs[p.idx()]);
        if safe.contains(p) && own > 2 {
            continue;
        }
        if level(own, theirs, lines(board, p)) <= stage as u32 {
            open.insert(p);
        }
    }
    // Strings of the wall that can be taken, with their liberties; at stage 0 those
    // that have none outside.
    for s in board.strings().filter(|&s| board.color_at(s) == Some(enemy)) {
        let liberties = board.liberties(s);
        let weak = stage > 1 && liberties.len() <= stage;
        let touches = liberties.intersects(&open);
        if liberties.is_subset(&open) || weak && touches {
            open.union_with(&board.string_stones(s));
            open.union_with(&liberties);
        }
    }
    // Strings of the owner without which stones of the wall that may be taken would have friends
    // outside.
    let reached = open.and(&board.stones_of(enemy));
    let beside = reached.beside().minus(&open);
    for p in beside.iter().filter(|&p| board.color_at(p) == Some(owner) && !safe.contains(p)) {
        open.union_with(&board.string_stones(p));
        open.union_with(&board.liberties(p));
    }
    // What is only near to safe stones is no stone next to where it is played.
    let near = safe.and(&board.empty_points());
    for _ in 0..1 + stage / 2 {
        open.union_with(&open.beside().and(&near));
    }
    (open, safe)
}

/// Strings of `enemy` near a group that safe stones of its owner cut off from the open
/// board.
fn cut_off(board: &Board, safe: &PointSet, group: &PointSet, enemy: Color) -> PointSet {
    let free = domain(board, enemy);
    let mut out = PointSet::EMPTY;
    for s in board.strings().filter(|&s| board.color_at(s) == Some(enemy) && !free.contains(s)) {
        let stones = board.string_stones(s);
        let near = grown(&stones, 2);
        if near.intersects(safe) && near.intersects(group) {
            out.union_with(&stones);
        }
    }
    out
}

/// The open vertices around strings of which one is to be taken: what is near, and the
/// strings around that may be taken, with their liberties. All of a small board.
pub(super) fn near(board: &Board, strings: &PointSet, stage: usize) -> PointSet {
    let all = PointSet::within(board.size(), 0);
    if board.size() <= WHOLE {
        return all;
    }
    let Some(color) = strings.first().and_then(|p| board.color_at(p)) else { return all };
    let empty = board.empty_points();
    let steps = 2 + stage;
    let mut open = *strings;
    for _ in 0..steps {
        // Friends that are reached belong to it.
        let mut more = open.beside().and(&empty);
        for p in open.beside().and(&all) {
            if board.color_at(p) == Some(color) {
                more.union_with(&board.string_stones(p));
            }
        }
        open.union_with(&more);
    }
    let touching: PointSet =
        strings.beside().and(&all).iter().filter(|&p| board.at(p).is_stone()).collect();
    let reached = open;
    for s in board.strings() {
        let (stones, liberties) = (board.string_stones(s), board.liberties(s));
        let is_near = liberties.intersects(&reached) || stones.intersects(&touching);
        if is_near && liberties.len() <= 2 + stage {
            open.union_with(&stones);
            open.union_with(&liberties);
        }
    }
    // What has no liberty outside is no wall, whichever string brought in the last of them.
    for s in board.strings() {
        if board.liberties(s).is_subset(&open) {
            open.union_with(&board.string_stones(s));
        }
    }
    open
}

/// Boards up to this size are looked at as a whole where strings are to be taken.
const WHOLE: usize = 7;

/// The open vertices around two strings that are to be connected: what is near to
/// both, or near to their way to each other.
pub(super) fn between(
    board: &Board,
    p: Point,
    q: Point,
    both: &PointSet,
    stage: usize,
) -> PointSet {
    let all = PointSet::within(board.size(), 0);
    if board.size() <= WHOLE {
        return all;
    }
    let Some(color) = board.color_at(p) else { return all };
    let over = all.minus(&board.stones_of(color.other()));
    let from = |s: Point| distances(&board.string_stones(s), &over);
    let (first, second) = (from(p), from(q));
    let least = board
        .string_stones(q)
        .beside()
        .and(&all)
        .iter()
        .map(|v| first[v.idx()])
        .min()
        .unwrap_or(FAR);
    let limit = least.min(6) + 2 + stage as u32;
    let mut open = *both;
    for v in over {
        if first[v.idx()].saturating_add(second[v.idx()]) <= limit {
            open.insert(v);
            if board.color_at(v).is_some() {
                open.union_with(&board.string_stones(v));
            }
        }
    }
    for s in board.strings().filter(|&s| board.color_at(s) == Some(color.other())) {
        let liberties = board.liberties(s);
        let weak = liberties.len() <= 2 + stage && liberties.intersects(&open);
        if liberties.is_subset(&open) || weak {
            open.union_with(&board.string_stones(s));
            open.union_with(&liberties);
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    /// The way around the wall is longer than it looks, a vertex as far from both is nobody's, and the one that is
    /// closed in is nearer to whom it belongs to.
    #[test]
    fn what_is_nearer_has_fewer_steps() {
        let board = diagram::parse(
            "
            . . X . . . .
            . . X . . . .
            X X X . . O .
            . . . . . . .
            X X . . . . .
            . X . . . . .
            . X . . . . .",
        )
        .expect("a diagram");
        let empty = board.empty_points();
        let [black, white] = Color::BOTH.map(|c| board.stones_of(c));
        let (own, theirs) = (distances(&black, &empty), distances(&white, &empty));
        assert_eq!(theirs[Point::new(0, 0).idx()], FAR);
        assert_eq!([own[Point::new(2, 3).idx()], theirs[Point::new(2, 4).idx()]], [1, 1]);
        assert_eq!(theirs[Point::new(3, 0).idx()], 6);
        for (found, near, far) in [
            (nearer(&black, &white, &empty), &own, &theirs),
            (nearer(&white, &black, &empty), &theirs, &own),
        ] {
            let expected: PointSet =
                empty.iter().filter(|p| near[p.idx()] < far[p.idx()]).collect();
            assert_eq!(found, expected);
        }
        let both = [nearer(&black, &white, &empty), nearer(&white, &black, &empty)];
        assert!(both[0].contains(Point::new(0, 0)));
        assert!(both.iter().all(|set| !set.contains(Point::new(1, 4))));
    }
}
