//! Questions about life and death: the facts about the root, and what is asked after them.

use super::{Answer, Inside};
use crate::door::Restore;
use crate::engine::Engine;
use crate::facts::{Facts, KeptFacts, LifeReading};
use crate::game::Game;
use crate::life::owl::{Goal, OwlAnswer, OwlQuestion, Terms};
use crate::life::{self, Fate};
use crate::patterns::PatternRunner;
use crate::reading::{Limits, Reader};
use crate::search::{Deadline, Trace};
use mkpat_rt::geom::{Color, Point};

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
            let answer = question.answer(&mut inside.reader, &mut inside.runner, goal, terms);
            let trace = inside.reader.take_trace();
            (answer.restore(&inside.view), trace.restore(&inside.view))
        });
        let stats = self.stats.reading - before;
        found.map(|(answer, trace)| Answer { answer, stats, trace })
    }

    /// Whether the dragon at `p` lives, within these limits: by the facts alone where these are
    /// certain. `None` if there is no stone.
    pub fn fate(&mut self, game: &Game, p: Point, limits: Limits) -> Option<Fate> {
        self.life(game, p, limits).map(Fate::from)
    }

    /// What owl says of the dragon at `p`, within these limits. `None` if there is no stone.
    pub fn life(&mut self, game: &Game, p: Point, limits: Limits) -> Option<LifeReading> {
        self.about_dragon(game, p, limits, |inside, goal, terms| {
            let Inside { runner, reader, view, .. } = inside;
            Fate::ask(runner, reader, goal, terms).restore(view)
        })
    }

    /// The positions that a search about the dragon at `p` looks at, the attacker moving first or else the owner.
    #[cfg(test)]
    pub(crate) fn positions_about(
        &mut self,
        game: &Game,
        p: Point,
        limits: Limits,
        attacks: bool,
    ) -> Vec<life::owl::Looked> {
        let found = self.about_dragon(game, p, limits, |inside, goal, terms| {
            let Inside { runner, reader, .. } = inside;
            let owner = goal.owner();
            let first = if attacks { owner.other() } else { owner };
            life::owl::looked_at(reader, runner, goal, first, terms)
        });
        found.unwrap_or_default()
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
            let Inside { runner, reader, view, .. } = inside;
            let facts = KeptFacts::find(kept.take(), runner, reader, owner);
            let goal = facts.get().goal(runner, reader, view.inside(p));
            kept = Some(facts);
            Some(ask(inside, &goal?, Terms::of(limits, deadline)))
        });
        self.facts = kept;
        found
    }
}

/// The facts for choosing a move: as [`Facts::find`], with the life of dragons read; those that were kept, if
/// they are about this position.
pub(super) fn kept_with_life(
    inside: &mut Inside<'_>,
    color: Color,
    deadline: Deadline,
    kept: Option<KeptFacts>,
) -> KeptFacts {
    let Inside { runner, reader, .. } = inside;
    KeptFacts::found_by(kept, runner, reader, color, |runner, reader| {
        find_with_life(runner, reader, color, deadline)
    })
}

fn find_with_life(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    deadline: Deadline,
) -> Facts {
    let mut facts = Facts::find(runner, reader, color);
    let terms = Terms::in_play(reader.limits(), deadline);
    life::revise(runner, reader, &mut facts, terms);
    facts
}
