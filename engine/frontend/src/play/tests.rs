//! Games played from a script.

use super::*;
use crate::session::Settings;

/// Answers from a list and keeps what is said, the input included.
struct Script {
    lines: std::vec::IntoIter<String>,
    said: String,
}

impl Terminal for Script {
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        let line = self.lines.next();
        self.said += &format!("{prompt}{}\n", line.as_deref().unwrap_or("<end>"));
        Ok(line)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.said += text;
        Ok(())
    }
}

const BOTH: People = People { black: true, white: true };

fn run(size: usize, people: People, lines: &[&str]) -> String {
    let settings = Settings { size, ..Settings::default() };
    let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
    let lines: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
    let mut script = Script { lines: lines.into_iter(), said: String::new() };
    play(&mut session, people, &mut script).expect("a script does not fail");
    script.said
}

#[test]
fn a_game_of_two_people() {
    let lines = ["b2", "C3", "b2", "zz", "s", "undo", "pass", "p", "a1", "quit"];
    insta::assert_snapshot!(run(3, BOTH, &lines));
}

#[test]
fn the_engine_answers_a_move_and_undo_takes_both_back() {
    let said = run(5, People { black: true, white: false }, &["c3", "undo", "undo"]);
    assert_eq!(said.matches("Katachi (white)").count(), 1, "{said}");
    assert!(said.contains("There is no move to take back"), "{said}");
    let boards: Vec<&str> = said.split("\n\n").collect();
    let end = "black (1): <end>\n\nThe input has ended, and the game is not over.\n";
    assert!(said.ends_with(end), "{said}");
    assert!(boards.len() >= 3);
}

#[test]
fn resigning_ends_the_game_and_undo_goes_on() {
    let said = run(3, BOTH, &["b2", "resign", "a1", "undo", "b2", "q"]);
    assert!(said.contains("The game is over: B+R"), "{said}");
    assert!(said.contains("`undo`, `new` or `quit`?"), "{said}");
    assert!(said.contains("black (1): b2"), "{said}");
}

#[test]
fn games_are_saved_and_loaded() {
    let dir = std::env::temp_dir().join(format!("katachi-play-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    let file = dir.join("a game.sgf").display().to_string();
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    let said = run(3, BOTH, &["b2", &save, "new", &load, "save", "load nowhere", "save /", "quit"]);
    let text = std::fs::read_to_string(&file).expect("a saved game");
    std::fs::remove_dir_all(&dir).expect("removed");
    assert!(text.contains(";B[bb]"), "{text}");
    assert!(said.contains("white (2): save\nWhere to?"), "{said}");
    assert!(said.contains("Cannot load nowhere"), "{said}");
    assert!(said.contains("Cannot write /"), "{said}");
}

#[test]
fn vertices_are_read_whole() {
    let said = run(9, BOTH, &["d4 c5", "i5", "k4", "d10", "d4", "resign", "quit"]);
    for told in [
        "One move at a time: what does \"c5\" mean?",
        "There is no column I: after H comes J.",
        "K4 is not on this board: columns go from A to J, rows from 1 to 9.",
        "D10 is not on this board",
        "The game is over: B+R (Black wins: White has resigned)",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    // Nothing was played before D4.
    assert_eq!(said.matches("black (1): ").count(), 5, "{said}");
}
