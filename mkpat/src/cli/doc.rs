//! `mkpat doc`: a folder of pages about databases.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mkpat_rt::matcher::Matcher;

use super::input::{self, Input};
use super::{CLEAN, FINDINGS, Trouble};
use crate::diag::Diagnostics;
use crate::language::compile;
use crate::language::load::Lowered;
use crate::language::manifest::Manifest;
use crate::tools::gallery::{self, Use, Uses};
use crate::tools::positions::coverage::Coverage;
use crate::tools::positions::records::{self, Record};
use crate::tools::progress::Progress;
use crate::tools::{about, lint, orientations, picture};

#[derive(clap::Args, Debug)]
#[command(
    about = "Makes a folder of pages about databases, to look at them",
    long_about = "Makes a folder of pages about databases, to look at them.\n\n\
        A page for each database has every pattern with its picture, itself in words, its \
        orientations, its relatives, tests and findings; joseki also as a tree. The overview has a \
        search by words and by shape. The pages need no network, and no script but for the search; \
        they can be put on any server as they are.",
    after_help = "Exit codes: 0 done, 1 the databases have errors (patterns with errors are left out), \
        2 wrong usage or files that cannot be read or written."
)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The folder for the pages; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Tell how often each pattern matches in these game records, or in those of a folder
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
}

/// Writes the pages.
pub(super) fn run<W: Write>(arguments: &Arguments, out: &mut W) -> Result<u8, Trouble> {
    let mut progress = Progress::new(true);
    let mut input = input::read_all(&arguments.input, &mut progress)?;
    input::all_read(&input.run)?;
    let unread = orientations::read_beside(&mut input.run, &input.units);
    drop(unread);
    let Input { mut run, units, .. } = input;
    let diags = std::mem::take(&mut run.diags);
    let linted = lint::check_all(&run, &units, diags, |_| {});
    let uses = match arguments.records.as_slice() {
        [] => None,
        paths => Some(count(&run, &units, paths, &mut progress)?),
    };
    let beside = run.sources.iter().find_map(|(_, file)| {
        let path = file.path.as_deref()?;
        path.file_name().is_some_and(|name| name == Manifest::FILE_NAME).then(|| path.to_path_buf())
    });
    let tests = beside.as_deref().and_then(Path::parent).map(|folder| folder.join("tests"));
    let tests = tests.map_or(Vec::new(), |folder| about::read_tests(&folder));
    let pages = gallery::pages(&gallery::Input {
        run: &run,
        units: &units,
        linted: &linted,
        tests: &tests,
        uses: uses.as_ref(),
    });
    progress.clear();
    let fail = |path: &Path, e: std::io::Error| Trouble(format!("{}: {e}", path.display()));
    std::fs::create_dir_all(&arguments.output).map_err(|e| fail(&arguments.output, e))?;
    let mut bytes = 0;
    for page in &pages {
        let path = arguments.output.join(&page.name);
        std::fs::write(&path, &page.text).map_err(|e| fail(&path, e))?;
        bytes += page.text.len();
    }
    writeln!(
        out,
        "{}: {} files, {:.1} MB",
        arguments.output.join("index.html").display(),
        pages.len(),
        bytes as f64 / 1e6
    )?;
    if linted.findings.has_errors() {
        input::show_errors(&run.sources, &linted.findings)?;
        return Ok(FINDINGS);
    }
    Ok(CLEAN)
}

/// Counts the matches of all patterns in records.
fn count(
    run: &crate::language::load::Run,
    units: &[crate::language::load::Unit],
    paths: &[PathBuf],
    progress: &mut Progress,
) -> Result<Uses, Trouble> {
    let compiled: Vec<_> = units
        .iter()
        .filter_map(|unit| match &unit.database {
            Lowered::Patterns(db) => {
                compile::compile(&run.sources, db, &mut Diagnostics::default())
            }
            _ => None,
        })
        .collect();
    let mut counted: Vec<(Coverage<'_>, Duration)> =
        compiled.iter().map(|db| (Coverage::new(db), Duration::ZERO)).collect();
    let mut matcher = Matcher::new();
    let mut uses = Uses::default();
    let records = records::collect(paths).map_err(Trouble)?;
    for (done, path) in records.iter().enumerate() {
        let name = path.display().to_string();
        let record = Record::read(path).map_err(Trouble)?;
        let short = path.file_name().unwrap_or_default().to_string_lossy();
        let odd = record.each_position(|number, position| {
            uses.positions += 1;
            progress.step("counting", done, Some(records.len()), &name);
            for (coverage, time) in &mut counted {
                let start = Instant::now();
                let mut seen = Vec::new();
                coverage.add_with(&mut matcher, position, |found| seen.push(found));
                *time += start.elapsed();
                for found in seen {
                    let key = (found.db.name.clone(), found.pattern().name.clone());
                    let place = format!("{short} after move {number}, O is {}", found.color);
                    let marked = found.watched(position);
                    let drawn = picture::board(&place, position, &marked, found.mv());
                    uses.examples.insert(key, (place, drawn));
                }
            }
        });
        for message in odd.map_err(Trouble)? {
            progress.clear();
            writeln!(std::io::stderr(), "warning: {message}")?;
        }
    }
    for (coverage, time) in &counted {
        let name = &coverage.db.name;
        let each = time.as_secs_f64() * 1e6 / uses.positions.max(1) as f64;
        uses.times.insert(name.clone(), each);
        for (pattern, count) in coverage.db.patterns.iter().zip(&coverage.counts) {
            let used = Use { matches: count.matches, positions: count.positions };
            uses.counts.insert((name.clone(), pattern.name.clone()), used);
        }
    }
    Ok(uses)
}
