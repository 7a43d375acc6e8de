//! Property values: vertices, numbers and texts.
//!
//! Everything takes the raw text between two brackets. Vertices are those of
//! Go (two letters, `a` = 1); a damaged value is `None`, never a panic.

use std::fmt;

/// Largest board whose vertices can be read, in vertices per side.
pub const MAX_SIZE: usize = 25;

/// Colour of a stone or player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl Color {
    /// The opponent.
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Reads a `PL` value: `B`, `W`, `black`, `white` in any case, and the `1`
    /// (black) and `2` (white) of some old programs.
    pub fn from_sgf(raw: &str) -> Option<Color> {
        match raw.trim().bytes().next()? {
            b'B' | b'b' | b'1' => Some(Color::Black),
            b'W' | b'w' | b'2' => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A vertex: row from the top and column from the left, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    /// Row from the top, from 0.
    pub row: u8,
    /// Column from the left, from 0.
    pub col: u8,
}

impl Point {
    /// The vertex in this row (from the top) and column (from the left), both
    /// from 0 and below [`MAX_SIZE`].
    pub const fn new(row: u8, col: u8) -> Point {
        Point { row, col }
    }

    /// Reads two SGF letters, column then row; `None` unless on a board of `size`.
    pub fn from_sgf(raw: &str, size: usize) -> Option<Point> {
        let &[c, r] = raw.trim_matches(is_space).as_bytes() else { return None };
        let index = |b: u8| match b {
            b'a'..=b'z' => Some(b - b'a'),
            _ => None,
        };
        let (row, col) = (index(r)?, index(c)?);
        (usize::from(row) < size && usize::from(col) < size).then_some(Point { row, col })
    }

    /// Reads a move value. `None` is a pass: an empty value, `tt`, and
    /// everything that is no vertex of a board of `size`.
    pub fn from_sgf_move(raw: &str, size: usize) -> Option<Point> {
        Point::from_sgf(raw, size)
    }

    /// Whether a move value says "pass" properly: empty, or `tt` up to 19×19.
    pub fn is_sgf_pass(raw: &str, size: usize) -> bool {
        let raw = raw.trim_matches(is_space);
        raw.is_empty() || (raw == "tt" && size <= 19)
    }

    /// The two SGF letters.
    pub fn to_sgf(self) -> String {
        [self.col, self.row].map(|i| char::from(b'a' + i)).iter().collect()
    }

    /// Reads a GTP vertex such as `D16` (either case); `None` unless on a board
    /// of `size`.
    pub fn from_gtp(text: &str, size: usize) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        if !letter.is_ascii_uppercase() || letter == b'I' {
            return None;
        }
        let digits = &text[1..];
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        let col = letter - b'A' - u8::from(letter > b'I');
        if number == 0 || number > size || usize::from(col) >= size {
            return None;
        }
        Some(Point { row: (size - number) as u8, col })
    }

    /// The GTP vertex on a board of `size`, e.g. `D16`.
    pub fn to_gtp(self, size: usize) -> String {
        let letter = b'A' + self.col + u8::from(self.col >= 8);
        format!("{}{}", char::from(letter), size.saturating_sub(usize::from(self.row)))
    }
}

/// Reads an element of a point list, a vertex or a rectangle `ab:cd`, and
/// answers its vertices row by row; `None` if malformed or not on the board.
pub fn points(raw: &str, size: usize) -> Option<Vec<Point>> {
    let Some((from, to)) = raw.split_once(':') else {
        return Point::from_sgf(raw, size).map(|p| vec![p]);
    };
    let (a, b) = (Point::from_sgf(from, size)?, Point::from_sgf(to, size)?);
    let rows = a.row.min(b.row)..=a.row.max(b.row);
    let cols = a.col.min(b.col)..=a.col.max(b.col);
    Some(rows.flat_map(|row| cols.clone().map(move |col| Point { row, col })).collect())
}

/// Reads a labelled vertex `pd:A`: the vertex and the text after the colon.
pub fn labelled(raw: &str, size: usize) -> Option<(Point, String)> {
    let (point, label) = raw.split_once(':')?;
    Some((Point::from_sgf(point, size)?, simple_text(label)))
}

