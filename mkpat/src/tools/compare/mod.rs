//! What differs between two databases, in meaning: `mkpat diff`.
//!
//! Two typed forms → [`Difference`] → text. Patterns are the same if their names
//! are; a pattern that is gone and one that is new with the same body are one that
//! was renamed. `positions` finds out on which boards the raw matches differ.
//! Layout, places and the order of patterns do not count.

pub mod parts;
mod positions;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

pub use positions::{MatchChange, Positions};

use crate::language::ir::pattern::{AttributeValue, Diagram};
use crate::language::ir::{Database, Pattern, print};
use parts::{Part, differences};

/// What became of a pattern.
#[derive(Clone, Debug)]
pub enum Change<'a> {
    /// It is new.
    Added(&'a Pattern),
    /// It is gone.
    Removed(&'a Pattern),
    /// It has another name; at most its comments changed.
    Renamed(&'a Pattern, &'a Pattern),
    /// These parts of it changed.
    Changed(&'a Pattern, &'a Pattern, Vec<Part>),
}

/// What differs between two databases.
#[derive(Clone, Debug, Default)]
pub struct Difference<'a> {
    /// What became of the patterns: first those of the new database in its order,
    /// then those that are gone.
    pub changes: Vec<Change<'a>>,
    /// Number of patterns that did not change.
    pub unchanged: usize,
}

/// Compares two databases.
pub fn compare<'a>(old: &'a Database, new: &'a Database) -> Difference<'a> {
    let names = |db: &'a Database| -> BTreeMap<&'a str, &'a Pattern> {
        db.patterns.iter().map(|p| (p.name.as_str(), p)).collect()
    };
    let (olds, news) = (names(old), names(new));
    // Patterns that are gone, by a part that a renamed one has in common with them.
    let mut gone: BTreeMap<Key, Vec<&Pattern>> = BTreeMap::new();
    for p in old.patterns.iter().filter(|p| !news.contains_key(p.name.as_str())) {
        gone.entry(key(p)).or_default().push(p);
    }
    let mut out = Difference::default();
    let mut renamed = BTreeSet::new();
    for p in &new.patterns {
        if let Some(before) = olds.get(p.name.as_str()) {
            let parts = differences(before, p);
            match parts.is_empty() {
                true => out.unchanged += 1,
                false => out.changes.push(Change::Changed(before, p, parts)),
            }
            continue;
        }
        let same_body =
            |before: &&Pattern| differences(before, p).iter().all(|&part| part == Part::Idea);
        let candidates = gone.entry(key(p)).or_default();
        match candidates.iter().position(same_body) {
            Some(index) => {
                let before = candidates.remove(index);
                renamed.insert(before.name.as_str());
                out.changes.push(Change::Renamed(before, p));
            }
            None => out.changes.push(Change::Added(p)),
        }
    }
    let is_gone =
        |p: &&Pattern| !news.contains_key(p.name.as_str()) && !renamed.contains(p.name.as_str());
    out.changes.extend(old.patterns.iter().filter(is_gone).map(Change::Removed));
    out
}

type Key = (usize, usize, u8, String);

fn key(p: &Pattern) -> Key {
    let cells = p.diagram.cells.iter().map(|symbol| symbol.to_char()).collect();
    (p.diagram.rows, p.diagram.cols, p.diagram.edges.bits(), cells)
}

impl Difference<'_> {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The changes for people.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let mut counts = [0; 4];
        // Writing to a string cannot fail.
        for change in &self.changes {
            let (index, line) = match change {
                Change::Added(p) => (0, format!("added    {}", p.name)),
                Change::Removed(p) => (1, format!("removed  {}", p.name)),
                Change::Renamed(a, b) => (2, format!("renamed  {} → {}", a.name, b.name)),
                Change::Changed(a, _, _) => (3, format!("changed  {}", a.name)),
            };
            counts[index] += 1;
            let _ = writeln!(out, "{line}");
            match change {
                Change::Added(p) => out.push_str(&indented(&drawing(&p.diagram))),
                Change::Changed(a, b, parts) => {
                    parts.iter().for_each(|&part| out.push_str(&detail(a, b, part)));
                }
                Change::Removed(_) | Change::Renamed(..) => {}
            }
        }
        let _ = writeln!(
            out,
            "{} added, {} removed, {} renamed, {} changed, {} unchanged",
            counts[0], counts[1], counts[2], counts[3], self.unchanged
        );
        out
    }
}

/// What changed in one part of a pattern, with lines of their own.
fn detail(a: &Pattern, b: &Pattern, part: Part) -> String {
    let short = |a: String, b: String| format!("  {:<11}{a} → {b}\n", part.name());
    let long = |a: String, b: String| {
        let mut out = format!("  {}\n", part.name());
        for (sign, text) in [('-', a), ('+', b)] {
            text.lines().for_each(|line| out.push_str(&format!("    {sign} {line}\n")));
        }
        out
    };
    match part {
        Part::Diagram => long(drawing(&a.diagram), drawing(&b.diagram)),
        Part::Symmetry => short(a.symmetry.code().into(), b.symmetry.code().into()),
        Part::Class => short(a.class.to_string(), b.class.to_string()),
        Part::Values => short(values(a), values(b)),
        Part::Helper => {
            let name = |p: &Pattern| p.helper.as_ref().map_or("none".to_string(), |h| h.0.clone());
            short(name(a), name(b))
        }
        Part::Labels => long(labels(a), labels(b)),
        Part::Constraint => {
            let text = |p: &Pattern| p.constraint.as_ref().map_or(String::new(), print::expr);
            let cost = |p: &Pattern| p.constraint.as_ref().map_or(0.0, |e| e.cost());
            let mut out = long(text(a), text(b));
            if cost(a) != cost(b) {
                out.push_str(&format!("  {:<11}{:.2} → {:.2}\n", "cost", cost(a), cost(b)));
            }
            out
        }
        Part::Action => {
            let text = |p: &Pattern| {
                let body = p.action.as_ref().map_or(&[][..], |action| &action.body);
                body.iter().map(print::stmt).collect::<Vec<_>>().join("\n")
            };
            long(text(a), text(b))
        }
        Part::Idea => long(a.idea.join("\n"), b.idea.join("\n")),
    }
}

fn values(p: &Pattern) -> String {
    let value = |value: &crate::language::ir::pattern::Attribute| match value.value {
        AttributeValue::Number(x) => format!("{}({x})", value.name),
        AttributeValue::Label(ch, _) => format!("{}({ch})", value.name),
    };
    let values: Vec<String> = p.attrs.iter().map(value).collect();
    if values.is_empty() { "none".to_string() } else { values.join(" ") }
}

fn drawing(d: &Diagram) -> String {
    let cells: Vec<char> = d.cells.iter().map(|symbol| symbol.to_char()).collect();
    drawn(d, &cells)
}

fn labels(p: &Pattern) -> String {
    p.label_diagram.as_ref().map_or(String::new(), |labels| drawn(&p.diagram, &labels.cells))
}

fn drawn(d: &Diagram, cells: &[char]) -> String {
    let rows = cells.chunks(d.cols.max(1)).map(<[char]>::to_vec).collect();
    crate::tools::transform::Grid::new(rows, d.edges).write().0
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
