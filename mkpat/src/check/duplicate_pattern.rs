//! KP0613: patterns that repeat an earlier one, perhaps turned or mirrored.

use std::collections::BTreeMap;

use mkpat_rt::geom::Transform;

use super::Context;
use super::image::{self, Image, Order};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>) {
    // Most patterns differ from all others in something that costs little.
    let mut alike: BTreeMap<Features, usize> = BTreeMap::new();
    for p in &cx.db.patterns {
        *alike.entry(features(p)).or_default() += 1;
    }
    let mut seen: BTreeMap<String, &Pattern> = BTreeMap::new();
    for p in &cx.db.patterns {
        if alike.get(&features(p)) == Some(&1) {
            continue;
        }
        let key = key(p);
        let Some(first) = seen.get(&key) else {
            seen.insert(key, p);
            continue;
        };
        // Corner databases have their own word for it (KP0503).
        if cx.db.spec.kind == Kind::Corner {
            continue;
        }
        let mut found = Diagnostic::warning(
            codes::DUPLICATE_PATTERN,
            p.name_span,
            format!("pattern {} repeats pattern {}", p.name, first.name),
        )
        .also(first.name_span, "the earlier one");
        if values(p) != values(first) || p.class != first.class {
            found = found.note("they differ only in class or values: both apply");
        }
        cx.out.push(found);
    }
}

/// What no transformation changes: the shape, how often each element occurs, and
/// whether there is code.
type Features = (usize, usize, usize, [u8; 9], bool, bool);

fn features(p: &Pattern) -> Features {
    let d = &p.diagram;
    let mut counts = [0u8; 9];
    for symbol in &d.cells {
        let count = &mut counts[symbol.element().map_or(8, |kind| kind as usize)];
        *count = count.saturating_add(1);
    }
    let (short, long) = (d.rows.min(d.cols), d.rows.max(d.cols));
    (short, long, d.edges.count(), counts, p.constraint.is_some(), p.action.is_some())
}

/// The least of the eight forms: diagram, code, and the letters that restrict
/// matches.
fn key(p: &Pattern) -> String {
    let forms = Transform::ALL.into_iter().map(|t| {
        let image = Image::new(&p.diagram, t);
        let cells: String = image.cells.iter().collect();
        let code = image::code(p, &image.place, Order::Strict);
        let mut anchors: Vec<usize> =
            image::marked_anchors(p).map(|cell| image.place[cell]).collect();
        anchors.sort_unstable();
        let edges = image.edges.bits();
        format!("{} {} {edges} {cells} {anchors:?} {code}", image.rows, image.cols)
    });
    let conditions: String = "sOoXxnDAB".chars().filter(|&ch| p.class.has(ch)).collect();
    let helper = p.helper.as_ref().map_or("", |(name, _)| name);
    format!("{} {conditions} {helper}", forms.min().unwrap_or_default())
}

fn values(p: &Pattern) -> Vec<String> {
    p.attrs.iter().map(|attr| format!("{} {:?}", attr.kind.name(), attr.value)).collect()
}