/// Reads a `SZ` value, `19` or `19:19`; `None` unless square and 1…25.
pub fn board_size(raw: &str) -> Option<usize> {
    let raw = raw.trim_matches(is_space);
    let (a, b) = raw.split_once(':').unwrap_or((raw, raw));
    let (a, b): (usize, usize) = (a.trim().parse().ok()?, b.trim().parse().ok()?);
    (a == b && (1..=MAX_SIZE).contains(&a)).then_some(a)
}

/// Reads a decimal number; a decimal comma is accepted.
pub fn real(raw: &str) -> Option<f64> {
    let number: f64 = simple_text(raw).replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// Resolves a value to `Text`: `\` quotes the next character and removes a
/// following line break, `\r\n` and `\r` become `\n`, other white space a blank.
pub fn formatted_text(raw: &str) -> String {
    formatted_chars(raw).into_iter().map(|(c, _)| c).collect()
}

/// The characters of [`formatted_text`], each with the byte in `raw` at which
/// its source starts, so that a place in the text can be found in the file.
pub fn formatted_chars(raw: &str) -> Vec<(char, usize)> {
    let mut out = Vec::with_capacity(raw.len());
    let mut chars = raw.char_indices().peekable();
    let mut quoted = false;
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if !quoted => {
                quoted = true;
                continue;
            }
            '\r' | '\n' => {
                let pair = if c == '\r' { '\n' } else { '\r' };
                if chars.peek().is_some_and(|&(_, next)| next == pair) {
                    chars.next();
                }
                if !quoted {
                    out.push(('\n', at));
                }
            }
            '\0' => {}
            '\t' | '\u{b}' | '\u{c}' => out.push((' ', at)),
            _ => out.push((c, at)),
        }
        quoted = false;
    }
    out
}

/// Resolves a value to `SimpleText`: as [`formatted_text`], with line breaks as
/// blanks and no white space at either end.
pub fn simple_text(raw: &str) -> String {
    formatted_text(raw).replace('\n', " ").trim().to_string()
}

/// Quotes `]` and `\` so that `text` can stand between brackets.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn is_space(c: char) -> bool {
    c <= ' ' || c == '\u{a0}' || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_and_passes() {
        assert_eq!(Point::from_sgf("pd", 19), Some(Point::new(3, 15)));
        assert_eq!(Point::from_sgf(" pd\n", 19), Some(Point::new(3, 15)));
        assert_eq!(Point::new(3, 15).to_sgf(), "pd");
        assert_eq!(Point::new(3, 15).to_gtp(19), "Q16");
        assert_eq!(Point::from_gtp("q16", 19), Some(Point::new(3, 15)));
        for bad in ["", "p", "pdd", "PD", "tt", "é"] {
            assert_eq!(Point::from_sgf(bad, 19), None, "{bad}");
        }
        for bad in ["", "I3", "A0", "A20", "é1", "A", "A+1"] {
            assert_eq!(Point::from_gtp(bad, 19), None, "{bad}");
        }
        assert!(Point::is_sgf_pass("tt", 19) && Point::is_sgf_pass("", 21));
        assert!(!Point::is_sgf_pass("tt", 21) && !Point::is_sgf_pass("zz", 19));
        assert_eq!(Point::from_sgf_move("tt", 21), Some(Point::new(19, 19)));
    }

    #[test]
    fn rectangles_in_either_direction() {
        let expect = vec![Point::new(0, 1), Point::new(0, 2), Point::new(1, 1), Point::new(1, 2)];
        assert_eq!(points("ba:cb", 9), Some(expect.clone()));
        assert_eq!(points("cb:ba", 9), Some(expect));
        assert_eq!(points("ba:zz", 9), None);
    }

    #[test]
    fn texts_resolve_escapes() {
        assert_eq!(formatted_text("a\\]b\\\\c\\\r\nd\r\ne\tf"), "a]b\\cd\ne f");
        assert_eq!(simple_text(" a\nb "), "a b");
        assert_eq!(formatted_text(&escape("x]y\\z")), "x]y\\z");
    }

    #[test]
    fn numbers_and_sizes() {
        assert_eq!(real(" 6,5 "), Some(6.5));
        assert_eq!(real("NaN"), None);
        assert_eq!(board_size("13"), Some(13));
        assert_eq!(board_size("19:19"), Some(19));
        for bad in ["", "0", "26", "9:13", "x"] {
            assert_eq!(board_size(bad), None);
        }
    }
}
