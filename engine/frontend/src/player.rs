//! The one place where the front end asks for a move.
//!
//! Everything else here speaks of [`Choice`] and [`DescribedCandidate`] and does not
//! know how moves are found.

use engine::board::PointSet;
use engine::engine::{Config, Engine, EngineStats};
use engine::examine::Answer;
use engine::facts::Facts;
use engine::game::Game;
use engine::movegen::{
    Candidate, CombinationThreat, Considered, Decision, MatchEffect, MoveReason, Watch,
};
use engine::patterns::LeftOut;
use engine::reading::{Combination, Limits, Memory, Overrides};
use engine::score::FinalStatus;
use engine::search::Deadline;
use engine::verdicts::{MatchVerdict, Raw};
use engine::weights::Weights;
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::{Color, Point};

use crate::judge::{self, FinalPosition};

/// What the engine wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Play here.
    Play(Point),
    /// Pass.
    Pass,
    /// Resign.
    Resign,
}

/// A move that was considered.
#[derive(Clone, PartialEq, Debug)]
pub struct DescribedCandidate {
    /// Where.
    pub point: Point,
    /// The number that decides, in points.
    pub value: f32,
    /// That number in parts.
    pub decision: Decision,
    /// Why, one clause each.
    pub reasons: Vec<String>,
}

/// How to choose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Who is to move.
    pub color: Color,
    /// How much to read, from 0; 10 is usual.
    pub level: u32,
    /// Selects among equal moves; the same seed plays the same game.
    pub seed: u64,
    /// Play until all dead stones are off the board, and do not resign.
    pub cleanup: bool,
    /// Whether resigning is allowed.
    pub resign: bool,
    /// The only vertices where a move is looked for, if there are such.
    pub area: Option<PointSet>,
    /// When the move has to be found.
    pub deadline: Deadline,
}

/// Finds moves.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    /// The best moves when one was chosen last.
    seen: Vec<DescribedCandidate>,
}

/// How many of the best moves are kept with a choice.
const SEEN: usize = 3;

impl Player {
    /// A player that plays with these databases.
    ///
    /// # Errors
    /// One message per reason why the engine cannot work with them.
    pub fn new(patterns: PatternSet) -> Result<Player, Vec<String>> {
        let engine = Engine::new(patterns, Config::default()).map_err(|e| vec![e.to_string()])?;
        Ok(Player { engine, seen: Vec::new() })
    }

    /// The databases.
    pub fn patterns(&self) -> &PatternSet {
        self.engine.patterns()
    }

    /// Plays with other databases from now on; what was read is forgotten.
    ///
    /// # Errors
    /// Why the engine cannot work with them.
    pub fn set_patterns(&mut self, patterns: PatternSet) -> Result<(), String> {
        self.engine.set_patterns(patterns).map_err(|e| e.to_string())
    }

    /// Sets how reading differs from what the level says, and gives it a memory of its
    /// own (see [`Memory::new`]).
    pub fn set_reading(&mut self, overrides: Overrides, memory: Memory) {
        self.engine.set_config(Config { overrides, ..self.engine.config() });
        self.engine.set_memory(memory);
    }

    /// Sets by what moves are valued.
    pub fn set_weights(&mut self, weights: Weights) {
        self.engine.set_config(Config { weights, ..self.engine.config() });
    }

    /// Sets how many threads random games are played on; they change no move.
    pub fn set_threads(&mut self, threads: usize) {
        self.engine.set_config(Config { threads, ..self.engine.config() });
    }

    /// Plays without the patterns that these words name.
    ///
    /// # Errors
    /// If a word names nothing.
    pub fn leave_out(&mut self, words: &[String]) -> Result<(), String> {
        let databases = &self.engine.patterns().databases;
        self.engine.leave_out(LeftOut::named(databases, words)?);
        Ok(())
    }

    /// Sets how many times as much as usual a question may spend, whatever the level.
    pub fn set_effort(&mut self, effort: u64) {
        let config = self.engine.config();
        let overrides = config.overrides.with("effort", effort);
        self.engine.set_config(Config { overrides, ..config });
    }

