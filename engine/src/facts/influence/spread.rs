//! How influence spreads from a source (GNU Go 3.8 manual, "The Influence Algorithm",
//! "Permeability").
//!
//! From each vertex influence goes on to its eight neighbours, outwards only: to those that lie
//! farther from the source. It is divided by the attenuation (by twice of it diagonally) and
//! multiplied with the squared cosine of the angle between the step and the way from the source to
//! the vertex, so that it does not bend around obstacles. So all that a vertex gets comes
//! from vertices nearer to the source, and one pass in the order of distance is enough; it goes on only from where something
//! has arrived. The offsets in that order, each with the steps that lead on from it, are a table that is made once.

use super::{FULL, Source};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, MAX_BOARD, Point};
use std::sync::OnceLock;

/// A number for each vertex.
pub(super) type Field = Box<[f32]>;

/// Influence is followed so far from its source, in steps along a line. A stone of full strength has
/// less than a thousandth left there.
const REACH: i16 = 9;
/// Vertices around the board that a source can look at.
const MARGIN: usize = REACH as usize;
/// How influence fades on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    /// The part that reaches a neighbour is one by this.
    pub(super) attenuation: f32,
    /// The part that reaches a diagonal neighbour is one by this times as much.
    pub(super) diagonal: f32,
}

/// A step of influence from a vertex to one farther out.
#[derive(Clone, Copy)]
struct Step {
    /// Number of the vertex that it leads to, in the order of the table.
    to: u16,
    /// The two vertices that a diagonal step squeezes between, counted from the source; of another step both the source.
    beside: [i16; 2],
    /// What arrives of one, but for its fading.
    factor: f32,
}

/// A vertex near a source.
struct Place {
    /// How far it is from the source, in slots of [`Ground`].
    offset: i16,
    /// The steps along the lines, then the diagonal ones.
    straight: Vec<Step>,
    diagonal: Vec<Step>,
}

/// Slots in a row of [`Ground`]: the board with a margin to its right that serves as that to its left, too.
const ROW: usize = MAX_BOARD + MARGIN;
/// Slots of [`Ground`], with margins.
const SLOTS: usize = ROW * (MAX_BOARD + 2 * MARGIN) + MARGIN;

fn offset(row: i16, col: i16) -> i16 {
    row * ROW as i16 + col
}

fn slot(p: Point) -> usize {
    (p.row() + MARGIN) * ROW + p.col() + MARGIN
}

/// The offsets around a source, nearest first; the first is the source itself.
fn places() -> &'static [Place] {
    static PLACES: OnceLock<Vec<Place>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let square = -REACH..=REACH;
        let mut order: Vec<(i16, i16)> = square
            .clone()
            .flat_map(|row| square.clone().map(move |col| (row, col)))
            .filter(|(row, col)| row * row + col * col <= REACH * REACH)
            .collect();
        order.sort_by_key(|&(row, col)| (row * row + col * col, row, col));
        let number = |row: i16, col: i16| order.iter().position(|&place| place == (row, col));
        let steps = |(r, c): (i16, i16), directions: [(i16, i16); 4]| {
            let step = |(dr, dc): (i16, i16)| {
                let along = dr * r + dc * c;
                let at_source = r == 0 && c == 0;
                if along <= 0 && !at_source {
                    return None;
                }
                let to = number(r + dr, c + dc)? as u16;
                let length = f32::from((dr * dr + dc * dc) * (r * r + c * c));
                let factor = if at_source { 1.0 } else { f32::from(along * along) / length };
                let squeezed = dr != 0 && dc != 0;
                let beside = if squeezed { [offset(r + dr, c), offset(r, c + dc)] } else { [0; 2] };
                Some(Step { to, beside, factor })
            };
            directions.into_iter().filter_map(step).collect()
        };
        let place = |&(row, col): &(i16, i16)| Place {
            offset: offset(row, col),
            straight: steps((row, col), [(1, 0), (0, -1), (-1, 0), (0, 1)]),
            diagonal: steps((row, col), [(1, -1), (-1, -1), (-1, 1), (1, 1)]),
        };
        order.iter().map(place).collect()
    })
}

/// Numbers of places, taken out in increasing order.
#[derive(Default)]
struct Waiting([u64; PLACES / 64]);

/// More places than there are.
const PLACES: usize = 256;
const _: () = assert!(REACH <= 9, "more places than Waiting has room for");

impl Waiting {
    #[inline]
    fn add(&mut self, place: u16) {
        self.0[usize::from(place) / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&w| w != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(64 * word + bit)
    }
}

/// The board as influence sees it, with a margin around it that nothing passes.
pub(super) struct Ground<'b> {
    board: &'b Board,
    /// By colour: how much of its influence passes a slot.
    passes: [Box<[f32; SLOTS]>; 2],
    /// Where influence ends: beside the board, and where living stones of either colour are.
    closed: Box<[bool; SLOTS]>,
    standing: PointSet,
}

