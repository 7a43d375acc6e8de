//! KP0621: a stone where the helper takes an empty vertex, and the other way
//! round; moves on stones; targets that are never stones. Arguments that fit in another order, or
//! with one more, are one finding.

use mkpat_rt::db::ElementKind;
use mkpat_rt::helper::{Helper, ParamKind, Signature};

use super::{Context, image, labels};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{Arg, Call, Expr, ExprKind};
use crate::language::lower::usage;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            check_call(cx, p, call);
        }
    };
    p.walk_code(&mut visit);
}

/// Whether the vertex is certainly empty (`Some(true)`), certainly a stone, or
/// either.
fn is_empty(p: &Pattern, arg: &Arg) -> Option<bool> {
    let element = p.diagram.cells.get(image::cell(p, arg.ch)?)?.element()?;
    match element {
        ElementKind::O | ElementKind::X => Some(false),
        ElementKind::EmptyOrO | ElementKind::EmptyOrX => None,
        _ => Some(true),
    }
}

/// An argument that is not what the helper takes.
struct Misfit {
    index: usize,
    is: &'static str,
    wants: &'static str,
}

/// The arguments that the helper does not take, by the diagram.
fn misfits(p: &Pattern, helper: Helper, args: &[Arg]) -> Vec<Misfit> {
    let mut out = Vec::new();
    let mut misfit = |index, is, wants| out.push(Misfit { index, is, wants });
    match helper.info().signature {
        Signature::Some => {}
        Signature::Fixed(params) => {
            for (index, (arg, (_, takes))) in args.iter().zip(params).enumerate() {
                match (takes, is_empty(p, arg)) {
                    (ParamKind::Stone, Some(true)) => misfit(index, "empty", "a stone"),
                    (ParamKind::Empty, Some(false)) => misfit(index, "a stone", "an empty vertex"),
                    _ => {}
                }
            }
        }
        Signature::Play(targets) => {
            let count = args.len().saturating_sub(targets.len());
            let (moves, targets) = args.split_at(count);
            // Later moves may be where a stone has been captured.
            if let Some(first) = moves.first()
                && is_empty(p, first) == Some(false)
            {
                misfit(0, "a stone", "an empty vertex for the first move");
            }
            for (index, target) in targets.iter().enumerate() {
                let cell = image::cell(p, target.ch);
                let played = moves.iter().any(|mv| image::cell(p, mv.ch) == cell);
                if is_empty(p, target) == Some(true) && !played {
                    let is = "empty and no move of the sequence";
                    misfit(count + index, is, "a stone as its target");
                }
            }
        }
    }
    out
}

/// Whether some call of the pattern gets an argument that its helper does not take. What the
/// pattern says is then not what was meant, and findings that follow from it say nothing.
pub(super) fn is_wrong(p: &Pattern) -> bool {
    let mut wrong = false;
    p.walk_code(&mut |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            wrong |= !misfits(p, call.helper, &call.args).is_empty();
        }
    });
    wrong
}

fn check_call(cx: &mut Context<'_>, p: &Pattern, call: &Call) {
    let misfits = misfits(p, call.helper, &call.args);
    if misfits.is_empty() {
        return;
    }
    if let Some(found) = exchanged(p, call, &misfits).or_else(|| forgotten(p, call, &misfits)) {
        cx.out.push(found);
        return;
    }
    let name = call.helper.info().name;
    for Misfit { index, is, wants } in misfits {
        let arg = &call.args[index];
        let found = Diagnostic::warning(
            codes::ARGUMENT_KIND,
            arg.span,
            format!("`{}` is {is}, but `{name}` takes {wants}", arg.ch),
        );
        cx.out.push(with_vertex(found, p, arg));
    }
}

fn with_vertex(found: Diagnostic, p: &Pattern, arg: &Arg) -> Diagnostic {
    match image::cell(p, arg.ch) {
        Some(cell) => found.also(p.diagram.spans[cell], "this vertex"),
        None => found,
    }
}

/// The arguments as they stand in a text.
fn written(args: &[Arg]) -> String {
    args.iter().map(|arg| arg.ch.to_string()).collect::<Vec<_>>().join(",")
}

