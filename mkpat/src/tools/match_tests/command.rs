//! What `mkpat test` and `katachi test` have in common: their arguments, and how tests
//! are run for people. The only part of this module that writes files.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;

use mkpat_rt::db::PatternDb;

use super::{Judge, Options, collect, run};
use crate::diag::options::Color;
use crate::source;
use crate::tools::progress::{Clearing, Progress};

/// The arguments.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Test files, or folders with them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write what is found into the test files
    #[arg(long)]
    pub update: bool,
    /// Only cases whose title contains TEXT, or that name the pattern TEXT in `only`; may
    /// be repeated
    #[arg(long, short, value_name = "TEXT")]
    pub filter: Vec<String>,
    /// List the cases, run none
    #[arg(long, conflicts_with = "update")]
    pub list: bool,
    /// When to colour
    #[arg(long, default_value = "auto")]
    pub color: Color,
}

impl Arguments {
    /// The test files that the paths mean.
    ///
    /// # Errors
    ///
    /// Which path means none, and why.
    pub fn files(&self) -> Result<Vec<PathBuf>, String> {
        let mut files = Vec::new();
        for path in &self.paths {
            files.extend(collect(path)?);
        }
        Ok(files)
    }

    /// Runs the tests in `files`, writes what is not as expected to standard output, and
    /// changed files where an update is wanted. Whether everything is as expected, or has
    /// been updated. `command` is how people call this.
    ///
    /// # Errors
    ///
    /// As [`run()`]; a file that cannot be written.
    pub fn run(
        &self,
        command: &'static str,
        files: &[PathBuf],
        databases: &[&PatternDb],
        judge: Option<&mut dyn Judge>,
        out: impl Write,
    ) -> io::Result<bool> {
        let options = Options {
            filter: self.filter.clone(),
            update: self.update,
            list: self.list,
            color: self.color.on(&io::stdout()),
            command,
        };
        let progress = RefCell::new(Progress::new(true));
        let begin = &mut |index: usize| {
            let name = files[index].display().to_string();
            progress.borrow_mut().step("testing", index, Some(files.len()), &name);
        };
        let mut out = Clearing { out, progress: &progress };
        let report = run(files, databases, judge, &options, &mut out, begin)?;
        for (path, text) in &report.changed {
            source::replace(path, text.as_bytes())
                .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))?;
        }
        out.flush()?;
        Ok(report.failed == 0 || self.update)
    }
}
