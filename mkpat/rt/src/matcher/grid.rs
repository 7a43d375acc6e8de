//! Walks a [`Grid`]: for every stone, the sets of rows that accept what stands in some
//! groups of vertices are intersected; the few rows that are left are compared.

use std::hint::select_unpredictable;

use super::Match;
use super::packed_board::{PackedBoard, Stone};
use crate::geom::{Color, Transform};
use crate::helper::PatternId;
use crate::table::grid::{Far, Grid, GridView, LANES, PART, Place, Set};

/// Whether every byte of `least` ≤ `distances` ≤ `most`. All bytes are below 128,
/// so that a byte of the difference borrows its own top bit at most.
#[inline]
fn has_room(distances: u32, (least, most): (u32, u32)) -> bool {
    const TOP: u32 = 0x8080_8080;
    let enough = (distances | TOP).wrapping_sub(least);
    let not_more = (most | TOP).wrapping_sub(distances);
    enough & not_more & TOP == TOP
}

/// By how many matches more than needed a list grows.
const SPARE: usize = 64;
/// Words of the longest set.
const WORDS: usize = PART / 64;

/// Working memory: candidates of one stone.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// Intersections of sets.
    words: [u64; WORDS],
    /// Rows whose windows fit.
    rows: Box<[u32; PART]>,
}

impl Candidates {
    pub(super) fn new() -> Candidates {
        Candidates { words: [0; WORDS], rows: Box::new([0; PART]) }
    }
}

/// Appends the matches that are anchored at `stones`, as `color` sees them, stone by
/// stone and in canonical order at each.
pub(super) fn matches(
    table: &Grid,
    packed: &PackedBoard,
    color: Color,
    stones: &[Stone],
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        // A set is a list of words; a register of 256 bits holds four of them, not two.
        // SAFETY: the processor has what the function is compiled for.
        #[allow(unsafe_code)]
        return unsafe { wide(table, packed, color, stones, candidates, out) };
    }
    any(table, packed, color, stones, candidates, out);
}

/// [`any`] for processors with registers of 256 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn wide(
    table: &Grid,
    packed: &PackedBoard,
    color: Color,
    stones: &[Stone],
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
) {
    any(table, packed, color, stones, candidates, out);
}

/// [`matches`] for any processor.
#[inline(always)]
fn any(
    table: &Grid,
    packed: &PackedBoard,
    color: Color,
    stones: &[Stone],
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
) {
    let view = table.view();
    let mut found = out.len();
    for stone in stones {
        found = at(&view, packed, color, stone, candidates, out, found);
    }
    out.truncate(found);
}

/// Writes the matches that are anchored at one stone, in canonical order, after the first
/// `found` entries of `out`, and returns the number of valid entries; what follows them in
/// `out` means nothing.
///
/// Whether a row fits is as good as random, so that a branch on it would often be
/// mispredicted. So every row is written, and the count goes up only if it fits: the next
/// row overwrites one that did not.
#[inline(always)]
fn at(
    view: &GridView<'_>,
    packed: &PackedBoard,
    color: Color,
    stone: &Stone,
    candidates: &mut Candidates,
    out: &mut Vec<Match>,
    mut found: usize,
) -> usize {
    let Candidates { words, rows } = candidates;
    for place in view.places[usize::from(stone.is_x)] {
        let sets = view.sets_of(place);
        let window = stone.window;
        let left = match place.groups {
            2 => intersect::<2>(place, sets, window, words),
            4 => intersect::<4>(place, sets, window, words),
            6 => intersect::<6>(place, sets, window, words),
            8 => intersect::<8>(place, sets, window, words),
            10 => intersect::<10>(place, sets, window, words),
            _ => intersect::<12>(place, sets, window, words),
        };
        if left == 0 {
            continue;
        }
        let fit = compare(view, window, left, words, place.first, rows);
        if out.len() < found + fit {
            let (anchor, pattern, transform) = (stone.point, PatternId(0), Transform::IDENTITY);
            out.resize(found + fit + SPARE, Match { anchor, pattern, transform });
        }
        for &row in &rows[..fit] {
            let row_view = view.row(row as usize);
            let (pattern, transform) = row_view.head().parts();
            out[found] = Match { anchor: stone.point, pattern, transform };
            let is_far = |far: Far| packed.at(stone.point, far.at, color) & far.mask == far.value;
            let is_fit = !row_view.head().has_far() || view.far(row as usize).all(is_far);
            found += usize::from(is_fit & has_room(stone.distances, row_view.room()));
        }
    }
    found
}

/// Writes the intersection of the sets for this window into `words`; bit `i` of the result
/// tells whether word `i` is not 0.
#[inline(always)]
fn intersect<const N: usize>(
    place: &Place,
    sets: &[Set],
    window: [u64; 2],
    words: &mut [u64; WORDS],
) -> u64 {
    let sets: [&[Set]; N] = place.accepting(sets, window);
    let mut bits: [u64; LANES] = std::array::from_fn(|lane| 1 << lane);
    let mut left = [0; LANES];
    for (i, words) in words.as_chunks_mut::<LANES>().0.iter_mut().take(place.chunks).enumerate() {
        let mut both = [u64::MAX; LANES];
        for set in sets {
            for (word, bytes) in both.iter_mut().zip(&set[i]) {
                *word &= u64::from_le_bytes(*bytes);
            }
        }
        for lane in 0..LANES {
            left[lane] |= if both[lane] == 0 { 0 } else { bits[lane] };
            bits[lane] <<= LANES;
        }
        *words = both;
    }
    left.iter().fold(0, |all, bits| all | bits)
}

