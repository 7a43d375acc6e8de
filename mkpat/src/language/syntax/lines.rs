//! Text → lines.
//!
//! The text is cut at line ends; lines that no database can have (NUL bytes,
//! thousands of characters) are reported and left out, and the other
//! lines go through `db.pest`. Memory is bounded by the size of the text: at most
//! [`MAX_LINES`] lines are read.
//!
//! How lines make up patterns is decided in `parse`.

use std::collections::BTreeMap;

use pest::Parser as _;
use pest::iterators::Pair;

use super::ast::{Colon, Directive, DirectiveKind, Head, Line, LineKind, Row, ValueField};
use super::misspelt;
use super::report::Reporter;
use super::slips::{self, Meant, characters, conflict};
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::text_limits::{MAX_LINE, MAX_LINES, is_space};
use crate::source::{FileId, Span};

/// Most lines that go through the grammar at a time. Its tokens need more room than the
/// text, and memory that is used again is cheaper than fresh memory.
const RUN: usize = 1 << 10;

#[derive(pest_derive::Parser)]
#[grammar = "src/language/syntax/db.pest"]
struct LineParser;

/// Reads the lines of a file; with them, what those mean that are not read as what they are.
pub(super) fn read(
    file: FileId,
    text: &str,
    report: &mut Reporter<'_>,
) -> (Vec<Line>, BTreeMap<usize, Meant>) {
    let mut lines = Vec::with_capacity(text.len() / 24);
    let conflicts = conflict::find(file, text);
    // A byte order mark belongs to the first line and is nothing else.
    let mut pos = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut run = pos;
    let mut count = 0;
    let mut meant = BTreeMap::new();
    while pos < text.len() {
        if count == MAX_LINES {
            read_run(file, text, run..pos, &mut lines, report);
            report.push(Diagnostic::error(
                codes::UNREADABLE_SOURCE,
                Span::new(file, pos, pos),
                format!("the file has more than {MAX_LINES} lines; the rest is not read"),
            ));
            lines.push(Line { span: Span::new(file, pos, text.len()), kind: LineKind::Malformed });
            run = text.len();
            break;
        }
        count += 1;
        let end = text[pos..].find('\n').map_or(text.len(), |n| pos + n + 1);
        let line = &text[pos..end];
        let nul = line.find('\0');
        let lone = if nul.is_none() { lone_returns(line, end == text.len()) } else { Vec::new() };
        if let Some(&at) = lone.first() {
            read_run(file, text, run..pos, &mut lines, report);
            let span = Span::new(file, pos, end);
            let what = if lone.len() > 1 { "carriage returns" } else { "a carriage return" };
            let fix = lone.iter().fold(Fix::risky("end the lines with line feeds"), |fix, &at| {
                fix.replace(span.sub(at, 1), "\n")
            });
            report.push(
                Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    span.sub(at, 1),
                    format!("{what} where line feeds end lines"),
                )
                .note("the line is not read")
                .fix(fix),
            );
            meant.insert(lines.len(), Meant::Nothing);
            lines.push(Line { span, kind: LineKind::Malformed });
            run = end;
            pos = end;
            continue;
        }
        if nul.is_some() || line.len() > MAX_LINE {
            read_run(file, text, run..pos, &mut lines, report);
            let span = Span::new(file, pos, end);
            report.push(match nul {
                Some(at) => Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    span.sub(at, 1),
                    "a NUL byte; this is not a text file",
                ),
                None => Diagnostic::error(
                    codes::UNREADABLE_SOURCE,
                    span.sub(0, 1),
                    format!("a line of {} bytes; at most {MAX_LINE} are read", line.len()),
                ),
            });
            lines.push(Line { span, kind: LineKind::Malformed });
            run = end;
        } else if count.is_multiple_of(RUN) {
            read_run(file, text, run..end, &mut lines, report);
            run = end;
        }
        pos = end;
    }
    read_run(file, text, run..text.len(), &mut lines, report);
    if let Some(first) = lines.first_mut() {
        first.span.start = 0;
    } else if !text.is_empty() {
        lines.push(Line { span: Span::new(file, 0, text.len()), kind: LineKind::Blank });
    }
    for conflict in conflicts {
        report.push(conflict.finding);
        for range in conflict.left_out {
            let first = lines.partition_point(|line| line.span.range().start < range.start);
            for (index, line) in lines.iter_mut().enumerate().skip(first) {
                if line.span.range().start >= range.end {
                    break;
                }
                line.kind = LineKind::Malformed;
                meant.insert(index, Meant::Nothing);
            }
        }
    }
    slips::reread(file, text, &mut lines, &mut meant, report);
    (lines, meant)
}

