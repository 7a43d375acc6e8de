//! The commands for authors as a person runs them: fmt, transform, new, stats, diff.

use crate::common;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mkpat::diag::Diagnostics;
use mkpat::language::manifest::{DatabaseSpec, Kind};
use mkpat::language::syntax::parse;
use mkpat::source::Sources;
use mkpat::tools::format;

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

/// A folder for one test, with its paths as arguments.
struct Folder(test_support::Folder);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(test_support::Folder::new(&format!("mkpat-{name}")))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    fn file(&self, name: &str, text: &str) -> String {
        self.0.write(name, text);
        self.path(name)
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
    assert_eq!(code(&["fmt", "--diff", &path]).0, 1);
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

const DRAWN: &str = "attribute_map none\n\n\n# Why.\nPattern A1\n\n+----   first\n|Q.x?   second\n|.*X.\n\
    \n:8,sOxa\n\n+----\n|b.x?\n|.*Ac\n\n; oplay_attack(*,c,A) && safe_xmove(c) || alive(b)\n\
    > antisuji(c);\n\n\nPattern A2\n\n.X.\n?*?\n.O.\n\n:|,-\n";

#[test]
fn patterns_are_drawn_anew() {
    let folder = Folder::new("transform");
    let path = folder.file("a.db", DRAWN);
    let mut text = String::new();
    for args in [
        ["--turn", "90"].as_slice(),
        &["--turn", "180", "A2"],
        &["--turn", "270", "A1"],
        &["--flip", "horizontal", "A1"],
        &["--flip", "vertical", "A1"],
        &["--flip", "diagonal", "A2"],
        &["--flip", "antidiagonal", "A2"],
        &["--edge", "bottom", "A1"],
        &["--swap-colors", "A2"],
        &["--swap-colors", "--force"],
    ] {
        let mut all = vec!["transform"];
        all.extend(args);
        all.push(&path);
        let output = mkpat(&all, "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        text.push_str(&format!("{}\n{}\n", args.join(" "), stdout(&output)));
    }
    insta::assert_snapshot!(text);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), DRAWN);
    // What has no counterpart is named, and nothing is written.
    for more in [&[][..], &["--in-place"], &["--force"]] {
        let output = mkpat(&[&["transform", "--swap-colors"], more, &[&path]].concat(), "");
        let told = stderr(&output);
        assert!(told.contains("a.db:11:7: pattern A1: class letter `a`"), "{told}");
        assert!(told.contains("a.db:18:3: pattern A1: `antisuji`"), "{told}");
        assert!(!told.contains("A2"), "{told}");
        let forced = more == ["--force"];
        assert_eq!(output.status.code(), Some(i32::from(!forced)), "{told}");
        assert_eq!(stdout(&output).is_empty(), !forced);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), DRAWN);
    }
}

