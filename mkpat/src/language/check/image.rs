//! Patterns under the eight transformations: what they look like, and a form of
//! their code in which order does not matter where it has no meaning.

use std::fmt::Write as _;

use mkpat_rt::colon_line::Edges;
use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::{Helper, Signature};

use crate::language::ir::Pattern;
use crate::language::ir::expr::{Call, Expr, ExprKind, Stmt};
use crate::language::ir::pattern::{AttributeValue, Diagram, Symbol};

/// A diagram after a transformation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Image {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) edges: Edges,
    /// Characters row by row, `Q` and `Y` as `O` and `X`.
    pub(super) cells: Vec<char>,
    /// Where each cell of the drawing went.
    pub(super) place: Vec<usize>,
}

/// Character of a symbol for comparison: an anchor mark is no difference.
pub(super) fn plain(symbol: Symbol) -> char {
    symbol.element().map_or('?', |kind| kind.symbol())
}

impl Image {
    pub(super) fn new(d: &Diagram, t: Transform) -> Image {
        let moves = Moves::new(d, t);
        let place: Vec<usize> = (0..d.cells.len()).map(|cell| moves.place(cell)).collect();
        let mut cells = vec!['?'; d.cells.len()];
        for (index, &to) in place.iter().enumerate() {
            cells[to] = plain(d.cells[index]);
        }
        Image { rows: moves.rows, cols: moves.cols, edges: d.edges.turned(t), cells, place }
    }
}

/// Where a transformation moves the cells of a diagram.
struct Moves {
    rows: usize,
    cols: usize,
    /// Columns of the drawing.
    width: usize,
    /// Place of the first cell, and how far one row and one column further down the
    /// drawing is from it.
    first: isize,
    down: isize,
    right: isize,
}

impl Moves {
    fn new(d: &Diagram, t: Transform) -> Moves {
        let (down, right) = (t.apply(Offset::new(1, 0)), t.apply(Offset::new(0, 1)));
        let turned = down.dr == 0;
        let (rows, cols) = if turned { (d.cols, d.rows) } else { (d.rows, d.cols) };
        let step = |o: Offset| isize::from(o.dr) * cols as isize + isize::from(o.dc);
        // Where rows or columns are reversed, the first cell comes to lie in the last one.
        let back = |a: i8, b: i8, len: usize| if a + b < 0 { len as isize - 1 } else { 0 };
        let first = back(down.dr, right.dr, rows) * cols as isize + back(down.dc, right.dc, cols);
        Moves { rows, cols, width: d.cols.max(1), first, down: step(down), right: step(right) }
    }

    fn place(&self, cell: usize) -> usize {
        let (row, col) = ((cell / self.width) as isize, (cell % self.width) as isize);
        (self.first + row * self.down + col * self.right) as usize
    }
}

/// For each transformation the place of every cell, if the diagram looks the
/// same after it.
pub(super) fn invariants(d: &Diagram) -> [Option<Vec<usize>>; 8] {
    Transform::ALL.map(|t| {
        let moves = Moves::new(d, t);
        let alike = |cell: usize| plain(d.cells[moves.place(cell)]) == plain(d.cells[cell]);
        let cells = 0..d.cells.len();
        let same = (moves.rows, moves.cols) == (d.rows, d.cols)
            && d.edges.turned(t) == d.edges
            && cells.clone().all(alike);
        same.then(|| cells.map(|cell| moves.place(cell)).collect())
    })
}

/// The cells of explicit anchors (`Q` and `Y`): they tell which stone a match is
/// about, or was meant to be.
pub(super) fn marked_anchors(p: &Pattern) -> impl Iterator<Item = usize> + '_ {
    let is_mark = |symbol: &Symbol| matches!(symbol, Symbol::AnchorO | Symbol::AnchorX);
    (0..p.diagram.cells.len()).filter(move |&cell| is_mark(&p.diagram.cells[cell]))
}

/// How exactly calls are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// The order of arguments matters where it can have a meaning.
    Strict,
    /// The order never matters: the same vertices are named.
    Loose,
}

/// Everything about a pattern that speaks of vertices, besides its diagram, with
/// every cell replaced by its place in an image.
pub(super) fn code(p: &Pattern, place: &[usize], order: Order) -> String {
    let view = View { p, place: Some(place), order };
    let mut out = String::new();
    if let Some(constraint) = &p.constraint {
        view.expr(constraint, &mut out);
    }
    out.push('|');
    if let Some(action) = &p.action {
        view.body(&action.body, &mut out);
    }
    out.push('|');
    let labels = p.attrs.iter().filter_map(|attr| match attr.value {
        AttributeValue::Label(_, cell) => Some((attr.kind.name(), view.place(cell)?)),
        AttributeValue::Number(_) => None,
    });
    let mut labels: Vec<(&str, usize)> = labels.collect();
    labels.sort_unstable();
    for (name, place) in labels {
        out.push_str(name);
        push_place(&mut out, Some(place));
    }
    out
}

