//! KP0640, KP0641: terms of a condition that cannot be true together, and terms
//! that another one makes needless.
//!
//! Every term is read as a restriction of the values of one *atom*: the call (or
//! other expression) that it compares with a number. A condition is walked with
//! the restrictions that hold around it, so that `lib(a)>3 && (lib(a)<2 || …)` is
//! seen through. Alternatives are the same with everything negated. The same term
//! twice, and a term beside its opposite, are KP0633.

use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::{Helper, Status};

use super::Context;
use super::facts::Facts;
use super::image::{self, Vertex};
use super::range::{Values, values};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Call, Expr, ExprKind, Stmt, Type};
use crate::source::Span;

/// The values that an atom can still have: an interval without some of its numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Domain {
    low: f64,
    high: f64,
    /// Whether `low` and `high` themselves are left out.
    open: (bool, bool),
    /// Only integers.
    whole: bool,
    holes: Vec<f64>,
}

impl Domain {
    fn of(values: &Values, whole: bool) -> Domain {
        let all = Domain {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            open: (false, false),
            whole,
            holes: Vec::new(),
        };
        match values {
            Values::Any => all,
            Values::Between(low, high) => Domain {
                low: low.map_or(all.low, |x| x as f64),
                high: high.map_or(all.high, |x| x as f64),
                ..all
            },
            Values::Set(set) => {
                let (Some(&low), Some(&high)) = (set.first(), set.last()) else { return all };
                let holes = (low..=high).filter(|x| !set.contains(x)).map(|x| x as f64).collect();
                Domain { low: low as f64, high: high as f64, holes, ..all }
            }
        }
    }

    /// What is left where `x cmp number` holds for x.
    fn restrict(mut self, cmp: Cmp, number: f64) -> Domain {
        let raise = |d: &mut Domain, open: bool| {
            if number > d.low || (number == d.low && open) {
                (d.low, d.open.0) = (number, open);
            }
        };
        let lower = |d: &mut Domain, open: bool| {
            if number < d.high || (number == d.high && open) {
                (d.high, d.open.1) = (number, open);
            }
        };
        match cmp {
            Cmp::Eq => {
                raise(&mut self, false);
                lower(&mut self, false);
            }
            Cmp::Ne => self.holes.push(number),
            Cmp::Lt => lower(&mut self, true),
            Cmp::Le => lower(&mut self, false),
            Cmp::Gt => raise(&mut self, true),
            Cmp::Ge => raise(&mut self, false),
        }
        self.tidy()
    }

    fn intersect(mut self, other: &Domain) -> Domain {
        let bounds = [
            (if other.open.0 { Cmp::Gt } else { Cmp::Ge }, other.low),
            (if other.open.1 { Cmp::Lt } else { Cmp::Le }, other.high),
        ];
        for (cmp, number) in bounds {
            if number.is_finite() {
                self = self.restrict(cmp, number);
            }
        }
        self.holes.extend(&other.holes);
        self.tidy()
    }

    /// Closes the limits of integers, and moves a limit that is itself left out.
    fn tidy(mut self) -> Domain {
        if self.whole {
            if self.low.is_finite() {
                let up = self.low.ceil();
                self.low = if self.open.0 && up == self.low { up + 1.0 } else { up };
            }
            if self.high.is_finite() {
                let down = self.high.floor();
                self.high = if self.open.1 && down == self.high { down - 1.0 } else { down };
            }
            self.open = (false, false);
            while self.low <= self.high && self.holes.contains(&self.low) {
                self.low += 1.0;
            }
            while self.low <= self.high && self.holes.contains(&self.high) {
                self.high -= 1.0;
            }
        }
        let (low, high) = (self.low, self.high);
        self.holes.retain(|&x| low <= x && x <= high);
        self.holes.sort_by(f64::total_cmp);
        self.holes.dedup();
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        let point =
            self.low == self.high && (self.open.0 || self.open.1 || self.holes.contains(&self.low));
        self.low > self.high || point
    }

    /// Whether everything in it is in `other`, too.
    pub(super) fn within(&self, other: &Domain) -> bool {
        self.clone().intersect(other) == *self
    }
}

/// A term as a restriction of an atom.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    /// The atom, as text of [`image`].
    pub(super) atom: String,
    /// What the term leaves of it.
    pub(super) left: Domain,
    /// What the term leaves of it when it is false.
    opposite: Domain,
    span: Span,
    /// Comparisons of it with numbers can be compared with each other.
    call: Option<(Helper, Vec<Vertex>)>,
}

