//! Which values an expression can have: from the types alone, or with what is
//! known of its calls besides.
//!
//! `values` goes through an expression from the leaves up. What a call can yield
//! is asked of the function that it gets ([`by_type`], or the facts of a diagram).

use std::collections::BTreeSet;

use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::{Helper, Status};
use mkpat_rt::reading_code::Code;

use crate::language::ir::expr::{Call, Expr, ExprKind, Type};

/// The values that an expression can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// One of these.
    Set(BTreeSet<i64>),
    /// An integer from the first to the last; `None` is no limit.
    Between(Option<i64>, Option<i64>),
    /// Any number.
    Any,
}

/// What a call can yield; it is told the type, too.
pub(super) type Known<'a> = &'a dyn Fn(&Call, Type) -> Values;

/// Largest set that is kept.
const MAX_SET: usize = 64;

pub(super) fn set(values: impl IntoIterator<Item = i64>) -> Values {
    Values::Set(values.into_iter().collect())
}

/// At least `least`.
pub(super) fn at_least(least: i64) -> Values {
    Values::Between(Some(least), None)
}

/// What the type of a call and the meaning of its helper say.
pub(super) fn by_type(call: &Call, ty: Type) -> Values {
    match (call.helper, ty) {
        (Helper::is_surrounded, _) => set([0, 1, 2]),
        (Helper::surround_map, _) => at_least(-1),
        (Helper::genus, _) => Values::Any,
        (_, Type::Bool) => set([0, 1]),
        (_, Type::Code) => set([Code::Lose, Code::KoB, Code::KoA, Code::Win].map(Code::number)),
        (_, Type::Status) => set([
            Status::Alive as i64,
            Status::Dead as i64,
            Status::Critical as i64,
            Status::Unknown as i64,
        ]),
        (_, Type::Int) => at_least(0),
        (_, Type::Float) => Values::Any,
    }
}

/// What `e` can be.
pub(super) fn values(e: &Expr, known: Known<'_>) -> Values {
    match &e.kind {
        ExprKind::Number(x) if x.fract() == 0.0 => set([*x as i64]),
        ExprKind::Number(_) => Values::Any,
        ExprKind::Call(call) => known(call, e.ty),
        ExprKind::Not(a) => match truth(a, known) {
            Some(value) => set([i64::from(!value)]),
            None => set([0, 1]),
        },
        ExprKind::And(a, b) => match (truth(a, known), truth(b, known)) {
            (Some(false), _) | (_, Some(false)) => set([0]),
            (Some(true), Some(true)) => set([1]),
            _ => set([0, 1]),
        },
        ExprKind::Or(a, b) => match (truth(a, known), truth(b, known)) {
            (Some(true), _) | (_, Some(true)) => set([1]),
            (Some(false), Some(false)) => set([0]),
            _ => set([0, 1]),
        },
        ExprKind::Cmp(cmp, a, b) => match decide(*cmp, &values(a, known), &values(b, known)) {
            Some(value) => set([i64::from(value)]),
            None => set([0, 1]),
        },
        ExprKind::Neg(a) => negate(values(a, known)),
        ExprKind::Add(a, b) => add(values(a, known), values(b, known)),
        ExprKind::Sub(a, b) => add(values(a, known), negate(values(b, known))),
        ExprKind::Cond(c, a, b) => match truth(c, known) {
            Some(true) => values(a, known),
            Some(false) => values(b, known),
            None => either(values(a, known), values(b, known)),
        },
    }
}

