//! Builds the table of the grid matcher: a row per pattern and transformation
//! (see [`mkpat_rt::table::grid`]).

use mkpat_rt::db::{Anchor, Pattern};
use mkpat_rt::geom::Transform;
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::grid::{Far, Grid, NEAR, Room, Row, window_shift};
use mkpat_rt::table::{Accepts, OFF};

use super::image::{BuildError, Image, Reason};

/// Patterns that a table can number.
pub const MAX_PATTERNS: usize = 1 << 20;

/// The grid table of `patterns`.
///
/// # Errors
///
/// If a pattern is anchored at the corner, or there are too many.
pub fn build(patterns: &[Pattern]) -> Result<Grid, BuildError> {
    if patterns.len() > MAX_PATTERNS {
        return Err(BuildError { pattern: None, reason: Reason::TooManyPatterns(MAX_PATTERNS) });
    }
    let mut rows = Vec::new();
    for (i, pattern) in patterns.iter().enumerate() {
        let id = PatternId(i as u32);
        if pattern.anchor == Anchor::Corner {
            return Err(BuildError { pattern: Some(id), reason: Reason::CornerPattern });
        }
        // The transformations of every symmetry stand in order of their numbers.
        rows.extend(pattern.symmetry.transforms().iter().map(|&t| row(id, pattern, t)));
    }
    Ok(Grid::new(&rows))
}

fn row(id: PatternId, pattern: &Pattern, transform: Transform) -> Row {
    let image = Image::new(pattern, transform);
    let (mut mask, mut value, mut far) = (0, 0, Vec::new());
    for &(at, accepts) in &image.cells {
        let (m, v) = two_bits(accepts);
        match window_shift(at) {
            Some(shift) => {
                mask |= u128::from(m) << shift;
                value |= u128::from(v) << shift;
            }
            None => far.push(Far { at, mask: m, value: v }),
        }
    }
    // Stones first: an empty vertex is the rule rather than the exception.
    far.sort_by_key(|f| f.value == 0);
    let reach = [-image.min.dr, image.max.dr, -image.min.dc, image.max.dc].map(|d| d as u8);
    Row {
        pattern: id,
        transform,
        room: Room::new(reach, image.drawn),
        near: NEAR.map(|at| image.accepts(at)),
        mask,
        value,
        far,
    }
}

/// And-mask and value of an element: `symbol & mask == value` for exactly the
/// symbols that it accepts.
fn two_bits(accepts: Accepts) -> (u8, u8) {
    let fits = |mask, value| (0..=OFF).all(|s| (s & mask == value) == accepts.has(s));
    (0..4)
        .flat_map(|mask| (0..4).map(move |value| (mask, value)))
        .find(|&(mask, value)| fits(mask, value))
        .unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_those_of_the_founding_document() {
        assert_eq!(two_bits(Accepts::EMPTY), (3, 0));
        assert_eq!(two_bits(Accepts::O), (3, 1));
        assert_eq!(two_bits(Accepts::X), (3, 2));
        assert_eq!(two_bits(Accepts::EMPTY_OR_O), (2, 0));
        assert_eq!(two_bits(Accepts::EMPTY_OR_X), (1, 0));
    }
}
