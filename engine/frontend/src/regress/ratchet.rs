//! The ratchet: which tests pass, and which passed once and do not any more.
//!
//! The file is TOML: the numbers of the tests that pass, by suite, and the tests that
//! were lost, grouped by the commit that lost them and the reason that was given:
//!
//! ```toml
//! [passing]
//! reading = [13, 20, 24]
//!
//! [[lost]]
//! commit = "0a6abaf"
//! reason = "A ko is seen too late."
//! tests = ["reading 173", "reading 201"]
//! ```
//!
//! A test is in one of the two or in neither. [`Ratchet::compare`] says what a run has lost,
//! gained and regained, [`Ratchet::take`] writes it down; that takes a [`Cause`] if tests
//! were lost. This module runs nothing and knows no version control.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::Report;

/// Most columns of a line of numbers.
const WIDTH: usize = 98;

/// A test: its suite and its number there.
pub type TestId = (String, u32);

/// The tests that pass, and those that were lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratchet {
    /// Numbers of the passing tests by suite; every suite that was run is there.
    #[serde(default)]
    pub passing: BTreeMap<String, BTreeSet<u32>>,
    /// Tests that passed once and do not, the oldest loss first.
    #[serde(default)]
    pub lost: Vec<Loss>,
}

/// Tests that one commit lost for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The commit, abbreviated.
    pub commit: String,
    /// The reason in words.
    pub reason: String,
    /// The tests.
    #[serde(deserialize_with = "test_ids")]
    pub tests: BTreeSet<TestId>,
}

/// Why tests may be lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    commit: String,
    reason: String,
}

/// What a run says about a ratchet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RatchetChange {
    /// Tests that passed and fail now, or are gone.
    pub lost: Vec<TestId>,
    /// Tests that pass and did not, those that were lost once excluded.
    pub gained: Vec<TestId>,
    /// Tests that were lost once and pass again.
    pub regained: Vec<TestId>,
    /// Tests that were lost earlier, and still are.
    pub lost_before: usize,
    /// Suites of the ratchet that were not run.
    pub missing: Vec<String>,
}

/// Reads tests that are written as `suite number`.
fn test_ids<'de, D: serde::Deserializer<'de>>(from: D) -> Result<BTreeSet<TestId>, D::Error> {
    let written = Vec::<String>::deserialize(from)?;
    let read = |text: &String| {
        let (suite, id) = text.rsplit_once(' ')?;
        Some((suite.to_string(), id.parse().ok()?))
    };
    written
        .iter()
        .map(|text| {
            let wrong = || format!("`{text:.80}` is no test: a suite, a blank and a number");
            read(text).ok_or_else(wrong).map_err(serde::de::Error::custom)
        })
        .collect()
}

impl Cause {
    /// A cause, checked.
    ///
    /// # Errors
    ///
    /// What is wrong: the commit is no abbreviated hash of at least seven digits, or the
    /// reason says nothing.
    pub fn new(commit: &str, reason: &str) -> Result<Cause, String> {
        let commit = commit.trim();
        if commit.len() < 7 || !commit.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("`{commit:.80}` is no commit: at least seven hexadecimal digits"));
        }
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        if reason.is_empty() {
            return Err("a loss without a reason".to_string());
        }
        Ok(Cause { commit: commit.to_string(), reason })
    }
}

impl Ratchet {
    /// Reads a ratchet file.
    ///
    /// # Errors
    ///
    /// What is wrong with the TOML, with its line and column; or a loss without commit or
    /// reason, or a test that is there twice.
    pub fn parse(text: &str) -> Result<Ratchet, String> {
        // The error's own text shows the line, however long it is.
        let ratchet: Ratchet = toml::from_str(text).map_err(|e: toml::de::Error| {
            let before = text.get(..e.span().map_or(0, |s| s.start)).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
            format!("line {line}, column {column}: {}", e.message())
        })?;
        let mut seen = BTreeSet::new();
        for (i, loss) in ratchet.lost.iter().enumerate() {
            Cause::new(&loss.commit, &loss.reason)
                .map_err(|e| format!("`lost` entry {}: {e}", i + 1))?;
            for (suite, id) in &loss.tests {
                if ratchet.passing.get(suite).is_some_and(|ids| ids.contains(id)) {
                    return Err(format!("{suite} {id} is both in `passing` and in `lost`"));
                }
                if !seen.insert((suite, id)) {
                    return Err(format!("{suite} {id} is in `lost` twice"));
                }
            }
        }
        Ok(ratchet)
    }

    /// The tests that passed once and do not.
    pub fn lost_tests(&self) -> impl Iterator<Item = &TestId> {
        self.lost.iter().flat_map(|loss| &loss.tests)
    }

