//! Games between two players: matches in pairs, with a record of every game (`docs/match.md`).
//!
//! A [`contestant::Contestant`] is a command line that speaks GTP. [`opening`] makes balanced
//! positions to start from; [`game`] plays one game between two processes ([`engine`]) and is the
//! judge of what is legal, how long a move takes, and who has won. [`series`] plays the games of
//! many pairs on all cores; [`store`] keeps what was played in a folder, so that a match can go
//! on later or on several machines. [`statistics`] turns results into a score with error bars
//! and a verdict, [`report`] into text and a plot. [`command`] is `katachi match A B`, [`tune`] `katachi tune`
//! (better weights, by SPSA), [`ablate`] `katachi ablate` (what patterns are worth).
//!
//! Nothing here asks the engine for a move: our own program is a process like any other, so that
//! a crash or a hang is a lost game and not the end of the match.

pub mod ablate;
pub mod command;
pub(crate) mod contestant;
pub(crate) mod control;
pub(crate) mod engine;
pub(crate) mod game;
pub(crate) mod opening;
pub(crate) mod report;
pub(crate) mod series;
pub(crate) mod statistics;
pub(crate) mod store;
pub mod tune;
