//! Constraints read back as expressions, with what each part came to: for explanations.
//!
//! A compiled database holds constraints as programs ([`crate::expr`]). [`Term::read`] makes
//! the expression again, [`Term::answer`] evaluates it with answers that were written down
//! ([`crate::recording_host`]), and [`Term::deciding`] names the parts to which the result is due.
//! Nothing here asks a host.

use crate::expr::{ArgRef, Cmp, Op, Program};
use crate::helper::Helper;

/// An expression with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it computes.
    pub kind: TermKind,
    /// What it came to; `None` as long as it was not evaluated, or if it was not needed.
    pub value: Option<f64>,
    /// For a call: its number among the calls that were made, from 0.
    pub call: Option<usize>,
}

/// Kinds of terms.
#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    /// A literal.
    Number(f64),
    /// A helper with its arguments.
    Call(Helper, Vec<ArgRef>),
    /// `!a`
    Not(Box<Term>),
    /// `-a`
    Neg(Box<Term>),
    /// `a && b`
    And(Box<Term>, Box<Term>),
    /// `a || b`
    Or(Box<Term>, Box<Term>),
    /// `a + b`
    Add(Box<Term>, Box<Term>),
    /// `a - b`
    Sub(Box<Term>, Box<Term>),
    /// A comparison.
    Cmp(Cmp, Box<Term>, Box<Term>),
    /// `c ? a : b`
    Cond(Box<Term>, Box<Term>, Box<Term>),
}

impl From<TermKind> for Term {
    fn from(kind: TermKind) -> Term {
        Term { kind, value: None, call: None }
    }
}

impl Term {
    /// The expression of a constraint; `None` for a program that no constraint compiles to.
    pub fn read(program: &Program) -> Option<Term> {
        let (last, body) = program.ops.split_last()?;
        (*last == Op::Return).then(|| read(program, 0, body.len())).flatten()
    }

    /// Evaluates it as [`Program::run`] does; `answer` tells what each helper said, in the order
    /// in which they are called.
    pub fn answer(&mut self, answer: &mut impl FnMut(Helper) -> f64) -> f64 {
        self.evaluate(answer, &mut 0)
    }

    fn evaluate(&mut self, answer: &mut impl FnMut(Helper) -> f64, calls: &mut usize) -> f64 {
        let truth = |x: bool| f64::from(u8::from(x));
        let value = match &mut self.kind {
            TermKind::Number(x) => *x,
            TermKind::Call(helper, _) => {
                self.call = Some(*calls);
                *calls += 1;
                answer(*helper)
            }
            TermKind::Not(a) => truth(a.evaluate(answer, calls) == 0.0),
            TermKind::Neg(a) => -a.evaluate(answer, calls),
            TermKind::And(a, b) => {
                truth(a.evaluate(answer, calls) != 0.0 && b.evaluate(answer, calls) != 0.0)
            }
            TermKind::Or(a, b) => {
                truth(a.evaluate(answer, calls) != 0.0 || b.evaluate(answer, calls) != 0.0)
            }
            TermKind::Add(a, b) => a.evaluate(answer, calls) + b.evaluate(answer, calls),
            TermKind::Sub(a, b) => a.evaluate(answer, calls) - b.evaluate(answer, calls),
            TermKind::Cmp(cmp, a, b) => {
                let (a, b) = (a.evaluate(answer, calls), b.evaluate(answer, calls));
                truth(cmp.holds(a, b))
            }
            TermKind::Cond(c, a, b) => {
                let chosen = if c.evaluate(answer, calls) != 0.0 { a } else { b };
                chosen.evaluate(answer, calls)
            }
        };
        self.value = Some(value);
        value
    }

