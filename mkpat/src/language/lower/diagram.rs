//! The main diagram: rows, edges, move, anchor (docs/pattern-language.md, "Diagram").

use mkpat_rt::db::ElementKind;

use super::Context;
use crate::diag::{Diagnostic, Fix, Severity, codes};
use crate::language::ir::pattern::{Diagram, Symbol};
use crate::language::manifest::{Anchors, Kind};
use crate::language::syntax::ast::Row;
use crate::source::Span;

/// Most rows and columns of a diagram.
pub(super) const MAX_SIDE: usize = 19;

/// Most rows and columns of a board that any program plays on.
const LARGEST_BOARD: usize = 25;

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
    let mut shape = Shape { all: rows, ..Shape::default() };
    for row in rows {
        match row {
            Row::Edge { bar, .. } => shape.edge(cx, *bar)?,
            Row::Cells { left, cells, right, .. } => shape.cells(cx, *left, *cells, *right)?,
        }
    }
    let Shape { diagram, top, .. } = shape;
    if diagram.rows == 0 || diagram.cols == 0 {
        if let Some(bar) = top {
            cx.diags.push(Diagnostic::error(
                codes::EMPTY_PATTERN,
                bar,
                "a diagram of edges without a single row",
            ));
        }
        return None;
    }
    let largest = diagram.rows.max(diagram.cols);
    if largest > MAX_SIDE {
        // GNU Go's compiler leaves such a pattern out in silence.
        let severity = if largest > LARGEST_BOARD { Severity::Error } else { Severity::Warning };
        cx.diags.push(
            Diagnostic::new(
                severity,
                codes::DIAGRAM_TOO_LARGE,
                diagram.span,
                format!("a diagram of {} rows and {} columns", diagram.rows, diagram.cols),
            )
            .label("the pattern is left out")
            .note(format!("at most {MAX_SIDE} rows and {MAX_SIDE} columns")),
        );
        return None;
    }
    Some(diagram)
}

/// A diagram that grows row by row. Its methods return `None` after an error, which has
/// been reported.
#[derive(Default)]
struct Shape<'r> {
    diagram: Diagram,
    /// All rows, also those below.
    all: &'r [&'r Row],
    /// The rows that draw the upper and the lower edge.
    top: Option<Span>,
    bottom: Option<Span>,
}

impl Shape<'_> {
    /// Adds `line` to what the diagram covers.
    fn cover(&mut self, line: Span) {
        let span = &mut self.diagram.span;
        *span = if *span == Span::default() { line } else { span.to(line) };
    }

    /// A row that draws an edge: the upper one, or, after a row of elements, the lower one.
    fn edge(&mut self, cx: &mut Context<'_>, bar: Span) -> Option<()> {
        self.cover(bar);
        let text = cx.text(bar);
        let west = text.starts_with('+');
        let east = text.len() > 1 && text.ends_with('+');
        let dashes = dashes(text);
        let d = &mut self.diagram;
        if dashes == 0 {
            return edge_error(cx, bar, "an edge needs at least one `-`");
        }
        if self.bottom.is_some() || (self.top.is_some() && d.rows == 0) {
            return edge_error(cx, bar, "a second edge row on the same side");
        }
        if d.rows == 0 {
            self.top = Some(bar);
            d.edges.north = true;
            d.edges.west |= west;
            d.edges.east |= east;
            return Some(());
        }
        for (side, drawn, known) in [("left", west, d.edges.west), ("right", east, d.edges.east)] {
            if drawn && !known {
                let message = format!("`+` at the {side}, but the rows have no `|` there");
                return edge_error(cx, bar, &message);
            }
        }
        if dashes != d.cols {
            let found = width_finding(cx, Severity::Error, bar, d.cols);
            cx.diags.push(found);
            return None;
        }
        self.bottom = Some(bar);
        d.edges.south = true;
        Some(())
    }

    /// A row of elements, between the edges `left` and `right` if it draws them.
    fn cells(
        &mut self,
        cx: &mut Context<'_>,
        left: Option<Span>,
        cells: Span,
        right: Option<Span>,
    ) -> Option<()> {
        let line = left.unwrap_or(cells).to(right.unwrap_or(cells));
        self.cover(line);
        if self.bottom.is_some() {
            return edge_error(cx, line, "a row below the bottom edge");
        }
        let text = cx.text(cells).to_string();
        if self.diagram.rows == 0 {
            self.diagram.cols = text.len();
            self.first_row(cx, left, right)?;
        }
        let d = &mut self.diagram;
        for (side, here, known) in [("left", left, d.edges.west), ("right", right, d.edges.east)] {
            if here.is_some() != known {
                let message = if known {
                    format!("this row has no `|` at the {side}, where the others have one")
                } else {
                    format!("`|` at the {side}, where the rows above have none")
                };
                let found = edge_finding(here.unwrap_or(cells), &message);
                cx.diags.push(match mend_side(self.all, side == "left") {
                    Some(fix) => found.fix(fix),
                    None => found,
                });
                return None;
            }
        }
        if text.len() != d.cols {
            let columns = text.chars().count();
            let message = format!("this row has {columns} columns, the first one {}", d.cols);
            cx.diags.push(
                Diagnostic::error(codes::UNEVEN_ROWS, cells, message)
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
        Some(())
    }

    /// What the first row of elements settles: the edges at its sides, and with its width
    /// whether the upper edge has the right one.
    fn first_row(
        &mut self,
        cx: &mut Context<'_>,
        left: Option<Span>,
        right: Option<Span>,
    ) -> Option<()> {
        let d = &mut self.diagram;
        let sides = [("left", left, &mut d.edges.west), ("right", right, &mut d.edges.east)];
        for (side, here, known) in sides {
            let Some(span) = here else { continue };
            if !*known && self.top.is_some() {
                let message = format!("`|` at the {side}, but the top edge has no `+` there");
                return edge_error(cx, span, &message);
            }
            *known = true;
        }
        if let Some(bar) = self.top {
            let dashes = dashes(cx.text(bar));
            if dashes != d.cols {
                // The edge is drawn all the same.
                let found = width_finding(cx, Severity::Warning, bar, d.cols);
                cx.diags.push(found);
            }
        }
        Some(())
    }
}

/// The number of `-` in a row that draws an edge.
fn dashes(bar: &str) -> usize {
    bar.bytes().filter(|&b| b == b'-').count()
}

fn edge_error<T>(cx: &mut Context<'_>, span: Span, message: &str) -> Option<T> {
    cx.diags.push(edge_finding(span, message));
    None
}

fn edge_finding(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::INCONSISTENT_EDGES, span, message)
        .note("draw an edge along a whole side: `|` in every row, `-` under or over every column, `+` in the corner")
}

