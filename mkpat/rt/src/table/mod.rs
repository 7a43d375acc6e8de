//! The tables of the matchers: one file per matcher, each with its type, its
//! byte form and its readable dump. Tables hold no pointers; large ones stay in
//! the bytes they came in ([`crate::bytes::Words`]). Building them is `mkpat`'s
//! business (`mkpat::compile`), walking them that of [`crate::matcher`].

use std::borrow::Cow;

use crate::bytes::{DecodeError, Reader, Writer};

/// The table of a database, by the matcher that its manifest entry names.
#[derive(Clone, PartialEq, Debug)]
pub enum Table {
    /// No table: the naive matcher walks the patterns themselves.
    Naive,
}

impl Table {
    pub(crate) fn encode(&self, w: &mut Writer) {
        match self {
            Table::Naive => w.u8(0),
        }
    }

    pub(crate) fn decode<'a>(
        r: &mut Reader<'a>,
        _keep: impl Fn(&'a [u8]) -> Cow<'static, [u8]>,
        _patterns: usize,
    ) -> Result<Table, DecodeError> {
        match r.u8()? {
            0 => Ok(Table::Naive),
            _ => Err(r.error("unknown table")),
        }
    }
}
