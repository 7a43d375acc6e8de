//! Builds the table of the grid matcher: a row per pattern and transformation, in
//! canonical order, and for some groups of vertices the sets of rows that accept each
//! content (see [`mkpat_rt::table::grid`]).
//!
//! The groups are chosen one after the other, each so that the fewest rows can be
//! expected in the intersection, until two more groups would cost the matcher more time
//! than they save. The expectation uses fixed probabilities (`LIKELY`); they decide how
//! fast the table is, never what it finds.
//!
//! Time and size are linear in the number of rows. Where a table would be larger
//! than [`MAX_BYTES`], fewer groups are read. Everything is deterministic.

use mkpat_rt::db::{Anchor, Pattern};
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::grid::{
    CONTENTS, Far, GROUPS, GROUPS_AT_ONCE, Grid, LANES, PART, Part, Room, Row, WINDOW, WINDOW_SIDE,
    set_words, window_offset, window_vertex,
};
use mkpat_rt::table::{Accepts, EMPTY, O, OFF, X};

use super::image::{BuildError, BuildErrorKind, Image};

/// Patterns that a table can number.
pub const MAX_PATTERNS: usize = 1 << 20;

/// Most bytes of a table, if reading fewer groups can keep it below.
pub const MAX_BYTES: usize = 4_000_000;

/// How likely a vertex is empty, holds O, holds X, is off the board: at 1, 2, 3 and more
/// steps along lines from a stone. Counted in 400 positions of game records.
const LIKELY: [[f64; 4]; 4] = [
    [0.41, 0.29, 0.28, 0.02],
    [0.41, 0.27, 0.27, 0.05],
    [0.44, 0.22, 0.23, 0.11],
    [0.42, 0.18, 0.19, 0.21],
];

/// Whether [`build`] takes `patterns`: all that it can refuse, without the work.
///
/// # Errors
///
/// If a pattern is anchored at the corner, or there are too many.
pub fn fits(patterns: &[Pattern]) -> Result<(), BuildError> {
    if patterns.len() > MAX_PATTERNS {
        return Err(BuildError {
            pattern: None,
            kind: BuildErrorKind::TooManyPatterns(MAX_PATTERNS),
        });
    }
    match patterns.iter().position(|p| p.anchor == Anchor::Corner) {
        Some(i) => {
            let id = PatternId(i as u32);
            Err(BuildError { pattern: Some(id), kind: BuildErrorKind::CornerPattern })
        }
        None => Ok(()),
    }
}

/// The grid table of `patterns`.
///
/// # Errors
///
/// As [`fits`].
pub fn build(patterns: &[Pattern]) -> Result<Grid, BuildError> {
    build_within(patterns, MAX_BYTES)
}

/// As [`build`], with another bound of the size. What rows and the fewest groups take is
/// the least size that can be had.
///
/// # Errors
///
/// As [`fits`].
pub fn build_within(patterns: &[Pattern], max_bytes: usize) -> Result<Grid, BuildError> {
    fits(patterns)?;
    let mut rows: [Vec<Wide>; 2] = [Vec::new(), Vec::new()];
    for (i, pattern) in patterns.iter().enumerate() {
        let id = PatternId(i as u32);
        let anchor = usize::from(pattern.anchor == Anchor::X);
        rows[anchor].extend(pattern.symmetry.transforms().iter().map(|&t| wide(id, pattern, t)));
    }
    for rows in &mut rows {
        rows.sort_by_key(|wide| (wide.row.pattern, wide.row.transform));
    }
    let parts: [Vec<&[Wide]>; 2] = rows.each_ref().map(|rows| rows.chunks(PART).collect());
    let mut groups = parts.each_ref().map(|parts| parts.iter().map(|rows| choose(rows)).collect());
    loop {
        let side = |i: usize| -> Vec<Part> {
            let groups: &Vec<Vec<u8>> = &groups[i];
            parts[i].iter().zip(groups).map(|(rows, groups)| part(rows, groups)).collect()
        };
        let grid = Grid::new(&[side(0), side(1)]);
        let most = groups.iter().flatten().map(Vec::len).max().unwrap_or(0);
        if grid.bytes() <= max_bytes || most <= GROUPS_AT_ONCE {
            return Ok(grid);
        }
        groups.iter_mut().flatten().for_each(|groups| groups.truncate(most - GROUPS_AT_ONCE));
    }
}

/// The part of these rows.
fn part(rows: &[Wide], groups: &[u8]) -> Part {
    let words = set_words(rows.len());
    let mut sets = Vec::with_capacity(groups.len() * CONTENTS * words);
    for &group in groups {
        for content in 0..CONTENTS {
            let mut set = vec![0u64; words];
            for (i, row) in rows.iter().enumerate() {
                let has = |k: usize| {
                    row.accepts[usize::from(group) + k].has((content >> (2 * k) & 3) as u8)
                };
                set[i / 64] |= u64::from((0..3).all(has)) << (i % 64);
            }
            sets.extend(set);
        }
    }
    Part { groups: groups.to_vec(), rows: rows.iter().map(|wide| wide.row.clone()).collect(), sets }
}

/// A row with all that it accepts in its window.
struct Wide {
    row: Row,
    accepts: [Accepts; WINDOW],
}

