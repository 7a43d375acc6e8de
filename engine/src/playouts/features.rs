//! What a move looks like without search, as marks, and how likely that makes it (R. Coulom, "Computing Elo ratings of
//! move patterns in the game of Go", 2007).
//!
//! Marks are numbers below [`MARKS`]: a *factor* each (distance to the last move, what it takes, …) with its
//! levels; beside them the neighbourhood of the move, turned and mirrored to one form, and larger shapes around it (`shapes`). The sum of the weights of a move's
//! marks is its score, and moves are expected in proportion to the exponential of their scores. The weights are
//! learned from games (`learn_tests`), in `feature_weights` and `shape_weights`.

use super::feature_weights::{AROUND_WEIGHTS, DIAMOND_WEIGHTS, MARK_WEIGHTS};
use super::field::Field;
use super::ladder::Ladders;
use super::shapes;
use super::wide_view::{self, WideView};
use mkpat_rt::geom::{AREA, Cell, Color, NEIGHBOURS, Point, STRIDE};
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
    /// For each of the [`super::FAR`] places: one own stone there, more; one of the opponent, more.
    pub(super) const FAR_STONES: u16 = BESIDE_LAST + 1;
    /// Far from all stones: lines from the edge both ways, the lesser one first, up to 8.
    pub(super) const CORNER: u16 = FAR_STONES + 4 * super::FAR as u16;
    /// For each line, 1 to 5, and the steps to the nearest own stone, 1 to 8, those to the nearest one of the opponent, 1 to 8.
    pub(super) const NEAREST: u16 = CORNER + 36;
    /// How many there are.
    pub(super) const TOTAL: u16 = NEAREST + 320;
}

/// How many marks there are.
pub(super) const MARKS: usize = mark::TOTAL as usize;
const _: () = assert!(MARK_WEIGHTS.len() <= MARKS, "a weight is no mark's");

/// Places beyond the eight neighbours, by how far they are along and across, the longer way first.
const PLACES: [(i8, i8); FAR] =
    [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3), (4, 0), (4, 1)];
/// How many of them.
const FAR: usize = 9;

/// One of these places from a vertex.
struct FarPlace {
    step: i16,
    /// Which of them it is.
    number: usize,
    /// On a line: a step towards it, and how many of them lie between.
    between: (i16, i16),
}

/// These places in all directions.
static FAR_PLACES: LazyLock<Vec<FarPlace>> = LazyLock::new(|| {
    let mut out = Vec::new();
    for (number, &(a, b)) in PLACES.iter().enumerate() {
        let all = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
        for (i, &(dr, dc)) in all.iter().enumerate() {
            if !all[..i].contains(&(dr, dc)) {
                let towards = wide_view::step(dr.signum(), dc.signum());
                let steps =
                    if dr == 0 || dc == 0 { i16::from(dr.abs().max(dc.abs())) - 1 } else { 0 };
                out.push(FarPlace {
                    step: wide_view::step(dr, dc),
                    number,
                    between: (towards, steps),
                });
            }
        }
    }
    out
});

/// Steps to the vertices within three steps.
static WITHIN_THREE: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let all = (-3..=3_i8).flat_map(|dr| (-3..=3_i8).map(move |dc| (dr, dc)));
    all.filter(|(dr, dc)| dr.abs() + dc.abs() <= 3)
        .map(|(dr, dc)| wide_view::step(dr, dc))
        .collect()
});

/// The marks of a move.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    list: [u16; 41],
    count: usize,
    /// The neighbourhood in one form.
    pub(super) around: u16,
    /// The same with the four vertices two steps away along the lines.
    pub(super) diamond: u32,
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

    /// The score of the move, but for the shapes around it.
    fn score(&self) -> f32 {
        let weight = |&m: &u16| MARK_WEIGHTS.get(usize::from(m)).copied().map_or(0.0, f32::from);
        let marks: f32 = self.all().iter().map(weight).sum();
        let place = AROUND_WEIGHTS.binary_search_by_key(&self.around, |w| w.0);
        let around = place.map_or(0.0, |i| f32::from(AROUND_WEIGHTS[i].1));
        let place = DIAMOND_WEIGHTS.binary_search_by_key(&self.diamond, |w| w.0);
        let diamond = place.map_or(0.0, |i| f32::from(DIAMOND_WEIGHTS[i].1));
        (marks + around + diamond) / UNIT
    }
}

/// The least of a neighbourhood's eight forms, and which of the forms are that, as bits.
#[derive(Clone, Copy)]
struct OneForm {
    least: u16,
    forms: u8,
}

