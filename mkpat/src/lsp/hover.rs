//! What is said about the word under the cursor.

use mkpat_rt::colon_line::{AttributeMap, Symmetry};
use mkpat_rt::helper::HAND_HELPERS;

use super::games::Games;
use super::words::{Kind, Place, Word};
use crate::diag::codes;
use crate::language::ir::Pattern;
use crate::language::suppress::is_suppression;
use crate::source::Span;
use crate::tools::explain::{self, words};

/// The words about a place, as Markdown, and what they are about. `pictures` says whether the client shows pictures,
/// `games` are its records.
pub(super) fn hover(
    place: &Place<'_>,
    byte: usize,
    pictures: bool,
    games: Option<&Games>,
) -> Option<(Span, String)> {
    let word = place.word(byte)?;
    let text = place.sources().text(word.span);
    let pattern = || place.pattern(place.node(byte)?);
    let said = match word.kind {
        Kind::Name => {
            let pattern = pattern()?;
            let said = name(place, pattern, pictures);
            let uses = games.map(|games| format!("\n\n{}", games.uses(pattern)));
            return Some((word.span, said + &uses.unwrap_or_default()));
        }
        Kind::Label(ch) => label(pattern()?, ch)?,
        Kind::Element(ch) => format!("`{ch}` {}", words::element(ch)?),
        Kind::Move('*') => format!("`*` {}", words::element('*')?),
        Kind::Move(_) => "`?` in the place of a move: that side passes.".to_string(),
        Kind::Class(ch) => format!("**class letter {ch}** {}", words::class(ch)),
        Kind::Symmetry => {
            let symmetry = Symmetry::from_code(text.chars().next()?)?;
            format!("**symmetry {text}** {}", words::symmetry(symmetry))
        }
        Kind::Value => value(place, text)?,
        Kind::HandHelper => {
            let (_, doc) = HAND_HELPERS.iter().find(|(name, _)| *name == text)?;
            format!("**{text}** must accept the match: {doc}.")
        }
        Kind::Comment => return code(place, word, byte),
        Kind::Helper | Kind::Constant | Kind::Keyword | Kind::Argument => {
            fenced(&explain::explain(text)?)
        }
        Kind::Edge | Kind::Number => return None,
    };
    Some((word.span, said))
}

/// Text as it is.
fn fenced(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}

/// A pattern: its picture and itself in words.
fn name(place: &Place<'_>, pattern: &Pattern, pictures: bool) -> String {
    let Some(database) = place.typed() else { return String::new() };
    let file = &place.sources().file(place.file.id).name;
    let text = fenced(&explain::pattern(database, pattern, file));
    if !pictures {
        return text;
    }
    let picture = crate::tools::picture::pattern(pattern, &crate::tools::picture::Style::alone());
    format!("![{}]({})\n\n{text}", pattern.name, crate::tools::picture::data_address(&picture))
}

/// A label: what can stand there, and where that is.
fn label(pattern: &Pattern, ch: char) -> Option<String> {
    let label = pattern.labels.get(&ch)?;
    let cell = *label.cells.first()?;
    let symbol = pattern.diagram.cells.get(cell)?.to_char();
    let offset = pattern.diagram.offset(pattern.origin(), cell);
    let step = |count: i8, back: &str, on: &str| match count {
        0 => None,
        n if n < 0 => Some(format!("{} {back}", -i32::from(n))),
        n => Some(format!("{n} {on}")),
    };
    let steps = [step(offset.dr, "up", "down"), step(offset.dc, "left", "right")];
    let steps: Vec<String> = steps.into_iter().flatten().collect();
    let from = if pattern.mv.is_some() { "the move" } else { "the anchor" };
    let place = match steps.is_empty() {
        true => format!("the vertex of {from}"),
        false => format!("{} of {from}", steps.join(", ")),
    };
    Some(format!("**label {ch}** at `{symbol}`: {}\n\n{place}", words::element(symbol)?))
}

/// A value under the map in force, or else under each map that has it.
fn value(place: &Place<'_>, name: &str) -> Option<String> {
    let in_force = place.typed().map(|database| database.attributes);
    let maps = in_force.into_iter().chain(AttributeMap::ALL);
    let kind = maps.flat_map(|map| map.names()).find(|(known, _)| *known == name)?.1;
    let takes = if kind.takes_label() { "label" } else { "number" };
    Some(format!("**{name}**({takes}) {}", words::value(kind)))
}

/// A code in a comment that suppresses findings.
fn code(place: &Place<'_>, word: Word, byte: usize) -> Option<(Span, String)> {
    let text = place.sources().text(word.span);
    if !is_suppression(text) {
        return None;
    }
    let at = byte.checked_sub(word.span.start as usize)?;
    let inside = |ch: char| ch == '-' || ch.is_ascii_alphanumeric();
    let start = text.get(..at)?.rfind(|ch| !inside(ch)).map_or(0, |at| at + 1);
    let len = text[start..].find(|ch| !inside(ch)).unwrap_or(text.len() - start);
    let info = codes::find(&text[start..start + len])?;
    Some((word.span.sub(start, len), fenced(&explain::explain(info.code)?)))
}