    /// The smallest terms to which an evaluated term owes that it is false, or that it is true: of
    /// `a && b` the first that is false, of `a || b` both. Empty if it was not evaluated.
    pub fn deciding(&self) -> Vec<&Term> {
        let Some(value) = self.value else { return Vec::new() };
        let holds = value != 0.0;
        let decided = |t: &&Term| t.value.is_some_and(|x| (x != 0.0) == holds);
        match &self.kind {
            TermKind::And(a, b) | TermKind::Or(a, b) => {
                let parts = [a, b].into_iter().map(|t| &**t).filter(decided);
                parts.flat_map(|t| t.deciding()).collect()
            }
            // `!(a && b)` and the like; `!call` is told as it stands.
            TermKind::Not(a) if matches!(a.kind, TermKind::And(..) | TermKind::Or(..)) => {
                a.deciding()
            }
            TermKind::Cond(c, a, b) => {
                let chosen = if a.value.is_some() { a } else { b };
                match chosen.kind {
                    // A constant is no reason: the condition is.
                    TermKind::Number(_) => c.deciding(),
                    _ => chosen.deciding(),
                }
            }
            _ => vec![self],
        }
    }

    /// The calls in it that were made, in their order.
    pub fn calls(&self) -> Vec<usize> {
        let mut out: Vec<usize> = self.call.into_iter().collect();
        out.extend(self.operands().into_iter().flat_map(Term::calls));
        out
    }

    fn operands(&self) -> Vec<&Term> {
        match &self.kind {
            TermKind::Number(_) | TermKind::Call(..) => Vec::new(),
            TermKind::Not(a) | TermKind::Neg(a) => vec![a],
            TermKind::And(a, b)
            | TermKind::Or(a, b)
            | TermKind::Add(a, b)
            | TermKind::Sub(a, b)
            | TermKind::Cmp(_, a, b) => vec![a, b],
            TermKind::Cond(c, a, b) => vec![c, a, b],
        }
    }

    /// As it would be written; `name` names the arguments.
    pub fn text(&self, name: &impl Fn(ArgRef) -> String) -> String {
        let own = self.precedence();
        // An operand that binds less tightly needs parentheses; the right one of `-` also if equal.
        let part = |t: &Term, least: u8| {
            let text = t.text(name);
            if t.precedence() < least { format!("({text})") } else { text }
        };
        let two = |a: &Term, symbol: &str, b: &Term| {
            format!("{} {symbol} {}", part(a, own), part(b, own + 1))
        };
        match &self.kind {
            TermKind::Number(x) => x.to_string(),
            TermKind::Call(helper, args) => {
                let args: Vec<String> = args.iter().map(|&a| name(a)).collect();
                format!("{}({})", helper.info().name, args.join(","))
            }
            TermKind::Not(a) => format!("!{}", part(a, own)),
            TermKind::Neg(a) => format!("-{}", part(a, own)),
            TermKind::And(a, b) => two(a, "&&", b),
            TermKind::Or(a, b) => two(a, "||", b),
            TermKind::Add(a, b) => two(a, "+", b),
            TermKind::Sub(a, b) => two(a, "-", b),
            TermKind::Cmp(cmp, a, b) => two(a, cmp.symbol(), b),
            TermKind::Cond(c, a, b) => {
                format!("{} ? {} : {}", part(c, own + 1), part(a, own + 1), part(b, own))
            }
        }
    }

    fn precedence(&self) -> u8 {
        match self.kind {
            TermKind::Cond(..) => 0,
            TermKind::Or(..) => 1,
            TermKind::And(..) => 2,
            TermKind::Cmp(..) => 3,
            TermKind::Add(..) | TermKind::Sub(..) => 4,
            TermKind::Not(_) | TermKind::Neg(_) => 5,
            TermKind::Number(_) | TermKind::Call(..) => 6,
        }
    }
}

