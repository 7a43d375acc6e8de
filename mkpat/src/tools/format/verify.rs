//! The proof that a changed layout did not change what a file means.

use crate::diag::{Diagnostics, Severity};
use crate::language::ir::Database;
use crate::language::manifest::DatabaseSpec;
use crate::language::syntax::ast::{File, LineKind};
use crate::language::syntax::parse;
use crate::source::{Sources, Span};
use crate::tools::compare::parts::differences;

/// Whether `text` means the same as `file`, as a database of `spec`: the same
/// patterns by name, equal in every part, the same findings, and the same
/// comments.
///
/// # Errors
///
/// What differs, for the author of the formatter.
pub fn verify(
    sources: &Sources,
    file: &File,
    spec: &DatabaseSpec,
    text: &str,
) -> Result<(), String> {
    let name = &sources.file(file.id).name;
    let mut changed = Sources::default();
    let id = changed.add(name.clone(), text.as_bytes().to_vec())?;
    let mut diags = Diagnostics::default();
    let tree = parse(&changed, id, &mut diags);
    if let Some(finding) = diags.iter().find(|d| d.severity == Severity::Error) {
        return Err(format!("it would no longer parse: {}", finding.message));
    }
    let (old, old_findings) = lower(sources, spec, file);
    let (new, new_findings) = lower(&changed, spec, &tree);
    if old_findings != new_findings {
        return Err("the findings about it would change".to_string());
    }
    if old.attributes != new.attributes || old.patterns.len() != new.patterns.len() {
        return Err("the number of its patterns would change".to_string());
    }
    for (a, b) in old.patterns.iter().zip(&new.patterns) {
        let parts = differences(a, b);
        if let Some(part) = parts.first() {
            return Err(format!("the {part} of pattern {} would change", a.name));
        }
        if a.name != b.name {
            return Err(format!("pattern {} would become {}", a.name, b.name));
        }
    }
    if !comments(sources, file).eq(comments(&changed, &tree)) {
        return Err("comments would change".to_string());
    }
    Ok(())
}

/// The typed form, and the codes of the findings on the way.
fn lower(
    sources: &Sources,
    spec: &DatabaseSpec,
    file: &File,
) -> (Database, Vec<(&'static str, String)>) {
    let mut diags = Diagnostics::default();
    let db = crate::language::lower::lower(sources, spec, std::slice::from_ref(file), &mut diags);
    (db, diags.iter().map(|d| (d.code, d.message.clone())).collect())
}

fn comments<'a>(sources: &'a Sources, file: &'a File) -> impl Iterator<Item = &'a str> {
    let text = |span: Span| sources.text(span);
    file.lines.iter().filter_map(move |line| match line.kind {
        LineKind::Comment(span) => Some(text(span)),
        _ => None,
    })
}
