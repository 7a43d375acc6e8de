//! The findings of `joseki lint`, each on a small record.

use joseki::Record;
use katachi_sgf::Sgf;
use mkpat::diag::{Diagnostics, Severity};
use mkpat::source::Sources;

/// All findings about records, hints too, as text.
fn lint(texts: &[&str]) -> String {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let mut records = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let sgf = Sgf::parse(*text).unwrap();
        let file = sources.add(format!("{i}.sgf"), text.as_bytes().to_vec()).unwrap();
        let prefix = ["JA", "JB"][i];
        let entries = joseki::compile(&sgf, file, prefix, 1, &mut findings);
        records.push(Record { sgf, file, entries });
    }
    joseki::lint(&records, &mut findings);
    findings.sort();
    mkpat::diag::render::to_string(&sources, &findings)
}

fn shown(cases: &[&str]) -> String {
    let shown: Vec<String> = cases.iter().map(|c| format!("{c}\n\n{}", lint(&[c]))).collect();
    shown.join("\n")
}

#[test]
fn a_sound_record_has_no_findings() {
    let text = "(;SZ[19];B[pd]\n;W[qf]MA[mi]C[j\n# Approach]\n;B[nc]MA[lh]LB[ne:a]C[J\n# Answer\n\
                :shape(2)\n;oplay_attack(*,a,a)])";
    assert_eq!(lint(&[text]), "");
}

#[test]
fn nodes_about_one_position() {
    insta::assert_snapshot!(shown(&[
        // The order of moves changes, the judgement too.
        "(;SZ[19];B[pd]\n(;W[qf]MA[mi]C[#a];B[nc];W[ne]MA[li]C[J\n#b])\n\
         (;W[ne]MA[mi]C[#c];B[nc];W[qf]MA[li]C[0\n#d]))",
        // The same move, once more and as another class; a mirror image.
        "(;SZ[19];B[pd]\n;W[qf]MA[mi]C[J\n#a]\n)(;SZ[19];B[pd]\n(;W[nc]MA[li]C[t\n#b])\n(;W[qf]MA[mj]C[J\n#c]))",
    ]));
}

#[test]
fn one_move_under_two_conditions_is_no_contradiction() {
    let text = "(;SZ[19];B[pd]\n(;W[qf]MA[mi]LB[qe:a]C[J\n#a\n;xlib(a)>1])\n\
                (;W[nc]MA[li]LB[oc:a]C[0\n#b\n;xlib(a)<2]))";
    assert!(!lint(&[text]).contains("KJ00"), "{}", lint(&[text]));
    let same = text.replace("<2", ">1");
    assert!(lint(&[&same]).contains("KJ0012"), "{}", lint(&[&same]));
}

#[test]
fn nodes_of_several_files_about_one_position() {
    let text = "(;SZ[19];B[pd];W[qf]MA[mi]C[J\n#a])";
    let findings = lint(&[text, text]);
    assert!(findings.contains("KJ0013") && findings.contains("1.sgf:1:16"), "{findings}");
    assert!(findings.contains("0.sgf:1:16"), "{findings}");
}

#[test]
fn marks_and_stones() {
    insta::assert_snapshot!(shown(&[
        "(;SZ[19];B[pd];W[qf];B[pe];W[qg];B[qc]MA[od]C[#a string is cut])",
        "(;SZ[19];B[pd];W[jd];B[qc]MA[ne]C[#a stone is outside])",
    ]));
    // A captured stone is not outside of anything.
    let captured = "(;SZ[19];W[sa];B[ra];W[qd];B[sb];W[qc]MA[pe]C[#a])";
    assert_eq!(lint(&[captured]), "");
}

#[test]
fn comments_and_code_at_their_places() {
    insta::assert_snapshot!(shown(&[
        "(;SZ[19];B[pd];W[qf]MA[mi])",
        "(;SZ[19];B[pd];W[qf]MA[mi]C[J\n#])",
        "(;SZ[19];B[pd];W[qf]MA[mi]LB[qd:a]C[J\n#a\n;oplay_attack(*,b,a)])",
        "(;SZ[19];B[pd];W[qf]MA[mi]LB[qd:a]C[J\n#a \\] \u{fc}\nno code\n;olib(*)>1 &&\n;oplay_atack(*,a)])",
        "(;SZ[19];B[pd];W[qf]MA[mi]C[J\n#a\n:shape(x)])",
        "(;SZ[19];B[pd];W[qf]MA[mi]C[J\n#a\n:C,shap(1)])",
        "(;SZ[19];B[pd];W[qf]MA[mi]LB[qd:a]C[J\n#a])",
    ]));
}

#[test]
fn a_pattern_that_no_corner_can_hold() {
    let text = "(;SZ[25];B[vd];W[wf]MA[bw]C[J\n#a])";
    let findings = lint(&[text]);
    assert!(findings.contains("KP0105") && findings.contains("0.sgf:1:24"), "{findings}");
}

#[test]
fn every_code_is_on_the_page() {
    let page = include_str!("../../docs/joseki.md");
    for row in joseki::codes::CODES {
        let severity = format!("{:?}", row.severity).to_lowercase();
        let start = format!("| `{}` | {} | {severity} | ", row.code, row.name);
        assert!(page.contains(&start), "{start}");
    }
    assert!(joseki::codes::CODES.is_sorted_by_key(|row| row.code));
}

#[test]
fn our_records_have_no_findings() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns/joseki");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .collect();
    paths.sort();
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let mut records = Vec::new();
    for path in &paths {
        let sgf = Sgf::read(&std::fs::read(path).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = sources.add(name.clone(), sgf.source().as_bytes().to_vec()).unwrap();
        let prefix = joseki::default_prefix(&name);
        let entries = joseki::compile(&sgf, file, &prefix, 1, &mut findings);
        records.push(Record { sgf, file, entries });
    }
    joseki::lint(&records, &mut findings);
    findings.retain(|f| f.severity != Severity::Hint);
    let shown = mkpat::diag::render::to_string(&sources, &findings);
    assert!(findings.is_empty(), "{shown}");
}