fn wide(id: PatternId, pattern: &Pattern, transform: Transform) -> Wide {
    let image = Image::new(pattern, transform);
    let (mut mask, mut value, mut far) = (0, 0, Vec::new());
    let mut ask = |vertex: usize, accepts: Accepts| {
        let (m, v) = two_bits(accepts);
        mask |= u128::from(m) << (2 * vertex);
        value |= u128::from(v) << (2 * vertex);
    };
    // Whether an element holds each side of the box on the board.
    let mut held = [false; 4];
    for &(at, accepts) in &image.cells {
        match window_vertex(at) {
            Some(vertex) => ask(vertex, accepts),
            None => {
                let (mask, value) = two_bits(accepts);
                far.push(Far { at, mask, value });
            }
        }
        let on_line = [
            at.dr == image.min.dr,
            at.dr == image.max.dr,
            at.dc == image.min.dc,
            at.dc == image.max.dc,
        ];
        (0..4).for_each(|side| held[side] |= on_line[side]);
    }
    let reach = [-image.min.dr, image.max.dr, -image.min.dc, image.max.dc];
    // A drawn edge is seen from the anchor if the window goes beyond it.
    let beyond = [
        Offset::new(image.min.dr - 1, 0),
        Offset::new(image.max.dr + 1, 0),
        Offset::new(0, image.min.dc - 1),
        Offset::new(0, image.max.dc + 1),
    ];
    for side in (0..4).filter(|&side| image.drawn[side]) {
        match window_vertex(beyond[side]) {
            Some(vertex) => ask(vertex, Accepts::OFF_BOARD),
            None => held[side] = false,
        }
    }
    // Stones first: an empty vertex is the rule rather than the exception.
    far.sort_by_key(|f| f.value == 0);
    let is_told = far.is_empty() && held == [true; 4];
    let room = Room::new(reach.map(|d| d as u8), image.drawn);
    let room = if is_told { Room::ANY } else { room };
    let row = Row { pattern: id, transform, room, mask, value, far };
    let accepts = std::array::from_fn(|vertex| image.accepts(window_offset(vertex)));
    Wide { row, accepts }
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

/// How likely a vertex of the window has a content that is accepted.
fn chance(vertex: usize, accepts: Accepts) -> f64 {
    let Offset { dr, dc } = window_offset(vertex);
    let steps = usize::from(dr.unsigned_abs() + dc.unsigned_abs());
    let likely = LIKELY[steps.clamp(1, LIKELY.len()) - 1];
    [EMPTY, O, X, OFF].into_iter().filter(|&s| accepts.has(s)).map(|s| likely[usize::from(s)]).sum()
}

/// A set of vertices of the window.
fn known(offsets: &[Offset]) -> u64 {
    offsets.iter().filter_map(|&o| window_vertex(o)).fold(0, |acc, vertex| acc | 1 << vertex)
}

/// All groups of three vertices that can be read, by their first vertices.
fn all_groups() -> Vec<u8> {
    let fits = |vertex: &u8| vertex % WINDOW_SIDE as u8 + 3 <= WINDOW_SIDE as u8;
    (0..WINDOW as u8).filter(fits).collect()
}

/// What it costs the matcher to compare a row, to look up the set of a group, and to
/// intersect a chunk of it, in relation to each other.
const COST_ROW: f64 = 30.0;
const COST_GROUP: f64 = 10.0;
const COST_CHUNK: f64 = 5.0;

/// The groups that are read for these rows: one by one, each so that the fewest rows can
/// be expected in the intersection, as long as another group costs less than it saves.
fn choose(rows: &[Wide]) -> Vec<u8> {
    // The anchor is known.
    let mut used = known(&[Offset::new(0, 0)]);
    let chances: Vec<[f64; WINDOW]> = rows
        .iter()
        .map(|row| std::array::from_fn(|vertex| chance(vertex, row.accepts[vertex])))
        .collect();
    let mut left: Vec<f64> = vec![1.0; rows.len()];
    let mut expected = rows.len() as f64;
    let cost =
        GROUPS_AT_ONCE as f64 * (COST_GROUP + COST_CHUNK * (set_words(rows.len()) / LANES) as f64);
    let all = all_groups();
    let mut groups = Vec::new();
    while groups.len() + GROUPS_AT_ONCE <= GROUPS {
        let mut more = [0; GROUPS_AT_ONCE];
        let before = expected;
        for chosen in &mut more {
            let passes = |chances: &[f64; WINDOW], group: u8| -> f64 {
                let vertices = usize::from(group)..usize::from(group) + 3;
                let unused = vertices.filter(|vertex| used >> vertex & 1 == 0);
                unused.map(|vertex| chances[vertex]).product()
            };
            let mut best = (f64::INFINITY, all[0]);
            for &group in &all {
                let rows = chances.iter().zip(&left);
                let expected: f64 = rows.map(|(chances, p)| p * passes(chances, group)).sum();
                if expected < best.0 - 1e-9 {
                    best = (expected, group);
                }
            }
            (expected, *chosen) = best;
            let rows = chances.iter().zip(&mut left);
            rows.for_each(|(chances, p)| *p *= passes(chances, *chosen));
            used |= 0b111 << *chosen;
        }
        if !groups.is_empty() && (before - expected) * COST_ROW < cost {
            break;
        }
        groups.extend(more);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_those_of_the_gnu_go_manual() {
        assert_eq!(two_bits(Accepts::EMPTY), (3, 0));
        assert_eq!(two_bits(Accepts::O), (3, 1));
        assert_eq!(two_bits(Accepts::X), (3, 2));
        assert_eq!(two_bits(Accepts::EMPTY_OR_O), (2, 0));
        assert_eq!(two_bits(Accepts::EMPTY_OR_X), (1, 0));
        assert_eq!(two_bits(Accepts::OFF_BOARD), (3, 3));
    }
}
