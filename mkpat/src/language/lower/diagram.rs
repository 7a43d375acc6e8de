//! The main diagram: rows, edges, move, anchor (docs/pattern-language.md, "Diagram").

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::pattern::{Diagram, Symbol};
use crate::language::manifest::{Anchors, Kind};
use crate::language::syntax::ast::Row;
use crate::source::Span;

/// Most rows and columns of a diagram.
pub(super) const MAX_SIDE: usize = 19;

/// The diagram, the cell of its anchor and the cell of its move; `None` after an
/// error.
pub(super) fn lower(
    cx: &mut Context<'_>,
    rows: &[&Row],
) -> Option<(Diagram, Option<usize>, Option<usize>)> {
    let diagram = shape(cx, rows)?;
    let mv = find_move(cx, &diagram)?;
    let anchor = find_anchor(cx, &diagram)?;
    Some((diagram, anchor, mv))
}

fn shape(cx: &mut Context<'_>, rows: &[&Row]) -> Option<Diagram> {
    let mut d = Diagram {
        rows: 0,
        cols: 0,
        cells: Vec::new(),
        spans: Vec::new(),
        edges: Edges::default(),
        span: Span::default(),
    };
    let mut top: Option<(Span, bool, bool)> = None;
    let mut bottom: Option<Span> = None;
    for row in rows {
        match row {
            Row::Edge { bar, .. } => {
                d.span = if d.span == Span::default() { *bar } else { d.span.to(*bar) };
                let text = cx.text(*bar);
                let west = text.starts_with('+');
                let east = text.len() > 1 && text.ends_with('+');
                let dashes = text.bytes().filter(|&b| b == b'-').count();
                if dashes == 0 {
                    return edge_error(cx, *bar, "an edge needs at least one `-`");
                }
                if bottom.is_some() || (top.is_some() && d.rows == 0) {
                    return edge_error(cx, *bar, "a second edge row on the same side");
                }
                if d.rows == 0 {
                    top = Some((*bar, west, east));
                    d.edges.north = true;
                    d.edges.west |= west;
                    d.edges.east |= east;
                } else {
                    if west && !d.edges.west {
                        return edge_error(
                            cx,
                            *bar,
                            "`+` at the left, but the rows have no `|` there",
                        );
                    }
                    if east && !d.edges.east {
                        return edge_error(
                            cx,
                            *bar,
                            "`+` at the right, but the rows have no `|` there",
                        );
                    }
                    if dashes != d.cols {
                        return width_error(cx, *bar, dashes, d.cols);
                    }
                    bottom = Some(*bar);
                    d.edges.south = true;
                }
            }
            Row::Cells { left, cells, right, .. } => {
                let line = left.unwrap_or(*cells).to(right.unwrap_or(*cells));
                d.span = if d.span == Span::default() { line } else { d.span.to(line) };
                if bottom.is_some() {
                    return edge_error(cx, line, "a row below the bottom edge");
                }
                let text = cx.text(*cells).to_string();
                if d.rows == 0 {
                    d.cols = text.len();
                    for (side, here, known) in
                        [("left", left, &mut d.edges.west), ("right", right, &mut d.edges.east)]
                    {
                        match (here, *known, top) {
                            (Some(span), false, Some(_)) => {
                                let message =
                                    format!("`|` at the {side}, but the top edge has no `+` there");
                                return edge_error(cx, *span, &message);
                            }
                            (Some(_), _, _) => *known = true,
                            (None, _, _) => {}
                        }
                    }
                    if let Some((bar, _, _)) = top {
                        let dashes = cx.text(bar).bytes().filter(|&b| b == b'-').count();
                        if dashes != d.cols {
                            return width_error(cx, bar, dashes, d.cols);
                        }
                    }
                }
                for (side, here, known) in
                    [("left", left, d.edges.west), ("right", right, d.edges.east)]
                {
                    if here.is_some() != known {
                        let message = if known {
                            format!("this row has no `|` at the {side}, where the others have one")
                        } else {
                            format!("`|` at the {side}, where the rows above have none")
                        };
                        return edge_error(cx, here.unwrap_or(*cells), &message);
                    }
                }
                if text.len() != d.cols {
                    cx.diags.push(
                        Diagnostic::error(
                            codes::UNEVEN_ROWS,
                            *cells,
                            format!(
                                "this row has {} columns, the first one {}",
                                text.chars().count(),
                                d.cols
                            ),
                        )
                        .also(d.span, "the diagram up to here")
                        .note("all rows of a diagram have the same width; pad with `?`"),
                    );
                    return None;
                }
                for (i, ch) in text.char_indices() {
                    let span = cells.sub(i, ch.len_utf8());
                    let symbol = Symbol::from_char(ch);
                    let Some(symbol) = symbol.filter(|&s| is_allowed(cx.spec.kind, s)) else {
                        illegal(cx, span, ch, symbol.is_some());
                        return None;
                    };
                    d.cells.push(symbol);
                    d.spans.push(span);
                }
                d.rows += 1;
            }
        }
    }
    if d.rows == 0 || d.cols == 0 {
        if let Some((bar, _, _)) = top {
            cx.diags.push(Diagnostic::error(
                codes::EMPTY_PATTERN,
                bar,
                "a diagram of edges without a single row",
            ));
        }
        return None;
    }
    if d.rows > MAX_SIDE || d.cols > MAX_SIDE {
        cx.diags.push(
            Diagnostic::error(
                codes::DIAGRAM_TOO_LARGE,
                d.span,
                format!("a diagram of {} rows and {} columns", d.rows, d.cols),
            )
            .note(format!("at most {MAX_SIDE} rows and {MAX_SIDE} columns")),
        );
        return None;
    }
    Some(d)
}

