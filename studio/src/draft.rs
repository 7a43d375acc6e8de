//! The text of one pattern on its way from a file to the page and back.
//!
//! A draft says which file it is of, what that file held (a number), and which bytes of it the text stands for.
//! [`check`] compiles the databases as if it had been saved; [`save`] brings the changed lines into canonical
//! layout and writes the file, unless it has changed since. Nothing else in the studio writes into databases.

use std::ops::Range;
use std::path::PathBuf;

use mkpat::diag::{Diagnostic, Diagnostics, Severity};
use mkpat::language::compile::compile_pattern;
use mkpat::language::ir::Pattern;
use mkpat::language::manifest::Kind;
use mkpat::language::syntax::ast::{File, Item, LineKind, PatternNode, Row};
use mkpat::language::syntax::parse;
use mkpat::source::{FileId, Source, Span, read_file, replace};
use mkpat::tools::explain;
use mkpat::tools::format;
use mkpat::tools::picture::{self, Style};
use mkpat::tools::positions::near::{self, Difference};
use mkpat::tools::template::{self, Template};
use mkpat_rt::geom::Point;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::databases::{Databases, hash, on_disk};
use crate::position::{Position, letter};

/// A pattern's text, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    /// The file, as its manifest names it.
    pub(crate) file: String,
    /// What the file held: a number in hexadecimal digits.
    pub(crate) hash: String,
    /// The first byte that it stands for …
    pub(crate) start: usize,
    /// … and the one after the last; the same for a new pattern.
    pub(crate) end: usize,
    /// The text.
    pub(crate) text: String,
}

/// Why a draft was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// The file holds something else by now.
    Conflict(String),
    /// Something else.
    Bad(String),
}

impl From<String> for Refused {
    fn from(message: String) -> Refused {
        Refused::Bad(message)
    }
}

/// Places of the pattern on the board that are told at most.
const PLACES: usize = 8;

/// The draft of a pattern as it is in its file.
///
/// # Errors
/// If there is no such pattern.
pub(crate) fn open(all: &Databases, database: &str, name: &str) -> Result<Draft, String> {
    for part in &all.parts {
        if part.unit.database.spec().name != database {
            continue;
        }
        for tree in &part.unit.trees {
            let text = &all.run.sources;
            let node = nodes(tree).find(|node| head_name(tree, node, all) == Some(name));
            if let Some(node) = node {
                let range = range(tree, node);
                let source = text.file(tree.id);
                return draft(all, source, range);
            }
        }
    }
    Err(format!("database {database} has no pattern {name}"))
}

/// The draft of a new pattern in a database: at the end of its last file.
///
/// # Errors
/// If its kind has no such patterns.
pub(crate) fn begin(all: &Databases, database: &str) -> Result<Draft, String> {
    let parts = all.parts.iter().filter_map(|part| Some((part, part.patterns()?)));
    let found = { parts }.find(|(_, db)| db.spec.name == database);
    let Some((_, db)) = found else { return Err(format!("there is no database {database}")) };
    let file = *db.files.last().ok_or("the database has no file")?;
    let names: Vec<&str> = db.patterns.iter().map(|p| p.name.as_str()).collect();
    let prefix = names.iter().rev().find_map(|name| template::prefix(name)).unwrap_or("Own");
    let template = Template {
        name: template::next_name(names.iter().copied(), prefix),
        kind: db.spec.kind,
        stage: db.spec.stage,
        anchors: db.spec.anchors,
        attributes: db.attributes,
        edges: Vec::new(),
        labels: false,
    };
    let source = all.run.sources.file(file);
    let end = source.text.len();
    let mut draft = draft(all, source, end..end)?;
    draft.text = format!("{}\n", template.text()?.to_string().trim_end());
    Ok(draft)
}

fn draft(all: &Databases, source: &Source, range: Range<usize>) -> Result<Draft, String> {
    let path = source.path.as_ref().ok_or("the text is no file")?;
    let hash = all.hash_of(path).ok_or("the file was not read")?;
    Ok(Draft {
        file: source.name.clone(),
        hash: format!("{hash:016x}"),
        start: range.start,
        end: range.end,
        text: source.text[range].to_string(),
    })
}

fn nodes(tree: &File) -> impl Iterator<Item = &PatternNode> {
    tree.items.iter().filter_map(|item| match item {
        Item::Pattern(node) => Some(&**node),
        Item::Directive(_) => None,
    })
}

fn head_name<'a>(tree: &File, node: &PatternNode, all: &'a Databases) -> Option<&'a str> {
    let LineKind::Head(head) = &tree.lines[node.head].kind else { return None };
    Some(all.run.sources.text(head.name))
}

