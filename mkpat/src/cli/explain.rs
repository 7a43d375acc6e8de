//! `mkpat explain`: what a word means.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{CLEAN, TROUBLE, Trouble, input};
use crate::diag::did_you_mean;
use crate::language::ir::{Database, Pattern};
use crate::language::load::{Lowered, Run, Unit};
use crate::language::manifest::Manifest;
use crate::tools::about::{self, NamedTests};
use crate::tools::explain;
use crate::tools::lint::{self, Linted};

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// A diagnostic code or its name, an autohelper, a value name, a class or
    /// symmetry letter, an element, a constant, a directive, a stage, a kind of database, `manifest`; `codes` lists all
    /// codes; the name of a pattern of the manifest; nothing: what there is to ask for
    words: Vec<String>,
    /// Manifest with the patterns, or its folder [default: mkpat.toml here, or in the folder
    /// `patterns`]
    #[arg(long, value_name = "PATH")]
    manifest: Option<PathBuf>,
    /// Print a page of the reference
    #[arg(long, conflicts_with = "words")]
    page: Option<Page>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Page {
    Autohelpers,
    Diagnostics,
}

/// Prints the explanations.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    match arguments.page {
        Some(Page::Autohelpers) => out.write_all(explain::autohelpers().as_bytes())?,
        Some(Page::Diagnostics) => out.write_all(explain::diagnostics().as_bytes())?,
        None if arguments.words.is_empty() => {
            out.write_all(explain::overview().as_bytes())?;
        }
        None => {}
    }
    let mut code = CLEAN;
    let mut patterns: Option<Patterns> = None;
    for (index, word) in arguments.words.iter().enumerate() {
        let mut text = explain::explain(word);
        if text.is_none() {
            let patterns = match &mut patterns {
                Some(patterns) => patterns,
                none => none.insert(Patterns::read(arguments.manifest.as_deref())?),
            };
            text = patterns.explain(word);
        }
        match text {
            Some(text) => {
                let gap = if index > 0 { "\n" } else { "" };
                write!(out, "{gap}{text}")?;
            }
            None => {
                let mut known: Vec<&str> = explain::known_words().collect();
                known.extend(patterns.iter().flat_map(Patterns::names));
                let near = did_you_mean(word, known.into_iter());
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                writeln!(std::io::stderr(), "mkpat: nothing is called `{word}`{near}")?;
                code = TROUBLE;
            }
        }
    }
    Ok(code)
}

/// The patterns of a manifest, with what is found about them.
struct Patterns {
    run: Run,
    units: Vec<Unit>,
    linted: Linted,
    /// The tests that lie below the folder of the manifest.
    tests: Vec<NamedTests>,
}

impl Patterns {
    /// Reads those of a manifest; without one those of the present folder, if it has some.
    fn read(manifest: Option<&Path>) -> Result<Patterns, Trouble> {
        let mut run = match manifest {
            Some(path) => {
                let run = Run::from_manifest(&input::manifest_file(path)?);
                input::all_read(&run)?;
                run
            }
            None => {
                let known = [".", "patterns"].map(|dir| Path::new(dir).join(Manifest::FILE_NAME));
                let file = known.iter().find(|file| file.is_file());
                file.map_or_else(Run::new, |file| Run::from_manifest(file))
            }
        };
        let mut diags = std::mem::take(&mut run.diags);
        let units: Vec<Unit> = (0..run.databases.len()).map(|i| run.unit(i, &mut diags)).collect();
        let linted = lint::check_all(&run, &units, diags, |_| {});
        let folder = run.sources.iter().next().and_then(|(_, file)| file.path.clone());
        let tests = folder.and_then(|file| Some(file.parent()?.join("tests")));
        Ok(Patterns {
            run,
            units,
            linted,
            tests: tests.map_or(Vec::new(), |dir| about::read_tests(&dir)),
        })
    }

    fn all(&self) -> impl Iterator<Item = (&Database, &Pattern)> {
        let databases = self.units.iter().filter_map(|unit| match &unit.database {
            Lowered::Patterns(db) => Some(db),
            _ => None,
        });
        databases.flat_map(|db| db.patterns.iter().map(move |p| (db, p)))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.all().map(|(_, p)| p.name.as_str())
    }

    /// The patterns of this name in words; `None` if there is none.
    fn explain(&self, name: &str) -> Option<String> {
        let found: Vec<String> =
            self.all().filter(|(_, p)| p.name == name).map(|(db, p)| self.one(db, p)).collect();
        (!found.is_empty()).then(|| found.join("\n"))
    }

    fn one(&self, db: &Database, p: &Pattern) -> String {
        let file = self.run.sources.file(p.head.file);
        let mut out = explain::pattern(db, p, &file.shown());
        let tested: Vec<String> = about::tests_of(&self.tests, &p.name)
            .into_iter()
            .map(|(name, case)| format!("  {name}:{} {}", case.line, case.title))
            .collect();
        // Writing to a string cannot fail.
        let _ = match tested.is_empty() {
            true => writeln!(out, "\nTested: nowhere."),
            false => writeln!(out, "\nTested:\n{}", tested.join("\n")),
        };
        let about = about::findings_of(db, p, &self.linted.findings).into_iter();
        let about: Vec<String> =
            about.map(|d| format!("  {} {}: {}", d.severity.name(), d.code, d.message)).collect();
        let _ = match about.is_empty() {
            true => writeln!(out, "Found about it: nothing; no other pattern shadows it."),
            false => writeln!(out, "Found about it:\n{}", about.join("\n")),
        };
        out
    }
}
