//! KP0627: a least value above the largest one.

use mkpat_rt::colon_line::AttrKind;

use super::Context;
use super::idle_value::number;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
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
