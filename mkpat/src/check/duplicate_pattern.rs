//! KP0613: patterns that repeat an earlier one, perhaps turned or mirrored.

use std::collections::BTreeMap;

use mkpat_rt::geom::Transform;

use super::Context;
use super::image::{self, Image, Order};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>) {
    let mut seen: BTreeMap<String, &Pattern> = BTreeMap::new();
    for p in &cx.db.patterns {
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

/// The least of the eight forms: diagram, code, and the letters that restrict
/// matches.
fn key(p: &Pattern) -> String {
    let forms = Transform::ALL.into_iter().map(|t| {
        let image = Image::new(&p.diagram, t);
        let cells: String = image.cells.iter().collect();
        let code = image::code(p, &image.place, Order::Strict);
        let anchor = image::marked_anchor(p).map(|cell| image.place[cell]);
        let edges = image.edges.bits();
        format!("{} {} {edges} {cells} {anchor:?} {code}", image.rows, image.cols)
    });
    let conditions: String = "sOoXxnDAB".chars().filter(|&ch| p.class.has(ch)).collect();
    let helper = p.helper.as_ref().map_or("", |(name, _)| name);
    format!("{} {conditions} {helper}", forms.min().unwrap_or_default())
}

fn values(p: &Pattern) -> Vec<String> {
    p.attrs.iter().map(|attr| format!("{} {:?}", attr.kind.name(), attr.value)).collect()
}