/// The cell that an argument names.
pub(super) fn cell(p: &Pattern, ch: char) -> Option<usize> {
    match ch {
        '*' => p.mv,
        '?' => None,
        _ => p.labels.get(&ch)?.cells.first().copied(),
    }
}

/// An expression as text, as [`code`] writes it, in the drawn orientation. For
/// comparison only, not for messages.
pub(super) fn expr(p: &Pattern, e: &Expr) -> String {
    let mut out = String::new();
    View { p, place: None, order: Order::Strict }.expr(e, &mut out);
    out
}

/// An expression as text, every cell replaced by its place.
pub(super) fn expr_at(p: &Pattern, place: &[usize], order: Order, e: &Expr) -> String {
    let mut out = String::new();
    View { p, place: Some(place), order }.expr(e, &mut out);
    out
}

/// What an argument stands for: the place of a vertex; `None` for `?`.
pub(super) type Vertex = Option<usize>;

/// The vertex that a letter stands for, as [`expr`] sees it.
pub(super) fn vertex(p: &Pattern, ch: char) -> Vertex {
    View { p, place: None, order: Order::Strict }.vertex(ch)
}

/// The vertex that a letter stands for, as [`expr_at`] sees it.
pub(super) fn vertex_at(p: &Pattern, place: &[usize], ch: char) -> Vertex {
    View { p, place: Some(place), order: Order::Strict }.vertex(ch)
}

/// Writes a vertex as one character: these texts are compared often, and never shown.
fn push_place(out: &mut String, place: Vertex) {
    const FIRST: u32 = 0x100;
    // Every cell has a character of its own, as there are far fewer cells than characters;
    // a pass is `?`.
    let code = place.and_then(|place| u32::try_from(place).ok()?.checked_add(FIRST));
    out.push(code.and_then(char::from_u32).unwrap_or('?'));
}

/// A pattern under a transformation.
struct View<'a> {
    p: &'a Pattern,
    /// Where each cell goes; `None`: it stays.
    place: Option<&'a [usize]>,
    order: Order,
}

impl View<'_> {
    fn place(&self, cell: usize) -> Option<usize> {
        self.place.map_or(Some(cell), |place| place.get(cell).copied())
    }

    fn body(&self, stmts: &[Stmt], out: &mut String) {
        let write = |stmt: &Stmt, out: &mut String| match stmt {
            Stmt::Call(e) => self.expr(e, out),
            Stmt::Return(e) => {
                out.push_str("return ");
                self.expr(e, out);
            }
            Stmt::If(c, a, b) => {
                out.push_str("if ");
                self.expr(c, out);
                out.push('{');
                self.body(a, out);
                out.push_str("}{");
                self.body(b, out);
                out.push('}');
            }
        };
        let sort = !stmts.iter().any(|stmt| matches!(stmt, Stmt::Return(_)));
        list(stmts, sort, ";", out, write);
    }

    /// Operands of `&&`, `||` and `+` are sorted.
    fn expr(&self, e: &Expr, out: &mut String) {
        let pair = |a: &Expr, op: &str, b: &Expr, out: &mut String| {
            out.push('(');
            self.expr(a, out);
            out.push_str(op);
            self.expr(b, out);
            out.push(')');
        };
        let chain = |op: &str, out: &mut String| {
            let mut operands = Vec::new();
            flatten(e, &e.kind, &mut operands);
            out.push('(');
            list(&operands, true, op, out, |e, out| self.expr(e, out));
            out.push(')');
        };
        match &e.kind {
            ExprKind::Number(x) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{x}");
            }
            ExprKind::Call(call) => self.call(call, out),
            ExprKind::Not(a) => {
                out.push('!');
                self.expr(a, out);
            }
            ExprKind::Neg(a) => {
                out.push('-');
                self.expr(a, out);
            }
            ExprKind::And(..) => chain("&&", out),
            ExprKind::Or(..) => chain("||", out),
            ExprKind::Add(..) => chain("+", out),
            ExprKind::Sub(a, b) => pair(a, "-", b, out),
            ExprKind::Cmp(cmp, a, b) => pair(a, cmp.symbol(), b, out),
            ExprKind::Cond(c, a, b) => {
                pair(c, "?", a, out);
                out.push(':');
                self.expr(b, out);
            }
        }
    }

    fn call(&self, call: &Call, out: &mut String) {
        let info = call.helper.info();
        let unordered = match info.signature {
            Signature::Some => call.args.len(),
            Signature::Fixed(_) if is_symmetric(call.helper) => call.args.len(),
            _ if self.order == Order::Loose => call.args.len(),
            // The last two arguments: the targets.
            Signature::Play(targets) if targets.len() == 2 => 2,
            _ => 0,
        };
        out.push_str(info.name);
        out.push('(');
        let (fixed, free) = call.args.split_at(call.args.len().saturating_sub(unordered));
        for arg in fixed {
            push_place(out, self.vertex(arg.ch));
        }
        match free {
            [] => {}
            [arg] => push_place(out, self.vertex(arg.ch)),
            _ => {
                let mut places: Vec<Vertex> = free.iter().map(|arg| self.vertex(arg.ch)).collect();
                places.sort_unstable();
                places.into_iter().for_each(|place| push_place(out, place));
            }
        }
        out.push(')');
    }

    /// A letter on the stones of a string stands for all of them.
    fn vertex(&self, ch: char) -> Vertex {
        let cells = match self.p.labels.get(&ch) {
            Some(label) => label.cells.as_slice(),
            None => self.p.mv.as_slice(),
        };
        let stone = |cell: &usize| {
            let element = self.p.diagram.cells.get(*cell).and_then(|symbol| symbol.element());
            matches!(element, Some(ElementKind::O | ElementKind::X))
        };
        match (ch, cells) {
            ('?', _) | (_, []) => None,
            (_, [first, ..]) if !stone(first) => self.place(*first),
            _ => cells.iter().filter_map(|&cell| self.place(cell)).min(),
        }
    }
}

