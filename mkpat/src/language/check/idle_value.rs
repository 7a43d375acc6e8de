//! KP0628: values that add nothing, or that nothing reads in this database.

use mkpat_rt::colon_line::AttrKind;
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::{Attribute, AttributeValue};
use crate::language::manifest::Kind;
use crate::source::Span;

/// The number that is given, if it is one.
pub(super) fn number(attr: &Attribute) -> Option<f32> {
    match attr.value {
        AttributeValue::Number(x) => Some(x),
        AttributeValue::Label(..) => None,
    }
}

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    for attr in &p.attrs {
        let adds =
            matches!(attr.kind, AttrKind::Shape | AttrKind::Followup | AttrKind::ReverseFollowup);
        if adds && number(attr) == Some(0.0) {
            let mut found = Diagnostic::warning(
                codes::VALUE_WITHOUT_EFFECT,
                attr.span,
                format!("`{}` adds nothing", attr.name),
            );
            found.fix = without(cx, p, attr);
            cx.out.push(found);
        }
    }
    without_effect(cx, p);
}

/// Takes a value out of the colon line, with the comma before it.
pub(super) fn without(cx: &Context<'_>, p: &Pattern, attr: &Attribute) -> Option<Fix> {
    let line = cx.sources.text(p.colon);
    let before = line.get(..(attr.span.start - p.colon.start) as usize)?;
    let comma = before.rfind(',')?;
    let place = Span { start: p.colon.start + comma as u32, ..attr.span };
    Some(Fix::risky("remove the value").remove(place))
}

/// Values that nothing reads in this database, or beside this class.
fn without_effect(cx: &mut Context<'_>, p: &Pattern) {
    let spec = &cx.db.spec;
    let barriers = spec.stage == Stage::Influence && spec.kind == Kind::Connections;
    for attr in &p.attrs {
        let why = match attr.kind {
            AttrKind::Value if barriers && !p.class.has('B') => {
                "only intrusions (class `B`) have a strength"
            }
            AttrKind::Value if spec.stage == Stage::Dragons => {
                "connection patterns have no strength"
            }
            kind if kind.takes_label() && !p.class.has('c') => {
                "threats are combined only in patterns of class `c`"
            }
            _ => continue,
        };
        cx.out.push(
            Diagnostic::warning(
                codes::VALUE_WITHOUT_EFFECT,
                attr.span,
                format!("`{}` has no effect in pattern {}", attr.name, p.name),
            )
            .also(p.class_span, "because of this class")
            .note(why),
        );
    }
}
