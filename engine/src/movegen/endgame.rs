//! The end of the game: neutral points, what must never be played, and when it is too early
//! to pass.

use super::Context;
use crate::board::Board;
use crate::facts::Facts;
use crate::patterns::{GameInfo, PatternRunner};
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// Whether the vertex is an eye of `color` that must not be filled: all its
/// neighbours are stones of `color`, it is not false, and nobody can take any of them by playing there.
pub(super) fn is_own_eye(board: &Board, facts: &Facts, p: Point, color: Color) -> bool {
    let is_false = facts.eyes.half_eye(p).is_some_and(|h| h.value >= 4.0);
    board.is_empty(p)
        && board.is_enclosed(p, color)
        && !is_false
        && board.neighbours(p).all(|q| board.liberty_count(q) > 1)
}

/// The vertices that fall to nobody: no territory, no eye, next to a living stone of `color` or of its opponent,
/// those first that touch most.
fn neutral(board: &Board, facts: &Facts, color: Color) -> Vec<Point> {
    let influence = facts.influence_for(color);
    let lives = |q: Point| facts.dragons.status(q) != Some(Status::Dead);
    let touching = |p: Point, c: Color| {
        board.neighbours(p).filter(|&q| board.color_at(q) == Some(c) && lives(q)).count()
    };
    let mut out: Vec<(usize, Point)> = Vec::new();
    for p in Point::all(board.size()) {
        let settled = !board.is_empty(p) || influence.territory(p).is_some();
        if settled
            || facts.eyes.of_any(p).any(|e| !e.marginal.contains(p))
            || is_own_eye(board, facts, p, color)
        {
            continue;
        }
        let weight = touching(p, color) + 2 * touching(p, color.other());
        if weight > 0 {
            out.push((weight, p));
        }
    }
    out.sort_by_key(|&(weight, p)| (std::cmp::Reverse(weight), p));
    out.into_iter().map(|(_, p)| p).collect()
}

/// A neutral vertex to fill, which costs nothing: worth a point under area rules, nothing under territory
/// rules. `costs_nothing` says that all is safe after a move. If none is left that can be filled so, a move
/// that becomes necessary when the opponent fills one: it saves what he attacks by that.
pub(super) fn dame(
    reader: &mut Reader<'_>,
    facts: &Facts,
    color: Color,
    mut costs_nothing: impl FnMut(&mut Reader<'_>, Point) -> bool,
) -> Option<Point> {
    let all = neutral(reader.board(), facts, color);
    if let Some(&p) = all.iter().find(|&&p| costs_nothing(reader, p)) {
        return Some(p);
    }
    for p in all {
        if reader.safe_move(p, color.other()) != Code::Win || !reader.play(color.other(), p) {
            continue;
        }
        let mut defence = None;
        for worm in facts.worms.list().iter().filter(|w| w.color == color) {
            let s = worm.origin;
            let was_safe = !worm.attack.is_success() && reader.board().liberty_count(s) <= 3;
            if was_safe && reader.attack(s).is_success() {
                let saved = reader.defend(s);
                defence = (saved.is_success() && !saved.point.is_pass()).then_some(saved.point);
            }
            if defence.is_some() {
                break;
            }
        }
        reader.undo();
        let legal = |d: &Point| *d != p && reader.board().is_legal(color, *d);
        if let Some(d) = defence.filter(legal)
            && costs_nothing(reader, d)
        {
            return Some(d);
        }
    }
    None
}

/// Points of a lead that is worth a move to keep.
const CLEARLY_AHEAD: f32 = 10.0;

/// The facts for somebody who is clearly ahead and whose opponent moves about in a dragon that is dead
/// (manual, "Move Generators", `revise_thrashing_dragon`): there it is not taken for dead, so that it is
/// attacked once more.
pub(super) fn thrashing(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> Option<Facts> {
    let last = ctx.last?;
    let dragon = ctx.facts.dragons.get(last)?;
    let lost = dragon.strings.iter().all(|&s| ctx.facts.worms.is_lost(s));
    if dragon.color == color || dragon.status != Status::Dead || lost {
        return None;
    }
    if lead(reader.board(), ctx.facts, color, ctx.game) < CLEARLY_AHEAD {
        return None;
    }
    let mut facts = ctx.facts.clone();
    facts.dragons.revise(last, Status::Unknown, None);
    facts.renew_influence(runner, reader);
    Some(facts)
}

/// Points by which `color` is expected to win.
fn lead(board: &Board, facts: &Facts, color: Color, game: GameInfo) -> f32 {
    let komi = if color == game.white { game.komi } else { -game.komi };
    let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
    facts.influence_for(color).score(color) + prisoners + komi
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
    let behind = lead(board, facts, color, game) < 0.0;
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
