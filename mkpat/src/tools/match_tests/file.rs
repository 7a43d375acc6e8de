//! Test files: text → cases, and back with other expectations.

use std::ops::Range;

use mkpat_rt::geom::Color;

use super::side;
use crate::tools::positions::{LineError, Position, diagram};

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
    /// The answers expected: matches with verdicts, and below them what was asked.
    pub answers: Vec<Expected>,
    /// Goals with their answers, `GOAL = ANSWER`, or without one yet.
    pub goals: Vec<Expected>,
    /// The lines that hold the matches, from 0, the end not included.
    matches_block: Option<Range<usize>>,
    /// The lines that hold the answers.
    answers_block: Option<Range<usize>>,
    /// The lines that hold the goals.
    goals_block: Option<Range<usize>>,
    /// The line behind the diagram, where missing matches go.
    end: usize,
}

/// What was found for a case, as lines of its file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Update {
    /// The matches.
    pub matches: Vec<String>,
    /// The answers; `None` if nobody was asked.
    pub answers: Option<Vec<String>>,
    /// The goals with their answers; `None` if nobody was asked.
    pub goals: Option<Vec<String>>,
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
                    "no key `{key}`; there are: database, only, O, size, matches, answers, goals"
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

/// Whether a line of answers belongs to the one above it.
pub(super) fn is_call(line: &str) -> bool {
    line.trim_start().starts_with([';', '>'])
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
                if BLOCKS.contains(&key) {
                    let message = format!("`{key}:` before the first case");
                    return Err(LineError::new(i + 1, message));
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

    /// `text`, of which this was read, with the matches and answers of each case
    /// replaced by what was found; `None` leaves a case alone. Everything else stays
    /// byte for byte.
    pub fn updated(&self, text: &str, found: &[Option<Update>]) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut out = String::new();
        let mut next = 0;
        for (case, found) in self.cases.iter().zip(found) {
            let Some(found) = found else { continue };
            let mut blocks = Vec::new();
            let is_same = |old: &[Expected], new: &[String]| {
                old.len() == new.len() && old.iter().zip(new).all(|(e, f)| e.text == f.trim())
            };
            let matches = &found.matches;
            if case.wants_matches()
                && !(case.matches_block.is_some() && is_same(&case.expected, matches))
            {
                let new = case.matches_block.is_none();
                let place = case.matches_block.clone().unwrap_or(case.end..case.end);
                blocks.push((place, new, "matches", matches));
            }
            if let (Some(place), Some(answers)) = (&case.answers_block, &found.answers)
                && (!is_same(&case.answers, answers) || place.len() == 1)
            {
                blocks.push((place.clone(), false, "answers", answers));
            }
            if let (Some(place), Some(goals)) = (&case.goals_block, &found.goals)
                && !is_same(&case.goals, goals)
            {
                blocks.push((place.clone(), false, "goals", goals));
            }
            blocks.sort_by_key(|(place, ..)| place.start);
            for (place, new, key, found) in blocks {
                out.extend(lines[next..place.start].iter().copied());
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push_str(newline);
                }
                if new {
                    out.push_str(newline);
                }
                out.push_str(key);
                out.push_str(if found.is_empty() { ": none" } else { ":" });
                out.push_str(newline);
                for line in found {
                    out.push_str("  ");
                    out.push_str(line);
                    out.push_str(newline);
                }
                next = place.end;
            }
        }
        out.extend(lines[next..].iter().copied());
        out
    }
}

impl Case {
    /// Whether it says which matches are expected, if only that none are.
    pub fn has_expectation(&self) -> bool {
        self.matches_block.is_some()
    }

    /// Whether it is about matches: not if all it has are goals.
    pub fn wants_matches(&self) -> bool {
        self.matches_block.is_some() || self.answers_block.is_some() || self.goals.is_empty()
    }

