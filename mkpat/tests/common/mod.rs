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

/// A run over one database of the given kind, from its text.
pub(crate) fn run(kind: mkpat::manifest::Kind, text: &str) -> mkpat::load::Run {
    let mut run = mkpat::load::Run::new();
    let file = run.sources.add("test.db", text.as_bytes().to_vec()).expect("a small file");
    run.add(mkpat::manifest::DatabaseSpec::inferred("test", "test.db", kind), vec![file]);
    run
}

/// The findings of a run, one line each: code, line and column, message.
pub(crate) fn findings(run: &mkpat::load::Run) -> Vec<String> {
    let line = |d: &mkpat::diag::Diagnostic| {
        let span = d.primary.span;
        let (line, column) = run.sources.place(span.file, span.start as usize);
        format!("{} {line}:{column} {}", d.code, d.message)
    };
    run.diags.iter().map(line).collect()
}
