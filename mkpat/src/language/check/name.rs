//! KP0612, KP0631: the `Pattern` line.

use super::Context;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::syntax::ast::{File, LineKind, PatternNode};
use crate::source::Span;

pub(super) fn check(cx: &mut Context<'_>, file: &File, node: &PatternNode) {
    let LineKind::Head(head) = &file.lines[node.head].kind else { return };
    let name = cx.sources.text(head.name);
    if !is_usual(name) {
        let found = Diagnostic::hint(
            codes::UNUSUAL_NAME,
            head.name,
            format!("`{name}` is not letters, digits and a suffix of lower-case letters"),
        );
        let bare = name.trim_matches(['"', '\'', '`']);
        cx.out.push(match is_usual(bare) {
            true => found.note("names are not quoted").fix(Fix::rename(head.name, bare)),
            false => found,
        });
    }
    if let Some(rest) = head.rest {
        let gap = Span { start: head.name.end, ..rest };
        let sign = if cx.sources.text(rest).starts_with('#') { "\n" } else { "\n# " };
        let text = format!("{sign}{}", cx.sources.text(rest));
        cx.out.push(
            Diagnostic::warning(
                codes::TEXT_AFTER_NAME,
                rest,
                "text after the name of a pattern is ignored",
            )
            .note("write it on the next line, behind `#`")
            .fix(Fix::safe("make it a comment on the next line").replace(gap, text)),
        );
    }
}

/// Letters, digits, lower-case letters.
fn is_usual(name: &str) -> bool {
    let letters = name.trim_start_matches(|ch: char| ch.is_ascii_alphabetic());
    let digits = letters.trim_start_matches(|ch: char| ch.is_ascii_digit());
    letters.len() < name.len()
        && digits.len() < letters.len()
        && digits.chars().all(|ch| ch.is_ascii_lowercase())
}
