//! The codes of reading against those of GNU Go 3.8 with deeper limits: all strings of a
//! position, attacked and defended.
//!
//! There are two sets of questions. `oracle/reading.tsv.gz` of the reference material asks about
//! 300 positions; it served for choosing the settings of the reader. The other, about positions of
//! games that the first one does not touch, has its answers here (`oracle/other_positions.txt`):
//! it tells whether what was gained in the first set holds elsewhere, as long as no setting is
//! chosen by it.
//!
//! The questions that are answered with another code are written down, one per line
//! (`oracle/differences.txt`, `oracle/other_differences.txt`), and a change of either set fails:
//! so no answer that is gained hides one that is lost. Not every difference is a mistake of ours;
//! both programs give up somewhere. `UPDATE_ORACLE=1` writes the present differences into the
//! files, for `git diff` to show; `UPDATE_ORACLE=answers` chooses the other positions and asks GNU Go
//! about them anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use katachi_frontend::gtp;
use katachi_frontend::session::{Session, Settings};
use test_support::gnugo::{GnuGo, tidy};
use test_support::shared;

/// How many other positions there are.
const OTHERS: usize = 80;

/// Plies that GNU Go reads deeper than by default.
const DEEPER: usize = 4;

/// A question about a position (record and move number), and the code that is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Question {
    position: String,
    command: String,
    code: String,
}

/// The first word of a response.
fn code(response: &str) -> String {
    let text = response.trim_start_matches('=');
    text.split_whitespace().next().unwrap_or_default().to_string()
}

fn session() -> Session {
    let patterns = patterns::pattern_set().expect("databases");
    Session::new(patterns, &Settings::default()).expect("a session")
}

fn is_update(what: &str) -> bool {
    std::env::var("UPDATE_ORACLE").is_ok_and(|value| value == what)
}

/// A file beside this one.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle").join(name)
}

fn load(session: &mut Session, games: &Path, position: &str) {
    let response = gtp::execute(session, &format!("loadsgf {}/{position}", games.display()));
    assert!(response.is_some_and(|r| r.starts_with('=')), "{position}");
}

/// Asks all; the questions with another code, a line each, sorted.
fn differences(questions: &[Question], games: &Path) -> BTreeSet<String> {
    let (mut session, mut last, mut out) = (session(), "", BTreeSet::new());
    for q in questions {
        if q.position != last {
            load(&mut session, games, &q.position);
            last = &q.position;
        }
        let ours = code(&gtp::execute(&mut session, &q.command).expect("an answer"));
        if ours != q.code {
            out.insert(format!("{}\t{}\t{ours}\t{}", q.position, q.command, q.code));
        }
    }
    out
}

/// Holds the present differences against those that are written down, or writes them.
fn compare(name: &str, questions: &[Question], games: &Path) {
    let now = differences(questions, games);
    let path = file(name);
    if is_update("1") {
        let mut text = format!(
            "# Of {} questions {} are answered with another code than that of GNU Go, reading deeply.\n\
             # Position, question, our code, its code. Written by `UPDATE_ORACLE=1 cargo test --test all oracle`.\n",
            questions.len(),
            now.len()
        );
        now.iter().for_each(|line| text += &format!("{line}\n"));
        return std::fs::write(&path, text).expect("the differences are written");
    }
    let kept = std::fs::read_to_string(&path).expect("the differences");
    let before: BTreeSet<String> =
        kept.lines().filter(|line| !line.starts_with('#')).map(String::from).collect();
    let mut changes = String::new();
    now.difference(&before).for_each(|line| changes += &format!("+ {line}\n"));
    before.difference(&now).for_each(|line| changes += &format!("- {line}\n"));
    assert!(
        changes.is_empty(),
        "{name}: {} differences, {} before; if those that are new (+) are worth those that are gone (-), \
         `UPDATE_ORACLE=1 cargo test --test all oracle` writes them down:\n{changes}",
        now.len(),
        before.len()
    );
}

