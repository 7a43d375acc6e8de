//! Which manifest a database file belongs to. Looks into the folders above it.

use std::path::{Component, Path, PathBuf};

use crate::language::manifest::Manifest;

/// Folders above a database in which its manifest is looked for: databases may lie in
/// folders below it.
pub const FOLDERS_ABOVE: usize = 3;

/// The manifest in the folder of the file at `path`, or else one in the folders above
/// that names it. `full` is the same path from the root.
pub fn nearest_manifest(path: &Path, full: &Path) -> Option<PathBuf> {
    let mut folder = path.parent()?.to_path_buf();
    for above in 0..FOLDERS_ABOVE {
        let manifest = folder.join(Manifest::FILE_NAME);
        let names_it = |manifest: Manifest| {
            let mut files = manifest.databases.iter().flat_map(|spec| &spec.files);
            files.any(|f| folder.join(f).canonicalize().is_ok_and(|f| f == full))
        };
        // A manifest in the same folder counts even if it does not name the file.
        let is_it = || above == 0 || Manifest::read(&manifest).is_ok_and(names_it);
        if manifest.is_file() && is_it() {
            return Some(manifest);
        }
        if matches!(folder.components().next_back(), Some(Component::Normal(_))) {
            folder.pop();
        } else {
            folder.push("..");
        }
    }
    None
}
