//! Where a pattern nearly fits: what differs between its diagram and the board, for each place
//! and orientation.
//!
//! [`differences`] says of one place what [`mkpat_rt::matcher::naive::fits`] only answers yes or no;
//! both agree (a test). [`nearest`] tries all places. Constraints are not asked.

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::{Anchor, Element, ElementKind, Pattern};
use mkpat_rt::geom::{BoardView, Cell, Color, Offset, Point, Transform};
use mkpat_rt::matcher::{corner, naive};

use super::Position;
use super::diagram::{Mark, draw};

/// Vertices that are drawn around a pattern.
const MARGIN: i32 = 2;

/// Something in which a diagram and the board differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The vertex holds something else.
    Vertex {
        /// The vertex.
        at: Point,
        /// What the diagram shows there; `None` for a vertex that a corner pattern leaves empty
        /// without drawing an element.
        wanted: Option<ElementKind>,
        /// What is there.
        found: Cell,
    },
    /// The diagram shows an edge, and the board goes on.
    Edge {
        /// Lines between the diagram and the edge of the board.
        lines: usize,
        /// On which side of the board the edge is looked for.
        side: &'static str,
    },
    /// So many elements lie beyond the edge of the board.
    Beyond(usize),
    /// A corner pattern does not lie in the corner that belongs to its orientation.
    Corner,
}

/// A place and orientation of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Near {
    /// Where its anchor lies.
    pub anchor: Point,
    /// How it is turned.
    pub transform: Transform,
    /// What differs, vertices first, in the order of the drawing; empty for a match.
    pub differences: Vec<Difference>,
    /// Stones of the diagram that stand on the board.
    stones: usize,
}

/// What differs between a pattern and the board, its anchor at `anchor`, in one orientation.
/// Empty if and only if it matches there.
pub fn differences(
    pattern: &Pattern,
    board: BoardView<'_>,
    color: Color,
    anchor: Point,
    transform: Transform,
) -> Vec<Difference> {
    let vertex = |o: Offset| anchor.offset(transform.apply(o), board.size);
    let whole = pattern.anchor == Anchor::Corner;
    let mut out = Vec::new();
    let mut beyond = 0;
    let mut compare = |at: Offset, wanted: Option<ElementKind>| match vertex(at) {
        None => beyond += 1,
        Some(at) => {
            let found = board.at(at);
            if wanted.unwrap_or(ElementKind::Empty).accepts() & content(found, color) == 0 {
                out.push(Difference::Vertex { at, wanted, found });
            }
        }
    };
    for e in &pattern.elements {
        compare(e.at, Some(e.kind));
    }
    let (min, max) = (pattern.min, pattern.max);
    if whole {
        let drawn = |at: Offset| pattern.elements.iter().any(|e| e.at == at);
        let rows = min.dr..=max.dr;
        let all = rows.flat_map(|r| (min.dc..=max.dc).map(move |c| Offset::new(r, c)));
        all.filter(|&at| !drawn(at)).for_each(|at| compare(at, None));
    } else if beyond == 0 {
        // A drawing may reach farther than its elements: `?` must lie on the board, too.
        beyond = [min, max].into_iter().filter(|&o| vertex(o).is_none()).count();
    }
    if beyond > 0 {
        out.push(Difference::Beyond(beyond));
    }
    out.extend(missing_edges(pattern, board.size, anchor, transform));
    if whole && anchor != corner(transform, board.size) {
        out.push(Difference::Corner);
    }
    out
}

/// A cell as a bit of [`ElementKind::accepts`].
fn content(cell: Cell, color: Color) -> u8 {
    match cell.color() {
        None => 0b001,
        Some(c) if c == color => 0b010,
        Some(_) => 0b100,
    }
}

