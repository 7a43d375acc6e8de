//! Regression suites in GNU Go's `.tst` format, and the ratchet.
//!
//! [`suite`] reads a suite, [`run`] plays its commands to engines (a fresh one per
//! suite, suites side by side) and judges the answers. Every question is asked of an engine that has
//! forgotten what it read, so that it is answered alike whichever others are asked. [`ratchet`] compares the
//! tests that pass with those that must, [`baseline`] how all tests end and what they
//! cost with an earlier run. [`report`] makes text and JSON of it, [`progress`] shows
//! how far a run has come, and [`command`] is `katachi regress`. The engine is anything that answers
//! GTP lines ([`Gtp`]); this module knows no Go.

pub mod baseline;
pub mod command;
pub mod progress;
pub mod ratchet;
pub mod report;
pub mod suite;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use suite::{Suite, SuiteLine};

/// An engine that answers one GTP line at a time.
pub trait Gtp {
    /// The answer to a command line: whether it succeeded, and the text without
    /// the status character and id.
    fn command(&mut self, line: &str) -> (bool, String);

    /// Forgets what it has read, so that the next answer does not depend on the questions before.
    fn forget(&mut self) {}

    /// Moves read since it was made; 0 if it does not count them.
    fn nodes(&self) -> u64 {
        0
    }
}

/// How a test ended, judged by what its suite expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestVerdict {
    /// It passed, as it should.
    Pass,
    /// It passed, though the suite marks it as a known failure.
    UnexpectedPass,
    /// It failed and should not.
    UnexpectedFailure,
    /// It failed, as the suite says it does.
    KnownFailure,
}

impl TestVerdict {
    /// All verdicts.
    pub const ALL: [TestVerdict; 4] = [
        TestVerdict::Pass,
        TestVerdict::UnexpectedPass,
        TestVerdict::UnexpectedFailure,
        TestVerdict::KnownFailure,
    ];

    /// Its name, in capitals if unexpected.
    pub fn name(self) -> &'static str {
        match self {
            TestVerdict::Pass => "pass",
            TestVerdict::UnexpectedPass => "PASS",
            TestVerdict::UnexpectedFailure => "FAIL",
            TestVerdict::KnownFailure => "fail",
        }
    }

    /// The verdict with a name.
    pub fn from_name(name: &str) -> Option<TestVerdict> {
        TestVerdict::ALL.into_iter().find(|v| v.name() == name)
    }

    /// Whether the answer was the expected one.
    pub fn passed(self) -> bool {
        matches!(self, TestVerdict::Pass | TestVerdict::UnexpectedPass)
    }
}

/// Something that [`run`] has done.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A test that counts.
    Test,
    /// A suite.
    Suite(&'a Report),
}

/// Verdict on one test.
#[derive(Clone, Debug)]
pub struct TestResult {
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
    /// Moves read.
    pub nodes: u64,
}

impl TestResult {
    /// How it ended.
    pub fn verdict(&self) -> TestVerdict {
        match (self.passed, self.known_failure) {
            (true, false) => TestVerdict::Pass,
            (true, true) => TestVerdict::UnexpectedPass,
            (false, false) => TestVerdict::UnexpectedFailure,
            (false, true) => TestVerdict::KnownFailure,
        }
    }
}

/// Verdicts on one suite.
#[derive(Clone, Debug)]
pub struct Report {
    /// Name of the suite: its file name without `.tst`.
    pub suite: String,
    /// Tests that count, in order.
    pub outcomes: Vec<TestResult>,
}

impl Report {
    /// Number of tests that passed.
    pub fn passed(&self) -> usize {
        self.outcomes.iter().filter(|o| o.passed).count()
    }
}

/// Runs the suites, `threads` at a time, each on an engine of its own made by
/// `make`. Those with most tests begin, so that none is left for a single thread; the reports come in
/// the order of the suites.
pub fn run<E: Gtp>(
    suites: &[Suite],
    threads: usize,
    make: impl Fn() -> E + Sync,
    progress: impl Fn(Event<'_>) + Sync,
) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let mut order: Vec<usize> = (0..suites.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(suites[i].tests()));
    let reports: Mutex<Vec<Option<Report>>> = Mutex::new(vec![None; suites.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, suites.len().max(1)) {
            scope.spawn(|| {
                while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = run_suite(&suites[i], &mut make(), &progress);
                    progress(Event::Suite(&report));
                    if let Ok(mut all) = reports.lock() {
                        all[i] = Some(report);
                    }
                }
            });
        }
    });
    reports.into_inner().unwrap_or_default().into_iter().flatten().collect()
}

fn run_suite(suite: &Suite, engine: &mut impl Gtp, progress: &impl Fn(Event<'_>)) -> Report {
    let mut outcomes = Vec::new();
    for step in &suite.steps {
        match step {
            SuiteLine::Command(line) => {
                engine.command(line);
            }
            SuiteLine::Test { id, command, expected } => {
                engine.forget();
                let (start, before) = (Instant::now(), engine.nodes());
                let (ok, answer) = engine.command(command);
                let (time, nodes) = (start.elapsed(), engine.nodes().saturating_sub(before));
                let Some(expected) = expected.as_ref().filter(|e| !e.ignored) else { continue };
                progress(Event::Test);
                outcomes.push(TestResult {
                    id: *id,
                    command: command.clone(),
                    expected: expected.text.clone(),
                    passed: ok && expected.accepts(&answer),
                    answer,
                    known_failure: expected.known_failure,
                    time,
                    nodes,
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
            ["a", "b", "c"].iter().map(|name| Suite::parse(name, text).0).collect();
        let reports = run(&suites, 2, || Echo, |_| {});
        assert_eq!(reports.iter().map(|r| r.suite.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        for report in &reports {
            let got: Vec<_> = report.outcomes.iter().map(|o| (o.id, o.passed)).collect();
            assert_eq!(got, [(1, true), (2, false), (3, false)]);
            assert!(report.outcomes[2].known_failure);
            assert_eq!(report.passed(), 1);
        }
    }

    /// Answers how often it was asked since it last forgot.
    #[derive(Default)]
    struct Counter(u32);
    impl Gtp for Counter {
        fn command(&mut self, _: &str) -> (bool, String) {
            self.0 += 1;
            (true, self.0.to_string())
        }

        fn forget(&mut self) {
            self.0 = 0;
        }
    }

    #[test]
    fn a_question_is_answered_as_if_it_were_the_only_one() {
        let text = "1 count\n#? [1]\ncount\n2 count\n3 count\n#? [1]\n";
        let (suite, _) = Suite::parse("a", text);
        let reports = run(&[suite], 1, Counter::default, |_| {});
        assert!(reports[0].outcomes.iter().all(|o| o.passed), "{:?}", reports[0].outcomes);
        assert_eq!(reports[0].outcomes.len(), 2);
    }
}
