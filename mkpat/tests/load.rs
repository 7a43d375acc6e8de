//! The driver from files to databases: no database gets lost on the way, whatever its kind.

use crate::common;
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

/// Databases of GNU Go's last development version, which marks threats in eye shapes and declares a false symmetry.
#[test]
fn databases_of_2013_compile() {
    let Some(folder) = common::shared("corpus/gnugo-git-2013") else { return };
    for (file, patterns) in [("eyes.db", "1816 patterns"), ("owl_vital_apats.db", "62 patterns")] {
        let program = env!("CARGO_BIN_EXE_mkpat");
        let output = std::process::Command::new(program)
            .arg("check")
            .arg(folder.join(file))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{file}: {text:.2000}");
        assert!(text.contains(&format!("{patterns}: 0 errors")), "{file}: {text:.2000}");
    }
}

/// A pattern that needs a helper which the engine lacks is named, and left out on demand.
#[test]
fn helpers_that_the_engine_lacks_are_named() {
    use mkpat::language::load::{Unsupported, load_with};
    let folder = test_support::Folder::new("mkpat-lacking");
    let pattern = |name: &str, row: &str, helper: &str| {
        format!("Pattern {name}\n# idea\n\n.*.\n{row}\n\n:8,-{helper}\n\n")
    };
    let text = pattern("A1", "OX.", "") + &pattern("A2", "XO.", ",bent_four_helper");
    folder.write("a.db", text.as_bytes());
    let manifest = "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nstage = \"movegen\"\n";
    folder.write("mkpat.toml", manifest.as_bytes());
    let refused = load_with(folder.path(), Unsupported::Refuse);
    assert!(refused.set.is_none());
    let line = "the engine lacks the helper `bent_four_helper`, which is needed by A2 of a";
    assert_eq!(refused.lacking_lines(), [line]);
    let skipped = load_with(folder.path(), Unsupported::Skip);
    let set = skipped.set.unwrap();
    let names: Vec<&str> = set.databases[0].data.patterns.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["A1"]);
    folder.write("mkpat.toml", format!("{manifest}vocabulary = 9\n").as_bytes());
    assert!(load_with(folder.path(), Unsupported::Skip).set.is_none(), "no such vocabulary");
}
