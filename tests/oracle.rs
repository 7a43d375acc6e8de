//! The codes of reading against those of GNU Go, four plies deeper than usual
//! (`oracle/reading.tsv.gz` of the shared material): all strings in 300 positions,
//! attacked and defended.
//!
//! How many codes differ is written down here, so that no change of reading passes
//! unnoticed: whoever mends some lowers the number, and whoever breaks some has to mend as
//! many others. Not every difference is a mistake of ours: both programs give up somewhere.

use flate2::read::GzDecoder;
use katachi_frontend::gtp;
use katachi_frontend::session::{Session, Settings};
use std::io::Read as _;
use test_support::shared;

/// How many of the questions are answered with another code.
const DIFFERENT: usize = 145;

/// And how many there are.
const QUESTIONS: usize = 20_762;

/// A question about a position, and the code that is expected.
struct Question<'a> {
    position: &'a str,
    command: &'a str,
    code: &'a str,
}

/// The questions of the table, which has a head and five columns.
fn questions(table: &str) -> impl Iterator<Item = Question<'_>> {
    table.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, position, command, _, deep] = columns[..] else { panic!("five columns: {line}") };
        Question { position, command, code: deep.split(' ').next().unwrap_or_default() }
    })
}

#[test]
fn codes_are_those_of_deep_reading() {
    let (Some(oracle), Some(games)) = (shared("oracle/reading.tsv.gz"), shared("regression"))
    else {
        return;
    };
    let mut table = String::new();
    let file = std::fs::File::open(oracle).expect("the oracle");
    GzDecoder::new(file).read_to_string(&mut table).expect("a compressed table");
    let patterns = patterns::pattern_set().expect("databases");
    let mut session = Session::new(patterns, &Settings::default()).expect("a session");
    let mut ask = |line: &str| gtp::execute(&mut session, line).expect("an answer");
    let (mut last, mut asked, mut different) = ("", 0, Vec::new());
    for q in questions(&table) {
        if q.position != last {
            ask(&format!("loadsgf {}/{}", games.display(), q.position));
            last = q.position;
        }
        let answer = ask(q.command);
        let code = answer.trim_start_matches('=').split_whitespace().next().unwrap_or_default();
        asked += 1;
        if code != q.code {
            different.push(format!("{}: {}: {code}, not {}", q.position, q.command, q.code));
        }
    }
    assert_eq!((asked, different.len()), (QUESTIONS, DIFFERENT), "{}", different.join("\n"));
}
