//! The surroundings of a move as nested shapes: what is on all vertices within a distance, ring by ring (D. Stern and others,
//! "Bayesian pattern ranking for move prediction in the game of Go", 2006; R. Coulom, "Computing Elo ratings of move patterns
//! in the game of Go", 2007), and what it counts for a move that it has such surroundings (`shape_weights`).
//!
//! The distance is Coulom's: the steps along and across, and the longer of them once more. A shape has one code in all eight
//! orientations and for both movers. There are two kinds: with the last move marked as such, and without; a shape of either kind
//! that has no weight has no larger one with a weight.

use super::shape_weights::SHAPE_WEIGHTS;
use super::wide_view::{self, BORDER, WideView};
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::rng::mix;
use std::sync::LazyLock;

/// How many sizes there are; the least is the vertices at distance 2, the four neighbours.
const SIZES: usize = 13;
/// The least size without the last move: what is nearer is in the neighbourhood and the diamond.
const LEAST: usize = 3;
/// The least size with the last move.
const LEAST_MARKED: usize = 1;

/// A vertex of a ring: where it is, and what a thing on it adds to the code in each orientation. Things are own stones,
/// stones of the opponent, nothing as it is off the board, the last move.
struct Place {
    step: i16,
    add: [[u64; 8]; 4],
}

static RINGS: LazyLock<Vec<Vec<Place>>> = LazyLock::new(|| {
    let far = BORDER as i8;
    let all: Vec<(i8, i8)> =
        (-far..=far).flat_map(|dr| (-far..=far).map(move |dc| (dr, dc))).collect();
    let place = |&(dr, dc): &(i8, i8)| Place {
        step: wide_view::step(dr, dc),
        add: std::array::from_fn(|thing| {
            std::array::from_fn(|turn| {
                let (r, c) = turned(dr, dc, turn);
                mix(u64::from(r as u8) << 16 | u64::from(c as u8) << 8 | (thing as u64 + 1))
            })
        }),
    };
    let ring = |size| all.iter().filter(|at| distance(at.0, at.1) == size + 2).map(place).collect();
    (0..SIZES).map(ring).collect()
});

fn distance(dr: i8, dc: i8) -> usize {
    let (a, b) = (usize::from(dr.unsigned_abs()), usize::from(dc.unsigned_abs()));
    a + b + a.max(b)
}

fn turned(dr: i8, dc: i8, turn: usize) -> (i8, i8) {
    let (r, c) = if turn & 4 != 0 { (dc, dr) } else { (dr, dc) };
    (if turn & 1 != 0 { -r } else { r }, if turn & 2 != 0 { -c } else { c })
}

/// Tells `take` the codes of the surroundings of `p`, the smallest first, until it wants no larger one: first without the last
/// move, then, if there is one, with it, from the size on in which it lies.
pub(super) fn codes(
    wide: &WideView,
    color: Color,
    p: Point,
    last: Point,
    take: &mut impl FnMut(u32) -> bool,
) {
    codes_of(wide, color, p, (LEAST, i16::MAX), take);
    if !last.is_pass() {
        let (dr, dc) = (last.row() as i8 - p.row() as i8, last.col() as i8 - p.col() as i8);
        let least = (distance(dr, dc) - 2).max(LEAST_MARKED);
        if least < SIZES {
            codes_of(wide, color, p, (least, wide_view::step(dr, dc)), take);
        }
    }
}

/// The codes from a size on, with what is a step away marked.
fn codes_of(
    wide: &WideView,
    color: Color,
    p: Point,
    (least, marked): (usize, i16),
    take: &mut impl FnMut(u32) -> bool,
) {
    let own = color.cell();
    let mut sums = [0u64; 8];
    for (size, ring) in RINGS.iter().enumerate() {
        for place in ring {
            let thing = match wide.at(p, place.step) {
                Cell::Empty => continue,
                _ if place.step == marked => 3,
                Cell::Off => 2,
                stone => usize::from(stone != own),
            };
            for (sum, add) in sums.iter_mut().zip(place.add[thing]) {
                *sum = sum.wrapping_add(add);
            }
        }
        if size >= least {
            let one_form = sums.iter().copied().fold(u64::MAX, u64::min);
            if !take((mix(one_form ^ size as u64) >> 32) as u32) {
                return;
            }
        }
    }
}

