//! KP0615, KP0616: class letters that contradict each other or mean nothing.

use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::helper::Stage;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::ir::Pattern;
use crate::language::lower::word_as_class;
use crate::language::manifest::Kind;
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    for (strict, loose, side) in [('O', 'o', "O"), ('X', 'x', "X")] {
        if p.class.has(strict) && p.class.has(loose) {
            cx.out.push(
                Diagnostic::warning(
                    codes::MEANINGLESS_CLASS,
                    p.class_span,
                    format!("`{strict}` and `{loose}` contradict each other"),
                )
                .note(format!(
                    "`{strict}` wants {side} dragons that are not dead, `{loose}` such that are not alive"
                )),
            );
        }
    }
    let written = cx.sources.text(p.class_span);
    if let Some((word, letter)) = word_as_class(written) {
        cx.out.push(
            Diagnostic::warning(
                codes::MEANINGLESS_CLASS,
                p.class_span,
                format!("the letters of the word `{word}` for a class"),
            )
            .label(format!("did you mean `{letter}`?"))
            .note("each letter of it counts as a class letter")
            .fix(Fix::rename(p.class_span, letter)),
        );
        return;
    }
    let known = letters(cx.db.spec.stage, cx.db.spec.kind);
    let idle: String =
        ClassSet::LETTERS.chars().filter(|&ch| p.class.has(ch) && !known.contains(ch)).collect();
    if !idle.is_empty() {
        cx.out.push(
            Diagnostic::warning(
                codes::MEANINGLESS_CLASS,
                p.class_span,
                format!(
                    "class letters `{idle}` mean nothing at the stage `{}`",
                    cx.db.spec.stage.name()
                ),
            )
            .note(format!("letters with a meaning here: {known}"))
            .fix(without(cx.sources.text(p.class_span), &idle, p.class_span)),
        );
    }
    if cx.db.spec.stage == Stage::Movegen {
        // In a database of fuseki patterns `F` is on nearly all of them.
        let fuseki = || cx.db.patterns.iter().filter(|p| p.class.has('F')).count();
        if p.class.has('F') && !p.class.has_any("JjUtTNEI") && fuseki() * 2 <= cx.db.patterns.len()
        {
            cx.out.push(Diagnostic::warning(
                codes::FUSEKI_CLASS,
                p.class_span,
                "`F` has no effect without `j` or `t`",
            ));
        }
        let reasons: String = "CcBbeEIadJjUtTW".chars().filter(|&ch| p.class.has(ch)).collect();
        if p.class.has('N') && !reasons.is_empty() {
            cx.out.push(Diagnostic::warning(
                codes::FUSEKI_CLASS,
                p.class_span,
                format!("`N` forbids the move, `{reasons}` give reasons for it"),
            ));
        }
    }
}

/// Writes the class without some letters.
fn without(class: &str, letters: &str, span: Span) -> Fix {
    let kept: String = class.chars().filter(|&ch| !letters.contains(ch)).collect();
    let kept = kept.trim();
    let kept = if kept.is_empty() { "-" } else { kept };
    Fix::risky(format!("write `{kept}`")).replace(span, kept)
}

/// The class letters that mean something in a database of this kind at this stage
/// (docs/pattern-language.md, "Class letters").
pub(crate) fn letters(stage: Stage, kind: Kind) -> &'static str {
    match (stage, kind) {
        (Stage::Worms, _) => "ADOoXxsn",
        (Stage::Dragons, _) => "BCEesOoXx",
        (Stage::Influence, Kind::Connections) => "ADBtsYFOoXx",
        (Stage::Influence, _) => "EIesYFOoXx",
        (Stage::Combination, _) => "scOoXx",
        (Stage::Owl, _) => "snBbacECOoXx",
        (Stage::Movegen, _) => "snCcBbeEIadJjUtTFNWYOoXx",
        (Stage::Handicap, _) => "OoXx",
    }
}
