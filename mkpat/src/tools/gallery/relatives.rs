//! Patterns with the same stones and the same move, whatever else they demand.

use std::collections::BTreeMap;

use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::Transform;

use super::Shown;
use crate::language::ir::Pattern;
use crate::language::load::Lowered;

/// Stones and move, counted from the move (or the anchor), in the orientation that comes first.
type Key = Vec<(i8, i8, char)>;

/// The patterns by their stones: page and name.
pub(super) struct Relatives {
    by_key: BTreeMap<Key, Vec<(String, String)>>,
}

/// Fewest stones that make two patterns alike.
const STONES: usize = 2;

impl Relatives {
    pub(super) fn of(shown: &[Shown<'_>]) -> Relatives {
        let mut by_key: BTreeMap<Key, Vec<(String, String)>> = BTreeMap::new();
        for database in shown {
            let Lowered::Patterns(db) = &database.unit.database else { continue };
            for p in &db.patterns {
                if let Some(key) = key(p) {
                    by_key.entry(key).or_default().push((database.page.clone(), p.name.clone()));
                }
            }
        }
        by_key.retain(|_, patterns| patterns.len() > 1);
        Relatives { by_key }
    }

    /// The others, at most ten.
    pub(super) fn of_pattern(&self, page: &str, p: &Pattern) -> Vec<&(String, String)> {
        let Some(all) = key(p).and_then(|key| self.by_key.get(&key)) else { return Vec::new() };
        all.iter().filter(|(other, name)| other != page || *name != p.name).take(10).collect()
    }
}

fn key(p: &Pattern) -> Option<Key> {
    let stones: Vec<(usize, char)> = p
        .diagram
        .cells
        .iter()
        .enumerate()
        .filter_map(|(index, symbol)| match symbol.element() {
            Some(ElementKind::O) => Some((index, 'O')),
            Some(ElementKind::X) => Some((index, 'X')),
            _ => None,
        })
        .collect();
    if stones.len() < STONES || p.mv.is_none() {
        return None;
    }
    let origin = p.origin();
    let turned = |t: &Transform| {
        let mut key: Key = stones
            .iter()
            .map(|&(index, ch)| {
                let at = t.apply(p.diagram.offset(origin, index));
                (at.dr, at.dc, ch)
            })
            .collect();
        key.sort_unstable();
        key
    };
    Transform::ALL.iter().map(turned).min()
}
