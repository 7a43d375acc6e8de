//! The formats of `mkpat check` for machines, selection, statistics, watching.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn check(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .current_dir(corpus())
        .arg("check")
        .args(args)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const FILES: [&str; 3] =
    ["fail/kp0401_unknown_autohelper.db", "warn/kp0611_untidy_code.db", "pass/suppressed.db"];

fn all(more: &[&str]) -> Output {
    check(&[&["--hints"], more, &FILES[..]].concat())
}

#[test]
fn json_says_all_that_is_known() {
    let output = all(&["--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(stdout(&output).replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    let value: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let findings = value["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 7);
    // Byte ranges are those of the file.
    for finding in findings {
        let text =
            std::fs::read_to_string(corpus().join(finding["file"].as_str().unwrap())).unwrap();
        let at = |end: &str| finding["range"][end]["byte"].as_u64().unwrap() as usize;
        let line = finding["range"]["start"]["line"].as_u64().unwrap() as usize;
        assert_eq!(text[..at("start")].matches('\n').count() + 1, line);
        assert!(at("start") <= at("end") && at("end") <= text.len());
    }
}

/// Places in a file that is not UTF-8 are those of its bytes, and columns count
/// characters.
#[test]
fn places_in_latin1_are_bytes_of_the_file() {
    let path = std::env::temp_dir().join(format!("mkpat-latin1-{}.db", std::process::id()));
    let text = b"Pattern T1 \xfc\xfc rest\n# \xe9\n\nOX\n.*\n\n:8,C\n";
    std::fs::write(&path, text).unwrap();
    let encoding = ["--ignore", "not-utf8"];
    let output = check(&[&encoding[..], &["--format", "json", path.to_str().unwrap()]].concat());
    let value: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let range = &value["findings"][0]["range"];
    assert_eq!((&range["start"]["byte"], &range["start"]["column"]), (&11.into(), &12.into()));
    assert_eq!((&range["end"]["byte"], &range["end"]["column"]), (&18.into(), &19.into()));
    std::fs::remove_file(&path).unwrap();
}

/// What the schema of SARIF 2.1.0 requires of the parts that are written.
#[test]
fn sarif_has_the_required_parts() {
    let output = all(&["--format", "sarif"]);
    let log: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), mkpat::diag::codes::CODES.len());
    for rule in rules {
        assert!(!rule["help"]["text"].as_str().unwrap().is_empty(), "{rule}");
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty(), "{rule}");
    }
    let results = run["results"].as_array().unwrap();
    let suppressed = results.iter().filter(|r| r["suppressions"][0]["kind"] == "inSource");
    assert_eq!(suppressed.count(), 8);
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        for place in result["locations"].as_array().unwrap() {
            let place = &place["physicalLocation"];
            assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with(".db"));
            let region = &place["region"];
            let number = |key: &str| region[key].as_u64().unwrap();
            assert!(number("startLine") >= 1 && number("startColumn") >= 1);
            assert!(
                (number("startLine"), number("startColumn"))
                    <= (number("endLine"), number("endColumn"))
            );
        }
    }
    let results: Vec<&Value> = results.iter().take(2).collect();
    insta::assert_snapshot!(serde_json::to_string_pretty(&results).unwrap());
}

/// Objects of the schema of SARIF 2.1.0 that are written: what they are called there,
/// the properties that it requires, and others that it has and that are used, each with
/// the object that its value, or each of its values, is. No object may have others.
type Object = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

const OBJECTS: &[Object] = &[
    ("log", &["version", "runs"], &[("$schema", ""), ("version", ""), ("runs", "run")]),
    ("run", &["tool"], &[("tool", "tool"), ("columnKind", ""), ("results", "result")]),
    ("tool", &["driver"], &[("driver", "toolComponent")]),
    (
        "toolComponent",
        &["name"],
        &[("name", ""), ("semanticVersion", ""), ("rules", "reportingDescriptor")],
    ),
    (
        "reportingDescriptor",
        &["id"],
        &[
            ("id", ""),
            ("name", ""),
            ("shortDescription", "multiformatMessageString"),
            ("help", "multiformatMessageString"),
            ("defaultConfiguration", "reportingConfiguration"),
        ],
    ),
    ("multiformatMessageString", &["text"], &[("text", ""), ("markdown", "")]),
    ("reportingConfiguration", &[], &[("level", "")]),
    (
        "result",
        &["message"],
        &[
            ("ruleId", ""),
            ("ruleIndex", ""),
            ("level", ""),
            ("message", "message"),
            ("locations", "location"),
            ("relatedLocations", "location"),
            ("fixes", "fix"),
            ("suppressions", "suppression"),
        ],
    ),
    // The schema wants a text or the number of one.
    ("message", &["text"], &[("text", "")]),
    (
        "location",
        &[],
        &[("id", ""), ("physicalLocation", "physicalLocation"), ("message", "message")],
    ),
    // The schema wants this or an address.
    (
        "physicalLocation",
        &["artifactLocation"],
        &[("artifactLocation", "artifactLocation"), ("region", "region")],
    ),
    ("artifactLocation", &[], &[("uri", "")]),
    (
        "region",
        &[],
        &[
            ("startLine", ""),
            ("startColumn", ""),
            ("endLine", ""),
            ("endColumn", ""),
            ("byteOffset", ""),
            ("byteLength", ""),
        ],
    ),
    (
        "fix",
        &["artifactChanges"],
        &[("description", "message"), ("artifactChanges", "artifactChange")],
    ),
    (
        "artifactChange",
        &["artifactLocation", "replacements"],
        &[("artifactLocation", "artifactLocation"), ("replacements", "replacement")],
    ),
    (
        "replacement",
        &["deletedRegion"],
        &[("deletedRegion", "region"), ("insertedContent", "artifactContent")],
    ),
    ("artifactContent", &[], &[("text", "")]),
    ("suppression", &["kind"], &[("kind", ""), ("justification", "")]),
];

