//! What stands where in a file: the words of its syntax tree with their kinds, and the one at a place.

use std::ops::Range;

use mkpat_rt::helper::Helper;

use crate::language::ir::{Database, Pattern};
use crate::language::load::Lowered;
use crate::language::lower::is_label;
use crate::language::syntax::ast::{
    Colon, Expr, ExprKind, File, Head, Item, LineKind, PatternNode, Row, Stmt, StmtKind,
};
use crate::source::{FileId, Sources, Span};

use super::project::Project;

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `Pattern`, or the name of a directive.
    Keyword,
    /// The name on a `Pattern` line.
    Name,
    /// What a directive says.
    Argument,
    /// An element of a diagram, by its column and row there.
    Element(char),
    /// A board edge.
    Edge,
    /// A label, where it is put and where it is used.
    Label(char),
    /// `*` or `?` as an argument.
    Move(char),
    /// The symmetry code.
    Symmetry,
    /// A class letter.
    Class(char),
    /// The name of a value.
    Value,
    /// The helper of a colon line.
    HandHelper,
    /// An autohelper, or what is called as one.
    Helper,
    /// A name without parentheses.
    Constant,
    /// A number.
    Number,
    /// A comment, or text behind a row.
    Comment,
}

/// A word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word {
    /// Where.
    pub(super) span: Span,
    /// What.
    pub(super) kind: Kind,
}

/// The words of a whole file, in order.
pub(super) fn of_file(sources: &Sources, file: &File) -> Vec<Word> {
    let mut out = Vec::new();
    let mut next = 0;
    for item in &file.items {
        if let Item::Pattern(node) = item {
            outside(sources, file, next..node.lines.start, &mut out);
            out.extend(of_pattern(sources, file, node));
            next = node.lines.end;
        }
    }
    outside(sources, file, next..file.lines.len(), &mut out);
    out
}

/// The words of lines that are in no pattern.
fn outside(sources: &Sources, file: &File, lines: Range<usize>, out: &mut Vec<Word>) {
    for line in file.lines.get(lines).unwrap_or(&[]) {
        simple(sources, &line.kind, out);
    }
}

/// The words of a pattern, in order.
pub(super) fn of_pattern(sources: &Sources, file: &File, node: &PatternNode) -> Vec<Word> {
    let mut out = Vec::new();
    for (index, line) in file.lines[node.lines.clone()].iter().enumerate() {
        let index = index + node.lines.start;
        match &line.kind {
            LineKind::Row(row) => self::row(sources, row, node.labels.contains(&index), &mut out),
            kind => simple(sources, kind, &mut out),
        }
    }
    if let Some(tree) = node.constraint.as_ref().and_then(|code| code.tree.as_ref()) {
        expr(tree, &mut out);
    }
    for stmt in node.action.iter().filter_map(|code| code.tree.as_ref()).flatten() {
        statement(stmt, &mut out);
    }
    out.sort_by_key(|word| word.span.start);
    out
}

fn simple(sources: &Sources, kind: &LineKind, out: &mut Vec<Word>) {
    let mut push = |span: Span, kind: Kind| out.push(Word { span, kind });
    match kind {
        LineKind::Comment(span) => push(*span, Kind::Comment),
        LineKind::Directive(directive) => {
            push(directive.keyword, Kind::Keyword);
            directive.argument.iter().for_each(|&span| push(span, Kind::Argument));
        }
        LineKind::Head(Head { keyword, name, rest }) => {
            push(*keyword, Kind::Keyword);
            push(*name, Kind::Name);
            rest.iter().for_each(|&span| push(span, Kind::Comment));
        }
        LineKind::Colon(colon) => self::colon(sources, colon, out),
        _ => {}
    }
}

fn colon(sources: &Sources, colon: &Colon, out: &mut Vec<Word>) {
    let mut push = |span: Span, kind: Kind| out.push(Word { span, kind });
    colon.symmetry.iter().for_each(|&span| push(span, Kind::Symmetry));
    if let Some(class) = colon.class {
        let letters = sources.text(class).char_indices().filter(|(_, ch)| !ch.is_whitespace());
        letters.for_each(|(at, ch)| push(class.sub(at, ch.len_utf8()), Kind::Class(ch)));
    }
    for value in &colon.values {
        push(value.name, Kind::Value);
        if let Some(argument) = value.argument {
            let text = sources.text(argument);
            let lead = text.len() - text.trim_start().len();
            let span = argument.sub(lead, text.trim().len());
            let mut chars = text.trim().chars();
            let kind = match (chars.next(), chars.next()) {
                (Some(ch), None) if is_label(ch) => Kind::Label(ch),
                _ => Kind::Number,
            };
            push(span, kind);
        }
    }
    colon.helper.iter().for_each(|&span| push(span, Kind::HandHelper));
    colon.rest.iter().for_each(|&span| push(span, Kind::Comment));
}

fn row(sources: &Sources, row: &Row, labels: bool, out: &mut Vec<Word>) {
    let mut push = |span: Span, kind: Kind| out.push(Word { span, kind });
    match row {
        Row::Edge { bar, side } => {
            push(*bar, Kind::Edge);
            side.iter().for_each(|&span| push(span, Kind::Comment));
        }
        Row::Cells { left, cells, right, side } => {
            left.iter().for_each(|&span| push(span, Kind::Edge));
            for (at, ch) in sources.text(*cells).char_indices() {
                let kind = if labels && is_label(ch) { Kind::Label(ch) } else { Kind::Element(ch) };
                push(cells.sub(at, ch.len_utf8()), kind);
            }
            right.iter().for_each(|&span| push(span, Kind::Edge));
            side.iter().for_each(|&span| push(span, Kind::Comment));
        }
    }
}

