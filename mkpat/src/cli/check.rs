//! `mkpat check`: every finding about the databases.

use std::io::Write;

use super::{CLEAN, Color, FINDINGS, Trouble, input};
use crate::diag::render::{self, Style};
use crate::diag::{Diagnostics, Severity, codes};
use crate::load::Lowered;
use crate::{eyes, montecarlo};

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// Fail if there are warnings, too
    #[arg(long)]
    deny_warnings: bool,
    /// Fail if there is a finding with this code or name
    #[arg(long, value_name = "CODE", value_parser = code)]
    deny: Vec<&'static str>,
    /// Do not report findings with this code or name (not for errors)
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<&'static str>,
    /// Report hints, too: what could be written better
    #[arg(long)]
    hints: bool,
    /// One line per finding
    #[arg(long)]
    short: bool,
    /// When to colour
    #[arg(long, default_value = "auto")]
    color: Color,
}

fn code(text: &str) -> Result<&'static str, String> {
    codes::find(text)
        .map(|info| info.code)
        .ok_or_else(|| "no such code; `mkpat explain codes` lists them".to_string())
}

/// Checks the databases; the findings go to standard output.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (mut run, units) = input::read(&arguments.input)?;
    let mut patterns = 0;
    for unit in &units {
        let (sources, diags) = (&run.sources, &mut run.diags);
        match &unit.database {
            Lowered::Patterns(database) => {
                patterns += database.patterns.len();
                crate::check::check(sources, &unit.trees, database, diags);
            }
            Lowered::Eyes(database) => {
                patterns += database.shapes.len();
                eyes::check(database, &eyes::compile(sources, database), diags);
            }
            Lowered::Playouts(database) => {
                patterns += database.diagrams.len();
                if let Some(compiled) = montecarlo::compile(sources, database, diags) {
                    montecarlo::check(database, &compiled, diags);
                }
            }
        }
    }
    if !run.diags.has_errors() {
        // Limits of the tables.
        for unit in &units {
            if let Lowered::Patterns(database) = &unit.database {
                crate::compile::compile(&run.sources, database, &mut run.diags);
            }
        }
    }
    let mut findings = run.diags;
    findings.retain(|finding| match finding.severity {
        Severity::Error => true,
        Severity::Warning => !arguments.allow.contains(&finding.code),
        Severity::Hint => {
            let wanted = arguments.hints || arguments.deny.contains(&finding.code);
            wanted && !arguments.allow.contains(&finding.code)
        }
    });
    findings.sort();
    let style = if arguments.short { Style::Short } else { Style::Full };
    let color = arguments.color.on(&std::io::stdout());
    render::write(out, color, style, &run.sources, &findings)?;
    writeln!(out, "{}", summary(&findings, units.len(), patterns))?;
    let denied = findings.iter().any(|finding| arguments.deny.contains(&finding.code))
        || (arguments.deny_warnings && findings.count(Severity::Warning) > 0);
    Ok(if findings.has_errors() || denied { FINDINGS } else { CLEAN })
}

fn summary(findings: &Diagnostics, databases: usize, patterns: usize) -> String {
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    format!(
        "{}, {}: {}, {}, {}",
        count(databases, "database"),
        count(patterns, "pattern"),
        count(findings.count(Severity::Error), "error"),
        count(findings.count(Severity::Warning), "warning"),
        count(findings.count(Severity::Hint), "hint"),
    )
}
