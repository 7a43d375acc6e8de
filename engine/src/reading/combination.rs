//! Combinations: forcing moves, each a threat to capture something, until two strings hang
//! at once (GNU Go 3.8 manual, "Combinations").
//!
//! The caller says which moves are forcing ([`ForcingMoves`]). After each the opponent
//! answers the threat in every way that its liberties or those of weak strings around it
//! suggest; the combination works if some string can be captured whatever he does, as well
//! (by which ko) as that string can be captured. Whether it can is a question of its own to
//! tactical reading.

use super::question_keys::{COMBINATION, QuestionKind};
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
    /// Tells this source of moves from others: answers are remembered by it.
    fn source(&self) -> u64;

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

impl Victims {
    /// Differs for different strings.
    fn hash(&self) -> u64 {
        let capturable = self.capturable.iter().fold(1, |h, p| mix(h ^ u64::from(p.0)));
        self.safe.iter().fold(mix(capturable), |h, p| mix(h ^ u64::from(p.0)))
    }
}

/// A combination that works, if only by ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// How well it works, and its first move.
    pub reading: Reading,
    /// The string that the first move threatens.
    pub target: Point,
}

impl Combination {
    /// That there is none.
    const NONE: Combination = Combination { reading: Reading::LOST, target: Point::PASS };
}

/// What stays the same in a combination.
struct Attempt<'a> {
    moves: &'a mut dyn ForcingMoves,
    color: Color,
    victims: &'a Victims,
    /// [`Victims::hash`] and [`ForcingMoves::source`], for the keys of what is remembered.
    salt: u64,
    /// Forcing moves that may still be tried.
    left: u64,
}

impl Reader<'_> {
    /// The best combination of `color`, who moves first.
    pub fn combination(
        &mut self,
        moves: &mut dyn ForcingMoves,
        color: Color,
        victims: &Victims,
    ) -> Option<Combination> {
        let left = self.limits.combination_nodes;
        let salt = mix(victims.hash() ^ moves.source());
        let asked = self.begin_known(QuestionKind::Combination(color, salt), [Point::PASS; 2]);
        let found = match asked.known() {
            Some(known) => Combination { reading: known.reading, target: known.target },
            None => {
                let mut attempt = Attempt { moves, color, victims, salt, left };
                let depth = self.limits.combination_depth;
                let found = self.combine(&mut attempt, depth);
                // Forcing moves are looked for all over the board.
                self.question.touched = Point::all(self.board.size()).collect();
                found
            }
        };
        self.end_known(asked, found.reading, found.target);
        found.reading.is_success().then_some(found)
    }

    fn combine(&mut self, attempt: &mut Attempt<'_>, depth: usize) -> Combination {
        let mut best = Combination::NONE;
        if depth == 0 || attempt.left == 0 || self.timed_out() {
            self.question.cut_short |= depth > 0;
            return best;
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
                let threat = |r: &mut Self| r.threat(attempt, target, depth, best.reading.code);
                if let Some(code) = self.after_combination_move(color, forcing.point, threat)
                    && code > best.reading.code
                {
                    best = Combination { reading: Reading { code, point: forcing.point }, target };
                }
                if best.reading.code == Code::Win {
                    return best;
                }
            }
        }
        best
    }

    /// What the threat against `target` achieves that has just been made; lost also if it is
    /// no better than `best`.
    fn threat(
        &mut self,
        attempt: &mut Attempt<'_>,
        target: Point,
        depth: usize,
        best: Code,
    ) -> Code {
        let threatened = self.attack(target).code;
        let code = if threatened > best {
            threatened.min(self.worst_answer(attempt, target, depth))
        } else {
            Code::Lose
        };
        let reason = if code.is_success() { StopReason::Tried } else { StopReason::Works };
        let reply = Reading { code: code.reverse(), point: Point::PASS };
        self.note(false, target, reply, reason);
        code
    }

    /// What is captured after the best answer to the threat against `target`.
    fn worst_answer(&mut self, attempt: &mut Attempt<'_>, target: Point, depth: usize) -> Code {
        let key = self.combination_key(attempt, target, depth);
        if let Some(known) = self.recall(key) {
            return known.code;
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let mut answers = self.board.liberties(target);
        for enemy in self.board.adjacent_enemies_with(target, 2) {
            answers.union_with(&self.board.liberties(enemy));
        }
        let (mut worst, owner) = (Code::Win, attempt.color.other());
        for answer in answers {
            let falls = |r: &mut Self| r.still_falls(attempt, target, depth);
            if let Some(code) = self.after_combination_move(owner, answer, falls) {
                worst = worst.min(code);
            }
            if worst == Code::Lose {
                break;
            }
        }
        if !self.question.cut_short {
            let answer = Reading { code: worst, point: Point::PASS };
            self.memory.table.put(key, answer, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        worst
    }

    /// The best that can be captured after an answer: the string that was threatened, another
    /// one, or one by a further threat.
    fn still_falls(&mut self, attempt: &mut Attempt<'_>, target: Point, depth: usize) -> Code {
        let mut best = self.attack(target).code;
        if best < Code::Win {
            best = best.max(self.another_falls(attempt, target));
        }
        if best < Code::Win {
            best = best.max(self.combine(attempt, depth - 1).reading.code);
        }
        best
    }

    /// How well a string that was safe at the root can be captured now.
    fn another_falls(&mut self, attempt: &Attempt<'_>, target: Point) -> Code {
        let owner = attempt.color.other();
        let mut best = Code::Lose;
        for &s in &attempt.victims.safe {
            let stands = s != target && self.board.color_at(s) == Some(owner);
            if stands && self.board.liberty_count(s) <= 2 {
                best = best.max(self.attack(s).code);
            }
            if best == Code::Win {
                break;
            }
        }
        best
    }

    fn combination_key(&self, attempt: &Attempt<'_>, target: Point, depth: usize) -> u64 {
        let n = u64::from(self.board.origin(target).0) | (depth as u64) << 10;
        self.key_of(mix(n | (attempt.color as u64) << 20 | COMBINATION) ^ attempt.salt)
    }
}
