//! A second naive matcher for many positions. It asks the same questions as the naive
//! matcher of the library, in the same order, but unfolds every pattern and orientation
//! once into a list of vertices with what may stand there, and reads from a board with
//! a wide margin. There is no search, no table and no step left out but one: stones are
//! asked for first. It shares nothing with the fast matchers; on a part of the
//! positions it is compared with the library's own ([`super::records`]).

use mkpat_rt::db::{Anchor, ElementKind, Pattern, PatternDb};
use mkpat_rt::geom::{BoardView, Cell, Color, MAX_BOARD, Offset, Point, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::matcher::{Match, corner};

/// What can stand on a vertex, as a set of bits; colours are seen from O.
const EMPTY: u8 = 1;
const O: u8 = 2;
const X: u8 = 4;
const OFF: u8 = 8;

/// Off-board vertices on every side: as far as any pattern reaches.
const MARGIN: usize = MAX_BOARD + 1;
const STRIDE: usize = MAX_BOARD + 2 * MARGIN;

/// A pattern in one orientation.
struct Unfolded {
    pattern: PatternId,
    transform: Transform,
    /// The vertex asked first, beside the others, because hardly any attempt goes on.
    first: Vertex,
    others: Vec<Vertex>,
}

/// Distance of slots from the anchor, and what may stand there.
type Vertex = (i16, u8);

/// The unfolded patterns of a database, in the order of patterns and orientations.
pub(crate) struct Plain {
    anchored_at_o: Vec<Unfolded>,
    anchored_at_x: Vec<Unfolded>,
    anchored_at_corner: Vec<Unfolded>,
}

impl Plain {
    pub(crate) fn new(db: &PatternDb) -> Plain {
        let of = |anchor: Anchor| {
            let ids = (0..).map(PatternId);
            let patterns = db.patterns.iter().zip(ids).filter(|(p, _)| p.anchor == anchor);
            let all = patterns.flat_map(|(pattern, id)| {
                pattern.symmetry.transforms().iter().map(move |&t| (pattern, id, t))
            });
            all.map(|(pattern, id, t)| unfold(pattern, id, t)).collect()
        };
        Plain {
            anchored_at_o: of(Anchor::O),
            anchored_at_x: of(Anchor::X),
            anchored_at_corner: of(Anchor::Corner),
        }
    }

    /// Replaces the content of `out` by all matches in canonical order.
    pub(crate) fn matches(&self, board: BoardView<'_>, color: Color, out: &mut Vec<Match>) {
        out.clear();
        let cells = framed(board, color);
        for anchor in Point::all(board.size) {
            let at = slot(anchor.row(), anchor.col());
            let holds =
                |&(step, may): &Vertex| cells[at.wrapping_add_signed(isize::from(step))] & may != 0;
            let fits = |row: &&Unfolded| holds(&row.first) && row.others.iter().all(holds);
            let found =
                |row: &Unfolded| Match { anchor, pattern: row.pattern, transform: row.transform };
            match cells[at] {
                O => out.extend(self.anchored_at_o.iter().filter(fits).map(found)),
                X => out.extend(self.anchored_at_x.iter().filter(fits).map(found)),
                _ => {}
            }
            let (last, row, col) = (board.size - 1, anchor.row(), anchor.col());
            if (row == 0 || row == last) && (col == 0 || col == last) {
                let here = |row: &&Unfolded| corner(row.transform, board.size) == anchor;
                let rows = self.anchored_at_corner.iter().filter(here);
                out.extend(rows.filter(fits).map(found));
            }
        }
        // Some databases anchor at both colours, and a corner may hold a stone.
        out.sort_unstable();
    }
}

fn slot(row: usize, col: usize) -> usize {
    (row + MARGIN) * STRIDE + col + MARGIN
}

/// The board in its margin, as `color` sees it.
fn framed(board: BoardView<'_>, color: Color) -> Vec<u8> {
    let mut cells = vec![OFF; STRIDE * STRIDE];
    for p in Point::all(board.size) {
        cells[slot(p.row(), p.col())] = match board.at(p) {
            Cell::Empty => EMPTY,
            Cell::Off => OFF,
            stone if stone == color.cell() => O,
            _ => X,
        };
    }
    cells
}

/// A pattern in one orientation.
fn unfold(pattern: &Pattern, id: PatternId, transform: Transform) -> Unfolded {
    let mut vertices: Vec<(Offset, u8)> = Vec::new();
    for element in &pattern.elements {
        let may = match element.kind {
            ElementKind::O => O,
            ElementKind::X => X,
            ElementKind::EmptyOrO => EMPTY | O,
            ElementKind::EmptyOrX => EMPTY | X,
            ElementKind::Empty
            | ElementKind::Move
            | ElementKind::Barrier
            | ElementKind::Special => EMPTY,
        };
        vertices.push((element.at, may));
    }
    let (min, max) = (pattern.min, pattern.max);
    // A corner or full-board pattern describes its whole rectangle.
    if pattern.anchor == Anchor::Corner {
        for dr in min.dr..=max.dr {
            for dc in min.dc..=max.dc {
                let at = Offset::new(dr, dc);
                if pattern.elements.iter().all(|e| e.at != at) {
                    vertices.push((at, EMPTY));
                }
            }
        }
    }
    // Stones are rarer than anything else: most attempts end with the first.
    vertices.sort_by_key(|&(_, may)| may != O && may != X);
    // The drawing lies on the board, and where it shows an edge, the board ends.
    vertices.push((min, EMPTY | O | X));
    vertices.push((max, EMPTY | O | X));
    let edges = pattern.edges;
    for (is_drawn, beyond) in [
        (edges.north, Offset::new(min.dr - 1, min.dc)),
        (edges.south, Offset::new(max.dr + 1, min.dc)),
        (edges.west, Offset::new(min.dr, min.dc - 1)),
        (edges.east, Offset::new(min.dr, max.dc + 1)),
    ] {
        if is_drawn {
            vertices.push((beyond, OFF));
        }
    }
    let mut vertices = vertices.into_iter().map(|(at, may)| {
        let Offset { dr, dc } = transform.apply(at);
        (i16::from(dr) * STRIDE as i16 + i16::from(dc), may)
    });
    let first = vertices.next().expect("at least the corners of the drawing");
    Unfolded { pattern: id, transform, first, others: vertices.collect() }
}
