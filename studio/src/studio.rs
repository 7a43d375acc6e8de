//! What all requests share: the folder, the databases in their present state, engines, events.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use katachi_frontend::session::{Session, Settings};
use mkpat::diag::Severity;
use mkpat::language::manifest::Manifest;
use mkpat::tools::gallery::{self, Page};
use mkpat::tools::lint::Linted;
use mkpat_rt::db::PatternSet;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::databases::{Databases, on_disk};
use crate::last_edit::Changes;
use crate::position::{self, Position, Read, Where};
use crate::seat::Seat;
use crate::{Start, folder};

/// Events that a slow page may be behind.
const BEHIND: usize = 256;

/// A state of the databases.
pub(crate) struct State {
    /// Its number, from 1.
    pub(crate) version: u64,
    /// Texts and findings; `None` for the databases compiled in.
    pub(crate) databases: Option<Databases>,
    /// What the engine plays with: these databases, or the last ones without errors.
    pub(crate) set: PatternSet,
    /// The number of the state that [`State::set`] is from.
    pub(crate) set_version: u64,
}

impl State {
    /// The set with its number.
    pub(crate) fn set(&self) -> (u64, &PatternSet) {
        (self.set_version, &self.set)
    }
}

/// Everything that requests share.
pub(crate) struct Studio {
    /// The folder, as it was given.
    pub(crate) dir: PathBuf,
    /// How the engine plays.
    pub(crate) settings: Settings,
    /// Where databases are looked for.
    manifest: PathBuf,
    skip: bool,
    state: Mutex<Arc<State>>,
    /// One thread at a time takes up changed files.
    reloading: Mutex<()>,
    versions: AtomicU64,
    opened: Mutex<Option<Read>>,
    /// For short questions about the position that is shown.
    pub(crate) quick: Mutex<Seat>,
    /// For moves, which take longer.
    pub(crate) moves: Mutex<Seat>,
    /// For databases that nobody has saved.
    pub(crate) trial: Mutex<Seat>,
    pages: Mutex<Option<(u64, Arc<Vec<Page>>)>>,
    /// What the last change did to the opened record.
    pub(crate) changes: Mutex<Changes>,
    /// What pages are told, as JSON.
    pub(crate) events: broadcast::Sender<String>,
}

