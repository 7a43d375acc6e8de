//! Fixes: what they do to every file of the corpus, what they never do, and how the
//! command writes them.

use crate::common;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use mkpat::diag::{Applicability, Diagnostics, Fix, codes};
use mkpat::language::load::{Lowered, Run};
use mkpat::language::manifest::{DatabaseSpec, Kind};
use mkpat::tools::fix::{self, Which};
use mkpat::tools::lint;
use test_support::Folder;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn mkpat(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mkpat")).current_dir(folder).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The files of the corpus with the arguments that they ask for.
fn files() -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    for folder in ["pass", "warn", "fail", "irregular"] {
        for entry in std::fs::read_dir(corpus().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".db") {
                let path = format!("{folder}/{name}");
                let text = std::fs::read(corpus().join(&path)).unwrap();
                let text = String::from_utf8_lossy(&text).into_owned();
                let more = text.lines().find_map(|line| line.strip_prefix("# mkpat-test: "));
                let more = more.unwrap_or("").split_whitespace().map(str::to_string).collect();
                out.push((path, more));
            }
        }
    }
    out.sort();
    assert!(out.len() > 50);
    out
}

/// What all fixes make of every file that they change, and that a second time they
/// change nothing.
#[test]
fn fixes_of_the_corpus_are_those_that_were_looked_at() {
    let folder = Folder::new("mkpat-fixes-corpus");
    let mut shown = String::new();
    let mut mended = 0;
    for (path, more) in files() {
        let copy = folder.write("copy.db", std::fs::read(corpus().join(&path)).unwrap());
        let mut args = vec!["check", "--select", "all", "--unsafe-fixes", "--quiet", "copy.db"];
        args.extend(more.iter().map(String::as_str));
        let mut diff = args.clone();
        diff.push("--diff");
        let output = mkpat(&folder, &diff);
        assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(corpus().join(&path)).unwrap());
        let text = stdout(&output);
        mkpat(&folder, &args);
        let once = folder.read("copy.db");
        assert_eq!(
            once != std::fs::read(corpus().join(&path)).unwrap(),
            !text.is_empty(),
            "{path}"
        );
        mkpat(&folder, &args);
        assert_eq!(folder.read("copy.db"), once, "{path}: once more");
        if !text.is_empty() {
            mended += 1;
            shown.push_str(&format!(
                "{path}\n{}\n",
                text.escape_debug().to_string().replace("\\n", "\n")
            ));
        }
    }
    assert!(mended > 15, "{mended}");
    insta::assert_snapshot!(shown);
}

/// The table of codes with fixes says what the corpus shows.
#[test]
fn the_codes_with_fixes_are_those_that_say_so() {
    let mut shown: BTreeMap<&str, Applicability> = BTreeMap::new();
    for (path, more) in files() {
        let mut args = vec!["check", "--select", "all", "--format", "json", path.as_str()];
        args.extend(more.iter().map(String::as_str));
        let found: serde_json::Value =
            serde_json::from_str(&stdout(&mkpat(&corpus(), &args))).unwrap();
        for finding in found["findings"].as_array().unwrap() {
            let info = codes::find(finding["code"].as_str().unwrap()).unwrap();
            let sort = match finding["fix"]["applicability"].as_str() {
                Some("safe") => Applicability::Safe,
                Some(_) => Applicability::Unsafe,
                None => continue,
            };
            assert_eq!(codes::fixes(info.code), Some(sort), "{}", info.code);
            shown.insert(info.code, sort);
        }
    }
    let said = codes::CODES.iter().filter_map(|info| Some((info.code, codes::fixes(info.code)?)));
    assert_eq!(shown, said.collect());
}

