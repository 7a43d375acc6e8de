//! Tests of databases: board diagrams with the matches that are expected there and,
//! where an engine can be asked, with the answers of constraints.
//!
//! | module | from → to |
//! |---|---|
//! | `file` | text → [`TestFile`], and back with other expectations |
//! | `lines` | matches and verdicts → lines of a test file |
//! | `diff` | expected lines, found lines → [`Outcome`]s |
//! | `new` | a position → a case that expects what is found there |
//! | `run` | files → a report |
//! | `command` | the commands `mkpat test` and `katachi test` |
//!
//! The format is described in `docs/pattern-tests.md`. Nothing here but
//! `command` writes a file, and only [`collect`] and [`run()`] read some. An engine is
//! asked through [`Judge`]; this crate has none.
//!
//! What a test expects does not depend on the order of the patterns, on other
//! patterns than those it names, or on the matcher.

#[cfg(feature = "options")]
pub mod command;
mod diff;
mod file;
mod lines;
mod new;
mod run;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::Color;
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::recording_host::Call;

pub use diff::{Change, Outcome};
pub use file::{Case, Expected, TestFile, Update};
pub use new::new_case;
pub use run::{Options, Report, check_folder, run};

use crate::tools::positions::matches::{SIDES, find};
use crate::tools::positions::{LineError, Position};
pub use lines::call_text;
use lines::{Row, align};

/// Whoever can say what becomes of a match: an engine.
pub trait Judge {
    /// Judges all matches with `color` as O, and to move, of the patterns that are
    /// `wanted`.
    ///
    /// # Errors
    ///
    /// If the position cannot be played in.
    fn judge(
        &mut self,
        position: &Position,
        color: Color,
        wanted: &dyn Fn(&PatternDb, &Pattern) -> bool,
    ) -> Result<Vec<Judged>, String>;

    /// The answer to a goal, such as `white captures D4`, in a few words.
    ///
    /// # Errors
    ///
    /// What is wrong with the goal.
    fn prove(&mut self, position: &Position, goal: &str) -> Result<String, String>;
}

/// What became of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Name of the database.
    pub database: String,
    /// The match.
    pub raw: Match,
    /// One word: `accepted`, or who rejected it.
    pub verdict: &'static str,
    /// What the constraint asked, with the answers, in order.
    pub constraint: Vec<(Call, f64)>,
    /// What the action called, in order.
    pub action: Vec<(Call, f64)>,
}

/// Runs one case. Its answers are looked at if there is somebody to judge.
///
/// # Errors
///
/// If it names a database or a pattern that does not exist: such a case would test
/// nothing. Or if nobody can play in its position.
pub fn check(
    case: &Case,
    databases: &[&PatternDb],
    matcher: &mut Matcher,
    judge: Option<&mut dyn Judge>,
) -> Result<Outcome, LineError> {
    let selected = if case.wants_matches() { select(case, databases)? } else { Vec::new() };
    let mut rows: Vec<Row> = Vec::new();
    let several = selected.len() > 1;
    let size = case.position.size();
    let mut buffer = Vec::new();
    for (rank, db) in selected.iter().enumerate() {
        for (side, color) in sides(case) {
            for found in find(matcher, db, &case.position, color, &mut buffer) {
                if wanted(case, &found.pattern().name) {
                    rows.push(Row::new(&found, size, (rank, side), several));
                }
            }
        }
    }
    let mut outcome = Outcome::of_matches(case, align(rows));
    let Some(judge) = judge else { return Ok(outcome) };
    if !case.goals.is_empty() {
        outcome.set_goals(case, goals(case, judge)?);
    }
    if case.wants_answers() {
        outcome.set_answers(case, answers(case, &selected, judge)?);
    }
    Ok(outcome)
}

/// The goals with their answers, as lines.
fn goals(case: &Case, judge: &mut dyn Judge) -> Result<Vec<String>, LineError> {
    let answered = |expected: &Expected| {
        let goal = expected.text.split('=').next().unwrap_or_default().trim();
        let answer = judge.prove(&case.position, goal);
        let answer = answer.map_err(|e| LineError::new(expected.line, format!("{goal}: {e}")))?;
        Ok(format!("{goal} = {answer}"))
    };
    case.goals.iter().map(answered).collect()
}

