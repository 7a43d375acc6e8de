//! Table of the grid matcher (founding document, "Grid Optimization").
//!
//! A vertex is two bits: 00 empty, 01 O, 10 X, 11 off the board. An element is
//! an and-mask and a value: `.` 11/00, `O` 11/01, `X` 11/10, `o` 10/00,
//! `x` 01/00. The document composes 16 vertices into a 32-bit word; here 64
//! vertices, an 8×8 window around the anchor, make one `u128`, so that nearly
//! every pattern is decided by a single and-compare.
//!
//! The table has one *row* per pattern and transformation, in canonical order:
//! box, mask, value, and the elements that lie outside the window. In front of
//! the rows stands a filter: for each of the nine vertices of the 3×3 block
//! around the anchor and each symbol, the set of rows (as bits) that accept that
//! symbol there. The intersection of nine such sets names the few rows worth
//! comparing. Sorting rows into buckets by their block would answer faster still
//! but repeats a row for each of its wildcards; the sets grow linearly.

use std::fmt::Write as _;

use super::{Accepts, OFF, Symbol, TakeWords, are_ranges};
use crate::bytes::{DecodeError, Reader, Words, Writer};
use crate::geom::{MAX_BOARD, Offset, Transform};
use crate::helper::PatternId;

/// First row and column of the window, counted from the anchor.
pub const WINDOW_FIRST: i8 = -3;
/// Rows and columns of the window.
pub const WINDOW_SIDE: i8 = 8;

/// The vertices of the filter, counted from the anchor.
pub const NEAR: [Offset; 9] = [
    Offset::new(0, 0),
    Offset::new(1, 0),
    Offset::new(0, 1),
    Offset::new(-1, 0),
    Offset::new(0, -1),
    Offset::new(1, 1),
    Offset::new(1, -1),
    Offset::new(-1, 1),
    Offset::new(-1, -1),
];

/// Number of 32-bit words of a row.
const ROW: usize = 11;
/// Upper bound of a side of the box that is not bounded.
const UNBOUNDED: u8 = 0x7f;

/// Bit position of a vertex in the window, if it lies in it.
pub const fn window_shift(at: Offset) -> Option<u32> {
    let (r, c) = (at.dr - WINDOW_FIRST, at.dc - WINDOW_FIRST);
    if r < 0 || c < 0 || r >= WINDOW_SIDE || c >= WINDOW_SIDE {
        None
    } else {
        Some(2 * (r as u32 * WINDOW_SIDE as u32 + c as u32))
    }
}

/// An element outside the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Far {
    /// Place, counted from the anchor.
    pub at: Offset,
    /// The bits to look at.
    pub mask: u8,
    /// What they must be.
    pub value: u8,
}

impl Far {
    fn to_word(self) -> u32 {
        u32::from_le_bytes([self.at.dr as u8, self.at.dc as u8, self.mask, self.value])
    }

    #[inline]
    fn from_word(word: u32) -> Far {
        let [dr, dc, mask, value] = word.to_le_bytes();
        Far { at: Offset::new(dr as i8, dc as i8), mask, value }
    }
}

/// Where a pattern's box may lie: distances from the anchor to the edges of the
/// board (north, south, west, east), one byte each, with least and greatest
/// values. A drawn edge makes both equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Least distances.
    pub least: [u8; 4],
    /// Greatest distances.
    pub most: [u8; 4],
}

impl Room {
    /// The room of a box that reaches `reach` vertices to each side; `drawn` says
    /// which sides are drawn as edges.
    pub fn new(reach: [u8; 4], drawn: [bool; 4]) -> Room {
        let most = std::array::from_fn(|i| if drawn[i] { reach[i] } else { UNBOUNDED });
        Room { least: reach, most }
    }
}

/// A pattern in one orientation, unpacked: what builders hand over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The pattern.
    pub pattern: PatternId,
    /// The orientation.
    pub transform: Transform,
    /// Where its box may lie.
    pub room: Room,
    /// What it accepts at the vertices [`NEAR`].
    pub near: [Accepts; 9],
    /// And-mask of the window.
    pub mask: u128,
    /// Value of the masked window.
    pub value: u128,
    /// Elements outside the window.
    pub far: Vec<Far>,
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// [`ROW`] words a row: least, most, mask (4), value (4), pattern·8 + transform.
    rows: Words,
    /// Sets of rows: vertex of [`NEAR`] · symbol · 64-bit word.
    near: Words,
    /// Start of each row's part of `far`, and the end.
    far_starts: Words,
    /// Elements outside the window.
    far: Words,
}

