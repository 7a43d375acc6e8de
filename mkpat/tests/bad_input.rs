//! Every command on input that no author meant: a clear error with its place, in
//! bounded memory, and never a panic.

use std::path::Path;

use test_support::{Folder, Outcome, Program};

/// A gigabyte of memory is enough for everything.
const MKPAT: Program = Program { path: env!("CARGO_BIN_EXE_mkpat"), memory: 1_000_000 };

const GOOD: &str = "Pattern A1\n# idea\n\n.*.\nOX.\n\n:8,-\n";

const RECORD: &str = "(;SZ[9];B[ee];W[cc])";

/// Exit code and everything printed.
fn outcome(dir: &Path, args: &[&str], input: &[u8]) -> (i32, String) {
    let Outcome { code, out, err } = MKPAT.run(dir, args, input);
    let shown = out + &err;
    assert!((0..=2).contains(&code), "{args:?}: {code}: {shown}");
    (code, shown)
}

/// How much a command may print about a file of `size` bytes: what shows the file, or
/// what it was made to, is as long as that; all else is for people to read.
fn bound(args: &[&str], size: usize) -> usize {
    match args[0] {
        // The tables of even one pattern are large.
        "dump" if args[1] == "db" => (2 << 20) + 4 * size,
        "dump" | "snapshot" => (256 << 10) + 4 * size,
        "transform" => (64 << 10) + 2 * size,
        _ => 96 << 10,
    }
}

/// A file and, if it is to be refused, a word of the error.
type Bad = (&'static str, Vec<u8>, Option<&'static str>);

/// Bad databases; names tell what is bad.
fn databases() -> Vec<Bad> {
    let constraint = |code: &str| format!("{GOOD}\n.*.\naX.\n\n;{code}\n").into_bytes();
    let deep = format!("{}1{}", "(".repeat(200_000), ")".repeat(200_000));
    // The same on lines that are short enough to be read.
    let lines = vec!["(".repeat(10_000); 20].join("\n;");
    let mut latin = GOOD.as_bytes().to_vec();
    latin.splice(13..13, [0xe9, 0xff, b' ']);
    vec![
        ("nested.db", constraint(&deep), Some("bytes")),
        ("nested_lines.db", constraint(&lines), Some(":12:")),
        ("nots.db", constraint(&"!".repeat(12_000)), Some(":12:")),
        ("line.db", vec![b'X'; 20 << 20], Some("line.db:1:1")),
        ("lines.db", vec![b'\n'; 1_100_000], Some("lines.db:")),
        (
            "rows.db",
            ("Pattern A1\n\n".to_string() + &"O*X\n".repeat(300_000) + "\n:8,-\n").into(),
            Some("rows.db:"),
        ),
        ("heads.db", "Pattern A1\n".repeat(200_000).into(), Some("heads.db:1:9")),
        ("twice.db", GOOD.repeat(20).into(), None),
        ("nul.db", format!("{GOOD}\0").into_bytes(), Some("NUL")),
        ("huge.db", constraint(&format!("lib(a)>{}", "9".repeat(400))), Some(":12:")),
        (
            "value.db",
            GOOD.replace(":8,-", &format!(":8,-,value(1e{})", "9".repeat(30))).into(),
            Some("value.db:7:"),
        ),
        ("latin.db", latin, None),
        ("crlf.db", GOOD.replace('\n', "\r\n").into(), None),
        ("bom.db", format!("\u{feff}{GOOD}").into(), None),
        ("empty.db", Vec::new(), None),
    ]
}

