//! KP0646: stones of the wrong colour, or of two colours, where a helper asks about
//! one side's stones.

use mkpat_rt::colon_line::AttrKind;
use mkpat_rt::helper::{Helper, Signature};

use super::facts::{self, EMPTY, O, X};
use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Arg, Call, Expr, ExprKind};
use crate::language::ir::pattern::AttributeValue;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            check_call(cx, p, call);
        }
    };
    p.walk_code(&mut visit);
    // Both sides of an owl search threaten stones of X: they are matched as O.
    for attr in p.attrs.iter().filter(|attr| attr.kind == AttrKind::ThreatensToCapture) {
        let AttributeValue::Label(ch, cell) = attr.value else { continue };
        if facts::contents(&p.diagram, cell) & X == 0 {
            cx.out.push(
                Diagnostic::warning(
                    codes::STONE_COLORS,
                    attr.span,
                    format!("`{}` takes a stone of X, and `{ch}` is none", attr.name),
                )
                .also(p.diagram.spans[cell], "this vertex"),
            );
        }
    }
}

/// The side whose stones a helper takes, if it takes those of one side only.
fn side(helper: Helper) -> Option<u8> {
    Some(match helper {
        Helper::add_connect_move | Helper::add_defend_both_move | Helper::defend_against_atari => O,
        Helper::add_cut_move | Helper::test_attack_either_move => X,
        _ => return None,
    })
}

fn check_call(cx: &mut Context<'_>, p: &Pattern, call: &Call) {
    let info = call.helper.info();
    let (moves, targets) = match info.signature {
        Signature::Play(targets) if targets.len() > 1 => {
            call.args.split_at(call.args.len().saturating_sub(targets.len()))
        }
        Signature::Fixed(_) if call.helper == Helper::disconnect_helper => {
            (&[][..], &call.args[..])
        }
        Signature::Fixed(_) if side(call.helper).is_some() => (&[][..], &call.args[..]),
        _ => return,
    };
    let color = |arg: &Arg| -> Option<u8> {
        let cell = image::cell(p, arg.ch)?;
        let there = facts::contents(&p.diagram, cell);
        if there == O || there == X {
            return Some(there);
        }
        // An empty vertex on which exactly one of the moves is played: its side is known.
        let mut played =
            moves.iter().enumerate().filter(|(_, m)| image::cell(p, m.ch) == Some(cell));
        let (at, _) = played.next().filter(|_| there == EMPTY)?;
        let o_first = info.name.starts_with('o');
        played.next().is_none().then_some(if at.is_multiple_of(2) == o_first { O } else { X })
    };
    let name = |color: u8| if color == O { "O" } else { "X" };
    let mut report = |arg: &Arg, message: String, also: Option<&Arg>| {
        let mut found = Diagnostic::warning(codes::STONE_COLORS, arg.span, message);
        if let Some(cell) = image::cell(p, arg.ch) {
            found = found.also(p.diagram.spans[cell], "this vertex");
        }
        if let Some(cell) = also.and_then(|arg| image::cell(p, arg.ch)) {
            found = found.also(p.diagram.spans[cell], "and this one");
        }
        cx.out.push(found);
    };
    if let Some(side) = side(call.helper) {
        if let Some(arg) = targets.iter().find(|arg| color(arg).is_some_and(|c| c != side)) {
            let message =
                format!("`{}` takes stones of {}, and `{}` is none", info.name, name(side), arg.ch);
            report(arg, message, None);
        }
        return;
    }
    let mut known = targets.iter().filter_map(|arg| Some((arg, color(arg)?)));
    let Some((first, one)) = known.next() else { return };
    if let Some((arg, other)) = known.find(|&(_, other)| other != one) {
        let message = format!(
            "`{}` asks about stones of one side, but `{}` is {} and `{}` is {}",
            info.name,
            first.ch,
            name(one),
            arg.ch,
            name(other)
        );
        report(arg, message, Some(first));
    }
}
