//! Comments that suppress findings.
//!
//! ```text
//! # mkpat: allow(KP0602, stronger-symmetry) the letters are for readers
//! # mkpat: allow-file(KP0604) this file has its own convention for letters
//! ```
//!
//! To every other reader of a database they are ordinary comments. `allow` covers
//! what stands next below it: a line, all rows of a diagram, or, above a `Pattern`
//! line or between it and the diagram, the whole pattern. Behind a row of a diagram
//! it covers that row. `allow-file` covers the file, wherever it stands.
//!
//! The comments are read from the lines, so that they work in every kind of
//! database. [`read`] reports comments that are wrong, [`apply`] takes out what they
//! cover and reports those that cover nothing. Errors are never taken out.

use std::ops::Range;

use crate::diag::codes::{self, CodeInfo};
use crate::diag::{Diagnostic, Diagnostics, Fix, Severity, did_you_mean};
use crate::source::{FileId, Sources, Span};

/// How a suppression begins, behind `#` and blanks.
const MARK: &str = "mkpat:";

/// Most suppressions of a file that are looked at; more are no comments on
/// findings.
const MAX: usize = 10_000;

/// A comment that suppresses findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The comment, from `#` to the end of its text.
    pub span: Span,
    /// What goes away with it: its line, or its part of the line.
    pub removal: Span,
    /// The codes with their places, and whether something was suppressed.
    pub codes: Vec<(Span, &'static str, bool)>,
    /// Between the parentheses.
    list: Span,
    /// The bytes of the file in which findings begin that it suppresses.
    pub scope: Range<u32>,
    /// Why; may be empty (which has been reported).
    pub reason: String,
}

/// Whether the text of a comment, without its `#`, is meant as a suppression. Such
/// a comment tells nothing about the idea of a pattern.
pub fn is_suppression(text: &str) -> bool {
    text.trim_start_matches(['#', ' ', '\t']).starts_with(MARK)
}

