//! `mkpat dump`: what a stage of the compiler makes of the databases.

use std::io::Write;

use clap::ValueEnum;
use quote::quote;

use super::{CLEAN, FINDINGS, Trouble, input};
use crate::language::ir;
use crate::language::load::{Lowered, Run, Unit};
use crate::language::manifest::{Kind, MatcherKind};
use crate::language::syntax::ast::{Item, LineKind};
use crate::language::{emit, eyes, montecarlo};

#[derive(clap::Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// What to print
    what: What,
    #[command(flatten)]
    input: input::Arguments,
    /// Only these patterns, by name; tables are those of a database that has no
    /// others
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum What {
    /// The syntax tree
    Ast,
    /// The typed form
    Ir,
    /// The calls of constraints and actions, with the places of their arguments
    /// and their costs
    Calls,
    /// The run-time form with its table
    Db,
    /// The table of the matcher that the database is built for
    Table,
    /// The masks of the grid matcher
    Grid,
    /// The automaton
    Dfa,
    /// The tree of corner patterns
    Corner,
    /// The hashes of whole boards
    Fullboard,
    /// The graphs of eye shapes
    Eyes,
    /// The weights of playout moves
    Mc,
    /// The Rust code of the constraints and tables
    Rust,
}

impl What {
    /// The matcher whose table is meant, if it is that of one matcher.
    fn matcher(self) -> Option<MatcherKind> {
        Some(match self {
            What::Grid => MatcherKind::Grid,
            What::Dfa => MatcherKind::Dfa,
            What::Corner => MatcherKind::Corner,
            What::Fullboard => MatcherKind::FullBoard,
            What::Eyes => MatcherKind::Eyes,
            What::Mc => MatcherKind::MonteCarlo,
            _ => return None,
        })
    }

    /// Whether a database of this kind has it.
    fn fits(self, kind: Kind) -> bool {
        let general = matches!(kind, Kind::General | Kind::Connections | Kind::Dfa);
        match self {
            What::Grid | What::Dfa => general,
            What::Calls => kind.has_patterns(),
            _ => self.matcher().is_none_or(|matcher| kind.matcher() == matcher),
        }
    }
}

/// Prints the form asked for; findings that keep it from being made go to
/// standard error.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let (mut run, mut units) = input::read(&arguments.input)?;
    let what = arguments.what;
    let mut others = Vec::new();
    units.retain(|unit| {
        let spec = unit.database.spec();
        let fits = what.fits(spec.kind);
        if !fits {
            let name = what.to_possible_value().map_or(String::new(), |v| v.get_name().to_string());
            let kind = spec.kind.name();
            others
                .push(format!("database `{}` is of the kind {kind} and has no {name}", spec.name));
        }
        fits
    });
    if units.is_empty() && !others.is_empty() {
        return Err(Trouble(others.swap_remove(0)));
    }
    for other in others {
        writeln!(std::io::stderr(), "mkpat: left out: {other}")?;
    }
    if !arguments.names.is_empty() {
        keep(&run, &mut units, &arguments.names)?;
    }
    for unit in &mut units {
        let db = match &mut unit.database {
            Lowered::Patterns(db) => db,
            Lowered::Eyes(db) => {
                eyes(db, what, &run, out)?;
                continue;
            }
            Lowered::Playouts(db) => {
                playouts(db, what, &mut run, out)?;
                continue;
            }
        };
        match what {
            What::Ast => {
                for file in &unit.trees {
                    out.write_all(
                        crate::language::syntax::print::tree(&run.sources, file).as_bytes(),
                    )?;
                }
            }
            What::Ir => out.write_all(ir::print::database(db).as_bytes())?,
            What::Calls => out.write_all(ir::print::calls(db).as_bytes())?,
            _ if run.diags.has_errors() => {}
            _ => {
                db.spec.matcher = what.matcher().unwrap_or(db.spec.matcher);
                let compiled = crate::language::compile::compile(&run.sources, db, &mut run.diags);
                let Some(compiled) = compiled else { continue };
                match what {
                    What::Db => writeln!(out, "{compiled:#?}")?,
                    What::Rust => {
                        writeln!(out, "{}", emit::module_text(&run, db, &compiled))?;
                    }
                    _ => out.write_all(compiled.dump_table().as_bytes())?,
                }
            }
        }
    }
    input::show_errors(&run.sources, &run.diags)?;
    Ok(if run.diags.has_errors() { FINDINGS } else { CLEAN })
}

/// Leaves only the patterns with these names, each of which has to be there.
fn keep(run: &Run, units: &mut [Unit], names: &[String]) -> Result<(), Trouble> {
    let mut known: Vec<String> = Vec::new();
    let mut wanted = |name: &str| {
        known.push(name.to_string());
        names.iter().any(|n| n == name)
    };
    for unit in units {
        for file in &mut unit.trees {
            let lines = std::mem::take(&mut file.lines);
            file.items.retain(|item| match item {
                Item::Directive(_) => true,
                Item::Pattern(node) => match &lines[node.head].kind {
                    LineKind::Head(head) => wanted(run.sources.text(head.name)),
                    _ => false,
                },
            });
            file.lines = lines;
        }
        match &mut unit.database {
            Lowered::Patterns(db) => db.patterns.retain(|p| wanted(&p.name)),
            Lowered::Eyes(db) => db.shapes.retain(|shape| wanted(&shape.number.to_string())),
            Lowered::Playouts(_) => {
                return Err(Trouble(
                    "the diagrams of a playout database have no names".to_string(),
                ));
            }
        }
    }
    match names.iter().find(|name| !known.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let near = crate::diag::did_you_mean(name, known.iter().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(Trouble(format!("no pattern is called `{name}`{near}")))
        }
    }
}

/// An eye-shape database. The tree of its text is not kept; the typed form stands
/// for it.
fn eyes(db: &eyes::Database, what: What, run: &Run, out: &mut impl Write) -> std::io::Result<()> {
    match what {
        What::Ast | What::Ir => writeln!(out, "{db:#?}"),
        _ if run.diags.has_errors() => Ok(()),
        What::Db | What::Table | What::Eyes => {
            write!(out, "{}", eyes::compile(&run.sources, db).dump())
        }
        What::Rust => {
            let compiled = eyes::compile(&run.sources, db);
            writeln!(out, "{}", emit::eyes_module(&compiled, &quote!(::mkpat_rt)))
        }
        _ => Ok(()),
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
