//! Positions drawn in ASCII.
//!
//! A diagram has one line per row, `.` (or `+`) for an empty vertex, `X` for
//! Black and `O` for White, blanks between them as one likes. Row numbers at
//! either end of a line and lines of column letters are skipped, so what
//! [`draw`] prints can be read back.

use crate::board::{Board, SetupError};
use mkpat_rt::geom::{Cell, Color, MAX_BOARD, Point, column_letter};
use std::fmt;

/// Why a text is not a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiagramError {
    /// A row (from 1) that does not have as many vertices as there are rows.
    Width {
        /// The row, from 1 at the top.
        row: usize,
        /// Vertices found.
        found: usize,
        /// Vertices wanted.
        wanted: usize,
    },
    /// A character that means nothing.
    Character {
        /// The line of the text, from 1.
        line: usize,
        /// The character.
        found: char,
    },
    /// The stones do not make a board.
    Setup(SetupError),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::Width { row, found, wanted } => {
                write!(f, "row {row} has {found} vertices, not {wanted}")
            }
            DiagramError::Character { line, found } => {
                write!(f, "line {line}: {found:?} means nothing in a diagram")
            }
            DiagramError::Setup(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for DiagramError {}

/// Reads a square diagram.
///
/// # Errors
/// If it is not square, has an unknown character, or a string without liberty.
pub fn parse(text: &str) -> Result<Board, DiagramError> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let body = line.trim().trim_matches(|c: char| c.is_ascii_digit() || c == ' ');
        if body.is_empty() || is_letters(body) {
            continue;
        }
        let mut row = Vec::new();
        for ch in body.chars() {
            match ch {
                '.' | '+' => row.push(Cell::Empty),
                'X' | 'x' => row.push(Cell::Black),
                'O' | 'o' => row.push(Cell::White),
                ' ' => {}
                found => return Err(DiagramError::Character { line: number + 1, found }),
            }
        }
        rows.push(row);
    }
    let size = rows.len();
    if size == 0 || size > MAX_BOARD {
        return Err(DiagramError::Setup(SetupError::Size(size)));
    }
    let mut stones = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        if row.len() != size {
            return Err(DiagramError::Width { row: r + 1, found: row.len(), wanted: size });
        }
        for (c, cell) in row.iter().enumerate() {
            stones.extend(cell.color().map(|color| (color, Point::new(r, c))));
        }
    }
    Board::with_stones(size, stones).map_err(DiagramError::Setup)
}

/// Whether a line holds column letters: `A B C …`.
fn is_letters(body: &str) -> bool {
    body.starts_with('A')
        && body
            .split_whitespace()
            .enumerate()
            .all(|(i, word)| i < MAX_BOARD && word.chars().eq([column_letter(i)]))
}

/// Draws the board with coordinates, one line per row.
pub fn draw(board: &Board) -> String {
    let size = board.size();
    let mut letters = String::from("  ");
    for c in 0..size {
        letters.push(' ');
        letters.push(column_letter(c));
    }
    letters.push('\n');
    let mut out = letters.clone();
    for r in 0..size {
        out.push_str(&format!("{:2}", size - r));
        for c in 0..size {
            out.push(' ');
            out.push(match board.at(Point::new(r, c)).color() {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            });
        }
        out.push_str(&format!(" {}\n", size - r));
    }
    out.push_str(&letters);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_can_be_read_back() {
        let board = parse(".X.\n O . .\n..+").expect("a board");
        assert_eq!(board.size(), 3);
        let drawn = draw(&board);
        assert_eq!(drawn.lines().nth(1), Some(" 3 . X . 3"));
        let again = parse(&drawn).expect("a board");
        assert_eq!(board.hash(), again.hash());
    }

    #[test]
    fn bad_diagrams_are_errors() {
        assert!(matches!(parse(""), Err(DiagramError::Setup(SetupError::Size(0)))));
        assert_eq!(parse("..\n.").err(), Some(DiagramError::Width { row: 2, found: 1, wanted: 2 }));
        assert_eq!(parse("..\n.?").err(), Some(DiagramError::Character { line: 2, found: '?' }));
        assert!(matches!(parse("XO\nO."), Err(DiagramError::Setup(SetupError::NoLiberty(_)))));
    }
}