/// The edge at the left or the right of all rows, or of none, as most of them have it.
fn mend_side(rows: &[&Row], left: bool) -> Option<Fix> {
    let sides = rows.iter().filter_map(|row| match row {
        Row::Cells { left: bar, cells, .. } if left => Some((*bar, cells.sub(0, 0))),
        Row::Cells { right: bar, cells, .. } => Some((*bar, Span { start: cells.end, ..*cells })),
        Row::Edge { .. } => None,
    });
    let sides: Vec<(Option<Span>, Span)> = sides.collect();
    let drawn = sides.iter().filter(|(bar, _)| bar.is_some()).count();
    match (2 * drawn).cmp(&sides.len()) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => {
            let missing = sides.iter().filter(|(bar, _)| bar.is_none());
            Some(missing.fold(Fix::risky("add `|`"), |fix, (_, at)| fix.insert(*at, at.start, "|")))
        }
        std::cmp::Ordering::Less => {
            let bars = sides.iter().filter_map(|(bar, _)| *bar);
            Some(bars.fold(Fix::risky("remove the `|`"), Fix::remove))
        }
    }
}

fn width_finding(cx: &Context<'_>, severity: Severity, bar: Span, cols: usize) -> Diagnostic {
    let text = cx.text(bar);
    let corner = |drawn: bool| if drawn { "+" } else { "" };
    let west = text.starts_with('+');
    let east = text.len() > 1 && text.ends_with('+');
    let meant = format!("{}{}{}", corner(west), "-".repeat(cols), corner(east));
    let message = format!("an edge of {} columns on a diagram of {cols}", dashes(text));
    Diagnostic::new(severity, codes::EDGE_WIDTH, bar, message)
        .note(format!("write `{meant}`"))
        .fix(Fix::rename(bar, &meant))
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
        let found = Diagnostic::error(
            codes::ILLEGAL_ELEMENT,
            span,
            format!("`{ch}` is no diagram element"),
        );
        let found = if "WwBb#@".contains(ch) {
            found.note("stones have no colours: `O` are those of the side that the pattern is for, `X` the opponent's")
        } else {
            found
        };
        found.note("elements: `.` `O` `X` `o` `x` `?` `*` `,` `!` `Q` `Y`; labels belong into the constraint diagram, below the colon line")
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

/// Outer `None`: an error, reported. Inner `None`: the corner of the board is the anchor.
fn find_anchor(cx: &mut Context<'_>, d: &Diagram) -> Option<Option<usize>> {
    match cx.spec.kind {
        Kind::Corner => shows_corner(cx, d).then_some(None),
        Kind::FullBoard => shows_board(cx, d).then_some(None),
        _ => find_anchor_stone(cx, d).map(Some),
    }
}

/// Whether the diagram shows one corner of the board; reports it if not.
fn shows_corner(cx: &mut Context<'_>, d: &Diagram) -> bool {
    let is_corner = d.edges.count() == 2 && d.edges.north != d.edges.south;
    if !is_corner {
        cx.diags.push(
            Diagnostic::error(
                codes::NOT_A_CORNER,
                d.span,
                "a corner pattern draws exactly two adjacent edges",
            )
            .label("this one does not show one corner of the board"),
        );
    }
    is_corner
}

/// Whether the diagram shows a whole board; reports it if not.
fn shows_board(cx: &mut Context<'_>, d: &Diagram) -> bool {
    let is_board = d.edges.count() == 4 && d.rows == d.cols;
    if !is_board {
        let drawn = format!("{} rows, {} columns, {} edges", d.rows, d.cols, d.edges.count());
        cx.diags.push(
            Diagnostic::error(
                codes::NOT_A_FULL_BOARD,
                d.span,
                "a full-board pattern draws a square board with its four edges",
            )
            .label(drawn),
        );
    }
    is_board
}

/// The cell of the stone from which a matcher starts (docs/pattern-language.md, "Move and
/// anchor"); `None` after an error.
fn find_anchor_stone(cx: &mut Context<'_>, d: &Diagram) -> Option<usize> {
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
                Diagnostic::warning(
                    codes::WRONG_ANCHOR_COLOR,
                    d.spans[i],
                    format!("`{}` marks an anchor where this database has none", symbol.to_char()),
                )
                .label("is a stone like any other")
                .note(format!("only the other colour can be an anchor here; write `{colour}`")),
            );
            continue;
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
    }
    anchor
}