/// Whether `e` is certainly true or certainly false.
pub(super) fn truth(e: &Expr, known: Known<'_>) -> Option<bool> {
    match values(e, known) {
        Values::Set(values) if !values.contains(&0) => Some(true),
        Values::Set(values) if values.len() == 1 => Some(false),
        Values::Between(least, most) => match (least, most) {
            (Some(least), _) if least > 0 => Some(true),
            (_, Some(most)) if most < 0 => Some(true),
            (Some(0), Some(0)) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The outcome of a comparison, if it is the same for all values.
pub(super) fn decide(cmp: Cmp, a: &Values, b: &Values) -> Option<bool> {
    if let (Values::Set(a), Values::Set(b)) = (a, b) {
        let mut outcomes =
            a.iter().flat_map(|x| b.iter().map(move |y| cmp.holds(*x as f64, *y as f64)));
        let first = outcomes.next()?;
        return outcomes.all(|outcome| outcome == first).then_some(first);
    }
    let (a, b) = (limits(a)?, limits(b)?);
    // Whether every a is less than every b, and so on.
    let below = |(_, high): Limits, (low, _): Limits, equal: bool| match (high, low) {
        (Some(high), Some(low)) => high < low || (equal && high == low),
        _ => false,
    };
    let apart = below(a, b, false) || below(b, a, false);
    match cmp {
        Cmp::Lt if below(a, b, false) => Some(true),
        Cmp::Lt if below(b, a, true) => Some(false),
        Cmp::Le if below(a, b, true) => Some(true),
        Cmp::Le if below(b, a, false) => Some(false),
        Cmp::Gt if below(b, a, false) => Some(true),
        Cmp::Gt if below(a, b, true) => Some(false),
        Cmp::Ge if below(b, a, true) => Some(true),
        Cmp::Ge if below(a, b, false) => Some(false),
        Cmp::Eq if apart => Some(false),
        Cmp::Ne if apart => Some(true),
        _ => None,
    }
}

/// Lower and upper limit.
type Limits = (Option<i64>, Option<i64>);

fn limits(values: &Values) -> Option<Limits> {
    match values {
        Values::Set(set) => Some((set.first().copied(), set.last().copied())),
        Values::Between(least, most) => Some((*least, *most)),
        Values::Any => None,
    }
}

fn between((least, most): Limits) -> Values {
    if least.is_none() && most.is_none() { Values::Any } else { Values::Between(least, most) }
}

fn negate(values: Values) -> Values {
    match values {
        Values::Set(values) => set(values.into_iter().map(|x| -x)),
        Values::Between(least, most) => Values::Between(most.map(|x| -x), least.map(|x| -x)),
        Values::Any => Values::Any,
    }
}

fn add(a: Values, b: Values) -> Values {
    if let (Values::Set(x), Values::Set(y)) = (&a, &b)
        && x.len() * y.len() <= MAX_SET
    {
        return set(x.iter().flat_map(|x| y.iter().map(move |y| x + y)));
    }
    match (limits(&a), limits(&b)) {
        (Some((a, b)), Some((c, d))) => {
            between((a.zip(c).map(|(x, y)| x + y), b.zip(d).map(|(x, y)| x + y)))
        }
        _ => Values::Any,
    }
}

fn either(a: Values, b: Values) -> Values {
    if let (Values::Set(a), Values::Set(b)) = (&a, &b) {
        return Values::Set(a.union(b).copied().collect());
    }
    match (limits(&a), limits(&b)) {
        (Some((a, b)), Some((c, d))) => {
            between((a.zip(c).map(|(x, y)| x.min(y)), b.zip(d).map(|(x, y)| x.max(y))))
        }
        _ => Values::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_ranges_are_decided_where_they_can_be() {
        let two = set([2]);
        for (cmp, values, expected) in [
            (Cmp::Gt, at_least(3), Some(true)),
            (Cmp::Gt, at_least(2), None),
            (Cmp::Ge, at_least(2), Some(true)),
            (Cmp::Lt, at_least(2), Some(false)),
            (Cmp::Le, at_least(2), None),
            (Cmp::Eq, at_least(3), Some(false)),
            (Cmp::Ne, at_least(3), Some(true)),
            (Cmp::Le, Values::Between(None, Some(2)), Some(true)),
            (Cmp::Gt, Values::Between(Some(0), Some(2)), Some(false)),
            (Cmp::Eq, Values::Between(Some(0), Some(2)), None),
            (Cmp::Eq, Values::Any, None),
            (Cmp::Eq, set([0, 1, 4]), Some(false)),
        ] {
            assert_eq!(decide(cmp, &values, &two), expected, "{values:?} {cmp:?} 2");
        }
    }

    #[test]
    fn sums_and_alternatives_keep_their_limits() {
        let range = Values::Between(Some(1), Some(3));
        assert_eq!(add(range.clone(), set([2])), Values::Between(Some(3), Some(5)));
        assert_eq!(negate(range.clone()), Values::Between(Some(-3), Some(-1)));
        assert_eq!(either(range.clone(), set([7])), Values::Between(Some(1), Some(7)));
        assert_eq!(add(range, Values::Any), Values::Any);
    }
}
