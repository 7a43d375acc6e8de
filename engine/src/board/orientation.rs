//! The sixteen orientations of a position: turned, mirrored, with colours exchanged.
//!
//! The engine looks at every position in its *canonical orientation*, the one of the
//! sixteen whose hash is least, so that no answer depends on how the board lies or
//! on who has which colour. [`Orientations::canonical`] finds it,
//! [`Board::load_transformed`] makes the board, and [`Orientations::restore`] turns
//! vertices of answers back. Stones, ko and prisoners are carried over; not the
//! moves so far.

use super::{Board, KoBan, zobrist};
use mkpat_rt::geom::{AREA, Cell, Color, Offset, Point, STRIDE, Transform};

/// One of the sixteen orientations of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Orientation {
    /// How the board is turned.
    pub turn: Transform,
    /// Whether colours are exchanged.
    pub swap: bool,
}

impl Orientation {
    /// The colour that stands for `color`, and the other way round.
    #[inline]
    pub fn color(self, color: Color) -> Color {
        if self.swap { color.other() } else { color }
    }
}

/// Where the vertices of a board of one size lie in each orientation.
#[derive(Clone)]
pub struct Orientations {
    size: usize,
    images: [[Point; AREA]; 8],
}

impl Orientations {
    /// For a board of this size.
    pub fn new(size: usize) -> Orientations {
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
        Orientations { size, images }
    }

    /// Vertices per side of the boards it is for.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Where the vertex `p` lies in this orientation; [`Point::PASS`] for what is not on
    /// the board.
    #[inline]
    pub fn transform(&self, orientation: Orientation, p: Point) -> Point {
        self.images[orientation.turn.index()].get(p.idx()).copied().unwrap_or(Point::PASS)
    }

    /// The vertex that lies at `p` in this orientation.
    #[inline]
    pub fn restore(&self, orientation: Orientation, p: Point) -> Point {
        self.images[orientation.turn.inverse().index()].get(p.idx()).copied().unwrap_or(Point::PASS)
    }

    /// The orientations in which `board` (of this size), with `points` and `color` marked on
    /// it, is in canonical form: the same for all orientations of one position. More than one
    /// if the position is symmetric, marks included.
    pub fn canonical(
        &self,
        board: &Board,
        points: &[Point],
        color: Option<Color>,
    ) -> EqualOrientations {
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
        // Marks decide only between orientations in which the stones look the same, so that the
        // choice is the same whatever is asked first.
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
        let maps = Transform::ALL.into_iter().zip(hashes.into_iter().zip(marked));
        let mut equal = EqualOrientations::default();
        for (turn, (hash, mark)) in maps {
            for (swap, (h, m)) in [false, true].into_iter().zip(hash.into_iter().zip(mark)) {
                if Some(h) == stones && Some(m) == least {
                    equal.0[equal.1] = Orientation { turn, swap };
                    equal.1 += 1;
                }
            }
        }
        equal
    }
}

/// Up to sixteen orientations.
#[derive(Clone, Copy, Default)]
pub struct EqualOrientations([Orientation; 16], usize);

impl std::ops::Deref for EqualOrientations {
    type Target = [Orientation];

    fn deref(&self) -> &[Orientation] {
        &self.0[..self.1]
    }
}

impl Board {
    /// Becomes `other` in this orientation, without moves to take back.
    /// Both boards must be of the size that `maps` is for.
    pub fn load_transformed(
        &mut self,
        other: &Board,
        maps: &Orientations,
        orientation: Orientation,
    ) {
        debug_assert!(self.size == other.size && self.size == maps.size);
        for p in Point::all(self.size) {
            let cell = match other.at(p) {
                Cell::Black | Cell::White if orientation.swap => match other.at(p) {
                    Cell::Black => Cell::White,
                    _ => Cell::Black,
                },
                cell => cell,
            };
            self.cells[maps.transform(orientation, p).idx()] = cell;
        }
        self.log.clear();
        self.rebuild();
        self.ko = match other.ko() {
            Some((p, color)) => {
                KoBan { at: maps.transform(orientation, p), banned: orientation.color(color) }
            }
            None => KoBan::NONE,
        };
        self.captures = [Color::Black, Color::White].map(|c| other.captures(orientation.color(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restore_undoes_transform() {
        for size in [1, 2, 9, 19, 25] {
            let maps = Orientations::new(size);
            for turn in Transform::ALL {
                let orientation = Orientation { turn, swap: true };
                let last = size as i32 - 1;
                for p in Point::all(size) {
                    // Offsets from the middle, in half steps: it may lie between vertices.
                    let half = |x: usize| (2 * x as i32 - last) as i8;
                    let o = turn.apply(Offset::new(half(p.row()), half(p.col())));
                    let whole = |x: i8| ((i32::from(x) + last) / 2) as usize;
                    let image = Point::new(whole(o.dr), whole(o.dc));
                    assert_eq!(maps.transform(orientation, p), image);
                    assert_eq!(maps.restore(orientation, maps.transform(orientation, p)), p);
                }
                assert_eq!(maps.transform(orientation, Point::PASS), Point::PASS);
            }
        }
    }

    /// What is asked about decides only between maps from which all looks the same.
    #[test]
    fn marks_do_not_change_the_orientation_of_an_asymmetric_position() {
        let stones = [(Color::Black, Point::new(0, 1)), (Color::White, Point::new(2, 3))];
        let board = Board::with_stones(5, stones).expect("liberties");
        let maps = Orientations::new(5);
        let [orientation] = *maps.canonical(&board, &[], None) else { panic!("symmetric") };
        for p in Point::all(5) {
            for color in Color::BOTH {
                assert_eq!(*maps.canonical(&board, &[p], Some(color)), [orientation]);
            }
        }
    }

    /// A ko in a corner, in every orientation.
    #[test]
    fn all_orientations_of_a_position_have_one_canonical_form() {
        let at = |r, c| Point::new(r, c);
        let black = [at(0, 0), at(1, 1), at(2, 0)].map(|p| (Color::Black, p));
        let white = [at(0, 1), at(3, 3)].map(|p| (Color::White, p));
        let mut board = Board::with_stones(5, black.into_iter().chain(white)).expect("liberties");
        assert!(board.try_play(Color::White, at(1, 0)) && board.ko().is_some());
        let maps = Orientations::new(5);
        let picture = |board: &Board| {
            let [orientation] = *maps.canonical(board, &[], None) else { panic!("symmetric") };
            let mut seen = board.clone();
            seen.load_transformed(board, &maps, orientation);
            seen.check_invariants().expect("consistent");
            (seen.hash(), seen.ko(), seen.captures(orientation.color(Color::White)))
        };
        for turn in Transform::ALL {
            for swap in [false, true] {
                let mut other = board.clone();
                other.load_transformed(&board, &maps, Orientation { turn, swap });
                assert_eq!(
                    (picture(&other).0, picture(&other).1),
                    (picture(&board).0, picture(&board).1)
                );
            }
        }
        assert_eq!(picture(&board).2, 1);
        // A position that looks the same from two maps says so.
        let one = Board::with_stones(5, [(Color::Black, at(2, 2))]).expect("liberties");
        assert_eq!(maps.canonical(&one, &[], None).len(), 8);
        assert_eq!(maps.canonical(&one, &[at(0, 1)], None).len(), 1);
    }
}
