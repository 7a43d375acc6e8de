//! The ratchet: which tests passed when it was last raised, and whether they
//! still do.
//!
//! The file is TOML, a line per suite with the numbers of its passing tests:
//!
//! ```toml
//! [suites]
//! reading = [13, 20, 24]
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::Report;

/// The tests that pass, per suite.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratchet {
    /// Numbers of the passing tests by suite.
    #[serde(default)]
    pub suites: BTreeMap<String, BTreeSet<u32>>,
}

/// What a run says about a ratchet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// Tests that passed and fail now.
    pub lost: Vec<(String, u32)>,
    /// Tests that pass and did not.
    pub gained: Vec<(String, u32)>,
    /// Suites of the ratchet that were not run.
    pub missing: Vec<String>,
}

impl Ratchet {
    /// Reads a ratchet file.
    ///
    /// # Errors
    ///
    /// What is wrong with the TOML, with its line and column.
    pub fn parse(text: &str) -> Result<Ratchet, String> {
        // The error's own text shows the line, however long it is.
        toml::from_str(text).map_err(|e: toml::de::Error| {
            let before = text.get(..e.span().map_or(0, |s| s.start)).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
            format!("line {line}, column {column}: {}", e.message())
        })
    }

    /// The ratchet that these reports make.
    pub fn of(reports: &[Report]) -> Ratchet {
        let suites = reports
            .iter()
            .map(|r| {
                let ids = r.outcomes.iter().filter(|o| o.passed).map(|o| o.id).collect();
                (r.suite.clone(), ids)
            })
            .collect();
        Ratchet { suites }
    }

    /// Compares a run with this ratchet.
    pub fn compare(&self, reports: &[Report]) -> Change {
        let now = Ratchet::of(reports);
        let mut change = Change::default();
        for (suite, before) in &self.suites {
            match now.suites.get(suite) {
                None => change.missing.push(suite.clone()),
                Some(after) => {
                    change.lost.extend(before.difference(after).map(|id| (suite.clone(), *id)));
                }
            }
        }
        for (suite, after) in &now.suites {
            let before = self.suites.get(suite).cloned().unwrap_or_default();
            change.gained.extend(after.difference(&before).map(|id| (suite.clone(), *id)));
        }
        change
    }
}

impl std::fmt::Display for Ratchet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "# The regression tests that pass, by suite. A test in this list must go on passing;\n\
             # `katachi regress --update` raises the list after a change that gains tests.\n\n[suites]"
        )?;
        for (suite, ids) in &self.suites {
            let mut line = format!("{suite:?} = [");
            let mut width = line.len();
            for (i, id) in ids.iter().enumerate() {
                let item = format!("{}{id}", if i == 0 { "" } else { ", " });
                if width + item.len() > 98 {
                    line.push_str(",\n   ");
                    width = 3;
                    let _ = write!(line, " {id}");
                    width += item.len();
                    continue;
                }
                width += item.len();
                line.push_str(&item);
            }
            writeln!(f, "{line}]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::Outcome;

    fn report(suite: &str, ids: &[(u32, bool)]) -> Report {
        let outcome = |&(id, passed): &(u32, bool)| Outcome {
            id,
            command: String::new(),
            expected: String::new(),
            answer: String::new(),
            passed,
            known_failure: false,
            time: std::time::Duration::ZERO,
            nodes: 0,
        };
        Report { suite: suite.to_string(), outcomes: ids.iter().map(outcome).collect() }
    }

    #[test]
    fn a_ratchet_survives_its_own_file() {
        let long: Vec<_> = (1..200).map(|id| (id, true)).collect();
        let ratchet = Ratchet::of(&[report("a", &[(1, true), (2, false)]), report("13x13", &long)]);
        let text = ratchet.to_string();
        assert_eq!(Ratchet::parse(&text).unwrap(), ratchet, "{text}");
        assert!(text.lines().all(|line| line.len() <= 100));
    }

    #[test]
    fn bad_files_are_refused_with_the_place() {
        let failure = Ratchet::parse("[suites]\na = [1, x]\n").expect_err("refused");
        assert!(failure.starts_with("line 2, column 9: "), "{failure}");
        let long = "x".repeat(1 << 20);
        assert!(Ratchet::parse(&long).expect_err("refused").len() < 1000);
    }

    #[test]
    fn losses_gains_and_missing_suites_are_told_apart() {
        let before = Ratchet::of(&[report("a", &[(1, true), (2, true)]), report("b", &[])]);
        let change = before.compare(&[report("a", &[(1, false), (2, true), (3, true)])]);
        assert_eq!(change.lost, [("a".to_string(), 1)]);
        assert_eq!(change.gained, [("a".to_string(), 3)]);
        assert_eq!(change.missing, ["b"]);
    }
}