/// The suppressions of a file. What is wrong with them has been added to `diags`.
///
/// # Panics
///
/// If `file` is not of `sources`.
pub fn read(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> Vec<Suppression> {
    let text = sources.file(file).text.as_str();
    // Most files have none.
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines = Lines::new(text);
    let mut out = Vec::new();
    for index in 0..lines.starts.len() {
        let line = &text[lines.range(index)];
        let Some(at) = comment_start(line, lines.kind(index)) else { continue };
        if !is_suppression(&line[at..]) {
            continue;
        }
        if out.len() == MAX {
            break;
        }
        let start = lines.starts[index];
        let len = line.trim_end().len();
        let whole = Span::new(file, start + at, start + len);
        let alone = at == 0;
        let removal = if alone {
            Span::new(file, start, start + line.len())
        } else {
            Span::new(file, start + line[..at].trim_end().len(), start + len)
        };
        let Some(comment) = Comment::read(sources, whole, diags) else { continue };
        let scope = match (comment.whole_file, alone) {
            (true, _) => 0..text.len(),
            (false, true) => lines.below(index),
            (false, false) => lines.range(index),
        };
        out.push(Suppression {
            span: whole,
            removal,
            codes: comment.codes,
            list: comment.list,
            scope: scope.start as u32..scope.end as u32,
            reason: comment.reason,
        });
    }
    out
}

/// Takes out of `diags` what the suppressions of a file cover, and reports those
/// that cover nothing. The findings that were taken out, with the reasons.
pub fn apply(
    sources: &Sources,
    file: FileId,
    suppressions: &mut [Suppression],
    diags: &mut Diagnostics,
) -> Vec<(Diagnostic, String)> {
    if suppressions.is_empty() {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    let taken = diags.extract(|finding| {
        let place = finding.primary.span;
        if finding.severity == Severity::Error || place.file != file {
            return false;
        }
        let mut reason = None;
        for suppression in suppressions.iter_mut() {
            // An empty file has findings, too.
            let covers = suppression.scope.contains(&place.start)
                || (suppression.scope.end == place.start && place.is_empty());
            for (_, code, used) in suppression.codes.iter_mut().filter(|_| covers) {
                if *code == finding.code {
                    *used = true;
                    reason.get_or_insert_with(|| suppression.reason.clone());
                }
            }
        }
        reasons.extend(reason.clone());
        reason.is_some()
    });
    // Where something cannot be read, checks have not looked at everything.
    let unread = |finding: &Diagnostic| {
        finding.severity == Severity::Error && finding.primary.span.file == file
    };
    if !diags.iter().any(unread) {
        suppressions.iter().for_each(|suppression| unused(sources, suppression, diags));
    }
    taken.into_iter().zip(reasons).collect()
}

fn unused(sources: &Sources, suppression: &Suppression, diags: &mut Diagnostics) {
    let idle: Vec<_> = suppression.codes.iter().filter(|(_, _, used)| !used).collect();
    let Some((first, code, _)) = idle.first() else { return };
    if idle.len() == suppression.codes.len() {
        let what = match idle.as_slice() {
            [_] => format!("there is no {code} here to suppress"),
            _ => "there is nothing here to suppress".to_string(),
        };
        let fix = Fix::safe("remove the comment").remove(suppression.removal);
        diags.push(Diagnostic::warning(codes::UNUSED_SUPPRESSION, suppression.span, what).fix(fix));
        return;
    }
    let kept = suppression.codes.iter().filter(|(_, _, used)| *used);
    let kept = kept.map(|(span, ..)| sources.text(*span)).collect::<Vec<_>>().join(", ");
    let names = idle.iter().map(|(_, code, _)| *code).collect::<Vec<_>>().join(", ");
    let fix = Fix::safe(format!("keep `{kept}` alone")).replace(suppression.list, kept);
    let message = format!("there is no {names} here to suppress");
    diags.push(Diagnostic::warning(codes::UNUSED_SUPPRESSION, *first, message).fix(fix));
}

/// What a comment says.
struct Comment {
    whole_file: bool,
    codes: Vec<(Span, &'static str, bool)>,
    list: Span,
    reason: String,
}

impl Comment {
    /// `None` after it has been reported that the comment says nothing.
    fn read(sources: &Sources, whole: Span, diags: &mut Diagnostics) -> Option<Comment> {
        let text = sources.text(whole);
        let from = text.find(MARK)? + MARK.len();
        let from = from + text[from..].len() - text[from..].trim_start().len();
        let rest = &text[from..];
        let word = &rest[..rest
            .find(|ch: char| ch != '-' && !ch.is_ascii_alphanumeric())
            .unwrap_or(rest.len())];
        let here = whole.sub(from, word.len());
        let bad = |span, message: &str| {
            Diagnostic::warning(codes::BAD_SUPPRESSION, span, message)
                .note("write `# mkpat: allow(CODE) reason` or `# mkpat: allow-file(CODE) reason`")
        };
        let known = ["allow", "allow-file"];
        if !known.contains(&word) {
            let mut found = bad(here, "this comment does not say what it allows");
            if let Some(near) = did_you_mean(word, known.into_iter()).filter(|_| !word.is_empty()) {
                let fix = Fix::risky(format!("write `{near}`")).replace(here, near);
                found = found.label(format!("did you mean `{near}`?")).fix(fix);
            }
            diags.push(found);
            return None;
        }
        let after = rest[word.len()..].trim_start();
        let open = text.len() - after.len();
        let close = after.find(')');
        let (Some(inside), Some(close)) = (after.strip_prefix('('), close) else {
            diags.push(bad(here, "the codes are missing: they stand in parentheses"));
            return None;
        };
        let inside = &inside[..close - 1];
        let list = whole.sub(open + 1, inside.len());
        let mut codes = Vec::new();
        let mut at = open + 1;
        let mut named = false;
        for part in inside.split(',') {
            let word = part.trim();
            let lead = part.len() - part.trim_start().len();
            let span = whole.sub(at + lead, word.len());
            at += part.len() + 1;
            if word.is_empty() {
                continue;
            }
            named = true;
            match codes::find(word) {
                Some(CodeInfo { severity: Severity::Error, code, .. }) => {
                    diags.push(bad(span, &format!("{code} is an error and cannot be suppressed")));
                }
                Some(info) => codes.push((span, info.code, false)),
                None => diags.push(unknown(span, word)),
            }
        }
        if !named {
            diags.push(bad(list, "no code is named"));
        }
        if codes.is_empty() {
            return None;
        }
        let reason = after[close + 1..].trim_matches([' ', '\t', ':', '-', '–', '—', '\r']);
        if reason.is_empty() {
            diags.push(
                Diagnostic::warning(
                    codes::SUPPRESSION_WITHOUT_REASON,
                    whole,
                    "why does the finding not matter here?",
                )
                .note("write the reason behind the parentheses"),
            );
        }
        Some(Comment { whole_file: word == "allow-file", codes, list, reason: reason.to_string() })
    }
}

fn unknown(span: Span, word: &str) -> Diagnostic {
    let found = Diagnostic::warning(
        codes::UNKNOWN_SUPPRESSED_CODE,
        span,
        format!("there is no code `{word}`"),
    );
    let names = codes::CODES.iter().map(|info| info.name);
    match did_you_mean(word, names) {
        Some(near) => found
            .label(format!("did you mean `{near}`?"))
            .fix(Fix::risky(format!("write `{near}`")).replace(span, near)),
        None => found.note("`mkpat explain codes` lists the codes"),
    }
}

/// What a line is, by its first characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Comment,
    Head,
    /// `:`, `;`, `>`, or a directive.
    Single,
    Row,
}

struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let ends = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        starts.pop();
        Lines { text, starts }
    }

    fn range(&self, index: usize) -> Range<usize> {
        let end = self.starts.get(index + 1).copied();
        self.starts[index]..end.unwrap_or(self.text.len())
    }

    fn kind(&self, index: usize) -> Kind {
        let line = self.text[self.range(index)].trim_start_matches('\u{FEFF}');
        match line.as_bytes().first() {
            _ if line.trim().is_empty() => Kind::Blank,
            Some(b'#') => Kind::Comment,
            Some(b':' | b';' | b'>') => Kind::Single,
            _ if line.starts_with("Pattern") => Kind::Head,
            _ => match line.split([' ', '\t', '\r', '\n']).next() {
                Some("attribute_map" | "goal_elements" | "callback_data") => Kind::Single,
                _ => Kind::Row,
            },
        }
    }

    /// What an `allow` in the comment line `index` covers.
    fn below(&self, index: usize) -> Range<usize> {
        let lines = index + 1..self.starts.len();
        let gap = |kind: Kind| matches!(kind, Kind::Blank | Kind::Comment);
        let Some(next) = lines.clone().find(|&i| !gap(self.kind(i))) else {
            return self.starts[index]..self.starts[index];
        };
        let before = (0..index).rev().find(|&i| !gap(self.kind(i)));
        let in_head = before.is_some_and(|i| self.kind(i) == Kind::Head);
        let last = match self.kind(next) {
            Kind::Head => self.pattern_end(next),
            _ if in_head => self.pattern_end(index),
            Kind::Row => (next..self.starts.len())
                .take_while(|&i| self.kind(i) == Kind::Row)
                .last()
                .unwrap_or(next),
            _ => next,
        };
        let first = if in_head { before.unwrap_or(index) } else { next };
        self.starts[first]..self.range(last).end
    }

    /// The last line before the next `Pattern` line after `index`.
    fn pattern_end(&self, index: usize) -> usize {
        let end = (index + 1..self.starts.len()).find(|&i| self.kind(i) == Kind::Head);
        end.unwrap_or(self.starts.len()) - 1
    }
}

