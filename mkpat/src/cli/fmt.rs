//! `mkpat fmt`: canonical layout.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::files::{self, Single};
use super::{CLEAN, FINDINGS, TROUBLE, Trouble, input};
use crate::language::text_limits::MAX_LINES;
use crate::source::read_bounded;
use crate::tools::format;
use crate::tools::progress::Progress;

#[derive(clap::Args, Debug)]
#[command(
    about = "Brings databases into canonical layout",
    long_about = "Brings databases into canonical layout.\n\n\
        Only white space and the line breaks of constraints and actions change; comments, \
        diagrams and side comments stay as they are. Before a file is written the command proves \
        that its meaning is the same as before. Files with syntax errors are left alone, and so are eye-shape and playout databases.",
    after_help = "Exit codes: 0 done, 1 with --check or --diff if a file is not in canonical layout, 2 wrong \
        usage, syntax errors or files that cannot be read or written."
)]
#[group(skip)]
pub(super) struct Arguments {
    /// Database files, manifests or folders with one; `-` reads standard input
    /// and writes standard output
    #[arg(required_unless_present = "manifest", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read standard input as the text of this file: its manifest tells what kind
    /// of database it is
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,
    /// Format all files of this manifest
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// Write nothing; tell which files are not in canonical layout
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Write nothing; print what would change
    #[arg(long, conflicts_with = "stdout")]
    diff: bool,
    /// Print the result and leave the files alone
    #[arg(long)]
    stdout: bool,
}

/// Formats the files.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let stdin = Path::new("-");
    if arguments.files.len() > 1 && arguments.files.iter().any(|file| file == stdin) {
        return Err(Trouble("`-` is given alone".to_string()));
    }
    if arguments.stdin_filename.is_some() && arguments.files.iter().all(|file| file != stdin) {
        return Err(Trouble("--stdin-filename goes with `-`".to_string()));
    }
    let mut code = CLEAN;
    let files = files::expand(&arguments.files, arguments.manifest.as_deref())?;
    let mut progress = Progress::new(true);
    for (index, file) in files.iter().enumerate() {
        progress.step("formatting", index, Some(files.len()), &file.display().to_string());
        match one(arguments, file, file == stdin, out) {
            Ok(found) => code = code.max(found),
            Err(Trouble(message)) => {
                progress.clear();
                writeln!(std::io::stderr(), "mkpat: {message}")?;
                code = TROUBLE;
            }
        }
    }
    Ok(code)
}

fn one(
    arguments: &Arguments,
    path: &Path,
    is_stdin: bool,
    out: &mut impl Write,
) -> Result<u8, Trouble> {
    let file = if is_stdin {
        let bytes = read_bounded(std::io::stdin().lock())
            .map_err(|why| Trouble(format!("standard input: {why}")))?;
        match &arguments.stdin_filename {
            Some(path) => Single::at(path, bytes)?,
            None => Single::of(input::STDIN, bytes, None)?,
        }
    } else {
        Single::read(path)?
    };
    if !file.spec.kind.has_patterns() && !is_stdin {
        let name = file.name();
        writeln!(
            std::io::stderr(),
            "mkpat: {name}: no layout is known for databases of this kind"
        )?;
        return Ok(CLEAN);
    }
    file.need_patterns()?;
    let name = file.name();
    let text = format::format(&file.run.sources, &file.tree);
    let changed = text != file.text();
    // What is only told needs no proof that it means the same.
    if changed && (arguments.diff || !arguments.check) {
        if text.lines().count() > MAX_LINES {
            let why = format!("left alone; laid out it would have more than {MAX_LINES} lines");
            return Err(Trouble(format!("{name}: {why}")));
        }
        format::verify(&file.run.sources, &file.tree, &file.spec, &text).map_err(|difference| {
            Trouble(format!("{name}: left alone; this is a mistake of the formatter: {difference}"))
        })?;
    }
    if arguments.stdout || (is_stdin && !arguments.check && !arguments.diff) {
        out.write_all(&file.encode(&text))?;
        return Ok(CLEAN);
    }
    if !changed {
        return Ok(CLEAN);
    }
    if arguments.diff {
        out.write_all(format::unified(name, "formatted", file.text(), &text).as_bytes())?;
    }
    if arguments.check || arguments.diff {
        if !arguments.diff {
            writeln!(out, "{name}: not in canonical layout")?;
        }
        return Ok(FINDINGS);
    }
    files::replace(path, &file.encode(&text))?;
    writeln!(out, "{name}: formatted")?;
    Ok(CLEAN)
}
