//! Lines → patterns: the order of the parts of a pattern (docs/pattern-language.md, "Files and
//! lines") and what is wrong with it.
//!
//! A state machine walks over the lines. One mistake gives one finding: after an
//! error that leaves the place in doubt, lines are skipped up to the next
//! `Pattern` or directive, and a pattern whose diagrams or colon line suffered
//! is marked [`PatternNode::broken`].

use std::collections::BTreeMap;

use super::ast::{File, Item, Line, LineKind, PatternNode, Row};
use super::expr;
use super::lines;
use super::report::Reporter;
use super::slips::Meant;
use crate::diag::{Diagnostic, Diagnostics, Fix, codes};
use crate::language::text_limits::is_space;
use crate::source::{FileId, Sources, Span};

/// Parses a file. The tree is always complete as far as lines go; what is wrong
/// has been added to `diags`.
///
/// # Panics
///
/// If `file` is not of `sources`.
pub fn parse(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> File {
    let text = &sources.file(file).text;
    let mut report = Reporter::new(diags);
    let (lines, meant) = lines::read(file, text, &mut report);
    let mut grouper = Grouper {
        text,
        lines: &lines,
        meant: &meant,
        report,
        items: Vec::new(),
        state: State::Outside,
        open: None,
        comments: Vec::new(),
        ignored: None,
    };
    for index in 0..lines.len() {
        grouper.line(index);
    }
    grouper.close();
    let items = grouper.items;
    File { id: file, lines, items }
}

/// Where in a pattern the walk is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Outside of patterns.
    Outside,
    /// After `Pattern`.
    Head,
    /// In the main diagram.
    Diagram,
    /// After the main diagram.
    AfterDiagram,
    /// After the colon line.
    Colon,
    /// In the constraint diagram.
    Labels,
    /// After the constraint diagram.
    AfterLabels,
    /// In the constraint.
    Constraint,
    /// In the action.
    Action,
    /// After an error: nothing is said before the next `Pattern` or directive.
    Skip,
}

/// The open pattern.
struct Open {
    node: PatternNode,
    constraint: Vec<usize>,
    action: Vec<usize>,
    /// A `;` line without constraint diagram has been reported.
    undrawn: bool,
    /// A `;` line after a `>` line has been reported.
    late: bool,
    /// Lines of the code cannot be read, so that none of it is.
    unread: bool,
}

struct Grouper<'a> {
    text: &'a str,
    lines: &'a [Line],
    /// What lines were meant to be that are not read any further.
    meant: &'a BTreeMap<usize, Meant>,
    report: Reporter<'a>,
    items: Vec<Item>,
    state: State,
    open: Option<Open>,
    /// Comment lines without a blank line between them and the current line.
    comments: Vec<usize>,
    /// The last line of code that was ignored because of its place.
    ignored: Option<usize>,
}

