//! A fixed amount of work, to notice when behaviour or speed changes.
//!
//! First every string of some positions is attacked and defended; then moves are
//! generated there for both players, and a game on a small board is played. The
//! checksum depends on every answer of the reader and on the best candidates of
//! every move, in their order: it changes when the engine reads or plays anything
//! else; the node counts also change when it finds the same answers by other moves. Both
//! are the same on every machine; only the time is not.

use std::time::{Duration, Instant};

use engine::diagram;
use engine::engine::EngineStats;
use engine::game::{Game, Rules};
use engine::reading::{Limits, Memory, Reader, SearchStats};
use engine::search::Deadline;
use engine::weights::Weights;
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::{Color, Point};

use crate::player::{Player, Task};

/// How much of the work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// How often all of it is done, from empty memories each time.
    pub rounds: u32,
    /// At most this many moves are generated in a round.
    pub moves: usize,
}

/// Vertices per side of the board on which a game is played.
const GAME_SIZE: usize = 9;

/// Moves of that game, if nobody passes.
const GAME_MOVES: usize = 40;

/// Random games for a move on 9×9: a tenth of the usual number.
const RANDOM_GAMES: f32 = 400.0;

/// All moves that a round generates.
pub const MOVES: usize = 2 * POSITIONS.len() + GAME_MOVES;

/// How many candidates of a move go into the checksum.
const CANDIDATES: usize = 5;

/// Level and seed of move generation: those that are usual.
const TASK: Task = Task {
    color: Color::Black,
    level: 10,
    seed: 1,
    cleanup: false,
    resign: false,
    area: None,
    deadline: Deadline::NONE,
};

/// What the work has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchTotals {
    /// Reading alone.
    pub reading: SearchStats,
    /// Generating moves: how many, and what they have cost.
    pub moves: EngineStats,
    /// Hash of all answers.
    pub checksum: u64,
    /// How long reading took.
    pub reading_time: Duration,
    /// How long generating moves took.
    pub moves_time: Duration,
}

impl BenchTotals {
    /// Moves read in all.
    pub fn nodes(&self) -> u64 {
        self.reading.nodes + self.moves.reading.nodes
    }

    /// What is the same on every machine, the checksum last, and then times.
    pub fn text(&self) -> String {
        let (r, m) = (&self.reading, &self.moves);
        let [read, play] = [self.reading_time, self.moves_time].map(|t| t.as_secs_f64());
        let rate = r.nodes as f64 / read.max(1e-9);
        format!(
            "reading   {} nodes, {} questions, {} known\n\
             moves     {} nodes, {} questions, {} known, {} generated, {} matches, {} accepted\n\
             nodes     {}\n\
             checksum  {:016x}\n\
             time      {:.3} s (reading {read:.3} s, moves {play:.3} s)\n\
             speed     {rate:.0} nodes/s of reading\n",
            r.nodes,
            r.questions,
            r.hits,
            m.reading.nodes,
            m.reading.questions,
            m.reading.hits,
            m.moves,
            m.matches,
            m.accepted,
            self.nodes(),
            self.checksum,
            read + play,
        )
    }

    /// FNV-1a, a 16-bit unit at a time.
    fn mix(&mut self, unit: u16) {
        self.checksum = (self.checksum ^ u64::from(unit)).wrapping_mul(0x100_0000_01B3);
    }
}

/// Positions with captures to be read: ladders, nets, capturing races, kos and
/// the fights of an opening.
const POSITIONS: &[&str] = &[
    "
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . O X . . . .
    . . . O X X . . .
    . . X X O O X . .
    . . . . . O . . .
    . . X . . . O . .
    . . . . . . . . .",
    "
    . O X . . . . . .
    O . O X . . O . .
    X O X . . . . . .
    . X . . X . O . .
    . . . X O O X . .
    . . X O . O X . .
    . . X O O X . . .
    . . . X X . . . .
    . . . . . . . . .",
    "
    . . . . . . . . . . . . .
    . . . O X . . . . . . . .
    . . O X . X . . . O . . .
    . . O X O O . . . . X . .
    . . . O X . O . . . . . .
    . . . . X . . . . . . . .
    . . X . . . . . . O X . .
    . . . . O . . . O X X . .
    . . . X O X . . O O X . .
    . . O X X O . X X O O X .
    . . O O X O . . X X O X .
    . . . . O . . . . . O . .
    . . . . . . . . . . . . .",
    "
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . O X . . . . . . . . . O X X . . .
    . . . O . . . . . . . . . . X . . . .
    . . . O . . . . . . . . . . X . . . .
    . . O X . . . . . . . . . X O . X . .
    . . . X . . . . . . . . . . O X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . . . . . . . . . . X . . . .
    . . O X X . . . . . . . . X O X O . .
    . . O X . X . . . . . . . X O O X . .
    . . X O O X . . . . . O . . . X X . .
    . . . X O O . . . X . . . O . O . . .
    . . . . X . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .",
];

