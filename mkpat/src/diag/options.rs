//! Command-line arguments about findings, and what they mean: selection, format,
//! colour, statistics.
//!
//! A command flattens [`Arguments`] into its own, makes findings, and hands them to
//! [`Arguments::report`], which writes them and says whether the command failed.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use super::formats::{self, Report};
use super::render::{self, Style};
use super::select::{Layer, Selection, Selector};
use super::{Applicability, Diagnostic, Diagnostics, Severity, Tool, statistics};
use crate::source::Sources;

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// With the source lines
    #[default]
    Text,
    /// One line per finding
    Short,
    /// One JSON object
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Color {
    /// If the output is a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to colour what goes to `out`. The environment variable `NO_COLOR`
    /// switches colours off that were not asked for.
    pub fn on(self, out: &impl IsTerminal) -> bool {
        match self {
            Color::Auto => out.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// The arguments.
#[derive(clap::Args, Clone, Debug)]
#[group(skip)]
#[command(next_help_heading = "Findings")]
pub struct Arguments {
    /// Report these findings and no others but errors: codes, beginnings of
    /// codes, names, or `all`, `errors`, `warnings`, `hints`
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Do not report these findings (errors are always reported)
    #[arg(long, visible_alias = "allow", value_name = "CODES", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Fail if there are findings of these, as if they were errors
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// The same as `--deny warnings`
    #[arg(long)]
    pub deny_warnings: bool,
    /// Report hints, too: what could be written better. With --select, which can name
    /// hints itself, it says nothing
    #[arg(long)]
    pub hints: bool,
    /// How to write the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// The same as `--format short`
    #[arg(long, conflicts_with = "format")]
    pub short: bool,
    /// When to colour
    #[arg(long, default_value = "auto")]
    pub color: Color,
    /// Show at most so many findings of each code, and how many more there are; 0
    /// shows all. The formats for machines always have all
    #[arg(long, value_name = "N", default_value_t = render::SHOWN_EACH)]
    pub max_per_code: usize,
    /// Write how often each code was found, instead of the findings
    #[arg(long)]
    pub statistics: bool,
    /// Write findings and nothing else: no summary, no progress
    #[arg(short, long)]
    pub quiet: bool,
}

impl Arguments {
    /// Which findings are reported, given what settings say.
    ///
    /// # Errors
    ///
    /// If an argument names no findings of the tool.
    pub fn selection(&self, tool: &Tool, mut settings: Selection) -> Result<Selection, String> {
        let parse = |texts: &[String], option: &str| -> Result<Vec<Selector>, String> {
            let parse = |text: &String| {
                Selector::parse(text, tool.codes).map_err(|why| format!("--{option}: {why}"))
            };
            texts.iter().map(parse).collect()
        };
        let ignore = parse(&self.ignore, "ignore")?;
        // Who selects codes says exactly what is wanted, hints or not.
        if self.hints && self.select.is_empty() {
            settings.extend_select([Selector::Severity(Severity::Hint)]);
        }
        let select = parse(&self.select, "select")?;
        settings.add(Layer { select, ignore });
        settings.deny(parse(&self.deny, "deny")?);
        if self.deny_warnings {
            settings.deny([Selector::Severity(Severity::Warning)]);
        }
        Ok(settings)
    }

    /// The format, short for what.
    pub fn format(&self) -> Format {
        if self.short { Format::Short } else { self.format }
    }

    /// Writes the findings that are selected, and for people a line about `what` was
    /// looked at. Whether one of them is an error, or denied.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn report(
        &self,
        out: &mut dyn io::Write,
        color: bool,
        found: &Found<'_>,
        what: &str,
    ) -> io::Result<bool> {
        let Found { tool, sources, selection, .. } = *found;
        let mut findings = found.findings.clone();
        findings.retain(|finding| selection.reports(finding));
        findings.sort();
        let failed = findings.iter().any(|finding| selection.denies(finding));
        let hidden = found.findings.count(Severity::Hint) - findings.count(Severity::Hint);
        let told = summary(&findings, hidden, found.suppressed.len());
        let fixable = fixable(&findings).filter(|_| found.fixable);
        let machine = match self.format() {
            Format::Text | Format::Short => None,
            Format::Json => Some(formats::Format::Json),
            Format::Sarif => Some(formats::Format::Sarif),
            Format::Github => Some(formats::Format::Github),
        };
        if self.statistics && machine.is_none() {
            out.write_all(statistics::table(tool, &findings).as_bytes())?;
        } else if self.statistics && self.format() == Format::Json {
            out.write_all(formats::statistics(tool, &findings)?.as_bytes())?;
        } else if let Some(format) = machine {
            let findings = &findings;
            let report = Report { tool, sources, findings, suppressed: found.suppressed };
            formats::write(out, format, &report)?;
        } else {
            findings = hints_last(&findings);
            let short = self.format() == Format::Short;
            let style = if short { Style::Short } else { Style::Full };
            let gone = match self.max_per_code {
                0 => Vec::new(),
                limit => findings.shorten(limit),
            };
            render::write(out, color, style, sources, &findings)?;
            for (code, count) in gone {
                let name = tool.find(code).map_or("", |info| info.name);
                writeln!(out, "{code} {name}: {count} more, shown with --max-per-code 0")?;
            }
        }
        if machine.is_none() && !self.quiet {
            writeln!(out, "{what}: {told}")?;
            if let Some(line) = fixable {
                writeln!(out, "{line}")?;
            }
        }
        Ok(failed)
    }
}

/// What [`Arguments::report`] reports.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Whose findings.
    pub tool: &'a Tool,
    /// The texts.
    pub sources: &'a Sources,
    /// All findings.
    pub findings: &'a Diagnostics,
    /// Findings that comments suppress, with the reasons.
    pub suppressed: &'a [(Diagnostic, String)],
    /// Which of the findings are reported.
    pub selection: &'a Selection,
    /// Whether the command has `--fix` and `--unsafe-fixes`.
    pub fixable: bool,
}

/// The findings with the hints at their end, grouped by their codes.
fn hints_last(findings: &Diagnostics) -> Diagnostics {
    let mut all: Vec<&Diagnostic> = findings.iter().collect();
    let group = |d: &&Diagnostic| match d.severity {
        Severity::Hint => d.code,
        _ => "",
    };
    all.sort_by_key(group);
    let mut out = Diagnostics::default();
    all.into_iter().for_each(|d| out.push(d.clone()));
    out
}

/// `1 error, 2 warnings, 0 hints`; `hidden` hints are not shown.
fn summary(findings: &Diagnostics, hidden: usize, suppressed: usize) -> String {
    let mut out = format!(
        "{}, {}, {}",
        count(findings.count(Severity::Error), "error"),
        count(findings.count(Severity::Warning), "warning"),
        count(findings.count(Severity::Hint) + hidden, "hint"),
    );
    if hidden > 0 {
        out.push_str(" (--hints shows them)");
    }
    if suppressed > 0 {
        out.push_str(&format!(" ({suppressed} suppressed)"));
    }
    out
}

/// How many of the findings can be fixed, if any.
fn fixable(findings: &Diagnostics) -> Option<String> {
    let of = |wanted: Applicability| {
        let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
        fixes.filter(|fix| fix.applicability == wanted).count()
    };
    match (of(Applicability::Safe), of(Applicability::Unsafe)) {
        (0, 0) => None,
        (safe, 0) => Some(format!("{safe} fixable with --fix")),
        (0, risky) => Some(format!("{risky} fixable with --unsafe-fixes")),
        (safe, risky) => {
            Some(format!("{safe} fixable with --fix, {risky} more with --unsafe-fixes"))
        }
    }
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}
