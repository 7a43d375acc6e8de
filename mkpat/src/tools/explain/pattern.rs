//! A pattern in words: diagram, class, values, constraint and action read aloud.
//!
//! From the typed form and the tables of the vocabulary; what else is known of a pattern (where it
//! is tested, what was found about it) is given by the caller. Nothing here reads files.

use std::fmt::Write as _;

use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::{HAND_HELPERS, Returns, Signature};

use super::words;
use crate::language::ir::expr::{Call, Expr, ExprKind, Stmt};
use crate::language::ir::pattern::AttributeValue;
use crate::language::ir::{Database, Pattern};

/// A pattern of `db` in words; `file` is the name of its source.
pub fn pattern(db: &Database, p: &Pattern, file: &str) -> String {
    let spec = &db.spec;
    let mut out = format!("pattern {} (database {}, {file}:{})\n", p.name, spec.name, p.line);
    for idea in &p.idea {
        let _ = writeln!(out, "  {idea}");
    }
    let _ = write!(out, "\n{}", diagram(p));
    let _ = writeln!(
        out,
        "\n{}\n",
        match p.mv {
            Some(_) => "O moves at `*`.",
            None => "It proposes no move.",
        }
    );
    let _ = writeln!(out, "When: {}", words::stage(spec.stage));
    let _ = writeln!(out, "Orientations: {}", words::symmetry(p.symmetry));
    if p.class.bits() != 0 {
        let _ = writeln!(out, "Class {}:", p.class);
        for letter in p.class.to_string().chars() {
            let _ = writeln!(out, "  {letter}: {}", words::class(letter));
        }
    }
    for attr in &p.attrs {
        let value = match attr.value {
            AttributeValue::Number(x) => x.to_string(),
            AttributeValue::Label(ch, _) => ch.to_string(),
        };
        let _ = writeln!(out, "{}({value}): {}", attr.name, words::value(attr.kind));
    }
    if let Some((helper, _)) = &p.helper {
        let doc = HAND_HELPERS.iter().find(|(name, _)| name == helper).map_or("", |(_, doc)| doc);
        let _ = writeln!(out, "helper {helper} must accept: {doc}.");
    }
    if let Some(constraint) = &p.constraint {
        let _ = write!(out, "\n{}\nIt matches only if\n", labels(p));
        out.push_str(&aloud(constraint, 1));
    }
    if let Some(action) = &p.action {
        if p.constraint.is_none() {
            let _ = write!(out, "\n{}\n", labels(p));
        }
        out.push_str("Then\n");
        out.push_str(&statements(&action.body, 1));
    }
    out
}

fn rows(cells: &[String], cols: usize, edges: mkpat_rt::colon_line::Edges) -> String {
    let side = |drawn: bool| if drawn { "|" } else { " " };
    let corner = |drawn: bool| if drawn { "+" } else { "-" };
    let line = format!("  {}{}{}\n", corner(edges.west), "-".repeat(cols), corner(edges.east));
    let mut out = if edges.north { line.clone() } else { String::new() };
    for row in cells.chunks(cols.max(1)) {
        let text = format!("  {}{}{}", side(edges.west), row.concat(), side(edges.east));
        let _ = writeln!(out, "{}", text.trim_end());
    }
    if edges.south {
        out.push_str(&line);
    }
    out
}

fn diagram(p: &Pattern) -> String {
    let cells: Vec<String> = p.diagram.cells.iter().map(|s| s.to_char().to_string()).collect();
    rows(&cells, p.diagram.cols, p.diagram.edges)
}

/// The diagram with its labels.
fn labels(p: &Pattern) -> String {
    let cells: Vec<String> = match &p.label_diagram {
        Some(d) => d.cells.iter().map(char::to_string).collect(),
        None => return String::new(),
    };
    rows(&cells, p.diagram.cols, p.diagram.edges)
}

/// A condition as lines, `depth` steps to the right.
fn aloud(e: &Expr, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let list = |parts: Vec<&Expr>, word: &str| {
        let mut out = format!("{indent}{word}\n");
        parts.iter().for_each(|p| out.push_str(&aloud(p, depth + 1)));
        out
    };
    match &e.kind {
        ExprKind::And(..) => list(operands(e, true), "all of this holds:"),
        ExprKind::Or(..) => list(operands(e, false), "some of this holds:"),
        ExprKind::Cond(c, a, b) => format!(
            "{indent}if\n{}{indent}then\n{}{indent}else\n{}",
            aloud(c, depth + 1),
            aloud(a, depth + 1),
            aloud(b, depth + 1)
        ),
        ExprKind::Not(a) if matches!(a.kind, ExprKind::And(..) | ExprKind::Or(..)) => {
            format!("{indent}it is not so that\n{}", aloud(a, depth + 1))
        }
        _ => format!("{indent}- {}\n", condition(e)),
    }
}

/// The operands of a chain of `&&` or `||`.
fn operands(e: &Expr, and: bool) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::And(a, b) if and => [operands(a, and), operands(b, and)].concat(),
        ExprKind::Or(a, b) if !and => [operands(a, and), operands(b, and)].concat(),
        _ => vec![e],
    }
}