    /// Compares a run with this ratchet.
    pub fn compare(&self, reports: &[Report]) -> RatchetChange {
        let now = passing(reports);
        let was_lost: BTreeSet<&TestId> = self.lost_tests().collect();
        let mut change = RatchetChange { lost_before: was_lost.len(), ..RatchetChange::default() };
        let suites: BTreeSet<&String> =
            self.passing.keys().chain(was_lost.iter().map(|test| &test.0)).collect();
        change.missing.extend(suites.into_iter().filter(|s| !now.contains_key(*s)).cloned());
        for (suite, after) in &now {
            let none = BTreeSet::new();
            let before = self.passing.get(suite).unwrap_or(&none);
            change.lost.extend(before.difference(after).map(|id| (suite.clone(), *id)));
            for test in after.difference(before).map(|id| (suite.clone(), *id)) {
                if was_lost.contains(&test) {
                    change.lost_before -= 1;
                    change.regained.push(test);
                } else {
                    change.gained.push(test);
                }
            }
        }
        change
    }

    /// Writes down what a run has found: tests that pass again leave the list of the lost, and
    /// those that it has lost get there with their cause. Suites that were not run stay as
    /// they are.
    ///
    /// # Errors
    ///
    /// A message, and nothing is changed, if tests were lost and there is no cause.
    pub fn take(&mut self, reports: &[Report], cause: Option<Cause>) -> Result<(), String> {
        let change = self.compare(reports);
        if !change.lost.is_empty() {
            let cause = cause.ok_or_else(|| {
                format!("{} tests would be lost without a reason", change.lost.len())
            })?;
            let Cause { commit, reason } = cause;
            let same = |loss: &&mut Loss| loss.commit == commit && loss.reason == reason;
            match self.lost.iter_mut().find(same) {
                Some(loss) => loss.tests.extend(change.lost),
                None => {
                    let tests = change.lost.into_iter().collect();
                    self.lost.push(Loss { commit, reason, tests });
                }
            }
        }
        for loss in &mut self.lost {
            loss.tests.retain(|test| !change.regained.contains(test));
        }
        self.lost.retain(|loss| !loss.tests.is_empty());
        self.passing.extend(passing(reports));
        Ok(())
    }
}

/// The tests that pass, by suite.
fn passing(reports: &[Report]) -> BTreeMap<String, BTreeSet<u32>> {
    let ids = |r: &Report| r.outcomes.iter().filter(|o| o.passed).map(|o| o.id).collect();
    reports.iter().map(|r| (r.suite.clone(), ids(r))).collect()
}

/// A TOML string: that of JSON, but TOML escapes DEL, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// A TOML array. It is on the line that `head` begins, or, if that would be too long, has
/// lines of its own; a new one starts with every `row`, so that a difference stays on few lines.
fn array<T>(
    head: &str,
    items: &[T],
    show: impl Fn(&T) -> String,
    row: impl Fn(&T) -> u32,
) -> String {
    let shown: Vec<String> = items.iter().map(show).collect();
    let one_line = format!("{head}[{}]\n", shown.join(", "));
    if one_line.len() <= WIDTH {
        return one_line;
    }
    let mut text = format!("{head}[");
    let mut width = WIDTH;
    for (i, item) in shown.iter().enumerate() {
        let new_row = i == 0 || row(&items[i]) != row(&items[i - 1]);
        if new_row || width + item.len() + 2 > WIDTH {
            text.push_str("\n   ");
            width = 3;
        }
        let _ = write!(text, " {item},");
        width += item.len() + 2;
    }
    text.push_str("\n]\n");
    text
}