#[test]
fn transform_tells_what_is_wrong() {
    let folder = Folder::new("transform-errors");
    let path = folder.file("a.db", DRAWN);
    for (args, message) in [
        (vec![path.as_str()], "--swap-colors"),
        (vec!["--turn", "90", "A3", &path], "no pattern `A3`; did you mean"),
        (vec!["--edge", "left", "A2", &path], "pattern A2: it shows no edge"),
        (vec!["--turn", "45", &path], "invalid value"),
        (vec!["--turn", "90", "--flip", "vertical", &path], "cannot be used"),
        (vec!["--turn", "90", "A1"], "A1: No such file"),
    ] {
        let mut all = vec!["transform"];
        all.extend(args);
        let output = mkpat(&all, "");
        assert_eq!(output.status.code(), Some(2), "{all:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    // A rectangle that is wider than a diagram may be high.
    let wide = folder.file("b.db", "Pattern A1\n\n?X*\n???\n\n:8,-\n");
    let before = std::fs::read_to_string(&wide).unwrap();
    assert_eq!(
        mkpat(&["transform", "--turn", "90", "--in-place", &wide], "").status.code(),
        Some(0)
    );
    assert_ne!(std::fs::read_to_string(&wide).unwrap(), before);
    for _ in 0..3 {
        mkpat(&["transform", "--turn", "90", "--in-place", &wide], "");
    }
    assert_eq!(std::fs::read_to_string(&wide).unwrap(), before, "four quarters are nothing");
}

/// The patterns of `text`, as compiled for the naive matcher.
fn compiled(text: &str) -> mkpat_rt::db::PatternDb {
    let mut run = mkpat::language::load::Run::new();
    let id = run.sources.add("t.db", text.as_bytes().to_vec()).unwrap();
    let mut spec = DatabaseSpec::inferred("t", "t.db", Kind::Connections);
    spec.stage = mkpat_rt::helper::Stage::Movegen;
    spec.matcher = mkpat::language::manifest::MatcherKind::Naive;
    run.add(spec, vec![id]);
    let dbs = run.compile();
    let findings = mkpat::diag::render::to_string(&run.sources, &run.diags);
    dbs.unwrap_or_else(|| panic!("{findings}\n{text}")).patterns.remove(0).1
}

/// What matches where: for each match the vertices with what is drawn on them.
fn found(text: &str, board: &mkpat_rt::geom::BoardView<'_>) -> Vec<String> {
    use mkpat_rt::geom::Color;
    let db = compiled(text);
    let mut out = Vec::new();
    for color in Color::BOTH {
        let mut matches = Vec::new();
        mkpat_rt::matcher::Matcher::new().matches(&db, *board, color, &mut matches);
        for m in matches {
            let p = db.pattern(m.pattern);
            let mut drawn: Vec<_> = p
                .elements
                .iter()
                .map(|e| (m.anchor.offset(m.transform.apply(e.at), board.size), e.kind.symbol()))
                .collect();
            drawn.sort();
            out.push(format!("{} {color} {drawn:?}", p.name));
        }
    }
    out.sort();
    out
}

/// A pattern drawn anew matches where the old one did, and with swapped colours
/// where the opponent's did.
#[test]
fn matches_do_not_depend_on_the_drawing() {
    use mkpat::tools::transform::{self, PatternTransform};
    use mkpat_rt::geom::{BoardView, Cell, Point, Transform, empty_cells};
    const PATTERNS: &str = "Pattern A1\n\n?X.\n.*O\n\n:8,-\n\n\nPattern A2\n\n.X.\n?*?\n\n:|,-\n\n\n\
        Pattern A3\n\nxX*\n---\n\n:8,-\n\n\nPattern A4\n\n|*.\n|oO\n+--\n\n:8,-\n\n\n\
        Pattern A5\n\n*X\nXo\n\n:\\\\,-\n\n\nPattern A6\n\n.X\n*.\nX.\n\n:8,-\n\n\n\
        Pattern A7\n\nX.X\n.*.\nX.X\n\n:+,-\n\n\nPattern A8\n\n?X\n*O\n?X\n\n:-,-\n\n\n\
        Pattern A9\n\n*O\nO.\n\n:/,-\n\n\nPattern A10\n\n?.X\nX.?\n\n:O,-\n";
    let text = PATTERNS.replace(":\\\\", ":\\").replace(":/,-", ":8,-");
    let mut sources = Sources::default();
    let id = sources.add("t.db", text.as_bytes().to_vec()).unwrap();
    let tree = parse(&sources, id, &mut Diagnostics::default());
    let transformed = |how: PatternTransform| {
        let mut edits = mkpat::tools::transform::Edits::new();
        for item in &tree.items {
            if let mkpat::language::syntax::ast::Item::Pattern(node) = item {
                edits.extend(transform::apply(&sources, &tree, node, how).unwrap());
            }
        }
        mkpat::language::syntax::print::edited(&sources, &tree, |line| edits.get(&line).cloned())
    };
    let mut seed = 7u32;
    let mut total = 0;
    for size in [5, 9] {
        for _ in 0..4 {
            let mut cells = empty_cells(size);
            for p in Point::all(size) {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                cells[p.idx()] = [Cell::Empty, Cell::Black, Cell::White][(seed >> 16) as usize % 3];
            }
            let board = BoardView { size, cells: &cells };
            let before = found(&text, &board);
            total += before.len();
            for transform in Transform::ALL {
                let how = PatternTransform { transform, swap_colors: false };
                assert_eq!(found(&transformed(how), &board), before, "{}", transformed(how));
                let swapped = transformed(PatternTransform { transform, swap_colors: true });
                let mirror = |line: &String| {
                    let swap = |ch| match ch {
                        'O' => 'X',
                        'X' => 'O',
                        'o' => 'x',
                        'x' => 'o',
                        c => c,
                    };
                    let line = line.replace(" black ", " # ").replace(" white ", " black ");
                    let (head, drawn) = line.split_once('[').unwrap();
                    let drawn: String = drawn.replace("Some", "$").chars().map(swap).collect();
                    format!("{}[{}", head.replace(" # ", " white "), drawn.replace('$', "Some"))
                };
                let mut want: Vec<String> = before.iter().map(mirror).collect();
                want.sort();
                assert_eq!(found(&swapped, &board), want);
            }
        }
    }
    assert!(total > 50, "{total}");
}

/// Undoing a transformation gives the same meaning again, on every real pattern.
#[test]
fn real_patterns_turn_back() {
    use mkpat::tools::compare::parts::{Part, differences};
    use mkpat::tools::transform::{self, PatternTransform};
    use mkpat_rt::geom::Transform;
    let Some(folder) = common::shared("corpus/gnugo-3.8") else { return };
    for name in ["conn.db", "patterns.db"] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let lowered = |text: &str| {
            let mut sources = Sources::default();
            let id = sources.add(name, text.as_bytes().to_vec()).unwrap();
            let mut diags = Diagnostics::default();
            let tree = parse(&sources, id, &mut diags);
            let mut spec = DatabaseSpec::inferred("t", name, Kind::Connections);
            spec.stage = mkpat_rt::helper::Stage::Movegen;
            let trees = [tree];
            let db = mkpat::language::lower::lower(&sources, &spec, &trees, &mut diags);
            let [tree] = trees;
            (sources, tree, db)
        };
        let apply = |text: &str, how: PatternTransform| {
            let (sources, tree, _) = lowered(text);
            let mut edits = mkpat::tools::transform::Edits::new();
            for item in &tree.items {
                if let mkpat::language::syntax::ast::Item::Pattern(node) = item {
                    edits.extend(transform::apply(&sources, &tree, node, how).unwrap());
                }
            }
            mkpat::language::syntax::print::edited(&sources, &tree, |line| {
                edits.get(&line).cloned()
            })
        };
        let (_, _, old) = lowered(&text);
        assert!(old.patterns.len() > 30);
        for transform in [Transform::ALL[1], Transform::ALL[4], Transform::ALL[7]] {
            let there = apply(&text, PatternTransform { transform, swap_colors: true });
            let back = apply(
                &there,
                PatternTransform { transform: transform.inverse(), swap_colors: true },
            );
            let (_, _, new) = lowered(&back);
            assert_eq!(old.patterns.len(), new.patterns.len());
            for (a, b) in old.patterns.iter().zip(&new.patterns) {
                let mut parts = differences(a, b);
                parts.retain(|&part| part != Part::Idea);
                assert!(parts.is_empty(), "{} {parts:?}", a.name);
            }
        }
    }
}

#[test]
fn new_patterns_have_the_next_free_name_and_compile() {
    let folder = Folder::new("new");
    let path = folder.file("a.db", DRAWN);
    let other = folder.file("b.db", "Pattern A41b\n\nOX\n.*\n\n:8,-\n");
    let print = |args: &[&str], path: &str| {
        let mut all = vec!["new"];
        all.extend(args);
        all.push(path);
        let output = mkpat(&all, "");
        assert_eq!(output.status.code(), Some(0), "{all:?}: {}", stderr(&output));
        format!("{}\n{}\n", args.join(" "), stdout(&output))
    };
    let mut text = print(&[], &path);
    text += &print(&["--labels", "--edge", "right", "--prefix", "New"], &path);
    text += &print(&["--kind", "corner"], &path);
    text += &print(&["--copy-diagram", "A2"], &path);
    insta::assert_snapshot!("new_patterns", text);

    print(&["--in-place", "--copy-diagram", "A2"], &path);
    print(&["--append", "--labels"], &path);
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(DRAWN.trim_end()), "{after}");
    assert!(after.contains("\n\n\nPattern A3\n"), "{after}");
    assert_eq!(mkpat(&["check", &path], "").status.code(), Some(0));
    assert_eq!(mkpat(&["fmt", "--check", &path], "").status.code(), Some(0));
    let empty = folder.file("c.db", "# Nothing yet.\n");
    print(&["--append"], &empty);
    let text = std::fs::read_to_string(&empty).unwrap();
    assert!(text.starts_with("# Nothing yet.\n\n\nPattern P1\n"), "{text}");

    let fresh = folder.path("fresh.db");
    print(&["--in-place"], &fresh);
    assert!(std::fs::read_to_string(&fresh).unwrap().starts_with("Pattern P1\n"));
    let none = folder.path("none.db");
    assert_eq!(
        mkpat(&["new", "--in-place", "--edge", "top", "--edge", "bottom", &none], "").status.code(),
        Some(2)
    );
    assert!(!std::path::Path::new(&none).exists(), "nothing is left of what failed");

    folder.file(
        "mkpat.toml",
        "[[database]]\nname = \"a\"\nfiles = [\"a.db\", \"b.db\"]\nstage = \"movegen\"\n",
    );
    assert!(print(&[], &path).contains("Pattern A42\n"), "names of the other file count");
    assert!(print(&[], &other).contains("Pattern A42\n"));

    for (args, message) in [
        (vec!["new", "--copy-diagram", "A1", &path], "has a constraint diagram already"),
        (vec!["new", "--copy-diagram", "B1", &path], "no pattern `B1`"),
        (vec!["new", "--kind", "corner", "--edge", "top", &path], "two edges that meet"),
        (vec!["new", "--edge", "top", "--edge", "bottom", &path], "opposite edges"),
        (vec!["new", "--kind", "eyes", &path], "known kinds"),
        (vec!["new", "--prefix", "1", &path], "letters"),
        (vec!["new", "no/such.db"], "with --in-place it is made"),
        (vec!["new", "--in-place", "no/such.db"], "no/such.db: "),
    ] {
        let output = mkpat(&args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

/// Whatever the database is for, no check has anything to say about what `new` begins.
#[test]
fn new_patterns_have_no_findings() {
    let folder = Folder::new("new-clean");
    let path = folder.path("a.db");
    let fresh = |more: &[&str], checked: &[&str]| {
        let _ = std::fs::remove_file(&path);
        let output = mkpat(&[&["new", "--in-place", &path], more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", stderr(&output));
        let output = mkpat(&[&["check", "--hints", "--deny", "all"], checked].concat(), "");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}\n{text}", stdout(&output));
        text
    };
    let edges = ["--edge", "bottom", "--edge", "left"];
    let options: [&[&str]; 4] = [&[], &["--labels"], &edges, &["--labels", "--edge", "top"]];
    for line in [
        "general movegen general",
        "general movegen none",
        "general movegen value_only",
        "general worms none x",
        "general worms none o",
        "general influence value_only",
        "general handicap value_only",
        "dfa combination none",
        "dfa owl owl_attack",
        "dfa owl owl_defense",
        "dfa owl value_only",
        "connections dragons none o",
        "connections influence value_only",
        "corner movegen general",
        "corner movegen none",
        "fullboard movegen value_only",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let anchors = words.get(3).unwrap_or(&"both");
        folder.file(
            "mkpat.toml",
            &format!(
                "[[database]]\nname = \"a\"\nfiles = [\"a.db\"]\nkind = \"{}\"\nstage = \"{}\"\n\
                 attributes = \"{}\"\nanchors = \"{anchors}\"\n",
                words[0], words[1], words[2]
            ),
        );
        for more in options {
            // Corners and whole boards have edges of their own.
            if more.contains(&"--edge") && ["corner", "fullboard"].contains(&words[0]) {
                continue;
            }
            fresh(more, &[&path]);
        }
    }
    // Without a manifest.
    std::fs::remove_file(folder.path("mkpat.toml")).unwrap();
    for kind in ["general", "connections", "corner", "dfa", "fullboard"] {
        let text = fresh(&["--kind", kind], &[&path]);
        let is_class_c = text.contains("\n:8,C\n");
        assert_eq!(is_class_c, kind == "connections", "{text}");
        fresh(&["--kind", kind, "--labels"], &["--kind", kind, &path]);
    }
}

#[test]
fn figures_tell_what_is_in_a_database() {
    let folder = Folder::new("stats");
    let path = folder.file("a.db", DRAWN);
    let text = stdout(&mkpat(&["stats", &path, "pass/general.db"], ""));
    insta::assert_snapshot!("stats", text);
    insta::assert_snapshot!("stats_json", stdout(&mkpat(&["stats", "--json", &path], "")));
    let small = ["pass/eyes.db", "pass/playouts.db"];
    let text = stdout(&mkpat(&[&["stats"], &small[..]].concat(), ""));
    let json = stdout(&mkpat(&[&["stats", "--json"], &small[..]].concat(), ""));
    insta::assert_snapshot!("stats_of_small_languages", format!("{text}\n{json}"));
    assert_eq!(mkpat(&["stats", "fail/kp0106_no_move.db"], "").status.code(), Some(1));
    assert_eq!(mkpat(&["stats"], "").status.code(), Some(2));
}

#[test]
fn differences_are_told_by_meaning() {
    let folder = Folder::new("diff");
    let old = "attribute_map general\n\n\nPattern A1\n# why\n\nOX\n.*\n\n:8,sO,value(3)\n\naX\n.*\n\n;lib(a)>1\n\n\n\
        Pattern A2\n\n?X\n*O\n\n:8,-\n\n\nPattern A3\n\nX*\n\n:8,-\n\n\nPattern A4\n\nO*O\n\n:8,-\n";
    let new = "attribute_map general\n\nPattern B2\n\n?X\n*O\n\n:8,-\n\n\nPattern A1\n\nOX.\n.*.\n\n\
        :8,sX,value(4),shape(1)\n\naX.\n.*.\n\n; alive(a)\n> antisuji(*)\n\n\nPattern A5\n\nXX\n.*\n--\n\n:8,-\n\n\n\
        Pattern A3\n\nX*\n:8,-\n";
    let (a, b) = (folder.file("a.db", old), folder.file("b.db", new));
    let record = folder.file("game.sgf", "(;SZ[5]AW[cc];B[cb];W[dd];B[bc];W[];B[ee])");
    let output = mkpat(&["diff", &a, &b, "--positions", &record], "");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output).replace(folder.0.to_str().unwrap(), "DIR");
    insta::assert_snapshot!("diff", text);
    let short = stdout(&mkpat(&["diff", &a, &b, "--limit", "1", "--positions", &record], ""));
    assert!(short.contains("more positions"), "{short}");

    let tidy = folder.file("c.db", &stdout(&mkpat(&["fmt", "--stdout", &a], "")));
    let same = mkpat(&["diff", &a, &tidy], "");
    assert_eq!(
        (same.status.code(), stdout(&same)),
        (Some(0), String::new()),
        "layout is no change"
    );

    let manifest = |name: &str, file: &str| {
        format!("[[database]]\nname = \"{name}\"\nfiles = [\"{file}\"]\nstage = \"movegen\"\n")
    };
    let one = folder.file("one.toml", &(manifest("x", "a.db") + &manifest("y", "a.db")));
    let two = folder.file("two.toml", &(manifest("x", "b.db") + &manifest("z", "b.db")));
    let text = stdout(&mkpat(&["diff", &one, &two], ""));
    for line in ["database z is new, with 4 patterns", "database y is gone", "database x\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(mkpat(&["diff", &one, &one], "").status.code(), Some(0));

    for args in [
        vec!["diff", a.as_str()],
        vec!["diff", &a, "fail/kp0106_no_move.db"],
        vec!["diff", &a, "no/such.db"],
        vec!["diff", &a, &b, "--positions", &a],
    ] {
        assert_eq!(mkpat(&args, "").status.code(), Some(2), "{args:?}");
    }
}
