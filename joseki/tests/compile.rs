//! The rules of the compiler, on small records.

use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::source::{FileId, Sources};

/// The patterns as text and the findings as text.
fn compile(text: &str) -> (String, String) {
    let sgf = Sgf::parse(text).unwrap();
    let mut sources = Sources::default();
    sources.add("test.sgf", text.as_bytes().to_vec()).unwrap();
    let mut findings = Diagnostics::default();
    let entries = joseki::compile(&sgf, FileId(0), "JX", 1, &mut findings);
    let mut out = String::new();
    for e in &entries {
        out.push_str(&joseki::print::pattern(e).to_string());
    }
    (out, mkpat::diag::render::to_string(&sources, &findings))
}

fn db(text: &str) -> String {
    let (db, findings) = compile(text);
    assert_eq!(findings, "");
    db
}

/// The colon lines.
fn colons(text: &str) -> Vec<String> {
    db(text).lines().filter(|l| l.starts_with(':')).map(str::to_string).collect()
}

fn complaint(text: &str) -> String {
    compile(text).1
}

#[test]
fn the_example_of_the_description() {
    insta::assert_snapshot!(db("(;SZ[19];B[pd];W[qf]MA[mi]C[j
# approach
:shape(2)
];B[nc]MA[lh]LB[qe:A][pe:B]C[U
;oplay_attack(*,A,B)
])"));
}

#[test]
fn first_character_of_the_comment_is_the_class() {
    for (comments, letter) in
        [("uU", 'U'), ("JS#xF ", 'J'), ("js", 'j'), ("T", 'T'), ("t", 't'), ("0aA", 'N')]
    {
        for c in comments.chars() {
            let line = colons(&format!("(;SZ[19];B[qf]MA[mi]C[{c}])"));
            assert_eq!(line, [format!(":8,sF{letter}")], "{c}");
        }
    }
    assert_eq!(colons("(;SZ[19];B[qf]MA[mi])"), [":8,sFJ"]);
}

#[test]
fn the_first_value_line_is_appended() {
    let colon = |c: &str| colons(&format!("(;SZ[19];B[qf]MA[mi]C[F\n{c}])")).remove(0);
    assert_eq!(colon(":C,shape(3)\n:shape(4)"), ":8,sFJC,shape(3)");
    assert_eq!(colon(":shape(3),followup(2)"), ":8,sFJ,shape(3),followup(2)");
    assert_eq!(colon(":C\n;olib(*)>1"), ":8,sFJC");
}

#[test]
fn symmetric_patterns_are_marked() {
    assert_eq!(colons("(;SZ[19];B[pd]MA[mg])"), [":/,sFJ"]);
    assert_eq!(colons("(;SZ[19];B[pd]MA[mh])"), [":8,sFJ"]);
    assert_eq!(colons("(;SZ[19];B[pd]MA[mg]LB[rb:a])"), [":/,sFJ"]);
    assert_eq!(colons("(;SZ[19];B[pd]MA[mg]LB[rc:a])"), [":8,sFJ"]);
    assert_eq!(colons("(;SZ[19];B[qd]MA[mg])"), [":8,sFJ"]);
}

#[test]
fn variations_take_moves_back_with_their_captures() {
    // White's stone in the corner is captured in the first variation only.
    let text = db("(;SZ[19];W[sa];B[ra](;B[sb]MA[pd];W[tt];W[qb]MA[pd])(;W[qb]MA[pd]))");
    let rows: Vec<_> = text.lines().filter(|l| l.ends_with('|')).collect();
    assert_eq!(rows[..4], ["..OX|", "...*|", "....|", "....|"]);
    assert_eq!(rows[4..8], ["..X.|", ".*.X|", "....|", "....|"]);
    assert_eq!(rows[8..], ["..XO|", ".*..|", "....|", "....|"]);
}

#[test]
fn passes_and_moves_on_the_far_edges_are_not_played() {
    let text = db("(;SZ[9];B[ad];W[di];B[];W[tt];B[gc]MA[cg])");
    assert!(text.lines().filter(|l| l.ends_with('|')).all(|row| !row.contains(['O', 'X'])));
    assert_eq!(text.matches("Pattern").count(), 1);
}

#[test]
fn the_corner_is_the_upper_right_one_of_any_board() {
    let small = db("(;SZ[13];B[jd]MA[gg])");
    assert_eq!(small, db("(;SZ[19];B[pd]MA[mg])"));
}

#[test]
fn mistakes_are_shown_with_their_places() {
    let cases = [
        "(;SZ[19];B[pd]\n;W[ad];B[qc]MA[rd])",
        "(;SZ[19];B[pd]MA[zz])",
        "(;SZ[19];B[pd];W[pd]MA[mg];B[qc]MA[mg])",
        "(;SZ[19];B[rb];B[sb];B[qa];W[sa];B[ab];W[ra]MA[pd])",
        "(;SZ[19];B[pd]MA[mg]LB[qc:AB][qd:1][qe:x][ae:B][qf][qg:C])",
        "(;SZ[19];B[pd]MA[mg][mh]SQ[mi])",
        "(;SZ[19];B[pd]C[U\n;olib(*)>1];C[:shape(1)])",
        "(;B[pd]MA[mg])",
        "(;SZ[x]B[pd]MA[mg])",
        "(;SZ[19];B[pd]?;W[qf])",
    ];
    let shown: Vec<String> = cases.iter().map(|c| format!("{c}\n\n{}", complaint(c))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_node_with_an_error_gives_no_pattern_but_its_siblings_do() {
    let (db, findings) =
        compile("(;SZ[19];B[pd](;W[pd]MA[mg];B[qf]MA[mg])(;W[qf]MA[mg];B[nc]MA[mg]))");
    assert_eq!(db.matches("Pattern JX").count(), 2);
    assert_eq!(findings.matches("error").count(), 1);
}

#[test]
fn a_record_full_of_mistakes_is_given_up() {
    let findings = complaint(&"(;B[pd])\n".repeat(100_000));
    assert_eq!(findings.matches("KJ0001").count(), 200);
    assert!(findings.contains("too many findings"));
}
