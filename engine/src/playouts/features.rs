//! What a move looks like without search, as marks, and how likely that makes it (R. Coulom, "Computing Elo ratings of
//! move patterns in the game of Go", 2007).
//!
//! Marks are numbers below [`MARKS`]: a *factor* each (distance to the last move, what it takes, …) with its
//! levels; beside them the neighbourhood of the move, turned and mirrored to one form. The sum of the weights of a move's
//! marks is its score, and moves are expected in proportion to the exponential of their scores. The weights are
//! learned from games (`learn_tests`), in `feature_weights`.

use super::feature_weights::{AROUND_WEIGHTS, MARK_WEIGHTS};
use super::field::Field;
use super::ladder::Ladders;
use mkpat_rt::geom::{Cell, Color, NEIGHBOURS, Point};
use mkpat_rt::montecarlo::Neighbourhood;
use std::sync::LazyLock;

/// A weight of one.
pub(super) const UNIT: f32 = 32.0;

/// Factors, each with the number of its first mark.
mod mark {
    /// Distance to the last move, 2 to 18 for all that is farther; no mark after a pass.
    pub(super) const LAST: u16 = 0;
    /// Distance to the move before.
    pub(super) const BEFORE_LAST: u16 = LAST + 17;
    /// Line 1 to 5, then the same with no stone within three steps.
    pub(super) const LINE: u16 = BEFORE_LAST + 17;
    /// Takes one, two, more stones; then so that an own string in atari is saved; then the string of the last move.
    pub(super) const TAKES: u16 = LINE + 10;
    /// An own string in atari of one, two, more stones: has then one liberty, is taken in a ladder, two liberties, three.
    pub(super) const EXTENDS: u16 = TAKES + 9;
    /// Puts itself into atari: one, two or three, more stones.
    pub(super) const SELF_ATARI: u16 = EXTENDS + 12;
    /// Gives atari: in a ladder that works, one that does not; then the same to the string of the last move.
    pub(super) const ATARI: u16 = SELF_ATARI + 3;
    /// Leaves an opponent's string two liberties.
    pub(super) const LEAVES_TWO: u16 = ATARI + 4;
    /// A liberty of an own string with two liberties beside the last move that can be taken: still, no longer.
    pub(super) const ANSWERS: u16 = LEAVES_TWO + 1;
    /// Its string has two liberties, three or more.
    pub(super) const LIBERTIES: u16 = ANSWERS + 2;
    /// Joins own strings: two, more.
    pub(super) const JOINS: u16 = LIBERTIES + 2;
    /// Beside strings of the opponent: one, two, more.
    pub(super) const TOUCHES: u16 = JOINS + 2;
    /// A liberty of the string of the last move.
    pub(super) const BESIDE_LAST: u16 = TOUCHES + 3;
    /// How many there are.
    pub(super) const TOTAL: u16 = BESIDE_LAST + 1;
}

/// How many marks there are.
pub(super) const MARKS: usize = mark::TOTAL as usize;
const _: () = assert!(MARK_WEIGHTS.len() <= MARKS, "a weight is no mark's");

/// The marks of a move.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    list: [u16; 24],
    count: usize,
    /// The neighbourhood in one form.
    pub(super) around: u16,
}

impl Marks {
    fn add(&mut self, mark: u16) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = mark;
            self.count += 1;
        }
    }

    /// The numbers.
    pub(super) fn all(&self) -> &[u16] {
        &self.list[..self.count]
    }

    /// The score of the move.
    pub(super) fn score(&self) -> f32 {
        let weight = |&m: &u16| MARK_WEIGHTS.get(usize::from(m)).copied().map_or(0.0, f32::from);
        let marks: f32 = self.all().iter().map(weight).sum();
        let place = AROUND_WEIGHTS.binary_search_by_key(&self.around, |w| w.0);
        let around = place.map_or(0.0, |i| f32::from(AROUND_WEIGHTS[i].1));
        (marks + around) / UNIT
    }
}

