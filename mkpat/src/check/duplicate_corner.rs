//! KP0503: corner patterns with the stones and the move of an earlier one.

use std::collections::BTreeMap;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;
use crate::manifest::Kind;

pub(super) fn check(cx: &mut Context<'_>) {
    if cx.db.spec.kind != Kind::Corner {
        return;
    }
    let mut seen: BTreeMap<Vec<(i8, i8, char)>, &Pattern> = BTreeMap::new();
    for p in &cx.db.patterns {
        let key = key(p);
        let Some(first) = seen.get(&key) else {
            seen.insert(key, p);
            continue;
        };
        cx.out.push(
            Diagnostic::warning(
                codes::DUPLICATE_CORNER,
                p.name_span,
                format!("pattern {} has the stones and the move of pattern {}", p.name, first.name),
            )
            .also(first.name_span, "the earlier one"),
        );
    }
}

/// Stones and move as seen from the corner; of the two images in the diagonal
/// the lesser one.
fn key(p: &Pattern) -> Vec<(i8, i8, char)> {
    let d = &p.diagram;
    let row = if d.edges.north { 0 } else { d.rows - 1 };
    let col = if d.edges.west { 0 } else { d.cols - 1 };
    let corner = row * d.cols + col;
    let mut here: Vec<(i8, i8, char)> = (0..d.cells.len())
        .map(|cell| (p.offset(corner, cell), d.cells[cell].to_char()))
        .filter(|(_, ch)| matches!(ch, 'O' | 'X' | '*'))
        .map(|(o, ch)| (o.dr, o.dc, ch))
        .collect();
    let mut mirrored: Vec<(i8, i8, char)> = here.iter().map(|&(r, c, ch)| (c, r, ch)).collect();
    here.sort_unstable();
    mirrored.sort_unstable();
    here.min(mirrored)
}
