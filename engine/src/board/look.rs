//! A position seen from another side: turned, mirrored, with colours exchanged.
//!
//! Reading looks at every position from one chosen side, so that its answers do
//! not depend on how the board lies (see [`crate::reading`]). Only what reading
//! goes by is carried over: stones, ko, prisoners; not the moves so far.

use super::{Board, zobrist};
use mkpat_rt::geom::{AREA, Cell, Color, Offset, Point, STRIDE, Transform};

/// One of the sixteen sides from which a position can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Side {
    /// How the board is turned.
    pub turn: Transform,
    /// Whether black stones are seen as white ones, and white as black.
    pub swap: bool,
}

impl Side {
    /// As which colour `color` is seen; the other way round it is the same.
    #[inline]
    pub fn color(self, color: Color) -> Color {
        if self.swap { color.other() } else { color }
    }
}

/// Where the vertices of a board of one size are seen from each side.
#[derive(Clone)]
pub struct Sides {
    size: usize,
    images: [[Point; AREA]; 8],
}

impl Sides {
    /// For a board of this size.
    pub fn new(size: usize) -> Sides {
        let mut images = [[Point::PASS; AREA]; 8];
        let last = size.saturating_sub(1);
        for t in Transform::ALL {
            // The image of the top left corner, and where the neighbours of a
            // vertex are seen from it.
            let (down, right) = (t.apply(Offset::new(1, 0)), t.apply(Offset::new(0, 1)));
            let edge = |step: i8| if step < 0 { last } else { 0 };
            let corner = Point::new(edge(down.dr + right.dr), edge(down.dc + right.dc));
            let step = |o: Offset| i16::from(o.dr) * STRIDE as i16 + i16::from(o.dc);
            let mut first = corner;
            for row in 0..size {
                let mut seen = first;
                for col in 0..size {
                    images[t.index()][Point::new(row, col).idx()] = seen;
                    seen = seen.step(step(right));
                }
                first = first.step(step(down));
            }
        }
        Sides { size, images }
    }

    /// Vertices per side of the boards it is for.
    pub fn size(&self) -> usize {
        self.size
    }

    /// As which vertex `p` is seen. What does not lie on the board is seen as a
    /// pass.
    #[inline]
    pub fn seen(&self, side: Side, p: Point) -> Point {
        self.images[side.turn.index()].get(p.idx()).copied().unwrap_or(Point::PASS)
    }

    /// The vertex that is seen as `p`.
    #[inline]
    pub fn back(&self, side: Side, p: Point) -> Point {
        self.images[side.turn.inverse().index()].get(p.idx()).copied().unwrap_or(Point::PASS)
    }

    /// The sides from which `board` (of this size) with `points` and `color` marked on
    /// it looks the same as from the chosen one: from any side of the same position,
    /// turned or with colours exchanged, the same picture is chosen. More than one if
    /// it is symmetric.
    pub fn chosen(&self, board: &Board, points: &[Point], color: Option<Color>) -> SomeSides {
        let mut hashes = [[0; 2]; 8];
        for p in Point::all(self.size) {
            let Some(color) = board.color_at(p) else { continue };
            for (image, hash) in self.images.iter().zip(&mut hashes) {
                hash[0] ^= zobrist::stone(color, image[p.idx()]);
                hash[1] ^= zobrist::stone(color.other(), image[p.idx()]);
            }
        }
        if let Some((p, banned)) = board.ko() {
            for (image, hash) in self.images.iter().zip(&mut hashes) {
                let ko = zobrist::ko(image[p.idx()]);
                hash[0] ^= ko ^ zobrist::side(banned);
                hash[1] ^= ko ^ zobrist::side(banned.other());
            }
        }
        // Only equal ones are told apart by what is marked, so that the choice is the same
        // whatever is asked first.
        let stones = hashes.iter().flatten().min().copied();
        let mut marked =
            [color.map_or([0; 2], |c| [zobrist::side(c), zobrist::side(c.other())]); 8];
        for (image, hash) in self.images.iter().zip(&mut marked) {
            for (i, p) in points.iter().enumerate() {
                let at = zobrist::ko(image[p.idx()]).rotate_left(8 * i as u32 + 8);
                hash.iter_mut().for_each(|h| *h ^= at);
            }
        }
        let both = hashes.iter().flatten().zip(marked.iter().flatten());
        let least = both.filter(|&(h, _)| Some(*h) == stones).map(|(_, m)| *m).min();
        let sides = Transform::ALL.into_iter().zip(hashes.into_iter().zip(marked));
        let mut equal = SomeSides::default();
        for (turn, (hash, mark)) in sides {
            for (swap, (h, m)) in [false, true].into_iter().zip(hash.into_iter().zip(mark)) {
                if Some(h) == stones && Some(m) == least {
                    equal.0[equal.1] = Side { turn, swap };
                    equal.1 += 1;
                }
            }
        }
        equal
    }
}

