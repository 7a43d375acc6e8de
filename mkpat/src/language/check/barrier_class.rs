//! KP0618: barrier patterns without the elements that their class works with.

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::Symbol;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let spec = &cx.db.spec;
    if spec.stage != Stage::Influence
        || spec.kind != Kind::Connections
        || cx.db.attributes == AttributeMap::General
    {
        return;
    }
    let count = |symbol: char| p.diagram.cells.iter().filter(|s| s.to_char() == symbol).count();
    let mut report = |message: &str| {
        cx.out.push(Diagnostic::warning(
            codes::BARRIER_CLASS,
            p.class_span,
            format!("pattern {}: {message}", p.name),
        ));
    };
    if p.class.has('B') {
        if count('Q') != 1 {
            report("an intrusion (`B`) starts from exactly one `Q`");
        } else if count('!') == 0 {
            report("an intrusion (`B`) needs a `!` to go to");
        }
    } else if p.diagram.cells.contains(&Symbol::AnchorO) {
        report("only intrusions (`B`) use `Q`");
    }
    if p.class.has_any("AD") && count(',') + count('!') == 0 {
        report("a barrier (`A`, `D`) needs a `,` or `!`");
    }
    if p.class.has('t') && p.action.is_none() {
        report("`t` needs an action that says which points are no territory");
    }
}
