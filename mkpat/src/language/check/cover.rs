//! Patterns that match only where another one matches, with the same move.
//!
//! A pattern is laid over another one, turned in each way that it is tried in: its
//! rectangle has to lie inside, its edges on edges, every element on one that
//! accepts no more, and each term of its constraint has to follow from one of the
//! other. Vertices are named by cells of the special pattern; all stones of a drawn
//! string are one vertex, since helpers ask about strings.

use std::cell::OnceCell;

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::{Helper, HelperSet};

use super::contradiction::{Literal, asked_status, literal};
use super::facts::{self, EMPTY, O, X};
use super::image::{self, Order};
use super::range::by_type;
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind};
use crate::language::ir::pattern::Symbol;

/// A pattern with what comparisons need of it again and again.
pub(super) struct Seen<'a> {
    pub(super) p: &'a Pattern,
    mv: usize,
    /// Elements other than `?`: place as seen from the move, and what they accept.
    elements: Vec<(Offset, u8)>,
    /// How many elements accept only an O stone, only an X stone, only an empty
    /// vertex.
    counts: [usize; 3],
    /// Shorter side, longer side, number of edges.
    size: [usize; 3],
    /// First row, last row, first column, last column, from the move.
    frame: [i8; 4],
    /// The string that each cell belongs to.
    strings: Vec<Option<usize>>,
    /// The first cell of the string that each cell belongs to; else the cell.
    place: Vec<usize>,
    /// What the constraint calls.
    calls: HelperSet,
    /// The terms of the constraint, read on first use.
    terms: OnceCell<Vec<Term>>,
    marks: Vec<Offset>,
}

/// A term of a conjunction: as text, and as a restriction.
type Term = (String, Literal);

