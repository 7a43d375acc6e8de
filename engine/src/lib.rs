//! The Go engine: what it knows of a position, and which move it plays.
//!
//! From the bottom up (a module may use only those above it in this list):
//!
//! - [`weights`]: the numbers by which moves are valued, as a value.
//! - [`board`]: a position with strings and liberties kept incrementally, made for reading:
//!   moves are played and taken back without allocation; orientations of a position.
//! - [`diagram`]: positions drawn in ASCII, for tests and messages.
//! - [`game`]: a board with its history, rules, komi and handicap.
//! - [`search`]: what all searches share: deadline, ko rules, transposition table, cache of
//!   whole questions, record of variations.
//! - [`door`]: sees every position in its canonical orientation, and turns answers back.
//! - [`reading`]: can this string be captured, can it be saved; connections, combinations.
//! - [`prover`]: captures, life, connections and races, proved; of the above it uses only
//!   [`board`] and the deadline of [`search`].
//! - [`playouts`]: random games with weights, and a tree over them; of the above it uses only
//!   [`board`], [`mkpat_rt::rng`] and the deadline of [`search`].
//! - [`patterns`]: runs databases: database × position × host → accepted matches.
//! - [`facts`]: what is true of a position: worms, eyes, influence, dragons.
//! - [`life`]: life and death of dragons, read.
//! - [`score`]: who owns what when a game is over.
//! - [`movegen`]: reasons for moves and their values.
//! - [`requirements`]: which databases the engine can play with.
//! - [`verdicts`]: what becomes of every match of a position, for tests of databases.
//! - [`engine`]: databases, configuration, and the memory of what was read.
//! - [`examine`]: the driver: a question or a game in, answers or a move out.
//!
//! Nothing here reads files, knows GTP or SGF, prints, or keeps global state.

pub mod board;
pub mod diagram;
pub mod door;
pub mod engine;
pub mod examine;
pub mod facts;
pub mod game;
pub mod life;
pub mod movegen;
pub mod patterns;
pub mod playouts;
pub mod prover;
pub mod reading;
pub mod requirements;
pub mod score;
pub mod search;
pub mod verdicts;
pub mod weights;

#[cfg(test)]
mod stage_tests;
