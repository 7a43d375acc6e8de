//! Life and death: does a dragon live, can it be killed, by which move?
//!
//! - [`owl`]: looks far with few moves, those that eyes, ways out, tactics and the owl
//!   databases propose, and judges where it ends by eyes.
//!
//! It stands on [`crate::facts`] and, for what is small or closed, on [`crate::prover`]; move
//! generation asks it. Nothing here knows values of moves.

pub mod owl;