/// Reads a term. `text` names atoms and vertices.
pub(super) fn literal(
    e: &Expr,
    known: super::range::Known<'_>,
    text: &dyn Fn(&Expr) -> String,
    vertex: &dyn Fn(char) -> Vertex,
) -> Literal {
    if let ExprKind::Not(a) = &e.kind {
        let inner = literal(a, known, text, vertex);
        return Literal { left: inner.opposite, opposite: inner.left, span: e.span, ..inner };
    }
    // x cmp number, or x alone: x != 0.
    let (x, cmp, number) = match &e.kind {
        ExprKind::Cmp(cmp, a, b) => match (&a.kind, &b.kind) {
            (_, ExprKind::Number(number)) => (&**a, *cmp, *number),
            (ExprKind::Number(number), _) => (&**b, mirrored(*cmp), *number),
            _ => (e, Cmp::Ne, 0.0),
        },
        _ => (e, Cmp::Ne, 0.0),
    };
    let call = match &x.kind {
        ExprKind::Call(call) => Some(call),
        _ => None,
    };
    // `alive`, `dead`, `critical` and `unknown` ask about one value, the status.
    if let (Some(call), Some(status)) = (call, call.and_then(asked_status)) {
        let all = Domain::of(&Values::Between(Some(0), Some(4)), true);
        let is = all.clone().restrict(Cmp::Eq, status as i64 as f64);
        let is_not = all.restrict(Cmp::Ne, status as i64 as f64);
        let holds = |truth: f64| cmp.holds(truth, number);
        if holds(1.0) != holds(0.0) {
            let (left, opposite) = if holds(1.0) { (is, is_not) } else { (is_not, is) };
            let place = call.args.first().and_then(|arg| vertex(arg.ch));
            let atom = format!("status({place:?})");
            return Literal { atom, left, opposite, span: e.span, call: None };
        }
    }
    let domain = Domain::of(&values(x, known), x.ty != Type::Float);
    Literal {
        atom: text(x),
        left: domain.clone().restrict(cmp, number),
        opposite: domain.restrict(negated(cmp), number),
        span: e.span,
        call: call.map(|call| (call.helper, vertices(call, vertex))),
    }
}

fn vertices(call: &Call, vertex: &dyn Fn(char) -> Vertex) -> Vec<Vertex> {
    call.args.iter().map(|arg| vertex(arg.ch)).collect()
}

/// The status that a call asks for.
pub(super) fn asked_status(call: &Call) -> Option<Status> {
    Some(match call.helper {
        Helper::alive => Status::Alive,
        Helper::dead => Status::Dead,
        Helper::critical => Status::Critical,
        Helper::unknown => Status::Unknown,
        _ => return None,
    })
}

fn mirrored(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        other => other,
    }
}

fn negated(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        Cmp::Lt => Cmp::Ge,
        Cmp::Le => Cmp::Gt,
        Cmp::Gt => Cmp::Le,
        Cmp::Ge => Cmp::Lt,
    }
}

/// Whether the first call yields 0 wherever the second one does not.
fn excludes((a, x): &(Helper, Vec<Vertex>), (b, y): &(Helper, Vec<Vertex>)) -> bool {
    use Helper::{
        legal_omove, legal_xmove, o_somewhere, o_suicide, oarea, omoyo, oterri, safe_omove,
        safe_xmove, x_somewhere, x_suicide, xarea, xmoyo, xterri,
    };
    const PAIRS: &[(Helper, Helper)] = &[
        (oterri, xterri),
        (omoyo, xmoyo),
        (oarea, xarea),
        (o_suicide, legal_omove),
        (x_suicide, legal_xmove),
        (o_suicide, safe_omove),
        (x_suicide, safe_xmove),
    ];
    let single = x.len() == 1 && x == y;
    let somewhere = [(o_somewhere, x_somewhere)];
    let mut pairs = PAIRS.iter().chain(&somewhere);
    single && pairs.any(|&(one, other)| (*a, *b) == (one, other) || (*b, *a) == (one, other))
}

/// Whether the second call yields something other than 0 wherever the first one
/// does.
fn implies((a, x): &(Helper, Vec<Vertex>), (b, y): &(Helper, Vec<Vertex>)) -> bool {
    match (a, b) {
        (Helper::defend, Helper::attack)
        | (Helper::owl_big_eyespace, Helper::owl_eyespace)
        | (Helper::safe_omove, Helper::legal_omove)
        | (Helper::safe_xmove, Helper::legal_xmove) => x == y,
        (Helper::does_defend, Helper::attack) => x.get(1) == y.first(),
        (Helper::o_alive_somewhere, Helper::o_somewhere)
        | (Helper::x_alive_somewhere, Helper::x_somewhere) => x.iter().all(|v| y.contains(v)),
        _ => false,
    }
}

/// Restrictions that hold where a term stands.
#[derive(Clone, Default)]
struct Around {
    literals: Vec<Literal>,
}

