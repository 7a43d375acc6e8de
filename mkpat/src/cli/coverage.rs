//! `mkpat coverage`: which patterns match in games, and how often.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use mkpat_rt::matcher::Matcher;
use serde_json::json;

use super::databases::{self, MatcherName};
use super::{CLEAN, FINDINGS, Trouble};
use crate::tools::positions::coverage::Coverage;
use crate::tools::positions::records::{self, Record};
use crate::tools::progress::Progress;

/// Counts how often patterns match in games
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = "Replays games and counts how often each pattern matches.\n\n\
        Every position of the main lines is matched, for both colours, before class letters, \
        constraints and actions are asked. The report names the patterns that never matched and \
        those that matched most often. How long a position took is written to standard error, so \
        that reports can be compared.",
    after_long_help = "Example:\n  mkpat coverage --manifest patterns games/\n\n\
        Exit codes: 0 done, 1 the databases have errors, or --deny-never and a pattern never \
        matched, 2 wrong usage, or a record cannot be read."
)]
pub(super) struct Arguments {
    /// Game records, or folders with them
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    #[command(flatten)]
    databases: databases::Arguments,
    /// Matcher to use
    #[arg(long, default_value = "auto")]
    matcher: MatcherName,
    /// How many of the most frequent patterns to list
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// Print JSON, with the counts of all patterns and the times
    #[arg(long)]
    json: bool,
    /// Fail if a pattern never matched
    #[arg(long)]
    deny_never: bool,
}

/// Counts, then prints; what is odd in records goes to standard error.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let read = databases::read(&arguments.databases, &[], arguments.matcher)?;
    let Some(databases) = read else { return Ok(FINDINGS) };
    let databases = databases.with_patterns()?;
    let records = records::collect(&arguments.records).map_err(Trouble)?;
    let mut counted: Vec<(Coverage<'_>, Duration)> = databases
        .compiled
        .patterns
        .iter()
        .map(|(_, db)| (Coverage::new(db), Duration::ZERO))
        .collect();
    let (mut matcher, mut positions) = (Matcher::new(), 0_u64);
    let mut progress = Progress::new(true);
    for (done, path) in records.iter().enumerate() {
        let name = path.display().to_string();
        let record = Record::read(path).map_err(Trouble)?;
        let visited = record.each_position(|_, position| {
            positions += 1;
            progress.step("counting", done, Some(records.len()), &name);
            for (coverage, time) in &mut counted {
                let start = Instant::now();
                coverage.add(&mut matcher, position);
                *time += start.elapsed();
            }
        });
        for message in visited.map_err(Trouble)? {
            progress.clear();
            writeln!(std::io::stderr(), "warning: {message}")?;
        }
    }
    drop(progress);
    if arguments.json {
        print_json(&counted, records.len(), positions, out)?;
    } else {
        let s = if records.len() == 1 { "" } else { "s" };
        writeln!(out, "{} game{s}, {positions} positions, both colours", records.len())?;
        for (coverage, time) in &counted {
            print(coverage, arguments.top, out)?;
            let name = &coverage.db.name;
            writeln!(std::io::stderr(), "{name}: {:.1} µs per position", per(*time, positions))?;
        }
    }
    let never = counted.iter().any(|(coverage, _)| coverage.never().next().is_some());
    Ok(if arguments.deny_never && never { FINDINGS } else { CLEAN })
}

/// Microseconds per position.
fn per(time: Duration, positions: u64) -> f64 {
    time.as_secs_f64() * 1e6 / positions.max(1) as f64
}

fn place(coverage: &Coverage<'_>, index: usize) -> String {
    let p = &coverage.db.patterns[index];
    let file = coverage.db.files.get(usize::from(p.file)).map_or("?", String::as_str);
    format!("{file}:{}", p.line)
}

fn print(coverage: &Coverage<'_>, top: usize, out: &mut impl Write) -> Result<(), Trouble> {
    let (most, never) = (coverage.most(), coverage.never().collect::<Vec<_>>());
    let patterns = coverage.counts.len();
    writeln!(
        out,
        "\n{}: {} of {patterns} patterns matched, {} matches",
        coverage.db.name,
        most.len(),
        coverage.matches()
    )?;
    let shown = &most[..top.min(most.len())];
    if !shown.is_empty() {
        writeln!(out, "  most often:\n     matches  positions  pattern")?;
    }
    for &i in shown {
        let (count, p) = (coverage.counts[i], &coverage.db.patterns[i]);
        let at = place(coverage, i);
        writeln!(out, "  {:>10} {:>10}  {} ({at})", count.matches, count.positions, p.name)?;
    }
    if !never.is_empty() {
        writeln!(out, "  never:")?;
    }
    for i in never {
        writeln!(out, "    {} ({})", coverage.db.patterns[i].name, place(coverage, i))?;
    }
    Ok(())
}

fn print_json(
    counted: &[(Coverage<'_>, Duration)],
    games: usize,
    positions: u64,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let databases: Vec<_> = counted
        .iter()
        .map(|(coverage, time)| {
            let patterns = coverage.db.patterns.iter().enumerate().map(|(i, p)| {
                json!({
                    "name": p.name,
                    "file": coverage.db.files.get(usize::from(p.file)),
                    "line": p.line,
                    "matches": coverage.counts[i].matches,
                    "positions": coverage.counts[i].positions,
                })
            });
            json!({
                "name": coverage.db.name,
                "matcher": coverage.db.table.matcher(),
                "matches": coverage.matches(),
                "never": coverage.never().count(),
                "microseconds_per_position": per(*time, positions),
                "patterns": patterns.collect::<Vec<_>>(),
            })
        })
        .collect();
    let report = json!({ "games": games, "positions": positions, "databases": databases });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)?;
    Ok(())
}
