//! Tests of databases: board diagrams with the matches that are expected there.
//!
//! Data flows text → `file` → [`TestFile`] → [`check`] → [`Outcome`]s;
//! [`TestFile::updated`] goes back to text with the matches that were found. The
//! format is described in `docs/pattern-tests.md`. Nothing here prints, and only
//! [`collect`] looks at folders.
//!
//! What a test expects does not depend on the order of the patterns, on other
//! patterns than those it names, or on the matcher.

mod file;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::Color;
use mkpat_rt::matcher::Matcher;

pub use file::{Case, Expected, TestFile};

use crate::positions::LineError;
use crate::positions::matches::{Found, SIDES, find};

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The matches found, as lines of a test file, sorted.
    pub found: Vec<String>,
    /// The lines that are expected and were found or not, and those that were found
    /// and are not expected: in the order of `found`, with the missing ones where
    /// they would stand.
    pub diff: Vec<(Change, String)>,
}

/// How a line of a difference is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Expected, not found.
    Missing,
    /// Expected and found.
    Same,
    /// Found, not expected.
    Unexpected,
}

impl Outcome {
    /// Whether everything was as expected.
    pub fn passed(&self) -> bool {
        self.diff.iter().all(|(change, _)| *change == Change::Same)
    }

    /// The difference as text: `-` before what is missing, `+` before what is not
    /// expected.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (change, line) in &self.diff {
            let sign = match change {
                Change::Missing => '-',
                Change::Same => ' ',
                Change::Unexpected => '+',
            };
            let _ = writeln!(out, "{sign} {line}");
        }
        out
    }
}

/// Runs one case.
///
/// # Errors
///
/// If it names a database or a pattern that does not exist: such a case would test
/// nothing.
pub fn check(
    case: &Case,
    databases: &[&PatternDb],
    matcher: &mut Matcher,
) -> Result<Outcome, LineError> {
    let selected = select(case, databases)?;
    let mut rows: Vec<Row> = Vec::new();
    let several = selected.len() > 1;
    let mut buffer = Vec::new();
    for (rank, db) in selected.into_iter().enumerate() {
        for (side, color) in SIDES.into_iter().enumerate() {
            if case.side.is_some_and(|wanted| wanted != color) {
                continue;
            }
            for found in find(matcher, db, &case.position, color, &mut buffer) {
                if wanted(case, &found.pattern().name) {
                    rows.push(Row::new(&found, case.position.size(), (rank, side), several));
                }
            }
        }
    }
    rows.sort();
    let fields: Vec<&[String]> = rows.iter().map(|row| row.fields.as_slice()).collect();
    let found = align(&fields);
    let diff = compare(&case.expected, &found);
    Ok(Outcome { found, diff })
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
    let mut out = Vec::new();
    for (name, line) in &case.databases {
        let db = databases.iter().find(|db| db.name == *name).ok_or_else(|| {
            let known: Vec<&str> = databases.iter().map(|db| db.name.as_str()).collect();
            LineError::new(*line, format!("no database `{name}`; there are: {}", known.join(", ")))
        })?;
        out.push(*db);
    }
    if case.databases.is_empty() {
        match databases {
            [only] => out.push(only),
            _ => {
                let message = "which database? write `database: NAME`";
                return Err(LineError::new(case.line, message));
            }
        }
    }
    for (glob, line) in &case.only {
        if !out.iter().any(|db| db.patterns.iter().any(|p| fits(glob, &p.name))) {
            return Err(LineError::new(*line, format!("no pattern `{glob}` in the database")));
        }
    }
    Ok(out)
}

/// A match as a line of a test file, with its place in the order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    /// Database and side.
    rank: (usize, usize),
    /// Row by row.
    vertex: (usize, usize),
    pattern: String,
    orientation: usize,
    fields: Vec<String>,
}