impl Grid {
    /// The table of `rows`, which must be in canonical order (pattern, then
    /// transformation).
    pub fn new(rows: &[Row]) -> Grid {
        let blocks = rows.len().div_ceil(64);
        let mut near = vec![0u32; NEAR.len() * 4 * blocks * 2];
        let (mut packed, mut far_starts, mut far) = (Vec::new(), vec![0], Vec::new());
        for (i, row) in rows.iter().enumerate() {
            packed.push(u32::from_le_bytes(row.room.least));
            packed.push(u32::from_le_bytes(row.room.most));
            for bits in [row.mask, row.value] {
                packed.extend((0..4).map(|k| (bits >> (32 * k)) as u32));
            }
            packed.push(row.pattern.0 << 3 | row.transform.index() as u32);
            for (cell, accepts) in row.near.iter().enumerate() {
                for symbol in (0..=OFF).filter(|&s| accepts.has(s)) {
                    let set = (cell * 4 + usize::from(symbol)) * blocks * 2;
                    near[set + i / 32] |= 1 << (i % 32);
                }
            }
            far.extend(row.far.iter().map(|f| f.to_word()));
            far_starts.push(far.len() as u32);
        }
        Grid {
            rows: Words::from_words(&packed),
            near: Words::from_words(&near),
            far_starts: Words::from_words(&far_starts),
            far: Words::from_words(&far),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.far_starts.len() - 1
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        4 * (self.rows.len() + self.near.len() + self.far_starts.len() + self.far.len())
    }

    /// A view for use in a loop.
    pub(crate) fn view(&self) -> GridView<'_> {
        GridView {
            rows: self.rows.0.as_chunks().0,
            near: self.near.0.as_chunks().0,
            blocks: self.len().div_ceil(64),
            far_starts: self.far_starts.view(),
            far: self.far.view(),
        }
    }

    /// Row `i`, unpacked.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn row(&self, i: usize) -> Row {
        let view = self.view();
        let (pattern, transform) = view.head(i);
        let (least, most) = view.room(i);
        let near = std::array::from_fn(|cell| {
            let symbols = (0..=OFF).filter(|&s| view.set(cell, s)[i / 64] >> (i % 64) & 1 != 0);
            Accepts(symbols.fold(0, |acc, s| acc | 1 << s))
        });
        Row {
            pattern,
            transform,
            room: Room { least: least.to_le_bytes(), most: most.to_le_bytes() },
            near,
            mask: view.mask(i),
            value: view.value(i),
            far: view.far(i).collect(),
        }
    }

    pub(super) fn encode(&self, w: &mut Writer) {
        for words in [&self.rows, &self.near, &self.far_starts, &self.far] {
            w.blob(&words.0);
        }
    }

    pub(super) fn decode<'a>(
        r: &mut Reader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<Grid, DecodeError> {
        let grid = Grid { rows: words(r)?, near: words(r)?, far_starts: words(r)?, far: words(r)? };
        if !are_ranges(&grid.far_starts, grid.far.len()) {
            return Err(r.error("grid: ranges of far elements"));
        }
        let n = grid.len();
        let blocks = n.div_ceil(64);
        if grid.rows.len() != n * ROW || grid.near.len() != NEAR.len() * 4 * blocks * 2 {
            return Err(r.error("grid: sizes disagree"));
        }
        let view = grid.view();
        // The last word of a set has room for rows that do not exist.
        let stray = |set: usize| {
            let last = view.near[(set + 1) * blocks - 1];
            u64::from_le_bytes(last) >> (n % 64) != 0
        };
        if !n.is_multiple_of(64) && (0..NEAR.len() * 4).any(stray) {
            return Err(r.error("grid: set of rows that do not exist"));
        }
        let heads: Vec<_> = (0..n).map(|i| view.head(i)).collect();
        if !heads.is_sorted_by(|a, b| a < b) || heads.last().is_some_and(|h| h.0.idx() >= patterns)
        {
            return Err(r.error("grid: order of rows"));
        }
        const LIMIT: i8 = MAX_BOARD as i8;
        let inside =
            |f: Far| (1 - LIMIT..LIMIT).contains(&f.at.dr) && (1 - LIMIT..LIMIT).contains(&f.at.dc);
        if !(0..n).all(|i| view.far(i).all(inside)) {
            return Err(r.error("grid: element beyond any board"));
        }
        Ok(grid)
    }

    /// The table as text: every row with its room, its window and the rest.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "grid: {} rows, {} bytes", self.len(), self.bytes());
        for i in 0..self.len() {
            let row = self.row(i);
            let _ = write!(out, "{} t{}: room", name(row.pattern), row.transform.index());
            for (k, side) in ["n", "s", "w", "e"].into_iter().enumerate() {
                let relation = if row.room.most[k] == UNBOUNDED { "≥" } else { "=" };
                let _ = write!(out, " {side}{relation}{}", row.room.least[k]);
            }
            let near: String = row.near.iter().map(|a| a.letter()).collect();
            let _ = writeln!(out, ", near {near}");
            for r in 0..WINDOW_SIDE {
                let cells = (0..WINDOW_SIDE).map(|c| {
                    let at = Offset::new(r + WINDOW_FIRST, c + WINDOW_FIRST);
                    let shift = window_shift(at).unwrap_or(0);
                    match (row.mask >> shift & 3, row.value >> shift & 3) {
                        (3, 0) => '.',
                        (3, 1) => 'O',
                        (3, 2) => 'X',
                        (2, 0) => 'o',
                        (1, 0) => 'x',
                        _ => ' ',
                    }
                });
                let line: String = cells.collect();
                if !line.trim().is_empty() {
                    let _ = writeln!(out, "  {:+} {}", r + WINDOW_FIRST, line.trim_end());
                }
            }
            for f in row.far {
                let (dr, dc) = (f.at.dr, f.at.dc);
                let _ = writeln!(out, "  far ({dr:+},{dc:+}) {:02b}/{:02b}", f.mask, f.value);
            }
        }
        out
    }
}

