//! What differs between the lines that a case expects and those that were found.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::file::{Case, Expected, Update, is_call};

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What was found, as lines of a test file, sorted.
    pub found: Update,
    /// The lines that are expected and were found or not, and those that were found
    /// and are not expected: in the order of what was found, with the missing ones
    /// where they would stand.
    pub diff: Vec<(Change, String)>,
    /// The same for the answers.
    pub answers: Vec<(Change, String)>,
    /// The same for the goals.
    pub goals: Vec<(Change, String)>,
    /// Whether the case says what it expects of matches, or asks for answers.
    expects: bool,
}

/// How a line of a difference is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Expected, not found.
    Missing,
    /// Expected and found.
    Same,
    /// Found, not expected.
    Unexpected,
}

impl Change {
    /// `-` for what is missing, `+` for what is not expected.
    pub fn sign(self) -> char {
        match self {
            Change::Missing => '-',
            Change::Same => ' ',
            Change::Unexpected => '+',
        }
    }
}

impl Outcome {
    pub(super) fn of_matches(case: &Case, found: Vec<String>) -> Outcome {
        let diff = compare(&case.expected, &found);
        let found = Update { matches: found, answers: None, goals: None };
        let expects = case.has_expectation() || !case.wants_matches();
        Outcome { found, diff, answers: Vec::new(), goals: Vec::new(), expects }
    }

    /// Goals with the answers that were found, in the order of the case.
    pub(super) fn set_goals(&mut self, case: &Case, found: Vec<String>) {
        for (expected, found) in case.goals.iter().zip(&found) {
            if words(&expected.text) == words(found) {
                self.goals.push((Change::Same, found.clone()));
            } else {
                self.goals.push((Change::Missing, expected.text.clone()));
                self.goals.push((Change::Unexpected, found.clone()));
            }
        }
        self.found.goals = Some(found);
    }

    pub(super) fn set_answers(&mut self, case: &Case, found: Vec<String>) {
        self.answers = compare_paragraphs(&case.answers, &found);
        self.found.answers = Some(found);
    }

    /// Whether everything was as expected, and something was said.
    pub fn passed(&self) -> bool {
        let mut all = self.diff.iter().chain(&self.answers).chain(&self.goals);
        self.expects && all.all(|(change, _)| *change == Change::Same)
    }

    /// The lines to show: those of the matches and those of the answers, as far as
    /// there are differences.
    pub fn shown(&self) -> Vec<(Change, String)> {
        let mut out = Vec::new();
        if !self.expects {
            out.push((Change::Same, "(nothing is said about matches)".to_string()));
        }
        for (title, lines) in
            [("matches:", &self.diff), ("answers:", &self.answers), ("goals:", &self.goals)]
        {
            if lines.iter().any(|(change, _)| *change != Change::Same) {
                if self.found.answers.is_some() || self.found.goals.is_some() {
                    out.push((Change::Same, title.to_string()));
                }
                out.extend(lines.iter().cloned());
            }
        }
        out
    }

    /// The difference as text: `-` before what is missing, `+` before what is not
    /// expected.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (change, line) in self.shown() {
            let _ = writeln!(out, "{} {line}", change.sign());
        }
        out
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Compares as multisets of lines; spaces do not matter.
pub(super) fn compare(expected: &[Expected], found: &[String]) -> Vec<(Change, String)> {
    let mut open: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for line in found {
        *open.entry(words(line)).or_insert(0) += 1;
    }
    let mut missing: Vec<&Expected> = Vec::new();
    let mut same: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for line in expected {
        let key = words(&line.text);
        match open.get_mut(&key) {
            Some(n) if *n > 0 => {
                *n -= 1;
                *same.entry(key).or_insert(0) += 1;
            }
            _ => missing.push(line),
        }
    }
    let mut out: Vec<(Change, String)> = found
        .iter()
        .map(|line| match same.get_mut(&words(line)) {
            Some(n) if *n > 0 => {
                *n -= 1;
                (Change::Same, line.clone())
            }
            _ => (Change::Unexpected, line.clone()),
        })
        .collect();
    // A missing line stands before the first one with the same move, else at the end.
    for expected in missing.into_iter().rev() {
        let text = words(&expected.text).join("  ");
        let key: Vec<String> = words(&text).iter().take(2).map(|w| w.to_string()).collect();
        let at = out
            .iter()
            .position(|(_, line)| words(line).iter().take(2).eq(key.iter()))
            .unwrap_or(out.len());
        out.insert(at, (Change::Missing, text));
    }
    out
}

/// Lines as paragraphs: a match, and what was asked.
fn paragraphs<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    for line in lines {
        let call = is_call(line);
        // Calls are compared without spaces, matches by their fields.
        let text = words(line).join(if call { " " } else { "  " });
        match out.last_mut() {
            Some(last) if call => last.push(format!("  {text}")),
            _ => out.push(vec![text]),
        }
    }
    out
}

/// Compares paragraphs, whatever their order: those of one match are compared line
/// by line.
fn compare_paragraphs(expected: &[Expected], found: &[String]) -> Vec<(Change, String)> {
    let mut expected: Vec<Option<Vec<String>>> =
        paragraphs(expected.iter().map(|e| e.text.as_str())).into_iter().map(Some).collect();
    let of_match = |paragraph: &[String]| {
        let mut fields: Vec<String> = words(&paragraph[0]).iter().map(|w| w.to_string()).collect();
        fields.pop();
        fields
    };
    let mut out = Vec::new();
    for paragraph in paragraphs(found.iter().map(String::as_str)) {
        let key = of_match(&paragraph);
        let old = expected.iter_mut().find(|e| e.as_ref().is_some_and(|e| of_match(e) == key));
        match old.and_then(Option::take) {
            Some(old) => out.extend(line_by_line(&old, &paragraph)),
            None => out.extend(paragraph.into_iter().map(|line| (Change::Unexpected, line))),
        }
    }
    for line in expected.into_iter().flatten().flatten() {
        out.push((Change::Missing, line));
    }
    out
}

/// The longest common subsequence stays; paragraphs are short.
fn line_by_line(old: &[String], new: &[String]) -> Vec<(Change, String)> {
    let mut longest = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for k in (0..new.len()).rev() {
            longest[i][k] = if old[i] == new[k] {
                longest[i + 1][k + 1] + 1
            } else {
                longest[i + 1][k].max(longest[i][k + 1])
            };
        }
    }
    let (mut i, mut k) = (0, 0);
    let mut out = Vec::new();
    while i < old.len() || k < new.len() {
        if i < old.len() && k < new.len() && old[i] == new[k] {
            out.push((Change::Same, new[k].clone()));
            (i, k) = (i + 1, k + 1);
        } else if i < old.len() && (k == new.len() || longest[i + 1][k] >= longest[i][k + 1]) {
            out.push((Change::Missing, old[i].clone()));
            i += 1;
        } else {
            out.push((Change::Unexpected, new[k].clone()));
            k += 1;
        }
    }
    out
}
