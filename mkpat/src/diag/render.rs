//! Findings → text for people, through codespan-reporting.
//!
//! Renders only what it is given, in the order of the bag; sorting, printing
//! and counting is the caller's business.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::ops::Range;

use codespan_reporting::diagnostic as cs;
use codespan_reporting::files::{self, Files};
use codespan_reporting::term::{self, Config, DisplayStyle, WriteStyle, termcolor};

use super::{Applicability, Diagnostic, Diagnostics, Severity};
use crate::source::{FileId, Source, Sources, Span};

/// Longest source line that is shown, in bytes.
const MAX_SHOWN: usize = 400;

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// With the source lines.
    #[default]
    Full,
    /// One line per finding: `file:line:column: severity[code]: message`.
    Short,
}

/// Most findings of one code that are shown to somebody who did not ask for more.
pub const SHOWN_EACH: usize = 100;

/// Writes the errors among `findings`, in the order of their places: at most
/// [`SHOWN_EACH`] of a code, and how many more there are. For commands that
/// cannot do their work because of them.
///
/// # Errors
///
/// Those of the writer.
pub fn errors(
    out: &mut dyn io::Write,
    color: bool,
    sources: &Sources,
    findings: &Diagnostics,
) -> io::Result<()> {
    let mut errors = findings.clone();
    errors.retain(|finding| finding.severity == Severity::Error);
    errors.sort();
    let gone = errors.shorten(SHOWN_EACH);
    let mut text = io::BufWriter::new(out);
    write(&mut text, color, Style::Full, sources, &errors)?;
    for (code, count) in gone {
        writeln!(text, "{code}: {count} more")?;
    }
    text.flush()
}

/// All findings as plain text, with the source lines.
pub fn to_string(sources: &Sources, findings: &Diagnostics) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = write(&mut out, false, Style::Full, sources, findings);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes all findings, with ANSI colours if `color`.
///
/// # Errors
///
/// Those of the writer.
pub fn write(
    out: &mut dyn io::Write,
    color: bool,
    style: Style,
    sources: &Sources,
    findings: &Diagnostics,
) -> io::Result<()> {
    if color {
        write_styled(&mut termcolor::Ansi::new(out), style, sources, findings)
    } else {
        write_styled(&mut termcolor::NoColor::new(out), style, sources, findings)
    }
}

fn write_styled(
    out: &mut impl WriteStyle,
    style: Style,
    sources: &Sources,
    findings: &Diagnostics,
) -> io::Result<()> {
    let config = Config {
        display_style: match style {
            Style::Full => DisplayStyle::Rich,
            Style::Short => DisplayStyle::Short,
        },
        tab_width: 8,
        // Diagrams are shown whole.
        start_context_lines: 19,
        ..Config::default()
    };
    let lines = Lines::new(sources);
    for finding in findings.iter() {
        let shown = lines.convert(finding, style);
        match term::emit_to_write_style(out, &config, &lines, &shown) {
            Ok(()) => {}
            Err(files::Error::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::other(error.to_string())),
        }
    }
    Ok(())
}