/// The bytes of all databases of a run, the lines of the patterns left aside.
fn compiled(run: &Run) -> Vec<Vec<u8>> {
    let mut run = run.clone();
    for (spec, _) in &mut run.databases {
        if spec.kind.has_patterns() {
            spec.matcher = mkpat::language::manifest::MatcherKind::Naive;
        }
    }
    run.diags = Diagnostics::default();
    let compiled = run
        .compile()
        .unwrap_or_else(|| panic!("{}", mkpat::diag::render::to_string(&run.sources, &run.diags)));
    let patterns = compiled.patterns.into_iter().map(|(_, mut db)| {
        db.patterns.iter_mut().for_each(|p| p.line = 0);
        db.to_bytes()
    });
    patterns.collect()
}

/// Safe fixes of everything that can be fixed, in the real databases.
#[test]
fn safe_fixes_of_the_real_databases_change_no_byte_of_their_compiled_form() {
    let Some(folder) = common::shared("corpus/gnugo-3.8") else { return };
    let mut run = Run::new();
    for (name, kind) in [
        ("aa_attackpats", Kind::General),
        ("attack", Kind::General),
        ("barriers", Kind::Connections),
        ("conn", Kind::Connections),
        ("owl_attackpats", Kind::General),
        ("owl_defendpats", Kind::General),
        ("patterns", Kind::General),
        ("hoshi_other", Kind::Corner),
        ("sansan", Kind::Corner),
    ] {
        let path = folder.join(format!("{name}.db"));
        let file = run.read(&path, name).unwrap();
        let mut spec = DatabaseSpec::inferred(name, name, kind);
        spec.stage = match name {
            "aa_attackpats" => mkpat_rt::helper::Stage::Combination,
            "attack" => mkpat_rt::helper::Stage::Worms,
            "barriers" => mkpat_rt::helper::Stage::Influence,
            "conn" => mkpat_rt::helper::Stage::Dragons,
            "owl_attackpats" | "owl_defendpats" => mkpat_rt::helper::Stage::Owl,
            _ => mkpat_rt::helper::Stage::Movegen,
        };
        run.add(spec, vec![file]);
    }
    let before = compiled(&run);
    let outcome = fix::fix(&run, &Diagnostics::default(), Which::Safe, |_| true);
    println!("{} fixes", outcome.applied.len());
    assert!(outcome.applied.len() > 50, "{} fixes", outcome.applied.len());
    assert!(compiled(&outcome.run) == before);
    let safe = |d: &&mkpat::diag::Diagnostic| {
        d.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe)
    };
    let left: Vec<_> = outcome.left.findings.iter().filter(safe).collect();
    assert!(left.is_empty(), "{left:#?}");
    let again = fix::fix(&outcome.run, &Diagnostics::default(), Which::Safe, |_| true);
    assert!(again.changed.is_empty(), "{:?}", again.applied);
}

/// A fix that says it is safe and is not is refused, and its neighbours are applied.
#[test]
fn no_fix_is_taken_on_trust() {
    let text = "Pattern A\n# Idea.\n\nOX\n.*\n\n:8,C\n\naB\n.*\n\n; (lib(a) > 1);\n";
    let mut run = common::run(Kind::General, text);
    run.databases[0].0.stage = mkpat_rt::helper::Stage::Movegen;
    let found = lint::lint(&run, &Diagnostics::default()).findings;
    let fixes: Vec<&Fix> = found.iter().filter_map(|d| d.fix.as_ref()).collect();
    assert!(fixes.len() >= 3, "{found:?}");
    let outcome = fix::fix(&run, &Diagnostics::default(), Which::Safe, |_| true);
    let (_, file) = outcome.run.sources.iter().next().unwrap();
    assert_eq!(file.text, text.replace("aB", "aX").replace("(lib(a) > 1);", "lib(a) > 1"));
    let lowered = outcome.run.clone().lower_one(0);
    assert!(matches!(lowered, Lowered::Patterns(db) if db.patterns.len() == 1));
    assert!(outcome.applied.iter().any(|fix| fix.code == codes::UNUSED_LABEL));
}

const MESSY: &str =
    "Pattern A1 # the name\n# An idea.\n\nOX  \n.*\n\n:8,C\n\naB\n.*\n\n; (lib(a) > 1);";
