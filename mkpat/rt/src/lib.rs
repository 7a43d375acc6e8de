//! What a compiled pattern database is at run time.
//!
//! `geom` ← everything. No dependency, no text parsing: the compiler (`mkpat`)
//! produces these types, the engine consumes them.

pub mod geom;
