//! Life and death: does a dragon live, can it be killed, by which move?
//!
//! - [`owl`]: looks far with few moves, those that eyes, ways out and tactics propose, and
//!   judges where it ends by eyes.
//! - [`semeai`]: capturing races between two groups.
//!
//! It stands on [`crate::facts`] and, for what is small or closed, on [`crate::prover`]. Nothing here
//! knows values of moves.

pub mod owl;
pub mod semeai;