/// What becomes of the matches, as lines.
fn answers(
    case: &Case,
    selected: &[&PatternDb],
    judge: &mut dyn Judge,
) -> Result<Vec<String>, LineError> {
    let mut rows: Vec<Row> = Vec::new();
    for (side, color) in sides(case) {
        let wanted = |db: &PatternDb, pattern: &Pattern| {
            selected.iter().any(|s| s.name == db.name) && wanted(case, &pattern.name)
        };
        let judged = judge
            .judge(&case.position, color, &wanted)
            .map_err(|message| LineError::new(case.line, message))?;
        for judged in judged {
            let Some(rank) = selected.iter().position(|db| db.name == judged.database) else {
                continue;
            };
            let rank = (rank, side);
            let size = case.position.size();
            rows.push(Row::judged(
                selected[rank.0],
                color,
                &judged,
                size,
                rank,
                selected.len() > 1,
            ));
        }
    }
    Ok(align(rows))
}

/// The colours of O that a case looks at, with their rank.
fn sides(case: &Case) -> impl Iterator<Item = (usize, Color)> {
    let side = case.side;
    SIDES.into_iter().enumerate().filter(move |(_, color)| side.is_none_or(|s| s == *color))
}

/// Whether a case looks at the pattern with this name.
fn wanted(case: &Case, name: &str) -> bool {
    case.only.is_empty() || case.only.iter().any(|(glob, _)| fits(glob, name))
}

/// Whether `glob` means the pattern with this name; `*` at its end is anything.
fn fits(glob: &str, name: &str) -> bool {
    match glob.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == glob,
    }
}

fn select<'a>(case: &Case, databases: &[&'a PatternDb]) -> Result<Vec<&'a PatternDb>, LineError> {
    let mut out: Vec<&PatternDb> = Vec::new();
    for (name, line) in &case.databases {
        let db = databases.iter().find(|db| db.name == *name).ok_or_else(|| {
            let known: Vec<&str> = databases.iter().map(|db| db.name.as_str()).collect();
            LineError::new(*line, format!("no database `{name}`; there are: {}", known.join(", ")))
        })?;
        if out.iter().any(|known| known.name == *name) {
            return Err(LineError::new(*line, format!("database `{name}` twice")));
        }
        out.push(*db);
    }
    if case.databases.is_empty() {
        match databases {
            [only] => out.push(only),
            _ => {
                let known: Vec<&str> = databases.iter().map(|db| db.name.as_str()).collect();
                let known = known.join(", ");
                let message = format!("which database? write `database: NAME`; there are: {known}");
                return Err(LineError::new(case.line, message));
            }
        }
    }
    for (glob, line) in &case.only {
        if !out.iter().any(|db| db.patterns.iter().any(|p| fits(glob, &p.name))) {
            let names = out.iter().flat_map(|db| db.patterns.iter().map(|p| p.name.as_str()));
            let near = crate::diag::did_you_mean(glob, names);
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(LineError::new(
                *line,
                format!("no pattern `{glob}` in the database{near}"),
            ));
        }
    }
    Ok(out)
}

/// The side that a test or a command names.
pub fn side(name: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.to_string() == name)
}

/// The test files that `path` means: the file itself, or all `.txt` files of the
/// folder and those below it, by name.
///
/// # Errors
///
/// If something cannot be read, or there is no test file.
pub fn collect(path: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    if !std::fs::metadata(path).map_err(|e| told(path, e))?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let (mut out, mut folders) = (Vec::new(), vec![path.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|e| told(&folder, e))? {
            let entry = entry.map_err(|e| told(&folder, e))?;
            if entry.file_type().map_err(|e| told(&folder, e))?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e == "txt") {
                out.push(entry.path());
            }
        }
    }
    if out.is_empty() {
        return Err(format!("{}: no test (`*.txt`) in this folder", path.display()));
    }
    out.sort();
    Ok(out)
}
