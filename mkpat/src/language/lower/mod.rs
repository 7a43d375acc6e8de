//! Syntax tree → typed form. The only place that sees both.
//!
//! `diagram` reads rows, `colon` the colon line, `labels` the constraint diagram,
//! `expr` constraints and actions. A pattern with an error is reported and left
//! out of the database, so that one mistake gives one diagnostic.

mod colon;
mod diagram;
mod expr;
mod labels;

pub(crate) use expr::CONSTANTS;

pub(crate) use labels::is_label;

use std::collections::BTreeMap;

use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::geom::Transform;

use crate::diag::{Diagnostic, Diagnostics, Fix, Severity, codes};
use crate::language::ir::{Database, Pattern};
use crate::language::manifest::{DatabaseSpec, Kind};
use crate::language::suppress;
use crate::language::syntax::ast;
use crate::source::{FileId, Sources, Span};

/// What lowering needs to know while it walks one file after another.
struct Context<'a> {
    sources: &'a Sources,
    spec: &'a DatabaseSpec,
    diags: &'a mut Diagnostics,
    /// Attribute map in force, and whether a pattern has been met under it.
    attributes: AttributeMap,
    seen_pattern: bool,
}

impl Context<'_> {
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
    let mut cx = Context { sources, spec, diags, attributes: spec.attributes, seen_pattern: false };
    let mut patterns: Vec<Pattern> = Vec::new();
    let mut names: BTreeMap<String, Span> = BTreeMap::new();
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
                        cx.diags.push(
                            Diagnostic::error(
                                codes::DUPLICATE_NAME,
                                head.name,
                                format!("pattern `{name}` is defined twice"),
                            )
                            .label("second definition")
                            .also(first, "first definition")
                            .note("names identify patterns in traces: give this one another name"),
                        );
                    } else {
                        names.insert(name, head.name);
                    }
                    let line = lines.line_of(head.keyword.start as usize);
                    if let Some(p) = pattern(&mut cx, file, node, head, line) {
                        patterns.push(p);
                    }
                }
            }
        }
    }
    let attributes = cx.attributes;
    Database {
        spec: spec.clone(),
        files: trees.iter().map(|t| t.id).collect(),
        attributes,
        patterns,
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

fn pattern(
    cx: &mut Context<'_>,
    file: &ast::File,
    node: &ast::PatternNode,
    head: &ast::Head,
    line: u32,
) -> Option<Pattern> {
    if node.broken {
        return None;
    }
    let errors = cx.diags.count(Severity::Error);
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
    (read && cx.diags.count(Severity::Error) == errors).then_some(p)
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