/// Holds a value against [`OBJECTS`]; which of them were met.
fn conforms(value: &Value, name: &'static str, met: &mut std::collections::BTreeSet<&'static str>) {
    if let Some(values) = value.as_array() {
        values.iter().for_each(|value| conforms(value, name, met));
        let unique = values.iter().enumerate().all(|(i, value)| !values[..i].contains(value));
        // Only results may be equal to each other.
        assert!(unique || name == "result", "{name}: {value}");
        return;
    }
    let (_, required, known) = OBJECTS.iter().find(|(object, ..)| *object == name).unwrap();
    met.insert(name);
    let object = value.as_object().unwrap_or_else(|| panic!("{name}: {value}"));
    for key in *required {
        assert!(object.contains_key(*key), "{name} without {key}: {value}");
    }
    for (key, value) in object {
        let (_, of) = known.iter().find(|(known, _)| known == key).unwrap_or_else(|| {
            panic!("{name} with {key}");
        });
        match *of {
            "" => assert!(value.is_string() || value.is_u64(), "{name}.{key}: {value}"),
            of => conforms(value, of, met),
        }
    }
}

/// All files of the corpus, so that every part is written somewhere.
#[test]
fn sarif_keeps_to_the_schema() {
    let mut met = std::collections::BTreeSet::new();
    for folder in ["pass", "warn", "fail", "irregular"] {
        let files = std::fs::read_dir(corpus().join(folder)).unwrap();
        let mut files: Vec<String> = files
            .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()))
            .filter(|path| path.ends_with(".db"))
            .collect();
        files.sort();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let output = check(&[&["--hints", "--format", "sarif"], &files[..]].concat());
        let log: Value = serde_json::from_str(&stdout(&output)).unwrap();
        conforms(&log, "log", &mut met);
    }
    let all: std::collections::BTreeSet<_> = OBJECTS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(met, all, "parts that no finding has");
}

#[test]
fn annotations_of_github_are_one_line_each() {
    let output = all(&["--format", "github"]);
    let text = stdout(&output);
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn statistics_count_the_codes() {
    insta::assert_snapshot!(stdout(&all(&["--statistics"])));
    let output = all(&["--statistics", "--format", "json"]);
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&rows[0]["code"], &rows[0]["count"]), (&"KP0611".into(), &4.into()));
    assert_eq!(rows[0]["safe_fixes"], 4);
}

/// People are shown some findings of each code, and how many more there are; machines
/// get all.
#[test]
fn many_findings_of_a_code_are_counted() {
    let path = std::env::temp_dir().join(format!("mkpat-many-{}.db", std::process::id()));
    let pattern = "Pattern T1\n# idea\n\nOX\n.*\n\n:8,C\n";
    std::fs::write(&path, pattern.repeat(151)).unwrap();
    let name = path.to_str().unwrap();
    let shown = |args: &[&str]| {
        let output = check(&[&["--select", "KP0502", "--deny", "KP0502"], args, &[name]].concat());
        assert_eq!(output.status.code(), Some(1));
        stdout(&output)
    };
    let lines = |text: &str| text.lines().filter(|line| line.contains("KP0502]")).count();
    let short = shown(&["--short"]);
    assert_eq!(lines(&short), 100);
    assert!(short.contains("KP0502 duplicate-name: 50 more, shown with --max-per-code 0"));
    assert!(short.contains("150 warnings"), "{short}");
    assert_eq!(lines(&shown(&["--max-per-code", "7"])), 7);
    let all = shown(&["--max-per-code", "0"]);
    assert!(lines(&all) == 150 && !all.contains("more, shown"));
    let json: Value = serde_json::from_str(&shown(&["--format", "json"])).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), 150);
    std::fs::remove_file(&path).unwrap();
}

