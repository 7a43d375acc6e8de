//! What a run has found: a table for people, JSON for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::baseline::Comparison;
use super::ratchet::RatchetChange;
use super::{Report, TestResult, TestVerdict};

/// What the table shows besides the suites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing.
    Suites,
    /// Tests that fail.
    Failures,
    /// Every test.
    Tests,
}

/// Sums over tests.
#[derive(Clone, Copy, Default)]
struct SuiteTotals {
    tests: usize,
    verdicts: [usize; 4],
    seconds: f64,
    nodes: u64,
}

impl SuiteTotals {
    fn of<'a>(outcomes: impl IntoIterator<Item = &'a TestResult>) -> SuiteTotals {
        let mut sum = SuiteTotals::default();
        for o in outcomes {
            sum.tests += 1;
            sum.verdicts[o.verdict() as usize] += 1;
            sum.seconds += o.time.as_secs_f64();
            sum.nodes += o.nodes;
        }
        sum
    }

    fn count(&self, verdict: TestVerdict) -> usize {
        self.verdicts[verdict as usize]
    }

    fn passed(&self) -> usize {
        self.count(TestVerdict::Pass) + self.count(TestVerdict::UnexpectedPass)
    }

    fn row(&self, name: &str) -> String {
        format!(
            "{name:<16} {:4}/{:4} {:6} {:6} {:6} {:9.2} {:12}\n",
            self.passed(),
            self.tests,
            self.count(TestVerdict::UnexpectedPass),
            self.count(TestVerdict::UnexpectedFailure),
            self.count(TestVerdict::KnownFailure),
            self.seconds,
            self.nodes
        )
    }

    fn json(&self) -> Value {
        json!({
            "tests": self.tests,
            "passed": self.passed(),
            "unexpected_passes": self.count(TestVerdict::UnexpectedPass),
            "failures": self.count(TestVerdict::UnexpectedFailure),
            "known_failures": self.count(TestVerdict::KnownFailure),
            "seconds": self.seconds,
            "nodes": self.nodes,
        })
    }
}

/// A row per suite, and as many tests as asked for.
pub fn table(reports: &[Report], detail: Detail) -> String {
    let mut text =
        "suite             passed  PASS   fail  (known)      s        nodes\n".to_string();
    for report in reports {
        text += &SuiteTotals::of(&report.outcomes).row(&report.suite);
        for o in &report.outcomes {
            match detail {
                Detail::Tests => {}
                Detail::Failures if !o.passed => {}
                _ => continue,
            }
            let what = match o.verdict() {
                TestVerdict::Pass => "passed",
                TestVerdict::UnexpectedPass => "PASSED",
                TestVerdict::UnexpectedFailure => "FAILED",
                TestVerdict::KnownFailure => "failed",
            };
            let _ = write!(
                text,
                "  {what} {} {}: {:.2} s, {} nodes",
                o.id,
                o.command,
                o.time.as_secs_f64(),
                o.nodes
            );
            if !o.passed {
                let _ = write!(text, ", expected {}, got {:?}", o.expected, o.answer);
            }
            text.push('\n');
        }
    }
    text + &SuiteTotals::of(reports.iter().flat_map(|r| &r.outcomes)).row("TOTAL")
}

/// What has changed since the ratchet and the baseline were written.
pub fn changes(ratchet: Option<&RatchetChange>, baseline: Option<&Comparison>) -> String {
    let mut text = String::new();
    let list = |text: &mut String, what: &str, tests: &[(String, u32)]| {
        for (suite, id) in tests {
            let _ = writeln!(text, "{what} {suite} {id}");
        }
    };
    if let Some(change) = ratchet {
        list(&mut text, "LOST", &change.lost);
        list(&mut text, "GAINED", &change.gained);
        list(&mut text, "REGAINED", &change.regained);
        for suite in &change.missing {
            let _ = writeln!(text, "NOT RUN {suite}");
        }
        let _ = writeln!(
            text,
            "ratchet: {} lost, {} gained, {} regained; {} lost earlier",
            change.lost.len(),
            change.gained.len(),
            change.regained.len(),
            change.lost_before,
        );
    }
    if let Some(c) = baseline {
        if ratchet.is_none_or(|r| r.lost != c.lost) {
            list(&mut text, "LOST", &c.lost);
        }
        if ratchet.is_none_or(|r| r.gained != c.gained) {
            list(&mut text, "GAINED", &c.gained);
        }
        let _ = writeln!(
            text,
            "baseline: {} lost, {} gained, nodes {} -> {}, time {:.2} -> {:.2} s",
            c.lost.len(),
            c.gained.len(),
            c.nodes.0,
            c.nodes.1,
            c.milliseconds.0 / 1e3,
            c.milliseconds.1 / 1e3,
        );
    }
    text
}

