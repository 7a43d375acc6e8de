//! Table of the corner matcher (docs/pattern-language.md, "Corner patterns"; GNU Go
//! 3.8 manual, "Corner Matcher"): a tree of *variations*.
//!
//! All patterns are drawn with the corner of the board at the upper left; a
//! vertex is a row and a column counted from there. The *area* of a vertex is
//! the rectangle between it and the corner, both included.
//!
//! A path from the root to a variation lists stones; the last step of a pattern
//! is its move. A variation holds a vertex, whether the stone there has the
//! colour of the first stone of the path, the number of stones in its area
//! (itself included), and the patterns whose move it is. Several patterns end in
//! one variation if they differ in their extent alone.
//!
//! Variation 0 is the root (an empty corner). The children of a variation are
//! neighbours in the table, and the groups of children follow each other in the
//! order of their parents.

use std::fmt::Write as _;

use super::{TakeWords, are_ranges};
use crate::bytes::{ByteReader, ByteWriter, DecodeError, WordView, Words};
use crate::geom::MAX_BOARD;
use crate::helper::PatternId;

/// Words per ending: pattern, extent and transformations.
const ENDING: usize = 2;
/// Longest path: a stone on every vertex, and the move.
const MAX_DEPTH: u16 = (MAX_BOARD * MAX_BOARD + 1) as u16;

/// A pattern at the end of its path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ending {
    /// The pattern.
    pub pattern: PatternId,
    /// Last row of the drawing.
    pub last_row: u8,
    /// Last column of the drawing.
    pub last_col: u8,
    /// Bit `t`: transformation `t` is tried.
    pub transforms: u8,
}

/// A variation, without its place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Variation {
    /// Row, from 0.
    pub row: u8,
    /// Column, from 0.
    pub col: u8,
    /// Whether the stone has the other colour than the first stone of the path.
    pub other: bool,
    /// Stones in its area, itself included.
    pub stones: u16,
}

impl Variation {
    fn to_word(self) -> u32 {
        let [lo, hi] = self.stones.to_le_bytes();
        u32::from_le_bytes([self.row, self.col, lo, hi | u8::from(self.other) << 7])
    }

    #[inline]
    fn from_word(word: u32) -> Variation {
        let [row, col, lo, hi] = word.to_le_bytes();
        let stones = u16::from_le_bytes([lo, hi & 0x7f]);
        Variation { row, col, other: hi & 0x80 != 0, stones }
    }
}

/// A node as builders hand it over: node 0 is the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The variation; meaningless in the root.
    pub variation: Variation,
    /// Children, as indices into the builder's list.
    pub children: Vec<usize>,
    /// Patterns whose move this is.
    pub endings: Vec<Ending>,
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corner {
    /// Packed [`Variation`]s.
    variations: Words,
    /// First child of each variation, and the number of variations.
    child_starts: Words,
    /// Start of each variation's part of `endings`, and the end.
    ending_starts: Words,
    /// Packed [`Ending`]s.
    endings: Words,
    /// Rows and columns that any pattern looks at.
    extent: (usize, usize),
}

impl Corner {
    /// The table of a tree. Order among siblings is kept.
    ///
    /// # Panics
    ///
    /// If `nodes` is not a tree with its root at 0 or does not fit a board; a
    /// builder's bug.
    pub fn new(nodes: &[Node]) -> Corner {
        let (mut variations, mut child_starts) = (Vec::new(), Vec::new());
        let (mut ending_starts, mut endings) = (vec![0], Vec::new());
        let mut queue = vec![0];
        let mut at = 0;
        while at < queue.len() {
            let node = &nodes[queue[at]];
            at += 1;
            child_starts.push(queue.len() as u32);
            queue.extend(&node.children);
            variations.push(node.variation.to_word());
            for e in &node.endings {
                endings.push(e.pattern.0);
                endings.push(u32::from_le_bytes([e.last_row, e.last_col, e.transforms, 0]));
            }
            ending_starts.push((endings.len() / ENDING) as u32);
        }
        child_starts.push(queue.len() as u32);
        let mut corner = Corner {
            variations: Words::from_words(&variations),
            child_starts: Words::from_words(&child_starts),
            ending_starts: Words::from_words(&ending_starts),
            endings: Words::from_words(&endings),
            extent: (0, 0),
        };
        corner.extent = corner.validate(usize::MAX).unwrap_or_else(|reason| panic!("{reason}"));
        corner
    }

    /// Number of variations, the root included.
    pub fn len(&self) -> usize {
        self.variations.len()
    }

