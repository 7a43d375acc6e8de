//! What is checked together: the databases of a manifest, or one file that no manifest names.
//!
//! A project holds for each database what the compiler made of it and what was found about it. A change of a file
//! makes its databases stale, and [`Project::refresh`] reads those again and no others. Of their texts it parses the
//! patterns that have changed ([`crate::language::blocks`]); lowering and checks go over all patterns of the database, and
//! what concerns all databases (limits, comments that suppress findings) is cheap and done anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::documents::canonical;
use crate::diag::{Diagnostic, Diagnostics};
use crate::language::blocks::Parsed;
use crate::language::load::{Run, Unit};
use crate::language::manifest::{DatabaseSpec, Kind, Manifest};
use crate::source::{FileId, Sources};
use crate::tools::discover::nearest_manifest;
use crate::tools::{infer, lint, orientations};

/// Which project.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    /// The databases of this manifest.
    Manifest(PathBuf),
    /// This file alone.
    File(PathBuf),
    /// A text that is no file, by its address.
    Text(String),
}

impl Key {
    /// The project of an open text.
    pub(super) fn of(uri: &str, path: Option<&Path>) -> Key {
        let Some(path) = path else { return Key::Text(uri.to_string()) };
        if path.file_name().is_some_and(|name| name == Manifest::FILE_NAME) {
            return Key::Manifest(path.to_path_buf());
        }
        let names_it = |manifest: &PathBuf| match Manifest::read(manifest) {
            Ok(found) => {
                let mut files = found.databases.iter().flat_map(|spec| &spec.files);
                files.any(|file| canonical(&found.dir().join(file)) == path)
            }
            // What is wrong with it has to be told before anything else.
            Err(_) => true,
        };
        match nearest_manifest(path, path).filter(names_it) {
            Some(manifest) => Key::Manifest(canonical(&manifest)),
            None => Key::File(path.to_path_buf()),
        }
    }
}

/// A database with what was found about it alone.
#[derive(Debug)]
struct Part {
    unit: Unit,
    found: Diagnostics,
}

/// Databases that are checked together.
#[derive(Debug)]
pub(super) struct Project {
    /// The files and databases.
    pub(super) run: Run,
    /// What is found, errors first to last in no particular order; fixes have not been tried.
    pub(super) findings: Vec<Diagnostic>,
    parts: Vec<Part>,
    /// What has been parsed.
    known: Parsed,
    /// The findings about files that could not be read.
    reading: Diagnostics,
    /// The files with links resolved, by their numbers.
    paths: Vec<Option<PathBuf>>,
    /// Databases whose text has changed.
    stale: BTreeSet<usize>,
    /// No manifest says what it is.
    bare: bool,
}

/// What a change asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Changed {
    /// Nothing.
    Nothing,
    /// Some databases.
    Databases,
    /// All has to be read again.
    All,
}

impl Project {
    /// Reads a project; `content` gives the files, `text` the text that is no file.
    pub(super) fn load(
        key: &Key,
        content: &dyn Fn(&Path) -> Result<Vec<u8>, String>,
        text: &dyn Fn(&str) -> Vec<u8>,
    ) -> Project {
        let mut run = match key {
            Key::Manifest(path) => Run::part_of_manifest_by(path, |_, _| true, content),
            Key::File(path) => {
                let mut run = Run::new();
                let name = path.display().to_string();
                if let Some(file) = run.read_by(path, &name, content) {
                    run.add(DatabaseSpec::inferred("", &name, Kind::General), vec![file]);
                }
                run
            }
            Key::Text(uri) => {
                let mut run = Run::new();
                if let Ok(file) = run.sources.add(uri.as_str(), text(uri)) {
                    run.add(DatabaseSpec::inferred("", uri, Kind::General), vec![file]);
                }
                run
            }
        };
        let bare = !matches!(key, Key::Manifest(_));
        let mut reading = std::mem::take(&mut run.diags);
        let (mut parts, mut known) = (Vec::new(), Parsed::default());
        for index in 0..run.databases.len() {
            parts.push(part(&mut run, index, &mut known, bare));
        }
        if !bare || matches!(key, Key::File(_)) {
            reading.extend(orientations::read_beside(&mut run, parts.iter().map(|p| &p.unit)));
            // Lists count from now on.
            for part in &mut parts {
                part.check(&run);
            }
        }
        let paths = run.sources.iter().map(|(_, file)| file.path.as_deref().map(canonical));
        let paths = paths.collect();
        let findings = Vec::new();
        let mut project =
            Project { run, findings, parts, known, reading, paths, stale: BTreeSet::new(), bare };
        project.join();
        project
    }

    /// Files of another language, without databases.
    pub(super) fn of_sources(sources: Sources) -> Project {
        let paths = sources.iter().map(|_| None).collect();
        Project {
            run: Run { sources, ..Run::new() },
            findings: Vec::new(),
            parts: Vec::new(),
            known: Parsed::default(),
            reading: Diagnostics::default(),
            paths,
            stale: BTreeSet::new(),
            bare: true,
        }
    }

    /// Puts another content in the place of a file. [`Project::refresh`] finds what follows.
    pub(super) fn change(&mut self, path: Option<&Path>, bytes: Vec<u8>) -> Changed {
        let is_it = |id: &FileId| self.paths[usize::from(id.0)].as_deref() == path;
        let ids: Vec<FileId> = self.run.sources.iter().map(|(id, _)| id).filter(is_it).collect();
        let databases: Vec<usize> = (0..self.parts.len())
            .filter(|&i| self.run.databases[i].1.iter().any(|id| ids.contains(id)))
            .collect();
        if ids.is_empty() {
            return Changed::Nothing;
        }
        // A manifest, a list of orientations, a file that could not be read.
        if databases.is_empty() {
            return Changed::All;
        }
        for id in ids {
            if self.run.sources.replace(id, bytes.clone()).is_err() {
                return Changed::All;
            }
        }
        self.stale.extend(databases);
        Changed::Databases
    }

