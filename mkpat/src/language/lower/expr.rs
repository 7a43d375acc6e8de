//! Constraints and actions: names to helpers, letters to vertices, types
//! (docs/pattern-language.md, "Constraints and actions").

use mkpat_rt::expr::MAX_LITERAL;
use mkpat_rt::helper::{
    Helper, HelperInfo, LACKING_HELPERS, MAX_ARGS, Returns, Signature, Status, VOCABULARY,
    needs_move,
};
use mkpat_rt::reading_code::Code;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes, did_you_mean};
use crate::language::ir::expr::{Action, Arg, Call, Expr, ExprKind, Stmt, Type};
use crate::language::ir::{Label, Lacking, Pattern};
use crate::language::syntax::ast;
use crate::source::Span;

/// The named constants of expressions.
pub(crate) const CONSTANTS: &[(&str, Type, i64)] = &[
    ("WIN", Type::Code, Code::Win.number()),
    ("KO_A", Type::Code, Code::KoA.number()),
    ("KO_B", Type::Code, Code::KoB.number()),
    ("ALIVE", Type::Status, Status::Alive as i64),
    ("DEAD", Type::Status, Status::Dead as i64),
    ("CRITICAL", Type::Status, Status::Critical as i64),
    ("UNKNOWN", Type::Status, Status::Unknown as i64),
];

/// Functions that the GNU Go 3.8 manual ("Autohelper Functions", "Connections Functions") names
/// as they were called before.
const RENAMED: &[(&str, &str)] = &[
    ("same_worm", "same_string"),
    ("add_attack_either_move", "test_attack_either_move"),
    ("amalgamate_most_valuable", "amalgamate_most_valuable_helper"),
];

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Constraint,
    /// A condition or value inside an action.
    Query,
    /// A statement of its own.
    Statement,
}

pub(super) fn constraint(cx: &mut Context<'_>, p: &Pattern, tree: &ast::Expr) -> Option<Expr> {
    expr(cx, p, tree, Place::Constraint)
}

pub(super) fn action(cx: &mut Context<'_>, p: &Pattern, tree: &[ast::Stmt]) -> Option<Action> {
    Some(Action { body: body(cx, p, tree)? })
}

fn body(cx: &mut Context<'_>, p: &Pattern, tree: &[ast::Stmt]) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    let mut ok = true;
    for stmt in tree {
        match statement(cx, p, stmt) {
            Some(stmts) => out.extend(stmts),
            None => ok = false,
        }
    }
    ok.then_some(out)
}

fn statement(cx: &mut Context<'_>, p: &Pattern, stmt: &ast::Stmt) -> Option<Vec<Stmt>> {
    Some(match &stmt.kind {
        ast::StmtKind::Expr(e) => {
            let e = expr(cx, p, e, Place::Statement)?;
            if !matches!(e.kind, ExprKind::Call(_)) {
                cx.diags.push(
                    Diagnostic::error(
                        codes::NOT_A_STATEMENT,
                        e.span,
                        "this expression is no statement",
                    )
                    .note("an action line holds calls, `if (…) …` and `return …`"),
                );
                return None;
            }
            vec![Stmt::Call(e)]
        }
        ast::StmtKind::If(c, a, b) => {
            let c = expr(cx, p, c, Place::Query);
            let a = statement(cx, p, a);
            let b = b.as_ref().map_or(Some(Vec::new()), |b| statement(cx, p, b));
            vec![Stmt::If(c?, a?, b?)]
        }
        ast::StmtKind::Return(e) => vec![Stmt::Return(expr(cx, p, e, Place::Query)?)],
        ast::StmtKind::Block(stmts) => body(cx, p, stmts)?,
    })
}

