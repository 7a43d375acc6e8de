//! How far long work has come: one line on standard error, if that is a terminal.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that takes less time than this shows no line.
const PATIENCE: Duration = Duration::from_millis(400);

/// Shortest time between two lines.
const PAUSE: Duration = Duration::from_millis(50);

/// A line that is rewritten while the work goes on, and gone at its end.
#[derive(Debug)]
pub struct Progress {
    /// When the next line may be written; `None`: never.
    next: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Begins; `wanted` may switch it off.
    pub fn new(wanted: bool) -> Progress {
        let on = wanted && std::io::stderr().is_terminal();
        Progress { next: on.then(|| Instant::now() + PATIENCE), shown: false }
    }

    /// Says that step `done` (from 0) of `all` begins; `None`: their number is not known.
    pub fn step(&mut self, what: &str, done: usize, all: Option<usize>, name: &str) {
        if self.next.is_some_and(|next| Instant::now() >= next) {
            self.next = Some(Instant::now() + PAUSE);
            self.shown = true;
            let name: String = name.chars().filter(|ch| !ch.is_control()).take(50).collect();
            let all = all.map_or(String::new(), |all| format!("/{all}"));
            // One write, so that the terminal does not flicker. If it fails, nothing is lost.
            let line = format!("\r\x1b[K{what} {}{all} {name}", done + 1);
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
    }

    /// Takes the line away, so that something else can be written.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A stream that takes the line away before it writes, and writes at once.
#[derive(Debug)]
pub struct Clearing<'a, W> {
    /// Where it writes.
    pub out: W,
    /// The line.
    pub progress: &'a RefCell<Progress>,
}

impl<W: Write> Write for Clearing<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.progress.borrow_mut().clear();
        self.out.write_all(bytes)?;
        if self.progress.borrow().next.is_some() { self.out.flush() } else { Ok(()) }
    }
}
