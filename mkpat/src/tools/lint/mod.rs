//! Everything that is said about the databases of a run: the driver behind
//! `mkpat check`.
//!
//! [`check_all`] checks lowered databases, compiles where there are limits to hold, and
//! lets comments suppress findings; [`lint`] parses and lowers before that. Nothing
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
    let sources = &run.sources;
    let mut patterns = 0;
    for (index, unit) in units.iter().enumerate() {
        begin(index);
        match &unit.database {
            Lowered::Patterns(database) => {
                patterns += database.patterns.len();
                check::check(sources, &unit.trees, database, &mut diags);
                if let Some(list) = orientations_of(sources, unit) {
                    orientations::check(sources, list, &unit.trees, &mut diags);
                }
            }
            Lowered::Eyes(database) => {
                patterns += database.shapes.len();
                eyes::check(database, &eyes::compile(sources, database), &mut diags);
            }
            Lowered::Playouts(database) => {
                patterns += database.diagrams.len();
                if let Some(compiled) = montecarlo::compile(sources, database, &mut diags) {
                    montecarlo::check(database, &compiled, &mut diags);
                }
            }
        }
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
    offer::withdraw(run, &mut diags);
    Linted { findings: diags, suppressed, databases: units.len(), patterns }
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

/// The list of orientations that lies beside the first file of a database, if it has been
/// read.
fn orientations_of(sources: &Sources, unit: &Unit) -> Option<FileId> {
    let beside = |id| Some(sources.file(id).path.as_ref()?.with_extension(orientations::EXTENSION));
    let wanted = beside(unit.trees.first()?.id)?;
    sources.iter().find(|(_, file)| file.path.as_ref() == Some(&wanted)).map(|(id, _)| id)
}

/// Parses, lowers and checks all databases of a run. `reading` are the findings about
/// files that could not be read.
pub fn lint(run: &Run, reading: &Diagnostics) -> Linted {
    let mut diags = reading.clone();
    let units: Vec<_> = (0..run.databases.len()).map(|i| run.unit(i, &mut diags)).collect();
    check_all(run, &units, diags, |_| {})
}