/// Up to sixteen sides.
#[derive(Clone, Copy, Default)]
pub struct SomeSides([Side; 16], usize);

impl std::ops::Deref for SomeSides {
    type Target = [Side];

    fn deref(&self) -> &[Side] {
        &self.0[..self.1]
    }
}

impl Board {
    /// Becomes what is seen of `other` from this side, without moves to take back.
    /// Both boards must be of the size that `sides` is for.
    pub fn become_seen(&mut self, other: &Board, sides: &Sides, side: Side) {
        debug_assert!(self.size == other.size && self.size == sides.size);
        for p in Point::all(self.size) {
            let cell = match other.at(p) {
                Cell::Black | Cell::White if side.swap => match other.at(p) {
                    Cell::Black => Cell::White,
                    _ => Cell::Black,
                },
                cell => cell,
            };
            self.cells[sides.seen(side, p).idx()] = cell;
        }
        self.frames.clear();
        self.changes.clear();
        self.saved.clear();
        self.rebuild();
        self.ko = sides.seen(side, other.ko);
        self.ko_banned = side.color(other.ko_banned);
        self.captures = [Color::Black, Color::White].map(|c| other.captures(side.color(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_leads_back() {
        for size in [1, 2, 9, 19, 25] {
            let sides = Sides::new(size);
            for turn in Transform::ALL {
                let side = Side { turn, swap: true };
                let last = size as i32 - 1;
                for p in Point::all(size) {
                    // Offsets from the middle, in half steps: it may lie between vertices.
                    let half = |x: usize| (2 * x as i32 - last) as i8;
                    let o = turn.apply(Offset::new(half(p.row()), half(p.col())));
                    let whole = |x: i8| ((i32::from(x) + last) / 2) as usize;
                    let image = Point::new(whole(o.dr), whole(o.dc));
                    assert_eq!(sides.seen(side, p), image);
                    assert_eq!(sides.back(side, sides.seen(side, p)), p);
                }
                assert_eq!(sides.seen(side, Point::PASS), Point::PASS);
            }
        }
    }

    /// What is asked about decides only between sides from which all looks the same.
    #[test]
    fn a_position_chooses_its_side_itself() {
        let stones = [(Color::Black, Point::new(0, 1)), (Color::White, Point::new(2, 3))];
        let board = Board::with_stones(5, stones).expect("liberties");
        let sides = Sides::new(5);
        let [side] = *sides.chosen(&board, &[], None) else { panic!("symmetric") };
        for p in Point::all(5) {
            for color in Color::BOTH {
                assert_eq!(*sides.chosen(&board, &[p], Some(color)), [side]);
            }
        }
    }

    /// A ko in a corner, seen from every side, makes one picture.
    #[test]
    fn one_picture_is_chosen_from_all_sides() {
        let at = |r, c| Point::new(r, c);
        let black = [at(0, 0), at(1, 1), at(2, 0)].map(|p| (Color::Black, p));
        let white = [at(0, 1), at(3, 3)].map(|p| (Color::White, p));
        let mut board = Board::with_stones(5, black.into_iter().chain(white)).expect("liberties");
        assert!(board.try_play(Color::White, at(1, 0)) && board.ko().is_some());
        let sides = Sides::new(5);
        let picture = |board: &Board| {
            let [side] = *sides.chosen(board, &[], None) else { panic!("symmetric") };
            let mut seen = board.clone();
            seen.become_seen(board, &sides, side);
            seen.check_invariants().expect("consistent");
            (seen.hash(), seen.ko(), seen.captures(side.color(Color::White)))
        };
        for turn in Transform::ALL {
            for swap in [false, true] {
                let mut other = board.clone();
                other.become_seen(&board, &sides, Side { turn, swap });
                assert_eq!(
                    (picture(&other).0, picture(&other).1),
                    (picture(&board).0, picture(&board).1)
                );
            }
        }
        assert_eq!(picture(&board).2, 1);
        // A position that looks the same from two sides says so.
        let one = Board::with_stones(5, [(Color::Black, at(2, 2))]).expect("liberties");
        assert_eq!(sides.chosen(&one, &[], None).len(), 8);
        assert_eq!(sides.chosen(&one, &[at(0, 1)], None).len(), 1);
    }
}
