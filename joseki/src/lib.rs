//! The joseki compiler: SGF with marks to a pattern database.
//!
//! A joseki record is a game tree played in the upper right corner. Each node
//! with a move and a mark (`SQ` or `MA`) gives one pattern: the rectangle from
//! the corner to the mark as it is before the move, seen by the side to move,
//! with `*` at the move. The comment classifies the move and carries comment,
//! constraint, action and value lines; labels (`LB`) give the letters of the
//! constraint. The rules are those of the manual, section "Joseki Compiler".
//!
//! Data flows one way: [`katachi_sgf::Sgf`] → [`compile()`] → [`Entry`]s →
//! [`mod@print`] → [`mkpat::language::syntax::print::PatternText`] → text. Findings go
//! into mkpat's diagnostics, so that a mistake in a record is shown like one in
//! a database. Beside that line, [`mod@lint`] judges compiled records, and
//! [`mod@outline`] and [`mod@view`] show them to people, and [`mod@replay`] plays
//! them against the corner matcher; [`mod@reverse`] makes a record of a database. Nothing here opens files
//! or prints; the command does.

pub mod codes;
mod compile;
mod entry;
mod line;
pub mod lint;
pub mod outline;
pub mod print;
pub mod replay;
pub mod reverse;
pub mod view;

pub use compile::{compile, default_prefix};
pub use entry::{Class, Entry};
pub use lint::{Record, lint};
pub use outline::outline;
pub use print::database;
