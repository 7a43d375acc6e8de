//! Canonical layout of `.db` files: `mkpat fmt`.
//!
//! Syntax tree → text. The layout works line by line on the tree, so that
//! everything it has no rule for stays byte for byte: comments, banners, rows and
//! their side comments. What it changes is white space and the line breaks of
//! constraints and actions, never a token:
//!
//! - no white space at the end of lines, line ends `\n`, one at the end of the file;
//! - one blank line between the parts of a pattern and two between patterns;
//!   around comments the author's, as long as there are not more;
//! - colon lines without blanks;
//! - one blank after `;` and `>`, blanks around operators; lines break where the
//!   author broke them, and before `&&` and `||` where one is too long (`code`).
//!
//! [`verify`] proves for a given text that the typed form did not change. The
//! module knows syntax and typed form; it neither reads nor writes files.

mod code;
mod unified;
mod verify;

pub use code::WIDTH;
pub use unified::{changes, unified};
pub use verify::verify;

use crate::language::syntax::ast::{Colon, File, Head, Item, Line, LineKind, PatternNode, Row};
use crate::language::text_limits::is_space;
use crate::source::{Sources, Span};

/// The canonical text of a file that the parser found no errors in. Formatting
/// the result again gives the same text.
pub fn format(sources: &Sources, file: &File) -> String {
    let text = sources.file(file.id).text.as_str();
    let out = String::with_capacity(text.len() + text.len() / 8);
    let mut layout = Layout { sources, file, code: Vec::new(), out };
    layout.file();
    layout.out
}

/// What stands between two lines of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// So many blank lines.
    Exactly(usize),
    /// As many as the author wrote, between these bounds.
    Between(usize, usize),
}

/// What a line is to its neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The `Pattern` line.
    Head,
    Diagram,
    Colon,
    Labels,
    Constraint,
    Action,
    Comment,
    /// A directive.
    Other,
}

struct Layout<'a> {
    sources: &'a Sources,
    file: &'a File,
    /// The code of the current pattern: the index of each of its lines with the
    /// lines that it becomes.
    code: Vec<(usize, Vec<String>)>,
    out: String,
}

/// The last line written.
#[derive(Clone, Copy)]
struct Previous {
    place: Place,
    /// The pattern it belongs to, by number.
    pattern: Option<usize>,
}

