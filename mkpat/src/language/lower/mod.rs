//! Syntax tree → typed form. The only place that sees both.
//!
//! `diagram` reads rows, `colon` the colon line, `labels` the constraint diagram,
//! `expr` constraints and actions. A pattern with an error is reported and left
//! out of the database, so that one mistake gives one diagnostic.

mod colon;
mod diagram;
mod expr;
mod labels;

pub(crate) use expr::{CONSTANTS, usage};

pub(crate) use colon::word_as_class;
pub(crate) use labels::is_label;

use std::collections::{BTreeMap, BTreeSet};

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::geom::Transform;
use mkpat_rt::helper::{HAND_HELPERS, LACKING_HELPERS, VOCABULARIES};

use crate::diag::{Diagnostic, Diagnostics, Fix, Severity, codes, did_you_mean};
use crate::language::ir::{Database, Lacking, Pattern};
use crate::language::manifest::{DatabaseSpec, Kind};
use crate::language::syntax::ast;
use crate::language::{names, suppress};
use crate::source::{FileId, Sources, Span};

/// What lowering needs to know while it walks one file after another.
struct Context<'a> {
    sources: &'a Sources,
    spec: &'a DatabaseSpec,
    diags: &'a mut Diagnostics,
    /// Attribute map in force, and whether a pattern has been met under it.
    attributes: AttributeMap,
    seen_pattern: bool,
    /// The pattern that is being lowered.
    pattern: String,
    /// What the engine lacks of the helpers that patterns need.
    lacking: Vec<Lacking>,
}

impl Context<'_> {
    /// A helper that the engine does not have: the pattern is left out.
    fn lack(&mut self, helper: &str, span: Span) {
        let mut found = Diagnostic::warning(
            codes::UNKNOWN_PATTERN_HELPER,
            span,
            format!(
                "pattern {} needs the helper `{helper}`, which the engine does not have",
                self.pattern
            ),
        )
        .label("the pattern is left out");
        let hand = HAND_HELPERS.iter().map(|(known, _)| *known);
        if let Some((_, since)) = LACKING_HELPERS.iter().find(|(name, _)| *name == helper) {
            let (_, of) = VOCABULARIES[*since as usize - 1];
            found = found.note(format!("it is of vocabulary {since} ({of})"));
            if self.spec.vocabulary < *since {
                found = found.note(format!(
                    "the manifest says that this database is written for vocabulary {}",
                    self.spec.vocabulary
                ));
            }
        } else if let Some(near) = did_you_mean(helper, hand) {
            found = found.label(format!("did you mean `{near}`?")).fix(Fix::rename(span, near));
        } else {
            found = found
                .note("most patterns need no helper: leave the field out and write a constraint");
        }
        self.diags.push(found);
        self.lacking.push(Lacking { pattern: self.pattern.clone(), helper: helper.to_string() });
    }

    fn text(&self, span: Span) -> &str {
        self.sources.text(span)
    }
}

/// Lowers the files of one database. `trees` are in the order of the manifest; directives carry
/// over from file to file (docs/pattern-language.md, "Files and lines").
pub fn lower(
    sources: &Sources,
    spec: &DatabaseSpec,
    trees: &[ast::File],
    diags: &mut Diagnostics,
) -> Database {
    let mut cx = Context {
        sources,
        spec,
        diags,
        attributes: spec.attributes,
        seen_pattern: false,
        pattern: String::new(),
        lacking: Vec::new(),
    };
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut names: BTreeMap<String, Span> = BTreeMap::new();
    let mut free = FreeNames::default();
    for file in trees {
        let mut lines = LineCounter::new(sources, file.id);
        for item in &file.items {
            match item {
                ast::Item::Directive(line) => directive(&mut cx, &file.lines[*line]),
                ast::Item::Pattern(node) => {
                    cx.seen_pattern = true;
                    let ast::LineKind::Head(head) = &file.lines[node.head].kind else { continue };
                    let name = cx.text(head.name).to_string();
                    if let Some(&first) = names.get(&name) {
                        let free = free.like(&name, || all_names(sources, trees));
                        cx.diags.push(
                            Diagnostic::warning(
                                codes::DUPLICATE_NAME,
                                head.name,
                                format!("pattern `{name}` is defined twice"),
                            )
                            .label("second definition")
                            .also(first, "first definition")
                            .note("names identify patterns in traces: give this one another name")
                            .fix(Fix::rename(head.name, &free)),
                        );
                    } else {
                        names.insert(name, head.name);
                    }
                    let line = lines.line_of(head.keyword.start as usize);
                    cx.pattern = name_of(cx.sources, head);
                    if let Some(p) = pattern(&mut cx, Written { file, node, head, line }) {
                        patterns.push(p);
                    }
                }
            }
        }
    }
    let attributes = cx.attributes;
    let lacking = cx.lacking;
    Database {
        spec: spec.clone(),
        files: trees.iter().map(|t| t.id).collect(),
        attributes,
        patterns,
        lacking,
    }
}

