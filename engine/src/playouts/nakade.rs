//! Vital points of small eye spaces in random games: a move there leaves its owner one eye, and one of the owner's
//! would make two.
//!
//! Only the eye spaces beside the last move are looked at, and only empty ones that stones of whoever made it
//! enclose: three in a row, the pyramid of four, the bulky five, the cross, and the rabbity six. Each has one
//! vertex with more neighbours inside than any other, and that is the point.

use super::field::Field;
use mkpat_rt::geom::{Cell, Color, NEIGHBOURS, Point};

/// Most vertices of such an eye space.
const MOST: usize = 6;

/// With so many empty vertices of the eight around it, all of these are in its eye space, if it is in one.
const ROOM: u32 = 7;

/// The vital point of an eye space of the opponent of `color` beside the last move.
pub(super) fn vital_point(field: &Field, color: Color) -> Option<Point> {
    let last = field.last();
    if last.is_pass() || field.color(last) != Some(color.other()) {
        return None;
    }
    NEIGHBOURS
        .into_iter()
        .map(|step| last.step(step))
        .filter(|&p| field.at(p) == Cell::Empty)
        .find_map(|p| vital_point_of_space(field, color, p))
}

/// The vital point of the eye space that `first` lies in, if it is one of the shapes of the module head.
fn vital_point_of_space(field: &Field, color: Color, first: Point) -> Option<Point> {
    let mut space = [first; MOST];
    let mut size = 1;
    let mut next = 0;
    let mut neighbours = [0u8; MOST];
    while next < size {
        let p = space[next];
        let around = field.around(color, p);
        // With so much room around it no vertex lies in a space of at most six.
        if around.empty() >= ROOM || around.has_own_beside() {
            return None;
        }
        for step in NEIGHBOURS {
            let q = p.step(step);
            if field.at(q) != Cell::Empty {
                continue;
            }
            neighbours[next] += 1;
            if !space[..size].contains(&q) {
                if size == MOST {
                    return None;
                }
                space[size] = q;
                size += 1;
            }
        }
        next += 1;
    }
    let most = (0..size).max_by_key(|&i| neighbours[i])?;
    let sum: u8 = neighbours[..size].iter().sum();
    let fits = matches!(
        (size, neighbours[most], sum),
        (3, 2, 4) | (4, 3, 6) | (5, 3, 10) | (5, 4, 8) | (6, 4, 12)
    );
    let p = space[most];
    (fits && field.is_legal(color, p)).then_some(p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    /// The vital point for White of Black's eye space in the upper left corner.
    fn found(rows: &str) -> Option<(usize, usize)> {
        let field = Field::new(&diagram::parse(rows).expect("a diagram"));
        vital_point_of_space(&field, Color::White, Point::new(0, 0)).map(|p| (p.row(), p.col()))
    }

    #[test]
    fn the_point_with_most_neighbours_is_found_in_each_shape() {
        let rows = [
            (". . . X O\nX X X X O\nO O O O O\n. O . O O\n. O O . O", Some((0, 1))),
            (". . X O O\n. X X O O\nX X O O O\n. O . O O\n. O O . O", Some((0, 0))),
            (". . . X O\nX . X X O\nO X X O O\n. O . O O\n. O O . O", Some((0, 1))),
            (". . . X O\n. . X X O\nX X O O O\n. O . O O\n. O O . O", Some((0, 1))),
            // Four in a square and four in a row have no such point, nor has a space with a stone of White's beside it.
            (". . X O O\n. . X O O\nX X O O O\n. O . O O\n. O O . O", None),
            (". . . . X\nX X X X X\nO O O O O\n. O . O O\n. O O . O", None),
            (". . . O X\nX X X X X\nO O O O O\n. O . O O\n. O O . O", None),
        ];
        for (text, expected) in rows {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn only_spaces_beside_the_last_move_are_looked_at() {
        let text = ". . . . O\nX X X X O\nO O O O O\n. O . O O\n. O O . O";
        let mut field = Field::new(&diagram::parse(text).expect("a diagram"));
        field.play(Color::Black, Point::new(0, 3));
        assert_eq!(vital_point(&field, Color::White), Some(Point::new(0, 1)));
        field.play(Color::White, Point::new(3, 0));
        field.play(Color::Black, Point::new(4, 0));
        assert_eq!(vital_point(&field, Color::White), None);
    }
}
