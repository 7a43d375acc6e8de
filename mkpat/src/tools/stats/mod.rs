//! Figures about a database: what is in it, what it uses, how large its tables
//! are. For `mkpat stats`.
//!
//! Typed form and compiled patterns → [`DatabaseStats`] → text or JSON. All maps are
//! sorted, so that two runs give the same text.

mod json;
mod small;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::helper::Helper;
use mkpat_rt::table::Table;

use crate::language::compile;
use crate::language::ir::{Database, ExprKind};
use crate::language::manifest::Kind;
use json::Json;
pub use small::{SmallStats, eyes, playouts};

/// Upper bounds of the classes of costs, exclusive; the last class has none.
const COSTS: [f32; 5] = [0.1, 0.5, 1.0, 3.0, 10.0];

/// How often something occurs, by name.
type Counts = BTreeMap<String, usize>;

/// How often an autohelper is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// Calls in constraints.
    pub constraints: usize,
    /// Calls in actions.
    pub actions: usize,
    /// Patterns that call it.
    pub patterns: usize,
}

/// A table that the database can be compiled to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSize {
    /// Name of the matcher.
    pub matcher: &'static str,
    /// What its states are.
    pub unit: &'static str,
    /// How many there are.
    pub states: usize,
    /// Size in bytes.
    pub bytes: usize,
    /// Whether the manifest chooses this one.
    pub chosen: bool,
}

/// Costs of constraints (docs/pattern-language.md, "Cost").
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Costs {
    /// Smallest.
    pub least: f32,
    /// Half of the constraints cost at most this.
    pub median: f32,
    /// Nine of ten cost at most this.
    pub ninth_decile: f32,
    /// Largest.
    pub most: f32,
    /// The pattern with the largest.
    pub dearest: String,
    /// How many cost less than 0.1, 0.5, 1, 3, 10, and not less than 10.
    pub classes: [usize; 6],
}

/// Figures about one database, a field for each line of the output.
#[derive(Clone, PartialEq, Debug)]
pub struct DatabaseStats {
    /// Name of the database.
    pub name: String,
    /// Its kind, as in the manifest.
    pub kind: String,
    /// Its stage.
    pub stage: &'static str,
    /// Number of files.
    pub files: usize,
    /// Number of patterns without errors.
    pub patterns: usize,
    /// Patterns with a constraint.
    pub constraints: usize,
    /// Patterns with an action.
    pub actions: usize,
    /// Patterns with a constraint diagram.
    pub label_diagrams: usize,
    /// Patterns without a move.
    pub without_move: usize,
    /// Patterns without any comment.
    pub without_idea: usize,
    /// Patterns by the number of edges they show, 0 to 4.
    pub edges: [usize; 5],
    /// Most rows and most columns of a diagram.
    pub largest: (usize, usize),
    /// Patterns by symmetry code.
    pub symmetry: Counts,
    /// Patterns by class letter.
    pub classes: Counts,
    /// Values by name.
    pub values: Counts,
    /// Patterns by hand-written helper.
    pub helpers: Counts,
    /// Autohelpers.
    pub autohelpers: BTreeMap<&'static str, Uses>,
    /// Costs of the constraints, if there are any.
    pub costs: Option<Costs>,
    /// Tables.
    pub tables: Vec<TableSize>,
}

/// Counts what `db` holds, and, if `with_tables`, compiles it for every matcher that
/// suits it. A table that cannot be built is left out.
pub fn stats(db: &Database, with_tables: bool) -> DatabaseStats {
    let count = |f: &dyn Fn(&crate::language::ir::Pattern) -> bool| {
        db.patterns.iter().filter(|p| f(p)).count()
    };
    let mut out = DatabaseStats {
        name: db.spec.name.clone(),
        kind: format!("{:?}", db.spec.kind).to_lowercase(),
        stage: db.spec.stage.name(),
        files: db.files.len(),
        patterns: db.patterns.len(),
        constraints: count(&|p| p.constraint.is_some()),
        actions: count(&|p| p.action.is_some()),
        label_diagrams: count(&|p| p.label_diagram.is_some()),
        without_move: count(&|p| p.mv.is_none()),
        without_idea: count(&|p| p.idea.is_empty()),
        edges: [0; 5],
        largest: (0, 0),
        symmetry: Counts::new(),
        classes: Counts::new(),
        values: Counts::new(),
        helpers: Counts::new(),
        autohelpers: BTreeMap::new(),
        costs: None,
        tables: if with_tables { tables(db) } else { Vec::new() },
    };
    let mut costs = Vec::new();
    for p in &db.patterns {
        out.edges[p.diagram.edges.count()] += 1;
        out.largest.0 = out.largest.0.max(p.diagram.rows);
        out.largest.1 = out.largest.1.max(p.diagram.cols);
        *out.symmetry.entry(p.symmetry.code().to_string()).or_default() += 1;
        for letter in ClassSet::LETTERS.chars().filter(|&ch| p.class.has(ch)) {
            *out.classes.entry(letter.to_string()).or_default() += 1;
        }
        for attr in &p.attrs {
            *out.values.entry(attr.name.clone()).or_default() += 1;
        }
        if let Some((helper, _)) = &p.helper {
            *out.helpers.entry(helper.clone()).or_default() += 1;
        }
        let mut used: BTreeMap<&'static str, Uses> = BTreeMap::new();
        let mut see = |helper: Helper, in_action: bool| {
            let uses = used.entry(helper.info().name).or_default();
            uses.patterns = 1;
            match in_action {
                true => uses.actions += 1,
                false => uses.constraints += 1,
            }
        };
        if let Some(constraint) = &p.constraint {
            constraint.calls().into_iter().for_each(|call| see(call.helper, false));
            costs.push((constraint.cost(), p.name.as_str()));
        }
        if let Some(action) = &p.action {
            action.walk(&mut |e| {
                if let ExprKind::Call(call) = &e.kind {
                    see(call.helper, true);
                }
            });
        }
        for (name, uses) in used {
            let sum = out.autohelpers.entry(name).or_default();
            sum.constraints += uses.constraints;
            sum.actions += uses.actions;
            sum.patterns += uses.patterns;
        }
    }
    out.costs = summary(costs);
    out
}

