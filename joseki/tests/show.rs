//! Outlines, views and pictures of a record.

use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::source::FileId;

const RECORD: &str = "(;SZ[19]GN[A corner];B[pd]
(;W[qf]MA[mi]C[j
# Approach
:shape(2)]
;B[nc]MA[lh]LB[ne:a]C[U
# Answer
;oplay_attack(*,a,a)]
;W[]
;B[qh]MA[mj]C[0
# Too near])
(;W[qc]MA[mg]))
(;SZ[13];B[jd]MA[gg]C[t
# The corner of a small board])";

fn compiled() -> (Sgf, Vec<joseki::Entry>) {
    let sgf = Sgf::parse(RECORD).unwrap();
    let mut findings = Diagnostics::default();
    let entries = joseki::compile(&sgf, FileId(0), "JX", 1, &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    (sgf, entries)
}

#[test]
fn an_outline() {
    let (sgf, entries) = compiled();
    insta::assert_snapshot!(joseki::outline(&sgf, &entries));
}

#[test]
fn views_lead_back_to_the_record() {
    let (sgf, entries) = compiled();
    let view = |e: &joseki::Entry| {
        let (line, column) = sgf.line_column(e.span.start);
        joseki::view::view(&sgf, &format!("x.sgf:{line}:{column}"), e)
    };
    let views: Vec<String> = entries.iter().map(view).collect();
    insta::assert_snapshot!(views.join("\n"));
}

#[test]
fn a_picture_shows_the_moves_with_their_numbers() {
    let (sgf, entries) = compiled();
    insta::assert_snapshot!(joseki::view::svg(&sgf, &entries[1]));
}

#[test]
fn captured_stones_are_not_drawn() {
    let sgf = Sgf::parse("(;SZ[19];W[sa];B[ra];W[qd];B[sb];W[qc]MA[pe])").unwrap();
    let entries = joseki::compile(&sgf, FileId(0), "JX", 1, &mut Diagnostics::default());
    let picture = joseki::view::svg(&sgf, &entries[0]);
    assert!(!picture.contains(">1</text>") && picture.contains(">5</text>"), "{picture}");
}
