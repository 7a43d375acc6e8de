//! The constraint diagram: a copy of the main one with letters (docs/pattern-language.md,
//! "Constraint diagram").

use std::collections::BTreeMap;

use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Label;
use crate::language::ir::pattern::{Diagram, LabelDiagram, Symbol};
use crate::language::syntax::ast::Row;
use crate::source::Span;

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
                    .note("the constraint diagram repeats the main one; only letters are added")
                    .fix(Fix::rename(span, &drawn.to_char().to_string())),
                );
                return None;
            }
            out.cells.push(ch);
            out.spans.push(span);
        }
        height += 1;
    }
    if height != main.rows {
        let found = Diagnostic::error(
            codes::LABEL_DIAGRAM_SIZE,
            last,
            format!(
                "the constraint diagram has {} rows, the main diagram {}",
                if height > main.rows { "more".to_string() } else { height.to_string() },
                main.rows
            ),
        )
        .also(main.span, "the main diagram");
        cx.diags.push(match add_row(cx, main, rows) {
            Some(fix) => found.fix(fix),
            None => found,
        });
        return None;
    }
    let drawn = usize::from(main.edges.north) + usize::from(main.edges.south);
    out.has_edges = sides && edge_rows == drawn;
    Some(Some((labels, out)))
}

/// The one row of the main diagram that the constraint diagram leaves out, put into its place;
/// `None` if it is not one row, or not clear which.
fn add_row(cx: &Context<'_>, main: &Diagram, rows: &[&Row]) -> Option<Fix> {
    let cells: Vec<(Span, Span)> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Cells { left, cells, right, .. } => {
                Some((*cells, left.unwrap_or(*cells).to(right.unwrap_or(*cells))))
            }
            Row::Edge { .. } => None,
        })
        .collect();
    if cells.is_empty() || cells.len() + 1 != main.rows {
        return None;
    }
    let drawn = |row: usize| &main.cells[row * main.cols..(row + 1) * main.cols];
    let fits = |label: usize, row: usize| {
        let text = cx.text(cells[label].0);
        text.chars().zip(drawn(row)).all(|(ch, &symbol)| {
            let same = Symbol::from_char(ch).is_some_and(|s| s.element() == symbol.element());
            is_label(ch) || same
        })
    };
    let places: Vec<usize> = (0..main.rows)
        .filter(|&gone| (0..cells.len()).all(|i| fits(i, if i < gone { i } else { i + 1 })))
        .collect();
    // Two places with the same row are one.
    let (&first, rest) = places.split_first()?;
    if rest.iter().any(|&other| drawn(other) != drawn(first)) {
        return None;
    }
    let gone = places.last().copied()?;
    let bar = |drawn: bool| if drawn { "|" } else { "" };
    let row: String = drawn(gone).iter().map(|symbol| symbol.to_char()).collect();
    let row = format!("{}{row}{}", bar(main.edges.west), bar(main.edges.east));
    let fix = Fix::risky("add the row of the main diagram");
    Some(if gone == cells.len() {
        let above = cells[gone - 1].1;
        fix.insert(above, above.end, format!("\n{row}"))
    } else {
        let below = cells[gone].1;
        fix.insert(below, below.start, format!("{row}\n"))
    })
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
