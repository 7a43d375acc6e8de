//! From files to databases: the driver that the command, the macro and run-time
//! loading share.
//!
//! [`Run::new`] reads a manifest or bare files, [`Run::parse`] and
//! [`Run::lower`] go on, [`Run::compile`] ends with run-time databases. Every
//! stage adds to one bag of diagnostics, and files that cannot be read are in it,
//! too.

use std::path::Path;

use mkpat_rt::db::{Database as Loaded, PatternDb, PatternSet};
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::montecarlo::PlayoutDb;

use crate::diag::{Diagnostic, Diagnostics, codes, did_you_mean};
use crate::language::blocks::Parsed;
use crate::language::ir::{Database, Lacking};
use crate::language::manifest::{DatabaseSpec, Kind, Lint, Manifest};
use crate::language::syntax::{ast, parse};
use crate::language::{compile, eyes, lower, montecarlo};
use crate::source::{FileId, Sources, Span, read_file};

/// One run of the compiler over some databases.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// All files read, the manifest among them.
    pub sources: Sources,
    /// All findings so far.
    pub diags: Diagnostics,
    /// The databases: what they are and which of the sources they consist of.
    pub databases: Vec<(DatabaseSpec, Vec<FileId>)>,
    /// What the manifest wants to be reported.
    pub lint: Lint,
    /// A file could not be read; a finding says which and why.
    pub unreadable: bool,
}

/// A lowered database.
#[derive(Clone, Debug)]
pub enum Lowered {
    /// A pattern database.
    Patterns(Database),
    /// An eye-shape database.
    Eyes(eyes::Database),
    /// A playout database.
    Playouts(montecarlo::Database),
}

/// A database on its way through the compiler.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Trees of its files; none if it has no patterns.
    pub trees: Vec<ast::File>,
    /// The typed form of what has no errors.
    pub database: Lowered,
}

impl Lowered {
    /// What its manifest, or its content, says of it.
    pub fn spec(&self) -> &DatabaseSpec {
        match self {
            Lowered::Patterns(db) => &db.spec,
            Lowered::Eyes(db) => &db.spec,
            Lowered::Playouts(db) => &db.spec,
        }
    }
}

/// Compiled databases, those of each kind in the order of the manifest.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// Pattern databases, with their typed forms.
    pub patterns: Vec<(Database, PatternDb)>,
    /// Eye-shape databases.
    pub eyes: Vec<EyeDb>,
    /// Playout databases.
    pub playouts: Vec<PlayoutDb>,
}

impl Run {
    /// An empty run, for [`Run::add`].
    pub fn new() -> Run {
        Run::default()
    }

    /// Reads the manifest at `path` (or in the folder `path`) and all its files.
    pub fn from_manifest(path: &Path) -> Run {
        Run::part_of_manifest(path, |_, _| true)
    }

    /// Reads the manifest at `path` and the files of those databases for which
    /// `wanted` holds; it gets the folder of the manifest and the database.
    pub fn part_of_manifest(path: &Path, wanted: impl Fn(&Path, &DatabaseSpec) -> bool) -> Run {
        Run::part_of_manifest_by(path, wanted, &read_file)
    }

    /// The same with the content of files from `content`: an editor has texts that are not on the disk.
    pub fn part_of_manifest_by(
        path: &Path,
        wanted: impl Fn(&Path, &DatabaseSpec) -> bool,
        content: &dyn Fn(&Path) -> Result<Vec<u8>, String>,
    ) -> Run {
        let mut run = Run::new();
        let path = if path.is_dir() { path.join(Manifest::FILE_NAME) } else { path.to_path_buf() };
        let Some(id) = run.read_by(&path, &path.display().to_string(), content) else {
            return run;
        };
        let text = run.sources.file(id).text.clone();
        match Manifest::parse(path, &text) {
            Err(e) => {
                let range = e.range.unwrap_or(0..0);
                let span = Span::new(id, range.start, range.end);
                run.diags.push(Diagnostic::error(codes::BAD_MANIFEST, span, e.message));
            }
            Ok(manifest) => {
                run.lint = manifest.lint.clone();
                for spec in manifest.databases.iter().filter(|spec| wanted(manifest.dir(), spec)) {
                    let names = spec.files.clone();
                    let read = |f: &String| {
                        let read = run.read_by(&manifest.dir().join(f), f, content);
                        if read.is_none() {
                            run.point_at_name(id, &text, manifest.dir(), f);
                        }
                        read
                    };
                    let files = names.iter().filter_map(read).collect();
                    run.databases.push((spec.clone(), files));
                }
            }
        }
        run
    }

