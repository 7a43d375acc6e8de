//! What comes with a text that was copied: fences of Markdown, boards as the programs print them.

use std::collections::BTreeMap;

use super::Meant;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::syntax::ast::{Line, LineKind, Row};
use crate::language::syntax::report::Reporter;
use crate::language::text_limits::is_space;

/// Whether a line is a fence around a piece of code in Markdown.
pub(crate) fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// One finding for all fences of a file.
pub(super) fn fences(
    text: &str,
    lines: &[Line],
    meant: &mut BTreeMap<usize, Meant>,
    report: &mut Reporter<'_>,
) {
    let fence = |line: &Line| {
        matches!(line.kind, LineKind::Malformed) && is_fence(&text[line.span.range()])
    };
    let all: Vec<usize> =
        (0..lines.len()).filter(|&i| fence(&lines[i]) && !meant.contains_key(&i)).collect();
    let Some((&first, others)) = all.split_first() else { return };
    let shown = |i: usize| {
        let span = lines[i].span;
        span.sub(0, text[span.range()].trim_end_matches(is_space).len())
    };
    let found = Diagnostic::error(codes::MALFORMED_LINE, shown(first), "a fence of Markdown")
        .note("a database is plain text: the lines around it are not copied with it");
    let found = others.iter().fold(found, |found, &i| found.also(shown(i), "and here"));
    let fix = all.iter().fold(Fix::risky("remove the fences"), |fix, &i| fix.remove(lines[i].span));
    report.push(found.fix(fix));
    meant.extend(all.into_iter().map(|i| (i, Meant::Nothing)));
}

/// The elements of a row that has a number before it, or brackets around elements, as in printed boards.
pub(super) fn row(line: &str, kind: &LineKind) -> Option<String> {
    let attached = match kind {
        LineKind::Malformed => true,
        // `?[X]?`, but not `O.X (better here)`.
        LineKind::Row(Row::Cells { cells, right, side: Some(side), .. }) => {
            side.start == right.unwrap_or(*cells).end
        }
        _ => false,
    };
    let trimmed = line.trim_matches(is_space);
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=2).contains(&digits) && trimmed[digits..].starts_with([' ', '|']);
    if !attached || !numbered && !trimmed.contains(['[', '(', '{']) {
        return None;
    }
    let body = if numbered { &trimmed[digits..] } else { trimmed };
    let body = body.trim_start_matches(is_space);
    let body = body.strip_prefix('|').unwrap_or(body);
    let body = match body.rfind('|') {
        Some(bar) if body[bar + 1..].chars().all(|ch| is_space(ch) || ch.is_ascii_digit()) => {
            &body[..bar]
        }
        _ => body,
    };
    let mut plain = String::new();
    let mut open = None;
    for ch in body.chars() {
        match (ch, open) {
            ('[' | '(' | '{', None) => open = Some((ch, 0)),
            (']', Some(('[', 1))) | (')', Some(('(', 1))) | ('}', Some(('{', 1))) => open = None,
            (ch, _) if is_space(ch) => {}
            (ch, inside) if ch.is_ascii_alphabetic() || ".,!*?".contains(ch) => {
                open = inside.map(|(sign, count)| (sign, count + 1));
                plain.push(ch);
            }
            _ => return None,
        }
    }
    (open.is_none() && (1..=19).contains(&plain.len())).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_rows_are_told_from_others() {
        for (line, wanted) in [
            ("3 | ? X ?", Some("?X?")),
            ("12 |.  O (X)[*] |", Some(".OX*")),
            ("[O][*][O]", Some("O*O")),
            ("3 | ? X ? | 3", Some("?X?")),
            ("7 O . X", Some("O.X")),
            ("O.O", None),
            ("3. A pattern", None),
            ("3 pairs (of two)", None),
            ("[abc]", None),
            ("// (x)", None),
            ("[O", None),
        ] {
            assert_eq!(row(line, &LineKind::Malformed).as_deref(), wanted, "{line}");
        }
    }
}