/// Whether a character could do something to a terminal: control characters, and those that turn
/// the direction of writing.
fn is_control(ch: char) -> bool {
    ch.is_control() && !matches!(ch, '\n' | '\r' | '\t')
        || matches!(ch, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A message without control characters: pictures stand for them.
fn clean(text: &str) -> String {
    let shown = |ch: char| match ch {
        '\u{7f}' => '\u{2421}',
        ch if is_control(ch) => {
            char::from_u32(u32::from(ch) + 0x2400).filter(|_| ch < ' ').unwrap_or('\u{fffd}')
        }
        ch => ch,
    };
    text.chars().map(shown).collect()
}

/// A text in which each control character is replaced by one of as many bytes, so that places stay
/// what they are.
fn harmless(text: &str) -> Cow<'_, str> {
    // Alone, a carriage return sends the cursor back; before a line feed it is part of a line end.
    let alone = |at: usize| {
        let after = || text.as_bytes()[at..].iter().find(|b| **b != b'\r');
        text.as_bytes()[at] == b'\r' && after() != Some(&b'\n')
    };
    let odd = |at: usize, ch: char| is_control(ch) || alone(at);
    if !text.char_indices().any(|(at, ch)| odd(at, ch)) {
        return Cow::Borrowed(text);
    }
    let shown = |(at, ch): (usize, char)| match (odd(at, ch), ch.len_utf8()) {
        (false, _) => ch,
        (true, 1) => '?',
        (true, 2) => '\u{bf}',
        (true, _) => '\u{fffd}',
    };
    Cow::Owned(text.char_indices().map(shown).collect())
}

/// Sources with the starts of their lines.
pub(super) struct Lines<'a> {
    sources: &'a Sources,
    names: Vec<String>,
    /// The texts without control characters, byte for byte as long.
    texts: Vec<Cow<'a, str>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(sources: &'a Sources) -> Lines<'a> {
        let names = sources.iter().map(|(_, file)| clean(&file.shown())).collect();
        let texts = sources.iter().map(|(_, file)| harmless(&file.text)).collect();
        Lines { sources, names, texts }
    }

    /// What a file is called.
    pub(super) fn shown(&self, id: FileId) -> &str {
        self.names.get(usize::from(id.0)).map_or("", String::as_str)
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    #[cfg(feature = "formats")]
    pub(super) fn place(&self, file: FileId, byte: usize) -> (usize, usize) {
        let at = self.range(Span::new(file, byte, byte)).start;
        let starts = self.sources.get(file).map_or(&[][..], Source::line_starts);
        let line = starts.partition_point(|&start| start as usize <= at).max(1);
        let start = starts.get(line - 1).map_or(0, |&start| start as usize);
        let before = self.sources.file(file).text.get(start..at).unwrap_or("");
        (line, before.chars().count() + 1)
    }

    fn starts(&self, id: FileId) -> Result<&[u32], files::Error> {
        self.sources.get(id).map(Source::line_starts).ok_or(files::Error::FileMissing)
    }

    /// The span as a range of whole characters inside its file.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let text = &self.sources.file(span.file).text;
        let floor = |at: usize| {
            let mut at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(span.start as usize);
        start..floor(span.end as usize).max(start)
    }

    /// Whether the lines of the span are short enough to be shown.
    fn fits(&self, span: Span) -> bool {
        let range = self.range(span);
        let line =
            |at| self.line_index(span.file, at).and_then(|line| self.line_range(span.file, line));
        let short = |at| line(at).is_ok_and(|r| r.len() <= MAX_SHOWN);
        short(range.start) && short(range.end)
    }

    fn convert(&self, finding: &Diagnostic, style: Style) -> cs::Diagnostic<FileId> {
        let severity = match finding.severity {
            Severity::Error => cs::Severity::Error,
            Severity::Warning => cs::Severity::Warning,
            Severity::Hint => cs::Severity::Help,
        };
        let mut notes = finding.notes.clone();
        // "did you mean …" says already what the fix writes.
        let guessed = finding.primary.message.starts_with("did you mean");
        if let Some(fix) = finding.fix.as_ref().filter(|_| !guessed) {
            notes.retain(|note| *note != fix.message);
            let word = match fix.applicability {
                Applicability::Safe => "fix",
                Applicability::Unsafe => "unsafe fix",
            };
            notes.push(format!("{word}: {}", fix.message));
        }
        let mut labels = Vec::with_capacity(1 + finding.secondary.len());
        let primary = &finding.primary;
        let places = std::iter::once((primary, cs::LabelStyle::Primary))
            .chain(finding.secondary.iter().map(|label| (label, cs::LabelStyle::Secondary)));
        for (label, kind) in places {
            let span = label.span;
            // The short form shows no lines.
            if style == Style::Short || self.fits(span) {
                labels.push(
                    cs::Label::new(kind, span.file, self.range(span))
                        .with_message(clean(&label.message)),
                );
            } else {
                let (line, column) = self.sources.place(span.file, self.range(span).start);
                let name = self.shown(span.file);
                notes.push(format!("at {name}:{line}:{column}, in a line too long to show"));
            }
        }
        cs::Diagnostic::new(severity)
            .with_code(finding.code)
            .with_message(clean(&finding.message))
            .with_labels(labels)
            .with_notes(notes.iter().map(|note| clean(note)).collect())
    }
}

