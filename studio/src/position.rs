//! Positions as the page names them: a record or an empty board, a move number, and moves played on from there.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::game::{Game, Rules};
use katachi_frontend::record;
use mkpat_rt::geom::{Color, Point};
use serde::{Deserialize, Serialize};

use crate::folder;

/// Moves played on from a record at most.
const MOST_EXTRA: usize = 1_000;

/// A position, as the page names it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Where {
    /// A record of the folder; else an empty board.
    pub(crate) record: Option<String>,
    /// Vertices per side of the empty board.
    pub(crate) size: Option<usize>,
    /// After so many moves of the record; else at its end.
    pub(crate) number: Option<usize>,
    /// Moves played on, as `B D4` or `W pass`.
    pub(crate) extra: Vec<String>,
}

/// A record that was read.
#[derive(Clone)]
pub(crate) struct Read {
    path: PathBuf,
    stamp: Stamp,
    game: Game,
    to_move: Color,
    warnings: Vec<String>,
}

/// What tells one state of a file from another.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// The present state of a file; `None` if it is not there.
pub(crate) fn stamp(path: &Path) -> Stamp {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// A position, ready to be played from.
#[derive(Clone)]
pub(crate) struct Position {
    /// The game up to it.
    pub(crate) game: Game,
    /// Who moves next.
    pub(crate) to_move: Color,
    /// Moves of the record, and how many of them are played here.
    pub(crate) record: Vec<RecordMove>,
    /// How many of them lie before it.
    pub(crate) number: usize,
    /// What was odd about the record.
    pub(crate) warnings: Vec<String>,
    /// What tells this position from others that a request may name.
    pub(crate) key: String,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RecordMove {
    /// `B` or `W`.
    pub(crate) color: char,
    /// A vertex, or `pass`.
    pub(crate) at: String,
}

/// The letter of a colour.
pub(crate) fn letter(color: Color) -> char {
    if color == Color::Black { 'B' } else { 'W' }
}

/// The colour of a letter or name.
pub(crate) fn color(text: &str) -> Option<Color> {
    match text {
        "B" | "b" | "black" => Some(Color::Black),
        "W" | "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads a record of the folder, unless `known` is its present state.
///
/// # Errors
/// If there is no such record, or it is none.
pub(crate) fn read(
    dir: &Path,
    name: &str,
    rules: Rules,
    known: Option<Read>,
) -> Result<Read, String> {
    let path = folder::resolve(dir, name)?;
    let stamp = stamp(&path);
    if let Some(known) = known.filter(|known| known.path == path && known.stamp == stamp) {
        return Ok(known);
    }
    let loaded = record::load(&path, None, rules).map_err(|e| format!("{name}: {e}"))?;
    let record::Loaded { game, to_move, warnings } = loaded;
    Ok(Read { path, stamp, game, to_move, warnings })
}

/// The position that `place` names; `read` is its record, if it names one.
///
/// # Errors
/// If there is no such board, or a move cannot be played.
pub(crate) fn find(place: &Where, read: Option<&Read>, rules: Rules) -> Result<Position, String> {
    let (full, to_move, warnings) = match read {
        Some(read) => (read.game.clone(), read.to_move, read.warnings.clone()),
        None => {
            let size = place.size.unwrap_or(19);
            let game = Game::new(size, rules).map_err(|e| e.to_string())?;
            (game, Color::Black, Vec::new())
        }
    };
    let size = full.size();
    let name = |p: Point| if p.is_pass() { "pass".to_string() } else { p.name(size) };
    let record: Vec<RecordMove> = full
        .moves()
        .iter()
        .map(|m| RecordMove { color: letter(m.color), at: name(m.point) })
        .collect();
    let number = place.number.unwrap_or(record.len()).min(record.len());
    let next = full.moves().get(number).map_or(to_move, |m| m.color);
    let mut game = full;
    while game.moves().len() > number {
        game.undo();
    }
    let mut to_move = next;
    if place.extra.len() > MOST_EXTRA {
        return Err(format!("more than {MOST_EXTRA} moves played on"));
    }
    for text in &place.extra {
        let (side, at) = text.split_once(' ').ok_or_else(|| format!("{text:?} is no move"))?;
        let side = color(side).ok_or_else(|| format!("{text:?}: no such colour"))?;
        let at = vertex(at, size)?;
        game.play(side, at).map_err(|e| format!("{text}: {e}"))?;
        to_move = side.other();
    }
    let stamp = read.map(|read| (&read.path, read.stamp));
    let key = format!("{stamp:?} {size} {number} {:?}", place.extra);
    Ok(Position { game, to_move, record, number, warnings, key })
}

/// A vertex, or a pass.
///
/// # Errors
/// If it is none of a board of this size.
pub(crate) fn vertex(text: &str, size: usize) -> Result<Point, String> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Point::PASS);
    }
    let p = Point::parse(text, size).filter(|p| !p.is_pass());
    p.ok_or_else(|| format!("{text:?}: no vertex of a board of {size}×{size}"))
}

impl Read {
    /// All positions of the record from its first to its last, with who moves there.
    pub(crate) fn positions(&self) -> Vec<(Game, Color)> {
        let mut game = self.game.clone();
        let mut out = vec![(game.clone(), self.to_move)];
        while let Some(m) = game.undo() {
            out.push((game.clone(), m.color));
        }
        out.reverse();
        out
    }

    /// Where it was read from.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_record_a_number_and_further_moves() {
        let folder = test_support::Folder::new("studio-position");
        folder.write("game.sgf", "(;SZ[9]KM[5.5];B[ee];W[cc];B[gg])");
        let read = read(&folder, "game.sgf", Rules::JAPANESE, None).expect("a record");
        let at = |number, extra: &[&str]| {
            let extra = extra.iter().map(|s| s.to_string()).collect();
            let place = Where { number, extra, ..Where::default() };
            find(&place, Some(&read), Rules::JAPANESE)
        };
        let end = at(None, &[]).expect("a position");
        assert_eq!((end.number, end.to_move, end.record.len()), (3, Color::White, 3));
        let played = at(Some(1), &["W C3", "B pass"]).expect("a position");
        assert_eq!((played.game.moves().len(), played.to_move), (3, Color::White));
        assert_ne!(end.key, played.key);
        for bad in ["W E5", "W", "Z D4", "B Z9"] {
            assert!(at(Some(1), &[bad]).is_err(), "{bad}");
        }
        assert_eq!(at(Some(99), &[]).expect("the end").number, 3);
        let place = Where { size: Some(99), ..Where::default() };
        assert!(find(&place, None, Rules::JAPANESE).is_err());
        let all = read.positions();
        assert_eq!((all.len(), all[1].1), (4, Color::White));
    }
}
