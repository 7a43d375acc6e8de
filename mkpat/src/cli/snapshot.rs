//! `mkpat snapshot`: the compiled form of all databases as text.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::databases::{self, MatcherName};
use super::files::write_whole;
use super::{CLEAN, FINDINGS, Trouble};
use crate::source;
use crate::tools::snapshot::{self, EXTENSION};

/// Writes the compiled form of databases as text
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Writes the compiled form of databases as text, for `git diff`.\n\n\
        There are two files per pattern database: NAME.patterns.snapshot.txt with the diagrams, \
        values and constraint programs as compiled, and NAME.table.snapshot.txt with the table of \
        its matcher. Other databases have one file. Patterns stand by name, and tables are those of \
        this order, so that a pattern that moves in its file changes nothing. Without -o everything \
        is printed.",
    after_long_help = "Examples:\n  \
        mkpat snapshot --manifest patterns -o snapshots\n  \
        mkpat snapshot --manifest patterns -o snapshots --check\n\n\
        Exit codes: 0 written, or nothing differs, 1 --check found differences, or the databases \
        have errors, 2 wrong usage, or a file cannot be read or written."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    databases: databases::Arguments,
    /// Folder for the files; made if need be
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing; tell what differs from the files
    #[arg(long, requires = "out")]
    check: bool,
}

/// Writes, prints or compares the snapshots.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let read = databases::read(&arguments.databases, &[], MatcherName::Auto)?;
    let Some(databases) = read else { return Ok(FINDINGS) };
    let files = snapshot::files(&databases.sources, &databases.compiled);
    let Some(dir) = &arguments.out else {
        for (name, text) in &files {
            writeln!(out, "==> {name} <==\n{text}")?;
        }
        return Ok(CLEAN);
    };
    // Files of databases that are no longer there; only a whole manifest can tell.
    let stale = if arguments.databases.are_all() { stale(dir, &files)? } else { Vec::new() };
    if arguments.check {
        return compare(dir, &files, &stale, out);
    }
    std::fs::create_dir_all(dir).map_err(|e| Trouble(format!("{}: {e}", dir.display())))?;
    for (name, text) in &files {
        let path = dir.join(name);
        if source::read_file(&path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        write_whole(&path, text)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    for path in &stale {
        std::fs::remove_file(path).map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
        writeln!(out, "removed {}", path.display())?;
    }
    Ok(CLEAN)
}

fn stale(dir: &Path, files: &BTreeMap<String, String>) -> Result<Vec<PathBuf>, Trouble> {
    let mut stale = Vec::new();
    let entries = match std::fs::read_dir(dir) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(stale),
        entries => entries.map_err(|e| Trouble(format!("{}: {e}", dir.display())))?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(EXTENSION) && !files.contains_key(&name) {
            stale.push(entry.path());
        }
    }
    stale.sort();
    Ok(stale)
}

/// Tells the first difference of each file.
fn compare(
    dir: &Path,
    files: &BTreeMap<String, String>,
    stale: &[PathBuf],
    out: &mut impl Write,
) -> Result<u8, Trouble> {
    let mut differ = stale.len();
    for (name, new) in files {
        let path = dir.join(name);
        if !path.exists() {
            writeln!(out, "{}: is missing", path.display())?;
            differ += 1;
            continue;
        }
        let old =
            source::read_file(&path).map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
        let old = String::from_utf8_lossy(&old).into_owned();
        if old == *new {
            continue;
        }
        differ += 1;
        let (mut a, mut b, mut line) = (old.split('\n'), new.split('\n'), 1);
        loop {
            match (a.next(), b.next()) {
                (Some(x), Some(y)) if x == y => line += 1,
                (x, y) => {
                    writeln!(out, "{}:{line}: differs", path.display())?;
                    for (sign, text) in [('-', x), ('+', y)] {
                        if let Some(text) = text {
                            writeln!(out, "  {sign} {text}")?;
                        }
                    }
                    break;
                }
            }
        }
    }
    for path in stale {
        writeln!(out, "{}: is of no database", path.display())?;
    }
    writeln!(out, "{} snapshots, {differ} differ", files.len() + stale.len())?;
    Ok(if differ > 0 { FINDINGS } else { CLEAN })
}
