//! Diagnostics: what is wrong, where, and what to write instead.
//!
//! Stages push [`Diagnostic`]s into one [`Diagnostics`] bag, and only the bag
//! decides success. A finding may carry a [`Fix`], which [`crate::tools::fix`] applies.
//!
//! [`select`] decides which findings are reported. [`render`] turns a bag into
//! text through codespan-reporting, [`formats`] into JSON, SARIF and annotations,
//! and [`options`] are the command-line arguments for all of it. They know the
//! tool only as a [`Tool`], so that every command with findings of its own can use
//! them. Nothing here prints.

pub mod codes;
#[cfg(feature = "formats")]
pub mod formats;
#[cfg(feature = "options")]
pub mod options;
pub mod render;
pub mod select;
pub mod statistics;

use std::collections::BTreeMap;

use codes::CodeInfo;

use crate::source::Span;

/// The command whose findings are shown.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// Name of the command.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Tables of the codes that it reports.
    pub codes: &'static [&'static [CodeInfo]],
    /// The long explanation of a code, in Markdown.
    pub help: fn(&str) -> Option<&'static str>,
}

impl Tool {
    /// The row of a code.
    pub fn find(&self, code: &str) -> Option<&'static CodeInfo> {
        self.codes.iter().find_map(|codes| codes::find_in(codes, code))
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The database cannot be compiled.
    Error,
    /// Compiles, but probably does not do what its author thinks.
    Warning,
    /// Could be written better.
    Hint,
}

impl Severity {
    /// Its name for people and machines.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

/// Whether a fix may be applied without a look at it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Applicability {
    /// The compiled form stays as it is.
    Safe,
    /// It may change what the text means: perhaps another mistake is behind the
    /// finding.
    Unsafe,
}

impl Applicability {
    /// Its name for people and machines.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// Other text for some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// A way to mend what was found. All its edits are applied, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an order: "remove the `;`".
    pub message: String,
    /// How sure it is.
    pub applicability: Applicability,
    /// Edits of one file that do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that does not change the compiled form, without edits so far.
    pub fn safe(message: impl Into<String>) -> Fix {
        let edits = Vec::new();
        Fix { message: message.into(), applicability: Applicability::Safe, edits }
    }

    /// A fix that somebody should look at, without edits so far.
    pub fn risky(message: impl Into<String>) -> Fix {
        Fix { applicability: Applicability::Unsafe, ..Fix::safe(message) }
    }

    /// Puts the name that was perhaps meant in the place of another one.
    pub fn rename(span: Span, name: &str) -> Fix {
        Fix::risky(format!("write `{name}`")).replace(span, name)
    }

    /// Puts `text` in the place of `span`.
    #[must_use]
    pub fn replace(mut self, span: Span, text: impl Into<String>) -> Fix {
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// Removes `span`.
    #[must_use]
    pub fn remove(self, span: Span) -> Fix {
        self.replace(span, "")
    }

    /// Puts `text` before the byte `at` of the file of `span`.
    #[must_use]
    pub fn insert(self, span: Span, at: u32, text: impl Into<String>) -> Fix {
        self.replace(Span { start: at, end: at, ..span }, text)
    }
}

/// A place with a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub message: String,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code, `KP` and four digits.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// One line, no full stop.
    pub message: String,
    /// The place to look at first.
    pub primary: Label,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Explanations and suggestions, a line each.
    pub notes: Vec<String>,
    /// How to mend it, if that is clear.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A hint at `span`.
    pub fn hint(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Self::new(Severity::Hint, code, span, message)
    }

    /// A finding of the given severity at `span`.
    pub fn new(
        severity: Severity,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Says a word at the primary place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Diagnostic {
        self.primary.message = message.into();
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, message: message.into() });
        self
    }

    /// Adds a line of explanation or advice.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }
}

/// All findings of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    /// How many of them are of which severity: stages ask after every pattern.
    counts: [usize; 3],
}

impl Diagnostics {
    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.counts[diagnostic.severity as usize] += 1;
        self.items.push(diagnostic);
    }

    /// Takes out the last finding.
    pub fn pop(&mut self) -> Option<Diagnostic> {
        let last = self.items.pop()?;
        self.counts[last.severity as usize] -= 1;
        Some(last)
    }

    /// Adds all findings of `other`.
    pub fn extend(&mut self, other: Diagnostics) {
        other.items.into_iter().for_each(|finding| self.push(finding));
    }

    /// Sorts by file, place and code: the order in which they are shown.
    pub fn sort(&mut self) {
        self.items.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.primary.span.file, d.primary.span.start, d.code);
            key(a).cmp(&key(b))
        });
    }

    /// The findings.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.items.iter()
    }

    /// Keeps the findings for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&Diagnostic) -> bool) {
        self.extract(|finding| !keep(finding));
    }

    /// Takes out the findings for which `pick` holds.
    pub fn extract(&mut self, mut pick: impl FnMut(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        let taken: Vec<_> = self.items.extract_if(.., |finding| pick(finding)).collect();
        taken.iter().for_each(|finding| self.counts[finding.severity as usize] -= 1);
        taken
    }

    /// Takes out all findings of a code but the first `limit`, in the order in which
    /// they stand; the codes of which some are gone, with their number.
    pub fn shorten(&mut self, limit: usize) -> Vec<(&'static str, usize)> {
        let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
        self.retain(|finding| {
            let count = seen.entry(finding.code).or_default();
            *count += 1;
            *count <= limit
        });
        let gone = |(code, count): (&'static str, usize)| Some((code, count.checked_sub(limit)?));
        seen.into_iter().filter_map(gone).filter(|&(_, count)| count > 0).collect()
    }

    /// Number of findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts[severity as usize]
    }

    /// Whether the database cannot be compiled.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The candidate nearest to `word`, if it is near enough to be meant: at most a
/// third of its letters differ (Damerau–Levenshtein, adjacent swaps count one).
pub fn did_you_mean<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .map(|c| (distance(word, c), c))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, c)| (d, c.len().abs_diff(word.len())))
        .map(|(_, c)| c)
}

/// Of words so long that nobody has mistyped them only the beginnings count.
fn distance(a: &str, b: &str) -> usize {
    let start = |word: &str| word.chars().take(64).collect::<String>();
    strsim::osa_distance(&start(a), &start(b))
}
