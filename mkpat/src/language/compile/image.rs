//! A pattern in one orientation, as the builders of tables see it, and what
//! keeps a table from being built.

use std::fmt;

use mkpat_rt::db::{ElementKind, Pattern};
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::Accepts;

/// A table that cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildError {
    /// The pattern to blame, if it is one.
    pub pattern: Option<PatternId>,
    /// Why.
    pub kind: BuildErrorKind,
}

/// Why a table cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildErrorKind {
    /// A pattern anchored at the corner, for a matcher that starts from stones.
    CornerPattern,
    /// A pattern that the corner matcher cannot have (docs/pattern-language.md, "Corner
    /// patterns").
    NotCornerPattern,
    /// A pattern that is not the drawing of a whole board (docs/pattern-language.md, "Full-board
    /// patterns").
    NotFullBoardPattern,
    /// More patterns than the table can number.
    TooManyPatterns(usize),
    /// More automaton states than allowed.
    TooManyStates(usize),
    /// A matcher of databases without patterns.
    NotForPatterns,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            BuildErrorKind::CornerPattern => f.write_str(
                "a pattern anchored at the corner of the board needs the matcher `corner` or \
                 `fullboard`",
            ),
            BuildErrorKind::NotCornerPattern => f.write_str(
                "the matcher `corner` takes patterns with exactly two adjacent edges, \
                 a move, and no elements but `.`, `O`, `X`, `*`",
            ),
            BuildErrorKind::NotFullBoardPattern => f.write_str(
                "the matcher `fullboard` takes drawings of square boards with four edges \
                 and no elements but `.`, `O`, `X`, `*`",
            ),
            BuildErrorKind::NotForPatterns => {
                f.write_str("its matcher is one of databases without patterns")
            }
            BuildErrorKind::TooManyPatterns(limit) => {
                write!(f, "more than {limit} patterns in one table")
            }
            BuildErrorKind::TooManyStates(limit) => write!(
                f,
                "the automaton of this pattern needs more than {limit} states; \
                 use the matcher `grid`"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

/// A pattern in one orientation; offsets count from the anchor.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// Elements in the order of the pattern.
    pub(super) cells: Vec<(Offset, Accepts)>,
    /// Upper left vertex of the drawing's rectangle.
    pub(super) min: Offset,
    /// Lower right vertex of the drawing's rectangle.
    pub(super) max: Offset,
    /// Edges drawn: north, south, west, east.
    pub(super) drawn: [bool; 4],
}

impl Image {
    /// The image of `pattern` under `t`.
    pub(super) fn new(pattern: &Pattern, t: Transform) -> Image {
        let cells = pattern.elements.iter().map(|e| (t.apply(e.at), accepts(e.kind))).collect();
        let (a, b) = (t.apply(pattern.min), t.apply(pattern.max));
        let edges = pattern.edges;
        let outward = [
            (edges.north, Offset::new(-1, 0)),
            (edges.south, Offset::new(1, 0)),
            (edges.west, Offset::new(0, -1)),
            (edges.east, Offset::new(0, 1)),
        ];
        let drawn_towards = |dr, dc| {
            outward.iter().any(|&(drawn, side)| drawn && t.apply(side) == Offset::new(dr, dc))
        };
        Image {
            cells,
            min: Offset::new(a.dr.min(b.dr), a.dc.min(b.dc)),
            max: Offset::new(a.dr.max(b.dr), a.dc.max(b.dc)),
            drawn: [
                drawn_towards(-1, 0),
                drawn_towards(1, 0),
                drawn_towards(0, -1),
                drawn_towards(0, 1),
            ],
        }
    }

    /// The sides beyond which a vertex lies: north, south, west, east.
    pub(super) fn beyond(&self, at: Offset) -> [bool; 4] {
        [at.dr < self.min.dr, at.dr > self.max.dr, at.dc < self.min.dc, at.dc > self.max.dc]
    }

    /// What the pattern accepts at a vertex (docs/pattern-language.md, "Automaton").
    pub(super) fn accepts(&self, at: Offset) -> Accepts {
        let beyond = self.beyond(at);
        if (0..4).any(|side| beyond[side] && self.drawn[side]) {
            return Accepts::OFF_BOARD;
        }
        if let Some(&(_, accepts)) = self.cells.iter().find(|&&(o, _)| o == at) {
            return accepts;
        }
        if beyond == [false; 4] { Accepts::ON_BOARD } else { Accepts::ANY }
    }
}

/// What an element accepts.
fn accepts(kind: ElementKind) -> Accepts {
    match kind {
        ElementKind::O => Accepts::O,
        ElementKind::X => Accepts::X,
        ElementKind::EmptyOrO => Accepts::EMPTY_OR_O,
        ElementKind::EmptyOrX => Accepts::EMPTY_OR_X,
        ElementKind::Empty | ElementKind::Move | ElementKind::Barrier | ElementKind::Special => {
            Accepts::EMPTY
        }
    }
}
