//! Paths on the command line → databases, parsed and lowered.
//!
//! A folder or a `.toml` file is a manifest. A `.db` file is looked up in the
//! manifest of its folder (or the one given) and stands for the database that
//! contains it; a file in no manifest is a database of its own, and `infer` says
//! what kind.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::helper::Stage;

use super::Trouble;
use crate::diag::options::Color;
use crate::diag::{Diagnostics, render};
use crate::language::load::{Run, Unit};
use crate::language::manifest::{Anchors, DatabaseSpec, Kind, Manifest};
use crate::source::{FileId, Sources, read_bounded};
use crate::tools::discover::nearest_manifest;
use crate::tools::infer;
use crate::tools::progress::Progress;

/// What text from standard input is called.
pub(super) const STDIN: &str = "<stdin>";

#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// A folder with a manifest, a manifest, or `.db` files; `-` reads standard
    /// input
    paths: Vec<PathBuf>,
    /// Read standard input as the text of this file
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,
    /// Manifest that tells what the files are [default: mkpat.toml beside them]
    #[arg(long)]
    manifest: Option<PathBuf>,
    /// Read the files as a database of this kind, whatever a manifest says
    #[arg(long)]
    kind: Option<KindName>,
    /// Read the files as matched at this stage: worms, dragons, influence,
    /// combination, owl, movegen or handicap
    #[arg(long, value_parser = stage)]
    stage: Option<Stage>,
    /// Attribute map, unless the files declare one
    #[arg(long, value_parser = map)]
    attributes: Option<AttributeMap>,
    /// Colours that can be anchors
    #[arg(long)]
    anchors: Option<AnchorsName>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum KindName {
    General,
    Connections,
    Corner,
    Dfa,
    Fullboard,
    Eyes,
    Montecarlo,
}

