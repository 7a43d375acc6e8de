//! The compiler of the pattern languages, a stage per module.
//!
//! Data flows down this list and never back up:
//!
//! | module | from → to |
//! |---|---|
//! | [`text_limits`] | bounds that all parsers keep |
//! | [`names`] | names of patterns, the next free one |
//! | [`suppress`] | comments → findings that do not count |
//! | [`manifest`] | `mkpat.toml` → what databases there are |
//! | [`syntax`] | text → syntax tree that keeps every byte, and back |
//! | [`blocks`] | the same of texts that are edited: only what changed is parsed again |
//! | [`ir`] | the typed form, which is between syntax and run time |
//! | [`lower`] | syntax tree → typed form |
//! | [`check`] | typed form → findings about text that compiles |
//! | [`compile`] | typed form → run-time patterns, programs, tables |
//! | [`eyes`] | text of eye-shape databases → run-time form, all stages |
//! | [`montecarlo`] | text of playout databases → run-time form, all stages |
//! | [`load`] | the driver: files → databases |
//! | [`emit`] | typed form → Rust |
//!
//! Beneath it are [`crate::source`] and [`crate::diag`]; it knows nothing of
//! [`crate::tools`], nor of an engine. No stage prints: all findings go into one bag.

pub mod blocks;
pub mod check;
pub mod compile;
pub mod emit;
pub mod eyes;
pub mod ir;
pub mod load;
pub mod lower;
pub mod manifest;
pub mod montecarlo;
pub mod names;
pub mod suppress;
pub mod syntax;
pub mod text_limits;