/// Compares the windows of the rows in `words`, writes the numbers of those that fit into
/// `rows`, in order, and returns how many there are. Bit `i` of `left`, which is not 0, tells
/// whether word `i` is not 0.
///
/// There is one loop over all rows and not one per word: how many rows a word has cannot be
/// predicted, and a mispredicted end of an inner loop would cost more than the steps to the
/// next word that each row takes here.
#[inline(always)]
fn compare(
    view: &GridView<'_>,
    window: [u64; 2],
    mut left: u64,
    words: &[u64; WORDS],
    first: usize,
    rows: &mut [u32; PART],
) -> usize {
    let mut fit = 0;
    let (mut word, mut bits) = (0, 0);
    loop {
        let is_done = bits == 0;
        let next = left.trailing_zeros() as usize % WORDS;
        word = select_unpredictable(is_done, next, word);
        bits = select_unpredictable(is_done, words[next], bits);
        left = select_unpredictable(is_done, left & left.wrapping_sub(1), left);
        let row = first + 64 * word + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        let [mask, value, mask2, value2] = view.row(row).window();
        let differs = (window[0] & mask ^ value) | (window[1] & mask2 ^ value2);
        rows[fit % PART] = row as u32;
        fit += usize::from(differs == 0);
        if left | bits == 0 {
            return fit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{BoardView, Cell, Point, empty_cells};
    use crate::table::grid::{CONTENTS, Part, Room, Row, set_words};

    /// Rows of random elements near the anchor, as a builder would hand them over.
    fn part(rows: usize, mut random: impl FnMut(u32) -> u32) -> Part {
        let groups: Vec<u8> = vec![26, 18, 34, 10];
        let mut all = Vec::new();
        for i in 0..rows as u32 {
            let (mut mask, mut value) = (0u128, 0u128);
            for vertex in [18, 19, 20, 26, 28, 34, 35, 36, 12] {
                let (m, v) =
                    [(3, 0), (3, 1), (3, 2), (2, 0), (1, 0), (0, 0), (0, 0)][random(7) as usize];
                mask |= m << (2 * vertex);
                value |= v << (2 * vertex);
            }
            let (pattern, transform) = (PatternId(i / 8), Transform::ALL[i as usize % 8]);
            all.push(Row { pattern, transform, room: Room::ANY, mask, value, far: Vec::new() });
        }
        let words = set_words(rows);
        let mut sets = vec![0u64; groups.len() * CONTENTS * words];
        for (g, &group) in groups.iter().enumerate() {
            for content in 0..CONTENTS {
                for (i, row) in all.iter().enumerate() {
                    let (mask, value) = (row.mask >> (2 * group), row.value >> (2 * group));
                    if (content as u128 & mask ^ value).is_multiple_of(CONTENTS as u128) {
                        sets[(g * CONTENTS + content) * words + i / 64] |= 1 << (i % 64);
                    }
                }
            }
        }
        Part { groups, rows: all, sets }
    }

    /// A table whose parts have another number of groups than the matcher has loops for is
    /// no table.
    #[test]
    #[should_panic(expected = "number of groups that no loop reads")]
    fn odd_numbers_of_groups_are_refused() {
        let mut odd = part(10, |n| n - 1);
        odd.groups.pop();
        odd.sets.truncate(3 * CONTENTS * set_words(10));
        Grid::new(&[vec![odd], Vec::new()]);
    }

    /// The walk for wide registers and the one for any processor find the same: all rows
    /// whose windows fit.
    #[test]
    fn all_processors_find_the_same() {
        let mut state = 1u32;
        let mut random = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % n
        };
        let (mut candidates, mut found) = (Candidates::new(), 0);
        for rows in [1, 63, 64, 65, 512, 513, 2000, PART] {
            let sides = [vec![part(rows, &mut random)], vec![part(rows / 2 + 1, &mut random)]];
            let table = Grid::new(&sides);
            for size in [3, 9, 19] {
                let mut cells = empty_cells(size);
                for p in Point::all(size) {
                    cells[p.idx()] = [Cell::Empty, Cell::Black, Cell::White][random(3) as usize];
                }
                let mut packed = PackedBoard::new();
                packed.load(BoardView { size, cells: &cells });
                for color in Color::BOTH {
                    let stones = packed.stones(color);
                    let mut want = Vec::new();
                    for stone in stones {
                        let window =
                            u128::from(stone.window[0]) | u128::from(stone.window[1]) << 64;
                        let rows = &sides[usize::from(stone.is_x)][0].rows;
                        let fits = |row: &&Row| window & row.mask == row.value;
                        want.extend(rows.iter().filter(fits).map(|row| {
                            let Row { pattern, transform, .. } = *row;
                            Match { anchor: stone.point, pattern, transform }
                        }));
                    }
                    let (mut best, mut plain) = (Vec::new(), Vec::new());
                    matches(&table, &packed, color, stones, &mut candidates, &mut best);
                    any(&table, &packed, color, stones, &mut candidates, &mut plain);
                    assert_eq!(best, want, "{rows} rows");
                    assert_eq!(plain, want, "{rows} rows");
                    found += want.len();
                }
            }
        }
        assert!(found > 1000, "{found} matches compared");
    }

    #[test]
    fn room_is_compared_bytewise() {
        let pack = u32::from_le_bytes;
        let (least, most) = (pack([0, 3, 24, 1]), pack([127, 3, 127, 127]));
        for a in [0, 1, 24] {
            for b in [2, 3, 4] {
                for c in [0, 23, 24] {
                    for d in [0, 1, 2] {
                        let want = b == 3 && c == 24 && d >= 1;
                        assert_eq!(has_room(pack([a, b, c, d]), (least, most)), want);
                    }
                }
            }
        }
    }
}
