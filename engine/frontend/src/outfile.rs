//! The record that `-o` writes while a game goes on: every move, and what the engine thought of its own.
//!
//! It is written anew after each move, so that it is complete whenever the program ends.

use std::io;
use std::path::{Path, PathBuf};

use engine::game::Game;
use mkpat_rt::geom::Color;

use crate::player::DescribedCandidate;
use crate::record::{self, Annotations};

/// See the module head.
#[derive(Debug)]
pub(crate) struct Outfile {
    path: PathBuf,
    /// For each move of the game.
    comments: Vec<String>,
    /// Why it could not be written, the first time.
    failure: Option<io::Error>,
}

impl Outfile {
    /// A record in this file, which is made at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(path: &Path, game: &Game, to_move: Color) -> io::Result<Outfile> {
        let path = path.to_path_buf();
        let mut out = Outfile { path, comments: Vec::new(), failure: None };
        out.write(game, to_move, None);
        match out.failure.take() {
            None => Ok(out),
            Some(e) => Err(e),
        }
    }

    /// The game has changed; `comment` is about its last move.
    pub(crate) fn note(&mut self, game: &Game, to_move: Color, comment: &str) {
        let moves = game.moves().len();
        self.comments.resize(moves, String::new());
        if let Some(last) = self.comments.last_mut().filter(|_| !comment.is_empty()) {
            *last = comment.to_string();
        }
        self.write(game, to_move, None);
    }

    /// Writes how the game ended.
    pub(crate) fn end(&mut self, game: &Game, to_move: Color, result: &str) {
        self.write(game, to_move, Some(result));
    }

    /// Another game begins.
    pub(crate) fn restart(&mut self, game: &Game, to_move: Color) {
        self.comments.clear();
        self.write(game, to_move, None);
    }

    fn write(&mut self, game: &Game, to_move: Color, result: Option<&str>) {
        let comments = &self.comments;
        let annotations = Annotations { result, comments, ..Annotations::default() };
        let text = record::print_annotated(game, to_move, &annotations);
        if let Err(e) = std::fs::write(&self.path, text) {
            self.failure.get_or_insert(e);
        }
    }

    /// Why the record is not complete, if it is not.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.as_ref().map(|e| format!("{}: {e}", self.path.display()))
    }
}

/// What is told of a move that was chosen: the best moves with their values and reasons.
pub(crate) fn comment(seen: &[DescribedCandidate], size: usize) -> String {
    let line = |c: &DescribedCandidate| {
        format!("{} {:.2}: {}", c.point.name(size), c.value, c.reasons.join("; "))
    };
    seen.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, Settings};
    use mkpat_rt::geom::Point;

    #[test]
    fn the_record_holds_every_move_and_what_was_thought_of_ours() {
        let name = format!("katachi-outfile-{}.sgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        let settings = Settings { size: 9, ..Settings::default() };
        let mut s = Session::new(crate::testing::patterns(), &settings).expect("a session");
        s.record_to(&path).expect("a file");
        let read = || std::fs::read_to_string(&path).expect("a record");
        assert!(read().contains("SZ[9]"));
        s.play(Color::Black, Point::parse("E5", 9).expect("a vertex")).expect("legal");
        s.generate(Color::White, false, true);
        let told = read();
        let [black, white] = ["\n;B[", "\n;W["].map(|m| told.find(m).expect("a move"));
        assert!(!told[black..white].contains("C["), "{told}");
        assert!(told[white..].contains("C["), "{told}");
        assert!(s.undo(1));
        assert!(!read().contains("C[") && read().contains("B[ee]"));
        s.clear();
        assert!(!read().contains("B[ee]"));
        assert_eq!(s.record_failure(), None);
        std::fs::remove_file(&path).expect("it is there");
        assert!(s.record_to(Path::new("no such folder/x.sgf")).is_err());
    }
}
