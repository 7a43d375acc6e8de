//! Test files: text → cases, and back with other expectations.

use mkpat_rt::geom::Color;

use super::side;
use crate::positions::{LineError, Position, diagram};

/// A test file.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// Its cases in order.
    pub cases: Vec<Case>,
}

/// One position with its expectations.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called.
    pub title: String,
    /// Line of the title, from 1.
    pub line: usize,
    /// The databases to match, with the lines that name them.
    pub databases: Vec<(String, usize)>,
    /// The patterns to look at, `*` at the end standing for anything, with the lines
    /// that name them; all patterns if empty.
    pub only: Vec<(String, usize)>,
    /// Who plays O; `None` is both.
    pub side: Option<Color>,
    /// The stones.
    pub position: Position,
    /// The matches expected.
    pub expected: Vec<Expected>,
    /// The lines that hold the expectation, from 0, the end not included.
    block: Option<std::ops::Range<usize>>,
    /// The line behind the diagram, where a missing expectation goes.
    end: usize,
}

/// An expected match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The line in the file, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// The keys of a file head or a case.
#[derive(Clone, Default)]
struct Settings {
    databases: Vec<(String, usize)>,
    only: Vec<(String, usize)>,
    side: Option<Color>,
    size: Option<usize>,
}

impl Settings {
    /// Takes a line `key: value`.
    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<(), LineError> {
        let fail = |message: String| Err(LineError::new(line, message));
        let names = || value.split_whitespace().map(|name| (name.to_string(), line)).collect();
        if value.is_empty() {
            return fail(format!("`{key}:` without a value"));
        }
        match key {
            "database" => self.databases = names(),
            "only" => self.only = names(),
            "O" if value == "both" => self.side = None,
            "O" => match side(value) {
                Some(color) => self.side = Some(color),
                None => return fail(format!("`O: {value}` is none of white, black and both")),
            },
            "size" => match value.parse() {
                Ok(size) if (1..=mkpat_rt::geom::MAX_BOARD).contains(&size) => {
                    self.size = Some(size);
                }
                _ => return fail(format!("`{value}` is no board size")),
            },
            _ => {
                return fail(format!(
                    "no key `{key}`; there are: database, only, O, size, matches"
                ));
            }
        }
        Ok(())
    }
}

/// A line as it counts: without a comment; `None` if nothing is left.
fn content(line: &str) -> Option<&str> {
    let text = match line.find('#') {
        Some(at) if at == 0 || line[..at].ends_with([' ', '\t']) => &line[..at],
        _ => line,
    };
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

fn key(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let is_word = !key.is_empty() && key.chars().all(|ch| ch.is_ascii_alphabetic());
    is_word.then_some((key, value.trim()))
}

fn title(text: &str) -> Option<&str> {
    text.strip_prefix("===").map(|rest| rest.trim_matches(['=', ' ']))
}

impl TestFile {
    /// Reads a test file.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its line.
    pub fn parse(text: &str) -> Result<TestFile, LineError> {
        let lines: Vec<&str> = text.lines().collect();
        let mut common = Settings::default();
        let mut cases = Vec::new();
        let mut i = 0;
        while i < lines.len() {
            let Some(text) = content(lines[i]) else {
                i += 1;
                continue;
            };
            if let Some(name) = title(text) {
                let end = (i + 1..lines.len())
                    .find(|&k| content(lines[k]).is_some_and(|t| title(t).is_some()))
                    .unwrap_or(lines.len());
                cases.push(case(&lines, i, end, name, common.clone())?);
                i = end;
            } else if let Some((key, value)) = key(text) {
                if key == "matches" {
                    return Err(LineError::new(i + 1, "`matches:` before the first case"));
                }
                common.set(i + 1, key, value)?;
                i += 1;
            } else {
                let message =
                    "a case begins with `=== title`; before it there are keys and comments";
                return Err(LineError::new(i + 1, message));
            }
        }
        if cases.is_empty() {
            return Err(LineError::new(lines.len().max(1), "no case (`=== title`) in this file"));
        }
        Ok(TestFile { cases })
    }

    /// `text`, of which this was read, with the matches of each case replaced by
    /// `found`. Everything else stays byte for byte.
    pub fn updated(&self, text: &str, found: &[Vec<String>]) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut out = String::new();
        let mut next = 0;
        for (case, found) in self.cases.iter().zip(found) {
            let same = case.has_expectation()
                && super::compare(&case.expected, found)
                    .iter()
                    .all(|(change, _)| *change == super::Change::Same)
                && case.expected.iter().zip(found).all(|(e, f)| e.text == *f);
            if same {
                continue;
            }
            let (start, end) = match &case.block {
                Some(block) => (block.start, block.end),
                None => (case.end, case.end),
            };
            out.extend(lines[next..start].iter().copied());
            if !out.is_empty() && !out.ends_with('\n') {
                out.push_str(newline);
            }
            if case.block.is_none() {
                out.push_str(newline);
            }
            out.push_str(if found.is_empty() { "matches: none" } else { "matches:" });
            out.push_str(newline);
            for line in found {
                out.push_str("  ");
                out.push_str(line);
                out.push_str(newline);
            }
            next = end;
        }
        out.extend(lines[next..].iter().copied());
        out
    }
}

