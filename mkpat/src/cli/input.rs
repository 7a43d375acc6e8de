//! Paths on the command line → databases, parsed and lowered.
//!
//! A folder or a `.toml` file is a manifest. A `.db` file is looked up in the
//! manifest of its folder (or the one given) and stands for the database that
//! contains it; a file in no manifest is a database of its own, and `infer` says
//! what kind.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use mkpat_rt::class::AttributeMap;
use mkpat_rt::helper::Stage;

use super::{Trouble, infer};
use crate::load::{Lowered, Run};
use crate::manifest::{Anchors, DatabaseSpec, Kind, Manifest};
use crate::source::FileId;
use crate::syntax::ast;

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// A folder with a manifest, a manifest, or `.db` files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
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
        Arguments { paths, manifest, kind, stage, attributes, anchors }
    }

    fn overrides(&self) -> bool {
        self.kind.is_some()
            || self.stage.is_some()
            || self.attributes.is_some()
            || self.anchors.is_some()
    }
}

/// A database on its way through the compiler.
#[derive(Debug)]
pub(super) struct Unit {
    /// Trees of its files; none if it has no patterns.
    pub(super) trees: Vec<ast::File>,
    /// The typed form of what has no errors.
    pub(super) database: Lowered,
}

/// Reads, parses and lowers what the arguments name. Findings are in the run.
pub(super) fn read(arguments: &Arguments) -> Result<(Run, Vec<Unit>), Trouble> {
    for path in arguments.paths.iter().chain(&arguments.manifest) {
        std::fs::metadata(path).map_err(|e| Trouble(format!("{}: {e}", path.display())))?;
    }
    let (mut run, bare) = open(arguments)?;
    let mut units = Vec::new();
    for index in 0..run.databases.len() {
        if bare {
            infer::other_language(&run.sources, &mut run.databases[index]);
            if let Some(kind) = arguments.kind {
                run.databases[index].0.kind = kind.kind();
            }
        }
        if !run.databases[index].0.kind.has_patterns() {
            units.push(Unit { trees: Vec::new(), database: run.lower_one(index) });
            continue;
        }
        let trees = run.parse(index);
        let spec = &mut run.databases[index].0;
        if bare {
            *spec = infer::spec(&run.sources, &trees, &spec.files[0]);
            adjust(spec, arguments);
        }
        let database = crate::lower::lower(&run.sources, spec, &trees, &mut run.diags);
        units.push(Unit { trees, database: Lowered::Patterns(database) });
    }
    Ok((run, units))
}

/// The run, and whether its specifications are still to be inferred.
fn open(arguments: &Arguments) -> Result<(Run, bool), Trouble> {
    let is_manifest = |path: &Path| path.is_dir() || path.extension().is_some_and(|e| e == "toml");
    match arguments.paths.as_slice() {
        [path] if is_manifest(path) => {
            if arguments.overrides() || arguments.manifest.is_some() {
                return Err(Trouble("a manifest already tells what its files are".to_string()));
            }
            let file = if path.is_dir() { path.join(Manifest::FILE_NAME) } else { path.clone() };
            if !file.is_file() {
                return Err(Trouble(format!("{}: no such file", file.display())));
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
        && let Some(run) = from_manifest(arguments)?
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

/// The databases of a manifest that contain the given files, if all of them are
/// in one.
fn from_manifest(arguments: &Arguments) -> Result<Option<Run>, Trouble> {
    let manifest = match &arguments.manifest {
        Some(manifest) => manifest.clone(),
        None => match arguments.paths[0].parent() {
            Some(folder) => folder.join(Manifest::FILE_NAME),
            None => return Ok(None),
        },
    };
    if arguments.manifest.is_none() && !manifest.is_file() {
        return Ok(None);
    }
    let mut run = Run::from_manifest(&manifest);
    if run.diags.has_errors() {
        return Ok(arguments.manifest.is_some().then_some(run));
    }
    let folder = manifest.parent().unwrap_or(Path::new("."));
    let mut wanted = Vec::new();
    for path in &arguments.paths {
        let path = path.canonicalize()?;
        let contains = |spec: &DatabaseSpec| {
            spec.files.iter().any(|f| folder.join(f).canonicalize().is_ok_and(|f| f == path))
        };
        match run.databases.iter().position(|(spec, _)| contains(spec)) {
            Some(index) => wanted.push(index),
            None if arguments.manifest.is_some() => {
                let (path, manifest) = (path.display(), manifest.display());
                return Err(Trouble(format!("{path} is in no database of {manifest}")));
            }
            None => return Ok(None),
        }
    }
    let databases: Vec<(DatabaseSpec, Vec<FileId>)> = std::mem::take(&mut run.databases);
    run.databases = databases
        .into_iter()
        .enumerate()
        .filter_map(|(index, database)| wanted.contains(&index).then_some(database))
        .collect();
    Ok(Some(run))
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
