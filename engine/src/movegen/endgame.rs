//! The end of the game: neutral points, what must never be played, and when it is too early
//! to pass.

use crate::board::Board;
use crate::facts::Facts;
use crate::patterns::GameInfo;
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};

/// Whether the vertex is an eye of `color` that must not be filled: all its
/// neighbours are stones of `color`, and it is not false.
pub(super) fn is_own_eye(board: &Board, facts: &Facts, p: Point, color: Color) -> bool {
    let is_false = facts.eyes.half_eye(p).is_some_and(|h| h.value >= 4.0);
    board.is_empty(p) && board.is_enclosed(p, color) && !is_false
}

/// A vertex that is worth a point under area rules and nothing under territory
/// rules: nobody's territory, safe to play, no eye.
pub(super) fn dame(reader: &mut Reader<'_>, facts: &Facts, color: Color) -> Option<Point> {
    let size = reader.board().size();
    let influence = facts.influence_for(color);
    let mut best: Option<(usize, Point)> = None;
    for p in Point::all(size) {
        let board = reader.board();
        if !board.is_empty(p) || influence.territory(p).is_some() {
            continue;
        }
        if facts.eyes.of_any(p).any(|e| !e.marginal.contains(p))
            || is_own_eye(board, facts, p, color)
        {
            continue;
        }
        let touching = board.count_neighbours(p, color.cell())
            + 2 * board.count_neighbours(p, color.other().cell());
        if touching == 0 || best.is_some_and(|b| b.0 >= touching) {
            continue;
        }
        if reader.safe_move(p, color) == Code::Win {
            best = Some((touching, p));
        }
    }
    best.map(|b| b.1)
}

/// A move for `color` where no move has a value that is worth playing, though it is too early
/// to pass: less than two fifths of the board are filled, or, for somebody who is behind, less than
/// three fifths, and there is room. The most open vertex; one that is no eye and no self-atari.
pub(super) fn too_early_to_pass(
    board: &Board,
    facts: &Facts,
    color: Color,
    game: GameInfo,
    may_play: &dyn Fn(Point) -> bool,
) -> Option<Point> {
    let (filled, area) = (board.stone_count() * 5, board.size() * board.size());
    let komi = if color == game.white { game.komi } else { -game.komi };
    let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
    let behind = facts.influence_for(color).score(color) + prisoners + komi < 0.0;
    if game.scoring || filled >= area * if behind { 3 } else { 2 } {
        return None;
    }
    let early = filled < area * 2;
    let distance = |p: Point| {
        let theirs = Point::all(board.size()).filter(|&q| board.color_at(q) == Some(color.other()));
        theirs.map(|q| p.row().abs_diff(q.row()) + p.col().abs_diff(q.col())).min().unwrap_or(9)
    };
    let open = |p: Point| (board.liberties_after(color, p, 4), distance(p));
    let enough = |(liberties, steps): (usize, usize)| {
        if early { liberties > 1 } else { liberties > 2 && steps > 1 }
    };
    Point::all(board.size())
        .filter(|&p| board.is_legal(color, p) && may_play(p) && enough(open(p)))
        .filter(|&p| !is_own_eye(board, facts, p, color))
        .max_by_key(|&p| (open(p), std::cmp::Reverse(p)))
}