impl Case {
    /// Whether it says what is expected, if only that nothing is.
    pub fn has_expectation(&self) -> bool {
        self.block.is_some()
    }
}

/// Reads the case whose title is in line `start` and which ends before `end`.
fn case(
    lines: &[&str],
    start: usize,
    end: usize,
    name: &str,
    mut settings: Settings,
) -> Result<Case, LineError> {
    let fail = |line: usize, message: &str| Err(LineError::new(line + 1, message));
    if name.is_empty() {
        return fail(start, "a case needs a title");
    }
    let mut rows: Vec<(usize, &str)> = Vec::new();
    let mut block: Option<std::ops::Range<usize>> = None;
    let mut none = false;
    let mut expected = Vec::new();
    for (i, line) in lines.iter().enumerate().take(end).skip(start + 1) {
        let Some(text) = content(line) else { continue };
        match (key(text), &mut block) {
            (Some(("matches", _)), Some(_)) => return fail(i, "`matches:` twice in one case"),
            (Some(("matches", value)), None) => {
                if !matches!(value, "" | "none") {
                    return fail(i, "behind `matches:` stands nothing or `none`");
                }
                none = value == "none";
                block = Some(i..i + 1);
            }
            (_, Some(block)) => {
                if none {
                    return fail(i, "a match behind `matches: none`");
                }
                if text.split_whitespace().count() < 4 {
                    return fail(i, "a match is: colour, vertex, pattern, orientation, values");
                }
                expected.push(Expected { line: i + 1, text: text.to_string() });
                block.end = i + 1;
            }
            (Some((key, value)), None) => {
                if !rows.is_empty() {
                    return fail(i, "keys stand before the diagram");
                }
                settings.set(i + 1, key, value)?;
            }
            (None, None) => rows.push((i + 1, text)),
        }
    }
    if rows.is_empty() {
        return fail(start, "a case without a board diagram");
    }
    let behind = rows.last().map_or(start + 1, |(line, _)| *line);
    let position = diagram::parse(rows, settings.size)?;
    Ok(Case {
        title: name.to_string(),
        line: start + 1,
        databases: settings.databases,
        only: settings.only,
        side: settings.side,
        position,
        expected,
        block,
        end: behind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_common_keys_and_cases() {
        let file = TestFile::parse(
            "# About.\ndatabase: general\nO: white\n\n=== one ===\nonly: A* B\n\n+--\n|X. # side\n\n\
             matches:\n  white A18 A1 0 -\n\n=== two\nO: both\nsize: 9\n|O\nmatches: none\n",
        )
        .unwrap();
        let [one, two] = &file.cases[..] else { panic!("{file:?}") };
        assert_eq!((one.title.as_str(), one.line, one.position.size()), ("one", 5, 19));
        assert_eq!(one.only, [("A*".to_string(), 6), ("B".to_string(), 6)]);
        assert_eq!((one.side, two.side), (Some(Color::White), None));
        assert_eq!(one.expected[0].line, 12);
        assert_eq!(two.databases, [("general".to_string(), 2)]);
        assert_eq!((two.position.size(), two.only.len()), (9, 0));
        assert!(two.expected.is_empty() && two.has_expectation());
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, want) in [
            ("", "line 1: no case"),
            ("database: a\n", "line 1: no case"),
            ("hello\n", "line 1: a case begins"),
            ("matches:\n", "line 1: `matches:` before"),
            ("colour: red\n", "line 1: no key `colour`"),
            ("===\n.\n", "line 1: a case needs a title"),
            ("=== a\n", "line 1: a case without a board"),
            ("=== a\n..\n.*\n", "line 3: `*` is no vertex"),
            ("=== a\n.\nO: white\n", "line 3: keys stand before"),
            ("=== a\nO: red\n.\n", "line 2: `O: red`"),
            ("=== a\nsize: 30\n.\n", "line 2: `30` is no board size"),
            ("=== a\nonly:\n.\n", "line 2: `only:` without"),
            ("=== a\n.\nmatches:\nmatches:\n", "line 4: `matches:` twice"),
            ("=== a\n.\nmatches: 2\n", "line 3: behind"),
            ("=== a\n.\nmatches: none\nwhite A1 B 0 -\n", "line 4: a match behind"),
            ("=== a\n.\nmatches:\nwhite A1\n", "line 4: a match is"),
        ] {
            assert!(TestFile::parse(text).unwrap_err().to_string().starts_with(want), "{text}");
        }
    }
}