impl<'b> Ground<'b> {
    pub(super) fn new(board: &'b Board, alive: &[PointSet; 2], passes: &[Field; 2]) -> Ground<'b> {
        let standing = alive[0].or(&alive[1]);
        let mut closed = Box::new([true; SLOTS]);
        let mut through = [Box::new([0.0; SLOTS]), Box::new([0.0; SLOTS])];
        for p in Point::all(board.size()) {
            closed[slot(p)] = standing.contains(p);
            for (to, from) in through.iter_mut().zip(passes) {
                to[slot(p)] = from[p.idx()];
            }
        }
        Ground { board, passes: through, closed, standing }
    }

    /// The influence of a colour: of its stones, by their strengths, and of these sources.
    pub(super) fn field(
        &self,
        color: Color,
        strengths: &[f32],
        sources: &[Source],
        fading: Fading,
    ) -> Field {
        let mut sum = vec![0.0; SLOTS];
        let mut work = vec![0.0; places().len()];
        for p in self.board.stones_of(color).and(&self.standing) {
            let strength = FULL * strengths[p.idx()].min(1.0);
            self.radiate(color, p, strength, fading, &mut work, &mut sum);
        }
        for s in sources.iter().filter(|s| s.color == color && !self.standing.contains(s.point)) {
            self.radiate(color, s.point, s.strength, fading, &mut work, &mut sum);
        }
        let mut out = vec![0.0; AREA].into_boxed_slice();
        for p in Point::all(self.board.size()) {
            out[p.idx()] = sum[slot(p)];
        }
        out
    }

    /// Adds what one source sends out to `out`, by slots. `work` is all zeros, and is so again at the end: what arrives, by
    /// number of the place.
    fn radiate(
        &self,
        color: Color,
        source: Point,
        strength: f32,
        fading: Fading,
        work: &mut [f32],
        out: &mut [f32],
    ) {
        let passes = &*self.passes[color.index()];
        let at = |offset: i16| (slot(source) as isize + isize::from(offset)) as usize;
        let straight = 1.0 / fading.attenuation;
        let diagonal = straight / fading.diagonal;
        let places = places();
        // The places that something has arrived at: always farther out than where it comes from.
        let mut waiting = Waiting::default();
        work[0] = strength;
        waiting.add(0);
        while let Some(i) = waiting.next() {
            let place = &places[i];
            let arrived = std::mem::take(&mut work[i]);
            let here = at(place.offset);
            if i > 0 && self.closed[here] {
                continue;
            }
            // A barrier is reached, but not passed.
            out[here] += arrived;
            let passed = if i == 0 { arrived } else { arrived * passes[here] };
            if passed == 0.0 {
                continue;
            }
            for step in &place.straight {
                work[usize::from(step.to)] += passed * straight * step.factor;
                waiting.add(step.to);
            }
            for step in &place.diagonal {
                let squeezed = passes[at(step.beside[0])].max(passes[at(step.beside[1])]);
                if squeezed > 0.0 {
                    work[usize::from(step.to)] += passed * diagonal * step.factor * squeezed;
                    waiting.add(step.to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Terrain;
    use super::*;
    use crate::diagram;

    const FADING: Fading = Fading { attenuation: 3.0, diagonal: 2.0 };

    /// The manual's table of a lone source of strength 100, rounded down.
    #[test]
    fn a_lone_source_is_as_in_the_manual() {
        let row = ". . . . . . . . . . .\n";
        let middle = ". . . . . X . . . . .\n";
        let text = format!("{}{middle}{}", row.repeat(5), row.repeat(5));
        let board = diagram::parse(&text).expect("a diagram");
        let centre = Point::new(5, 5);
        let alive = [[centre].into_iter().collect(), PointSet::EMPTY];
        let passes = Terrain::default().permeability(&board, &alive);
        let ground = Ground::new(&board, &alive, &passes);
        let field = ground.field(Color::Black, &[1.0; AREA], &[], FADING);
        let rows = [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0],
            [0, 0, 0, 1, 2, 3, 2, 1, 0, 0, 0],
            [0, 0, 1, 3, 5, 11, 5, 3, 1, 0, 0],
            [0, 1, 2, 5, 16, 33, 16, 5, 2, 1, 0],
            [0, 1, 3, 11, 33, 100, 33, 11, 3, 1, 0],
        ];
        for (r, row) in rows.iter().enumerate() {
            let found: Vec<i32> = (0..11).map(|c| field[Point::new(r, c).idx()] as i32).collect();
            assert_eq!(found, row, "row {r}");
        }
    }

    /// The manual's corner: a barrier in the gap keeps the enemy out, and influence does not
    /// squeeze diagonally between it and a stone.
    #[test]
    fn barriers_stop_one_colour() {
        let text = "
            . . . . . . .
            O O O O . . .
            . . . O . . .
            . . . . . X .
            . . . O . . .
            . . . O O O .
            . . . . . O .";
        let board = diagram::parse(text).expect("a diagram");
        let of = |c| Point::all(7).filter(|&p| board.color_at(p) == Some(c)).collect();
        let alive = Color::BOTH.map(of);
        let gap = Point::parse("D4", 7).expect("a vertex");
        let mut terrain = Terrain::default();
        let inside = Point::parse("B4", 7).expect("a vertex");
        let at = |terrain: &Terrain, color| {
            Ground::new(&board, &alive, &terrain.permeability(&board, &alive)).field(
                color,
                &[1.0; AREA],
                &[],
                FADING,
            )[inside.idx()]
        };
        assert!(at(&terrain, Color::Black) > 0.0);
        terrain.barriers[Color::Black.index()].insert(gap);
        assert_eq!(at(&terrain, Color::Black), 0.0);
        assert!(at(&terrain, Color::White) > 10.0);
    }
}
