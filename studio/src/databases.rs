//! The databases of a manifest: texts, typed forms, findings, and the set that the engine plays with.
//!
//! [`Databases::load`] reads all of them; [`Databases::again`] reads the files again, or takes some texts from
//! elsewhere (a draft), and compiles only those databases whose files differ. A state never changes once it is made:
//! requests that began with one end with it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mkpat::diag::{Diagnostic, Diagnostics, Severity, codes};
use mkpat::language::ir::{Database, Pattern};
use mkpat::language::load::{Lowered, Run, Unit};
use mkpat::language::manifest::Manifest;
use mkpat::language::{compile, eyes, montecarlo};
use mkpat::source::{FileId, read_file};
use mkpat::tools::lint;
use mkpat_rt::db::{Database as Loaded, PatternDb, PatternSet};
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::montecarlo::PlayoutDb;

/// Where texts come from.
pub(crate) type Content<'a> = &'a dyn Fn(&Path) -> Result<Vec<u8>, String>;

/// A number that changes with the content of a file.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// A compiled database of any kind.
#[derive(Clone, Debug)]
enum Compiled {
    Patterns(PatternDb),
    Eyes(EyeDb),
    Playouts(PlayoutDb),
}

/// A database with what was found about it alone.
#[derive(Debug)]
pub(crate) struct Part {
    /// Its trees and typed form.
    pub(crate) unit: Unit,
    found: Diagnostics,
    /// `None` if there are errors.
    compiled: Option<Compiled>,
}

impl Part {
    /// The typed form, if it is a database of patterns.
    pub(crate) fn patterns(&self) -> Option<&Database> {
        match &self.unit.database {
            Lowered::Patterns(database) => Some(database),
            _ => None,
        }
    }
}

/// A state of all databases of a manifest.
#[derive(Clone, Debug)]
pub(crate) struct Databases {
    /// The manifest.
    pub(crate) manifest: PathBuf,
    /// The files.
    pub(crate) run: Run,
    /// The databases, in the order of the manifest.
    pub(crate) parts: Vec<Arc<Part>>,
    /// What is found; fixes have not been tried.
    pub(crate) findings: Vec<Diagnostic>,
    /// What the engine plays with; `None` if there are errors.
    pub(crate) set: Option<PatternSet>,
    /// Why the engine cannot play with them, though there are no errors.
    pub(crate) problem: Option<String>,
    reading: Diagnostics,
    hashes: BTreeMap<PathBuf, u64>,
    skip: bool,
}

impl Databases {
    /// Reads a manifest and all its files; `skip` says whether patterns that need a helper which the engine
    /// does not have are left out.
    pub(crate) fn load(manifest: &Path, skip: bool, content: Content<'_>) -> Databases {
        let hashes = RefCell::new(BTreeMap::new());
        let reading = |path: &Path| {
            let bytes = content(path)?;
            hashes.borrow_mut().insert(path.to_path_buf(), hash(&bytes));
            Ok(bytes)
        };
        let mut run = Run::part_of_manifest_by(manifest, |_, _| true, &reading);
        let reading = std::mem::take(&mut run.diags);
        let parts = (0..run.databases.len()).map(|i| Arc::new(part(&run, i, skip))).collect();
        let hashes = hashes.into_inner();
        let manifest = match manifest.is_dir() {
            true => manifest.join(Manifest::FILE_NAME),
            false => manifest.to_path_buf(),
        };
        let (findings, set, problem) = (Vec::new(), None, None);
        let mut all =
            Databases { manifest, run, parts, findings, set, problem, reading, hashes, skip };
        all.join();
        all
    }

    /// The same databases with what their files hold now; `None` if nothing differs.
    pub(crate) fn again(&self, content: Content<'_>) -> Option<Databases> {
        let mut changed: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let mut lost = self.run.unreadable;
        let paths = self.run.sources.iter().filter_map(|(_, file)| file.path.clone());
        for path in paths {
            match content(&path) {
                Ok(bytes) if self.hashes.get(&path) == Some(&hash(&bytes)) => {}
                Ok(bytes) => changed.push((path, bytes)),
                Err(_) => lost |= self.hashes.contains_key(&path),
            }
        }
        if changed.is_empty() && !lost {
            return None;
        }
        if lost || changed.iter().any(|(path, _)| *path == self.manifest) {
            return Some(Databases::load(&self.manifest, self.skip, content));
        }
        let mut next = self.clone();
        let mut stale = Vec::new();
        for (path, bytes) in changed {
            next.hashes.insert(path.clone(), hash(&bytes));
            for id in self.ids(&path) {
                if next.run.sources.replace(id, bytes.clone()).is_err() {
                    return Some(Databases::load(&self.manifest, self.skip, content));
                }
                let has = |index: &usize| self.run.databases[*index].1.contains(&id);
                stale.extend((0..self.parts.len()).filter(has));
            }
        }
        for index in stale {
            next.parts[index] = Arc::new(part(&next.run, index, self.skip));
        }
        next.join();
        Some(next)
    }

    /// The numbers of a file: several databases may name it.
    fn ids(&self, path: &Path) -> Vec<FileId> {
        let all = self.run.sources.iter();
        all.filter(|(_, file)| file.path.as_deref() == Some(path)).map(|(id, _)| id).collect()
    }

