//! The matchers and the builders of their tables.
//!
//! `naive` pins the naive matcher with diagrams drawn by hand; `differential`
//! compares the others with it; `tables` pins the tables themselves and what
//! becomes of damaged ones; `fullboard` is about the matcher of whole boards;
//! `incremental` is about matches that follow a game or concern a goal; `records`
//! compares all matchers on the records and databases of GNU Go, with `plain`, a
//! second naive matcher, and `digests`, what is kept of its findings.

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod digests;
mod fullboard;
mod incremental;
mod naive;
mod plain;
mod records;
mod support;
mod tables;
