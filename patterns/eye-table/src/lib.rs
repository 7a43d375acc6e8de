//! Computes the database of eye shapes, `patterns/eyes.db`.
//!
//! `shapes` lists the graphs of all eye spaces of a size, `game` solves the game in each of
//! them for every choice of marginal vertices and for all stones of the attacker at once,
//! and `table` writes what was found in the language of eye databases
//! (`docs/pattern-language.md`, "Eye shapes"). Nothing here reads a database: every value follows
//! from the rules of the game.
//!
//! What the four values mean is told in the GNU Go 3.8 manual, "Eye Local Game Values"; what
//! the game is, in the head of `game`. Not in the table: spaces of seven vertices
//! with a stone on a marginal one (`$`), spaces with more than one of these, and spaces around a
//! stone of the wall (they enclose a place of their own).

mod game;
mod shapes;
mod table;

pub use game::{Game, MAX_SIZE, OUTSIDE_LIBERTIES, Position, Side, Space, Value};
pub use table::{Counts, write};

/// The head of the file.
pub fn head() -> String {
    "\
# Eye shapes of Katachi. This file is computed, not collected:
#
#     cargo run --release -p eye-table > patterns/eyes.db
#
# Every eye space of at most seven vertices is judged by solving its game. A wall of the defender
# with three liberties elsewhere stands around it. Marginal vertices touch stones of the attacker
# that cannot be taken; in spaces of at most six vertices one of them may hold a stone that can
# ($). Seki counts as life, and a ko is fought without threats. Eyes are two if the wall lives by
# the space alone, one if it lives together with another eye. The line after a pattern's name says how
# many positions were looked at for it and for the patterns after it. Shapes at an edge or in a
# corner are written where they are worth something else there; what is not here is worth two eyes.

"
    .to_string()
}

#[cfg(test)]
mod tests {
    /// The file begins with what is computed now, for all spaces of at most five vertices.
    #[test]
    fn the_file_is_what_is_computed() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../eyes.db");
        let file = std::fs::read_to_string(file).expect("patterns/eyes.db");
        let mut text = super::head();
        for size in 1..=5 {
            super::write(size, &mut text);
        }
        let line = text.lines().zip(file.lines()).position(|(a, b)| a != b);
        assert!(file.starts_with(&text), "they differ in line {:?} (from 0)", line);
    }

    /// The values of all shapes do not decrease from the attacker's two moves to the
    /// defender's.
    #[test]
    fn more_moves_never_cost_eyes() {
        let mut text = String::new();
        super::write(5, &mut text);
        let values: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix(':')).collect();
        assert!(values.len() > 100);
        for v in values {
            assert!(v.as_bytes().is_sorted(), "{v}");
        }
    }
}
