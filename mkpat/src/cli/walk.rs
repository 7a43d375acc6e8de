//! Databases in a folder and below it, for a command line that names none.

use std::path::{Path, PathBuf};

use super::Trouble;
use crate::language::manifest::Manifest;

/// The paths that are checked together: a folder with a manifest each, and the `.db` files that no manifest names. What
/// `.gitignore` and its like exclude is left out, and so are hidden files.
pub(super) fn groups(folder: &Path) -> Result<Vec<Vec<PathBuf>>, Trouble> {
    let mut manifests: Vec<PathBuf> = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    // Also outside of a repository a `.gitignore` says what is no source.
    let walk =
        ignore::WalkBuilder::new(folder).require_git(false).sort_by_file_name(Ord::cmp).build();
    for entry in walk {
        let entry = entry.map_err(|e| Trouble(e.to_string()))?;
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        let path = path.strip_prefix("./").unwrap_or(path);
        if entry.file_name() == Manifest::FILE_NAME {
            manifests.push(path.to_path_buf());
        } else if path.extension().is_some_and(|extension| extension == "db") {
            files.push(path.to_path_buf());
        }
    }
    let named: Vec<PathBuf> = manifests
        .iter()
        .filter_map(|path| Manifest::read(path).ok())
        .flat_map(|manifest| {
            let dir = manifest.dir().to_path_buf();
            let files = manifest.databases.into_iter().flat_map(|database| database.files);
            files.filter_map(move |file| dir.join(file).canonicalize().ok()).collect::<Vec<_>>()
        })
        .collect();
    files.retain(|file| file.canonicalize().is_ok_and(|file| !named.contains(&file)));
    let mut out: Vec<Vec<PathBuf>> = manifests.into_iter().map(|manifest| vec![manifest]).collect();
    if !files.is_empty() {
        out.push(files);
    }
    Ok(out)
}
