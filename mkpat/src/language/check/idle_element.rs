//! KP0638: barrier points where nothing looks at them.

use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::Symbol;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if cx.db.spec.kind == Kind::Connections {
        return;
    }
    let barrier = Symbol::Element(ElementKind::Barrier);
    if let Some(cell) = p.diagram.cells.iter().position(|&symbol| symbol == barrier) {
        cx.out.push(
            Diagnostic::warning(
                codes::IDLE_ELEMENT,
                p.diagram.spans[cell],
                "`,` has a meaning only in connection databases",
            )
            .note("write `.`")
            .fix(p.diagram.cells.iter().zip(&p.diagram.spans).fold(
                Fix::risky("write `.`"),
                |fix, (&symbol, &span)| {
                    if symbol == barrier { fix.replace(span, ".") } else { fix }
                },
            )),
        );
    }
}
