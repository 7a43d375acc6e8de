//! Regression suites in GNU Go's `.tst` format, and the ratchet.
//!
//! [`suite`] reads a suite, [`run`] plays its commands to engines (a fresh one per
//! suite, suites side by side) and judges the answers, [`ratchet`] compares the
//! tests that pass with those that passed before, [`command`] is `katachi regress`. The
//! engine is anything that answers GTP lines ([`Gtp`]); this module knows no Go.

pub mod command;
pub mod ratchet;
pub mod suite;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use suite::{Step, Suite};

/// An engine that answers one GTP line at a time.
pub trait Gtp {
    /// The answer to a command line: whether it succeeded, and the text without
    /// the status character and id.
    fn command(&mut self, line: &str) -> (bool, String);
}

/// Verdict on one test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Number of the test in its suite.
    pub id: u32,
    /// The command.
    pub command: String,
    /// The expectation as written.
    pub expected: String,
    /// The answer.
    pub answer: String,
    /// Whether the answer is the expected one.
    pub passed: bool,
    /// The suite marks it as a known failure.
    pub known_failure: bool,
    /// Wall time.
    pub time: Duration,
}

/// Verdicts on one suite.
#[derive(Clone, Debug)]
pub struct Report {
    /// Name of the suite: its file name without `.tst`.
    pub suite: String,
    /// Tests that count, in order.
    pub outcomes: Vec<Outcome>,
}

impl Report {
    /// Number of tests that passed.
    pub fn passed(&self) -> usize {
        self.outcomes.iter().filter(|o| o.passed).count()
    }
}

/// Runs the suites, `threads` at a time, each on an engine of its own made by
/// `make`; the reports come in the order of the suites.
pub fn run<E: Gtp>(
    suites: &[Suite],
    threads: usize,
    make: impl Fn() -> E + Sync,
    progress: impl Fn(&Report) + Sync,
) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<Option<Report>>> = Mutex::new(vec![None; suites.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, suites.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(suite) = suites.get(i) else { break };
                    let report = run_suite(suite, &mut make());
                    progress(&report);
                    if let Ok(mut all) = reports.lock() {
                        all[i] = Some(report);
                    }
                }
            });
        }
    });
    reports.into_inner().unwrap_or_default().into_iter().flatten().collect()
}

fn run_suite(suite: &Suite, engine: &mut impl Gtp) -> Report {
    let mut outcomes = Vec::new();
    for step in &suite.steps {
        match step {
            Step::Command(line) => {
                engine.command(line);
            }
            Step::Test { id, command, expected } => {
                let start = Instant::now();
                let (ok, answer) = engine.command(command);
                let time = start.elapsed();
                let Some(expected) = expected else { continue };
                if expected.ignored {
                    continue;
                }
                outcomes.push(Outcome {
                    id: *id,
                    command: command.clone(),
                    expected: expected.text.clone(),
                    passed: ok && expected.accepts(&answer),
                    answer,
                    known_failure: expected.known_failure,
                    time,
                });
            }
        }
    }
    Report { suite: suite.name.clone(), outcomes }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;
    impl Gtp for Echo {
        fn command(&mut self, line: &str) -> (bool, String) {
            match line.strip_prefix("echo ") {
                Some(text) => (true, text.to_string()),
                None => (false, "unknown command".to_string()),
            }
        }
    }

    #[test]
    fn suites_run_side_by_side_and_report_in_order() {
        let text = "echo x\n1 echo A1\n#? [A1|B2]\n2 echo C3\n#? [!C3]\n3 nonsense\n#? [.*]*\n\
                    4 echo D4\n#? [E5]&\n5 echo E5\n";
        let suites: Vec<Suite> =
            ["a", "b", "c"].iter().map(|name| Suite::parse(name, text)).collect();
        let reports = run(&suites, 2, || Echo, |_| {});
        assert_eq!(reports.iter().map(|r| r.suite.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        for report in &reports {
            let got: Vec<_> = report.outcomes.iter().map(|o| (o.id, o.passed)).collect();
            assert_eq!(got, [(1, true), (2, false), (3, false)]);
            assert!(report.outcomes[2].known_failure);
            assert_eq!(report.passed(), 1);
        }
    }
}
