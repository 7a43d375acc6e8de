//! The commands that match positions, as a person runs them: `match`, `coverage`,
//! `test`, `snapshot`, and the pages made of the arguments.

use crate::common;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use test_support::{Folder, Outcome, Program};

const MKPAT: Program = Program { path: env!("CARGO_BIN_EXE_mkpat"), memory: 1_000_000 };

const DATABASE: &str = "attribute_map general

Pattern Hane1
# hane at the head of a stone

.*.
OX.

:8,X,shape(4)


Pattern Stand1
# a stone with room around it

...
.O.
...

:+,-
";

const MANIFEST: &str = "[[database]]\nname = \"small\"\nfiles = [\"small.db\"]\n\
    kind = \"connections\"\nstage = \"movegen\"\nattributes = \"general\"\n";

const BOARD: &str = "  A B C D E F G\n7 . . . . . . . 7\n6 . . . . . . . 6\n5 . . O . . . . 5\n\
    4 . . X . . . . 4\n3 . . . . . X . 3\n2 . . . . . . . 2\n1 . . . . . . . 1\n";

const RECORD: &str = "(;SZ[7];B[cd];W[cc];B[fe];W[])";

/// A folder with a small database; its name is that of the test.
fn folder(name: &str) -> Folder {
    let dir = Folder::new(&format!("mkpat-{name}"));
    std::fs::create_dir_all(dir.join("games")).unwrap();
    dir.write("small.db", DATABASE);
    dir.write("mkpat.toml", MANIFEST);
    dir.write("games/a.sgf", RECORD);
    dir.write("board.txt", BOARD);
    dir
}

/// Exit code and standard output, or standard error if it failed.
fn outcome(dir: &Path, args: &[&str], input: &str) -> (i32, String) {
    let Outcome { code, out, err } = MKPAT.run(dir, args, input.as_bytes());
    (code, if code == 2 { err } else { out })
}

#[test]
fn matches_of_a_diagram_are_drawn() {
    let dir = folder("draw");
    let (code, drawn) = outcome(&dir, &["match", "small.db", "--orientation"], BOARD);
    assert_eq!(code, 0);
    insta::assert_snapshot!(drawn);
    let (_, white) = outcome(&dir, &["match", "small.db", "--side", "white"], BOARD);
    assert!(!white.contains("black plays O") && white.contains("white plays O"), "{white}");
    assert_eq!(outcome(&dir, &["match", "small.db"], "...\n...\n...\n"), (0, "no match\n".into()));
}