impl KindName {
    fn kind(self) -> Kind {
        match self {
            KindName::General => Kind::General,
            KindName::Connections => Kind::Connections,
            KindName::Corner => Kind::Corner,
            KindName::Dfa => Kind::Dfa,
            KindName::Fullboard => Kind::FullBoard,
            KindName::Eyes => Kind::Eyes,
            KindName::Montecarlo => Kind::MonteCarlo,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AnchorsName {
    O,
    X,
    Both,
}

fn stage(name: &str) -> Result<Stage, String> {
    Stage::from_name(name).ok_or_else(|| {
        let known: Vec<_> = Stage::ALL.iter().map(|s| s.name()).collect();
        format!("known stages: {}", known.join(", "))
    })
}

fn map(name: &str) -> Result<AttributeMap, String> {
    AttributeMap::from_name(name).ok_or_else(|| {
        let known: Vec<_> = AttributeMap::ALL.iter().map(|m| m.name()).collect();
        format!("known maps: {}", known.join(", "))
    })
}

impl Arguments {
    /// As if the paths and the manifest were given, and nothing else.
    pub(super) fn of(paths: Vec<PathBuf>, manifest: Option<PathBuf>) -> Arguments {
        let (kind, stage, attributes, anchors) = (None, None, None, None);
        Arguments { paths, stdin_filename: None, manifest, kind, stage, attributes, anchors }
    }

    /// Whether no path is given.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The same for other paths.
    pub(super) fn with_paths(&self, paths: Vec<PathBuf>) -> Arguments {
        Arguments { paths, ..self.clone() }
    }

    /// Whether standard input is read.
    pub(super) fn is_stdin(&self) -> bool {
        self.paths.iter().any(|path| is_stdin(path))
    }

    /// Which file the text on standard input stands for.
    pub(super) fn stdin_filename(&self) -> Option<&Path> {
        self.stdin_filename.as_deref()
    }

    /// The paths, the manifest among them.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.paths.iter().chain(&self.manifest)
    }

    fn overrides(&self) -> bool {
        self.kind.is_some()
            || self.stage.is_some()
            || self.attributes.is_some()
            || self.anchors.is_some()
    }
}

/// Databases, parsed and lowered.
pub(super) struct Input {
    /// The run; its findings are those of all stages so far.
    pub(super) run: Run,
    /// Its databases.
    pub(super) units: Vec<Unit>,
    /// The findings about files that could not be read.
    pub(super) reading: Diagnostics,
}

/// Reads, parses and lowers what the arguments name. Findings are in the run.
pub(super) fn read(arguments: &Arguments) -> Result<(Run, Vec<Unit>), Trouble> {
    let Input { run, units, .. } = read_all(arguments, &mut Progress::new(false))?;
    all_read(&run)?;
    Ok((run, units))
}

/// Refuses to go on without a file that could not be read.
pub(super) fn all_read(run: &Run) -> Result<(), Trouble> {
    if !run.unreadable {
        return Ok(());
    }
    show_errors(&run.sources, &run.diags)?;
    Err(Trouble("not all files could be read".to_string()))
}

/// The same, with the findings of each step apart; `progress` tells how far it is.
pub(super) fn read_all(arguments: &Arguments, progress: &mut Progress) -> Result<Input, Trouble> {
    if arguments.paths.is_empty() {
        return Err(Trouble(
            "name a folder with a manifest, a manifest, or `.db` files".to_string(),
        ));
    }
    if arguments.stdin_filename.is_some() && !arguments.is_stdin() {
        return Err(Trouble("--stdin-filename goes with `-`".to_string()));
    }
    let named = arguments.paths.iter().filter(|path| !is_stdin(path));
    for path in named.chain(&arguments.manifest) {
        std::fs::metadata(path).map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
    }
    let (mut run, bare) = open(arguments)?;
    let reading = run.diags.clone();
    let mut units = Vec::new();
    let all = run.databases.len();
    for index in 0..all {
        let spec = &run.databases[index].0;
        let name = if bare { &spec.files[0] } else { &spec.name };
        progress.step("reading", index, Some(all), name);
        let mut diags = std::mem::take(&mut run.diags);
        units.push(match bare {
            true => infer::unit(&mut run, index, &mut diags, |spec| adjust(spec, arguments)),
            false => run.unit(index, &mut diags),
        });
        run.diags = diags;
    }
    Ok(Input { run, units, reading })
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The run, and whether its specifications are still to be inferred.
fn open(arguments: &Arguments) -> Result<(Run, bool), Trouble> {
    let is_manifest = |path: &Path| path.is_dir() || path.extension().is_some_and(|e| e == "toml");
    if arguments.is_stdin() {
        return from_stdin(arguments);
    }
    match arguments.paths.as_slice() {
        [path] if is_manifest(path) => {
            manifest_file(path)?;
            if arguments.overrides() || arguments.manifest.is_some() {
                let path = path.display();
                return Err(Trouble(format!(
                    "{path}: a manifest already tells what its files are; give the files \
                     themselves with --kind, --stage, --attributes, --anchors or --manifest"
                )));
            }
            return Ok((Run::from_manifest(path), false));
        }
        paths => {
            if let Some(path) = paths.iter().find(|path| is_manifest(path)) {
                return Err(Trouble(format!(
                    "{}: a manifest is given alone, without other paths",
                    path.display()
                )));
            }
        }
    }
    if !arguments.overrides()
        && let Some((run, _)) = from_manifest(arguments, &arguments.paths)?
    {
        return Ok((run, false));
    }
    let mut run = Run::new();
    for path in &arguments.paths {
        let name = path.display().to_string();
        if let Some(file) = run.read(path, &name) {
            run.add(DatabaseSpec::inferred("", &name, Kind::General), vec![file]);
        }
    }
    Ok((run, true))
}

/// Shows the errors among `diags` on standard error.
pub(super) fn show_errors(sources: &Sources, diags: &Diagnostics) -> Result<(), Trouble> {
    let mut err = std::io::stderr();
    render::errors(&mut err, Color::Auto.on(&std::io::stderr()), sources, diags)?;
    Ok(())
}

/// The manifest at `path` or in the folder `path`, if there is one.
pub(super) fn manifest_file(path: &Path) -> Result<PathBuf, Trouble> {
    let shown = path.display();
    if !path.is_dir() {
        std::fs::metadata(path).map_err(|e| Trouble(format!("{shown}: {e}")))?;
        return Ok(path.to_path_buf());
    }
    let file = path.join(Manifest::FILE_NAME);
    if file.is_file() {
        return Ok(file);
    }
    let name = Manifest::FILE_NAME;
    Err(Trouble(format!(
        "{shown}: is a folder without {name} (`mkpat explain manifest` shows one)"
    )))
}

/// The text on standard input, alone or as a file of a database.
fn from_stdin(arguments: &Arguments) -> Result<(Run, bool), Trouble> {
    if arguments.paths.len() > 1 {
        return Err(Trouble("`-` is given alone".to_string()));
    }
    let bytes = read_bounded(std::io::stdin().lock())
        .map_err(|why| Trouble(format!("standard input: {why}")))?;
    if let Some(path) = &arguments.stdin_filename
        && (path.exists() || arguments.manifest.is_some())
        && !arguments.overrides()
        && let Some((mut run, files)) = from_manifest(arguments, std::slice::from_ref(path))?
    {
        for file in files {
            run.sources.replace(file, bytes.clone()).map_err(Trouble)?;
        }
        return Ok((run, false));
    }
    let name = match &arguments.stdin_filename {
        Some(path) => path.display().to_string(),
        None => STDIN.to_string(),
    };
    let mut run = Run::new();
    let file = run.sources.add(&name, bytes).map_err(Trouble)?;
    run.add(DatabaseSpec::inferred("", &name, Kind::General), vec![file]);
    Ok((run, true))
}

/// The databases of a manifest that contain the given files, if all of them are
/// in one, and the numbers of the files. What is wrong with the manifest itself, or
/// with the other files of these databases, are findings of the run.
fn from_manifest(
    arguments: &Arguments,
    paths: &[PathBuf],
) -> Result<Option<(Run, Vec<FileId>)>, Trouble> {
    let full = |path: &PathBuf| {
        path.canonicalize().map_err(|e| Trouble(format!("{}: {e}", path.display())))
    };
    let full = paths.iter().map(full).collect::<Result<Vec<PathBuf>, _>>()?;
    let manifest = match &arguments.manifest {
        Some(manifest) => manifest.clone(),
        None => match nearest_manifest(&paths[0], &full[0]) {
            Some(manifest) => manifest,
            None => return Ok(None),
        },
    };
    let is_one = |dir: &Path, name: &String| {
        dir.join(name).canonicalize().is_ok_and(|path| full.contains(&path))
    };
    let mut run = Run::part_of_manifest(&manifest, |dir, spec| {
        spec.files.iter().any(|name| is_one(dir, name))
    });
    if run.databases.is_empty() && run.diags.has_errors() {
        return Ok(Some((run, Vec::new())));
    }
    let (mut wanted, mut files) = (Vec::new(), Vec::new());
    for (given, path) in paths.iter().zip(&full) {
        let is_it = |file: &FileId| {
            let there = run.sources.file(*file).path.as_ref();
            there.is_some_and(|there| there.canonicalize().is_ok_and(|there| there == *path))
        };
        let found = run.databases.iter().enumerate().find_map(|(index, (_, files))| {
            files.iter().copied().find(is_it).map(|file| (index, file))
        });
        match found {
            Some((index, file)) => {
                wanted.push(index);
                files.push(file);
                run.sources.set_path(file, given);
            }
            None if arguments.manifest.is_some() => {
                let (path, manifest) = (given.display(), manifest.display());
                return Err(Trouble(format!("{path} is in no database of {manifest}")));
            }
            None => return Ok(None),
        }
    }
    let mut index = 0;
    run.databases.retain(|_| {
        index += 1;
        wanted.contains(&(index - 1))
    });
    Ok(Some((run, files)))
}

/// Puts what the arguments say above what was inferred.
fn adjust(spec: &mut DatabaseSpec, arguments: &Arguments) {
    if let Some(kind) = arguments.kind.map(KindName::kind) {
        spec.matcher = kind.matcher();
        spec.kind = kind;
    }
    if let Some(anchors) = arguments.anchors {
        spec.anchors = match anchors {
            AnchorsName::O => Anchors::O,
            AnchorsName::X => Anchors::X,
            AnchorsName::Both => Anchors::Both,
        };
    }
    spec.stage = arguments.stage.unwrap_or(spec.stage);
    spec.attributes = arguments.attributes.unwrap_or(spec.attributes);
}