    /// Moves the last finding, about a file that could not be read, to where the manifest names it.
    fn point_at_name(&mut self, manifest: FileId, text: &str, folder: &Path, name: &str) {
        let Some(at) = text.find(&format!("\"{name}\"")) else { return };
        let Some(mut found) = self.diags.pop() else { return };
        found.primary.span = Span::new(manifest, at + 1, at + 1 + name.len());
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut others: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        others.retain(|other| Path::new(other).extension() == Path::new(name).extension());
        others.sort();
        if let Some(near) = did_you_mean(name, others.iter().map(String::as_str)) {
            found = found.label(format!("did you mean `{near}`?"));
        }
        self.diags.push(found);
    }

    /// Reads one file; what goes wrong becomes a diagnostic.
    pub fn read(&mut self, path: &Path, name: &str) -> Option<FileId> {
        self.read_by(path, name, &read_file)
    }

    /// The same with the content of the file from `content`.
    pub fn read_by(
        &mut self,
        path: &Path,
        name: &str,
        content: &dyn Fn(&Path) -> Result<Vec<u8>, String>,
    ) -> Option<FileId> {
        match content(path).and_then(|bytes| self.sources.add(name, bytes)) {
            Ok(id) => {
                self.sources.set_path(id, path);
                Some(id)
            }
            Err(e) => {
                self.unreadable = true;
                let id = self.sources.add(name, Vec::new()).ok()?;
                self.sources.set_path(id, path);
                self.diags.push(Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    Span::new(id, 0, 0),
                    format!("cannot read `{}`: {e}", path.display()),
                ));
                None
            }
        }
    }

    /// Adds a database of sources that have been read.
    pub fn add(&mut self, spec: DatabaseSpec, files: Vec<FileId>) {
        self.databases.push((spec, files));
    }

    /// Parses the files of the `index`-th database, which has patterns.
    pub fn parse(&mut self, index: usize) -> Vec<ast::File> {
        let (_, files) = &self.databases[index];
        files.iter().map(|f| parse::parse(&self.sources, *f, &mut self.diags)).collect()
    }

    /// Parses and lowers the `index`-th database, whatever its kind.
    pub fn lower_one(&mut self, index: usize) -> Lowered {
        let mut diags = std::mem::take(&mut self.diags);
        let unit = self.unit(index, &mut diags);
        self.diags = diags;
        unit.database
    }

    /// Parses and lowers the `index`-th database and keeps its trees; the findings go
    /// to `diags`.
    pub fn unit(&self, index: usize, diags: &mut Diagnostics) -> Unit {
        self.unit_again(index, None, diags)
    }

    /// The same; what is `known` of an earlier text is not parsed again.
    pub fn unit_again(
        &self,
        index: usize,
        mut known: Option<&mut Parsed>,
        diags: &mut Diagnostics,
    ) -> Unit {
        let (sources, (spec, files)) = (&self.sources, &self.databases[index]);
        let files = files.iter();
        match spec.kind {
            Kind::Eyes => {
                let parse = |f: &FileId| match &mut known {
                    Some(known) => known.eyes(sources, *f, diags),
                    None => eyes::parse(sources, *f, diags),
                };
                let trees: Vec<_> = files.map(parse).collect();
                let database = Lowered::Eyes(eyes::lower(sources, spec, &trees, diags));
                Unit { trees: Vec::new(), database }
            }
            Kind::MonteCarlo => {
                let parse = |f: &FileId| match &mut known {
                    Some(known) => known.playouts(sources, *f, diags),
                    None => montecarlo::parse(sources, *f, diags),
                };
                let trees: Vec<_> = files.map(parse).collect();
                let database = Lowered::Playouts(montecarlo::lower(sources, spec, &trees, diags));
                Unit { trees: Vec::new(), database }
            }
            _ => {
                let parse = |f: &FileId| match &mut known {
                    Some(known) => known.patterns(sources, *f, diags),
                    None => parse::parse(sources, *f, diags),
                };
                let trees: Vec<_> = files.map(parse).collect();
                let database = Lowered::Patterns(lower::lower(sources, spec, &trees, diags));
                Unit { trees, database }
            }
        }
    }

    /// Parses and lowers all databases, those without patterns among them.
    pub fn lower(&mut self) -> Vec<Lowered> {
        (0..self.databases.len()).map(|i| self.lower_one(i)).collect()
    }

    /// Parses, lowers and compiles all databases; `None` if there was an error.
    pub fn compile(&mut self) -> Option<Compiled> {
        let lowered = self.lower();
        self.compile_lowered(lowered)
    }

    /// Compiles lowered databases; `None` if there was an error at any stage.
    pub fn compile_lowered(&mut self, lowered: Vec<Lowered>) -> Option<Compiled> {
        let mut out = Compiled::default();
        let (sources, diags) = (&self.sources, &mut self.diags);
        for db in lowered {
            if diags.has_errors() {
                break;
            }
            match db {
                Lowered::Patterns(db) => {
                    if let Some(compiled) = compile::compile(sources, &db, diags) {
                        out.patterns.push((db, compiled));
                    }
                }
                Lowered::Eyes(db) => out.eyes.push(eyes::compile(sources, &db)),
                Lowered::Playouts(db) => {
                    out.playouts.extend(montecarlo::compile(sources, &db, diags));
                }
            }
        }
        self.diags.sort();
        (!self.diags.has_errors()).then_some(out)
    }
}

