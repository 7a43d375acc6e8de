//! The survey of GNU Go's databases in the shared material: whatever helper they call
//! exists at the stage at which they are matched, with the number of arguments that the
//! survey tells.

use crate::common;
use std::fs;

use mkpat_rt::helper::{Helper, Signature, Stage};

/// The short names of the databases in the tables of the survey.
const DATABASES: &[(&str, Stage)] = &[
    ("pat", Stage::Movegen),
    ("jos", Stage::Movegen),
    ("end", Stage::Movegen),
    ("fus", Stage::Movegen),
    ("ora", Stage::Movegen),
    ("att", Stage::Worms),
    ("def", Stage::Worms),
    ("con", Stage::Dragons),
    ("inf", Stage::Influence),
    ("bar", Stage::Influence),
    ("aa", Stage::Combination),
    ("oa", Stage::Owl),
    ("ov", Stage::Owl),
    ("od", Stage::Owl),
    ("han", Stage::Handicap),
];

#[test]
fn every_helper_exists_at_the_stages_of_the_databases_that_use_it() {
    let Some(path) = common::shared("spec/autohelpers.md") else { return };
    let text = fs::read_to_string(path).unwrap();
    let (mut helpers, mut uses) = (0, 0);
    for line in text.lines() {
        // | `name` | arguments | use | result | cost | basis | meaning | total: db n, … |
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, arity, .., occurrences] = cells[..] else { continue };
        let Some(name) = name.strip_prefix('`').and_then(|name| name.strip_suffix('`')) else {
            continue;
        };
        if cells.len() < 8 {
            continue;
        }
        let helper = Helper::from_name(name).unwrap_or_else(|| panic!("{name} is not known"));
        helpers += 1;
        let least: usize = arity.trim_start_matches('≥').parse().unwrap();
        let signature = helper.info().signature;
        assert_eq!(signature.min_args(), least, "{name}");
        assert_eq!(matches!(signature, Signature::Fixed(_)), !arity.starts_with('≥'), "{name}");
        let Some((_, databases)) = occurrences.split_once(": ") else { continue };
        for part in databases.split(',') {
            let database = part.split_whitespace().next().unwrap();
            let stage = DATABASES.iter().find(|(code, _)| *code == database);
            let (_, stage) = stage.unwrap_or_else(|| panic!("{name}: {database}"));
            assert!(stage.allows(helper), "{name} in {database}");
            uses += 1;
        }
    }
    assert_eq!(helpers, 128, "126 functions, and two called around the table");
    assert!(uses > 250, "{uses} uses found");
}
