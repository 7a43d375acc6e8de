//! The pattern databases of Katachi, compiled in.
//!
//! The databases are the `.db` files of this folder, written by hand or made by
//! `joseki` from the SGF files in `joseki/`; `mkpat.toml` says what they are. Set
//! `KATACHI_PATTERNS` to a folder with another `mkpat.toml` to build the engine
//! from that one.
//!
//! This crate depends on the run-time form alone, so that an edited pattern
//! rebuilds little: it, and the program that links it.

patterns_macro::pattern_set!("mkpat.toml", env = "KATACHI_PATTERNS");