#[test]
fn databases_that_are_none() {
    let folder = Folder::new("mkpat-bad-db");
    let dir = folder.path();
    folder.write("good.db", GOOD.as_bytes());
    folder.write("game.sgf", RECORD.as_bytes());
    folder.write("case.txt", b"=== a\n...\n...\n...\nmatches: none\n");
    std::fs::create_dir(dir.join("folder.db")).unwrap();
    let mut all: Vec<(&str, Option<&str>)> = Vec::new();
    let bad = databases();
    for (name, bytes, error) in &bad {
        folder.write(name, bytes);
        all.push((name, *error));
    }
    all.push(("folder.db", Some("folder")));
    all.push(("missing.db", Some("missing.db")));
    for (name, error) in all {
        let manifest =
            format!("[[database]]\nname = \"bad\"\nfiles = [\"{name}\"]\nstage = \"movegen\"\n");
        folder.write("mkpat.toml", manifest.as_bytes());
        let board: &[u8] = b"...\n.X.\n...\n";
        for args in [
            &["check", name][..],
            &["fmt", "--check", name],
            &["stats", name],
            &["dump", "ast", name],
            &["dump", "ir", name],
            &["dump", "db", name],
            &["dump", "rust", name],
            &["match", name],
            &["snapshot"],
            &["coverage", "game.sgf"],
            &["test", "case.txt"],
            &["new", name],
            &["transform", "--turn", "90", name],
            &["diff", "good.db", name],
        ] {
            let (code, shown) = outcome(dir, args, board);
            // What is printed of a file is bounded, too.
            let size = bad.iter().find(|(file, ..)| *file == name).map_or(0, |bad| bad.1.len());
            assert!(shown.len() < bound(args, size), "{args:?}: {} bytes", shown.len());
            let Some(word) = error else { continue };
            // The others need no more of a file than that its lines make sense.
            if !["check", "match", "snapshot", "coverage", "test"].contains(&args[0]) {
                continue;
            }
            assert_ne!(code, 0, "{args:?}: {shown}");
            assert!(shown.contains(name), "{args:?}: {shown}");
            // The commands that only look at the file say no more than that it has errors.
            if args[0] == "check" {
                assert!(shown.contains(word), "{args:?}: {}", &shown[..shown.len().min(2000)]);
            }
        }
    }
    // The small languages have grammars of their own.
    for kind in ["eyes", "montecarlo"] {
        for (name, _, error) in &bad {
            let (code, shown) = outcome(dir, &["check", "--kind", kind, name], b"");
            assert!(shown.len() < bound(&["check"], 0), "{kind} {name}: {} bytes", shown.len());
            if error.is_some() {
                assert!(code == 1 && shown.contains(name), "{kind} {name}: {shown}");
            }
        }
    }
}

/// Bytes that are no text file of any kind.
fn rubbish() -> Vec<Bad> {
    vec![
        ("nested", "(".repeat(200_000).into(), Some("nested")),
        ("line", vec![b'x'; 20 << 20], Some("line")),
        ("nul", b"a\0b".to_vec(), Some("nul")),
        ("latin", b"\xe9\xff\n".to_vec(), Some("latin")),
        ("crlf", b"\r\n\r\n".to_vec(), None),
        ("bom", "\u{feff}".into(), None),
        ("empty", Vec::new(), None),
        ("numbers", "9".repeat(5000).into(), Some("numbers")),
    ]
}

