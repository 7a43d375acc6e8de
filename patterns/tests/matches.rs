//! The test corpus of our databases: positions with the matches expected there.
//! The same as `mkpat test patterns/tests/matches`; `--update` rewrites it.

use std::path::Path;

use mkpat::language::manifest::{DatabaseSpec, Kind};
use mkpat_rt::table::Table;

#[test]
fn databases_match_where_the_corpus_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let set = patterns::pattern_set().unwrap();
    let databases: Vec<_> = set.databases.iter().map(|db| &db.data).collect();
    let folder = root.join("tests/matches");
    let cases = mkpat::tools::match_tests::check_folder(&folder, &databases, None);
    assert!(cases.unwrap_or_else(|wrong| panic!("{wrong}")) >= 10);

    // The obviously right matcher agrees with the tables that are compiled in.
    let naive: Vec<_> = set
        .databases
        .iter()
        .map(|db| mkpat_rt::db::PatternDb { table: Table::Naive, ..db.data.clone() })
        .collect();
    let naive: Vec<_> = naive.iter().collect();
    mkpat::tools::match_tests::check_folder(&folder, &naive, None)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// A pattern as it is compiled, for review when the compiler changes.
#[test]
fn a_pattern_is_compiled_as_reviewed() {
    mkpat::assert_pattern_snapshot!(
        "attribute_map general\n\nPattern Hane1\n# hane at the head of two stones\n\n\
         o*.\nOX.\nOX?\n\n:8,OXEa,shape(4)\n\na*.\nOB.\nOB?\n\n\
         ;lib(B)>2 && (!safe_xmove(a) || oplay_attack_either(*,a,a,B))\n"
    );
    let corner = DatabaseSpec::inferred("joseki", "joseki.db", Kind::Corner);
    mkpat::assert_pattern_snapshot!(
        &corner,
        "Pattern Press1\n# press the low stone down\n\n---+\n...|\n.X.|\n*..|\n...|\n\n:8,sF\n"
    );
}