impl Layout<'_> {
    fn file(&mut self) {
        let file = self.file;
        let mut nodes = file.items.iter().filter_map(|item| match item {
            Item::Pattern(node) => Some(&**node),
            Item::Directive(_) => None,
        });
        let mut node: Option<&PatternNode> = None;
        let mut previous: Option<Previous> = None;
        let mut blanks = 0;
        for (index, line) in file.lines.iter().enumerate() {
            if let LineKind::Head(_) = line.kind {
                node = nodes.next();
                self.code = node.map_or(Vec::new(), |node| self.lay_out(node));
            }
            if let LineKind::Blank = line.kind {
                blanks += 1;
                continue;
            }
            let inside = node.filter(|node| node.lines.contains(&index));
            let here = Previous {
                place: place(line, index, inside),
                pattern: inside.map(|node| node.head),
            };
            let attached = inside.is_none() && self.leads_to_head(index);
            if let Some(previous) = previous {
                let wanted = match gap(previous, here, attached) {
                    Gap::Exactly(n) => n,
                    Gap::Between(least, most) => blanks.clamp(least, most),
                };
                self.out.extend(std::iter::repeat_n('\n', wanted));
            }
            blanks = 0;
            previous = Some(here);
            self.line(index);
        }
    }

    /// The code lines of a pattern.
    fn lay_out(&self, node: &PatternNode) -> Vec<(usize, Vec<String>)> {
        let constraint = node.constraint.as_ref().map(|code| &code.lines);
        let action = node.action.as_ref().map(|code| &code.lines);
        let mut out = Vec::new();
        for lines in constraint.into_iter().chain(action) {
            let texts: Vec<&str> = lines
                .iter()
                .map(|&line| match self.file.lines[line].kind {
                    LineKind::Constraint(span) | LineKind::Action(span) => self.text(span),
                    _ => "",
                })
                .collect();
            out.extend(lines.iter().copied().zip(code::layout(&texts)));
        }
        out
    }

    /// Whether only comment lines stand between the line `index` and a `Pattern` line.
    fn leads_to_head(&self, index: usize) -> bool {
        self.file.lines[index..]
            .iter()
            .find(|line| !matches!(line.kind, LineKind::Comment(_)))
            .is_some_and(|line| matches!(line.kind, LineKind::Head(_)))
    }

    fn line(&mut self, index: usize) {
        let line = &self.file.lines[index];
        match &line.kind {
            LineKind::Head(head) => self.head(head),
            LineKind::Directive(directive) => {
                let rest = directive
                    .argument
                    .map_or("", |argument| self.text(Span { start: argument.start, ..line.span }));
                let rest = rest.trim_end_matches(is_space);
                let keyword = self.text(directive.keyword);
                self.push(&[keyword, sep(rest), rest]);
            }
            LineKind::Colon(colon) => self.colon(line, colon),
            LineKind::Row(row) => self.row(line, row),
            LineKind::Constraint(_) | LineKind::Action(_) => self.code_line(index),
            LineKind::Comment(_) | LineKind::Blank | LineKind::Malformed => {
                let text = self.trimmed(line);
                self.push(&[text.trim_start_matches('\u{FEFF}')]);
            }
        }
    }

    fn head(&mut self, head: &Head) {
        let (keyword, name) = (self.text(head.keyword), self.text(head.name));
        match head.rest {
            // The white space before the text stays, as it does before side comments.
            Some(rest) => {
                let rest = self.text(Span { start: head.name.end, ..rest });
                self.push(&[keyword, " ", name, rest]);
            }
            None => self.push(&[keyword, " ", name]),
        }
    }

    fn row(&mut self, line: &Line, row: &Row) {
        let text = self.trimmed(line);
        let (Row::Edge { side, .. } | Row::Cells { side, .. }) = row;
        let Some(side) = side else { return self.push(&[text]) };
        // Tabs before a side comment become blanks, so that columns stay columns.
        let (row, comment) = text.split_at((side.start - line.span.start) as usize);
        if !row.contains('\t') {
            return self.push(&[text]);
        }
        let mut wide = String::new();
        for ch in row.chars() {
            match ch {
                '\t' => {
                    let stop = (wide.chars().count() / 8 + 1) * 8;
                    wide.extend(std::iter::repeat_n(' ', stop - wide.chars().count()));
                }
                ch => wide.push(ch),
            }
        }
        self.push(&[&wide, comment]);
    }

    fn colon(&mut self, line: &Line, colon: &Colon) {
        let (Some(symmetry), Some(class), None) = (colon.symmetry, colon.class, colon.rest) else {
            // Wrong in a way that lowering reports.
            let text = self.trimmed(line);
            return self.push(&[text]);
        };
        let mut text = format!(":{},", self.text(symmetry));
        text.extend(self.text(class).chars().filter(|&ch| !is_space(ch)));
        for value in &colon.values {
            text.push(',');
            text.push_str(match value.argument {
                Some(_) => self.text(value.span).trim_end_matches(is_space),
                None => self.text(value.span),
            });
        }
        if let Some(helper) = colon.helper {
            text.push(',');
            text.push_str(self.text(helper));
        }
        self.push(&[&text]);
    }

    fn code_line(&mut self, index: usize) {
        let line = &self.file.lines[index];
        let sign = if matches!(line.kind, LineKind::Action(_)) { ">" } else { ";" };
        let found = self.code.iter_mut().find(|(of, _)| *of == index);
        match found.map(|(_, texts)| std::mem::take(texts)) {
            Some(texts) => texts.iter().for_each(|text| self.push(&[sign, sep(text), text])),
            None => self.push(&[self.trimmed(line)]),
        }
    }

    fn push(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
        self.out.push('\n');
    }
}

impl<'a> Layout<'a> {
    fn text(&self, span: Span) -> &'a str {
        self.sources.text(span)
    }

    fn trimmed(&self, line: &Line) -> &'a str {
        self.text(line.span).trim_end_matches(is_space)
    }
}

fn sep(text: &str) -> &'static str {
    if text.is_empty() { "" } else { " " }
}

fn place(line: &Line, index: usize, node: Option<&PatternNode>) -> Place {
    match &line.kind {
        LineKind::Head(_) => Place::Head,
        LineKind::Comment(_) => Place::Comment,
        LineKind::Row(_) if node.is_some_and(|node| node.labels.contains(&index)) => Place::Labels,
        LineKind::Row(_) => Place::Diagram,
        LineKind::Colon(_) => Place::Colon,
        LineKind::Constraint(_) => Place::Constraint,
        LineKind::Action(_) => Place::Action,
        LineKind::Directive(_) | LineKind::Blank | LineKind::Malformed => Place::Other,
    }
}

/// The blank lines between two lines that are not blank. `attached`: the second
/// is a comment that belongs to the `Pattern` line below it.
fn gap(previous: Previous, here: Previous, attached: bool) -> Gap {
    use Place::{Action, Comment, Constraint, Diagram, Head, Other};
    match (previous.place, here.place) {
        // Comments right above a `Pattern` line belong to it.
        (Comment, Head) if previous.pattern.is_none() => Gap::Between(0, 2),
        (Comment, Comment) if here.pattern.is_none() => Gap::Between(0, 2),
        (Other, Head) => Gap::Between(1, 2),
        (_, Head) => Gap::Exactly(2),
        (_, Comment) if attached && previous.pattern.is_some() => Gap::Exactly(2),
        _ if previous.pattern != here.pattern => Gap::Between(0, 2),
        (Other, _) | (_, Other) => Gap::Between(0, 2),
        // Inside of a pattern.
        (Comment, Diagram) => Gap::Exactly(1),
        (Comment, _) | (_, Comment) => Gap::Between(0, 1),
        (Constraint, Action) => Gap::Between(0, 1),
        (a, b) if a == b => Gap::Exactly(0),
        _ => Gap::Exactly(1),
    }
}
