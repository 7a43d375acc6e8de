//! The typed middle form of a database: what the patterns mean, with places for
//! diagnostics.
//!
//! [`crate::language::lower`] makes it from the syntax tree; checks, compilers and the
//! code emitter read it. It knows neither lines nor Rust text.

pub mod expr;
pub mod pattern;
pub mod print;

pub use expr::{Action, Expr, ExprKind, Stmt};
pub use pattern::{Database, Label, Lacking, Pattern, Symbol};