impl Grouper<'_> {
    fn line(&mut self, index: usize) {
        let line = &self.lines[index];
        if let Some(&meant) = self.meant.get(&index) {
            self.meant(index, meant);
            return;
        }
        match &line.kind {
            LineKind::Blank => {
                self.comments.clear();
                self.gap();
            }
            LineKind::Comment(_) => {
                match (&mut self.open, self.state) {
                    (Some(open), State::Head) => open.node.comments.push(index),
                    _ => self.comments.push(index),
                }
                self.gap();
            }
            LineKind::Directive(_) => {
                self.close();
                self.comments.clear();
                self.items.push(Item::Directive(index));
            }
            LineKind::Head(head) => {
                let named = !head.name.is_empty();
                self.close();
                let comments = std::mem::take(&mut self.comments);
                if named {
                    self.open = Some(Open::new(index, comments));
                    self.state = State::Head;
                } else {
                    self.state = State::Skip;
                }
            }
            LineKind::Malformed => self.malformed(index),
            LineKind::Row(_) => self.row(index),
            LineKind::Colon(_) => self.colon(index),
            LineKind::Constraint(_) => self.constraint(index),
            LineKind::Action(_) => self.action(index),
        }
        if !matches!(line.kind, LineKind::Blank | LineKind::Comment(_)) {
            self.comments.clear();
            if let Some(open) = &mut self.open {
                open.node.lines.end = index + 1;
            }
        }
    }

    /// A line that has been reported, and what it was meant to be.
    fn meant(&mut self, index: usize, meant: Meant) {
        if meant == Meant::Nothing {
            return;
        }
        self.comments.clear();
        let Some(open) = &mut self.open else { return };
        open.node.broken = true;
        open.node.lines.end = index + 1;
        match meant {
            Meant::Nothing => {}
            Meant::Row if matches!(self.state, State::Head | State::Diagram) => {
                if self.state == State::Head {
                    open.node.diagram.start = index;
                }
                open.node.diagram.end = index + 1;
                self.state = State::Diagram;
            }
            Meant::Row if !matches!(self.state, State::Colon | State::Labels) => {}
            Meant::Row | Meant::FirstLabelRow => {
                if self.state != State::Labels {
                    open.node.labels.start = index;
                }
                open.node.labels.end = index + 1;
                self.state = State::Labels;
            }
            Meant::Colon => self.state = State::Colon,
            Meant::Code | Meant::CodeWithoutColon => {
                open.unread = true;
                if self.state != State::Action {
                    self.state = State::Constraint;
                }
            }
        }
    }

    /// A blank line or a comment: it ends a diagram.
    fn gap(&mut self) {
        self.state = match self.state {
            State::Diagram => State::AfterDiagram,
            State::Labels => State::AfterLabels,
            state => state,
        };
    }

    fn malformed(&mut self, index: usize) {
        if self.state == State::Skip {
            return;
        }
        self.report.release(self.lines[index].span);
        if let Some(open) = &mut self.open {
            open.node.broken = true;
        }
        // Inside a diagram it was probably meant as a row.
        if !matches!(self.state, State::Head | State::Diagram | State::Labels) {
            self.state = State::Skip;
        }
    }

    fn row(&mut self, index: usize) {
        let span = self.trimmed(index);
        match (self.state, &mut self.open) {
            (State::Skip, _) => {}
            (State::Head | State::Diagram, Some(open)) => {
                if self.state == State::Head {
                    open.node.diagram.start = index;
                }
                open.node.diagram.end = index + 1;
                self.state = State::Diagram;
            }
            (State::Colon | State::Labels, Some(open)) => {
                if self.state == State::Colon {
                    open.node.labels.start = index;
                }
                open.node.labels.end = index + 1;
                self.state = State::Labels;
            }
            (state, open) => {
                let mut found = Diagnostic::error(
                    codes::MISPLACED_DIAGRAM,
                    span,
                    match open {
                        None => "a diagram row outside of a pattern",
                        Some(_) => "another diagram in the same pattern",
                    },
                );
                match (state, open) {
                    (State::AfterDiagram, Some(open)) => {
                        open.node.broken = true;
                        let last = self.lines[open.node.diagram.end - 1].span;
                        found = found
                            .also(trim(self.text, last), "the main diagram ended after this row")
                            .note("blank lines and comments end a diagram");
                        let start = open.node.diagram.start;
                        if let Some(fix) = without_gaps(self.text, self.lines, start) {
                            found = found.fix(fix);
                        }
                    }
                    (State::AfterLabels, Some(open)) => {
                        open.node.broken = true;
                        let last = self.lines[open.node.labels.end - 1].span;
                        found = found
                            .also(
                                trim(self.text, last),
                                "the constraint diagram ended after this row",
                            )
                            .note("blank lines and comments end a diagram")
                            .note("a new pattern begins with `Pattern` and a name");
                    }
                    (_, Some(_)) => {
                        found = found
                            .note("both diagrams stand before the `;` and `>` lines")
                            .note("a new pattern begins with `Pattern` and a name");
                    }
                    (_, None) => {
                        found = found
                            .note("a pattern begins with `Pattern` and a name")
                            .note("free text stands in lines that start with `#`");
                    }
                }
                self.report.push(found);
                self.state = State::Skip;
            }
        }
    }

    fn colon(&mut self, index: usize) {
        let span = self.trimmed(index);
        match (self.state, &mut self.open) {
            (State::Skip, _) => {}
            (State::Diagram | State::AfterDiagram, Some(open)) => {
                open.node.colon = Some(index);
                self.state = State::Colon;
            }
            (State::Head, Some(open)) => {
                open.node.broken = true;
                let mut found = Diagnostic::error(
                    codes::MISPLACED_COLON_LINE,
                    span,
                    "a colon line before the diagram",
                )
                .note("the diagram comes first");
                if let Some(rows) = rows_below(self.lines, index + 1) {
                    let line = self.lines[index].span;
                    let last = self.lines[rows.end - 1].span;
                    let moved = &self.text[line.range()];
                    let end = if moved.ends_with('\n') { "" } else { "\n" };
                    let text = format!("\n{moved}{end}");
                    found = found.fix(
                        Fix::risky("move it below the diagram")
                            .remove(line)
                            .insert(last, last.end, text),
                    );
                }
                self.report.push(found);
                self.state = State::Skip;
            }
            (_, Some(open)) => {
                let mut found = Diagnostic::warning(
                    codes::MISPLACED_COLON_LINE,
                    span,
                    "a second colon line in the same pattern",
                )
                .label("is ignored");
                if let Some(first) = open.node.colon {
                    found = found.also(trim(self.text, self.lines[first].span), "the first one");
                }
                self.report.push(found);
                self.gap();
            }
            (_, None) => {
                self.report.push(
                    Diagnostic::error(
                        codes::MISPLACED_COLON_LINE,
                        span,
                        "a colon line outside of a pattern",
                    )
                    .note("a pattern begins with `Pattern` and a name"),
                );
                self.state = State::Skip;
            }
        }
    }

    fn constraint(&mut self, index: usize) {
        let span = self.trimmed(index);
        match (self.state, &mut self.open) {
            (State::Skip, _) => {}
            (State::Colon, Some(open)) => {
                open.node.ignored = true;
                let below = rows_below(self.lines, index).filter(|_| !open.undrawn);
                if let Some(rows) = below {
                    // The lines of the constraint, and the end of the last row.
                    let code = |line: &&Line| matches!(line.kind, LineKind::Constraint(_));
                    let lines: Vec<&Line> = self.lines[index..].iter().take_while(code).collect();
                    let moved: String =
                        lines.iter().map(|line| &self.text[line.span.range()]).collect();
                    let first = self.lines[rows.start].span;
                    let last = self.lines[rows.end - 1].span;
                    let whole = lines[0].span.to(lines[lines.len() - 1].span);
                    let end = if moved.ends_with('\n') { "" } else { "\n" };
                    self.report.push(
                        Diagnostic::warning(
                            codes::CONSTRAINT_WITHOUT_DIAGRAM,
                            span,
                            "a constraint above its diagram",
                        )
                        .label("is ignored")
                        .also(trim(self.text, first), "the constraint diagram begins here")
                        .note("the constraint stands below the diagram with its letters")
                        .fix(
                            Fix::risky("move it below the diagram").remove(whole).insert(
                                last,
                                last.end,
                                format!("\n{moved}{end}"),
                            ),
                        ),
                    );
                } else if !open.undrawn {
                    let copied: String = self.lines[open.node.diagram.clone()]
                        .iter()
                        .map(|line| drawn(self.text, line) + "\n")
                        .collect();
                    self.report.push(
                        Diagnostic::warning(
                            codes::CONSTRAINT_WITHOUT_DIAGRAM,
                            span,
                            "a constraint without a constraint diagram",
                        )
                        .label("is ignored")
                        .note("repeat the diagram above it, with letters on the vertices it names")
                        .fix(Fix::risky("copy the diagram").insert(
                            span,
                            span.start,
                            format!("{copied}\n"),
                        )),
                    );
                }
                open.undrawn = true;
            }
            (State::Labels | State::AfterLabels | State::Constraint, Some(open)) => {
                open.constraint.push(index);
                self.state = State::Constraint;
            }
            (State::Action, Some(open)) => {
                // Read it as if it stood in its place.
                if !open.late {
                    let mut found = Diagnostic::warning(
                        codes::CONSTRAINT_AFTER_ACTION,
                        span,
                        "a constraint line after an action line",
                    )
                    .note("the `;` lines come before the `>` lines");
                    if let Some(&first) = open.action.first() {
                        found = found.also(
                            trim(self.text, self.lines[first].span),
                            "the action starts here",
                        );
                    }
                    self.report.push(found);
                }
                open.late = true;
                open.constraint.push(index);
            }
            (state, _) => self.misplaced_code(index, state),
        }
    }

    fn action(&mut self, index: usize) {
        match (self.state, &mut self.open) {
            (State::Skip, _) => {}
            (
                State::Colon
                | State::Labels
                | State::AfterLabels
                | State::Constraint
                | State::Action,
                Some(open),
            ) => {
                open.action.push(index);
                self.state = State::Action;
            }
            (state, _) => self.misplaced_code(index, state),
        }
    }

    fn misplaced_code(&mut self, index: usize, state: State) {
        let what = match self.lines[index].kind {
            LineKind::Action(_) => "an action line",
            _ => "a constraint line",
        };
        let place = match state {
            State::Outside => "outside of a pattern",
            State::Head => "before the diagram",
            _ => "before the colon line",
        };
        // What follows such a line is as lost as it is.
        let goes_on = index > 0 && self.ignored == Some(index - 1);
        self.ignored = Some(index);
        self.gap();
        if goes_on {
            return;
        }
        self.report.push(
            Diagnostic::warning(
                codes::MISPLACED_CODE_LINE,
                self.trimmed(index),
                format!("{what} {place}"),
            )
            .label("is ignored"),
        );
    }

    /// Ends the open pattern.
    fn close(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Outside);
        let Some(mut open) = self.open.take() else { return };
        let node = &mut open.node;
        let LineKind::Head(head) = &self.lines[node.head].kind else { return };
        let name = &self.text[head.name.range()];
        match state {
            State::Head if !node.broken => {
                node.broken = true;
                self.report.push(Diagnostic::error(
                    codes::EMPTY_PATTERN,
                    head.name,
                    format!("pattern {name} has no diagram"),
                ));
            }
            State::Diagram | State::AfterDiagram if !node.broken => {
                node.broken = true;
                self.report.push(
                    Diagnostic::error(
                        codes::MISSING_COLON_LINE,
                        head.name,
                        format!("pattern {name} has no colon line"),
                    )
                    .note("after the diagram write for example `:8,-`"),
                );
            }
            _ => {}
        }
        if open.unread {
            // What can be read of it is not all of it.
        } else if !open.constraint.is_empty() {
            node.constraint = Some(expr::constraint(
                self.text,
                self.lines,
                std::mem::take(&mut open.constraint),
                &mut self.report,
            ));
        }
        if !open.action.is_empty() && !open.unread {
            node.action = Some(expr::action(
                self.text,
                self.lines,
                std::mem::take(&mut open.action),
                &mut self.report,
            ));
        }
        self.items.push(Item::Pattern(Box::new(open.node)));
    }

    fn trimmed(&self, index: usize) -> Span {
        trim(self.text, self.lines[index].span)
    }
}

