//! The matchers and the builders of their tables.
//!
//! `naive` pins the naive matcher with diagrams drawn by hand; `differential`
//! compares the others with it; `tables` pins the tables themselves and what
//! becomes of damaged ones; `fullboard` is about the matcher of whole boards.

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod fullboard;
mod naive;
mod support;
mod tables;
