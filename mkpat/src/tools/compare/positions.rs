//! Where on boards the raw matches of two databases differ.
//!
//! Only patterns whose diagram or symmetry changed can match differently, so only
//! they are matched. A match is told by its pattern and its move, without a move by
//! what is drawn on which vertex, and never by its anchor: a pattern drawn anew
//! matches as before. Matches at one vertex in several orientations are counted.

use std::collections::BTreeMap;

use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{BoardView, Color, Point};
use mkpat_rt::matcher::{Match, Matcher};

use super::Change;
use super::parts::Part;
use crate::language::compile;

/// A match that only one of the two databases has.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct MatchChange {
    /// The pattern.
    pub name: String,
    /// The move, or the first vertex of a pattern without one.
    pub at: Point,
    /// The colour that O stands for.
    pub color: Color,
    /// Whether the new database has it, not the old one.
    pub is_new: bool,
}

/// Finds differences of matches.
#[derive(Debug)]
pub struct Positions {
    old: PatternDb,
    new: PatternDb,
    matcher: Matcher,
}

impl Positions {
    /// For the patterns of these changes; `None` if none of them matches otherwise
    /// than before.
    ///
    /// # Errors
    ///
    /// If a pattern cannot be compiled, because its code is too long.
    pub fn new(changes: &[Change<'_>]) -> Result<Option<Positions>, String> {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for change in changes {
            match change {
                Change::Added(p) => new.push(*p),
                Change::Removed(p) => old.push(*p),
                Change::Changed(a, b, parts)
                    if parts.iter().any(|p| matches!(p, Part::Diagram | Part::Symmetry)) =>
                {
                    old.push(*a);
                    new.push(*b);
                }
                Change::Renamed(..) | Change::Changed(..) => {}
            }
        }
        if old.is_empty() && new.is_empty() {
            return Ok(None);
        }
        Ok(Some(Positions {
            old: compile::alone(&old)?,
            new: compile::alone(&new)?,
            matcher: Matcher::new(),
        }))
    }

    /// The matches on `board` that only one of the databases has, sorted.
    pub fn changes(&mut self, board: BoardView<'_>) -> Vec<MatchChange> {
        let mut counts: BTreeMap<Found, i32> = BTreeMap::new();
        let mut matches = Vec::new();
        for color in Color::BOTH {
            for (db, sign) in [(&self.old, -1), (&self.new, 1)] {
                self.matcher.matches(db, board, color, &mut matches);
                for m in &matches {
                    *counts.entry(found(db, m, board.size, color)).or_default() += sign;
                }
            }
        }
        let mut out: Vec<MatchChange> = counts
            .into_iter()
            .filter(|(_, count)| *count != 0)
            .map(|(f, count)| MatchChange {
                name: f.name,
                at: f.at,
                color: f.color,
                is_new: count > 0,
            })
            .collect();
        out.sort();
        out
    }
}

/// A match by what it means.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    name: String,
    color: Color,
    at: Point,
    /// Of patterns without a move.
    drawn: Vec<(Option<Point>, char)>,
}

fn found(db: &PatternDb, m: &Match, size: usize, color: Color) -> Found {
    let p = db.pattern(m.pattern);
    let vertex = |at| m.anchor.offset(m.transform.apply(at), size);
    let name = p.name.clone();
    if let Some(at) = p.mv.and_then(vertex) {
        return Found { name, color, at, drawn: Vec::new() };
    }
    // Anchors depend on the drawing; what is drawn where does not.
    let mut drawn: Vec<_> = p.elements.iter().map(|e| (vertex(e.at), e.kind.symbol())).collect();
    drawn.sort();
    let at = drawn.first().and_then(|first| first.0).unwrap_or(m.anchor);
    Found { name, color, at, drawn }
}