impl std::fmt::Display for Ratchet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "# Regression tests: those that pass, by suite, and those that passed once and were lost.\n\
             # Written by `katachi regress --ratchet FILE --update`; docs/regress.md has the rules.\n\
             \n[passing]"
        )?;
        for (suite, ids) in &self.passing {
            let ids: Vec<u32> = ids.iter().copied().collect();
            let head = format!("{} = ", quoted(suite));
            f.write_str(&array(&head, &ids, u32::to_string, |id| id / 100))?;
        }
        for loss in &self.lost {
            let (commit, reason) = (quoted(&loss.commit), quoted(&loss.reason));
            writeln!(f, "\n[[lost]]\ncommit = {commit}\nreason = {reason}")?;
            let tests: Vec<&TestId> = loss.tests.iter().collect();
            let show = |test: &&TestId| quoted(&format!("{} {}", test.0, test.1));
            f.write_str(&array("tests = ", &tests, show, |_| 0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::TestResult;

    fn report(suite: &str, ids: &[(u32, bool)]) -> Report {
        let outcome = |&(id, passed): &(u32, bool)| TestResult {
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

    fn cause(reason: &str) -> Option<Cause> {
        Some(Cause::new("0a6abaf", reason).expect("a cause"))
    }

    fn id(suite: &str, id: u32) -> TestId {
        (suite.to_string(), id)
    }

    #[test]
    fn a_ratchet_survives_its_own_file() {
        let long: Vec<_> = (1..250).map(|id| (id, true)).collect();
        let none: Vec<_> = long.iter().map(|&(id, _)| (id, id % 2 == 0)).collect();
        let mut ratchet = Ratchet::default();
        ratchet
            .take(&[report("a \"b\"", &[(1, true), (2, false)]), report("13x13", &long)], None)
            .expect("nothing is lost");
        ratchet.take(&[report("13x13", &none)], cause("a \\ reason\nof \"two\" lines")).unwrap();
        ratchet.take(&[report("a \"b\"", &[])], cause("another")).unwrap();
        let text = ratchet.to_string();
        assert_eq!(Ratchet::parse(&text).unwrap(), ratchet, "{text}");
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert_eq!(ratchet.lost_tests().count(), 126);
    }

    #[test]
    fn a_change_of_one_test_changes_few_lines() {
        let ids = |without: u32| -> Vec<_> {
            (1..=60).map(|i| (i * 10, true)).filter(|&(id, _)| id != without).collect()
        };
        let text = |without| {
            let mut ratchet = Ratchet::default();
            ratchet.take(&[report("a", &ids(without))], None).expect("nothing is lost");
            ratchet.to_string()
        };
        let (before, after) = (text(0), text(250));
        assert_eq!(before.lines().count(), after.lines().count());
        let changed = before.lines().zip(after.lines()).filter(|(a, b)| a != b).count();
        assert_eq!(changed, 1, "{before}{after}");
    }

    #[test]
    fn bad_files_are_refused_with_the_place() {
        let failure = Ratchet::parse("[passing]\na = [1, x]\n").expect_err("refused");
        assert!(failure.starts_with("line 2, column 9: "), "{failure}");
        let long = "x".repeat(1 << 20);
        assert!(Ratchet::parse(&long).expect_err("refused").len() < 1000);
        let lost = |commit: &str, reason: &str, tests: &str| {
            let text = format!(
                "[passing]\na = [1]\n[[lost]]\ncommit = \"{commit}\"\nreason = \"{reason}\"\n\
                 tests = [{tests}]\n"
            );
            Ratchet::parse(&text).map(|r| r.lost_tests().count())
        };
        assert_eq!(lost("0a6abaf", "why", "\"a 2\", \"b 1\""), Ok(2));
        for (commit, reason, tests, said) in [
            ("0a6aba", "why", "\"a 2\"", "`lost` entry 1: `0a6aba` is no commit"),
            ("0a6abag", "why", "\"a 2\"", "`lost` entry 1: `0a6abag` is no commit"),
            ("0a6abaf", " ", "\"a 2\"", "`lost` entry 1: a loss without a reason"),
            ("0a6abaf", "why", "\"a1\"", "`a1` is no test"),
            ("0a6abaf", "why", "\"a x\"", "`a x` is no test"),
            ("0a6abaf", "why", "\"a 1\"", "a 1 is both in `passing` and in `lost`"),
        ] {
            let failure = lost(commit, reason, tests).expect_err("refused");
            assert!(failure.contains(said), "{failure}");
        }
        let entry = "[[lost]]\ncommit = \"0a6abaf\"\nreason = \"why\"\ntests = [\"a 2\"]\n";
        let failure = Ratchet::parse(&entry.repeat(2)).expect_err("refused");
        assert_eq!(failure, "a 2 is in `lost` twice");
    }

    #[test]
    fn losses_gains_and_missing_suites_are_told_apart() {
        let mut ratchet = Ratchet::default();
        let first = [report("a", &[(1, true), (2, true), (4, true)]), report("b", &[])];
        ratchet.take(&first, None).expect("nothing is lost");
        let later = [report("a", &[(1, true), (2, true), (4, false)])];
        ratchet.take(&later, cause("a ko")).expect("a cause is given");
        let run = [report("a", &[(1, false), (3, true), (4, true)])];
        let change = ratchet.compare(&run);
        assert_eq!(change.lost, [id("a", 1), id("a", 2)], "a test that is gone is lost, too");
        assert_eq!(change.gained, [id("a", 3)]);
        assert_eq!(change.regained, [id("a", 4)]);
        assert_eq!(change.lost_before, 0);
        assert_eq!(change.missing, ["b"]);
    }

    #[test]
    fn a_loss_needs_a_cause_and_a_test_that_is_regained_leaves_the_list() {
        let mut ratchet = Ratchet::default();
        let both = [report("a", &[(1, true), (2, true)])];
        ratchet.take(&both, None).expect("nothing is lost");
        let before = ratchet.clone();
        let none = [report("a", &[(1, false), (2, false)])];
        let failure = ratchet.take(&none, None).expect_err("refused");
        assert_eq!(failure, "2 tests would be lost without a reason");
        assert_eq!(ratchet, before);
        ratchet.take(&none, cause("a ko")).expect("a cause is given");
        assert_eq!(
            ratchet.compare(&none),
            RatchetChange { lost_before: 2, ..RatchetChange::default() }
        );
        ratchet.take(&[report("a", &[(1, true), (2, false)])], None).expect("nothing is lost");
        assert_eq!(ratchet.passing["a"], BTreeSet::from([1]));
        assert_eq!(ratchet.lost_tests().collect::<Vec<_>>(), [&id("a", 2)]);
        ratchet.take(&both, None).expect("nothing is lost");
        assert_eq!(ratchet, before);
        assert!(Cause::new("0a6abaf", " \n").is_err() && Cause::new("HEAD", "why").is_err());
    }
}
