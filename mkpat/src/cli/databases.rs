//! Which databases a command works on that needs them compiled: those of a
//! manifest, or those that files belong to.

use std::path::{Path, PathBuf};

use super::{Trouble, input};
use crate::language::ir;
use crate::language::load::{Compiled, Lowered, Run};
use crate::language::manifest::{Kind, MatcherKind};
use crate::source::Sources;
use clap::ValueEnum;

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// Manifest, or the folder that holds it
    #[arg(long, value_name = "PATH")]
    manifest: Option<PathBuf>,
    /// Use the database with this name; may be repeated [default: all databases]
    #[arg(long = "db", value_name = "NAME")]
    names: Vec<String>,
}

impl Arguments {
    /// All databases of a manifest.
    pub(super) fn all(manifest: PathBuf) -> Arguments {
        Arguments { manifest: Some(manifest), names: Vec::new() }
    }

    /// Whether no database is left out.
    pub(super) fn are_all(&self) -> bool {
        self.names.is_empty()
    }
}

/// How the tables are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum MatcherName {
    /// What the manifest says
    #[default]
    Auto,
    /// No table: every pattern at every vertex, slow and obviously right
    Naive,
    /// Masks of two bits per vertex
    Grid,
    /// An automaton
    Dfa,
    /// The tree of corner variations
    Corner,
}

/// Compiled databases.
#[derive(Debug)]
pub(super) struct Databases {
    /// The files they come from.
    pub(super) sources: Sources,
    /// The databases.
    pub(super) compiled: Compiled,
}

/// Reads and compiles the databases that the arguments name, or those that `paths`
/// belong to. `None` if they have errors, which have been written to standard
/// error.
pub(super) fn read(
    arguments: &Arguments,
    paths: &[PathBuf],
    matcher: MatcherName,
) -> Result<Option<Databases>, Trouble> {
    let (mut run, mut lowered) = if paths.is_empty() {
        from_manifest(arguments)?
    } else {
        let wanted = input::Arguments::of(paths.to_vec(), arguments.manifest.clone());
        let (run, units) = input::read(&wanted)?;
        let mut lowered: Vec<Lowered> = units.into_iter().map(|unit| unit.database).collect();
        let known: Vec<String> = lowered.iter().map(|db| name(db).to_string()).collect();
        all_known(&arguments.names, &known)?;
        if !arguments.names.is_empty() {
            lowered.retain(|db| arguments.names.iter().any(|wanted| wanted == name(db)));
        }
        (run, lowered)
    };
    for db in &mut lowered {
        if let Lowered::Patterns(db) = db {
            db.spec.matcher = table(matcher, db)?;
        }
    }
    let compiled = run.compile_lowered(lowered);
    input::show_errors(&run.sources, &run.diags)?;
    Ok(compiled.map(|compiled| Databases { sources: run.sources, compiled }))
}

fn name(db: &Lowered) -> &str {
    &db.spec().name
}

fn all_known(names: &[String], known: &[String]) -> Result<(), Trouble> {
    match names.iter().find(|name| !known.contains(name)) {
        Some(name) => {
            Err(Trouble(format!("no database `{name}`; there are: {}", known.join(", "))))
        }
        None => Ok(()),
    }
}

fn from_manifest(arguments: &Arguments) -> Result<(Run, Vec<Lowered>), Trouble> {
    let path = arguments.manifest.as_deref().unwrap_or(Path::new("."));
    let hint = if arguments.manifest.is_none() { "; name one with --manifest" } else { "" };
    let file = input::manifest_file(path).map_err(|Trouble(why)| Trouble(why + hint))?;
    let mut run = Run::from_manifest(&file);
    input::all_read(&run)?;
    if run.diags.has_errors() && run.databases.is_empty() {
        return Ok((run, Vec::new()));
    }
    let known: Vec<String> = run.databases.iter().map(|(spec, _)| spec.name.clone()).collect();
    all_known(&arguments.names, &known)?;
    if !arguments.names.is_empty() {
        run.databases.retain(|(spec, _)| arguments.names.contains(&spec.name));
    }
    let lowered = run.lower();
    Ok((run, lowered))
}

/// The matcher that is asked for, if the database can have it.
fn table(matcher: MatcherName, db: &ir::Database) -> Result<MatcherKind, Trouble> {
    let wanted = match matcher {
        MatcherName::Auto => return Ok(db.spec.matcher),
        MatcherName::Naive => return Ok(MatcherKind::Naive),
        MatcherName::Grid => MatcherKind::Grid,
        MatcherName::Dfa => MatcherKind::Dfa,
        MatcherName::Corner => MatcherKind::Corner,
    };
    let fits = match db.spec.kind {
        Kind::General | Kind::Connections | Kind::Dfa => wanted != MatcherKind::Corner,
        Kind::Corner => wanted == MatcherKind::Corner,
        _ => false,
    };
    if fits {
        return Ok(wanted);
    }
    Err(Trouble(format!(
        "database `{}` is of a kind that cannot be compiled for this matcher; choose databases \
         with --db, or --matcher naive",
        db.spec.name
    )))
}

impl Databases {
    /// Complains if there is no pattern database.
    pub(super) fn with_patterns(self) -> Result<Databases, Trouble> {
        if self.compiled.patterns.is_empty() {
            return Err(Trouble("none of the databases has patterns to match".to_string()));
        }
        Ok(self)
    }
}
