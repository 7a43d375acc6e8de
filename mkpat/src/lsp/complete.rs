//! What can be written at a place: completion and signature help. They look at the line before the cursor, because
//! what is being typed has no tree yet.

use mkpat_rt::colon_line::{AttributeMap, ClassSet, Symmetry};
use mkpat_rt::helper::{HAND_HELPERS, Helper, HelperInfo, Signature, VOCABULARY};

use super::words::{Kind, Place, of_pattern};
use crate::diag::codes;
use crate::language::lower::CONSTANTS;
use crate::language::suppress::is_suppression;
use crate::language::syntax::ast::{DirectiveKind, LineKind};
use crate::tools::explain::{self, words};

/// What is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    /// What the list shows, and what is inserted unless `insert` says otherwise.
    pub(super) label: String,
    /// What it is.
    pub(super) kind: Offered,
    /// A few words beside it.
    pub(super) detail: String,
    /// What it means.
    pub(super) doc: String,
    /// A template with places to fill in.
    pub(super) insert: Option<String>,
    /// It has a successor.
    pub(super) obsolete: bool,
}

/// Kinds of offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offered {
    /// An autohelper, or a helper of a colon line.
    Helper,
    /// A label.
    Label,
    /// A constant, a class letter, a symmetry code.
    Constant,
    /// A value.
    Value,
    /// A directive or `Pattern`.
    Keyword,
    /// A code of findings.
    Code,
}

impl Offer {
    fn new(label: impl Into<String>, kind: Offered, detail: &str, doc: impl Into<String>) -> Offer {
        let (detail, doc) = (detail.to_string(), doc.into());
        Offer { label: label.into(), kind, detail, doc, insert: None, obsolete: false }
    }

    fn inserting(self, text: String) -> Offer {
        Offer { insert: Some(text), ..self }
    }
}

/// The text of the line before a byte, and how the line begins.
fn before<'a>(place: &Place<'a>, byte: usize) -> &'a str {
    let text = place.text();
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    &before[before.rfind('\n').map_or(0, |at| at + 1)..]
}

/// The offers at a byte.
pub(super) fn offers(place: &Place<'_>, byte: usize) -> Vec<Offer> {
    let line = before(place, byte);
    let mut chars = line.chars();
    match chars.next() {
        Some('#') => suppressions(line),
        Some(':') => colon(place, byte, chars.as_str()),
        Some(mark @ (';' | '>')) => code(place, byte, line, mark == '>'),
        _ => start(line),
    }
}

/// The beginning of a line: directives, a pattern.
fn start(line: &str) -> Vec<Offer> {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let behind = line.ends_with(char::is_whitespace) || second.is_some();
    if let Some(kind) = DirectiveKind::from_keyword(first).filter(|_| behind) {
        return match kind {
            DirectiveKind::AttributeMap => AttributeMap::ALL
                .iter()
                .map(|map| {
                    let values: Vec<&str> = map.names().iter().map(|(name, _)| *name).collect();
                    Offer::new(map.name(), Offered::Constant, "attribute map", values.join(", "))
                })
                .collect(),
            _ => vec![Offer::new("none", Offered::Constant, "no element", "")],
        };
    }
    if behind || !first.chars().all(|ch| ch.is_ascii_alphabetic() || ch == '_') {
        return Vec::new();
    }
    let directive = |kind: &DirectiveKind| {
        Offer::new(kind.keyword(), Offered::Keyword, "directive", words::directive(*kind))
    };
    let mut out: Vec<Offer> = DirectiveKind::ALL.iter().map(directive).collect();
    let text = "Pattern ${1:Name1}\n# ${2:What is the idea of the move?}\n\n${3:?X?.\nO*..\n....}\n\n:8,${4:E}\n";
    out.push(
        Offer::new("Pattern", Offered::Keyword, "a pattern", "Begins a pattern.")
            .inserting(text.to_string()),
    );
    out
}

/// A comment that suppresses findings.
fn suppressions(line: &str) -> Vec<Offer> {
    if !is_suppression(line) {
        return Vec::new();
    }
    let Some((_, inside)) = line.rsplit_once('(').filter(|(_, inside)| !inside.contains(')'))
    else {
        let verb = |verb: &str, doc: &str| {
            Offer::new(verb, Offered::Keyword, "suppression", doc)
                .inserting(format!("{verb}(${{1:KP}}) ${{2:reason}}"))
        };
        return match line.contains('(') {
            true => Vec::new(),
            false => vec![
                verb("allow", "No findings with these codes about what stands below."),
                verb("allow-file", "No findings with these codes about this file."),
            ],
        };
    };
    let _ = inside;
    let grave = |info: &&codes::CodeInfo| info.severity != crate::diag::Severity::Error;
    let offer =
        |info: &codes::CodeInfo| Offer::new(info.code, Offered::Code, info.name, info.summary);
    codes::CODES.iter().filter(grave).map(offer).collect()
}

