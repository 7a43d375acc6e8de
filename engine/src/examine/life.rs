//! Questions about life and death: the facts about the root, and what is asked after them.

use super::{Answer, Inside};
use crate::door::{Restore, View};
use crate::engine::Engine;
use crate::facts::Facts;
use crate::game::Game;
use crate::life::owl::{Goal, OwlAnswer, OwlQuestion, Terms};
use crate::reading::{Code, Limits, Reading};
use crate::search::Trace;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// The facts about a position, kept for the next question about it.
#[derive(Clone, Debug)]
pub(crate) struct KeptFacts {
    /// Of the position inside, and who is to move.
    hash: u64,
    limits: Limits,
    facts: Facts,
}

/// Whether a dragon lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It lives though the opponent moves first.
    Alive,
    /// Who moves first decides: how it is killed, and how it is saved.
    Critical {
        /// The attack.
        attack: Reading,
        /// The defence.
        defend: Reading,
    },
    /// It dies though its owner moves first.
    Dead,
}

impl Restore for Fate {
    fn restore(self, view: &View<'_>) -> Fate {
        match self {
            Fate::Critical { attack, defend } => {
                Fate::Critical { attack: attack.restore(view), defend: defend.restore(view) }
            }
            other => other,
        }
    }
}

impl Engine {
    /// Life and death of the dragon at `p`, within these limits; at most `record` variations
    /// are recorded, if any. `None` if there is no stone.
    pub fn owl(
        &mut self,
        game: &Game,
        p: Point,
        question: OwlQuestion,
        limits: Limits,
        record: Option<usize>,
    ) -> Option<Answer<OwlAnswer>> {
        let before = self.stats.reading;
        let found = self.about_dragon(game, p, limits, |inside, goal, terms| {
            inside.reader.set_trace(record.map(Trace::new));
            let question = question.mapped(|p| inside.view.inside(p));
            let shapes = inside.runner.shapes();
            let answer = question.answer(&mut inside.reader, shapes, goal, terms);
            let trace = inside.reader.take_trace();
            (answer.restore(&inside.view), trace.restore(&inside.view))
        });
        let stats = self.stats.reading - before;
        found.map(|(answer, trace)| Answer { answer, stats, trace })
    }

    /// Whether the dragon at `p` lives, within these limits: by the facts alone where these are
    /// certain. `None` if there is no stone.
    pub fn fate(&mut self, game: &Game, p: Point, limits: Limits) -> Option<Fate> {
        self.about_dragon(game, p, limits, |inside, goal, terms| {
            let shapes = inside.runner.shapes();
            let mut ask = |q: OwlQuestion| q.answer(&mut inside.reader, shapes, goal, terms);
            let attack = ask(OwlQuestion::Attack).reading;
            if !attack.is_success() {
                return Fate::Alive;
            }
            let defend = ask(OwlQuestion::Defend).reading;
            match defend.code {
                Code::Lose => Fate::Dead,
                _ => Fate::Critical { attack, defend }.restore(&inside.view),
            }
        })
    }

    /// What `ask` says of the dragon at `p`.
    fn about_dragon<T>(
        &mut self,
        game: &Game,
        p: Point,
        limits: Limits,
        ask: impl FnOnce(&mut Inside<'_>, &Goal, Terms) -> T,
    ) -> Option<T> {
        let deadline = self.config.deadline;
        let owner = game.board().color_at(p)?;
        let mut kept = self.facts.take();
        let found = self.examine(game.board(), owner, |inside, owner| {
            let facts = facts_of(inside, owner, kept.take());
            let board = inside.reader.board();
            let stones = facts.dragons.get(inside.view.inside(p))?.stones(board);
            let Inside { runner, reader, .. } = inside;
            let influence = facts.influence_without(runner, reader, &stones, owner.other());
            let goal = Goal::new(reader.board(), &facts, stones, &influence)?;
            let terms = Terms::of(limits, deadline);
            let hash = reader.board().situation(owner);
            kept = Some(KeptFacts { hash, limits: reader.limits(), facts });
            Some(ask(inside, &goal, terms))
        });
        self.facts = kept;
        found
    }

    /// The status of the dragon at `p`, as the facts know it.
    pub fn status(&mut self, game: &Game, p: Point) -> Option<Status> {
        let color = game.board().color_at(p)?;
        self.facts(game, color).dragons.status(p)
    }
}

/// The facts about the position inside, `color` to move: those that were kept if they are
/// about it.
fn facts_of(inside: &mut Inside<'_>, color: Color, kept: Option<KeptFacts>) -> Facts {
    let (hash, limits) = (inside.reader.board().situation(color), inside.reader.limits());
    match kept {
        Some(kept) if (kept.hash, kept.limits) == (hash, limits) => kept.facts,
        _ => Facts::find(&mut inside.runner, &mut inside.reader, color),
    }
}
