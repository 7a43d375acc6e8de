//! KP0610, KP0634: comparisons that always or never hold, and comparisons of
//! things that cannot be compared.

use std::collections::BTreeSet;

use mkpat_rt::code::Code;
use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::{Helper, Status};

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::ir::Pattern;
use crate::ir::expr::{Expr, ExprKind, Type};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Cmp(cmp, a, b) = &e.kind {
            comparison(cx, e, *cmp, a, b);
        }
    };
    if let Some(constraint) = &p.constraint {
        constraint.walk(&mut visit);
    }
    if let Some(action) = &p.action {
        action.walk(&mut visit);
    }
}

fn comparison(cx: &mut Context<'_>, e: &Expr, cmp: Cmp, a: &Expr, b: &Expr) {
    if let Some(always) = decide(cmp, &values(a), &values(b)) {
        let word = if always { "always" } else { "never" };
        let mut found = Diagnostic::warning(
            codes::CONSTANT_COMPARISON,
            e.span,
            format!("this comparison {word} holds"),
        );
        found = match (&a.kind, describe(a), describe(b)) {
            (ExprKind::Not(_), _, _) => found
                .note("`!` binds tighter than a comparison: write `f(…)!=WIN` or `!(f(…)==WIN)`")
                .fix(negate_all(a, b)),
            (_, Some(text), _) | (_, _, Some(text)) => found.note(text),
            _ => found,
        };
        cx.out.push(found);
        return;
    }
    let kinds = (kind(a), kind(b));
    if let (Some(left), Some(right)) = kinds
        && left != right
    {
        cx.out.push(Diagnostic::warning(
            codes::MIXED_COMPARISON,
            e.span,
            format!("a {left} is compared with a {right}"),
        ));
    }
}

/// Puts the comparison of a negation `a` with `b` into parentheses behind the `!`.
fn negate_all(a: &Expr, b: &Expr) -> Fix {
    Fix::risky("let `!` negate the comparison")
        .insert(a.span, a.span.start + 1, "(")
        .insert(b.span, b.span.end, ")")
}

/// What a value is, where only its own kind can be compared with it.
fn kind(e: &Expr) -> Option<&'static str> {
    match e.ty {
        Type::Code => Some("reading code"),
        Type::Status => Some("dragon status"),
        Type::Bool => Some("truth value"),
        Type::Int | Type::Float => None,
    }
}

fn describe(e: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &e.kind else { return None };
    let name = call.helper.info().name;
    match e.ty {
        Type::Bool => Some(format!("`{name}` is 0 or 1")),
        Type::Code => Some(format!("`{name}` is 0, KO_B, KO_A or WIN (0, 2, 4, 5)")),
        Type::Status => Some(format!("`{name}` is ALIVE, DEAD, CRITICAL or UNKNOWN")),
        _ => None,
    }
}

/// The values that an expression can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// One of these.
    Set(BTreeSet<i64>),
    /// An integer of at least this.
    AtLeast(i64),
    /// Any number.
    Any,
}

/// Largest set that is kept.
const MAX_SET: usize = 64;

fn set(values: impl IntoIterator<Item = i64>) -> Values {
    Values::Set(values.into_iter().collect())
}

