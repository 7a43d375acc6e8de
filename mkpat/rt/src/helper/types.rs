//! What the vocabulary is made of: kinds of results and parameters, the place of a match,
//! and how results become numbers. Nothing here knows a helper.

use crate::geom::{Color, Offset, Point, STRIDE, Transform};
use crate::reading_code::Code;

/// Boolean results; 0 or 1 in expressions.
pub type Bool = bool;
/// Integer results.
pub type Int = i32;
/// Fractional results.
pub type Float = f32;
/// Actions have no result.
pub type Unit = ();

/// What a helper returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// 0 or 1.
    Bool,
    /// A count.
    Int,
    /// A fraction.
    Float,
    /// A reading code: 0, `KO_B`, `KO_A`, `WIN`.
    Code,
    /// Nothing: an action.
    Unit,
}

/// What an argument has to denote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// A vertex that holds a stone when the helper runs.
    Stone,
    /// A vertex that is empty when the helper runs.
    Empty,
    /// Any vertex.
    Vertex,
}

/// The argument list of a helper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signature {
    /// Exactly these arguments.
    Fixed(&'static [(&'static str, ParamKind)]),
    /// Any number of moves, then these targets (docs/pattern-language.md, "Sequences of moves").
    Play(&'static [&'static str]),
    /// One vertex or more.
    Some,
}

impl Signature {
    /// Smallest number of arguments.
    pub const fn min_args(self) -> usize {
        match self {
            Signature::Fixed(params) => params.len(),
            Signature::Play(targets) => targets.len(),
            Signature::Some => 1,
        }
    }

    /// Largest number of arguments, if it is bounded below [`MAX_ARGS`].
    pub const fn max_args(self) -> Option<usize> {
        match self {
            Signature::Fixed(params) => Some(params.len()),
            _ => None,
        }
    }
}

/// Status of a dragon, as `status(x)` returns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// Lives whoever moves first.
    Alive = 1,
    /// Dies whoever moves first.
    Dead = 2,
    /// Lives or dies by who moves first.
    Critical = 3,
    /// Not decided.
    Unknown = 4,
}

/// The versions of the vocabulary, each with the program whose databases are written in it. A later
/// version has all that an earlier one has.
pub const VOCABULARIES: &[(u32, &str)] =
    &[(1, "GNU Go 3.8"), (2, "GNU Go's last development version, of 2013")];

/// The newest version of the vocabulary.
pub const NEWEST_VOCABULARY: u32 = VOCABULARIES[VOCABULARIES.len() - 1].0;

/// Helpers that are in the vocabulary from a version on, and that no engine here has.
pub const LACKING_HELPERS: &[(&str, u32)] = &[("bent_four_helper", 2)];

/// Hand-written helpers that the helper field of a colon line may name
/// (docs/pattern-language.md, "Helper"), with their meaning.
pub const HAND_HELPERS: &[(&str, &str)] = &[
    ("jump_out_helper", "the move is neither in O's area nor in an eye space of O"),
    ("jump_out_far_helper", "as jump_out_helper, and not in X's area either"),
    ("throw_in_atari_helper", "a throw-in that captures or keeps the string right of `*` in atari"),
    ("high_handicap_helper", "X has no stone on the board"),
    ("reinforce_helper", "no dragon of X is alive in any sense and the move is safe"),
    ("thrash_around_helper", "everything of White looks dead early in the game"),
    ("cutstone2_helper", "counts a cutting point; never accepts the match"),
];

/// Number of a pattern in its database: its place in the sources, from 0. Order
/// by id is source order, and consumers may rely on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PatternId(pub u32);

impl PatternId {
    /// As an index.
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }
}

/// Most arguments of one call (docs/pattern-language.md, "Arguments").
pub const MAX_ARGS: usize = 20;

/// A number in an expression.
pub trait Number: Copy {
    /// The value as the integer type of expressions.
    fn int(self) -> i64;
}

impl Number for bool {
    fn int(self) -> i64 {
        i64::from(self)
    }
}
impl Number for i32 {
    fn int(self) -> i64 {
        i64::from(self)
    }
}
impl Number for i64 {
    fn int(self) -> i64 {
        self
    }
}
impl Number for Code {
    fn int(self) -> i64 {
        self.number()
    }
}

/// A result on its way onto the interpreter's stack.
pub(crate) trait Push {
    fn push(self) -> f64;
}
impl Push for bool {
    fn push(self) -> f64 {
        f64::from(u8::from(self))
    }
}
impl Push for i32 {
    fn push(self) -> f64 {
        f64::from(self)
    }
}
impl Push for f32 {
    fn push(self) -> f64 {
        f64::from(self)
    }
}
impl Push for Code {
    fn push(self) -> f64 {
        self.number() as f64
    }
}
impl Push for () {
    fn push(self) -> f64 {
        0.0
    }
}

/// The place and orientation of one match: what turns labels into vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// Vertex from which labels are counted: the move, or the anchor in a
    /// pattern without a move.
    pub origin: Point,
    /// The move `*`, or [`Point::PASS`] in a pattern without one.
    pub mv: Point,
    /// Orientation.
    pub transform: Transform,
    /// The side that the pattern calls O.
    pub color: Color,
}

impl Site {
    /// The vertex of a label whose offset from the origin is (`dr`, `dc`) in the
    /// drawing. Labels lie inside the bounding box, so the vertex is on the board.
    #[inline]
    pub fn at(&self, dr: i8, dc: i8) -> Point {
        let o = self.transform.apply(Offset::new(dr, dc));
        self.origin.step(i16::from(o.dr) * STRIDE as i16 + i16::from(o.dc))
    }
}

/// A result made from a number, for [`HostBase::fallback`].
pub(crate) trait Answer {
    fn answer(x: f64) -> Self;
}
impl Answer for bool {
    fn answer(x: f64) -> bool {
        x != 0.0
    }
}
impl Answer for i32 {
    fn answer(x: f64) -> i32 {
        x as i32
    }
}
impl Answer for f32 {
    fn answer(x: f64) -> f32 {
        x as f32
    }
}
impl Answer for Code {
    fn answer(x: f64) -> Code {
        [Code::Win, Code::KoA, Code::KoB]
            .into_iter()
            .find(|c| x >= c.number() as f64)
            .unwrap_or(Code::Lose)
    }
}
impl Answer for () {
    fn answer(_: f64) {}
}
