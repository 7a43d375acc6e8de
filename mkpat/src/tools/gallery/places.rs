//! The names of the pages of single patterns.

use std::collections::{BTreeMap, BTreeSet};

use super::Shown;
use crate::language::load::Lowered;

/// By page of the database: the names of its patterns' pages, without the ending.
pub(super) struct Places {
    by_database: BTreeMap<String, Vec<String>>,
    /// By page of the database and name of the pattern: the first that is called so.
    by_name: BTreeMap<(String, String), String>,
}

impl Places {
    /// A name for every pattern, each of its own where upper and lower case are not told apart, too.
    pub(super) fn of(shown: &[Shown<'_>]) -> Places {
        let (mut by_database, mut by_name) = (BTreeMap::new(), BTreeMap::new());
        let mut taken: BTreeSet<String> =
            shown.iter().map(|database| database.page.to_lowercase()).collect();
        let mut numbers = BTreeMap::new();
        for database in shown {
            let Lowered::Patterns(db) = &database.unit.database else { continue };
            let mut names = Vec::with_capacity(db.patterns.len());
            for p in &db.patterns {
                let good =
                    |ch: char| if ch.is_ascii_alphanumeric() || ch == '_' { ch } else { '-' };
                let plain: String = p.name.chars().map(good).collect();
                let plain = format!("{}.{plain}", database.page);
                // Where many are called the same, no number is tried twice.
                let next = numbers.entry(plain.to_lowercase()).or_insert(1_usize);
                let mut name = plain.clone();
                while taken.contains(&name.to_lowercase()) {
                    *next += 1;
                    name = format!("{plain}-{next}");
                }
                taken.insert(name.to_lowercase());
                let key = (database.page.clone(), p.name.clone());
                by_name.entry(key).or_insert_with(|| name.clone());
                names.push(name);
            }
            by_database.insert(database.page.clone(), names);
        }
        Places { by_database, by_name }
    }

    /// The page of the pattern of this number.
    pub(super) fn at(&self, database: &str, index: usize) -> &str {
        let names = self.by_database.get(database);
        names.and_then(|names| names.get(index)).map_or("index", String::as_str)
    }

    /// The page of the first pattern that is called so.
    pub(super) fn of_pattern(&self, database: &str, name: &str) -> &str {
        let key = (database.to_string(), name.to_string());
        self.by_name.get(&key).map_or("index", String::as_str)
    }
}
