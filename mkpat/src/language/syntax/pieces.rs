//! Trees of single patterns → the tree of a file ([`Piece`]).

use super::ast::{
    Code, Expr, ExprKind, File, Item, Line, LineKind, PatternNode, Row, Stmt, StmtKind,
};
use super::parse::parse;
use crate::diag::Diagnostics;
use crate::language::blocks::{Moved, Piece, is_head};
use crate::source::{FileId, Sources};

impl Piece for File {
    fn empty(file: FileId) -> File {
        File { id: file, lines: Vec::new(), items: Vec::new() }
    }

    fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
        parse(sources, file, diags)
    }

    fn begins(_: &str, line: &str) -> bool {
        is_head(line)
    }

    fn append(&mut self, piece: &File, moved: Moved) {
        let above = self.comments_at_the_end();
        self.lines.reserve(piece.lines.len());
        for line in &piece.lines {
            let mut line = line.clone();
            move_line(&mut line, moved);
            self.lines.push(line);
        }
        for (index, item) in piece.items.iter().enumerate() {
            let mut item = item.clone();
            match &mut item {
                Item::Directive(line) => *line += moved.lines as usize,
                Item::Pattern(node) => {
                    let first = index == 0 && node.head == 0;
                    move_node(node, moved);
                    if first {
                        node.comments.splice(0..0, above.iter().copied());
                    }
                }
            }
            self.items.push(item);
        }
    }

    /// Lines that are none of the kinds that a database has.
    fn limited(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.kind, LineKind::Malformed)).count()
    }
}

impl File {
    /// The comments directly above what follows, if they belong to no pattern so far.
    fn comments_at_the_end(&self) -> Vec<usize> {
        let is_comment = |line: &Line| matches!(line.kind, LineKind::Comment(_));
        let count = self.lines.iter().rev().take_while(|line| is_comment(line)).count();
        let taken = match self.items.last() {
            Some(Item::Pattern(node)) => node.comments.as_slice(),
            _ => &[],
        };
        let all = self.lines.len() - count..self.lines.len();
        all.filter(|index| !taken.contains(index)).collect()
    }
}

fn move_line(line: &mut Line, moved: Moved) {
    moved.span(&mut line.span);
    let mut place = |span| moved.span(span);
    match &mut line.kind {
        LineKind::Blank | LineKind::Malformed => {}
        LineKind::Comment(span) | LineKind::Constraint(span) | LineKind::Action(span) => {
            place(span);
        }
        LineKind::Directive(directive) => {
            place(&mut directive.keyword);
            directive.argument.iter_mut().for_each(place);
        }
        LineKind::Head(head) => {
            place(&mut head.keyword);
            place(&mut head.name);
            head.rest.iter_mut().for_each(place);
        }
        LineKind::Row(Row::Edge { bar, side }) => {
            place(bar);
            side.iter_mut().for_each(place);
        }
        LineKind::Row(Row::Cells { left, cells, right, side }) => {
            place(cells);
            [left, right, side].into_iter().flatten().for_each(place);
        }
        LineKind::Colon(colon) => {
            for value in &mut colon.values {
                place(&mut value.span);
                place(&mut value.name);
                value.argument.iter_mut().for_each(&mut place);
            }
            let fields =
                [&mut colon.symmetry, &mut colon.class, &mut colon.helper, &mut colon.rest];
            fields.into_iter().flatten().for_each(place);
        }
    }
}

fn move_node(node: &mut PatternNode, moved: Moved) {
    let by = moved.lines as usize;
    node.head += by;
    for range in [&mut node.lines, &mut node.diagram, &mut node.labels] {
        // There is none.
        if range.end > 0 {
            *range = range.start + by..range.end + by;
        }
    }
    node.comments.iter_mut().chain(&mut node.colon).for_each(|line| *line += by);
    if let Some(code) = &mut node.constraint {
        move_code(code, moved);
        code.tree.iter_mut().for_each(|tree| move_expr(tree, moved));
    }
    if let Some(code) = &mut node.action {
        move_code(code, moved);
        code.tree.iter_mut().flatten().for_each(|statement| move_stmt(statement, moved));
    }
}

fn move_code<T>(code: &mut Code<T>, moved: Moved) {
    code.lines.iter_mut().for_each(|line| *line += moved.lines as usize);
    code.last_semicolon.iter_mut().for_each(|span| moved.span(span));
}

fn move_expr(expr: &mut Expr, moved: Moved) {
    moved.span(&mut expr.span);
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_) => {}
        ExprKind::Call(call) => {
            moved.span(&mut call.name_span);
            call.args.iter_mut().for_each(|arg| moved.span(&mut arg.span));
        }
        ExprKind::Not(of) | ExprKind::Neg(of) | ExprKind::Paren(of) => move_expr(of, moved),
        ExprKind::Binary(_, left, right) => {
            move_expr(left, moved);
            move_expr(right, moved);
        }
        ExprKind::Cond(condition, yes, no) => {
            [condition, yes, no].into_iter().for_each(|part| move_expr(part, moved));
        }
    }
}

fn move_stmt(statement: &mut Stmt, moved: Moved) {
    moved.span(&mut statement.span);
    match &mut statement.kind {
        StmtKind::Expr(expr) | StmtKind::Return(expr) => move_expr(expr, moved),
        StmtKind::If(condition, then, other) => {
            move_expr(condition, moved);
            move_stmt(then, moved);
            other.iter_mut().for_each(|statement| move_stmt(statement, moved));
        }
        StmtKind::Block(statements) => {
            statements.iter_mut().for_each(|statement| move_stmt(statement, moved));
        }
    }
}