fn summary(mut costs: Vec<(f32, &str)>) -> Option<Costs> {
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (first, last) = (costs.first()?, costs.last()?);
    let mut classes = [0; 6];
    for (cost, _) in &costs {
        classes[COSTS.iter().take_while(|&bound| cost >= bound).count()] += 1;
    }
    Some(Costs {
        least: first.0,
        median: costs[(costs.len() - 1) / 2].0,
        ninth_decile: costs[(costs.len() - 1) * 9 / 10].0,
        most: last.0,
        dearest: last.1.to_string(),
        classes,
    })
}

fn tables(db: &Database) -> Vec<TableSize> {
    let patterns: Result<Vec<_>, _> =
        db.patterns.iter().map(|p| compile::compile_pattern(p, 0)).collect();
    let Ok(patterns) = patterns else { return Vec::new() };
    let built: Vec<Option<Table>> = match db.spec.kind {
        Kind::General | Kind::Connections | Kind::Dfa => vec![
            compile::grid::build(&patterns).ok().map(Table::Grid),
            compile::dfa::build(&patterns).ok().map(Table::Dfa),
        ],
        Kind::Corner => vec![compile::corner::build(&patterns).ok().map(Table::Corner)],
        Kind::FullBoard => vec![compile::fullboard::build(&patterns).ok().map(Table::FullBoard)],
        Kind::Eyes | Kind::MonteCarlo => Vec::new(),
    };
    let chosen = format!("{:?}", db.spec.matcher).to_lowercase();
    let size = |table: Table| {
        let (unit, states, bytes) = match &table {
            Table::Naive => return None,
            Table::Grid(t) => ("rows", t.len(), t.bytes()),
            Table::Dfa(t) => ("states", t.len(), t.bytes()),
            Table::Corner(t) => ("nodes", t.len(), t.bytes()),
            Table::FullBoard(t) => ("positions", t.len(), t.bytes()),
        };
        let matcher = table.matcher();
        Some(TableSize { matcher, unit, states, bytes, chosen: matcher == chosen })
    };
    built.into_iter().flatten().filter_map(size).collect()
}

