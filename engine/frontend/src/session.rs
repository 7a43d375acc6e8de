//! What a GTP connection and a game on the terminal have in common: one game,
//! one player, and the settings of the command line.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::board::{Illegal, PointSet};
use engine::door::Restore;
use engine::examine::{Answer, Fate, Question};
use engine::facts::{Facts, LifeReading};
use engine::game::{Game, Move, Rules};
use engine::life::owl::{OwlAnswer, OwlQuestion};
use engine::movegen::{CombinationThreat, Considered, MatchEffect, MoveReason, Watch};
use engine::patterns::Profile;
use engine::reading::{Combination, Limits, Memory, Overrides, Reader, Reading};
use engine::search::Deadline;
use engine::verdicts::{MatchVerdict, Raw};
use engine::weights::Weights;
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::{Color, Point};

use crate::area::SearchArea;
use crate::clock::{Clock, MAX_LEVEL, Pace};
use crate::judge::FinalPosition;
use crate::outfile::{self, Outfile};
use crate::player::{Choice, DescribedCandidate, Player, Task};
use crate::record::{self, RecordError};
use crate::variations::{Recorded, Recording};

/// What a session starts with.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Vertices per side, 1…25.
    pub size: usize,
    /// Rules, komi included.
    pub rules: Rules,
    /// Level of play, 0…[`MAX_LEVEL`].
    pub level: u32,
    /// Selects among equal moves.
    pub seed: u64,
    /// Threads that random games are played on; they change no move.
    pub threads: usize,
    /// Whether the engine may resign.
    pub resign: bool,
    /// Seconds that a move may take at most, whatever the clock says.
    pub time_per_move: Option<f64>,
    /// Limits of reading that do not follow from the level.
    pub reading: Overrides,
    /// By what moves are valued.
    pub weights: Weights,
    /// Patterns to play without, as [`engine::patterns::LeftOut::named`] takes them.
    pub without: Vec<String>,
    /// Entries of the memory of what has been read, see [`Memory::new`]; 0 for none.
    pub cache: usize,
}

impl Default for Settings {
    /// 19×19, Japanese rules, level 10.
    fn default() -> Settings {
        Settings {
            size: 19,
            rules: Rules::default(),
            level: 10,
            seed: 1,
            threads: 1,
            resign: true,
            time_per_move: None,
            reading: Overrides::default(),
            weights: Weights::default(),
            without: Vec::new(),
            cache: Memory::ENTRIES,
        }
    }
}

/// Threads that this machine can run at the same time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Work by kind, as the node counters of GTP tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Moves read, by questions and while moves were generated.
    pub reading: u64,
    /// Moves played to find out whether strings connect.
    pub connection: u64,
    /// Positions looked at to find out whether dragons live.
    pub owl: u64,
    /// All moves that were tried: by tactical, connection and combination reading, and by the
    /// commands `trymove` and `tryko`.
    pub trymove: u64,
}

/// The part of the time of a move after which no more work is begun; the rest is
/// for what has been begun.
const INTERRUPTIBLE: f64 = 0.8;

/// A game and all that belongs to it.
pub struct Session {
    game: Game,
    /// Who moves next, where something else than the last move says so.
    next: Option<Color>,
    /// Moves of `trymove` that `popgo` takes back.
    tried: usize,
    player: Player,
    pub(crate) strength: Strength,
    pub(crate) time: Time,
    /// Where moves are looked for.
    pub(crate) area: SearchArea,
    /// Where variations are kept.
    recording: Option<Recording>,
    /// The folder that the databases came from, if it was one.
    pub(crate) folder: Option<PathBuf>,
    counters: Counters,
    /// The record that is written while the game goes on.
    outfile: Option<Outfile>,
    pub(crate) quit: bool,
}

/// How well the engine plays.
pub(crate) struct Strength {
    pub(crate) level: u32,
    pub(crate) seed: u64,
    resign: bool,
    /// By how many plies reading goes deeper than usual, or less deep.
    pub(crate) deeper: i32,
}

/// Time to think, and time spent.
pub(crate) struct Time {
    pub(crate) clock: Clock,
    pace: Pace,
    /// Seconds that a move may take at most.
    per_move: Option<f64>,
    /// Time spent on commands.
    pub(crate) busy: Duration,
}

