//! `docs/pattern-language.md` says what the code does: its tables and examples are those of
//! the compiler, and every section that a comment cites is there.

use crate::common;
use std::path::{Path, PathBuf};

use mkpat::language::manifest::Kind;
use mkpat::language::text_limits::{MAX_LINE, MAX_LINES};
use mkpat_rt::colon_line::{AttributeMap, ClassSet, Symmetry};
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::{MAX_ARGS, Stage};
use mkpat_rt::montecarlo::Conditions;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/pattern-language.md")).unwrap()
}

/// The text of a section, up to the next heading.
fn section(title: &str) -> String {
    let page = page();
    let mut lines = page.lines().skip_while(|line| line.trim_start_matches('#').trim() != title);
    let head = lines.next().unwrap_or_else(|| panic!("no section {title}"));
    assert!(head.starts_with('#'));
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with('#')).collect();
    body.join("\n")
}

/// The rows of the first table of a section, without its head.
fn table(title: &str) -> Vec<Vec<String>> {
    let text = section(title).replace("<code>&#124;</code>", "`PIPE`");
    let rows = text.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().replace("PIPE", "|")).collect()
    })
    .collect()
}

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "pest") {
            out.push(path);
        }
    }
}

#[test]
fn every_section_that_a_comment_cites_is_there() {
    let headings = page();
    let headings: Vec<&str> = headings
        .lines()
        .filter_map(|line| Some(line.strip_prefix('#')?.trim_matches(['#', ' '])))
        .collect();
    let mut files = Vec::new();
    ["mkpat", "joseki", "patterns-macro", "engine"]
        .iter()
        .for_each(|dir| sources(&root().join(dir), &mut files));
    let mut cited = 0;
    for path in files {
        // Comments as one line, so that a citation may be broken anywhere.
        let text = std::fs::read_to_string(&path).unwrap();
        let lines =
            text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!']).trim());
        let text = lines.collect::<Vec<_>>().join(" ");
        for (at, name) in text.match_indices(concat!("docs/pattern-language", ".md, ")) {
            let mut rest = &text[at + name.len()..];
            while let Some((title, after)) = rest.strip_prefix('"').and_then(|r| r.split_once('"'))
            {
                assert!(headings.contains(&title), "{}: no section {title}", path.display());
                cited += 1;
                rest = after.strip_prefix(", ").unwrap_or_default();
            }
        }
    }
    assert!(cited > 60, "{cited} citations found");
}

#[test]
fn symmetries_and_orientations_are_those_of_the_code() {
    let rows = table("Symmetry");
    assert_eq!(rows.len(), Symmetry::ALL.len());
    for (row, symmetry) in rows.iter().zip(Symmetry::ALL) {
        assert_eq!(row[0], format!("`{}`", symmetry.code()));
        let tried: Vec<String> =
            symmetry.transforms().iter().map(|t| t.index().to_string()).collect();
        let (first, last) = (&tried[0], &tried[tried.len() - 1]);
        assert!(row[2] == tried.join(", ") || row[2] == format!("{first}–{last}"), "{row:?}");
    }
    let rows = table("Orientations");
    assert_eq!(rows.len(), Transform::ALL.len());
    for (row, t) in rows.iter().zip(Transform::ALL) {
        let Offset { dr, dc } = t.apply(Offset::new(1, 2));
        let name = |x: i8| {
            format!("{}{}", if x < 0 { "−" } else { "" }, ["r", "c"][x.unsigned_abs() as usize - 1])
        };
        assert_eq!(row[0], t.index().to_string());
        assert_eq!(row[2], format!("({}, {})", name(dr), name(dc)));
    }
}

#[test]
fn names_and_limits_are_those_of_the_code() {
    assert!(section("Class letters").contains(&format!("`{}`", ClassSet::LETTERS)));
    let values = section("Values");
    for (name, _) in AttributeMap::ALL.iter().flat_map(|map| map.names()) {
        assert!(values.contains(&format!("`{name}`")), "{name}");
    }
    let kinds = table("Kinds");
    assert_eq!(kinds.len(), Kind::ALL.len());
    for kind in Kind::ALL {
        assert!(kinds.iter().any(|row| row[0] == format!("`{}`", kind.name())), "{}", kind.name());
    }
    let stages = section("Stages");
    for stage in Stage::ALL {
        assert!(stages.contains(&format!("`{}`", stage.name())), "{}", stage.name());
    }
    let weights = section("Playout weights");
    for (name, _) in Conditions::PROPERTIES.iter().filter(|(name, _)| !name.contains("cap")) {
        assert!(weights.contains(&format!("`{name}`")), "{name}");
    }
    assert!(section("Arguments").contains(&format!("at most {MAX_ARGS} arguments")));
    let grouped = |n: usize| {
        let digits = n.to_string();
        let mut out = String::new();
        for (i, ch) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(',');
            }
            out.push(ch);
        }
        out
    };
    let files = section("Files and lines").replace('\n', " ");
    assert!(files.contains(&format!("{} bytes", grouped(MAX_LINE))), "{files}");
    assert!(files.contains(&format!("{} lines", grouped(MAX_LINES))), "{files}");
}

#[test]
fn its_examples_compile() {
    for (title, kind) in [("Eye shapes", Kind::Eyes), ("Playout weights", Kind::MonteCarlo)] {
        let text = section(title);
        let example = text.split("```").nth(1).unwrap();
        let mut run = common::run(kind, example);
        let compiled = run.compile();
        assert_eq!(common::findings(&run), Vec::<String>::new(), "{title}");
        let compiled = compiled.unwrap();
        assert_eq!(compiled.eyes.len() + compiled.playouts.len(), 1);
    }
}
