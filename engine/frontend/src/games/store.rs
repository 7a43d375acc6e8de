//! The folder of a match: what is played, what was played, and every record.
//!
//! - `match.json`: the settings; another match does not go on in this folder.
//! - `games.jsonl`: a line of JSON a game, in the order in which they ended.
//! - `00001-1.sgf`: the record of the first game of pair 1.
//! - `score.svg`: the score as it ran.
//!
//! A record is written before its line, and a line at once, so that what is listed is there. A
//! line that is not complete (the program was ended while it wrote) is taken off.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::game::Played;

const SETTINGS: &str = "match.json";
const GAMES: &str = "games.jsonl";
const PLOT: &str = "score.svg";

/// All that decides what the games of a match are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MatchSettings {
    /// The players, as the user wrote them.
    pub(crate) players: [String; 2],
    /// Vertices per side.
    pub(crate) size: usize,
    /// Rules and komi in words.
    pub(crate) rules: String,
    /// Time of each player.
    pub(crate) clock: String,
    /// Seconds of a move.
    pub(crate) move_limit: f64,
    /// Moves of a game.
    pub(crate) moves: usize,
    /// Who scores; empty for our own scoring.
    pub(crate) scorer: String,
    /// Stones of an opening.
    pub(crate) plies: usize,
    /// Seed of the openings.
    pub(crate) seed: u64,
}

/// A folder that keeps a match.
pub(crate) struct Store {
    folder: PathBuf,
    list: File,
}

fn at(path: &Path, e: impl std::fmt::Display) -> String {
    format!("{}: {e}", path.display())
}

impl Store {
    /// Opens the folder, or makes it; and the games that were played.
    ///
    /// # Errors
    /// If it cannot be used, or is that of another match.
    pub(crate) fn open(
        folder: &Path,
        settings: &MatchSettings,
    ) -> Result<(Store, Vec<Played>), String> {
        fs::create_dir_all(folder).map_err(|e| at(folder, e))?;
        let path = folder.join(SETTINGS);
        if path.exists() {
            check_settings(folder, settings)?;
        } else {
            let text = serde_json::to_string_pretty(settings).map_err(|e| at(&path, e))?;
            fs::write(&path, text + "\n").map_err(|e| at(&path, e))?;
        }
        let path = folder.join(GAMES);
        let text = if path.exists() { read(&path)? } else { String::new() };
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        if complete < text.len() {
            let new = folder.join("games.jsonl.new");
            fs::write(&new, &text[..complete]).map_err(|e| at(&new, e))?;
            fs::rename(&new, &path).map_err(|e| at(&path, e))?;
        }
        let games = parse(&path, &text[..complete])?;
        let list = File::options().append(true).create(true).open(&path);
        let list = list.map_err(|e| at(&path, e))?;
        Ok((Store { folder: folder.to_path_buf(), list }, games))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn keep(&mut self, played: &Played, record: &str) -> Result<(), String> {
        let path = self.folder.join(record_name(played));
        fs::write(&path, record).map_err(|e| at(&path, e))?;
        let path = self.folder.join(GAMES);
        let line = serde_json::to_string(played).map_err(|e| at(&path, e))? + "\n";
        self.list.write_all(line.as_bytes()).map_err(|e| at(&path, e))
    }

    /// Takes up the games of another folder that are not in `games` yet, with their records.
    ///
    /// # Errors
    /// If that folder cannot be read, or is that of another match.
    pub(crate) fn merge(
        &mut self,
        from: &Path,
        settings: &MatchSettings,
        games: &mut Vec<Played>,
    ) -> Result<(), String> {
        check_settings(from, settings)?;
        let path = from.join(GAMES);
        let text = read(&path)?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let known: BTreeSet<(usize, usize)> = games.iter().map(|g| (g.pair, g.game)).collect();
        for played in parse(&path, &text[..complete])? {
            if !known.contains(&(played.pair, played.game)) {
                let record = read(&from.join(record_name(&played)))?;
                self.keep(&played, &record)?;
                games.push(played);
            }
        }
        Ok(())
    }

    /// Writes the plot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn plot(&self, svg: &str) -> Result<(), String> {
        let path = self.folder.join(PLOT);
        fs::write(&path, svg).map_err(|e| at(&path, e))
    }
}

fn record_name(played: &Played) -> String {
    format!("{:05}-{}.sgf", played.pair, played.game)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = mkpat::source::read_file(path).map_err(|e| at(path, e))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a folder has a match of these settings.
fn check_settings(folder: &Path, settings: &MatchSettings) -> Result<(), String> {
    let path = folder.join(SETTINGS);
    let kept: serde_json::Value = serde_json::from_str(&read(&path)?).map_err(|e| at(&path, e))?;
    let now = serde_json::to_value(settings).map_err(|e| at(&path, e))?;
    if kept == now {
        return Ok(());
    }
    let differs =
        now.as_object().into_iter().flatten().find(|(name, value)| kept.get(name) != Some(value));
    let (name, value) =
        differs.map_or(("settings", "others".to_string()), |(n, v)| (n, v.to_string()));
    let there = kept.get(name).map_or("nothing".to_string(), ToString::to_string);
    Err(at(&path, format!("this folder keeps another match: {name} is {there} there, not {value}")))
}

fn parse(path: &Path, text: &str) -> Result<Vec<Played>, String> {
    let mut games: Vec<Played> = Vec::new();
    let mut seen = BTreeSet::new();
    for (i, line) in text.lines().enumerate() {
        let played: Played =
            serde_json::from_str(line).map_err(|e| at(path, format!("line {}: {e}", i + 1)))?;
        let sound = played.pair > 0 && (1..=2).contains(&played.game) && played.half_points <= 2;
        if !sound {
            return Err(at(path, format!("line {}: no such game", i + 1)));
        }
        if seen.insert((played.pair, played.game)) {
            games.push(played);
        }
    }
    Ok(games)
}
