//! How far a run has come, for who waits: one line that is rewritten where the error stream is
//! a terminal, else a line per suite.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

use super::Event;

/// Shows how far a run of suites is.
pub struct Progress {
    tests: usize,
    suites: usize,
    shown: Mutex<Shown>,
}

struct Shown {
    line: mkpat::tools::progress::Progress,
    tests: usize,
    suites: usize,
}

impl Progress {
    /// For so many suites with so many tests.
    pub fn new(suites: usize, tests: usize) -> Progress {
        let line = mkpat::tools::progress::Progress::new(true);
        Progress { tests, suites, shown: Mutex::new(Shown { line, tests: 0, suites: 0 }) }
    }

    /// Something has been done.
    pub fn event(&self, event: Event<'_>) {
        // A thread that panicked ends the run; nothing more has to be shown.
        let Ok(mut shown) = self.shown.lock() else { return };
        match event {
            Event::Test => {
                let suites = format!("({}/{} suites)", shown.suites, self.suites);
                let done = shown.tests;
                shown.line.step("test", done, Some(self.tests), &suites);
                shown.tests += 1;
            }
            Event::Suite(report) => {
                shown.suites += 1;
                if !io::stderr().is_terminal() {
                    let text = format!("[{}/{}] {}\n", shown.suites, self.suites, report.suite);
                    // If nobody reads the error stream, the run goes on.
                    let _ = io::stderr().lock().write_all(text.as_bytes());
                }
            }
        }
    }
}
