//! Single files for the commands that change or compare them: what database a
//! file is, and how it is written back without ever being half there.

use std::path::{Path, PathBuf};

use super::Trouble;
use super::input::{manifest_file, show_errors};
use crate::diag::{Diagnostics, Severity, did_you_mean};
use crate::language::load::Run;
use crate::language::manifest::{DatabaseSpec, Kind, Manifest};
use crate::language::syntax::ast::{self, Item, LineKind, PatternNode};
use crate::source::{self, FileId, read_file};
use crate::tools::discover::FOLDERS_ABOVE;
use crate::tools::infer;
use crate::tools::transform::Edits;

/// A file that has been read and parsed.
#[derive(Debug)]
pub(super) struct Single {
    /// The file, alone in its run.
    pub(super) run: Run,
    /// Its tree; empty if its database has no patterns.
    pub(super) tree: ast::File,
    /// What the manifest beside it says, or what its content looks like.
    pub(super) spec: DatabaseSpec,
    /// The other files of its database.
    pub(super) others: Vec<PathBuf>,
}

impl Single {
    /// Reads and parses the file at `path`.
    pub(super) fn read(path: &Path) -> Result<Single, Trouble> {
        let fail = |e: String| Trouble(format!("{}: {e}", path.display()));
        let bytes = read_file(path).map_err(fail)?;
        Single::at(path, bytes)
    }

    /// Parses text that stands for the content of the file at `path`, which need not
    /// exist.
    pub(super) fn at(path: &Path, bytes: Vec<u8>) -> Result<Single, Trouble> {
        let (spec, others) = match manifest_entry(path) {
            Some((spec, others)) => (Some(spec), others),
            None => (None, Vec::new()),
        };
        let mut single = Single::of(&path.display().to_string(), bytes, spec)?;
        single.others = others;
        Ok(single)
    }

    /// Parses text that is called `name`; without a `spec` it is inferred.
    pub(super) fn of(
        name: &str,
        bytes: Vec<u8>,
        spec: Option<DatabaseSpec>,
    ) -> Result<Single, Trouble> {
        let mut run = Run::new();
        let add = run.sources.add(name, bytes);
        let id: FileId = add.map_err(|e| Trouble(format!("{name}: {e}")))?;
        let given = spec.is_some();
        let bare = DatabaseSpec::inferred("", name, Kind::General);
        let mut database = (spec.unwrap_or(bare), vec![id]);
        if !given {
            infer::other_language(&run.sources, &mut database);
        }
        let mut spec = database.0;
        let mut tree = ast::File { id, lines: Vec::new(), items: Vec::new() };
        if spec.kind.has_patterns() {
            tree = crate::language::syntax::parse(&run.sources, id, &mut run.diags);
            if !given {
                spec = infer::spec(&run.sources, std::slice::from_ref(&tree), name);
            }
        }
        Ok(Single { run, tree, spec, others: Vec::new() })
    }

    /// Its name, as the user gave it.
    pub(super) fn name(&self) -> &str {
        &self.run.sources.file(self.tree.id).name
    }

    /// Refuses a file that has no patterns in the general language, or errors.
    pub(super) fn need_patterns(&self) -> Result<(), Trouble> {
        let name = self.name();
        if !self.spec.kind.has_patterns() {
            return Err(Trouble(format!(
                "{name}: eye-shape and playout databases have a language of their own"
            )));
        }
        if self.run.diags.has_errors() {
            show_errors(&self.run.sources, &self.run.diags)?;
            return Err(Trouble(format!("{name}: left alone, because it has errors")));
        }
        Ok(())
    }

    /// Its text.
    pub(super) fn text(&self) -> &str {
        &self.run.sources.file(self.tree.id).text
    }

    /// `text` as bytes, in the encoding of the file.
    pub(super) fn encode(&self, text: &str) -> Vec<u8> {
        self.run.sources.file(self.tree.id).encode(text)
    }
}

/// What the manifest beside `path` says of it, and the other files of its
/// database. A manifest that cannot be read says nothing.
fn manifest_entry(path: &Path) -> Option<(DatabaseSpec, Vec<PathBuf>)> {
    let path = path.canonicalize().ok()?;
    // Databases may lie in folders below the manifest.
    path.ancestors().skip(1).take(FOLDERS_ABOVE).find_map(|folder| {
        let manifest = Manifest::read(folder).ok()?;
        let spec = manifest.databases.into_iter().find(|spec| {
            spec.files.iter().any(|f| folder.join(f).canonicalize().is_ok_and(|f| f == path))
        })?;
        let files = spec.files.iter().map(|f| folder.join(f));
        let others = files.filter(|f| f.canonicalize().is_ok_and(|f| f != path)).collect();
        Some((spec, others))
    })
}

