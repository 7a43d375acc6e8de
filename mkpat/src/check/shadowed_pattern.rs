//! KP0614: patterns that match only where a more general one matches and says
//! the same.

use mkpat_rt::class::{AttrKind, Edges};
use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Offset, Transform};

use super::Context;
use super::image::{marked_anchor, turn};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::ir::pattern::{Attribute, AttributeValue};
use crate::manifest::Kind;

/// A pattern, seen from its move.
struct Seen<'a> {
    p: &'a Pattern,
    /// Elements other than `?`.
    elements: Vec<(Offset, ElementKind)>,
    /// First row, last row, first column, last column.
    frame: [i8; 4],
    class: u64,
    values: Vec<(u8, u32)>,
}

pub(super) fn check(cx: &mut Context<'_>) {
    // In a corner database smaller diagrams are meant to yield to larger ones.
    if cx.db.spec.kind == Kind::Corner {
        return;
    }
    let seen: Vec<Seen<'_>> = cx.db.patterns.iter().filter_map(Seen::new).collect();
    let general: Vec<&Seen<'_>> = seen.iter().filter(|s| s.is_unconditional()).collect();
    for special in &seen {
        let shadow = general.iter().find(|general| {
            !std::ptr::eq(general.p, special.p)
                && general.class == special.class
                && general.values == special.values
                && general.elements.len() <= special.elements.len()
                && general.p.symmetry.transforms().iter().any(|&t| general.covers(special, t))
        });
        if let Some(general) = shadow {
            // Equal patterns are duplicates.
            if general.elements.len() == special.elements.len()
                && special.is_unconditional()
                && special.p.symmetry.transforms().iter().any(|&t| special.covers(general, t))
            {
                continue;
            }
            cx.out.push(
                Diagnostic::warning(
                    codes::SHADOWED_PATTERN,
                    special.p.name_span,
                    format!(
                        "pattern {} says nothing new: pattern {} matches wherever it does",
                        special.p.name, general.p.name
                    ),
                )
                .also(general.p.name_span, "more general, of equal class and value"),
            );
        }
    }
}

impl<'a> Seen<'a> {
    fn new(p: &'a Pattern) -> Option<Seen<'a>> {
        let mv = p.mv?;
        // Actions, helpers, labels as values and values that add up say something
        // of their own, and so do letters that speak of the strings of the pattern.
        let local = "CcBbadADJU";
        let adds = |attr: &Attribute| {
            use AttrKind::{Followup, ReverseFollowup, Shape};
            matches!(attr.kind, Shape | Followup | ReverseFollowup)
        };
        if p.action.is_some()
            || p.helper.is_some()
            || p.class.has_any(local)
            || p.attrs.iter().any(adds)
        {
            return None;
        }
        let values = p
            .attrs
            .iter()
            .map(|attr| match attr.value {
                AttributeValue::Number(x) => Some((attr.kind as u8, x.to_bits())),
                AttributeValue::Label(..) => None,
            })
            .collect::<Option<Vec<_>>>()?;
        let d = &p.diagram;
        let elements = (0..d.cells.len())
            .filter_map(|cell| Some((d.offset(mv, cell), d.cells[cell].element()?)))
            .collect();
        let (row, col) = d.place(mv);
        let frame =
            [-(row as i8), (d.rows - 1 - row) as i8, -(col as i8), (d.cols - 1 - col) as i8];
        Some(Seen { p, elements, frame, class: p.class.bits(), values })
    }

    fn is_unconditional(&self) -> bool {
        self.p.constraint.is_none()
    }

    /// Whether every match of `other` is one of `self` turned by `t`, with the
    /// same move.
    fn covers(&self, other: &Seen<'_>, t: Transform) -> bool {
        // The rectangle of `self` lies inside that of `other`, and its edges are
        // drawn there, too.
        let [top, bottom, left, right] = self.frame;
        let (a, b) = (t.apply(Offset::new(top, left)), t.apply(Offset::new(bottom, right)));
        let frame = [a.dr.min(b.dr), a.dr.max(b.dr), a.dc.min(b.dc), a.dc.max(b.dc)];
        let [o_top, o_bottom, o_left, o_right] = other.frame;
        let inside =
            frame[0] >= o_top && frame[1] <= o_bottom && frame[2] >= o_left && frame[3] <= o_right;
        let edges: Edges = turn(self.p.diagram.edges, t);
        let theirs = other.p.diagram.edges;
        let fits = (!edges.north || (theirs.north && frame[0] == o_top))
            && (!edges.south || (theirs.south && frame[1] == o_bottom))
            && (!edges.west || (theirs.west && frame[2] == o_left))
            && (!edges.east || (theirs.east && frame[3] == o_right));
        // The stone that a match is about must be the same.
        let anchor = |seen: &Seen<'_>| {
            let cell = marked_anchor(seen.p)?;
            Some(seen.p.diagram.offset(seen.p.mv?, cell))
        };
        inside
            && fits
            && anchor(self).map(|o| t.apply(o)) == anchor(other)
            && self.elements.iter().all(|&(offset, kind)| {
                let at = t.apply(offset);
                other
                    .elements
                    .iter()
                    .find(|(o, _)| *o == at)
                    .is_some_and(|(_, theirs)| theirs.accepts() & !kind.accepts() == 0)
            })
    }
}
