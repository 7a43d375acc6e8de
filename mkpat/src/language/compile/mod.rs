//! Typed form → run-time form: plain patterns, constraint programs, tables.
//!
//! `pattern` and `program` turn one pattern into `mkpat_rt::db::Pattern`; a file
//! per matcher builds its table from those. Nothing here looks at text.

pub mod corner;
pub mod dfa;
pub mod fullboard;
pub mod grid;
mod image;
mod pattern;
mod program;

use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::helper::Stage;
use mkpat_rt::table::Table;

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::language::ir::{self, Database};
use crate::language::manifest::MatcherKind;
use crate::source::{Sources, Span};

pub use image::{BuildError, BuildErrorKind};
pub use pattern::compile_pattern;

/// Compiles a database. `None` after an error, which has been reported.
pub fn compile(sources: &Sources, db: &Database, diags: &mut Diagnostics) -> Option<PatternDb> {
    let patterns = compile_all(db, diags)?;
    match table(db.spec.matcher, &patterns) {
        Ok(table) => Some(PatternDb {
            name: db.spec.name.clone(),
            stage: db.spec.stage,
            files: db.files.iter().map(|f| sources.file(*f).name.clone()).collect(),
            patterns,
            table,
        }),
        Err(e) => {
            refused(db, &e, diags);
            None
        }
    }
}

/// Some patterns as a database without a name, to match them and nothing else.
///
/// # Errors
///
/// If one cannot be compiled, because its code is too long.
pub fn alone(patterns: &[&ir::Pattern]) -> Result<PatternDb, String> {
    let patterns: Vec<_> = patterns
        .iter()
        .map(|p| compile_pattern(p, 0).map_err(|e| format!("pattern {}: {}", p.name, e.0)))
        .collect::<Result<_, _>>()?;
    // Patterns of corners and whole boards have no anchor to make a grid from.
    let table = grid::build(&patterns).map_or(Table::Naive, Table::Grid);
    Ok(PatternDb {
        name: String::new(),
        stage: Stage::Movegen,
        files: vec![String::new()],
        patterns,
        table,
    })
}

/// Reports the errors that [`compile`] would report. The table is not built where a look at
/// the patterns alone tells whether it can be.
pub fn check_limits(db: &Database, diags: &mut Diagnostics) {
    let Some(patterns) = compile_all(db, diags) else { return };
    let fits = match db.spec.matcher {
        MatcherKind::Grid => grid::fits(&patterns),
        matcher => table(matcher, &patterns).map(|_| ()),
    };
    if let Err(e) = fits {
        refused(db, &e, diags);
    }
}

/// The run-time forms of all patterns of a database. `None` if one is too long, which has
/// been reported.
fn compile_all(db: &Database, diags: &mut Diagnostics) -> Option<Vec<Pattern>> {
    let mut patterns = Vec::with_capacity(db.patterns.len());
    for p in &db.patterns {
        let file = db.files.iter().position(|f| *f == p.head.file).unwrap_or(0);
        match pattern::compile_pattern(p, file) {
            Ok(compiled) => patterns.push(compiled),
            Err(too_long) => diags.push(
                Diagnostic::error(codes::LIMIT_EXCEEDED, p.head, too_long.0.to_string())
                    .note("split the pattern"),
            ),
        }
    }
    (patterns.len() == db.patterns.len()).then_some(patterns)
}

fn table(matcher: MatcherKind, patterns: &[Pattern]) -> Result<Table, BuildError> {
    match matcher {
        MatcherKind::Naive => Ok(Table::Naive),
        MatcherKind::Grid => grid::build(patterns).map(Table::Grid),
        MatcherKind::Dfa => dfa::build(patterns).map(Table::Dfa),
        MatcherKind::Corner => corner::build(patterns).map(Table::Corner),
        MatcherKind::FullBoard => fullboard::build(patterns).map(Table::FullBoard),
        MatcherKind::Eyes | MatcherKind::MonteCarlo => {
            Err(BuildError { pattern: None, kind: BuildErrorKind::NotForPatterns })
        }
    }
}

/// Reports that a table cannot hold the database, at the pattern to blame; without
/// patterns at the start of its first file.
fn refused(db: &Database, e: &BuildError, diags: &mut Diagnostics) {
    let blamed = e.pattern.map_or(0, |id| id.idx());
    let start = || Span::new(db.files.first().copied().unwrap_or_default(), 0, 0);
    let place = db.patterns.get(blamed).map_or_else(start, |p| p.head);
    let message = format!("the database `{}`: {e}", db.spec.name);
    let code = match e.kind {
        BuildErrorKind::NotForPatterns => codes::BAD_MANIFEST,
        _ => codes::LIMIT_EXCEEDED,
    };
    diags.push(Diagnostic::error(code, place, message));
}
