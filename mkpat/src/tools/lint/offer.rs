//! Which fixes are offered at all.
//!
//! Findings → the same findings, some without their fixes. A fix is tried on its own before anybody sees it: it is
//! withdrawn if an error stands on its lines afterwards, if there are not fewer errors where it was to mend one, or if
//! it removes text that another finding is about.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::apply;
use crate::diag::{Applicability, Diagnostic, Diagnostics, Fix, Severity, codes};
use crate::language::load::Run;
use crate::language::manifest::DatabaseSpec;
use crate::source::{FileId, Span};

/// Most fixes that are tried one by one in a run; the others are tried when they are applied.
const MOST_TRIED: usize = 500;

/// Most fixes of one pattern that are tried together.
const MOST_TOGETHER: usize = 20;

/// Withdraws fixes that would not mend what they are for.
pub(crate) fn withdraw(run: &Run, findings: &mut Diagnostics) {
    let all: Vec<Diagnostic> = findings.iter().cloned().collect();
    let mut bad = removers(&all);
    let of_errors = |finding: &Diagnostic| finding.severity == Severity::Error;
    let tried = (0..all.len()).filter(|i| of_errors(&all[*i]) && all[*i].fix.is_some());
    let no_good: Vec<usize> = tried.take(MOST_TRIED).filter(|&i| !mends(run, &all[i])).collect();
    bad.extend(no_good.iter().copied().filter(|&i| !mends_with_others(run, &all, i)));
    // Fixes of what compiles hardly ever harm: all of them at once, and one by one only if that is not good.
    let risky = |fix: &Fix| fix.applicability == Applicability::Unsafe;
    let others: Vec<(usize, &Fix)> = (0..all.len())
        .filter(|i| !bad.contains(i) && !of_errors(&all[*i]))
        // A new name makes no error.
        .filter(|i| all[*i].code != codes::DUPLICATE_NAME)
        .filter_map(|i| Some((i, all[i].fix.as_ref().filter(|fix| risky(fix))?)))
        .take(MOST_TRIED)
        .collect();
    let fixes: Vec<&Fix> = others.iter().map(|(_, fix)| *fix).collect();
    if !harmless(run, &fixes) {
        let tried = others.iter().take(MOST_TRIED);
        let harmful =
            tried.filter(|(_, fix)| Part::of(run, fix).is_some_and(|part| part.errs(fix)));
        bad.extend(harmful.map(|(i, _)| *i));
    }
    if bad.is_empty() {
        return;
    }
    let mut out = Diagnostics::default();
    for (index, mut finding) in all.into_iter().enumerate() {
        if bad.contains(&index) {
            finding.fix = None;
        }
        out.push(finding);
    }
    *findings = out;
}

/// Whether the fix of one finding would be left in place by [`withdraw`], tried on its own.
pub(crate) fn is_good(run: &Run, all: &[Diagnostic], index: usize) -> bool {
    let finding = &all[index];
    let Some(fix) = &finding.fix else { return false };
    if removers(all).contains(&index) {
        return false;
    }
    if finding.severity == Severity::Error {
        return mends(run, finding) || mends_with_others(run, all, index);
    }
    finding.code == codes::DUPLICATE_NAME
        || fix.applicability == Applicability::Safe
        || Part::of(run, fix).is_none_or(|part| !part.errs(fix))
}

/// Numbers of the findings whose fix removes text that another error or warning is about.
fn removers(all: &[Diagnostic]) -> BTreeSet<usize> {
    let grave = all.iter().filter(|f| f.severity < Severity::Hint && !f.primary.span.is_empty());
    let mut places: Vec<(Span, &str)> = grave.map(|f| (f.primary.span, f.code)).collect();
    places.sort();
    let removes = |finding: &Diagnostic| {
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        let removed = edits.filter(|edit| !edit.span.is_empty() && edit.text.trim().is_empty());
        removed.map(|edit| edit.span).any(|range| {
            let from = places
                .partition_point(|(span, _)| (span.file, span.start) < (range.file, range.start));
            let inside = places[from..]
                .iter()
                .take_while(|(span, _)| span.file == range.file && span.start < range.end);
            inside.into_iter().any(|(span, code)| span.end <= range.end && *code != finding.code)
        })
    };
    (0..all.len()).filter(|&i| removes(&all[i])).collect()
}

/// Whether the fix of an error leaves fewer errors, and none on the lines that it changes.
fn mends(run: &Run, finding: &Diagnostic) -> bool {
    // Another pattern has the name, which is not in the part that is tried.
    if finding.code == codes::DUPLICATE_NAME {
        return true;
    }
    let Some(fix) = &finding.fix else { return true };
    let Some(part) = Part::of(run, fix) else { return true };
    let before = part.errors(&part.text).len();
    let Some((lines, text)) = part.with(&[fix]) else { return false };
    let after = part.errors(&text);
    let same_line = after.iter().any(|line| lines.iter().any(|range| range.contains(line)));
    after.len() < before && !same_line
}

/// Whether the fix of an error leaves no error on its lines together with the fixes of the other errors of its pattern.
fn mends_with_others(run: &Run, all: &[Diagnostic], index: usize) -> bool {
    let Some(fix) = &all[index].fix else { return true };
    let Some(part) = Part::of(run, fix) else { return true };
    let of_part = all.iter().filter(|finding| finding.severity == Severity::Error);
    let fixes: Vec<&Fix> =
        of_part.filter_map(|finding| finding.fix.as_ref()).filter(|fix| part.holds(fix)).collect();
    if fixes.len() < 2 || fixes.len() > MOST_TOGETHER {
        return false;
    }
    let Some((lines, text)) = part.with(&fixes) else { return false };
    let after = part.errors(&text);
    let same_line = after.iter().any(|line| lines.iter().any(|range| range.contains(line)));
    after.len() < part.errors(&part.text).len() && !same_line
}

