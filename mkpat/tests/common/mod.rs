//! What several test files need.

#![allow(dead_code)] // each test file uses a part

use std::path::PathBuf;

/// The folder `path` of the shared reference material, or `None` (after saying
/// so) where it is absent. Its place is `KATACHI_SHARED`, or `../shared` beside
/// the workspace.
///
/// # Panics
///
/// If it is absent in continuous integration (`CI` is set).
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KATACHI_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("CI").is_none(), "shared/{path} is absent");
    println!("skipped: shared/{path} is absent");
    None
}
