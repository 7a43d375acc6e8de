//! Autohelpers, the functions that constraints and actions call: one table for the
//! traits that an engine implements, the checker, the interpreter's dispatch and the
//! reference page.
//!
//! `types` (parameters, results, the place of a match) ← `macros` ← `vocabulary` (the
//! table; the traits, [`Helper`] and [`Stage`] made of it) ← `set`. A [`Stage`] is a moment
//! in the engine's work at which a database is matched; it names the groups of helpers
//! whose data exists then. A helper of another group is a diagnostic. A *host* is whoever
//! answers helpers: an engine, or a recorder in tests.
//!
//! This module may not know how any helper is computed.

mod macros;
mod set;
mod types;
mod vocabulary;

pub use crate::reading_code::Code;
pub use set::HelperSet;
pub use types::*;
pub use vocabulary::*;

/// Evaluates an expression with a host as the `dyn` host of a stage, one of those
/// that are named with their traits; `None` at another stage. The host implements
/// all of these traits.
///
/// ```
/// # use mkpat_rt::helper::{OwlHost, Stage, StageHost, WormsHost};
/// fn stage_of<H: StageHost + ?Sized>(_: &mut H) -> Stage {
///     H::STAGE
/// }
/// let host = &mut mkpat_rt::recording_host::Recorder::new(1);
/// let found = mkpat_rt::at_stage!(Stage::Owl, host, [Worms: WormsHost, Owl: OwlHost], stage_of(host));
/// assert_eq!(found, Some(Stage::Owl));
/// ```
#[macro_export]
macro_rules! at_stage {
    ($stage:expr, $host:ident, [$($Stage:ident: $Host:path),* $(,)?], $value:expr $(,)?) => {
        match $stage {
            $($crate::helper::Stage::$Stage => {
                let $host: &mut dyn $Host = $host;
                Some($value)
            })*
            #[allow(unreachable_patterns)]
            _ => None,
        }
    };
}
