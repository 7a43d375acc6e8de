//! Patterns under the eight transformations: what they look like, and a form of
//! their code in which order does not matter where it has no meaning.

use mkpat_rt::class::Edges;
use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::helper::{Helper, Shape};

use crate::ir::Pattern;
use crate::ir::expr::{Call, Expr, ExprKind, Stmt};
use crate::ir::pattern::{AttributeValue, Diagram, Symbol};

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
        // The first cell lies in the last row or column where the way leads back.
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
    let view = View { p, place, order };
    let mut out = String::new();
    if let Some(constraint) = &p.constraint {
        out.push_str(&view.expr(constraint));
    }
    out.push('|');
    if let Some(action) = &p.action {
        out.push_str(&view.body(&action.body));
    }
    let mut values: Vec<String> = p
        .attrs
        .iter()
        .filter_map(|attr| match attr.value {
            AttributeValue::Label(_, cell) => {
                Some(format!("{}({})", attr.kind.name(), place.get(cell)?))
            }
            AttributeValue::Number(_) => None,
        })
        .collect();
    values.sort();
    out.push('|');
    out.push_str(&values.join(" "));
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

/// An expression as text, as [`code`] does, in the drawn orientation.
pub(super) fn expr(p: &Pattern, e: &Expr) -> String {
    let place: Vec<usize> = (0..p.diagram.cells.len()).collect();
    expr_at(p, &place, Order::Strict, e)
}

/// An expression as text, every cell replaced by its place.
pub(super) fn expr_at(p: &Pattern, place: &[usize], order: Order, e: &Expr) -> String {
    View { p, place, order }.expr(e)
}

/// The vertex that a letter stands for, as [`expr`] writes it.
pub(super) fn vertex(p: &Pattern, ch: char) -> String {
    let place: Vec<usize> = (0..p.diagram.cells.len()).collect();
    vertex_at(p, &place, ch)
}

/// The vertex that a letter stands for, as [`expr_at`] writes it.
pub(super) fn vertex_at(p: &Pattern, place: &[usize], ch: char) -> String {
    View { p, place, order: Order::Strict }.vertex(ch)
}

/// A pattern under a transformation.
struct View<'a> {
    p: &'a Pattern,
    place: &'a [usize],
    order: Order,
}

impl View<'_> {
    fn body(&self, stmts: &[Stmt]) -> String {
        let mut texts: Vec<String> = stmts
            .iter()
            .map(|stmt| match stmt {
                Stmt::Call(e) => self.expr(e),
                Stmt::Return(e) => format!("return {}", self.expr(e)),
                Stmt::If(c, a, b) => {
                    format!("if {} {{{}}} {{{}}}", self.expr(c), self.body(a), self.body(b))
                }
            })
            .collect();
        if !stmts.iter().any(|stmt| matches!(stmt, Stmt::Return(_))) {
            texts.sort();
        }
        texts.join(";")
    }

    /// Operands of `&&`, `||` and `+` are sorted.
    fn expr(&self, e: &Expr) -> String {
        let chain = |op: &str| {
            let mut operands = Vec::new();
            flatten(e, &e.kind, &mut operands);
            let mut texts: Vec<String> = operands.iter().map(|e| self.expr(e)).collect();
            texts.sort();
            format!("({})", texts.join(op))
        };
        match &e.kind {
            ExprKind::Number(x) => x.to_string(),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Not(a) => format!("!{}", self.expr(a)),
            ExprKind::Neg(a) => format!("-{}", self.expr(a)),
            ExprKind::And(..) => chain("&&"),
            ExprKind::Or(..) => chain("||"),
            ExprKind::Add(..) => chain("+"),
            ExprKind::Sub(a, b) => format!("({}-{})", self.expr(a), self.expr(b)),
            ExprKind::Cmp(cmp, a, b) => {
                format!("({}{}{})", self.expr(a), cmp.symbol(), self.expr(b))
            }
            ExprKind::Cond(c, a, b) => {
                format!("({}?{}:{})", self.expr(c), self.expr(a), self.expr(b))
            }
        }
    }

    fn call(&self, call: &Call) -> String {
        let mut args: Vec<String> = call.args.iter().map(|arg| self.vertex(arg.ch)).collect();
        let unordered = match call.helper.info().shape {
            Shape::Some => args.len(),
            Shape::Fixed(_) if is_symmetric(call.helper) => args.len(),
            _ if self.order == Order::Loose => args.len(),
            // The last two arguments: the targets.
            Shape::Play(targets) if targets.len() == 2 => 2,
            _ => 0,
        };
        let first = args.len().saturating_sub(unordered);
        args[first..].sort();
        format!("{}({})", call.helper.info().name, args.join(","))
    }

    /// A letter on the stones of a string stands for all of them.
    fn vertex(&self, ch: char) -> String {
        let cells = match self.p.labels.get(&ch) {
            Some(label) => label.cells.as_slice(),
            None => self.p.mv.as_slice(),
        };
        let stone = |cell: &usize| {
            let element = self.p.diagram.cells.get(*cell).and_then(|symbol| symbol.element());
            matches!(element, Some(ElementKind::O | ElementKind::X))
        };
        let place = match (ch, cells) {
            ('?', _) | (_, []) => None,
            (_, [first, ..]) if !stone(first) => self.place.get(*first).copied(),
            _ => cells.iter().filter_map(|&cell| self.place.get(cell).copied()).min(),
        };
        place.map_or("?".to_string(), |place| place.to_string())
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
