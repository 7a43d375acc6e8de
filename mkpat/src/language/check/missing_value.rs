//! KP0617: a pattern without a value, in a database whose patterns are chosen by theirs.

use mkpat_rt::colon_line::{AttrKind, AttributeMap};
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let own = p.attrs.iter().any(|attr| attr.kind == AttrKind::Value);
    let stage = cx.db.spec.stage;
    let why = match (cx.db.attributes, stage) {
        (AttributeMap::None | AttributeMap::General, _) => return,
        (_, Stage::Owl) => "owl patterns are tried in the order of their values",
        (_, Stage::Handicap) => "handicap patterns are chosen by their values",
        (_, Stage::Influence) if cx.db.spec.kind != Kind::Connections => {
            "the value is the strength of the influence source"
        }
        (_, Stage::Influence) if p.class.has('B') => "the value is the strength of the intrusion",
        (AttributeMap::ValueOnly, Stage::Movegen) => "its move is weighed by the value",
        _ => return,
    };
    if !own {
        cx.out.push(
            Diagnostic::warning(
                codes::MISSING_VALUE,
                p.class_span,
                format!("pattern {} has no value", p.name),
            )
            .note(why),
        );
    }
}
