//! The engine: databases and configuration in, moves out.
//!
//! [`Engine`] owns what lasts between moves (databases, what was read, how the board
//! lies) and nothing of the game: the same game, configuration and databases give the
//! same move. What it does with a position is in [`crate::examine`].

use crate::board::PointSet;
use crate::door::Door;
use crate::facts::KeptFacts;
use crate::patterns::{LeftOut, Profile};
use crate::reading::{Limits, Memory, Overrides, SearchStats};
use crate::requirements::check_set;
use crate::score::KeptJudgement;
use crate::search::Deadline;
use crate::weights::Weights;
use mkpat_rt::db::PatternSet;

pub use crate::requirements::Problem;

/// How the engine plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Playing strength, 0 and up: each step above or below 10 reads deeper or
    /// less deep.
    pub level: u8,
    /// Limits of reading that do not follow from the level.
    pub overrides: Overrides,
    /// By what moves are valued.
    pub weights: Weights,
    /// Threads that random games are played on. They change no answer.
    pub threads: usize,
    /// Decides between moves of equal value.
    pub seed: u64,
    /// Whether [`Engine::should_resign`] may ever say yes.
    pub resign: bool,
    /// The final position is being settled: everything dead is taken off the board.
    pub scoring: bool,
    /// When a move has to be found. What is known by then decides; without a
    /// deadline the same game gives the same move.
    pub deadline: Deadline,
    /// The vertices among which moves are looked for; without it, all.
    pub area: Option<PointSet>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            level: 10,
            overrides: Overrides::default(),
            weights: Weights::default(),
            threads: 1,
            seed: 0,
            resign: false,
            scoring: false,
            deadline: Deadline::NONE,
            area: None,
        }
    }
}

/// What choosing moves has cost: the same for the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineStats {
    /// Moves generated.
    pub moves: u64,
    /// Reading.
    pub reading: SearchStats,
    /// Raw matches of patterns.
    pub matches: u64,
    /// Matches accepted.
    pub accepted: u64,
}

/// A Go engine. See the module head.
pub struct Engine {
    pub(crate) set: PatternSet,
    pub(crate) config: Config,
    /// Patterns that are not looked at.
    pub(crate) left_out: LeftOut,
    /// Counts what patterns and helpers cost.
    pub(crate) profile: Option<Profile>,
    pub(crate) memory: Memory,
    /// Made for the first position that comes in.
    pub(crate) door: Option<Box<Door>>,
    pub(crate) stats: EngineStats,
    /// The facts about the position that was asked about last.
    pub(crate) facts: Option<KeptFacts>,
    /// Those with which a move was looked for last: life read, without a deadline.
    pub(crate) living: Option<KeptFacts>,
    /// How the position looked at last is scored.
    pub(crate) judgement: Option<KeptJudgement>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("set", &self.set)
            .field("config", &self.config)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine that plays with these databases.
    ///
    /// # Errors
    /// If they need something that the engine does not have, or a database that
    /// it needs is missing: see [`Problem`].
    pub fn new(set: PatternSet, config: Config) -> Result<Engine, Problem> {
        check_set(&set)?;
        let (memory, stats) = (Memory::default(), EngineStats::default());
        let (left_out, profile) = (LeftOut::default(), None);
        let (door, facts, living, judgement) = (None, None, None, None);
        Ok(Engine { set, config, left_out, profile, memory, door, stats, facts, living, judgement })
    }

    /// Plays with these databases from now on. What has been read is forgotten: combinations depend
    /// on databases.
    ///
    /// # Errors
    /// As [`Engine::new`]; then the databases stay what they were.
    pub fn set_patterns(&mut self, set: PatternSet) -> Result<(), Problem> {
        check_set(&set)?;
        self.set = set;
        self.left_out = LeftOut::default();
        self.clear_memory();
        Ok(())
    }

    /// Plays without these patterns of its databases; what has been read is forgotten. Other databases
    /// ([`Engine::set_patterns`]) end that.
    pub fn leave_out(&mut self, patterns: LeftOut) {
        self.left_out = patterns;
        self.clear_memory();
    }

    /// Counts from now on what patterns and helpers cost, into `profile`.
    pub fn measure(&mut self, profile: Profile) {
        self.profile = Some(profile);
    }

    /// Forgets what has been read, and how the board lay.
    pub fn clear_memory(&mut self) {
        self.memory.clear();
        self.door = None;
        (self.facts, self.living) = (None, None);
        self.judgement = None;
    }

    /// Reads with this memory from now on; [`Memory::new`]`(0)` to read without one.
    pub fn set_memory(&mut self, memory: Memory) {
        self.memory = memory;
        self.door = None;
        (self.facts, self.living) = (None, None);
    }

    /// The configuration.
    pub fn config(&self) -> Config {
        self.config
    }

    /// Changes the configuration.
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
    }

    /// The databases.
    pub fn patterns(&self) -> &PatternSet {
        &self.set
    }

    /// What has been spent since the engine was made.
    pub fn stats(&self) -> EngineStats {
        self.stats
    }

    /// How far reading goes with this configuration where somebody asks; for its own
    /// purposes the engine reads within [`Limits::in_play`] of it.
    pub fn limits(&self) -> Limits {
        self.config.overrides.apply(Limits::at_level(self.config.level))
    }
}
