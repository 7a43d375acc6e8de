//! Where handicap stones go (GTP version 2, §4.1).

use mkpat_rt::geom::Point;

/// The largest fixed handicap on a board of `size`; 0 if there is none.
pub fn max_fixed(size: usize) -> usize {
    match size {
        0..=6 => 0,
        7 => 4,
        n if n % 2 == 0 => 4,
        _ => 9,
    }
}

/// The vertices of a fixed handicap of `n` stones in the order of the GTP
/// specification, or `None` if there is none with that number (2…
/// [`max_fixed`]).
pub fn fixed(size: usize, n: usize) -> Option<Vec<Point>> {
    if n < 2 || n > max_fixed(size) {
        return None;
    }
    let edge = if size >= 13 { 3 } else { 2 };
    let (lo, hi, mid) = (edge, size - 1 - edge, size / 2);
    // Names as on a map: rows run from the top.
    let at = Point::new;
    let (sw, ne, nw, se) = (at(hi, lo), at(lo, hi), at(lo, lo), at(hi, hi));
    let (w, e, s, north) = (at(mid, lo), at(mid, hi), at(hi, mid), at(lo, mid));
    let mut points = vec![sw, ne, nw, se];
    if n >= 6 {
        points.extend([w, e]);
    }
    if n >= 8 {
        points.extend([s, north]);
    }
    points.truncate(n);
    if n >= 5 && n % 2 == 1 {
        points.push(at(mid, mid));
    }
    Some(points)
}

/// Vertices for `n` handicap stones on an empty board, chosen freely: the fixed
/// ones as far as they go, then the vertices farthest from those chosen, and
/// from the edge. At most all vertices but one.
pub fn free(size: usize, n: usize) -> Vec<Point> {
    let n = n.min((size * size).saturating_sub(1));
    let start = n.min(max_fixed(size));
    let mut points = fixed(size, start).unwrap_or_default();
    while points.len() < n {
        let best = Point::all(size).filter(|p| !points.contains(p)).max_by_key(|p| {
            let (r, c) = (p.row() as i32, p.col() as i32);
            let last = size as i32 - 1;
            let edge = r.min(c).min(last - r).min(last - c);
            let near = points
                .iter()
                .map(|q| (q.row() as i32 - r).pow(2) + (q.col() as i32 - c).pow(2))
                .min()
                .unwrap_or(0);
            (near.min((2 * edge + 2).pow(2)), edge, std::cmp::Reverse((r, c)))
        });
        match best {
            Some(p) => points.push(p),
            None => break,
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: usize, n: usize) -> String {
        let points = fixed(size, n).unwrap_or_default();
        points.iter().map(|p| p.name(size)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fixed_handicaps_are_those_of_the_specification() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D4 Q16 D16");
        assert_eq!(names(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(9, 5), "C3 G7 C7 G3 E5");
        assert_eq!(names(8, 4), "C3 F6 C6 F3");
        assert_eq!(names(13, 2), "D4 K10");
        for (size, n) in [(6, 2), (7, 5), (8, 5), (19, 1), (19, 10), (18, 5)] {
            assert_eq!(fixed(size, n), None, "{size} {n}");
        }
    }

    #[test]
    fn free_handicaps_have_as_many_stones_as_asked() {
        for size in 1..=25 {
            for n in [2, 5, 9, 12, 30, 1000] {
                let mut points = free(size, n);
                assert_eq!(points.len(), n.min(size * size - 1));
                points.sort_unstable();
                points.dedup();
                assert_eq!(points.len(), n.min(size * size - 1));
            }
        }
    }
}
