//! The engine: databases and configuration in, moves out.
//!
//! [`Engine`] owns what lasts between moves (databases, memo, working memory)
//! and nothing of the game: the same game, configuration and databases give the
//! same move.

use crate::analysis::Tables;
use crate::deadline::Deadline;
use crate::game::{Game, Move, Scoring};
use crate::movegen::{self, Candidate, Context};
use crate::patterns::{GameInfo, Shapes, Verdict, analyze, check_set, verdicts};
use crate::reading::{Limits, Memo, Overrides, Reader, Stats as ReadingStats};
use mkpat_rt::db::{Pattern, PatternDb, PatternSet};
use mkpat_rt::geom::{Color, Point};

pub use crate::patterns::Problem;

/// How the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Playing strength, 0 and up: each step above or below 10 reads deeper or
    /// less deep.
    pub level: u8,
    /// Limits of reading that do not follow from the level.
    pub overrides: Overrides,
    /// Decides between moves of equal value.
    pub seed: u64,
    /// Whether [`Engine::should_resign`] may ever say yes.
    pub resign: bool,
    /// When a move has to be found. What is known by then decides; without a
    /// deadline the same game gives the same move.
    pub deadline: Deadline,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            level: 10,
            overrides: Overrides::default(),
            seed: 0,
            resign: false,
            deadline: Deadline::NONE,
        }
    }
}

/// What choosing moves has cost: the same for the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Moves generated.
    pub moves: u64,
    /// Reading.
    pub reading: ReadingStats,
    /// Raw matches of patterns.
    pub matches: u64,
    /// Matches accepted.
    pub accepted: u64,
}

/// A Go engine. See the module head.
pub struct Engine {
    set: PatternSet,
    config: Config,
    memo: Memo,
    shapes: Shapes,
    stats: Stats,
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
        Ok(Engine {
            set,
            config,
            memo: Memo::default(),
            shapes: Shapes::new(),
            stats: Stats::default(),
        })
    }

    /// Forgets what has been read.
    pub fn clear_memo(&mut self) {
        self.memo.clear();
    }

    /// Reads with this table from now on; [`Memo::new`]`(0)` to read without one.
    pub fn set_memo(&mut self, memo: Memo) {
        self.memo = memo;
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
    pub fn stats(&self) -> Stats {
        Stats { matches: self.shapes.found, accepted: self.shapes.accepted, ..self.stats }
    }

    /// How far reading goes with this configuration where somebody asks; for its own
    /// purposes the engine reads within [`Limits::in_play`] of it.
    pub fn limits(&self) -> Limits {
        self.config.overrides.apply(Limits::at_level(self.config.level))
    }

    fn info(game: &Game) -> GameInfo {
        GameInfo {
            komi: game.rules().komi,
            total_handicap: game.handicap().len() as i32,
            remaining_handicap: 0,
            scoring: false,
        }
    }

    /// Everything the engine knows about a position before it looks for moves of
    /// `color`.
    pub fn analyze(&mut self, game: &mut Game, color: Color) -> Tables {
        let mut reader = Reader::new(game.board_mut(), self.limits().in_play(), &mut self.memo);
        reader.set_deadline(self.config.deadline);
        let tables = analyze(&mut self.shapes, &self.set.databases, &mut reader, color);
        add(&mut self.stats.reading, reader.stats());
        tables
    }

    /// What becomes of the matches with `color` as O, who is to move, of the patterns
    /// that are `wanted`: whether they are accepted, and what their constraints asked.
    /// The game is left as it was.
    pub fn verdicts(
        &mut self,
        game: &mut Game,
        color: Color,
        wanted: impl Fn(&PatternDb, &Pattern) -> bool,
    ) -> Vec<Verdict> {
        let info = Self::info(game);
        let mut reader = Reader::new(game.board_mut(), self.limits().in_play(), &mut self.memo);
        let databases = &self.set.databases;
        let tables = analyze(&mut self.shapes, databases, &mut reader, color);
        let out = verdicts(databases, &mut reader, &tables, info, color, wanted);
        add(&mut self.stats.reading, reader.stats());
        out
    }

    /// The moves worth playing for `color`, best first; empty if a pass is best.
    pub fn candidates(&mut self, game: &mut Game, color: Color) -> Vec<Candidate> {
        let rules = game.rules();
        let game_area = game.size() * game.size();
        let info = Self::info(game);
        let legal: Vec<Point> = Point::all(game.size())
            .filter(|&p| game.board().is_empty(p) && game.legality(color, p).is_ok())
            .collect();
        let seed = self.config.seed ^ game.board().hash();
        let mut reader = Reader::new(game.board_mut(), self.limits().in_play(), &mut self.memo);
        reader.set_deadline(self.config.deadline);
        let tables = analyze(&mut self.shapes, &self.set.databases, &mut reader, color);
        let ctx = Context {
            databases: &self.set.databases,
            tables: &tables,
            info,
            seed,
            deadline: self.config.deadline,
            area_scoring: rules.scoring == Scoring::Area,
            may_play: &|p| legal.contains(&p),
            games: usize::from(self.config.level) * 20 * 81 / (game_area + 81),
            look_ahead: usize::from(self.config.level) * 6 / 5,
        };
        let out = movegen::generate(&mut self.shapes, &mut reader, color, &ctx);
        add(&mut self.stats.reading, reader.stats());
        out
    }

    /// The move for `color`; the game is left as it was. Always legal.
    pub fn genmove(&mut self, game: &mut Game, color: Color) -> Move {
        self.stats.moves += 1;
        let best = self.candidates(game, color);
        let point = best.first().map_or(Point::PASS, |c| c.point);
        Move { color, point }
    }

    /// Whether `color` had better resign: it is allowed to, the board is well
    /// filled, and it is hopelessly behind.
    pub fn should_resign(&mut self, game: &mut Game, color: Color) -> bool {
        let area = game.size() * game.size();
        if !self.config.resign || game.board().stone_count() * 2 < area {
            return false;
        }
        let tables = self.analyze(game, color);
        let komi = if color == Color::White { game.rules().komi } else { -game.rules().komi };
        let board = game.board();
        let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
        tables.opposite.score(color) + prisoners + komi < -(area as f32) / 4.0
    }
}

fn add(sum: &mut ReadingStats, more: ReadingStats) {
    sum.questions += more.questions;
    sum.nodes += more.nodes;
    sum.hits += more.hits;
    sum.cut += more.cut;
}
