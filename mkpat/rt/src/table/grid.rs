//! Table of the grid matcher (founding document, "Grid Optimization").
//!
//! A vertex is two bits: 00 empty, 01 O, 10 X, 11 off the board. An element is
//! an and-mask and a value: `.` 11/00, `O` 11/01, `X` 11/10, `o` 10/00,
//! `x` 01/00. The document composes 16 vertices into a 32-bit word; here 64
//! vertices, an 8×8 window around the anchor, make two 64-bit words, so that nearly
//! every pattern is decided by one and-compare. A *row* of the table is a pattern in
//! one orientation, so that one look at a stone serves all eight transformations.
//!
//! What makes it fast is that few rows come to be compared. Rows stand in *blocks*
//! of 64, alike with alike, and sets of rows are words:
//!
//! 1. For each colour of anchor and each of the [`super::near::COUNT`]
//!    neighbourhoods there is a *list* of blocks, each with the set of its rows that
//!    accept the neighbourhood. Equal lists are stored once.
//! 2. For each colour of anchor [`GROUPS`] *groups* of three vertices side by side are
//!    read; for each of the 64 contents of a group every block has the set of its rows
//!    that accept it. The intersection of list and sets is what is compared. The sets of
//!    all blocks for one content lie side by side, so that a look touches little memory.
//! 3. Elements outside the window, and boxes that no element holds on the board, are
//!    tested last, in the few rows that have them (*special* rows).
//!
//! No step depends on the one before it but by the number of the list and of the
//! block; there is no chain of loads as in an automaton, and hardly a branch that is
//! hard to predict.
//!
//! # Size against speed
//!
//! The 992 patterns of the reference's main database, 400 positions of game records,
//! microseconds per position with both colours (on a busy core on which the figures
//! of GNU Go are 2.1 times those of its authors; it takes 1,470):
//!
//! | table | µs | bytes | built in ms |
//! |---|---|---|---|
//! | automaton over a spiral, eight walks a stone ([`super::dfa`]) | 220 | 2.5 M | 650 |
//! | rows in source order, nine sets of all rows intersected | 366 | 0.4 M | 10 |
//! | a list of rows for each neighbourhood, all compared | 180 | 4.8 M | 180 |
//! | the same, divided by further vertices down to 64 rows | 139 | 197 M | 26,000 |
//! | the same lists, counted from the rarest stone of each pattern | 105 | 1.2 M | 140 |
//! | blocks named by sets of blocks instead of lists, early exits | 170 | 0.7 M | 110 |
//! | lists of blocks, each block with four groups of its own, out of eight | 95 | 3.2 M | 100 |
//! | **lists of blocks, five groups for all blocks** | 75–98 | 3.2 M | 100 |
//! | a row per pattern, eight windows a stone, rows found by hashed keys | 59–71 | 0.2 M | 100 |
//!
//! The last one takes windows in all orientations, so that the table is a fifteenth of
//! the size; a key is a choice of near vertices, whose content is hashed into buckets of
//! rows. With the 992 patterns it is the fastest. But it looks 32 to 64 times a stone
//! where lists look 18 times, or 6 times for a small database: the 218 barriers take it
//! 68 µs for 45, 488 owl patterns 68 for 50, 28 patterns 17 for 8. The sum of all
//! databases one by one is about the same; one after the other at each position, where
//! tables drive each other out of the caches, hashed keys took 280–308 µs for 419–513.
//! (Figures of different hours; those in one sentence were taken in turn.)
//!
//! One more was only counted (callgrind, 20 of these positions): each row in the lists
//! of that one of up to five 3×3 squares around the anchor that tells most about it,
//! and all rows of a list compared: 389,000 instructions a position for 408,000 of
//! blocks with their own groups, but 311,000 for 259,000 with the barriers.
//!
//! A table has a bound, too: beyond 4 MB the builder lets lists tell fewer neighbours
//! apart (`mkpat::compile::grid`).
//!
//! Dividing further multiplies rows by their wildcards: the bits of a word hold 64
//! rows that differ there, so that nothing is stored twice but the lists. Counting
//! from the rarest stone leaves half the candidates, but then matches come out of
//! order, and databases with many matches pay more for sorting than they gain.
//!
//! # How near the limit
//!
//! A position of these records has 110 stones: 219 looks with both colours. A look
//! needs the start and the length of its list (two loads, a branch), a match its
//! window, its head and a store (six, a branch). With 510 matches that makes 3,500
//! loads and 730 branches for the main database. The walk makes 114,000 loads and
//! 40,000 branches, of which 3,500 are mispredicted, in 373,000 instructions (callgrind,
//! 400 positions; 412,000 when blocks had groups of their own), and misses a first-level
//! cache of 32 kB 10,300 times (18,700), a second-level one of 512 kB 1,500 times. So it
//! makes thirty times the loads and fifty times the branches of the limit: a list has 18
//! blocks on average, each eight loads and no branch that fails, and 3,500 rows are
//! compared for the 510 that match. What is left to gain is fewer blocks a list. The
//! 218 barriers, with 1,548 matches, take 283,000 instructions and 71,000 loads, where
//! 9,700 are the least.

