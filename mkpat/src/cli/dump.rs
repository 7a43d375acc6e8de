//! `mkpat dump`: what a stage of the compiler makes of the databases.

use std::io::Write;

use clap::ValueEnum;
use quote::quote;

use super::{CLEAN, FINDINGS, Trouble, input};
use crate::diag::render;
use crate::load::{Lowered, Run};
use crate::{emit, eyes, montecarlo};

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
    /// The table of the matcher: the tree of corner patterns, an automaton, masks
    #[value(alias = "corner", alias = "dfa", alias = "grid")]
    Table,
    /// The Rust code of the constraints and tables
    Rust,
}

/// Prints the form asked for; findings that keep it from being made go to
/// standard error.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (mut run, units) = input::read(&arguments.input)?;
    for unit in &units {
        let db = match &unit.database {
            Lowered::Patterns(db) => db,
            Lowered::Eyes(db) => {
                eyes(db, arguments.what, &run, out)?;
                continue;
            }
            Lowered::Playouts(db) => {
                playouts(db, arguments.what, &mut run, out)?;
                continue;
            }
        };
        match arguments.what {
            What::Ast => {
                for file in &unit.trees {
                    out.write_all(crate::syntax::print::tree(&run.sources, file).as_bytes())?;
                }
            }
            What::Ir => out.write_all(crate::ir::print::database(db).as_bytes())?,
            What::Db | What::Table | What::Rust if run.diags.has_errors() => {}
            What::Db => {
                if let Some(compiled) = crate::compile::compile(&run.sources, db, &mut run.diags) {
                    writeln!(out, "{compiled:#?}")?;
                }
            }
            What::Table => {
                if let Some(compiled) = crate::compile::compile(&run.sources, db, &mut run.diags) {
                    let name = |id| compiled.pattern(id).name.clone();
                    out.write_all(compiled.table.dump(&name).as_bytes())?;
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

/// An eye-shape database. The tree of its text is not kept; the typed form stands
/// for it.
fn eyes(db: &eyes::Database, what: What, run: &Run, out: &mut impl Write) -> std::io::Result<()> {
    match what {
        What::Ast | What::Ir => writeln!(out, "{db:#?}"),
        _ if run.diags.has_errors() => Ok(()),
        What::Db | What::Table => write!(out, "{}", eyes::compile(&run.sources, db).dump()),
        What::Rust => {
            let compiled = eyes::compile(&run.sources, db);
            writeln!(out, "{}", emit::eyes_module(&compiled, &quote!(::mkpat_rt)))
        }
    }
}

/// A playout database, likewise.
fn playouts(
    db: &montecarlo::Database,
    what: What,
    run: &mut Run,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if matches!(what, What::Ast | What::Ir) {
        return writeln!(out, "{db:#?}");
    }
    if run.diags.has_errors() {
        return Ok(());
    }
    match montecarlo::compile(&run.sources, db, &mut run.diags) {
        Some(compiled) if what != What::Rust => write!(out, "{}", compiled.dump()),
        Some(compiled) => {
            writeln!(out, "{}", emit::playouts_module(&compiled, &quote!(::mkpat_rt)))
        }
        None => Ok(()),
    }
}
