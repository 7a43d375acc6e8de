//! The baseline: how every test ended, and what it cost, at some earlier time.
//!
//! A text file of lines with tabs between suite, test, verdict, nodes and
//! milliseconds, in the order of suites and tests; `#` starts a comment:
//!
//! ```text
//! reading  13  pass  1204  2.1
//! ```
//!
//! Nodes are the same on every machine, times are not.

use std::collections::BTreeMap;
use std::fmt;

use super::{Report, TestVerdict};

/// One test of a baseline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// How it ended.
    pub verdict: TestVerdict,
    /// Moves read.
    pub nodes: u64,
    /// Wall time.
    pub milliseconds: f64,
}

/// A baseline: tests by suite and number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Baseline {
    /// The tests.
    pub tests: BTreeMap<(String, u32), Line>,
}

/// What a run says about a baseline. Suites that were not run do not count.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Comparison {
    /// Tests that passed and fail now, or are gone.
    pub lost: Vec<(String, u32)>,
    /// Tests that pass and did not, or were not there.
    pub gained: Vec<(String, u32)>,
    /// Nodes of the tests that are in both: before, now.
    pub nodes: (u64, u64),
    /// Milliseconds of the tests that are in both: before, now.
    pub milliseconds: (f64, f64),
}

impl Baseline {
    /// Reads a baseline file.
    ///
    /// # Errors
    /// The line, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let mut tests = BTreeMap::new();
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: &str| format!("line {}: {what}", i + 1);
            let words: Vec<&str> = line.split('\t').map(str::trim).collect();
            let &[suite, id, verdict, nodes, time] = words.as_slice() else {
                return Err(wrong("expected suite, test, verdict, nodes and milliseconds"));
            };
            let id = id.parse().map_err(|_| wrong("the test is no number"))?;
            let verdict = TestVerdict::from_name(verdict)
                .ok_or_else(|| wrong("no such verdict (pass, PASS, fail, FAIL)"))?;
            let nodes = nodes.parse().map_err(|_| wrong("the nodes are no number"))?;
            let milliseconds = time
                .parse()
                .ok()
                .filter(|t: &f64| t.is_finite() && *t >= 0.0)
                .ok_or_else(|| wrong("the milliseconds are no number"))?;
            let entry = Line { verdict, nodes, milliseconds };
            if tests.insert((suite.to_string(), id), entry).is_some() {
                return Err(wrong("the test is there twice"));
            }
        }
        Ok(Baseline { tests })
    }

    /// Takes the tests of these reports in place of those of their suites.
    pub fn take(&mut self, reports: &[Report]) {
        self.tests.retain(|(suite, _), _| !reports.iter().any(|r| r.suite == *suite));
        for report in reports {
            for o in &report.outcomes {
                let milliseconds = o.time.as_secs_f64() * 1e3;
                let line = Line { verdict: o.verdict(), nodes: o.nodes, milliseconds };
                self.tests.insert((report.suite.clone(), o.id), line);
            }
        }
    }

    /// Compares a run with this baseline.
    pub fn compare(&self, reports: &[Report]) -> Comparison {
        let mut now = Baseline::default();
        now.take(reports);
        let mut out = Comparison::default();
        let ran = |suite: &str| reports.iter().any(|r| r.suite == suite);
        for (test, before) in self.tests.iter().filter(|(test, _)| ran(&test.0)) {
            let after = now.tests.get(test);
            if before.verdict.passed() && !after.is_some_and(|a| a.verdict.passed()) {
                out.lost.push(test.clone());
            }
            if let Some(after) = after {
                out.nodes.0 += before.nodes;
                out.nodes.1 += after.nodes;
                out.milliseconds.0 += before.milliseconds;
                out.milliseconds.1 += after.milliseconds;
            }
        }
        for (test, after) in &now.tests {
            if after.verdict.passed() && !self.tests.get(test).is_some_and(|b| b.verdict.passed()) {
                out.gained.push(test.clone());
            }
        }
        out
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# How regression tests end, and what they cost: suite, test, verdict, nodes,\n\
             # milliseconds. Written by `katachi regress --baseline FILE --update`."
        )?;
        for ((suite, id), line) in &self.tests {
            let Line { verdict, nodes, milliseconds } = line;
            writeln!(f, "{suite}\t{id}\t{}\t{nodes}\t{milliseconds:.1}", verdict.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::TestResult;
    use std::time::Duration;

    fn report(suite: &str, tests: &[(u32, bool, bool, u64)]) -> Report {
        let outcome = |&(id, passed, known_failure, nodes): &(u32, bool, bool, u64)| TestResult {
            id,
            command: String::new(),
            expected: String::new(),
            answer: String::new(),
            passed,
            known_failure,
            time: Duration::from_millis(nodes),
            nodes,
        };
        Report { suite: suite.to_string(), outcomes: tests.iter().map(outcome).collect() }
    }

    #[test]
    fn a_baseline_survives_its_own_file() {
        let mut baseline = Baseline::default();
        baseline.take(&[
            report("b", &[(2, true, true, 5), (1, false, false, 7)]),
            report("a b", &[(10, true, false, 0), (9, false, true, 1)]),
        ]);
        let text = baseline.to_string();
        assert_eq!(Baseline::parse(&text).as_ref(), Ok(&baseline), "{text}");
        assert!(text.contains("b\t2\tPASS\t5\t5.0\n"), "{text}");
    }

    #[test]
    fn losses_gains_and_costs_are_of_the_suites_that_ran() {
        let mut before = Baseline::default();
        before.take(&[
            report("a", &[(1, true, false, 10), (2, false, false, 20), (3, true, false, 5)]),
            report("b", &[(1, true, false, 1)]),
        ]);
        let now = [report("a", &[(1, false, false, 11), (2, true, true, 22), (4, true, false, 9)])];
        let c = before.compare(&now);
        let a = |id| ("a".to_string(), id);
        assert_eq!(c.lost, [a(1), a(3)]);
        assert_eq!(c.gained, [a(2), a(4)]);
        assert_eq!((c.nodes, c.milliseconds), ((30, 33), (30.0, 33.0)));
        let mut next = before.clone();
        next.take(&now);
        assert_eq!(next.tests.len(), 4);
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, said) in [
            ("a\t1\tpass\t1", "line 1: expected suite"),
            ("# x\n\na\tx\tpass\t1\t1", "line 3: the test is no number"),
            ("a\t1\tgood\t1\t1", "line 1: no such verdict"),
            ("a\t1\tpass\t-1\t1", "line 1: the nodes are no number"),
            ("a\t1\tpass\t1\tNaN", "line 1: the milliseconds are no number"),
            ("a\t1\tpass\t1\t1\na\t1\tpass\t1\t1", "line 2: the test is there twice"),
        ] {
            let failure = Baseline::parse(text).expect_err("refused");
            assert!(failure.starts_with(said), "{failure}");
        }
    }
}