fn name_of(sources: &Sources, head: &ast::Head) -> String {
    sources.text(head.name).to_string()
}

/// The names of all patterns.
fn all_names(sources: &Sources, trees: &[ast::File]) -> BTreeSet<String> {
    let lines = trees.iter().flat_map(|file| &file.lines);
    let names = lines.filter_map(|line| match &line.kind {
        ast::LineKind::Head(head) => Some(sources.text(head.name).to_string()),
        _ => None,
    });
    names.collect()
}

/// Names that no pattern has, for those whose names are taken.
#[derive(Default)]
struct FreeNames {
    /// The last one that was given out, by what stands before its number.
    last: BTreeMap<String, String>,
}

impl FreeNames {
    /// A name like `name`: with the next number. `all` are the names that are taken.
    fn like(&mut self, name: &str, all: impl FnOnce() -> BTreeSet<String>) -> String {
        let prefix = names::prefix(name).unwrap_or(name);
        let free = match self.last.get(prefix) {
            Some(last) => names::next(std::iter::once(last.as_str()), prefix),
            None => {
                let all = all();
                let first = if prefix == name { Some(format!("{name}1")) } else { None };
                names::next(all.iter().chain(&first).map(String::as_str), prefix)
            }
        };
        self.last.insert(prefix.to_string(), free.clone());
        free
    }
}

/// Line numbers of ascending byte positions, in one pass over the file.
struct LineCounter<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    fn new(sources: &'a Sources, file: FileId) -> LineCounter<'a> {
        LineCounter { text: sources.file(file).text.as_bytes(), at: 0, line: 1 }
    }

    fn line_of(&mut self, byte: usize) -> u32 {
        let part = &self.text[self.at.min(byte)..byte];
        self.line += part.iter().filter(|&&b| b == b'\n').count() as u32;
        self.at = byte;
        self.line
    }
}

fn directive(cx: &mut Context<'_>, line: &ast::Line) {
    let ast::LineKind::Directive(d) = &line.kind else { return };
    let Some(arg) = d.argument else { return };
    let word = cx.text(arg).to_string();
    match d.kind {
        ast::DirectiveKind::AttributeMap => {
            let Some(map) = AttributeMap::from_name(&word) else {
                let known: Vec<_> = AttributeMap::ALL.iter().map(|m| m.name()).collect();
                let mut d = Diagnostic::error(
                    codes::BAD_DIRECTIVE,
                    arg,
                    format!("unknown attribute map `{word}`"),
                );
                if let Some(near) = crate::diag::did_you_mean(&word, known.iter().copied()) {
                    d = d.label(format!("did you mean `{near}`?")).fix(Fix::rename(arg, near));
                }
                cx.diags.push(d.note(format!("known maps: {}", known.join(", "))));
                return;
            };
            if cx.seen_pattern && map != cx.attributes {
                cx.diags.push(
                    Diagnostic::error(
                        codes::LATE_ATTRIBUTE_MAP,
                        line.span.sub(0, (arg.end - line.span.start) as usize),
                        "the attribute map changes after the first pattern",
                    )
                    .note(format!("`{}` is in force for this database", cx.attributes.name())),
                );
                return;
            }
            cx.attributes = map;
        }
        kind @ (ast::DirectiveKind::GoalElements | ast::DirectiveKind::CallbackData) => {
            if word == "none" {
                return;
            }
            let goal = kind == ast::DirectiveKind::GoalElements;
            let allowed = if goal { ".XOxo" } else { ".XOxo,!" };
            let keyword = kind.keyword();
            if let Some((i, ch)) = word.char_indices().find(|&(_, ch)| !allowed.contains(ch)) {
                cx.diags.push(
                    Diagnostic::error(
                        codes::BAD_DIRECTIVE,
                        arg.sub(i, ch.len_utf8()),
                        format!("`{ch}` is no element that `{keyword}` can name"),
                    )
                    .note(format!("write `none` or a run of the characters `{allowed}`")),
                );
            }
        }
    }
}

/// A pattern as it is written.
#[derive(Clone, Copy)]
struct Written<'a> {
    file: &'a ast::File,
    node: &'a ast::PatternNode,
    head: &'a ast::Head,
    /// The line of its head, from 1.
    line: u32,
}

fn pattern(cx: &mut Context<'_>, written: Written<'_>) -> Option<Pattern> {
    if written.node.broken {
        return None;
    }
    let outer = std::mem::take(cx.diags);
    let lowered = checked_pattern(cx, written);
    let found = std::mem::replace(cx.diags, outer);
    cx.diags.extend(merged(found));
    lowered
}