#[test]
fn matches_of_a_list_are_lines_of_fields() {
    let dir = folder("list");
    let list = "# two positions\ngames/a.sgf\n\ngames/a.sgf\tF3\n";
    let args = ["match", "--manifest", ".", "--db", "small", "--positions", "-"];
    let (code, lines) = outcome(&dir, &args, list);
    assert_eq!(code, 0);
    insta::assert_snapshot!(lines);
    for matcher in ["naive", "grid", "dfa"] {
        let (code, same) = outcome(&dir, &[&args[..], &["--matcher", matcher]].concat(), list);
        assert_eq!((code, same), (0, lines.clone()), "{matcher}");
    }
    let (_, more) = outcome(&dir, &[&args[..], &["--orientation"]].concat(), "games/a.sgf 3");
    assert!(more.lines().all(|line| line.split('\t').count() == 7), "{more}");
    assert!(more.lines().all(|line| line.starts_with("games/a.sgf\t3\tsmall\t")), "{more}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let dir = folder("wrong");
    std::fs::write(dir.join("empty.sgf"), "hello").unwrap();
    std::fs::write(dir.join("bad.db"), "Pattern A1\n\nO.\n\n:8,-\n").unwrap();
    std::fs::write(dir.join("bad.txt"), "=== a\nonly: Hone1\n.\nmatches: none\n").unwrap();
    std::fs::create_dir_all(dir.join("nothing")).unwrap();
    let list = ["match", "--positions", "-"];
    for (args, input, code, word) in [
        (&list[..], "\nno.sgf\n", 2, "standard input:2: no.sgf: "),
        (&list, "games/a.sgf soon\n", 2, "standard input:1: `soon` is neither"),
        (&list, "games/a.sgf H8\n", 2, "standard input:1: `H8` is neither"),
        (&list, "empty.sgf\n", 2, "standard input:1: empty.sgf: no game tree"),
        (&["match", "--positions", "no.txt"], "", 2, "no.txt: "),
        (&["match", "--db", "big"], BOARD, 2, "no database `big`; there are: small"),
        (&["match", "--matcher", "corner"], BOARD, 2, "`small` is of a kind"),
        (&["match"], "..\n.Q\n", 2, "standard input:2: `Q` is no vertex"),
        (&["match"], "...\n", 2, "standard input:1: 1 rows of 3"),
        (&["match", "no.db"], BOARD, 2, "no.db: "),
        (&["match", "--manifest", "games"], BOARD, 2, "games: is a folder without mkpat.toml"),
        (&["match", "--kind", "x"], BOARD, 2, "--kind"),
        (&["match", "--size", "9", "--positions", "-"], "", 2, "--size"),
        (&["match", "bad.db"], BOARD, 1, ""),
        (&["coverage", "nothing"], "", 2, "nothing: no .sgf file"),
        (&["coverage", "empty.sgf"], "", 2, "empty.sgf: no game tree"),
        (&["coverage"], "", 2, "RECORD"),
        (&["test", "nothing"], "", 2, "nothing: no test"),
        (&["test", "bad.txt"], "", 2, "bad.txt:2: no pattern `Hone1`"),
        (&["test", "board.txt"], "", 2, "board.txt:1: a case begins"),
        (&["snapshot", "--check"], "", 2, "--out"),
        (&["completions", "tcsh"], "", 2, "tcsh"),
    ] {
        let (got, shown) = outcome(&dir, args, input);
        assert_eq!(got, code, "{args:?}: {shown}");
        assert!(shown.contains(word), "{args:?}: {shown}");
    }
}

#[test]
fn coverage_counts_every_position_of_a_game() {
    let dir = folder("coverage");
    let args = ["coverage", "--manifest", ".", "games", "games/a.sgf"];
    let (code, report) = outcome(&dir, &args, "");
    assert_eq!(code, 0);
    insta::assert_snapshot!(report);
    let (code, _) = outcome(&dir, &[&args[..], &["--deny-never"]].concat(), "");
    assert_eq!(code, 0, "every pattern matched");
    std::fs::write(dir.join("b.sgf"), "(;SZ[9];B[ee])").unwrap();
    let lonely = ["coverage", "--deny-never", "b.sgf", "--json"];
    let (code, json) = outcome(&dir, &lonely, "");
    assert_eq!(code, 1, "a stone alone has nothing to bend around");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["positions"]), (&1.into(), &2.into()));
    let database = &json["databases"][0];
    assert_eq!((&database["name"], &database["never"]), (&"small".into(), &1.into()));
    // Two of the four orientations of a pattern with two axes differ.
    let patterns = database["patterns"].as_array().unwrap();
    let counts: Vec<(&str, u64, u64)> = patterns
        .iter()
        .map(|p| {
            let number = |key: &str| p[key].as_u64().unwrap();
            (p["name"].as_str().unwrap(), number("matches"), number("positions"))
        })
        .collect();
    assert_eq!(counts, [("Hane1", 0, 0), ("Stand1", 2, 1)]);
    assert!(database["microseconds_per_position"].as_f64().is_some());
}