/// Why a term cannot be true.
struct Conflict {
    term: Span,
    with: Span,
}

impl Around {
    /// Adds a restriction, unless it contradicts those that hold.
    fn add(&mut self, new: &Literal) -> Result<(), Conflict> {
        let conflict = |old: &Literal| Conflict { term: new.span, with: old.span };
        let mut left = new.left.clone();
        for old in self.literals.iter().filter(|old| old.atom == new.atom) {
            left = left.intersect(&old.left);
            if left.is_empty() {
                return Err(conflict(old));
            }
        }
        for old in &self.literals {
            let (Some(a), Some(b)) = (&old.call, &new.call) else { continue };
            let (is_a, is_b) = (old.is_true(), new.is_true());
            let both = is_a == Some(true) && is_b == Some(true) && excludes(a, b);
            let broken = (is_a == Some(true) && is_b == Some(false) && implies(a, b))
                || (is_a == Some(false) && is_b == Some(true) && implies(b, a));
            if both || broken {
                return Err(conflict(old));
            }
        }
        self.literals.push(new.clone());
        Ok(())
    }
}

impl Literal {
    /// Whether the atom is certainly not 0, or certainly 0.
    fn is_true(&self) -> Option<bool> {
        let zero = Domain { whole: true, ..self.left.clone() }.restrict(Cmp::Eq, 0.0);
        let other = self.left.clone().restrict(Cmp::Ne, 0.0);
        if zero.is_empty() {
            Some(true)
        } else if other.is_empty() {
            Some(false)
        } else {
            None
        }
    }
}

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if p.constraint.is_none() && p.action.is_none() {
        return;
    }
    let facts = Facts::new(p, cx.db.attributes);
    let mut walk = Walk { p, facts: &facts, found: Vec::new() };
    if let Some(constraint) = &p.constraint
        && let Some(conflict) = walk.condition(constraint, true, &mut Around::default())
    {
        walk.never(conflict, &format!("pattern {} never matches: ", p.name));
    }
    if let Some(action) = &p.action {
        walk.body(&action.body);
    }
    for found in walk.found {
        cx.out.push(found);
    }
}

