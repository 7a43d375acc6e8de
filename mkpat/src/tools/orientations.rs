//! `.dtr` files (docs/pattern-language.md, "Lists of orientations"): for each pattern of a
//! database its name and the orientation in which GNU Go inserts it into the automaton.
//!
//! Our automaton needs no such list; matches do not depend on it. So the file is read
//! for one purpose, to tell its author whether it still fits the database: `check`
//! takes the text and the patterns and adds findings. It is found by its name, which
//! is that of the database with another ending ([`EXTENSION`]).

use std::collections::BTreeSet;
use std::path::PathBuf;

use mkpat_rt::geom::Transform;

use crate::diag::{Diagnostic, Diagnostics, codes, did_you_mean};
use crate::language::load::{Run, Unit};
use crate::language::syntax::ast::{File, Item, LineKind};
use crate::language::text_limits::{MAX_FINDINGS, is_space};
use crate::source::{FileId, Sources, Span};

/// How the names of such files end.
pub const EXTENSION: &str = "dtr";

/// Most names of patterns that a finding lists.
const LISTED: usize = 8;

/// Reads the lists that lie beside the databases into the run. What could not be read is a finding of the run, and
/// returned.
pub fn read_beside<'a>(run: &mut Run, units: impl IntoIterator<Item = &'a Unit>) -> Diagnostics {
    let sources = &run.sources;
    let first = units.into_iter().filter_map(|unit| unit.trees.first());
    let beside = first.filter_map(|tree| {
        let list = sources.file(tree.id).path.as_ref()?.with_extension(EXTENSION);
        list.is_file().then_some(list)
    });
    let mut lists: Vec<PathBuf> = beside.collect();
    lists.dedup();
    let found = std::mem::take(&mut run.diags);
    for list in lists {
        run.read(&list, &list.display().to_string());
    }
    let unread = std::mem::replace(&mut run.diags, found);
    run.diags.extend(unread.clone());
    unread
}

/// Holds the list in `file` against the database that consists of `trees`.
pub(crate) fn check(sources: &Sources, file: FileId, trees: &[File], diags: &mut Diagnostics) {
    let patterns: Vec<&str> = trees.iter().flat_map(|tree| names(sources, tree)).collect();
    let known: BTreeSet<&str> = patterns.iter().copied().collect();
    let mut listed = BTreeSet::new();
    let mut words = words(sources, file);
    let mut found = Vec::new();
    while let Some(name) = words.next() {
        let (text, number) = (sources.text(name), words.next());
        listed.insert(text);
        let orientation = number.map(|span| (span, sources.text(span).parse::<usize>()));
        match orientation {
            Some((_, Ok(index))) if index < Transform::ALL.len() => {}
            Some((span, _)) => found.push(
                Diagnostic::warning(
                    codes::ORIENTATION_LIST,
                    span,
                    format!("`{}` is no orientation", sources.text(span)),
                )
                .note("orientations are numbers from 0 to 7"),
            ),
            None => found.push(Diagnostic::warning(
                codes::ORIENTATION_LIST,
                name,
                format!("`{text}` without an orientation"),
            )),
        }
        if !known.contains(text) {
            let mut unknown = Diagnostic::warning(
                codes::ORIENTATION_LIST,
                name,
                format!("the database has no pattern `{text}`"),
            );
            if let Some(near) = did_you_mean(text, patterns.iter().copied()) {
                unknown = unknown.label(format!("did you mean `{near}`?"));
            }
            found.push(unknown);
        }
        if found.len() > MAX_FINDINGS {
            // It is no list of orientations at all.
            break;
        }
    }
    found.into_iter().for_each(|finding| diags.push(finding));
    let missing: Vec<&str> =
        patterns.iter().copied().filter(|name| !listed.contains(name)).collect();
    if !missing.is_empty() {
        let (count, all) = (missing.len(), patterns.len());
        let more = if count > LISTED { ", …" } else { "" };
        let some = missing[..count.min(LISTED)].join(", ");
        diags.push(
            Diagnostic::hint(
                codes::MISSING_ORIENTATION,
                Span::new(file, 0, 0),
                format!("{count} of {all} patterns are not in this list"),
            )
            .note(format!("not listed: {some}{more}")),
        );
    }
}

/// The list that lies beside the first file of a database, if it has been read.
pub fn list_of(sources: &Sources, unit: &Unit) -> Option<FileId> {
    let beside = |id| Some(sources.file(id).path.as_ref()?.with_extension(EXTENSION));
    let wanted = beside(unit.trees.first()?.id)?;
    sources.iter().find(|(_, file)| file.path.as_ref() == Some(&wanted)).map(|(id, _)| id)
}

/// The names of patterns in a list, where they stand.
pub fn names_in(sources: &Sources, list: FileId) -> impl Iterator<Item = Span> + '_ {
    words(sources, list).step_by(2)
}

/// The names of the patterns of a file.
fn names<'a>(sources: &'a Sources, tree: &'a File) -> impl Iterator<Item = &'a str> {
    tree.items.iter().filter_map(move |item| match item {
        Item::Pattern(node) => match &tree.lines[node.head].kind {
            LineKind::Head(head) => Some(sources.text(head.name)),
            _ => None,
        },
        Item::Directive(_) => None,
    })
}

/// The words of a file.
fn words(sources: &Sources, file: FileId) -> impl Iterator<Item = Span> + '_ {
    let text = sources.file(file).text.as_str();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|ch| !is_space(ch))?;
        let len = text[start..].find(is_space).unwrap_or(text.len() - start);
        at = start + len;
        Some(Span::new(file, start, at))
    })
}
