//! What an author can have done at a place: fixes of findings, comments that suppress them, and changes of a pattern.
//! Every action is a text edit; the texts come from the tools behind `mkpat transform`, `mkpat new`, `mkpat test`.

use std::ops::Range;

use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Cell, Color, MAX_BOARD, Point, Transform};

use super::words::{Kind, Place, of_pattern};
use crate::diag::{Applicability, Diagnostic, Diagnostics, Severity};
use crate::language::compile;
use crate::language::ir::{Database, Pattern};
use crate::language::lower::is_label;
use crate::language::syntax::ast::{LineKind, PatternNode, Row};
use crate::source::Span;
use crate::tools::positions::Position;
use crate::tools::template::{self, Template};
use crate::tools::transform::{self, PatternTransform};
use crate::tools::{lint, match_tests};

/// New text for some bytes of the file.
pub(super) type TextChange = (Range<usize>, String);

/// Something that can be done.
#[derive(Clone, Debug)]
pub(super) struct Action {
    /// What, as an order.
    pub(super) title: String,
    /// Its kind in the protocol.
    pub(super) kind: &'static str,
    /// The number of the finding that it is about.
    pub(super) finding: Option<usize>,
    /// It can be done without a look at it.
    pub(super) safe: bool,
    /// What changes in the file.
    pub(super) changes: Vec<TextChange>,
    /// A new file beside the manifest: its path from there, and its text.
    pub(super) file: Option<(String, String)>,
}

impl Action {
    fn rewrite(title: impl Into<String>, changes: Vec<TextChange>) -> Action {
        let title = title.into();
        Action { title, kind: "refactor.rewrite", finding: None, safe: false, changes, file: None }
    }
}

/// The fixes and suppressions of the findings in some bytes of the file. `reports` says which findings the client sees.
pub(super) fn for_findings(
    place: &Place<'_>,
    bytes: &Range<usize>,
    reports: impl Fn(&Diagnostic) -> bool,
) -> Vec<Action> {
    let findings = &place.project.findings;
    let shown = place.project.shown(place.file.id);
    let is_here = |span: Span| {
        place.project.shown(span.file) == shown
            && span.range().start <= bytes.end
            && span.range().end >= bytes.start
    };
    let mut out = Vec::new();
    let mut allowed: Vec<&str> = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let is_there = is_here(finding.primary.span);
        if !is_there || !reports(finding) {
            continue;
        }
        if let Some(fix) = &finding.fix
            && fix.edits.iter().all(|edit| place.project.shown(edit.span.file) == shown)
            && lint::mends(&place.project.run, findings, index)
        {
            let mut changes: Vec<TextChange> =
                fix.edits.iter().map(|edit| (edit.span.range(), edit.text.clone())).collect();
            changes.sort_by_key(|(range, _)| range.start);
            out.push(Action {
                title: fix.message.clone(),
                kind: "quickfix",
                finding: Some(index),
                safe: fix.applicability == Applicability::Safe,
                changes,
                file: None,
            });
        }
        if finding.severity != Severity::Error && !allowed.contains(&finding.code) {
            allowed.push(finding.code);
            let at = above(place, finding.primary.span.range().start);
            out.push(Action {
                title: format!("allow {} here (say why)", finding.code),
                kind: "quickfix",
                finding: Some(index),
                safe: false,
                changes: vec![(at..at, format!("# mkpat: allow({}) reason\n", finding.code))],
                file: None,
            });
        }
    }
    out
}

/// The byte where a comment that suppresses a finding at `byte` belongs: above the line, above the diagram, or above
/// the pattern.
fn above(place: &Place<'_>, byte: usize) -> usize {
    let start = |line: usize| place.file.lines[line].span.range().start;
    let line = place.line(byte);
    let Some(node) = place.node(byte) else { return start(line) };
    match &place.file.lines[line].kind {
        LineKind::Colon(_) => start(line),
        LineKind::Row(_) if node.labels.contains(&line) => start(node.labels.start),
        LineKind::Constraint(_) | LineKind::Action(_) => {
            let code =
                |kind: &LineKind| matches!(kind, LineKind::Constraint(_) | LineKind::Action(_));
            // Not between the lines of one constraint.
            let first = (node.lines.start..line).rev().find(|&i| !code(&place.file.lines[i].kind));
            if first == Some(line - 1) { start(line) } else { start(node.head) }
        }
        _ => start(node.head),
    }
}

