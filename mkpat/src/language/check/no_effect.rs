//! KP0649: patterns whose matches do nothing.

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    // A helper may do anything.
    if p.action.is_some() || p.helper.is_some() || !p.attrs.is_empty() {
        return;
    }
    let (letters, note) = match (cx.db.spec.stage, cx.db.attributes) {
        // `F` alone is KP0616.
        (Stage::Movegen, AttributeMap::General) => (
            "CcBbeEIadJjUtTWNF",
            "a reason such as `e` or `C`, a value or an action says what the move is for",
        ),
        (Stage::Worms, _) => ("AD", "class `A` or `D` lets the move be tried"),
        (Stage::Dragons, _) => ("BCEe", "class `B` or `C`, or an action, says what follows"),
        (Stage::Influence, _) if cx.db.spec.kind == Kind::Connections => {
            ("ADBt", "class `A`, `D`, `B` or `t` says what the marks mean")
        }
        _ => return,
    };
    if !p.class.has_any(letters) {
        cx.out.push(
            Diagnostic::warning(
                codes::NO_EFFECT,
                p.class_span,
                format!("pattern {} does nothing where it matches", p.name),
            )
            .note(note),
        );
    }
}
