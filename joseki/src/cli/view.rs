//! `joseki view`: from patterns back to the nodes they come from.

use std::io::Write;
use std::path::{Path, PathBuf};

use joseki::{Record, reverse};
use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::language::manifest::{Kind, Manifest};
use mkpat::program::Output;

use super::{Compiled, Input, code, told};

const LONG_ABOUT: &str = "\
Shows where patterns come from: the node of the record, the moves that lead to it, its class, idea \
and code, and the diagram.

With a name alone, the corner databases of the nearest manifest are looked at: mkpat.toml in this \
folder or its folder `patterns`, or in the folders above.

Of a database (.db) the records are read that its first line names, from its folder. If they are \
not there, or have other patterns by now, each pattern is turned back into a record that compiles to it.";

/// Show where a pattern comes from
#[derive(clap::Args)]
#[group(skip)]
#[command(long_about = LONG_ABOUT)]
pub(super) struct Args {
    /// Name of a pattern (all patterns without one), and records or databases
    #[arg(required = true, value_name = "NAME|FILE.sgf|FILE.db")]
    what: Vec<String>,
    /// Prefix of pattern names, as when the records are compiled
    #[arg(long)]
    prefix: Option<String>,
    /// Write a picture here, too
    #[arg(long, value_name = "OUT.svg")]
    svg: Option<PathBuf>,
    /// Write a record of the line here, too: it compiles to the pattern
    #[arg(long, value_name = "OUT.sgf")]
    sgf: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, String> {
    let is_file = |text: &String| text.ends_with(".sgf") || text.ends_with(".db") || text == "-";
    let (name, files) = match args.what.split_first() {
        Some((first, rest)) if !is_file(first) => (Some(first), rest),
        _ => (None, &args.what[..]),
    };
    let near = if files.is_empty() { databases_near(Path::new("."))? } else { Vec::new() };
    let files = if files.is_empty() { &near[..] } else { files };
    let mut compiled = read(files, args.prefix.as_deref())?;
    let good = compiled.report();
    let found: Vec<_> = compiled
        .records
        .iter()
        .flat_map(|r| r.entries.iter().map(move |e| (r, e)))
        .filter(|(_, e)| name.is_none_or(|n| e.name == *n))
        .collect();
    if found.is_empty() {
        return Err(match name {
            Some(name) => format!("no pattern is named `{name}`"),
            None => "there is no pattern".to_string(),
        });
    }
    if let Some(path) = &args.svg {
        let [(record, entry)] = found[..] else {
            return Err("a picture shows one pattern: name it".to_string());
        };
        write(path, &joseki::view::svg(&record.sgf, entry))?;
    }
    if let Some(path) = &args.sgf {
        let mut lines = Sgf::new();
        for (record, entry) in &found {
            joseki::view::add_line(&record.sgf, entry, &mut lines);
        }
        write(path, &lines.to_string())?;
    }
    let shown: Vec<String> = found
        .iter()
        .map(|(record, entry)| {
            let file = &compiled.sources.file(record.file).name;
            let (line, column) = compiled.sources.place(record.file, entry.span.start);
            joseki::view::view(&record.sgf, &format!("{file}:{line}:{column}"), entry)
        })
        .collect();
    write!(out, "{}", shown.join("\n")).map_err(told)?;
    Ok(code(good))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// The files of the corner databases of the manifest that is nearest to `folder`.
fn databases_near(folder: &Path) -> Result<Vec<String>, String> {
    let full = folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))?;
    let places = full.ancestors().flat_map(|dir| [dir.to_path_buf(), dir.join("patterns")]);
    let path = places.map(|dir| dir.join(Manifest::FILE_NAME)).find(|file| file.is_file());
    let Some(path) = path else {
        let manifest = Manifest::FILE_NAME;
        return Err(format!("no {manifest} in this folder or above: name a record or a database"));
    };
    let manifest = Manifest::read(&path).map_err(|e| e.to_string())?;
    let shown = manifest.dir().strip_prefix(&full).unwrap_or(manifest.dir());
    let corner = manifest.databases.iter().filter(|d| d.kind == Kind::Corner);
    let files = corner.flat_map(|d| &d.files).map(|file| shown.join(file).display().to_string());
    let files: Vec<String> = files.collect();
    if files.is_empty() {
        return Err(format!("{}: no corner database", path.display()));
    }
    Ok(files)
}

/// Reads records, and databases by way of their records.
fn read(files: &[String], prefix: Option<&str>) -> Result<Compiled, String> {
    let (databases, mut records): (Vec<PathBuf>, Vec<PathBuf>) =
        files.iter().map(PathBuf::from).partition(|p| p.extension().is_some_and(|e| e == "db"));
    let mut rebuilt = Vec::new();
    for path in databases {
        let text = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        match made_from(&path, &text, prefix)? {
            Some(mut origins) => records.append(&mut origins),
            None => rebuilt.push((path, text)),
        }
    }
    let mut out = Compiled::read(&Input { prefix: prefix.map(str::to_string), files: records })?;
    for (path, text) in rebuilt {
        out.add_database(&path, text)?;
    }
    Ok(out)
}

/// The records that a database was made from, if they still give it.
fn made_from(
    path: &Path,
    text: &str,
    prefix: Option<&str>,
) -> Result<Option<Vec<PathBuf>>, String> {
    let names = reverse::origins(text);
    let folder = path.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = names.iter().map(|n| folder.join(n)).collect();
    if files.is_empty() || files.iter().any(|f| !f.is_file()) {
        return Ok(None);
    }
    let prefix = prefix.map(str::to_string);
    let compiled = Compiled::read(&Input { prefix, files: files.clone() })?;
    let entries: Vec<_> = compiled.records.into_iter().flat_map(|r| r.entries).collect();
    let now = joseki::database(&joseki::print::header(&names), &entries);
    Ok((now == text).then_some(files))
}

impl Compiled {
    /// Adds a database, turned back into a record.
    fn add_database(&mut self, path: &Path, text: String) -> Result<(), String> {
        let shown = path.display().to_string();
        let file = self.sources.add(shown.clone(), text.into_bytes())?;
        let sgf = reverse::record(&self.sources, file, &mut self.findings);
        let rebuilt = sgf.to_string();
        let Ok(sgf) = Sgf::parse(rebuilt.clone()) else { return Ok(()) };
        let file = self.sources.add(format!("record of {shown}"), rebuilt.into_bytes())?;
        let mut findings = Diagnostics::default();
        let mut entries = joseki::compile(&sgf, file, "J", 1, &mut findings);
        self.findings.extend(findings);
        for entry in &mut entries {
            let root = sgf.path(entry.node)[0];
            entry.name = sgf.node(root).value("GN").map_or_else(String::new, |name| name.simple());
        }
        self.records.push(Record { sgf, file, entries });
        self.names.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        Ok(())
    }
}
