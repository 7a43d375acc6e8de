//! Builds the table of the grid matcher: a row per pattern and transformation, in
//! blocks, with a list of blocks for every neighbourhood
//! (see [`mkpat_rt::table::grid`]).
//!
//! A list is the shorter, the more alike the rows of a block are. `arrange` divides
//! the rows by what they accept at the vertex that tells most about them, and again,
//! until a block holds the rest. What a vertex tells is reckoned with fixed
//! probabilities of its contents (`LIKELY`); they decide how fast the table is,
//! never what it finds.
//!
//! All of it is linear in the rows but the lists, of which there are at most as many
//! as neighbourhoods; nothing can explode. Where a table would be larger than
//! [`MAX_BYTES`], the lists tell fewer vertices of the neighbourhood apart, so that
//! more of them are equal and stored once. Everything is deterministic.

use std::collections::BTreeMap;

use mkpat_rt::db::{Anchor, Pattern};
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::grid::{
    BLOCK, Block, Far, GROUPS, Grid, List, Room, Row, Side, WINDOW, WINDOW_SIDE, window_offset,
    window_vertex,
};
use mkpat_rt::table::near::{AROUND, COUNT, Ids};
use mkpat_rt::table::{Accepts, EMPTY, O, OFF, X};

use super::image::{BuildError, Image, Reason};

/// Patterns that a table can number.
pub const MAX_PATTERNS: usize = 1 << 20;

/// Most bytes of a table, if leaving out neighbours can keep it below.
pub const MAX_BYTES: usize = 4_000_000;

/// How likely a vertex near a stone is empty, O, X, off the board.
const LIKELY: [f64; 4] = [0.52, 0.21, 0.21, 0.06];