/// The bytes of a pattern, with the comments above it.
fn range(tree: &File, node: &PatternNode) -> Range<usize> {
    let first = node.comments.iter().copied().filter(|&i| i < node.head).min();
    let first = first.unwrap_or(node.head);
    let end = tree.lines[node.lines.end - 1].span.range().end;
    tree.lines[first].span.range().start..end
}

/// The file of a draft: its number, path, and text with the draft in place.
struct Spliced {
    file: FileId,
    path: PathBuf,
    text: String,
    bytes: Vec<u8>,
    /// Where the draft begins.
    start: usize,
}

/// Puts a draft into the text of its file.
fn splice(all: &Databases, draft: &Draft) -> Result<Spliced, Refused> {
    let mut sources = all.run.sources.iter();
    let found = sources.find(|(_, source)| source.name == draft.file && source.path.is_some());
    let Some((file, source)) = found else {
        return Err(Refused::Bad(format!("the databases have no file {}", draft.file)));
    };
    let path = source.path.clone().unwrap_or_default();
    if path == all.manifest {
        return Err(Refused::Bad("a manifest has no patterns".to_string()));
    }
    if all.hash_of(&path).map(|h| format!("{h:016x}")).as_ref() != Some(&draft.hash) {
        let message = format!("{} has changed since the pattern was opened", draft.file);
        return Err(Refused::Conflict(message));
    }
    let old = &source.text;
    let (Some(before), Some(after), true) =
        (old.get(..draft.start), old.get(draft.end..), draft.start <= draft.end)
    else {
        return Err(Refused::Bad("the draft stands for no part of its file".to_string()));
    };
    let mut text = before.to_string();
    // A new pattern begins on a line of its own, two lines below the last.
    if draft.start == draft.end && !before.is_empty() {
        text.truncate(text.trim_end().len());
        text.push_str("\n\n\n");
    }
    let start = text.len();
    text.push_str(&draft.text);
    if !draft.text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(after);
    let bytes = source.encode(&text);
    Ok(Spliced { file, path, text, bytes, start })
}

/// The databases as they would be if the draft were saved.
///
/// # Errors
/// If the file has changed, or the draft stands for no part of it.
pub(crate) fn overlay(all: &Databases, draft: &Draft) -> Result<Databases, Refused> {
    let spliced = splice(all, draft)?;
    let content = |path: &std::path::Path| {
        if path == spliced.path { Ok(spliced.bytes.clone()) } else { on_disk(path) }
    };
    Ok(all.again(&content).unwrap_or_else(|| all.clone()))
}

/// What is found about a draft, how it is drawn, where it matches.
///
/// # Errors
/// As [`overlay`].
pub(crate) fn check(
    all: &Databases,
    draft: &Draft,
    at: Option<(&Position, Option<Point>)>,
) -> Result<Value, Refused> {
    let spliced = splice(all, draft)?;
    let next = overlay(all, draft)?;
    let span = spliced.start..spliced.start + draft.text.len();
    let (trees, typed) = in_range(&next, spliced.file, &span);
    let offset = |byte: usize| utf16(&draft.text, byte.saturating_sub(span.start));
    let is_here = |s: Span| {
        s.file == spliced.file && span.start <= s.range().start && s.range().start <= span.end
    };
    let findings: Vec<Value> = next
        .reported()
        .filter(|f| is_here(f.primary.span))
        .map(|f| finding(f, &next, &is_here, &offset))
        .collect();
    let errors = |d: &Databases| {
        let all = d.findings.iter().filter(|f| f.severity == Severity::Error);
        all.filter(|f| !is_here(f.primary.span)).count()
    };
    let mut out = json!({
        "findings": findings,
        "elsewhere": errors(&next).saturating_sub(errors(all)),
        "usable": next.set.is_some(),
    });
    if let Some((tree, node)) = trees {
        out["diagram"] = grid(&next, tree, node.diagram.clone(), &offset);
        out["labels"] = grid(&next, tree, node.labels.clone(), &offset);
        out["name"] = json!(head_name(tree, node, &next));
        if let Some(colon) = node.colon {
            out["colon"] = colon_fields(&next, tree, colon, &offset);
            out["colon"]["names"] = json!(value_names(&next, tree));
            let end = tree.lines[colon].span.range().end;
            out["afterColon"] = json!(offset(end));
        }
        out["copy"] = json!(template::copy_diagram(&next.run.sources, tree, node).join("\n"));
    }
    if let Some((part, pattern)) = typed {
        let db = next.parts[part].patterns();
        out["picture"] = json!(picture::pattern(pattern, &Style::alone()));
        out["aloud"] = json!(db.map(|db| explain::pattern(db, pattern, &draft.file)));
        if let (Some((position, vertex)), Some(db)) = (at, db) {
            out["places"] = places(pattern, db.spec.kind, position, vertex);
        }
    }
    Ok(out)
}

