//! The surroundings of a move as nested shapes: what is on all vertices within a distance, ring by ring (D. Stern and others,
//! "Bayesian pattern ranking for move prediction in the game of Go", 2006; R. Coulom, "Computing Elo ratings of move patterns
//! in the game of Go", 2007), and what it counts for a move that it has such surroundings (`shape_weights`).
//!
//! The distance is Coulom's: the steps along and across, and the longer of them once more. A shape has one code in all eight
//! orientations and for both movers. There are two kinds: with the last move marked as such, and without. A shape has a weight if it
//! was played in enough games. The larger shapes around it were played in no more games, so where one has no weight they have none.

use super::shape_weights::SHAPE_WEIGHTS;
use super::wide_view::{self, BORDER, WideView};
use mkpat_rt::geom::{Cell, Color, Offset, Point, Transform};
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
            Transform::ALL.map(|t| {
                let to = t.apply(Offset::new(dr, dc));
                let (row, col) = (u64::from(to.dr as u8), u64::from(to.dc as u8));
                mix(row << 16 | col << 8 | (thing as u64 + 1))
            })
        }),
    };
    let ring = |size| all.iter().filter(|at| distance(at.0, at.1) == size + 2).map(place).collect();
    (0..SIZES).map(ring).collect()
});

/// Steps along and across, and the longer of them once more: 2 for a neighbour.
pub(super) fn distance(dr: i8, dc: i8) -> usize {
    let (a, b) = (usize::from(dr.unsigned_abs()), usize::from(dc.unsigned_abs()));
    a + b + a.max(b)
}

/// Tells `take` the codes of the surroundings of `p`, the smallest first, each without the last move and then, if that lies within,
/// with it. What it does not want is not looked for in larger surroundings.
pub(super) fn codes(
    wide: &WideView,
    color: Color,
    p: Point,
    last: Point,
    take: &mut impl FnMut(u32) -> bool,
) {
    let own = color.cell();
    let step_to =
        |q: Point| wide_view::step(q.row() as i8 - p.row() as i8, q.col() as i8 - p.col() as i8);
    let marked = (!last.is_pass()).then(|| step_to(last));
    let mut sums = [0u64; 8];
    // What the codes with the last move have that those without it have not, and whether larger ones are wanted.
    let mut more: Option<[u64; 8]> = None;
    let mut wanted = true;
    for (size, ring) in RINGS.iter().enumerate() {
        for place in ring {
            let thing = match wide.at(p, place.step) {
                Cell::Empty => continue,
                Cell::Off => 2,
                stone => usize::from(stone != own),
            };
            for (sum, add) in sums.iter_mut().zip(place.add[thing]) {
                *sum = sum.wrapping_add(add);
            }
            if marked == Some(place.step) {
                let (with, without) = (place.add[3], place.add[thing]);
                more = Some(std::array::from_fn(|i| with[i].wrapping_sub(without[i])));
            }
        }
        // A shape with the last move is seen no more often than the same without it.
        if size >= LEAST && !take(code(sums, size)) {
            return;
        }
        if let Some(more) = more
            && wanted
            && size >= LEAST_MARKED
        {
            wanted = take(code(std::array::from_fn(|i| sums[i].wrapping_add(more[i])), size));
        }
    }
}

/// The code of a shape of this size from the sums in its eight orientations.
fn code(sums: [u64; 8], size: usize) -> u32 {
    let one_form = sums.into_iter().fold(u64::MAX, u64::min);
    (mix(one_form ^ size as u64) >> 32) as u32
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
        let marked = |last| {
            let mut all = codes_at(TEXT, Some(last));
            all.retain(|code| !without.contains(code));
            all
        };
        // The last move is two steps along and one across.
        let with = marked((4, 1));
        assert_eq!(with.len(), SIZES - 3);
        assert_eq!(codes_at(TEXT, Some((4, 1))).len(), without.len() + with.len());
        assert!(marked((2, 4)).iter().all(|code| !with.contains(code)));
    }

    #[test]
    fn what_is_not_wanted_without_the_last_move_is_not_asked_with_it() {
        let board = diagram::parse(TEXT).expect("a diagram");
        let wide = WideView::new(&Field::new(&board));
        let mut asked = 0;
        codes(&wide, Color::Black, Point::new(3, 3), Point::new(4, 1), &mut |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 1);
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
