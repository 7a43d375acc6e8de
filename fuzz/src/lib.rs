//! What the fuzz targets do with their bytes: one function per grammar.
//!
//! A function panics when the code under test breaks a promise, not only when it
//! panics itself. Where a database could be of several kinds, the length of the
//! text chooses, so that one corpus serves all.

use katachi_sgf::{Sgf, Until};
use mkpat::diag::{Diagnostics, render};
use mkpat::tools::format::{format, verify};
use mkpat::language::load::{Lowered, Run};
use mkpat::language::manifest::{DatabaseSpec, Kind, Manifest};
use mkpat::tools::match_tests::{Case, Expected, TestFile, Update};
use mkpat::tools::positions::Position;
use mkpat::source::Sources;
use mkpat::language::syntax::ast::{File, Item, PatternNode};
use mkpat::language::syntax::print::{self, PatternText};
use mkpat_rt::colon_line::AttributeMap;
use mkpat_rt::db::{Database, PatternDb};
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::Matcher;
use mkpat_rt::montecarlo::PlayoutDb;
use mkpat_rt::recording_host::Recorder;

/// What a bare text could be a database of.
fn spec(kind: Kind, variant: usize) -> DatabaseSpec {
    let mut spec = DatabaseSpec::inferred("fuzz", "fuzz.db", kind);
    spec.stage = Stage::ALL[variant % Stage::ALL.len()];
    spec.attributes = AttributeMap::ALL[variant / 3 % AttributeMap::ALL.len()];
    spec
}

fn run(bytes: &[u8], spec: DatabaseSpec) -> Run {
    let mut run = Run::new();
    let Ok(id) = run.sources.add("fuzz.db", bytes.to_vec()) else { return run };
    run.add(spec, vec![id]);
    run
}

/// A position in which much can match: stones by a simple rule.
fn board() -> Position {
    let mut position = Position::new(9);
    for i in 0..81 {
        let cell = [Cell::Empty, Cell::Black, Cell::White][i * i * 7 % 11 % 3];
        position.set(Point::new(i / 9, i % 9), cell);
    }
    position
}

/// Pattern databases through all of `mkpat check`: parse, lower, check, compile;
/// then the bytes, the matcher against the naive one, and the constraints.
pub fn db(bytes: &[u8]) {
    const KINDS: [Kind; 5] =
        [Kind::General, Kind::Connections, Kind::Corner, Kind::Dfa, Kind::FullBoard];
    let kind = KINDS[bytes.len() % KINDS.len()];
    let mut run = run(bytes, spec(kind, bytes.len() / KINDS.len()));
    if run.databases.is_empty() {
        return;
    }
    let trees = run.parse(0);
    let mut at = 0;
    for line in trees.iter().flat_map(|tree| &tree.lines) {
        assert_eq!(line.span.start, at, "the lines tile the text");
        at = line.span.end;
    }
    let text = &run.sources.file(trees[0].id).text;
    assert_eq!(at as usize, text.len());
    assert_eq!(print::file(&run.sources, &trees[0]), *text, "the text prints as it was");
    let spec = run.databases[0].0.clone();
    let typed = mkpat::language::lower::lower(&run.sources, &spec, &trees, &mut run.diags);
    mkpat::language::check::check(&run.sources, &trees, &typed, &mut run.diags);
    render::to_string(&run.sources, &run.diags);
    let had_errors = run.diags.has_errors();
    let compiled = run.compile_lowered(vec![Lowered::Patterns(typed)]);
    assert!(compiled.is_some() || run.diags.has_errors(), "a failure without an error");
    assert!(compiled.is_none() || !had_errors, "errors and a database");
    let Some(mut compiled) = compiled else { return };
    let (typed, compiled) = compiled.patterns.remove(0);
    mkpat::tools::snapshot::patterns(&typed, &compiled);
    let decoded = PatternDb::from_bytes(&compiled.to_bytes()).expect("our own bytes decode");
    assert!(decoded.to_bytes() == compiled.to_bytes(), "decoding keeps the bytes");
    play(decoded);
}