/// For each form where in the neighbourhood, and among the four vertices two steps away (north, west, east, south), a place of
/// it is taken from.
const FORMS: [([usize; 8], [usize; 4]); 8] = {
    // The places after a quarter turn, and after a mirror.
    const TURNED: ([usize; 8], [usize; 4]) = ([5, 3, 0, 6, 1, 7, 4, 2], [1, 3, 0, 2]);
    const MIRRORED: ([usize; 8], [usize; 4]) = ([2, 1, 0, 4, 3, 7, 6, 5], [0, 2, 1, 3]);
    let mut out = [([0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3]); 8];
    let mut i = 1;
    while i < 8 {
        let (near, far) = out[i - 1];
        let by = if i == 4 { MIRRORED } else { TURNED };
        let mut k = 0;
        while k < 8 {
            out[i].0[k] = near[by.0[k]];
            k += 1;
        }
        k = 0;
        while k < 4 {
            out[i].1[k] = far[by.1[k]];
            k += 1;
        }
        i += 1;
    }
    out
};

/// Each neighbourhood in the least of its eight forms.
static ONE_FORM: LazyLock<Vec<OneForm>> = LazyLock::new(|| {
    (0..=u16::MAX)
        .map(|code| {
            let symbols = Neighbourhood(code).symbols();
            let form = |i: usize| Neighbourhood::from_symbols(FORMS[i].0.map(|k| symbols[k])).0;
            let all: [u16; 8] = std::array::from_fn(form);
            let least = all.into_iter().min().unwrap_or(code);
            let forms = (0..8).map(|i| u8::from(all[i] == least) << i).sum();
            OneForm { least, forms }
        })
        .collect()
});

/// The neighbourhood and the diamond of `p` in one form.
fn forms(field: &Field, color: Color, p: Point) -> (u16, u32) {
    let found = ONE_FORM[usize::from(field.around(color, p).0)];
    let far: [u32; 4] = [-(STRIDE as i16), -1, 1, STRIDE as i16].map(|step| {
        let near = p.step(step);
        let cell = if field.at(near) == Cell::Off { Cell::Off } else { field.at(near.step(step)) };
        match cell {
            Cell::Empty => 0,
            Cell::Off => 3,
            stone if stone == color.cell() => 1,
            _ => 2,
        }
    });
    let code = |i: usize| FORMS[i].1.iter().fold(0, |all, &k| all << 2 | far[k]);
    let least = (0..8).filter(|i| found.forms >> i & 1 != 0).map(code).min().unwrap_or(0);
    (found.least, u32::from(found.least) << 8 | least)
}

/// What is looked at once for all moves of a position.
pub(super) struct Before {
    color: Color,
    last: Point,
    before_last: Point,
    /// Liberties of own strings with two liberties beside the last move that can be taken, with a stone of the string.
    threatened: Vec<(Point, Point)>,
    wide: WideView,
    /// For each vertex the steps to the nearest own stone, and to the nearest of the opponent.
    nearest: [[u8; 2]; AREA],
}

impl Before {
    pub(super) fn new(field: &mut Field, color: Color, ladders: &mut Ladders) -> Before {
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
        let wide = WideView::new(field);
        let nearest = nearest(field, color);
        Before { color, last, before_last: field.before_last(), threatened, wide, nearest }
    }