/// Findings with the same code and the same words are one, with all their places: one mistake that
/// is repeated is mended at once. So are labels in the wrong case.
fn merged(found: Diagnostics) -> Diagnostics {
    let mut out: Vec<Diagnostic> = Vec::new();
    for finding in found.iter() {
        let same = out.iter_mut().find(|other| {
            other.code == finding.code
                && (other.message == finding.message
                    && other.primary.message == finding.primary.message
                    || is_other_case(other) && is_other_case(finding))
        });
        let Some(other) = same else {
            out.push(finding.clone());
            continue;
        };
        let message = "and here".to_string();
        other.secondary.push(crate::diag::Label { span: finding.primary.span, message });
        other.fix = match (other.fix.take(), &finding.fix) {
            (Some(mut fix), Some(more)) => {
                fix.edits.extend(more.edits.iter().cloned());
                Some(fix)
            }
            _ => None,
        };
    }
    let mut merged = Diagnostics::default();
    out.into_iter().for_each(|finding| merged.push(finding));
    merged
}

/// Whether a label is not in the diagram because it was written in the other case. Several of them are one mistake.
fn is_other_case(finding: &Diagnostic) -> bool {
    let written = finding.message.split('`').nth(1).unwrap_or_default();
    let meant = finding.fix.iter().flat_map(|fix| &fix.edits).next();
    finding.code == codes::UNDEFINED_LABEL
        && meant.is_some_and(|edit| edit.text.eq_ignore_ascii_case(written))
}

fn checked_pattern(cx: &mut Context<'_>, written: Written<'_>) -> Option<Pattern> {
    let Written { file, node, head, line } = written;
    let errors = cx.diags.count(Severity::Error);
    let lacking = cx.lacking.len();
    let rows: Vec<&ast::Row> = rows_of(file, node.diagram.clone());
    let drawn = diagram::lower(cx, &rows);
    let colon = node.colon.and_then(|line| match &file.lines[line].kind {
        ast::LineKind::Colon(colon) => Some((file.lines[line].span, colon)),
        _ => None,
    });
    let (colon_span, colon) = colon?;
    let (diagram, anchor, mv) = drawn?;

    let label_rows: Vec<&ast::Row> = rows_of(file, node.labels.clone());
    let label_diagram = labels::lower(cx, &diagram, &label_rows)?;
    let (labels, label_diagram) = match label_diagram {
        Some((labels, d)) => (labels, Some(d)),
        None => (BTreeMap::new(), None),
    };
    let colon_line = colon::lower(cx, colon_span, colon, &labels);

    let mut idea: Vec<String> = node
        .comments
        .iter()
        .filter_map(|&i| match file.lines[i].kind {
            ast::LineKind::Comment(span) => Some(comment_text(cx.text(span))),
            _ => None,
        })
        .collect();
    for row in &rows {
        if let ast::Row::Edge { side: Some(side), .. } | ast::Row::Cells { side: Some(side), .. } =
            row
        {
            idea.push(cx.text(*side).trim().to_string());
        }
    }
    idea.retain(|text| !text.is_empty() && !suppress::is_suppression(text));

    let mut p = Pattern {
        name: cx.text(head.name).to_string(),
        name_span: head.name,
        head: head.keyword.to(head.name),
        line,
        idea,
        orientation: orientation(cx.spec.kind, &diagram),
        diagram,
        mv,
        anchor,
        colon: colon_span,
        symmetry: colon_line.symmetry,
        symmetry_span: colon_line.symmetry_span,
        class: colon_line.class,
        class_span: colon_line.class_span,
        attrs: colon_line.attrs,
        helper: colon_line.helper,
        labels,
        label_diagram,
        constraint: None,
        constraint_ignored: node.ignored,
        action: None,
    };
    if let Some(tree) = node.constraint.as_ref().and_then(|c| c.tree.as_ref()) {
        p.constraint = expr::constraint(cx, &p, tree);
    }
    if let Some(tree) = node.action.as_ref().and_then(|c| c.tree.as_ref()) {
        p.action = expr::action(cx, &p, tree);
    }
    // A syntax error has been reported by the parser.
    let read = node.constraint.as_ref().is_none_or(|c| c.tree.is_some())
        && node.action.as_ref().is_none_or(|c| c.tree.is_some());
    let complete = cx.lacking.len() == lacking;
    (read && complete && cx.diags.count(Severity::Error) == errors).then_some(p)
}

fn rows_of(file: &ast::File, range: std::ops::Range<usize>) -> Vec<&ast::Row> {
    file.lines[range]
        .iter()
        .filter_map(|line| match &line.kind {
            ast::LineKind::Row(row) => Some(row),
            _ => None,
        })
        .collect()
}

fn comment_text(text: &str) -> String {
    text.trim_start_matches('#').trim().to_string()
}

/// The transformation that brings a drawing into the form in which it is compiled: corner
/// patterns with the corner at the upper left (docs/pattern-language.md, "Corner patterns"), all
/// others as drawn.
fn orientation(kind: Kind, diagram: &crate::language::ir::pattern::Diagram) -> Transform {
    if kind != Kind::Corner {
        return Transform::IDENTITY;
    }
    let e = diagram.edges;
    let index = match (e.south, e.east) {
        (true, false) => 5,
        (false, true) => 7,
        (true, true) => 2,
        (false, false) => 0,
    };
    Transform::from_index(index).unwrap_or(Transform::IDENTITY)
}