impl DatabaseStats {
    /// The figures for people.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: String| {
            let _ = writeln!(out, "  {name:<14}{value}");
        };
        line("patterns", self.patterns.to_string());
        for (name, n) in [
            ("constraints", self.constraints),
            ("actions", self.actions),
            ("diagrams", self.label_diagrams),
            ("without move", self.without_move),
            ("without idea", self.without_idea),
        ] {
            line(name, format!("{n}{}", share(n, self.patterns)));
        }
        let edges = ["none", "one", "two", "three", "four"].iter().zip(self.edges);
        let edges: Vec<String> =
            edges.filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}")).collect();
        line("edges", edges.join(", "));
        line("largest", format!("{} rows, {} columns", self.largest.0, self.largest.1));
        for (name, counts) in [
            ("symmetry", &self.symmetry),
            ("class", &self.classes),
            ("values", &self.values),
            ("helpers", &self.helpers),
        ] {
            if !counts.is_empty() {
                let counts: Vec<String> =
                    by_count(counts).iter().map(|(name, n)| format!("{name} {n}")).collect();
                line(name, counts.join(", "));
            }
        }
        for table in &self.tables {
            let text = format!(
                "{}: {} {}, {} bytes{}",
                table.matcher,
                table.states,
                table.unit,
                table.bytes,
                if table.chosen { " (in use)" } else { "" }
            );
            line("table", text);
        }
        if let Some(costs) = &self.costs {
            line(
                "cost",
                format!(
                    "least {:.2}, median {:.2}, nine of ten {:.2}, most {:.2} ({})",
                    costs.least, costs.median, costs.ninth_decile, costs.most, costs.dearest
                ),
            );
            for (index, n) in costs.classes.iter().enumerate() {
                let name = match COSTS.get(index) {
                    Some(bound) => format!("below {bound}"),
                    None => format!("from {}", COSTS[COSTS.len() - 1]),
                };
                let bar = "#".repeat((n * 40).div_ceil(self.constraints.max(1)));
                let _ = writeln!(out, "    {name:<12}{n:>6}  {bar}");
            }
        }
        if !self.autohelpers.is_empty() {
            let _ = writeln!(out, "  autohelpers   in constraints, in actions, in patterns");
            let mut rows: Vec<_> = self.autohelpers.iter().collect();
            rows.sort_by_key(|(name, u)| (std::cmp::Reverse(u.constraints + u.actions), **name));
            for (name, u) in rows {
                let (a, b, c) = (u.constraints, u.actions, u.patterns);
                let _ = writeln!(out, "    {name:<38}{a:>6}{b:>6}{c:>6}");
            }
        }
        let head = format!("{} ({}, {})", self.name, self.kind, self.stage);
        format!("{head}\n{}", trim_lines(&out))
    }

    /// The figures as one JSON object.
    pub fn to_json(&self) -> String {
        self.json().to_string()
    }

    fn json(&self) -> Json {
        let text = |t: &str| Json::Text(t.to_string());
        let list = |counts: &[usize]| Json::List(counts.iter().map(|&n| Json::Int(n)).collect());
        let helpers = self.autohelpers.iter().map(|(name, u)| {
            let uses =
                [("constraints", u.constraints), ("actions", u.actions), ("patterns", u.patterns)];
            let uses = uses.iter().map(|&(k, n)| (k.to_string(), Json::Int(n))).collect();
            (name.to_string(), Json::Object(uses))
        });
        let tables = self.tables.iter().map(|t| {
            Json::Object(vec![
                ("matcher".to_string(), text(t.matcher)),
                ("states".to_string(), Json::Int(t.states)),
                ("bytes".to_string(), Json::Int(t.bytes)),
                ("in_use".to_string(), Json::Bool(t.chosen)),
            ])
        });
        let cost = |x: f32| Json::Number((f64::from(x) * 1000.0).round() / 1000.0);
        let costs = self.costs.iter().map(|c| {
            Json::Object(vec![
                ("least".to_string(), cost(c.least)),
                ("median".to_string(), cost(c.median)),
                ("ninth_decile".to_string(), cost(c.ninth_decile)),
                ("most".to_string(), cost(c.most)),
                ("dearest".to_string(), text(&c.dearest)),
                ("bounds".to_string(), Json::List(COSTS.iter().map(|&x| cost(x)).collect())),
                ("classes".to_string(), list(&c.classes)),
            ])
        });
        let fields = [
            ("name", text(&self.name)),
            ("kind", text(&self.kind)),
            ("stage", text(self.stage)),
            ("files", Json::Int(self.files)),
            ("patterns", Json::Int(self.patterns)),
            ("constraints", Json::Int(self.constraints)),
            ("actions", Json::Int(self.actions)),
            ("label_diagrams", Json::Int(self.label_diagrams)),
            ("without_move", Json::Int(self.without_move)),
            ("without_idea", Json::Int(self.without_idea)),
            ("edges", list(&self.edges)),
            ("largest", list(&[self.largest.0, self.largest.1])),
            ("symmetry", Json::counts(&self.symmetry)),
            ("classes", Json::counts(&self.classes)),
            ("values", Json::counts(&self.values)),
            ("helpers", Json::counts(&self.helpers)),
            ("autohelpers", Json::Object(helpers.collect())),
            ("tables", Json::List(tables.collect())),
        ];
        let mut fields: Vec<(String, Json)> =
            fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        fields.extend(costs.map(|costs| ("costs".to_string(), costs)));
        Json::Object(fields)
    }
}

fn share(n: usize, of: usize) -> String {
    if n == 0 || of == 0 { String::new() } else { format!(" ({}%)", (n * 100 + of / 2) / of) }
}

/// Most frequent first, then by name.
fn by_count(counts: &Counts) -> Vec<(&str, usize)> {
    let mut out: Vec<(&str, usize)> = counts.iter().map(|(k, &n)| (k.as_str(), n)).collect();
    out.sort_by_key(|&(name, n)| (std::cmp::Reverse(n), name));
    out
}

fn trim_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
