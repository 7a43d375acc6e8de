//! The committed joseki databases are what the committed records give.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use joseki::Entry;
use katachi_sgf::{Node, Sgf};
use mkpat::diag::Diagnostics;
use mkpat::language::syntax::ast::Item;
use mkpat::source::{FileId, Sources};

/// Each record with its patterns, in the order of file names.
fn records() -> Vec<(PathBuf, Vec<Entry>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns/joseki");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let compile = |path: PathBuf| {
        let sgf = Sgf::read(&fs::read(&path).unwrap()).unwrap();
        let prefix = joseki::default_prefix(&path.to_string_lossy());
        let mut findings = Diagnostics::default();
        let entries = joseki::compile(&sgf, FileId(0), &prefix, 1, &mut findings);
        assert!(findings.is_empty(), "{path:?}: {findings:?}");
        let is_marked = |n: &Node| {
            let mark = n.property("MA").or(n.property("SQ"));
            mark.is_some() && n.moves(19).any(|(_, point, _)| point.is_some())
        };
        let marked = sgf.nodes().filter(|(_, n)| is_marked(n)).count();
        assert_eq!(entries.len(), marked, "{path:?}");
        (path, entries)
    };
    files.into_iter().map(compile).collect()
}

#[test]
fn databases_are_fresh_and_mkpat_reads_them() {
    for (path, entries) in records() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let now = joseki::database(&joseki::print::header(&[name]), &entries);
        let db = path.with_extension("db");
        let there = fs::read_to_string(&db).unwrap();
        assert!(there == now, "{db:?} is stale: run `joseki -o` on its record");
        let mut sources = Sources::default();
        let id = sources.add(db.to_string_lossy(), there.into_bytes()).unwrap();
        let mut findings = Diagnostics::default();
        let file = mkpat::language::syntax::parse::parse(&sources, id, &mut findings);
        assert!(findings.is_empty(), "{}", mkpat::diag::render::to_string(&sources, &findings));
        let patterns = file.items.iter().filter(|i| matches!(i, Item::Pattern(_))).count();
        assert_eq!(patterns, entries.len(), "{db:?}");
        let formatted = mkpat::tools::format::format(&sources, &file);
        assert!(formatted == sources.file(id).text, "{db:?} is not in mkpat's layout");
    }
}

#[test]
fn every_pattern_says_its_idea_and_none_comes_twice() {
    let mut seen = BTreeMap::new();
    for (path, entries) in records() {
        for e in entries {
            assert!(!e.comments.is_empty(), "{path:?}: {} has no idea line", e.name);
            // The mirror image is the same pattern. A move may be good under one
            // constraint and bad under another.
            let others: &mut Vec<Entry> = seen.entry(e.key()).or_default();
            let apart = |a: &Entry, b: &Entry| {
                !a.constraint.is_empty() && !b.constraint.is_empty() && a.constraint != b.constraint
            };
            if let Some(other) = others.iter().find(|other| !apart(other, &e)) {
                panic!("{} and {} are the same pattern", other.name, e.name);
            }
            others.push(e);
        }
    }
    let patterns: usize = seen.values().map(Vec::len).sum();
    assert!(patterns >= 600, "only {patterns} patterns");
    let conditional = seen.values().filter(|same| same.len() > 1).count();
    assert!(conditional >= 5, "only {conditional} moves depend on a ladder");
}