fn expr(cx: &mut Context<'_>, p: &Pattern, tree: &ast::Expr, place: Place) -> Option<Expr> {
    let inner = if place == Place::Statement { Place::Query } else { place };
    let span = tree.span;
    let make = |ty, kind| Some(Expr { span, ty, kind });
    match &tree.kind {
        ast::ExprKind::Paren(e) => expr(cx, p, e, place),
        ast::ExprKind::Number(x) => {
            if x.abs() > MAX_LITERAL {
                cx.diags.push(Diagnostic::error(
                    codes::BAD_NUMBER,
                    span,
                    format!("the number is larger than {MAX_LITERAL}"),
                ));
                return None;
            }
            make(if x.fract() == 0.0 { Type::Int } else { Type::Float }, ExprKind::Number(*x))
        }
        ast::ExprKind::Name(name) => {
            if let Some(&(_, ty, value)) = CONSTANTS.iter().find(|(n, _, _)| n == name) {
                return make(ty, ExprKind::Number(value as f64));
            }
            if name.len() == 1 {
                letter(cx, p, name, span);
                return None;
            }
            call(cx, p, name, span, span, None, place)
        }
        ast::ExprKind::Call(c) => call(cx, p, &c.name, c.name_span, span, Some(&c.args), place),
        ast::ExprKind::Not(e) => make(Type::Bool, ExprKind::Not(Box::new(expr(cx, p, e, inner)?))),
        ast::ExprKind::Neg(e) => {
            let e = expr(cx, p, e, inner)?;
            make(sum_type(e.ty, Type::Int), ExprKind::Neg(Box::new(e)))
        }
        ast::ExprKind::Binary(op, a, b) => {
            let (a, b) = (expr(cx, p, a, inner), expr(cx, p, b, inner));
            let (a, b) = (Box::new(a?), Box::new(b?));
            let sum = sum_type(a.ty, b.ty);
            match op {
                ast::BinOp::And => make(Type::Bool, ExprKind::And(a, b)),
                ast::BinOp::Or => make(Type::Bool, ExprKind::Or(a, b)),
                ast::BinOp::Cmp(cmp) => make(Type::Bool, ExprKind::Cmp(*cmp, a, b)),
                ast::BinOp::Add => make(sum, ExprKind::Add(a, b)),
                ast::BinOp::Sub => make(sum, ExprKind::Sub(a, b)),
            }
        }
        ast::ExprKind::Cond(c, a, b) => {
            let (c, a, b) = (expr(cx, p, c, inner), expr(cx, p, a, inner), expr(cx, p, b, inner));
            let (a, b) = (a?, b?);
            let ty = if a.ty == b.ty { a.ty } else { sum_type(a.ty, b.ty) };
            make(ty, ExprKind::Cond(Box::new(c?), Box::new(a), Box::new(b)))
        }
    }
}

/// A letter where an operand is expected: reported once for a pattern.
fn letter(cx: &mut Context<'_>, p: &Pattern, name: &str, span: Span) {
    const WHAT: &str = "as an operand: letters are arguments, as in `lib(a)`";
    let same = |d: &Diagnostic| {
        d.primary.span.file == span.file
            && d.primary.span.start >= p.head.start
            && d.message.ends_with(WHAT)
    };
    if !cx.diags.iter().any(same) {
        let message = format!("`{name}` {WHAT}");
        cx.diags.push(Diagnostic::error(codes::UNKNOWN_AUTOHELPER, span, message));
    }
}

fn sum_type(a: Type, b: Type) -> Type {
    if a == Type::Float || b == Type::Float { Type::Float } else { Type::Int }
}

fn call(
    cx: &mut Context<'_>,
    p: &Pattern,
    name: &str,
    name_span: Span,
    span: Span,
    args: Option<&[ast::Arg]>,
    place: Place,
) -> Option<Expr> {
    let Some(helper) = Helper::from_name(name) else {
        if LACKING_HELPERS.iter().any(|(known, _)| *known == name) {
            cx.lack(name, name_span);
        } else {
            cx.diags.push(unknown(cx, name, name_span));
            cx.lacking.push(Lacking { pattern: p.name.clone(), helper: name.to_string() });
        }
        return None;
    };
    let info = helper.info();
    if args.is_none() && info.signature.min_args() > 0 {
        cx.diags.push(
            Diagnostic::error(
                codes::TOO_FEW_ARGUMENTS,
                name_span,
                format!("`{name}` needs arguments"),
            )
            .note(format!("usage: `{}`", usage(info))),
        );
        return None;
    }
    let args = args.unwrap_or_default();
    if !available(cx, info, name_span, place) || !fits(cx, info, args, name_span, span) {
        return None;
    }
    if p.mv.is_none() && needs_move(helper) {
        cx.diags.push(
            Diagnostic::error(
                codes::NO_MOVE_POINT,
                name_span,
                format!("`{name}` speaks of the move, but this pattern has no `*`"),
            )
            .also(p.diagram.span, "no `*` here"),
        );
        return None;
    }
    let mut out = Vec::new();
    let mut ok = true;
    for (i, arg) in args.iter().enumerate() {
        match argument(cx, p, info, args.len(), i, *arg) {
            Some(arg) => out.push(arg),
            None => ok = false,
        }
    }
    let ty = match info.returns {
        Returns::Bool => Type::Bool,
        Returns::Int | Returns::Unit => Type::Int,
        Returns::Code => Type::Code,
        Returns::Float => Type::Float,
    };
    let ty = if helper == Helper::status { Type::Status } else { ty };
    ok.then_some(Expr { span, ty, kind: ExprKind::Call(Call { name_span, helper, args: out }) })
}

