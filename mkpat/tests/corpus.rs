//! The corpus: small databases and what `mkpat check --hints` says of them, a
//! snapshot per file. Files in `pass` have no findings, those in `warn` have
//! findings but no errors, those in `fail` have errors; those in `irregular` are written
//! as carelessly as old databases are, and compile. A comment line
//! `# mkpat-test: …` holds further arguments of the command.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use mkpat::diag::codes;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The files of a folder of the corpus, by name, with their output and exit code.
fn check(folder: &str) -> Vec<(String, String, i32)> {
    let mut names: Vec<String> = std::fs::read_dir(corpus().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".db"))
        .collect();
    names.sort();
    assert!(names.len() >= 5, "{folder} has only {} files", names.len());
    let run = |name: String| {
        let path = format!("{folder}/{name}");
        let text = std::fs::read(corpus().join(&path)).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let more = text.lines().find_map(|line| line.strip_prefix("# mkpat-test: ")).unwrap_or("");
        let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
            .current_dir(corpus())
            .args(["check", "--hints", "--color", "never"])
            .args(more.split_whitespace())
            .arg(&path)
            .output()
            .unwrap();
        assert!(output.stderr.is_empty(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        (name.trim_end_matches(".db").to_string(), text, output.status.code().unwrap())
    };
    names.into_iter().map(run).collect()
}

/// Codes in an output.
fn found(output: &str) -> BTreeSet<&'static str> {
    let codes = codes::CODES.iter().map(|info| info.code);
    codes.filter(|code| output.contains(&format!("[{code}]"))).collect()
}

#[test]
fn clean_databases_have_no_findings() {
    for (name, output, code) in check("pass") {
        assert!(found(&output).is_empty(), "{name}:\n{output}");
        assert_eq!(code, 0, "{name}");
    }
}

/// Kind and stage of a bare file follow from its content alone. Each of these
/// files has the constructs that databases of its sort have.
#[test]
fn bare_files_are_recognised_by_their_content() {
    for (name, kind, stage) in [
        ("attack", "General", "worms"),
        ("defense", "General", "worms"),
        ("connections", "Connections", "dragons"),
        ("influence", "General", "influence"),
        ("barriers", "Connections", "influence"),
        ("combination", "Dfa", "combination"),
        ("owl", "Dfa", "owl"),
        ("owl_defense", "Dfa", "owl"),
        ("owl_vital", "Dfa", "owl"),
        ("general", "General", "movegen"),
        ("endgame", "General", "movegen"),
        ("fuseki", "General", "movegen"),
        ("oracle", "General", "movegen"),
        ("corner", "Corner", "movegen"),
        ("fullboard", "FullBoard", "movegen"),
        ("handicap", "General", "handicap"),
    ] {
        let path = format!("pass/{name}.db");
        let text = std::fs::read_to_string(corpus().join(&path)).unwrap();
        assert!(!text.contains("mkpat-test"), "{name} is read without arguments");
        let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
            .current_dir(corpus())
            .args(["dump", "ir", &path])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let head = text.lines().next().unwrap_or_default();
        let found: Vec<&str> = head.split_whitespace().collect();
        let after = |word: &str| found.iter().skip_while(|w| **w != word).nth(1).copied();
        assert_eq!((after("kind"), after("stage")), (Some(kind), Some(stage)), "{name}: {head}");
    }
}

#[test]
fn suspicious_databases_are_reported_and_compile() {
    for (name, output, code) in check("warn") {
        assert!(!found(&output).is_empty(), "{name}");
        assert_eq!(code, 0, "{name}:\n{output}");
        insta::assert_snapshot!(format!("warn_{name}"), output);
    }
}

#[test]
fn irregular_databases_compile() {
    for (name, output, code) in check("irregular") {
        assert_eq!(code, 0, "{name}:\n{output}");
        insta::assert_snapshot!(format!("irregular_{name}"), output);
    }
}

