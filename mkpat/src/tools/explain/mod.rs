//! Explanations: every diagnostic code at length, autohelpers, value names,
//! letters; and the reference pages made of them.
//!
//! The text about codes is in `codes.md`, a section per code; everything else
//! comes from the tables of `mkpat_rt`. Nothing here prints.

mod pattern;
mod reference;
pub mod words;

pub use pattern::pattern;
pub use reference::{autohelpers, diagnostics};

use mkpat_rt::colon_line::{AttributeMap, ClassSet, Symmetry};
use mkpat_rt::helper::{HAND_HELPERS, Helper, HelperInfo, ParamKind, Returns, Signature, Stage};

use crate::diag::Applicability;
use crate::diag::codes::{self, CodeInfo};
use crate::language::lower::CONSTANTS;
use crate::language::manifest::{Kind, Manifest};
use crate::language::syntax::ast::DirectiveKind;

/// The word for the manifest.
const MANIFEST: &str = "manifest";

static CODES_TEXT: &str = include_str!("codes.md");

/// What is known about `word`: a code, an autohelper, a hand-written helper, a
/// value name, an attribute map, a kind of database, a stage, a class letter, a
/// symmetry code or an element.
/// A word may mean several things; `None` if it means nothing.
pub fn explain(word: &str) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(info) = codes::find(word) {
        parts.push(code(info));
    }
    if word == "codes" {
        parts.push(list());
    }
    if [MANIFEST, Manifest::FILE_NAME].contains(&word) {
        parts.push(format!(
            "manifest ({} in the folder of the databases)\n\n{}\n\n{}",
            Manifest::FILE_NAME,
            "Says which databases there are and what each is for. A database needs `name`, \
             `files` and `stage`; `mkpat explain` tells about each kind, stage and map.",
            Manifest::EXAMPLE
        ));
    }
    if let Some(helper) = Helper::from_name(word) {
        parts.push(autohelper(helper.info()));
    }
    if let Some((name, doc)) = HAND_HELPERS.iter().find(|(name, _)| *name == word) {
        parts.push(format!("helper {name} (last field of a colon line)\n\nAccepts: {doc}.\n"));
    }
    for map in AttributeMap::ALL {
        if let Some((_, kind)) = map.names().iter().find(|(name, _)| *name == word) {
            let takes = if kind.takes_label() { "label" } else { "number" };
            parts.push(format!(
                "value {word}({takes}) under `attribute_map {}`\n\n{}\n",
                map.name(),
                words::value(*kind)
            ));
        }
        if map.name() == word {
            let names: Vec<_> = map.names().iter().map(|(name, _)| *name).collect();
            parts.push(format!("attribute map {word}\n\nValues: {}\n", names.join(", ")));
        }
    }
    if let Some((name, _, value)) = CONSTANTS.iter().find(|(name, ..)| *name == word) {
        let meaning = words::constant(name);
        parts.push(format!("constant {name} ({value})\n\n{meaning}\n"));
    }
    if let Some(kind) = DirectiveKind::from_keyword(word) {
        let text = words::directive(kind);
        parts.push(format!("directive {word}\n\n{text}\n"));
    }
    if let Some(stage) = Stage::from_name(word) {
        let groups: Vec<_> = stage.groups().iter().map(|group| format!("{group:?}")).collect();
        parts.push(format!(
            "stage {word}\n\n{}\nGroups of autohelpers: {}\n",
            words::stage(stage),
            groups.join(", ")
        ));
    }
    if let Some(kind) = Kind::from_name(word) {
        let text = words::kind(kind);
        let more = if kind.has_patterns() {
            format!("Begin a pattern of it: `mkpat new --kind {word} FILE`\n")
        } else {
            String::new()
        };
        parts.push(format!(
            "kind of database {word} (`kind = \"{word}\"` in a manifest)\n\n{text}\n{more}"
        ));
    }
    let mut chars = word.chars();
    if let (Some(ch), None) = (chars.next(), chars.next()) {
        if let Some(text) = words::element(ch) {
            parts.push(format!("element {ch}\n\n{text}\n"));
        }
        if ClassSet::LETTERS.contains(ch) {
            let known: Vec<_> = Stage::ALL
                .iter()
                .filter(|&&stage| words::stage_letters(stage).contains(ch))
                .map(|stage| stage.name())
                .collect();
            parts.push(format!(
                "class letter {ch}\n\n{}\nStages that look at it: {}\n",
                words::class(ch),
                known.join(", ")
            ));
        }
        if let Some(symmetry) = Symmetry::from_code(ch) {
            parts.push(format!("symmetry {ch}\n\n{}\n", words::symmetry(symmetry)));
        }
    }
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// What can be explained, as a list.
pub fn overview() -> String {
    let list = |title: &str, words: &[&str]| {
        let mut text = format!("{title}:\n");
        let mut width = 0;
        for word in words {
            if width == 0 || width + word.len() + 1 > 76 {
                text.push_str(if width == 0 { "  " } else { "\n  " });
                width = 0;
            } else {
                text.push(' ');
            }
            text.push_str(word);
            width += word.len() + 1;
        }
        text + "\n\n"
    };
    let one = |chars: &str| -> Vec<String> { chars.chars().map(String::from).collect() };
    let refs = |words: &[String]| -> String {
        list("", &words.iter().map(String::as_str).collect::<Vec<_>>())[2..].to_string()
    };
    let codes = codes::CODES.len();
    let helpers: Vec<_> = mkpat_rt::helper::VOCABULARY.iter().map(|info| info.name).collect();
    let mut values: Vec<&str> =
        AttributeMap::ALL.iter().flat_map(|map| map.names()).map(|(name, _)| *name).collect();
    values.sort_unstable();
    values.dedup();
    let symmetries: Vec<_> = Symmetry::ALL.iter().map(|s| s.code().to_string()).collect();
    let mut out = String::from("`mkpat explain WORD…` explains, where WORD is one of these.\n\n");
    out.push_str(&format!("Diagnostics: {codes} codes; `mkpat explain codes` lists them\n\n"));
    out.push_str("The manifest mkpat.toml: `mkpat explain manifest`\n\n");
    out.push_str(&list("Autohelpers", &helpers));
    let hand: Vec<_> = HAND_HELPERS.iter().map(|(name, _)| *name).collect();
    out.push_str(&list("Helpers of the colon line", &hand));
    out.push_str(&list("Values", &values));
    let maps: Vec<_> = AttributeMap::ALL.iter().map(|map| map.name()).collect();
    out.push_str(&list("Attribute maps", &maps));
    let stages: Vec<_> = Stage::ALL.iter().map(|stage| stage.name()).collect();
    out.push_str(&list("Stages", &stages));
    out.push_str(&list("Kinds of databases", &Kind::ALL.map(Kind::name)));
    let constants: Vec<_> = CONSTANTS.iter().map(|(name, ..)| *name).collect();
    out.push_str(&list("Constants", &constants));
    out.push_str(&list("Directives", &DirectiveKind::ALL.map(DirectiveKind::keyword)));
    out.push_str(&format!("Class letters:\n{}", refs(&one(ClassSet::LETTERS))));
    out.push_str(&format!("Symmetry codes:\n{}", refs(&symmetries)));
    out.push_str(&format!("Elements:\n{}", refs(&one(words::ELEMENTS))));
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// All words that [`explain`] knows, without single letters.
pub fn known_words() -> impl Iterator<Item = &'static str> {
    let codes = codes::CODES.iter().flat_map(|info| [info.code, info.name]);
    let helpers = mkpat_rt::helper::VOCABULARY.iter().map(|info| info.name);
    let values = AttributeMap::ALL.iter().flat_map(|map| map.names()).map(|(name, _)| *name);
    let maps = AttributeMap::ALL.iter().map(|map| map.name());
    let others = CONSTANTS.iter().map(|(name, ..)| *name);
    let others = others.chain(DirectiveKind::ALL.map(DirectiveKind::keyword));
    let others = others.chain(Stage::ALL.iter().map(|stage| stage.name()));
    let others = others.chain(Kind::ALL.map(Kind::name));
    let codes = codes.chain(others).chain(["codes", MANIFEST]);
    codes.chain(helpers).chain(HAND_HELPERS.iter().map(|(name, _)| *name)).chain(values).chain(maps)
}

