//! `katachi test`: positions with the matches and answers that are expected there.

use std::path::{Path, PathBuf};
use std::process::Command;

use katachi_frontend::pattern_tests::EngineJudge;
use mkpat::tools::match_tests::check_folder;
use mkpat_rt::db::{PatternDb, PatternSet};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/tests/matches")
}

fn check(set: &PatternSet) -> usize {
    let mut judge = EngineJudge::new(set.clone(), 10).expect("databases to play with");
    let databases: Vec<&PatternDb> = set.databases.iter().map(|db| &db.data).collect();
    check_folder(&corpus(), &databases, Some(&mut judge)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Compiled functions and the interpreter ask the same questions in the same order, and
/// get the answers of the corpus.
#[test]
fn constraints_answer_as_the_corpus_says() {
    let compiled = patterns::pattern_set().expect("databases");
    assert!(compiled.databases.iter().all(|db| db.is_compiled()));
    let cases = check(&compiled);
    assert!(cases >= 15, "{cases}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
    let (loaded, _) = mkpat::language::load::load(&folder);
    assert_eq!(check(&loaded.expect("databases without errors")), cases);
}

/// A copy of the corpus, one answer changed.
fn changed(name: &str) -> (PathBuf, String) {
    let text = std::fs::read_to_string(corpus().join("answers.txt")).expect("the corpus");
    let wrong = text.replacen("; lib(E5) = 4", "; lib(E5) = 5", 1);
    assert_ne!(text, wrong);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, &wrong).expect("a file");
    (file, text)
}

fn katachi(args: &[&str], file: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .arg("test")
        .args(args)
        .arg(file)
        .output()
        .expect("the program");
    let mut shown = String::from_utf8_lossy(&output.stdout).into_owned();
    shown.push_str(&String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap_or(-1), shown)
}

#[test]
fn the_program_tells_what_differs_and_updates_it() {
    let (file, right) = changed("answers_update.txt");
    let (code, shown) = katachi(&[], &file);
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("-   ; lib(E5) = 5\n  +   ; lib(E5) = 4\n"), "{shown}");
    assert!(shown.contains(": a hane whose cut can be captured\n"), "{shown}");
    assert!(shown.contains("1 failed") && shown.contains("`katachi test --update`"), "{shown}");
    let (code, shown) = katachi(&["--filter", "Wedge1"], &file);
    assert_eq!(code, 0, "{shown}");
    let (code, shown) = katachi(&["--list"], &file);
    assert_eq!(code, 0);
    assert!(shown.lines().count() >= 5 && shown.contains("answers_update.txt:5: "), "{shown}");
    let (code, shown) = katachi(&["--update"], &file);
    assert_eq!(code, 0, "{shown}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), right);
    assert_eq!(katachi(&[], &file).0, 0);
}

/// A board of one vertex, and one that is nearly full, are odd, but nothing is wrong with them.
#[test]
fn the_smallest_boards_are_tested_as_all_others() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smallest.txt");
    for board in [".", "X.\nXX"] {
        let text =
            format!("=== a\ndatabase: general\nonly: Hane1\n{board}\nmatches: none\nanswers:\n");
        std::fs::write(&file, text).expect("a file");
        assert_eq!(katachi(&[], &file), (0, "1 case: 1 passed, 0 failed\n".into()), "{board}");
    }
}

/// The pattern in README.md is one of ours.
#[test]
fn the_example_of_the_readme_is_in_a_database() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("README.md")).expect("the page");
    let example = page.split("```").find(|block| block.trim_start().starts_with("Pattern "));
    let example = example.expect("an example").trim();
    let database = std::fs::read_to_string(root.join("patterns/general.db")).expect("a database");
    assert!(database.contains(&format!("\n\n{example}\n\n")), "{example}");
}

#[test]
fn what_cannot_be_tested_is_told_with_its_place() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("untestable.txt");
    for (text, word) in [
        (
            "=== a\ndatabase: general\nXO.\nOO.\n...\nmatches: none\nanswers:\n",
            ".txt:1: nobody can play in this position",
        ),
        ("=== a\n...\n...\n...\nmatches: none\n", ".txt:1: which database?"),
        ("=== a\ndatabase: generl\n.\nmatches: none\n", ".txt:2: no database `generl`"),
        ("=== a\ndatabase: general\nonly: Hane11\n.\nmatches: none\n", "did you mean `Hane1`?"),
        ("=== a\n.\nanswers:\n; lib(A1) = 1\n", ".txt:4: a call"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let (code, shown) = katachi(&[], &file);
        assert_eq!(code, 2, "{text}{shown}");
        assert!(shown.contains(word), "{text}{shown}");
    }
}

/// A position of a record becomes a test that passes as it is printed.
#[test]
fn a_position_of_a_record_becomes_a_test() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/why/nine.sgf");
    let record = record.display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["test", "--new", &record, "12", "--only", "Peep1"])
        .output()
        .expect("the program");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("only: Peep1\nO: white\n"), "{text}");
    assert!(text.contains("Peep1  2  constraint\n    ; weak(F7) = 0\n"), "{text}");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new_case.txt");
    std::fs::write(&file, &text).expect("a file");
    let (code, shown) = katachi(&[], &file);
    assert!(code == 0 && shown.contains("1 case: 1 passed"), "{shown}");
    let (code, shown) = katachi(&["--new", &record, "12", "--only", "Peep"], Path::new("x"));
    assert_eq!(code, 2, "{shown}");
}
