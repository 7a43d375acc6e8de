//! The pattern compiler: text of `.db` files to tables, constraint programs and
//! Rust functions.
//!
//! A stage per module; data flows down this list and never back up:
//!
//! | module | from → to |
//! |---|---|
//! | [`source`] | bytes → files with spans |
//! | [`diag`] | findings of every stage → text |
//! | [`manifest`] | `mkpat.toml` → what databases there are |
//! | [`syntax`] | text → syntax tree that keeps every byte, and back |
//! | [`ir`] | the typed middle form |
//!
//! Nothing below the command prints or exits.

pub mod diag;
pub mod ir;
pub mod manifest;
pub mod source;
pub mod syntax;