/// Appends what `write` makes of the items, perhaps in the order of these texts, with
/// `between` between them.
fn list<T>(
    items: &[T],
    sort: bool,
    between: &str,
    out: &mut String,
    mut write: impl FnMut(&T, &mut String),
) {
    let start = out.len();
    let mut ranges = Vec::with_capacity(items.len());
    for item in items {
        let from = out.len();
        write(item, out);
        ranges.push(from - start..out.len() - start);
    }
    let texts = out.split_off(start);
    if sort {
        ranges.sort_by(|a, b| texts[a.clone()].cmp(&texts[b.clone()]));
    }
    for (index, range) in ranges.into_iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        out.push_str(&texts[range]);
    }
}

/// The operands of a chain of one of the operators `&&`, `||`, `+`.
pub(super) fn flatten<'a>(e: &'a Expr, chain: &ExprKind, out: &mut Vec<&'a Expr>) {
    match (&e.kind, chain) {
        (ExprKind::And(a, b), ExprKind::And(..))
        | (ExprKind::Or(a, b), ExprKind::Or(..))
        | (ExprKind::Add(a, b), ExprKind::Add(..)) => {
            flatten(a, chain, out);
            flatten(b, chain, out);
        }
        _ => out.push(e),
    }
}

/// Whether the order of the arguments has no meaning.
pub(super) fn is_symmetric(helper: Helper) -> bool {
    matches!(
        helper,
        Helper::same_string
            | Helper::same_dragon
            | Helper::disconnect_helper
            | Helper::add_connect_move
            | Helper::add_cut_move
            | Helper::test_attack_either_move
            | Helper::add_defend_both_move
            | Helper::amalgamate
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(rows: usize, cols: usize, text: &str) -> Diagram {
        let cells: Vec<Symbol> = text.chars().filter_map(Symbol::from_char).collect();
        Diagram {
            rows,
            cols,
            spans: vec![Default::default(); cells.len()],
            cells,
            edges: Edges { north: true, ..Edges::default() },
            span: Default::default(),
        }
    }

    #[test]
    fn cells_move_as_offsets_from_the_centre_do() {
        let d = diagram(3, 3, ".........");
        for t in Transform::ALL {
            let image = Image::new(&d, t);
            for (cell, &to) in image.place.iter().enumerate() {
                let o = t.apply(Offset::new(cell as i8 / 3 - 1, cell as i8 % 3 - 1));
                assert_eq!(to as i8, (o.dr + 1) * 3 + o.dc + 1, "{t:?}");
            }
        }
    }

    #[test]
    fn oblong_diagrams_and_edges_turn() {
        let image = Image::new(&diagram(2, 3, "OX..*x"), Transform::ALL[1]);
        assert_eq!((image.rows, image.cols), (3, 2));
        assert_eq!(image.cells.iter().collect::<String>(), ".O*Xx.");
        assert!(image.edges.east && image.edges.count() == 1);
    }
}
