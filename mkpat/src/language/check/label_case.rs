//! KP0604: letters whose case tells the wrong colour.

use mkpat_rt::db::ElementKind;

use super::Context;
use super::labels::used;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::expr::{Expr, ExprKind};
use crate::language::ir::pattern::AttributeValue;
use crate::language::ir::{Label, Pattern};
use crate::language::lower::is_label;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let used = used(p);
    for (&ch, label) in p.labels.iter().filter(|(ch, _)| used.contains(ch)) {
        case(cx, p, ch, label);
    }
}

fn case(cx: &mut Context<'_>, p: &Pattern, ch: char, label: &Label) {
    let Some(element) = label.cells.first().and_then(|&cell| p.diagram.cells[cell].element())
    else {
        return;
    };
    let message = match element {
        ElementKind::X if ch.is_ascii_lowercase() => "an X stone has an upper-case letter",
        ElementKind::X | ElementKind::EmptyOrX | ElementKind::EmptyOrO => return,
        _ if ch.is_ascii_lowercase() => return,
        ElementKind::O => "an O stone has a lower-case letter",
        _ => "an empty vertex has a lower-case letter",
    };
    let mut found = Diagnostic::hint(
        codes::LABEL_CASE,
        label.spans[0],
        format!("label `{ch}`: by convention {message}"),
    );
    if let Some(fix) = other_case(p, ch, label) {
        found = found.fix(fix);
    }
    cx.out.push(found);
}

/// Writes the letter in its other case everywhere, if that letter is free.
fn other_case(p: &Pattern, ch: char, label: &Label) -> Option<Fix> {
    let other =
        if ch.is_ascii_uppercase() { ch.to_ascii_lowercase() } else { ch.to_ascii_uppercase() };
    if p.labels.contains_key(&other) || !is_label(other) {
        return None;
    }
    let mut places = label.spans.clone();
    let mut visit = |e: &Expr| {
        if let ExprKind::Call(call) = &e.kind {
            places.extend(call.args.iter().filter(|arg| arg.ch == ch).map(|arg| arg.span));
        }
    };
    p.constraint.iter().for_each(|e| e.walk(&mut visit));
    p.action.iter().for_each(|action| action.walk(&mut visit));
    for attr in &p.attrs {
        if matches!(attr.value, AttributeValue::Label(letter, _) if letter == ch) {
            // `name(a)`: the letter stands before the `)`.
            places.push(attr.span.sub(attr.span.len().checked_sub(2)?, 1));
        }
    }
    let fix = Fix::safe(format!("write `{other}` everywhere in this pattern"));
    Some(places.into_iter().fold(fix, |fix, span| fix.replace(span, other)))
}
