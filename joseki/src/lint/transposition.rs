//! KJ0011, KJ0012, KJ0013: nodes that speak of one position.

use std::collections::BTreeMap;

use mkpat::diag::{Diagnostic, Diagnostics};

use super::{Record, move_span};
use crate::codes;
use crate::entry::{Class, Entry, lesser_image};
use crate::line;

/// Stones, seen from the corner.
type Key = Vec<(usize, usize, char)>;

pub(super) fn check(records: &[Record], findings: &mut Diagnostics) {
    let mut before: BTreeMap<Key, (&Record, &Entry)> = BTreeMap::new();
    let mut after: BTreeMap<Key, (&Record, &Entry)> = BTreeMap::new();
    for record in records {
        for entry in &record.entries {
            if let Some(&(other_record, other)) = before.get(&entry.key()) {
                // Under two conditions the move may be good and bad.
                if entry.constraint == other.constraint {
                    findings.push(same_move(record, entry, other_record, other));
                }
                continue;
            }
            before.insert(entry.key(), (record, entry));
            let key = position_after(record, entry);
            let Some(&(other_record, other)) = after.get(&key) else {
                after.insert(key, (record, entry));
                continue;
            };
            let is_bad = |e: &Entry| e.class == Class::Antisuji;
            if is_bad(entry) != is_bad(other) {
                let (bad, good) = if is_bad(entry) { (&entry, &other) } else { (&other, &entry) };
                let message = format!(
                    "{} and {} lead to the same position, but only {} is called bad",
                    other.name, entry.name, bad.name
                );
                findings.push(
                    Diagnostic::warning(codes::TRANSPOSITION, move_span(record, entry), message)
                        .also(move_span(other_record, other), "by another order of moves")
                        .note(format!("{} is called {}", good.name, good.class.meaning())),
                );
            }
        }
    }
}

/// The whole position after the move of an entry, the mover's stones as `O`.
fn position_after(record: &Record, entry: &Entry) -> Key {
    let stones = line::line(&record.sgf, entry.node).after;
    let elements = stones.iter().map(|(p, color)| {
        let (row, column) = line::from_corner(p);
        (row, column, if color == entry.color { 'O' } else { 'X' })
    });
    lesser_image(elements.collect())
}

fn same_move(record: &Record, entry: &Entry, other_record: &Record, other: &Entry) -> Diagnostic {
    let (code, message) = if entry.class == other.class {
        let message = format!("{} is the same pattern as {}", entry.name, other.name);
        (codes::REPEATED, message)
    } else {
        let message = format!(
            "{} calls the move {}, {} calls the same move in the same position {}",
            other.name,
            other.class.meaning(),
            entry.name,
            entry.class.meaning()
        );
        (codes::TWO_CLASSES, message)
    };
    Diagnostic::warning(code, move_span(record, entry), message)
        .also(move_span(other_record, other), "the earlier one")
        .note("leave the mark of one of them out")
}