/// What the node counters start from.
#[derive(Default)]
struct Counters {
    /// Moves of `trymove`, from the start.
    tries: u64,
    /// What the counters of nodes have counted when they were reset.
    reset: Counts,
}

impl Session {
    /// A session on an empty board.
    ///
    /// # Errors
    /// If the engine cannot use the databases, or the size is out of range: one
    /// message each.
    pub fn new(patterns: PatternSet, settings: &Settings) -> Result<Session, Vec<String>> {
        let game = Game::new(settings.size, settings.rules).map_err(|e| vec![e.to_string()])?;
        let mut player = Player::new(patterns)?;
        player.set_reading(settings.reading, Memory::new(settings.cache));
        player.set_weights(settings.weights);
        player.set_threads(settings.threads);
        player.leave_out(&settings.without).map_err(|e| vec![e])?;
        Ok(Session {
            game,
            next: None,
            tried: 0,
            player,
            strength: Strength {
                level: settings.level.min(MAX_LEVEL),
                seed: settings.seed,
                resign: settings.resign,
                deeper: 0,
            },
            time: Time {
                clock: Clock::default(),
                pace: Pace::default(),
                per_move: settings.time_per_move,
                busy: Duration::ZERO,
            },
            area: SearchArea::default(),
            recording: None,
            folder: None,
            counters: Counters::default(),
            outfile: None,
            quit: false,
        })
    }

    /// Counts from now on what patterns and helpers cost, into `profile`.
    pub fn measure(&mut self, profile: Profile) {
        self.player.engine().measure(profile);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to change what does not concern its moves (rules, komi) or to
    /// ask questions that need to play and undo.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The databases in use.
    pub fn patterns(&self) -> &PatternSet {
        self.player.patterns()
    }

    /// Plays on with other databases. What was read is forgotten, for they have a part in it; the
    /// game stays.
    ///
    /// # Errors
    /// Why the engine cannot use them; then nothing changes.
    pub fn set_patterns(&mut self, patterns: PatternSet) -> Result<(), String> {
        self.player.set_patterns(patterns)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.next.unwrap_or_else(|| self.game.to_move())
    }

    /// Says whose turn it is, against the order of moves.
    pub fn set_to_move(&mut self, color: Color) {
        self.next = Some(color);
    }

    /// Lets the moves and the handicap say again whose turn it is.
    pub fn forget_turn(&mut self) {
        self.next = None;
    }

    /// Puts another game in place of the present one. What was read of that is
    /// forgotten, so that answers about a game do not depend on those before it.
    pub fn replace(&mut self, game: Game, to_move: Option<Color>) {
        self.forget_readings();
        self.game = game;
        self.next = to_move;
        self.tried = 0;
        self.restart_record();
    }

    /// Writes the game to a file from now on, after every move.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record_to(&mut self, path: &Path) -> std::io::Result<()> {
        self.outfile = Some(Outfile::new(path, &self.game, self.to_move())?);
        Ok(())
    }

    /// Why the record of [`Session::record_to`] could not be written, if so.
    pub fn record_failure(&self) -> Option<String> {
        self.outfile.as_ref().and_then(Outfile::failure)
    }

    fn restart_record(&mut self) {
        let to_move = self.to_move();
        if let Some(outfile) = &mut self.outfile {
            outfile.restart(&self.game, to_move);
        }
    }

    /// Writes the present game; `comment` is about its last move.
    fn note(&mut self, comment: &str) {
        let to_move = self.to_move();
        if let Some(outfile) = &mut self.outfile {
            outfile.note(&self.game, to_move, comment);
        }
    }

    /// An empty board of this size; komi and rules stay. Whether there is one.
    pub fn resize(&mut self, size: usize) -> bool {
        match Game::new(size, self.game.rules()) {
            Ok(game) => {
                self.replace(game, None);
                self.area.clear();
                true
            }
            Err(_) => false,
        }
    }

    /// Takes everything off the board, and forgets what was read of it.
    pub fn clear(&mut self) {
        self.forget_readings();
        self.game.clear();
        self.next = None;
        self.tried = 0;
        self.restart_record();
    }

