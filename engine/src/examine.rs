//! The driver: what the engine does with a position, from the door and back.
//!
//! Every question and every move comes in here as it lies on the player's board. The
//! [door](crate::door) chooses how it is seen; below, all work on that one board: reading,
//! facts, patterns, moves. Answers are turned back here and nowhere else.

#[cfg(test)]
mod effect_tests;
mod final_score;
#[cfg(test)]
mod final_score_tests;
mod life;
#[cfg(test)]
mod life_tests;

use life::kept_with_life;

pub use crate::life::Fate;

use crate::board::{Board, PointSet};
use crate::door::{Door, Restore, View};
use crate::engine::{Config, Engine};
use crate::facts::{Facts, KeptFacts};
use crate::game::{Game, Move, Scoring};
use crate::movegen::combination_stage::Combinations;
use crate::movegen::{self, Candidate, CombinationThreat, Considered, Context, MatchEffect, Watch};
use crate::patterns::{GameInfo, PatternRunner};
use crate::reading::{Combination, Limits, Reader, SearchStats, Trace};
use crate::verdicts::{self, MatchVerdict, Raw};
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;

/// What a level more multiplies the number of random games with.
const GAMES_GROWTH: f32 = 1.3;

/// A question to tactical reading: what it is about, and what it may spend.
#[derive(Clone, Debug)]
pub struct Question<const N: usize> {
    /// The vertices it is about.
    pub points: [Point; N],
    /// The colour it is about, if it names one.
    pub color: Option<Color>,
    /// How far reading may go.
    pub limits: Limits,
    /// How many variations are to be recorded, if any.
    pub record: Option<usize>,
}

/// An answer of tactical reading.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The answer itself.
    pub answer: T,
    /// What it cost.
    pub stats: SearchStats,
    /// The variations, if they were to be recorded.
    pub trace: Option<Trace>,
}

/// A position inside, and what it is examined with.
struct Inside<'e> {
    runner: PatternRunner<'e>,
    reader: Reader<'e>,
    view: View<'e>,
}

