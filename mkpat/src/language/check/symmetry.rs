//! KP0111, KP0607, KP0608, KP0609: the declared symmetry against the diagram, and
//! against constraint, action and label values.

use mkpat_rt::colon_line::{AttrKind, Symmetry};
use mkpat_rt::geom::Transform;

use super::image::{self, Image, Order};
use super::{Context, argument_kind};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::Symbol;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let images = image::invariants(&p.diagram);
    let is_invariant = |t: Transform| images[t.index()].is_some();
    let wrong = p.symmetry.claimed().iter().find(|&&t| !is_invariant(t));
    if let Some(&t) = wrong {
        let mut found = Diagnostic::warning(
            codes::FALSE_SYMMETRY,
            p.symmetry_span,
            format!(
                "pattern {} declares symmetry `{}`, which its diagram does not have",
                p.name,
                p.symmetry.code()
            ),
        )
        .label("matches are lost");
        found = point_at(found, p, t);
        let best = strongest(is_invariant);
        cx.out.push(found.note(format!("declare `{}`", best.code())).fix(declare(p, best)));
        return;
    }
    // An unknown code has been reported.
    if cx.sources.text(p.symmetry_span).chars().ne([p.symmetry.code()]) {
        return;
    }
    // A hand-written helper may tell the images apart, and code with wrong arguments says nothing.
    if p.helper.is_some() || argument_kind::is_wrong(p) {
        return;
    }
    if images.iter().flatten().count() == 1 {
        return;
    }
    let code = |t: Transform, order| {
        let place = images[t.index()].as_deref().unwrap_or_default();
        image::code(p, place, order)
    };
    let same_code = |t, order| code(t, order) == code(Transform::IDENTITY, order);
    // Only different vertices count, not another order of the same ones: an author who
    // writes `f(a,b)` alone and not `f(b,a)`, too, knows that the order does not matter.
    if p.symmetry.claimed().iter().any(|&t| !same_code(t, Order::Loose)) {
        report_asymmetric_code(cx, p);
        return;
    }
    // A full-board pattern is to be reported as often as its position is symmetric,
    // whatever the move is: then values are relative frequencies.
    if cx.db.spec.kind == Kind::FullBoard {
        return;
    }
    // `Q` says which stone the match is about; `Y` is but a hint (docs/pattern-language.md,
    // "Move and anchor"), and the automaton honours neither.
    let anchor = p
        .anchor
        .filter(|&cell| p.diagram.cells[cell] == Symbol::AnchorO && cx.db.spec.kind != Kind::Dfa);
    let keeps_anchor = |place: &Vec<usize>| anchor.is_none_or(|cell| place[cell] == cell);
    let best = strongest(|t| {
        images[t.index()].as_ref().is_some_and(keeps_anchor) && same_code(t, Order::Strict)
    });
    if count(best) < count(p.symmetry) {
        report_stronger_symmetry(cx, p, best);
        return;
    }
    // Here the author declared a symmetry, but a weaker one than the drawing has.
    let drawn = strongest(|t| images[t.index()].as_ref().is_some_and(keeps_anchor));
    if p.symmetry != Symmetry::None && count(drawn) < count(p.symmetry) {
        report_partial_symmetry(cx, p, drawn);
    }
}

/// The number of orientations that are tried.
fn count(symmetry: Symmetry) -> usize {
    symmetry.transforms().len()
}

/// KP0609: the drawing is symmetric as declared, and the constraint, action or value is not.
fn report_asymmetric_code(cx: &mut Context<'_>, p: &Pattern) {
    let what = match (&p.constraint, &p.action) {
        (Some(_), _) => "constraint",
        (None, Some(_)) => "action",
        _ => "label value",
    };
    let place = p.constraint.as_ref().map_or(p.colon, |e| e.span);
    cx.out.push(
        Diagnostic::warning(
            codes::ASYMMETRIC_CODE,
            place,
            format!("the {what} does not have the symmetry of pattern {}", p.name),
        )
        .also(p.symmetry_span, format!("`{}` tries only one of the images", p.symmetry.code()))
        .also(p.diagram.span, "the images look the same")
        .note("declare `8` if the images are to be tried, too")
        .fix(declare(p, Symmetry::None)),
    );
}

