//! The command `katachi regress`: suites in, a table and a verdict out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use engine::patterns::Profile;
use mkpat_rt::db::PatternSet;

use super::baseline::Baseline;
use super::progress::Progress;
use super::ratchet::{Cause, Ratchet};
use super::report::{self, Detail};
use super::suite::Suite;
use super::{Gtp, run};
use crate::session::{Session, Settings};
use crate::{gtp, profile};

/// How many warnings about one suite are printed at most.
const MAX_WARNINGS: usize = 20;

/// Arguments of `katachi regress`.
#[derive(Args, Debug)]
pub struct RegressArgs {
    /// Suites in GNU Go's `.tst` format; without any, all suites of the folder.
    #[arg(value_name = "SUITE")]
    suites: Vec<PathBuf>,
    /// Folder in which the suites run: record names and suite names are relative to it.
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// File with the tests that pass, and those that were lost.
    #[arg(long, value_name = "FILE")]
    ratchet: Option<PathBuf>,
    /// File with the verdicts, nodes and times of an earlier run, to compare with.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what was found into the files of --ratchet and --baseline, if no test
    /// was lost or --reason is given. Suites that were not run stay as they are.
    #[arg(long)]
    update: bool,
    /// With --update: write even if tests were lost, and why they were; the ratchet keeps it.
    #[arg(long, value_name = "TEXT", requires = "update")]
    reason: Option<String>,
    /// With --reason: the commit that lost them; else the present one of the git repository in
    /// which the ratchet lies.
    #[arg(long, value_name = "HASH", requires = "reason")]
    commit: Option<String>,
    /// Leave out questions that the ratchet does not hold as passing: takes half the time, and
    /// tells what is lost, but not what is gained.
    #[arg(long, requires = "ratchet", conflicts_with_all = ["update", "baseline"])]
    held: bool,
    /// Suites at a time; else one per processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print every test that fails.
    #[arg(long)]
    failures: bool,
    /// Print every test, with its time and nodes.
    #[arg(long, conflicts_with = "failures")]
    tests: bool,
    /// Print what patterns and helpers cost, too, in time and calls.
    #[arg(long)]
    profile: bool,
    /// Print everything as JSON instead.
    #[arg(long)]
    json: bool,
}

/// What a regression run ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunVerdict {
    /// Nothing that passed was lost.
    Good,
    /// Tests that passed before fail now.
    Lost(usize),
}

/// A session as the runner sees it.
struct SessionGtp(Session);

impl Gtp for SessionGtp {
    fn command(&mut self, line: &str) -> (bool, String) {
        let response = gtp::execute(&mut self.0, line).unwrap_or_default();
        let text = response.get(1..).unwrap_or("").trim();
        (response.starts_with('='), text.to_string())
    }

