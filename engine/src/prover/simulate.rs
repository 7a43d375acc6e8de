//! Simulation (Kawano, "Using similar positions to search game trees", 1996): what refutes
//! a move often refutes the others, too. When the opponent has been shown to have his way
//! after one, his moves there are tried after each of the others; that is checked move by
//! move, and looks at no more positions than the proof has.

use super::arena::{PASS, each};
use super::position::Position;
use super::search::{Child, Search};
use crate::search::proof_numbers::{Effort, NOTHING};
use mkpat_rt::geom::Color;

/// Plies that are followed.
const DEPTH: usize = 40;

/// A position and its key.
type At<'p> = (&'p Position, u64);

impl Search<'_> {
    /// Tries what refutes one of the moves of `color` against those that are open.
    pub(super) fn simulate_siblings(
        &mut self,
        children: &mut [Child],
        refuted: usize,
        color: Color,
    ) {
        let model = children[refuted];
        for child in children.iter_mut().filter(|c| !c.effort.is_settled()) {
            let at = (&child.position, child.key);
            if self.simulate(at, (&model.position, model.key), color.other(), 0) {
                (child.effort, child.rests) = (Effort::DONE, NOTHING);
            }
        }
    }

    /// Whether a player to move has his way by the moves that give it to him in `model`.
    fn simulate(&mut self, at: At, model: At, color: Color, depth: usize) -> bool {
        let (effort, rests) = self.known(at.1, at.0, color, None);
        if effort.is_settled() {
            return effort.mine == 0 && rests == NOTHING;
        }
        if depth >= DEPTH || self.is_late() {
            return false;
        }
        let Some((bit, after)) = self.winner(model.0, color) else { return false };
        let bans = self.bans(color.other());
        let next = match bit {
            PASS => Some(at.0.passed()),
            _ if at.0.ban == bit || at.0.empty(self.arena) >> bit & 1 == 0 => None,
            _ => at.0.play(self.arena, color, bit, bans),
        };
        let Some(next) = next else { return false };
        let key = self.key(&next, color.other());
        let good = self.simulate_all((&next, key), &after, color.other(), depth + 1);
        if good {
            self.table.put(at.1, Effort::DONE, 1, NOTHING);
        }
        good
    }

    /// Whether all moves of `color` fail by what makes them fail in `model`.
    fn simulate_all(&mut self, at: At, model: &Position, color: Color, depth: usize) -> bool {
        let (effort, rests) = self.known(at.1, at.0, color, None);
        if effort.is_settled() {
            return effort.theirs == 0 && rests == NOTHING;
        }
        let (moves, pass) = self.task.candidates(self.arena, at.0, color);
        let bans = self.bans(color.other());
        let mut open = Vec::new();
        let passes = pass.then_some(PASS);
        for bit in each(moves).chain(passes) {
            let next = match bit {
                PASS => Some(at.0.passed()),
                _ => at.0.play(self.arena, color, bit, bans),
            };
            let Some(next) = next else { continue };
            let key = self.key(&next, color.other());
            let (effort, rests) = self.known(key, &next, color.other(), None);
            match effort.mine {
                0 if rests == NOTHING => {}
                _ if effort.is_settled() => return false,
                _ => open.push((bit, next, key)),
            }
        }
        for (bit, next, key) in open {
            let model = match bit {
                PASS => Some(model.passed()),
                _ if model.ban == bit || model.empty(self.arena) >> bit & 1 == 0 => None,
                _ => model.play(self.arena, color, bit, bans),
            };
            let Some(model) = model else { return false };
            let model_key = self.key(&model, color.other());
            let known = self.table.get(model_key).is_some_and(|e| e.effort.mine == 0);
            if !known || !self.simulate((&next, key), (&model, model_key), color.other(), depth + 1)
            {
                return false;
            }
        }
        self.table.put(at.1, Effort::FAILED, 1, NOTHING);
        true
    }

    /// The move by which a player to move has his way, as far as the table knows, and the
    /// position after it.
    fn winner(&self, position: &Position, color: Color) -> Option<(u8, Position)> {
        let (moves, pass) = self.task.candidates(self.arena, position, color);
        let bans = self.bans(color.other());
        let passes = pass.then_some(PASS);
        each(moves).chain(passes).find_map(|bit| {
            let next = match bit {
                PASS => position.passed(),
                _ => position.play(self.arena, color, bit, bans)?,
            };
            let key = self.key(&next, color.other());
            self.table.get(key).filter(|e| e.effort.theirs == 0).map(|_| (bit, next))
        })
    }
}
