//! Rows that were meant as another line: `atribute_map general`, `pattern A1`.
//!
//! Diagrams may consist of letters, so that the grammar takes such a line for a row.
//! Read as one it would draw findings about everything that follows; so it is
//! reported once and then read as what was meant. Two words make such a line; more are
//! prose.

use super::ast::{Directive, DirectiveKind, Head, LineKind};
use super::report::Reporter;
use crate::diag::{Diagnostic, Fix, codes, did_you_mean};
use crate::language::text_limits::is_space;
use crate::source::Span;

/// The lengths of words that may be a misspelt keyword of a directive.
const LENGTHS: std::ops::RangeInclusive<usize> = 9..=16;

/// What the row `line` of the file `text` was meant to be, if not a row; it has been
/// reported.
pub(super) fn keyword(text: &str, line: Span, report: &mut Reporter<'_>) -> Option<LineKind> {
    let words = &text[line.range()];
    // Most rows are shorter.
    let letter = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-');
    let first = words.bytes().take_while(letter).count();
    if first < 4 {
        return None;
    }
    directive(text, line, first, report).or_else(|| head(text, line, first, report))
}

fn directive(text: &str, line: Span, first: usize, report: &mut Reporter<'_>) -> Option<LineKind> {
    let words = &text[line.range()];
    // `attribute map general`
    let second = words[first..].strip_prefix(' ');
    let second = second.map_or(0, |rest| rest.find(is_space).unwrap_or(rest.len()) + 1);
    let (kind, len) = [first, first + second].into_iter().find_map(|len| {
        let word = words.get(..len).filter(|word| LENGTHS.contains(&word.len()))?;
        let plain = word.to_ascii_lowercase().replace(['-', ' '], "_");
        let near = did_you_mean(&plain, DirectiveKind::ALL.into_iter().map(DirectiveKind::keyword));
        Some((DirectiveKind::from_keyword(near?)?, len))
    })?;
    let keyword = line.sub(0, len);
    let (at, argument) = only_word(words, len)?;
    let argument = Some(line.sub(at, argument));
    let meant = kind.keyword();
    report.push(
        Diagnostic::error(
            codes::BAD_DIRECTIVE,
            keyword,
            format!("unknown directive `{}`", &words[..len]),
        )
        .label(format!("did you mean `{meant}`?"))
        .fix(Fix::rename(keyword, meant)),
    );
    Some(LineKind::Directive(Directive { kind, keyword, argument }))
}

fn head(text: &str, line: Span, first: usize, report: &mut Reporter<'_>) -> Option<LineKind> {
    let words = &text[line.range()];
    let word = words.get(..first).filter(|word| (5..=9).contains(&word.len()))?;
    did_you_mean(&word.to_ascii_lowercase(), ["pattern"].into_iter())?;
    let (at, len) = only_word(words, first)?;
    let keyword = line.sub(0, first);
    let name = line.sub(at, len);
    report.push(
        Diagnostic::error(
            codes::BAD_PATTERN_LINE,
            keyword,
            format!("`{word}` where a pattern should begin"),
        )
        .label("did you mean `Pattern`?")
        .fix(Fix::rename(keyword, "Pattern")),
    );
    Some(LineKind::Head(Head { keyword, name, rest: None }))
}

/// Start and length of the only word after the first `from` bytes and white space; more
/// words are prose.
fn only_word(line: &str, from: usize) -> Option<(usize, usize)> {
    let rest = &line[from..];
    let word = rest.trim_matches(is_space);
    let at = line.len() - rest.trim_start_matches(is_space).len();
    let is_one = !word.is_empty() && !word.contains(is_space) && at > from;
    is_one.then_some((at, word.len()))
}
