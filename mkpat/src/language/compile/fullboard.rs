//! Builds the table of the full-board matcher: the hash of every pattern in every
//! orientation that its symmetry asks for.

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::{Anchor, ElementKind, Pattern};
use mkpat_rt::geom::Offset;
use mkpat_rt::helper::PatternId;
use mkpat_rt::matcher::corner;
use mkpat_rt::table::fullboard::{Entry, FullBoard, MAX_PATTERNS, position_hash};
use mkpat_rt::table::{O, X};

use super::image::{BuildError, BuildErrorKind};

/// The table of `patterns`.
///
/// # Errors
///
/// If a pattern is not the drawing of a whole board, or there are too many.
pub fn build(patterns: &[Pattern]) -> Result<FullBoard, BuildError> {
    if patterns.len() > MAX_PATTERNS {
        return Err(BuildError {
            pattern: None,
            kind: BuildErrorKind::TooManyPatterns(MAX_PATTERNS),
        });
    }
    let mut entries = Vec::with_capacity(8 * patterns.len());
    for (i, pattern) in patterns.iter().enumerate() {
        let id = PatternId(i as u32);
        insert(id, pattern, &mut entries)
            .ok_or(BuildError { pattern: Some(id), kind: BuildErrorKind::NotFullBoardPattern })?;
    }
    Ok(FullBoard::new(entries))
}

/// Adds the entries of a pattern; `None` if it is no drawing of a whole board.
fn insert(id: PatternId, pattern: &Pattern, entries: &mut Vec<Entry>) -> Option<()> {
    let edges = Edges { north: true, south: true, west: true, east: true };
    let is_whole_board = pattern.anchor == Anchor::Corner
        && pattern.edges == edges
        && pattern.min == Offset::new(0, 0)
        && pattern.max.dr == pattern.max.dc;
    let size = usize::try_from(pattern.max.dr).ok().filter(|_| is_whole_board)? + 1;
    let mut stones = Vec::new();
    for e in &pattern.elements {
        match e.kind {
            ElementKind::O => stones.push((e.at, O)),
            ElementKind::X => stones.push((e.at, X)),
            ElementKind::Empty | ElementKind::Move => {}
            _ => return None,
        }
    }
    for &transform in pattern.symmetry.transforms() {
        let origin = corner(transform, size);
        let mut turned = Vec::with_capacity(stones.len());
        for &(at, symbol) in &stones {
            let p = origin.offset(transform.apply(at), size)?;
            turned.push((p.row(), p.col(), symbol));
        }
        entries.push(Entry { hash: position_hash(size, turned), pattern: id, transform });
    }
    Some(())
}
