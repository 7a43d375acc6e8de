//! Positions to start games from: balanced, quiet, and the same for the same seed.
//!
//! An opening is a number of single stones, Black's and White's in turn, on the third to fifth
//! line (lower on boards smaller than 7×7), none near another. Its balance is the number of vertices that are nearer to Black's
//! stones minus those that are nearer to White's: with as many stones for either, and colours
//! exchanged in the second game of a pair, that need not be exact. No opening is another one
//! turned or mirrored while there are enough of them.

use std::collections::BTreeSet;

use mkpat_rt::geom::Point;
use mkpat_rt::rng::Rng;

/// How often an opening is looked for before a repeated or unbalanced one is taken.
const ATTEMPTS: usize = 2000;

/// The first `count` openings of `plies` stones each on a board of `size`, for a seed. Those for a
/// smaller count are the first of those for a larger one. On a board that is too small for so
/// many stones they have fewer.
pub(crate) fn openings(size: usize, plies: usize, seed: u64, count: usize) -> Vec<Vec<Point>> {
    let mut rng = Rng::new(seed ^ (size as u64) << 32 ^ (plies as u64) << 40);
    let mut seen = BTreeSet::new();
    let mut used_up = false;
    let mut out = Vec::new();
    while out.len() < count {
        let mut found = draw(size, plies, &mut rng);
        for _ in 0..if used_up { 0 } else { ATTEMPTS } {
            if found.len() == plies
                && is_balanced(size, &found)
                && !seen.contains(&canonical(size, &found))
            {
                break;
            }
            found = draw(size, plies, &mut rng);
        }
        // From then on they may repeat: there are no more, or hardly any.
        used_up |= !seen.insert(canonical(size, &found));
        out.push(found);
    }
    out
}

/// Single stones, none near another.
fn draw(size: usize, plies: usize, rng: &mut Rng) -> Vec<Point> {
    let apart = if size >= 13 { 3 } else { 2 };
    let lowest = match size {
        0..5 => 0,
        5..7 => 1,
        _ => 2,
    };
    let mut free: Vec<Point> =
        Point::all(size).filter(|p| (lowest..=4).contains(&line(size, *p))).collect();
    let mut stones = Vec::new();
    while stones.len() < plies && !free.is_empty() {
        let p = free[rng.below(free.len())];
        stones.push(p);
        free.retain(|q| distances(p, *q).0.max(distances(p, *q).1) >= apart);
    }
    stones
}

/// Distance from the edge, 0 on it.
fn line(size: usize, p: Point) -> usize {
    let last = size - 1;
    p.row().min(p.col()).min(last - p.row()).min(last - p.col())
}

fn distances(p: Point, q: Point) -> (usize, usize) {
    (p.row().abs_diff(q.row()), p.col().abs_diff(q.col()))
}

/// Whether about as many vertices are nearer to Black's stones as to White's.
fn is_balanced(size: usize, stones: &[Point]) -> bool {
    let nearest = |p: Point, first: usize| {
        let of_color = stones.iter().skip(first).step_by(2);
        of_color.map(|&q| distances(p, q).0 + distances(p, q).1).min().unwrap_or(usize::MAX)
    };
    let side = |p: Point| nearest(p, 1).cmp(&nearest(p, 0)) as i32;
    let margin: i32 = Point::all(size).map(side).sum();
    margin.unsigned_abs() as usize * 16 <= size * size
}

/// The same for all orientations of an opening: the first of them, colours kept.
fn canonical(size: usize, stones: &[Point]) -> Vec<(usize, usize, usize)> {
    let last = size - 1;
    let turned = (0..8).map(|k: usize| {
        let mut turned: Vec<_> = stones
            .iter()
            .enumerate()
            .map(|(i, p)| {
                let (mut row, mut col) = (p.row(), p.col());
                if k & 1 != 0 {
                    row = last - row;
                }
                if k & 2 != 0 {
                    col = last - col;
                }
                if k & 4 != 0 {
                    (row, col) = (col, row);
                }
                (i % 2, row, col)
            })
            .collect();
        turned.sort_unstable();
        turned
    });
    turned.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_quiet_balanced_and_different() {
        for size in [9, 13, 19] {
            let found = openings(size, 4, 1, 60);
            let kinds: BTreeSet<_> = found.iter().map(|o| canonical(size, o)).collect();
            assert_eq!(kinds.len(), 60, "{size}");
            for opening in &found {
                assert_eq!(opening.len(), 4);
                assert!(is_balanced(size, opening));
                for (i, &p) in opening.iter().enumerate() {
                    assert!((2..=4).contains(&line(size, p)));
                    let near = |q: &Point| distances(p, *q).0 + distances(p, *q).1 == 1;
                    assert!(!opening[..i].iter().any(near));
                }
            }
            assert_eq!(openings(size, 4, 1, 7), found[..7]);
            assert_ne!(openings(size, 4, 2, 7), found[..7]);
        }
    }

    #[test]
    fn small_boards_have_openings_too() {
        for size in 1..9 {
            for plies in [0, 2, 4] {
                let found = openings(size, plies, 3, 5);
                assert_eq!(found.len(), 5);
                assert!(found.iter().all(|o| o.len() <= plies));
                let complete = found.iter().all(|o| o.len() == plies);
                assert!(complete || size < 4 || plies > 2 && size < 8, "{plies} on {size}");
            }
        }
    }
}