/// The files that a command line names: those given, or all of a manifest.
/// A folder or a `.toml` file among the paths stands for its manifest.
pub(super) fn expand(paths: &[PathBuf], manifest: Option<&Path>) -> Result<Vec<PathBuf>, Trouble> {
    let mut out: Vec<PathBuf> = Vec::new();
    let is_manifest = |path: &Path| path.is_dir() || path.extension().is_some_and(|e| e == "toml");
    for path in manifest.into_iter().chain(paths.iter().map(PathBuf::as_path)) {
        if !is_manifest(path) {
            out.push(path.to_path_buf());
            continue;
        }
        let manifest = Manifest::read(&manifest_file(path)?)?;
        for file in manifest.databases.iter().flat_map(|spec| &spec.files) {
            let file = manifest.dir().join(file);
            if !out.contains(&file) {
                out.push(file);
            }
        }
    }
    Ok(out)
}

/// Replaces the content of a file: see [`source::replace`].
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    source::replace(path, bytes)
        .map_err(|e| Trouble(format!("{}: cannot write: {e}", path.display())))
}

/// The patterns of a file with these names, in the order of the file.
pub(super) fn select<'a>(
    file: &'a Single,
    names: &[String],
) -> Result<Vec<(&'a str, &'a PatternNode)>, Trouble> {
    let sources = &file.run.sources;
    let all = file.tree.items.iter().filter_map(|item| match item {
        Item::Pattern(node) => match &file.tree.lines[node.head].kind {
            LineKind::Head(head) => Some((sources.text(head.name), &**node)),
            _ => None,
        },
        Item::Directive(_) => None,
    });
    let all: Vec<(&str, &PatternNode)> = all.collect();
    for name in names {
        if !all.iter().any(|(known, _)| known == name) {
            let near = did_you_mean(name, all.iter().map(|(known, _)| *known));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(Trouble(format!("{}: no pattern `{name}`{near}", file.name())));
        }
    }
    Ok(all
        .into_iter()
        .filter(|(name, _)| names.is_empty() || names.iter().any(|n| n == name))
        .collect())
}

/// The text of a pattern with its comments, some lines replaced.
pub(super) fn pattern_text(file: &Single, node: &PatternNode, edits: &Edits) -> String {
    let start = node.comments.first().map_or(node.head, |&first| first.min(node.head));
    let mut out = String::new();
    for index in start..node.lines.end {
        match edits.get(&index) {
            Some(text) => out.push_str(text),
            None => out.push_str(file.run.sources.text(file.tree.lines[index].span)),
        }
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// The text of the file with some lines replaced.
pub(super) fn file_text(file: &Single, edits: &Edits) -> String {
    crate::language::syntax::print::edited(&file.run.sources, &file.tree, |index| {
        edits.get(&index).cloned()
    })
}

/// The errors of `text` in place of the file, if it has more than the file had.
/// They have been shown.
pub(super) fn has_new_errors(file: &Single, text: &str) -> Result<bool, Trouble> {
    let mut before = Diagnostics::default();
    let tree = std::slice::from_ref(&file.tree);
    crate::language::lower::lower(&file.run.sources, &file.spec, tree, &mut before);
    let mut after = Single::of(file.name(), text.as_bytes().to_vec(), Some(file.spec.clone()))?;
    let tree = std::slice::from_ref(&after.tree);
    crate::language::lower::lower(&after.run.sources, &after.spec, tree, &mut after.run.diags);
    let count = |diags: &Diagnostics| diags.count(Severity::Error);
    if count(&after.run.diags) <= count(&before) {
        return Ok(false);
    }
    show_errors(&after.run.sources, &after.run.diags)?;
    Ok(true)
}

/// Writes a file; one that exists is replaced as a whole.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    if path.exists() {
        return replace(path, text.as_bytes());
    }
    std::fs::write(path, text).map_err(|e| Trouble(format!("{}: {e}", path.display())))
}
