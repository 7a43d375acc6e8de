//! How people and programs speak to the engine: the program `katachi` as a
//! library, without its databases.
//!
//! - [`cli`]: the command line, and what each of its commands does.
//! - [`gtp`]: the protocol that graphical clients and servers speak.
//! - [`play`]: a game on the terminal.
//! - [`bench`](mod@bench), [`decide`](mod@decide), [`matches`](mod@matches), [`pattern_tests`], [`regress`]: tools
//!   for developers and authors of patterns.
//! - [`games`]: matches between two players, each a process of its own.
//! - [`session`]: a game with its engine, which all of these drive.
//! - [`show`]: what the engine knows of a position, as boards and pictures.
//! - [`compare`]: what decides between two moves; [`mod@why`]: why a pattern matches or does not, and what it does.
//! - [`variations`]: what the reader has looked at, as text and SGF.
//! - [`record`], [`clock`], [`area`], [`draw`]: SGF, thinking time, where to look for
//!   moves, boards as text.
//! - [`player`], [`judge`], [`pattern_tests`]: the only files that ask the engine for moves,
//!   scores and what becomes of a match.
//!
//! Data flows from streams to a [`session::Session`] and back as text. Nothing
//! but [`cli`] opens standard streams or decides exit codes.

pub mod area;
pub mod bench;
pub mod cli;
pub mod clock;
pub mod compare;
pub mod decide;
pub mod draw;
pub mod games;
pub mod gtp;
pub mod judge;
pub mod matches;
mod outfile;
pub mod pattern_tests;
pub mod play;
pub mod player;
pub mod profile;
pub mod prove;
mod reading_options;
pub mod record;
pub mod regress;
pub mod semeai;
pub mod session;
pub mod show;
pub mod solve;
mod trial_options;
pub mod variations;
pub mod why;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use mkpat_rt::db::PatternSet;

use session::Settings;

/// What the studio starts with. It is a crate below this one: the program joins them.
pub struct StudioStart {
    /// The folder with records, and with databases if [`StudioStart::patterns`] names none.
    pub dir: PathBuf,
    /// The folder of the databases (or their manifest); else the one in [`StudioStart::dir`], else
    /// those compiled in.
    pub patterns: Option<PathBuf>,
    /// Whether patterns that need a helper which the engine does not have are left out.
    pub skip_unsupported: bool,
    /// The TCP port; 0 for any that is free.
    pub port: u16,
    /// Whether a browser is opened.
    pub open: bool,
    /// Level, rules and all else of the engine.
    pub settings: Settings,
    /// Makes the databases compiled in.
    pub builtin: fn() -> PatternSet,
}

/// Runs a studio until its process is ended; what a person has to know goes to the writer. Fails with
/// a message.
pub type RunStudio = fn(StudioStart, &mut dyn Write) -> Result<(), String>;

/// The program: reads the command line and runs. `builtin` makes the databases
/// that are used without `--patterns`; `studio` is the command `studio`.
pub fn main(builtin: fn() -> PatternSet, studio: RunStudio) -> ExitCode {
    cli::run(builtin, studio)
}

/// What tests share.
#[cfg(test)]
mod testing {
    use mkpat_rt::db::PatternSet;

    /// The databases of `tests/patterns`.
    pub(crate) fn patterns() -> PatternSet {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/patterns");
        mkpat::language::load::load(dir.as_ref()).0.expect("databases without errors")
    }
}
