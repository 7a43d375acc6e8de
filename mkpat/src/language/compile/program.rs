//! Expressions and actions as programs of the run-time interpreter.
//!
//! The code emitter (`crate::language::emit`) writes the same evaluation as Rust; a test
//! runs both against a recording host and compares results and calls.

use mkpat_rt::expr::{ArgRef, Malformed, Op, Program};

use crate::language::ir::expr::{Action, Expr, ExprKind, Stmt};

/// The program of a constraint.
pub(super) fn constraint(e: &Expr) -> Result<Program, Malformed> {
    let mut b = Builder::default();
    b.expr(e)?;
    b.push(Op::Return)?;
    b.finish()
}

/// The program of an action.
pub(super) fn action(a: &Action) -> Result<Program, Malformed> {
    let mut b = Builder::default();
    b.body(&a.body)?;
    b.finish()
}

#[derive(Default)]
struct Builder {
    program: Program,
}

impl Builder {
    fn finish(self) -> Result<Program, Malformed> {
        self.program.validate()?;
        Ok(self.program)
    }

    fn here(&self) -> Result<u16, Malformed> {
        u16::try_from(self.program.ops.len())
            .map_err(|_| Malformed("the constraint or action is too long"))
    }

    fn push(&mut self, op: Op) -> Result<usize, Malformed> {
        self.here()?;
        self.program.ops.push(op);
        Ok(self.program.ops.len() - 1)
    }

    /// Lets the jump at `at` lead to the next operation.
    fn land(&mut self, at: usize) -> Result<(), Malformed> {
        let to = self.here()?;
        match &mut self.program.ops[at] {
            Op::AndJump(t) | Op::OrJump(t) | Op::JumpIfZero(t) | Op::Jump(t) => *t = to,
            _ => {}
        }
        Ok(())
    }

    fn expr(&mut self, e: &Expr) -> Result<(), Malformed> {
        match &e.kind {
            ExprKind::Number(x) => {
                self.push(Op::Num(*x))?;
            }
            ExprKind::Call(call) => {
                let first = u16::try_from(self.program.args.len())
                    .map_err(|_| Malformed("the constraint or action has too many arguments"))?;
                let args = call.args.iter().map(|a| a.at.map_or(ArgRef::Tenuki, ArgRef::At));
                self.program.args.extend(args);
                let count = call.args.len() as u8;
                self.push(Op::Call { helper: call.helper, first, count })?;
            }
            ExprKind::Not(a) => self.unary(a, Op::Not)?,
            ExprKind::Neg(a) => self.unary(a, Op::Neg)?,
            ExprKind::And(a, b) => self.lazy(a, b, Op::AndJump(0))?,
            ExprKind::Or(a, b) => self.lazy(a, b, Op::OrJump(0))?,
            ExprKind::Add(a, b) => self.binary(a, b, Op::Add)?,
            ExprKind::Sub(a, b) => self.binary(a, b, Op::Sub)?,
            ExprKind::Cmp(cmp, a, b) => self.binary(a, b, Op::Cmp(*cmp))?,
            ExprKind::Cond(c, a, b) => {
                self.expr(c)?;
                let skip = self.push(Op::JumpIfZero(0))?;
                self.expr(a)?;
                let end = self.push(Op::Jump(0))?;
                self.land(skip)?;
                self.expr(b)?;
                self.land(end)?;
            }
        }
        Ok(())
    }

    fn unary(&mut self, a: &Expr, op: Op) -> Result<(), Malformed> {
        self.expr(a)?;
        self.push(op).map(|_| ())
    }

    fn binary(&mut self, a: &Expr, b: &Expr, op: Op) -> Result<(), Malformed> {
        self.expr(a)?;
        self.expr(b)?;
        self.push(op).map(|_| ())
    }

    fn lazy(&mut self, a: &Expr, b: &Expr, jump: Op) -> Result<(), Malformed> {
        self.expr(a)?;
        let at = self.push(jump)?;
        self.expr(b)?;
        self.push(Op::Bool)?;
        self.land(at)
    }

    fn body(&mut self, body: &[Stmt]) -> Result<(), Malformed> {
        for stmt in body {
            match stmt {
                Stmt::Call(e) => {
                    self.expr(e)?;
                    self.push(Op::Pop)?;
                }
                Stmt::Return(e) => {
                    self.expr(e)?;
                    self.push(Op::Return)?;
                }
                Stmt::If(c, a, b) => {
                    self.expr(c)?;
                    let skip = self.push(Op::JumpIfZero(0))?;
                    self.body(a)?;
                    if b.is_empty() {
                        self.land(skip)?;
                    } else {
                        let end = self.push(Op::Jump(0))?;
                        self.land(skip)?;
                        self.body(b)?;
                        self.land(end)?;
                    }
                }
            }
        }
        Ok(())
    }
}