    /// Forgets what has been read.
    pub fn forget_readings(&mut self) {
        self.engine.clear_memory();
    }

    /// How far the engine reads at a level.
    pub fn limits(&mut self, level: u32) -> Limits {
        let config = Config { level: to_level(level), ..self.engine.config() };
        self.engine.set_config(config);
        self.engine.limits()
    }

    /// The engine, to ask it about positions.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// What all of it has cost.
    pub fn stats(&self) -> EngineStats {
        self.engine.stats()
    }

    fn configure(&mut self, task: Task) {
        let Task { level, seed, resign, deadline, area, cleanup: scoring, .. } = task;
        let level = to_level(level);
        let config =
            Config { level, seed, resign, scoring, deadline, area, ..self.engine.config() };
        self.engine.set_config(config);
    }

    /// Chooses a move; somebody may watch, who is not told of a pass or of resigning. The game is unchanged.
    pub fn choose(&mut self, game: &mut Game, task: Task, watch: Option<Watch<'_>>) -> Choice {
        self.configure(task);
        self.seen.clear();
        let color = task.color;
        if task.resign && self.engine.should_resign(game, color) {
            return Choice::Resign;
        }
        let found = self.engine.choices_watched(game, color, watch);
        let point = found.first().map_or(Point::PASS, |c| c.point);
        let seen = found.iter().take(SEEN).map(|c| self.described(c, game.size())).collect();
        self.seen = seen;
        if !point.is_pass() {
            return Choice::Play(point);
        }
        match task.cleanup.then(|| clean_up(&mut self.engine, game, color)).flatten() {
            Some(p) => Choice::Play(p),
            None => Choice::Pass,
        }
    }

    /// What the engine knows about the position before it looks for moves. The
    /// game is unchanged.
    pub fn facts(&mut self, game: &Game, task: Task) -> Facts {
        self.configure(task);
        self.engine.facts(game, task.color)
    }

    /// As [`Player::facts`], without reading life and death.
    pub fn facts_without_life(&mut self, game: &Game, task: Task) -> Facts {
        self.configure(task);
        self.engine.facts_without_life(game, task.color)
    }

    /// Who owns what at the end of the game.
    pub fn judge(&mut self, game: &Game, task: Task) -> FinalPosition {
        self.configure(task);
        judge::judge(&mut self.engine, game)
    }

    /// The moves worth playing, the best first. The game is unchanged.
    pub fn candidates(&mut self, game: &mut Game, task: Task) -> Vec<DescribedCandidate> {
        let considered = self.considered(game, task);
        self.all_described(&considered.candidates, game.size())
    }

    /// All moves that were valued, the best first, worth playing or not. The game is unchanged.
    pub fn valued(&mut self, game: &mut Game, task: Task) -> Vec<DescribedCandidate> {
        let considered = self.considered(game, task);
        let mut all = self.all_described(&considered.candidates, game.size());
        all.extend(self.all_described(&considered.others, game.size()));
        all
    }

    fn all_described(&self, moves: &[Candidate], size: usize) -> Vec<DescribedCandidate> {
        moves.iter().map(|c| self.described(c, size)).collect()
    }

    /// The best moves when one was chosen last, at most three.
    pub fn seen(&self) -> &[DescribedCandidate] {
        &self.seen
    }

    fn described(&self, c: &Candidate, size: usize) -> DescribedCandidate {
        let reasons = c.reasons.iter().map(|reason| self.describe(reason, size)).collect();
        DescribedCandidate { point: c.point, value: c.value, decision: c.decision, reasons }
    }

    /// What was considered: moves worth playing, and why others are not.
    pub fn considered(&mut self, game: &mut Game, task: Task) -> Considered {
        self.configure(task);
        self.engine.considered(game, task.color)
    }

    /// The same, with somebody who watches.
    pub fn considered_watched(
        &mut self,
        game: &mut Game,
        task: Task,
        watch: Watch<'_>,
    ) -> Considered {
        self.configure(task);
        self.engine.considered_watched(game, task.color, Some(watch))
    }