/// The rows of the diagram that follows the constraint at `index` in the same pattern, if one does.
fn rows_below(lines: &[Line], index: usize) -> Option<std::ops::Range<usize>> {
    let passed = |line: &Line| {
        matches!(line.kind, LineKind::Blank | LineKind::Comment(_) | LineKind::Constraint(_))
    };
    let is_row = |line: &Line| matches!(line.kind, LineKind::Row(_));
    let start = index + lines[index..].iter().position(|line| !passed(line))?;
    let rows = lines[start..].iter().take_while(|line| is_row(line)).count();
    (rows > 0).then_some(start..start + rows)
}

/// Removes the blank lines within the diagram that begins at `start`, if nothing else divides its rows and all are
/// equally wide.
fn without_gaps(text: &str, lines: &[Line], start: usize) -> Option<Fix> {
    let end = lines[start..]
        .iter()
        .position(|line| !matches!(line.kind, LineKind::Row(_) | LineKind::Blank))?;
    let below = lines.get(start + end).map(|line| &line.kind);
    let lines = &lines[start..start + end];
    let is_blank = |line: &&Line| matches!(line.kind, LineKind::Blank);
    let last = lines.iter().rposition(|line| !is_blank(&line))?;
    let lines = &lines[..=last];
    let mut widths =
        lines.iter().filter(|line| !is_blank(line)).map(|line| drawn(text, line).len());
    let first = widths.next()?;
    let fix = Fix::risky("remove the blank lines");
    (widths.all(|width| width == first) && matches!(below, Some(LineKind::Colon(_))))
        .then(|| lines.iter().filter(is_blank).fold(fix, |fix, line| fix.remove(line.span)))
}

/// A row of a diagram without its side comment.
fn drawn(text: &str, line: &Line) -> String {
    match &line.kind {
        LineKind::Row(Row::Edge { bar, .. }) => text[bar.range()].to_string(),
        LineKind::Row(Row::Cells { left, cells, right, .. }) => {
            text[left.unwrap_or(*cells).to(right.unwrap_or(*cells)).range()].to_string()
        }
        _ => String::new(),
    }
}

/// `span` without white space at its end.
fn trim(text: &str, span: Span) -> Span {
    span.sub(0, text[span.range()].trim_end_matches(is_space).len())
}

impl Open {
    fn new(head: usize, comments: Vec<usize>) -> Open {
        Open {
            node: PatternNode {
                head,
                lines: head..head + 1,
                comments,
                diagram: 0..0,
                colon: None,
                labels: 0..0,
                constraint: None,
                action: None,
                broken: false,
                ignored: false,
            },
            constraint: Vec::new(),
            action: Vec::new(),
            undrawn: false,
            late: false,
            unread: false,
        }
    }
}
