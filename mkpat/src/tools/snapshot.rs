//! Compiled databases as text for `git diff` and for snapshot tests.
//!
//! What is shown is the compiled form, not the text it came from: the diagram is
//! drawn from the elements, constraints are listed as programs. Numbers and lines
//! of patterns are left out, and patterns stand by name, so that the order in the
//! sources does not matter and a pattern changes the text of its neighbours as little
//! as it can. The two texts of a database are apart: an inserted pattern adds a
//! paragraph to [`patterns`] but may shift a whole table in [`table`].

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use mkpat_rt::db::{Anchor, AttrValue, Pattern, PatternDb};
use mkpat_rt::expr::{ArgRef, Op, Program};
use mkpat_rt::geom::Offset;

use crate::diag::{Diagnostics, render};
use crate::language::compile::compile;
use crate::language::ir::{self, print};
use crate::language::load::{Compiled, Lowered, Run};
use crate::language::manifest::{DatabaseSpec, Kind};
use crate::source::Sources;

/// How the name of a snapshot file ends.
pub const EXTENSION: &str = ".snapshot.txt";

/// The snapshots of compiled databases by the names of their files: two for each
/// pattern database, one for each of the others.
pub fn files(sources: &Sources, compiled: &Compiled) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (typed, db) in &compiled.patterns {
        let (patterns, table) = of_database(sources, typed, db);
        files.insert(format!("{}.patterns{EXTENSION}", db.name), patterns);
        files.insert(format!("{}.table{EXTENSION}", db.name), table);
    }
    for db in &compiled.eyes {
        files.insert(format!("{}.eyes{EXTENSION}", db.name), db.dump());
    }
    for db in &compiled.playouts {
        files.insert(format!("{}.playouts{EXTENSION}", db.name), db.dump());
    }
    files
}

/// Patterns and table of a database. The table is that of the patterns ordered by
/// name: rows and states are numbered as patterns come, and source order would show
/// in all of them.
fn of_database(sources: &Sources, typed: &ir::Database, db: &PatternDb) -> (String, String) {
    let mut typed = typed.clone();
    typed.patterns.sort_by(|a, b| a.name.cmp(&b.name));
    // What compiled in one order compiles in another; if a limit of the tables depends
    // on the order, that of the sources is shown.
    let sorted = compile(sources, &typed, &mut Diagnostics::default());
    match sorted {
        Some(sorted) => (patterns(&typed, &sorted), table(&sorted)),
        None => (patterns(&typed, db), table(db)),
    }
}

/// The patterns of a database by name. `typed` is the form from which `db` was
/// compiled; its constraints are shown beside the programs.
pub fn patterns(typed: &ir::Database, db: &PatternDb) -> String {
    let mut out = format!(
        "database {}: stage {}, matcher {}, {} patterns\n",
        db.name,
        db.stage.name(),
        db.table.matcher(),
        db.patterns.len()
    );
    let mut pairs: Vec<_> = db.patterns.iter().zip(&typed.patterns).collect();
    pairs.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    for (p, typed) in pairs {
        out.push('\n');
        out.push_str(&pattern(db, p, typed));
    }
    out
}

/// The table of a database.
pub fn table(db: &PatternDb) -> String {
    db.table.dump(&|id| db.pattern(id).name.clone())
}

/// One pattern. Vertices are (row,column) in the diagram, from the upper left; in
/// programs they are rows and columns from the origin of the labels, with signs.
fn pattern(db: &PatternDb, p: &Pattern, typed: &ir::Pattern) -> String {
    let file = db.files.get(usize::from(p.file)).map_or("?", String::as_str);
    let mut out = format!("Pattern {} ({file})\n", p.name);
    // Writing to a string cannot fail.
    let mut line = |text: String| {
        let _ = writeln!(out, "  {}", text.trim_end());
    };
    for row in diagram(p) {
        line(row);
    }
    let place = |o: Offset| format!("({},{})", o.dr - p.min.dr, o.dc - p.min.dc);
    let anchor = match p.anchor {
        Anchor::O => format!("O {}", place(Offset::default())),
        Anchor::X => format!("X {}", place(Offset::default())),
        Anchor::Corner => "corner".to_string(),
    };
    line(format!("anchor {anchor}, move {}", p.mv.map_or("-".to_string(), place)));
    line(format!("symmetry {}, class {}", p.symmetry.code(), p.class));
    for attr in &p.attrs {
        let value = match attr.value {
            AttrValue::Number(x) => x.to_string(),
            AttrValue::Label(at) => signed(at),
        };
        line(format!("{} {value}", attr.kind.name()));
    }
    if let Some(helper) = &p.helper {
        line(format!("helper {helper}"));
    }
    if let Some(constraint) = &p.constraint {
        line(format!("constraint, cost {:.3}", p.cost));
        if let Some(expr) = &typed.constraint {
            line(format!("  ; {}", print::expr(expr)));
        }
        program(constraint).for_each(&mut line);
    }
    if let Some(action) = &p.action {
        line("action".to_string());
        program(action).for_each(&mut line);
    }
    out
}

