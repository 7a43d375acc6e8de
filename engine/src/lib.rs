//! The Go engine: board, tactical reading, scoring.
//!
//! From the bottom up (a module may use only those above it in this list):
//!
//! - [`board`]: a position with strings and liberties kept incrementally, made
//!   for reading: moves are played and taken back without allocation.
//! - [`diagram`]: positions drawn in ASCII, for tests and messages.
//! - [`game`]: a board with its history, rules, komi and handicap.
//! - [`deadline`]: lack of time as a value.
//! - [`reading`]: can this string be captured, can it be saved?
//! - [`rng`]: randomness as a value.
//! - [`score`]: who owns what when a game is over.
//! - [`analysis`]: tables of a position: worms, dragons, influence, eyes.
//! - [`patterns`]: answers what patterns ask, and runs databases.
//! - [`movegen`]: reasons for moves and their values.
//! - [`engine`]: databases and configuration in, moves out.
//!
//! Nothing here reads files, knows GTP or SGF, prints, or keeps global state.

pub mod board;
pub mod diagram;
pub mod door;
pub mod engine;
pub mod examine;
pub mod facts;
pub mod game;
pub mod movegen;
pub mod patterns;
pub mod reading;
pub mod requirements;
pub mod rng;
pub mod score;
pub mod search;
pub mod verdicts;

#[cfg(test)]
mod stage_tests;