    /// Plays a move of either colour.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn play(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        self.drop_tried();
        self.game.play(color, p)?;
        self.next = None;
        self.note("");
        Ok(())
    }

    /// Takes back `count` moves, or none if there are fewer. Whether it did.
    pub fn undo(&mut self, count: usize) -> bool {
        self.drop_tried();
        if self.game.moves().len() < count {
            return false;
        }
        for _ in 0..count {
            if let Some(m) = self.game.undo() {
                self.next = Some(m.color);
            }
        }
        self.note("");
        true
    }

    /// Plays a move to try it: [`Session::untry`] takes it back, and so does
    /// every move that is played for good.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn try_move(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        self.game.play(color, p)?;
        self.tried += 1;
        self.counters.tries += 1;
        Ok(())
    }

    /// As [`Session::try_move`], but a ko may be retaken at once, as if a threat
    /// had been played elsewhere and answered.
    ///
    /// # Errors
    /// Why it is illegal even so.
    pub fn try_ko(&mut self, color: Color, p: Point) -> Result<(), Illegal> {
        self.game.play_ko(color, p)?;
        self.tried += 1;
        self.counters.tries += 1;
        Ok(())
    }

    /// Takes back a tried move. Whether there was one.
    pub fn untry(&mut self) -> bool {
        let some = self.tried > 0;
        if some {
            self.tried -= 1;
            self.game.undo();
        }
        some
    }

    /// The moves of [`Session::try_move`] on the board, in their order.
    pub fn tried(&self) -> &[Move] {
        let moves = self.game.moves();
        &moves[moves.len().saturating_sub(self.tried)..]
    }

    /// The moves played for good, in their order.
    pub fn history(&self) -> &[Move] {
        let moves = self.game.moves();
        &moves[..moves.len().saturating_sub(self.tried)]
    }

    fn drop_tried(&mut self) {
        while self.untry() {}
    }

    fn task(&self, color: Color, level: u32) -> Task {
        Task {
            color,
            level,
            seed: self.strength.seed,
            cleanup: false,
            resign: self.strength.resign && self.game.handicap().is_empty(),
            area: self.area.active(),
            deadline: Deadline::NONE,
        }
    }

    /// Chooses a move for `color` and plays it if `commit`. With `cleanup`
    /// nothing dead is left on the board and the engine does not resign. The
    /// answer is always legal. It takes no longer than clock and time per move
    /// allow, or hardly: what is known by then decides.
    pub fn generate(&mut self, color: Color, cleanup: bool, commit: bool) -> Choice {
        self.generate_watched(color, cleanup, commit, None)
    }

    /// The same, with somebody who watches.
    pub fn generate_watched(
        &mut self,
        color: Color,
        cleanup: bool,
        commit: bool,
        watch: Option<Watch<'_>>,
    ) -> Choice {
        self.drop_tried();
        let size = self.game.size();
        let expected = size * size * 3 / 5;
        let to_come = expected.saturating_sub(self.game.moves().len()) / 2;
        let share = self.time.clock.allowance(color, to_come);
        let allowance = share.into_iter().chain(self.time.per_move).reduce(f64::min);
        let level = self.time.pace.level(self.strength.level, allowance);
        let deadline = allowance.map_or(Deadline::NONE, |seconds| {
            Deadline::after(Duration::from_secs_f64(seconds * INTERRUPTIBLE))
        });
        let task = self.task(color, level);
        let task = Task { cleanup, resign: task.resign && commit && !cleanup, deadline, ..task };

        let start = Instant::now();
        let mut choice = self.player.choose(&mut self.game, task, watch);
        let seconds = start.elapsed().as_secs_f64();
        self.time.pace.record(level, seconds);

        if let Choice::Play(p) = choice
            && (p.is_pass() || self.game.legality(color, p).is_err())
        {
            choice = Choice::Pass;
        }
        if commit {
            self.time.clock.spent(color, seconds);
            let point = match choice {
                Choice::Play(p) => p,
                Choice::Pass => Point::PASS,
                Choice::Resign => {
                    let winner = if color == Color::Black { "W+R" } else { "B+R" };
                    if let Some(outfile) = &mut self.outfile {
                        outfile.end(&self.game, color, winner);
                    }
                    return choice;
                }
            };
            if self.game.play(color, point).is_ok() {
                self.next = None;
                if self.outfile.is_some() {
                    self.note(&outfile::comment(self.player.seen(), size));
                }
            }
        }
        choice
    }

    /// The moves that the engine considers for `color`, the best first.
    pub fn candidates(&mut self, color: Color) -> Vec<DescribedCandidate> {
        let task = self.task(color, self.strength.level);
        self.player.candidates(&mut self.game, task)
    }

    /// All moves for `color` that were valued, the best first, worth playing or not.
    pub fn valued(&mut self, color: Color) -> Vec<DescribedCandidate> {
        let task = self.task(color, self.strength.level);
        self.player.valued(&mut self.game, task)
    }

    /// As [`Session::valued`], among these vertices alone.
    pub fn valued_among(&mut self, color: Color, area: PointSet) -> Vec<DescribedCandidate> {
        let task = Task { area: Some(area), ..self.task(color, self.strength.level) };
        self.player.valued(&mut self.game, task)
    }

    /// What the engine has considered for `color`: moves worth playing, and why others are not.
    pub fn considered(&mut self, color: Color) -> Considered {
        let task = self.task(color, self.strength.level);
        self.player.considered(&mut self.game, task)
    }

    /// As [`Session::considered`], with somebody who watches.
    pub fn considered_watched(&mut self, color: Color, watch: Watch<'_>) -> Considered {
        let task = self.task(color, self.strength.level);
        self.player.considered_watched(&mut self.game, task, watch)
    }

    /// A reason for a move in words.
    pub fn describe(&self, reason: &MoveReason) -> String {
        self.player.describe(reason, self.game.size())
    }

    /// What becomes of these matches with `color` as O, who is to move; see
    /// [`engine::engine::Engine::judge_matches`].
    pub fn judge_matches(
        &mut self,
        color: Color,
        matches: &[Raw],
        variations: usize,
    ) -> Vec<MatchVerdict> {
        let task = self.task(color, self.strength.level);
        self.player.judge_matches(&self.game, task, matches, variations)
    }

    /// What a match with `color` as O does to the value of its move.
    pub fn match_effect(&mut self, color: Color, found: Raw) -> Option<MatchEffect> {
        let task = self.task(color, self.strength.level);
        self.player.match_effect(&mut self.game, task, found)
    }

    /// Asks tactical reading about these vertices, and a colour if one is given; its cost is
    /// counted. While variations are recorded, they are kept under the name of the question.
    /// `ask` gets vertices and colour as the engine sees them.
    pub fn ask<const N: usize, T: Restore>(
        &mut self,
        name: &str,
        points: [Point; N],
        color: Option<Color>,
        ask: impl FnOnce(&mut Reader<'_>, [Point; N], Color) -> T,
    ) -> T {
        self.ask_inside(name, points, color, &[], |r, points, color, _| ask(r, points, color))
    }

    /// Asks connection reading about a string and an area.
    pub fn ask_about_area<T: Restore>(
        &mut self,
        name: &str,
        string: Point,
        area: &[Point],
        ask: impl FnOnce(&mut Reader<'_>, Point, &PointSet) -> T,
    ) -> T {
        self.ask_inside(name, [string], None, area, |r, [s], _, area| ask(r, s, area))
    }

    /// How far questions go.
    fn limits(&mut self) -> Limits {
        let limits = self.player.limits(self.strength.level);
        let by = self.strength.deeper.unsigned_abs() as usize;
        if self.strength.deeper < 0 { limits.shallower(by) } else { limits.deeper(by) }
    }

    /// Asks reading, and records the variations if that is wanted.
    fn ask_inside<const N: usize, T: Restore>(
        &mut self,
        name: &str,
        points: [Point; N],
        color: Option<Color>,
        area: &[Point],
        ask: impl FnOnce(&mut Reader<'_>, [Point; N], Color, &PointSet) -> T,
    ) -> T {
        let limits = self.limits();
        let record = self.recording.as_ref().map(Recording::room);
        let question = Question { points, color, limits, record };
        let engine = self.player.engine();
        let answer = engine.ask_about_area(self.game.board(), &question, area, ask);
        let size = self.game.size();
        let words = points.iter().chain(area).map(|p| p.name(size));
        let words: Vec<String> = std::iter::once(name.to_string()).chain(words).collect();
        self.keep(words.join(" "), answer)
    }

    /// The combination that `color` has if he is to move; its variations are recorded as those of other
    /// questions.
    pub fn combination(&mut self, color: Color) -> Option<Combination> {
        let record = self.recording.as_ref().map(Recording::room);
        let task = self.task(color, self.strength.level);
        let answer = self.player.combination(&self.game, task, record);
        self.keep(format!("combination_attack {color}"), answer)
    }

    /// The combination that the opponent of `color` has if he is to move, and what prevents it.
    pub fn combination_threat(&mut self, color: Color) -> Option<CombinationThreat> {
        let record = self.recording.as_ref().map(Recording::room);
        let task = self.task(color, self.strength.level);
        let answer = self.player.combination_threat(&self.game, task, record);
        self.keep(format!("combination_defend {color}"), answer)
    }

    /// The combination of at least `least` stones that a move makes possible for the opponent.
    pub fn combination_after(
        &mut self,
        color: Color,
        p: Point,
        least: usize,
    ) -> Option<Combination> {
        let task = self.task(color, self.strength.level);
        self.player.combination_after(&self.game, task, p, least)
    }

    /// Keeps the variations of an answer, if they were recorded, under the name of the question.
    fn keep<T>(&mut self, question: String, answer: Answer<T>) -> T {
        let Answer { answer, stats, trace } = answer;
        if let (Some(recording), Some(trace)) = (&mut self.recording, trace) {
            let nodes = stats.nodes + stats.connection_nodes + stats.combination_nodes;
            recording.push(Recorded { question, board: self.game.board().clone(), nodes, trace });
        }
        answer
    }

    /// Records the variations of all questions from now on, this many at most.
    /// Whether none were recorded before.
    pub fn start_recording(&mut self, variations: usize) -> bool {
        if self.recording.is_some() {
            return false;
        }
        self.recording = Some(Recording::new(variations));
        true
    }

    /// Asks the prover, and records the proof if variations are recorded.
    ///
    /// # Errors
    /// What is wrong with the goal ([`crate::prove::ask`]).
    pub fn prove(&mut self, goal: &str) -> Result<String, String> {
        let room = self.recording.as_ref().map_or(0, Recording::room);
        let proved = crate::prove::ask(goal, self.game.board(), room)?;
        let text = proved.gtp();
        if let Some(recording) = &mut self.recording {
            recording.push_proof(proved);
        }
        Ok(text)
    }

    /// What was recorded, if anything; recording ends.
    pub fn finish_recording(&mut self) -> Option<Recording> {
        self.recording.take()
    }

    /// Work since the counters were reset.
    pub fn counts(&self) -> Counts {
        let all = self.all_counts();
        let reset = self.counters.reset;
        Counts {
            reading: all.reading - reset.reading,
            connection: all.connection - reset.connection,
            owl: all.owl - reset.owl,
            trymove: all.trymove - reset.trymove,
        }
    }

    /// Moves read since the session began.
    pub fn nodes(&self) -> u64 {
        self.all_counts().reading
    }

    fn all_counts(&self) -> Counts {
        let spent = self.player.stats().reading;
        let (reading, connection) = (spent.nodes, spent.connection_nodes);
        let moves = reading + connection + spent.combination_nodes;
        let trymove = moves + self.counters.tries;
        Counts { reading, connection, owl: spent.owl_nodes, trymove }
    }

    /// Lets [`Counts::reading`] count from 0.
    pub fn reset_reading_count(&mut self) {
        self.counters.reset.reading = self.all_counts().reading;
    }

    /// Lets [`Counts::owl`] count from 0.
    pub fn reset_owl_count(&mut self) {
        self.counters.reset.owl = self.all_counts().owl;
    }

    /// Lets [`Counts::trymove`] count from 0.
    pub fn reset_trymove_count(&mut self) {
        self.counters.reset.trymove = self.all_counts().trymove;
    }

    /// Lets [`Counts::connection`] count from 0.
    pub fn reset_connection_count(&mut self) {
        self.counters.reset.connection = self.all_counts().connection;
    }

    /// What the engine knows about strings and dragons, for who is to move.
    pub fn facts(&mut self) -> Facts {
        self.facts_for(self.to_move())
    }

    /// As [`Session::facts`], without reading life and death: strings, eyes and which strings are
    /// one dragon do not depend on that.
    pub fn facts_without_life(&mut self) -> Facts {
        let task = self.task(self.to_move(), self.strength.level);
        self.player.facts_without_life(&self.game, task)
    }

    /// What the engine knows about strings and dragons, if `color` is to move.
    pub fn facts_for(&mut self, color: Color) -> Facts {
        let task = self.task(color, self.strength.level);
        self.player.facts(&self.game, task)
    }

    /// Life and death of the dragon at `p`; `None` if there is no stone. While variations are
    /// recorded, they are kept under the name of the question.
    pub fn owl(&mut self, name: &str, p: Point, question: OwlQuestion) -> Option<OwlAnswer> {
        let limits = self.limits();
        let record = self.recording.as_ref().map(Recording::room);
        let found = self.player.engine().owl(&self.game, p, question, limits, record)?;
        let Answer { answer, stats, trace } = found;
        if let (Some(recording), Some(trace)) = (&mut self.recording, trace) {
            let question = format!("{name} {}", p.name(self.game.size()));
            let (board, nodes) = (self.game.board().clone(), stats.owl_nodes);
            recording.push(Recorded { question, board, nodes, trace });
        }
        Some(answer)
    }

    /// What owl says of an attack on the dragon at `p`, after a move, if one is given; `None` if there is no stone, or the
    /// move is illegal. Variations are not recorded.
    pub fn attack_after(&mut self, after: Option<(Color, Point)>, p: Point) -> Option<Reading> {
        let limits = self.limits();
        let mut game = self.game.clone();
        if let Some((color, played)) = after {
            game.play(color, played).ok()?;
        }
        let found = self.player.engine().owl(&game, p, OwlQuestion::Attack, limits, None)?;
        Some(found.answer.reading)
    }

    /// Whether the dragon at `p` lives; `None` if there is no stone.
    pub fn fate(&mut self, p: Point) -> Option<Fate> {
        let limits = self.limits();
        self.player.engine().fate(&self.game, p, limits)
    }

    /// What owl says of the dragon at `p` with as much as one question has while a move is chosen, not the part of it
    /// that each of many dragons has; `None` if there is no stone.
    pub fn life_read_on(&mut self, p: Point) -> Option<LifeReading> {
        let limits = self.limits().in_play();
        self.player.engine().life(&self.game, p, limits)
    }

    /// How many times as much as usual a question may spend.
    pub fn effort(&mut self) -> u64 {
        self.player.limits(self.strength.level).effort
    }

    /// Sets how many times as much as usual a question may spend, whatever the level.
    pub fn set_effort(&mut self, effort: u64) {
        self.player.set_effort(effort);
    }

    /// Forgets the answers of the tactical reader, so that reading costs what it
    /// costs.
    pub fn forget_readings(&mut self) {
        self.player.forget_readings();
    }

    /// Judges the position.
    pub fn judge(&mut self) -> FinalPosition {
        let task = self.task(self.to_move(), self.strength.level);
        self.player.judge(&self.game, task)
    }

    /// Loads a record, see [`record::load`]; says who is to move, and what was
    /// odd. On errors the game stays as it is.
    ///
    /// # Errors
    /// As [`record::load`].
    pub fn load(
        &mut self,
        path: &Path,
        until: Option<&str>,
    ) -> Result<(Color, Vec<String>), RecordError> {
        let loaded = record::load(path, until, self.game.rules())?;
        self.replace(loaded.game, Some(loaded.to_move));
        Ok((loaded.to_move, loaded.warnings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let settings = Settings { size: 9, ..Settings::default() };
        Session::new(crate::testing::patterns(), &settings).expect("a session")
    }

    #[test]
    fn another_game_is_read_from_the_start() {
        let mut s = session();
        let at = |name| Point::parse(name, 9).expect("a vertex");
        let cost = |s: &mut Session| {
            for (color, p) in [(Color::Black, "C3"), (Color::White, "C4"), (Color::White, "B3")] {
                s.play(color, at(p)).expect("legal");
            }
            s.play(Color::White, at("D4")).expect("legal");
            [(); 2].map(|()| {
                let before = s.counts().reading;
                s.ask("attack", [at("C3")], None, |r, [p], _| r.attack(p));
                s.counts().reading - before
            })
        };
        let [first, again] = cost(&mut s);
        assert!(again < first, "{again} of {first}");
        s.clear();
        assert_eq!(cost(&mut s), [first, again]);
        assert!(s.resize(9));
        assert_eq!(cost(&mut s), [first, again]);
    }

    #[test]
    fn tried_moves_go_when_a_move_is_played() {
        let mut s = session();
        let at = |name| Point::parse(name, 9).expect("a vertex");
        s.try_move(Color::Black, at("C3")).expect("legal");
        s.try_move(Color::White, at("D3")).expect("legal");
        s.play(Color::Black, at("C3")).expect("empty again");
        assert_eq!(s.game().moves().len(), 1);
        assert!(!s.untry());
    }

    #[test]
    fn undo_gives_the_turn_back() {
        let mut s = session();
        s.play(Color::White, Point::PASS).expect("legal");
        assert_eq!(s.to_move(), Color::Black);
        assert!(!s.undo(2) && s.undo(1));
        assert_eq!(s.to_move(), Color::White);
    }

    #[test]
    fn moves_are_looked_for_where_the_area_says() {
        let mut s = session();
        for (color, vertex) in [(Color::Black, "C3"), (Color::White, "C7"), (Color::Black, "G3")] {
            s.play(color, Point::parse(vertex, 9).expect("a vertex")).expect("legal");
        }
        let corner = Point::parse("G7", 9).expect("a vertex");
        s.area.mark(corner);
        s.area.set_limited(true);
        for c in s.candidates(Color::White) {
            assert_eq!(c.point, corner);
        }
        let choice = s.generate(Color::White, false, false);
        assert!(matches!(choice, Choice::Pass) || choice == Choice::Play(corner), "{choice:?}");
        s.area.set_limited(false);
        assert!(s.candidates(Color::White).len() > 1);
    }

    /// With no time left hardly anything is read, and the move is legal.
    #[test]
    fn a_move_without_time_is_chosen_at_a_glance() {
        let cost = |time_per_move| {
            let settings = Settings { size: 9, time_per_move, ..Settings::default() };
            let mut s = Session::new(crate::testing::patterns(), &settings).expect("a session");
            for (i, at) in ["C3", "D3", "D4", "C4", "E5", "B3", "G7"].into_iter().enumerate() {
                s.play(Color::BOTH[i % 2], Point::parse(at, 9).expect("a vertex")).expect("legal");
            }
            let choice = s.generate(Color::White, false, true);
            assert!(matches!(choice, Choice::Play(_)), "{choice:?}");
            assert_eq!(s.game().moves().len(), 8, "the move was played");
            s.counts().reading
        };
        let (none, enough) = (cost(Some(0.0)), cost(None));
        assert!(none * 10 < enough, "{none} of {enough} nodes");
    }

    #[test]
    fn counters_count_questions_and_generated_moves() {
        let mut s = session();
        s.play(Color::Black, Point::parse("C3", 9).expect("a vertex")).expect("legal");
        s.generate(Color::White, false, false);
        let generated = s.counts();
        assert!(generated.reading > 0);
        s.reset_reading_count();
        assert_eq!(s.counts(), Counts { reading: 0, ..generated });
        s.try_move(Color::White, Point::parse("D3", 9).expect("a vertex")).expect("legal");
        assert_eq!(s.counts().trymove, generated.trymove + 1);
        s.reset_trymove_count();
        assert_eq!(s.counts().trymove, 0);
    }

    #[test]
    fn a_generated_move_is_played_only_if_committed() {
        let mut s = session();
        let first = s.generate(Color::Black, false, false);
        assert_eq!(s.game().moves().len(), 0);
        assert_eq!(s.generate(Color::Black, false, true), first);
        assert_eq!(s.game().moves().len(), 1);
    }
}
