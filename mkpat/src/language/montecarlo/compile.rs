//! Typed rules → table: every possible neighbourhood gets the list of the
//! diagrams that fit it in some orientation, equal lists become one class, and a
//! class gets a row with the first rule for each of the circumstances.

use std::collections::{BTreeMap, BTreeSet};

use mkpat_rt::geom::Transform;
use mkpat_rt::montecarlo::{
    AROUND, Accepted, CIRCUMSTANCES, Circumstances, MAX_RULES, Neighbourhood, PlayoutDb, Rule,
};
use mkpat_rt::table::{EMPTY, OFF};

use super::Database;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::source::Sources;

/// The different images of a diagram under the eight transformations.
fn images(cells: &[Accepted; 8]) -> Vec<[Accepted; 8]> {
    let mut images: Vec<[Accepted; 8]> = Vec::new();
    for t in Transform::ALL {
        let mut image = [0; 8];
        for (&cell, &at) in cells.iter().zip(&AROUND) {
            let to = t.apply(at);
            if let Some(slot) = AROUND.iter().position(|&o| o == to) {
                image[slot] = cell;
            }
        }
        if !images.contains(&image) {
            images.push(image);
        }
    }
    images
}

fn fits(image: &[Accepted; 8], n: Neighbourhood) -> bool {
    image.iter().zip(n.symbols()).all(|(accepted, symbol)| accepted >> symbol & 1 != 0)
}

/// The nine ways in which the neighbours of a move can be on and off the board.
pub(super) fn outlines() -> Vec<Neighbourhood> {
    Neighbourhood::all().filter(|n| n.symbols().iter().all(|&s| s == EMPTY || s == OFF)).collect()
}

/// Whether a diagram fits one of the [`outlines`].
pub(super) fn has_outline(cells: &[Accepted; 8], outlines: &[Neighbourhood]) -> bool {
    const ON_BOARD: Accepted = 0b0111;
    outlines.iter().any(|n| {
        let mut pairs = cells.iter().zip(n.symbols());
        pairs.all(|(c, s)| if s == OFF { c >> OFF & 1 != 0 } else { c & ON_BOARD != 0 })
    })
}

/// Compiles a database. `None` after an error, which has been reported.
pub fn compile(sources: &Sources, db: &Database, diags: &mut Diagnostics) -> Option<PlayoutDb> {
    if let Some(beyond) = db.rules.get(MAX_RULES) {
        diags.push(Diagnostic::error(
            codes::LIMIT_EXCEEDED,
            beyond.span,
            format!("more than {MAX_RULES} weights in one database"),
        ));
        return None;
    }
    // Only diagrams that have rules, so that their number is bounded, too.
    let used: BTreeSet<usize> = db.rules.iter().map(|rule| rule.diagram).collect();
    let used: Vec<(usize, Vec<[Accepted; 8]>)> =
        used.into_iter().map(|i| (i, images(&db.diagrams[i].cells))).collect();
    // Class 0 is that of the neighbourhoods of which no rule speaks.
    let mut known = BTreeMap::from([(Vec::new(), 0u16)]);
    let mut rows = vec![0u16; CIRCUMSTANCES];
    let mut classes = Vec::new();
    for n in Neighbourhood::all() {
        let fitting: Vec<usize> = used
            .iter()
            .filter(|(_, images)| images.iter().any(|image| fits(image, n)))
            .map(|(i, _)| *i)
            .collect();
        let next = known.len() as u16;
        let class = *known.entry(fitting).or_insert_with_key(|fitting| {
            let rules = db.rules.iter().enumerate();
            let rules: Vec<_> =
                rules.filter(|(_, rule)| fitting.binary_search(&rule.diagram).is_ok()).collect();
            rows.extend(Circumstances::all().map(|c| {
                let first = rules.iter().find(|(_, rule)| rule.conditions.accepts(c));
                first.map_or(0, |(i, _)| *i as u16 + 1)
            }));
            next
        });
        classes.push(class);
    }
    let rules = db
        .rules
        .iter()
        .map(|rule| Rule {
            file: db.files.iter().position(|f| *f == rule.span.file).unwrap_or(0) as u16,
            line: rule.line,
            diagram: db.diagrams[rule.diagram].cells,
            conditions: rule.conditions,
            weight: rule.weight,
        })
        .collect();
    let files = db.files.iter().map(|f| sources.file(*f).name.clone()).collect();
    match PlayoutDb::new(db.spec.name.clone(), files, rules, &classes, rows) {
        Ok(compiled) => Some(compiled),
        Err(e) => panic!("a table of its own making: {}", e.0),
    }
}
