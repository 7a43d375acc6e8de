//! Scoring a game as it stands.

use super::Inside;
use crate::door::Restore;
use crate::engine::Engine;
use crate::facts::unconditional;
use crate::game::Game;
use crate::life::owl::Terms;
use crate::reading::Limits;
use crate::score::{self, JudgeEffort, Judgement, KeptJudgement, Score, count};
use mkpat_rt::geom::Color;

/// How many times as much as usual may be spent on the life of a dragon: a wrong answer moves the
/// score by all of its stones, and there is one question a dragon and not one a move.
const EFFORT: u64 = 4;

impl Engine {
    /// Which strings of a game live, and who owns which vertex, as the board stands. A dragon that
    /// whoever moves first decides about belongs to who is to move.
    pub fn judge(&mut self, game: &Game) -> Judgement {
        let (next, size) = (game.to_move(), game.size());
        let situation = (game.board().situation(next), size);
        if let Some(kept) = self.judgement.as_ref().filter(|kept| kept.situation == situation) {
            return kept.judgement.clone();
        }
        let deadline = self.config.deadline;
        let limits = self.limits();
        let effort = limits.effort.saturating_mul(EFFORT);
        let terms = Terms::of(Limits { effort, owl_games: 0, ..limits }, deadline);
        // What was asked before must not change the answer.
        let memory = std::mem::take(&mut self.memory);
        let judgement = self.examine(game.board(), next, |inside, next| {
            let Inside { runner, reader, view, .. } = inside;
            let safe = Color::BOTH.map(|color| unconditional(reader.board(), color));
            let dragons = score::dragons::read(runner, reader, next, terms, &safe);
            score::judge(reader.board(), JudgeEffort::default(), &dragons).restore(view)
        });
        self.memory = memory;
        // What was found in a hurry is not kept.
        if !deadline.is_set() {
            self.judgement = Some(KeptJudgement { situation, judgement: judgement.clone() });
        }
        judgement
    }

    /// Judges and counts a game as it stands, by its rules.
    pub fn final_score(&mut self, game: &Game) -> (Score, Judgement) {
        let judgement = self.judge(game);
        (count(game.board(), &judgement, &game.rules()), judgement)
    }
}
