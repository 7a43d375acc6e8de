//! Whether a move is safe: its stone is not simply captured, nothing else of its side is, and what it belongs to
//! does not die.
//!
//! [`danger`] asks capture reading, about many moves. [`dies`] asks life-and-death reading after the move, and is asked
//! about moves that stand first only: so it may look closely. Moves that take something are asked about by it as well: what
//! becomes of their value is the caller's to say. It reads what `facts` say of the position before, plays
//! the move and takes it back; it changes no value.

use super::MoveReason;
use crate::board::PointSet;
use crate::facts::Facts;
use crate::life::owl::{Goal, OwlQuestion, Terms};
use crate::patterns::PatternRunner;
use crate::reading::{Code, Memory, Reader};
use crate::search::Deadline;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// What the move costs because strings that were safe can then be captured;
/// `None` if the stone itself would be lost for nothing.
pub(super) fn danger(
    reader: &mut Reader<'_>,
    facts: &Facts,
    color: Color,
    p: Point,
    sacrifice: bool,
) -> Option<f32> {
    let safe = reader.safe_move(p, color);
    if safe == Code::Lose && !sacrifice {
        return None;
    }
    if !reader.play(color, p) {
        return None;
    }
    let mut loss: f32 = if safe == Code::Win || sacrifice { 0.0 } else { 2.0 };
    for worm in facts.worms.list() {
        let s = worm.origin;
        let was_safe = worm.color == color && !worm.attack.is_success();
        if was_safe
            && reader.board().color_at(s) == Some(color)
            && reader.board().liberty_count(s) <= 3
            && !reader.board().same_string(s, p)
            && reader.attack(s).is_success()
        {
            loss += 2.0 * worm.reach;
        }
    }
    reader.undo();
    Some(loss)
}

/// Entries of the transposition table that a question of [`dies`] has to itself.
const REMEMBERED: usize = 1 << 13;

/// A move as [`dies`] is asked about it.
pub(super) struct Asked<'m> {
    /// The move.
    pub(super) point: Point,
    /// What speaks for it.
    pub(super) reasons: &'m [MoveReason],
    /// A pattern says that its stone may be lost.
    pub(super) sacrifice: bool,
}

impl Asked<'_> {
    /// Whether it decides about more than its own stones, by reading or because a pattern says so, or invades: then it need not
    /// be shown to live. What an invader risks is taken off its value ([`crate::weights::Weights::invasion`]).
    fn need_not_live(&self) -> bool {
        self.sacrifice
            || self.reasons.iter().any(|r| {
                matches!(
                    r,
                    MoveReason::Kill(..)
                        | MoveReason::Live(..)
                        | MoveReason::AttackEither(..)
                        | MoveReason::Combination(..)
                        | MoveReason::Room(_)
                        | MoveReason::Invade
                )
            })
    }
}

/// Whether the stones that the move belongs to are dead after it by life-and-death reading, its opponent moving first, though it
/// is played to live: it joins dragons that do not live, or none.
pub(super) fn dies(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    asked: &Asked<'_>,
    color: Color,
    facts: &Facts,
    deadline: Deadline,
) -> bool {
    if asked.need_not_live() {
        return false;
    }
    let p = asked.point;
    let board = reader.board();
    let mut stones = PointSet::EMPTY;
    for q in board.neighbours(p).filter(|&q| board.color_at(q) == Some(color)) {
        let Some(dragon) = facts.dragons.get(q) else { continue };
        if dragon.status == Status::Alive {
            return false;
        }
        stones.union_with(&dragon.stones(board));
    }
    if !reader.play(color, p) {
        return false;
    }
    stones.insert(p);
    // What was asked before must not change the answer.
    let (limits, mut memory) = (reader.limits(), Memory::new(REMEMBERED));
    let mut fresh = Reader::new(reader.board_mut(), limits, &mut memory);
    fresh.set_deadline(deadline);
    let influence = facts.influence_without(runner, &mut fresh, &stones, color.other());
    let terms = Terms::of(limits, deadline);
    let goal = Goal::new(fresh.board(), facts, stones, &influence);
    let answer = goal.map(|goal| OwlQuestion::Attack.answer(&mut fresh, runner, &goal, terms));
    reader.undo();
    answer.is_some_and(|a| a.certain && a.reading.code == Code::Win)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CORNERS, look_at};
    use super::*;

    /// Whether Black's move at a vertex dies, if `reason` speaks for it.
    fn dies_at(text: &str, at: (usize, usize), reason: MoveReason) -> bool {
        look_at(text, |runner, reader, facts| {
            let (point, reasons) = (Point::new(at.0, at.1), &[reason]);
            let asked = Asked { point, reasons, sacrifice: false };
            dies(runner, reader, &asked, Color::Black, facts, Deadline::NONE)
        })
    }

    #[test]
    fn a_move_that_joins_what_dies_is_not_safe() {
        assert!(dies_at(CORNERS, (0, 0), MoveReason::Territory));
        assert!(!dies_at(CORNERS, (0, 1), MoveReason::Territory));
        assert!(!dies_at(CORNERS, (2, 6), MoveReason::Territory));
    }

    #[test]
    fn reading_that_decides_about_a_dragon_is_not_asked_again() {
        let corner = Point::new(1, 0);
        assert!(!dies_at(CORNERS, (0, 0), MoveReason::Live(corner, None)));
        assert!(dies_at(CORNERS, (0, 0), MoveReason::StrategicDefend(corner)));
    }

    #[test]
    fn a_stone_that_invades_is_not_asked_about() {
        assert!(!dies_at(CORNERS, (0, 0), MoveReason::Invade));
    }

    #[test]
    fn a_stone_alone_among_the_opponents_dies() {
        let text = "
            . . O . . O .
            . O . . . O .
            O . . . O O .
            . . . . O . .
            . O . O O . .
            O O O O . . .
            . O . O . O .";
        assert!(dies_at(text, (0, 1), MoveReason::Moyo));
    }
}