/// The elements as a diagram, with the edges that are drawn.
fn diagram(p: &Pattern) -> Vec<String> {
    // How a vertex without an element is drawn: in corner patterns such vertices are empty.
    let blank = if p.anchor == Anchor::Corner { '.' } else { '?' };
    let side = |drawn: bool| if drawn { "|" } else { "" };
    let corner = |drawn: bool| if drawn { "+" } else { "" };
    let width = usize::try_from(p.max.dc - p.min.dc + 1).unwrap_or(0);
    let (west, east) = (p.edges.west, p.edges.east);
    let edge = format!("{}{}{}", corner(west), "-".repeat(width), corner(east));
    let mut rows = Vec::new();
    if p.edges.north {
        rows.push(edge.clone());
    }
    for dr in p.min.dr..=p.max.dr {
        let cells: String = (p.min.dc..=p.max.dc)
            .map(|dc| {
                let at = Offset::new(dr, dc);
                p.elements.iter().find(|e| e.at == at).map_or(blank, |e| e.kind.symbol())
            })
            .collect();
        rows.push(format!("{}{cells}{}", side(west), side(east)));
    }
    if p.edges.south {
        rows.push(edge);
    }
    rows
}

fn signed(o: Offset) -> String {
    format!("{:+}{:+}", o.dr, o.dc)
}

/// The operations of a program, a line each.
fn program(program: &Program) -> impl Iterator<Item = String> + '_ {
    program.ops.iter().enumerate().map(|(i, op)| {
        let text = match *op {
            Op::Num(x) => format!("num {x}"),
            Op::Call { helper, first, count } => {
                let args = program.args.iter().skip(first.into()).take(count.into());
                let args: Vec<String> = args
                    .map(|arg| match arg {
                        ArgRef::At(at) => signed(*at),
                        ArgRef::Tenuki => "?".to_string(),
                    })
                    .collect();
                format!("call {}({})", helper.info().name, args.join(", "))
            }
            Op::Not => "not".to_string(),
            Op::Bool => "bool".to_string(),
            Op::Neg => "neg".to_string(),
            Op::Add => "add".to_string(),
            Op::Sub => "sub".to_string(),
            Op::Cmp(cmp) => format!("cmp {}", cmp.symbol()),
            Op::AndJump(to) => format!("and {to}"),
            Op::OrJump(to) => format!("or {to}"),
            Op::JumpIfZero(to) => format!("if-zero {to}"),
            Op::Jump(to) => format!("jump {to}"),
            Op::Pop => "pop".to_string(),
            Op::Return => "return".to_string(),
        };
        format!("  {i:>3} {text}")
    })
}

/// Compiles the text of a database and shows the patterns and the table, or the
/// findings if it has errors. The database is a general one unless `spec` says
/// otherwise.
///
/// The macro `assert_pattern_snapshot!` compares this (feature `insta`).
pub fn of_text(spec: Option<&DatabaseSpec>, text: &str) -> String {
    let general = || DatabaseSpec::inferred("snapshot", "snapshot.db", Kind::General);
    let spec = spec.cloned().unwrap_or_else(general);
    let mut run = Run::new();
    let name = spec.files.first().map_or("snapshot.db", String::as_str);
    match run.sources.add(name, text.as_bytes().to_vec()) {
        Ok(id) => run.add(spec, vec![id]),
        Err(e) => return format!("{e}\n"),
    }
    let lowered: Vec<Lowered> = vec![run.lower_one(0)];
    let Some(compiled) = run.compile_lowered(lowered) else {
        return render::to_string(&run.sources, &run.diags);
    };
    let mut out = String::new();
    for (typed, db) in &compiled.patterns {
        let (patterns, table) = of_database(&run.sources, typed, db);
        let _ = write!(out, "{patterns}\n{table}");
    }
    compiled.eyes.iter().for_each(|db| out.push_str(&db.dump()));
    compiled.playouts.iter().for_each(|db| out.push_str(&db.dump()));
    out
}