/// What can be done with the pattern around a byte.
pub(super) fn for_pattern(place: &Place<'_>, byte: usize) -> Vec<Action> {
    let Some(node) = place.node(byte) else { return Vec::new() };
    let mut out = Vec::new();
    out.extend(copy_diagram(place, node));
    out.extend(add_label(place, node, byte));
    for (title, index) in [
        ("turn the pattern clockwise", 1),
        ("turn the pattern by half", 2),
        ("turn the pattern anticlockwise", 3),
        ("mirror the pattern left to right", 7),
        ("mirror the pattern top to bottom", 5),
    ] {
        let how = PatternTransform { transform: Transform::ALL[index], swap_colors: false };
        out.extend(drawn_anew(place, node, title, how));
    }
    if transform::one_sided(place.sources(), place.file, node).is_empty() {
        let how = PatternTransform { transform: Transform::ALL[0], swap_colors: true };
        out.extend(drawn_anew(place, node, "let O and X change places", how));
    }
    out.extend(new_pattern(place, node));
    out.extend(test_case(place, node));
    out
}

fn drawn_anew(
    place: &Place<'_>,
    node: &PatternNode,
    title: &str,
    how: PatternTransform,
) -> Option<Action> {
    let edits = transform::apply(place.sources(), place.file, node, how).ok()?;
    let line = |line: usize| place.file.lines[line].span.range();
    let changes: Vec<TextChange> =
        edits.into_iter().map(|(index, text)| (line(index), text)).collect();
    (!changes.is_empty()).then(|| Action::rewrite(title, changes))
}

/// A constraint diagram for a pattern that has none.
fn copy_diagram(place: &Place<'_>, node: &PatternNode) -> Option<Action> {
    let colon = node.colon.filter(|_| node.labels.is_empty() && !node.diagram.is_empty())?;
    let rows = template::copy_diagram(place.sources(), place.file, node);
    let end = line_end(place, colon);
    let changes = vec![(end..end, format!("\n\n{}\n\n; ", rows.join("\n")))];
    Some(Action::rewrite("copy the diagram for a constraint", changes))
}

/// The end of the text of a line.
fn line_end(place: &Place<'_>, line: usize) -> usize {
    let span = place.file.lines[line].span;
    span.range().start + place.sources().text(span).trim_end().len()
}

/// The next free letter at the cell under the cursor, in a constraint diagram that is made if there is none.
fn add_label(place: &Place<'_>, node: &PatternNode, byte: usize) -> Option<Action> {
    let word = place.word(byte)?;
    let Kind::Element(element) = word.kind else { return None };
    let words = of_pattern(place.sources(), place.file, node);
    let taken = |ch: char| words.iter().any(|word| word.kind == Kind::Label(ch));
    // By convention X stones have capitals.
    let capital = element == 'X' || element == 'Y';
    let letters = if capital { 'A'..='Z' } else { 'a'..='z' };
    let letter = letters.into_iter().find(|&ch| is_label(ch) && !taken(ch))?;
    let title = format!("add the label {letter} here");
    let line = place.line(word.span.range().start);
    if node.labels.contains(&line) {
        let changes = vec![(word.span.range(), letter.to_string())];
        return Some(Action::rewrite(title, changes));
    }
    let colon = node.colon?;
    let cells = |line: usize| match &place.file.lines[line].kind {
        LineKind::Row(Row::Cells { cells, left, .. }) => Some((*cells, left.is_some())),
        _ => None,
    };
    let (span, left) = cells(line)?;
    let before = &place.text()[span.range().start..word.span.range().start];
    let column = before.chars().count();
    if node.labels.is_empty() {
        let mut rows = template::copy_diagram(place.sources(), place.file, node);
        let row = rows.get_mut(line - node.diagram.start)?;
        *row = with(row, column + usize::from(left), letter);
        let end = line_end(place, colon);
        let text = format!("\n\n{}\n\n; ", rows.join("\n"));
        return Some(Action::rewrite(title, vec![(end..end, text)]));
    }
    // The same cell of the other diagram.
    let (other, _) = cells(node.labels.start + (line - node.diagram.start))?;
    let text = place.sources().text(other);
    let (at, there) = text.char_indices().nth(column)?;
    if is_label(there) {
        return None;
    }
    let span = other.sub(at, there.len_utf8());
    Some(Action::rewrite(title, vec![(span.range(), letter.to_string())]))
}