/// Matches a database and asks the constraints at the first matches.
fn play(db: PatternDb) {
    let position = board();
    let view = position.view();
    let naive = PatternDb { table: mkpat_rt::table::Table::Naive, ..db.clone() };
    let mut matcher = Matcher::new();
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let db = Database::interpreted(db);
    for color in Color::BOTH {
        matcher.matches(&db.data, view, color, &mut found);
        matcher.matches(&naive, view, color, &mut expected);
        assert_eq!(found, expected, "the matcher and the naive one");
        for (seed, m) in found.iter().take(20).enumerate() {
            let site = m.site(db.data.pattern(m.pattern), color);
            let mut host = Recorder::new(seed as u64);
            host.check(&db, m.pattern, &site);
            host.act(&db, m.pattern, &site);
        }
    }
}

fn parse(bytes: &[u8]) -> (Sources, File, Diagnostics) {
    let mut sources = Sources::default();
    let mut diags = Diagnostics::default();
    let id = sources.add("fuzz.db", bytes.to_vec()).expect("fuzzing stays small");
    let file = mkpat::language::syntax::parse(&sources, id, &mut diags);
    (sources, file, diags)
}

fn first(file: &File) -> Option<&PatternNode> {
    file.items.iter().find_map(|item| match item {
        Item::Pattern(node) => Some(&**node),
        Item::Directive(_) => None,
    })
}

/// Constraints and actions: a line break in the bytes goes on on the next line, the
/// first `>` at the beginning of a line starts the action. What parses prints and
/// parses back as itself, and compiles or has an error.
pub fn expr(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut pattern = PatternText::new("A1");
    pattern.diagram = vec!["..?X".into(), ".*OX".into(), "XO.O".into()];
    pattern.labels = vec!["abcX".into(), "d*Ae".into(), "Bf.C".into()];
    pattern = pattern.colon('8', "-", &[("value".into(), "3".into())], None);
    let mut action = false;
    for line in text.lines() {
        let rest = line.strip_prefix('>');
        action |= rest.is_some();
        let to = if action { &mut pattern.action } else { &mut pattern.constraint };
        to.push(rest.unwrap_or(line).to_string());
    }
    let source = pattern.to_string();
    let (sources, file, diags) = parse(source.as_bytes());
    if !diags.has_errors()
        && let Some(node) = first(&file)
    {
        let mut printed = PatternText { constraint: Vec::new(), action: Vec::new(), ..pattern };
        if let Some(tree) = node.constraint.as_ref().and_then(|code| code.tree.as_ref()) {
            printed.constraint = vec![print::expr(tree)];
        }
        for stmt in node.action.iter().filter_map(|code| code.tree.as_ref()).flatten() {
            printed.action.push(print::statement(stmt));
        }
        let again = printed.to_string();
        let long = again.lines().any(|line| line.len() > mkpat::language::text_limits::MAX_LINE);
        if !long {
            let (other, tree, diags) = parse(again.as_bytes());
            let findings = render::to_string(&other, &diags);
            assert!(!diags.has_errors(), "{source}\nis printed as\n{again}\n{findings}");
            assert_eq!(print::tree(&sources, &file), print::tree(&other, &tree), "{source}{again}");
        }
    }
    db(source.as_bytes());
}

/// The formatter: what it makes means the same and is left alone by it.
pub fn fmt(bytes: &[u8]) {
    let (sources, file, diags) = parse(bytes);
    if diags.has_errors() {
        return;
    }
    let spec = spec([Kind::General, Kind::Connections][bytes.len() % 2], bytes.len() / 2);
    let once = format(&sources, &file);
    if let Err(difference) = verify(&sources, &file, &spec, &once) {
        panic!("{difference}\n{}\n----\n{once}", sources.file(file.id).text);
    }
    let (sources, file, _) = parse(once.as_bytes());
    assert_eq!(format(&sources, &file), once, "formatted twice");
}

/// Eye-shape databases.
pub fn eyes(bytes: &[u8]) {
    let mut run = run(bytes, spec(Kind::Eyes, 0));
    if run.databases.is_empty() {
        return;
    }
    let Lowered::Eyes(typed) = run.lower_one(0) else { panic!("another kind") };
    let compiled = mkpat::language::eyes::compile(&run.sources, &typed);
    mkpat::language::eyes::check(&typed, &compiled, &mut run.diags);
    render::to_string(&run.sources, &run.diags);
    compiled.dump();
    let bytes = compiled.to_bytes();
    let decoded = EyeDb::from_bytes(&bytes).expect("our own bytes decode");
    assert!(decoded.to_bytes() == bytes, "decoding keeps the bytes");
}