/// All arguments of a call, from the first to the last.
fn place(call: &Call) -> Option<Span> {
    Some(call.args.first()?.span.to(call.args.last()?.span))
}

/// The same arguments in an order in which all of them are what the helper takes: the one that
/// moves them least, if there is one.
fn exchanged(p: &Pattern, call: &Call, misfits: &[Misfit]) -> Option<Diagnostic> {
    if call.args.len() < 2 || call.args.len() > MOST_EXCHANGED {
        return None;
    }
    let mut orders = Vec::new();
    orders_of(call.args.len(), &mut Vec::new(), &mut orders);
    let inversions = |order: &[usize]| {
        (0..order.len())
            .map(|i| (i..order.len()).filter(|&j| order[j] < order[i]).count())
            .sum::<usize>()
    };
    let good = orders.into_iter().filter_map(|order| {
        let args: Vec<Arg> = order.iter().map(|&i| call.args[i]).collect();
        let fits = self::misfits(p, call.helper, &args).is_empty();
        fits.then(|| (inversions(&order), args))
    });
    let good: Vec<(usize, Vec<Arg>)> = good.collect();
    let least = good.iter().map(|(moved, _)| *moved).min()?;
    let mut nearest = good.iter().filter(|(moved, _)| *moved == least);
    let (_, args) = nearest.next()?;
    let info = call.helper.info();
    let first = &call.args[misfits[0].index];
    let span = place(call)?;
    let mut found = Diagnostic::warning(
        codes::ARGUMENT_KIND,
        span,
        format!("the arguments of `{}` stand in another order", info.name),
    )
    .label(format!("`{}` is {}", first.ch, misfits[0].is))
    .note(format!("usage: `{}`", usage(info)));
    if nearest.next().is_none() {
        let meant = written(args);
        found = found
            .note(format!("write `{}({meant})`", info.name))
            .fix(Fix::risky("exchange the arguments").replace(span, meant));
    }
    Some(with_vertex(found, p, first))
}

/// Most arguments of which all orders are tried.
const MOST_EXCHANGED: usize = 6;

/// All orders of `0..count`.
fn orders_of(count: usize, begun: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if begun.len() == count {
        out.push(begun.clone());
        return;
    }
    for next in 0..count {
        if !begun.contains(&next) {
            begun.push(next);
            orders_of(count, begun, out);
            begun.pop();
        }
    }
}

/// A call that takes moves and targets, and has too few targets: a move stands where the first of
/// them is meant.
fn forgotten(p: &Pattern, call: &Call, misfits: &[Misfit]) -> Option<Diagnostic> {
    let info = call.helper.info();
    let Signature::Play(targets) = info.signature else { return None };
    let first_target = call.args.len().checked_sub(targets.len())?;
    let of_target = misfits.iter().all(|misfit| misfit.index >= first_target);
    if !of_target || misfits[0].index != first_target {
        return None;
    }
    let span = place(call)?;
    let arg = &call.args[misfits[0].index];
    let mut found = Diagnostic::warning(
        codes::ARGUMENT_KIND,
        span,
        format!("an argument of `{}` is perhaps forgotten", info.name),
    )
    .label(format!("`{}` is {}, but stands for a stone", arg.ch, misfits[0].is))
    .note(format!("usage: `{}`", usage(info)));
    let used = labels::used(p);
    let unused: Vec<char> = p.labels.keys().copied().filter(|ch| !used.contains(ch)).collect();
    if let [label] = unused[..] {
        let at = p.labels[&label].cells[0];
        let added = Arg { span, ch: label, at: Some(p.offset(p.origin(), at)) };
        let args: Vec<Arg> = call.args.iter().copied().chain([added]).collect();
        if self::misfits(p, call.helper, &args).is_empty() {
            found = found.note(format!("nothing uses label `{label}`")).fix(
                Fix::risky(format!("add `{label}`")).insert(span, span.end, format!(",{label}")),
            );
        }
    }
    Some(with_vertex(found, p, arg))
}
