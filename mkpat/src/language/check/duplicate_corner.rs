//! KP0503: corner patterns with the stones and the move of an earlier one.
//!
//! Two constraints that differ set two patterns apart: a move may be good while a
//! ladder works and bad while it does not.

use std::collections::BTreeMap;

use super::Context;
use super::image::{self, Order};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>) {
    if cx.db.spec.kind != Kind::Corner {
        return;
    }
    let mut seen: BTreeMap<Vec<(i8, i8, char)>, Vec<&Pattern>> = BTreeMap::new();
    for p in &cx.db.patterns {
        let earlier = seen.entry(key(p)).or_default();
        if let Some(first) = earlier.iter().find(|first| !are_apart(first, p)) {
            cx.out.push(
                Diagnostic::warning(
                    codes::DUPLICATE_CORNER,
                    p.name_span,
                    format!(
                        "pattern {} has the stones and the move of pattern {}",
                        p.name, first.name
                    ),
                )
                .also(first.name_span, "the earlier one"),
            );
        }
        earlier.push(p);
    }
}

/// Stones and move as seen from the corner; of the two images in the diagonal
/// the lesser one.
fn key(p: &Pattern) -> Vec<(i8, i8, char)> {
    let [here, mirrored] = [false, true].map(|mirror| stones(p, mirror));
    here.min(mirrored)
}

/// Stones and move as seen from the corner, perhaps mirrored in the diagonal.
fn stones(p: &Pattern, mirror: bool) -> Vec<(i8, i8, char)> {
    let mut out: Vec<(i8, i8, char)> = places(p, mirror)
        .into_iter()
        .zip(&p.diagram.cells)
        .map(|((row, col), symbol)| (row, col, symbol.to_char()))
        .filter(|(_, _, ch)| matches!(ch, 'O' | 'X' | '*'))
        .collect();
    out.sort_unstable();
    out
}

/// Row and column of each cell, counted from the corner, perhaps mirrored in the
/// diagonal.
fn places(p: &Pattern, mirror: bool) -> Vec<(i8, i8)> {
    let d = &p.diagram;
    let row = if d.edges.north { 0 } else { d.rows - 1 };
    let col = if d.edges.west { 0 } else { d.cols - 1 };
    let corner = row * d.cols + col;
    let place = |cell| {
        let o = p.offset(corner, cell);
        let (row, col) = (o.dr.abs(), o.dc.abs());
        if mirror { (col, row) } else { (row, col) }
    };
    (0..d.cells.len()).map(place).collect()
}

/// Whether each of two patterns with the same stones has a constraint, and these
/// say different things.
fn are_apart(a: &Pattern, b: &Pattern) -> bool {
    let constraint = |p: &Pattern, mirror| {
        let number = |(row, col): (i8, i8)| (row as usize) << 8 | col as usize;
        let places: Vec<usize> = places(p, mirror).into_iter().map(number).collect();
        p.constraint.as_ref().map(|e| image::expr_at(p, &places, Order::Strict, e))
    };
    let same = |mirror| {
        stones(a, false) == stones(b, mirror) && constraint(a, false) == constraint(b, mirror)
    };
    a.constraint.is_some() && b.constraint.is_some() && !same(false) && !same(true)
}
