//! KP0644, KP0652: moves of a sequence on vertices that are certainly occupied then. Such a move
//! is skipped and the sequence goes on (docs/pattern-language.md, "Sequences of moves"), which
//! is hardly what its author thought; but a side that plays on its own stone is made to pass
//! (KP0652).

use std::cell::OnceCell;

use mkpat_rt::helper::Signature;

use super::Context;
use super::facts::{self, EMPTY, O, Strings, X};
use super::image;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Arg, Call, Expr, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    if p.constraint.is_none() && p.action.is_none() {
        return;
    }
    let strings = OnceCell::new();
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind
            && let Signature::Play(targets) = call.helper.info().signature
        {
            let moves = &call.args[..call.args.len().saturating_sub(targets.len())];
            let strings = strings.get_or_init(|| facts::strings(&p.diagram));
            check_call(cx, p, strings, call, moves);
        }
    };
    p.walk_code(&mut visit);
}

fn check_call(
    cx: &mut Context<'_>,
    p: &Pattern,
    (strings, string_of): &Strings,
    call: &Call,
    moves: &[Arg],
) {
    let first = if call.helper.info().name.starts_with('o') { O } else { X };
    let color = |index: usize| if index.is_multiple_of(2) { first } else { O | X & !first };
    let cells: Vec<Option<usize>> = moves.iter().map(|mv| image::cell(p, mv.ch)).collect();
    for (at, (mv, &cell)) in moves.iter().zip(&cells).enumerate().skip(1) {
        let Some(cell) = cell else { continue };
        let before = &cells[..at];
        let mut own = false;
        let occupied = match string_of[cell].map(|string| &strings[string]) {
            // All its liberties would have to be taken first.
            Some(string) => {
                let taken = string.liberties.iter().filter(|&&l| before.contains(&Some(l)));
                (string.liberties.len() > taken.count()).then_some("a stone of the diagram")
            }
            None => before
                .iter()
                .rposition(|&other| other == Some(cell))
                .filter(|&played| {
                    let consecutive = before[played + 1..].iter().all(Option::is_none);
                    let (mut inside, _) = facts::neighbours(&p.diagram, cell);
                    let free = |to: &usize| {
                        facts::contents(&p.diagram, *to) == EMPTY && !before.contains(&Some(*to))
                    };
                    facts::contents(&p.diagram, cell) == EMPTY
                        && (consecutive || inside.any(|to| free(&to)))
                })
                .map(|played| {
                    own = color(played) == color(at);
                    "the stone that the sequence has played there"
                }),
        };
        if let Some(what) = occupied {
            let side = if color(at) == O { "O" } else { "X" };
            if own {
                cx.out.push(
                    Diagnostic::hint(
                        codes::PASS_AS_MOVE,
                        mv.span,
                        format!("{side} plays on its own stone at `{}`, that is, passes", mv.ch),
                    )
                    .note("write `?` where a side is to pass")
                    .fix(Fix::risky("write `?`").replace(mv.span, "?")),
                );
                continue;
            }
            cx.out.push(
                Diagnostic::warning(
                    codes::SKIPPED_MOVE,
                    mv.span,
                    format!("{side} cannot play at `{}`: {what} lies there", mv.ch),
                )
                .also(p.diagram.spans[cell], "this vertex")
                .note("a move that cannot be played is skipped, and the other side goes on")
                .note("write `?` where a side is to pass"),
            );
            return;
        }
    }
}
