//! SGF, the file format of Go game records: tokens with spans, a tree, the values,
//! and positions by replay.
//!
//! Data flows one way: bytes → [`decode`] (charset) → [`read`] (`scan` cuts tokens,
//! a loop builds the arena of [`tree`]) → [`replay`] (stones and captures).
//! [`mod@print`] goes back to text.
//!
//! Reading is lenient: a damaged record is read as far as it makes sense, and
//! everything odd is a [`Warning`] with its place. Only text without any game
//! tree, or beyond the [`Limits`], is an error. Trees of any depth are safe: no
//! code here recurses over a tree.
//!
//! The crate knows the geometry of SGF and GTP vertices and how stones are
//! captured. It knows nothing of patterns, of the engine or of its boards, and
//! neither prints nor opens files.

pub mod decode;
pub mod print;
pub mod read;
pub mod replay;
mod scan;
pub mod tree;
pub mod value;

pub use read::{Limits, SgfError};
pub use replay::{Move, Position, ReplayError, Stones, Until, main_line, position_at};
pub use tree::{Node, NodeId, Property, Sgf, Span, Text, Warning};
pub use value::{Color, Point};
