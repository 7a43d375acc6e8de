//! Applies the fixes of findings.
//!
//! Passes over the databases: [`crate::tools::lint`] finds, `apply` joins the edits of the
//! fixes that do not touch each other, and the next pass sees the new text, until
//! nothing is left to do. No fix is taken on trust: the new text may not have more
//! errors than the old one, and after a safe fix it must compile to the same
//! (`meaning`). One that fails the test is left out, and the others are applied.
//!
//! Texts come from a [`Run`] and go into an [`Outcome`]; nothing here reads or writes
//! files.

mod meaning;

use std::collections::BTreeSet;

use crate::diag::{Applicability, Diagnostic, Diagnostics, Fix};
use crate::language::load::Run;
use crate::source::FileId;
use crate::tools::lint::{self, Linted, apply};
use meaning::Meaning;

/// Most passes. Fixes that make room for others need a few; more would be fixes that
/// undo each other.
const MAX_PASSES: usize = 20;

/// Which fixes are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those that do not change what the text means.
    Safe,
    /// All.
    All,
}

impl Which {
    fn allows(self, fix: &Fix) -> bool {
        self == Which::All || fix.applicability == Applicability::Safe
    }
}

/// A fix that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The file.
    pub file: FileId,
    /// The code of the finding.
    pub code: &'static str,
    /// What was done.
    pub message: String,
}

/// What became of the databases.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The run with the new texts.
    pub run: Run,
    /// The files that have another text now.
    pub changed: Vec<FileId>,
    /// The fixes, in the order in which they were applied.
    pub applied: Vec<Applied>,
    /// What is found in the new texts.
    pub left: Linted,
}

/// Applies the fixes of the findings that are `wanted`. `reading` are the findings
/// about files that could not be read.
pub fn fix(
    run: &Run,
    reading: &Diagnostics,
    which: Which,
    wanted: impl Fn(&Diagnostic) -> bool,
) -> Outcome {
    let mut run = run.clone();
    let mut changed = BTreeSet::new();
    let mut applied = Vec::new();
    let mut left = lint::lint(&run, reading);
    for _ in 0..MAX_PASSES {
        let done = pass(&mut run, &left, which, &wanted);
        if done.is_empty() {
            break;
        }
        changed.extend(done.iter().map(|fix| fix.file));
        applied.extend(done);
        left = lint::lint(&run, reading);
    }
    Outcome { run, changed: changed.into_iter().collect(), applied, left }
}

/// Applies what can be applied at once.
fn pass(
    run: &mut Run,
    found: &Linted,
    which: Which,
    wanted: &impl Fn(&Diagnostic) -> bool,
) -> Vec<Applied> {
    let mut findings: Vec<&Diagnostic> = found.findings.iter().filter(|f| wanted(f)).collect();
    findings.sort_by_key(|f| (f.primary.span, f.code));
    let mut out = Vec::new();
    for file in files(run) {
        let offered: Vec<(&Diagnostic, &Fix)> = findings
            .iter()
            .filter_map(|finding| Some((*finding, finding.fix.as_ref()?)))
            .filter(|(_, fix)| which.allows(fix))
            .filter(|(_, fix)| fix.edits.iter().all(|edit| edit.span.file == file))
            .collect();
        let fixes: Vec<&Fix> = offered.iter().map(|(_, fix)| *fix).collect();
        let text = run.sources.file(file).text.clone();
        let chosen = apply::compatible(&text, &fixes);
        if chosen.is_empty() {
            continue;
        }
        let mut trial = Trial::new(run, file, &text, &fixes);
        // Unsafe fixes come second, so that the safe ones can be checked on their own.
        let safe = |i: &usize| fixes[*i].applicability == Applicability::Safe;
        let (safe, risky): (Vec<usize>, Vec<usize>) = chosen.into_iter().partition(safe);
        trial.add(&safe);
        trial.add(&risky);
        let accepted = trial.accepted;
        out.extend(accepted.into_iter().map(|index| {
            let (finding, fix) = offered[index];
            Applied { file, code: finding.code, message: fix.message.clone() }
        }));
    }
    out
}

/// The files of the databases. A file that two databases name is one file.
fn files(run: &Run) -> Vec<FileId> {
    let mut out: Vec<FileId> = Vec::new();
    for &file in run.databases.iter().flat_map(|(_, files)| files) {
        if !out.iter().any(|&other| same(run, file, other)) {
            out.push(file);
        }
    }
    out
}

fn same(run: &Run, a: FileId, b: FileId) -> bool {
    let path = |file| run.sources.file(file).path.as_ref();
    a == b || (path(a).is_some() && path(a) == path(b))
}

/// Fixes of one file on trial.
struct Trial<'a> {
    run: &'a mut Run,
    /// The file, under all its numbers.
    copies: Vec<FileId>,
    /// The databases that contain it, with what they meant before.
    before: Vec<(usize, Meaning)>,
    text: &'a str,
    fixes: &'a [&'a Fix],
    accepted: Vec<usize>,
}

impl<'a> Trial<'a> {
    fn new(run: &'a mut Run, file: FileId, text: &'a str, fixes: &'a [&'a Fix]) -> Trial<'a> {
        let ids = run.sources.iter().map(|(id, _)| id);
        let copies: Vec<FileId> = ids.filter(|&id| same(run, id, file)).collect();
        let contains =
            |index: &usize| run.databases[*index].1.iter().any(|file| copies.contains(file));
        let before = (0..run.databases.len())
            .filter(contains)
            .map(|index| (index, Meaning::of(run, index)))
            .collect();
        Trial { run, copies, before, text, fixes, accepted: Vec::new() }
    }

    /// Applies these fixes, or as many of them as pass the test.
    fn add(&mut self, candidates: &[usize]) {
        if candidates.is_empty() {
            return;
        }
        let all: Vec<usize> = self.accepted.iter().chain(candidates).copied().collect();
        if self.passes(&all) {
            self.accepted = all;
            return;
        }
        if let [_] = candidates {
            let accepted = self.accepted.clone();
            self.put(&accepted);
            return;
        }
        let (left, right) = candidates.split_at(candidates.len() / 2);
        self.add(left);
        self.add(right);
    }

    /// Puts the text with these fixes into the run; whether it is as good as the old.
    fn passes(&mut self, chosen: &[usize]) -> bool {
        let safe = chosen.iter().all(|&i| self.fixes[i].applicability == Applicability::Safe);
        self.put(chosen)
            && self.before.iter().all(|(index, before)| {
                let after = Meaning::of(self.run, *index);
                after.errors <= before.errors && (!safe || after.is(before))
            })
    }

    fn put(&mut self, chosen: &[usize]) -> bool {
        let fixes: Vec<&Fix> = chosen.iter().map(|&i| self.fixes[i]).collect();
        let text = apply::apply(self.text, &fixes);
        self.copies.iter().all(|&file| {
            let bytes = self.run.sources.file(file).encode(&text);
            self.run.sources.replace(file, bytes).is_ok()
        })
    }
}