#[test]
fn manifests_lists_tests_and_records_that_are_none() {
    let folder = Folder::new("mkpat-bad-text");
    let dir = folder.path();
    let good = "[[database]]\nname = \"good\"\nfiles = [\"good.db\"]\nstage = \"movegen\"\n";
    folder.write("good.db", GOOD.as_bytes());
    folder.write("mkpat.toml", good.as_bytes());
    folder.write("game.sgf", RECORD.as_bytes());
    std::fs::create_dir(dir.join("folder")).unwrap();
    let mut all = rubbish();
    for (name, bytes, _) in &all {
        folder.write(name, bytes);
        folder.write(&format!("{name}.toml"), bytes);
    }
    std::fs::create_dir(dir.join("folder.toml")).unwrap();
    all.push(("folder", Vec::new(), Some("folder")));
    all.push(("missing", Vec::new(), Some("missing")));
    for (name, _, error) in &all {
        let toml = format!("{name}.toml");
        // An empty list of positions is no mistake; all else has to be something.
        for (args, may_be_empty) in [
            (&["check", toml.as_str()][..], false),
            (&["stats", toml.as_str()], false),
            (&["match", "--manifest", &toml], false),
            (&["snapshot", "--manifest", &toml], false),
            (&["fmt", "--manifest", &toml], false),
            (&["diff", "mkpat.toml", &toml], false),
            (&["test", name], false),
            (&["coverage", name], false),
            (&["diff", "mkpat.toml", "mkpat.toml", "--positions", name], true),
            (&["match", "--positions", name], true),
        ] {
            let (code, shown) = outcome(dir, args, b"");
            assert!(shown.len() < bound(args, 0), "{args:?}: {} bytes", shown.len());
            // Without differences nothing is replayed.
            let replayed = args[0] != "diff" || args.len() < 4;
            if (error.is_some() || !may_be_empty) && replayed {
                assert_ne!(code, 0, "{args:?}: {shown}");
                assert!(shown.contains(name), "{args:?}: {shown}");
            }
        }
        let list = format!("{name}\n");
        let (code, shown) = outcome(dir, &["match", "--positions", "-"], list.as_bytes());
        assert!(code == 2 && shown.contains("standard input:1: "), "{name}: {shown}");
    }
    for (name, bytes, error) in rubbish() {
        for args in [&["match"][..], &["fmt", "-"], &["match", "--positions", "-"]] {
            let (code, shown) = outcome(dir, args, &bytes);
            // Layout is canonical where there is nothing to lay out.
            let refused = code != 0 || error.is_none() || args[0] == "fmt";
            assert!(refused, "{args:?} < {name}: {shown:.500}");
        }
    }
    for (manifest, word) in [
        (good.replace("good.db", "mkpat.toml"), "mkpat.toml:1:"),
        (good.replace("good.db", "."), "folder"),
        (good.replace("\"good.db\"", "\"good.db\", \"good.db\""), "good.db"),
        (good.replace("good.db", "/dev/null/x"), "/dev/null/x"),
        (format!("{good}x = {}", "[".repeat(200_000)), "mkpat.toml:5:"),
        (format!("{good}x = {}", "9".repeat(400)), "mkpat.toml:5:"),
        (good.replace("movegen", "\u{0}"), "mkpat.toml:4:"),
    ] {
        folder.write("mkpat.toml", manifest.as_bytes());
        let (code, shown) = outcome(dir, &["check", "."], b"");
        assert!(code != 0 && shown.contains(word), "{manifest:.200}: {shown:.2000}");
    }
}

