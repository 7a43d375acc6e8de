//! `katachi match A B` with engines that are shell scripts: what they do wrong is told and lost,
//! and a match that was broken off, or played in parts, comes to the same.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use test_support::Folder;

/// A GTP engine that does this when it is asked for a move, and accepts everything else.
fn engine(folder: &Folder, name: &str, genmove: &str) -> String {
    let script = format!(
        "while read command rest; do\n case $command in\n genmove) {genmove};;\n \
         quit) exit;;\n *) echo =; echo;;\n esac\ndone\n"
    );
    format!("sh '{}'", folder.write(name, script).display())
}

const PASS: &str = "echo '= pass'; echo";

fn katachi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_katachi")).args(args).output().expect("the program")
}

/// Plays a match of two games on 5×5 with more arguments; the result as JSON, and what was told
/// of the games.
fn play(a: &str, b: &str, more: &[&str]) -> (String, String) {
    let fixed = ["match", a, b, "--games", "2", "--boardsize", "5", "--plies", "2", "--json"];
    let output = katachi(&[&fixed, more].concat());
    let [out, err] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).expect("text"));
    assert_eq!(output.status.code(), Some(0), "{err}");
    (out, err)
}

/// A number of the JSON text, the first with this name.
fn number(json: &str, name: &str) -> usize {
    let at = json.find(&format!("\"{name}\": ")).unwrap_or_else(|| panic!("{name} in {json}"));
    let digits = json[at..].split(": ").nth(1).expect("a value");
    let end = digits.find(|ch: char| !ch.is_ascii_digit()).expect("an end");
    digits[..end].parse().expect("a number")
}

#[test]
fn whoever_breaks_off_a_game_loses_it_and_the_reason_is_told() {
    let folder = Folder::new("games-faults");
    let good = engine(&folder, "pass", PASS);
    for (name, does, told, counted) in [
        ("dead", "echo 'out of memory' >&2; exit 3", "exit status: 3): out of memory", "crashes"),
        ("silent", "exec sleep 30", "no answer within", "lost_on_time"),
        ("slow", "sleep 0.5; echo '= pass'; echo", "s were left", "lost_on_time"),
        ("deaf", "echo '? unknown command'; echo", "answered \"? unknown command\"", "illegal"),
        ("blind", "echo '= Z99'; echo", "\"Z99\" is no vertex", "illegal"),
        ("mute", "exec >&-; sleep 1; exit", "closed its output", "crashes"),
        ("endless", "yes '= x'; exit", "an answer without end", "crashes"),
    ] {
        let bad = engine(&folder, name, does);
        let (json, games) = play(&bad, &good, &["--move-limit", "0.3"]);
        assert_eq!((number(&json, "losses"), number(&json, counted)), (2, 2), "{name}: {json}");
        assert!(games.contains(told), "{name}: {games}");
        assert!(games.contains("genmove") || games.contains("move "), "{name}: {games}");
    }
}

#[test]
fn games_end_by_passes_resignation_and_the_limit_of_moves() {
    let folder = Folder::new("games-ends");
    let pass = engine(&folder, "pass", PASS);
    let resign = engine(&folder, "resign", "echo '= resign'; echo");
    // Something else between the answers does no harm.
    let chatty = engine(&folder, "chatty", "echo; echo thinking; echo '= PASS '; echo; echo");
    let (json, _) = play(&resign, &pass, &[]);
    assert_eq!(number(&json, "losses"), 2, "{json}");
    let (json, told) = play(&pass, &chatty, &[]);
    assert_eq!(number(&json, "at_limit"), 0, "{json}");
    assert_eq!(told.matches(", 4 moves;").count(), 2, "{told}");
    let (json, told) = play(&pass, &chatty, &["--moves", "3"]);
    assert_eq!(number(&json, "at_limit"), 2, "{json}");
    assert_eq!(told.matches("(at the limit of moves), 3 moves").count(), 2, "{told}");
    // A scorer of our own choice.
    let scorer = engine(&folder, "scorer", PASS).replace("scorer'", "judge'");
    let script = "while read c r; do case $c in quit) exit;; final_score) echo '= B+9';; *) echo =;; esac; echo; done\n";
    folder.write("judge", script);
    let (json, told) = play(&pass, &pass, &["--scorer", &scorer]);
    assert_eq!(number(&json, "wins"), 1, "{json}");
    assert!(told.contains("A (white) loses, B+9"), "{told}");
    let told = katachi(&["match", &pass, &pass, "--games", "2", "--scorer", &pass]);
    let said = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.status.code() == Some(2) && said.contains("\"\" is no result"), "{said}");
}

fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a list");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    lines.sort();
    lines
}

/// The list of games without times.
fn results(folder: &Path) -> Vec<String> {
    let list = lines(&folder.join("games.jsonl")).into_iter();
    list.map(|l| l.split(",\"spent\"").next().expect("a line").to_string()).collect()
}