impl Engine {
    /// Asks tactical reading about a position. `ask` gets the vertices and the colour (Black
    /// if the question names none) as they lie inside.
    pub fn ask<const N: usize, T: Restore>(
        &mut self,
        board: &Board,
        question: &Question<N>,
        ask: impl FnOnce(&mut Reader<'_>, [Point; N], Color) -> T,
    ) -> Answer<T> {
        self.ask_about_area(board, question, &[], |r, points, color, _| ask(r, points, color))
    }

    /// As [`Engine::ask`], about an area, too, which `ask` gets as it lies inside.
    pub fn ask_about_area<const N: usize, T: Restore>(
        &mut self,
        board: &Board,
        question: &Question<N>,
        area: &[Point],
        ask: impl FnOnce(&mut Reader<'_>, [Point; N], Color, &PointSet) -> T,
    ) -> Answer<T> {
        let door = self.door.get_or_insert_with(|| Box::new(Door::new(board)));
        let (inside, view) = door.enter(board, &question.points, question.color);
        let mut reader = Reader::new(inside, question.limits, &mut self.memory);
        reader.set_trace(question.record.map(Trace::new));
        let points = question.points.map(|p| view.inside(p));
        let color = view.color(question.color.unwrap_or(Color::Black));
        let area = area.iter().map(|&p| view.inside(p)).collect();
        let answer = ask(&mut reader, points, color, &area).restore(&view);
        let trace = reader.take_trace().restore(&view);
        let stats = reader.stats();
        self.stats.reading += stats;
        Answer { answer, stats, trace }
    }

    /// Looks at a position in which `color` is to move.
    fn examine<T>(
        &mut self,
        board: &Board,
        color: Color,
        look: impl FnOnce(&mut Inside<'_>, Color) -> T,
    ) -> T {
        let limits = self.limits().in_play();
        let door = self.door.get_or_insert_with(|| Box::new(Door::new(board)));
        let (inside, view) = door.enter(board, &[], Some(color));
        let mut reader = Reader::new(inside, limits, &mut self.memory);
        reader.set_deadline(self.config.deadline);
        let runner = PatternRunner::new(&self.set.databases, self.set.eyes.first());
        let runner = runner.with_playouts(self.set.playouts.first());
        let runner = runner.without(&self.left_out).counted(self.profile.as_ref());
        let mut inside = Inside { runner, reader, view };
        let found = look(&mut inside, view.color(color));
        self.stats.reading += inside.reader.stats();
        self.stats.matches += inside.runner.found;
        self.stats.accepted += inside.runner.accepted;
        found
    }

    /// Everything the engine knows about a position before it looks for moves of
    /// `color`.
    pub fn facts(&mut self, game: &Game, color: Color) -> Facts {
        self.with_facts(game.board(), color, |inside, facts, _| facts.clone().restore(&inside.view))
    }

    /// As [`Engine::facts`], without reading life and death: the status of a dragon is what its
    /// eyes, ways out and surroundings say. Strings, eyes and which strings are one dragon are the same.
    pub fn facts_without_life(&mut self, game: &Game, color: Color) -> Facts {
        let deadline = self.config.deadline;
        let mut kept = self.facts.take();
        let facts = self.examine(game.board(), color, |inside, color| {
            let Inside { runner, reader, view, .. } = inside;
            let found = KeptFacts::find(kept.take(), runner, reader, color);
            let facts = found.get().clone().restore(view);
            kept = (!deadline.passed()).then_some(found);
            facts
        });
        self.facts = kept;
        facts
    }

    /// Looks at a position in which `color` is to move, with the facts about it: those that were kept, if
    /// they are about it. So all that is asked about one position rests on the same facts, whatever was
    /// read in between.
    fn with_facts<T>(
        &mut self,
        board: &Board,
        color: Color,
        look: impl FnOnce(&mut Inside<'_>, &Facts, Color) -> T,
    ) -> T {
        let deadline = self.config.deadline;
        let mut kept = self.living.take();
        let found = self.examine(board, color, |inside, color| {
            let living = kept_with_life(inside, color, deadline, kept.take());
            let found = look(inside, living.get(), color);
            // What was found in a hurry is not kept.
            kept = (!deadline.passed()).then_some(living);
            found
        });
        self.living = kept;
        found
    }

    /// What becomes of the matches with `color` as O, who is to move, of the patterns
    /// that are `wanted`: whether they are accepted, and what their constraints asked.
    pub fn verdicts(
        &mut self,
        game: &Game,
        color: Color,
        wanted: impl Fn(&PatternDb, &Pattern) -> bool,
    ) -> Vec<MatchVerdict> {
        let outside = verdicts::raw_matches(&self.set.databases, game.board(), color, wanted);
        self.judge_matches(game, color, &outside, 0)
    }

    /// What becomes of these matches with `color` as O, who is to move, in their order within each
    /// database. At most `variations` of those that reading tries for a question of a constraint
    /// are recorded.
    pub fn judge_matches(
        &mut self,
        game: &Game,
        color: Color,
        outside: &[Raw],
        variations: usize,
    ) -> Vec<MatchVerdict> {
        let scoring = self.config.scoring;
        self.with_facts(game.board(), color, |inside, facts, color| {
            let Inside { runner, reader, view, .. } = inside;
            let info = game_info(game, view, scoring);
            let inside = verdicts::turned(outside, view);
            let databases = runner.databases();
            let judged =
                verdicts::verdicts(databases, reader, facts, info, color, &inside, variations);
            verdicts::restored(judged, outside, view)
        })
    }

    /// What a match with `color` as O, who is to move, does to the value of its move, before its
    /// safety is looked at. `None` if its database does not propose moves.
    pub fn match_effect(
        &mut self,
        game: &mut Game,
        color: Color,
        found: Raw,
    ) -> Option<MatchEffect> {
        let legal = legal_moves(game, color, self.config.area);
        let game = &*game;
        let config = self.config;
        self.with_facts(game.board(), color, |inside, facts, color| {
            let Inside { runner, reader, view } = inside;
            let may_play = |p| legal.contains(view.outside(p));
            let context = context(
                game,
                view,
                facts,
                config,
                (reader.board().hash(), runner.playouts()),
                &may_play,
            );
            let inside = verdicts::turned(&[found], view);
            let effect = movegen::match_effect(runner, reader, color, &context, inside[0])?;
            let string = |p| string_outside(game, view, p);
            Some(effect.mapped(|p| view.outside(p), string))
        })
    }

    /// Asks for combinations, with `color` to move. `ask` gets the colour as it lies inside.
    fn ask_combinations<T: Restore>(
        &mut self,
        game: &Game,
        color: Color,
        record: Option<usize>,
        ask: impl FnOnce(&mut Combinations<'_, '_>, &mut Reader<'_>, &View<'_>, Color) -> T,
    ) -> Answer<T> {
        // A proof of every capture on the smallest boards takes too long for so many questions.
        let limits = Limits { proof: 0, ..self.limits() };
        self.with_facts(game.board(), color, |inside, facts, color| {
            let Inside { runner, reader, view, .. } = inside;
            reader.set_limits(limits);
            reader.set_trace(record.map(Trace::new));
            let before = reader.stats();
            let mut combinations = Combinations::new(runner, facts, reader);
            let answer = ask(&mut combinations, reader, view, color).restore(view);
            let trace = reader.take_trace().restore(view);
            Answer { answer, stats: reader.stats() - before, trace }
        })
    }

    /// The combination that `color` has if it moves first (GNU Go 3.8 manual, "Combinations":
    /// `atari_atari`). At most `record` variations are recorded, if there is a number.
    pub fn combination(
        &mut self,
        game: &Game,
        color: Color,
        record: Option<usize>,
    ) -> Answer<Option<Combination>> {
        self.ask_combinations(game, color, record, |c, reader, _, color| c.attack(reader, color))
    }

    /// The combination that the opponent of `color` has if he moves first, and what prevents it.
    pub fn combination_threat(
        &mut self,
        game: &Game,
        color: Color,
        record: Option<usize>,
    ) -> Answer<Option<CombinationThreat>> {
        self.ask_combinations(game, color, record, |c, reader, _, color| c.threat(reader, color))
    }

    /// The combination of at least `least` stones that a move of `color` at `p` makes possible for its
    /// opponent (`atari_atari_confirm_safety`); `None` also if the move is illegal.
    pub fn combination_after(
        &mut self,
        game: &Game,
        (color, p): (Color, Point),
        least: usize,
    ) -> Option<Combination> {
        let answer = self.ask_combinations(game, color, None, |c, reader, view, color| {
            let before = c.threat(reader, color).map(|t| t.combination);
            c.blunder(reader, (color, view.inside(p)), before.as_ref(), least)
        });
        answer.answer
    }

    /// The moves worth playing for `color`, best first; empty if a pass is best.
    pub fn candidates(&mut self, game: &mut Game, color: Color) -> Vec<Candidate> {
        self.considered(game, color).candidates
    }

    /// As [`Engine::candidates`], and why other moves that something speaks for are not among them.
    pub fn considered(&mut self, game: &mut Game, color: Color) -> Considered {
        self.considered_watched(game, color, None)
    }

    /// The same, with somebody who watches while random games are played, and is told of the end.
    pub fn considered_watched(
        &mut self,
        game: &mut Game,
        color: Color,
        watch: Option<Watch<'_>>,
    ) -> Considered {
        let legal = legal_moves(game, color, self.config.area);
        let game = &*game;
        let config = self.config;
        self.with_facts(game.board(), color, |inside, facts, color| {
            let Inside { runner, reader, view } = inside;
            let may_play = |p| legal.contains(view.outside(p));
            let restored = |c: Candidate| {
                let point = view.outside(c.point);
                c.mapped(point, |p| string_outside(game, view, p))
            };
            let outside = |found: Considered| {
                let dismissed = found.dismissed.into_iter();
                Considered {
                    candidates: found.candidates.into_iter().map(restored).collect(),
                    others: found.others.into_iter().map(restored).collect(),
                    dismissed: dismissed
                        .map(|(p, why)| (view.outside(p), why.mapped(|p| view.outside(p))))
                        .collect(),
                }
            };
            let told = |so_far: &dyn Fn() -> Considered| {
                watch.is_none_or(|watch| (watch.told)(&|| outside(so_far())))
            };
            let context = context(
                game,
                view,
                facts,
                config,
                (reader.board().hash(), runner.playouts()),
                &may_play,
            );
            let inside_watch = watch.map(|watch| Watch { told: &told, ..watch });
            let context = Context { watch: inside_watch, ..context };
            let found = movegen::generate(runner, reader, color, &context);
            let found = outside(found);
            if let Some(watch) = watch {
                // Nothing is left to be ended.
                let _ = (watch.told)(&|| found.clone());
            }
            found
        })
    }

    /// As [`Engine::candidates`], for a move that is going to be played: it is counted as one.
    pub fn choices(&mut self, game: &mut Game, color: Color) -> Vec<Candidate> {
        self.choices_watched(game, color, None)
    }

    /// The same, with somebody who watches.
    pub fn choices_watched(
        &mut self,
        game: &mut Game,
        color: Color,
        watch: Option<Watch<'_>>,
    ) -> Vec<Candidate> {
        self.stats.moves += 1;
        self.considered_watched(game, color, watch).candidates
    }

    /// The move for `color`; the game is left as it was. Always legal.
    pub fn genmove(&mut self, game: &mut Game, color: Color) -> Move {
        let best = self.choices(game, color);
        let point = best.first().map_or(Point::PASS, |c| c.point);
        Move { color, point }
    }

    /// Whether `color` had better resign: it is allowed to, the board is well
    /// filled, and it is hopelessly behind.
    pub fn should_resign(&mut self, game: &Game, color: Color) -> bool {
        let area = game.size() * game.size();
        if !self.config.resign || game.board().stone_count() * 2 < area {
            return false;
        }
        let facts = self.facts(game, color);
        let komi = if color == Color::White { game.rules().komi } else { -game.rules().komi };
        let board = game.board();
        let prisoners = board.captures(color) as f32 - board.captures(color.other()) as f32;
        facts.opposite.score(color) + prisoners + komi < -(area as f32) / 4.0
    }
}

/// The vertices that `color` may play on.
fn legal_moves(game: &mut Game, color: Color, area: Option<PointSet>) -> PointSet {
    let all = Point::all(game.size()).filter(|&p| area.is_none_or(|area| area.contains(p)));
    all.filter(|&p| game.board().is_empty(p) && game.legality(color, p).is_ok()).collect()
}

/// A vertex as it lies outside; for a stone the origin of its string.
fn string_outside(game: &Game, view: &View<'_>, p: Point) -> Point {
    match view.outside(p) {
        p if game.board().at(p).is_stone() => game.board().origin(p),
        p => p,
    }
}

/// What move generation works with: `hash` is that of the position inside, and weights of random games.
fn context<'a>(
    game: &Game,
    view: &View<'_>,
    facts: &'a Facts,
    config: Config,
    (hash, playouts): (u64, Option<&'a PlayoutDb>),
    may_play: &'a dyn Fn(Point) -> bool,
) -> Context<'a> {
    Context {
        facts,
        game: game_info(game, view, config.scoring),
        seed: config.seed ^ hash,
        weights: config.weights,
        playouts,
        threads: config.threads,
        games_factor: GAMES_GROWTH.powi(i32::from(config.level) - 10),
        deadline: config.deadline,
        watch: None,
        area_scoring: game.rules().scoring == Scoring::Area,
        last: game.moves().last().map(|m| m.point).filter(|p| !p.is_pass()).map(|p| view.inside(p)),
        may_play,
    }
}

/// What patterns may ask of the game.
fn game_info(game: &Game, view: &View<'_>, scoring: bool) -> GameInfo {
    GameInfo {
        white: view.color(Color::White),
        komi: game.rules().komi,
        total_handicap: game.handicap().len() as i32,
        // A game has all its handicap stones before anybody is asked for a move.
        remaining_handicap: 0,
        scoring,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    /// What patterns are told of the game is true, whoever is which colour inside.
    #[test]
    fn patterns_are_told_what_is_true_of_the_game() {
        let mut game = Game::new(9, Rules { komi: 0.5, ..Rules::default() }).expect("a size");
        let stones = [(2, 2), (2, 6), (6, 2)].map(|(row, col)| Point::new(row, col));
        game.place_handicap(&stones).expect("an empty board");
        let mut door = Door::new(game.board());
        let (_, view) = door.enter(game.board(), &[], Some(Color::White));
        for scoring in [false, true] {
            let info = game_info(&game, &view, scoring);
            assert_eq!((info.komi, info.scoring), (0.5, scoring));
            assert_eq!((info.total_handicap, info.remaining_handicap), (3, 0));
            // Three stones of one colour: they are Black's on the player's board.
            assert_eq!(info.white, view.color(Color::White));
        }
    }
}