impl Row {
    fn new(found: &Found<'_>, size: usize, rank: (usize, usize), several: bool) -> Row {
        let pattern = found.pattern().name.clone();
        let vertex = found.mv().unwrap_or(found.raw.anchor);
        let orientation = found.raw.transform.index();
        let name = vertex.name(size);
        let mut fields = vec![
            found.color.to_string(),
            // A pattern without a move stands where its anchor is.
            if found.mv().is_some() { name } else { format!("({name})") },
            pattern.clone(),
            orientation.to_string(),
            found.values(size),
        ];
        if several {
            fields.insert(0, found.db.name.clone());
        }
        Row { rank, vertex: (vertex.row(), vertex.col()), pattern, orientation, fields }
    }
}

/// Rows of fields as lines with columns.
fn align(rows: &[&[String]]) -> Vec<String> {
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|f| f.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter()
        .map(|row| {
            let mut line = String::new();
            for (field, width) in row.iter().zip(&widths) {
                let _ = write!(line, "{field:<width$}  ");
            }
            line.trim_end().to_string()
        })
        .collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Compares as multisets of lines; spaces do not matter.
fn compare(expected: &[Expected], found: &[String]) -> Vec<(Change, String)> {
    let mut open: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for line in found {
        *open.entry(words(line)).or_insert(0) += 1;
    }
    let mut missing: Vec<&Expected> = Vec::new();
    let mut same: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for line in expected {
        let key = words(&line.text);
        match open.get_mut(&key) {
            Some(n) if *n > 0 => {
                *n -= 1;
                *same.entry(key).or_insert(0) += 1;
            }
            _ => missing.push(line),
        }
    }
    // Where there is a case but nothing is expected yet, everything is new.
    let mut out: Vec<(Change, String)> = found
        .iter()
        .map(|line| match same.get_mut(&words(line)) {
            Some(n) if *n > 0 => {
                *n -= 1;
                (Change::Same, line.clone())
            }
            _ => (Change::Unexpected, line.clone()),
        })
        .collect();
    // A missing line stands before the first one with the same move, else at the end.
    for expected in missing.into_iter().rev() {
        let text = words(&expected.text).join("  ");
        let key: Vec<String> = words(&text).iter().take(2).map(|w| w.to_string()).collect();
        let at = out
            .iter()
            .position(|(_, line)| words(line).iter().take(2).eq(key.iter()))
            .unwrap_or(out.len());
        out.insert(at, (Change::Missing, text));
    }
    out
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

/// Runs all cases of the files under `folder` on `databases`: for the test of a
/// crate that keeps databases. Answers how many cases there were.
///
/// # Errors
///
/// Everything that is not as expected, with places, as text.
pub fn check_folder(folder: &Path, databases: &[&PatternDb]) -> Result<usize, String> {
    let (mut wrong, mut cases) = (String::new(), 0);
    let mut matcher = Matcher::new();
    for path in collect(folder)? {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
        let file = match TestFile::parse(&text) {
            Ok(file) => file,
            Err(e) => {
                let _ = writeln!(wrong, "{name}:{}: {}", e.line, e.message);
                continue;
            }
        };
        for case in &file.cases {
            cases += 1;
            match check(case, databases, &mut matcher) {
                Ok(outcome) if outcome.passed() && case.has_expectation() => {}
                Ok(outcome) => {
                    let _ = writeln!(wrong, "{name}:{}: {}", case.line, case.title);
                    wrong.push_str(&outcome.to_text());
                }
                Err(e) => {
                    let _ = writeln!(wrong, "{name}:{}: {}", e.line, e.message);
                }
            }
        }
    }
    if wrong.is_empty() { Ok(cases) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Run;
    use crate::manifest::{DatabaseSpec, Kind, MatcherKind};

    const DATABASE: &str = "attribute_map general\n\n\
        Pattern Hane1\n# Idea.\n\n.*.\nOX.\n\n:8,X,shape(4)\n\n\
        Pattern Touch1\n# Idea.\n\nO*\n\n:-,-,threatens_to_capture(a)\n\na*\n\n;lib(a)>1\n\n";

    fn database(text: &str, matcher: MatcherKind) -> PatternDb {
        let mut run = Run::new();
        let id = run.sources.add("a.db", text.as_bytes().to_vec()).unwrap();
        let spec = DatabaseSpec::inferred("a", "a.db", Kind::General);
        let spec = DatabaseSpec { matcher, ..spec };
        let trees = {
            run.add(spec.clone(), vec![id]);
            run.parse(0)
        };
        let db = crate::lower::lower(&run.sources, &spec, &trees, &mut run.diags);
        crate::compile::compile(&run.sources, &db, &mut run.diags).unwrap_or_else(|| {
            panic!("{}", crate::diag::render::to_string(&run.sources, &run.diags))
        })
    }

    const TEST: &str = "=== hane\nonly: Hane*\nO: white\n\n.....\n.....\n.OX..\n.....\n.....\n\n\
        matches:\n  white  C4  Hane1  0  shape(4)\n  white  C2  Hane1  5  shape(4)\n";

    fn run(text: &str, db: &PatternDb) -> Result<Outcome, LineError> {
        let file = TestFile::parse(text).unwrap();
        check(&file.cases[0], &[db], &mut Matcher::new())
    }

    /// Neither the order of the patterns nor the matcher changes a result.
    #[test]
    fn results_do_not_depend_on_order_or_matcher() {
        let (head, patterns) = DATABASE.split_at(DATABASE.find("Pattern").unwrap());
        let (a, b) = patterns.split_at(patterns.find("Pattern T").unwrap());
        let one = database(DATABASE, MatcherKind::Naive);
        let two = database(&format!("{head}{b}{a}"), MatcherKind::Grid);
        for test in [TEST.to_string(), TEST.replace("only: Hane*\n", "").replace("O: white\n", "")]
        {
            let [x, y] = [&one, &two].map(|db| run(&test, db).unwrap());
            assert_eq!(x.found, y.found);
            assert!(x.found.len() >= 2);
        }
    }

    #[test]
    fn a_difference_shows_what_is_missing_and_what_is_new() {
        let db = database(DATABASE, MatcherKind::Grid);
        assert!(run(TEST, &db).unwrap().passed());
        let other = run(&TEST.replace("shape(4)\n  w", "shape(5)\n  w"), &db).unwrap();
        assert!(!other.passed());
        assert_eq!(
            other.to_text(),
            "- white  C4  Hane1  0  shape(5)\n+ white  C4  Hane1  0  shape(4)\n  \
             white  C2  Hane1  5  shape(4)\n"
        );
    }

    #[test]
    fn what_does_not_exist_is_an_error() {
        let db = database(DATABASE, MatcherKind::Grid);
        let error = |from: &str, to: &str| run(&TEST.replace(from, to), &db).unwrap_err();
        assert_eq!(error("Hane*", "Hane1 Hone*").line, 2);
        assert!(error("Hane*", "Hane1 Hone*").message.contains("`Hone*`"));
        assert!(error("only", "database: b\nonly").message.contains("there are: a"));
    }

    #[test]
    fn an_update_makes_the_test_pass_and_changes_nothing_else() {
        let db = database(DATABASE, MatcherKind::Grid);
        for test in [
            TEST.replace("shape(4)", "shape(9)"),
            TEST.replace("matches:", "matches: # two"),
            TEST[..TEST.find("matches").unwrap()].to_string(),
            TEST[..TEST.find("matches").unwrap()].trim_end().to_string(),
            format!("{TEST}\n# A comment stays.\n"),
        ] {
            let file = TestFile::parse(&test).unwrap();
            let outcome = check(&file.cases[0], &[&db], &mut Matcher::new()).unwrap();
            let updated = file.updated(&test, &[outcome.found]);
            assert!(run(&updated, &db).unwrap().passed(), "{updated}");
            let again = TestFile::parse(&updated).unwrap();
            assert_eq!(again.updated(&updated, &[run(&updated, &db).unwrap().found]), updated);
            let before = test.find("matches").unwrap_or(test.len());
            assert_eq!(updated[..before], test[..before]);
            assert_eq!(updated.ends_with("stays.\n"), test.ends_with("stays.\n"));
        }
    }
}
