//! What several test files need.

#![allow(dead_code)] // each test file uses a part

use std::path::Path;

use mkpat::language::load::Run;
use mkpat::language::manifest::{Anchors, DatabaseSpec, Kind, MatcherKind};
use mkpat_rt::db::PatternDb;
use mkpat_rt::helper::Stage;

#[allow(unused_imports)]
pub(crate) use test_support::shared;

/// A run over one database of the given kind, from its text.
pub(crate) fn run(kind: mkpat::language::manifest::Kind, text: &str) -> mkpat::language::load::Run {
    let mut run = mkpat::language::load::Run::new();
    let file = run.sources.add("test.db", text.as_bytes().to_vec()).expect("a small file");
    run.add(mkpat::language::manifest::DatabaseSpec::inferred("test", "test.db", kind), vec![file]);
    run
}

/// The findings of a run, one line each: code, line and column, message.
pub(crate) fn findings(run: &mkpat::language::load::Run) -> Vec<String> {
    let line = |d: &mkpat::diag::Diagnostic| {
        let span = d.primary.span;
        let (line, column) = run.sources.place(span.file, span.start as usize);
        format!("{} {line}:{column} {}", d.code, d.message)
    };
    run.diags.iter().map(line).collect()
}

/// A database of GNU Go: name, files, rules, anchors, stage.
pub(crate) type Reference = (&'static str, &'static [&'static str], Kind, Anchors, &'static str);

/// The databases of GNU Go whose matches were recorded.
pub(crate) const DATABASES: [Reference; 8] = [
    ("aa_attackpats", &["aa_attackpats.db"], Kind::Dfa, Anchors::Both, "combination"),
    ("attack", &["attack.db"], Kind::General, Anchors::X, "worms"),
    ("barriers", &["barriers.db"], Kind::Connections, Anchors::Both, "influence"),
    ("conn", &["conn.db"], Kind::Connections, Anchors::O, "dragons"),
    ("joseki", &["hoshi_other.db", "sansan.db"], Kind::Corner, Anchors::Both, "movegen"),
    ("owl_attackpats", &["owl_attackpats.db"], Kind::Dfa, Anchors::Both, "owl"),
    ("owl_defendpats", &["owl_defendpats.db"], Kind::Dfa, Anchors::Both, "owl"),
    ("patterns", &["patterns.db"], Kind::General, Anchors::Both, "movegen"),
];

/// Loads a database of GNU Go without a table.
pub(crate) fn load(corpus: &Path, (name, files, kind, anchors, stage): Reference) -> PatternDb {
    let stage = Stage::from_name(stage).unwrap();
    let mut run = Run::new();
    let ids = files.iter().filter_map(|file| run.read(&corpus.join(file), file)).collect();
    let spec = DatabaseSpec::inferred(name, files[0], kind);
    run.add(DatabaseSpec { matcher: MatcherKind::Naive, anchors, stage, ..spec }, ids);
    let compiled = run.compile().unwrap_or_else(|| panic!("{name}: {:#?}", run.diags));
    compiled.patterns.into_iter().next().expect("one database").1
}
