//! Typed shapes → run-time form.

use mkpat_rt::eyes::{EyeDb, EyeShape, EyeVertex};

use super::{Database, Shape};
use crate::source::Sources;

/// Compiles a database.
///
/// # Panics
///
/// If a shape is not one that lowering lets through.
pub fn compile(sources: &Sources, db: &Database) -> EyeDb {
    let files = db.files.iter().map(|f| sources.file(*f).name.clone()).collect();
    let shapes = db.shapes.iter().map(|s| shape(db, s)).collect();
    EyeDb::new(db.spec.name.clone(), files, shapes)
}

fn shape(db: &Database, shape: &Shape) -> EyeShape {
    let file = db.files.iter().position(|f| *f == shape.head.file).unwrap_or(0);
    let place = (file as u16, shape.line);
    EyeShape::new(shape.number, place, shape.value, in_order(shape))
        .unwrap_or_else(|e| panic!("shape {}: {}", shape.number, e.0))
}

/// The vertices breadth-first from the first one in reading order, so that each
/// but the first is a neighbour of one before it: the matcher then tries a few
/// vertices only. A part that is not connected with it begins again.
fn in_order(shape: &Shape) -> Vec<EyeVertex> {
    let all: Vec<EyeVertex> =
        shape.vertices.iter().map(|v| EyeVertex::new(v.row, v.col, v.kind, v.edges)).collect();
    let mut taken = vec![false; all.len()];
    let mut order = Vec::with_capacity(all.len());
    for start in 0..all.len() {
        let mut next = order.len();
        if !taken[start] {
            taken[start] = true;
            order.push(all[start]);
        }
        while let Some(&at) = order.get(next) {
            next += 1;
            for (i, v) in all.iter().enumerate() {
                if !taken[i] && at.row.abs_diff(v.row) + at.col.abs_diff(v.col) == 1 {
                    taken[i] = true;
                    order.push(*v);
                }
            }
        }
    }
    order
}
