//! KP0637: statements that are never reached.

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::expr::Stmt;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if let Some(action) = &p.action {
        body(cx, &action.body);
    }
}

/// Whether the statements end the action.
fn body(cx: &mut Context<'_>, stmts: &[Stmt]) -> bool {
    for (i, stmt) in stmts.iter().enumerate() {
        let ends = match stmt {
            Stmt::Call(_) => false,
            Stmt::Return(_) => true,
            Stmt::If(_, a, b) => {
                let (a, b) = (body(cx, a), body(cx, b));
                a && b
            }
        };
        if ends {
            if let Some(Stmt::Call(e) | Stmt::Return(e) | Stmt::If(e, ..)) = stmts.get(i + 1) {
                cx.out.push(Diagnostic::warning(
                    codes::UNREACHABLE_STATEMENT,
                    e.span,
                    "this statement is never reached",
                ));
            }
            return true;
        }
    }
    false
}
