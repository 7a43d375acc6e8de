//! Files that change on the disk become events.
//!
//! Asks for times and sizes of a handful of files (the databases in use, the opened record, the folder) every few hundredths of a
//! second: some twenty calls, which cost less than a thousandth of a core, work on every file system, and need neither a crate nor
//! handles of the system that can run out. `mkpat check --watch` does the same.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::changes;
use crate::position::{Stamp, stamp};
use crate::studio::Studio;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(30);
/// A file is taken up when it has not changed for so long: editors empty it before they write.
const SETTLED: Duration = Duration::from_millis(10);

/// Watches until the process ends.
pub(crate) fn watch(studio: &Arc<Studio>) {
    let mut known: Vec<(PathBuf, Stamp)> = Vec::new();
    loop {
        let paths = studio.watched();
        let mut now = stamps(&paths);
        while now != known {
            std::thread::sleep(SETTLED);
            let later = stamps(&paths);
            if later == now {
                break;
            }
            now = later;
        }
        let before = |path: &PathBuf| known.iter().find(|(old, _)| old == path).map(|(_, old)| old);
        let differs =
            |(path, stamp): &&(PathBuf, Stamp)| before(path).is_some_and(|old| old != stamp);
        let changed: Vec<PathBuf> = now.iter().filter(differs).map(|(p, _)| p.clone()).collect();
        // What happened to a file after it was read, and before it was first looked at here, is found by its content.
        let is_new = now.iter().any(|(path, _)| before(path).is_none());
        known = now;
        if !changed.is_empty() || is_new {
            studio.files_changed(&changed);
            changes::take_up(studio);
        }
        std::thread::sleep(PAUSE);
    }
}

fn stamps(paths: &[PathBuf]) -> Vec<(PathBuf, Stamp)> {
    paths.iter().map(|p| (p.clone(), stamp(p))).collect()
}