/// A colon line; `line` is what stands behind the colon.
fn colon(place: &Place<'_>, byte: usize, line: &str) -> Vec<Offer> {
    let (mut depth, mut field, mut start) = (0usize, 0, 0);
    for (at, ch) in line.char_indices() {
        match ch {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => (field, start) = (field + 1, at + 1),
            _ => {}
        }
    }
    let text = &line[start..];
    let database = place.typed();
    let map = database.map_or(AttributeMap::General, |database| database.attributes);
    if depth > 0 {
        let name = text.split('(').next().unwrap_or_default().trim();
        let takes_label =
            map.names().iter().any(|(known, kind)| *known == name && kind.takes_label());
        return if takes_label { labels(place, byte) } else { Vec::new() };
    }
    match field {
        0 => {
            let code = |s: &Symmetry| {
                Offer::new(s.code(), Offered::Constant, "symmetry", words::symmetry(*s))
            };
            Symmetry::ALL.iter().map(code).collect()
        }
        1 => {
            let known = words::stage_letters(place.project.spec(place.database).stage);
            let letters = ClassSet::LETTERS.chars().filter(|&ch| known.contains(ch));
            letters
                .filter(|&ch| !text.contains(ch))
                .map(|ch| Offer::new(ch, Offered::Constant, "class letter", words::class(ch)))
                .collect()
        }
        _ => {
            let value = |(name, kind): &(&str, mkpat_rt::colon_line::AttrKind)| {
                Offer::new(*name, Offered::Value, "value", words::value(*kind))
                    .inserting(format!("{name}(${{1}})"))
            };
            let helper = |(name, doc): &(&str, &str)| {
                Offer::new(*name, Offered::Helper, "helper of the colon line", *doc)
            };
            map.names().iter().map(value).chain(HAND_HELPERS.iter().map(helper)).collect()
        }
    }
}

/// The call around the end of a line of code: its helper, and the number of the argument.
fn call(line: &str) -> Option<(Helper, usize)> {
    let mut depth = 0usize;
    let mut commas = 0;
    for (at, ch) in line.char_indices().rev() {
        match ch {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let name = line[..at].trim_end();
                let word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
                let start = name.trim_end_matches(word).len();
                return Some((Helper::from_name(&name[start..])?, commas));
            }
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// A constraint or an action.
fn code(place: &Place<'_>, byte: usize, line: &str, action: bool) -> Vec<Offer> {
    if let Some((helper, index)) = call(line) {
        let mut out = labels(place, byte);
        out.push(Offer::new("*", Offered::Label, "the move", words::element('*').unwrap_or("")));
        if matches!(helper.info().signature, Signature::Play(_)) && index > 0 {
            out.push(Offer::new("?", Offered::Label, "that side passes", ""));
        }
        return out;
    }
    let stage = place.project.spec(place.database).stage;
    let fits = |info: &&HelperInfo| stage.allows(info.helper) && (action || !info.is_effect());
    let helper = |info: &HelperInfo| {
        let detail = format!("{}  cost {}", explain::usage(info), info.cost);
        Offer {
            obsolete: info.doc.ends_with("(obsolete)."),
            ..Offer::new(info.name, Offered::Helper, &detail, info.doc)
                .inserting(format!("{}(${{1}})", info.name))
        }
    };
    let constant = |(name, ..): &(&'static str, _, _)| {
        Offer::new(*name, Offered::Constant, "constant", words::constant(name))
    };
    VOCABULARY.iter().filter(fits).map(helper).chain(CONSTANTS.iter().map(constant)).collect()
}

/// The labels of the pattern around a byte, in order.
fn labels(place: &Place<'_>, byte: usize) -> Vec<Offer> {
    let Some(node) = place.node(byte) else { return Vec::new() };
    let mut out: Vec<Offer> = Vec::new();
    for word in of_pattern(place.sources(), place.file, node) {
        let Kind::Label(ch) = word.kind else { continue };
        // Only where it is put, not where it is used.
        let row =
            matches!(place.file.lines[place.line(word.span.start as usize)].kind, LineKind::Row(_));
        if row && !out.iter().any(|offer| offer.label == ch.to_string()) {
            let stands = place.pattern(node).and_then(|pattern| {
                let cell = *pattern.labels.get(&ch)?.cells.first()?;
                words::element(pattern.diagram.cells.get(cell)?.to_char())
            });
            out.push(Offer::new(ch, Offered::Label, "label", stands.unwrap_or("")));
        }
    }
    out.sort_by(|a, b| a.label.cmp(&b.label));
    out
}

/// A call with the argument that is being written.
pub(super) struct Called {
    /// The helper.
    pub(super) info: &'static HelperInfo,
    /// The whole call as it is shown.
    pub(super) text: String,
    /// Its parameters as ranges of bytes in `text`.
    pub(super) parameters: Vec<(usize, usize)>,
    /// The number of the argument, if there is a parameter for it.
    pub(super) active: Option<usize>,
}

/// The call around a byte of code.
pub(super) fn signature(place: &Place<'_>, byte: usize) -> Option<Called> {
    let line = before(place, byte);
    if !line.starts_with([';', '>']) {
        return None;
    }
    let (helper, index) = call(line)?;
    let info = helper.info();
    let text = explain::usage(info);
    let open = text.find('(')? + 1;
    let mut parameters = Vec::new();
    let mut at = open;
    for name in text[open..text.len() - 1].split(',') {
        parameters.push((at, at + name.len()));
        at += name.len() + 1;
    }
    let active = match info.signature {
        Signature::Fixed(all) => Some(index).filter(|&index| index < all.len()),
        // Which of them are moves is known when all are there.
        Signature::Play(_) => Some(0),
        Signature::Some => Some(index.min(parameters.len() - 1)),
    };
    Some(Called { info, text, parameters, active })
}
