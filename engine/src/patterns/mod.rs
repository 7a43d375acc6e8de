//! Pattern databases at work: the engine's side of the autohelper vocabulary.
//!
//! [`Host`] answers the questions that constraints ask, over the board, the
//! reader and the tables of [`crate::analysis`], and collects what actions do as
//! plain [`Effect`]s; whoever matches a database decides what becomes of them.
//! One host serves all stages: what a stage may ask is checked when databases
//! are compiled, and [`check_set`] checks that this engine can answer.
//! [`Shapes`] runs a database over a position: matcher, class letters,
//! constraint, hand-written helper, action, in the order of the databases
//! specification §2. `connections` reads whether two strings can be separated.
//!
//! Semantics are those of the autohelper specification; the deviations are
//! documented at the helpers.

mod board;
mod connections;
mod effects;
mod hand;
mod host;
mod set;
mod shapes;
mod tables;
mod tactics;
mod trace;

#[cfg(test)]
mod tests;

pub use effects::Effect;
pub use hand::HandHelper;
pub use host::{GameInfo, Host};
pub use set::{Problem, SUPPORTED, check_set};
pub use shapes::{Accepted, Rejected, Shapes, analyze, connect, refine};
pub use trace::{Verdict, verdicts};
