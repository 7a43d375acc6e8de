//! KP0626–KP0628: values given twice, against each other, or for nothing.

use mkpat_rt::class::AttrKind;
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::ir::Pattern;
use crate::ir::pattern::{Attribute, AttributeValue};
use crate::manifest::Kind;
use crate::source::Span;

fn number(attr: &Attribute) -> Option<f32> {
    match attr.value {
        AttributeValue::Number(x) => Some(x),
        AttributeValue::Label(..) => None,
    }
}

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
    for (least, most) in
        [(AttrKind::MinValue, AttrKind::MaxValue), (AttrKind::MinTerri, AttrKind::MaxTerri)]
    {
        let find = |kind| p.attrs.iter().find(|attr| attr.kind == kind);
        if let (Some(least), Some(most)) = (find(least), find(most))
            && number(least) > number(most)
        {
            cx.out.push(
                Diagnostic::warning(
                    codes::CONTRADICTORY_VALUES,
                    most.span,
                    format!("`{}` is less than `{}`", most.name, least.name),
                )
                .also(least.span, "the larger one"),
            );
        }
    }
}

/// Takes a value out of the colon line, with the comma before it.
fn without(cx: &Context<'_>, p: &Pattern, attr: &Attribute) -> Option<Fix> {
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