    /// The marks of a legal move.
    pub(super) fn marks(&self, field: &mut Field, p: Point, ladders: &mut Ladders) -> Marks {
        let color = self.color;
        let (around, diamond) = forms(field, color, p);
        let mut marks = Marks { list: [0; 41], count: 0, around, diamond };
        self.mark_far_stones(p, &mut marks);
        if !self.last.is_pass() {
            marks.add(mark::LAST + distance(p, self.last));
        }
        if !self.before_last.is_pass() {
            marks.add(mark::BEFORE_LAST + distance(p, self.before_last));
        }
        let (row, col) = (p.row(), p.col());
        let size = field.size();
        let (down, across) = (row.min(size - 1 - row), col.min(size - 1 - col));
        let (least, most) = (down.min(across) as u16, down.max(across) as u16);
        let alone = WITHIN_THREE.iter().all(|&step| !self.wide.at(p, step).is_stone());
        marks.add(mark::LINE + least.min(4) + if alone { 5 } else { 0 });
        if alone && most < 8 {
            marks.add(mark::CORNER + most * (most + 1) / 2 + least);
        }
        let [own, others] = self.nearest[p.idx()].map(|n| u16::from(n.min(8)) - 1);
        marks.add(mark::NEAREST + 64 * least.min(4) + 8 * own + others);
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

impl Before {
    /// The score of a legal move.
    pub(super) fn score(&self, field: &mut Field, p: Point, ladders: &mut Ladders) -> f32 {
        let shapes = shapes::score(&self.wide, self.color, p, self.last);
        self.marks(field, p, ladders).score() + shapes as f32 / UNIT
    }

    /// Tells `take` the codes of the surroundings of a move, until it wants no more (see `shapes`).
    #[cfg(test)]
    pub(super) fn codes(&self, p: Point, take: &mut impl FnMut(u32) -> bool) {
        shapes::codes(&self.wide, self.color, p, self.last, take);
    }

    /// Marks the stones at [`PLACES`]; on a line only those with nothing between.
    fn mark_far_stones(&self, p: Point, marks: &mut Marks) {
        let mut seen = [[0u8; 2]; FAR];
        for &FarPlace { step, number, between: (towards, steps) } in FAR_PLACES.iter() {
            let cell = self.wide.at(p, step);
            if !cell.is_stone() || (1..=steps).any(|n| self.wide.at(p, n * towards) != Cell::Empty)
            {
                continue;
            }
            let n = &mut seen[number][usize::from(cell != self.color.cell())];
            *n = (*n + 1).min(2);
        }
        for (number, n) in seen.iter().enumerate() {
            for (side, &n) in n.iter().enumerate() {
                if n > 0 {
                    marks.add(mark::FAR_STONES + (4 * number + 2 * side) as u16 + u16::from(n) - 1);
                }
            }
        }
    }
}

/// For each vertex the steps to the nearest stone of `color`, and of the opponent, along the lines whatever is between; many if
/// there is none.
fn nearest(field: &Field, color: Color) -> [[u8; 2]; AREA] {
    let mut out = [[100; 2]; AREA];
    let near = |out: &[[u8; 2]; AREA], p: Point, steps: [i16; 2]| {
        let all = steps.map(|s| p.step(s)).map(|q| out[q.idx()].map(|n| n.min(98) + 1));
        [all[0][0].min(all[1][0]), all[0][1].min(all[1][1])]
    };
    let stride = STRIDE as i16;
    for p in Point::all(field.size()) {
        out[p.idx()] = near(&out, p, [-1, -stride]);
        if let Some(c) = field.color(p) {
            out[p.idx()][usize::from(c != color)] = 0;
        }
    }
    for row in (0..field.size()).rev() {
        for col in (0..field.size()).rev() {
            let p = Point::new(row, col);
            let [a, b] = near(&out, p, [1, stride]);
            let n = &mut out[p.idx()];
            *n = [n[0].min(a), n[1].min(b)];
        }
    }
    out
}

/// Steps along and across, with the longer way counted twice: 2 for a neighbour, at most 17; less two.
fn distance(p: Point, q: Point) -> u16 {
    let (dr, dc) = (p.row() as i8 - q.row() as i8, p.col() as i8 - q.col() as i8);
    shapes::distance(dr, dc).clamp(2, 18) as u16 - 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::diagram;
    use mkpat_rt::rng::Rng;

    fn marks(field: &mut Field, color: Color, p: Point) -> Marks {
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
                    let mut ladders = Ladders::default();
                    let before = Before::new(field, color, &mut ladders);
                    let marks = before.marks(field, at, &mut ladders);
                    let mut all = marks.all().to_vec();
                    all.sort_unstable();
                    let mut codes = Vec::new();
                    before.codes(at, &mut |code| {
                        codes.push(code);
                        true
                    });
                    found.push((all, marks.around, marks.diamond, codes));
                    field.play(color, at);
                }
                assert!(found.iter().all(|f| *f == found[0]), "seed {seed}, {number}: {found:?}");
            }
        }
    }

    #[test]
    fn the_nearest_stones_of_both_are_found_along_the_lines() {
        let text = "
            . . . . X
            . . . . .
            . . O . .
            . . . . .
            . . . . .";
        let field = Field::new(&diagram::parse(text).expect("a diagram"));
        let found = nearest(&field, Color::Black);
        let at = |row, col| found[Point::new(row, col).idx()];
        assert_eq!([at(0, 0), at(0, 4), at(4, 4)], [[4, 4], [0, 4], [4, 4]]);
        assert_eq!([at(2, 3), at(4, 0)], [[3, 1], [8, 4]]);
        let none = nearest(&Field::new(&Board::new(5).expect("a size")), Color::Black);
        assert!(Point::all(5).all(|p| none[p.idx()].iter().all(|&n| n > 8)));
    }

    #[test]
    fn the_shapes_around_a_move_count_in_its_score() {
        let mut field = Field::new(&Board::new(19).expect("a size"));
        let mut ladders = Ladders::default();
        let before = Before::new(&mut field, Color::Black, &mut ladders);
        let mut shaped = |p: Point| {
            let without = before.marks(&mut field, p, &mut ladders).score();
            before.score(&mut field, p, &mut ladders) - without
        };
        // Games begin on star points; nobody began at the edge.
        assert!(shaped(Point::new(3, 3)) > shaped(Point::new(0, 9)));
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
            marks(&mut field.clone(), color, Point::new(p.0, p.1)).all().contains(&mark)
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