    fn forget(&mut self) {
        self.0.forget_readings();
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// A file that is compared with, and perhaps written: read before the run, and its
/// absolute path, since the run changes the folder.
struct TrackedFile<T> {
    path: PathBuf,
    content: T,
}

impl<T: Default> TrackedFile<T> {
    fn open(
        path: Option<&Path>,
        may_be_new: bool,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<TrackedFile<T>>, String> {
        let Some(path) = path else { return Ok(None) };
        let at = |e: String| format!("{}: {e}", path.display());
        let content = if !may_be_new || path.exists() {
            parse(&read(path)?).map_err(at)?
        } else {
            T::default()
        };
        let path = std::path::absolute(path).map_err(|e| at(e.to_string()))?;
        Ok(Some(TrackedFile { path, content }))
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    // For people; the file is written anyway.
    let _ = writeln!(io::stderr(), "wrote {}", path.display());
    Ok(())
}

/// Runs the suites and prints a table; the verdict is about the ratchet and the
/// baseline.
///
/// # Errors
///
/// A message if a file cannot be read or written, the databases do not fit the engine, or a
/// folder that is run as a whole lacks suites of the ratchet.
pub fn regress(
    args: &RegressArgs,
    patterns: &PatternSet,
    settings: &Settings,
    out: &mut impl Write,
) -> Result<RunVerdict, String> {
    if args.update && args.ratchet.is_none() && args.baseline.is_none() {
        return Err("--update needs --ratchet or --baseline".to_string());
    }
    let ratchet = TrackedFile::open(args.ratchet.as_deref(), args.update, Ratchet::parse)?;
    let baseline = TrackedFile::open(args.baseline.as_deref(), args.update, Baseline::parse)?;
    let cause = cause(args)?;
    let mut suites = suites(args)?;
    if let Some(ratchet) = ratchet.as_ref().filter(|_| args.held) {
        for suite in &mut suites {
            let held = ratchet.content.passing.get(&suite.name);
            suite.leave_out_questions(|id| held.is_none_or(|held| !held.contains(&id)));
        }
    }
    if suites.iter().all(|s| s.tests() == 0) {
        return Err(format!("{}: no tests", args.folder.display()));
    }
    // Fail on a bad database here, once, instead of in every thread.
    Session::new(patterns.clone(), settings).map_err(|e| e.join("\n"))?;
    // Suites name records relative to their folder.
    std::env::set_current_dir(&args.folder)
        .map_err(|e| format!("{}: {e}", args.folder.display()))?;
    let threads = match args.threads {
        Some(n) => usize::from(n),
        None => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let progress = Progress::new(suites.len(), suites.iter().map(Suite::tests).sum());
    let counted = Profile::default();
    let reports = run(
        &suites,
        threads,
        || {
            let mut session = Session::new(patterns.clone(), settings).expect("checked above");
            if args.profile {
                session.measure(counted.clone());
            }
            SessionGtp(session)
        },
        |event| progress.event(event),
    );
    drop(progress);
    let change = ratchet.as_ref().map(|r| r.content.compare(&reports));
    // A new baseline is nothing to compare with.
    let old = baseline.as_ref().filter(|b| !b.content.tests.is_empty());
    let comparison = old.map(|b| b.content.compare(&reports));
    let costs = args.profile.then(|| counted.costs());
    let text = if args.json {
        let costs = costs.as_ref().map(profile::json);
        report::document(&reports, change.as_ref(), comparison.as_ref(), costs)
    } else {
        let detail = match (args.tests, args.failures) {
            (true, _) => Detail::Tests,
            (_, true) => Detail::Failures,
            _ => Detail::Suites,
        };
        let costs = costs.map_or(String::new(), |costs| format!("\n{}", profile::table(&costs)));
        let changes = report::changes(change.as_ref(), comparison.as_ref());
        report::table(&reports, detail) + &changes + &costs
    };
    out.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    // Whoever names suites wants these; a run of the folder must have all.
    if let Some(change) =
        change.as_ref().filter(|c| args.suites.is_empty() && !c.missing.is_empty())
    {
        let missing = change.missing.join(", ");
        return Err(format!(
            "{}: no such suites, but the ratchet has them: {missing}",
            args.folder.display()
        ));
    }
    let lost_tests = change.as_ref().map_or(0, |c| c.lost.len());
    let lost = lost_tests.max(comparison.map_or(0, |c| c.lost.len()));
    if args.update && lost > 0 && args.reason.is_none() {
        // For people; the verdict is the same without it.
        let _ =
            writeln!(io::stderr(), "katachi: nothing is written: --reason says why tests are lost");
    } else if args.update {
        if let Some(mut kept) = ratchet {
            kept.content.take(&reports, cause)?;
            write(&kept.path, &kept.content.to_string())?;
        }
        if let Some(mut kept) = baseline {
            kept.content.take(&reports);
            write(&kept.path, &kept.content.to_string())?;
        }
    }
    Ok(if lost == 0 { RunVerdict::Good } else { RunVerdict::Lost(lost) })
}

/// The cause of losses that the arguments give. It is asked for before the run, so that
/// nobody waits for a refusal.
fn cause(args: &RegressArgs) -> Result<Option<Cause>, String> {
    let (Some(reason), Some(ratchet)) = (&args.reason, &args.ratchet) else { return Ok(None) };
    let commit = match &args.commit {
        Some(commit) => commit.clone(),
        None => present_commit(ratchet)?,
    };
    Cause::new(&commit, reason).map(Some)
}

/// The abbreviated hash of the present commit of the repository in which a file lies.
fn present_commit(file: &Path) -> Result<String, String> {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["rev-parse", "--short", "HEAD"])
        .output()
        .map_err(|e| format!("git: {e}; --commit names the commit"))?;
    if !output.status.success() {
        let place = folder.display();
        return Err(format!("{place} is in no git repository; --commit names the commit"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
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
            let (suite, warnings) = Suite::parse(&name, &read(&args.folder.join(path))?);
            for warning in warnings.iter().take(MAX_WARNINGS) {
                // For people; the suite runs anyway.
                let _ = writeln!(io::stderr(), "katachi: {}: {warning}", path.display());
            }
            Ok(suite)
        })
        .collect()
}
