//! KP0632: constraints and conditions that are always or never true.

use super::Context;
use super::range::{by_type, truth};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Expr, ExprKind, Stmt};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if let Some(constraint) = &p.constraint {
        condition(cx, constraint, "the constraint");
    }
    if let Some(action) = &p.action {
        body(cx, &action.body);
    }
}

fn body(cx: &mut Context<'_>, stmts: &[Stmt]) {
    for stmt in stmts {
        if let Stmt::If(c, a, b) = stmt {
            condition(cx, c, "the condition");
            body(cx, a);
            body(cx, b);
        }
    }
}

fn condition(cx: &mut Context<'_>, e: &Expr, what: &str) {
    let Some(value) = truth(e, &by_type) else { return };
    // A constant comparison inside has been reported already.
    let mut compares = false;
    e.walk(&mut |e| {
        compares |= matches!(e.kind, ExprKind::Cmp(..)) && truth(e, &by_type).is_some()
    });
    if !compares {
        let word = if value { "always" } else { "never" };
        cx.out.push(Diagnostic::warning(
            codes::CONSTANT_CONDITION,
            e.span,
            format!("{what} is {word} true"),
        ));
    }
}
