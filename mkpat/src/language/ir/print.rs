//! The typed form as text for people: `mkpat dump ir` and snapshots.

use std::fmt::Write as _;

use super::expr::{Action, Arg, Expr, ExprKind, Stmt};
use super::pattern::{AttributeValue, Database, Pattern};

/// A database, pattern after pattern.
pub fn database(db: &Database) -> String {
    let spec = &db.spec;
    let mut out = format!(
        "database {} kind {:?} matcher {:?} stage {} anchors {:?} attributes {}\n",
        spec.name,
        spec.kind,
        spec.matcher,
        spec.stage.name(),
        spec.anchors,
        db.attributes.name(),
    );
    for p in &db.patterns {
        out.push_str(&pattern(p));
    }
    out
}

/// One pattern. Cells are written as (row,column), rows from the top.
pub fn pattern(p: &Pattern) -> String {
    let mut out = format!("\npattern {} line {}\n", p.name, p.line);
    let place = |cell: usize| {
        let (row, col) = p.diagram.place(cell);
        format!("({row},{col})")
    };
    // Writing to a string cannot fail.
    let mut line = |text: String| {
        let _ = writeln!(out, "  {text}");
    };
    for text in &p.idea {
        line(format!("idea {text}"));
    }
    for row in p.diagram.cells.chunks(p.diagram.cols.max(1)) {
        line(row.iter().map(|s| s.to_char()).collect());
    }
    let edges = p.diagram.edges;
    let sides = [("N", edges.north), ("S", edges.south), ("W", edges.west), ("E", edges.east)];
    let sides: String = sides.iter().filter(|s| s.1).map(|s| s.0).collect();
    line(format!(
        "edges {} move {} anchor {}",
        if sides.is_empty() { "-" } else { &sides },
        p.mv.map_or("-".to_string(), place),
        p.anchor.map_or("-".to_string(), place),
    ));
    line(format!("symmetry {} class {}", p.symmetry.code(), p.class));
    for attr in &p.attrs {
        let value = match attr.value {
            AttributeValue::Number(x) => x.to_string(),
            AttributeValue::Label(ch, cell) => format!("{ch} {}", place(cell)),
        };
        line(format!("{} {value}", attr.kind.name()));
    }
    if let Some((helper, _)) = &p.helper {
        line(format!("helper {helper}"));
    }
    for (ch, label) in &p.labels {
        let cells: Vec<String> = label.cells.iter().map(|&c| place(c)).collect();
        line(format!("label {ch} {}", cells.join(" ")));
    }
    if let Some(constraint) = &p.constraint {
        line(format!("constraint {}", expr(constraint)));
        line(format!("cost {:.3}", constraint.cost()));
    }
    if let Some(Action { body }) = &p.action {
        for text in body.iter().map(stmt) {
            line(format!("action {text}"));
        }
    }
    out
}

/// The calls of all constraints (`;`) and actions (`>`): pattern, call, for each
/// argument its place as counted from the move (row,column; `pass` for a tenuki),
/// the cost; then the cost of the whole constraint.
pub fn calls(db: &Database) -> String {
    let mut out = String::new();
    let place = |arg: &Arg| match arg.at {
        Some(at) => format!("({},{})", at.dr, at.dc),
        None => "pass".to_string(),
    };
    for p in &db.patterns {
        let mut line = |mark: char, e: &Expr| {
            if let ExprKind::Call(call) = &e.kind {
                let info = call.helper.info();
                let args: Vec<String> = call.args.iter().map(place).collect();
                // Writing to a string cannot fail.
                let _ = writeln!(
                    out,
                    "{} {mark} {} {} cost {}",
                    p.name,
                    expr(e),
                    args.join(" "),
                    info.cost
                );
            }
        };
        if let Some(constraint) = &p.constraint {
            constraint.walk(&mut |e| line(';', e));
        }
        if let Some(action) = &p.action {
            action.walk(&mut |e| line('>', e));
        }
        if let Some(constraint) = &p.constraint {
            let _ = writeln!(out, "{} constraint cost {:.3}", p.name, constraint.cost());
        }
    }
    out
}

/// An expression, every operation in parentheses.
pub fn expr(e: &Expr) -> String {
    let two = |op: &str, a: &Expr, b: &Expr| format!("({} {op} {})", expr(a), expr(b));
    match &e.kind {
        ExprKind::Number(x) => x.to_string(),
        ExprKind::Call(call) => {
            let args: Vec<String> = call.args.iter().map(|a| a.ch.to_string()).collect();
            format!("{}({})", call.helper.info().name, args.join(","))
        }
        ExprKind::Not(a) => format!("!{}", expr(a)),
        ExprKind::Neg(a) => format!("-{}", expr(a)),
        ExprKind::And(a, b) => two("&&", a, b),
        ExprKind::Or(a, b) => two("||", a, b),
        ExprKind::Add(a, b) => two("+", a, b),
        ExprKind::Sub(a, b) => two("-", a, b),
        ExprKind::Cmp(cmp, a, b) => two(cmp.symbol(), a, b),
        ExprKind::Cond(c, a, b) => format!("({} ? {} : {})", expr(c), expr(a), expr(b)),
    }
}

/// A statement on one line.
pub fn stmt(s: &Stmt) -> String {
    let block = |body: &[Stmt]| body.iter().map(stmt).collect::<Vec<_>>().join(" ");
    match s {
        Stmt::Call(e) => format!("{};", expr(e)),
        Stmt::Return(e) => format!("return {};", expr(e)),
        Stmt::If(c, a, b) if b.is_empty() => format!("if ({}) {{ {} }}", expr(c), block(a)),
        Stmt::If(c, a, b) => {
            format!("if ({}) {{ {} }} else {{ {} }}", expr(c), block(a), block(b))
        }
    }
}
