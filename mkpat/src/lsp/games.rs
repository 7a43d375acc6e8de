//! Game records that the client names: how often does a pattern match in them?
//!
//! They are read when that is first asked, once, and no more positions than a hover can wait for.

use std::cell::OnceCell;
use std::path::PathBuf;

use mkpat_rt::matcher::Matcher;

use crate::language::compile;
use crate::language::ir::Pattern;
use crate::tools::positions::Position;
use crate::tools::positions::coverage::Coverage;
use crate::tools::positions::records::{self, Record};

/// Positions that are looked at, at most.
const MOST: usize = 4_000;

/// The records of a client.
#[derive(Debug)]
pub(super) struct Games {
    path: PathBuf,
    read: OnceCell<Result<Read, String>>,
}

/// Positions of records.
#[derive(Debug, Default)]
struct Read {
    positions: Vec<(String, Position)>,
    records: usize,
    /// There are more than are looked at.
    more: bool,
}

impl Games {
    /// The records of a file or folder.
    pub(super) fn new(path: PathBuf) -> Games {
        Games { path, read: OnceCell::new() }
    }

    /// How often the pattern matches, before constraints, and where first, as a sentence.
    pub(super) fn uses(&self, pattern: &Pattern) -> String {
        let counted = match self.read.get_or_init(|| read(&self.path)) {
            Ok(read) => count(read, pattern),
            Err(e) => Err(e.clone()),
        };
        counted.unwrap_or_else(|e| format!("How often it matches is not known: {e}."))
    }
}

fn read(path: &std::path::Path) -> Result<Read, String> {
    let mut out = Read::default();
    for path in records::collect(&[path.to_path_buf()])? {
        if out.positions.len() >= MOST {
            out.more = true;
            break;
        }
        // A broken record is not what somebody asks about who looks at a pattern.
        let Ok(record) = Record::read(&path) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        out.records += 1;
        let positions = &mut out.positions;
        let _ = record.each_position(|number, position| {
            if positions.len() < MOST {
                positions.push((format!("{name} after move {number}"), position.clone()));
            }
        });
    }
    Ok(out)
}

fn count(read: &Read, pattern: &Pattern) -> Result<String, String> {
    let db = compile::alone(&[pattern])?;
    let (mut matcher, mut coverage) = (Matcher::new(), Coverage::new(&db));
    let mut first = None;
    for (place, position) in &read.positions {
        coverage.add_with(&mut matcher, position, |found| {
            first = Some(format!("{place}, O is {}", found.color));
        });
    }
    let games = if read.records == 1 { "1 record" } else { &format!("{} records", read.records) };
    let more = if read.more { ", the first of more" } else { "" };
    let (all, count) = (read.positions.len(), coverage.counts[0]);
    Ok(match first {
        None => format!("Never matched in {all} positions of {games}{more}."),
        Some(first) => format!(
            "Matched {} times before constraints, in {} of {all} positions of {games}{more}; first in {first}.",
            count.matches, count.positions
        ),
    })
}