use std::fmt::Write as _;

use super::near::COUNT;
use super::{TakeWords, are_ranges};
use crate::bytes::{DecodeError, Reader, WordView, Words, Writer};
use crate::geom::{MAX_BOARD, Offset, Transform};
use crate::helper::PatternId;

/// First row and column of the window, counted from the anchor.
pub const WINDOW_FIRST: i8 = -3;
/// Rows and columns of the window.
pub const WINDOW_SIDE: i8 = 8;
/// Vertices of the window.
pub const WINDOW: usize = WINDOW_SIDE as usize * WINDOW_SIDE as usize;
/// Rows of a block.
pub const BLOCK: usize = 64;
/// Groups of vertices that are read for one colour of anchor.
pub const GROUPS: usize = 5;
/// Contents of a group.
pub const CONTENTS: usize = 64;

/// Bytes of a packed window: mask and value of the upper half, then of the lower.
const WINDOW_BYTES: usize = 32;
/// Words of an entry of a list: block and set.
const ENTRY: usize = 3;
/// Upper bound of a side of the box that is not bounded.
const UNBOUNDED: u8 = 0x7f;

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
    /// And-mask of the window, two bits a vertex.
    pub mask: u128,
    /// Value of the masked window.
    pub value: u128,
    /// Elements outside the window.
    pub far: Vec<Far>,
    /// Whether the window does not decide alone: room and `far` are tested, too.
    pub special: bool,
}

/// Up to 64 rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The rows.
    pub rows: Vec<Row>,
    /// For each group and each content the rows that accept it: bit `i` is row `i`.
    pub sets: [[u64; CONTENTS]; GROUPS],
}

/// What there is for one colour of anchor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// The first vertices of the groups, each in one row of the window.
    pub groups: [u8; GROUPS],
    /// The rows.
    pub blocks: Vec<Block>,
    /// For each neighbourhood its list, in the order of the ids.
    pub lists: Vec<List>,
}

