//! Tests of databases with an engine: the matches of test files and the answers of
//! constraints.
//!
//! Files are read, compared and rewritten by [`mkpat::tools::match_tests`]; this module asks
//! the engine what becomes of a match, and is the only one here that does.

use std::io::{self, Write};

use engine::board::Board;
use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use engine::patterns::Rejected;
use mkpat::tools::match_tests::command::Arguments;
use mkpat::tools::match_tests::{self, Judge, Judged};
use mkpat::tools::positions::Position;
use mkpat_rt::db::{Pattern, PatternDb, PatternSet};
use mkpat_rt::geom::{Color, Point};

use crate::session::Session;

/// Asks an engine.
pub struct EngineJudge {
    engine: Engine,
}

impl EngineJudge {
    /// A judge that plays with these databases at a level of play.
    ///
    /// # Errors
    /// Why the engine cannot play with them.
    pub fn new(patterns: PatternSet, level: u8) -> Result<EngineJudge, String> {
        let config = Config { level, ..Config::default() };
        let engine = Engine::new(patterns, config).map_err(|e| e.to_string())?;
        Ok(EngineJudge { engine })
    }
}

impl Judge for EngineJudge {
    fn judge(
        &mut self,
        position: &Position,
        color: Color,
        wanted: &dyn Fn(&PatternDb, &Pattern) -> bool,
    ) -> Result<Vec<Judged>, String> {
        let stones = Point::all(position.size())
            .filter_map(|p| position.at(p).color().map(|color| (color, p)));
        let board = Board::with_stones(position.size(), stones)
            .map_err(|e| format!("nobody can play in this position: {e}"))?;
        let game = Game::from_board(board, Rules::JAPANESE, color);
        let verdicts = self.engine.verdicts(&game, color, wanted);
        let databases = &self.engine.patterns().databases;
        let judged = verdicts.into_iter().map(|v| Judged {
            database: databases[v.database].data.name.clone(),
            raw: v.found,
            verdict: verdict(v.rejected),
            constraint: v.constraint,
            action: v.action,
        });
        Ok(judged.collect())
    }
}

/// A test case of the session's position with today's answers: `only` these patterns, or all.
///
/// # Errors
/// If there is no such pattern, or nobody can play in the position.
pub fn new_case(
    session: &Session,
    title: &str,
    only: &[String],
    level: u8,
) -> Result<String, String> {
    let set = session.patterns();
    let databases: Vec<&PatternDb> = set.databases.iter().map(|db| &db.data).collect();
    let mut judge = EngineJudge::new(set.clone(), level)?;
    let position = crate::why::position(session.game().board());
    match_tests::new_case(title, &position, only, session.to_move(), &databases, &mut judge)
}

/// A verdict in one word.
pub(crate) fn verdict(rejected: Option<Rejected>) -> &'static str {
    match rejected {
        None => "accepted",
        Some(Rejected::Class(_)) => "class",
        Some(Rejected::Constraint) => "constraint",
        Some(Rejected::Helper) => "helper",
    }
}

/// Runs the tests with `patterns`, and writes what is not as expected. Whether
/// everything was, or was updated.
///
/// # Errors
/// What cannot be read, tested or written; the error of `out`.
pub fn run(
    tests: &Arguments,
    patterns: &PatternSet,
    level: u8,
    out: impl Write,
) -> io::Result<bool> {
    let files = tests.files().map_err(io::Error::other)?;
    let databases: Vec<&PatternDb> = patterns.databases.iter().map(|db| &db.data).collect();
    let mut judge = EngineJudge::new(patterns.clone(), level).map_err(io::Error::other)?;
    tests.run("katachi test", &files, &databases, Some(&mut judge), out)
}