/// The long text about a code, without its heading.
pub fn code_text(code: &str) -> Option<&'static str> {
    let heading = format!("\n## {code}\n");
    let start = CODES_TEXT.find(&heading)? + heading.len();
    let rest = &CODES_TEXT[start..];
    Some(rest[..rest.find("\n## ").unwrap_or(rest.len())].trim())
}

fn code(info: &CodeInfo) -> String {
    let severity = severity(info);
    let text = code_text(info.code).unwrap_or_default();
    let fix = fix(info).map_or(String::new(), |text| format!("\n{text}\n"));
    format!(
        "{severity}[{}] {}\n\n{}.\n\n{text}\n{fix}",
        info.code,
        info.name,
        sentence(info.summary)
    )
}

fn severity(info: &CodeInfo) -> &'static str {
    info.severity.name()
}

/// A line about the fixes of a code.
fn fix(info: &CodeInfo) -> Option<&'static str> {
    Some(match codes::fixes(info.code)? {
        Applicability::Safe => "Fix: `mkpat check --fix` mends it.",
        Applicability::Unsafe => "Fix: `mkpat check --unsafe-fixes` mends it if it is clear how.",
    })
}

/// With a capital.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |ch| ch.to_ascii_uppercase().to_string() + chars.as_str())
}

fn list() -> String {
    codes::CODES
        .iter()
        .map(|info| {
            format!("{} {:7} {:28} {}\n", info.code, severity(info), info.name, info.summary)
        })
        .collect()
}

