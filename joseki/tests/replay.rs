//! Records played on a board, and databases turned back into records.

use std::fs;
use std::path::{Path, PathBuf};

use joseki::replay::{self, Tally};
use joseki::{Record, reverse};
use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::source::{FileId, Sources};

fn compiled(text: &str, file: FileId, prefix: &str) -> Record {
    let sgf = Sgf::parse(text).unwrap();
    let mut findings = Diagnostics::default();
    let entries = joseki::compile(&sgf, file, prefix, 1, &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    Record { sgf, file, entries }
}

/// The tally of `played` against the database of `known`, and the messages.
fn replayed(played: &str, known: &str) -> (Tally, Vec<String>) {
    let mut findings = Diagnostics::default();
    let known = compiled(known, FileId(0), "JK");
    let db = replay::database(&[known], &mut findings).unwrap();
    let played = compiled(played, FileId(0), "JP");
    let tally = replay::replay(&[played], &db, &mut findings);
    (tally, findings.iter().map(|f| format!("{} {}", f.message, f.notes.join(" "))).collect())
}

const RECORD: &str = "(;SZ[19];B[pd]\n(;W[qf]MA[mi]C[j\n#a];B[nc]MA[lh]C[J\n#b])\n\
                      (;W[qc]MA[mg]C[j\n#c];B[pc]MA[mg]C[0\n#d]))";

#[test]
fn a_record_proposes_its_own_moves() {
    let (tally, wrong) = replayed(RECORD, RECORD);
    assert_eq!(wrong, [""; 0]);
    assert_eq!(tally, Tally { nodes: 4, expected: 64, proposed: 64, constrained: 0 });
}

#[test]
fn moves_that_the_database_does_not_have_are_found() {
    let other = RECORD.replace("B[nc]MA[lh]", "B[nd]MA[lh]");
    let (tally, wrong) = replayed(RECORD, &other);
    assert_eq!((tally.expected, tally.proposed), (64, 48));
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].starts_with("the matcher does not find the move of JP2 in 16 of 16"));
    // The stone is one line off: the pattern fits nowhere.
    let other = RECORD.replace("W[qf]MA[mi]", "W[qg]MA[mi]");
    assert_eq!(replayed(RECORD, &other).0.proposed, 32);
}

#[test]
fn patterns_that_contradict_each_other_are_found() {
    // The wider pattern calls the move bad, and both match.
    let both = RECORD.replace("(;W[qf]", "(;W[qf]MA[mh]C[0\n#e])\n(;W[qf]");
    let (_, wrong) = replayed(&both, &both);
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(wrong[0].contains("JK2 matches with JP1 and says the contrary"), "{wrong:?}");
}

#[test]
fn one_move_under_two_conditions_is_no_contradiction() {
    let works = "(;W[qf]MA[mh]LB[qe:a]C[0\n#e\n;xlib(a)>1])\n(;W[qf]";
    let both = RECORD.replace("(;W[qf]", works);
    let fails = both.replace("MA[mi]C[j\n#a]", "MA[mi]LB[qe:a]C[j\n#a\n;xlib(a)<2]");
    let (tally, wrong) = replayed(&fails, &fails);
    assert_eq!((wrong, tally.constrained), (Vec::new(), 2));
    // The other pattern has no condition, or the same one.
    for same in [both, fails.replace("<2", ">1")] {
        assert_eq!(replayed(&same, &same).1.len(), 2, "{same}");
    }
}

#[test]
fn a_line_that_does_not_fit_is_found() {
    let large = "(;SZ[25];B[vd];W[ed];B[wf]MA[sh]C[#a])";
    let (tally, wrong) = replayed(large, large);
    assert_eq!(tally.proposed, 0);
    assert!(wrong[0].starts_with("the line of JP1 does not fit on a board of 19×19"), "{wrong:?}");
}

/// Our records, all together.
fn ours() -> Vec<(PathBuf, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../patterns/joseki");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .collect();
    paths.sort();
    let record = |(i, path): (usize, PathBuf)| {
        let prefix = joseki::default_prefix(&path.to_string_lossy());
        let text = fs::read_to_string(&path).unwrap();
        (path, compiled(&text, FileId(i as u16), &prefix))
    };
    paths.into_iter().enumerate().map(record).collect()
}

#[test]
fn our_records_propose_every_move_everywhere() {
    let records: Vec<Record> = ours().into_iter().map(|(_, record)| record).collect();
    let mut findings = Diagnostics::default();
    let db = replay::database(&records, &mut findings).unwrap();
    let tally = replay::replay(&records, &db, &mut findings);
    let wrong: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(wrong, [""; 0]);
    assert_eq!(tally.proposed, tally.expected);
    assert_eq!(tally.expected, 16 * db.patterns.len());
}

#[test]
fn our_databases_lead_back_to_records_that_give_them() {
    for (path, record) in ours() {
        let db = path.with_extension("db");
        let text = fs::read_to_string(&db).unwrap();
        let mut sources = Sources::default();
        let mut findings = Diagnostics::default();
        let id = sources.add("x.db", text.clone().into_bytes()).unwrap();
        let sgf = reverse::record(&sources, id, &mut findings).to_string();
        assert!(findings.is_empty(), "{findings:?}");
        let prefix = joseki::default_prefix(&path.to_string_lossy());
        let again = compiled(&sgf, FileId(0), &prefix);
        let header = text.lines().next().unwrap().strip_prefix("# ").unwrap().to_string();
        let written = joseki::database(&[header], &again.entries);
        assert!(written == text, "{path:?}");
        assert_eq!(again.entries.len(), record.entries.len());
    }
}

#[test]
fn what_no_record_can_give_is_named() {
    let text = "attribute_map general\n\n\
        Pattern A\n# a\n\n--+\n.*|\nO.|\n\n:8,sFJ,shape(2)\n\n\
        Pattern B\n# b\n\n--+\n?*|\nO.|\n\n:8,sFJ\n\n\
        Pattern C\n# c\n\n--+\n.*|\nO.|\n\n:8,J\n\n\
        Pattern D\n# d\n\n.*.\nO..\n\n:8,sFJ\n\n\
        Pattern E\n# e\n\n|.O\n|*.\n+--\n\n:8,sFN\n\n|.O\n|ba\n+--\n\n;olib(a)>1\n";
    let mut sources = Sources::default();
    let mut findings = Diagnostics::default();
    let id = sources.add("x.db", text.as_bytes().to_vec()).unwrap();
    let sgf = reverse::record(&sources, id, &mut findings);
    let left_out: Vec<&str> = findings
        .iter()
        .filter(|f| f.code == joseki::codes::NO_JOSEKI)
        .map(|f| f.message.split_once(": ").unwrap().1)
        .collect();
    assert_eq!(
        left_out,
        [
            "it has other elements than `.`, `O`, `X` and `*`",
            "its class is not `sF` and a joseki letter",
            "it is not drawn in a corner",
        ]
    );
    assert_eq!(
        sgf.to_string(),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[A]\n;W[rb];W[sa]\n)"
            .replace("W[rb];W[sa]\n)", "W[rb]\n;W[sa]MA[rb]C[J\n# a\n:shape(2)])\n")
            + "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[E]\n;W[rb]\n;W[sa]MA[rb]LB[ra:a][sa:b]C[0\n# e\n;olib(a)>1])\n"
    );
}
