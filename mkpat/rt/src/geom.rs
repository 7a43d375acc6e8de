//! Geometry of a Go board: colours, points, offsets and the eight symmetries.
//!
//! Everything else in the workspace (matchers, engine, tools) shares these
//! types, so that a [`Point`] means the same vertex everywhere. This module
//! knows nothing of rules, patterns or text.
//!
//! A board of any size up to [`MAX_BOARD`] lies in one fixed mailbox: row 0 is
//! the top row, column 0 the left one, and one column of off-board points
//! stands between two rows (`STRIDE = MAX_BOARD + 1`), with one such row above
//! and below. All four neighbours of a board point are therefore valid indices.

use std::fmt;

/// Largest board, in vertices per side.
pub const MAX_BOARD: usize = 25;
/// Distance between the indices of two vertices one below the other.
pub const STRIDE: usize = MAX_BOARD + 1;
/// Number of mailbox slots, off-board ones included.
pub const AREA: usize = (MAX_BOARD + 2) * STRIDE + 1;
/// Index steps to the four neighbours: up, left, right, down.
pub const NEIGHBOURS: [i16; 4] = [-(STRIDE as i16), -1, 1, STRIDE as i16];
/// Index steps to the four diagonal neighbours.
pub const DIAGONALS: [i16; 4] =
    [-(STRIDE as i16) - 1, -(STRIDE as i16) + 1, STRIDE as i16 - 1, STRIDE as i16 + 1];

/// Colour of a stone or player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Black, who moves first.
    Black = 1,
    /// White.
    White = 2,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Color {
        // A table and not a branch: colours come in no order that a processor could predict.
        [Color::White, Color::Black][self.index()]
    }

    /// The cell that holds a stone of this colour.
    #[inline]
    pub const fn cell(self) -> Cell {
        match self {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }

    /// 0 for Black, 1 for White: for tables with an entry per colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
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

/// Content of one mailbox slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Cell {
    /// An empty vertex.
    #[default]
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Not on the board.
    Off = 3,
}

impl Cell {
    /// The colour of the stone here, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    /// Whether a stone stands here.
    #[inline]
    pub const fn is_stone(self) -> bool {
        matches!(self, Cell::Black | Cell::White)
    }
}

/// A vertex, as an index into the mailbox. Slot 0 never lies on a board and
/// stands for a pass ([`Point::PASS`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point(pub u16);

impl Point {
    /// The pass move, no vertex at all.
    pub const PASS: Point = Point(0);

    /// The vertex in the given row (from the top) and column (from the left),
    /// both counted from 0 and below [`MAX_BOARD`].
    #[inline]
    pub const fn new(row: usize, col: usize) -> Point {
        debug_assert!(row < MAX_BOARD && col < MAX_BOARD);
        Point(((row + 1) * STRIDE + col + 1) as u16)
    }

    /// As [`Point::new`], or `None` if it does not lie on a board of `size`.
    #[inline]
    pub const fn on_board(row: i32, col: i32, size: usize) -> Option<Point> {
        if row < 0 || col < 0 || row >= size as i32 || col >= size as i32 {
            None
        } else {
            Some(Point::new(row as usize, col as usize))
        }
    }

    /// Row, counted from the top, from 0. Meaningless for [`Point::PASS`].
    #[inline]
    pub const fn row(self) -> usize {
        (self.0 as usize - 1) / STRIDE - 1
    }

    /// Column, counted from the left, from 0. Meaningless for [`Point::PASS`].
    #[inline]
    pub const fn col(self) -> usize {
        (self.0 as usize - 1) % STRIDE
    }

    /// Whether this is [`Point::PASS`].
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// Index into an array of [`AREA`] slots.
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }

    /// The slot `step` indices away (see [`NEIGHBOURS`]); may be off the board.
    #[inline]
    pub const fn step(self, step: i16) -> Point {
        Point((self.0 as i16 + step) as u16)
    }

    /// The vertex at `offset` from here, if it lies on a board of `size`.
    #[inline]
    pub const fn offset(self, offset: Offset, size: usize) -> Option<Point> {
        Point::on_board(
            self.row() as i32 + offset.dr as i32,
            self.col() as i32 + offset.dc as i32,
            size,
        )
    }

    /// The offset that leads from `origin` to here.
    #[inline]
    pub const fn minus(self, origin: Point) -> Offset {
        Offset {
            dr: (self.row() as i32 - origin.row() as i32) as i8,
            dc: (self.col() as i32 - origin.col() as i32) as i8,
        }
    }

    /// GTP name on a board of `size`: a letter without I, then the row from the
    /// bottom, or `PASS`.
    pub fn name(self, size: usize) -> String {
        if self.is_pass() {
            return "PASS".to_string();
        }
        format!("{}{}", column_letter(self.col()), size - self.row())
    }

    /// Reads a GTP vertex (either case); `None` if it is malformed or not on a
    /// board of `size`.
    pub fn parse(text: &str, size: usize) -> Option<Point> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Point::PASS);
        }
        let mut chars = text.chars();
        let letter = chars.next()?.to_ascii_uppercase();
        let digits = chars.as_str();
        if !letter.is_ascii_uppercase() || letter == 'I' || digits.is_empty() || digits.len() > 2 {
            return None;
        }
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let col = letter as i32 - 'A' as i32 - i32::from(letter > 'I');
        let number: i32 = digits.parse().ok()?;
        Point::on_board(size as i32 - number, col, size)
    }

    /// All vertices of a board of `size`, row by row from the top left.
    pub fn all(size: usize) -> impl Iterator<Item = Point> + Clone {
        (0..size).flat_map(move |r| (0..size).map(move |c| Point::new(r, c)))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            f.write_str("pass")
        } else {
            write!(f, "({},{})", self.0 as usize / STRIDE, self.col())
        }
    }
}