/// Codes that are reported, and the exit code.
fn reported(args: &[&str]) -> (Vec<String>, i32) {
    let output = check(&[&["--format", "json"], args].concat());
    let value: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let code = |finding: &Value| finding["code"].as_str().unwrap().to_string();
    let mut codes: Vec<String> = value["findings"].as_array().unwrap().iter().map(code).collect();
    codes.dedup();
    (codes, output.status.code().unwrap())
}

#[test]
fn findings_are_selected_by_code_prefix_name_and_group() {
    let unused = "warn/kp0602_unused_label.db";
    let untidy = "warn/kp0611_untidy_code.db";
    for (args, codes, code) in [
        (&[unused, untidy][..], &["KP0602"][..], 0),
        (&[unused, untidy, "--hints"], &["KP0602", "KP0611"], 0),
        (&[unused, untidy, "--select", "all"], &["KP0602", "KP0611"], 0),
        (&[unused, untidy, "--select", "KP061"], &["KP0611"], 0),
        (&[unused, untidy, "--hints", "--select", "KP0602"], &["KP0602"], 0),
        (&[unused, untidy, "--select", "KP06,errors", "--ignore", "unused-label"], &["KP0611"], 0),
        (&[unused, untidy, "--deny", "untidy-code"], &["KP0602", "KP0611"], 1),
        (&[unused, untidy, "--deny", "hints"], &["KP0602"], 0),
        (&[unused, untidy, "--deny", "warnings"], &["KP0602"], 1),
        (&["fail/kp0106_no_move.db", "--ignore", "all"], &["KP0106"], 1),
    ] {
        assert_eq!(
            reported(args),
            (codes.iter().map(|c| c.to_string()).collect(), code),
            "{args:?}"
        );
    }
    for bad in [["--select", "KP9"], ["--ignore", "unused-lable"], ["--deny", ""]] {
        let output = check(&[&bad[..], &[unused]].concat());
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.starts_with("mkpat: --") && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn the_manifest_has_its_say_and_the_command_line_the_last_word() {
    let folder = std::env::temp_dir().join(format!("mkpat-settings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let unused = corpus().join("warn/kp0602_unused_label.db");
    std::fs::copy(unused, folder.join("a.db")).unwrap();
    let manifest = |lint: &str| {
        let database = "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nstage = \"movegen\"\n";
        std::fs::write(folder.join("mkpat.toml"), format!("{database}{lint}")).unwrap();
    };
    let path = folder.to_str().unwrap();
    manifest("[lint]\nignore = [\"unused-label\"]\n");
    assert_eq!(reported(&[path]), (Vec::new(), 0));
    assert_eq!(reported(&[path, "--select", "KP0602"]).0, ["KP0602"]);
    manifest("[lint]\nselect = [\"hints\"]\n");
    assert_eq!(reported(&[path]), (Vec::new(), 0));
    manifest("[lint]\ndeny = [\"warnings\"]\n");
    assert_eq!(reported(&[path]), (vec!["KP0602".to_string()], 1));
    assert_eq!(reported(&[path, "--ignore", "KP0602"]), (Vec::new(), 0));
    manifest("[lint]\nselect = [\"unused-lable\"]\n");
    assert_eq!(reported(&[path]), (vec!["KP0507".to_string()], 1));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn quiet_leaves_out_the_summary() {
    let output = check(&["--quiet", "--short", "warn/kp0602_unused_label.db"]);
    assert_eq!(stdout(&output).lines().count(), 2);
    assert!(check(&["--quiet", "pass/general.db"]).stdout.is_empty());
}

/// A change of a file is noticed, and so is that it is gone for a moment.
#[test]
fn watching_checks_again_after_a_change() {
    let path = std::env::temp_dir().join(format!("mkpat-watch-{}.db", std::process::id()));
    let text = std::fs::read(corpus().join("warn/kp0602_unused_label.db")).unwrap();
    std::fs::write(&path, &text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .args(["check", "--watch", "--short", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut summary =
        || out.find(|line| line.as_ref().unwrap().contains("database, ")).unwrap().unwrap();
    let mut waits = |word: &str| assert!(err.next().unwrap().unwrap().contains(word));
    assert!(summary().contains("2 warnings"));
    waits("waiting for changes");
    std::fs::write(&path, "Pattern A\n").unwrap();
    assert!(summary().contains("1 error, 0 warnings"));
    waits("waiting for changes");
    std::fs::remove_file(&path).unwrap();
    waits("No such file");
    waits("waiting for changes");
    std::fs::write(&path, &text).unwrap();
    assert!(summary().contains("2 warnings"));
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(&path).unwrap();
}