impl<'a> Seen<'a> {
    /// `None` for a pattern without a move.
    pub(super) fn new(p: &'a Pattern) -> Option<Seen<'a>> {
        let mv = p.mv?;
        let d = &p.diagram;
        let elements: Vec<(Offset, u8)> = (0..d.cells.len())
            .filter_map(|cell| Some((d.offset(mv, cell), d.cells[cell].element()?.accepts())))
            .collect();
        let counts = [O, X, EMPTY]
            .map(|what| elements.iter().filter(|(_, accepts)| *accepts == what).count());
        let size = [d.rows.min(d.cols), d.rows.max(d.cols), d.edges.count()];
        let (row, col) = d.place(mv);
        let frame =
            [-(row as i8), (d.rows - 1 - row) as i8, -(col as i8), (d.cols - 1 - col) as i8];
        let (drawn, strings) = facts::strings(d);
        let first = |cell: usize| {
            strings[cell]
                .map_or(cell, |string| drawn[string].cells.iter().copied().min().unwrap_or(cell))
        };
        let place = (0..d.cells.len()).map(first).collect();
        let mut calls = HelperSet::EMPTY;
        if let Some(constraint) = &p.constraint {
            constraint.walk(&mut |e| {
                if let ExprKind::Call(call) = &e.kind {
                    // `alive`, `dead`, `critical` and `unknown` ask about one value, the status.
                    let status = asked_status(call).is_some();
                    calls.insert(if status { Helper::status } else { call.helper });
                }
            });
        }
        let (terms, marks) = (OnceCell::new(), Vec::new());
        let mut seen =
            Seen { p, mv, elements, counts, size, frame, strings, place, calls, terms, marks };
        seen.marks = seen.marks(Transform::IDENTITY);
        Some(seen)
    }

    /// The orientation in which this pattern matches, with the same move, wherever
    /// `other` does; its class and values are not looked at.
    pub(super) fn covers(&self, other: &Seen<'_>) -> Option<Transform> {
        let fewer = self.counts.iter().zip(&other.counts).all(|(mine, theirs)| mine <= theirs);
        let smaller = self.size.iter().zip(&other.size).all(|(mine, theirs)| mine <= theirs);
        if !fewer
            || !smaller
            || self.elements.len() > other.elements.len()
            || !self.asks_less(other)
        {
            return None;
        }
        let mut transforms = self.p.symmetry.transforms().iter().copied();
        transforms.find(|&t| self.lies_in(other, t) && self.follows_from(other, t))
    }

    /// The cell of `other` on which one of this pattern lies.
    fn onto(&self, other: &Seen<'_>, offset: Offset, t: Transform) -> Option<usize> {
        let at = t.apply(offset);
        let (row, col) = other.p.diagram.place(other.mv);
        let row = row.checked_add_signed(at.dr.into())?;
        let col = col.checked_add_signed(at.dc.into())?;
        let inside = row < other.p.diagram.rows && col < other.p.diagram.cols;
        inside.then_some(row * other.p.diagram.cols + col)
    }

    fn lies_in(&self, other: &Seen<'_>, t: Transform) -> bool {
        // The rectangle of `self` lies inside that of `other`, and its edges are
        // drawn there, too.
        let [top, bottom, left, right] = self.frame;
        let (a, b) = (t.apply(Offset::new(top, left)), t.apply(Offset::new(bottom, right)));
        let frame = [a.dr.min(b.dr), a.dr.max(b.dr), a.dc.min(b.dc), a.dc.max(b.dc)];
        let [o_top, o_bottom, o_left, o_right] = other.frame;
        let inside =
            frame[0] >= o_top && frame[1] <= o_bottom && frame[2] >= o_left && frame[3] <= o_right;
        if !inside {
            return false;
        }
        let edges: Edges = self.p.diagram.edges.turned(t);
        let theirs = other.p.diagram.edges;
        let fits = (!edges.north || (theirs.north && frame[0] == o_top))
            && (!edges.south || (theirs.south && frame[1] == o_bottom))
            && (!edges.west || (theirs.west && frame[2] == o_left))
            && (!edges.east || (theirs.east && frame[3] == o_right));
        fits && self.elements.iter().all(|&(offset, accepts)| {
            self.onto(other, offset, t)
                .is_some_and(|cell| facts::contents(&other.p.diagram, cell) & !accepts == 0)
        }) && self.marks(t) == other.marks
    }

    /// Explicit anchors and `!`: the stone that a match is about, and what it says of
    /// further vertices, must be the same.
    fn marks(&self, t: Transform) -> Vec<Offset> {
        let d = &self.p.diagram;
        let special = Symbol::Element(ElementKind::Special);
        let mut marks: Vec<Offset> = image::marked_anchors(self.p)
            .chain((0..d.cells.len()).filter(|&cell| d.cells[cell] == special))
            .map(|cell| t.apply(d.offset(self.mv, cell)))
            .collect();
        marks.sort_unstable_by_key(|o| (o.dr, o.dc));
        marks
    }

    /// Whether the constraint calls nothing that the other one does not: terms that say
    /// the same, or more, ask the same.
    fn asks_less(&self, other: &Seen<'_>) -> bool {
        self.p.constraint.is_none()
            || (other.p.constraint.is_some() && self.calls.is_subset(&other.calls))
    }

    /// Whether the constraint of this pattern holds wherever that of `other` does.
    fn follows_from(&self, other: &Seen<'_>, t: Transform) -> bool {
        let Some(mine) = &self.p.constraint else { return true };
        let Some(theirs) = &other.p.constraint else { return false };
        let strange = other.place.len();
        let place: Vec<usize> = (0..self.p.diagram.cells.len())
            .map(|cell| {
                let offset = self.p.diagram.offset(self.mv, cell);
                // Cells outside get numbers of their own.
                self.onto(other, offset, t).map_or(strange + cell, |cell| other.place[cell])
            })
            .collect();
        let theirs = other.terms.get_or_init(|| terms(other.p, &other.place, theirs));
        terms(self.p, &place, mine).iter().all(|(text, mine)| {
            theirs.iter().any(|(other, theirs)| {
                text == other || (mine.atom == theirs.atom && theirs.left.within(&mine.left))
            })
        })
    }

    /// Whether the strings of some colours are the same in both patterns, if this one
    /// lies on `other` as `t` turns it: what speaks of all stones of a pattern then says
    /// the same.
    pub(super) fn same_strings(&self, other: &Seen<'_>, t: Transform, colors: u8) -> bool {
        let d = &other.p.diagram;
        if colors == 0 {
            return true;
        }
        let covered: Vec<usize> =
            self.elements.iter().filter_map(|&(offset, _)| self.onto(other, offset, t)).collect();
        (0..d.cells.len()).filter(|&cell| d.cells[cell].element().is_some()).all(|cell| {
            match (facts::contents(d, cell), other.strings[cell]) {
                (there, _) if there & colors == 0 => true,
                (_, Some(string)) => covered.iter().any(|&c| other.strings[c] == Some(string)),
                (_, None) => covered.contains(&cell),
            }
        })
    }
}

/// The terms of a conjunction.
fn terms(p: &Pattern, place: &[usize], e: &Expr) -> Vec<Term> {
    let mut terms = Vec::new();
    if let ExprKind::And(..) = e.kind {
        image::flatten(e, &e.kind, &mut terms);
    } else {
        terms.push(e);
    }
    let text = |e: &Expr| image::expr_at(p, place, Order::Strict, e);
    let vertex = |ch: char| image::vertex_at(p, place, ch);
    terms.into_iter().map(|e| (text(e), literal(e, &by_type, &text, &vertex))).collect()
}
