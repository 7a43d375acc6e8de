//! Runs test files and tells what is not as expected.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use mkpat_rt::db::PatternDb;
use mkpat_rt::matcher::Matcher;

use super::{Case, Change, Judge, TestFile, check, collect, fits};

/// Largest test file, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// What to do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only cases whose title contains one of these, or that name a pattern which it
    /// is; all cases if empty.
    pub filter: Vec<String>,
    /// Make the texts of the files with what is found.
    pub update: bool,
    /// Only list the cases.
    pub list: bool,
    /// Colour differences, as terminals understand it.
    pub color: bool,
    /// The command, for what to do next.
    pub command: &'static str,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Cases run, or listed.
    pub cases: usize,
    /// Those that were not as expected.
    pub failed: usize,
    /// With [`Options::update`]: the files that change, with their new text.
    pub changed: Vec<(PathBuf, String)>,
}

/// Runs the cases of `files` and writes about those that are not as expected. `begin` is
/// told the number of each file before it is read.
///
/// # Errors
///
/// What cannot be read or tested, with its place, as [`io::Error::other`]; the error of a
/// stream that fails.
pub fn run(
    files: &[PathBuf],
    databases: &[&PatternDb],
    mut judge: Option<&mut dyn Judge>,
    options: &Options,
    out: &mut dyn Write,
    begin: &mut dyn FnMut(usize),
) -> io::Result<Report> {
    let mut report = Report::default();
    let mut matcher = Matcher::new();
    let mut unasked = 0;
    for (index, path) in files.iter().enumerate() {
        begin(index);
        let name = path.display().to_string();
        let text = read(path).map_err(io::Error::other)?;
        let place =
            |line: usize, message: &str| io::Error::other(format!("{name}:{line}: {message}"));
        let file = TestFile::parse(&text).map_err(|e| place(e.line, &e.message))?;
        let mut found = Vec::new();
        for case in &file.cases {
            if !options.filter.is_empty() && !options.filter.iter().any(|f| is_meant(case, f)) {
                found.push(None);
                continue;
            }
            report.cases += 1;
            if options.list {
                writeln!(out, "{name}:{}: {}", case.line, case.title)?;
                continue;
            }
            let judge: Option<&mut dyn Judge> = match &mut judge {
                Some(judge) => Some(&mut **judge),
                None => None,
            };
            let asks = case.wants_answers() || !case.goals.is_empty();
            unasked += usize::from(judge.is_none() && asks);
            let outcome = check(case, databases, &mut matcher, judge)
                .map_err(|e| place(e.line, &e.message))?;
            if !outcome.passed() {
                report.failed += 1;
                writeln!(out, "{name}:{}: {}", case.line, case.title)?;
                for (change, line) in outcome.shown() {
                    let (on, off) = match change {
                        Change::Missing if options.color => ("\x1b[31m", "\x1b[0m"),
                        Change::Unexpected if options.color => ("\x1b[32m", "\x1b[0m"),
                        _ => ("", ""),
                    };
                    writeln!(out, "  {on}{} {line}{off}", change.sign())?;
                }
            }
            found.push(Some(outcome.found));
        }
        if options.update && !options.list {
            let new = file.updated(&text, &found);
            if new != text {
                report.changed.push((path.clone(), new));
            }
        }
    }
    if report.cases == 0 {
        return Err(io::Error::other(format!("no case fits {}", options.filter.join(", "))));
    }
    if options.list {
        return Ok(report);
    }
    let Report { cases, failed, changed } = &report;
    if options.update {
        let (cases, failed, files) = (count(*cases, "case"), failed, count(changed.len(), "file"));
        writeln!(out, "{cases}: {failed} changed, {files} written")?;
    } else {
        let cases = count(report.cases, "case");
        let passed = report.cases - failed;
        writeln!(out, "{cases}: {passed} passed, {failed} failed")?;
        if *failed > 0 {
            let command = options.command;
            writeln!(
                out,
                "- is expected and was not found, + was found and is not expected; \
                 `{command} --update` writes what is found into the files, for review"
            )?;
        }
    }
    if unasked > 0 {
        let cases = count(unasked, "case");
        writeln!(out, "{cases} with answers of constraints or goals, which `katachi test` checks")?;
    }
    Ok(report)
}

fn count(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// Whether `filter` means a case: by a part of its title, or by a pattern.
fn is_meant(case: &Case, filter: &str) -> bool {
    case.title.contains(filter) || case.only.iter().any(|(glob, _)| fits(glob, filter))
}

fn read(path: &Path) -> Result<String, String> {
    let told = |e: String| format!("{}: {e}", path.display());
    let meta = std::fs::metadata(path).map_err(|e| told(e.to_string()))?;
    if meta.is_dir() {
        return Err(told("is a folder, not a file".to_string()));
    }
    if meta.len() > MAX_FILE {
        return Err(told(format!("larger than {} MiB", MAX_FILE >> 20)));
    }
    let mut bytes = Vec::new();
    // A device does not tell how long it is.
    std::fs::File::open(path)
        .and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes))
        .map_err(|e| told(e.to_string()))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(told(format!("larger than {} MiB", MAX_FILE >> 20)));
    }
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n');
        format!("{}:{}: not UTF-8", path.display(), line.count() + 1)
    })
}

/// Runs all cases of the files under `folder` on `databases`: for the test of a
/// crate that keeps databases. Answers how many cases there were.
///
/// # Errors
///
/// Everything that is not as expected, with places, as text.
pub fn check_folder(
    folder: &Path,
    databases: &[&PatternDb],
    judge: Option<&mut dyn Judge>,
) -> Result<usize, String> {
    let options = Options { command: "mkpat test", ..Options::default() };
    let mut out = Vec::new();
    let report = run(&collect(folder)?, databases, judge, &options, &mut out, &mut |_| {});
    let told = String::from_utf8_lossy(&out).into_owned();
    match report {
        Ok(report) if report.failed == 0 => Ok(report.cases),
        Ok(_) => Err(told),
        Err(e) => Err(format!("{told}{e}\n")),
    }
}