    /// Whether it says what becomes of the matches, or has an empty block for it that an
    /// update fills.
    pub fn wants_answers(&self) -> bool {
        self.answers_block.is_some()
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
    let mut blocks: [Option<Block>; 3] = [None, None, None];
    // The block in which we are.
    let mut open: Option<usize> = None;
    for (i, line) in lines.iter().enumerate().take(end).skip(start + 1) {
        let Some(text) = content(line) else { continue };
        let pair = key(text);
        let which = pair.and_then(|(key, _)| BLOCKS.iter().position(|name| *name == key));
        match (which, pair, open) {
            (Some(which), Some((name, value)), _) => {
                if rows.is_empty() {
                    return fail(i, &format!("`{name}:` stands behind the diagram"));
                }
                if blocks[which].is_some() {
                    return fail(i, &format!("`{name}:` twice in one case"));
                }
                if !matches!(value, "" | "none") {
                    return fail(i, &format!("behind `{name}:` stands nothing or `none`"));
                }
                let none = value == "none";
                if none && which == GOALS {
                    return fail(i, "behind `goals:` stands nothing");
                }
                blocks[which] = Some(Block { lines: i..i + 1, none, expected: Vec::new() });
                open = Some(which);
            }
            (_, _, Some(which)) => {
                let Some(block) = &mut blocks[which] else { continue };
                if block.none {
                    return fail(i, &format!("more behind `{}: none`", BLOCKS[which]));
                }
                block.push(i, text, which)?;
            }
            (None, Some((key, value)), None) => {
                if !rows.is_empty() {
                    return fail(i, "keys stand before the diagram");
                }
                settings.set(i + 1, key, value)?;
            }
            _ => rows.push((i + 1, text)),
        }
    }
    if rows.is_empty() {
        return fail(start, "a case without a board diagram");
    }
    let behind = rows.last().map_or(start + 1, |(line, _)| *line);
    let position = diagram::parse(rows, settings.size)?;
    let [matches, answers, goals] = blocks;
    let (matches_block, expected) = matches.map_or((None, Vec::new()), Block::parts);
    let (answers_block, answers) = answers.map_or((None, Vec::new()), Block::parts);
    let (goals_block, goals) = goals.map_or((None, Vec::new()), Block::parts);
    if let (Some(lines), true) = (&goals_block, goals.is_empty()) {
        return fail(lines.start, "`goals:` without a goal");
    }
    Ok(Case {
        title: name.to_string(),
        line: start + 1,
        databases: settings.databases,
        only: settings.only,
        side: settings.side,
        position,
        expected,
        answers,
        goals,
        matches_block,
        answers_block,
        goals_block,
        end: behind,
    })
}

/// What a case may expect.
const BLOCKS: [&str; 3] = ["matches", "answers", "goals"];

/// The number of the goals among them.
const GOALS: usize = 2;

/// The lines behind one of [`BLOCKS`].
struct Block {
    lines: Range<usize>,
    none: bool,
    expected: Vec<Expected>,
}

impl Block {
    /// Takes a line of one of [`BLOCKS`].
    fn push(&mut self, i: usize, text: &str, which: usize) -> Result<(), LineError> {
        let fail = |message: &str| Err(LineError::new(i + 1, message));
        let answers = which == 1;
        if which == GOALS {
            if text.split('=').next().is_none_or(|goal| goal.trim().is_empty()) {
                return fail("a goal stands before `=`");
            }
        } else if answers && is_call(text) {
            if self.expected.is_empty() {
                return fail("a call (`;` or `>`) stands below its match");
            }
        } else if answers && text.split_whitespace().count() < 5 {
            return fail("a match is: colour, vertex, pattern, orientation, verdict");
        } else if text.split_whitespace().count() < 5 {
            return fail("a match is: colour, vertex, pattern, orientation, values");
        }
        self.expected.push(Expected { line: i + 1, text: text.to_string() });
        self.lines.end = i + 1;
        Ok(())
    }

    fn parts(self) -> (Option<Range<usize>>, Vec<Expected>) {
        (Some(self.lines), self.expected)
    }
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
            ("=== a\n.\nmatches: none\nwhite A1 B 0 -\n", "line 4: more behind"),
            ("=== a\nmatches:\n", "line 2: `matches:` stands behind"),
            ("=== a\n.\nanswers:\n; lib(A1) = 1\n", "line 4: a call"),
            (
                "=== a\n.\nanswers:\nwhite A1 B 0\n",
                "line 4: a match is: colour, vertex, pattern, orientation, verdict",
            ),
            ("=== a\n.\nanswers: none\nanswers:\n", "line 4: `answers:` twice"),
            ("=== a\n.\nmatches:\nwhite A1\n", "line 4: a match is"),
            ("=== a\n.\ngoals:\n", "line 3: `goals:` without"),
            ("=== a\n.\ngoals: none\n", "line 3: behind `goals:`"),
            ("=== a\n.\ngoals:\nkill A1\n = yes\n", "line 5: a goal stands before"),
        ] {
            assert!(TestFile::parse(text).unwrap_err().to_string().starts_with(want), "{text}");
        }
    }
}
