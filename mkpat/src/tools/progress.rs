//! How far long work has come: one line on standard error, if that is a terminal.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less time than this shows no line.
const PATIENCE: Duration = Duration::from_millis(400);

/// How often the line is drawn in a second, at most.
const RATE: u8 = 20;

/// A line that is rewritten while the work goes on, and gone at its end.
#[derive(Debug)]
pub struct Progress {
    /// When the first line may be written; `None`: never.
    first: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins; `wanted` may switch it off.
    pub fn new(wanted: bool) -> Progress {
        let on = wanted && io::stderr().is_terminal();
        Progress { first: on.then(|| Instant::now() + PATIENCE), bar: None }
    }

    /// Says that step `done` (from 0) of `all` begins; `None`: their number is not known.
    pub fn step(&mut self, what: &str, done: usize, all: Option<usize>, name: &str) {
        let name: String = name.chars().filter(|ch| !ch.is_control()).take(50).collect();
        let place = all.map_or(format!("{}", done + 1), |all| format!("{}/{all}", done + 1));
        self.say(&format!("{what} {place} {name}"));
    }

    /// Says how far the work is.
    pub fn say(&mut self, text: &str) {
        if self.first.is_some_and(|first| Instant::now() >= first) {
            let bar = self.bar.get_or_insert_with(|| {
                let bar =
                    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(RATE));
                bar.with_style(
                    ProgressStyle::with_template("{msg}")
                        .unwrap_or_else(|_| ProgressStyle::default_spinner()),
                )
            });
            bar.set_message(text.to_string());
        }
    }

    /// Takes the line away, so that something else can be written.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
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
        if self.progress.borrow().first.is_some() { self.out.flush() } else { Ok(()) }
    }
}
