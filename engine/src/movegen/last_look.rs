//! A last look at the move that random games have put first: what reading says of it they do not know.
//!
//! What stands first by its reasons has been asked about by life-and-death reading before there were games. They may put another move
//! first, and that may die with what it belongs to. Such a move is refused here, and the next one takes its place: not a much
//! worse one by the games, for they see much that reading does not. No value is changed.

use super::safety::{self, Asked};
use super::{Considered, Dismissal};
use crate::board::PointSet;
use crate::facts::Facts;
use crate::patterns::PatternRunner;
use crate::reading::Reader;
use crate::search::Deadline;
use mkpat_rt::geom::{Color, Point};

/// So many moves are asked about at most.
const ASKED: usize = 4;

/// Part of the value of the first move below which none takes its place.
const CLOSE: f32 = 0.1;

/// Refuses the first moves of `color` if they die, and one that does not is close. Of `sacrifices` patterns say that their
/// stones may be lost; `known` stood first before the games.
pub(super) fn refuse(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    (sacrifices, known): (&PointSet, Option<Point>),
    color: Color,
    (facts, deadline): (&Facts, Deadline),
    considered: &mut Considered,
) {
    if deadline.passed() {
        return;
    }
    let moves = &considered.candidates;
    let close = CLOSE * moves.first().map_or(0.0, |c| c.value);
    let stays = moves.iter().take(ASKED).position(|c| {
        let sacrifice = sacrifices.contains(c.point);
        let asked = Asked { point: c.point, reasons: &c.reasons, sacrifice };
        Some(c.point) == known || !safety::dies(runner, reader, &asked, color, facts, deadline)
    });
    let Some(dying) = stays.filter(|&i| moves[i].value >= close) else { return };
    let refused = considered.candidates.drain(..dying);
    considered.dismissed.extend(refused.map(|c| (c.point, Dismissal::Unsafe)));
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CORNERS, look_at};
    use super::super::{Candidate, Decision, MoveReason};
    use super::*;

    const DIES: (usize, usize) = (0, 0);
    const DIES_TOO: (usize, usize) = (0, 2);
    const LIVES: (usize, usize) = (2, 6);

    fn point(at: (usize, usize)) -> Point {
        Point::new(at.0, at.1)
    }

    /// What is left of Black's moves with these values, and what is refused.
    fn left(
        moves: &[((usize, usize), f32)],
        reason: MoveReason,
        known: Option<(usize, usize)>,
        sacrifices: &PointSet,
    ) -> (Vec<Point>, Vec<Point>) {
        let candidate = |&(at, value): &((usize, usize), f32)| Candidate {
            point: point(at),
            value,
            decision: Decision::default(),
            reasons: vec![reason],
        };
        let candidates = moves.iter().map(candidate).collect();
        let mut considered = Considered { candidates, ..Considered::default() };
        look_at(CORNERS, |runner, reader, facts| {
            let known = (sacrifices, known.map(point));
            let from = (facts, Deadline::NONE);
            refuse(runner, reader, known, Color::Black, from, &mut considered);
        });
        let refused = considered.dismissed.iter().map(|d| d.0).collect();
        (considered.candidates.iter().map(|c| c.point).collect(), refused)
    }

    #[test]
    fn what_dies_gives_way_to_what_does_not() {
        let none = PointSet::EMPTY;
        let moves = [(DIES, 9.0), (DIES_TOO, 8.0), (LIVES, 7.0), (DIES, 1.0)];
        let (left, refused) = left(&moves, MoveReason::Territory, None, &none);
        assert_eq!(left, [LIVES, DIES].map(point));
        assert_eq!(refused, [DIES, DIES_TOO].map(point));
    }

    #[test]
    fn the_first_move_stays_if_no_other_is_close_or_all_die() {
        let none = PointSet::EMPTY;
        for moves in [&[(DIES, 9.0), (LIVES, 0.8)][..], &[(DIES, 9.0), (DIES_TOO, 8.0)], &[]] {
            let (left, refused) = left(moves, MoveReason::Territory, None, &none);
            assert_eq!((left.len(), refused.len()), (moves.len(), 0));
        }
    }

    #[test]
    fn what_was_asked_about_or_need_not_live_stays() {
        let (none, moves) = (PointSet::EMPTY, [(DIES, 9.0), (LIVES, 8.0)]);
        let kept = |reason, known, sacrifices: &PointSet| {
            left(&moves, reason, known, sacrifices).1.is_empty()
        };
        assert!(kept(MoveReason::Territory, Some(DIES), &none));
        assert!(kept(MoveReason::Kill(point((0, 4)), None), None, &none));
        assert!(kept(MoveReason::Territory, None, &[point(DIES)].into_iter().collect()));
        assert!(!kept(MoveReason::Territory, Some(LIVES), &none));
    }
}
