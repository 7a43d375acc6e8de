//! Databases → a folder of static pages: one for each database, and one for each pattern with its picture, itself in
//! words, its orientations, its relatives, tests and findings; an overview with a search by words and by shape; the codes
//! that occur.
//!
//! The pages need no network, and no script but for the search. Texts and pictures come from [`super::explain`] and
//! [`super::picture`]; here they are put on pages. Nothing is written: [`pages`] gives names and contents.

mod joseki;
mod page;
mod places;
mod relatives;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::about::{self, NamedTests};
use super::lint::Linted;
use super::picture::escaped;
use crate::diag::{Diagnostic, codes};
use crate::language::ir::{Database, Pattern};
use crate::language::load::{Lowered, Run, Unit};
use crate::language::manifest::Kind;
use crate::language::suppress::is_suppression;
use page::frame;
use places::Places;
use relatives::Relatives;

/// How often a pattern matched in records.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Use {
    /// Raw matches.
    pub matches: u64,
    /// Positions with a match.
    pub positions: u64,
}

/// How often the patterns of databases matched, and in how many positions they were looked for.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Positions looked at.
    pub positions: u64,
    /// By name of the database and of the pattern.
    pub counts: BTreeMap<(String, String), Use>,
    /// The first match of a pattern that has some: which record and move, and a picture of it.
    pub examples: BTreeMap<(String, String), (String, String)>,
    /// Microseconds a position, by name of the database.
    pub times: BTreeMap<String, f64>,
}

/// What the pages are about.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The sources.
    pub run: &'a Run,
    /// The databases.
    pub units: &'a [Unit],
    /// What was found about them.
    pub linted: &'a Linted,
    /// Tests that may name their patterns.
    pub tests: &'a [NamedTests],
    /// What was counted in records, if somebody did.
    pub uses: Option<&'a Uses>,
}

/// A file of the gallery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its name in the folder.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A database with the name of its page, without the ending.
struct Shown<'a> {
    page: String,
    unit: &'a Unit,
}

impl Shown<'_> {
    fn kind(&self) -> Kind {
        self.unit.database.spec().kind
    }

    fn count(&self) -> usize {
        match &self.unit.database {
            Lowered::Patterns(database) => database.patterns.len(),
            Lowered::Eyes(database) => database.shapes.len(),
            Lowered::Playouts(database) => database.diagrams.len(),
        }
    }
}

/// The pages of databases.
pub fn pages(input: &Input<'_>) -> Vec<Page> {
    let shown = shown(input.units);
    let relatives = Relatives::of(&shown);
    let places = Places::of(&shown);
    let mut out = Vec::new();
    let mut occurring = BTreeSet::new();
    for database in &shown {
        let text = match &database.unit.database {
            Lowered::Patterns(db) => {
                let mut page = DatabasePage {
                    input,
                    db,
                    page: &database.page,
                    relatives: &relatives,
                    places: &places,
                    codes: &mut occurring,
                };
                out.extend((0..db.patterns.len()).map(|index| page.single(index)));
                page.text()
            }
            Lowered::Eyes(db) => plain(input, database, &db.spec.files.join(", ")),
            Lowered::Playouts(db) => plain(input, database, &db.spec.files.join(", ")),
        };
        out.push(Page { name: format!("{}.html", database.page), text });
    }
    out.push(Page { name: "index.html".to_string(), text: page::index(input, &shown) });
    out.push(Page { name: "codes.html".to_string(), text: page::codes(&occurring) });
    out.push(Page { name: "data.js".to_string(), text: data(&shown) });
    out.push(Page { name: "search.js".to_string(), text: include_str!("search.js").to_string() });
    let style = format!("{}{}", include_str!("style.css"), super::picture::CSS);
    out.push(Page { name: "style.css".to_string(), text: style });
    // Pages as they are: without it GitHub would leave out files that begin with `_`.
    out.push(Page { name: ".nojekyll".to_string(), text: String::new() });
    out
}

/// The databases with names for their pages, each of its own.
fn shown(units: &[Unit]) -> Vec<Shown<'_>> {
    let mut taken: BTreeSet<String> = ["index", "codes"].into_iter().map(str::to_string).collect();
    let mut out = Vec::new();
    for unit in units {
        let name = unit.database.spec().name.as_str();
        let good = |ch: char| if ch.is_ascii_alphanumeric() || ch == '_' { ch } else { '-' };
        let name: String = name.chars().map(good).collect();
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let page = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        let page = page.unwrap_or(name);
        taken.insert(page.clone());
        out.push(Shown { page, unit });
    }
    out
}