    /// What concerns all databases together.
    fn join(&mut self) {
        let mut diags = self.reading.clone();
        self.parts.iter().for_each(|part| diags.extend(part.found.clone()));
        let units = self.parts.iter().map(|part| &part.unit);
        let mut linted = lint::together(&self.run, units, diags);
        linted.findings.sort();
        self.findings = linted.findings.iter().cloned().collect();
        let failed = self.findings.iter().any(|f| f.severity == Severity::Error);
        self.problem = None;
        self.set = if failed { None } else { self.assemble() };
    }

    fn assemble(&self) -> Option<PatternSet> {
        let mut set = PatternSet::default();
        for part in &self.parts {
            match part.compiled.clone()? {
                Compiled::Patterns(db) => set.databases.push(Loaded::interpreted(db)),
                Compiled::Eyes(db) => set.eyes.push(db),
                Compiled::Playouts(db) => set.playouts.push(db),
            }
        }
        Some(set)
    }

    /// The pattern with this name, with the number of its database.
    pub(crate) fn pattern(&self, database: &str, name: &str) -> Option<(usize, &Pattern)> {
        let parts = self.parts.iter().enumerate();
        let mut found = parts.filter_map(|(number, part)| {
            let db = part.patterns().filter(|db| db.spec.name == database)?;
            db.patterns.iter().find(|p| p.name == name).map(|p| (number, p))
        });
        found.next()
    }

    /// What the files held when they were read: a number for each path.
    pub(crate) fn hash_of(&self, path: &Path) -> Option<u64> {
        self.hashes.get(path).copied()
    }

    /// All files, the manifest among them.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            self.run.sources.iter().filter_map(|(_, file)| file.path.clone()).collect();
        paths.push(self.manifest.clone());
        paths.sort();
        paths.dedup();
        paths
    }

    /// The findings that the manifest wants to be reported, hints included.
    pub(crate) fn reported(&self) -> impl Iterator<Item = &Diagnostic> {
        let selection = self.run.lint.selection();
        self.findings.iter().filter(move |f| f.severity == Severity::Hint || selection.reports(f))
    }
}

/// Parses, lowers, checks and compiles a database.
fn part(run: &Run, index: usize, skip: bool) -> Part {
    let mut found = Diagnostics::default();
    let unit = run.unit(index, &mut found);
    if skip {
        found.retain(|finding| {
            finding.code != codes::UNKNOWN_AUTOHELPER
                && finding.code != codes::UNKNOWN_PATTERN_HELPER
        });
    }
    let usable = !found.has_errors();
    lint::check_unit(run, &unit, &mut found);
    let mut ignored = Diagnostics::default();
    let compiled = match &unit.database {
        _ if !usable => None,
        Lowered::Patterns(db) => {
            compile::compile(&run.sources, db, &mut ignored).map(Compiled::Patterns)
        }
        Lowered::Eyes(db) => Some(Compiled::Eyes(eyes::compile(&run.sources, db))),
        Lowered::Playouts(db) => {
            montecarlo::compile(&run.sources, db, &mut ignored).map(Compiled::Playouts)
        }
    };
    Part { unit, found, compiled }
}

/// Texts as they lie on the disk.
pub(crate) fn on_disk(path: &Path) -> Result<Vec<u8>, String> {
    read_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[[database]]\nname = \"own\"\nfiles = [\"own.db\"]\nkind = \"general\"\n\
        stage = \"movegen\"\nattributes = \"general\"\n";
    const PATTERN: &str = include_str!("../begin/own.db");

    #[test]
    fn only_what_changed_is_compiled_again() {
        let folder = test_support::Folder::new("studio-databases");
        let second = MANIFEST.replace("own", "other");
        folder.write("mkpat.toml", format!("{MANIFEST}\n{second}"));
        folder.write("own.db", PATTERN);
        folder.write("other.db", PATTERN.replace("Own1", "Other1"));
        let first = Databases::load(&folder, false, &on_disk);
        assert!(first.set.is_some(), "{:?}", first.findings);
        assert!(first.again(&on_disk).is_none());

        folder.write("own.db", PATTERN.replace("OX?", "OXX"));
        let next = first.again(&on_disk).expect("a change");
        assert!(!Arc::ptr_eq(&first.parts[0], &next.parts[0]));
        assert!(Arc::ptr_eq(&first.parts[1], &next.parts[1]));
        assert_eq!(next.pattern("own", "Own1").expect("it").1.diagram.cells.len(), 9);

        folder.write("own.db", "Pattern Own1\n\nO*\n");
        let broken = next.again(&on_disk).expect("a change");
        assert!(
            broken.set.is_none() && broken.findings.iter().any(|f| f.severity == Severity::Error)
        );

        std::fs::remove_file(folder.join("own.db")).expect("a file");
        let lost = broken.again(&on_disk).expect("a change");
        assert!(lost.set.is_none() && lost.run.unreadable);
        folder.write("own.db", PATTERN);
        assert!(lost.again(&on_disk).expect("a change").set.is_some());
    }
}