/// The expression of the operations from `from` to before `end`.
fn read(program: &Program, from: usize, end: usize) -> Option<Term> {
    let mut stack: Vec<Term> = Vec::new();
    let mut pc = from;
    while pc < end {
        let op = *program.ops.get(pc)?;
        pc += 1;
        let kind = match op {
            Op::Num(x) => TermKind::Number(x),
            Op::Call { helper, first, count } => {
                let (first, count) = (usize::from(first), usize::from(count));
                TermKind::Call(helper, program.args.get(first..first + count)?.to_vec())
            }
            Op::Not => TermKind::Not(stack.pop()?.into()),
            Op::Neg => TermKind::Neg(stack.pop()?.into()),
            Op::Add | Op::Sub | Op::Cmp(_) => {
                let (b, a) = (Box::new(stack.pop()?), Box::new(stack.pop()?));
                match op {
                    Op::Add => TermKind::Add(a, b),
                    Op::Sub => TermKind::Sub(a, b),
                    Op::Cmp(cmp) => TermKind::Cmp(cmp, a, b),
                    _ => return None,
                }
            }
            Op::AndJump(to) | Op::OrJump(to) => {
                let to = usize::from(to);
                // The second operand ends with `Bool`, just before the jump's goal.
                let close = to.checked_sub(1).filter(|&c| c >= pc && to <= end)?;
                if program.ops.get(close) != Some(&Op::Bool) {
                    return None;
                }
                let (a, b) = (Box::new(stack.pop()?), Box::new(read(program, pc, close)?));
                pc = to;
                match op {
                    Op::AndJump(_) => TermKind::And(a, b),
                    _ => TermKind::Or(a, b),
                }
            }
            Op::JumpIfZero(to) => {
                let to = usize::from(to);
                let skip = to.checked_sub(1).filter(|&s| s >= pc && to <= end)?;
                let Some(&Op::Jump(after)) = program.ops.get(skip) else { return None };
                let after = usize::from(after);
                if after > end {
                    return None;
                }
                let c = Box::new(stack.pop()?);
                let a = Box::new(read(program, pc, skip)?);
                let b = Box::new(read(program, to, after)?);
                pc = after;
                TermKind::Cond(c, a, b)
            }
            Op::Bool | Op::Jump(_) | Op::Pop | Op::Return => return None,
        };
        stack.push(kind.into());
    }
    let term = stack.pop()?;
    stack.is_empty().then_some(term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Offset;

    fn name(arg: ArgRef) -> String {
        match arg {
            ArgRef::At(o) => char::from(b'a' + o.dc as u8).to_string(),
            ArgRef::Tenuki => "?".to_string(),
        }
    }

    /// `lib(a) > 1 && (xlib(b) == 2 || !lib(c)) && (lib(d) ? 1 : 0)`
    fn program() -> Program {
        let call = |helper, first| Op::Call { helper, first, count: 1 };
        let (own, enemy) = (Helper::lib, Helper::xlib);
        let ops = vec![
            call(own, 0),
            Op::Num(1.0),
            Op::Cmp(Cmp::Gt),
            Op::AndJump(12),
            call(enemy, 1),
            Op::Num(2.0),
            Op::Cmp(Cmp::Eq),
            Op::OrJump(11),
            call(own, 2),
            Op::Not,
            Op::Bool,
            Op::Bool,
            Op::AndJump(19),
            call(own, 3),
            Op::JumpIfZero(17),
            Op::Num(1.0),
            Op::Jump(18),
            Op::Num(0.0),
            Op::Bool,
            Op::Return,
        ];
        let args = (0..4).map(|dc| ArgRef::At(Offset::new(0, dc))).collect();
        Program { ops, args }
    }

    #[test]
    fn programs_are_read_back_as_they_were_written() {
        let term = Term::read(&program()).expect("a constraint");
        let text = "lib(a) > 1 && (xlib(b) == 2 || !lib(c)) && (lib(d) ? 1 : 0)";
        assert_eq!(term.text(&name), text);
        assert_eq!(Term::read(&Program::default()), None);
        let mut broken = program();
        broken.ops[10] = Op::Not;
        assert_eq!(Term::read(&broken), None);
    }

    #[test]
    fn the_terms_that_decide_are_the_smallest_false_ones() {
        for (answers, value, want) in [
            (&[1.0][..], 0.0, &["lib(a) > 1"][..]),
            (&[2.0, 3.0, 4.0], 0.0, &["xlib(b) == 2", "!lib(c)"]),
            (&[2.0, 2.0, 0.0], 0.0, &["lib(d)"]),
            (&[2.0, 3.0, 0.0, 1.0], 1.0, &["lib(a) > 1", "!lib(c)", "lib(d)"]),
        ] {
            let mut term = Term::read(&program()).expect("a constraint");
            let mut given = answers.iter();
            assert_eq!(term.answer(&mut |_| *given.next().expect("no more calls")), value);
            assert!(given.next().is_none(), "all answers were wanted: {answers:?}");
            let told: Vec<String> = term.deciding().iter().map(|t| t.text(&name)).collect();
            assert_eq!(told, want, "{answers:?}");
        }
        assert!(Term::read(&program()).expect("a constraint").deciding().is_empty());
    }
}