type Typed<'a> = Option<(usize, &'a Pattern)>;

/// The tree and the typed form of the pattern in some bytes of a file.
fn in_range<'a>(
    all: &'a Databases,
    file: FileId,
    span: &Range<usize>,
) -> (Option<(&'a File, &'a PatternNode)>, Typed<'a>) {
    let (mut tree, mut typed) = (None, None);
    for (number, part) in all.parts.iter().enumerate() {
        for own in part.unit.trees.iter().filter(|tree| tree.id == file) {
            let mut here =
                nodes(own).filter(|n| span.contains(&own.lines[n.head].span.range().start));
            tree = tree.or(here.next().map(|node| (own, node)));
        }
        let patterns = part.patterns().map_or(&[][..], |db| db.patterns.as_slice());
        let is_here = |p: &&Pattern| p.head.file == file && span.contains(&p.head.range().start);
        typed = typed.or(patterns.iter().find(is_here).map(|p| (number, p)));
    }
    (tree, typed)
}

/// How many UTF-16 units lie before a byte: the page counts in them.
fn utf16(text: &str, byte: usize) -> usize {
    let before = text.get(..byte.min(text.len())).unwrap_or(text);
    before.encode_utf16().count()
}

fn finding(
    f: &Diagnostic,
    all: &Databases,
    is_here: &dyn Fn(Span) -> bool,
    offset: &dyn Fn(usize) -> usize,
) -> Value {
    let range = f.primary.span.range();
    let fix = f.fix.as_ref().filter(|fix| fix.edits.iter().all(|e| is_here(e.span)));
    let fix = fix.map(|fix| {
        let edits: Vec<Value> = fix
            .edits
            .iter()
            .map(|e| json!([offset(e.span.range().start), offset(e.span.range().end), e.text]))
            .collect();
        json!({ "message": fix.message, "edits": edits })
    });
    let (line, _) = all.run.sources.place(f.primary.span.file, range.start);
    json!({
        "code": f.code,
        "severity": f.severity.name(),
        "message": f.message,
        "label": f.primary.message,
        "notes": f.notes,
        "start": offset(range.start),
        "end": offset(range.end),
        "line": line,
        "fix": fix,
    })
}

/// The rows of a diagram: for each cell its character and where that stands in the draft.
fn grid(
    all: &Databases,
    tree: &File,
    rows: Range<usize>,
    offset: &dyn Fn(usize) -> usize,
) -> Value {
    let text = &all.run.sources;
    let (mut out, mut above, mut below) = (Vec::new(), false, false);
    let (mut west, mut east) = (false, false);
    for line in &tree.lines[rows] {
        match &line.kind {
            LineKind::Row(Row::Edge { .. }) if out.is_empty() => above = true,
            LineKind::Row(Row::Edge { .. }) => below = true,
            LineKind::Row(Row::Cells { left, cells, right, .. }) => {
                west |= left.is_some();
                east |= right.is_some();
                let start = cells.range().start;
                let row: Vec<Value> = text
                    .text(*cells)
                    .char_indices()
                    .map(|(i, ch)| json!([ch.to_string(), offset(start + i)]))
                    .collect();
                out.push(Value::Array(row));
            }
            _ => {}
        }
    }
    json!({ "rows": out, "edges": { "north": above, "south": below, "west": west, "east": east } })
}

/// The parts of the colon line, with their places.
fn colon_fields(
    all: &Databases,
    tree: &File,
    line: usize,
    offset: &dyn Fn(usize) -> usize,
) -> Value {
    let LineKind::Colon(colon) = &tree.lines[line].kind else { return Value::Null };
    let text = &all.run.sources;
    let field = |span: Span| {
        let range = span.range();
        json!([text.text(span), offset(range.start), offset(range.end)])
    };
    let values: Vec<Value> = colon
        .values
        .iter()
        .map(|v| {
            let range = v.span.range();
            json!({
                "name": text.text(v.name),
                "argument": v.argument.map(field),
                "start": offset(range.start),
                "end": offset(range.end),
            })
        })
        .collect();
    let last = colon.values.last().map(|v| v.span).or(colon.class).or(colon.symmetry);
    json!({
        "symmetry": colon.symmetry.map(field),
        "class": colon.class.map(field),
        "values": values,
        "end": last.map(|s| offset(s.range().end)),
    })
}

/// The values that patterns of a file may give, and whether each takes a label.
fn value_names(all: &Databases, tree: &File) -> Vec<(&'static str, bool)> {
    let own = |part: &&std::sync::Arc<crate::databases::Part>| {
        part.unit.trees.iter().any(|other| other.id == tree.id)
    };
    let db = all.parts.iter().find(own).and_then(|part| part.patterns());
    let names = db.map_or(&[][..], |db| db.attributes.names());
    names.iter().map(|(name, kind)| (*name, kind.takes_label())).collect()
}

