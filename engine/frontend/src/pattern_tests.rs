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
use mkpat::tools::match_tests::{self, Judge, Judged, side};
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
        let board = board(position)?;
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

    fn prove(&mut self, position: &Position, goal: &str) -> Result<String, String> {
        proved(position, goal)
    }
}

/// The answer to a goal, perhaps with moves in front (`after white D6: kill D5`).
fn proved(position: &Position, goal: &str) -> Result<String, String> {
    let mut board = board(position)?;
    let (moves, goal) = match goal.strip_prefix("after ") {
        Some(rest) => rest.split_once(':').ok_or("after the moves stands `:` and a goal")?,
        None => ("", goal),
    };
    for played in moves.split(',').filter(|_| !moves.is_empty()) {
        play(&mut board, played.trim())?;
    }
    Ok(crate::prove::ask(goal, &board, 0)?.words())
}

fn board(position: &Position) -> Result<Board, String> {
    let stones =
        Point::all(position.size()).filter_map(|p| position.at(p).color().map(|color| (color, p)));
    Board::with_stones(position.size(), stones)
        .map_err(|e| format!("nobody can play in this position: {e}"))
}

/// Plays a move such as `white D6`.
fn play(board: &mut Board, text: &str) -> Result<(), String> {
    let (color, vertex) = text
        .split_once(' ')
        .and_then(|(color, vertex)| Some((side(color)?, vertex.trim())))
        .ok_or_else(|| format!("`{text}` is no move, such as `white D6`"))?;
    let p = Point::parse(vertex, board.size())
        .filter(|p| !p.is_pass())
        .ok_or_else(|| format!("{vertex}: no vertex of the board"))?;
    if board.try_play(color, p) { Ok(()) } else { Err(format!("{text} is no legal move")) }
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
    match_tests::new_case(title, &position, only, session.to_move(), &databases, Some(&mut judge))
}

/// A verdict in one word.
pub fn verdict(rejected: Option<Rejected>) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use mkpat::tools::match_tests::{TestFile, check};
    use mkpat_rt::matcher::Matcher;

    /// Answers goals, and knows no patterns.
    struct Prover;

    impl Judge for Prover {
        fn judge(
            &mut self,
            _: &Position,
            _: Color,
            _: &dyn Fn(&PatternDb, &Pattern) -> bool,
        ) -> Result<Vec<Judged>, String> {
            Ok(Vec::new())
        }

        fn prove(&mut self, position: &Position, goal: &str) -> Result<String, String> {
            proved(position, goal)
        }
    }

    const TEXT: &str = "=== three stones at the edge
size: 5

+-----
|. . O
|O . O
|X X O
|. X O
|O O O

goals:
";

    /// What becomes of goals in a position.
    fn outcome(goals: &str) -> Result<String, String> {
        let text = format!("{TEXT}{goals}");
        let file = TestFile::parse(&text).map_err(|e| e.to_string())?;
        let outcome = check(&file.cases[0], &[], &mut Matcher::new(), Some(&mut Prover));
        outcome.map(|o| o.to_text()).map_err(|e| e.to_string())
    }

    #[test]
    fn goals_are_proved_and_mistakes_told_with_their_line() {
        let good = "  white captures A3 = yes, proved\n  \
                    after white A2: black saves A3, black first = no, proved\n";
        let told = outcome(good).expect("goals");
        assert!(!told.contains(['-', '+']), "{told}");
        let wrong = outcome("  white captures A3 = no\n").expect("a goal");
        assert!(wrong.contains("- white captures A3 = no"), "{wrong}");
        for (goal, said) in [
            ("white frobnicates A3", "frobnicates: no goal"),
            ("white captures A5", "there is no stone"),
            ("after white A3: kill B2", "white A3 is no legal move"),
            ("after green A3: kill B2", "`green A3` is no move"),
            ("after white J9: kill B2", "J9: no vertex"),
            ("after white A2 kill B2", "after the moves stands"),
        ] {
            let error = outcome(&format!("  {goal}\n")).expect_err(goal);
            assert!(error.starts_with("line 12: ") && error.contains(said), "{error}");
        }
    }
}