#[test]
fn tests_fail_until_they_are_updated() {
    let dir = folder("test");
    let tests = dir.join("tests/deep");
    std::fs::create_dir_all(&tests).unwrap();
    let file = tests.join("hane.txt");
    let case = format!("# About hane.\n\n=== a hane\nonly: Hane*\nO: white\n\n{BOARD}\n");
    std::fs::write(&file, format!("{case}matches:\n  white  B4  Hane1  3  shape(5)\n")).unwrap();
    let run = |args: &[&str]| outcome(&dir, &[&["test", "tests"], args].concat(), "");
    let (code, report) = run(&[]);
    assert_eq!(code, 1);
    insta::assert_snapshot!(report.replace('\\', "/"));
    let (code, report) = run(&["--update"]);
    assert_eq!(code, 0, "{report}");
    assert!(report.ends_with("1 case: 1 changed, 1 file written\n"), "{report}");
    let updated = std::fs::read_to_string(&file).unwrap();
    assert_eq!(updated.strip_prefix(&case).unwrap().lines().next(), Some("matches:"));
    for matcher in ["auto", "naive", "dfa"] {
        let (code, report) = run(&["--matcher", matcher]);
        assert_eq!((code, report.as_str()), (0, "1 case: 1 passed, 0 failed\n"), "{matcher}");
    }
    assert_eq!(run(&["--update"]).1, "1 case: 0 changed, 0 files written\n");
    assert_eq!(std::fs::read_dir(&tests).unwrap().count(), 1, "nothing is left behind");
    // A case that says nothing fails, even if nothing matches.
    std::fs::write(&file, "=== nothing\n.\n").unwrap();
    assert_eq!(run(&[]).0, 1);
    run(&["--update"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "=== nothing\n.\n\nmatches: none\n");
    assert_eq!(run(&[]).0, 0);
}

#[test]
fn tests_are_chosen_by_title_or_pattern() {
    let dir = folder("choose");
    let case = |title: &str, only: &str| {
        format!("=== {title}\nonly: {only}\nO: white\n\n{BOARD}\nmatches: none\n\n")
    };
    let text = case("a hane", "Hane*") + &case("room", "Stand1");
    let file = dir.join("tests.txt");
    std::fs::write(&file, &text).unwrap();
    let run = |args: &[&str]| outcome(&dir, &[&["test", "tests.txt"], args].concat(), "");
    let listed = "tests.txt:1: a hane\ntests.txt:16: room\n";
    assert_eq!(run(&["--list"]), (0, listed.to_string()));
    assert_eq!(run(&["--list", "--filter", "Stand1"]).1, "tests.txt:16: room\n");
    assert_eq!(run(&["--list", "-f", "roo", "-f", "Hane1"]).1, listed);
    let (code, report) = run(&["-f", "no such thing"]);
    assert_eq!((code, report.as_str()), (2, "mkpat: no case fits no such thing\n"));
    assert!(run(&["-f", "hane", "--color", "always"]).1.contains("\x1b[32m+ "));
    // An update leaves the other cases alone.
    assert_eq!(
        run(&["-f", "hane", "--update"]).1.lines().last(),
        Some("1 case: 1 changed, 1 file written")
    );
    let updated = std::fs::read_to_string(&file).unwrap();
    assert!(updated.ends_with(&case("room", "Stand1")), "{updated}");
    assert_ne!(updated, text);
    assert_eq!(run(&["-f", "hane"]).0, 0);
    // Answers are not for this command: it says so, and keeps them.
    std::fs::write(&file, format!("{updated}answers:\n  white  C4  Stand1  0  accepted\n"))
        .unwrap();
    let (_, report) = run(&["-f", "room", "--update"]);
    assert!(report.contains("1 case with answers of constraints"), "{report}");
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("Stand1  0  accepted\n"));
}

#[test]
fn snapshots_show_what_changed() {
    let dir = folder("snapshot");
    let run = |args: &[&str]| outcome(&dir, &[&["snapshot"], args].concat(), "");
    let (code, all) = run(&[]);
    assert_eq!(code, 0);
    insta::assert_snapshot!(all);
    assert_eq!(run(&["-o", "snap", "--check"]).0, 1, "there is none yet");
    assert_eq!(run(&["-o", "snap"]).1.lines().count(), 2);
    assert_eq!(run(&["-o", "snap", "--check"]), (0, "2 snapshots, 0 differ\n".to_string()));
    assert_eq!(run(&["-o", "snap"]).1, "", "nothing new to write");
    std::fs::write(dir.join("small.db"), DATABASE.replace("shape(4)", "shape(5)")).unwrap();
    std::fs::write(dir.join("snap/old.table.snapshot.txt"), "").unwrap();
    let (code, report) = run(&["-o", "snap", "--check"]);
    assert_eq!(code, 1);
    assert!(report.contains("  -   shape 4\n  +   shape 5\n"), "{report}");
    assert!(report.contains("old.table.snapshot.txt: is of no database"), "{report}");
    assert!(report.ends_with("3 snapshots, 2 differ\n"), "{report}");
    assert_eq!(run(&["-o", "snap"]).1.lines().count(), 2);
    assert_eq!(run(&["-o", "snap", "--check"]).0, 0);
}