/// Where a pattern matches on a board, or nearly.
fn places(pattern: &Pattern, kind: Kind, at: &Position, vertex: Option<Point>) -> Value {
    let Ok(compiled) = compile_pattern(pattern, 0) else { return Value::Null };
    if kind == Kind::FullBoard && at.game.size() < pattern.diagram.rows {
        return json!([]);
    }
    let size = at.game.size();
    let mut out: Vec<(usize, Value)> = Vec::new();
    for color in [at.to_move, at.to_move.other()] {
        let found = near::nearest(&compiled, at.game.board().view(), color, vertex, PLACES);
        for n in found {
            let vertices: Vec<String> = n
                .differences
                .iter()
                .filter_map(|d| match d {
                    Difference::Vertex { at, .. } => Some(at.name(size)),
                    _ => None,
                })
                .collect();
            let texts: Vec<String> = n.differences.iter().map(|d| d.text(size, color)).collect();
            let watched: Vec<String> = compiled
                .elements
                .iter()
                .filter_map(|e| n.anchor.offset(n.transform.apply(e.at), size))
                .map(|p| p.name(size))
                .collect();
            out.push((
                n.weight(),
                json!({
                    "color": letter(color),
                    "anchor": n.anchor.name(size),
                    "move": n.mv(&compiled, size).map(|p| p.name(size)),
                    "orientation": n.transform.index(),
                    "differences": texts,
                    "vertices": vertices,
                    "watched": watched,
                }),
            ));
        }
    }
    out.sort_by_key(|o| o.0);
    Value::Array(out.into_iter().take(PLACES).map(|o| o.1).collect())
}

/// Writes a draft into its file, its lines in canonical layout.
///
/// # Errors
/// A conflict if the file holds something else than the draft began with; else why it is not written: the draft has
/// errors, or the file cannot be.
pub(crate) fn save(all: &Databases, draft: &Draft) -> Result<(), Refused> {
    let spliced = splice(all, draft)?;
    let next = overlay(all, draft)?;
    let span = spliced.start..spliced.start + draft.text.len().max(1);
    let is_here = |s: Span| s.file == spliced.file && span.contains(&s.range().start);
    let mut errors = next.findings.iter().filter(|f| f.severity == Severity::Error);
    if let Some(error) = errors.find(|f| is_here(f.primary.span)) {
        return Err(Refused::Bad(format!("not saved: {}", error.message)));
    }
    let text = laid_out(all, draft, &spliced)?;
    let source = all.run.sources.file(spliced.file);
    let bytes = source.encode(&text);
    // The databases may be older than the file: what counts is what lies there now.
    let now = read_file(&spliced.path).map_err(|e| format!("{}: {e}", draft.file))?;
    if format!("{:016x}", hash(&now)) != draft.hash {
        let message = format!("{} has changed since the pattern was opened", draft.file);
        return Err(Refused::Conflict(message));
    }
    replace(&spliced.path, &bytes).map_err(|e| Refused::Bad(format!("{}: {e}", draft.file)))
}

/// The text of the file with the lines of the draft in canonical layout; other lines stay as they are.
fn laid_out(all: &Databases, draft: &Draft, spliced: &Spliced) -> Result<String, String> {
    let part = all.parts.iter().find(|part| part.unit.trees.iter().any(|t| t.id == spliced.file));
    let part = part.ok_or_else(|| format!("{} holds no patterns", draft.file))?;
    let mut sources = all.run.sources.clone();
    sources.replace(spliced.file, spliced.bytes.clone())?;
    let mut found = Diagnostics::default();
    let tree = parse(&sources, spliced.file, &mut found);
    if let Some(error) = found.iter().find(|f| f.severity == Severity::Error) {
        let (line, _) = sources.place(spliced.file, error.primary.span.range().start);
        return Err(format!("not saved: line {line}: {}", error.message));
    }
    let formatted = format::format(&sources, &tree);
    format::verify(&sources, &tree, part.unit.database.spec(), &formatted)
        .map_err(|e| format!("not saved: this is a mistake of the formatter: {e}"))?;
    let here = spliced.start.saturating_sub(3)..spliced.start + draft.text.len() + 1;
    let changes = format::changes(&spliced.text, &formatted);
    let mut text = spliced.text.clone();
    let touches = |r: &Range<usize>| r.start <= here.end && r.end >= here.start;
    for (range, new) in changes.into_iter().rev().filter(|(range, _)| touches(range)) {
        text.replace_range(range, &new);
    }
    Ok(text)
}
