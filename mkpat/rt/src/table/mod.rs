//! The tables of the matchers: one file per matcher, each with its type, its
//! byte form and its readable dump. Tables hold no pointers; large ones stay in
//! the bytes they came in ([`crate::bytes::Words`]). Building them is `mkpat`'s
//! business (`mkpat::language::compile`), walking them that of [`crate::matcher`].
//!
//! Decoding trusts nothing: a damaged table is a [`DecodeError`], so that the
//! matchers, which index without asking, neither panic nor run on for ever. It
//! does not prove that a table says what its patterns say; the checksum of the
//! database and the tests of the builders stand for that.
//!
//! Tables know patterns by number only; nothing here may use [`crate::db`].

use std::borrow::Cow;

use crate::bytes::{ByteReader, ByteWriter, DecodeError, Words};
use crate::helper::PatternId;

pub mod corner;
pub mod dfa;
pub mod fullboard;
pub mod grid;

pub use corner::Corner;
pub use dfa::Dfa;
pub use fullboard::FullBoard;
pub use grid::Grid;

/// A vertex as the tables see it: 0 empty, 1 O, 2 X, 3 off the board.
pub type Symbol = u8;
/// Nothing there.
pub const EMPTY: Symbol = 0;
/// A stone of the side that the pattern calls O.
pub const O: Symbol = 1;
/// A stone of the other side.
pub const X: Symbol = 2;
/// Not on the board.
pub const OFF: Symbol = 3;

/// A set of symbols: what a table accepts at one vertex (docs/pattern-language.md, "Automaton").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Accepts(u8);

impl Accepts {
    /// `.`: empty.
    pub const EMPTY: Accepts = Accepts(1 << EMPTY);
    /// `O`: a friendly stone.
    pub const O: Accepts = Accepts(1 << O);
    /// `X`: an enemy stone.
    pub const X: Accepts = Accepts(1 << X);
    /// `o`: empty or a friendly stone.
    pub const EMPTY_OR_O: Accepts = Accepts(0b0011);
    /// `x`: empty or an enemy stone.
    pub const EMPTY_OR_X: Accepts = Accepts(0b0101);
    /// `?`: anything on the board.
    pub const ON_BOARD: Accepts = Accepts(0b0111);
    /// `#`: off the board.
    pub const OFF_BOARD: Accepts = Accepts(1 << OFF);
    /// `$`: anything at all.
    pub const ANY: Accepts = Accepts(0b1111);

    /// Whether the set contains `symbol`.
    #[inline]
    pub const fn has(self, symbol: Symbol) -> bool {
        self.0 >> symbol & 1 != 0
    }

    /// The letter of such a set in the words of the automaton (docs/pattern-language.md,
    /// "Automaton"); a space for a set that has none.
    pub const fn letter(self) -> char {
        match self {
            Accepts::EMPTY => '.',
            Accepts::O => 'O',
            Accepts::X => 'X',
            Accepts::EMPTY_OR_O => 'o',
            Accepts::EMPTY_OR_X => 'x',
            Accepts::ON_BOARD => '?',
            Accepts::OFF_BOARD => '#',
            Accepts::ANY => '$',
            _ => ' ',
        }
    }
}

/// The table of a database, by the matcher that its manifest entry names.
#[derive(Clone, PartialEq, Debug)]
pub enum Table {
    /// No table: the naive matcher walks the patterns themselves.
    Naive,
    /// Masks, one row per pattern and transformation.
    Grid(Grid),
    /// One automaton for all patterns.
    Dfa(Dfa),
    /// The tree of corner variations.
    Corner(Corner),
    /// Hashes of whole positions.
    FullBoard(FullBoard),
}

impl Table {
    /// Name of the matcher, as in the manifest.
    pub const fn matcher(&self) -> &'static str {
        match self {
            Table::Naive => "naive",
            Table::Grid(_) => "grid",
            Table::Dfa(_) => "dfa",
            Table::Corner(_) => "corner",
            Table::FullBoard(_) => "fullboard",
        }
    }

    /// The table as text for people; `name` names a pattern.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        match self {
            Table::Naive => "naive: no table\n".to_string(),
            Table::Grid(t) => t.dump(name),
            Table::Dfa(t) => t.dump(name),
            Table::Corner(t) => t.dump(name),
            Table::FullBoard(t) => t.dump(name),
        }
    }

    pub(crate) fn encode(&self, w: &mut ByteWriter) {
        match self {
            Table::Naive => w.u8(0),
            Table::Grid(t) => {
                w.u8(1);
                t.encode(w);
            }
            Table::Dfa(t) => {
                w.u8(2);
                t.encode(w);
            }
            Table::Corner(t) => {
                w.u8(3);
                t.encode(w);
            }
            Table::FullBoard(t) => {
                w.u8(4);
                t.encode(w);
            }
        }
    }

    pub(crate) fn decode<'a>(
        r: &mut ByteReader<'a>,
        keep: impl Fn(&'a [u8]) -> Cow<'static, [u8]>,
        patterns: usize,
    ) -> Result<Table, DecodeError> {
        let kind = r.u8()?;
        let mut words = |r: &mut ByteReader<'a>| -> Result<Words, DecodeError> {
            let bytes = r.blob()?;
            if !bytes.len().is_multiple_of(4) {
                return Err(r.error("table of broken words"));
            }
            Ok(Words(keep(bytes)))
        };
        match kind {
            0 => Ok(Table::Naive),
            1 => Grid::decode(r, &mut words, patterns).map(Table::Grid),
            2 => Dfa::decode(r, &mut words, patterns).map(Table::Dfa),
            3 => Corner::decode(r, &mut words, patterns).map(Table::Corner),
            4 => FullBoard::decode(r, &mut words, patterns).map(Table::FullBoard),
            _ => Err(r.error("unknown table")),
        }
    }
}

/// Takes one [`Words`] off a reader.
type TakeWords<'f, 'a> = &'f mut dyn FnMut(&mut ByteReader<'a>) -> Result<Words, DecodeError>;

/// Whether `starts` cut a list of `len` items into `starts.len() - 1` ranges.
fn are_ranges(starts: &Words, len: usize) -> bool {
    let view = starts.view();
    let n = view.len();
    n > 0
        && view.get(0) == 0
        && view.get(n - 1) as usize == len
        && (1..n).all(|i| view.get(i - 1) <= view.get(i))
}