/// A borrowed [`Grid`].
#[derive(Clone, Copy)]
pub(crate) struct GridView<'a> {
    rows: &'a [[u8; ROW * 4]],
    near: &'a [[u8; 8]],
    blocks: usize,
    far_starts: crate::bytes::WordView<'a>,
    far: crate::bytes::WordView<'a>,
}

impl<'a> GridView<'a> {
    /// The rows that accept `symbol` at `NEAR[cell]`, 64 to a word.
    #[inline]
    pub(crate) fn set_bytes(&self, cell: usize, symbol: Symbol) -> &'a [[u8; 8]] {
        let start = (cell * 4 + usize::from(symbol)) * self.blocks;
        &self.near[start..start + self.blocks]
    }

    /// Number of 64-bit words of a set.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    fn set(&self, cell: usize, symbol: Symbol) -> Vec<u64> {
        self.set_bytes(cell, symbol).iter().map(|b| u64::from_le_bytes(*b)).collect()
    }

    #[inline]
    fn word(&self, i: usize, k: usize) -> u32 {
        let row = &self.rows[i];
        u32::from_le_bytes([row[4 * k], row[4 * k + 1], row[4 * k + 2], row[4 * k + 3]])
    }

    #[inline]
    fn wide(&self, i: usize, k: usize) -> u128 {
        (0..4).fold(0, |acc, j| acc | u128::from(self.word(i, k + j)) << (32 * j))
    }

    /// Least and greatest distances to the edges, packed as in [`Room`].
    #[inline]
    pub(crate) fn room(&self, i: usize) -> (u32, u32) {
        (self.word(i, 0), self.word(i, 1))
    }

    /// And-mask of the window.
    #[inline]
    pub(crate) fn mask(&self, i: usize) -> u128 {
        self.wide(i, 2)
    }

    /// Value of the masked window.
    #[inline]
    pub(crate) fn value(&self, i: usize) -> u128 {
        self.wide(i, 6)
    }

    /// Pattern and orientation of a row.
    #[inline]
    pub(crate) fn head(&self, i: usize) -> (PatternId, Transform) {
        let word = self.word(i, 10);
        (PatternId(word >> 3), Transform::ALL[word as usize & 7])
    }

    /// The elements of a row outside the window.
    #[inline]
    pub(crate) fn far(&self, i: usize) -> impl Iterator<Item = Far> + 'a {
        let (from, to) = (self.far_starts.get(i), self.far_starts.get(i + 1));
        let far = self.far;
        (from..to).map(move |k| Far::from_word(far.get(k as usize)))
    }
}
