//! Typed expressions: names are resolved, labels are vertices, arities hold.

use mkpat_rt::expr::Cmp;
use mkpat_rt::geom::Offset;
use mkpat_rt::helper::Helper;

use crate::source::Span;

/// Type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// 0 or 1.
    Bool,
    /// An integer.
    Int,
    /// A reading code.
    Code,
    /// A dragon status.
    Status,
    /// A fraction.
    Float,
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Where it was written.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it computes.
    pub kind: ExprKind,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// Where it was written.
    pub span: Span,
    /// The character: a label, `*` or `?`.
    pub ch: char,
    /// The vertex, counted from the origin of the labels; `None` for a tenuki.
    pub at: Option<Offset>,
}

/// A resolved call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Where the name was written.
    pub name_span: Span,
    /// The helper.
    pub helper: Helper,
    /// Its arguments; their number fits the helper.
    pub args: Vec<Arg>,
}

/// Kinds of expressions. `And`, `Or`, `Not` and comparisons yield 0 or 1.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A literal or a named constant.
    Number(f64),
    /// A helper.
    Call(Call),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `a && b`
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `a + b`
    Add(Box<Expr>, Box<Expr>),
    /// `a - b`
    Sub(Box<Expr>, Box<Expr>),
    /// A comparison.
    Cmp(Cmp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// An action.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Action {
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// A call, its result ignored.
    Call(Expr),
    /// `if (c) … else …`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `return e`
    Return(Expr),
}

impl Expr {
    /// Calls `f` on this expression and everything inside it, in textual order
    /// (a node before its operands).
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        f(self);
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Call(_) => {}
            ExprKind::Not(a) | ExprKind::Neg(a) => a.walk(f),
            ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Add(a, b)
            | ExprKind::Sub(a, b)
            | ExprKind::Cmp(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            ExprKind::Cond(a, b, c) => {
                a.walk(f);
                b.walk(f);
                c.walk(f);
            }
        }
    }

    /// The calls in it, in textual order.
    pub fn calls(&self) -> Vec<&Call> {
        let mut calls = Vec::new();
        self.walk(&mut |e| {
            if let ExprKind::Call(call) = &e.kind {
                calls.push(call);
            }
        });
        calls
    }

    /// Cost of the expression as a constraint: Σ costᵢ·0.6ⁱ over its calls in textual order
    /// (docs/pattern-language.md, "Cost").
    pub fn cost(&self) -> f32 {
        let mut weight = 1.0;
        let mut sum = 0.0;
        for call in self.calls() {
            sum += call.helper.info().cost * weight;
            weight *= 0.6;
        }
        sum
    }
}

impl Action {
    /// Calls `f` on every expression of the action, in textual order.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Expr)) {
        fn go<'a>(body: &'a [Stmt], f: &mut impl FnMut(&'a Expr)) {
            for stmt in body {
                match stmt {
                    Stmt::Call(e) | Stmt::Return(e) => e.walk(f),
                    Stmt::If(c, a, b) => {
                        c.walk(f);
                        go(a, f);
                        go(b, f);
                    }
                }
            }
        }
        go(&self.body, f);
    }
}