/// The edges that the diagram shows and that lie elsewhere.
fn missing_edges(
    pattern: &Pattern,
    size: usize,
    anchor: Point,
    transform: Transform,
) -> Vec<Difference> {
    let Edges { north, south, west, east } = pattern.edges;
    let (min, max) = (pattern.min, pattern.max);
    let last = size as i32 - 1;
    let sides = [
        (north, Offset::new(min.dr, 0), Offset::new(-1, 0)),
        (south, Offset::new(max.dr, 0), Offset::new(1, 0)),
        (west, Offset::new(0, min.dc), Offset::new(0, -1)),
        (east, Offset::new(0, max.dc), Offset::new(0, 1)),
    ];
    let mut out = Vec::new();
    for (_, line, outwards) in sides.into_iter().filter(|s| s.0) {
        let (line, outwards) = (transform.apply(line), transform.apply(outwards));
        let row = anchor.row() as i32 + i32::from(line.dr);
        let col = anchor.col() as i32 + i32::from(line.dc);
        let (lines, side) = match (outwards.dr, outwards.dc) {
            (-1, _) => (row, "upper"),
            (1, _) => (last - row, "lower"),
            (_, -1) => (col, "left"),
            _ => (last - col, "right"),
        };
        // Less than 0: the drawing lies beyond, which is told as such.
        if let Ok(lines @ 1..) = usize::try_from(lines) {
            out.push(Difference::Edge { lines, side });
        }
    }
    out
}

/// The places and orientations at which the pattern is nearest to the board: the fewest
/// differences first, then those with more of its stones; at most `limit`. `at` is the vertex of
/// its move, or of its anchor if it has none; without it only places where a stone of the diagram
/// stands are listed, if the diagram has one.
pub fn nearest(
    pattern: &Pattern,
    board: BoardView<'_>,
    color: Color,
    at: Option<Point>,
    limit: usize,
) -> Vec<Near> {
    let mut out: Vec<Near> = Vec::new();
    let is_stone = |e: &&Element| matches!(e.kind, ElementKind::O | ElementKind::X);
    let has_stones = pattern.elements.iter().any(|e| is_stone(&e));
    for &transform in pattern.symmetry.transforms() {
        let anchors: Vec<Point> = match (at, pattern.mv) {
            _ if pattern.anchor == Anchor::Corner => vec![corner(transform, board.size)],
            (None, _) => Point::all(board.size).collect(),
            (Some(p), None) => vec![p],
            (Some(p), Some(mv)) => {
                let o = transform.apply(mv);
                p.offset(Offset::new(-o.dr, -o.dc), board.size).into_iter().collect()
            }
        };
        for anchor in anchors {
            let lies_at = |p: Point| {
                let mv = pattern.mv.unwrap_or_default();
                anchor.offset(transform.apply(mv), board.size) == Some(p)
            };
            if at.is_some_and(|p| !lies_at(p)) {
                continue;
            }
            let differences = differences(pattern, board, color, anchor, transform);
            let stands = |e: &&Element| {
                let p = anchor.offset(transform.apply(e.at), board.size);
                p.is_some_and(|p| e.kind.accepts() & content(board.at(p), color) != 0)
            };
            let stones = pattern.elements.iter().filter(is_stone).filter(stands).count();
            if stones > 0 || !has_stones || at.is_some() {
                out.push(Near { anchor, transform, differences, stones });
            }
        }
    }
    out.sort_by_key(|n| (n.weight(), std::cmp::Reverse(n.stones), n.anchor, n.transform));
    out.truncate(limit);
    debug_assert!(out.iter().all(|n| {
        n.differences.is_empty() == naive::fits(pattern, board, color, n.anchor, n.transform)
    }));
    out
}

impl Difference {
    /// How far it is from a match: the vertices that would have to change.
    fn weight(&self) -> usize {
        match *self {
            Difference::Vertex { .. } => 1,
            Difference::Edge { lines, .. } => 1 + lines,
            Difference::Beyond(elements) => 1 + 2 * elements,
            Difference::Corner => 10,
        }
    }

