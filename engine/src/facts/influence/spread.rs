//! How influence spreads from a source (GNU Go 3.8 manual, "The Influence Algorithm",
//! "Permeability").
//!
//! From each vertex influence goes on to its eight neighbours, outwards only: to those that lie
//! farther from the source. It is divided by the attenuation (by twice of it diagonally) and
//! multiplied with the squared cosine of the angle between the step and the way from the source to
//! the vertex, so that it does not bend around obstacles. So all that a vertex gets comes
//! from vertices nearer to the source, and one pass in the order of distance is enough. The offsets in
//! that order, each with the steps that lead to it, are a table that is made once.

use super::{FULL, Source};
use crate::board::{Board, PointSet};
use mkpat_rt::geom::{AREA, Color, Point, STRIDE};
use std::sync::OnceLock;

/// A number for each vertex.
pub(super) type Field = Box<[f32]>;

/// Influence is followed so far from its source, in steps along a line. A stone of full strength has
/// less than a thousandth left there.
const REACH: i16 = 9;
/// Vertices around the board that a source can look at.
const MARGIN: usize = REACH as usize;
/// Side of the square around a source.
const SIDE: usize = 2 * MARGIN + 1;

/// How influence fades on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    /// The part that reaches a neighbour is one by this.
    pub(super) attenuation: f32,
    /// The part that reaches a diagonal neighbour is one by this times as much.
    pub(super) diagonal: f32,
}

/// A step of influence to a vertex.
#[derive(Clone, Copy)]
struct Step {
    /// Number of the vertex that it comes from, in the order of the table.
    from: u16,
    /// For a diagonal step: the two vertices that it squeezes between, counted from the source.
    beside: Option<[i16; 2]>,
    /// What arrives of one, but for its fading.
    factor: f32,
}

/// A vertex near a source.
struct Place {
    row: i16,
    col: i16,
    /// Both as a distance of vertices.
    offset: i16,
    steps: Vec<Step>,
}

fn offset(row: i16, col: i16) -> i16 {
    row * STRIDE as i16 + col
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
        let mut number = vec![u16::MAX; SIDE * SIDE];
        let cell = |row: i16, col: i16| (row + REACH) as usize * SIDE + (col + REACH) as usize;
        let mut out = Vec::with_capacity(order.len());
        for (i, &(row, col)) in order.iter().enumerate() {
            number[cell(row, col)] = i as u16;
            let mut steps = Vec::new();
            for (dr, dc) in [(1, 0), (0, -1), (-1, 0), (0, 1), (1, -1), (-1, -1), (-1, 1), (1, 1)] {
                let (r, c) = (row - dr, col - dc);
                if r.abs() > REACH || c.abs() > REACH || number[cell(r, c)] == u16::MAX {
                    continue;
                }
                let along = dr * r + dc * c;
                let at_source = r == 0 && c == 0;
                if along <= 0 && !at_source {
                    continue;
                }
                let diagonal = dr != 0 && dc != 0;
                let length = f32::from((dr * dr + dc * dc) * (r * r + c * c));
                let angle = if at_source { 1.0 } else { f32::from(along * along) / length };
                let beside = diagonal.then_some([offset(r + dr, c), offset(r, c + dc)]);
                steps.push(Step { from: number[cell(r, c)], beside, factor: angle });
            }
            out.push(Place { row, col, offset: offset(row, col), steps });
        }
        out
    })
}

/// The board as influence sees it.
pub(super) struct Ground<'b> {
    board: &'b Board,
    /// By colour: how much of its influence passes a vertex.
    passes: &'b [Field; 2],
    /// Where living stones are, of either colour.
    occupied: Box<[bool]>,
}

impl<'b> Ground<'b> {
    pub(super) fn new(
        board: &'b Board,
        alive: &[PointSet; 2],
        passes: &'b [Field; 2],
    ) -> Ground<'b> {
        let standing = alive[0].or(&alive[1]);
        let mut occupied = vec![false; AREA].into_boxed_slice();
        standing.iter().for_each(|p| occupied[p.idx()] = true);
        Ground { board, passes, occupied }
    }

    /// The influence of a colour: of its stones, by their strengths, and of these sources.
    pub(super) fn field(
        &self,
        color: Color,
        strengths: &[f32],
        sources: &[Source],
        fading: Fading,
    ) -> Field {
        let mut out = vec![0.0; AREA].into_boxed_slice();
        let mut work = vec![0.0; places().len()];
        for p in Point::all(self.board.size()) {
            if self.board.color_at(p) == Some(color) && self.occupied[p.idx()] {
                let strength = FULL * strengths[p.idx()].min(1.0);
                self.radiate(color, p, strength, fading, &mut work, &mut out);
            }
        }
        for s in sources.iter().filter(|s| s.color == color && !self.occupied[s.point.idx()]) {
            self.radiate(color, s.point, s.strength, fading, &mut work, &mut out);
        }
        out
    }

    /// Adds what one source sends out. `work` holds what arrives by number of the place.
    fn radiate(
        &self,
        color: Color,
        source: Point,
        strength: f32,
        fading: Fading,
        work: &mut [f32],
        out: &mut Field,
    ) {
        let passes = &self.passes[color.index()];
        let size = self.board.size() as i16;
        let (row, col) = (source.row() as i16, source.col() as i16);
        let on_board = 0..size;
        let at = |offset: i16| (source.idx() as i16 + offset) as usize;
        let straight = 1.0 / fading.attenuation;
        let diagonal = straight / fading.diagonal;
        work[0] = strength;
        out[source.idx()] += strength;
        for (i, place) in places().iter().enumerate().skip(1) {
            work[i] = 0.0;
            if !on_board.contains(&(row + place.row)) || !on_board.contains(&(col + place.col)) {
                continue;
            }
            let here = at(place.offset);
            if self.occupied[here] {
                continue;
            }
            let mut sum = 0.0;
            for step in &place.steps {
                let from = work[usize::from(step.from)];
                if from != 0.0 {
                    // Both vertices beside a step lie on the board, as its ends do.
                    let squeezed =
                        step.beside.map_or(1.0, |[a, b]| passes[at(a)].max(passes[at(b)]));
                    let way = if step.beside.is_some() { diagonal } else { straight };
                    sum += from * step.factor * squeezed * way;
                }
            }
            // A barrier is reached, but not passed.
            out[here] += sum;
            work[i] = sum * passes[here];
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
