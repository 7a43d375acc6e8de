//! Positions of game records, one at a time or all of a game.

use std::fs;
use std::path::{Path, PathBuf};

use katachi_sgf::{NodeId, Sgf, Stones, Until, Warning, main_line, replay::replay};
use mkpat_rt::geom::{Cell, Point};

use super::Position;

/// Most warnings about one position or game that are told.
const MAX_WARNINGS: usize = 50;

/// Most setups on one main line whose positions are visited; each is replayed anew.
const MAX_SETUPS: usize = 1000;

/// A record that has been read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its file, as it was named.
    pub path: PathBuf,
    sgf: Sgf,
}

/// A line of a list of positions: `record [until]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// The file.
    pub record: &'a str,
    /// A move number or a vertex; `None` is the end of the main line.
    pub until: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// Reads a line; `None` if it is blank or a comment (`#`). The fields stand
    /// apart by tabs or, in a line without tabs, by the last space; `-` is the end
    /// of the main line.
    pub fn parse(line: &'a str) -> Option<Entry<'a>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let is_until =
            |text: &str| text == "-" || Until::parse(text, katachi_sgf::value::MAX_SIZE).is_some();
        let (record, until) = match line.split_once('\t') {
            Some((record, rest)) => (record, rest.split('\t').next().unwrap_or_default().trim()),
            None => match line.rsplit_once([' ']) {
                // The name of the record may contain spaces.
                Some((record, until)) if is_until(until) || !until.contains('.') => (record, until),
                _ => (line, "-"),
            },
        };
        let until = (!matches!(until, "-" | "")).then_some(until);
        Some(Entry { record: record.trim(), until })
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// If it cannot be read or contains no game; says which file and where.
    pub fn read(path: &Path) -> Result<Record, String> {
        let name = path.display();
        let bytes = crate::source::read_file(path).map_err(|e| format!("{name}: {e}"))?;
        let sgf = Sgf::read(&bytes).map_err(|e| format!("{name}: {e}"))?;
        Ok(Record { path: path.to_path_buf(), sgf })
    }

    /// The first warnings in words, and how many there are more: a file of nothing but
    /// mistakes needs no more.
    fn told_all(&self, warnings: &[Warning]) -> Vec<String> {
        let mut out: Vec<String> =
            warnings.iter().take(MAX_WARNINGS).map(|w| self.told(w)).collect();
        let more = warnings.len() - out.len();
        if more > 0 {
            out.push(format!("{}: {more} more warnings", self.path.display()));
        }
        out
    }

    fn told(&self, warning: &Warning) -> String {
        let (line, column) = self.sgf.line_column(warning.span.start);
        format!("{}:{line}:{column}: {}", self.path.display(), warning.message)
    }

    /// The position on the main line `until` somewhere (see [`Entry`]), and what
    /// was odd on the way. `until` that is never reached means the end.
    ///
    /// # Errors
    ///
    /// If the board has no usable size, or `until` is neither a number nor a vertex
    /// of it.
    pub fn at(&self, until: Option<&str>) -> Result<(Position, Vec<String>), String> {
        let line = main_line(&self.sgf);
        let size = line.first().and_then(|&root| self.sgf.board_size(root)).unwrap_or(19);
        let until = match until {
            None => None,
            Some(text) => Some(Until::parse(text, size).ok_or_else(|| {
                format!("`{text}` is neither a move number nor a vertex of a board of {size}")
            })?),
        };
        let position = replay(&self.sgf, &line, until).map_err(|w| self.told(&w))?;
        let odd = self.told_all(&position.warnings);
        let mut out = Position::new(position.size());
        load(&mut out, &position.stones);
        Ok((out, odd))
    }

    /// Visits every position of the main line: each setup and each position after
    /// a move (a pass makes no new one). The first argument is the number of moves
    /// before it since the last setup. Answers what was odd.
    ///
    /// The order is that of the game, except that what comes before a setup in the
    /// middle of a game is visited after it.
    ///
    /// # Errors
    ///
    /// If the board has no usable size.
    pub fn each_position(
        &self,
        mut visit: impl FnMut(usize, &Position),
    ) -> Result<Vec<String>, String> {
        let line = main_line(&self.sgf);
        let mut odd = Vec::new();
        let mut end = line.len();
        for _ in 0..MAX_SETUPS {
            let last = replay(&self.sgf, &line[..end], None).map_err(|w| self.told(&w))?;
            if end == line.len() {
                odd.extend(self.told_all(&last.warnings));
            }
            let mut stones = last.base.clone();
            let mut position = Position::new(last.size());
            load(&mut position, &stones);
            visit(0, &position);
            for (i, mv) in last.moves.iter().enumerate() {
                let Some(p) = mv.point else { continue };
                // It was legal when the whole line was played.
                if stones.play(mv.color, p).is_err() {
                    break;
                }
                load(&mut position, &stones);
                visit(i + 1, &position);
            }
            if last.moves.len() == last.move_number {
                return Ok(odd);
            }
            // A setup has made a new start: go on with what comes before it.
            let first = last.moves.first().map(|mv| mv.node);
            let until = first.and_then(|id| line[..end].iter().position(|n| *n == id));
            let candidates = until.map_or(end, |i| i + 1);
            match line[..candidates].iter().rposition(|&id| self.is_setup(id)) {
                Some(setup) => end = setup,
                None => return Ok(odd),
            }
        }
        let path = self.path.display();
        odd.push(format!("{path}: more than {MAX_SETUPS} setups; what is before them is left out"));
        Ok(odd)
    }

    fn is_setup(&self, id: NodeId) -> bool {
        let node = self.sgf.node(id);
        ["AB", "AW", "AE"].into_iter().any(|name| node.property(name).is_some())
    }
}

