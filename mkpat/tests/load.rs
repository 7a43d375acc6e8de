//! The driver from files to databases: no database gets lost on the way, whatever its kind.

mod common;

use mkpat::language::load::{Lowered, Run};
use mkpat::language::manifest::{DatabaseSpec, Kind, MatcherKind};

const PATTERN: &str = "Pattern A1\n# Idea.\n\nO*\n\n:8,-\n";
const EYES: &str = "Pattern 301\n\n.*.\n:1122\n";
const PLAYOUTS: &str = "?X?\nO*O\n?X?\n:5\n";

fn add(run: &mut Run, name: &str, kind: Kind, text: &str) {
    let file = run.sources.add(name, text.as_bytes().to_vec()).unwrap();
    run.add(DatabaseSpec::inferred(name, name, kind), vec![file]);
}

#[test]
fn databases_of_all_kinds_are_lowered_and_compiled() {
    let mut run = Run::new();
    add(&mut run, "weights", Kind::MonteCarlo, PLAYOUTS);
    add(&mut run, "shapes", Kind::Eyes, EYES);
    add(&mut run, "patterns", Kind::General, PATTERN);
    let lowered = run.lower();
    let names: Vec<&str> = lowered.iter().map(|db| db.spec().name.as_str()).collect();
    assert_eq!(names, ["weights", "shapes", "patterns"]);
    assert!(matches!(&lowered[0], Lowered::Playouts(db) if db.rules.len() == 1));
    assert!(matches!(&lowered[1], Lowered::Eyes(db) if db.shapes.len() == 1));
    assert!(matches!(&lowered[2], Lowered::Patterns(db) if db.patterns.len() == 1));
    let compiled = run.compile_lowered(lowered).unwrap();
    let counts = (compiled.patterns.len(), compiled.eyes.len(), compiled.playouts.len());
    assert_eq!(counts, (1, 1, 1));
}

/// Manifests cannot say it, but programs can: patterns with a matcher for something else
/// are an error, and no database with the wrong table.
#[test]
fn patterns_do_not_get_the_matcher_of_another_kind() {
    for matcher in [MatcherKind::Eyes, MatcherKind::MonteCarlo] {
        for text in [PATTERN, ""] {
            let mut run = common::run(Kind::General, text);
            run.databases[0].0.matcher = matcher;
            assert!(run.compile().is_none());
            let wanted =
                "KP0507 1:1 the database `test`: its matcher is one of databases without patterns";
            assert_eq!(common::findings(&run), [wanted]);
        }
    }
}
