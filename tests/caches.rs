//! The same answers with tables and without (`--cache-size 0`), over all regression
//! suites.
//!
//! Both sessions go through every suite line by line; the one with tables keeps what it
//! has read from position to position. All questions to the tactical reader are
//! compared; of the rest, and of the strings of the positions, a sample.
//! `KATACHI_CACHES=all` compares everything, for some hours; with `--nocapture` it tells
//! how far it is.

use katachi_frontend::gtp;
use katachi_frontend::regress::suite::{Suite, SuiteLine};
use katachi_frontend::session::{Session, Settings};
use std::path::Path;
use test_support::shared;

/// Commands of the suites that only read.
const READING: [&str; 9] = [
    "attack",
    "defend",
    "attack_either",
    "defend_both",
    "does_attack",
    "does_defend",
    "ladder_attack",
    "worm_data",
    "worm_cutstone",
];

/// Every so many positions all strings are attacked and defended.
const STRINGS: usize = 150;

/// Every so many other tests are asked.
const OTHERS: usize = 500;

/// With tables, and without.
struct Pair {
    sessions: [Session; 2],
    compared: usize,
    wrong: Vec<String>,
}

impl Pair {
    fn new() -> Pair {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
        let make = |cache| {
            let patterns = mkpat::language::load::load(&dir).0.expect("databases without errors");
            let settings = Settings { cache, ..Settings::default() };
            Session::new(patterns, &settings).expect("a session")
        };
        let cache = Settings::default().cache;
        Pair { sessions: [make(cache), make(0)], compared: 0, wrong: Vec::new() }
    }

    fn ask(&mut self, line: &str) -> [String; 2] {
        self.sessions.each_mut().map(|s| gtp::execute(s, line).unwrap_or_default())
    }

    fn compare(&mut self, place: &str, line: &str) {
        let [with, without] = self.ask(line);
        self.compared += 1;
        if with != without {
            self.wrong.push(format!(
                "{place}: {line}: {} with tables, {} without",
                with.trim(),
                without.trim()
            ));
        }
    }

    fn compare_strings(&mut self, place: &str) {
        for color in ["black", "white"] {
            let [stones, _] = self.ask(&format!("worm_stones {color}"));
            let firsts = stones.trim_start_matches('=').lines();
            let firsts: Vec<&str> =
                firsts.filter_map(|line| line.split_whitespace().next()).collect();
            for at in firsts {
                self.compare(place, &format!("attack {at}"));
                self.compare(place, &format!("defend {at}"));
            }
        }
    }
}

#[test]
fn tables_change_no_answer() {
    let Some(folder) = shared("regression") else { return };
    let all = std::env::var("KATACHI_CACHES").is_ok_and(|v| v == "all");
    let (strings, others) = if all { (1, 1) } else { (STRINGS, OTHERS) };
    let mut suites: Vec<_> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "tst"))
        .collect();
    suites.sort();
    assert!(!suites.is_empty(), "no suites");
    let mut pair = Pair::new();
    let (mut positions, mut tests) = (0, 0);
    for path in suites {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a suite")).into_owned();
        for step in Suite::parse(&name, &text).0.steps {
            let (id, line) = match step {
                SuiteLine::Command(line) => (0, line),
                SuiteLine::Test { id, command, .. } => (id, command),
            };
            let place = format!("{name}:{id}");
            let command = line.split_whitespace().next().unwrap_or_default();
            if let Some(record) = line.strip_prefix("loadsgf ") {
                pair.ask(&format!("loadsgf {}/{record}", folder.display()));
                positions += 1;
                if positions % strings == 0 {
                    pair.compare_strings(&format!("{name}, {record}"));
                }
            } else if READING.contains(&command) {
                pair.compare(&place, &line);
            } else if id == 0 {
                pair.ask(&line);
            } else {
                tests += 1;
                if tests % others == 0 {
                    pair.compare(&place, &line);
                }
            }
        }
        if all {
            println!("{name}: {} compared so far, {} differ", pair.compared, pair.wrong.len());
        }
    }
    println!("{} answers compared in {positions} positions", pair.compared);
    assert!(pair.compared > 300, "only {} answers compared", pair.compared);
    assert!(pair.wrong.is_empty(), "{}", pair.wrong.join("\n"));
}
