//! KP0651: a helper that needs a stone gets a vertex that may be empty, and nothing
//! asks whether a stone is there.

use mkpat_rt::helper::Helper;

use super::facts::{self, EMPTY, O, X};
use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Call, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut asking: Vec<&Call> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    p.walk_code(&mut |e| {
        let ExprKind::Call(call) = &e.kind else { return };
        match call.helper {
            Helper::o_somewhere
            | Helper::x_somewhere
            | Helper::o_alive_somewhere
            | Helper::x_alive_somewhere => {
                seen.extend(call.args.iter().filter_map(|arg| image::cell(p, arg.ch)));
            }
            // These require a stone (docs/pattern-language.md, "Arguments").
            Helper::lib | Helper::wormsize | Helper::attack | Helper::defend | Helper::status => {
                asking.push(call);
            }
            _ => {}
        }
    });
    for call in asking {
        let Some(arg) = call.args.first() else { continue };
        let Some(cell) = image::cell(p, arg.ch) else { continue };
        let there = facts::contents(&p.diagram, cell);
        // A vertex that is certainly empty is KP0621.
        if there & EMPTY == 0 || there == EMPTY || seen.contains(&cell) {
            continue;
        }
        let ask = match there & (O | X) {
            O => format!("ask `o_somewhere({})` before", arg.ch),
            X => format!("ask `x_somewhere({})` before", arg.ch),
            _ => "ask `o_somewhere` or `x_somewhere` before".to_string(),
        };
        cx.out.push(
            Diagnostic::warning(
                codes::PERHAPS_EMPTY,
                arg.span,
                format!(
                    "`{}` may be empty, but `{}` takes a stone",
                    arg.ch,
                    call.helper.info().name
                ),
            )
            .also(p.diagram.spans[cell], "this vertex")
            .note(format!("{ask}, or draw the stone")),
        );
    }
}
