//! Our databases, compiled in, are the ones that loading them makes; and they
//! keep the rules of the house.

use std::path::Path;

use mkpat_rt::recording_host;

fn loaded() -> mkpat_rt::db::PatternSet {
    let (set, run) = mkpat::language::load::load(Path::new(env!("CARGO_MANIFEST_DIR")));
    set.unwrap_or_else(|| panic!("{}", mkpat::diag::render::to_string(&run.sources, &run.diags)))
}

#[test]
fn compiled_in_and_loaded_databases_are_the_same_bytes() {
    let compiled = patterns::pattern_set().unwrap();
    let loaded = loaded();
    assert_eq!(compiled.databases.len(), loaded.databases.len());
    for (a, b) in compiled.databases.iter().zip(&loaded.databases) {
        assert_eq!(a.data.name, b.data.name);
        assert!(a.data.to_bytes() == b.data.to_bytes(), "`{}` differs", a.data.name);
    }
}

#[test]
fn compiled_functions_and_the_interpreter_answer_and_ask_alike() {
    let compiled = patterns::pattern_set().unwrap();
    for (a, b) in compiled.databases.iter().zip(&loaded().databases) {
        recording_host::compare(a, b, 100).unwrap();
    }
}

/// Every pattern has an idea: a comment line or a word beside the diagram.
#[test]
fn every_pattern_says_why() {
    let mut run = mkpat::language::load::Run::from_manifest(Path::new(env!("CARGO_MANIFEST_DIR")));
    for lowered in run.lower() {
        // Eye shapes and playout weights have no ideas.
        let mkpat::language::load::Lowered::Patterns(db) = lowered else { continue };
        assert!(!db.patterns.is_empty(), "`{}` is empty", db.spec.name);
        for p in &db.patterns {
            assert!(!p.idea.is_empty(), "`{}` in `{}` has no idea", p.name, db.spec.name);
        }
    }
}

/// What is written by hand has the layout of `mkpat fmt`. For the generated joseki
/// databases, tests of `joseki` see to it.
#[test]
fn databases_written_by_hand_are_in_canonical_layout() {
    let mut run = mkpat::language::load::Run::from_manifest(Path::new(env!("CARGO_MANIFEST_DIR")));
    let by_hand = |index: &usize| {
        let kind = run.databases[*index].0.kind;
        kind.has_patterns() && kind != mkpat::language::manifest::Kind::Corner
    };
    let indices: Vec<usize> = (0..run.databases.len()).filter(by_hand).collect();
    assert!(indices.len() >= 4, "{}", indices.len());
    for index in indices {
        for tree in run.parse(index) {
            let file = run.sources.file(tree.id);
            let text = mkpat::tools::format::format(&run.sources, &tree);
            assert!(text == file.text, "run `mkpat fmt` on {}", file.name);
        }
    }
}
