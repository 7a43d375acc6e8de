//! The facts about one position, kept for the next question about it.

use super::Facts;
use crate::patterns::PatternRunner;
use crate::reading::{Limits, Reader};
use mkpat_rt::geom::Color;

/// See the module head.
#[derive(Clone, Debug)]
pub(crate) struct KeptFacts {
    /// Of the position, and who is to move ([`crate::board::Board::situation`]).
    situation: u64,
    limits: Limits,
    facts: Facts,
}

impl KeptFacts {
    /// The facts about the reader's position, `color` to move: those that were kept if they are
    /// about it, and were read within the same limits.
    pub(crate) fn find(
        kept: Option<KeptFacts>,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        color: Color,
    ) -> KeptFacts {
        KeptFacts::found_by(kept, runner, reader, color, |runner, reader| {
            Facts::find(runner, reader, color)
        })
    }

    /// As [`KeptFacts::find`], if `find` finds them.
    pub(crate) fn found_by(
        kept: Option<KeptFacts>,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        color: Color,
        find: impl FnOnce(&mut PatternRunner<'_>, &mut Reader<'_>) -> Facts,
    ) -> KeptFacts {
        let (situation, limits) = (reader.board().situation(color), reader.limits());
        match kept {
            Some(kept) if (kept.situation, kept.limits) == (situation, limits) => kept,
            _ => KeptFacts { situation, limits, facts: find(runner, reader) },
        }
    }

    /// The facts.
    pub(crate) fn get(&self) -> &Facts {
        &self.facts
    }
}
