//! GNU Go's records: all can be read, replayed and printed.

use std::fs;
use std::path::{Path, PathBuf};

use katachi_sgf::{Sgf, position_at};

fn records(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records(&path, found);
        } else if path.extension().is_some_and(|e| e == "sgf") {
            found.push(path);
        }
    }
}

#[test]
fn all_records_are_read_replayed_and_printed() {
    let Some(shared) = test_support::shared("") else { return };
    let mut files = Vec::new();
    records(&shared.join("regression"), &mut files);
    records(&shared.join("corpus"), &mut files);
    assert!(files.len() > 100);
    for file in files {
        let sgf = Sgf::read(&fs::read(&file).unwrap()).unwrap_or_else(|e| panic!("{file:?}: {e}"));
        let position = position_at(&sgf, None).unwrap_or_else(|e| panic!("{file:?}: {e:?}"));
        let again = Sgf::parse(sgf.to_string()).unwrap();
        assert_eq!(again.len(), sgf.len(), "{file:?}");
        for ((_, a), (_, b)) in sgf.nodes().zip(again.nodes()) {
            let plain = |n: &katachi_sgf::Node| -> Vec<(String, Vec<String>)> {
                let values = |p: &katachi_sgf::Property| {
                    p.values.iter().map(|v| v.raw.clone()).collect::<Vec<_>>()
                };
                n.properties.iter().map(|p| (p.name.to_string(), values(p))).collect()
            };
            assert_eq!(plain(a), plain(b), "{file:?}");
        }
        assert_eq!(position_at(&again, None).unwrap().stones, position.stones, "{file:?}");
    }
}
