//! The reference records give the reference databases, pattern by pattern.

use std::fs;
use std::path::PathBuf;

use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::source::FileId;

/// The folder of reference databases, if it is there.
#[track_caller]
fn corpus() -> Option<PathBuf> {
    test_support::shared("corpus/gnugo-3.8")
}

/// The patterns of a database as texts, blank lines at the ends excluded.
fn patterns(text: &str) -> Vec<&str> {
    text.split("\nPattern ").skip(1).map(str::trim_end).collect()
}

#[test]
fn reference_records_give_the_reference_databases() {
    let Some(corpus) = corpus() else { return };
    for (stem, prefix, count) in [("hoshi_other", "JHO", 242), ("sansan", "JS", 11)] {
        let file = format!("{stem}.sgf");
        let sgf = Sgf::read(&fs::read(corpus.join(&file)).unwrap()).unwrap();
        let mut findings = Diagnostics::default();
        let entries = joseki::compile(&sgf, FileId(0), prefix, 1, &mut findings);
        assert!(findings.is_empty(), "{stem}: {findings:?}");
        let marked = sgf.nodes().filter(|(_, n)| n.property("MA").is_some()).count();
        assert_eq!(entries.len(), marked, "{stem}");
        let ours = joseki::database(&[], &entries);
        let theirs = fs::read_to_string(corpus.join(format!("{stem}.db"))).unwrap();
        let (ours, theirs) = (patterns(&ours), patterns(&theirs));
        assert_eq!((ours.len(), theirs.len()), (count, count));
        for (a, b) in ours.iter().zip(theirs) {
            assert_eq!(*a, b);
        }
    }
}