/// The page of a database whose language is not that of patterns: its text.
fn plain(input: &Input<'_>, database: &Shown<'_>, files: &str) -> String {
    let spec = database.unit.database.spec();
    let mut body = format!(
        "<h1>{}</h1><p>{}</p><p class=soft>{}</p>",
        escaped(&spec.name),
        escaped(super::explain::words::kind(spec.kind)),
        escaped(files)
    );
    let own = input.run.databases.iter().filter(|(other, _)| other == spec);
    for &file in own.flat_map(|(_, files)| files) {
        let _ = write!(body, "<pre>{}</pre>", escaped(&input.run.sources.file(file).text));
    }
    frame(&spec.name, &body, "")
}

/// The page of a pattern database.
struct DatabasePage<'a, 'c> {
    input: &'a Input<'a>,
    db: &'a Database,
    /// Its name, without the ending.
    page: &'a str,
    relatives: &'a Relatives,
    places: &'a Places,
    codes: &'c mut BTreeSet<&'static str>,
}

impl DatabasePage<'_, '_> {
    fn text(&mut self) -> String {
        use super::explain::words;
        let db = self.db;
        let mut body = format!(
            "<h1>{}</h1><p>{} {}</p><p class=soft>{} patterns; {}; attribute map {}",
            escaped(&db.spec.name),
            escaped(words::kind(db.spec.kind)),
            escaped(words::stage(db.spec.stage)),
            db.patterns.len(),
            escaped(&db.spec.files.join(", ")),
            db.attributes.name(),
        );
        if let Some(time) = self.input.uses.and_then(|uses| uses.times.get(&db.spec.name)) {
            let _ = write!(body, "; {time:.1} µs a position to match");
        }
        body.push_str("</p>");
        if db.spec.kind == Kind::Corner {
            body.push_str(&joseki::tree(db));
        }
        for pattern in &db.patterns {
            let name = escaped(&pattern.name);
            let own = self.places.of_pattern(self.page, &pattern.name);
            // Writing to a string cannot fail.
            let _ = write!(body, "<article id=\"{name}\">");
            let title = format!("<h3><a href=\"{own}.html\">{name}</a></h3>");
            self.pattern(pattern, &title, false, &mut body);
        }
        frame(&db.spec.name, &body, "")
    }

    /// The page of one pattern.
    fn single(&mut self, index: usize) -> Page {
        let p = &self.db.patterns[index];
        let place = |p: &Pattern| self.places.of_pattern(self.page, &p.name).to_string();
        let own = self.places.at(self.page, index).to_string();
        let database = escaped(&self.db.spec.name);
        let mut body =
            format!("<nav><a href=\"{}.html#{}\">{database}</a>", self.page, escaped(&p.name));
        let before = index.checked_sub(1).and_then(|before| self.db.patterns.get(before));
        for (word, other) in [("before", before), ("after", self.db.patterns.get(index + 1))] {
            let Some(other) = other else { continue };
            let _ = write!(
                body,
                " <span class=soft>{word}:</span> <a href=\"{}.html\">{}</a>",
                place(other),
                escaped(&other.name)
            );
        }
        body.push_str("</nav><article>");
        self.pattern(p, &format!("<h1>{}</h1>", escaped(&p.name)), true, &mut body);
        Page { name: format!("{own}.html"), text: frame(&p.name, &body, "") }
    }

