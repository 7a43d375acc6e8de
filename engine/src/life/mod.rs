//! Life and death: does a dragon live, can it be killed, by which move?
//!
//! - [`owl`]: looks far with few moves, those that eyes, ways out and tactics propose, and
//!   judges where it ends by eyes.
//! - [`semeai`]: capturing races between two groups.
//! - `rooms`: sekis and kills inside small rooms.
//! - `races`: which dragons, called dead or critical by owl, are in such a race, and what becomes of them.
//!
//! It stands on [`crate::facts`] and, for what is small or closed, on [`crate::prover`]. Nothing here
//! knows values of moves.

pub mod owl;
mod races;
pub(crate) mod rooms;
pub mod semeai;

use crate::facts::{Facts, LifeReading, Safety};
use crate::patterns::PatternRunner;
use crate::reading::{Code, Reader, Reading};
use crate::search::parameters::OWL_AGAIN_SIZE;
use mkpat_rt::geom::Point;
use mkpat_rt::helper::Status;
use owl::{Goal, OwlQuestion, Terms};

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

impl Fate {
    /// Asks owl how the dragon is killed, and if it can be, how it is saved.
    pub(crate) fn ask(
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        goal: &Goal,
        terms: Terms,
    ) -> LifeReading {
        let mut ask = |q: OwlQuestion| q.answer(reader, runner, goal, terms);
        let attack = ask(OwlQuestion::Attack);
        let defend = attack.reading.is_success().then(|| ask(OwlQuestion::Defend));
        LifeReading {
            attack: attack.reading,
            defend: defend.map(|d| d.reading),
            certain: attack.certain && defend.is_none_or(|d| d.certain),
        }
    }
}

impl From<LifeReading> for Fate {
    fn from(life: LifeReading) -> Fate {
        match life.defend {
            None => Fate::Alive,
            Some(Reading { code: Code::Lose, .. }) => Fate::Dead,
            Some(defend) => Fate::Critical { attack: life.attack, defend },
        }
    }
}

/// Dragons that are read for one move at most: the largest of those in doubt.
const READ: usize = 24;

/// Reads the life of those dragons of which the facts do not know it, the larger ones again if a first look leaves them open, has the
/// facts say so, and then computes influence anew.
pub(crate) fn revise(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    facts: &mut Facts,
    terms: Terms,
) {
    let in_doubt = facts.dragons.list().iter().filter(|d| {
        let lost = d.strings.iter().all(|&s| facts.worms.is_lost(s));
        let settled = d.status == Status::Alive && (d.safety == Safety::Invincible || d.is_easy());
        !lost && !settled
    });
    let mut list: Vec<(usize, Point)> = in_doubt.map(|d| (d.size, d.origin)).collect();
    list.sort_by_key(|&(size, origin)| (std::cmp::Reverse(size), origin));
    let mut changed = false;
    for &(size, origin) in list.iter().take(READ) {
        let Some(goal) = facts.goal(runner, reader, origin) else { continue };
        let life = look(runner, reader, &goal, size, terms);
        facts.dragons.note_life(origin, life);
        let fate = Fate::from(life);
        if !life.certain {
            // A leaning is not enough to call a dragon critical; it is enough to doubt it.
            let before = facts.dragons.status(origin);
            let status = match (fate, before) {
                (Fate::Alive, Some(Status::Unknown)) => Status::Alive,
                (Fate::Alive | Fate::Critical { .. }, Some(Status::Dead)) => Status::Unknown,
                // What can be captured, and does not live if it is saved from that.
                (Fate::Dead, Some(Status::Critical)) => Status::Dead,
                _ => continue,
            };
            facts.dragons.revise(origin, status, None);
            changed = true;
            continue;
        }
        let (status, moves) = match fate {
            Fate::Alive => (Status::Alive, None),
            Fate::Dead => (Status::Dead, None),
            Fate::Critical { attack, defend } => (Status::Critical, Some([attack, defend])),
        };
        changed |= facts.dragons.status(origin) != Some(status);
        facts.dragons.revise(origin, status, moves);
    }
    changed |= races::settle(reader.board(), facts);
    if changed {
        facts.renew_influence(runner, reader);
    }
}

/// Asks owl about a dragon of so many stones, a large one again if a first look leaves it open.
fn look(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    goal: &Goal,
    size: usize,
    terms: Terms,
) -> LifeReading {
    let life = Fate::ask(runner, reader, goal, terms);
    if life.certain || size < OWL_AGAIN_SIZE {
        return life;
    }
    Fate::ask(runner, reader, goal, terms.again())
}

impl Facts {
    /// The dragon at a stone as a goal of owl.
    pub(crate) fn goal(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        p: Point,
    ) -> Option<Goal> {
        let dragon = self.dragons.get(p)?;
        let (stones, enemy) = (dragon.stones(reader.board()), dragon.color.other());
        let influence = self.influence_without(runner, reader, &stones, enemy);
        Goal::new(reader.board(), self, stones, &influence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::reading::{Limits, Memory};
    use crate::search::Deadline;
    use mkpat_rt::geom::Color;

    /// Black's corner, which is neither closed in nor settled at a glance.
    const OPEN: &str = "
        . . . . . . . . .
        . X . . . O . . .
        . X X . O . . . .
        . O O X O . . . .
        . . O X . . . . .
        . . . O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn a_large_dragon_that_is_left_open_is_looked_at_again() {
        let set = patterns::pattern_set().expect("databases");
        let mut board = diagram::parse(OPEN).expect("a diagram");
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        let mut runner = PatternRunner::new(&[], set.eyes.first());
        let facts = Facts::find(&mut runner, &mut reader, Color::Black);
        let goal = facts.goal(&mut runner, &mut reader, Point::new(1, 1)).expect("a dragon");
        let terms = Terms::of(Limits::default(), Deadline::NONE);
        let terms = Terms { nodes: 20, proof_nodes: 0, ..terms };
        let mut at = |size| look(&mut runner, &mut reader, &goal, size, terms);
        assert!(!at(OWL_AGAIN_SIZE - 1).certain);
        let again = at(OWL_AGAIN_SIZE);
        assert!(again.certain && again.status() == Status::Critical, "{again:?}");
    }
}