/// Whether these fixes make no error when they are applied together.
fn harmless(run: &Run, fixes: &[&Fix]) -> bool {
    let mut files: Vec<FileId> =
        fixes.iter().filter_map(|fix| Some(fix.edits.first()?.span.file)).collect();
    files.sort();
    files.dedup();
    files.into_iter().all(|file| {
        let Some(spec) = spec_of(run, file) else { return true };
        let text = run.sources.file(file).text.clone();
        let part = Part { spec, file, text, from: 0, added: 0 };
        let in_file = |fix: &&&Fix| fix.edits.first().is_some_and(|edit| edit.span.file == file);
        let of_file: Vec<&Fix> = fixes.iter().filter(in_file).copied().collect();
        let Some((_, text)) = part.with(&of_file) else { return true };
        part.errors(&text).len() <= part.errors(&part.text).len()
    })
}

/// What database a file belongs to.
fn spec_of(run: &Run, file: FileId) -> Option<&DatabaseSpec> {
    run.databases.iter().find(|(_, files)| files.contains(&file)).map(|(spec, _)| spec)
}

/// The patterns around a fix, as a database of their own.
struct Part<'a> {
    spec: &'a DatabaseSpec,
    file: FileId,
    /// Their text, with the directives of the database before it.
    text: String,
    /// Where they start in their file, and in the text.
    from: usize,
    added: usize,
}

impl<'a> Part<'a> {
    /// The part that a fix changes; the whole file if it has no patterns. `None` if the file is no database.
    fn of(run: &'a Run, fix: &Fix) -> Option<Part<'a>> {
        let file = fix.edits.first()?.span.file;
        let (spec, files) = run.databases.iter().find(|(_, files)| files.contains(&file))?;
        let text = run.sources.file(file).text.as_str();
        let first = fix.edits.iter().map(|edit| edit.span.range().start).min()?;
        let last = fix.edits.iter().map(|edit| edit.span.range().end).max()?;
        let (before, behind) = (text.get(..first)?, text.get(last..)?);
        if !spec.kind.has_patterns() {
            return Some(Part { spec, file, text: text.to_string(), from: 0, added: 0 });
        }
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let from = if text[line..].starts_with("Pattern") {
            line
        } else {
            before.rfind("\nPattern").map_or(0, |at| at + 1)
        };
        let to = behind.find("\nPattern").map_or(text.len(), |at| last + at + 1);
        let directives: String = files
            .iter()
            .filter(|_| from > 0)
            .flat_map(|&id| run.sources.file(id).text.lines())
            .filter(|line| line.starts_with("attribute_map"))
            .map(|line| format!("{line}\n"))
            .collect();
        let added = directives.len();
        Some(Part { spec, file, text: directives + &text[from..to], from, added })
    }

    /// The text after fixes, and the lines that they change.
    fn with(&self, fixes: &[&Fix]) -> Option<(Vec<RangeInclusive<usize>>, String)> {
        let moved: Vec<Fix> = fixes.iter().map(|fix| self.moved(fix)).collect();
        let moved: Vec<&Fix> = moved.iter().collect();
        let chosen: Vec<&Fix> =
            apply::compatible(&self.text, &moved).into_iter().map(|i| moved[i]).collect();
        let changed = (!chosen.is_empty()).then(|| apply::apply(&self.text, &chosen))?;
        Some((changed_lines(&self.text, &chosen), changed))
    }

    fn moved(&self, fix: &Fix) -> Fix {
        let mut fix = fix.clone();
        for edit in &mut fix.edits {
            let at = |byte: u32| (byte as usize + self.added).saturating_sub(self.from) as u32;
            edit.span = Span { start: at(edit.span.start), end: at(edit.span.end), ..edit.span };
        }
        fix
    }

    /// Whether all edits of a fix are in this part.
    fn holds(&self, fix: &Fix) -> bool {
        let end = self.from + self.text.len() - self.added;
        fix.edits.iter().all(|edit| {
            edit.span.file == self.file
                && edit.span.range().start >= self.from
                && edit.span.range().end <= end
        })
    }

    /// Whether a fix makes an error.
    fn errs(&self, fix: &Fix) -> bool {
        let Some((_, text)) = self.with(&[fix]) else { return false };
        self.errors(&text).len() > self.errors(&self.text).len()
    }

    /// The lines of the errors in a text.
    fn errors(&self, text: &str) -> Vec<usize> {
        let mut run = Run::new();
        let Ok(file) = run.sources.add("", text.as_bytes().to_vec()) else { return Vec::new() };
        run.add(self.spec.clone(), vec![file]);
        let mut diags = Diagnostics::default();
        run.unit(0, &mut diags);
        let errors = diags.iter().filter(|finding| finding.severity == Severity::Error);
        let line =
            |finding: &Diagnostic| run.sources.place(file, finding.primary.span.range().start).0;
        errors.map(line).collect()
    }
}

/// The lines, counted from 1, that these fixes change, in the text after them.
fn changed_lines(text: &str, fixes: &[&Fix]) -> Vec<RangeInclusive<usize>> {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span.start);
    let newlines = |text: &str| text.bytes().filter(|&b| b == b'\n').count();
    let (mut at, mut line) = (0, 1);
    let mut out = Vec::new();
    for edit in edits {
        let range = edit.span.range();
        line += newlines(&text[at..range.start]);
        let last = line + newlines(&edit.text);
        // Text put in with its line end moves the old line down.
        out.push(line..=last);
        line = last;
        at = range.end;
    }
    out
}