#[test]
fn a_match_in_parts_is_the_same_match() {
    let folder = Folder::new("games-parts");
    let pass = engine(&folder, "pass", PASS);
    let path = |name: &str| folder.join(name).display().to_string();
    let run = |more: &[&str]| {
        let fixed = ["match", &pass, &pass, "--games", "8", "--boardsize", "7", "--seed", "3"];
        katachi(&[&fixed, more].concat())
    };
    let listed = run(&["--list"]);
    let listed = String::from_utf8(listed.stdout).expect("text");
    assert_eq!(listed.lines().count(), 4);
    assert!(listed.lines().all(|l| l.split_whitespace().count() == 3), "{listed}");
    let whole = run(&["--folder", &path("whole")]);
    assert_eq!(whole.status.code(), Some(0));
    for (name, pairs) in [("one", "1,3-4"), ("two", "2")] {
        assert!(run(&["--folder", &path(name), "--pairs", pairs]).status.success());
    }
    // A line that was being written when the program was ended.
    let list = folder.join("one/games.jsonl");
    let torn = std::fs::read_to_string(&list).expect("a list");
    assert_eq!(torn.lines().count(), 6);
    std::fs::write(&list, &torn[..torn.len() - 9]).expect("written");
    let merged = run(&["--folder", &path("one"), "--merge", &path("two")]);
    assert!(merged.status.success());
    assert_eq!(results(&folder.join("one")), results(&folder.join("whole")));
    let table = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter(|l| l.contains("pairs") || l.contains("Elo")).collect::<String>()
    };
    assert_eq!(table(&merged), table(&whole));
    let record = folder.join("one/00002-1.sgf");
    let record = String::from_utf8(std::fs::read(record).expect("a record")).expect("text");
    assert!(record.contains("SZ[7]") && record.contains("C[opening]") && record.contains("RE["));
    assert!(folder.read("one/score.svg").starts_with(b"<svg"));
    // Another match does not go on there.
    let other = run(&["--folder", &path("one"), "--komi", "0.5"]);
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && told.contains("another match: rules"), "{told}");
}

#[test]
fn a_sequential_test_stops_the_match() {
    let folder = Folder::new("games-sprt");
    let pass = engine(&folder, "pass", PASS);
    let resign = engine(&folder, "resign", "echo '= resign'; echo");
    let more = ["--games", "400", "--boardsize", "5", "--sprt", "0,100", "--jobs", "1"];
    let output = katachi(&[&["match", &pass, &resign][..], &more].concat());
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.contains("A is stronger by more than 0 Elo"), "{told}");
    let games: usize = told
        .lines()
        .nth(2)
        .and_then(|l| l.split(&['/', ':'][..]).nth(1)?.parse().ok())
        .expect("games");
    assert!((4..100).contains(&games), "{told}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let folder = Folder::new("games-refused");
    let pass = engine(&folder, "pass", PASS);
    let refuses = "while read c; do echo '? unacceptable size'; echo; done\n";
    let refuses = format!("sh '{}'", folder.write("refuses", refuses).display());
    for (args, told) in [
        (&[pass.as_str(), "/no/such/program"][..], "cannot play: /no/such/program"),
        (&[&pass, &refuses], "unacceptable size"),
        (&[&pass, "sh 'x"], "a quote is not closed"),
        (&[&pass, &pass, "--pairs", "0"], "expected numbers from 1"),
        (&[&pass, &pass, "--level", "3"], "does not use it"),
        (&[&pass, &pass, "--db", "x"], "cannot be used with"),
        (&["game.sgf", "--jobs", "2"], "two players"),
    ] {
        let output = katachi(&[&["match"], args].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(told), "{args:?}: {said}");
    }
}

/// Our own program with a weight changed and without a pattern; what it is not told is refused.
#[test]
fn weights_are_tuned_and_patterns_left_out() {
    let folder = Folder::new("games-tune");
    let file = folder.join("steps.jsonl").display().to_string();
    let tune = |more: &[&str]| {
        let fixed = ["tune", "--boardsize", "5", "--moves", "6", "--pairs", "1", "--file", &file];
        katachi(&[&fixed, more].concat())
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let listed = text(tune(&["--list"]).stdout);
    assert!(listed.lines().any(|l| l.starts_with("followup\t0.5\t0 to 1\t")), "{listed}");
    let done = tune(&["followup", "strategic", "--steps", "1"]);
    assert!(text(done.stdout).starts_with("--weight followup="));
    // It goes on with the second step.
    let done = tune(&["followup", "strategic", "--steps", "2"]);
    let told = text(done.stderr);
    assert!(told.contains("step 2:") && !told.contains("step 1:"), "{told}");
    assert_eq!(lines(Path::new(&file)).len(), 2);
    let other = tune(&["followup", "--steps", "3"]);
    assert!(text(other.stderr).contains("a step of other weights"));

    let ablate = |groups: &[&str]| {
        let fixed = ["ablate", "--boardsize", "5", "--moves", "6", "--games", "2"];
        katachi(&[&fixed, groups].concat())
    };
    let told = text(ablate(&["general:Hane*", "general"]).stdout);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.starts_with("general:Hane*\t") && told.contains("/2\tElo "), "{told}");
    let told = text(ablate(&["general:Nobody"]).stderr);
    assert!(told.contains("general:Nobody: no such database or pattern"), "{told}");
    let weight = katachi(&["gtp", "--weight", "luck=1"]);
    assert!(text(weight.stderr).contains("there is no weight"));
}
