//! KP0614: patterns that match only where a more general one matches and says
//! the same.

use std::collections::{BTreeMap, BTreeSet};

use mkpat_rt::class::AttrKind;
use mkpat_rt::helper::Stage;

use super::cover::Seen;
use super::{Context, duplicate_pattern};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::pattern::{Attribute, AttributeValue};
use crate::manifest::Kind;

/// Most patterns of a group whose equals are not looked for.
const LARGE_GROUP: usize = 500;

/// What a pattern says beside its place: class and values.
type Says = (u64, Vec<(u8, u32)>);

pub(super) fn check(cx: &mut Context<'_>) {
    // In a corner database smaller diagrams are meant to yield to larger ones, and a
    // match of a connection or influence pattern is about all its marks.
    let stage = cx.db.spec.stage;
    if matches!(cx.db.spec.kind, Kind::Corner | Kind::Connections)
        || matches!(stage, Stage::Dragons | Stage::Influence)
    {
        return;
    }
    let mut alike: BTreeMap<Says, Vec<Seen<'_>>> = BTreeMap::new();
    for p in &cx.db.patterns {
        if let Some((says, seen)) = says(p).zip(Seen::new(p)) {
            alike.entry(says).or_default().push(seen);
        }
    }
    let mut found = Vec::new();
    for group in alike.values() {
        // A general pattern stands for those that are equal to it. Small groups are
        // compared sooner than sorted.
        let mut keys = BTreeSet::new();
        let mut is_new = |seen: &&Seen<'_>| {
            group.len() <= LARGE_GROUP || keys.insert(duplicate_pattern::key(seen.p))
        };
        let generals: Vec<&Seen<'_>> = group.iter().filter(&mut is_new).collect();
        for special in group {
            // Letters that speak of the strings of the pattern.
            let local = special.p.class.has_any("CcBbadADJU");
            let shadow = generals.iter().find(|general| {
                !std::ptr::eq(general.p, special.p)
                    && general.covers(special).is_some_and(|t| {
                        // Equal patterns are duplicates.
                        (!local || general.same_strings(special, t))
                            && special.covers(general).is_none()
                    })
            });
            if let Some(general) = shadow {
                found.push((special.p, general.p));
            }
        }
    }
    for (special, general) in found {
        let weaker = match (&general.constraint, &special.constraint) {
            (None, Some(_)) => ", whatever the constraint says",
            _ => "",
        };
        cx.out.push(
            Diagnostic::warning(
                codes::SHADOWED_PATTERN,
                special.name_span,
                format!(
                    "pattern {} says nothing new: pattern {} matches wherever it does{weaker}",
                    special.name, general.name
                ),
            )
            .also(general.name_span, "more general, of equal class and value")
            .note("remove it, give it another value, or let the general one step back by a constraint"),
        );
    }
}

/// `None` for a pattern that says something of its own: actions, helpers, labels as
/// values and values that add up.
fn says(p: &Pattern) -> Option<Says> {
    let adds = |attr: &Attribute| {
        use AttrKind::{Followup, ReverseFollowup, Shape};
        matches!(attr.kind, Shape | Followup | ReverseFollowup)
    };
    if p.action.is_some() || p.helper.is_some() || p.attrs.iter().any(adds) {
        return None;
    }
    let values = p.attrs.iter().map(|attr| match attr.value {
        AttributeValue::Number(x) => Some((attr.kind as u8, x.to_bits())),
        AttributeValue::Label(..) => None,
    });
    Some((p.class.bits(), values.collect::<Option<_>>()?))
}