    /// The entry of a pattern; on a page of its own it is `whole`: everything is open, with the orientations.
    fn pattern(&mut self, p: &Pattern, title: &str, whole: bool, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "<div class=pics>{}</div><div>{title}", page::pictures(p));
        for idea in p.idea.iter().filter(|idea| !is_suppression(idea)) {
            let _ = write!(out, "<p>{}</p>", escaped(idea));
        }
        out.push_str(&page::facts(p));
        let file = &self.input.run.sources.file(p.head.file).name;
        let aloud = super::explain::pattern(self.db, p, file);
        // Its head and its idea stand above.
        let aloud = aloud.split_once("\n\n").map_or(aloud.as_str(), |(_, rest)| rest);
        let open = if whole { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>in words ({}:{})</summary><pre>{}</pre></details>",
            escaped(file),
            p.line,
            escaped(aloud.trim_end())
        );
        if whole {
            out.push_str(&page::orientations(p));
        }
        self.known(p, whole, out);
        out.push_str("</div></article>\n");
    }

    /// Relatives, tests, findings and uses.
    fn known(&mut self, p: &Pattern, whole: bool, out: &mut String) {
        let relatives = self.relatives.of_pattern(self.page, p);
        if !relatives.is_empty() {
            let links: Vec<String> = relatives
                .iter()
                .map(|(page, name)| {
                    let place = self.places.of_pattern(page, name);
                    format!("<a href=\"{place}.html\">{}</a>", escaped(name))
                })
                .collect();
            let _ = write!(out, "<p>The same stones and move: {}</p>", links.join(", "));
        }
        let tests = about::tests_of(self.input.tests, &p.name);
        if !tests.is_empty() {
            let listed: Vec<String> = tests
                .iter()
                .map(|(file, case)| {
                    let file = file.rsplit('/').next().unwrap_or(file);
                    escaped(&format!("{} ({file}:{})", case.title, case.line))
                })
                .collect();
            let _ = write!(out, "<p>Tested: {}</p>", listed.join("; "));
        }
        let findings = about::findings_of(self.db, p, &self.input.linted.findings);
        for finding in findings {
            self.codes.insert(finding.code);
            out.push_str(&found(finding));
        }
        if let Some(uses) = self.input.uses {
            let key = (self.db.spec.name.clone(), p.name.clone());
            let used = uses.counts.get(&key).copied().unwrap_or_default();
            let _ = match used.matches {
                0 => write!(out, "<p>Never matched in {} positions.</p>", uses.positions),
                matches => write!(
                    out,
                    "<p>Matched {matches} times, in {} of {} positions.</p>",
                    used.positions, uses.positions
                ),
            };
            if let Some((place, picture)) = uses.examples.get(&key) {
                let place = escaped(place);
                let open = if whole { " open" } else { "" };
                let _ =
                    write!(out, "<details{open}><summary>in {place}</summary>{picture}</details>");
            }
        }
    }
}

fn found(finding: &Diagnostic) -> String {
    let mut text = escaped(&finding.message);
    for note in &finding.notes {
        let _ = write!(text, "; {}", escaped(note));
    }
    let (code, severity) = (finding.code, finding.severity.name());
    format!("<p class=soft>{severity} <a href=\"codes.html#{code}\">{code}</a> {text}</p>")
}

/// What the search looks through, as a script.
fn data(shown: &[Shown<'_>]) -> String {
    let mut out = String::from("const PATTERNS=[\n");
    for database in shown {
        let Lowered::Patterns(db) = &database.unit.database else { continue };
        for p in &db.patterns {
            let mut helpers: Vec<&str> = Vec::new();
            p.walk_code(&mut |e| {
                if let crate::language::ir::expr::ExprKind::Call(call) = &e.kind {
                    helpers.push(call.helper.info().name);
                }
            });
            helpers.extend(p.helper.iter().map(|(name, _)| name.as_str()));
            helpers.sort_unstable();
            helpers.dedup();
            let rows: Vec<String> = p
                .diagram
                .cells
                .chunks(p.diagram.cols.max(1))
                .map(|row| row.iter().map(|symbol| symbol.to_char()).collect())
                .collect();
            let class = if p.class.bits() == 0 { String::new() } else { p.class.to_string() };
            let fields = [
                &database.page,
                &p.name,
                &class,
                &helpers.join(" "),
                &p.idea.join(" "),
                &rows.join("/"),
            ];
            let quoted: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
            let _ = writeln!(out, "[{}],", quoted.join(","));
        }
    }
    out.push_str("];\n");
    out
}

/// Text as a string of JavaScript, which is safe in a page, too.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for ch in text.chars() {
        match ch {
            '"' | '\\' => {
                out.push('\\');
                out.push(ch);
            }
            '<' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(ch));
            }
            _ => out.push(ch),
        }
    }
    out.push('"');
    out
}

/// The row of a code.
fn code_row(code: &str) -> Option<&'static codes::CodeInfo> {
    codes::find(code)
}