    /// Whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        let words = [&self.variations, &self.child_starts, &self.ending_starts, &self.endings];
        words.iter().map(|w| 4 * w.len()).sum()
    }

    /// Number of rows and of columns that any pattern looks at.
    pub fn extent(&self) -> (usize, usize) {
        self.extent
    }

    /// A view for use in a loop.
    pub(crate) fn view(&self) -> CornerView<'_> {
        CornerView {
            variations: self.variations.view(),
            child_starts: self.child_starts.view(),
            ending_starts: self.ending_starts.view(),
            endings: self.endings.view(),
        }
    }

    pub(super) fn encode(&self, w: &mut ByteWriter) {
        for words in [&self.variations, &self.child_starts, &self.ending_starts, &self.endings] {
            w.blob(&words.0);
        }
    }

    pub(super) fn decode<'a>(
        r: &mut ByteReader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<Corner, DecodeError> {
        let mut corner = Corner {
            variations: words(r)?,
            child_starts: words(r)?,
            ending_starts: words(r)?,
            endings: words(r)?,
            extent: (0, 0),
        };
        corner.extent = corner.validate(patterns).map_err(|reason| r.error(reason))?;
        Ok(corner)
    }

    /// Checks the form and finds the extent.
    fn validate(&self, patterns: usize) -> Result<(usize, usize), &'static str> {
        let n = self.len();
        let sizes = [self.child_starts.len(), self.ending_starts.len()];
        if n == 0 || sizes != [n + 1; 2] || !self.endings.len().is_multiple_of(ENDING) {
            return Err("corner: sizes disagree");
        }
        if !are_ranges(&self.ending_starts, self.endings.len() / ENDING) {
            return Err("corner: ranges of patterns");
        }
        // Children follow their parents, every variation but the root is the child
        // of exactly one, and no path is longer than a board has vertices.
        let starts = self.child_starts.view();
        if starts.get(0) != 1 || starts.get(n) as usize != n {
            return Err("corner: not a tree");
        }
        let mut depth = vec![0u16; n];
        for i in 0..n {
            let (from, to) = (starts.get(i) as usize, starts.get(i + 1) as usize);
            if from > to || to > n || (from < to && from <= i) {
                return Err("corner: not a tree");
            }
            if from < to && depth[i] >= MAX_DEPTH {
                return Err("corner: path too long");
            }
            let below = depth[i] + 1;
            depth[from..to].fill(below);
        }
        let view = self.view();
        let (mut rows, mut cols) = (0, 0);
        for i in 0..n {
            let v = view.variation(i);
            rows = rows.max(usize::from(v.row) + 1);
            cols = cols.max(usize::from(v.col) + 1);
            for e in view.endings(i) {
                if e.pattern.idx() >= patterns {
                    return Err("corner: no such pattern");
                }
                rows = rows.max(usize::from(e.last_row) + 1);
                cols = cols.max(usize::from(e.last_col) + 1);
            }
        }
        if rows > MAX_BOARD || cols > MAX_BOARD {
            return Err("corner: vertex beyond any board");
        }
        Ok((rows, cols))
    }

    /// The tree as text, one line a variation, indented by depth: row and column
    /// from the corner, colour relative to the first stone, stones in the area.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "corner: {} variations, {} bytes, {}×{} vertices",
            self.len(),
            self.bytes(),
            self.extent.0,
            self.extent.1
        );
        let view = self.view();
        let mut stack: Vec<(usize, usize)> = view.children(0).rev().map(|c| (c, 0)).collect();
        while let Some((i, depth)) = stack.pop() {
            let v = view.variation(i);
            let color = if v.other { "other" } else { "same" };
            let _ = write!(
                out,
                "{:indent$}({},{}) {color} {}",
                "",
                v.row,
                v.col,
                v.stones,
                indent = 2 * depth
            );
            for e in view.endings(i) {
                let _ = write!(out, " [{} to ({},{})", name(e.pattern), e.last_row, e.last_col);
                if e.transforms != 0xff {
                    let tried: String = (0..8u8)
                        .filter(|t| e.transforms >> t & 1 != 0)
                        .map(|t| char::from(b'0' + t))
                        .collect();
                    let _ = write!(out, " t{tried}");
                }
                out.push(']');
            }
            out.push('\n');
            stack.extend(view.children(i).rev().map(|c| (c, depth + 1)));
        }
        out
    }
}

/// A borrowed [`Corner`].
#[derive(Clone, Copy)]
pub(crate) struct CornerView<'a> {
    variations: WordView<'a>,
    child_starts: WordView<'a>,
    ending_starts: WordView<'a>,
    endings: WordView<'a>,
}

impl<'a> CornerView<'a> {
    /// Variation `i`.
    #[inline]
    pub(crate) fn variation(&self, i: usize) -> Variation {
        Variation::from_word(self.variations.get(i))
    }

    /// Indices of the children of variation `i`.
    #[inline]
    pub(crate) fn children(&self, i: usize) -> std::ops::Range<usize> {
        self.child_starts.get(i) as usize..self.child_starts.get(i + 1) as usize
    }

    /// The patterns whose move is variation `i`.
    #[inline]
    pub(crate) fn endings(&self, i: usize) -> impl Iterator<Item = Ending> + 'a {
        let range = self.ending_starts.get(i) as usize..self.ending_starts.get(i + 1) as usize;
        let endings = self.endings;
        range.map(move |k| {
            let [last_row, last_col, transforms, _] = endings.get(ENDING * k + 1).to_le_bytes();
            let pattern = PatternId(endings.get(ENDING * k));
            Ending { pattern, last_row, last_col, transforms }
        })
    }
}