/// The snapshots of the databases of a manifest: of all, or of those with these
/// names. Errors are shown in place of them.
///
/// The macro `assert_db_snapshot!` compares this (feature `insta`).
pub fn of_manifest(manifest: impl AsRef<Path>, names: &[&str]) -> BTreeMap<String, String> {
    let mut run = Run::from_manifest(manifest.as_ref());
    let failed = |text: String| BTreeMap::from([("errors".to_string(), text)]);
    let known: Vec<String> = run.databases.iter().map(|(spec, _)| spec.name.clone()).collect();
    if let Some(name) = names.iter().find(|name| !known.iter().any(|k| k == *name))
        && !run.diags.has_errors()
    {
        return failed(format!("no database `{name}`; there are: {}\n", known.join(", ")));
    }
    if !names.is_empty() {
        run.databases.retain(|(spec, _)| names.contains(&spec.name.as_str()));
    }
    match run.compile() {
        Some(compiled) => files(&run.sources, &compiled),
        None => failed(render::to_string(&run.sources, &run.diags)),
    }
}

/// Compares the compiled databases of a manifest with insta snapshots: for the tests
/// of a crate that keeps databases (feature `insta`, and `insta` itself to review
/// with `cargo insta`).
///
/// ```no_run
/// let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/mkpat.toml");
/// mkpat::assert_db_snapshot!(manifest);
/// mkpat::assert_db_snapshot!(manifest, "general", "joseki");
/// ```
///
/// Without names all databases are compared. There is a snapshot for each file that
/// `mkpat snapshot` would write, with the same text: patterns by name, and the table
/// that they make in this order. So a pattern that moves in its file changes nothing.
/// What does not compile is compared by its findings.
#[cfg(feature = "insta")]
#[macro_export]
macro_rules! assert_db_snapshot {
    ($manifest:expr $(, $name:expr)* $(,)?) => {{
        for (name, text) in $crate::tools::snapshot::of_manifest($manifest, &[$($name),*]) {
            let name = name.strip_suffix($crate::tools::snapshot::EXTENSION).unwrap_or(&name).to_string();
            $crate::tools::snapshot::insta::assert_snapshot!(name, text);
        }
    }};
}

/// Compares the compiled form of a pattern, or of a whole database, with an insta
/// snapshot: for the tests of a crate that keeps databases (feature `insta`, and
/// `insta` itself to review with `cargo insta`).
///
/// ```no_run
/// # fn example(spec: &mkpat::language::manifest::DatabaseSpec, text: &str) {
/// mkpat::assert_pattern_snapshot!("Pattern A1\n\nO*\n\n:-,-\n");
/// mkpat::assert_pattern_snapshot!(spec, text);
/// # }
/// ```
///
/// The text is a general database; with a `DatabaseSpec` in front it is what that
/// says. What does not compile is compared by its findings.
#[cfg(feature = "insta")]
#[macro_export]
macro_rules! assert_pattern_snapshot {
    ($text:expr $(,)?) => {{
        let compiled = $crate::tools::snapshot::of_text(::core::option::Option::None, $text);
        $crate::tools::snapshot::insta::assert_snapshot!(compiled)
    }};
    ($spec:expr, $text:expr $(,)?) => {{
        let compiled = $crate::tools::snapshot::of_text(::core::option::Option::Some($spec), $text);
        $crate::tools::snapshot::insta::assert_snapshot!(compiled)
    }};
}

