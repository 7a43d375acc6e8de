//! The generated reference pages: fresh, and about everything.

use std::path::Path;

use mkpat::diag::codes::CODES;
use mkpat::tools::explain;
use mkpat_rt::helper::VOCABULARY;

/// The committed page equals what the tables say now.
fn assert_fresh(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let stem = name.trim_end_matches(".md");
    assert!(
        committed == page,
        "docs/{name} is out of date: write it with `mkpat explain --page {stem} > docs/{name}`"
    );
}

#[test]
fn the_page_of_autohelpers_is_fresh() {
    let page = explain::autohelpers();
    for info in VOCABULARY {
        assert!(page.contains(&format!("| `{}(", info.name)), "{}", info.name);
    }
    assert_fresh("autohelpers.md", &page);
}

#[test]
fn the_page_of_diagnostics_is_fresh() {
    assert_fresh("diagnostics.md", &explain::diagnostics());
}

#[test]
fn every_code_is_explained() {
    for info in CODES {
        let text = explain::code_text(info.code).unwrap_or_default();
        assert!(text.len() > 40, "{} has no explanation", info.code);
        assert!(explain::explain(info.name).is_some());
    }
    let sections = include_str!("../src/tools/explain/codes.md").matches("\n## KP").count();
    assert_eq!(sections, CODES.len(), "an explanation without a code, or two of one");
}

#[test]
fn every_word_and_letter_is_explained() {
    for word in explain::known_words() {
        assert!(explain::explain(word).is_some(), "{word}");
    }
    for ch in mkpat_rt::colon_line::ClassSet::LETTERS.chars() {
        let text = explain::explain(&ch.to_string()).unwrap();
        assert!(!text.contains("Unknown"), "{ch}");
    }
    assert_eq!(explain::explain("no such thing"), None);
    let overview = explain::overview();
    for word in explain::known_words().filter(|word| explain::code_text(word).is_none()) {
        let listed = overview.split_whitespace().any(|other| other == word);
        assert!(listed || mkpat::diag::codes::find(word).is_some() || word == "codes", "{word}");
    }
}