/// How a helper is called.
pub(crate) fn usage(info: &HelperInfo) -> String {
    let args = match info.signature {
        Signature::Fixed(params) => params.iter().map(|(p, _)| *p).collect::<Vec<_>>().join(","),
        Signature::Play(targets) => format!("move,…,{}", targets.join(",")),
        Signature::Some => "a,b,…".to_string(),
    };
    format!("{}({args})", info.name)
}

fn returns(returns: Returns) -> &'static str {
    match returns {
        Returns::Bool => "0 or 1",
        Returns::Int => "integer",
        Returns::Float => "fraction",
        Returns::Code => "reading code: 0, KO_B, KO_A or WIN",
        Returns::Unit => "nothing (action)",
    }
}

/// Names of the stages at which a helper exists.
fn stages(helper: Helper) -> String {
    let names: Vec<_> =
        Stage::ALL.iter().filter(|stage| stage.allows(helper)).map(|stage| stage.name()).collect();
    names.join(", ")
}

fn autohelper(info: &HelperInfo) -> String {
    let mut text = format!("autohelper {}\n\n{}\n\n", usage(info), info.doc);
    match info.signature {
        Signature::Fixed(params) => {
            for (name, takes) in params {
                let takes = match takes {
                    ParamKind::Stone => "a vertex with a stone",
                    ParamKind::Empty => "an empty vertex",
                    ParamKind::Vertex => "any vertex",
                };
                text.push_str(&format!("  {name}: {takes}\n"));
            }
        }
        Signature::Play(_) => {
            text.push_str("  move: a label, `*`, or `?` (that side passes; not first)\n");
        }
        Signature::Some => text.push_str("  a, b, …: any vertices, at least one\n"),
    }
    text.push_str(&format!(
        "  result: {}\n  cost: {}\n  stages: {}\n",
        returns(info.returns),
        info.cost,
        stages(info.helper)
    ));
    text
}
