//! The pattern compiler: text of `.db` files to tables, constraint programs and
//! Rust functions.
//!
//! A stage per module; data flows down this list and never back up:
//!
//! | module | from → to |
//! |---|---|
//! | [`source`] | bytes → files with spans |
//! | [`diag`] | findings of every stage → text |
//! | [`suppress`] | comments → findings that do not count |
//! | [`manifest`] | `mkpat.toml` → what databases there are |
//! | [`text_limits`] | bounds that all parsers keep |
//! | [`syntax`] | text → syntax tree that keeps every byte, and back |
//! | [`ir`] | the typed middle form |
//! | [`lower`] | syntax tree → typed form |
//! | [`check`] | typed form → findings about text that compiles |
//! | [`compile`] | typed form → run-time patterns, programs, tables |
//! | [`emit`] | typed form → Rust |
//! | [`eyes`] | text of eye-shape databases → run-time form, all stages |
//! | [`montecarlo`] | the same for playout databases |
//! | [`load`] | the driver: files → databases |
//! | [`lint`] | all findings about some databases |
//! | [`fix`] | findings with fixes → mended text |
//! | [`mod@format`] | syntax tree → canonical text |
//! | [`redraw`] | syntax tree → patterns turned, mirrored, recoloured |
//! | [`skeleton`] | manifest and syntax tree → patterns to start from |
//! | [`stats`] | typed form → figures |
//! | [`compare`] | two typed forms → what differs |
//! | [`positions`] | diagrams and records → positions, and what matches there |
//! | [`match_tests`] | positions with expected matches → differences |
//! | [`snapshot`] | run-time form → text for `git diff` |
//! | [`explain`] | codes and vocabulary → reference text |
//! | [`progress`] | how far long work has come → a line on a terminal |
//! | `cli` | the command |
//!
//! Nothing below the command prints or exits.

pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod compile;
pub mod diag;
pub mod emit;
pub mod explain;
pub mod eyes;
pub mod fix;
pub mod format;
pub mod ir;
pub mod lint;
pub mod load;
pub mod lower;
pub mod manifest;
pub mod match_tests;
pub mod montecarlo;
pub mod orientations;
pub mod positions;
pub mod progress;
pub mod redraw;
pub mod skeleton;
pub mod snapshot;
pub mod source;
pub mod stats;
pub mod suppress;
pub mod syntax;
pub mod text_limits;