/// The weights by their codes, each in the first free slot from that on which the code tells.
struct Table {
    slots: Vec<Option<(u32, i16)>>,
}

impl Table {
    fn new(weights: &[(u32, i16)]) -> Table {
        let mut slots = vec![None; (2 * weights.len() + 1).next_power_of_two()];
        let mask = slots.len() - 1;
        for &weight in weights {
            let mut at = weight.0 as usize & mask;
            while slots[at].is_some() {
                at = (at + 1) & mask;
            }
            slots[at] = Some(weight);
        }
        Table { slots }
    }

    fn get(&self, code: u32) -> Option<i16> {
        let mask = self.slots.len() - 1;
        let mut at = code as usize & mask;
        loop {
            let (found, weight) = self.slots[at]?;
            if found == code {
                return Some(weight);
            }
            at = (at + 1) & mask;
        }
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(SHAPE_WEIGHTS));

/// The sum of the weights of the shapes around a move.
pub(super) fn score(wide: &WideView, color: Color, p: Point, last: Point) -> i32 {
    let mut sum = 0;
    codes(wide, color, p, last, &mut |code| {
        let weight = TABLE.get(code);
        sum += i32::from(weight.unwrap_or(0));
        weight.is_some()
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use crate::diagram;

    #[test]
    fn weights_are_found_by_their_codes_and_no_other() {
        let weights: Vec<(u32, i16)> = (0..1000).map(|n| (n * 256, n as i16 - 500)).collect();
        let table = Table::new(&weights);
        assert!(weights.iter().all(|&(code, weight)| table.get(code) == Some(weight)));
        assert!((0..1000).all(|n| table.get(n * 256 + 1).is_none()));
        assert_eq!(Table::new(&[]).get(0), None);
    }

    #[test]
    fn rings_lie_around_each_other_and_each_is_whole() {
        let counts: Vec<usize> = RINGS.iter().map(Vec::len).collect();
        assert_eq!(counts, [4, 4, 4, 8, 8, 8, 12, 12, 12, 16, 16, 16, 20]);
    }

    #[test]
    fn weights_are_in_the_order_of_their_codes() {
        assert!(SHAPE_WEIGHTS.is_sorted_by(|a, b| a.0 < b.0));
    }

    /// The codes of what is around the middle of this board, for Black, with Black's or White's last move at a place.
    fn codes_at(text: &str, last: Option<(usize, usize)>) -> Vec<u32> {
        let wide = WideView::new(&Field::new(&diagram::parse(text).expect("a diagram")));
        let last = last.map_or(Point::PASS, |(row, col)| Point::new(row, col));
        let mut out = Vec::new();
        codes(&wide, Color::Black, Point::new(3, 3), last, &mut |code| {
            out.push(code);
            true
        });
        out
    }

    const TEXT: &str = "
        . . . . . . .
        . . X . . . .
        . . . . O . .
        . . . . . . .
        . O . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn there_is_a_code_for_each_size_and_the_last_move_has_its_own_from_where_it_lies() {
        let without = codes_at(TEXT, None);
        assert_eq!(without.len(), SIZES - LEAST);
        let with = codes_at(TEXT, Some((4, 1)));
        // The last move is two steps along and one across.
        assert_eq!((with.len(), &with[..without.len()]), (2 * SIZES - LEAST - 3, &without[..]));
        assert_ne!(codes_at(TEXT, Some((2, 4)))[without.len()..], with[without.len()..]);
    }

    #[test]
    fn a_stone_changes_the_codes_from_the_size_on_in_which_it_lies() {
        let without = codes_at(TEXT, None);
        // Three along and three across: size 7.
        let more = codes_at(&TEXT.replacen(". .", "X .", 1), None);
        let same: Vec<bool> = without.iter().zip(&more).map(|(a, b)| a == b).collect();
        let expected: Vec<bool> = (LEAST..SIZES).map(|size| size < 7).collect();
        assert_eq!(same, expected);
    }
}
