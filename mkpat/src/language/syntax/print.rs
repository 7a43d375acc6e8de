//! Tree → text: a whole file byte for byte, expressions in canonical form, and
//! [`PatternText`], from which programs that make patterns get their text.

use std::fmt;

use super::ast::{BinOp, Expr, ExprKind, File, LineKind, Row, Stmt, StmtKind};
use crate::source::{Sources, Span};

/// The text of a file, byte for byte, from the spans of its lines.
pub fn file(sources: &Sources, file: &File) -> String {
    edited(sources, file, |_| None)
}

/// The text of a file with some lines replaced: `edit` gives the new text of the
/// line with this index, line end included, or `None` to keep it.
pub fn edited(
    sources: &Sources,
    file: &File,
    mut edit: impl FnMut(usize) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(sources.file(file.id).text.len());
    for (index, line) in file.lines.iter().enumerate() {
        match edit(index) {
            Some(text) => out.push_str(&text),
            None => out.push_str(sources.text(line.span)),
        }
    }
    out
}

/// The tree of a file for people, one line per node.
pub fn tree(sources: &Sources, file: &File) -> String {
    use fmt::Write as _;

    use super::ast::Item;
    let mut out = String::new();
    let text = |span: Span| sources.text(span);
    let row = |row: &Row| match row {
        Row::Edge { bar, .. } => text(*bar).to_string(),
        Row::Cells { left, cells, right, .. } => format!(
            "{}{}{}",
            if left.is_some() { "|" } else { "" },
            text(*cells),
            if right.is_some() { "|" } else { "" }
        ),
    };
    // Writing to a string cannot fail.
    let mut line = |indent: usize, what: String| {
        let _ = writeln!(out, "{:indent$}{what}", "");
    };
    for item in &file.items {
        let node = match item {
            Item::Directive(index) => {
                if let LineKind::Directive(d) = &file.lines[*index].kind {
                    line(0, format!("{} {}", text(d.keyword), d.argument.map_or("", text)));
                }
                continue;
            }
            Item::Pattern(node) => node,
        };
        if let LineKind::Head(head) = &file.lines[node.head].kind {
            let broken = if node.broken { " (broken)" } else { "" };
            line(0, format!("pattern {}{broken}", text(head.name)));
        }
        for &index in &node.comments {
            line(2, format!("idea {:?}", text(file.lines[index].span).trim_end()));
        }
        for (name, range) in [("diagram", &node.diagram), ("labels", &node.labels)] {
            for index in range.clone() {
                if let LineKind::Row(r) = &file.lines[index].kind {
                    line(2, format!("{name} {}", row(r)));
                    let (Row::Edge { side, .. } | Row::Cells { side, .. }) = r;
                    if let Some(side) = side {
                        line(4, format!("side {:?}", text(*side)));
                    }
                }
            }
            if name == "diagram"
                && let Some(index) = node.colon
                && let LineKind::Colon(colon) = &file.lines[index].kind
            {
                line(2, format!("symmetry {:?}", colon.symmetry.map_or("", text)));
                line(2, format!("class {:?}", colon.class.map_or("", text)));
                for value in &colon.values {
                    let argument = value.argument.map_or("nothing", text);
                    line(2, format!("value {:?} of {argument}", text(value.name)));
                }
                if let Some(helper) = colon.helper {
                    line(2, format!("helper {:?}", text(helper)));
                }
            }
        }
        if let Some(code) = &node.constraint {
            line(2, format!("constraint {}", code.tree.as_ref().map_or("?".into(), expr)));
        }
        if let Some(code) = &node.action {
            line(2, "action".to_string());
            for stmt in code.tree.iter().flatten() {
                line(4, statement(stmt));
            }
        }
    }
    out
}

/// An expression in canonical form: parentheses as in the tree, blanks around
/// `&&`, `||`, `?` and `:`.
pub fn expr(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(call) => {
            let args: Vec<String> = call.args.iter().map(|arg| arg.ch.to_string()).collect();
            format!("{}({})", call.name, args.join(","))
        }
        ExprKind::Not(inner) => format!("!{}", self::expr(inner)),
        ExprKind::Neg(inner) => format!("-{}", self::expr(inner)),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (self::expr(a), self::expr(b));
            match op {
                BinOp::Or => format!("{a} || {b}"),
                BinOp::And => format!("{a} && {b}"),
                BinOp::Cmp(cmp) => format!("{a}{}{b}", cmp.symbol()),
                BinOp::Add => format!("{a} + {b}"),
                BinOp::Sub => format!("{a} - {b}"),
            }
        }
        ExprKind::Cond(c, a, b) => {
            format!("{} ? {} : {}", self::expr(c), self::expr(a), self::expr(b))
        }
        ExprKind::Paren(inner) => format!("({})", self::expr(inner)),
    }
}

/// A statement in canonical form, on one line.
pub fn statement(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Expr(e) => format!("{};", expr(e)),
        StmtKind::Return(e) => format!("return {};", expr(e)),
        StmtKind::If(c, then, None) => format!("if ({}) {}", expr(c), statement(then)),
        StmtKind::If(c, then, Some(other)) => {
            format!("if ({}) {} else {}", expr(c), statement(then), statement(other))
        }
        StmtKind::Block(body) => {
            let body: Vec<String> = body.iter().map(statement).collect();
            format!("{{ {} }}", body.join(" "))
        }
    }
}

/// A pattern to be written. [`fmt::Display`] gives its text: name, comments,
/// main diagram, colon line, constraint diagram with code, and a blank line
/// between patterns.
///
/// Nothing is checked: what does not parse is found when the text is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternText {
    /// Name.
    pub name: String,
    /// Comment lines, without `#`; white space before the text is up to the author.
    pub comments: Vec<String>,
    /// Rows of the main diagram, edges included.
    pub diagram: Vec<String>,
    /// The colon line without `:`.
    pub colon: String,
    /// Rows of the constraint diagram; empty if there is none.
    pub labels: Vec<String>,
    /// Constraint lines without `;`.
    pub constraint: Vec<String>,
    /// Action lines without `>`.
    pub action: Vec<String>,
}

impl PatternText {
    /// A pattern with this name.
    pub fn new(name: impl Into<String>) -> PatternText {
        PatternText { name: name.into(), ..PatternText::default() }
    }

    /// Sets the colon line: symmetry code, class letters (`-` if empty), values
    /// as name and argument, and helper.
    #[must_use]
    pub fn colon(
        mut self,
        symmetry: char,
        class: &str,
        values: &[(String, String)],
        helper: Option<&str>,
    ) -> PatternText {
        self.colon = format!("{symmetry},{}", if class.is_empty() { "-" } else { class });
        for (name, argument) in values {
            self.colon.push_str(&format!(",{name}({argument})"));
        }
        if let Some(helper) = helper {
            self.colon.push(',');
            self.colon.push_str(helper);
        }
        self
    }
}

impl fmt::Display for PatternText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Pattern {}", self.name)?;
        for comment in &self.comments {
            writeln!(f, "#{comment}")?;
        }
        writeln!(f)?;
        for row in &self.diagram {
            writeln!(f, "{row}")?;
        }
        writeln!(f, "\n:{}\n", self.colon)?;
        if !(self.labels.is_empty() && self.constraint.is_empty() && self.action.is_empty()) {
            for row in &self.labels {
                writeln!(f, "{row}")?;
            }
            writeln!(f)?;
            for line in &self.constraint {
                writeln!(f, ";{line}")?;
            }
            for line in &self.action {
                writeln!(f, ">{line}")?;
            }
            writeln!(f)?;
        }
        writeln!(f)
    }
}
