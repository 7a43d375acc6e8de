//! What authors of patterns do with databases. Each tool is a function from what
//! [`crate::language`] made of the text to a value or a text; the command (`cli`) reads,
//! prints and exits.
//!
//! | module | from → to |
//! |---|---|
//! | [`discover`] | a database file → the manifest that names it |
//! | [`infer`] | bare files → what kind of database they are |
//! | [`orientations`] | `.dtr` files → whether they fit their database |
//! | [`lint`] | databases → all findings about them |
//! | [`fix`] | findings with fixes → mended text |
//! | [`transform`] | syntax tree → patterns turned, mirrored, recoloured |
//! | [`template`] | manifest and syntax tree → patterns to start from |
//! | [`about`] | tests and findings → those about one pattern |
//! | [`compare`] | two typed forms → what differs |
//! | [`mod@format`] | syntax tree → canonical text |
//! | [`stats`] | typed form → figures |
//! | [`gallery`] | databases → pages to look at |
//! | [`picture`] | typed form → pictures in SVG |
//! | [`positions`] | diagrams and records → positions, and what matches there |
//! | [`progress`] | how far long work has come → a line on a terminal |
//! | [`match_tests`] | positions with expected matches → differences |
//! | [`snapshot`] | run-time form → text for `git diff` |
//! | [`explain`] | codes and vocabulary → reference text |

pub mod about;
pub mod compare;
pub mod discover;
pub mod explain;
pub mod fix;
pub mod format;
pub mod gallery;
pub mod infer;
pub mod lint;
pub mod match_tests;
pub mod orientations;
pub mod picture;
pub mod positions;
#[cfg(feature = "program")]
pub mod progress;
pub mod snapshot;
pub mod stats;
pub mod template;
pub mod transform;

use crate::diag::{Tool, codes};

/// The command `mkpat`, as the code that shows findings sees it.
pub const TOOL: Tool = Tool {
    name: "mkpat",
    version: env!("CARGO_PKG_VERSION"),
    codes: &[codes::CODES],
    help: explain::code_text,
};
