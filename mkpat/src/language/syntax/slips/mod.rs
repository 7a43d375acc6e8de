//! Slips: lines that are not what they were meant to be, told from what stands around them.
//!
//! Lines → the same lines, some of another kind, and what those mean that cannot be read ([`Meant`]). Runs between
//! the grammar of lines and the walk that makes patterns of them, a pattern at a time, so that one slip draws one
//! finding: the walk takes a line for what was meant and does not judge what it holds. `characters` knows look-alikes,
//! `rows` the rows of diagrams, `colon` the fields of colon lines, `code` the words of other languages, `conflict` what
//! a version control leaves, `pasted` what else comes with a text that was copied. Nothing here knows helpers' meaning or compares diagrams; that is for lowering.

pub(super) mod characters;
pub(super) mod code;
pub(super) mod colon;
pub(super) mod conflict;
pub(crate) mod pasted;
mod rows;

use std::collections::BTreeMap;

use super::ast::{Line, LineKind};
use super::lines;
use super::report::Reporter;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::text_limits::is_space;
use crate::source::{FileId, Span};
use characters::Odd;

/// What a line was meant to be that has been reported and is not read any further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meant {
    /// A row of the diagram that is being read.
    Row,
    /// The first row of a constraint diagram: the colon line above it is missing.
    FirstLabelRow,
    /// The colon line.
    Colon,
    /// A line of code that cannot be read.
    Code,
    /// A line of code above which the colon line is missing.
    CodeWithoutColon,
    /// No part of the pattern.
    Nothing,
}

/// `found` with the replacement of all odd characters of the text at `at` as its mend, if each has one.
pub(super) fn with_replacements(found: Diagnostic, at: Span, odd: &[Odd]) -> Diagnostic {
    if odd.iter().any(|odd| odd.meant.is_none()) {
        return found;
    }
    let what = match odd {
        [one] if one.meant.as_deref() != Some("") => {
            format!("write `{}`", one.meant.as_deref().unwrap_or_default())
        }
        [_] => "remove it".to_string(),
        _ => "replace the characters".to_string(),
    };
    found.fix(odd.iter().fold(Fix::risky(what), |fix, odd| {
        fix.replace(at.sub(odd.at.start, odd.at.len()), odd.meant.clone().unwrap_or_default())
    }))
}

/// Goes over the patterns of a file; `meant` says of some lines already what they are.
pub(super) fn reread(
    file: FileId,
    text: &str,
    lines: &mut [Line],
    meant: &mut BTreeMap<usize, Meant>,
    report: &mut Reporter<'_>,
) {
    pasted::fences(text, lines, meant, report);
    for (index, line) in lines.iter_mut().enumerate() {
        if matches!(line.kind, LineKind::Malformed) && !meant.contains_key(&index) {
            head(text, line, report);
        }
    }
    let mut start = 0;
    while start < lines.len() {
        let is_start =
            |line: &Line| matches!(line.kind, LineKind::Head(_) | LineKind::Directive(_));
        let end =
            lines[start + 1..].iter().position(is_start).map_or(lines.len(), |n| start + 1 + n);
        if matches!(lines[start].kind, LineKind::Head(_)) {
            let mut pattern = Pattern {
                file,
                text,
                lines,
                meant,
                report,
                first: start + 1,
                end,
                common: rows::Common::default(),
                last_colon: None,
                odd: Vec::new(),
                indents: Vec::new(),
                code: None,
            };
            pattern.reread();
        }
        start = end;
    }
}

