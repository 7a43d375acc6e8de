//! Table of the grid matcher (GNU Go 3.8 manual, "The “Grid” Optimization", carried further).
//!
//! A vertex is two bits: 00 empty, 01 O, 10 X, 11 off the board. An element is
//! an and-mask and a value: `.` 11/00, `O` 11/01, `X` 11/10, `o` 10/00,
//! `x` 01/00. The manual packs 16 vertices into a word of 32 bits; here 64 vertices, an 8×8
//! *window* around the anchor, make two words of 64 bits, so that one and-compare decides
//! nearly every pattern. A *row* of the table is a pattern in one orientation: the window of
//! a stone is read once for all eight.
//!
//! It is fast because few rows come to be compared. Up to [`PART`] rows of one colour of
//! anchor are a *part*, and a set of its rows is a list of words with a bit for each row:
//!
//! 1. In a part, up to [`GROUPS`] *groups* of three vertices side by side are read. For each of
//!    the 64 contents of a group the table has the set of the rows that accept it. The
//!    intersection of these sets is what is compared. The builder chooses the groups.
//! 2. The windows of the rows in the intersection are compared, all in one loop.
//! 3. Elements outside the window, and rectangles that no element holds on the board, are
//!    tested last, in the few rows that have them.
//!
//! There is no chain of dependent loads, as an automaton has. Sets are read from end to end, a
//! register at a time and without a branch. Rows stand in canonical order, so that nothing
//! is sorted. A table is linear in its rows: 48 bytes each and 8 for each group, at most 144;
//! `mkpat::language::compile::grid` reads fewer groups where that would be more than 4 MB.
//! Figures, and what was tried before: docs/grid-matcher.md.

use std::fmt::Write as _;

use super::{TakeWords, are_ranges};
use crate::bytes::{ByteReader, ByteWriter, DecodeError, WordView, Words};
use crate::geom::{MAX_BOARD, Offset, Transform};
use crate::helper::PatternId;

/// First row and column of the window, counted from the anchor.
pub const WINDOW_FIRST: i8 = -3;
/// Rows and columns of the window.
pub const WINDOW_SIDE: i8 = 8;
/// Vertices of the window.
pub const WINDOW: usize = WINDOW_SIDE as usize * WINDOW_SIDE as usize;
/// Most groups of vertices that are read for a part.
pub const GROUPS: usize = 12;
/// The number of groups of a part is a multiple of this: the matcher has a loop for each.
pub const GROUPS_AT_ONCE: usize = 2;
/// Most rows of a part.
pub const PART: usize = 4096;
/// Contents of a group.
pub const CONTENTS: usize = 64;
/// Words of a set that are looked at together; sets are filled up to a multiple.
pub const LANES: usize = 8;

/// Bytes of a packed row: mask and value of the upper half of the window, then of the
/// lower, least and greatest distances to the edges, head.
const ROW_BYTES: usize = 44;
/// Upper bound of a side of the box that is not bounded.
const UNBOUNDED: u8 = 0x7f;

/// Words of a set of `rows` rows, a multiple of [`LANES`].
pub const fn set_words(rows: usize) -> usize {
    rows.div_ceil(64 * LANES) * LANES
}

/// A vertex of the window, counted from the anchor.
pub const fn window_offset(vertex: usize) -> Offset {
    let side = WINDOW_SIDE as usize;
    Offset::new((vertex / side) as i8 + WINDOW_FIRST, (vertex % side) as i8 + WINDOW_FIRST)
}

/// The number of a vertex in the window, if it lies in it.
pub const fn window_vertex(at: Offset) -> Option<usize> {
    let (r, c) = (at.dr - WINDOW_FIRST, at.dc - WINDOW_FIRST);
    if r < 0 || c < 0 || r >= WINDOW_SIDE || c >= WINDOW_SIDE {
        None
    } else {
        Some(r as usize * WINDOW_SIDE as usize + c as usize)
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

/// Where a pattern's box, the rectangle of its drawing, may lie: distances from the anchor
/// to the edges of the board (north, south, west, east), one byte each, with least and
/// greatest values. A drawn edge makes both equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Least distances.
    pub least: [u8; 4],
    /// Greatest distances.
    pub most: [u8; 4],
}

impl Room {
    /// The room of a box that may lie anywhere.
    pub const ANY: Room = Room { least: [0; 4], most: [UNBOUNDED; 4] };

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
    /// Where its box may lie, as far as the window does not tell.
    pub room: Room,
    /// And-mask of the window, two bits a vertex.
    pub mask: u128,
    /// Value of the masked window.
    pub value: u128,
    /// Elements outside the window.
    pub far: Vec<Far>,
}

/// Rows of one colour of anchor that are looked at together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The first vertices of the groups, each in one row of the window.
    pub groups: Vec<u8>,
    /// At most [`PART`] rows in canonical order: by pattern, then by orientation.
    pub rows: Vec<Row>,
    /// For each group and each content the rows that accept it, [`set_words`] words:
    /// bit `i` of word `w` is row `64 w + i`.
    pub sets: Vec<u64>,
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// [`ROW_BYTES`] a row.
    rows: Words,
    /// Start of each row's part of `far`, and the end.
    far_starts: Words,
    /// Elements outside the window.
    far: Words,
    /// For each colour of anchor the number of its parts, then for each part the number
    /// of its rows and of its groups, and their first vertices.
    plan: Words,
    /// For each part, group and content a set.
    sets: Words,
    /// What `plan` says, by colour of anchor.
    places: [Vec<Place>; 2],
    /// The offsets from an anchor at which any row looks, in order.
    reach: Vec<Offset>,
}

fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

impl Grid {
    /// The table for both colours of anchor, O and X.
    ///
    /// # Panics
    ///
    /// If the parts do not fit together; a builder's bug.
    pub fn new(sides: &[Vec<Part>; 2]) -> Grid {
        let (mut rows, mut far_starts, mut far) = (Vec::new(), vec![0], Vec::new());
        for row in sides.iter().flatten().flat_map(|part| &part.rows) {
            for half in [0, 64] {
                rows.extend(halves((row.mask >> half) as u64));
                rows.extend(halves((row.value >> half) as u64));
            }
            rows.extend([row.room.least, row.room.most].map(u32::from_le_bytes));
            rows.push(Head::new(row).0);
            far.extend(row.far.iter().map(|f| f.to_word()));
            far_starts.push(far.len() as u32);
        }
        let mut plan: Vec<u32> = sides.iter().map(|parts| parts.len() as u32).collect();
        for part in sides.iter().flatten() {
            plan.extend([part.rows.len() as u32, part.groups.len() as u32]);
            plan.extend(part.groups.iter().copied().map(u32::from));
        }
        let sets = sides.iter().flatten().flat_map(|part| &part.sets);
        let sets: Vec<u32> = sets.copied().flat_map(halves).collect();
        let mut grid = Grid {
            rows: Words::from_words(&rows),
            far_starts: Words::from_words(&far_starts),
            far: Words::from_words(&far),
            plan: Words::from_words(&plan),
            sets: Words::from_words(&sets),
            places: Default::default(),
            reach: Vec::new(),
        };
        grid.validate(usize::MAX).unwrap_or_else(|reason| panic!("{reason}"));
        grid
    }

    fn parts(&self) -> [&Words; 5] {
        [&self.rows, &self.far_starts, &self.far, &self.plan, &self.sets]
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.0.len() / ROW_BYTES
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.parts().iter().map(|words| 4 * words.len()).sum()
    }

    /// A view for use in a loop.
    pub(crate) fn view(&self) -> GridView<'_> {
        GridView {
            places: self.places.each_ref().map(Vec::as_slice),
            sets: self.sets.0.as_chunks().0.as_chunks().0,
            rows: self.rows.0.as_chunks().0,
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
        let row = view.row(i);
        let (pattern, transform) = row.head().parts();
        let [mask, value, mask2, value2] = row.window().map(u128::from);
        let (least, most) = row.room();
        Row {
            pattern,
            transform,
            room: Room { least: least.to_le_bytes(), most: most.to_le_bytes() },
            mask: mask | mask2 << 64,
            value: value | value2 << 64,
            far: view.far(i).collect(),
        }
    }

    pub(super) fn encode(&self, w: &mut ByteWriter) {
        for words in self.parts() {
            w.blob(&words.0);
        }
    }

    pub(super) fn decode<'a>(
        r: &mut ByteReader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<Grid, DecodeError> {
        let mut grid = Grid {
            rows: words(r)?,
            far_starts: words(r)?,
            far: words(r)?,
            plan: words(r)?,
            sets: words(r)?,
            places: Default::default(),
            reach: Vec::new(),
        };
        grid.validate(patterns).map_err(|reason| r.error(reason))?;
        Ok(grid)
    }

    /// The offsets from an anchor at which any row looks, in order: a change elsewhere
    /// cannot make or break a match of this anchor.
    pub fn reach(&self) -> &[Offset] {
        &self.reach
    }