#[test]
fn every_command_has_completions_and_a_page() {
    let dir = folder("pages");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, script) = outcome(&dir, &["completions", shell], "");
        assert_eq!(code, 0, "{shell}");
        assert!(script.contains("coverage") && script.contains("positions"), "{shell}");
    }
    let (code, page) = outcome(&dir, &["man"], "");
    assert_eq!(code, 0);
    assert!(page.contains(".TH mkpat 1") && page.contains("mkpat\\-match(1)"), "{page}");
    assert_eq!(outcome(&dir, &["man", "-o", "pages"], "").0, 0);
    for name in ["mkpat", "mkpat-check", "mkpat-match", "mkpat-test", "mkpat-man"] {
        let page = std::fs::read_to_string(dir.join(format!("pages/{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{name}: {page}");
    }
}

/// A database of the oracle: name, files, kind, anchors, stage, matchers.
type Reference = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// The databases of GNU Go whose matches were recorded.
const REFERENCE: [Reference; 8] = [
    ("aa_attackpats", &["aa_attackpats.db"], "dfa", "both", "combination", &["grid", "dfa"]),
    ("attack", &["attack.db"], "general", "x", "worms", &["grid", "dfa"]),
    ("barriers", &["barriers.db"], "connections", "both", "influence", &["grid", "dfa"]),
    ("conn", &["conn.db"], "connections", "o", "dragons", &["grid", "dfa"]),
    ("joseki", &["hoshi_other.db", "sansan.db"], "corner", "both", "movegen", &["corner"]),
    ("owl_attackpats", &["owl_attackpats.db"], "dfa", "both", "owl", &["grid", "dfa"]),
    ("owl_defendpats", &["owl_defendpats.db"], "dfa", "both", "owl", &["grid", "dfa"]),
    ("patterns", &["patterns.db"], "general", "both", "movegen", &["grid", "dfa"]),
];

/// The command prints the lines of the oracle, with each matcher. The oracle lacks
/// the patterns with a status letter in their class, and names some vertex where a
/// pattern without a move matches (see `oracle_matches.rs`).
#[test]
fn matches_are_those_of_gnu_go() {
    let Some(oracle) = common::shared("oracle/matches.tsv.gz") else { return };
    let Some(corpus) = common::shared("corpus/gnugo-3.8") else { return };
    let Some(records) = common::shared("regression") else { return };
    let mut want = String::new();
    let file = std::fs::File::open(oracle).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut want).unwrap();

    let dir = folder("oracle");
    let mut manifest = String::new();
    let mut by_status: Vec<(&str, String)> = Vec::new();
    for (name, files, kind, anchors, stage, _) in REFERENCE {
        let mut paths = Vec::new();
        for file in files {
            let path = corpus.join(file).canonicalize().unwrap();
            let bytes = std::fs::read(&path).unwrap();
            paths.push(format!("{path:?}"));
            let text: String = bytes.into_iter().map(char::from).collect();
            let mut pattern = "";
            for line in text.lines() {
                if let Some(rest) = line.strip_prefix("Pattern ") {
                    pattern = rest.trim();
                } else if let Some(rest) = line.strip_prefix(':') {
                    let class = rest.split(',').nth(1).unwrap_or_default();
                    if class.contains(['O', 'X']) {
                        by_status.push((name, pattern.to_string()));
                    }
                }
            }
        }
        manifest += &format!(
            "[[database]]\nname = \"{name}\"\nfiles = [{}]\nkind = \"{kind}\"\n\
             anchors = \"{anchors}\"\nstage = \"{stage}\"\n\n",
            paths.join(", ")
        );
    }
    let path = dir.join("reference.toml");
    std::fs::write(&path, manifest).unwrap();
    let mut positions: Vec<String> = want
        .lines()
        .skip(1)
        .map(|line| line.split('\t').take(2).collect::<Vec<_>>().join("\t"))
        .collect();
    positions.dedup();
    assert_eq!(positions.len(), 60);

    let mut lines = 0;
    for (name, _, _, _, _, matchers) in REFERENCE {
        for matcher in [&["naive", "auto"], matchers].concat() {
            let args = [
                "match",
                "--manifest",
                path.to_str().unwrap(),
                "--db",
                name,
                "--positions",
                "-",
                "--matcher",
                matcher,
            ];
            let (code, shown) = outcome(&records, &args, &positions.join("\n"));
            assert_eq!(code, 0, "{name} {matcher}: {shown}");
            let mut got: BTreeMap<Vec<&str>, i64> = BTreeMap::new();
            for line in shown.lines() {
                let row: Vec<&str> = line.split('\t').collect();
                if !by_status.iter().any(|(db, p)| *db == name && p == row[4]) {
                    *got.entry(row).or_insert(0) += 1;
                    lines += 1;
                }
            }
            let starless: std::collections::BTreeSet<&str> =
                got.keys().filter(|row| row[5] == "-").map(|row| row[4]).collect();
            let starless: Vec<String> = starless.into_iter().map(str::to_string).collect();
            for line in want.lines().skip(1) {
                let mut row: Vec<&str> = line.split('\t').collect();
                if row[2] == name {
                    if starless.iter().any(|p| p == row[4]) {
                        row[5] = "-";
                    }
                    *got.entry(row).or_insert(0) -= 1;
                }
            }
            got.retain(|_, n| *n != 0);
            let odd: Vec<_> = got.iter().take(5).collect();
            assert!(got.is_empty(), "{name} {matcher}: {odd:?}");
        }
    }
    assert!(lines > 600_000, "only {lines} lines");
}