    /// Whether this file belongs to it, links resolved.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.paths.iter().any(|own| own.as_deref() == Some(path))
    }

    /// Reads the databases again that have changed.
    pub(super) fn refresh(&mut self) {
        if self.stale.is_empty() {
            return;
        }
        for index in std::mem::take(&mut self.stale) {
            let mut part = part(&mut self.run, index, &mut self.known, self.bare);
            part.check(&self.run);
            self.parts[index] = part;
        }
        self.join();
    }

    /// The findings of all databases together.
    fn join(&mut self) {
        let mut diags = self.reading.clone();
        self.parts.iter().for_each(|part| diags.extend(part.found.clone()));
        let units = self.parts.iter().map(|part| &part.unit);
        let linted = lint::together(&self.run, units, diags);
        self.findings = linted.findings.iter().cloned().collect();
    }

    /// Its files.
    pub(super) fn sources(&self) -> &Sources {
        &self.run.sources
    }

    /// The files with their paths, links resolved; a file that several databases name comes once.
    pub(super) fn files(&self) -> impl Iterator<Item = (FileId, Option<&Path>)> {
        let ids = self.run.sources.iter().map(|(id, _)| id);
        ids.map(|id| (id, self.paths[usize::from(id.0)].as_deref()))
            .filter(|(id, path)| path.is_none() || self.first(*path) == Some(*id))
    }

    /// The number of the file at a path, or of the text that is no file.
    pub(super) fn first(&self, path: Option<&Path>) -> Option<FileId> {
        let at = self.paths.iter().position(|own| own.as_deref() == path)?;
        Some(FileId(at as u16))
    }

    /// The number under which other numbers of the same file are shown.
    pub(super) fn shown(&self, id: FileId) -> FileId {
        match self.paths.get(usize::from(id.0)) {
            Some(Some(path)) => self.first(Some(path)).unwrap_or(id),
            _ => id,
        }
    }

    /// The number of the first database that contains a file.
    pub(super) fn database_of(&self, id: FileId) -> Option<usize> {
        let shown = self.shown(id);
        let has = |files: &[FileId]| files.iter().any(|&file| self.shown(file) == shown);
        self.run.databases.iter().position(|(_, files)| has(files))
    }

    /// What a database says of itself.
    pub(super) fn spec(&self, index: usize) -> &DatabaseSpec {
        self.parts[index].unit.database.spec()
    }

    /// A database as the compiler has it.
    pub(super) fn unit(&self, index: usize) -> &Unit {
        &self.parts[index].unit
    }

    /// The findings about files that could not be read.
    pub(super) fn reading(&self) -> &Diagnostics {
        &self.reading
    }
}

/// Parses and lowers a database.
fn part(run: &mut Run, index: usize, known: &mut Parsed, bare: bool) -> Part {
    let mut found = Diagnostics::default();
    let unit = match bare {
        true => infer::unit_again(run, index, Some(known), &mut found, |_| {}),
        false => run.unit_again(index, Some(known), &mut found),
    };
    Part { unit, found }
}

impl Part {
    fn check(&mut self, run: &Run) {
        lint::check_unit(run, &self.unit, &mut self.found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database of many patterns.
    fn text(edited: &str) -> String {
        let pattern = |n: usize| {
            let value = if n == 150 { edited } else { "3" };
            format!(
                "Pattern P{n}\n# Number {n}.\n\n{}O*X\n\n:8,OX,shape({value})\n\n",
                ".".repeat(n % 7)
            )
        };
        (0..300).map(pattern).collect()
    }

    #[test]
    fn a_keystroke_parses_the_pattern_in_which_it_is_typed() {
        let path = PathBuf::from("/of/nobody/moves.db");
        let key = Key::File(path.clone());
        let first = text("3").into_bytes();
        let content = |_: &Path| Ok(first.clone());
        let mut project = Project::load(&key, &content, &|_| Vec::new());
        assert_eq!(project.known.count, 300);
        let mut before = project.known.count;
        // What is above the new pattern of the last text has been seen.
        for (typed, wanted) in [("3.", 1), ("3.5", 1), ("3.5)\n\nPattern Z1\n\nO*X\n\n:8,OX(", 1)] {
            assert_eq!(project.change(Some(&path), text(typed).into_bytes()), Changed::Databases);
            project.refresh();
            assert_eq!(project.known.count - before, wanted, "{typed}");
            before = project.known.count;
            let mut fresh = Run::new();
            let file = fresh.sources.add("moves.db", text(typed).into_bytes()).expect("room");
            fresh.add(DatabaseSpec::inferred("", "moves.db", Kind::General), vec![file]);
            let mut diags = Diagnostics::default();
            let unit = infer::unit(&mut fresh, 0, &mut diags, |_| {});
            let linted = lint::check_all(&fresh, &[unit], diags, |_| {});
            let told = |findings: &mut dyn Iterator<Item = &Diagnostic>| {
                let place = |one: &Diagnostic| (one.primary.span, one.code, one.message.clone());
                findings.map(place).collect::<BTreeSet<_>>()
            };
            assert_eq!(
                told(&mut project.findings.iter()),
                told(&mut linted.findings.iter()),
                "{typed}"
            );
        }
        // Without a change nothing is parsed.
        project.stale.insert(0);
        project.refresh();
        assert_eq!(project.known.count, before);
    }
}
