//! Text ↔ syntax tree of `.db` files.
//!
//! `ast` (types) ← `parse` (pest grammar `db.pest` → tree + diagnostics) and
//! `print` (tree → text). Parsing never fails as a whole: what cannot be read is
//! reported and left out.

pub mod ast;
