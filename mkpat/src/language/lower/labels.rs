//! The constraint diagram: a copy of the main one with letters (docs/pattern-language.md,
//! "Constraint diagram").

use std::collections::BTreeMap;

use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Label;
use crate::language::ir::pattern::{Diagram, LabelDiagram, Symbol};
use crate::language::syntax::ast::Row;

/// Whether `ch` can be a label (docs/pattern-language.md, "Constraint diagram").
pub(crate) fn is_label(ch: char) -> bool {
    ch.is_ascii_alphabetic() && !"oxOXQY".contains(ch)
}

/// Outer `None`: an error, reported. Inner `None`: there is no such diagram.
#[allow(clippy::type_complexity)]
pub(super) fn lower(
    cx: &mut Context<'_>,
    main: &Diagram,
    rows: &[&Row],
) -> Option<Option<(BTreeMap<char, Label>, LabelDiagram)>> {
    if rows.is_empty() {
        return Some(None);
    }
    let mut out = LabelDiagram { cells: Vec::new(), spans: Vec::new(), has_edges: true };
    let mut labels: BTreeMap<char, Label> = BTreeMap::new();
    let mut height = 0;
    let (mut edge_rows, mut sides) = (0, true);
    let mut last = main.span;
    for row in rows {
        let (left, cells, right) = match row {
            Row::Edge { .. } => {
                edge_rows += 1;
                continue;
            }
            Row::Cells { left, cells, right, .. } => (left, *cells, right),
        };
        last = cells;
        sides &= left.is_some() == main.edges.west && right.is_some() == main.edges.east;
        let text = cx.text(cells).to_string();
        if text.chars().count() != main.cols {
            cx.diags.push(
                Diagnostic::error(
                    codes::LABEL_DIAGRAM_SIZE,
                    cells,
                    format!(
                        "this row of the constraint diagram has {} columns, the main diagram {}",
                        text.chars().count(),
                        main.cols
                    ),
                )
                .also(main.span, "the main diagram"),
            );
            return None;
        }
        if height == main.rows {
            height += 1;
            break;
        }
        for (i, ch) in text.char_indices() {
            let span = cells.sub(i, ch.len_utf8());
            let index = out.cells.len();
            let drawn = main.cells[index];
            if is_label(ch) {
                let label = labels
                    .entry(ch)
                    .or_insert_with(|| Label { cells: Vec::new(), spans: Vec::new() });
                label.cells.push(index);
                label.spans.push(span);
            } else if !agrees(ch, drawn) {
                cx.diags.push(
                    Diagnostic::error(
                        codes::LABEL_DIAGRAM_STONES,
                        span,
                        format!("`{ch}` here, `{}` in the main diagram", drawn.to_char()),
                    )
                    .also(main.spans[index], "the main diagram")
                    .note("the constraint diagram repeats the main one; only letters are added"),
                );
                return None;
            }
            out.cells.push(ch);
            out.spans.push(span);
        }
        height += 1;
    }
    if height != main.rows {
        cx.diags.push(
            Diagnostic::error(
                codes::LABEL_DIAGRAM_SIZE,
                last,
                format!(
                    "the constraint diagram has {} rows, the main diagram {}",
                    if height > main.rows { "more".to_string() } else { height.to_string() },
                    main.rows
                ),
            )
            .also(main.span, "the main diagram"),
        );
        return None;
    }
    let drawn = usize::from(main.edges.north) + usize::from(main.edges.south);
    out.has_edges = sides && edge_rows == drawn;
    Some(Some((labels, out)))
}

/// Whether a symbol of the constraint diagram fits the main one. Stones must agree
/// (docs/pattern-language.md, "Constraint diagram"); the soft symbols `. ? * , !` are left to a
/// check.
fn agrees(ch: char, drawn: Symbol) -> bool {
    let Some(symbol) = Symbol::from_char(ch) else { return false };
    let hard = |s: Symbol| {
        matches!(
            s.element(),
            Some(ElementKind::O | ElementKind::X | ElementKind::EmptyOrO | ElementKind::EmptyOrX)
        )
    };
    if hard(symbol) { symbol.element() == drawn.element() } else { true }
}