    /// Reads the plan: the places of all parts, one after the other.
    fn read_plan(&self) -> Result<[Vec<Place>; 2], &'static str> {
        const SHORT: &str = "grid: plan too short";
        let plan = self.plan.view();
        let mut words = (0..plan.len()).map(|i| plan.get(i));
        let counts = [words.next().ok_or(SHORT)?, words.next().ok_or(SHORT)?];
        let (mut first, mut start) = (0, 0);
        let mut places = [Vec::new(), Vec::new()];
        for (places, count) in places.iter_mut().zip(counts) {
            for _ in 0..count {
                let rows = words.next().ok_or(SHORT)? as usize;
                let groups = words.next().ok_or(SHORT)? as usize;
                if rows == 0 || rows > PART {
                    return Err("grid: part without rows, or with too many");
                }
                if groups == 0 || groups > GROUPS || !groups.is_multiple_of(GROUPS_AT_ONCE) {
                    return Err("grid: number of groups that no loop reads");
                }
                let mut reads = [Read::default(); GROUPS];
                for read in &mut reads[..groups] {
                    let vertex = words.next().ok_or(SHORT)? as usize;
                    if vertex >= WINDOW || vertex % 8 > 5 {
                        return Err("grid: group beyond the window");
                    }
                    *read = Read { half: (vertex / 32) as u8, shift: (vertex % 32 * 2) as u8 };
                }
                let chunks = set_words(rows) / LANES;
                places.push(Place { first, rows, start, chunks, groups, reads });
                first += rows;
                start += groups * CONTENTS * chunks;
            }
        }
        if words.next().is_some() || first != self.len() || 2 * LANES * start != self.sets.len() {
            return Err("grid: sizes disagree");
        }
        Ok(places)
    }

    /// Checks that a walk stays inside the table and comes to an end, and finds places
    /// and reach.
    fn validate(&mut self, patterns: usize) -> Result<(), &'static str> {
        if !are_ranges(&self.far_starts, self.far.len()) {
            return Err("grid: ranges of far elements");
        }
        let n = self.len();
        if self.rows.0.len() != n * ROW_BYTES || self.far_starts.len() != n + 1 {
            return Err("grid: sizes disagree");
        }
        self.places = self.read_plan()?;
        let view = self.view();
        for place in view.places.into_iter().flatten() {
            for set in view.sets_of(place).chunks(place.chunks) {
                let words = set.as_flattened().iter().map(|&word| u64::from_le_bytes(word));
                let exists = |(w, word): (usize, u64)| {
                    let left = place.rows.saturating_sub(64 * w);
                    left >= 64 || word >> left == 0
                };
                if !words.enumerate().all(exists) {
                    return Err("grid: set of rows that do not exist");
                }
            }
        }
        if (0..n).any(|i| view.row(i).head().has_far() != (view.far(i).len() > 0)) {
            return Err("grid: wrong flag");
        }
        let heads = (0..n).map(|i| view.row(i).head().parts());
        if heads.clone().any(|(pattern, _)| pattern.idx() >= patterns) {
            return Err("grid: no such pattern");
        }
        let of_o: usize = view.places[0].iter().map(|place| place.rows).sum();
        let (of_o, of_x) = (heads.clone().take(of_o), heads.skip(of_o));
        if !of_o.is_sorted_by(|a, b| a < b) || !of_x.is_sorted_by(|a, b| a < b) {
            return Err("grid: rows out of order");
        }
        const LIMIT: i8 = MAX_BOARD as i8;
        let inside =
            |f: Far| (1 - LIMIT..LIMIT).contains(&f.at.dr) && (1 - LIMIT..LIMIT).contains(&f.at.dc);
        if !(0..n).all(|i| view.far(i).all(inside)) {
            return Err("grid: element beyond any board");
        }
        let looked_at = (0..n).fold([0; 2], |acc, i| {
            let [mask, _, mask2, _] = view.row(i).window();
            [acc[0] | mask, acc[1] | mask2]
        });
        let is_read = |vertex: &usize| looked_at[vertex / 32] >> (2 * (vertex % 32)) & 3 != 0;
        let mut reach: Vec<Offset> = (0..WINDOW).filter(is_read).map(window_offset).collect();
        reach.extend((0..n).flat_map(|i| view.far(i).map(|far| far.at)));
        reach.sort_unstable();
        reach.dedup();
        self.reach = reach;
        Ok(())
    }

    /// The table as text: every row with its window and what else it asks for, in
    /// canonical order. In which part a row stands depends on all the others, and is left
    /// out.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = String::new();
        let view = self.view();
        let _ = writeln!(out, "grid: {} rows, {} bytes", self.len(), self.bytes());
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&i| view.row(i).head().parts());
        for i in order {
            let row = self.row(i);
            let _ = write!(out, "{} t{}:", name(row.pattern), row.transform.index());
            if row.room != Room::ANY {
                out.push_str(" room");
                for (k, side) in ["n", "s", "w", "e"].into_iter().enumerate() {
                    let relation = if row.room.most[k] == UNBOUNDED { "≥" } else { "=" };
                    let _ = write!(out, " {side}{relation}{}", row.room.least[k]);
                }
            }
            out.push('\n');
            for r in 0..WINDOW_SIDE as usize {
                let cells = (0..WINDOW_SIDE as usize).map(|c| {
                    let shift = 2 * (r * WINDOW_SIDE as usize + c);
                    match (row.mask >> shift & 3, row.value >> shift & 3) {
                        (3, 0) => '.',
                        (3, 1) => 'O',
                        (3, 2) => 'X',
                        (3, 3) => '#',
                        (2, 0) => 'o',
                        (1, 0) => 'x',
                        _ => ' ',
                    }
                });
                let line: String = cells.collect();
                if !line.trim().is_empty() {
                    let _ = writeln!(out, "  {:+} {}", r as i8 + WINDOW_FIRST, line.trim_end());
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

/// Pattern and orientation of a row, and whether it has elements outside the window.
#[derive(Clone, Copy)]
pub(crate) struct Head(u32);

impl Head {
    fn new(row: &Row) -> Head {
        let flags = u32::from(!row.far.is_empty()) << 3 | row.transform.index() as u32;
        Head(row.pattern.0 << 4 | flags)
    }

    /// Whether there are elements outside the window.
    #[inline]
    pub(crate) fn has_far(self) -> bool {
        self.0 & 8 != 0
    }

    /// Pattern and orientation.
    #[inline]
    pub(crate) fn parts(self) -> (PatternId, Transform) {
        (PatternId(self.0 >> 4), Transform::ALL[self.0 as usize & 7])
    }
}

/// [`LANES`] words of a set.
pub(crate) type Set = [[u8; 8]; LANES];

/// Where a part lies in the table, and what is read for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Its first row and their number.
    pub(crate) first: usize,
    rows: usize,
    /// Its first set.
    start: usize,
    /// Length of a set.
    pub(crate) chunks: usize,
    /// Number of groups, and where they stand in a window.
    pub(crate) groups: usize,
    reads: [Read; GROUPS],
}

/// Where a group stands in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Read {
    half: u8,
    shift: u8,
}

impl Place {
    /// For an anchor with this window and each of the first `N` groups the rows that
    /// accept what stands there; `sets` are those of the part.
    #[inline(always)]
    pub(crate) fn accepting<'a, const N: usize>(
        &self,
        sets: &'a [Set],
        window: [u64; 2],
    ) -> [&'a [Set]; N] {
        std::array::from_fn(|group| {
            let read = self.reads[group];
            let half = if read.half == 0 { window[0] } else { window[1] };
            let content = (half >> (read.shift & 63)) as usize % CONTENTS;
            &sets[(group * CONTENTS + content) * self.chunks..][..self.chunks]
        })
    }
}

