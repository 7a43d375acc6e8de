//! KP0637: statements that are never reached.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::Stmt;
use crate::source::Span;

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
                let mut found = Diagnostic::warning(
                    codes::UNREACHABLE_STATEMENT,
                    e.span,
                    "this statement is never reached",
                );
                // Only for a single call is it certain where its text ends.
                if let [Stmt::Call(call)] = &stmts[i + 1..] {
                    let text = cx.sources.text(cx.line_of(call.span));
                    let end = (call.span.end - cx.line_of(call.span).start) as usize;
                    if text.get(end..).is_some_and(|rest| rest.starts_with(';')) {
                        let statement = Span { end: call.span.end + 1, ..call.span };
                        found = found.fix(Fix::risky("remove the statement").remove(statement));
                    }
                }
                cx.out.push(found);
            }
            return true;
        }
    }
    false
}
