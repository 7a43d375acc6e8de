//! The command `katachi regress`: suites in, a table and a verdict out.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use mkpat_rt::db::PatternSet;

use super::ratchet::Ratchet;
use super::suite::Suite;
use super::{Gtp, Report, run};
use crate::gtp;
use crate::session::{Session, Settings};

/// Arguments of `katachi regress`.
#[derive(Args, Debug)]
pub struct RegressArgs {
    /// Suites in GNU Go's `.tst` format; without any, all suites of the folder.
    #[arg(value_name = "SUITE")]
    suites: Vec<PathBuf>,
    /// Folder in which the suites run: record names and suite names are relative to it.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// File with the tests that must pass.
    #[arg(long, value_name = "FILE")]
    ratchet: Option<PathBuf>,
    /// Write the tests that pass now into the ratchet file, if none was lost.
    #[arg(long, requires = "ratchet")]
    update: bool,
    /// With --update: write them even if tests were lost.
    #[arg(long, requires = "update")]
    accept_losses: bool,
    /// Suites at a time; else one per processor.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print every test that fails.
    #[arg(long)]
    failures: bool,
}

/// What a regression run ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing that passed was lost.
    Good,
    /// Tests that passed before fail now.
    Lost(usize),
}

/// A session as the runner sees it.
struct Engine(Session);

impl Gtp for Engine {
    fn command(&mut self, line: &str) -> (bool, String) {
        let response = gtp::execute(&mut self.0, line).unwrap_or_default();
        let text = response.get(1..).unwrap_or("").trim();
        (response.starts_with('='), text.to_string())
    }
}

/// Runs the suites and prints a table; the verdict is about the ratchet.
///
/// # Errors
///
/// A message if a file cannot be read or written or the databases do not fit the engine.
pub fn regress(
    args: &RegressArgs,
    patterns: &PatternSet,
    settings: &Settings,
    out: &mut impl Write,
) -> Result<Verdict, String> {
    let ratchet = match &args.ratchet {
        Some(path) if path.exists() => {
            Ratchet::parse(&read(path)?).map_err(|e| format!("{}: {e}", path.display()))?
        }
        Some(path) if !args.update => return Err(format!("{}: no such file", path.display())),
        _ => Ratchet::default(),
    };
    let ratchet_path = match &args.ratchet {
        Some(path) => Some(std::path::absolute(path).map_err(|e| e.to_string())?),
        None => None,
    };
    let suites = suites(args)?;
    // Fail on a bad database here, once, instead of in every thread.
    Session::new(patterns.clone(), settings).map_err(|e| e.join("\n"))?;
    // Suites name records relative to their folder.
    std::env::set_current_dir(&args.folder)
        .map_err(|e| format!("{}: {e}", args.folder.display()))?;
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let total = suites.len();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let reports = run(
        &suites,
        threads,
        || Engine(Session::new(patterns.clone(), settings).expect("checked above")),
        |report| {
            let n = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            // Progress for people; nobody reads it if this fails.
            let _ = writeln!(io::stderr(), "[{n}/{total}] {}", report.suite);
        },
    );
    let change = ratchet.compare(&reports);
    let mut text = table(&reports, args.failures);
    for (suite, id) in &change.lost {
        let _ = writeln!(text, "LOST {suite} {id}");
    }
    if args.ratchet.is_some() {
        let _ = writeln!(text, "{} lost, {} gained", change.lost.len(), change.gained.len());
    }
    let raise = args.update && (change.lost.is_empty() || args.accept_losses);
    if let Some(path) = ratchet_path.filter(|_| raise) {
        let mut next = ratchet;
        next.suites.extend(Ratchet::of(&reports).suites);
        std::fs::write(&path, next.to_string()).map_err(|e| format!("{}: {e}", path.display()))?;
        let _ = writeln!(text, "wrote {}", path.display());
    }
    out.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    Ok(if change.lost.is_empty() { Verdict::Good } else { Verdict::Lost(change.lost.len()) })
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = mkpat::source::read_file(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn suites(args: &RegressArgs) -> Result<Vec<Suite>, String> {
    let mut paths = args.suites.clone();
    if paths.is_empty() {
        let folder = std::fs::read_dir(&args.folder)
            .map_err(|e| format!("{}: {e}", args.folder.display()))?;
        for entry in folder {
            let name = PathBuf::from(entry.map_err(|e| e.to_string())?.file_name());
            if name.extension().is_some_and(|e| e == "tst") {
                paths.push(name);
            }
        }
        paths.sort();
    }
    if paths.is_empty() {
        return Err(format!("{}: no suites", args.folder.display()));
    }
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok(Suite::parse(&name, &read(&args.folder.join(path))?))
        })
        .collect()
}

fn table(reports: &[Report], failures: bool) -> String {
    let mut text = String::new();
    let (mut passed, mut count, mut time) = (0, 0, 0.0);
    for report in reports {
        let seconds: f64 = report.outcomes.iter().map(|o| o.time.as_secs_f64()).sum();
        let (p, n) = (report.passed(), report.outcomes.len());
        let _ = writeln!(text, "{:<16} {p:4}/{n:4} {seconds:8.2} s", report.suite);
        for o in report.outcomes.iter().filter(|o| failures && !o.passed) {
            let known = if o.known_failure { " (known)" } else { "" };
            let _ = writeln!(
                text,
                "  FAILED{known} {} {}: expected {}, got {:?}",
                o.id, o.command, o.expected, o.answer
            );
        }
        passed += p;
        count += n;
        time += seconds;
    }
    let _ = writeln!(text, "{:<16} {passed:4}/{count:4} {time:8.2} s", "TOTAL");
    text
}