/// A `Pattern` line behind white space, or with characters that look like its letters.
fn head(text: &str, line: &mut Line, report: &mut Reporter<'_>) {
    let whole = line.span;
    let shown = text[whole.range()].trim_end_matches(is_space);
    let odd = characters::foreign(shown);
    let read = characters::replaced(shown, &odd);
    let body = read.trim_start_matches(is_space);
    let Some(name) = body.strip_prefix("Pattern ").map(str::trim) else { return };
    if name.is_empty() || name.contains(is_space) {
        return;
    }
    let blank = |ch: char| is_space(ch) || characters::meant(ch).as_deref() == Some(" ");
    let Some(at) =
        shown.rfind(blank).map(|at| at + shown[at..].chars().next().map_or(1, char::len_utf8))
    else {
        return;
    };
    let indent = shown.len() - shown.trim_start_matches(is_space).len();
    let span = whole.sub(0, shown.len());
    let found = match odd.first() {
        Some(first) => with_replacements(
            Diagnostic::error(
                codes::BAD_PATTERN_LINE,
                whole.sub(first.at.start, first.at.len()),
                first.message(),
            ),
            span,
            &odd,
        ),
        None => {
            Diagnostic::error(codes::MALFORMED_LINE, span, "white space before a `Pattern` line")
                .note("lines are not indented: remove the white space before it")
                .fix(Fix::risky("remove the white space").remove(whole.sub(0, indent)))
        }
    };
    report.push(found);
    let (keyword, name) = (whole.sub(0, at), Span { start: whole.start + at as u32, ..span });
    line.kind = LineKind::Head(super::ast::Head { keyword, name, rest: None });
}

/// Which part of a pattern has been reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The main diagram, or nothing of it yet.
    Diagram,
    /// What follows the main diagram.
    AfterDiagram,
    /// What follows the colon line.
    Labels,
    /// Code.
    Code,
}

/// The lines of one pattern, without its head.
struct Pattern<'a, 'r> {
    file: FileId,
    text: &'a str,
    lines: &'a mut [Line],
    meant: &'a mut BTreeMap<usize, Meant>,
    report: &'a mut Reporter<'r>,
    first: usize,
    end: usize,
    common: rows::Common,
    last_colon: Option<usize>,
    /// The characters that do not belong in rows, with their lines.
    odd: Vec<(usize, Vec<Odd>)>,
    /// White space before lines.
    indents: Vec<(usize, Span)>,
    /// The last line of code.
    code: Option<usize>,
}

