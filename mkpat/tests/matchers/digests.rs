//! What the naive matcher found at many positions, one number each, kept in files below
//! the target folder: a comparison of all positions takes the naive matcher an hour, and
//! a fast matcher is changed more often than it.
//!
//! A file belongs to one database, by the checksum of its patterns (without their
//! table) and of the naive matchers' own sources, so that it is never older than what
//! it tells of. Its lines are `position digest`, both hexadecimal; a line that is cut
//! off is left out, so that a run can be ended at any time and goes on where it was.
//! Without the files everything is found anew.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use mkpat_rt::bytes::checksum;
use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{BoardView, Point};
use mkpat_rt::matcher::Match;
use mkpat_rt::table::Table;

/// The sources that decide what the files say.
const SOURCES: [&str; 2] =
    [include_str!("plain.rs"), include_str!("../../rt/src/matcher/naive.rs")];
/// Bytes before the content of a compiled database: it begins with format and checksum,
/// which change with the form of tables.
const HEAD: usize = 16;

/// The digests of one database.
pub(crate) struct Digests {
    known: HashMap<u64, u64>,
    file: Mutex<File>,
}

impl Digests {
    /// Those of a database, from the files that there are.
    pub(crate) fn open(db: &PatternDb) -> Digests {
        let patterns = PatternDb { table: Table::Naive, ..db.clone() }.to_bytes();
        let mut all = patterns[HEAD..].to_vec();
        SOURCES.iter().for_each(|text| all.extend_from_slice(text.as_bytes()));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("naive-matches");
        std::fs::create_dir_all(&folder).expect("a folder for digests");
        let path = folder.join(format!("{}-{:016x}.txt", db.name, checksum(&all)));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
        let line = |line: &str| {
            let (position, digest) = line.split_once(' ')?;
            (digest.len() == 16).then_some((number(position)?, number(digest)?))
        };
        let known = whole.lines().filter_map(line).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&path).expect("a file");
        if whole.len() + 1 < text.len() {
            file.write_all(b"\n").expect("a file that can be written");
        }
        Digests { known, file: Mutex::new(file) }
    }

    /// What is known of a position.
    pub(crate) fn get(&self, position: u64) -> Option<u64> {
        self.known.get(&position).copied()
    }

    /// How many positions are known.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Keeps what was found, for the next run.
    pub(crate) fn keep(&self, found: &[(u64, u64)]) {
        let mut text = String::new();
        for (position, digest) in found {
            let _ = writeln!(text, "{position:016x} {digest:016x}");
        }
        let mut file = self.file.lock().expect("no thread panicked while writing");
        file.write_all(text.as_bytes()).expect("a file that can be written");
    }
}

/// The number of a position.
pub(crate) fn of_position(board: BoardView<'_>) -> u64 {
    let cells = Point::all(board.size).map(|p| board.at(p) as u8);
    checksum(&std::iter::once(board.size as u8).chain(cells).collect::<Vec<u8>>())
}

/// The digest of the matches for both colours, in their order.
pub(crate) fn of_matches(matches: [&[Match]; 2]) -> u64 {
    let mut bytes = Vec::new();
    for matches in matches {
        bytes.extend_from_slice(&(matches.len() as u32).to_le_bytes());
        for m in matches {
            bytes.extend_from_slice(&m.anchor.0.to_le_bytes());
            bytes.extend_from_slice(&m.pattern.0.to_le_bytes());
            bytes.push(m.transform.index() as u8);
        }
    }
    checksum(&bytes)
}