/// Where the comment of a line begins.
fn comment_start(line: &str, kind: Kind) -> Option<usize> {
    match kind {
        Kind::Comment => line.find('#'),
        Kind::Row => line.find('#'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What remains of warnings KP0602 and hints KP0604 that begin at every line.
    fn shown(text: &str) -> Vec<String> {
        let mut sources = Sources::default();
        let file = sources.add("a.db", text.as_bytes().to_vec()).unwrap();
        let mut diags = Diagnostics::default();
        let mut found = read(&sources, file, &mut diags);
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let span = Span::new(file, at, at + 1);
            at += line.len();
            if !line.starts_with('#') && !line.trim().is_empty() {
                diags.push(Diagnostic::warning(codes::UNUSED_LABEL, span, "here"));
            }
        }
        apply(&sources, file, &mut found, &mut diags);
        diags.sort();
        let line = |d: &Diagnostic| {
            let place = sources.place(file, d.primary.span.start as usize);
            format!("{} {}: {}", place.0, d.code, d.message)
        };
        diags.iter().map(line).collect()
    }

    fn lines(text: &str) -> Vec<usize> {
        let number = |line: String| line.split(' ').next().unwrap().parse().unwrap();
        shown(text).into_iter().map(number).collect()
    }

    #[test]
    fn a_comment_covers_what_stands_next() {
        let allow = "# mkpat: allow(unused-label) a reason\n";
        let pattern =
            "Pattern A\n\nOX\n.*\n\n:8,-\n\nab\n.*\n\n;x(a)\n;&&x(b)\n\nPattern B\n\nO*\n";
        assert_eq!(lines(pattern), [1, 3, 4, 6, 8, 9, 11, 12, 14, 16]);
        let with = |before: &str| pattern.replacen(before, &format!("{allow}{before}"), 1);
        // One line more stands above what follows the comment.
        assert_eq!(lines(&with("Pattern A")), [15, 17], "the pattern");
        assert_eq!(lines(&with("OX")), [15, 17], "between name and diagram: the pattern");
        assert_eq!(lines(&with(":8")), [1, 3, 4, 9, 10, 12, 13, 15, 17], "a line");
        assert_eq!(lines(&with("ab")), [1, 3, 4, 6, 12, 13, 15, 17], "a diagram");
        assert_eq!(lines(&with(";&&")), [1, 3, 4, 6, 8, 9, 11, 15, 17], "a line of code");
        assert_eq!(lines(&pattern.replacen(".*", ".* # mkpat: allow(KP0602) so", 1)).len(), 9);
        let file = pattern.to_string() + "# mkpat: allow-file(KP0602) a reason\n";
        assert_eq!(lines(&file), [0; 0]);
    }

    #[test]
    fn mistakes_are_reported_once() {
        for (comment, code) in [
            ("# mkpat: allow(KP0602)", codes::SUPPRESSION_WITHOUT_REASON),
            ("# mkpat: allow(KP0602): ", codes::SUPPRESSION_WITHOUT_REASON),
            ("#mkpat: allow(KP0602, KP9999) why", codes::UNKNOWN_SUPPRESSED_CODE),
            ("# mkpat: allow(KP0602, KP0604) why", codes::UNUSED_SUPPRESSION),
            ("# mkpat: allow(KP0602, no-move) why", codes::BAD_SUPPRESSION),
        ] {
            let found = shown(&format!("{comment}\n:8,-\n"));
            assert_eq!(found.len(), 1, "{comment}: {found:?}");
            assert!(found[0].contains(code), "{comment}: {found:?}");
        }
        for comment in
            ["# mkpat: allow", "# mkpat: alow(KP0602) why", "# mkpat: allow() why", "# mkpat:"]
        {
            let found = shown(&format!("{comment}\n"));
            assert_eq!(found.len(), 1, "{comment}: {found:?}");
            assert!(found[0].contains(codes::BAD_SUPPRESSION), "{comment}: {found:?}");
        }
        assert_eq!(shown("# mkpat-test: --hints\n# of mkpat: allow()\n"), [""; 0]);
    }
}