/// A text with another character in a column.
fn with(row: &str, column: usize, ch: char) -> String {
    row.chars().enumerate().map(|(i, old)| if i == column { ch } else { old }).collect()
}

/// A pattern to fill in, behind this one.
fn new_pattern(place: &Place<'_>, node: &PatternNode) -> Option<Action> {
    let database = place.typed()?;
    let unit = place.project.unit(place.database);
    let names: Vec<&str> = unit
        .trees
        .iter()
        .flat_map(|file| {
            let place = Place { file, ..*place };
            place.nodes().filter_map(move |node| place.name(node)).map(|(_, name)| name)
        })
        .collect();
    let (_, own) = place.name(node)?;
    let spec = place.project.spec(place.database);
    let template = Template {
        name: template::next_name(names.into_iter(), template::prefix(own).unwrap_or("P")),
        kind: spec.kind,
        stage: spec.stage,
        anchors: spec.anchors,
        attributes: database.attributes,
        edges: Vec::new(),
        labels: false,
    };
    let text = template.text().ok()?.to_string();
    let end = line_end(place, node.lines.end - 1);
    let changes = vec![(end..end, format!("\n\n\n{}", text.trim_end()))];
    Some(Action::rewrite(format!("new pattern {} below", template.name), changes))
}

/// A test with the stones of a pattern, for a database that a manifest names.
fn test_case(place: &Place<'_>, node: &PatternNode) -> Option<Action> {
    let pattern = place.pattern(node)?;
    let database = place.typed()?;
    let position = position(pattern)?;
    let alone = Database {
        spec: database.spec.clone(),
        files: database.files.clone(),
        attributes: database.attributes,
        patterns: vec![pattern.clone()],
        lacking: Vec::new(),
    };
    let compiled = compile::compile(place.sources(), &alone, &mut Diagnostics::default())?;
    let name = &pattern.name;
    let title = pattern.idea.first().map_or(name.as_str(), String::as_str);
    let only = std::slice::from_ref(name);
    let text =
        match_tests::new_case(title, &position, only, Color::White, &[&compiled], None).ok()?;
    Some(Action {
        title: format!("make a test of {name}"),
        kind: "refactor.extract",
        finding: None,
        safe: false,
        changes: Vec::new(),
        file: Some((format!("tests/{name}.txt"), text)),
    })
}

/// The stones of a pattern on a board, `O` White, in the middle unless it shows an edge.
fn position(pattern: &Pattern) -> Option<Position> {
    let (rows, cols) = (pattern.diagram.rows, pattern.diagram.cols);
    let edges = pattern.diagram.edges;
    let whole = (edges.north && edges.south) || (edges.west && edges.east);
    let size = if whole { rows.max(cols) } else { 19.max(rows).max(cols) };
    if size > MAX_BOARD {
        return None;
    }
    let shift = |near: bool, far: bool, len: usize| match (near, far) {
        (true, _) => 0,
        (false, true) => size - len,
        (false, false) => (size - len) / 2,
    };
    let (down, right) =
        (shift(edges.north, edges.south, rows), shift(edges.west, edges.east, cols));
    let mut position = Position::new(size);
    for (index, symbol) in pattern.diagram.cells.iter().enumerate() {
        let (row, col) = pattern.diagram.place(index);
        let cell = match symbol.element() {
            Some(ElementKind::O) => Cell::White,
            Some(ElementKind::X) => Cell::Black,
            _ => continue,
        };
        position.set(Point::new(down + row, right + col), cell);
    }
    Some(position)
}
