//! How often the patterns of a database match over many positions.

use mkpat_rt::db::PatternDb;
use mkpat_rt::matcher::{Match, Matcher};

use super::Position;
use super::matches::{Found, SIDES};

/// Counts of one pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Raw matches, of both colours and all orientations.
    pub matches: u64,
    /// Positions with a match.
    pub positions: u64,
}

/// Counts of one database.
#[derive(Debug)]
pub struct Coverage<'a> {
    /// The database.
    pub db: &'a PatternDb,
    /// A count per pattern, in the order of the database.
    pub counts: Vec<Count>,
    /// Positions seen.
    pub positions: u64,
    /// Number of the last position in which a pattern matched.
    seen: Vec<u64>,
    buffer: Vec<Match>,
}

impl<'a> Coverage<'a> {
    /// Nothing seen yet.
    pub fn new(db: &'a PatternDb) -> Coverage<'a> {
        let n = db.patterns.len();
        Coverage {
            db,
            counts: vec![Count::default(); n],
            positions: 0,
            seen: vec![0; n],
            buffer: Vec::new(),
        }
    }

    /// Counts the matches of a position, for both colours.
    pub fn add(&mut self, matcher: &mut Matcher, position: &Position) {
        self.add_with(matcher, position, |_| {});
    }

    /// The same; `first` is told the first match of each pattern.
    pub fn add_with(
        &mut self,
        matcher: &mut Matcher,
        position: &Position,
        mut first: impl FnMut(Found<'a>),
    ) {
        self.positions += 1;
        for color in SIDES {
            matcher.matches(self.db, position.view(), color, &mut self.buffer);
            for m in &self.buffer {
                let i = m.pattern.idx();
                self.counts[i].matches += 1;
                if self.counts[i].matches == 1 {
                    first(Found { db: self.db, color, raw: *m });
                }
                if std::mem::replace(&mut self.seen[i], self.positions) != self.positions {
                    self.counts[i].positions += 1;
                }
            }
        }
    }

    /// All matches.
    pub fn matches(&self) -> u64 {
        self.counts.iter().map(|c| c.matches).sum()
    }

    /// Indices of the patterns that never matched, in the order of the database.
    pub fn never(&self) -> impl Iterator<Item = usize> + '_ {
        self.counts.iter().enumerate().filter(|(_, c)| c.matches == 0).map(|(i, _)| i)
    }

    /// Indices of the patterns that matched, the most frequent first, equal ones in
    /// the order of the database.
    pub fn most(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            (0..self.counts.len()).filter(|&i| self.counts[i].matches > 0).collect();
        all.sort_by_key(|&i| std::cmp::Reverse(self.counts[i].matches));
        all
    }
}