/// What `e` can be.
pub(super) fn values(e: &Expr) -> Values {
    match &e.kind {
        ExprKind::Number(x) if x.fract() == 0.0 => set([*x as i64]),
        ExprKind::Number(_) => Values::Any,
        ExprKind::Call(call) => match (call.helper, e.ty) {
            (Helper::is_surrounded, _) => set([0, 1, 2]),
            (Helper::surround_map, _) => Values::AtLeast(-1),
            (Helper::genus, _) => Values::Any,
            (_, Type::Bool) => set([0, 1]),
            (_, Type::Code) => set([Code::Lose, Code::KoB, Code::KoA, Code::Win].map(Code::number)),
            (_, Type::Status) => set([
                Status::Alive as i64,
                Status::Dead as i64,
                Status::Critical as i64,
                Status::Unknown as i64,
            ]),
            (_, Type::Int) => Values::AtLeast(0),
            (_, Type::Float) => Values::Any,
        },
        ExprKind::Not(a) => match truth(a) {
            Some(value) => set([i64::from(!value)]),
            None => set([0, 1]),
        },
        ExprKind::And(a, b) => match (truth(a), truth(b)) {
            (Some(false), _) | (_, Some(false)) => set([0]),
            (Some(true), Some(true)) => set([1]),
            _ => set([0, 1]),
        },
        ExprKind::Or(a, b) => match (truth(a), truth(b)) {
            (Some(true), _) | (_, Some(true)) => set([1]),
            (Some(false), Some(false)) => set([0]),
            _ => set([0, 1]),
        },
        ExprKind::Cmp(cmp, a, b) => match decide(*cmp, &values(a), &values(b)) {
            Some(value) => set([i64::from(value)]),
            None => set([0, 1]),
        },
        ExprKind::Neg(a) => match values(a) {
            Values::Set(a) => set(a.into_iter().map(|x| -x)),
            _ => Values::Any,
        },
        ExprKind::Add(a, b) => add(values(a), values(b)),
        ExprKind::Sub(a, b) => match values(b) {
            Values::Set(b) => add(values(a), set(b.into_iter().map(|x| -x))),
            _ => Values::Any,
        },
        ExprKind::Cond(_, a, b) => match (values(a), values(b)) {
            (Values::Set(a), Values::Set(b)) => Values::Set(a.union(&b).copied().collect()),
            (a, b) => match (least(&a), least(&b)) {
                (Some(a), Some(b)) => Values::AtLeast(a.min(b)),
                _ => Values::Any,
            },
        },
    }
}

/// Whether `e` is certainly true or certainly false.
pub(super) fn truth(e: &Expr) -> Option<bool> {
    match values(e) {
        Values::Set(values) if !values.contains(&0) => Some(true),
        Values::Set(values) if values.len() == 1 => Some(false),
        Values::AtLeast(least) if least > 0 => Some(true),
        _ => None,
    }
}

fn least(values: &Values) -> Option<i64> {
    match values {
        Values::Set(set) => set.first().copied(),
        Values::AtLeast(least) => Some(*least),
        Values::Any => None,
    }
}

fn add(a: Values, b: Values) -> Values {
    match (&a, &b) {
        (Values::Set(x), Values::Set(y)) if x.len() * y.len() <= MAX_SET => {
            set(x.iter().flat_map(|x| y.iter().map(move |y| x + y)))
        }
        _ => match (least(&a), least(&b)) {
            (Some(x), Some(y)) => Values::AtLeast(x + y),
            _ => Values::Any,
        },
    }
}

/// The outcome of a comparison, if it is the same for all values.
fn decide(cmp: Cmp, a: &Values, b: &Values) -> Option<bool> {
    match (a, b) {
        (Values::Set(a), Values::Set(b)) => {
            let mut outcomes =
                a.iter().flat_map(|x| b.iter().map(move |y| cmp.holds(*x as f64, *y as f64)));
            let first = outcomes.next()?;
            outcomes.all(|outcome| outcome == first).then_some(first)
        }
        (Values::AtLeast(least), Values::Set(set)) => above(cmp, *least, *set.last()?),
        (Values::Set(set), Values::AtLeast(least)) => {
            let mirrored = match cmp {
                Cmp::Lt => Cmp::Gt,
                Cmp::Le => Cmp::Ge,
                Cmp::Gt => Cmp::Lt,
                Cmp::Ge => Cmp::Le,
                other => other,
            };
            above(mirrored, *least, *set.last()?)
        }
        _ => None,
    }
}

/// The outcome of `x cmp y` for every x of at least `least` and every y of at
/// most `high`.
fn above(cmp: Cmp, least: i64, high: i64) -> Option<bool> {
    match cmp {
        Cmp::Gt if least > high => Some(true),
        Cmp::Ge if least >= high => Some(true),
        Cmp::Lt if least >= high => Some(false),
        Cmp::Le if least > high => Some(false),
        Cmp::Eq if least > high => Some(false),
        Cmp::Ne if least > high => Some(true),
        _ => None,
    }
}
