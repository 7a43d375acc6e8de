//! `mkpat check`: every finding about the databases, and the fixes for them.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::input::Input;
use super::{CLEAN, FINDINGS, TOOL, TROUBLE, Trouble, baseline, files, input, walk, watch};
use crate::diag::Diagnostic;
use crate::diag::options::{self, Format, Found, count};
use crate::diag::select::Selection;
use crate::language::load::Run;
use crate::source::{FileId, read_file};
use crate::tools::fix::{self, Outcome, Which};
use crate::tools::format::unified;
use crate::tools::lint::{self, Linted};
use crate::tools::orientations;
use crate::tools::progress::Progress;

#[derive(clap::Args, Debug)]
#[command(
    about = "Reports errors and suspicious patterns, and mends them",
    long_about = "Reports errors and suspicious patterns, and mends them.\n\n\
        Errors keep a database from being compiled, warnings are probably mistakes, hints tell \
        what could be written better and are reported on demand. `mkpat explain CODE` says more \
        about a finding. A comment `# mkpat: allow(CODE) reason` suppresses findings about what \
        stands below it. The table [lint] of a manifest has the keys select, ignore and deny.",
    after_help = "Exit codes: 0 no errors, 1 errors or denied findings (with --diff: or something \
        to fix), 2 wrong usage or files that cannot be read or written."
)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    findings: options::Arguments,
    /// Apply fixes that do not change what the databases compile to
    #[arg(long, help_heading = "Fixes")]
    fix: bool,
    /// Apply all fixes, also those that change the meaning; look at the result
    #[arg(long, help_heading = "Fixes")]
    unsafe_fixes: bool,
    /// Write nothing; print what the fixes would change
    #[arg(long, help_heading = "Fixes")]
    diff: bool,
    /// Accept the findings of this file, and report what is new. If there is no such file, it is
    /// written with the findings of now (errors are always reported)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    baseline: Option<PathBuf>,
    /// Check again whenever one of the files changes
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    watch: bool,
}

/// Checks the databases; the findings go to standard output.
pub(super) fn run<W: Write>(arguments: &Arguments, out: &mut W) -> Result<u8, Trouble> {
    if arguments.input.is_empty() {
        return current_folder(arguments, out);
    }
    if !arguments.watch {
        return once(arguments, &arguments.input, out).map(|(code, _)| code);
    }
    if arguments.input.is_stdin() {
        return Err(Trouble("standard input cannot be watched".to_string()));
    }
    let paths: Vec<PathBuf> = arguments.input.paths().cloned().collect();
    watch::watch(out, paths, |out| once(arguments, &arguments.input, out).map(|(_, files)| files))?;
    Ok(CLEAN)
}

/// Checks all databases in the current folder and below it: those of each manifest together, and
/// all files that no manifest names.
fn current_folder<W: Write>(arguments: &Arguments, out: &mut W) -> Result<u8, Trouble> {
    if arguments.watch {
        return Err(Trouble("--watch needs a path".to_string()));
    }
    let groups = walk::groups(Path::new("."))?;
    if groups.is_empty() {
        return Err(Trouble(
            "there is no manifest and no `.db` file in this folder or below it".to_string(),
        ));
    }
    let mut worst = CLEAN;
    for paths in groups {
        let input = arguments.input.with_paths(paths);
        worst = worst.max(once(arguments, &input, out)?.0);
    }
    Ok(worst)
}

/// Checks once; the exit code, and the files that were looked at.
fn once(
    arguments: &Arguments,
    paths: &input::Arguments,
    out: &mut impl Write,
) -> Result<(u8, Vec<PathBuf>), Trouble> {
    let mut progress = Progress::new(!arguments.findings.quiet);
    let mut input = input::read_all(paths, &mut progress)?;
    input.reading.extend(orientations::read_beside(&mut input.run, &input.units));
    let settings = input.run.lint.selection();
    let selection = arguments.findings.selection(&TOOL, settings).map_err(Trouble)?;
    let unreadable = input.run.unreadable;
    let looked_at = input.run.sources.iter().filter_map(|(_, file)| file.path.clone()).collect();
    let code = if arguments.fix || arguments.unsafe_fixes || arguments.diff {
        progress.clear();
        mend(arguments, input, &selection, out)?
    } else {
        let Input { mut run, units, .. } = input;
        let diags = std::mem::take(&mut run.diags);
        let linted = lint::check_all(&run, &units, diags, |index| {
            let name = &run.databases[index].0.name;
            progress.step("checking", index, Some(run.databases.len()), name);
        });
        progress.clear();
        report(arguments, &run, &linted, &selection, out)?
    };
    Ok((if unreadable { TROUBLE } else { code }, looked_at))
}