/// The blocks that are possible in a neighbourhood, each with the set of its rows
/// that accept it. Blocks are counted for each colour of anchor.
pub type List = Vec<(u32, u64)>;

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// [`WINDOW_BYTES`] a row.
    windows: Words,
    /// Packed [`Head`]s.
    heads: Words,
    /// Two words a row: least and greatest distances to the edges.
    rooms: Words,
    /// Start of each row's part of `far`, and the end.
    far_starts: Words,
    /// Elements outside the window.
    far: Words,
    /// For each colour of anchor the first vertices of its groups.
    groups: Words,
    /// For each colour of anchor the number of its blocks.
    blocks: Words,
    /// The first row of each block.
    firsts: Words,
    /// For each colour of anchor, group, content and block a set, eight bytes: what a
    /// look reads lies side by side.
    sets: Words,
    /// For each colour of anchor and each neighbourhood where its list begins.
    starts: Words,
    /// Lists: length, entries.
    lists: Words,
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
    pub fn new(sides: &[Side; 2]) -> Grid {
        let (mut windows, mut heads, mut rooms) = (Vec::new(), Vec::new(), Vec::new());
        let (mut far_starts, mut far) = (vec![0], Vec::new());
        let (mut firsts, mut sets) = (Vec::new(), Vec::new());
        for side in sides {
            for block in &side.blocks {
                firsts.push(heads.len() as u32);
                for row in &block.rows {
                    for half in [0, 64] {
                        windows.extend(halves((row.mask >> half) as u64));
                        windows.extend(halves((row.value >> half) as u64));
                    }
                    heads.push(Head::new(row).0);
                    rooms.push(u32::from_le_bytes(row.room.least));
                    rooms.push(u32::from_le_bytes(row.room.most));
                    far.extend(row.far.iter().map(|f| f.to_word()));
                    far_starts.push(far.len() as u32);
                }
            }
            for group in 0..GROUPS {
                for content in 0..CONTENTS {
                    let accepting = side.blocks.iter().map(|block| block.sets[group][content]);
                    sets.extend(accepting.flat_map(halves));
                }
            }
        }
        let groups: Vec<u32> = sides.iter().flat_map(|s| s.groups).map(u32::from).collect();
        let (mut starts, mut packed_lists) = (Vec::new(), vec![0]);
        let mut known = std::collections::BTreeMap::new();
        known.insert(List::new(), 0);
        for list in sides.iter().flat_map(|side| &side.lists) {
            let start = *known.entry(list.clone()).or_insert_with(|| {
                let start = packed_lists.len() as u32;
                packed_lists.push(list.len() as u32);
                for &(block, set) in list {
                    packed_lists.push(block);
                    packed_lists.extend(halves(set));
                }
                start
            });
            starts.push(start);
        }
        let mut grid = Grid {
            windows: Words::from_words(&windows),
            heads: Words::from_words(&heads),
            rooms: Words::from_words(&rooms),
            far_starts: Words::from_words(&far_starts),
            far: Words::from_words(&far),
            groups: Words::from_words(&groups),
            blocks: Words::from_words(&sides.each_ref().map(|side| side.blocks.len() as u32)),
            firsts: Words::from_words(&firsts),
            sets: Words::from_words(&sets),
            starts: Words::from_words(&starts),
            lists: Words::from_words(&packed_lists),
            reach: Vec::new(),
        };
        grid.reach = grid.validate(usize::MAX).unwrap_or_else(|reason| panic!("{reason}"));
        grid
    }

    fn parts(&self) -> [&Words; 11] {
        [
            &self.windows,
            &self.heads,
            &self.rooms,
            &self.far_starts,
            &self.far,
            &self.groups,
            &self.blocks,
            &self.firsts,
            &self.sets,
            &self.starts,
            &self.lists,
        ]
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.firsts.len()
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.parts().iter().map(|words| 4 * words.len()).sum()
    }

    /// A view for use in a loop.
    pub(crate) fn view(&self) -> GridView<'_> {
        GridView {
            windows: self.windows.0.as_chunks().0,
            heads: self.heads.view(),
            rooms: self.rooms.view(),
            far_starts: self.far_starts.view(),
            far: self.far.view(),
            groups: self.groups.view(),
            blocks: self.blocks.view(),
            firsts: self.firsts.0.as_chunks().0,
            sets: self.sets.0.as_chunks().0,
            starts: self.starts.0.as_chunks().0,
            lists: self.lists.0.as_chunks().0,
        }
    }

    /// Row `i`, unpacked.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub fn row(&self, i: usize) -> Row {
        let view = self.view();
        let head = view.head(i);
        let (pattern, transform) = head.parts();
        let (least, most) = view.room(i);
        let [mask, value, mask2, value2] = view.window(i).map(u128::from);
        Row {
            pattern,
            transform,
            room: Room { least: least.to_le_bytes(), most: most.to_le_bytes() },
            mask: mask | mask2 << 64,
            value: value | value2 << 64,
            far: view.far(i).collect(),
            special: head.is_special(),
        }
    }

    pub(super) fn encode(&self, w: &mut Writer) {
        for words in self.parts() {
            w.blob(&words.0);
        }
    }

    pub(super) fn decode<'a>(
        r: &mut Reader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<Grid, DecodeError> {
        let mut grid = Grid {
            windows: words(r)?,
            heads: words(r)?,
            rooms: words(r)?,
            far_starts: words(r)?,
            far: words(r)?,
            groups: words(r)?,
            blocks: words(r)?,
            firsts: words(r)?,
            sets: words(r)?,
            starts: words(r)?,
            lists: words(r)?,
            reach: Vec::new(),
        };
        grid.reach = grid.validate(patterns).map_err(|reason| r.error(reason))?;
        Ok(grid)
    }

    /// The offsets from an anchor at which any row looks, in order: a change elsewhere
    /// cannot make or break a match of this anchor.
    pub fn reach(&self) -> &[Offset] {
        &self.reach
    }

    /// Checks that a walk stays inside the table and comes to an end, and finds the
    /// reach.
    fn validate(&self, patterns: usize) -> Result<Vec<Offset>, &'static str> {
        if !are_ranges(&self.far_starts, self.far.len()) {
            return Err("grid: ranges of far elements");
        }
        let n = self.len();
        let sizes = [self.windows.len() / (WINDOW_BYTES / 4), self.rooms.len() / 2];
        if sizes != [n; 2]
            || self.windows.len() != n * (WINDOW_BYTES / 4)
            || self.rooms.len() != 2 * n
            || self.far_starts.len() != n + 1
            || self.starts.len() != 2 * COUNT
            || self.groups.len() != 2 * GROUPS
            || self.blocks.len() != 2
        {
            return Err("grid: sizes disagree");
        }
        let view = self.view();
        let blocks = [0, 1].map(|i| self.blocks.view().get(i) as usize);
        let all = blocks[0].saturating_add(blocks[1]);
        if self.firsts.len() != all || self.sets.len() != 2 * GROUPS * CONTENTS * all {
            return Err("grid: sizes disagree");
        }
        // Blocks cut the rows into groups of at most 64.
        let firsts = view.firsts.iter().map(|&first| u32::from_le_bytes(first) as usize);
        let bounds: Vec<usize> = firsts.chain([n]).collect();
        let is_cut =
            bounds[0] == 0 && bounds.windows(2).all(|w| w[0] < w[1] && w[1] - w[0] <= BLOCK);
        if !is_cut {
            return Err("grid: blocks of rows");
        }
        let inside = |vertex: u32| vertex < WINDOW as u32 && vertex % 8 <= 5;
        let groups = self.groups.view();
        if !(0..groups.len()).all(|i| inside(groups.get(i))) {
            return Err("grid: group beyond the window");
        }
        let mut seen = std::collections::BTreeSet::new();
        for (i, &start) in view.starts.iter().enumerate() {
            let side = i / COUNT;
            let start = u32::from_le_bytes(start) as usize;
            if !seen.insert((side, start)) {
                continue;
            }
            let Some(list) = view.list_at(start) else { return Err("grid: list beyond the end") };
            let bounds = &bounds[side * blocks[0]..=blocks[0] + side * blocks[1]];
            let fits = |&entry: &[u8; 4 * ENTRY]| {
                let (block, set) = unpack(entry);
                block + 1 < bounds.len() && {
                    let rows = bounds[block + 1] - bounds[block];
                    set.checked_shr(rows as u32).unwrap_or(0) == 0
                }
            };
            if !list.iter().all(fits) {
                return Err("grid: set of rows that do not exist");
            }
        }
        let heads = (0..n).map(|i| view.head(i).parts());
        if heads.clone().any(|(pattern, _)| pattern.idx() >= patterns) {
            return Err("grid: no such pattern");
        }
        if heads.collect::<std::collections::BTreeSet<_>>().len() != n {
            return Err("grid: a row twice");
        }
        const LIMIT: i8 = MAX_BOARD as i8;
        let inside =
            |f: Far| (1 - LIMIT..LIMIT).contains(&f.at.dr) && (1 - LIMIT..LIMIT).contains(&f.at.dc);
        if !(0..n).all(|i| view.far(i).all(inside)) {
            return Err("grid: element beyond any board");
        }
        let looked_at = (0..n).fold([0; 2], |acc, i| {
            let [mask, _, mask2, _] = view.window(i);
            [acc[0] | mask, acc[1] | mask2]
        });
        let is_read = |vertex: &usize| looked_at[vertex / 32] >> (2 * (vertex % 32)) & 3 != 0;
        let mut reach: Vec<Offset> = (0..WINDOW).filter(is_read).map(window_offset).collect();
        reach.extend((0..n).flat_map(|i| view.far(i).map(|far| far.at)));
        reach.sort_unstable();
        reach.dedup();
        Ok(reach)
    }

    /// The table as text: every row with its window and what else it asks for, in
    /// canonical order. In which block a row stands depends on all the others, and is
    /// left out.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = String::new();
        let view = self.view();
        let _ = writeln!(
            out,
            "grid: {} rows in {} blocks, {} bytes",
            self.len(),
            self.blocks(),
            self.bytes()
        );
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&i| view.head(i).parts());
        for i in order {
            let row = self.row(i);
            let _ = write!(out, "{} t{}:", name(row.pattern), row.transform.index());
            if row.special {
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

/// Pattern and orientation of a row, and whether it is special.
#[derive(Clone, Copy)]
pub(crate) struct Head(u32);

impl Head {
    fn new(row: &Row) -> Head {
        let flags = u32::from(row.special) << 3 | row.transform.index() as u32;
        Head(row.pattern.0 << 4 | flags)
    }

    /// Whether the window does not decide alone.
    #[inline]
    pub(crate) fn is_special(self) -> bool {
        self.0 & 8 != 0
    }

    /// Pattern · 8 + orientation: the canonical order of the rows of an anchor.
    #[inline]
    pub(crate) fn key(self) -> u32 {
        self.0 >> 1 & !7 | self.0 & 7
    }

    /// Pattern and orientation.
    #[inline]
    pub(crate) fn parts(self) -> (PatternId, Transform) {
        (PatternId(self.0 >> 4), Transform::ALL[self.0 as usize & 7])
    }
}

/// An entry of a list: a block, and those of its rows that accept the neighbourhood.
#[inline]
pub(crate) fn unpack(entry: [u8; 4 * ENTRY]) -> (usize, u64) {
    let [a, b, c, d, set @ ..] = entry;
    (u32::from_le_bytes([a, b, c, d]) as usize, u64::from_le_bytes(set))
}

/// A borrowed [`Grid`].
#[derive(Clone, Copy)]
pub(crate) struct GridView<'a> {
    windows: &'a [[u8; WINDOW_BYTES]],
    heads: WordView<'a>,
    rooms: WordView<'a>,
    far_starts: WordView<'a>,
    far: WordView<'a>,
    groups: WordView<'a>,
    blocks: WordView<'a>,
    firsts: &'a [[u8; 4]],
    sets: &'a [[u8; 8]],
    starts: &'a [[u8; 4]],
    lists: &'a [[u8; 4]],
}

impl<'a> GridView<'a> {
    fn list_at(&self, start: usize) -> Option<&'a [[u8; 4 * ENTRY]]> {
        let (length, rest) = self.lists.get(start..)?.split_first()?;
        let words = (u32::from_le_bytes(*length) as usize).checked_mul(ENTRY)?;
        Some(rest.get(..words)?.as_flattened().as_chunks().0)
    }

    /// The blocks that are possible in a neighbourhood.
    #[inline]
    pub(crate) fn list(&self, is_x: bool, near: u16) -> &'a [[u8; 4 * ENTRY]] {
        let start = self.starts[usize::from(is_x) * COUNT + usize::from(near)];
        self.list_at(u32::from_le_bytes(start) as usize).unwrap_or_default()
    }

    /// For an anchor with this window the first rows of the blocks of its colour, and
    /// for each group the rows of each of these blocks that accept what stands there.
    #[inline]
    pub(crate) fn accepting(
        &self,
        is_x: bool,
        window: [u64; 2],
    ) -> (&'a [[u8; 4]], [&'a [[u8; 8]]; GROUPS]) {
        let of_o = self.blocks.get(0) as usize;
        let (firsts, sets) =
            (self.firsts.split_at(of_o), self.sets.split_at(of_o * GROUPS * CONTENTS));
        let (firsts, sets) = if is_x { (firsts.1, sets.1) } else { (firsts.0, sets.0) };
        let n = firsts.len();
        let mut accepting = [sets; GROUPS];
        for (group, accepting) in accepting.iter_mut().enumerate() {
            let vertex = self.groups.get(usize::from(is_x) * GROUPS + group);
            let half = window[(vertex >> 5 & 1) as usize];
            let content = (half >> (2 * (vertex & 31))) as usize % CONTENTS;
            *accepting = &sets[(group * CONTENTS + content) * n..][..n];
        }
        (firsts, accepting)
    }

    /// Mask and value of the upper half of a row's window, then of the lower half.
    #[inline]
    pub(crate) fn window(&self, i: usize) -> [u64; 4] {
        let words = self.windows[i].as_chunks().0;
        [0, 1, 2, 3].map(|k| u64::from_le_bytes(words[k]))
    }

    /// Least and greatest distances to the edges, packed as in [`Room`].
    #[inline]
    pub(crate) fn room(&self, i: usize) -> (u32, u32) {
        (self.rooms.get(2 * i), self.rooms.get(2 * i + 1))
    }

    /// Pattern and orientation of a row.
    #[inline]
    pub(crate) fn head(&self, i: usize) -> Head {
        Head(self.heads.get(i))
    }

    /// The elements of a row outside the window.
    #[inline]
    pub(crate) fn far(&self, i: usize) -> impl Iterator<Item = Far> + 'a {
        let (from, to) = (self.far_starts.get(i), self.far_starts.get(i + 1));
        let far = self.far;
        (from..to).map(move |k| Far::from_word(far.get(k as usize)))
    }
}
