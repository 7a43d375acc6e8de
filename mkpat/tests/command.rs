//! The command as a person runs it: exit codes, where output goes, explanations.

use crate::common;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

fn mkpat(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"))
        .args(args)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn exit_codes_tell_clean_findings_and_trouble() {
    let unused = "warn/kp0602_unused_label.db";
    for (args, code) in [
        (vec!["check", "pass/general.db"], 0),
        (vec!["check", unused], 0),
        (vec!["check", "--deny-warnings", unused], 1),
        (vec!["check", "--deny", "unused-label", unused], 1),
        (vec!["check", "--deny", "KP0610", unused], 0),
        (vec!["check", "--deny-warnings", "--allow", "kp0602", unused], 0),
        (vec!["check", "fail/kp0106_no_move.db"], 1),
        (vec!["check", "--allow", "no-move", "fail/kp0106_no_move.db"], 1),
        (vec!["check", "no/such/file.db"], 2),
        (vec!["check", "pass"], 2),
        (vec!["check", "--allow", "KP9999", unused], 2),
        (vec!["dump", "ir"], 2),
        (vec!["frobnicate"], 2),
        (vec!["--help"], 0),
        (vec!["explain", "KP0101", "lib"], 0),
        (vec!["explain", "oplay_atack"], 2),
        (vec!["dump", "ir", "fail/kp0106_no_move.db"], 1),
        (vec!["dump", "grid", "pass/general.db", "pass/eyes.db"], 0),
        (vec!["dump", "grid", "pass/eyes.db"], 2),
    ] {
        let output = mkpat(&args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{args:?}");
        assert_eq!(code == 2, output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn findings_fit_on_one_line_each_for_tools() {
    let output =
        mkpat(&["check", "--short", "fail/kp0102_edges.db", "warn/kp0635_repeated_argument.db"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn colours_are_used_on_demand() {
    let colored = mkpat(&["check", "--color", "always", "fail/kp0106_no_move.db"]);
    assert!(stdout(&colored).contains("\u{1b}["));
    let plain = mkpat(&["check", "fail/kp0106_no_move.db"]);
    assert!(!stdout(&plain).contains('\u{1b}'), "a pipe is no terminal");
}

#[test]
fn dumps_show_every_stage() {
    let tree = mkpat(&["dump", "ast", "pass/general.db"]);
    let typed = mkpat(&["dump", "ir", "pass/general.db"]);
    insta::assert_snapshot!("dump_ast", stdout(&tree));
    insta::assert_snapshot!("dump_ir", stdout(&typed));
    assert!(stdout(&mkpat(&["dump", "db", "pass/general.db"])).contains("\"general\""));
    let table = stdout(&mkpat(&["dump", "table", "pass/general.db"]));
    let mut lines = table.lines();
    let head = format!(": format {}, checksum ", mkpat_rt::db::FORMAT_VERSION);
    assert!(lines.next().is_some_and(|line| line.contains(&head)), "{table}");
    assert!(lines.next().is_some_and(|line| line.starts_with("grid: ")), "{table}");
    let corner = stdout(&mkpat(&["dump", "corner", "pass/corner.db"]));
    assert!(corner.contains("\ncorner: ") && corner.contains(" same 1"), "{corner}");
    assert!(stdout(&mkpat(&["dump", "rust", "pass/general.db"])).contains("fn "));
}

/// Each form that has a table of its own, and only from databases that have it.
#[test]
fn dumps_name_their_database_and_patterns() {
    for (what, file, expected) in [
        ("grid", "pass/general.db", "T2"),
        ("dfa", "pass/owl_vital.db", "VA2"),
        ("dfa", "pass/general.db", "T2"),
        ("corner", "pass/corner.db", "T2"),
        ("fullboard", "pass/fullboard.db", "F1"),
        ("eyes", "pass/eyes.db", "301"),
        ("mc", "pass/playouts.db", "near"),
        ("calls", "pass/general.db", "T2 ; oplay_attack(*,?,c,A) (0,0) pass (0,-1) (-1,0) cost 1"),
    ] {
        let output = mkpat(&["dump", what, file]);
        assert_eq!(output.status.code(), Some(0), "{what} {file}: {}", stderr(&output));
        assert!(stdout(&output).contains(expected), "{what} {file}: {}", stdout(&output));
        assert_eq!(stdout(&output), stdout(&mkpat(&["dump", what, file])), "deterministic");
    }
    for (what, file) in
        [("corner", "pass/general.db"), ("grid", "pass/eyes.db"), ("mc", "pass/corner.db")]
    {
        let output = mkpat(&["dump", what, file]);
        assert_eq!(output.status.code(), Some(2), "{what} {file}");
        assert!(stderr(&output).contains(&format!("has no {what}")), "{}", stderr(&output));
    }
    for what in ["ast", "ir", "calls", "grid", "db"] {
        let text = stdout(&mkpat(&["dump", what, "--names", "T2", "pass/general.db"]));
        assert!(
            text.contains("T2") && !text.contains("T1") && !text.contains("T3"),
            "{what}: {text}"
        );
    }
    let output = mkpat(&["dump", "ir", "--names", "T2,T22", "pass/general.db"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no pattern is called `T22`; did you mean"));
    let output = mkpat(&["dump", "mc", "--names", "T1", "pass/playouts.db"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn words_are_explained() {
    let output = mkpat(&["explain", "KP0111", "oplay_attack", "does_attack", "threatens_eye", "X"]);
    insta::assert_snapshot!(stdout(&output));
    let wrong = mkpat(&["explain", "oplay_atack"]);
    assert!(stderr(&wrong).contains("did you mean `oplay_attack`?"));
}

/// A file that a manifest beside it lists is what the manifest says.
#[test]
fn the_manifest_of_a_folder_tells_what_its_files_are() {
    let dir = std::env::temp_dir().join(format!("mkpat-command-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("a.db");
    std::fs::write(
        &file,
        "Pattern T1\n# Idea.\n\nOX.\n.*X\n\n:8,C\n\naA.\n.*B\n\n;alive(a) && lib(A)>lib(B)\n",
    )
    .unwrap();
    let check = |args: &[&str]| {
        let mut all = vec!["check"];
        all.extend(args);
        let output = mkpat(&all);
        (output.status.code().unwrap(), stdout(&output))
    };
    let path = file.to_str().unwrap();
    assert_eq!(check(&[path]).0, 0, "without a manifest the stage is guessed");
    let manifest = dir.join("mkpat.toml");
    std::fs::write(
        &manifest,
        "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nstage = \"worms\"\n",
    )
    .unwrap();
    let (code, text) = check(&[path]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("KP0414"), "{text}");
    assert_eq!(check(&[dir.to_str().unwrap()]), (1, text));
    assert_eq!(check(&["--stage", "movegen", path]).0, 0, "arguments come first");
    std::fs::write(&manifest, "[[database]]\nname = \"a\"\n").unwrap();
    let (code, text) = check(&[manifest.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(text.contains("KP0507"), "{text}");
    std::fs::remove_dir_all(&dir).unwrap();
}

/// The real databases have no errors, and the findings are those that were
/// looked at one by one. More of them are probably false alarms.
#[test]
fn the_real_databases_raise_no_false_alarms() {
    let Some(folder) = common::shared("corpus/gnugo-3.8") else { return };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in [
        "aa_attackpats",
        "attack",
        "barriers",
        "conn",
        "owl_attackpats",
        "owl_defendpats",
        "patterns",
        "hoshi_other",
        "sansan",
        "eyes",
        "mc_uniform",
    ] {
        let path = folder.join(format!("{name}.db"));
        let output = mkpat(&["check", "--short", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stdout(&output));
        for line in stdout(&output).lines() {
            if let Some((_, rest)) = line.split_once(": warning[") {
                *counts.entry(rest[..6].to_string()).or_default() += 1;
            }
        }
    }
    insta::assert_debug_snapshot!(counts);
}

/// The first pattern of the README, as it is printed there and without a manifest.
#[test]
fn the_first_pattern_of_the_readme_passes() {
    let readme = include_str!("../../README.md");
    let pattern = readme.split("```").nth(1).unwrap().trim_start_matches('\n');
    assert!(pattern.starts_with("Pattern "), "{pattern}");
    let folder = test_support::Folder::new("mkpat-readme");
    folder.write("first.db", pattern.as_bytes());
    let run = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_mkpat");
        Command::new(program).current_dir(folder.path()).args(args).output().unwrap()
    };
    for args in [&["check", "--deny-warnings", "first.db"][..], &["check", "--deny-warnings"]] {
        let output = run(args);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{args:?}: {}{}",
            stdout(&output),
            stderr(&output)
        );
    }
}

/// Without a path, manifests and files in the current folder are checked, but not what is ignored.
#[test]
fn the_current_folder_is_checked() {
    let folder = test_support::Folder::new("mkpat-walk");
    let program = env!("CARGO_BIN_EXE_mkpat");
    let run = || Command::new(program).current_dir(folder.path()).arg("check").output().unwrap();
    assert_eq!(run().status.code(), Some(2), "nothing is there");
    std::fs::create_dir_all(folder.path().join("built")).unwrap();
    std::fs::create_dir_all(folder.path().join("set")).unwrap();
    folder.write(".gitignore", b"built/\n");
    folder.write("built/bad.db", b"Pattern Bad1\n");
    folder.write("alone.db", b"Pattern A1\n# idea\n\n.*.\nOX.\n\n:8,-\n");
    folder.write(
        "set/mkpat.toml",
        b"[[database]]\nname = \"b\"\nfiles = [\"b.db\"]\nstage = \"movegen\"\n",
    );
    folder.write("set/b.db", b"Pattern B1\n# idea\n\n.*.\nXO.\n\n:8,-\n");
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert_eq!(stdout(&output).matches("1 database, 1 pattern: 0 errors").count(), 2);
    folder.write("set/b.db", b"Pattern B1\n");
    assert_eq!(run().status.code(), Some(1));
}
