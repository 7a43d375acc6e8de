//! The folder of a studio: which records it has, and which file a name from outside means.

use std::path::{Component, Path, PathBuf};

/// How many records are listed at most.
const MOST: usize = 5_000;
/// How many folders deep records are looked for.
const DEPTH: usize = 6;
/// How many entries of folders are looked at for it: a studio may be started anywhere.
const ENTRIES: usize = 100_000;

/// The records below a folder, by name, and whether there are more than are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Records {
    /// Paths from the folder, with `/` between names.
    pub(crate) names: Vec<String>,
    /// Some are left out.
    pub(crate) more: bool,
}

/// Lists the records (`*.sgf`) below `dir`. Hidden folders and what programs build are passed by.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn records(dir: &Path) -> Result<Records, String> {
    std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut out = Records::default();
    let mut looked_at = 0;
    let mut todo = vec![(dir.to_path_buf(), String::new(), 0)];
    while let Some((path, name, depth)) = todo.pop() {
        // A folder that nobody may read has no records for us.
        let Ok(entries) = std::fs::read_dir(&path) else { continue };
        for entry in entries.flatten() {
            looked_at += 1;
            if looked_at > ENTRIES || out.names.len() >= MOST {
                out.more = true;
                out.names.sort();
                return Ok(out);
            }
            let file = entry.file_name();
            let Some(file) = file.to_str().filter(|f| !f.starts_with('.')) else { continue };
            let inside = if name.is_empty() { file.to_string() } else { format!("{name}/{file}") };
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && depth < DEPTH && !["target", "node_modules"].contains(&file) {
                todo.push((entry.path(), inside, depth + 1));
            } else if !kind.is_dir() && file.to_lowercase().ends_with(".sgf") {
                out.names.push(inside);
            }
        }
    }
    out.names.sort();
    Ok(out)
}

/// The file that a name from outside means: below the folder, whatever links say.
///
/// # Errors
/// If it is none, or is not there.
pub(crate) fn resolve(dir: &Path, name: &str) -> Result<PathBuf, String> {
    let relative = Path::new(name);
    let plain = relative.components().all(|c| matches!(c, Component::Normal(_)));
    if name.is_empty() || !plain || name.contains('\0') {
        return Err(format!("{name:?} names no file of the folder"));
    }
    let found = dir.join(relative);
    let real = found.canonicalize().map_err(|e| format!("{name}: {e}"))?;
    let root = dir.canonicalize().map_err(|e| format!("{}: {e}", dir.display()))?;
    if real.starts_with(&root) {
        Ok(found)
    } else {
        Err(format!("{name:?} leads out of the folder"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_and_names_stay_inside() {
        let folder = test_support::Folder::new("studio-folder");
        std::fs::create_dir_all(folder.join("a/.git")).expect("a folder");
        for file in ["b.sgf", "a/c.SGF", "a/.git/d.sgf", "e.txt"] {
            folder.write(file, b"(;)");
        }
        let found = records(&folder).expect("a folder");
        assert_eq!((found.names, found.more), (vec!["a/c.SGF".into(), "b.sgf".into()], false));
        assert!(resolve(&folder, "a/c.SGF").is_ok());
        for bad in ["", "../b.sgf", "/etc/passwd", "a/../b.sgf", "./b.sgf", "gone.sgf", "b\0.sgf"] {
            assert!(resolve(&folder, bad).is_err(), "{bad:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc/hostname", folder.join("out.sgf")).expect("a link");
            assert!(resolve(&folder, "out.sgf").expect_err("outside").contains("out of"));
        }
        assert!(records(&folder.join("gone")).is_err());
    }
}
