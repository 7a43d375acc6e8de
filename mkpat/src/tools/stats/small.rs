//! Figures about eye-shape and playout databases.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mkpat_rt::eyes::EyeKind;

use super::json::Json;
use crate::language::{eyes, montecarlo};

/// What is counted in a database without patterns: by name, in the order in which it is
/// shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallStats {
    /// Name of the database.
    pub name: String,
    /// Its kind, as in the manifest.
    pub kind: &'static str,
    /// Counts.
    pub counts: Vec<(&'static str, usize)>,
    /// Shapes by number of vertices, or weights by property.
    pub table: (&'static str, BTreeMap<String, usize>),
    /// Size of the compiled form in bytes; `None` if it has errors.
    pub bytes: Option<usize>,
}

/// Counts the shapes of an eye-shape database that was compiled to `bytes`.
pub fn eyes(db: &eyes::Database, bytes: usize) -> SmallStats {
    let mut sizes = BTreeMap::new();
    for shape in &db.shapes {
        // Two digits, so that they stand in order.
        *sizes.entry(format!("{:2} vertices", shape.vertices.len())).or_default() += 1;
    }
    let is_vital = |v: &eyes::Vertex| {
        use EyeKind::{Attack, Defense, MarginalAttack, MarginalDefense, MarginalVital, Vital};
        let vital = [Attack, Defense, MarginalAttack, MarginalDefense, MarginalVital, Vital];
        vital.contains(&v.kind)
    };
    let vital = db.shapes.iter().filter(|shape| shape.vertices.iter().any(is_vital)).count();
    SmallStats {
        name: db.spec.name.clone(),
        kind: "eyes",
        counts: vec![("shapes", db.shapes.len()), ("with vital points", vital)],
        table: ("shapes of", sizes),
        bytes: Some(bytes),
    }
}

/// Counts the weights of a playout database that was compiled to `bytes`, if it was.
pub fn playouts(db: &montecarlo::Database, bytes: Option<usize>) -> SmallStats {
    let mut weights = BTreeMap::new();
    for rule in &db.rules {
        let kind = if rule.weight == 0 { "0" } else { "more than 0" };
        *weights.entry(kind.to_string()).or_default() += 1;
    }
    SmallStats {
        name: db.spec.name.clone(),
        kind: "montecarlo",
        counts: vec![("diagrams", db.diagrams.len()), ("weights", db.rules.len())],
        table: ("weights of", weights),
        bytes,
    }
}

impl SmallStats {
    /// For people.
    pub fn to_text(&self) -> String {
        let mut out = format!("{} ({})\n", self.name, self.kind);
        // Writing to a string cannot fail.
        let mut line = |what: &str, value: String| {
            let _ = writeln!(out, "  {what:17} {value}");
        };
        for (what, count) in &self.counts {
            line(what, count.to_string());
        }
        let (what, table) = &self.table;
        for (name, count) in table {
            line(what, format!("{name}: {count}"));
        }
        if let Some(bytes) = self.bytes {
            line("table", format!("{bytes} bytes"));
        }
        out
    }

    /// For tools, on one line.
    pub fn to_json(&self) -> String {
        let mut fields = vec![
            ("name".to_string(), Json::Text(self.name.clone())),
            ("kind".to_string(), Json::Text(self.kind.to_string())),
        ];
        let counts = self.counts.iter();
        fields.extend(counts.map(|(what, count)| (what.replace(' ', "_"), Json::Int(*count))));
        let (what, table) = &self.table;
        let table = table.iter().map(|(name, count)| (name.trim().to_string(), Json::Int(*count)));
        fields.push((what.replace(' ', "_"), Json::Object(table.collect())));
        fields.extend(self.bytes.map(|bytes| ("bytes".to_string(), Json::Int(bytes))));
        Json::Object(fields).to_string()
    }
}