/// The questions of the reference material: a table with a head and five columns.
fn reference_questions(path: &Path) -> Vec<Question> {
    let mut table = String::new();
    let file = std::fs::File::open(path).expect("the table");
    GzDecoder::new(file).read_to_string(&mut table).expect("a compressed table");
    let question = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, position, command, _, deep] = columns[..] else { panic!("five columns: {line}") };
        Question { position: position.into(), command: command.into(), code: code(deep) }
    };
    table.lines().skip(1).map(question).collect()
}

/// The questions of a file of ours: `position: …`, then the questions about it, `attack D4 = 1 E5`.
fn own_questions(text: &str) -> Vec<Question> {
    let (mut position, mut out) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("position: ") {
            position = name.to_string();
        } else {
            let (command, answer) = line.split_once(" = ").expect("a question and its answer");
            let (position, command) = (position.clone(), command.to_string());
            out.push(Question { position, command, code: code(answer) });
        }
    }
    out
}

/// All records of a folder, sorted, as names that begin with `name`.
fn records(folder: &Path, name: &str, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            records(&path, &name, out);
        } else if name.ends_with(".sgf") {
            out.insert(name);
        }
    }
}

/// Chooses the other positions: from the records that the reference questions do not use, in the
/// order of their names, every so many-th, before move 20, 57, 94 and so on up to 200 (or at the
/// end of a shorter game). Then asks GNU Go.
fn write_answers(reference: &[Question], games: &Path) {
    let Some(mut gnugo) = GnuGo::start(games) else { return };
    let mut all = BTreeSet::new();
    records(&games.join("games"), "games", &mut all);
    let record = |position: &str| position.split(' ').next().unwrap_or_default().to_string();
    let used: BTreeSet<String> = reference.iter().map(|q| record(&q.position)).collect();
    let free: Vec<&String> = all.difference(&used).collect();
    let mut session = session();
    let mut text = format!(
        "# What GNU Go 3.8 answers, reading {DEEPER} plies deeper than by default, about {OTHERS} positions of\n\
         # games that `oracle/reading.tsv.gz` of the reference material does not use: record and move\n\
         # number as `loadsgf` takes them. Written by `UPDATE_ORACLE=answers cargo test --test all oracle`.\n"
    );
    for i in 0..OTHERS {
        let position = format!("{} {}", free[i * free.len() / OTHERS], 20 + i * 37 % 181);
        load(&mut session, games, &position);
        assert!(gnugo.ask(&format!("loadsgf {position}")).starts_with('='), "{position}");
        // Loading takes the depths back.
        (0..DEEPER).for_each(|_| assert_eq!(gnugo.ask("increase_depths"), "="));
        let _ = writeln!(text, "position: {position}");
        for color in ["black", "white"] {
            let stones = gtp::execute(&mut session, &format!("worm_stones {color}"));
            let stones = tidy(&stones.expect("an answer"));
            let lines = stones.trim_start_matches('=').lines();
            for at in lines.filter_map(|line| line.split_whitespace().next()) {
                for command in ["attack", "defend"] {
                    let line = format!("{command} {at}");
                    let answer = gnugo.ask(&line);
                    let _ = writeln!(text, "{line} {answer}");
                }
            }
        }
    }
    std::fs::write(file("other_positions.txt"), text).expect("the answers are written");
}

#[test]
fn the_codes_that_differ_from_the_reference_are_known() {
    let Some(table) = shared("oracle/reading.tsv.gz") else { return };
    let Some(games) = shared("regression") else { return };
    let questions = reference_questions(&table);
    assert_eq!(questions.len(), 20_762);
    compare("differences.txt", &questions, &games);
}

#[test]
fn the_codes_that_differ_in_other_positions_are_known() {
    let Some(table) = shared("oracle/reading.tsv.gz") else { return };
    let Some(games) = shared("regression") else { return };
    let reference = reference_questions(&table);
    if is_update("answers") {
        return write_answers(&reference, &games);
    }
    let text = std::fs::read_to_string(file("other_positions.txt")).expect("the answers");
    let questions = own_questions(&text);
    let positions: BTreeSet<&String> = questions.iter().map(|q| &q.position).collect();
    assert_eq!(positions.len(), OTHERS);
    assert!(reference.iter().all(|q| !positions.contains(&q.position)), "a position of both sets");
    compare("other_differences.txt", &questions, &games);
}
