//! The `.tst` format: GTP commands; a command with a number is a test, and the
//! next `#? [expression]` line says what its answer must be (`!` negates, `*`
//! after the bracket marks a known failure, `&` a test that does not count).

use std::collections::BTreeSet;

use regex::Regex;

/// A suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its name.
    pub name: String,
    /// Its commands and tests in order.
    pub steps: Vec<SuiteLine>,
}

/// One line of a suite.
#[derive(Clone, Debug)]
pub enum SuiteLine {
    /// A command that sets something up.
    Command(String),
    /// A test.
    Test {
        /// Its number.
        id: u32,
        /// The command without the number.
        command: String,
        /// What the answer must be; without it the test does not count.
        expected: Option<Expected>,
    },
}

/// An expectation.
#[derive(Clone, Debug)]
pub struct Expected {
    /// As written.
    pub text: String,
    /// Known to fail.
    pub known_failure: bool,
    /// Does not count.
    pub ignored: bool,
    negated: bool,
    pattern: String,
    regex: Option<Regex>,
}

impl Expected {
    fn parse(text: &str) -> Expected {
        let text = text.trim().to_string();
        let (inner, flags) = match (text.strip_prefix('['), text.rfind(']')) {
            (Some(_), Some(end)) => (&text[1..end], &text[end + 1..]),
            _ => (text.as_str(), ""),
        };
        let (negated, pattern) = match inner.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, inner),
        };
        Expected {
            known_failure: flags.contains('*'),
            ignored: flags.contains('&'),
            negated,
            // Anchored at both ends by adding to the text: an alternation without parentheses
            // binds looser than the anchors.
            regex: Regex::new(&format!("^{pattern}$")).ok(),
            pattern: pattern.to_string(),
            text,
        }
    }

    /// Whether `answer` is what is expected.
    pub fn accepts(&self, answer: &str) -> bool {
        let found = match &self.regex {
            Some(regex) => regex.is_match(answer),
            None => self.pattern == answer,
        };
        found != self.negated
    }
}

/// Commands of tests that take most of the time of a run, and leave the game as it is.
const QUESTIONS: &[&str] = &[
    "reg_genmove",
    "restricted_genmove",
    "owl_attack",
    "owl_defend",
    "dragon_status",
    "analyze_semeai",
    "attack",
    "defend",
    "connect",
    "disconnect",
];

impl Suite {
    /// Reads a suite from its text, and says what is odd, one clause each with its
    /// line. Lines that are neither commands nor expectations are comments.
    pub fn parse(name: &str, text: &str) -> (Suite, Vec<String>) {
        let mut steps: Vec<SuiteLine> = Vec::new();
        let mut warnings = Vec::new();
        let mut ids = BTreeSet::new();
        for (i, line) in text.lines().map(str::trim).enumerate() {
            let mut warn = |what: String| warnings.push(format!("line {}: {what}", i + 1));
            if let Some(expectation) = line.strip_prefix("#?") {
                let test = steps.iter_mut().rev().find_map(|s| match s {
                    SuiteLine::Test { expected, id, .. } => Some((expected, *id)),
                    SuiteLine::Command(_) => None,
                });
                let Some((expected, id)) = test else {
                    warn("an expectation without a test".to_string());
                    continue;
                };
                if expected.is_some() {
                    warn(format!("a second expectation of test {id} replaces the first"));
                }
                let new = Expected::parse(expectation);
                if new.regex.is_none() {
                    warn(format!("{} is no regular expression, and compared as text", new.text));
                }
                *expected = Some(new);
                continue;
            }
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let numbered = line
                .split_once(char::is_whitespace)
                .and_then(|(id, rest)| Some((id.parse::<u32>().ok()?, rest.trim())));
            steps.push(match numbered {
                Some((id, command)) => {
                    if !ids.insert(id) {
                        warn(format!("test {id} is there already"));
                    }
                    SuiteLine::Test { id, command: command.to_string(), expected: None }
                }
                None => SuiteLine::Command(line.to_string()),
            });
        }
        let suite = Suite { name: name.to_string(), steps };
        if suite.tests() == 0 {
            warnings.push("no tests".to_string());
        }
        (suite, warnings)
    }

    /// Leaves out the tests that `out` says, by their numbers, if they ask something that takes long and
    /// changes nothing ([`QUESTIONS`]): the others come out the same.
    pub fn leave_out_questions(&mut self, out: impl Fn(u32) -> bool) {
        self.steps.retain(|step| match step {
            SuiteLine::Test { id, command, .. } => {
                let word = command.split_whitespace().next().unwrap_or("");
                !out(*id) || !QUESTIONS.contains(&word)
            }
            SuiteLine::Command(_) => true,
        });
    }

    /// Number of tests that count.
    pub fn tests(&self) -> usize {
        let counts = |s: &&SuiteLine| match s {
            SuiteLine::Test { expected, .. } => expected.as_ref().is_some_and(|e| !e.ignored),
            SuiteLine::Command(_) => false,
        };
        self.steps.iter().filter(counts).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_left_out_and_what_changes_the_game_is_not() {
        let text = "boardsize 9\n1 play black A1\n#? []\n2 reg_genmove white\n#? [B2]\n\
                    3 reg_genmove black\n#? [C3]\n4 attack A1\n#? [0]\n";
        let (mut suite, _) = Suite::parse("s", text);
        suite.leave_out_questions(|id| id != 3);
        let left: Vec<u32> = suite
            .steps
            .iter()
            .filter_map(|step| match step {
                SuiteLine::Test { id, .. } => Some(*id),
                SuiteLine::Command(_) => None,
            })
            .collect();
        assert_eq!(left, [1, 3]);
        assert_eq!((suite.steps.len(), suite.tests()), (3, 2));
    }

    #[test]
    fn expectations_are_read_with_their_flags() {
        let e = Expected::parse(" [1 (R4|T4)]*");
        assert!(e.known_failure && !e.ignored);
        assert!(e.accepts("1 T4") && !e.accepts("1 S4") && !e.accepts("1 T44"));
        let e = Expected::parse("[!PASS]");
        assert!(e.accepts("A1") && !e.accepts("PASS"));
        let e = Expected::parse("[(]&");
        assert!(e.ignored && e.accepts("(") && !e.accepts("x"), "a broken expression is compared");
    }

    #[test]
    fn what_is_odd_is_told_with_its_line() {
        let text =
            "#? [1]\nboardsize 9\n1 attack A1\n#? [1]\n#? [0]*\n1 attack B1\n#? [(]\n2 defend A1\n";
        let (suite, warnings) = Suite::parse("odd", text);
        assert_eq!(
            warnings,
            [
                "line 1: an expectation without a test",
                "line 5: a second expectation of test 1 replaces the first",
                "line 6: test 1 is there already",
                "line 7: [(] is no regular expression, and compared as text",
            ]
        );
        assert_eq!((suite.steps.len(), suite.tests()), (4, 2));
        assert_eq!(Suite::parse("none", "name\n").1, ["no tests"]);
    }
}
