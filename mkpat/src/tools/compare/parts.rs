//! Two patterns, part by part: what differs in meaning. Places and layout do not
//! count.

use std::fmt;

use crate::language::ir::expr::{Action, Arg, Expr, ExprKind, Stmt};
use crate::language::ir::pattern::{Attribute, AttributeValue};
use crate::language::ir::{Label, Pattern};

/// A part of a pattern in which two patterns may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Part {
    /// The main diagram: symbols or edges.
    Diagram,
    /// The symmetry code.
    Symmetry,
    /// The class letters.
    Class,
    /// The values of the colon line, in order.
    Values,
    /// The hand-written helper.
    Helper,
    /// The letters and symbols of the constraint diagram.
    Labels,
    /// The constraint: helpers, vertices, numbers, order.
    Constraint,
    /// The action.
    Action,
    /// The comments that explain the pattern.
    Idea,
}

impl Part {
    /// All parts, in the order in which they stand in the text.
    pub const ALL: [Part; 9] = [
        Part::Diagram,
        Part::Symmetry,
        Part::Class,
        Part::Values,
        Part::Helper,
        Part::Labels,
        Part::Constraint,
        Part::Action,
        Part::Idea,
    ];

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Diagram => "diagram",
            Part::Symmetry => "symmetry",
            Part::Class => "class",
            Part::Values => "values",
            Part::Helper => "helper",
            Part::Labels => "labels",
            Part::Constraint => "constraint",
            Part::Action => "action",
            Part::Idea => "idea",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The parts in which `a` and `b` differ, their names left aside. A vertex is
/// where it is, whatever letter it has: letters matter to [`Part::Labels`] alone.
pub fn differences(a: &Pattern, b: &Pattern) -> Vec<Part> {
    Part::ALL.into_iter().filter(|&part| !same(a, b, part)).collect()
}

fn same(a: &Pattern, b: &Pattern, part: Part) -> bool {
    match part {
        Part::Diagram => same_diagram(a, b),
        Part::Symmetry => a.symmetry == b.symmetry,
        Part::Class => a.class == b.class,
        Part::Values => all(&a.attrs, &b.attrs, same_attribute),
        Part::Helper => a.helper.as_ref().map(|h| &h.0) == b.helper.as_ref().map(|h| &h.0),
        Part::Labels => {
            let same_label =
                |(x, a): (&char, &Label), (y, b): (&char, &Label)| x == y && a.cells == b.cells;
            a.labels.len() == b.labels.len()
                && a.labels.iter().zip(&b.labels).all(|(x, y)| same_label(x, y))
                && a.label_diagram.as_ref().map(|d| &d.cells)
                    == b.label_diagram.as_ref().map(|d| &d.cells)
        }
        Part::Constraint => both(a.constraint.as_ref(), b.constraint.as_ref(), same_expr),
        Part::Action => both(a.action.as_ref(), b.action.as_ref(), same_action),
        Part::Idea => a.idea == b.idea,
    }
}

/// Whether the main diagrams are equal, edges, move and anchor included.
pub fn same_diagram(a: &Pattern, b: &Pattern) -> bool {
    (a.diagram.rows, a.diagram.cols, a.diagram.edges, a.mv, a.anchor)
        == (b.diagram.rows, b.diagram.cols, b.diagram.edges, b.mv, b.anchor)
        && a.diagram.cells == b.diagram.cells
}

fn same_attribute(a: &Attribute, b: &Attribute) -> bool {
    a.kind == b.kind
        && match (a.value, b.value) {
            (AttributeValue::Number(x), AttributeValue::Number(y)) => x == y,
            (AttributeValue::Label(_, x), AttributeValue::Label(_, y)) => x == y,
            _ => false,
        }
}

/// Whether two expressions compute the same in the same order.
pub fn same_expr(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Number(x), ExprKind::Number(y)) => x == y,
        (ExprKind::Call(x), ExprKind::Call(y)) => {
            x.helper == y.helper && all(&x.args, &y.args, |a: &Arg, b: &Arg| a.at == b.at)
        }
        (ExprKind::Not(x), ExprKind::Not(y)) | (ExprKind::Neg(x), ExprKind::Neg(y)) => {
            same_expr(x, y)
        }
        (ExprKind::And(a, b), ExprKind::And(x, y))
        | (ExprKind::Or(a, b), ExprKind::Or(x, y))
        | (ExprKind::Add(a, b), ExprKind::Add(x, y))
        | (ExprKind::Sub(a, b), ExprKind::Sub(x, y)) => same_expr(a, x) && same_expr(b, y),
        (ExprKind::Cmp(op, a, b), ExprKind::Cmp(other, x, y)) => {
            op == other && same_expr(a, x) && same_expr(b, y)
        }
        (ExprKind::Cond(a, b, c), ExprKind::Cond(x, y, z)) => {
            same_expr(a, x) && same_expr(b, y) && same_expr(c, z)
        }
        _ => false,
    }
}

/// Whether two actions do the same in the same order.
pub fn same_action(a: &Action, b: &Action) -> bool {
    all(&a.body, &b.body, same_stmt)
}

fn same_stmt(a: &Stmt, b: &Stmt) -> bool {
    match (a, b) {
        (Stmt::Call(x), Stmt::Call(y)) | (Stmt::Return(x), Stmt::Return(y)) => same_expr(x, y),
        (Stmt::If(a, b, c), Stmt::If(x, y, z)) => {
            same_expr(a, x) && all(b, y, same_stmt) && all(c, z, same_stmt)
        }
        _ => false,
    }
}

fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn both<T>(a: Option<&T>, b: Option<&T>, same: impl Fn(&T, &T) -> bool) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => same(a, b),
        _ => false,
    }
}
