//! What differs between two databases, in meaning: `mkpat diff`.

pub mod parts;