/// A byte order mark before a bare file of one of the small languages.
#[test]
fn a_byte_order_mark_does_not_hide_the_language() {
    let folder = Folder::new("mkpat-bom");
    for text in ["Pattern 101\n\nX\n\n:1111\n", "XOo\nO*O\n?Ox\n:0\n"] {
        folder.write("a.db", format!("\u{feff}{text}"));
        let (code, shown) = outcome(folder.path(), &["check", "a.db"], b"");
        assert!(code == 0 && shown.starts_with("1 database, 1 pattern: 0 errors"), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("mkpat-bad-locked");
    folder.write("locked.db", GOOD.as_bytes());
    let path = folder.path().join("locked.db");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        test_support::skipped("this user may read every file");
        return;
    }
    for args in [&["check", "locked.db"][..], &["fmt", "locked.db"], &["stats", "locked.db"]] {
        let (code, shown) = outcome(folder.path(), args, b"");
        assert!(code != 0 && shown.contains("locked.db"), "{args:?}: {shown}");
    }
}

/// Another file that is not there, or not read, changes nothing about what this one is.
#[test]
fn a_manifest_with_a_file_that_is_missing() {
    let folder = Folder::new("missing");
    let dir = folder.path();
    let eye = "Pattern 101\n\nX\n\n:1111\n";
    let connection = "Pattern A1\n# idea\n\nO.X\nX.O\n\n:8,C\n";
    folder.write("conn.db", connection.as_bytes());
    folder.write("eyes.db", eye.as_bytes());
    let of = |name: &str, files: &str, kind: &str| {
        format!("[[database]]\nname = \"{name}\"\nfiles = [{files}]\nkind = \"{kind}\"\n")
    };
    let conn = of("conn", "\"conn.db\"", "connections") + "stage = \"dragons\"\n";
    let missing = of("other", "\"missing.db\"", "eyes");
    folder.write("mkpat.toml", (conn.clone() + &missing).as_bytes());
    // A connection pattern needs no `*`; a file of the general kind does.
    let (code, shown) = outcome(dir, &["check", "conn.db"], b"");
    assert_eq!(code, 0, "{shown}");
    let (code, shown) = outcome(dir, &["check", "--quiet", "."], b"");
    assert!(code == 2 && shown.contains("missing.db"), "{shown}");
    let others: [&[&str]; 5] = [
        &["stats", "."],
        &["dump", "ir", "."],
        &["match", "--manifest", "."],
        &["snapshot", "--manifest", "."],
        &["match", "conn.db", "missing.db"],
    ];
    for args in others {
        let (code, shown) = outcome(dir, args, b"...\n...\n...\n");
        assert!(code == 2 && shown.contains("missing.db"), "{args:?}: {shown}");
    }
    // The same from below and from beside.
    std::fs::create_dir(dir.join("below")).unwrap();
    folder.write("below/conn.db", connection.as_bytes());
    folder.write("mkpat.toml", conn.replace("conn.db", "below/conn.db").as_bytes());
    for (at, name) in [(dir.to_path_buf(), "below/conn.db"), (dir.join("below"), "conn.db")] {
        let (code, shown) = outcome(&at, &["check", name], b"");
        assert_eq!(code, 0, "{shown}");
    }
    // What is missing of the same database is told.
    let both = of("conn", "\"conn.db\", \"missing.db\"", "connections");
    folder.write("mkpat.toml", (both + "stage = \"dragons\"\n").as_bytes());
    let (code, shown) = outcome(dir, &["check", "conn.db"], b"");
    assert!(code == 2 && shown.contains("missing.db") && !shown.contains("KP0106"), "{shown}");
    // So is what is wrong with the manifest.
    folder.write("mkpat.toml", b"[[database]]\nname = 3\n");
    let (code, shown) = outcome(dir, &["check", "conn.db"], b"");
    assert!(code == 1 && shown.contains("mkpat.toml:2:"), "{shown}");
}

/// A folder with the name of a database.
#[test]
fn a_folder_instead_of_a_file() {
    let folder = Folder::new("folder");
    let dir = folder.path();
    std::fs::create_dir(dir.join("folder.db")).unwrap();
    folder.write("good.db", GOOD.as_bytes());
    let without = [
        &["check", "folder.db"][..],
        &["check", "--kind", "connections", "folder.db"],
        &["fmt", "folder.db"],
        &["match", "folder.db"],
        &["dump", "ast", "folder.db"],
        &["stats", "folder.db"],
        &["new", "folder.db"],
        &["transform", "--turn", "90", "folder.db"],
        &["diff", "good.db", "folder.db"],
        &["snapshot", "--manifest", "folder.db"],
    ];
    for args in without {
        let (code, shown) = outcome(dir, args, b"");
        assert!(code == 2 && shown.contains("folder.db") && shown.contains("folder"), "{shown}");
    }
    folder.write(
        "folder.db/mkpat.toml",
        b"[[database]]\nname = \"good\"\nfiles = [\"../good.db\"]\nstage = \"movegen\"\n",
    );
    let (code, shown) = outcome(dir, &["check", "--kind", "connections", "folder.db"], b"");
    assert!(code == 2 && shown.contains("folder.db: a manifest"), "{shown}");
    assert_eq!(outcome(dir, &["check", "folder.db"], b"").0, 0);
}

/// A device has no length that could be looked at beforehand.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end() {
    let folder = Folder::new("mkpat-bad-endless");
    folder.write("good.db", GOOD.as_bytes());
    for args in [
        &["check", "/dev/zero"][..],
        &["fmt", "--check", "/dev/zero"],
        &["coverage", "--manifest", ".", "/dev/zero"],
        &["test", "--manifest", ".", "/dev/zero"],
        &["match", "good.db", "--positions", "/dev/zero"],
    ] {
        folder.write(
            "mkpat.toml",
            b"[[database]]\nname = \"good\"\nfiles = [\"good.db\"]\nstage = \"movegen\"\n",
        );
        let (code, shown) = outcome(folder.path(), args, b"");
        assert!(code != 0 && shown.contains("/dev/zero"), "{args:?}: {shown:.500}");
    }
}
