//! From a label or the name of a pattern to where it is put, where it is used, and to another name for it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::words::{Kind, Place, Word, of_pattern};
use crate::language::lower::is_label;
use crate::language::syntax::ast::{LineKind, PatternNode};
use crate::source::Span;
use crate::tools::match_tests::{Case, TestFile};
use crate::tools::orientations;

/// What can be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// A label of a pattern.
    Label(char),
    /// A pattern.
    Pattern(String),
}

/// A place where a target is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Mention {
    /// Where.
    pub(super) span: Span,
    /// It is put there; else it is used.
    pub(super) definition: bool,
}

/// What is under the cursor, and where.
pub(super) fn target(place: &Place<'_>, byte: usize) -> Option<(Span, Target)> {
    let word = place.word(byte)?;
    let text = place.sources().text(word.span);
    match word.kind {
        Kind::Label(ch) => Some((word.span, Target::Label(ch))),
        Kind::Name => Some((word.span, Target::Pattern(text.to_string()))),
        _ => None,
    }
}

/// Where it is named, in order.
pub(super) fn mentions(place: &Place<'_>, byte: usize, target: &Target) -> Vec<Mention> {
    let mut out = match target {
        Target::Label(ch) => match place.node(byte) {
            Some(node) => labels(place, node, *ch),
            None => Vec::new(),
        },
        Target::Pattern(name) => patterns(place, name),
    };
    out.sort();
    out.dedup();
    out
}

fn labels(place: &Place<'_>, node: &PatternNode, ch: char) -> Vec<Mention> {
    let words = of_pattern(place.sources(), place.file, node);
    let is_it = |word: &Word| word.kind == Kind::Label(ch);
    let mention = |word: Word| {
        let line = place.line(word.span.start as usize);
        let definition = matches!(place.file.lines[line].kind, LineKind::Row(_));
        Mention { span: word.span, definition }
    };
    words.into_iter().filter(is_it).map(mention).collect()
}

/// The heads with this name in the database, and the lines of its lists of orientations. Names are unique in a
/// database, so that another database may have a pattern of the same name.
fn patterns(place: &Place<'_>, name: &str) -> Vec<Mention> {
    let unit = place.project.unit(place.database);
    let sources = place.sources();
    let mut out = Vec::new();
    for file in &unit.trees {
        let place = Place { file, ..*place };
        let heads = place.nodes().filter_map(|node| place.name(node));
        let named = heads.filter(|(_, found)| *found == name);
        out.extend(named.map(|(span, _)| Mention { span, definition: true }));
    }
    if let Some(list) = orientations::list_of(sources, unit) {
        let words = orientations::names_in(sources, list);
        let named = words.filter(|span| sources.text(*span) == name);
        out.extend(named.map(|span| Mention { span, definition: false }));
    }
    out
}

/// Where the test cases of a file that look at a database name a pattern: bytes, in order.
pub(super) fn in_tests(text: &str, database: &str, name: &str) -> Vec<Range<usize>> {
    let Ok(file) = TestFile::parse(text) else { return Vec::new() };
    let looks = |case: &&Case| {
        case.databases.is_empty() || case.databases.iter().any(|(named, _)| named == database)
    };
    let mut lines = BTreeSet::new();
    for case in file.cases.iter().filter(looks) {
        lines.extend(case.only.iter().map(|(_, line)| *line));
        lines.extend(case.expected.iter().chain(&case.answers).map(|expected| expected.line));
    }
    let mut out = Vec::new();
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if lines.contains(&(index + 1)) {
            let inside = |ch: char| ch.is_alphanumeric() || ch == '_' || ch == '*';
            let alone = |at: &usize| {
                !line[..*at].ends_with(inside) && !line[at + name.len()..].starts_with(inside)
            };
            let found = line.match_indices(name).map(|(at, _)| at).filter(alone);
            out.extend(found.map(|at| start + at..start + at + name.len()));
        }
        start += line.len();
    }
    out
}

/// Refuses a new name that is none, or that is taken.
///
/// # Errors
///
/// Why it cannot be that.
pub(super) fn may_become(
    place: &Place<'_>,
    byte: usize,
    target: &Target,
    new: &str,
) -> Result<(), String> {
    match target {
        Target::Label(_) => {
            let mut chars = new.chars();
            let (Some(ch), None) = (chars.next(), chars.next()) else {
                return Err("a label is one letter".to_string());
            };
            if !is_label(ch) {
                return Err(format!("`{ch}` cannot be a label: a letter, but none of `oxOXQY`"));
            }
            let taken = place.node(byte).is_some_and(|node| !labels(place, node, ch).is_empty());
            if taken { Err(format!("the pattern has a label `{ch}`")) } else { Ok(()) }
        }
        Target::Pattern(_) => {
            let good = |ch: char| ch.is_ascii_alphanumeric() || "_-+.".contains(ch);
            if new.is_empty() || !new.chars().all(good) {
                return Err("the name of a pattern is one word of letters and digits".to_string());
            }
            if patterns(place, new).iter().any(|mention| mention.definition) {
                return Err(format!("the database has a pattern `{new}`"));
            }
            Ok(())
        }
    }
}