fn expr(e: &Expr, out: &mut Vec<Word>) {
    match &e.kind {
        ExprKind::Number(_) => out.push(Word { span: e.span, kind: Kind::Number }),
        ExprKind::Name(_) => out.push(Word { span: e.span, kind: Kind::Constant }),
        ExprKind::Call(call) => {
            out.push(Word { span: call.name_span, kind: Kind::Helper });
            for arg in &call.args {
                let kind = if is_label(arg.ch) { Kind::Label(arg.ch) } else { Kind::Move(arg.ch) };
                out.push(Word { span: arg.span, kind });
            }
        }
        ExprKind::Not(a) | ExprKind::Neg(a) | ExprKind::Paren(a) => expr(a, out),
        ExprKind::Binary(_, a, b) => {
            expr(a, out);
            expr(b, out);
        }
        ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, out)),
    }
}

fn statement(stmt: &Stmt, out: &mut Vec<Word>) {
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::Return(e) => expr(e, out),
        StmtKind::If(c, a, b) => {
            expr(c, out);
            statement(a, out);
            b.iter().for_each(|stmt| statement(stmt, out));
        }
        StmtKind::Block(body) => body.iter().for_each(|stmt| statement(stmt, out)),
    }
}

/// A file of a pattern database, as features look at it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Its project.
    pub(super) project: &'a Project,
    /// Its tree.
    pub(super) file: &'a File,
    /// The number of its database.
    pub(super) database: usize,
}

impl<'a> Place<'a> {
    /// The place of a file; `None` if its database has no patterns.
    pub(super) fn new(project: &'a Project, id: FileId) -> Option<Place<'a>> {
        let database = project.database_of(id)?;
        let shown = project.shown(id);
        let trees = &project.unit(database).trees;
        let file = trees.iter().find(|tree| project.shown(tree.id) == shown)?;
        Some(Place { project, file, database })
    }

    /// The sources.
    pub(super) fn sources(&self) -> &'a Sources {
        self.project.sources()
    }

    /// The text of the file.
    pub(super) fn text(&self) -> &'a str {
        &self.sources().file(self.file.id).text
    }

    /// The typed form of the database.
    pub(super) fn typed(&self) -> Option<&'a Database> {
        match &self.project.unit(self.database).database {
            Lowered::Patterns(database) => Some(database),
            _ => None,
        }
    }

    /// All patterns of the file.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = &'a PatternNode> + use<'a> {
        self.file.items.iter().filter_map(|item| match item {
            Item::Pattern(node) => Some(&**node),
            Item::Directive(_) => None,
        })
    }

    /// The number of the line with a byte.
    pub(super) fn line(&self, byte: usize) -> usize {
        let after = self.file.lines.partition_point(|line| line.span.start as usize <= byte);
        after.saturating_sub(1)
    }

    /// The pattern around a byte; comments above its `Pattern` line belong to it.
    pub(super) fn node(&self, byte: usize) -> Option<&'a PatternNode> {
        let line = self.line(byte);
        let own = |node: &&PatternNode| {
            let first = node.comments.first().map_or(node.head, |&first| first.min(node.head));
            (first..node.lines.end).contains(&line)
        };
        self.nodes().find(own)
    }

    /// The name of a pattern.
    pub(super) fn name(&self, node: &PatternNode) -> Option<(Span, &'a str)> {
        let LineKind::Head(head) = &self.file.lines[node.head].kind else { return None };
        Some((head.name, self.sources().text(head.name)))
    }

    /// The typed form of a pattern, if it has no errors.
    pub(super) fn pattern(&self, node: &PatternNode) -> Option<&'a Pattern> {
        let (span, _) = self.name(node)?;
        self.typed()?.patterns.iter().find(|pattern| pattern.name_span == span)
    }

    /// The whole text of a pattern as a span.
    pub(super) fn span(&self, node: &PatternNode) -> Span {
        let lines = &self.file.lines[node.lines.clone()];
        let (first, last) = (lines.first(), lines.last());
        match (first, last) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::new(self.file.id, 0, 0),
        }
    }

    /// The word at a byte, or the one that ends there.
    pub(super) fn word(&self, byte: usize) -> Option<Word> {
        let words = match self.node(byte) {
            Some(node) => of_pattern(self.sources(), self.file, node),
            None => {
                let (line, mut out) = (self.line(byte), Vec::new());
                outside(self.sources(), self.file, line..line + 1, &mut out);
                out
            }
        };
        let at = |word: &&Word| word.span.range().contains(&byte);
        let ends = |word: &&Word| word.span.range().end == byte && !word.span.is_empty();
        words.iter().find(at).or_else(|| words.iter().find(ends)).copied()
    }

    /// The autohelper of a word.
    pub(super) fn helper(&self, word: Word) -> Option<Helper> {
        let named = matches!(word.kind, Kind::Helper | Kind::Constant);
        named.then(|| Helper::from_name(self.sources().text(word.span)))?
    }
}