    /// What becomes of matches with the colour of the task as O.
    pub fn judge_matches(
        &mut self,
        game: &Game,
        task: Task,
        matches: &[Raw],
        variations: usize,
    ) -> Vec<MatchVerdict> {
        self.configure(task);
        self.engine.judge_matches(game, task.color, matches, variations)
    }

    /// What a match does to the value of its move.
    pub fn match_effect(&mut self, game: &mut Game, task: Task, found: Raw) -> Option<MatchEffect> {
        self.configure(task);
        self.engine.match_effect(game, task.color, found)
    }

    /// The combination that the player of the task has, if he is to move. At most `record`
    /// variations are recorded, if there is a number.
    pub fn combination(
        &mut self,
        game: &Game,
        task: Task,
        record: Option<usize>,
    ) -> Answer<Option<Combination>> {
        self.configure(task);
        self.engine.combination(game, task.color, record)
    }

    /// The combination that his opponent has, if that one is to move, and what prevents it.
    pub fn combination_threat(
        &mut self,
        game: &Game,
        task: Task,
        record: Option<usize>,
    ) -> Answer<Option<CombinationThreat>> {
        self.configure(task);
        self.engine.combination_threat(game, task.color, record)
    }

    /// The combination of at least `least` stones that a move of his at `p` makes possible.
    pub fn combination_after(
        &mut self,
        game: &Game,
        task: Task,
        p: Point,
        least: usize,
    ) -> Option<Combination> {
        self.configure(task);
        self.engine.combination_after(game, (task.color, p), least)
    }

    /// A reason in words, with its vertices and patterns.
    pub fn describe(&self, reason: &MoveReason, size: usize) -> String {
        let at = |p: &Point| format!("{reason} {}", p.name(size));
        match reason {
            MoveReason::Pattern(database, id) => {
                let db = self.patterns().databases.get(usize::from(*database));
                let Some(db) = db.map(|d| &d.data) else { return reason.to_string() };
                format!("pattern {} of {}", db.pattern(*id).name, db.name)
            }
            MoveReason::Attack(p, _) | MoveReason::Defend(p, _) => at(p),
            MoveReason::AttackThreat(p)
            | MoveReason::Kill(p, _)
            | MoveReason::Live(p, _)
            | MoveReason::StrategicAttack(p)
            | MoveReason::StrategicDefend(p)
            | MoveReason::Room(p)
            | MoveReason::Combination(p, _)
            | MoveReason::PreventCombination(p, _) => at(p),
            MoveReason::AttackEither(p, q)
            | MoveReason::DefendBoth(p, q)
            | MoveReason::Connect(p, q)
            | MoveReason::Cut(p, q) => format!("{}, {}", at(p), q.name(size)),
            MoveReason::Games { games, percent, .. } => {
                format!("{games} random games, {percent} % of them won")
            }
            MoveReason::Territory
            | MoveReason::Moyo
            | MoveReason::Invade
            | MoveReason::Fuseki
            | MoveReason::Dame => reason.to_string(),
        }
    }
}

fn to_level(level: u32) -> u8 {
    u8::try_from(level).unwrap_or(u8::MAX)
}

/// A move on the way to take a dead stone off: a liberty of a dead string that
/// can be filled without loss, of the string with the fewest.
fn clean_up(engine: &mut Engine, game: &mut Game, color: Color) -> Option<Point> {
    let judgement = engine.judge(game);
    let mut best: Option<(usize, Point)> = None;
    for stones in judgement.strings(game.board(), FinalStatus::Dead) {
        let Some(&s) = stones.first() else { continue };
        if game.board().color_at(s) == Some(color) {
            continue;
        }
        let liberties = game.board().liberties(s);
        for p in liberties.iter() {
            let key = (liberties.len(), p);
            let board = game.board();
            if best.is_some_and(|b| b <= key) || board.is_self_atari(color, p) && key.0 > 1 {
                continue;
            }
            if game.legality(color, p).is_ok() {
                best = Some(key);
            }
        }
    }
    best.map(|b| b.1)
}
