//! Combinations: forcing moves, each a threat to capture something, until two strings hang
//! at once (GNU Go 3.8 manual, "Combinations").
//!
//! The caller says which moves are forcing ([`ForcingMoves`]). After each the opponent
//! answers the threat in every way that its liberties or those of weak strings around it
//! suggest; the combination works if some string can be captured whatever he does.
//! Whether a string can be captured is a question of its own to tactical reading.

use super::question_keys::COMBINATION;
use super::reader::Reader;
use super::{Code, Reading, StopReason};
use crate::board::PointSet;
use crate::rng::mix;
use mkpat_rt::geom::{Color, Point};

/// A move that threatens something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forcing {
    /// The move.
    pub point: Point,
    /// The strings that it may threaten, by one stone each.
    pub targets: Vec<Point>,
    /// Its stone may be captured.
    pub sacrifice: bool,
}

/// Who knows forcing moves.
pub trait ForcingMoves {
    /// Forcing moves of `color` in the present position, in the order in which they are to
    /// be tried. The board is given back as it was.
    fn forcing_moves(&mut self, reader: &mut Reader<'_>, color: Color) -> Vec<Forcing>;
}

/// What reading says of the opponent's strings at the root of a combination.
#[derive(Clone, Debug, Default)]
pub struct Victims {
    /// Strings that cannot be captured at once, by one stone each: a combination is to
    /// capture one of them.
    pub safe: Vec<Point>,
    /// All stones that can be captured without any combination.
    pub capturable: PointSet,
}

/// A combination that works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// Its first move.
    pub point: Point,
    /// The string that the first move threatens.
    pub target: Point,
}

/// What stays the same in a combination.
struct Attempt<'a> {
    moves: &'a mut dyn ForcingMoves,
    color: Color,
    victims: &'a Victims,
    /// Forcing moves that may still be tried.
    left: u64,
}

impl Reader<'_> {
    /// Looks for a combination of `color`, who moves first.
    pub fn combination(
        &mut self,
        moves: &mut dyn ForcingMoves,
        color: Color,
        victims: &Victims,
    ) -> Option<Combination> {
        let waiting = self.begin();
        let left = self.limits.combination_nodes;
        let mut attempt = Attempt { moves, color, victims, left };
        let found = self.combine(&mut attempt, self.limits.combination_depth);
        self.end(waiting);
        found
    }

    fn combine(&mut self, attempt: &mut Attempt<'_>, depth: usize) -> Option<Combination> {
        if depth == 0 || attempt.left == 0 || self.timed_out() {
            self.question.cut_short |= depth > 0;
            return None;
        }
        for forcing in attempt.moves.forcing_moves(self, attempt.color) {
            for &target in &forcing.targets {
                // What can be captured at once needs no combination.
                if attempt.victims.capturable.contains(target) || attempt.left == 0 {
                    continue;
                }
                attempt.left -= 1;
                let color = attempt.color;
                if !forcing.sacrifice && !self.safe_move(forcing.point, color).is_success() {
                    continue;
                }
                let threat = |r: &mut Self| {
                    let works = r.attack(target).code == Code::Win
                        && r.every_answer_fails(attempt, target, depth);
                    let reply = if works { Reading::LOST } else { Reading::won(Point::PASS) };
                    let reason = if works { StopReason::Tried } else { StopReason::Works };
                    r.note(false, target, reply, reason);
                    works
                };
                if self.after_combination_move(color, forcing.point, threat) == Some(true) {
                    return Some(Combination { point: forcing.point, target });
                }
            }
        }
        None
    }

    /// Whether every answer to the threat against `target` loses something.
    fn every_answer_fails(
        &mut self,
        attempt: &mut Attempt<'_>,
        target: Point,
        depth: usize,
    ) -> bool {
        let key = self.combination_key(attempt.color, target, depth);
        if let Some(known) = self.recall(key) {
            return known.is_success();
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let mut answers = self.board.liberties(target);
        for enemy in self.board.adjacent_enemies_with(target, 2) {
            answers.union_with(&self.board.liberties(enemy));
        }
        let (mut refutation, owner) = (None, attempt.color.other());
        for answer in answers {
            let falls = |r: &mut Self| {
                r.attack(target).code == Code::Win
                    || r.another_falls(attempt, target)
                    || r.combine(attempt, depth - 1).is_some()
            };
            if self.after_combination_move(owner, answer, falls) == Some(false) {
                refutation = Some(answer);
                break;
            }
        }
        if !self.question.cut_short {
            let answer = match refutation {
                Some(_) => Reading::LOST,
                None => Reading::won(Point::PASS),
            };
            self.memory.table.put(key, answer, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        refutation.is_none()
    }

    /// Whether a string that was safe at the root can be captured now.
    fn another_falls(&mut self, attempt: &Attempt<'_>, target: Point) -> bool {
        let owner = attempt.color.other();
        attempt.victims.safe.iter().any(|&s| {
            s != target
                && self.board.color_at(s) == Some(owner)
                && self.board.liberty_count(s) <= 2
                && self.attack(s).code == Code::Win
        })
    }

    fn combination_key(&self, color: Color, target: Point, depth: usize) -> u64 {
        let n = u64::from(self.board.origin(target).0) | (depth as u64) << 10;
        self.key_of(mix(n | (color as u64) << 20 | COMBINATION))
    }
}
