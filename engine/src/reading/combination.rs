//! Combinations: forcing moves, each a threat to capture something, until something cannot be
//! saved any more (GNU Go 3.8 manual, "Combinations": `atari_atari`).
//!
//! Forcing moves come from patterns ([`ForcingMoves`]) and from liberties
//! (`combination_moves`). That one threatens is a question to tactical reading, and so is which
//! answers save the string. The combination works if after each of them some
//! string falls: the same one, another one, or one by a further threat near by. What is
//! gained is counted in stones of the root, less what the opponent captures meanwhile.
//!
//! The first move that is found may be a threat that the rest does without. So it is forbidden, and
//! the search is asked again, until nothing as large is found. If there are several first moves then, the
//! answer is one from which a combination follows that plays none of the others.

use super::combination_moves::{is_near, reach_of};
use super::combination_terms::{Attempt, Combination, ForcingMoves, Gain, Victims, Wanted};
use super::question_keys::{COMBINATION, QuestionKind};
use super::reader::Reader;
use super::{Code, Reading, StopReason};
use crate::board::PointSet;
use crate::search::parameters::{COMBINATION_RETRIES, LATER_LIBERTIES};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;

impl Reader<'_> {
    /// The combination of `color`, who moves first, that gains most: as far as it is `wanted`.
    pub fn combination(
        &mut self,
        moves: &mut dyn ForcingMoves,
        color: Color,
        victims: &Victims,
        wanted: Wanted,
    ) -> Option<Combination> {
        let salt = mix(victims.hash() ^ moves.source());
        let kind = QuestionKind::Combination(color, mix(salt ^ wanted.hash()));
        let asked = self.begin_known(kind, [Point::PASS; 2]);
        let found = match asked.known() {
            Some(known) => known.reading.is_success().then_some(Combination {
                reading: known.reading,
                target: known.target,
                size: usize::from(known.size),
            }),
            None => {
                let mut attempt = self.attempt_combination(moves, color, victims, (wanted, salt));
                let found = self.essential(&mut attempt);
                // Forcing moves are looked for all over the board.
                self.question.touched = Point::all(self.board.size()).collect();
                found
            }
        };
        let reading = found.map_or(Reading::LOST, |f| f.reading);
        let target = found.map_or(Point::PASS, |f| f.target);
        self.end_combination(asked, reading, (target, found.map_or(0, |f| f.size)));
        found
    }

    fn attempt_combination<'m>(
        &self,
        moves: &'m mut dyn ForcingMoves,
        color: Color,
        victims: &Victims,
        (wanted, salt): (Wanted, u64),
    ) -> Attempt<'m> {
        let sizes = victims.safe.iter().filter(|&&p| !victims.capturable.contains(p));
        Attempt {
            moves,
            color,
            victims: sizes.map(|&p| (p, self.board.string_size(p))).collect(),
            wanted,
            forbidden: PointSet::EMPTY,
            depth: 0,
            first: None,
            salt: mix(salt ^ self.board.hash()),
            left: self.limits.combination_nodes,
            prisoners: self.board.captures(color.other()),
        }
    }

    /// The largest combination, with a first move that it cannot do without.
    fn essential(&mut self, attempt: &mut Attempt<'_>) -> Option<Combination> {
        let around = attempt.wanted.around;
        // The shorter one is, the fewer moves it has that are not needed.
        let mut depths = 1..=self.limits.combination_depth;
        let (depth, shortest) = depths.find_map(|depth| {
            (attempt.depth, attempt.first) = (depth, attempt.wanted.first);
            self.combine(attempt, depth, around).map(|found| (depth, found))
        })?;
        let mut found = vec![shortest];
        if attempt.wanted.any || attempt.wanted.first.is_some() {
            return found.pop();
        }
        while found.len() <= COMBINATION_RETRIES {
            let last = found[found.len() - 1];
            attempt.wanted.size = last.size;
            attempt.left = self.limits.combination_nodes;
            attempt.forbidden.insert(last.reading.point);
            found.extend(self.combine(attempt, depth, around));
            if found[found.len() - 1] == last {
                break;
            }
        }
        let largest = found.iter().map(|f| f.size).max()?;
        found.retain(|f| f.size == largest);
        // Of several that are as large the first that needs no other one's first move.
        let firsts: PointSet = found.iter().map(|f| f.reading.point).collect();
        for first in found.iter().filter(|_| found.len() > 1) {
            let point = first.reading.point;
            attempt.left = self.limits.combination_nodes;
            attempt.forbidden = firsts.minus(&PointSet::from_iter([point]));
            attempt.first = Some(point);
            if let Some(alone) = self.combine(attempt, depth, around) {
                return Some(alone);
            }
        }
        found.pop()
    }

    /// A combination that is wanted, with a first move near the vertices of `near` if there are any.
    fn combine(
        &mut self,
        attempt: &mut Attempt<'_>,
        depth: usize,
        near: PointSet,
    ) -> Option<Combination> {
        if depth == 0 || attempt.left == 0 || self.timed_out() {
            self.question.cut_short |= depth > 0;
            return None;
        }
        let color = attempt.color;
        let reach = reach_of(&near, self.board.size());
        let by_patterns = self.aside(|r| attempt.moves.forcing_moves(r, color, &reach));
        let first = attempt.first.take();
        for forcing in self.aside(|r| r.forcing_moves(attempt, by_patterns, depth, &reach)) {
            let point = forcing.point;
            if attempt.forbidden.contains(point) || first.is_some_and(|first| first != point) {
                continue;
            }
            if attempt.left == 0 {
                self.question.cut_short = true;
                return None;
            }
            attempt.left -= 1;
            if !forcing.sacrifice && self.board.is_self_atari(color, forcing.point) {
                continue;
            }
            let near = near.or(&PointSet::from_iter([forcing.point]));
            let threaten = |r: &mut Self| {
                let mut threats = forcing.targets.iter();
                threats.find_map(|&t| r.threat(attempt, t, depth, near).map(|gain| (t, gain)))
            };
            let found = self.after_combination_move(color, forcing.point, threaten).flatten();
            if let Some((target, Gain { code, size })) = found {
                let reading = Reading { code, point: forcing.point };
                return Some(Combination { reading, target, size });
            }
        }
        None
    }

    /// What the threat against `target` gains that has just been made, if it is what is wanted.
    fn threat(
        &mut self,
        attempt: &mut Attempt<'_>,
        target: Point,
        depth: usize,
        near: PointSet,
    ) -> Option<Gain> {
        let threatened = self.aside(|r| r.attack(target).code);
        let size = attempt.worth(self, target);
        let gain = attempt
            .gain(self, threatened, size)
            .and_then(|gain| self.worst_answer(attempt, (target, gain), depth, near));
        let code = gain.map_or(Code::Lose, |g| g.code);
        let reason = if gain.is_some() { StopReason::Tried } else { StopReason::Works };
        let reply = Reading { code: code.reverse(), point: Point::PASS };
        self.note(false, target, reply, reason);
        gain
    }

    /// What is gained after the best answer to the threat against `target`, which would gain
    /// `threatened`; `None` if some answer leaves less than is wanted.
    fn worst_answer(
        &mut self,
        attempt: &mut Attempt<'_>,
        (target, threatened): (Point, Gain),
        depth: usize,
        near: PointSet,
    ) -> Option<Gain> {
        let key = self.combination_key(attempt, target, depth);
        if let Some(known) = self.recall(key) {
            // The size of what is gained is only asked for where it is searched anew.
            let size = attempt.wanted.size.max(1);
            return known.is_success().then_some(Gain { code: known.code, size });
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let mut worst = Some(threatened);
        // Most threats come to nothing by the first answer; then no others are looked for.
        let first = self.aside(|r| r.defend(target)).point;
        if !first.is_pass() {
            self.answer_with(first, attempt, (target, depth), near, &mut worst);
        }
        if worst.is_some() {
            let mut answers = self.aside(|r| r.saving_moves(target, &near));
            answers.retain(|&answer| answer != first);
            for answer in answers {
                self.answer_with(answer, attempt, (target, depth), near, &mut worst);
                if worst.is_none() {
                    break;
                }
            }
        }
        if !self.question.cut_short {
            let code = worst.map_or(Code::Lose, |w| w.code);
            let answer = Reading { code, point: Point::PASS };
            self.memory.table.put(key, answer, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        worst
    }

    /// Makes `worst` what is gained after this answer to the threat against `target`, if that is less.
    fn answer_with(
        &mut self,
        answer: Point,
        attempt: &mut Attempt<'_>,
        (target, depth): (Point, usize),
        near: PointSet,
        worst: &mut Option<Gain>,
    ) {
        let near = near.or(&PointSet::from_iter([answer]));
        let owner = attempt.color.other();
        let falls = |r: &mut Self| r.still_falls(attempt, target, depth, near);
        if let Some(gain) = self.after_combination_move(owner, answer, falls) {
            *worst = worst
                .zip(gain)
                .map(|(w, gain)| Gain { code: w.code.min(gain.code), size: w.size.min(gain.size) });
        }
    }

    /// What can be captured after an answer: the string that was threatened, another one, or one
    /// by a further threat.
    fn still_falls(
        &mut self,
        attempt: &mut Attempt<'_>,
        target: Point,
        depth: usize,
        near: PointSet,
    ) -> Option<Gain> {
        self.another_falls(attempt, target, &near).or_else(|| {
            let next = self.combine(attempt, depth - 1, near)?;
            Some(Gain { code: next.reading.code, size: next.size })
        })
    }

    /// What a string that was safe at the root is captured for now, `first` asked about first.
    fn another_falls(
        &mut self,
        attempt: &Attempt<'_>,
        first: Point,
        near: &PointSet,
    ) -> Option<Gain> {
        let owner = attempt.color.other();
        let reach = reach_of(near, self.board.size());
        let mut asked = PointSet::EMPTY;
        let others = attempt.victims.iter().map(|v| v.0);
        for s in std::iter::once(first).chain(others) {
            let stands = self.board.color_at(s) == Some(owner);
            if !stands
                || s != first && self.board.liberty_count(s) > LATER_LIBERTIES
                || !asked.insert(self.board.origin(s))
                || s != first && !is_near(self.board, s, &reach)
            {
                continue;
            }
            let size = attempt.worth(self, s);
            if attempt.gain(self, Code::Win, size).is_none() {
                continue;
            }
            let attack = self.aside(|r| r.attack(s));
            if !attempt.forbidden.contains(attack.point)
                && let Some(gain) = attempt.gain(self, attack.code, size)
            {
                self.note(true, s, attack, StopReason::Works);
                return Some(gain);
            }
        }
        None
    }

    /// What `ask` says, without its variations in the record.
    fn aside<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let trace = self.trace.take();
        let answer = ask(self);
        self.trace = trace;
        answer
    }

    fn combination_key(&self, attempt: &Attempt<'_>, target: Point, depth: usize) -> u64 {
        let n = u64::from(self.board.origin(target).0) | (depth as u64) << 10;
        self.key_of(mix(n | (attempt.color as u64) << 20 | COMBINATION) ^ attempt.key())
    }
}
