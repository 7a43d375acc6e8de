//! Questions about life and death: the facts about the root, and what is asked after them.

use super::{Answer, Inside};
use crate::door::Restore;
use crate::engine::Engine;
use crate::facts::Facts;
use crate::game::Game;
use crate::life::owl::{Goal, OwlAnswer, OwlQuestion, Terms};
use crate::life::{self, Fate};
use crate::reading::Limits;
use crate::search::{Deadline, Trace};
use mkpat_rt::geom::{Color, Point};

/// The facts about a position, kept for the next question about it.
#[derive(Clone, Debug)]
pub(crate) struct KeptFacts {
    /// Of the position inside, and who is to move.
    hash: u64,
    limits: Limits,
    facts: Facts,
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
            let Inside { runner, reader, view } = inside;
            Fate::ask(runner, reader, goal, terms).0.restore(view)
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
            let Inside { runner, reader, view } = inside;
            let goal = facts.goal(runner, reader, view.inside(p))?;
            let terms = Terms::of(limits, deadline);
            let hash = reader.board().situation(owner);
            kept = Some(KeptFacts { hash, limits: reader.limits(), facts });
            Some(ask(inside, &goal, terms))
        });
        self.facts = kept;
        found
    }
}

/// The facts for choosing a move: as [`Facts::find`], with the life of dragons read.
pub(super) fn facts_with_life(inside: &mut Inside<'_>, color: Color, deadline: Deadline) -> Facts {
    let Inside { runner, reader, .. } = inside;
    let mut facts = Facts::find(runner, reader, color);
    let terms = Terms::of(reader.limits(), deadline);
    life::revise(runner, reader, &mut facts, terms);
    facts
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