fn available(cx: &mut Context<'_>, info: &HelperInfo, span: Span, place: Place) -> bool {
    let name = info.name;
    if info.is_effect() && place == Place::Constraint {
        cx.diags.push(
            Diagnostic::error(
                codes::EFFECT_IN_CONSTRAINT,
                span,
                format!("`{name}` changes the engine's state; a constraint may only ask"),
            )
            .note("write it on an action line: `> …`"),
        );
        return false;
    }
    if info.is_effect() && place == Place::Query {
        cx.diags.push(
            Diagnostic::error(
                codes::NOT_A_VALUE,
                span,
                format!("`{name}` has no value and cannot be part of an expression"),
            )
            .note("write it as a statement of its own"),
        );
        return false;
    }
    if !cx.spec.stage.allows(info.helper) {
        cx.diags.push(
            Diagnostic::error(
                codes::HELPER_NOT_IN_STAGE,
                span,
                format!("`{name}` is not available in the database `{}`", cx.spec.name),
            )
            .label(format!("`{name}` needs {} data", info.group.trait_name()))
            .note(format!(
                "this database is matched at the stage `{}`, whose hosts have: {}",
                cx.spec.stage.name(),
                cx.spec
                    .stage
                    .groups()
                    .iter()
                    .map(|g| g.trait_name())
                    .collect::<Vec<_>>()
                    .join(", ")
            )),
        );
        return false;
    }
    true
}

fn fits(
    cx: &mut Context<'_>,
    info: &HelperInfo,
    args: &[ast::Arg],
    name_span: Span,
    span: Span,
) -> bool {
    let (min, max) = (info.signature.min_args(), info.signature.max_args());
    let n = args.len();
    if n > MAX_ARGS {
        cx.diags.push(
            Diagnostic::error(codes::TOO_MANY_ARGUMENTS, span, format!("{n} arguments"))
                .note(format!("a call takes at most {MAX_ARGS}")),
        );
        return false;
    }
    let code = if n < min {
        codes::TOO_FEW_ARGUMENTS
    } else if max.is_some_and(|max| n > max) {
        codes::TOO_MANY_ARGUMENTS
    } else {
        return true;
    };
    let takes = match max {
        Some(max) => format!("{max}"),
        None => format!("at least {min}"),
    };
    let word = if max == Some(1) || (max.is_none() && min == 1) { "argument" } else { "arguments" };
    cx.diags.push(
        Diagnostic::error(code, span, format!("`{}` takes {takes} {word}, not {n}", info.name))
            .also(name_span, info.doc)
            .note(format!("usage: `{}`", usage(info))),
    );
    false
}

/// How a helper is called, for messages.
pub(crate) fn usage(info: &HelperInfo) -> String {
    let args = match info.signature {
        Signature::Fixed(params) => params.iter().map(|(p, _)| *p).collect::<Vec<_>>().join(","),
        Signature::Play(targets) => format!("move,…,{}", targets.join(",")),
        Signature::Some => "a,b,…".to_string(),
    };
    format!("{}({args})", info.name)
}

