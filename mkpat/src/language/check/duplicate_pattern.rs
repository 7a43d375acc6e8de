//! KP0613: patterns that repeat an earlier one, perhaps turned or mirrored.

use std::collections::BTreeMap;

use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::geom::Transform;

use super::Context;
use super::image::{self, Image, Order};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::manifest::Kind;
use crate::language::syntax::ast::{File, Item, LineKind};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, trees: &[File]) {
    // Most patterns differ from all others in something that costs little.
    let mut alike: BTreeMap<Features, usize> = BTreeMap::new();
    for p in &cx.db.patterns {
        *alike.entry(features(p)).or_default() += 1;
    }
    let mut seen: BTreeMap<Key, &Pattern> = BTreeMap::new();
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
        .also(p.diagram.span, "drawn again")
        .also(first.name_span, "the earlier one")
        .also(first.diagram.span, "drawn first");
        if values(p) != values(first) || p.class != first.class {
            found = found.note("they differ only in class or values: both apply");
        } else {
            found.fix = without(trees, p);
        }
        cx.out.push(found);
    }
}

/// Removes a pattern with its comments.
fn without(trees: &[File], p: &Pattern) -> Option<Fix> {
    let tree = trees.iter().find(|tree| tree.id == p.head.file)?;
    let line = |item: &Item| match item {
        Item::Pattern(node) => node.head,
        Item::Directive(line) => *line,
    };
    let at = tree.items.partition_point(|item| tree.lines[line(item)].span.start < p.head.start);
    let Item::Pattern(node) = tree.items.get(at)? else { return None };
    let first = node.comments.first().map_or(node.head, |&first| first.min(node.head));
    let after = tree.lines[node.lines.end..].iter();
    let blank = after.take_while(|line| matches!(line.kind, LineKind::Blank)).count();
    let last = tree.lines[node.lines.end - 1 + blank].span;
    let fix = Fix::risky("remove the pattern");
    Some(fix.remove(Span { end: last.end, ..tree.lines[first].span }))
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

/// Equal for patterns that are the same but for a transformation, their names, values
/// and letters that restrict nothing.
pub(super) type Key = (Drawing, String, u64, String);

/// A drawing under a transformation: rows, columns, edges, elements, explicit anchors.
type Drawing = (usize, usize, u8, String, Vec<usize>);

/// The least of the eight drawings, the least of the codes that go with it, and the
/// letters and the helper that restrict matches.
pub(super) fn key(p: &Pattern) -> Key {
    let mut least: Option<(Drawing, Vec<Vec<usize>>)> = None;
    for t in Transform::ALL {
        let Image { rows, cols, edges, cells, place } = Image::new(&p.diagram, t);
        let mut anchors: Vec<usize> = image::marked_anchors(p).map(|cell| place[cell]).collect();
        anchors.sort_unstable();
        let drawing = (rows, cols, edges.bits(), String::from_iter(cells), anchors);
        match &mut least {
            Some((other, _)) if *other < drawing => {}
            Some((other, places)) if *other == drawing => places.push(place),
            _ => least = Some((drawing, vec![place])),
        }
    }
    let (drawing, places) = least.unwrap_or_default();
    let codes = places.iter().map(|place| image::code(p, place, Order::Strict));
    let conditions = p.class.bits() & ClassSet::parse("sOoXxnDAB").map_or(0, ClassSet::bits);
    let helper = p.helper.as_ref().map_or(String::new(), |(name, _)| name.clone());
    (drawing, codes.min().unwrap_or_default(), conditions, helper)
}

fn values(p: &Pattern) -> Vec<String> {
    p.attrs.iter().map(|attr| format!("{} {:?}", attr.kind.name(), attr.value)).collect()
}
