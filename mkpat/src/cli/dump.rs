//! `mkpat dump`: what a stage of the compiler makes of the databases.

use std::io::Write;

use clap::ValueEnum;

use super::{CLEAN, FINDINGS, Trouble, input};
use crate::diag::render;

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// What to print
    what: What,
    #[command(flatten)]
    input: input::Arguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum What {
    /// The syntax tree
    Ast,
    /// The typed form
    Ir,
    /// The run-time form with its table
    Db,
    /// The Rust code of the constraints and tables
    Rust,
}

/// Prints the form asked for; findings that keep it from being made go to
/// standard error.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (mut run, units) = input::read(&arguments.input)?;
    for unit in &units {
        let db = &unit.database;
        match arguments.what {
            What::Ast => {
                for file in &unit.trees {
                    out.write_all(crate::syntax::print::tree(&run.sources, file).as_bytes())?;
                }
            }
            What::Ir => out.write_all(crate::ir::print::database(db).as_bytes())?,
            What::Db | What::Rust if run.diags.has_errors() => {}
            What::Db => {
                if let Some(compiled) = crate::compile::compile(&run.sources, db, &mut run.diags) {
                    writeln!(out, "{compiled:#?}")?;
                }
            }
            What::Rust => {
                if let Some(compiled) = crate::compile::compile(&run.sources, db, &mut run.diags) {
                    let text = crate::emit::module_text(&run, db, &compiled);
                    writeln!(out, "{text}")?;
                }
            }
        }
    }
    run.diags.retain(|finding| finding.severity == crate::diag::Severity::Error);
    run.diags.sort();
    render::write(&mut std::io::stderr(), false, render::Style::Full, &run.sources, &run.diags)?;
    Ok(if run.diags.has_errors() { FINDINGS } else { CLEAN })
}