impl<'a> Files<'a> for Lines<'_> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        self.starts(id)?;
        Ok(self.shown(id))
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, files::Error> {
        self.starts(id)?;
        Ok(self.texts.get(usize::from(id.0)).map_or("", |text| text))
    }

    fn line_index(&'a self, id: FileId, byte: usize) -> Result<usize, files::Error> {
        Ok(self.starts(id)?.partition_point(|&start| start as usize <= byte).saturating_sub(1))
    }

    fn line_range(&'a self, id: FileId, line: usize) -> Result<Range<usize>, files::Error> {
        let starts = self.starts(id)?;
        let max = starts.len().saturating_sub(1);
        let start = *starts.get(line).ok_or(files::Error::LineTooLarge { given: line, max })?;
        let end = starts.get(line + 1).map(|&next| next as usize);
        Ok(start as usize..end.unwrap_or(self.sources.file(id).text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str, start: usize, end: usize) -> String {
        let mut sources = Sources::default();
        let file = sources.add("a.db", text.as_bytes().to_vec()).unwrap();
        let mut findings = Diagnostics::default();
        findings.push(
            Diagnostic::warning("KP9999", Span::new(file, start, end), "message")
                .label("here")
                .note("advice"),
        );
        to_string(&sources, &findings)
    }

    #[test]
    fn a_finding_shows_its_line_and_place() {
        let text = one("ab\ncdef\n", 4, 6);
        assert!(text.contains("a.db:2:2"), "{text}");
        assert!(text.contains("cdef") && text.contains("^^ here") && text.contains("advice"));
    }

    #[test]
    fn no_span_can_break_the_rendering() {
        one("äö\n", 1, 3);
        one("", 0, 0);
        one("x", 5, 900);
        one("x\u{0}\u{1b}y\n", 0, 3);
    }

    /// Escape sequences of a file are shown, never sent.
    #[test]
    fn control_characters_stay_in_the_file() {
        let mut sources = Sources::default();
        let bytes = b"x\x1b[31my\x07z\xc2\x9b1m\rv\n".to_vec();
        let file = sources.add("\u{1b}a.db", bytes).unwrap();
        let mut findings = Diagnostics::default();
        let span = Span::new(file, 1, 2);
        findings.push(
            Diagnostic::error("KP9999", span, "odd `\u{1b}[31m`").label("\u{7}").note("\u{9b}"),
        );
        let text = to_string(&sources, &findings);
        assert!(
            text.contains("x?[31my?z")
                && text.contains("1m?v")
                && text.contains("odd `\u{241b}[31m`"),
            "{text}"
        );
        assert!(text.chars().all(|ch| ch == '\n' || !ch.is_control()), "{text:?}");
    }

    #[test]
    fn very_long_lines_are_not_shown() {
        let text = one(&"x".repeat(100_000), 7, 9);
        assert!(text.len() < 300, "{}", text.len());
        assert!(text.contains("a.db:1:8"), "{text}");
        let mut sources = Sources::default();
        let file = sources.add("a.db", "x".repeat(100_000).into_bytes()).unwrap();
        let mut findings = Diagnostics::default();
        findings.push(Diagnostic::error("KP9999", Span::new(file, 7, 9), "message"));
        let mut short = Vec::new();
        write(&mut short, false, Style::Short, &sources, &findings).unwrap();
        assert_eq!(String::from_utf8(short).unwrap(), "a.db:1:8: error[KP9999]: message\n");
    }
}
