//! From files to databases: the driver that the command, the macro and run-time
//! loading share.
//!
//! [`Run::new`] reads a manifest or bare files, [`Run::parse`] and
//! [`Run::lower`] go on, [`Run::compile`] ends with run-time databases. Every
//! stage adds to one bag of diagnostics, and files that cannot be read are in it,
//! too.

use std::path::Path;

use mkpat_rt::db::{Database as Loaded, PatternDb, PatternSet};

use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::ir::Database;
use crate::manifest::{DatabaseSpec, Manifest};
use crate::source::{FileId, Sources, Span};
use crate::syntax::{ast, parse};

/// One run of the compiler over some databases.
#[derive(Debug, Default)]
pub struct Run {
    /// All files read, the manifest among them.
    pub sources: Sources,
    /// All findings so far.
    pub diags: Diagnostics,
    /// The databases: what they are and which of the sources they consist of.
    pub databases: Vec<(DatabaseSpec, Vec<FileId>)>,
}

impl Run {
    /// An empty run, for [`Run::add`].
    pub fn new() -> Run {
        Run::default()
    }

    /// Reads the manifest at `path` (or in the folder `path`) and all its files.
    pub fn from_manifest(path: &Path) -> Run {
        let mut run = Run::new();
        let path = if path.is_dir() { path.join(Manifest::FILE_NAME) } else { path.to_path_buf() };
        let Some(id) = run.read(&path, &path.display().to_string()) else { return run };
        let text = run.sources.file(id).text.clone();
        match Manifest::parse(path, &text) {
            Err(e) => {
                let range = e.range.unwrap_or(0..0);
                let span = Span::new(id, range.start, range.end);
                run.diags.push(Diagnostic::error(codes::BAD_MANIFEST, span, e.message));
            }
            Ok(manifest) => {
                for spec in &manifest.databases {
                    let names = spec.files.clone();
                    let files =
                        names.iter().filter_map(|f| run.read(&manifest.dir().join(f), f)).collect();
                    run.databases.push((spec.clone(), files));
                }
            }
        }
        run
    }

    /// Reads one file; what goes wrong becomes a diagnostic.
    pub fn read(&mut self, path: &Path, name: &str) -> Option<FileId> {
        let too_large = std::fs::metadata(path)
            .is_ok_and(|m| m.is_file() && m.len() > crate::source::MAX_FILE as u64);
        let bytes = if too_large {
            Err(format!("larger than {} MiB", crate::source::MAX_FILE >> 20))
        } else if path.is_dir() {
            Err("is a folder, not a file".to_string())
        } else {
            std::fs::read(path).map_err(|e| e.to_string())
        };
        match bytes.and_then(|b| self.sources.add(name, b)) {
            Ok(id) => Some(id),
            Err(e) => {
                let id = self.sources.add(name, Vec::new()).ok()?;
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

    /// Parses the files of the `index`-th database.
    pub fn parse(&mut self, index: usize) -> Vec<ast::File> {
        let (_, files) = &self.databases[index];
        files.iter().map(|f| parse::parse(&self.sources, *f, &mut self.diags)).collect()
    }

    /// Parses and lowers all databases.
    pub fn lower(&mut self) -> Vec<Database> {
        (0..self.databases.len())
            .map(|i| {
                let trees = self.parse(i);
                let (spec, _) = &self.databases[i];
                crate::lower::lower(&self.sources, spec, &trees, &mut self.diags)
            })
            .collect()
    }

    /// Parses, lowers and compiles all databases; `None` if there was an error.
    pub fn compile(&mut self) -> Option<Vec<(Database, PatternDb)>> {
        let lowered = self.lower();
        self.compile_lowered(lowered)
    }

    /// Compiles lowered databases; `None` if there was an error at any stage.
    pub fn compile_lowered(
        &mut self,
        lowered: Vec<Database>,
    ) -> Option<Vec<(Database, PatternDb)>> {
        let mut out = Vec::new();
        for db in lowered {
            if self.diags.has_errors() {
                break;
            }
            if let Some(compiled) = crate::compile::compile(&self.sources, &db, &mut self.diags) {
                out.push((db, compiled));
            }
        }
        self.diags.sort();
        (!self.diags.has_errors()).then_some(out)
    }
}

/// Loads the databases of a manifest for play; their constraints are interpreted.
/// The run holds the findings, and says why when there is no set.
pub fn load(manifest: &Path) -> (Option<PatternSet>, Run) {
    let mut run = Run::from_manifest(manifest);
    let set = run.compile().map(|dbs| PatternSet {
        databases: dbs.into_iter().map(|(_, db)| Loaded::interpreted(db)).collect(),
    });
    (set, run)
}
