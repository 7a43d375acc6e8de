//! Parts of pages: the frame, the overview, the codes, and what stands beside the picture of a pattern.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mkpat_rt::geom::Transform;

use super::{Input, Shown, code_row};
use crate::diag::Severity;
use crate::language::ir::Pattern;
use crate::language::ir::pattern::AttributeValue;
use crate::tools::explain::{self, words};
use crate::tools::picture::{self, SYMBOLS, Style, escaped};

/// A page with its head and its shapes.
pub(super) fn frame(title: &str, body: &str, scripts: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport \
         content=\"width=device-width\"><title>{}</title><link rel=stylesheet href=style.css></head>\n\
         <body><nav><a href=index.html>all databases</a></nav><svg width=0 height=0 aria-hidden=true \
         style=\"position:absolute\">{SYMBOLS}</svg>\n<main>{body}</main>{scripts}</body></html>\n",
        escaped(title)
    )
}

/// The overview, with the search.
pub(super) fn index(input: &Input<'_>, shown: &[Shown<'_>]) -> String {
    let mut body = String::from("<h1>Patterns</h1>");
    body.push_str(
        "<div class=find><div><label for=words>Search</label><br>\
         <input type=search id=words autocomplete=off placeholder=\"Hane, helper:attack, class:E\">\
         <p class=soft>Words of names and ideas; <code>helper:</code>, <code>class:</code>, \
         <code>name:</code>, <code>database:</code>.<br>Or draw: a click, or the keys O, X and dot, on \
         the board beside.</p><button type=button id=clear>empty the board</button></div>\
         <table id=shape aria-label=\"a shape to look for\"></table></div>\
         <noscript><p>The search needs a script; everything else does not.</p></noscript>\
         <p id=count role=status></p><ul id=hits></ul><h2>Databases</h2><table>\
         <tr><th>name<th>kind<th>stage<th>patterns<th>findings</tr>",
    );
    for database in shown {
        let spec = database.unit.database.spec();
        let files: Vec<_> = input
            .run
            .databases
            .iter()
            .filter(|(other, _)| other == spec)
            .flat_map(|(_, files)| files)
            .collect();
        let own = input.linted.findings.iter().filter(|f| files.contains(&&f.primary.span.file));
        let grave = own.filter(|finding| finding.severity != Severity::Hint).count();
        let stage = if spec.kind.has_patterns() { spec.stage.name() } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            "<tr><td><a href=\"{}.html\">{}</a><td>{}<td>{stage}<td>{}<td>{grave}</tr>",
            database.page,
            escaped(&spec.name),
            database.kind().name(),
            database.count(),
        );
    }
    body.push_str("</table>");
    body.push_str(&key());
    frame("Patterns", &body, "<script src=data.js></script><script src=search.js></script>")
}

/// What the signs of the pictures mean.
fn key() -> String {
    let mut out = String::from("<h2>Signs</h2><table>");
    for sign in words::ELEMENTS.chars() {
        let id = match sign {
            'O' => "kO",
            'X' => "kX",
            'o' => "ko",
            'x' => "kx",
            '?' => "kq",
            '*' => "km",
            _ => "",
        };
        let drawn = match id {
            "" => String::new(),
            id => format!(
                "<svg width=22 height=22 viewBox=\"-11 -11 22 22\" aria-hidden=true><use href=\"#{id}\"/></svg>"
            ),
        };
        let meaning = words::element(sign).unwrap_or_default();
        let _ = write!(out, "<tr><td><code>{sign}</code><td>{drawn}<td>{}</tr>", escaped(meaning));
    }
    out + "</table>"
}

/// The codes that occur, each at length.
pub(super) fn codes(occurring: &BTreeSet<&'static str>) -> String {
    let mut body = String::from("<h1>Findings</h1>");
    for info in occurring.iter().filter_map(|code| code_row(code)) {
        let text = explain::code_text(info.code).unwrap_or_default();
        let _ = write!(
            body,
            "<h2 id={0}>{0} {1}</h2><p>{2}: {3}.</p><pre>{4}</pre>",
            info.code,
            info.name,
            info.severity.name(),
            escaped(info.summary),
            escaped(text)
        );
    }
    frame("Findings", &body, "")
}

/// The picture of a pattern, and the one with its labels if it has some.
pub(super) fn pictures(p: &Pattern) -> String {
    let mut out = picture::pattern(p, &Style::on_page(false));
    if !p.labels.is_empty() {
        out.push_str(&picture::pattern(p, &Style::on_page(true)));
    }
    out
}

/// Class and values in words.
pub(super) fn facts(p: &Pattern) -> String {
    let mut rows = String::new();
    if p.class.bits() != 0 {
        for letter in p.class.to_string().chars() {
            let _ = write!(
                rows,
                "<tr><td><code>{letter}</code><td>{}</tr>",
                escaped(words::class(letter))
            );
        }
    }
    for attr in &p.attrs {
        let value = match attr.value {
            AttributeValue::Number(x) => x.to_string(),
            AttributeValue::Label(ch, _) => ch.to_string(),
        };
        let _ = write!(
            rows,
            "<tr><td><code>{}({value})</code><td>{}</tr>",
            escaped(&attr.name),
            escaped(words::value(attr.kind))
        );
    }
    if rows.is_empty() { rows } else { format!("<table>{rows}</table>") }
}

/// The orientations in which a pattern is tried.
pub(super) fn orientations(p: &Pattern) -> String {
    let own = p.symmetry.transforms();
    let mut out =
        format!("<details open><summary>{} orientations</summary><div class=turned>", own.len());
    for &t in own.iter().filter(|t| **t != Transform::ALL[0]) {
        out.push_str(&picture::again(p, t, false));
    }
    out + "</div></details>"
}