/// A condition in one clause.
fn condition(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Not(a) => match &a.kind {
            ExprKind::Call(call) => match call.helper.info().returns {
                Returns::Bool => format!("not: {}", sentence(call)),
                Returns::Code => format!("this does not work: {}", sentence(call)),
                _ => format!("this is 0: {}", sentence(call)),
            },
            _ => format!("not: {}", condition(a)),
        },
        ExprKind::Call(call) => match call.helper.info().returns {
            Returns::Bool => sentence(call),
            Returns::Code => format!("this works, perhaps by a ko: {}", sentence(call)),
            _ => format!("this is not 0: {}", sentence(call)),
        },
        ExprKind::Cmp(cmp, a, b) => {
            let relation = match cmp {
                Cmp::Eq => "equals",
                Cmp::Ne => "does not equal",
                Cmp::Lt => "is less than",
                Cmp::Le => "is at most",
                Cmp::Gt => "is more than",
                Cmp::Ge => "is at least",
            };
            format!("{} {relation} {}", quantity(a), quantity(b))
        }
        ExprKind::And(a, b) => format!("{} and {}", quantity(a), quantity(b)),
        ExprKind::Or(a, b) => format!("{} or {}", quantity(a), quantity(b)),
        ExprKind::Cond(c, a, b) => {
            format!("{} if {}, else {}", quantity(a), quantity(c), quantity(b))
        }
        ExprKind::Number(_) | ExprKind::Neg(_) | ExprKind::Add(..) | ExprKind::Sub(..) => {
            quantity(e)
        }
    }
}

/// A number in words.
fn quantity(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Number(x) => x.to_string(),
        ExprKind::Call(call) => format!("({})", sentence(call)),
        ExprKind::Neg(a) => format!("minus {}", quantity(a)),
        ExprKind::Add(a, b) => format!("{} plus {}", quantity(a), quantity(b)),
        ExprKind::Sub(a, b) => format!("{} minus {}", quantity(a), quantity(b)),
        ExprKind::Not(_)
        | ExprKind::Cmp(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Cond(..) => format!("({})", condition(e)),
    }
}

/// What a call asks: the sentence of the vocabulary, with its arguments in place of the names of
/// the parameters. Moves that are played first are told in their order.
fn sentence(call: &Call) -> String {
    let info = call.helper.info();
    let args: Vec<String> = call.args.iter().map(|a| a.ch.to_string()).collect();
    let doc = info.doc.trim_end_matches('.');
    match info.signature {
        // "a" is a word of English, too.
        Signature::Fixed(params) if params.iter().any(|p| p.0 == "a") => {
            let named =
                params.iter().zip(&args).map(|((name, _), arg)| format!("{name} is `{arg}`"));
            format!("{doc} ({})", named.collect::<Vec<_>>().join(", "))
        }
        Signature::Fixed(params) => {
            let named = params.iter().map(|(name, _)| *name).zip(args.iter().map(String::as_str));
            replaced(doc, &named.collect::<Vec<_>>())
        }
        Signature::Play(targets) => {
            let (moves, at) = args.split_at(args.len().saturating_sub(targets.len()));
            let named = targets.iter().copied().zip(at.iter().map(String::as_str));
            let question = replaced(doc, &named.collect::<Vec<_>>());
            let question = question.split_once("; then: ").map_or(question.as_str(), |q| q.1);
            let mut side = if info.name.starts_with('x') { ["X", "O"] } else { ["O", "X"] };
            let mut played = Vec::new();
            for mv in moves {
                played.push(match mv.as_str() {
                    "?" => format!("{} passes", side[0]),
                    mv => format!("{} {mv}", side[0]),
                });
                side.swap(0, 1);
            }
            if played.is_empty() {
                return question.to_string();
            }
            format!("after {}: {question}", played.join(", "))
        }
        Signature::Some => format!("{doc} ({})", args.join(", ")),
    }
}

/// `doc` with some words replaced, all at once.
fn replaced(doc: &str, names: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let end = |word: &mut String, out: &mut String| {
        let found = names.iter().find(|(name, _)| name == word);
        match found {
            Some((_, arg)) => {
                let _ = write!(out, "`{arg}`");
            }
            None => out.push_str(word),
        }
        word.clear();
    };
    for ch in doc.chars() {
        if ch.is_alphanumeric() || ch == '_' {
            word.push(ch);
        } else {
            end(&mut word, &mut out);
            out.push(ch);
        }
    }
    end(&mut word, &mut out);
    out
}

fn statements(body: &[Stmt], depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let mut out = String::new();
    for stmt in body {
        match stmt {
            Stmt::Call(e) => {
                let text = match &e.kind {
                    ExprKind::Call(call) => sentence(call),
                    _ => condition(e),
                };
                let _ = writeln!(out, "{indent}- {text}");
            }
            Stmt::Return(e) => {
                let _ = writeln!(out, "{indent}- the result is {}", quantity(e));
            }
            Stmt::If(c, a, b) => {
                let _ = write!(out, "{indent}if\n{}", aloud(c, depth + 1));
                let _ = write!(out, "{indent}then\n{}", statements(a, depth + 1));
                if !b.is_empty() {
                    let _ = write!(out, "{indent}else\n{}", statements(b, depth + 1));
                }
            }
        }
    }
    out
}