/// Carriage returns in a line that text follows. In a comment that other lines follow they do no harm.
fn lone_returns(line: &str, is_last: bool) -> Vec<usize> {
    let ends = line.trim_end_matches(is_space).len();
    if !line[..ends].contains('\r') || (line.starts_with('#') && !is_last) {
        return Vec::new();
    }
    line[..ends].match_indices('\r').map(|(at, _)| at).collect()
}

/// What the bytes `range` of one line are, read as a line.
pub(super) fn one(
    file: FileId,
    text: &str,
    range: std::ops::Range<usize>,
    report: &mut Reporter<'_>,
) -> LineKind {
    let mut lines = Vec::new();
    read_run(file, text, range, &mut lines, report);
    lines.into_iter().next().map_or(LineKind::Malformed, |line| line.kind)
}

/// Parses a run of lines and appends them.
fn read_run(
    file: FileId,
    text: &str,
    run: std::ops::Range<usize>,
    lines: &mut Vec<Line>,
    report: &mut Reporter<'_>,
) {
    if run.is_empty() {
        return;
    }
    let cut = Cut { file, text, base: run.start };
    let Ok(mut pairs) = LineParser::parse(Rule::lines, &text[run.clone()]) else {
        // `malformed` takes any line, so that the grammar cannot fail.
        report.push(Diagnostic::error(
            codes::UNREADABLE_SOURCE,
            Span::new(file, run.start, run.start),
            "the text cannot be cut into lines",
        ));
        lines.push(Line { span: Span::new(file, run.start, run.end), kind: LineKind::Malformed });
        return;
    };
    let first = lines.len();
    let line = |at: usize, kind| Line { span: Span::new(file, at, at), kind };
    let mut next = run.start;
    for pair in pairs.next().into_iter().flat_map(Pair::into_inner) {
        let span = pair.as_span();
        let at = run.start + span.start();
        // What has no pair are the ends of empty lines.
        lines.extend((next..at).map(|at| line(at, LineKind::Blank)));
        next = run.start + span.end() + 1;
        if pair.as_rule() != Rule::EOI {
            lines.push(line(at, cut.kind(pair, report)));
        }
    }
    // A line ends where the next one starts.
    let mut end = run.end as u32;
    for line in lines[first..].iter_mut().rev() {
        line.span.end = end;
        end = line.span.start;
    }
}

/// Turns pairs of one run into lines.
struct Cut<'a> {
    file: FileId,
    text: &'a str,
    /// Where the run starts.
    base: usize,
}

