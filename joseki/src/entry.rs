//! One joseki pattern, between the record and the text.

use katachi_sgf::{Color, NodeId, Span};

/// What a joseki move is, from the first character of the comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// `U`: urgent.
    Urgent,
    /// `J` or `S`, and everything without a sign: standard.
    Standard,
    /// `j` or `s`: a lesser joseki move.
    Lesser,
    /// `T`: a trick.
    Trick,
    /// `t`: a minor move; playing elsewhere is possible.
    Minor,
    /// `0`, `A` or `a`: a bad move that looks good.
    Antisuji,
}

impl Class {
    /// The class that the first byte of a comment stands for.
    pub fn of_comment(comment: &str) -> Class {
        match comment.bytes().next() {
            Some(b'U' | b'u') => Class::Urgent,
            Some(b'j' | b's') => Class::Lesser,
            Some(b'T') => Class::Trick,
            Some(b't') => Class::Minor,
            Some(b'0' | b'A' | b'a') => Class::Antisuji,
            _ => Class::Standard,
        }
    }

    /// Its letter on the colon line.
    pub const fn letter(self) -> char {
        match self {
            Class::Urgent => 'U',
            Class::Standard => 'J',
            Class::Lesser => 'j',
            Class::Trick => 'T',
            Class::Minor => 't',
            Class::Antisuji => 'N',
        }
    }

    /// What it means, in a word or two.
    pub const fn meaning(self) -> &'static str {
        match self {
            Class::Urgent => "urgent",
            Class::Standard => "standard",
            Class::Lesser => "lesser",
            Class::Trick => "trick",
            Class::Minor => "minor",
            Class::Antisuji => "bad",
        }
    }
}

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Prefix and number.
    pub name: String,
    /// The node it comes from.
    pub node: NodeId,
    /// The text of that node.
    pub span: Span,
    /// Who moves.
    pub color: Color,
    /// Comment lines, each with its `#`.
    pub comments: Vec<String>,
    /// Elements of the rectangle from the top, `X O . *`, without edges.
    pub rows: Vec<String>,
    /// Whether it is symmetric about the diagonal through the corner.
    pub symmetric: bool,
    /// What kind of move it is.
    pub class: Class,
    /// What follows the class letter on the colon line, its comma included.
    pub values: String,
    /// The rows with labels put over the elements, if there is a label, a
    /// constraint or an action.
    pub labels: Option<Vec<String>>,
    /// Constraint lines, each with its `;`.
    pub constraint: Vec<String>,
    /// Action lines, each with its `>`.
    pub action: Vec<String>,
}

impl Entry {
    /// Rows and columns of the rectangle.
    pub fn extent(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.first().map_or(0, String::len))
    }

    /// Stones and move by their row and column from the corner, both from 0: the
    /// lesser of the two images in the diagonal. Entries with the same stones
    /// (`O` moves) and the same move have the same key, whatever their extents.
    pub fn key(&self) -> Vec<(usize, usize, char)> {
        let elements = self.rows.iter().enumerate().flat_map(|(r, row)| {
            let row = row.chars().rev().enumerate();
            row.filter(|&(_, ch)| ch != '.').map(move |(c, ch)| (r, c, ch))
        });
        lesser_image(elements.collect())
    }
}

/// The lesser of a set of elements and its image in the diagonal, sorted.
pub(crate) fn lesser_image(mut elements: Vec<(usize, usize, char)>) -> Vec<(usize, usize, char)> {
    let mut mirrored: Vec<_> = elements.iter().map(|&(r, c, ch)| (c, r, ch)).collect();
    elements.sort_unstable();
    mirrored.sort_unstable();
    elements.min(mirrored)
}
