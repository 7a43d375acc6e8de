//! KP0647: three stones that do not surround a wedge as `…play_break_through` takes them
//! (docs/pattern-language.md, "Break-through").

use mkpat_rt::helper::Helper;

use super::Context;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Call, Expr, ExprKind};

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind
            && matches!(call.helper, Helper::oplay_break_through | Helper::xplay_break_through)
        {
            check_call(cx, p, call);
        }
    };
    p.walk_code(&mut visit);
}

fn check_call(cx: &mut Context<'_>, p: &Pattern, call: &Call) {
    let Some(targets) = call.args.last_chunk::<3>() else { return };
    // A letter may stand on all stones of a string.
    let places = targets.each_ref().map(|arg| -> Vec<(i32, i32)> {
        let cells = match p.labels.get(&arg.ch) {
            Some(label) => label.cells.as_slice(),
            None if arg.ch == '*' => p.mv.as_slice(),
            None => &[],
        };
        let place = |&cell: &usize| {
            let (row, col) = p.diagram.place(cell);
            (row as i32, col as i32)
        };
        cells.iter().map(place).collect()
    });
    let [xs, ys, zs] = &places;
    let surround = |x: &(i32, i32), z: &(i32, i32)| {
        // The wedge lies halfway between x and z, and y beside it.
        let middle = ((x.0 + z.0) / 2, (x.1 + z.1) / 2);
        let beside = |y: &(i32, i32)| (y.0 - middle.0).abs() + (y.1 - middle.1).abs() == 1;
        let opposite = (x.0 - z.0).abs() + (x.1 - z.1).abs() == 2 && (x.0 == z.0 || x.1 == z.1);
        opposite && ys.iter().any(beside)
    };
    if places.iter().any(Vec::is_empty) || xs.iter().any(|x| zs.iter().any(|z| surround(x, z))) {
        return;
    }
    cx.out.push(
        Diagnostic::warning(
            codes::NO_WEDGE,
            targets[0].span.to(targets[2].span),
            format!(
                "`{}`, `{}` and `{}` do not surround a stone",
                targets[0].ch, targets[1].ch, targets[2].ch
            ),
        )
        .note("the last three arguments x, y, z lie around a wedge W: x and z on two sides of it, y beside it"),
    );
}
