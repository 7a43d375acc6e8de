//! KP0639: terms that the diagram or the class letters have decided already.

use super::Context;
use super::facts::Facts;
use super::range::{by_type, truth};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind, Stmt, Type};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if p.constraint.is_none() && p.action.is_none() {
        return;
    }
    let facts = Facts::new(p, cx.db.attributes);
    if let Some(constraint) = &p.constraint {
        term(cx, &facts, constraint);
    }
    if let Some(action) = &p.action {
        body(cx, &facts, &action.body);
    }
}

fn body(cx: &mut Context<'_>, facts: &Facts<'_>, stmts: &[Stmt]) {
    for stmt in stmts {
        match stmt {
            Stmt::Call(_) => {}
            Stmt::Return(e) => term(cx, facts, e),
            Stmt::If(c, a, b) => {
                term(cx, facts, c);
                body(cx, facts, a);
                body(cx, facts, b);
            }
        }
    }
}

/// Reports the smallest parts that are true or false in every match.
fn term(cx: &mut Context<'_>, facts: &Facts<'_>, e: &Expr) {
    match &e.kind {
        ExprKind::Number(_) => {}
        ExprKind::Call(_) | ExprKind::Cmp(..) => {
            if let Some(value) = decided(facts, e) {
                report(cx, facts, e, value);
                return;
            }
            if let ExprKind::Cmp(_, a, b) = &e.kind {
                summands(cx, facts, a);
                summands(cx, facts, b);
            }
        }
        ExprKind::Not(a) => match decided(facts, a) {
            // The whole term is what can be left out.
            Some(value) => report(cx, facts, e, !value),
            None => term(cx, facts, a),
        },
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            term(cx, facts, a);
            term(cx, facts, b);
        }
        ExprKind::Cond(a, b, c) => {
            for part in [a, b, c] {
                term(cx, facts, part);
            }
        }
        ExprKind::Neg(_) | ExprKind::Add(..) | ExprKind::Sub(..) => summands(cx, facts, e),
    }
}

/// The truth of a call or a comparison, if it is known. What the types decide is
/// another finding.
fn decided(facts: &Facts<'_>, e: &Expr) -> Option<bool> {
    if !matches!(e.kind, ExprKind::Call(_) | ExprKind::Cmp(..)) || truth(e, &by_type).is_some() {
        return None;
    }
    truth(e, &|call, ty| facts.known(call, ty))
}

/// Truth values inside of numbers: `(x) + (y) > 1`.
fn summands(cx: &mut Context<'_>, facts: &Facts<'_>, e: &Expr) {
    match &e.kind {
        ExprKind::Neg(a) => summands(cx, facts, a),
        ExprKind::Add(a, b) | ExprKind::Sub(a, b) => {
            summands(cx, facts, a);
            summands(cx, facts, b);
        }
        _ if e.ty == Type::Bool => term(cx, facts, e),
        _ => {}
    }
}

fn report(cx: &mut Context<'_>, facts: &Facts<'_>, e: &Expr, value: bool) {
    let word = if value { "always" } else { "never" };
    let mut found = Diagnostic::warning(
        codes::DECIDED_TERM,
        e.span,
        format!("this is {word} true where the pattern matches"),
    );
    for call in e.calls() {
        if let Some((_, why)) = facts.fact(call) {
            for arg in call.args.iter().filter(|arg| arg.at.is_some()) {
                found = facts.point(found, arg.ch);
            }
            found = found.note(why);
        }
    }
    cx.out.push(found.note(if value {
        "leave the term out, name another vertex, or draw the diagram less exactly"
    } else {
        "compare with another number, name another vertex, or draw the diagram less exactly"
    }));
}
