//! Constraint and action programs, and their interpreter.
//!
//! A program is the same typed expression that `patterns-macro` turns into a
//! Rust function, as a flat list of stack operations: an edited database can be
//! played without a rebuild. Both forms give the same result and call the same
//! helpers in the same order (`&&`, `||` and `?:` evaluate only what C would).
//!
//! Integers are exact in the `f64` stack: literals are bounded by
//! [`MAX_LITERAL`] and helpers return at most 32 bits.

use crate::geom::{Offset, Point};
use crate::helper::{Caller, Helper, MAX_ARGS, Site};

/// Largest magnitude of a literal number.
pub const MAX_LITERAL: f64 = 1_000_000.0;

/// Comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cmp {
    /// `==`
    Eq = 0,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Cmp {
    /// All operators in the order of their numbers.
    pub const ALL: [Cmp; 6] = [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge];

    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
        }
    }

    /// Applies it.
    pub fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }
}

/// One operation. `v` is the top of the stack.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// Pushes a literal.
    Num(f64),
    /// Calls a helper with `count` arguments from `first` in [`Program::args`];
    /// pushes the result.
    Call {
        /// The helper.
        helper: Helper,
        /// Index of its first argument.
        first: u16,
        /// Number of arguments.
        count: u8,
    },
    /// `v = !v`
    Not,
    /// `v = (v != 0)`
    Bool,
    /// `v = -v`
    Neg,
    /// Pops b, a; pushes a + b.
    Add,
    /// Pops b, a; pushes a − b.
    Sub,
    /// Pops b, a; pushes whether they compare.
    Cmp(Cmp),
    /// Pops; if it is zero, pushes 0 and jumps to the operation.
    AndJump(u16),
    /// Pops; if it is non-zero, pushes 1 and jumps to the operation.
    OrJump(u16),
    /// Pops; jumps if it is zero.
    JumpIfZero(u16),
    /// Jumps.
    Jump(u16),
    /// Pops and discards.
    Pop,
    /// Pops and ends with that value.
    Return,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgRef {
    /// A vertex, by its offset from the origin of the labels.
    At(Offset),
    /// `?`: the side passes.
    Tenuki,
}

/// A constraint or an action.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Operations; jumps go forward only, so that every program ends.
    pub ops: Vec<Op>,
    /// Arguments of all calls.
    pub args: Vec<ArgRef>,
}

/// Why a program cannot be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed(pub &'static str);

impl Program {
    /// Checks what [`Program::run`] relies on: jumps forward and inside the
    /// program, arguments that exist and fit the helper, a stack that never
    /// underflows on the straight path.
    pub fn validate(&self) -> Result<(), Malformed> {
        if self.ops.len() > usize::from(u16::MAX) || self.args.len() > usize::from(u16::MAX) {
            return Err(Malformed("program too long"));
        }
        for (pc, op) in self.ops.iter().enumerate() {
            match *op {
                Op::AndJump(to) | Op::OrJump(to) | Op::JumpIfZero(to) | Op::Jump(to)
                    if usize::from(to) <= pc || usize::from(to) > self.ops.len() =>
                {
                    return Err(Malformed("jump out of the program"));
                }
                Op::Call { helper, first, count } => {
                    let args = self
                        .args
                        .get(usize::from(first)..usize::from(first) + usize::from(count))
                        .ok_or(Malformed("arguments out of the program"))?;
                    let signature = helper.info().signature;
                    if args.len() < signature.min_args()
                        || args.len() > signature.max_args().unwrap_or(MAX_ARGS)
                    {
                        return Err(Malformed("wrong number of arguments"));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The helpers it calls, in textual order.
    pub fn calls(&self) -> impl Iterator<Item = Helper> + '_ {
        self.ops.iter().filter_map(|op| match op {
            Op::Call { helper, .. } => Some(*helper),
            _ => None,
        })
    }

    /// Runs the program at `site`. The result is truncated to an integer, as in
    /// GNU Go; an action without `return` yields 0. A host that does not
    /// have a helper (excluded by the loader) counts as answering 0.
    pub fn run<C: Caller + ?Sized>(&self, host: &mut C, site: &Site) -> i64 {
        let mut stack: Vec<f64> = Vec::with_capacity(8);
        let mut pc = 0;
        while let Some(op) = self.ops.get(pc) {
            pc += 1;
            match *op {
                Op::Num(x) => stack.push(x),
                Op::Call { helper, first, count } => {
                    let mut args = [None; MAX_ARGS];
                    let (first, count) = (usize::from(first), usize::from(count));
                    for (to, from) in args.iter_mut().zip(&self.args[first..first + count]) {
                        *to = match from {
                            ArgRef::At(o) => Some(site.at(o.dr, o.dc)),
                            ArgRef::Tenuki => None::<Point>,
                        };
                    }
                    stack.push(host.call(helper, site, &args[..count]).unwrap_or(0.0));
                }
                Op::Not => unary(&mut stack, |v| f64::from(u8::from(v == 0.0))),
                Op::Bool => unary(&mut stack, |v| f64::from(u8::from(v != 0.0))),
                Op::Neg => unary(&mut stack, |v| -v),
                Op::Add => binary(&mut stack, |a, b| a + b),
                Op::Sub => binary(&mut stack, |a, b| a - b),
                Op::Cmp(cmp) => binary(&mut stack, |a, b| f64::from(u8::from(cmp.holds(a, b)))),
                Op::AndJump(to) => {
                    if stack.pop().unwrap_or(0.0) == 0.0 {
                        stack.push(0.0);
                        pc = usize::from(to);
                    }
                }
                Op::OrJump(to) => {
                    if stack.pop().unwrap_or(0.0) != 0.0 {
                        stack.push(1.0);
                        pc = usize::from(to);
                    }
                }
                Op::JumpIfZero(to) => {
                    if stack.pop().unwrap_or(0.0) == 0.0 {
                        pc = usize::from(to);
                    }
                }
                Op::Jump(to) => pc = usize::from(to),
                Op::Pop => {
                    stack.pop();
                }
                Op::Return => return stack.pop().unwrap_or(0.0) as i64,
            }
        }
        0
    }
}

fn unary(stack: &mut [f64], f: impl FnOnce(f64) -> f64) {
    if let Some(v) = stack.last_mut() {
        *v = f(*v);
    }
}

fn binary(stack: &mut Vec<f64>, f: impl FnOnce(f64, f64) -> f64) {
    let b = stack.pop().unwrap_or(0.0);
    let a = stack.pop().unwrap_or(0.0);
    stack.push(f(a, b));
}