    /// In words, for a board of this size; `color` plays O.
    pub fn text(&self, size: usize, color: Color) -> String {
        match *self {
            Difference::Vertex { at, wanted, found } => {
                let there = match found.color() {
                    None => "is empty".to_string(),
                    Some(c) => format!("holds a {c} stone"),
                };
                let other = color.other();
                let wanted = match wanted {
                    Some(ElementKind::O) => format!("O, a {color} stone"),
                    Some(ElementKind::X) => format!("X, a {other} stone"),
                    Some(ElementKind::EmptyOrO) => format!("o, empty or a {color} stone"),
                    Some(ElementKind::EmptyOrX) => format!("x, empty or a {other} stone"),
                    Some(ElementKind::Move) => {
                        "*, the move, which needs an empty vertex".to_string()
                    }
                    Some(kind) => format!("{}, an empty vertex", kind.symbol()),
                    None => "nothing, and the corner must hold no other stone".to_string(),
                };
                format!("{} {there}; the diagram shows {wanted}", at.name(size))
            }
            Difference::Edge { lines, side } => {
                let lines =
                    if lines == 1 { "1 line".to_string() } else { format!("{lines} lines") };
                format!("the diagram shows the {side} edge, which lies {lines} farther on")
            }
            Difference::Beyond(elements) => {
                let n =
                    if elements == 1 { "1 vertex".into() } else { format!("{elements} vertices") };
                format!("{n} of the diagram would lie beyond the edge of the board")
            }
            Difference::Corner => {
                "the diagram shows another corner in this orientation".to_string()
            }
        }
    }
}

impl Near {
    /// How far it is from a match, about in vertices; 0 for a match.
    pub fn weight(&self) -> usize {
        self.differences.iter().map(Difference::weight).sum()
    }

    /// The vertex of the move; `None` if the pattern has none or it lies beyond the edge.
    pub fn mv(&self, pattern: &Pattern, size: usize) -> Option<Point> {
        pattern.mv.and_then(|mv| self.anchor.offset(self.transform.apply(mv), size))
    }

    /// The pattern on its part of the board: `[ ]` stand around the vertices that are as it
    /// shows them, `{ }` around those that differ, `( )` around its anchor; `*` is an empty
    /// vertex of its move.
    pub fn draw(&self, pattern: &Pattern, position: &Position) -> String {
        let (anchor, t, size) = (self.anchor, self.transform, position.size());
        let vertex = |o: Offset| anchor.offset(t.apply(o), size);
        let corners = [pattern.min, pattern.max].map(|o| t.apply(o));
        let last = size as i32 - 1;
        let bound = |origin: usize, steps: [i8; 2]| {
            let ends = steps.map(|s| origin as i32 + i32::from(s));
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            ((low - MARGIN).clamp(0, last) as usize, (high + MARGIN).clamp(0, last) as usize)
        };
        let (top, bottom) = bound(anchor.row(), [corners[0].dr, corners[1].dr]);
        let (left, right) = bound(anchor.col(), [corners[0].dc, corners[1].dc]);
        let watched: Vec<Point> = pattern.elements.iter().filter_map(|e| vertex(e.at)).collect();
        let mv = self.mv(pattern, size).filter(|&p| position.at(p) == Cell::Empty);
        let differs = |p: Point| {
            let mut wrong = self.differences.iter();
            wrong.any(|d| matches!(d, Difference::Vertex { at, .. } if *at == p))
        };
        draw(position, Point::new(top, left), Point::new(bottom, right), |p| Mark {
            symbol: (mv == Some(p)).then_some('*'),
            around: match () {
                () if differs(p) => Some(('{', '}')),
                () if p == anchor && pattern.anchor != Anchor::Corner => Some(('(', ')')),
                () if watched.contains(&p) => Some(('[', ']')),
                () => None,
            },
        })
    }
}