#[test]
fn wrong_databases_are_refused() {
    for (name, output, code) in check("fail") {
        assert_eq!(code, 1, "{name}:\n{output}");
        insta::assert_snapshot!(format!("fail_{name}"), output);
    }
}

/// A file named after a code shows that code, and no other one of its severity.
#[test]
fn every_file_shows_its_own_code_and_every_code_has_a_file() {
    let mut shown = BTreeSet::new();
    let mut wrong = String::new();
    for (name, output, _) in check("warn").into_iter().chain(check("fail")) {
        let code = name.get(..6).unwrap_or_default().to_uppercase();
        let codes = found(&output);
        if codes.iter().copied().ne([code.as_str()]) {
            wrong.push_str(&format!("{name}:\n{output}\n"));
        }
        shown.extend(codes);
    }
    assert!(wrong.is_empty(), "{wrong}");
    // What is just as it should be, file by file beside the one that is not.
    let passing: BTreeSet<String> = check("pass")
        .into_iter()
        .filter_map(|(name, ..)| Some(name.get(..6)?.to_uppercase()))
        .collect();
    // Shown by tests of their own: they need a large file or a manifest.
    let made = [codes::LIMIT_EXCEEDED, codes::BAD_MANIFEST];
    for info in codes::CODES.iter().filter(|info| !made.contains(&info.code)) {
        assert!(shown.contains(info.code), "{} has no file that shows it", info.code);
        assert!(passing.contains(info.code), "{} has no file that passes", info.code);
    }
}

/// What `mkpat check` says of a text that is too large to be kept, and its exit
/// code.
fn check_text(name: &str, text: &str) -> (String, i32) {
    let file = std::env::temp_dir().join(format!("mkpat-{}-{name}", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .args(["check", "--short", "--color", "never", "--max-per-code", "0"])
        .arg(&file)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// As many weights as a compiled database holds, and one more.
#[test]
fn what_does_not_fit_is_an_error() {
    let most = mkpat_rt::montecarlo::MAX_RULES;
    for (rules, expected) in [(most, None), (most + 1, Some(codes::LIMIT_EXCEEDED))] {
        let text = format!("???\n?*?\n???\n{}", ":1,near\n".repeat(rules));
        let (output, code) = check_text("weights.db", &text);
        let errors = output.matches("error[").count();
        assert_eq!((code == 1, errors), (expected.is_some(), usize::from(expected.is_some())));
        assert_eq!(expected.is_some(), output.contains("[KP0504]"));
    }
}

/// In a large database general patterns that are equal are compared once; the findings
/// are those of a small one.
#[test]
fn special_patterns_are_found_among_hundreds() {
    // Drawings of one size without a `?`: none is more general than another one.
    let cells = |number: usize| (0..6).map(move |i| b".XO"[number / 3usize.pow(i) % 3] as char);
    for many in [120, 3usize.pow(6)] {
        let mut text = String::from("attribute_map none\n");
        let mut add = |name: &str, rows: &str| {
            text.push_str(&format!("\nPattern {name}\n# An idea.\n\n{rows}\n\n:8,e\n"));
        };
        add("G1", "X*O\nX??");
        add("G2", "X*O\nX??");
        let mut special = 0;
        for number in 0..many {
            let cells: Vec<char> = cells(number).collect();
            special += usize::from(cells[0] == 'X');
            let [a, b, c, d, e, f] = cells[..] else { panic!("six cells") };
            add(&format!("S{number}"), &format!("X*O\n{a}{b}{c}\n{d}{e}{f}"));
        }
        let (output, code) = check_text("many.db", &text);
        assert_eq!(code, 0, "{output}");
        let found: Vec<&str> = output.lines().filter(|line| line.contains("[KP0614]")).collect();
        assert_eq!(found.len(), special, "{many}");
        assert!(found.iter().all(|line| line.contains("pattern G1 matches wherever")), "{many}");
        assert_eq!(output.matches("[KP0613]").count(), 1, "{many}");
    }
}
