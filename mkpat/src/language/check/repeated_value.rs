//! KP0626: values given twice.

use super::Context;
use super::idle_value::{number, without};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    for (i, attr) in p.attrs.iter().enumerate() {
        let twice = p.attrs[..i].iter().find(|a| a.kind == attr.kind && number(a).is_some());
        if let Some(first) = twice {
            let mut found = Diagnostic::warning(
                codes::REPEATED_VALUE,
                attr.span,
                format!("`{}` is given twice", attr.kind.name()),
            )
            .also(first.span, "the first time");
            if number(attr) == number(first) {
                found.fix = without(cx, p, attr);
            }
            cx.out.push(found);
        }
    }
}