/// Does the work with these databases.
///
/// # Errors
/// One message per reason why the engine cannot work with them.
pub fn run(work: Work, patterns: &PatternSet) -> Result<BenchTotals, Vec<String>> {
    let mut totals = BenchTotals { checksum: 0xCBF2_9CE4_8422_2325, ..BenchTotals::default() };
    for _ in 0..work.rounds {
        let start = Instant::now();
        read(&mut totals);
        totals.reading_time += start.elapsed();
        let start = Instant::now();
        play(work.moves, patterns, &mut totals)?;
        totals.moves_time += start.elapsed();
    }
    Ok(totals)
}

/// Attacks and defends every string.
fn read(totals: &mut BenchTotals) {
    for text in POSITIONS {
        let Ok(mut board) = diagram::parse(text) else { continue };
        let strings: Vec<Point> = board.strings().collect();
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        for &s in &strings {
            let (attack, defend) = reader.attack_and_defend(s);
            for r in [attack, defend] {
                totals.mix(r.code as u16);
                totals.mix(r.point.0);
            }
        }
        let stats = reader.stats();
        totals.reading.questions += stats.questions;
        totals.reading.nodes += stats.nodes;
        totals.reading.hits += stats.hits;
        totals.reading.cut += stats.cut;
    }
}

/// Generates at most so many moves.
fn play(moves: usize, patterns: &PatternSet, totals: &mut BenchTotals) -> Result<(), Vec<String>> {
    let mut player = Player::new(patterns.clone())?;
    player.set_weights(Weights { games: RANDOM_GAMES, ..Weights::default() });
    let mut left = moves;
    let mut generate = |game: &mut Game, color, totals: &mut BenchTotals| {
        left = left.checked_sub(1)?;
        let found = player.candidates(game, Task { color, ..TASK });
        for c in found.iter().take(CANDIDATES) {
            totals.mix(c.point.0);
        }
        totals.mix(u16::MAX);
        totals.moves.moves += 1;
        Some(found.first().map_or(Point::PASS, |c| c.point))
    };
    for text in POSITIONS {
        let Ok(board) = diagram::parse(text) else { continue };
        let mut game = Game::from_board(board, Rules::default(), Color::Black);
        for color in Color::BOTH {
            let _ = generate(&mut game, color, totals);
        }
    }
    if let Ok(mut game) = Game::new(GAME_SIZE, Rules::default()) {
        for color in Color::BOTH.into_iter().cycle().take(GAME_MOVES) {
            let Some(p) = generate(&mut game, color, totals) else { break };
            if game.play(color, p).is_err() || game.is_over() {
                break;
            }
        }
    }
    let stats = player.stats();
    let sum = &mut totals.moves;
    sum.matches += stats.matches;
    sum.accepted += stats.accepted;
    sum.reading.questions += stats.reading.questions;
    sum.reading.nodes += stats.reading.nodes;
    sum.reading.hits += stats.reading.hits;
    sum.reading.cut += stats.reading.cut;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_once(moves: usize) -> BenchTotals {
        let work = Work { rounds: 1, moves };
        run(work, &crate::testing::patterns()).expect("databases that can be used")
    }

    #[test]
    fn all_positions_are_readable_and_the_work_repeats() {
        for text in POSITIONS {
            assert!(diagram::parse(text).is_ok(), "{text}");
        }
        let (a, b) = (run_once(4), run_once(4));
        assert_eq!((a.reading, a.moves, a.checksum), (b.reading, b.moves, b.checksum));
        assert!(a.reading.nodes > 0 && a.moves.reading.nodes > 0 && a.moves.moves == 4);
        assert_eq!(a.text().lines().take(4).count(), 4);
    }

    #[test]
    fn every_move_is_in_the_checksum() {
        let [none, some, more] = [0, 2, 3].map(run_once);
        assert_eq!((none.reading, none.moves.moves), (some.reading, 0));
        assert_ne!(none.checksum, some.checksum);
        assert_ne!(some.checksum, more.checksum);
    }
}
