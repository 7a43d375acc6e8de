//! `mkpat diff`: what changed in meaning.

use std::io::Write;
use std::path::{Path, PathBuf};

use mkpat_rt::geom::Color;

use super::files::Single;
use super::{CLEAN, FINDINGS, Trouble, input};
use crate::language::ir::Database;
use crate::language::load::{Lowered, Run};
use crate::tools::compare::{Difference, MatchChange, Positions, compare};
use crate::tools::positions::records::Record;
use crate::tools::progress::Progress;

#[derive(clap::Args, Debug)]
#[command(
    about = "Compares two files or folders of databases by meaning",
    long_about = "Compares two files or folders of databases by meaning.\n\n\
        Layout and the order of patterns do not count. A pattern that is gone and a new one with \
        the same body are shown as renamed. With --positions the main lines of the game records \
        are replayed, and the raw matches (before class, constraint and helper) that only one of \
        the two has are listed for both colours.",
    after_help = "Exit codes: 0 no difference, 1 differences, 2 wrong usage, errors in the databases \
        or unreadable files."
)]
#[group(skip)]
pub(super) struct Arguments {
    /// A database file, a manifest or a folder with one
    old: PathBuf,
    /// The same later
    new: PathBuf,
    /// Game records on whose positions raw matches are compared
    #[arg(long, value_name = "FILE.sgf", num_args = 1..)]
    positions: Vec<PathBuf>,
    /// Most positions that are listed for each record
    #[arg(long, value_name = "N", default_value_t = 20, requires = "positions")]
    limit: usize,
}

/// The databases at `path`, and whether it is a single file.
fn read(path: &Path) -> Result<(Vec<Database>, bool), Trouble> {
    let is_file = path.extension().is_none_or(|e| e != "toml") && !path.is_dir();
    let (run, databases) = if is_file {
        let mut file = Single::read(path)?;
        file.need_patterns()?;
        let trees = std::slice::from_ref(&file.tree);
        let db = crate::language::lower::lower(
            &file.run.sources,
            &file.spec,
            trees,
            &mut file.run.diags,
        );
        (file.run, vec![db])
    } else {
        std::fs::metadata(path).map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
        let mut run = Run::from_manifest(path);
        let all: Vec<Lowered> = run.lower();
        let patterns = all.into_iter().filter_map(|db| match db {
            Lowered::Patterns(db) => Some(db),
            Lowered::Eyes(_) | Lowered::Playouts(_) => None,
        });
        let databases = patterns.collect();
        (run, databases)
    };
    if run.diags.has_errors() {
        input::show_errors(&run.sources, &run.diags)?;
        return Err(Trouble(format!("{}: not compared, because it has errors", path.display())));
    }
    Ok((databases, is_file))
}

/// Prints the differences.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (old, old_file) = read(&arguments.old)?;
    let (new, new_file) = read(&arguments.new)?;
    let mut differs = false;
    let mut pairs: Vec<(&str, Difference<'_>)> = Vec::new();
    if let ([a], [b]) = (old.as_slice(), new.as_slice())
        && old_file
        && new_file
    {
        pairs.push((&b.spec.name, compare(a, b)));
    } else {
        for b in &new {
            match old.iter().find(|a| a.spec.name == b.spec.name) {
                Some(a) => pairs.push((&b.spec.name, compare(a, b))),
                None => {
                    differs = true;
                    let (name, n) = (&b.spec.name, b.patterns.len());
                    writeln!(out, "database {name} is new, with {n} patterns")?;
                }
            }
        }
        for a in old.iter().filter(|a| new.iter().all(|b| a.spec.name != b.spec.name)) {
            differs = true;
            let (name, n) = (&a.spec.name, a.patterns.len());
            writeln!(out, "database {name} is gone, with {n} patterns")?;
        }
    }
    for (name, difference) in &pairs {
        if difference.is_empty() {
            continue;
        }
        differs = true;
        if !(old_file && new_file) {
            writeln!(out, "database {name}")?;
        }
        write!(out, "{}", difference.to_text())?;
        if let Some(mut positions) = Positions::new(&difference.changes).map_err(Trouble)? {
            let all = arguments.positions.len();
            let mut progress = Progress::new(true);
            for (done, record) in arguments.positions.iter().enumerate() {
                let name = record.display().to_string();
                let step = || progress.step("replaying", done, Some(all), &name);
                let (odd, text) = replay(record, &mut positions, arguments.limit, step)?;
                progress.clear();
                for message in odd {
                    writeln!(std::io::stderr(), "warning: {message}")?;
                }
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        } else if !arguments.positions.is_empty() {
            writeln!(out, "every pattern matches where it did")?;
        }
    }
    Ok(if differs { FINDINGS } else { CLEAN })
}

/// Lists the positions of a record on which matches differ, and what is odd in the
/// record. `step` is called at each position.
fn replay(
    path: &Path,
    positions: &mut Positions,
    limit: usize,
    mut step: impl FnMut(),
) -> Result<(Vec<String>, String), Trouble> {
    let record = Record::read(path).map_err(Trouble)?;
    let (mut shown, mut found, mut all) = (0, 0, 0);
    let mut text = String::new();
    let odd = record.each_position(|moves, position| {
        all += 1;
        step();
        let changes = positions.changes(position.view());
        if changes.is_empty() {
            return;
        }
        found += 1;
        if shown < limit {
            shown += 1;
            text.push_str(&format!("{}: after move {moves}\n", path.display()));
            for change in changes {
                text.push_str(&format!("  {}\n", describe(&change, position.size())));
            }
        }
    });
    let (odd, path) = (odd.map_err(Trouble)?, path.display());
    if found > shown {
        text.push_str(&format!("{path}: {} more positions\n", found - shown));
    }
    text.push_str(&format!("{path}: matches differ on {found} of {all} positions\n"));
    Ok((odd, text))
}

fn describe(change: &MatchChange, size: usize) -> String {
    let sign = if change.is_new { '+' } else { '-' };
    let color = match change.color {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{sign} {} for {color} at {}", change.name, change.at.name(size))
}