fn edge_error<T>(cx: &mut Context<'_>, span: Span, message: &str) -> Option<T> {
    cx.diags.push(
        Diagnostic::error(codes::INCONSISTENT_EDGES, span, message)
            .note("draw an edge along a whole side: `|` in every row, `-` under or over every column, `+` in the corner"),
    );
    None
}

fn width_error<T>(cx: &mut Context<'_>, bar: Span, dashes: usize, cols: usize) -> Option<T> {
    cx.diags.push(Diagnostic::error(
        codes::EDGE_WIDTH,
        bar,
        format!("an edge of {dashes} columns on a diagram of {cols}"),
    ));
    None
}

fn is_allowed(kind: Kind, symbol: Symbol) -> bool {
    match kind {
        Kind::Corner | Kind::FullBoard => matches!(
            symbol,
            Symbol::Element(
                ElementKind::Empty | ElementKind::O | ElementKind::X | ElementKind::Move
            )
        ),
        _ => true,
    }
}

fn illegal(cx: &mut Context<'_>, span: Span, ch: char, known: bool) {
    let d = if known {
        let what = if cx.spec.kind == Kind::Corner { "corner" } else { "full-board" };
        let found = Diagnostic::error(
            codes::ILLEGAL_ELEMENT,
            span,
            format!("`{ch}` cannot stand in a {what} pattern"),
        )
        .note(format!("{what} patterns consist of `.`, `O`, `X` and `*` only"));
        if cx.spec.kind == Kind::FullBoard {
            found.note("a position with wildcards belongs into a general database")
        } else {
            found
        }
    } else {
        Diagnostic::error(codes::ILLEGAL_ELEMENT, span, format!("`{ch}` is no diagram element"))
            .note("elements: `.` `O` `X` `o` `x` `?` `*` `,` `!` `Q` `Y`; labels belong into the constraint diagram, below the colon line")
    };
    cx.diags.push(d);
}

