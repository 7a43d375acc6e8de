//! One pattern as run-time data.

use mkpat_rt::db::{Anchor, Attr, AttrValue, Element, ElementKind, Pattern};
use mkpat_rt::expr::Malformed;
use mkpat_rt::geom::Offset;

use super::program;
use crate::language::ir;
use crate::language::ir::pattern::AttributeValue;

/// The run-time form of a pattern of the `file`-th source of its database.
///
/// # Errors
///
/// If its constraint or action is longer than a program can be.
pub fn compile_pattern(p: &ir::Pattern, file: usize) -> Result<Pattern, Malformed> {
    let d = &p.diagram;
    let t = p.orientation;
    // Offsets count from the anchor; in corner patterns from the corner, which
    // is the upper left one after the orientation has been applied; in full-board
    // patterns from the upper left one as drawn.
    let corner_cell = match (d.edges.south, d.edges.east) {
        _ if d.edges.count() == 4 => 0,
        (false, false) => 0,
        (false, true) => d.cols - 1,
        (true, false) => (d.rows - 1) * d.cols,
        (true, true) => d.rows * d.cols - 1,
    };
    let base = p.anchor.unwrap_or(corner_cell);
    let at = |cell: usize| t.apply(d.offset(base, cell));
    let anchor = match p.anchor.and_then(|cell| d.cells[cell].element()) {
        Some(ElementKind::X) => Anchor::X,
        Some(_) => Anchor::O,
        None => Anchor::Corner,
    };
    let elements = d
        .cells
        .iter()
        .enumerate()
        .filter_map(|(cell, symbol)| Some(Element { at: at(cell), kind: symbol.element()? }))
        .collect();
    let (a, b) = (at(0), at(d.cells.len() - 1));
    let attrs = p
        .attrs
        .iter()
        .map(|attr| Attr {
            kind: attr.kind,
            value: match attr.value {
                AttributeValue::Number(x) => AttrValue::Number(x),
                AttributeValue::Label(_, cell) => AttrValue::Label(p.offset(p.origin(), cell)),
            },
        })
        .collect();
    Ok(Pattern {
        name: p.name.clone(),
        file: file as u16,
        line: p.line,
        symmetry: p.symmetry,
        class: p.class,
        attrs,
        helper: p.helper.as_ref().map(|(name, _)| name.clone()),
        anchor,
        elements,
        min: Offset::new(a.dr.min(b.dr), a.dc.min(b.dc)),
        max: Offset::new(a.dr.max(b.dr), a.dc.max(b.dc)),
        edges: d.edges.turned(t),
        mv: p.mv.map(at),
        constraint: p.constraint.as_ref().map(program::constraint).transpose()?,
        cost: p.constraint.as_ref().map_or(0.0, ir::Expr::cost),
        action: p.action.as_ref().map(program::action).transpose()?,
    })
}