impl Cut<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.file, self.base + span.start(), self.base + span.end())
    }

    /// `span` without white space at both ends.
    fn trim(&self, span: Span) -> Span {
        let text = &self.text[span.range()];
        let start = text.len() - text.trim_start_matches(is_space).len();
        let len = text.trim_matches(is_space).len();
        if len == 0 { span.sub(0, 0) } else { span.sub(start, len) }
    }

    /// The trimmed text from `from` to the end of `whole`, if there is any.
    fn rest(&self, whole: Span, from: Span) -> Option<Span> {
        let rest = self.trim(Span { start: from.end, ..whole });
        (!rest.is_empty()).then_some(rest)
    }

    fn kind(&self, pair: Pair<'_, Rule>, report: &mut Reporter<'_>) -> LineKind {
        let whole = self.span(&pair);
        let rule = pair.as_rule();
        match rule {
            Rule::blank => LineKind::Blank,
            Rule::comment => LineKind::Comment(self.trim(whole)),
            Rule::constraint => LineKind::Constraint(self.after_sign(whole)),
            Rule::action => LineKind::Action(self.after_sign(whole)),
            Rule::edge => {
                let text = &self.text[whole.range()];
                let len = text.bytes().take_while(|b| matches!(b, b'+' | b'-')).count();
                let bar = whole.sub(0, len);
                LineKind::Row(Row::Edge { bar, side: self.rest(whole, bar) })
            }
            Rule::row | Rule::word_row => match misspelt::keyword(self.text, whole, report) {
                Some(meant) => meant,
                None => LineKind::Row(self.row(whole)),
            },
            Rule::directive => {
                let mut inner = pair.into_inner();
                let keyword = inner.next().map_or(whole, |p| self.span(&p));
                let argument =
                    inner.next().filter(|p| p.as_rule() == Rule::word).map(|p| self.span(&p));
                let word = &self.text[keyword.range()];
                if argument.is_none() {
                    report.push(Diagnostic::error(
                        codes::BAD_DIRECTIVE,
                        keyword,
                        format!("`{word}` without an argument"),
                    ));
                }
                match DirectiveKind::from_keyword(word) {
                    Some(kind) => LineKind::Directive(Directive { kind, keyword, argument }),
                    None => LineKind::Malformed,
                }
            }
            Rule::bad_head if self.is_prose(whole) => self.malformed(whole, report),
            Rule::head | Rule::bad_head => {
                let mut inner = pair.into_inner();
                let keyword = inner.next().map_or(whole, |p| self.span(&p));
                let name =
                    inner.next().filter(|p| p.as_rule() == Rule::word).map(|p| self.span(&p));
                let odd = name.and_then(|name| self.odd_blank(name));
                if rule == Rule::bad_head {
                    report.push(match name {
                        Some(name) if odd.is_some() => {
                            let odd = Vec::from_iter(odd);
                            let message: String = odd.iter().map(|odd| odd.message()).collect();
                            let place = name.sub(0, odd[0].at.len());
                            let found = Diagnostic::error(codes::BAD_PATTERN_LINE, place, message);
                            slips::with_replacements(found, name, &odd)
                        }
                        Some(name) if self.signs(name) > 0 => {
                            let sign = name.sub(0, self.signs(name));
                            let shown = &self.text[sign.range()];
                            let glued = self.is_glued(sign);
                            let blank = if glued && sign != name { " " } else { "" };
                            Diagnostic::error(
                                codes::BAD_PATTERN_LINE,
                                sign,
                                format!("`{shown}` behind `Pattern`"),
                            )
                            .note("a pattern begins with `Pattern`, a blank and a name")
                            .fix(Fix::risky(format!("remove `{shown}`")).replace(sign, blank))
                        }
                        Some(name) => Diagnostic::error(
                            codes::BAD_PATTERN_LINE,
                            keyword.to(name),
                            "no blank between `Pattern` and the name",
                        )
                        .note(format!("write `Pattern {}`", &self.text[name.range()]))
                        .fix(Fix::risky("add a blank").insert(name, name.start, " ")),
                        None => Diagnostic::error(
                            codes::BAD_PATTERN_LINE,
                            keyword,
                            "the pattern has no name",
                        ),
                    });
                }
                // Behind signs the name is still to come.
                let name = name.map(|name| {
                    let signs = if rule == Rule::bad_head { self.signs(name) } else { 0 };
                    let behind = name.sub(signs, (name.end - name.start) as usize - signs);
                    if signs > 0 && behind.is_empty() {
                        self.word_after(whole, name)
                    } else {
                        behind
                    }
                });
                let name = name.unwrap_or(Span { start: keyword.end, ..keyword });
                LineKind::Head(Head { keyword, name, rest: self.rest(whole, name) })
            }
            Rule::colon => LineKind::Colon(self.colon(pair, report)),
            _ => self.malformed(whole, report),
        }
    }

    /// How many bytes at the start of a name are `:`, `=` or `-`, which some languages write behind a keyword.
    fn signs(&self, name: Span) -> usize {
        let text = &self.text[name.range()];
        text.len() - text.trim_start_matches([':', '=', '-']).len()
    }

    /// Whether what follows `span` follows without white space.
    fn is_glued(&self, span: Span) -> bool {
        !self.text[span.range().end..].starts_with(|ch: char| ch.is_whitespace())
    }

    /// The next word of the line `whole` after `span`; empty if there is none.
    fn word_after(&self, whole: Span, span: Span) -> Span {
        let rest = &self.text[span.range().end..whole.range().end];
        let skip = rest.len() - rest.trim_start_matches(is_space).len();
        let rest = rest[skip..].split(|ch: char| ch.is_whitespace()).next().unwrap_or_default();
        let start = span.end + skip as u32;
        Span { start, end: start + rest.len() as u32, ..span }
    }

    /// White space of another sort at the start of a name.
    fn odd_blank(&self, name: Span) -> Option<characters::Odd> {
        let odd = characters::foreign(&self.text[name.range()]).into_iter().next()?;
        (odd.at.start == 0 && odd.meant.as_deref() == Some(" ")).then_some(odd)
    }

    /// Whether a line that begins with `Pattern…` is a sentence: `Patterns for …`.
    fn is_prose(&self, whole: Span) -> bool {
        let text = self.text[whole.range()].trim_matches(is_space);
        text.contains(is_space) && text["Pattern".len()..].starts_with(char::is_lowercase)
    }

    /// A line that no database has.
    fn malformed(&self, whole: Span, report: &mut Reporter<'_>) -> LineKind {
        let text = &self.text[whole.range()];
        let mut found = Diagnostic::error(
            codes::MALFORMED_LINE,
            self.trim(whole),
            "this line is none of the kinds that a database has",
        );
        found = if text.starts_with(is_space) {
            let indent = text.len() - text.trim_start_matches(is_space).len();
            let fix = Fix::risky("remove the white space").remove(whole.sub(0, indent));
            found.note("lines are not indented: remove the white space before it").fix(fix)
        } else if let Some(sign) = ["//", "--", "%", "/*"].iter().find(|s| text.starts_with(**s)) {
            let words = text.trim_start_matches(&sign[..1]).starts_with(is_space);
            let found = found.note("comments start with `#`");
            let fix = Fix::rename(whole.sub(0, sign.len()), "#");
            if words && *sign != "/*" { found.fix(fix) } else { found }
        } else {
            found.note("free text stands in lines that start with `#`")
        };
        report.malformed(whole, found);
        LineKind::Malformed
    }

    /// The text after the sign of a code line, without white space at its end.
    fn after_sign(&self, whole: Span) -> Span {
        let text = self.text[whole.range()].trim_end_matches(is_space);
        whole.sub(1, text.len().saturating_sub(1))
    }

    /// A row: perhaps a bar, cells, perhaps a bar, a side comment.
    fn row(&self, whole: Span) -> Row {
        let text = self.text[whole.range()].as_bytes();
        let bar = |at: usize| (text.get(at) == Some(&b'|')).then(|| whole.sub(at, 1));
        let is_cell = |b: &u8| b.is_ascii_alphabetic() || b".,!*?".contains(b);
        let left = bar(0);
        let start = usize::from(left.is_some());
        let end = start + text[start..].iter().take_while(|b| is_cell(b)).count();
        let (cells, right) = (whole.sub(start, end - start), bar(end));
        let side = self.rest(whole, right.unwrap_or(cells));
        Row::Cells { left, cells, right, side }
    }

    /// Whether the text is a comment.
    fn is_comment(&self, span: Span) -> bool {
        let text = self.text[span.range()].trim_start_matches(is_space);
        text.starts_with('#') || text.starts_with("//")
    }

    /// The comment `span` at the end of the colon line `line`.
    fn comment(&self, line: Span, span: Span) -> Diagnostic {
        let text = &self.text[span.range()];
        let start = text.len() - text.trim_start_matches(is_space).len();
        let words = text.trim_matches(|ch| is_space(ch) || ch == '#' || ch == '/');
        let len = text.trim_end_matches(is_space).len() - start;
        Diagnostic::error(
            codes::BAD_VALUE_ARGUMENT,
            span.sub(start, len),
            "a comment in the colon line",
        )
        .note("comments stand in lines of their own, behind `#`")
        .fix(
            Fix::risky("make it a line of its own")
                .insert(line, line.start, format!("# {words}\n"))
                .remove(span.sub(0, start + len)),
        )
    }

    fn colon(&self, pair: Pair<'_, Rule>, report: &mut Reporter<'_>) -> Colon {
        let mut colon =
            Colon { symmetry: None, class: None, values: Vec::new(), helper: None, rest: None };
        let some = |span: Span| (!span.is_empty()).then_some(span);
        let line = self.span(&pair);
        for part in pair.into_inner() {
            let rule = part.as_rule();
            let exact = self.span(&part);
            let span = self.trim(exact);
            match rule {
                // With the white space around it: lowering reports a code that is not exactly
                // one character.
                Rule::symmetry => colon.symmetry = some(if span.is_empty() { span } else { exact }),
                Rule::class => colon.class = some(span),
                Rule::helper => colon.helper = some(span),
                Rule::rest => {
                    let text = &self.text[span.range()];
                    let skip =
                        text.len() - text.trim_start_matches(|ch| ch == ',' || is_space(ch)).len();
                    colon.rest = some(span.sub(skip, text.len()));
                }
                Rule::value => {
                    let (mut name, mut argument) = (span, None);
                    for piece in part.into_inner() {
                        let at = self.span(&piece);
                        match piece.as_rule() {
                            Rule::value_name => name = at,
                            Rule::argument => argument = Some(at),
                            _ if argument.is_some() && self.is_comment(at) => {
                                report.push(self.comment(line, at));
                            }
                            _ if argument.is_some() && !self.trim(at).is_empty() => {
                                report.push(
                                    Diagnostic::error(
                                        codes::BAD_VALUE_ARGUMENT,
                                        self.trim(at),
                                        "text after the `)` of a value",
                                    )
                                    .note("fields are separated by commas"),
                                );
                            }
                            _ => {}
                        }
                    }
                    colon.values.push(ValueField { span, name, argument });
                }
                _ => {}
            }
        }
        colon
    }
}