struct Walk<'a> {
    p: &'a Pattern,
    facts: &'a Facts<'a>,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    fn body(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            if let Stmt::If(c, a, b) = stmt {
                if let Some(conflict) = self.condition(c, true, &mut Around::default()) {
                    self.never(conflict, "");
                }
                self.body(a);
                self.body(b);
            }
        }
    }

    fn literal(&self, e: &Expr) -> Literal {
        let known = |call: &Call, ty| self.facts.known(call, ty);
        literal(e, &known, &|e| image::expr(self.p, e), &|ch| image::vertex(self.p, ch))
    }

    /// Walks a condition that has to be true, or false if `positive` is false, and
    /// adds its restrictions to `around`. Returns what makes it impossible, if anything does.
    fn condition(&mut self, e: &Expr, positive: bool, around: &mut Around) -> Option<Conflict> {
        match (&e.kind, positive) {
            (ExprKind::Not(a), _) => self.condition(a, !positive, around),
            (ExprKind::And(..), true) | (ExprKind::Or(..), false) => self.all(e, positive, around),
            (ExprKind::And(..), false) | (ExprKind::Or(..), true) => self.any(e, positive, around),
            _ => {
                let mut literal = self.literal(e);
                if !positive {
                    std::mem::swap(&mut literal.left, &mut literal.opposite);
                }
                // A term that is false by itself is another finding.
                if literal.left.is_empty() || literal.opposite.is_empty() {
                    return None;
                }
                around.add(&literal).err()
            }
        }
    }

    /// Terms that have to be true together.
    fn all(&mut self, e: &Expr, positive: bool, around: &mut Around) -> Option<Conflict> {
        let mut terms = Vec::new();
        image::flatten(e, &e.kind, &mut terms);
        let is_simple = |e: &Expr| {
            let mut e = e;
            while let ExprKind::Not(a) = &e.kind {
                e = a;
            }
            !matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..))
        };
        let (simple, others): (Vec<&Expr>, Vec<&Expr>) =
            terms.into_iter().partition(|e| is_simple(e));
        let texts: Vec<String> = simple.iter().map(|e| image::expr(self.p, e)).collect();
        if has_repetitions(&texts) {
            return None;
        }
        for term in &simple {
            if let Some(conflict) = self.condition(term, positive, around) {
                return Some(conflict);
            }
        }
        self.needless(&simple, positive);
        others.into_iter().find_map(|term| self.condition(term, positive, around))
    }

    /// Terms one of which has to be true.
    fn any(&mut self, e: &Expr, positive: bool, around: &Around) -> Option<Conflict> {
        let mut terms = Vec::new();
        image::flatten(e, &e.kind, &mut terms);
        let texts: Vec<String> = terms.iter().map(|e| image::expr(self.p, e)).collect();
        if has_repetitions(&texts) {
            return None;
        }
        // All of them false: if that cannot be, the whole is always true.
        let mut inside = Around::default();
        for term in &terms {
            if matches!(term.kind, ExprKind::And(..) | ExprKind::Or(..)) {
                continue;
            }
            let found = self.found.len();
            if let Some(conflict) = self.condition(term, !positive, &mut inside) {
                self.found.truncate(found);
                let word = if positive { "true" } else { "false" };
                self.found.push(
                    Diagnostic::warning(
                        codes::CONTRADICTORY_TERMS,
                        conflict.term,
                        format!("one of these terms is always {word}, so the whole is {word}"),
                    )
                    .also(conflict.with, "the other one"),
                );
                return None;
            }
        }
        let simple: Vec<&Expr> = terms
            .iter()
            .copied()
            .filter(|e| !matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)))
            .collect();
        self.needless(&simple, !positive);
        let mut conflicts = Vec::new();
        let mut findings = Vec::new();
        for term in &terms {
            let start = self.found.len();
            if let Some(conflict) = self.condition(term, positive, &mut around.clone()) {
                conflicts.push(conflict);
            }
            findings.extend(self.found.drain(start..));
        }
        if conflicts.len() == terms.len() {
            return conflicts.into_iter().next();
        }
        self.found.extend(findings);
        for conflict in conflicts {
            self.never(conflict, "");
        }
        None
    }

    fn never(&mut self, conflict: Conflict, prefix: &str) {
        self.found.push(
            Diagnostic::warning(
                codes::CONTRADICTORY_TERMS,
                conflict.term,
                format!("{prefix}this cannot be true together with another term"),
            )
            .also(conflict.with, "because of this")
            .note("one of the two is a slip, or the terms belong on the two sides of `||`"),
        );
    }

    /// Reports comparisons that a stricter one beside them makes needless.
    fn needless(&mut self, terms: &[&Expr], positive: bool) {
        let mut seen: Vec<Literal> = Vec::new();
        for term in terms {
            let mut new = self.literal(term);
            if !positive {
                std::mem::swap(&mut new.left, &mut new.opposite);
            }
            if new.left.is_empty() || new.opposite.is_empty() {
                continue;
            }
            let same = seen.iter().find(|old| {
                old.atom == new.atom && (old.left.within(&new.left) || new.left.within(&old.left))
            });
            if let Some(old) = same {
                let (needless, by) = if old.left.within(&new.left) {
                    (new.span, old.span)
                } else {
                    (old.span, new.span)
                };
                self.found.push(
                    Diagnostic::warning(codes::NEEDLESS_TERM, needless, "this term adds nothing")
                        .also(by, if positive { "this says more" } else { "this allows more" })
                        .note("leave it out, or mend the number if another one was meant"),
                );
            }
            seen.push(new);
        }
    }
}

/// Whether a term stands twice, or beside its opposite: KP0633 reports that.
fn has_repetitions(texts: &[String]) -> bool {
    texts.iter().enumerate().any(|(i, text)| {
        texts[..i].iter().any(|other| {
            other == text
                || other.strip_prefix('!') == Some(text)
                || text.strip_prefix('!') == Some(other)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_shrink_to_nothing() {
        let lib = Domain::of(&Values::Between(Some(1), None), true);
        let less = |d: &Domain, x| d.clone().restrict(Cmp::Lt, x);
        let more = |d: &Domain, x| d.clone().restrict(Cmp::Gt, x);
        assert!(more(&less(&lib, 2.0), 3.0).is_empty());
        assert!(more(&less(&lib, 3.0), 2.0).is_empty(), "no integer lies between");
        assert!(!more(&less(&lib, 4.0), 2.0).is_empty());
        assert!(less(&lib, 1.0).is_empty());
        assert!(more(&lib, 3.0).within(&more(&lib, 1.0)));
        assert!(!more(&lib, 1.0).within(&more(&lib, 3.0)));
        let code = Domain::of(&Values::Set([0, 2, 4, 5].into()), true);
        assert!(code.clone().restrict(Cmp::Eq, 3.0).is_empty());
        assert!(more(&code, 4.0).restrict(Cmp::Ne, 5.0).is_empty());
        let weakness = Domain::of(&Values::Any, false);
        assert!(!more(&less(&weakness, 3.0), 2.0).is_empty(), "fractions do");
        assert!(more(&less(&weakness, 2.0), 2.0).is_empty());
        assert!(!less(&weakness, 2.0).within(&less(&weakness, 1.0)));
    }
}
