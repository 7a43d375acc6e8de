//! Progress for people who wait: a bar where the error stream is a terminal, else
//! a line per suite.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;

use super::Event;

/// Cells of the bar.
const WIDTH: usize = 30;

/// Shows how far a run is. Writing may fail; then nobody looks.
pub struct Progress {
    bar: bool,
    tests: usize,
    suites: usize,
    done: Mutex<Done>,
}

#[derive(Default)]
struct Done {
    tests: usize,
    suites: usize,
}

impl Progress {
    /// For so many suites with so many tests.
    pub fn new(suites: usize, tests: usize) -> Progress {
        let bar = io::stderr().is_terminal();
        Progress { bar, tests, suites, done: Mutex::default() }
    }

    /// Something has been done.
    pub fn event(&self, event: Event<'_>) {
        let Ok(mut done) = self.done.lock() else { return };
        let mut name = "";
        match event {
            Event::Test => done.tests += 1,
            Event::Suite(report) => {
                done.suites += 1;
                name = &report.suite;
            }
        }
        let text = if self.bar {
            bar(done.tests, self.tests, done.suites, self.suites)
        } else if name.is_empty() {
            return;
        } else {
            format!("[{}/{}] {name}\n", done.suites, self.suites)
        };
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if self.bar {
            let _ = io::stderr().lock().write_all(b"\r\x1b[K");
        }
    }
}

/// The bar, drawn over itself.
fn bar(tests: usize, of_tests: usize, suites: usize, of_suites: usize) -> String {
    let full = (tests.min(of_tests) * WIDTH).checked_div(of_tests).unwrap_or(WIDTH);
    format!(
        "\r[{}{}] {tests}/{of_tests} tests, {suites}/{of_suites} suites\x1b[K",
        "#".repeat(full),
        ".".repeat(WIDTH - full)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert!(bar(0, 60, 0, 2).starts_with("\r[......"));
        assert!(bar(30, 60, 1, 2).contains(&format!("{}{}]", "#".repeat(15), ".".repeat(15))));
        assert!(bar(60, 60, 2, 2).contains(&"#".repeat(30)));
        assert!(bar(0, 0, 0, 0).contains(&"#".repeat(30)), "nothing to do is all done");
    }
}
