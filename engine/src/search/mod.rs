//! What all searches of the engine share, whatever they search for.
//!
//! # Terms
//! A *question* is asked of a position, the *root*; *nodes* are the moves that a
//! search plays below it. A *reading* is an answer: a [`Code`] about the side that
//! moves first, and its move. The *komaster* is who has taken a ko before its time
//! ([`Komaster`]).
//!
//! # Parts
//! - [`deadline`]: lack of time as a value.
//! - [`komaster`]: who may take which ko.
//! - `transposition_table`: answers about interior positions.
//! - `area_cache`: answers to whole questions, for as long as nothing changes where
//!   the search looked.
//! - `proof_numbers`, `proof_table`: what proof-number searches share, and their memory.
//! - [`memory`]: all of it, as one value that whoever asks owns.
//! - [`parameters`]: every number that was set by trying, of all searches.
//! - [`trace`]: a record of every variation.
//!
//! Nothing here proposes moves or knows what is searched for; it rests on
//! [`crate::board`] alone.

pub(crate) mod area_cache;
pub mod deadline;
pub mod komaster;
pub mod memory;
pub mod parameters;
pub(crate) mod played_proof;
pub(crate) mod proof_numbers;
pub mod proof_record;
pub(crate) mod proof_table;
pub mod trace;
pub(crate) mod transposition_table;

pub use deadline::Deadline;
pub use komaster::{Komaster, Scheme};
pub use memory::Memory;
pub use mkpat_rt::reading_code::Code;
pub use trace::{Note, StopReason, Trace, Variation};

use mkpat_rt::geom::Point;

/// What searching has cost. Deterministic: a checksum of behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// Questions asked, those that other questions ask included.
    pub questions: u64,
    /// Moves played by tactical reading.
    pub nodes: u64,
    /// Moves played by connection reading.
    pub connection_nodes: u64,
    /// Moves played by combination reading.
    pub combination_nodes: u64,
    /// Positions looked at by searches about the life of dragons.
    pub owl_nodes: u64,
    /// Answers found in the memory.
    pub hits: u64,
    /// Questions that met the node limit, or grew so expensive that the rest was read less
    /// deeply.
    pub cut: u64,
}

impl std::ops::AddAssign for SearchStats {
    fn add_assign(&mut self, more: SearchStats) {
        self.questions += more.questions;
        self.nodes += more.nodes;
        self.connection_nodes += more.connection_nodes;
        self.combination_nodes += more.combination_nodes;
        self.owl_nodes += more.owl_nodes;
        self.hits += more.hits;
        self.cut += more.cut;
    }
}

impl std::ops::Sub for SearchStats {
    type Output = SearchStats;

    /// What was spent since `earlier`.
    fn sub(self, earlier: SearchStats) -> SearchStats {
        SearchStats {
            questions: self.questions - earlier.questions,
            nodes: self.nodes - earlier.nodes,
            connection_nodes: self.connection_nodes - earlier.connection_nodes,
            combination_nodes: self.combination_nodes - earlier.combination_nodes,
            owl_nodes: self.owl_nodes - earlier.owl_nodes,
            hits: self.hits - earlier.hits,
            cut: self.cut - earlier.cut,
        }
    }
}

/// An answer: a code about the side that moves first, and its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// How well it works.
    pub code: Code,
    /// The move; [`Point::PASS`] if none works or none is needed.
    pub point: Point,
}

impl Reading {
    /// The answer that nothing works.
    pub const LOST: Reading = Reading { code: Code::Lose, point: Point::PASS };

    /// The answer that playing at `point` works; with [`Point::PASS`], that no move is needed.
    pub const fn won(point: Point) -> Reading {
        Reading { code: Code::Win, point }
    }

    /// What playing at `point` achieves; lost if it may not be played.
    pub(crate) fn by(point: Point, code: Option<Code>) -> Reading {
        code.map_or(Reading::LOST, |code| Reading { code, point })
    }

    /// Whether it works, if only by ko.
    pub fn is_success(&self) -> bool {
        self.code.is_success()
    }

    /// Takes `code` by a move at `point` if it is better.
    pub(crate) fn improve(&mut self, code: Code, point: Point) {
        if code > self.code {
            *self = Reading { code, point };
        }
    }
}
