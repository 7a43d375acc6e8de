//! Runs pattern databases over positions: database × position × host → accepted matches
//! and what their actions asked for.
//!
//! # Terms
//! A *host* answers what the constraints of a database ask. There is one per stage of the
//! engine's work: a `Host` that holds the data of its stage, in the module of that
//! stage. *Root*: the position of which the stage has data; helpers may play moves from
//! there.
//!
//! # Parts
//! - `runner`: `PatternRunner` matches, asks the host (`PatternHost`), and collects.
//!   It follows moves on the board by what they change ([`Board::changes`]).
//! - `profile`: what patterns and helpers cost, for whoever wants to know.
//! - `host`: `Host`, the search state that all hosts share beside the data of a stage.
//! - `board_queries`, `tactics_queries`, `connection_queries`: answers that need the board
//!   and reading only, for hosts of every stage.
//!
//! This module knows the board and reading, and no facts about positions: helpers that need
//! such are answered in [`crate::facts`] and [`crate::movegen`], for the stages that have
//! them; so the compiler knows which stage may ask what.
//!
//! [`Board::changes`]: crate::board::Board::changes

mod board_queries;
mod connection_queries;
mod host;
mod profile;
mod runner;
#[cfg(test)]
mod runner_tests;
mod tactics_queries;

pub(crate) use host::run_as;
pub use host::{GameInfo, Refusal};
pub(crate) use host::{Host, PatternHost, StageData};
pub use profile::{Cost, Costs, Profile};
pub(crate) use runner::{Accepted, PatternRunner, Run, judge, vertex};
pub use runner::{LeftOut, Rejected};
