//! Plays many games on all cores, and adds up what they came to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use mkpat_rt::geom::Point;

use super::contestant::Contestant;
use super::game::{self, Conditions, End, GameNumber, Played};
use super::statistics::Pentanomial;

/// A game to be played, and from where.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// Which one.
    pub(crate) number: GameNumber,
    /// A and B.
    pub(crate) players: &'a [Contestant; 2],
    /// The stones to begin with, Black's first.
    pub(crate) opening: &'a [Point],
}

/// Plays games, at most `jobs` at a time and begun in this order, and hands each with its record
/// to `done`, which says whether more are wanted. Games that have begun are finished.
///
/// # Errors
/// The first error of a scorer or of `done`.
pub(crate) fn play_all(
    conditions: &Conditions,
    tasks: &[Task<'_>],
    jobs: usize,
    done: impl FnMut(Played, String) -> Result<bool, String> + Send,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let state = Mutex::new((done, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(tasks.len()).max(1) {
            scope.spawn(|| {
                while !stopped.load(Ordering::Relaxed) {
                    let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let played = game::play(conditions, task.players, task.number, task.opening);
                    // Only a panic of another thread can make this fail, and that ends the run.
                    let Ok(mut state) = state.lock() else { return };
                    let (done, outcome) = &mut *state;
                    match played.and_then(|(played, record)| done(played, record)) {
                        Ok(true) => {}
                        Ok(false) => stopped.store(true, Ordering::Relaxed),
                        Err(e) => {
                            stopped.store(true, Ordering::Relaxed);
                            if outcome.is_ok() {
                                *outcome = Err(e);
                            }
                        }
                    }
                }
            });
        }
    });
    match state.into_inner() {
        Ok((_, outcome)) => outcome,
        Err(_) => Err("a thread has panicked".to_string()),
    }
}

/// What the games of a match come to.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Standing {
    /// Games with their half points for A, wins, draws, losses.
    pub(crate) games: [usize; 3],
    /// Of complete pairs.
    pub(crate) pairs: Pentanomial,
    /// Games that A (0) or B (1) lost by time, illegal moves, crashes.
    pub(crate) faults: [[usize; 3]; 2],
    /// Games that were scored at the limit of moves.
    pub(crate) limits: usize,
    /// Moves of A and B, their seconds, and those of the longest.
    pub(crate) spent: [game::Spent; 2],
}

impl Standing {
    /// Adds up games, of which none may be there twice.
    pub(crate) fn of(games: &[Played]) -> Standing {
        let mut sum = Standing::default();
        let mut pairs = std::collections::BTreeMap::<usize, (usize, usize)>::new();
        for played in games {
            sum.games[2 - played.half_points.min(2)] += 1;
            let pair = pairs.entry(played.pair).or_default();
            *pair = (pair.0 + 1, pair.1 + played.half_points);
            let loser = usize::from(played.half_points == 2);
            let kind = match played.end {
                End::Time => Some(0),
                End::Illegal => Some(1),
                End::Crash => Some(2),
                _ => None,
            };
            if let Some(kind) = kind {
                sum.faults[loser][kind] += 1;
            }
            sum.limits += usize::from(played.end == End::Limit);
            for (all, one) in sum.spent.iter_mut().zip(&played.spent) {
                all.moves += one.moves;
                all.seconds += one.seconds;
                all.most = all.most.max(one.most);
            }
        }
        for (games, half_points) in pairs.into_values() {
            if games == 2 {
                sum.pairs.add(half_points);
            }
        }
        sum
    }

    /// Number of games.
    pub(crate) fn count(&self) -> usize {
        self.games.iter().sum()
    }

    /// Points of A.
    pub(crate) fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }
}
