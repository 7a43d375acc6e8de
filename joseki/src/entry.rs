//! One joseki pattern, between the record and the text.

use katachi_sgf::Span;

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
}

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Prefix and number.
    pub name: String,
    /// The node it comes from.
    pub span: Span,
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
