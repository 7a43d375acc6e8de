//! `mkpat test`: positions with the matches that are expected there.

use std::io::Write;
use std::path::{Path, PathBuf};

use mkpat_rt::db::PatternDb;

use super::databases::{self, MatcherName};
use super::{CLEAN, FINDINGS, Trouble};
use crate::language::manifest::Manifest;
use crate::tools::match_tests::command;

/// Tests databases by positions with expected matches
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Runs tests of databases: board diagrams with the matches that are expected \
        there.\n\n\
        Of a folder all `.txt` files are read. What is missing is shown with `-`, what is found \
        and not expected with `+`. `--update` writes what is found into the test files, for review \
        with `git diff`. Answers of constraints are left to `katachi test`, which has an engine to \
        ask. The format is described in docs/pattern-tests.md.",
    after_long_help = "Examples:\n  mkpat test patterns/tests/matches\n  \
        mkpat test patterns/tests/matches --filter Hane1\n\n\
        Exit codes: 0 everything as expected (or updated), 1 differences, or the databases have \
        errors, 2 wrong usage, or a test cannot be read or names what does not exist."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    test: command::Arguments,
    /// Manifest, or the folder that holds it [default: the nearest mkpat.toml in the
    /// folders above the first test]
    #[arg(long, value_name = "PATH")]
    manifest: Option<PathBuf>,
    /// Matcher to use
    #[arg(long, default_value = "auto")]
    matcher: MatcherName,
}

/// Runs the tests and prints what is not as expected.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let test = &arguments.test;
    let files = test.files().map_err(Trouble)?;
    let manifest = match &arguments.manifest {
        Some(manifest) => manifest.clone(),
        None => nearest(&test.paths[0])?,
    };
    let chosen = databases::Arguments::all(manifest);
    let Some(databases) = databases::read(&chosen, &[], arguments.matcher)? else {
        return Ok(FINDINGS);
    };
    let databases = databases.with_patterns()?;
    let databases: Vec<&PatternDb> = databases.compiled.patterns.iter().map(|(_, db)| db).collect();
    let good = test.run("mkpat test", &files, &databases, None, out)?;
    Ok(if good { CLEAN } else { FINDINGS })
}

/// The nearest manifest in the folders above `path`.
fn nearest(path: &Path) -> Result<PathBuf, Trouble> {
    let full = path.canonicalize().map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
    let found = full.ancestors().map(|dir| dir.join(Manifest::FILE_NAME)).find(|f| f.is_file());
    found.ok_or_else(|| {
        let (path, file) = (path.display(), Manifest::FILE_NAME);
        Trouble(format!("{path}: no {file} in the folders above; name one with --manifest"))
    })
}