/// A borrowed [`Grid`].
#[derive(Clone, Copy)]
pub(crate) struct GridView<'a> {
    /// The parts for anchors of O and of X.
    pub(crate) places: [&'a [Place]; 2],
    sets: &'a [Set],
    rows: &'a [[u8; ROW_BYTES]],
    far_starts: WordView<'a>,
    far: WordView<'a>,
}

impl<'a> GridView<'a> {
    /// The sets of a part.
    #[inline]
    pub(crate) fn sets_of(&self, place: &Place) -> &'a [Set] {
        &self.sets[place.start..][..place.groups * CONTENTS * place.chunks]
    }

    /// Row `i`.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize) -> RowView<'a> {
        RowView(&self.rows[i])
    }

    /// The elements of a row outside the window.
    #[inline]
    pub(crate) fn far(&self, i: usize) -> impl ExactSizeIterator<Item = Far> + 'a {
        let (from, to) = (self.far_starts.get(i), self.far_starts.get(i + 1));
        let far = self.far;
        (from as usize..to as usize).map(move |k| Far::from_word(far.get(k)))
    }
}

/// A packed row.
#[derive(Clone, Copy)]
pub(crate) struct RowView<'a>(&'a [u8; ROW_BYTES]);

impl RowView<'_> {
    /// Mask and value of the upper half of the window, then of the lower half.
    #[inline(always)]
    pub(crate) fn window(self) -> [u64; 4] {
        let words = self.0.as_chunks().0;
        [0, 1, 2, 3].map(|k| u64::from_le_bytes(words[k]))
    }

    #[inline(always)]
    fn word(self, k: usize) -> u32 {
        u32::from_le_bytes(self.0.as_chunks().0[k])
    }

    /// Least and greatest distances to the edges, packed as in [`Room`].
    #[inline(always)]
    pub(crate) fn room(self) -> (u32, u32) {
        (self.word(8), self.word(9))
    }

    /// Pattern and orientation.
    #[inline(always)]
    pub(crate) fn head(self) -> Head {
        Head(self.word(10))
    }
}
