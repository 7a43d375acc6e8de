//! Everything that is said about the databases of a run: the driver behind
//! `mkpat check`.
//!
//! [`check_all`] checks lowered databases, compiles where there are limits to hold, and
//! lets comments suppress findings; [`lint`] parses and lowers before that. [`check_unit`] and
//! [`together`] are its two halves, for whoever keeps what was found in databases that did not
//! change. Nothing
//! here selects, sorts or shows findings. `offer` tries the fixes and withdraws those that
//! mend nothing; `apply` makes texts of them.

pub(crate) mod apply;
mod offer;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::language::load::{Lowered, Run, Unit};
use crate::language::{check, compile, eyes, montecarlo, suppress};
use crate::source::{FileId, Sources, Span};
use crate::tools::orientations;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Linted {
    /// All findings that count.
    pub findings: Diagnostics,
    /// Findings that comments suppress, with their reasons.
    pub suppressed: Vec<(Diagnostic, String)>,
    /// Number of databases.
    pub databases: usize,
    /// Number of patterns, eye shapes and playout diagrams without errors.
    pub patterns: usize,
}

/// Checks the lowered databases of a run. `diags` are the findings so far; `begin` is
/// told the number of each database before it is looked at.
pub fn check_all(
    run: &Run,
    units: &[Unit],
    mut diags: Diagnostics,
    mut begin: impl FnMut(usize),
) -> Linted {
    for (index, unit) in units.iter().enumerate() {
        begin(index);
        check_unit(run, unit, &mut diags);
    }
    let mut linted = together(run, units, diags);
    offer::withdraw(run, &mut linted.findings);
    linted
}

/// The findings about one lowered database that depend on nothing else.
pub fn check_unit(run: &Run, unit: &Unit, diags: &mut Diagnostics) {
    let sources = &run.sources;
    match &unit.database {
        Lowered::Patterns(database) => {
            check::check(sources, &unit.trees, database, diags);
            if let Some(list) = orientations::list_of(sources, unit) {
                orientations::check(sources, list, &unit.trees, diags);
            }
        }
        Lowered::Eyes(database) => {
            eyes::check(database, &eyes::compile(sources, database), diags);
        }
        Lowered::Playouts(database) => {
            if let Some(compiled) = montecarlo::compile(sources, database, diags) {
                montecarlo::check(database, &compiled, diags);
            }
        }
    }
}

/// What is left to say when all databases have been checked: limits of the tables, encodings, comments that suppress
/// findings. No fix has been tried so far (see [`mends`]).
pub fn together<'a>(
    run: &Run,
    units: impl IntoIterator<Item = &'a Unit, IntoIter: Clone>,
    mut diags: Diagnostics,
) -> Linted {
    let (sources, units) = (&run.sources, units.into_iter());
    let (mut databases, mut patterns) = (0, 0);
    for unit in units.clone() {
        databases += 1;
        patterns += match &unit.database {
            Lowered::Patterns(database) => database.patterns.len(),
            Lowered::Eyes(database) => database.shapes.len(),
            Lowered::Playouts(database) => database.diagrams.len(),
        };
    }
    if !diags.has_errors() {
        // Limits of the tables.
        for unit in units {
            if let Lowered::Patterns(database) = &unit.database {
                compile::check_limits(database, &mut diags);
            }
        }
    }
    let mut suppressed = Vec::new();
    for file in run.databases.iter().flat_map(|(_, files)| files) {
        check_encoding(sources, *file, &mut diags);
        let mut comments = suppress::read(sources, *file, &mut diags);
        suppressed.extend(suppress::apply(sources, *file, &mut comments, &mut diags));
    }
    Linted { findings: diags, suppressed, databases, patterns }
}

/// Whether the fix of one of the findings would mend what it is for, so that [`check_all`] would leave it in place.
pub fn mends(run: &Run, findings: &[Diagnostic], index: usize) -> bool {
    offer::is_good(run, findings, index)
}

/// KP0012: a file that had to be read as Latin-1.
fn check_encoding(sources: &Sources, file: FileId, diags: &mut Diagnostics) {
    let source = sources.file(file);
    let Some(at) = source.latin1 else { return };
    let Some(ch) = source.text[at..].chars().next() else { return };
    let byte = u32::from(ch);
    diags.push(
        Diagnostic::warning(
            codes::NOT_UTF8,
            Span::new(file, at, at + ch.len_utf8()),
            format!("the byte {byte:02X} (hexadecimal) is not UTF-8"),
        )
        .label(format!("read as `{}`", ch.escape_debug()))
        .note("the whole file is read as Latin-1: convert it to UTF-8, or mend the byte"),
    );
}

/// Parses, lowers and checks all databases of a run. `reading` are the findings about
/// files that could not be read.
pub fn lint(run: &Run, reading: &Diagnostics) -> Linted {
    let mut diags = reading.clone();
    let units: Vec<_> = (0..run.databases.len()).map(|i| run.unit(i, &mut diags)).collect();
    check_all(run, &units, diags, |_| {})
}
