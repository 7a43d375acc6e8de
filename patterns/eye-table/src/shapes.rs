//! The shapes of eye spaces: polyominoes, where their vertices touch the edge, and which of
//! them are equal as graphs.

use crate::game::{MAX_SIZE, Space};

/// A place in a drawing: row and column.
pub(crate) type Cell = (i8, i8);

/// A polyomino at a place on the board: a way to draw a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawing {
    /// Its vertices, row by row; the numbers of vertices follow from this order.
    pub cells: Vec<Cell>,
    /// The first column lies on the left edge.
    pub left: bool,
    /// The last row lies on the lower edge.
    pub below: bool,
}

const STEPS: [Cell; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// All polyominoes of this size, each in all its orientations, their corners at (0, 0).
fn fixed(size: usize) -> Vec<Vec<Cell>> {
    let mut level: Vec<Vec<Cell>> = vec![vec![(0, 0)]];
    for _ in 1..size {
        let mut next = Vec::new();
        for cells in &level {
            for &(r, c) in cells {
                for (dr, dc) in STEPS {
                    let cell = (r + dr, c + dc);
                    if !cells.contains(&cell) {
                        let mut more = cells.clone();
                        more.push(cell);
                        next.push(at_origin(more));
                    }
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        level = next;
    }
    level
}

fn at_origin(mut cells: Vec<Cell>) -> Vec<Cell> {
    let row = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let col = cells.iter().map(|c| c.1).min().unwrap_or(0);
    for cell in &mut cells {
        *cell = (cell.0 - row, cell.1 - col);
    }
    cells.sort_unstable();
    cells
}

/// Whether the cells enclose a place: the wall there would be a string of its own.
fn has_hole(cells: &[Cell]) -> bool {
    let rows = cells.iter().map(|c| c.0).max().unwrap_or(0);
    let cols = cells.iter().map(|c| c.1).max().unwrap_or(0);
    (0..=rows).any(|r| {
        (0..=cols).any(|c| {
            !cells.contains(&(r, c))
                && STEPS.iter().all(|(dr, dc)| cells.contains(&(r + dr, c + dc)))
        })
    })
}

/// The drawings of this size: in the centre, along an edge, in a corner.
pub(crate) fn drawings(size: usize) -> Vec<Drawing> {
    let mut out = Vec::new();
    for (left, below) in [(true, true), (false, true), (false, false)] {
        for cells in fixed(size).into_iter().filter(|c| !has_hole(c)) {
            out.push(Drawing { cells, left, below });
        }
    }
    out
}

impl Drawing {
    fn is_left(&self, cell: Cell) -> bool {
        self.left && cell.1 == 0
    }

    fn is_below(&self, cell: Cell) -> bool {
        self.below && self.cells.iter().all(|c| c.0 <= cell.0)
    }

    /// Edges of the board beside each vertex.
    pub(crate) fn edges(&self, i: usize) -> u8 {
        u8::from(self.is_left(self.cells[i])) + u8::from(self.is_below(self.cells[i]))
    }

    /// Which sides of a vertex are drawn as edges: left, below.
    pub(crate) fn sides(&self, i: usize) -> (bool, bool) {
        (self.is_left(self.cells[i]), self.is_below(self.cells[i]))
    }

    /// The graph, without marginal vertices. Vertices that touch nothing but the space and the
    /// edge are unwalled.
    pub(crate) fn space(&self) -> Space {
        let size = self.cells.len();
        let mut space =
            Space { size, neighbours: [0; MAX_SIZE], unwalled: 0, marginal: 0, loose: 0 };
        for (i, &(r, c)) in self.cells.iter().enumerate() {
            for (dr, dc) in STEPS {
                if let Ok(j) = self.cells.binary_search(&(r + dr, c + dc)) {
                    space.neighbours[i] |= 1 << j;
                }
            }
            if space.neighbours[i].count_ones() + u32::from(self.edges(i)) == 4 {
                space.unwalled |= 1 << i;
            }
        }
        space
    }
}

/// All ways to number the vertices of a graph anew, as lists of old numbers by new ones, that
/// keep the order of a vertex's own signature (which is smaller first).
fn numberings(signature: &[u32]) -> Vec<Vec<usize>> {
    let mut sorted = signature.to_vec();
    sorted.sort_unstable();
    let mut out = Vec::new();
    let mut order = Vec::new();
    extend(signature, &sorted, &mut order, &mut out);
    out
}

fn extend(signature: &[u32], sorted: &[u32], order: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    let Some(&wanted) = sorted.get(order.len()) else {
        out.push(order.clone());
        return;
    };
    for i in 0..signature.len() {
        if signature[i] == wanted && !order.contains(&i) {
            order.push(i);
            extend(signature, sorted, order, out);
            order.pop();
        }
    }
}

/// A graph with its vertices in another order: new vertex `i` is old vertex `order[i]`.
fn renumbered(space: &Space, order: &[usize]) -> Space {
    let move_set = |set: u8| -> u8 {
        order
            .iter()
            .enumerate()
            .filter(|&(_, &old)| set >> old & 1 != 0)
            .fold(0, |s, (i, _)| s | 1 << i)
    };
    let mut out = Space { unwalled: move_set(space.unwalled), marginal: 0, loose: 0, ..*space };
    for (i, &old) in order.iter().enumerate() {
        out.neighbours[i] = move_set(space.neighbours[old]);
    }
    out
}

/// A graph in the order that is smallest among all, and the orders that lead there (old numbers
/// by new ones): one for each of its symmetries.
pub(crate) fn canonical(space: &Space) -> (Space, Vec<Vec<usize>>) {
    let signature: Vec<u32> = (0..space.size)
        .map(|i| space.neighbours[i].count_ones() * 2 + u32::from(space.unwalled >> i & 1))
        .collect();
    let mut best: Option<(Space, Vec<Vec<usize>>)> = None;
    for order in numberings(&signature) {
        let seen = renumbered(space, &order);
        match &mut best {
            Some((least, _)) if seen > *least => {}
            Some((least, orders)) if seen == *least => orders.push(order),
            _ => best = Some((seen, vec![order])),
        }
    }
    best.unwrap_or((*space, vec![(0..space.size).collect()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_polyominoes_as_is_known() {
        let counts: Vec<usize> = (1..=7).map(|n| fixed(n).len()).collect();
        assert_eq!(counts, [1, 2, 6, 19, 63, 216, 760]);
        assert_eq!(fixed(7).iter().filter(|c| has_hole(c)).count(), 4);
    }

    #[test]
    fn equal_graphs_have_one_canonical_order() {
        let spaces: Vec<Space> =
            drawings(4).iter().filter(|d| !d.below).map(Drawing::space).collect();
        let mut graphs: Vec<Space> = spaces.iter().map(|s| canonical(s).0).collect();
        graphs.sort_unstable();
        graphs.dedup();
        // The path, the star and the square.
        assert_eq!(graphs.len(), 3);
        let square =
            Drawing { cells: vec![(0, 0), (0, 1), (1, 0), (1, 1)], left: true, below: true };
        assert_eq!(square.space().unwalled, 0b0100);
        assert_eq!(canonical(&square.space()).1.len(), 2);
    }
}