impl<'a> Pattern<'a, '_> {
    fn reread(&mut self) {
        self.leave_tests_out();
        self.printed_rows();
        let rows = (self.first..self.end)
            .map(|i| (&self.text[self.lines[i].span.range()], &self.lines[i].kind));
        self.common = rows::common(rows);
        self.last_colon = self.find_colon();
        let mut part = Part::Diagram;
        let mut rows = false;
        for index in self.first..self.end {
            if self.meant.contains_key(&index) {
                continue;
            }
            let next = self.line(index, part, rows);
            rows |= matches!(self.lines[index].kind, LineKind::Row(_))
                || self.meant.contains_key(&index);
            part = match (&self.lines[index].kind, next) {
                (_, Some(part)) => part,
                (LineKind::Blank | LineKind::Comment(_), _) if part == Part::Diagram && rows => {
                    Part::AfterDiagram
                }
                (LineKind::Colon(_), _) if part != Part::Code => Part::Labels,
                (LineKind::Constraint(_) | LineKind::Action(_), _) if part == Part::Labels => {
                    Part::Code
                }
                _ => part,
            };
            if matches!(self.lines[index].kind, LineKind::Constraint(_) | LineKind::Action(_)) {
                self.code = Some(index);
            }
        }
        self.report_indents();
        self.report_odd();
    }

    /// The text of a line without white space at its end.
    fn shown(&self, index: usize) -> &'a str {
        let text = self.text;
        text[self.lines[index].span.range()].trim_end_matches(is_space)
    }

    fn span(&self, index: usize) -> Span {
        self.lines[index].span.sub(0, self.shown(index).len())
    }

    /// The last line that is a colon line, with its colon or without.
    fn find_colon(&self) -> Option<usize> {
        (self.first..self.end).rev().find(|&i| match &self.lines[i].kind {
            LineKind::Colon(_) => !code::is_code(self.behind_sign(i), false),
            LineKind::Constraint(_) => colon::is_colon_line(self.behind_sign(i), true),
            LineKind::Row(_) | LineKind::Malformed => colon::is_colon_line(self.shown(i), false),
            _ => false,
        })
    }

    /// Whether a colon line follows, with its colon or without.
    fn colon_follows(&self, index: usize) -> bool {
        self.last_colon.is_some_and(|last| last > index)
    }

    /// Looks at one line; the part that begins with it, if that does not follow from its kind.
    fn line(&mut self, index: usize, part: Part, rows: bool) -> Option<Part> {
        match (&self.lines[index].kind, part) {
            (
                LineKind::Blank | LineKind::Comment(_) | LineKind::Head(_) | LineKind::Directive(_),
                _,
            ) => None,
            (LineKind::Colon(_), Part::Labels | Part::Code) => self.colon_for_code(index),
            (LineKind::Colon(_), _) => {
                let line = self.span(index);
                if let Some(found) =
                    colon::slip(self.behind_sign(index), line.sub(1, line.range().len() - 1))
                {
                    self.report.push(found);
                    self.meant.insert(index, Meant::Colon);
                    return Some(Part::Labels);
                }
                None
            }
            (LineKind::Constraint(_) | LineKind::Action(_), Part::Diagram | Part::AfterDiagram) => {
                if rows {
                    self.code_before_colon(index)
                } else {
                    None
                }
            }
            (LineKind::Constraint(_) | LineKind::Action(_), _) => None,
            (LineKind::Row(_) | LineKind::Malformed, Part::Labels | Part::Code) => {
                self.row_after_colon(index, part)
            }
            (LineKind::Row(_) | LineKind::Malformed, _) => self.row_before_colon(index, part, rows),
        }
    }

    /// A second colon line: perhaps a constraint.
    fn colon_for_code(&mut self, index: usize) -> Option<Part> {
        let line = self.span(index);
        if !code::is_code(self.behind_sign(index), false) {
            return None;
        }
        let sign = line.sub(0, 1);
        self.report.push(
            Diagnostic::error(
                codes::MALFORMED_LINE,
                sign,
                "`:` before a constraint, which begins with `;`",
            )
            .fix(Fix::rename(sign, ";")),
        );
        self.lines[index].kind = LineKind::Constraint(line.sub(1, line.range().len() - 1));
        Some(Part::Code)
    }

    /// A constraint or action line where no colon line has been.
    fn code_before_colon(&mut self, index: usize) -> Option<Part> {
        let line = self.span(index);
        let sign = line.sub(0, 1);
        if !self.colon_follows(index) && colon::is_colon_line(self.behind_sign(index), true) {
            let found = &self.shown(index)[..1];
            let message = format!("`{found}` before a colon line, which begins with `:`");
            self.report.push(
                Diagnostic::error(codes::MALFORMED_LINE, sign, message).fix(Fix::rename(sign, ":")),
            );
            self.meant.insert(index, Meant::Colon);
            return Some(Part::Labels);
        }
        if self.colon_follows(index) {
            return None;
        }
        self.missing_colon(line, "the colon line is missing before the code");
        self.meant.insert(index, Meant::CodeWithoutColon);
        Some(Part::Code)
    }

    fn missing_colon(&mut self, at: Span, message: &str) {
        self.report.push(
            Diagnostic::error(codes::MISSING_COLON_LINE, at, message)
                .note("below the diagram write for example `:8,-`"),
        );
    }

    fn row_before_colon(&mut self, index: usize, part: Part, rows: bool) -> Option<Part> {
        let line = self.span(index);
        let follows = self.colon_follows(index);
        if !rows && self.is_idea(index) {
            self.report.push(
                Diagnostic::error(codes::MALFORMED_LINE, line, "text without the `#` of a comment")
                    .note("what a pattern is for is said in lines that start with `#`")
                    .fix(Fix::risky("add `#`").insert(line, line.start, "# ")),
            );
            self.lines[index].kind = LineKind::Comment(line);
            return None;
        }
        if rows && !follows && colon::is_colon_line(self.shown(index), part == Part::AfterDiagram) {
            let shown = self.shown(index);
            let mut found =
                Diagnostic::error(codes::MALFORMED_LINE, line, "a colon line without its `:`");
            // With the colon it may have another slip, and then one insertion is not the mend.
            if colon::slip(shown, line).is_none() {
                found = found.fix(Fix::risky("add `:`").insert(line, line.start, ":"));
            } else if let Some(fix) = colon::slip(shown, line).and_then(|slip| slip.fix) {
                let at_start = fix.edits.iter().any(|edit| edit.span.start == line.start);
                let mut fix = Fix { message: "add `:`".to_string(), ..fix };
                match fix.edits.iter_mut().find(|edit| edit.span.start == line.start) {
                    Some(edit) if at_start => edit.text.insert(0, ':'),
                    _ => fix = fix.insert(line, line.start, ":"),
                }
                found = found.fix(fix);
            }
            self.report.push(found);
            self.meant.insert(index, Meant::Colon);
            return Some(Part::Labels);
        }
        if self.understand(index) {
            return self.lines_part(index);
        }
        if part == Part::AfterDiagram
            && matches!(self.lines[index].kind, LineKind::Row(_))
            && !follows
        {
            self.missing_colon(line, "another diagram without a colon line above it");
            self.meant.insert(index, Meant::FirstLabelRow);
            return Some(Part::Labels);
        }
        None
    }

    /// Whether a line where the diagram begins is words, and the diagram follows.
    fn is_idea(&self, index: usize) -> bool {
        let shown = self.shown(index);
        let mut words = shown.split(is_space).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        let is_word = first.chars().any(|ch| ch.is_ascii_alphabetic() && !"OXoxQY".contains(ch));
        let quiet =
            |i: &usize| matches!(self.lines[*i].kind, LineKind::Blank | LineKind::Comment(_));
        let next = (index + 1..self.end).find(|i| !quiet(i));
        is_word
            && words.count() > 1
            && next.is_some_and(|i| matches!(self.lines[i].kind, LineKind::Row(_)))
    }

    /// A test case that stands in the database: nothing of it is read.
    fn leave_tests_out(&mut self) {
        let Some(first) = (self.first..self.end).find(|&i| self.shown(i).starts_with("=== "))
        else {
            return;
        };
        self.report.push(
            Diagnostic::error(
                codes::MALFORMED_LINE,
                self.span(first),
                "a test case in a database",
            )
            .note("tests stand in text files of their own, which `mkpat test` and `katachi test` read"),
        );
        for index in first..self.end {
            if !matches!(self.lines[index].kind, LineKind::Blank | LineKind::Comment(_)) {
                self.lines[index].kind = LineKind::Malformed;
                self.meant.insert(index, Meant::Nothing);
            }
        }
    }

    /// One finding for all rows that are drawn as the programs print boards.
    fn printed_rows(&mut self) {
        let plain = |i: usize| Some((i, pasted::row(self.shown(i), &self.lines[i].kind)?));
        let rows: Vec<(usize, String)> = (self.first..self.end).filter_map(plain).collect();
        let Some((first, _)) = rows.first() else { return };
        let fix = rows.iter().fold(Fix::risky("draw the elements alone"), |fix, (index, plain)| {
            fix.replace(self.span(*index), plain.as_str())
        });
        self.report.push(
            Diagnostic::error(codes::MALFORMED_LINE, self.span(*first), "a row of a printed board")
                .note("rows have no numbers, brackets or blanks: the elements stand side by side")
                .fix(fix),
        );
        for (index, _) in rows {
            self.meant.insert(index, Meant::Row);
        }
    }

    /// The part that begins with a line that was understood as another kind.
    fn lines_part(&self, index: usize) -> Option<Part> {
        match self.meant.get(&index) {
            Some(Meant::Colon) => Some(Part::Labels),
            Some(Meant::Code) => Some(Part::Code),
            _ => None,
        }
    }

    /// The text of a line behind its first character, which need not be an ASCII one.
    fn behind_sign(&self, index: usize) -> &str {
        let mut chars = self.shown(index).chars();
        chars.next();
        chars.as_str()
    }

    fn row_after_colon(&mut self, index: usize, part: Part) -> Option<Part> {
        let before = self.code.filter(|_| part == Part::Code);
        let unfinished = before.is_some_and(|code| code::is_unfinished(self.behind_sign(code)));
        if code::is_code(self.shown(index), unfinished) {
            return self.code_without_sign(index, before);
        }
        self.understand(index);
        self.lines_part(index)
    }

    fn code_without_sign(&mut self, index: usize, before: Option<usize>) -> Option<Part> {
        let line = self.span(index);
        let shown = self.shown(index);
        let indent = shown.len() - shown.trim_start_matches(is_space).len();
        let open = before.filter(|&code| code::is_open(self.behind_sign(code)));
        if let Some(code) = open {
            let above = self.span(code);
            let gap = Span { start: above.end, end: line.start + indent as u32, ..line };
            let found = Diagnostic::error(
                codes::MALFORMED_LINE,
                line,
                "a line of code without its `;`, and within a call",
            )
            .also(above, "the call begins here")
            .note("calls stand on one line each; break lines at operators")
            .fix(Fix::risky("join the lines").replace(gap, ""));
            self.report.push(found);
            self.meant.insert(code, Meant::Code);
            self.meant.insert(index, Meant::Code);
            return Some(Part::Code);
        }
        let is_action = before
            .is_some_and(|code| matches!(self.lines[code].kind, LineKind::Action(_)))
            || code::is_action(shown);
        let (sign, what) = if is_action { (">", "the action") } else { (";", "the constraint") };
        self.report.push(
            Diagnostic::error(
                codes::MALFORMED_LINE,
                line.sub(indent, shown.len() - indent),
                format!("a line of {what} without its `{sign}`"),
            )
            .note(format!("every line of {what} begins with `{sign}`"))
            .fix(Fix::risky(format!("add `{sign}`")).insert(line, line.start, sign)),
        );
        self.lines[index].kind =
            if is_action { LineKind::Action(line) } else { LineKind::Constraint(line) };
        Some(Part::Code)
    }

    /// Tries to understand a row or a line that cannot be read; whether it did.
    fn understand(&mut self, index: usize) -> bool {
        let line = self.span(index);
        let shown = self.text[line.range()].to_string();
        if matches!(self.lines[index].kind, LineKind::Malformed) {
            let body = shown.trim_start_matches(is_space);
            let indent = shown.len() - body.len();
            if indent > 0 && self.indented(index, indent) {
                return true;
            }
            let foreign = characters::foreign(&shown);
            let read = characters::replaced(&shown, &foreign);
            let sign = read.trim_start_matches(is_space).chars().next();
            let (code, meant) = match sign {
                None => (codes::MALFORMED_LINE, Meant::Nothing),
                Some('#') => (codes::MALFORMED_LINE, Meant::Nothing),
                Some(':') => (codes::BAD_COLON_LINE, Meant::Colon),
                Some(';' | '>') => (codes::SYNTAX, Meant::Code),
                _ => ("", Meant::Row),
            };
            if meant != Meant::Row {
                let Some(first) = foreign.first() else { return false };
                let place = line.sub(first.at.start, first.at.len());
                let found = Diagnostic::error(code, place, first.message());
                self.report.push(with_replacements(found, line, &foreign));
                self.meant.insert(index, meant);
                return true;
            }
        }
        let odd = rows::odd(&shown, &self.lines[index].kind, &self.common);
        if odd.is_empty() {
            return false;
        }
        self.odd.push((index, odd));
        self.meant.insert(index, Meant::Row);
        true
    }

    /// A line that can be read but for the white space before it.
    fn indented(&mut self, index: usize, indent: usize) -> bool {
        let line = self.lines[index].span;
        let kind = lines::one(
            self.file,
            self.text,
            line.range().start + indent..line.range().end,
            self.report,
        );
        let good = match &kind {
            LineKind::Colon(_) | LineKind::Constraint(_) | LineKind::Action(_) => true,
            LineKind::Row(super::ast::Row::Edge { .. }) => true,
            // What follows white space may be prose.
            LineKind::Row(super::ast::Row::Cells { cells, side: None, .. }) => {
                self.common.width.is_none_or(|width| width == cells.range().len())
            }
            _ => false,
        };
        if good {
            self.indents.push((index, line.sub(0, indent)));
            self.lines[index].kind = kind;
        }
        good
    }

    /// One finding for all lines of the pattern that are indented.
    fn report_indents(&mut self) {
        let Some((first, span)) = self.indents.first() else { return };
        let what = match &self.lines[*first].kind {
            LineKind::Row(_) => "a row",
            LineKind::Colon(_) => "the colon line",
            _ => "a line of code",
        };
        let tab = self.text[span.range()].contains('\t');
        let space = if tab { "a tab" } else { "white space" };
        let fix = self
            .indents
            .iter()
            .fold(Fix::risky("remove the white space"), |fix, (_, span)| fix.remove(*span));
        self.report.push(
            Diagnostic::error(codes::MALFORMED_LINE, *span, format!("{space} before {what}"))
                .note("lines are not indented: remove the white space before it")
                .fix(fix),
        );
    }

    /// One finding for all characters that do not belong in the rows of the pattern.
    fn report_odd(&mut self) {
        let all = std::mem::take(&mut self.odd);
        let Some((index, first)) =
            all.first().and_then(|(index, odd)| Some((*index, odd.first()?)))
        else {
            return;
        };
        let spaces = all.iter().flat_map(|(_, odd)| odd).all(|odd| odd.ch.is_ascii_whitespace());
        let edges =
            first.meant.as_deref().is_some_and(|meant| "-+|".contains(meant) && !meant.is_empty());
        let place = self.lines[index].span.sub(first.at.start, first.at.len());
        let code = if edges { codes::INCONSISTENT_EDGES } else { codes::ILLEGAL_ELEMENT };
        let message = match first.ch {
            ' ' => "a blank within a row".to_string(),
            ch if ch.is_ascii_whitespace() => "a tab within a row".to_string(),
            ch if ch.is_ascii_digit() && first.meant.is_none() => {
                format!("`{ch}` in a row: labels are letters")
            }
            _ => first.message(),
        };
        let mut found = Diagnostic::error(code, place, message);
        if spaces {
            found = found.note("the elements of a row stand side by side, without blanks");
        }
        let count: usize = all.iter().map(|(_, odd)| odd.len()).sum();
        if count > 1 && !spaces {
            found = found.note(format!("{count} characters of this pattern do not belong in rows"));
        }
        if all.iter().flat_map(|(_, odd)| odd).all(|odd| odd.meant.is_some()) {
            let what = match (&first.meant, count) {
                (Some(meant), 1) if !meant.is_empty() => format!("write `{meant}`"),
                _ if spaces => "remove the white space".to_string(),
                (_, 1) => "remove it".to_string(),
                _ => "replace the characters".to_string(),
            };
            let fix = all.iter().fold(Fix::risky(what), |fix, (index, odd)| {
                let line = self.lines[*index].span;
                odd.iter().fold(fix, |fix, odd| {
                    fix.replace(
                        line.sub(odd.at.start, odd.at.len()),
                        odd.meant.clone().unwrap_or_default(),
                    )
                })
            });
            found = found.fix(fix);
        } else if edges {
            found = found.note("edges are drawn with `|`, `-` and `+`");
        } else {
            found = found.note("elements: `.` `O` `X` `o` `x` `?` `*` `,` `!` `Q` `Y`; in the constraint diagram letters, too");
        }
        self.report.push(found);
    }
}
