//! The commands for authors as a person runs them: fmt, transform, new, stats, diff.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use mkpat::diag::Diagnostics;
use mkpat::format;
use mkpat::manifest::{DatabaseSpec, Kind};
use mkpat::source::Sources;
use mkpat::syntax::parse;

fn mkpat(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(!stderr(&output).contains("panicked"), "{args:?}: {}", stderr(&output));
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mkpat-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const UNTIDY: &str = "# A file.  \nattribute_map   general\n\nPattern A1\n# Idea \nOX.   side * comment;  \n\
    .*X\t\ttab\n# between\n:8, sOX , value(3),shape( 1 )\naA.\n.*B\n;lib(a)>1&&\n\n;   !alive(a)  \n\
    #;old\n>add_connect_move(a,*);antisuji(*)\n# After.\nPattern A2\n\nOX\n.*\n:8,-\n\n\n\n";

#[test]
fn layout_becomes_canonical() {
    let output = mkpat(&["fmt", "-"], UNTIDY);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    insta::assert_snapshot!(stdout(&output));
    let again = mkpat(&["fmt", "-"], &stdout(&output));
    assert_eq!(stdout(&again), stdout(&output));
    insta::assert_snapshot!("layout_diff", stdout(&mkpat(&["fmt", "--diff", "-"], UNTIDY)));
}

#[test]
fn fmt_tells_by_its_exit_code() {
    let folder = Folder::new("fmt");
    let path = folder.file("a.db", UNTIDY);
    let code = |args: &[&str]| {
        let output = mkpat(args, "");
        (output.status.code().unwrap(), stdout(&output), stderr(&output))
    };
    let (found, out, _) = code(&["fmt", "--check", &path]);
    assert_eq!((found, out), (1, format!("{path}: not in canonical layout\n")));
    assert_eq!(code(&["fmt", "--stdout", &path]).0, 0);
    assert_eq!(code(&["fmt", "--diff", &path]).0, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), UNTIDY, "nothing was written");
    assert_eq!(code(&["fmt", &path]).1, format!("{path}: formatted\n"));
    assert_eq!(code(&["fmt", "--check", &path]).0, 0);
    assert_eq!(code(&["fmt", &path]).1, "", "nothing is left to do");

    let broken = folder.file("b.db", "Pattern A1\n\nOX\n.*\n");
    let (found, _, err) = code(&["fmt", &path, &broken]);
    assert_eq!(found, 2);
    assert!(err.contains("KP0004"), "{err}");
    assert_eq!(code(&["fmt", "no/such.db"]).0, 2);
    assert_eq!(code(&["fmt"]).0, 2);
    assert_eq!(code(&["fmt", "-", &path]).0, 2);
    let eyes = folder.file("eyes.db", "Pattern 100\n\nx\n!x\n\n:1122\n\n");
    assert_eq!(code(&["fmt", "--check", &eyes]).0, 0, "another language is left alone");

    let two = Folder::new("fmt-manifest");
    two.file("a.db", UNTIDY);
    let manifest = two.file(
        "mkpat.toml",
        "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nstage = \"movegen\"\n",
    );
    assert_eq!(code(&["fmt", "--check", "--manifest", &manifest]).0, 1);
    assert_eq!(code(&["fmt", two.0.to_str().unwrap()]).0, 0);
    assert_eq!(code(&["fmt", "--check", "--manifest", &manifest]).0, 0);
}

/// Bytes that are not UTF-8 come back as they were.
#[test]
fn latin_1_stays_latin_1() {
    let folder = Folder::new("fmt-latin1");
    let path = folder.file("a.db", "");
    let text = |gap: &[u8]| {
        [b"# caf\xe9".as_slice(), gap, b"\n\n\nPattern A1\n\nOX\n.*\n\n:8,-\n"].concat()
    };
    std::fs::write(&path, text(b"  ")).unwrap();
    assert_eq!(mkpat(&["fmt", &path], "").status.code(), Some(0));
    assert_eq!(std::fs::read(&path).unwrap(), text(b""));
}

/// Formats `text` as a database of its own, and proves that it means the same.
fn formatted(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let id = sources.add("t.db", text.as_bytes().to_vec()).unwrap();
    let mut diags = Diagnostics::default();
    let tree = parse(&sources, id, &mut diags);
    if diags.has_errors() {
        return None;
    }
    let out = format::format(&sources, &tree);
    let spec = DatabaseSpec::inferred("t", "t.db", Kind::Connections);
    format::verify(&sources, &tree, &spec, &out).unwrap_or_else(|e| panic!("{e}:\n{text}\n{out}"));
    Some(out)
}

#[test]
fn real_databases_keep_their_meaning_and_are_done_at_once() {
    let Some(folder) = common::shared("corpus/gnugo-3.8") else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "db") {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        if let Some(once) = formatted(&text) {
            files += 1;
            assert_eq!(formatted(&once).as_deref(), Some(once.as_str()), "{}", path.display());
            let words = |text: &str| text.split_whitespace().filter(|w| *w == "Pattern").count();
            assert_eq!(words(&text), words(&once));
        }
    }
    assert!(files >= 9, "{files}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(400))]

    /// Whatever lines come together: what parses keeps its meaning, and is done at once.
    #[test]
    fn layout_is_stable(lines in proptest::collection::vec(0usize..LINES.len(), 0..14)) {
        let mut text = String::from("Pattern Z1\n");
        for line in lines {
            text.push_str(LINES[line]);
            text.push('\n');
        }
        let whole = format!("{text}OX\n.*\n:8,-\n");
        for text in [text, whole] {
            if let Some(once) = formatted(&text) {
                proptest::prop_assert_eq!(formatted(&once), Some(once));
            }
        }
    }

    #[test]
    fn code_is_stable(tokens in proptest::collection::vec(0usize..TOKENS.len(), 1..40)) {
        let code: String = tokens.into_iter().map(|t| TOKENS[t]).collect();
        let text = format!("Pattern Z1\n\nOX\n.*\n\n:8,-\n\nab\n.*\n\n;{code}\n");
        if let Some(once) = formatted(&text) {
            proptest::prop_assert_eq!(formatted(&once), Some(once));
        }
    }
}

const LINES: &[&str] = &[
    "",
    "  ",
    "# comment",
    "#### ####\t",
    "OX",
    ".*   side ; comment",
    ".*\tside",
    "ab",
    "--",
    ":8, - ",
    ":8,sO, value(3)",
    ";lib(a)>1",
    "; && lib(b) == 2 ",
    ">antisuji(a)",
    ">  ;antisuji(b);",
    "Pattern  A1   rest",
    "Pattern A2",
    "attribute_map general",
    "goal_elements   none ",
];

const TOKENS: &[&str] = &[
    "lib(a)",
    "alive(b)",
    " && ",
    "||",
    "!",
    "-",
    "+ ",
    "(",
    ")",
    ">",
    "==",
    " ",
    "\n;",
    "1",
    "?",
    ":",
    "xplay_attack_either(*,?,*,a,b)",
    "\n# note\n;",
];
