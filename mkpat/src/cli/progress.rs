//! How far long work has come: one line on standard error, if that is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that is done before this says nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// Shortest time between two lines.
const PAUSE: Duration = Duration::from_millis(50);

/// A line that is rewritten while the work goes on, and gone at its end.
#[derive(Debug)]
pub(super) struct Progress {
    /// When the next line may be written; `None`: never.
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Begins; `wanted` may switch it off.
    pub(super) fn new(wanted: bool) -> Progress {
        let on = wanted && std::io::stderr().is_terminal();
        Progress { next: on.then(|| Instant::now() + PATIENCE), shown: false }
    }

    /// Says that step `done` (from 0) of `all` begins.
    pub(super) fn step(&mut self, what: &str, done: usize, all: usize, name: &str) {
        if self.next.is_some_and(|next| Instant::now() >= next) {
            self.next = Some(Instant::now() + PAUSE);
            self.shown = true;
            let name: String = name.chars().filter(|ch| !ch.is_control()).take(50).collect();
            // Nothing depends on whether it can be seen.
            let _ = write!(std::io::stderr(), "\r\x1b[K{what} {}/{all} {name}", done + 1);
            let _ = std::io::stderr().flush();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
