//! Whether two texts of a database mean the same.

use mkpat_rt::db;

use crate::diag::{Diagnostics, Severity};
use crate::language::load::{Lowered, Run};
use crate::language::{compile, eyes, montecarlo};

/// What a database compiles to, places left aside.
pub(super) struct Meaning {
    /// Errors on the way.
    pub(super) errors: usize,
    form: Form,
}

#[derive(PartialEq)]
enum Form {
    /// The run-time form of every pattern, from which the tables follow.
    Patterns(Vec<db::Pattern>),
    /// Number, vertices with their edges, value.
    Eyes(Vec<Shape>),
    /// Cells, weight and properties.
    Playouts(Vec<Weight>),
    /// It does not compile.
    None,
}

type Shape = (u32, Vec<(u8, u8, mkpat_rt::eyes::EyeKind, u8)>, mkpat_rt::eyes::EyeValue);
type Weight = ([mkpat_rt::montecarlo::Accepted; 8], u32, mkpat_rt::montecarlo::Conditions);

impl Meaning {
    /// Of the `index`-th database of a run.
    pub(super) fn of(run: &Run, index: usize) -> Meaning {
        let mut diags = Diagnostics::default();
        let form = match run.unit(index, &mut diags).database {
            Lowered::Patterns(db) => {
                let compiled = db.patterns.iter().map(|p| {
                    let file = db.files.iter().position(|f| *f == p.head.file).unwrap_or(0);
                    let pattern = compile::compile_pattern(p, file)?;
                    // Text may be added or removed above it.
                    Ok::<_, mkpat_rt::expr::Malformed>(db::Pattern { line: 0, ..pattern })
                });
                compiled.collect::<Result<_, _>>().map_or(Form::None, Form::Patterns)
            }
            Lowered::Eyes(db) => Form::Eyes(db.shapes.iter().map(shape).collect()),
            Lowered::Playouts(db) => Form::Playouts(weights(&db)),
        };
        Meaning { errors: diags.count(Severity::Error), form }
    }

    /// Whether both compile to the same.
    pub(super) fn is(&self, other: &Meaning) -> bool {
        self.form != Form::None && self.form == other.form
    }
}

fn shape(shape: &eyes::Shape) -> Shape {
    let vertices = shape.vertices.iter().map(|v| (v.row, v.col, v.kind, v.edges));
    (shape.number, vertices.collect(), shape.value)
}

fn weights(db: &montecarlo::Database) -> Vec<Weight> {
    let weight =
        |rule: &montecarlo::Rule| (db.diagrams[rule.diagram].cells, rule.weight, rule.conditions);
    db.rules.iter().map(weight).collect()
}