/// What becomes of patterns that need a helper which the engine does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unsupported {
    /// There is no set.
    #[default]
    Refuse,
    /// The set does without them.
    Skip,
}

/// Databases that have been loaded for play.
#[derive(Debug)]
pub struct LoadedSet {
    /// The databases, their constraints interpreted; `None` if they cannot be used.
    pub set: Option<PatternSet>,
    /// The run with its findings.
    pub run: Run,
    /// The patterns that need a helper which the engine does not have, by database.
    pub lacking: Vec<(String, Lacking)>,
}

impl LoadedSet {
    /// A line for each helper that the engine lacks: its name and the patterns that need it.
    pub fn lacking_lines(&self) -> Vec<String> {
        let mut helpers: Vec<&str> = Vec::new();
        for (_, lacking) in &self.lacking {
            if !helpers.contains(&lacking.helper.as_str()) {
                helpers.push(&lacking.helper);
            }
        }
        let line = |helper: &str| {
            let needs = self.lacking.iter().filter(|(_, lacking)| lacking.helper == helper);
            let patterns: Vec<String> = needs
                .map(|(database, lacking)| format!("{} of {database}", lacking.pattern))
                .collect();
            format!(
                "the engine lacks the helper `{helper}`, which is needed by {}",
                patterns.join(", ")
            )
        };
        helpers.into_iter().map(line).collect()
    }
}

/// Loads the databases of a manifest for play; `unsupported` says what happens to patterns that
/// need a helper which the engine does not have.
pub fn load_with(manifest: &Path, unsupported: Unsupported) -> LoadedSet {
    let mut run = Run::from_manifest(manifest);
    let lowered = run.lower();
    let mut lacking = Vec::new();
    for database in &lowered {
        if let Lowered::Patterns(database) = database {
            let name = &database.spec.name;
            lacking.extend(database.lacking.iter().map(|lacking| (name.clone(), lacking.clone())));
        }
    }
    if unsupported == Unsupported::Skip {
        // The patterns are not in the databases any more, and are listed.
        run.diags.retain(|finding| {
            finding.code != codes::UNKNOWN_AUTOHELPER
                && finding.code != codes::UNKNOWN_PATTERN_HELPER
        });
    }
    let usable = lacking.is_empty() || unsupported == Unsupported::Skip;
    let compiled = run.compile_lowered(lowered).filter(|_| usable);
    let set = compiled.map(|Compiled { patterns, eyes, playouts }| PatternSet {
        databases: patterns.into_iter().map(|(_, db)| Loaded::interpreted(db)).collect(),
        eyes,
        playouts,
    });
    LoadedSet { set, run, lacking }
}

/// Loads the databases of a manifest for play, if the engine has all that they need; their
/// constraints are interpreted. The run holds the findings, and says why when there is no set.
pub fn load(manifest: &Path) -> (Option<PatternSet>, Run) {
    let LoadedSet { set, run, .. } = load_with(manifest, Unsupported::Refuse);
    (set, run)
}