/// Everything as a JSON document.
pub fn document(
    reports: &[Report],
    ratchet: Option<&RatchetChange>,
    baseline: Option<&Comparison>,
    costs: Option<Value>,
) -> String {
    let list = |tests: &[(String, u32)]| -> Value {
        tests.iter().map(|(suite, id)| json!({ "suite": suite, "test": id })).collect()
    };
    let suites: Vec<Value> = reports
        .iter()
        .map(|r| {
            let tests: Vec<Value> = r
                .outcomes
                .iter()
                .map(|o| {
                    json!({
                        "test": o.id,
                        "command": o.command,
                        "expected": o.expected,
                        "answer": o.answer,
                        "verdict": o.verdict().name(),
                        "seconds": o.time.as_secs_f64(),
                        "nodes": o.nodes,
                    })
                })
                .collect();
            json!({ "suite": r.suite, "totals": SuiteTotals::of(&r.outcomes).json(), "tests": tests })
        })
        .collect();
    let mut all = json!({
        "suites": suites,
        "totals": SuiteTotals::of(reports.iter().flat_map(|r| &r.outcomes)).json(),
    });
    if let Some(change) = ratchet {
        all["ratchet"] = json!({
            "lost": list(&change.lost),
            "gained": list(&change.gained),
            "regained": list(&change.regained),
            "lost_earlier": change.lost_before,
            "not_run": change.missing,
        });
    }
    if let Some(c) = baseline {
        all["baseline"] = json!({
            "lost": list(&c.lost),
            "gained": list(&c.gained),
            "nodes": [c.nodes.0, c.nodes.1],
            "seconds": [c.milliseconds.0 / 1e3, c.milliseconds.1 / 1e3],
        });
    }
    if let Some(costs) = costs {
        all["profile"] = costs;
    }
    format!("{all:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn reports() -> Vec<Report> {
        let outcome = |id, passed, known_failure| TestResult {
            id,
            command: format!("attack A{id}"),
            expected: "[1 B2]".to_string(),
            answer: "0".to_string(),
            passed,
            known_failure,
            time: Duration::from_millis(250),
            nodes: 100,
        };
        let outcomes = vec![
            outcome(1, true, false),
            outcome(2, true, true),
            outcome(3, false, false),
            outcome(4, false, true),
        ];
        vec![Report { suite: "fights".to_string(), outcomes }]
    }

    #[test]
    fn tables_count_the_four_ways_to_end() {
        let text = table(&reports(), Detail::Suites);
        let words: Vec<&str> = text.lines().nth(1).expect("a row").split_whitespace().collect();
        assert_eq!(words, ["fights", "2/", "4", "1", "1", "1", "1.00", "400"]);
        assert_eq!(text.lines().count(), 3);
        let failures = table(&reports(), Detail::Failures);
        assert!(
            failures.contains("FAILED 3 attack A3: 0.25 s, 100 nodes, expected [1 B2], got \"0\"")
        );
        assert!(failures.contains("failed 4") && !failures.contains("PASSED 2"));
        assert!(table(&reports(), Detail::Tests).contains("PASSED 2"));
    }

    #[test]
    fn documents_hold_every_test() {
        let change = RatchetChange { lost: vec![("fights".into(), 3)], ..RatchetChange::default() };
        let text = document(&reports(), Some(&change), None, None);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["suites"][0]["tests"][1]["verdict"], "PASS");
        assert_eq!(value["totals"]["nodes"], 400);
        assert_eq!(value["ratchet"]["lost"][0]["test"], 3);
        assert_eq!(value["baseline"], Value::Null);
    }
}