/// KP0608: the pattern is as symmetric as `best`, more than it declares.
fn report_stronger_symmetry(cx: &mut Context<'_>, p: &Pattern, best: Symmetry) {
    let mut found = Diagnostic::warning(
        codes::STRONGER_SYMMETRY,
        p.symmetry_span,
        format!(
            "pattern {} is more symmetric than `{}`: it matches the same place {} times",
            p.name,
            p.symmetry.code(),
            count(p.symmetry) / count(best),
        ),
    )
    .also(p.diagram.span, format!("has the symmetry `{}`", best.code()));
    // Values that add up with those of other matches (docs/pattern-language.md, "Values").
    for attr in &p.attrs {
        if matches!(attr.kind, AttrKind::Shape | AttrKind::Followup | AttrKind::ReverseFollowup) {
            found = found.also(attr.span, "this counts each time");
        }
    }
    cx.out.push(found.note(format!("declare `{}`", best.code())).fix(declare(p, best)));
}

/// KP0607: the drawing is as symmetric as `drawn`, more than the pattern declares, and the code is
/// not.
fn report_partial_symmetry(cx: &mut Context<'_>, p: &Pattern, drawn: Symmetry) {
    let what = if p.constraint.is_some() { "constraint" } else { "code" };
    cx.out.push(
        Diagnostic::warning(
            codes::PARTIAL_SYMMETRY,
            p.symmetry_span,
            format!(
                "the diagram of pattern {} has symmetry `{}`, but only `{}` is declared",
                p.name,
                drawn.code(),
                p.symmetry.code()
            ),
        )
        .label(format!("the same place is tried {} times", count(p.symmetry) / count(drawn)))
        .also(p.diagram.span, format!("has the symmetry `{}`", drawn.code()))
        .also(
            p.constraint.as_ref().map_or(p.colon, |e| e.span),
            format!("the {what} tells the images apart"),
        )
        .note(format!(
            "let the {what} speak of both sides and declare `{}`, if that is meant",
            drawn.code()
        )),
    );
}

/// Writes another symmetry code. It changes what matches, or how often.
fn declare(p: &Pattern, symmetry: Symmetry) -> Fix {
    let code = symmetry.code();
    Fix::risky(format!("declare `{code}`")).replace(p.symmetry_span, code)
}

/// The symmetry with the most transformations for all of which `holds` is true.
fn strongest(holds: impl Fn(Transform) -> bool) -> Symmetry {
    Symmetry::ALL
        .into_iter()
        .filter(|s| s.claimed().iter().all(|&t| holds(t)))
        .min_by_key(|s| s.transforms().len())
        .unwrap_or_default()
}

/// Points at a cell that differs from its image.
fn point_at(found: Diagnostic, p: &Pattern, t: Transform) -> Diagnostic {
    let image = Image::new(&p.diagram, t);
    if (image.rows, image.cols) != (p.diagram.rows, p.diagram.cols) {
        return found.also(p.diagram.span, "not square");
    }
    if image.edges != p.diagram.edges {
        return found.also(p.diagram.span, "the edges are not symmetric");
    }
    let differs = |cell: &usize| {
        let other = image.place[*cell];
        image::plain(p.diagram.cells[*cell]) != image::plain(p.diagram.cells[other])
    };
    match (0..p.diagram.cells.len()).find(differs) {
        Some(cell) => {
            let other = image.place[cell];
            found
                .also(p.diagram.spans[cell], "this vertex")
                .also(p.diagram.spans[other], "differs from its image")
        }
        None => found,
    }
}