/// Writes the findings.
fn report(
    arguments: &Arguments,
    run: &Run,
    linted: &Linted,
    selection: &Selection,
    out: &mut dyn Write,
) -> Result<u8, Trouble> {
    let mut findings = linted.findings.clone();
    if let Some(path) = &arguments.baseline {
        let reports = |finding: &Diagnostic| selection.reports(finding);
        if baseline::apply(path, &run.sources, &mut findings, reports)? {
            writeln!(std::io::stderr(), "mkpat: wrote {}", path.display())?;
        }
    }
    let found = Found {
        tool: &TOOL,
        sources: &run.sources,
        findings: &findings,
        suppressed: &linted.suppressed,
        selection,
        fixable: true,
    };
    let what =
        format!("{}, {}", count(linted.databases, "database"), count(linted.patterns, "pattern"));
    let color = arguments.findings.color.on(&std::io::stdout());
    let failed = arguments.findings.report(out, color, &found, &what)?;
    Ok(if failed { FINDINGS } else { CLEAN })
}

/// Applies fixes, writes or shows what they change, and reports what is left.
fn mend(
    arguments: &Arguments,
    input: Input,
    selection: &Selection,
    out: &mut impl Write,
) -> Result<u8, Trouble> {
    let is_stdin = arguments.input.is_stdin();
    let which = if arguments.unsafe_fixes { Which::All } else { Which::Safe };
    let Input { run: old, units, reading } = input;
    // Trees of the old text are of no use.
    drop(units);
    let outcome = fix::fix(&old, &reading, which, |finding| selection.reports(finding));
    let fixes = |file: FileId| outcome.applied.iter().filter(|fix| fix.file == file).count();
    if arguments.diff {
        for &file in &outcome.changed {
            let (before, after) = (old.sources.file(file), outcome.run.sources.file(file));
            let text = unified(&before.shown(), "fixed", &before.text, &after.text);
            out.write_all(text.as_bytes())?;
        }
        if !arguments.findings.quiet {
            let (all, files) = (outcome.applied.len(), outcome.changed.len());
            writeln!(
                std::io::stderr(),
                "mkpat: would apply {} in {}",
                if all == 1 { "1 fix".to_string() } else { format!("{all} fixes") },
                count(files, "file")
            )?;
        }
        let failed = outcome
            .left
            .findings
            .iter()
            .any(|finding| selection.reports(finding) && selection.denies(finding));
        return Ok(if failed || !outcome.changed.is_empty() { FINDINGS } else { CLEAN });
    }
    if is_stdin {
        // The text goes to standard output, whatever was found, and the findings to
        // standard error.
        let file = outcome.run.databases.iter().flat_map(|(_, files)| files).copied();
        let file = file.into_iter().find(|&file| is_the_text(&old, arguments, file));
        if let Some(file) = file {
            let source = outcome.run.sources.file(file);
            out.write_all(&source.encode(&source.text))?;
        }
        let err = &mut std::io::stderr();
        return report(arguments, &outcome.run, &outcome.left, selection, err);
    }
    for &file in &outcome.changed {
        write_back(&old, &outcome, file)?;
        let people = matches!(arguments.findings.format(), Format::Text | Format::Short);
        if people && !arguments.findings.quiet {
            let name = outcome.run.sources.file(file).shown();
            writeln!(out, "{name}: {} fixed", fixes(file))?;
        }
    }
    report(arguments, &outcome.run, &outcome.left, selection, out)
}

/// Whether `file` is the one whose text came from standard input.
fn is_the_text(run: &Run, arguments: &Arguments, file: FileId) -> bool {
    let source = run.sources.file(file);
    match (&source.path, arguments.input.stdin_filename()) {
        (None, _) => true,
        (Some(path), Some(wanted)) => {
            path.canonicalize().ok().is_some_and(|path| wanted.canonicalize().ok() == Some(path))
        }
        (Some(_), None) => false,
    }
}

/// Writes a mended file, unless somebody else has changed it meanwhile.
fn write_back(old: &Run, outcome: &Outcome, file: FileId) -> Result<(), Trouble> {
    let (before, after) = (old.sources.file(file), outcome.run.sources.file(file));
    let Some(path) = &before.path else { return Ok(()) };
    let fail = |why: &str| Trouble(format!("{}: {why}", path.display()));
    let now = read_file(path).map_err(|why| fail(&why))?;
    if now != before.encode(&before.text) {
        return Err(fail("left alone, because it has changed meanwhile"));
    }
    files::replace(path, &before.encode(&after.text))
}