const TIDY: &str =
    "Pattern A1\n# the name\n# An idea.\n\nOX\n.*\n\n:8,C\n\naX\n.*\n\n; lib(a) > 1\n";

#[test]
fn the_command_writes_fixes_and_keeps_what_is_not_its_business() {
    let folder = Folder::new("mkpat-fixes-write");
    folder.write("a.db", MESSY);
    let args = |more: &[&'static str]| [&["check", "--hints", "a.db"], more].concat();
    let output = mkpat(&folder, &args(&["--diff"]));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("--- a.db\n+++ a.db (fixed)\n@@"), "{}", stdout(&output));
    assert_eq!(folder.read("a.db"), MESSY.as_bytes(), "a difference is only shown");
    // Without hints, fewer findings are reported and mended.
    let output = mkpat(&folder, &["check", "a.db", "--fix"]);
    assert_eq!(stdout(&output).lines().next(), Some("a.db: 2 fixed"));
    let output = mkpat(&folder, &args(&["--fix"]));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(folder.read("a.db")).unwrap(), TIDY);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    // Latin-1 stays Latin-1.
    let latin: Vec<u8> = MESSY.replace("idea", "id\u{e9}e").chars().map(|c| c as u8).collect();
    folder.write("a.db", &latin);
    mkpat(&folder, &args(&["--fix"]));
    let want: Vec<u8> = TIDY.replace("idea", "id\u{e9}e").chars().map(|c| c as u8).collect();
    assert_eq!(folder.read("a.db"), want);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("mkpat-fixes-links");
    let path = folder.write("real.db", MESSY);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.db", folder.join("link.db")).unwrap();
    let output = mkpat(&folder, &["check", "--hints", "--fix", "link.db"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(folder.read("real.db"), TIDY.as_bytes());
    let kind = std::fs::symlink_metadata(folder.join("link.db")).unwrap();
    assert!(kind.is_symlink());
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

/// A file that two databases of a manifest name is mended once.
#[test]
fn a_file_of_two_databases_is_one_file() {
    let folder = Folder::new("mkpat-fixes-twice");
    folder.write("a.db", MESSY);
    let entry = |name| {
        format!("[[database]]\nname = \"{name}\"\nfiles = [\"a.db\"]\nstage = \"movegen\"\n")
    };
    folder.write("mkpat.toml", entry("one") + &entry("two"));
    let output = mkpat(&folder, &["check", "--hints", "--fix", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(String::from_utf8(folder.read("a.db")).unwrap(), TIDY);
}

#[test]
fn fixed_text_of_standard_input_goes_to_standard_output() {
    let folder = Folder::new("mkpat-fixes-stdin");
    let run = |args: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mkpat"))
            .current_dir(folder.path())
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // A command that is called wrongly does not read.
        let _ = std::io::Write::write_all(&mut input, MESSY.as_bytes());
        drop(input);
        child.wait_with_output().unwrap()
    };
    let output = run(&["check", "--hints", "--fix", "-"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), TIDY));
    assert!(stderr(&output).contains("1 pattern"), "{}", stderr(&output));
    let output = run(&["check", "--short", "-"]);
    assert!(stdout(&output).starts_with("<stdin>:1:12: warning[KP0631]"), "{}", stdout(&output));
    // As a file of a manifest: it is checked as what the manifest says, unsaved.
    folder.write("a.db", "");
    folder.write("mkpat.toml", "[[database]]\nname = \"one\"\nfiles = [\"a.db\"]\nkind = \"corner\"\nstage = \"movegen\"\n");
    let output = run(&["check", "--short", "--stdin-filename", "a.db", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("a.db:4:1: error[KP0109]"), "{}", stdout(&output));
    assert_eq!(folder.read("a.db"), b"");
    let output = run(&["fmt", "-"]);
    assert!(stdout(&output).starts_with("Pattern A1 # the name\n# An idea.\n\nOX\n"));
    assert_eq!(run(&["check", "--stdin-filename", "a.db", "a.db"]).status.code(), Some(2));
    assert_eq!(run(&["check", "--watch", "-"]).status.code(), Some(2));
}