/// Monte-Carlo databases. Their tables have always the same size and take most of the
/// time, so that only some texts are compiled.
pub fn montecarlo(bytes: &[u8]) {
    let mut run = run(bytes, spec(Kind::MonteCarlo, 0));
    if run.databases.is_empty() {
        return;
    }
    let Lowered::Playouts(typed) = run.lower_one(0) else { panic!("another kind") };
    let wanted = bytes.len().is_multiple_of(16);
    let sources = &run.sources;
    let compiled = wanted.then(|| mkpat::language::montecarlo::compile(sources, &typed, &mut run.diags));
    if let Some(compiled) = compiled.flatten() {
        mkpat::language::montecarlo::check(&typed, &compiled, &mut run.diags);
        let bytes = compiled.to_bytes();
        let decoded = PlayoutDb::from_bytes(&bytes).expect("our own bytes decode");
        assert!(decoded.to_bytes() == bytes, "decoding keeps the bytes");
    }
    render::to_string(&run.sources, &run.diags);
}

/// SGF: what is read prints and reads back as itself, and can be replayed.
pub fn sgf(bytes: &[u8]) {
    let Ok(sgf) = Sgf::read(bytes) else { return };
    for warning in &sgf.warnings {
        assert!(warning.span.start <= sgf.source().len());
        sgf.line_column(warning.span.start);
    }
    let text = sgf.to_string();
    let again = Sgf::parse(text.clone()).expect("what is printed is read");
    assert_eq!(outline(&again), outline(&sgf), "{text}");
    assert_eq!(again.to_string(), text, "printed twice");
    let line = katachi_sgf::main_line(&sgf);
    assert!(!line.is_empty());
    let untils = [None, Some(Until::Move(bytes.len() % 30)), Until::parse("D4", 19)];
    for until in untils {
        if let Ok(position) = katachi_sgf::position_at(&sgf, until) {
            position.last_move();
        }
    }
}

/// Depth, names and values of all nodes.
fn outline(sgf: &Sgf) -> Vec<(usize, Vec<(String, Vec<String>)>)> {
    let nodes = sgf.nodes().map(|(id, node)| {
        let mut properties: Vec<_> = Vec::new();
        for p in &node.properties {
            // An unclosed value at the end may end in half an escape.
            let whole = |raw: &str| {
                let slashes = raw.bytes().rev().take_while(|&b| b == b'\\').count();
                raw[..raw.len() - slashes % 2].to_string()
            };
            properties.push((p.name.to_string(), p.values.iter().map(|v| whole(&v.raw)).collect()));
        }
        (sgf.path(id).len(), properties)
    });
    nodes.take(500).collect()
}

/// Manifests.
pub fn manifest(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Manifest::parse("mkpat.toml".into(), text) {
        Ok(manifest) => {
            assert!(!manifest.databases.is_empty());
            manifest.databases.iter().for_each(|spec| assert!(!spec.files.is_empty()));
        }
        Err(error) => {
            if let Some(range) = &error.range {
                assert!(range.start <= range.end && range.end <= text.len(), "{error}");
            }
            error.to_string();
        }
    }
}

/// Test files of `mkpat test`, and the diagrams in them.
pub fn match_tests(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = TestFile::parse(text) else { return };
    let lines = |expected: &[Expected]| expected.iter().map(|e| e.text.clone()).collect();
    let same: Vec<Option<Update>> = file
        .cases
        .iter()
        .map(|case| Some(Update { matches: lines(&case.expected), answers: None }))
        .collect();
    if file.cases.iter().all(|case| case.has_expectation()) {
        assert_eq!(file.updated(text, &same), text, "an update without changes");
    }
    let none = || Some(Update { matches: Vec::new(), answers: Some(Vec::new()) });
    let none: Vec<Option<Update>> = file.cases.iter().map(|_| none()).collect();
    let updated = file.updated(text, &none);
    let again = TestFile::parse(&updated).expect("an updated file is read");
    let is_empty = |case: &Case| case.expected.is_empty() && case.answers.is_empty();
    assert!(again.cases.iter().all(|case| case.has_expectation() && is_empty(case)));
}