/// Each neighbourhood in the least of its eight forms.
static ONE_FORM: LazyLock<Vec<u16>> = LazyLock::new(|| {
    // The places after a quarter turn, and after a mirror.
    const TURNED: [usize; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    (0..=u16::MAX)
        .map(|code| {
            let mut symbols = Neighbourhood(code).symbols();
            let mut least = code;
            for i in 0..8 {
                let by = if i == 4 { MIRRORED } else { TURNED };
                symbols = by.map(|from| symbols[from]);
                least = least.min(Neighbourhood::from_symbols(symbols).0);
            }
            least
        })
        .collect()
});

/// What is looked at once for all moves of a position.
pub(super) struct Before {
    color: Color,
    last: Point,
    before_last: Point,
    /// Liberties of own strings with two liberties beside the last move that can be taken, with a stone of the string.
    threatened: Vec<(Point, Point)>,
}

impl Before {
    pub(super) fn new(field: &Field, color: Color, ladders: &mut Ladders) -> Before {
        let mut threatened: Vec<(Point, Point)> = Vec::new();
        let last = field.last();
        if !last.is_pass() {
            let mut seen = [0; 4];
            for (i, step) in NEIGHBOURS.into_iter().enumerate() {
                let q = last.step(step);
                if field.color(q) != Some(color) || seen.contains(&field.head(q)) {
                    continue;
                }
                seen[i] = field.head(q);
                let two = field.few_liberties(q).filter(|l| l.len() == 2).map(|l| [l[0], l[1]]);
                if let Some(two) = two
                    && ladders.attack(field, q).is_some()
                {
                    threatened.extend(two.map(|l| (Point(l), q)));
                }
            }
        }
        Before { color, last, before_last: field.before_last(), threatened }
    }

    /// The marks of a legal move.
    pub(super) fn marks(&self, field: &Field, p: Point, ladders: &mut Ladders) -> Marks {
        let color = self.color;
        let around = ONE_FORM[usize::from(field.around(color, p).0)];
        let mut marks = Marks { list: [0; 24], count: 0, around };
        if !self.last.is_pass() {
            marks.add(mark::LAST + distance(p, self.last));
        }
        if !self.before_last.is_pass() {
            marks.add(mark::BEFORE_LAST + distance(p, self.before_last));
        }
        let (row, col) = (p.row(), p.col());
        let size = field.size();
        let line = row.min(col).min(size - 1 - row).min(size - 1 - col).min(4) as u16;
        marks.add(mark::LINE + line + if is_alone(field, p) { 5 } else { 0 });
        let liberties = field.three_liberties_after(color, p);
        let mut seen = [0; 4];
        let (mut taken, mut saves, mut takes_last) = (0, false, false);
        let (mut own, mut others) = (0u16, 0u16);
        for (i, step) in NEIGHBOURS.into_iter().enumerate() {
            let q = p.step(step);
            let Some(c) = field.color(q) else { continue };
            let s = field.head(q);
            if seen.contains(&s) {
                continue;
            }
            seen[i] = s;
            let few = field.few_liberties(q).map_or(3, <[u16]>::len);
            let is_last = !self.last.is_pass() && field.head(self.last) == s;
            if c == color {
                own += 1;
                if few == 1 {
                    let stones = field.stones(q).min(3) as u16 - 1;
                    let level = match liberties {
                        0 | 1 => 0,
                        2 if !ladders.is_safe_after(field, color, p, p) => 1,
                        n => n as u16,
                    };
                    marks.add(mark::EXTENDS + 4 * stones + level.min(3));
                }
                continue;
            }
            others += 1;
            if is_last {
                marks.add(mark::BESIDE_LAST);
            }
            match few {
                1 => {
                    taken += field.stones(q);
                    takes_last |= is_last;
                    let mut moves = [Point::PASS; 4];
                    saves |= field.captures_beside(q, &mut moves) > 0;
                }
                2 => {
                    let fails = u16::from(!ladders.takes(field, color, p, q));
                    marks.add(mark::ATARI + fails + if is_last { 2 } else { 0 });
                }
                _ if field.liberties_of(q) == 3 => marks.add(mark::LEAVES_TWO),
                _ => {}
            }
        }
        if taken > 0 {
            let kind = if saves {
                1
            } else if takes_last {
                2
            } else {
                0
            };
            marks.add(mark::TAKES + 3 * kind + taken.min(3) as u16 - 1);
        } else if liberties < 2 {
            let stones = field.stones_after(color, p);
            marks.add(mark::SELF_ATARI + if stones > 3 { 2 } else { u16::from(stones > 1) });
        }
        if liberties >= 2 {
            marks.add(mark::LIBERTIES + liberties as u16 - 2);
        }
        if own > 1 {
            marks.add(mark::JOINS + own.min(3) - 2);
        }
        if others > 0 {
            marks.add(mark::TOUCHES + others.min(3) - 1);
        }
        if let Some(&(_, s)) = self.threatened.iter().find(|t| t.0 == p) {
            let safe = ladders.is_safe_after(field, color, p, s);
            marks.add(mark::ANSWERS + u16::from(safe));
        }
        marks
    }
}

/// Steps along and across, with the longer way counted twice: 2 for a neighbour, at most 17; less two.
fn distance(p: Point, q: Point) -> u16 {
    let (dr, dc) = (p.row().abs_diff(q.row()), p.col().abs_diff(q.col()));
    (dr + dc + dr.max(dc)).clamp(2, 18) as u16 - 2
}

/// Whether there is no stone within three steps.
fn is_alone(field: &Field, p: Point) -> bool {
    let size = field.size() as isize;
    let (row, col) = (p.row() as isize, p.col() as isize);
    for dr in -3..=3_isize {
        let wide = 3 - dr.abs();
        for dc in -wide..=wide {
            let (r, c) = (row + dr, col + dc);
            if (0..size).contains(&r)
                && (0..size).contains(&c)
                && matches!(field.at(Point::new(r as usize, c as usize)), Cell::Black | Cell::White)
            {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::diagram;
    use mkpat_rt::rng::Rng;

    fn marks(field: &Field, color: Color, p: Point) -> Marks {
        let mut ladders = Ladders::default();
        Before::new(field, color, &mut ladders).marks(field, p, &mut ladders)
    }

    #[test]
    fn a_move_looks_the_same_however_the_board_lies() {
        const SIZE: usize = 7;
        let turned = |p: Point, turn: usize| {
            let (mut row, mut col) = (p.row(), p.col());
            for i in 0..turn {
                (row, col) = if i == 4 { (row, SIZE - 1 - col) } else { (col, SIZE - 1 - row) };
            }
            Point::new(row, col)
        };
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let empty = Board::new(SIZE).expect("a size");
            let mut fields = vec![Field::new(&empty); 16];
            for number in 0..30 {
                let color = if number % 2 == 0 { Color::Black } else { Color::White };
                let p = Point::new(rng.below(SIZE), rng.below(SIZE));
                if fields[0].at(p) != Cell::Empty || !fields[0].is_legal(color, p) {
                    continue;
                }
                let mut found = Vec::new();
                for (i, field) in fields.iter_mut().enumerate() {
                    let color = if i < 8 { color } else { color.other() };
                    let at = turned(p, i % 8);
                    let marks = marks(field, color, at);
                    let mut all = marks.all().to_vec();
                    all.sort_unstable();
                    found.push((all, marks.around));
                    field.play(color, at);
                }
                assert!(found.iter().all(|f| *f == found[0]), "seed {seed}, {number}: {found:?}");
            }
        }
    }

    #[test]
    fn all_marks_have_weights() {
        assert_eq!(MARK_WEIGHTS.len(), MARKS);
        assert!(AROUND_WEIGHTS.is_sorted_by_key(|w| w.0));
    }

    #[test]
    fn what_a_move_does_is_marked() {
        let field = Field::new(
            &diagram::parse(
                "
                . . . . . . .
                . . O . . X O
                . O X . . . X
                . O . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .",
            )
            .expect("a diagram"),
        );
        let is_marked = |color: Color, p: (usize, usize), mark: u16| {
            marks(&field, color, Point::new(p.0, p.1)).all().contains(&mark)
        };
        // White takes the stone in the middle in a ladder from one side only.
        assert!(is_marked(Color::White, (2, 3), mark::ATARI));
        assert!(is_marked(Color::White, (3, 2), mark::ATARI + 1));
        // The stone at the edge can be taken, and has one liberty if it extends.
        assert!(is_marked(Color::Black, (0, 6), mark::TAKES));
        assert!(is_marked(Color::White, (0, 6), mark::EXTENDS));
        assert!(is_marked(Color::White, (0, 6), mark::SELF_ATARI + 1));
        assert!(!is_marked(Color::Black, (0, 6), mark::SELF_ATARI));
    }
}