/// The GTP letter of a column counted from 0: `A`…`Z` without `I`.
pub const fn column_letter(col: usize) -> char {
    let letter = b'A' + col as u8;
    (if letter >= b'I' { letter + 1 } else { letter }) as char
}

/// A difference of two vertices: rows down, columns to the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Offset {
    /// Rows downwards, −24…24.
    pub dr: i8,
    /// Columns rightwards, −24…24.
    pub dc: i8,
}

impl Offset {
    /// An offset of `dr` rows down and `dc` columns to the right.
    pub const fn new(dr: i8, dc: i8) -> Offset {
        Offset { dr, dc }
    }
}

/// One of the eight symmetries of the board, numbered 0…7 as GNU Go does
/// (docs/pattern-language.md, "Orientations"): 0 identity, 1–3 rotations by 90°, 180°, 270°
/// clockwise, 4 mirror in `/`, 5 top↔bottom, 6 transpose, 7 left↔right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Transform(u8);

impl Transform {
    /// The identity.
    pub const IDENTITY: Transform = Transform(0);
    /// All eight, in order of their numbers.
    pub const ALL: [Transform; 8] = [
        Transform(0),
        Transform(1),
        Transform(2),
        Transform(3),
        Transform(4),
        Transform(5),
        Transform(6),
        Transform(7),
    ];

    /// The transformation with this number, if it is below 8.
    pub const fn from_index(index: u8) -> Option<Transform> {
        if index < 8 { Some(Transform(index)) } else { None }
    }

    /// Its number, 0…7.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The image of an offset.
    #[inline]
    pub const fn apply(self, o: Offset) -> Offset {
        let Offset { dr: r, dc: c } = o;
        match self.0 {
            0 => Offset::new(r, c),
            1 => Offset::new(c, -r),
            2 => Offset::new(-r, -c),
            3 => Offset::new(-c, r),
            4 => Offset::new(-c, -r),
            5 => Offset::new(-r, c),
            6 => Offset::new(c, r),
            _ => Offset::new(r, -c),
        }
    }

    /// The transformation that undoes this one.
    pub const fn inverse(self) -> Transform {
        match self.0 {
            1 => Transform(3),
            3 => Transform(1),
            n => Transform(n),
        }
    }

    /// First `self`, then `next`.
    pub fn then(self, next: Transform) -> Transform {
        let probe = Offset::new(1, 2);
        let want = next.apply(self.apply(probe));
        Transform::ALL.into_iter().find(|t| t.apply(probe) == want).unwrap_or(Transform::IDENTITY)
    }
}

/// A read-only view of a position: what the matchers look at. It never says
/// whose turn it is.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    /// Vertices per side, 1…[`MAX_BOARD`].
    pub size: usize,
    /// The mailbox; every slot off the board holds [`Cell::Off`].
    pub cells: &'a [Cell; AREA],
}

impl BoardView<'_> {
    /// Content of a slot.
    #[inline]
    pub fn at(&self, p: Point) -> Cell {
        self.cells[p.idx()]
    }
}

/// An empty mailbox for a board of `size`.
pub fn empty_cells(size: usize) -> [Cell; AREA] {
    let mut cells = [Cell::Off; AREA];
    for p in Point::all(size) {
        cells[p.idx()] = Cell::Empty;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_round_trip_through_rows_and_names() {
        for size in [1, 2, 9, 19, 25] {
            for p in Point::all(size) {
                assert_eq!(Point::new(p.row(), p.col()), p);
                assert_eq!(Point::parse(&p.name(size), size), Some(p));
            }
        }
        assert_eq!(Point::new(3, 3).name(19), "D16");
        assert_eq!(Point::new(0, 8).name(9), "J9");
        assert_eq!(Point::parse("pass", 9), Some(Point::PASS));
        for bad in ["", "I5", "A0", "A10", "5A", "A", "Aé", "A+1", "K1"] {
            assert_eq!(Point::parse(bad, 9), None, "{bad}");
        }
    }

    #[test]
    fn neighbours_of_every_board_point_are_inside_the_mailbox() {
        for size in 1..=MAX_BOARD {
            let cells = empty_cells(size);
            for p in Point::all(size) {
                let on_board =
                    NEIGHBOURS.iter().filter(|&&d| cells[p.step(d).idx()] == Cell::Empty).count();
                let (r, c) = (p.row(), p.col());
                let want =
                    [r > 0, c > 0, r + 1 < size, c + 1 < size].iter().filter(|&&x| x).count();
                assert_eq!(on_board, want);
                for d in DIAGONALS {
                    let _ = cells[p.step(d).idx()];
                }
            }
        }
    }

    #[test]
    fn transforms_have_the_documented_images() {
        // ABC/DEF/GHI and its images (docs/pattern-language.md, "Orientations").
        let images = [
            "ABCDEFGHI",
            "GDAHEBIFC",
            "IHGFEDCBA",
            "CFIBEHADG",
            "IFCHEBGDA",
            "GHIDEFABC",
            "ADGBEHCFI",
            "CBAFEDIHG",
        ];
        for (t, image) in Transform::ALL.into_iter().zip(images) {
            let mut got = [' '; 9];
            for (i, ch) in "ABCDEFGHI".chars().enumerate() {
                let o = t.apply(Offset::new(i as i8 / 3 - 1, i as i8 % 3 - 1));
                got[((o.dr + 1) * 3 + o.dc + 1) as usize] = ch;
            }
            assert_eq!(got.iter().collect::<String>(), image, "{t:?}");
            assert_eq!(t.then(t.inverse()), Transform::IDENTITY);
        }
    }
}
