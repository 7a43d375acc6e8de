//! KP0645: reasons for a move that the pattern itself, or another one that matches
//! wherever it does, forbids for good (class `N`, action `antisuji(*)`).

use mkpat_rt::helper::{Helper, Stage};

use super::Context;
use super::cover::Seen;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::expr::{ExprKind, Stmt};

/// Letters that give a reason to move (docs/pattern-language.md, "Class letters").
const REASONS: &str = "CBbeEIadJjUtTWc";

pub(super) fn check(cx: &mut Context<'_>) {
    if cx.db.spec.stage != Stage::Movegen {
        return;
    }
    let forbids = |p: &Pattern| p.helper.is_none() && (p.class.has('N') || gives_up(p));
    let patterns = || cx.db.patterns.iter();
    let forbidding: Vec<Seen<'_>> =
        patterns().filter(|p| forbids(p)).filter_map(Seen::new).collect();
    let mut found = Vec::new();
    for p in patterns().filter(|p| p.class.has_any(REASONS)) {
        // Class `N` beside reasons is KP0616.
        if p.class.has('N') {
            continue;
        }
        if gives_up(p) {
            found.push((p, p));
            continue;
        }
        if forbidding.is_empty() {
            continue;
        }
        let Some(special) = Seen::new(p) else { continue };
        let judge = forbidding.iter().find(|general| {
            // Its own letters must not keep it from matching.
            let strict = |letter| !general.p.class.has(letter) || p.class.has(letter);
            "OoXx".chars().all(strict) && general.covers(&special).is_some()
        });
        if let Some(judge) = judge {
            found.push((p, judge.p));
        }
    }
    for (p, judge) in found {
        let mut d = Diagnostic::warning(
            codes::FORBIDDEN_MOVE,
            p.name_span,
            if std::ptr::eq(p, judge) {
                format!("pattern {} gives reasons for a move and forbids it", p.name)
            } else {
                format!(
                    "pattern {} is of no use: pattern {} matches wherever it does and forbids the move",
                    p.name, judge.name
                )
            },
        );
        if !std::ptr::eq(p, judge) {
            d = d
                .also(p.diagram.span, "wherever this is found")
                .also(judge.name_span, "never to be played, by this one")
                .also(judge.diagram.span, "this is found, too");
        }
        cx.out.push(d.note("a move that is forbidden once stays so, whatever speaks for it"));
    }
}

/// Whether the action says `antisuji(*)` in every match.
fn gives_up(p: &Pattern) -> bool {
    let body = p.action.as_ref().map_or(&[][..], |action| &action.body);
    let until_return = body.iter().take_while(|stmt| !matches!(stmt, Stmt::Return(_)));
    until_return
        .filter_map(|stmt| match stmt {
            Stmt::Call(e) => Some(&e.kind),
            _ => None,
        })
        .any(|kind| {
            matches!(kind, ExprKind::Call(call) if call.helper == Helper::antisuji
            && call.args.first().is_some_and(|arg| arg.ch == '*'))
        })
}