/// Whether [`build`] takes `patterns`: all that it can refuse, without the work.
///
/// # Errors
///
/// If a pattern is anchored at the corner, or there are too many.
pub fn fits(patterns: &[Pattern]) -> Result<(), BuildError> {
    if patterns.len() > MAX_PATTERNS {
        return Err(BuildError { pattern: None, reason: Reason::TooManyPatterns(MAX_PATTERNS) });
    }
    match patterns.iter().position(|p| p.anchor == Anchor::Corner) {
        Some(i) => {
            let id = PatternId(i as u32);
            Err(BuildError { pattern: Some(id), reason: Reason::CornerPattern })
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

/// As [`build`], with another bound of the size. What rows and blocks take themselves is
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
    let mut read = 0xff;
    loop {
        let grid = Grid::new(&rows.each_ref().map(|rows| side(rows, read)));
        if read == 0 || grid.bytes() <= max_bytes {
            return Ok(grid);
        }
        // The diagonal neighbours tell least.
        let left_out = LEFT_OUT_FIRST.into_iter().find(|i| read >> i & 1 != 0);
        read &= !left_out.map_or(u8::MAX, |i| 1 << i);
    }
}

/// The vertices around an anchor, by their places in [`AROUND`], in the order in which
/// lists cease to tell them apart.
const LEFT_OUT_FIRST: [u8; 8] = [0, 2, 5, 7, 1, 3, 4, 6];

/// Blocks and lists for the rows of one colour of anchor; lists tell the vertices `read`
/// apart, a bit for each place in [`AROUND`].
fn side(rows: &[Wide], read: u8) -> Side {
    let mut arranged = Vec::new();
    arrange(rows.iter().collect(), known(&[Offset::new(0, 0)]), &mut arranged);
    let groups = choose(&arranged);
    // In a block the canonical order spares the matcher some sorting.
    arranged
        .chunks_mut(BLOCK)
        .for_each(|rows| rows.sort_by_key(|r| (r.row.pattern, r.row.transform)));
    let blocks: Vec<&[&Wide]> = arranged.chunks(BLOCK).collect();
    Side {
        groups,
        blocks: blocks.iter().map(|rows| block(rows, groups)).collect(),
        lists: lists(&blocks, read),
    }
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
    let special = !far.is_empty() || held != [true; 4];
    let room = Room::new(reach.map(|d| d as u8), image.drawn);
    let row = Row { pattern: id, transform, room, mask, value, far, special };
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

/// How likely a vertex has a content that is accepted.
fn chance(accepts: Accepts) -> f64 {
    [EMPTY, O, X, OFF]
        .map(|s| if accepts.has(s) { LIKELY[usize::from(s)] } else { 0.0 })
        .iter()
        .sum()
}

/// A set of vertices of the window.
fn known(offsets: &[Offset]) -> u64 {
    offsets.iter().filter_map(|&o| window_vertex(o)).fold(0, |acc, vertex| acc | 1 << vertex)
}

/// Puts rows into an order in which neighbours are alike: divides them by the vertex
/// not yet `used` that tells most, recursively, down to groups that fit a block.
fn arrange<'a>(rows: Vec<&'a Wide>, used: u64, out: &mut Vec<&'a Wide>) {
    let near = known(&AROUND);
    let mut best = (0.0, None);
    if rows.len() > BLOCK {
        for vertex in (0..WINDOW).filter(|vertex| used >> vertex & 1 == 0) {
            let mut counts: BTreeMap<Accepts, usize> = BTreeMap::new();
            rows.iter().for_each(|r| *counts.entry(r.accepts[vertex]).or_default() += 1);
            let term = |(accepts, n): (&Accepts, &usize)| {
                let share = *n as f64 / rows.len() as f64;
                -share * share.ln() * (1.0 - 0.5 * chance(*accepts))
            };
            // Lists know the neighbourhood: what is alike there saves entries.
            let weight = if near >> vertex & 1 != 0 { 1.5 } else { 1.0 };
            let told = weight * counts.iter().map(term).sum::<f64>();
            if told > best.0 + 1e-9 {
                best = (told, Some(vertex));
            }
        }
    }
    let Some(vertex) = best.1 else { return out.extend(rows) };
    let mut groups: BTreeMap<Accepts, Vec<&Wide>> = BTreeMap::new();
    rows.into_iter().for_each(|r| groups.entry(r.accepts[vertex]).or_default().push(r));
    groups.into_values().for_each(|group| arrange(group, used | 1 << vertex, out));
}

/// All groups of three vertices that can be read, by their first vertices.
fn all_groups() -> Vec<u8> {
    let fits = |vertex: &u8| vertex % WINDOW_SIDE as u8 + 3 <= WINDOW_SIDE as u8;
    (0..WINDOW as u8).filter(fits).collect()
}

/// The groups that are read for these rows: one by one, each so that the fewest rows can
/// be expected to be left.
fn choose(rows: &[&Wide]) -> [u8; GROUPS] {
    // The lists have read the neighbourhood.
    let mut used = known(&AROUND) | known(&[Offset::new(0, 0)]);
    let mut left: Vec<f64> = vec![1.0; rows.len()];
    let passes = |row: &Wide, group: u8, used: u64| -> f64 {
        let vertices = usize::from(group)..usize::from(group) + 3;
        let open = vertices.filter(|vertex| used >> vertex & 1 == 0);
        open.map(|vertex| chance(row.accepts[vertex])).product()
    };
    let all = all_groups();
    std::array::from_fn(|_| {
        let mut best = (f64::INFINITY, all[0]);
        for &group in &all {
            let expected: f64 =
                rows.iter().zip(&left).map(|(row, p)| p * passes(row, group, used)).sum();
            if expected < best.0 - 1e-9 {
                best = (expected, group);
            }
        }
        let group = best.1;
        rows.iter().zip(&mut left).for_each(|(row, p)| *p *= passes(row, group, used));
        used |= 0b111 << group;
        group
    })
}

/// The block of these rows.
fn block(rows: &[&Wide], groups: [u8; GROUPS]) -> Block {
    let set = |group: u8, content: usize| {
        let accepts = |row: &Wide| {
            (0..3).all(|k| row.accepts[usize::from(group) + k].has((content >> (2 * k) & 3) as u8))
        };
        let rows = rows.iter().enumerate().filter(|(_, row)| accepts(row));
        rows.fold(0, |acc, (i, _)| acc | 1 << i)
    };
    let sets = groups.map(|group| std::array::from_fn(|content| set(group, content)));
    Block { rows: rows.iter().map(|wide| wide.row.clone()).collect(), sets }
}

const _: () = assert!(GROUPS * 3 + AROUND.len() < WINDOW);

/// For every neighbourhood the blocks with rows that accept what its vertices `read` hold.
fn lists(blocks: &[&[&Wide]], read: u8) -> Vec<List> {
    // For every vertex around the anchor, symbol and block the rows that accept it.
    let sets: [_; 8] = std::array::from_fn(|i| {
        let (vertex, is_read) = (window_vertex(AROUND[i]).unwrap_or(0), read >> i & 1 != 0);
        [EMPTY, O, X, OFF].map(|symbol| {
            let set = |rows: &[&Wide]| {
                let rows = rows.iter().enumerate();
                rows.filter(|(_, row)| !is_read || row.accepts[vertex].has(symbol))
                    .fold(0u64, |acc, (i, _)| acc | 1 << i)
            };
            blocks.iter().map(|rows| set(rows)).collect::<Vec<u64>>()
        })
    });
    let all = |(i, rows): (usize, &&[&Wide])| (i as u32, u64::MAX >> (BLOCK - rows.len()));
    let list = blocks.iter().enumerate().map(all).collect();
    let mut out = vec![List::new(); COUNT];
    let mut search = Search { sets: &sets, ids: Ids::new(), out: &mut out };
    search.go(0, 0, list);
    out
}

/// Narrows a list down vertex by vertex.
struct Search<'a> {
    sets: &'a [[Vec<u64>; 4]; 8],
    ids: Ids,
    out: &'a mut [List],
}

impl Search<'_> {
    fn go(&mut self, depth: usize, code: u16, list: List) {
        if list.is_empty() {
            return;
        }
        let Some(sets) = self.sets.get(depth) else {
            if let Some(id) = self.ids.of(code) {
                self.out[usize::from(id)] = list;
            }
            return;
        };
        for symbol in 0..4 {
            let set = &sets[usize::from(symbol)];
            let narrowed = list.iter().map(|&(b, rows)| (b, rows & set[b as usize]));
            let narrowed = narrowed.filter(|&(_, rows)| rows != 0).collect();
            self.go(depth + 1, code | symbol << (2 * depth), narrowed);
        }
    }
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
        assert_eq!(two_bits(Accepts::OFF_BOARD), (3, 3));
    }
}