/// A lock, whatever became of who held it before: what is behind these locks is whole at any time.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Studio {
    /// Reads folder and databases.
    ///
    /// # Errors
    /// If the folder cannot be read, or there are no databases to play with.
    pub(crate) fn new(start: &Start) -> Result<Studio, String> {
        folder::records(&start.dir)?;
        let manifest =
            start.patterns.clone().unwrap_or_else(|| start.dir.join(Manifest::FILE_NAME));
        if start.patterns.is_some() && !manifest.exists() {
            return Err(format!("{}: there is no such folder", manifest.display()));
        }
        let manifest =
            if manifest.is_dir() { manifest.join(Manifest::FILE_NAME) } else { manifest };
        let state = begin(&manifest, start.skip_unsupported, start.builtin, 1);
        // Better told now than at the first request.
        Session::new(state.set.clone(), &start.settings).map_err(|e| e.join("; "))?;
        Ok(Studio {
            dir: start.dir.clone(),
            settings: start.settings.clone(),
            manifest,
            skip: start.skip_unsupported,
            state: Mutex::new(Arc::new(state)),
            reloading: Mutex::default(),
            versions: AtomicU64::new(2),
            opened: Mutex::new(None),
            quick: Mutex::default(),
            moves: Mutex::default(),
            trial: Mutex::default(),
            pages: Mutex::new(None),
            changes: Mutex::default(),
            events: broadcast::channel(BEHIND).0,
        })
    }

    /// The databases as they are now.
    pub(crate) fn state(&self) -> Arc<State> {
        Arc::clone(&locked(&self.state))
    }

    /// A number that no state has had.
    pub(crate) fn next_version(&self) -> u64 {
        self.versions.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells all pages.
    pub(crate) fn tell(&self, event: &Value) {
        // Nobody may be listening.
        let _ = self.events.send(event.to_string());
    }

    /// The position that a request names; its record is the one that is watched from now on.
    ///
    /// # Errors
    /// If there is no such position.
    pub(crate) fn position(&self, place: &Where) -> Result<Position, String> {
        let rules = self.settings.rules;
        let Some(name) = &place.record else { return position::find(place, None, rules) };
        let known = locked(&self.opened).clone();
        let read = position::read(&self.dir, name, rules, known)?;
        *locked(&self.opened) = Some(read.clone());
        position::find(place, Some(&read), rules)
    }

    /// The record that was opened last.
    pub(crate) fn opened(&self) -> Option<Read> {
        locked(&self.opened).clone()
    }

    /// The files whose changes matter, and the folder.
    pub(crate) fn watched(&self) -> Vec<PathBuf> {
        let mut paths = vec![self.dir.clone(), self.manifest.clone()];
        if let Some(databases) = &self.state().databases {
            paths.extend(databases.paths());
        }
        paths.extend(self.opened().map(|read| read.path().to_path_buf()));
        paths.dedup();
        paths
    }

    /// Tells the pages of files that have changed, but of databases.
    pub(crate) fn files_changed(&self, paths: &[PathBuf]) {
        if paths.contains(&self.dir) {
            let kind = if self.dir.is_dir() { "records" } else { "gone" };
            self.tell(&json!({ "kind": kind }));
        }
        if self.opened().is_some_and(|read| paths.iter().any(|p| p == read.path())) {
            self.tell(&json!({ "kind": "record" }));
        }
    }

    /// Reads the databases again, and tells the pages. The states before and after, if anything differs.
    pub(crate) fn reload(&self) -> Option<(Arc<State>, Arc<State>)> {
        let _alone = locked(&self.reloading);
        let begun = Instant::now();
        let old = self.state();
        let next = match &old.databases {
            Some(databases) => databases.again(&on_disk),
            None if self.manifest.exists() => {
                Some(Databases::load(&self.manifest, self.skip, &on_disk))
            }
            None => None,
        };
        let mut next = next?;
        let version = self.next_version();
        let (set, set_version) = match playable(&mut next) {
            Some(set) => (set, version),
            None => (old.set.clone(), old.set_version),
        };
        let new = Arc::new(State { version, databases: Some(next), set, set_version });
        *locked(&self.state) = Arc::clone(&new);
        let mut event = self.summary(&new);
        event["kind"] = json!("databases");
        event["ms"] = json!(begun.elapsed().as_secs_f64() * 1000.0);
        self.tell(&event);
        Some((old, new))
    }

    /// The databases of a state in figures.
    pub(crate) fn summary(&self, state: &State) -> Value {
        let databases: Vec<Value> = state
            .set
            .databases
            .iter()
            .map(|d| {
                let db = &d.data;
                json!({ "name": db.name, "stage": db.stage.name(), "patterns": db.patterns.len(), "files": db.files })
            })
            .collect();
        let count = |severity| {
            let all = state.databases.iter().flat_map(Databases::reported);
            all.filter(|f| f.severity == severity).count()
        };
        json!({
            "version": state.version,
            "playing": state.set_version,
            "editable": state.databases.is_some(),
            "manifest": state.databases.as_ref().map(|d| d.manifest.display().to_string()),
            "databases": databases,
            "errors": count(Severity::Error),
            "warnings": count(Severity::Warning),
            "problem": state.databases.as_ref().and_then(|d| d.problem.clone()),
        })
    }

    /// The pages of the gallery.
    ///
    /// # Errors
    /// If the databases are those compiled in, which have no text.
    pub(crate) fn gallery(&self) -> Result<Arc<Vec<Page>>, String> {
        let state = self.state();
        let Some(databases) = &state.databases else {
            return Err("the databases compiled in have no text to show; start the studio in a folder with \
                databases, or with --patterns DIR"
                .to_string());
        };
        if let Some((version, pages)) = &*locked(&self.pages)
            && *version == state.version
        {
            return Ok(Arc::clone(pages));
        }
        let units: Vec<_> = databases.parts.iter().map(|part| part.unit.clone()).collect();
        let mut linted = Linted::default();
        for finding in databases.reported() {
            linted.findings.push(finding.clone());
        }
        let pages = gallery::pages(&gallery::Input {
            run: &databases.run,
            units: &units,
            linted: &linted,
            tests: &[],
            uses: None,
        });
        let pages = Arc::new(pages);
        *locked(&self.pages) = Some((state.version, Arc::clone(&pages)));
        Ok(pages)
    }

    /// Makes a manifest and two files with a pattern each in a folder that has none: the engine needs a database that
    /// connects strings and one that proposes moves.
    ///
    /// # Errors
    /// If one of them is there already, or cannot be written.
    pub(crate) fn begin_database(&self) -> Result<(), String> {
        const FILES: [(&str, &str); 3] = [
            (Manifest::FILE_NAME, include_str!("../begin/mkpat.toml")),
            ("connect.db", include_str!("../begin/connect.db")),
            ("own.db", include_str!("../begin/own.db")),
        ];
        let dir = self.manifest.parent().unwrap_or(Path::new("."));
        for (name, _) in FILES {
            if dir.join(name).exists() {
                return Err(format!("{} is there already", dir.join(name).display()));
            }
        }
        // The manifest comes last: from then on there are databases.
        for (name, text) in FILES.iter().rev() {
            let path = dir.join(name);
            let made = std::fs::File::create_new(&path);
            made.and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
                .map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(())
    }
}

/// The first state.
fn begin(manifest: &Path, skip: bool, builtin: fn() -> PatternSet, version: u64) -> State {
    if !manifest.exists() {
        return State { version, databases: None, set: builtin(), set_version: version };
    }
    let mut databases = Databases::load(manifest, skip, &on_disk);
    let set = playable(&mut databases).unwrap_or_else(builtin);
    State { version, databases: Some(databases), set, set_version: version }
}

/// The set of some databases, if the engine can play with it; else the reason is among the findings.
fn playable(databases: &mut Databases) -> Option<PatternSet> {
    let set = databases.set.clone()?;
    match engine::engine::Engine::new(set.clone(), engine::engine::Config::default()) {
        Ok(_) => Some(set),
        Err(e) => {
            databases.problem = Some(e.to_string());
            None
        }
    }
}