#[cfg(feature = "insta")]
#[doc(hidden)]
pub use ::insta;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::manifest::MatcherKind;

    const TWO: &str = "attribute_map owl_attack\n\n\
        Pattern Edge1\n# Idea.\n\n|O*x\n|X.?\n+---\n\n:8,OXe,value(40),threatens_to_capture(a)\n\n\
        |b*x\n|a.?\n+---\n\n;lib(a)>1 && !(weak(b) || oplay_attack(*,?,a))\n>antisuji(*);\n\n\
        Pattern Join1\n# Idea.\n\nO*O\n\n:+,C\n";

    const MANY: &str = "attribute_map general\n\n\
        Pattern Edge1\n# Idea.\n\n|O*x\n|X.?\n+---\n\n:8,OXe,shape(4)\n\n\
        |b*x\n|a.?\n+---\n\n;lib(a)>1\n\n\n\
        Pattern Join1\n# Idea.\n\nO*O\n\n:+,C\n\n\n\
        Pattern Hane1\n# Idea.\n\n.*.\nOX.\n\n:8,X,shape(4)\n\n\n\
        Pattern Turn1\n# Idea.\n\n?*?\nOXX\nOO?\n\n:8,-\n\n\n\
        Pattern Push1\n# Idea.\n\nX*X\n?O?\n\n:|,-,terri(2)\n\n\n";

    const CORNERS: &str = "Pattern C1\n# Idea.\n\n|....\n|.*..\n|..O.\n+----\n\n:8,-\n\n\n\
        Pattern C2\n# Idea.\n\n|...\n|.X.\n|*..\n+---\n\n:8,-\n\n\n\
        Pattern C3\n# Idea.\n\n|....\n|.X*.\n|..O.\n+----\n\n:8,-\n\n\n";

    #[test]
    fn a_snapshot_shows_all_of_the_compiled_form() {
        insta::assert_snapshot!(of_text(None, TWO));
    }

    #[test]
    fn a_corner_pattern_is_drawn_with_its_whole_rectangle() {
        let spec = DatabaseSpec::inferred("joseki", "joseki.db", Kind::Corner);
        let text = "Pattern Corner1\n# Idea.\n\n|....\n|.*..\n|..O.\n+----\n\n:8,-\n";
        insta::assert_snapshot!(of_text(Some(&spec), text));
    }

    #[test]
    fn what_does_not_compile_shows_why() {
        assert!(of_text(None, "Pattern A1\n\nO*\n\n:-,-,shape(").contains("error[KP"));
    }

    /// The order of patterns in the sources changes no text: neither that of patterns
    /// nor any table.
    #[test]
    fn snapshots_do_not_depend_on_the_order_of_patterns() {
        let (head, patterns) = MANY.split_at(MANY.find("Pattern").unwrap());
        let patterns: Vec<&str> = patterns.split_inclusive("\n\n\n").collect();
        assert_eq!(patterns.len(), 5);
        let mut spec = DatabaseSpec::inferred("many", "many.db", Kind::General);
        for matcher in [MatcherKind::Naive, MatcherKind::Grid, MatcherKind::Dfa] {
            spec.matcher = matcher;
            let expected = of_text(Some(&spec), MANY);
            assert!(expected.contains("Pattern Join1"), "{expected}");
            // All rotations of both directions: every pattern comes before every other.
            for first in 0..patterns.len() {
                let mut order = patterns.clone();
                order.rotate_left(first);
                for turned in [false, true] {
                    if turned {
                        order.reverse();
                    }
                    let text = format!("{head}{}", order.concat());
                    assert_eq!(of_text(Some(&spec), &text), expected);
                }
            }
        }
        let mut lines: Vec<&str> = CORNERS.split_inclusive("\n\n\n").collect();
        let spec = DatabaseSpec::inferred("joseki", "joseki.db", Kind::Corner);
        let expected = of_text(Some(&spec), CORNERS);
        assert!(expected.contains("Pattern C3"), "{expected}");
        for _ in 0..lines.len() {
            lines.rotate_left(1);
            assert_eq!(of_text(Some(&spec), &lines.concat()), expected);
        }
    }

    /// Another pattern leaves the paragraph of this one as it is.
    #[test]
    fn paragraphs_do_not_depend_on_their_neighbours() {
        let paragraph = |text: &str| {
            let shown = of_text(None, text);
            let start = shown.find("Pattern Join1").unwrap();
            shown[start..].split("\n\n").next().unwrap().to_string()
        };
        let at = TWO.find("Pattern Join1").unwrap();
        let alone = format!("attribute_map owl_attack\n\n{}", &TWO[at..]);
        assert_eq!(paragraph(TWO), paragraph(&alone));
    }
}