/// Replaces the stones of `position`, which has the size of `stones`.
fn load(position: &mut Position, stones: &Stones) {
    let size = position.size();
    for p in Point::all(size) {
        position.set(p, Cell::Empty);
    }
    for (p, color) in stones.iter() {
        let cell = match color {
            katachi_sgf::Color::Black => Cell::Black,
            katachi_sgf::Color::White => Cell::White,
        };
        position.set(Point::new(p.row.into(), p.col.into()), cell);
    }
}

/// The records that `paths` mean: files as they are, and of folders all `.sgf`
/// files below them, by name.
///
/// # Errors
///
/// If a path cannot be read, or a folder contains no record.
pub fn collect(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut out = Vec::new();
    for path in paths {
        let told = |e: std::io::Error| format!("{}: {e}", path.display());
        if !fs::metadata(path).map_err(told)?.is_dir() {
            out.push(path.clone());
            continue;
        }
        let before = out.len();
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(told)? {
                let entry = entry.map_err(told)?;
                let kind = entry.file_type().map_err(told)?;
                let is_record =
                    entry.path().extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf"));
                // Links to folders are not followed: they may lead around.
                if kind.is_dir() {
                    folders.push(entry.path());
                } else if is_record {
                    out.push(entry.path());
                }
            }
        }
        if out.len() == before {
            return Err(format!("{}: no .sgf file in this folder", path.display()));
        }
        out[before..].sort();
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        Record { path: PathBuf::from("test.sgf"), sgf: Sgf::read(text.as_bytes()).unwrap() }
    }

    #[test]
    fn lines_name_a_record_and_where_to_stop() {
        let entry = |record, until| Some(Entry { record, until });
        for (line, want) in [
            ("a.sgf", entry("a.sgf", None)),
            ("a.sgf 40", entry("a.sgf", Some("40"))),
            ("a.sgf\tQ16", entry("a.sgf", Some("Q16"))),
            (" a b.sgf  -", entry("a b.sgf", None)),
            ("a b.sgf", entry("a b.sgf", None)),
            ("a b\t3", entry("a b", Some("3"))),
            ("a.sgf soon", entry("a.sgf", Some("soon"))),
            ("a.sgf\t40\tgeneral\twhite", entry("a.sgf", Some("40"))),
            ("", None),
            ("  # a.sgf", None),
        ] {
            assert_eq!(Entry::parse(line), want, "{line}");
        }
    }

    #[test]
    fn positions_are_found_by_number_and_vertex() {
        let record = record("(;SZ[5];B[aa];W[bb];B[cc])");
        let stones = |until| {
            let (position, odd) = record.at(until).unwrap();
            assert!(odd.is_empty());
            Point::all(5).filter(|&p| position.at(p).is_stone()).count()
        };
        assert_eq!(
            [None, Some("1"), Some("3"), Some("B4"), Some("99")].map(stones),
            [3, 0, 2, 1, 3]
        );
        assert!(record.at(Some("K9")).unwrap_err().contains("`K9`"));
    }

    /// All positions, however the game was set up, are those that replays reach.
    #[test]
    fn every_position_of_a_game_is_visited() {
        for (text, want) in [
            ("(;SZ[5];B[aa];W[];B[bb])", vec!["aa,bb", "aa", ""]),
            ("(;SZ[5]AB[aa]AW[bb];B[cc])", vec!["aa,bb,cc", "aa,bb"]),
            ("(;SZ[5];B[aa];AW[bb];B[cc];AE[aa])", vec!["bb,cc", "aa,bb,cc", "aa,bb", "aa", ""]),
            (
                "(;SZ[5];B[aa];AW[bb]B[cc](;W[dd])(;W[ee]))",
                vec!["aa,bb,cc,dd", "aa,bb,cc", "aa,bb", "aa", ""],
            ),
        ] {
            let mut got = Vec::new();
            let odd = record(text)
                .each_position(|_, position| {
                    let stones = Point::all(5).filter(|&p| position.at(p).is_stone());
                    let names = stones
                        .map(|p| katachi_sgf::Point::new(p.row() as u8, p.col() as u8).to_sgf());
                    got.push(names.collect::<Vec<_>>().join(","));
                })
                .unwrap();
            got.sort();
            let mut want = want;
            want.sort();
            assert_eq!(
                (got, odd),
                (want.iter().map(|s| s.to_string()).collect(), vec![]),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_odd_is_told_with_its_place() {
        let record = record("(;SZ[5];B[aa]\n;W[aa])");
        let (_, odd) = record.at(None).unwrap();
        assert!(odd[0].starts_with("test.sgf:2:2: there is a stone"), "{odd:?}");
    }
}