fn argument(
    cx: &mut Context<'_>,
    p: &Pattern,
    info: &HelperInfo,
    count: usize,
    index: usize,
    arg: ast::Arg,
) -> Option<Arg> {
    let (span, ch) = (arg.span, arg.ch);
    let cell = match ch {
        '?' => {
            let moves = match info.signature {
                Signature::Play(targets) => count - targets.len(),
                _ => 0,
            };
            if moves == 0 && !matches!(info.signature, Signature::Play(_)) || index >= moves {
                cx.diags.push(
                    Diagnostic::error(
                        codes::MISPLACED_TENUKI,
                        span,
                        format!("`?` (tenuki) is no vertex for `{}`", info.name),
                    )
                    .note("only the moves of an `oplay_…` or `xplay_…` call can be a tenuki"),
                );
                return None;
            }
            if index == 0 {
                let other = match info.name.split_at(1) {
                    ("o", rest) => format!("x{rest}"),
                    (_, rest) => format!("o{rest}"),
                };
                cx.diags.push(
                    Diagnostic::error(
                        codes::MISPLACED_TENUKI,
                        span,
                        "a tenuki cannot be the first move",
                    )
                    .note(format!("leave it out and let the other side begin: `{other}(…)`")),
                );
                return None;
            }
            return Some(Arg { span, ch, at: None });
        }
        '*' => match p.mv {
            Some(cell) => cell,
            None => {
                cx.diags.push(
                    Diagnostic::error(
                        codes::NO_MOVE_POINT,
                        span,
                        "`*` in a pattern without a move",
                    )
                    .also(p.diagram.span, "no `*` here"),
                );
                return None;
            }
        },
        _ if !super::labels::is_label(ch) => {
            cx.diags.push(
                Diagnostic::error(codes::ILLEGAL_LABEL, span, format!("`{ch}` cannot be a label"))
                    .note("labels are ASCII letters other than `O o X x Q Y`"),
            );
            return None;
        }
        _ => match p.labels.get(&ch) {
            Some(Label { cells, .. }) => cells[0],
            None => {
                cx.diags.push(undefined(p, ch, span));
                return None;
            }
        },
    };
    Some(Arg { span, ch, at: Some(p.offset(p.origin(), cell)) })
}

fn undefined(p: &Pattern, ch: char, span: Span) -> Diagnostic {
    let d = Diagnostic::error(
        codes::UNDEFINED_LABEL,
        span,
        format!("label `{ch}` is not in the constraint diagram"),
    );
    let swapped =
        if ch.is_ascii_uppercase() { ch.to_ascii_lowercase() } else { ch.to_ascii_uppercase() };
    if p.labels.contains_key(&swapped) {
        let fix = Fix::rename(span, &swapped.to_string());
        return d.label(format!("did you mean `{swapped}`?")).fix(fix);
    }
    if p.label_diagram.is_none() {
        return d.also(p.colon, "no constraint diagram below this line").note(
            "draw the diagram again below the colon line, with a letter on the vertex you mean",
        );
    }
    let known: Vec<String> = p.labels.keys().map(char::to_string).collect();
    d.note(if known.is_empty() {
        "the constraint diagram has no letters".to_string()
    } else {
        format!("labels of this pattern: {}", known.join(", "))
    })
}

fn unknown(cx: &Context<'_>, name: &str, span: Span) -> Diagnostic {
    let d =
        Diagnostic::error(codes::UNKNOWN_AUTOHELPER, span, format!("unknown autohelper `{name}`"));
    if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == name) {
        return d.label(format!("now called `{new}`")).fix(Fix::rename(span, new));
    }
    // Helpers of this stage first: they are what the author can use.
    let here = VOCABULARY.iter().filter(|i| cx.spec.stage.allows(i.helper)).map(|i| i.name);
    let all = VOCABULARY.iter().map(|i| i.name);
    let constants = CONSTANTS.iter().map(|(n, _, _)| *n);
    match did_you_mean(name, here.chain(constants)).or_else(|| did_you_mean(name, all)) {
        Some(near) => d.label(format!("did you mean `{near}`?")).fix(Fix::rename(span, near)),
        None => {
            d.note("the reference page lists the autohelpers; `mkpat explain NAME` describes one")
        }
    }
}