fn find_move(cx: &mut Context<'_>, d: &Diagram) -> Option<Option<usize>> {
    let star = Symbol::Element(ElementKind::Move);
    let stars: Vec<usize> = (0..d.cells.len()).filter(|&i| d.cells[i] == star).collect();
    match stars[..] {
        [] if cx.spec.kind == Kind::Connections => Some(None),
        [] => {
            cx.diags.push(
                Diagnostic::error(codes::NO_MOVE, d.span, "the diagram has no `*`").note(
                    "mark the move of the pattern with `*`; only connection databases do without \
                     (`kind = \"connections\"` in the manifest, or `--kind connections`)",
                ),
            );
            None
        }
        [one] => Some(Some(one)),
        [first, second, ..] => {
            cx.diags.push(
                Diagnostic::error(codes::SEVERAL_MOVES, d.spans[second], "a second `*`")
                    .also(d.spans[first], "the first one")
                    .note("a pattern proposes one move; split it if there are two"),
            );
            None
        }
    }
}

fn find_anchor(cx: &mut Context<'_>, d: &Diagram) -> Option<Option<usize>> {
    if cx.spec.kind == Kind::Corner {
        let e = d.edges;
        if e.count() == 2 && e.north != e.south {
            return Some(None);
        }
        cx.diags.push(
            Diagnostic::error(
                codes::NOT_A_CORNER,
                d.span,
                "a corner pattern draws exactly two adjacent edges",
            )
            .label("this one does not show one corner of the board"),
        );
        return None;
    }
    if cx.spec.kind == Kind::FullBoard {
        if d.edges.count() == 4 && d.rows == d.cols {
            return Some(None);
        }
        let drawn = format!("{} rows, {} columns, {} edges", d.rows, d.cols, d.edges.count());
        cx.diags.push(
            Diagnostic::error(
                codes::NOT_A_FULL_BOARD,
                d.span,
                "a full-board pattern draws a square board with its four edges",
            )
            .label(drawn),
        );
        return None;
    }
    let o = cx.spec.anchors != Anchors::X;
    let x = cx.spec.anchors != Anchors::O;
    let mut forced = None;
    for (i, &symbol) in d.cells.iter().enumerate() {
        let (ok, colour) = match symbol {
            Symbol::AnchorO => (o, 'O'),
            Symbol::AnchorX => (x, 'X'),
            _ => continue,
        };
        if !ok {
            cx.diags.push(
                Diagnostic::error(
                    codes::WRONG_ANCHOR_COLOR,
                    d.spans[i],
                    format!("`{}` marks an anchor where this database has none", symbol.to_char()),
                )
                .note(format!("only the other colour can be an anchor here; write `{colour}`")),
            );
            return None;
        }
        forced = Some(i);
    }
    let eligible = |i: &usize| match d.cells[*i].element() {
        Some(ElementKind::O) => o,
        Some(ElementKind::X) => x,
        _ => false,
    };
    let cells = 0..d.cells.len();
    let anchor = if cx.spec.kind == Kind::Dfa {
        cells.filter(eligible).min_by_key(|&i| {
            let (r, c) = d.place(i);
            let dr = 100 * r as i32 - 50 * (d.rows as i32 - 1);
            let dc = 100 * c as i32 - (50 * (d.cols as i32 - 1) - 1);
            (dr.abs() + dc.abs(), i)
        })
    } else {
        forced.or_else(|| cells.clone().find(eligible))
    };
    if anchor.is_none() {
        let stones = match cx.spec.anchors {
            Anchors::O => "`O` stone",
            Anchors::X => "`X` stone",
            Anchors::Both => "stone (`O` or `X`)",
        };
        cx.diags.push(
            Diagnostic::error(
                codes::NO_ANCHOR,
                d.span,
                format!("the diagram has no {stones} to anchor it"),
            )
            .note("the matcher starts from a stone; `o` and `x` may be empty and cannot serve"),
        );
        return None;
    }
    Some(anchor)
}
