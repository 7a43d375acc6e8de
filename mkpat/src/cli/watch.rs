//! Does something again whenever files change.
//!
//! Asks for the times and sizes of the files several times a second: that works on
//! every file system, costs nothing that could be measured for a handful of files,
//! and needs no handling of signals (Ctrl-C ends the process, which has nothing to clean up).

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::Trouble;

/// Time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// What is compared of a file; `None` if it is not there.
type Stamp = Option<(SystemTime, u64)>;

/// Calls `work`, which says which files it has looked at, now and after every change
/// of one of them. Returns only if the output is closed.
pub(super) fn watch<W: Write>(
    out: &mut W,
    mut files: Vec<PathBuf>,
    mut work: impl FnMut(&mut W) -> Result<Vec<PathBuf>, Trouble>,
) -> Result<(), Trouble> {
    for round in 1.. {
        // A change while the work goes on must not be missed.
        let before = stamps(&files);
        if std::io::stdout().is_terminal() {
            write!(out, "\x1b[2J\x1b[H")?;
        }
        let begun = Instant::now();
        let done = work(out);
        let took = begun.elapsed().as_secs_f64();
        out.flush()?;
        let known = files.len();
        match done {
            Ok(looked_at) => {
                for file in looked_at {
                    if !files.contains(&file) {
                        files.push(file);
                    }
                }
            }
            // Half-written files and wrong manifests are to be mended while we wait.
            Err(Trouble(message)) => writeln!(std::io::stderr(), "mkpat: {message}")?,
        }
        // The number tells that something has been done even if its result is the same.
        writeln!(
            std::io::stderr(),
            "mkpat: check {round} took {took:.2} s; waiting for changes, Ctrl-C ends"
        )?;
        let added = stamps(&files[known..]);
        let before: Vec<Stamp> = before.into_iter().chain(added).collect();
        while stamps(&files) == before {
            std::thread::sleep(PAUSE);
        }
        // Editors write in several steps.
        std::thread::sleep(PAUSE / 4);
    }
    Ok(())
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |file: &PathBuf| {
        let data = std::fs::metadata(file).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    files.iter().map(stamp).collect()
}
