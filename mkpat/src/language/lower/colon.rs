//! The colon line: symmetry, class, values, helper (docs/pattern-language.md, "Colon line").

use std::collections::BTreeMap;

use mkpat_rt::colon_line::{AttrKind, AttributeMap, ClassSet, Symmetry};
use mkpat_rt::helper::HAND_HELPERS;

use super::Context;
use crate::diag::{Diagnostic, Fix, codes, did_you_mean};
use crate::language::ir::Label;
use crate::language::ir::pattern::{Attribute, AttributeValue};
use crate::language::syntax::ast::{Colon, ValueField};
use crate::source::Span;

/// What the colon line says. Errors have been reported; the fields then hold
/// defaults.
pub(super) struct ColonLine {
    pub(super) symmetry: Symmetry,
    pub(super) symmetry_span: Span,
    pub(super) class: ClassSet,
    pub(super) class_span: Span,
    pub(super) attrs: Vec<Attribute>,
    pub(super) helper: Option<(String, Span)>,
}

pub(super) fn lower(
    cx: &mut Context<'_>,
    line: Span,
    colon: &Colon,
    labels: &BTreeMap<char, Label>,
) -> ColonLine {
    let mut out = ColonLine {
        symmetry: Symmetry::None,
        symmetry_span: colon.symmetry.unwrap_or(line.sub(0, 1)),
        class: ClassSet::default(),
        class_span: colon.class.unwrap_or(line.sub(0, 1)),
        attrs: Vec::new(),
        helper: None,
    };
    let Some((symmetry, class)) = colon.symmetry.zip(colon.class) else {
        cx.diags.push(
            Diagnostic::error(
                codes::BAD_COLON_LINE,
                line.sub(0, 1),
                "the colon line lacks its symmetry or its class",
            )
            .note("write `:8,-` for a pattern without symmetry and without class letters"),
        );
        return out;
    };
    let code = cx.text(symmetry).to_string();
    match code.parse().ok().and_then(Symmetry::from_code) {
        Some(s) => out.symmetry = s,
        None => cx.diags.push(unknown_symmetry(&code, symmetry)),
    }
    let letters = cx.text(class).to_string();
    unknown_class(cx, &letters, class);
    let known: String = letters.chars().filter(|ch| ClassSet::LETTERS.contains(*ch)).collect();
    out.class = ClassSet::parse(&known).unwrap_or_default();
    for field in &colon.values {
        out.attrs.extend(value(cx, field, labels));
    }
    if let Some(span) = colon.helper {
        let name = cx.text(span).trim().to_string();
        if name != "NULL" {
            if HAND_HELPERS.iter().any(|(known, _)| *known == name) {
                out.helper = Some((name, span));
            } else if is_name(&name) && !is_value(cx.attributes, &name) {
                cx.lack(&name, span);
            } else {
                cx.diags.push(no_field(cx.attributes, &name, span));
            }
        }
    }
    if let Some(rest) = colon.rest {
        cx.diags.push(
            Diagnostic::warning(
                codes::TEXT_AFTER_HELPER,
                rest,
                "text after the helper field is ignored",
            )
            .note("the first field without parentheses is the helper and ends the line"),
        );
    }
    out
}

fn unknown_symmetry(code: &str, span: Span) -> Diagnostic {
    let message = format!("unknown symmetry code `{}`, taken for `8`", code.escape_debug());
    let found = Diagnostic::warning(codes::UNKNOWN_SYMMETRY, span, message);
    let plain = code.trim();
    let meant = match plain {
        "l" | "I" | "1" => "|",
        "x" | "o" => &plain.to_ascii_uppercase(),
        _ => plain,
    };
    if meant != code && meant.parse().ok().and_then(Symmetry::from_code).is_some() {
        return found.label(format!("did you mean `{meant}`?")).fix(Fix::rename(span, meant));
    }
    found.note(
        "codes: `8` none, `|` `-` mirrors, `\\` `/` diagonals, `+` both mirrors, `X` both diagonals, `O` half turn",
    )
}

/// Words for what a class letter says, with the letter.
const WORDS: [(&str, &str); 18] = [
    ("connect", "C"),
    ("connection", "C"),
    ("join", "C"),
    ("cut", "B"),
    ("break", "B"),
    ("block", "b"),
    ("attack", "a"),
    ("defend", "d"),
    ("defense", "d"),
    ("territory", "e"),
    ("expand", "E"),
    ("extend", "E"),
    ("invade", "I"),
    ("joseki", "J"),
    ("sacrifice", "s"),
    ("threat", "W"),
    ("antisuji", "N"),
    ("fuseki", "F"),
];

/// The word that was written for class letters, if that is what it is.
pub(crate) fn word_as_class(letters: &str) -> Option<(&'static str, &'static str)> {
    let word = letters.trim().to_ascii_lowercase();
    WORDS.into_iter().find(|(known, _)| *known == word)
}

/// One finding for all letters of a class that are none.
fn unknown_class(cx: &mut Context<'_>, letters: &str, class: Span) {
    let known = |ch: char| ch.is_whitespace() || ch == '-' || ClassSet::LETTERS.contains(ch);
    if let Some((_, letter)) = word_as_class(letters).filter(|_| !letters.chars().all(known)) {
        cx.diags.push(
            Diagnostic::error(
                codes::UNKNOWN_CLASS,
                class,
                format!("`{letters}` is a word, and a class is letters"),
            )
            .label(format!("did you mean `{letter}`?"))
            .fix(Fix::rename(class, letter)),
        );
        return;
    }
    let unknown: Vec<(usize, char)> =
        letters.char_indices().filter(|&(_, ch)| !known(ch)).collect();
    let Some(&(at, first)) = unknown.first() else { return };
    let span = class.sub(at, first.len_utf8());
    let mut found = match &unknown[..] {
        [_] => Diagnostic::error(
            codes::UNKNOWN_CLASS,
            span,
            format!("unknown class letter `{}`", first.escape_debug()),
        ),
        all => {
            let all: Vec<_> =
                all.iter().map(|(_, ch)| format!("`{}`", ch.escape_debug())).collect();
            let message = format!("unknown class letters {}", all.join(", "));
            Diagnostic::error(codes::UNKNOWN_CLASS, span, message)
        }
    };
    let swapped = if first.is_ascii_lowercase() {
        first.to_ascii_uppercase()
    } else {
        first.to_ascii_lowercase()
    };
    if unknown.len() == 1 && swapped != first && ClassSet::LETTERS.contains(swapped) {
        found = found
            .label(format!("did you mean `{swapped}`?"))
            .fix(Fix::rename(span, &swapped.to_string()));
    }
    cx.diags.push(found.note(format!("letters: {}; `-` for none", ClassSet::LETTERS)));
}

fn is_name(text: &str) -> bool {
    text.starts_with(|ch: char| ch.is_ascii_alphabetic() || ch == '_')
        && text.chars().all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
}

fn is_value(map: AttributeMap, name: &str) -> bool {
    map.names().iter().any(|(known, _)| *known == name)
}

/// A field that is neither a value nor the name of a helper.
fn no_field(map: AttributeMap, text: &str, span: Span) -> Diagnostic {
    if is_value(map, text) {
        let message = format!("the value `{text}` lacks its argument");
        return Diagnostic::error(codes::UNCLOSED_VALUE, span, message)
            .label(format!("write `{text}(…)`"));
    }
    Diagnostic::error(codes::BAD_COLON_LINE, span, format!("`{}` is no field", text.escape_debug()))
        .note("after the class come values, like `shape(3)`, and the name of a helper")
}

fn value(
    cx: &mut Context<'_>,
    field: &ValueField,
    labels: &BTreeMap<char, Label>,
) -> Option<Attribute> {
    let name = cx.text(field.name).to_string();
    let known = cx.attributes.names();
    let exact = known.iter().find(|(k, _)| *k == name);
    // GNU Go takes the beginning of a name for the first name that begins so.
    let longer = known.iter().find(|(k, _)| !name.is_empty() && k.starts_with(name.as_str()));
    let Some(&(full, kind)) = exact.or(longer) else {
        let mut d =
            Diagnostic::error(codes::UNKNOWN_VALUE, field.name, format!("unknown value `{name}`"));
        if let Some(near) = did_you_mean(&name, known.iter().map(|(k, _)| *k)) {
            d = d.label(format!("did you mean `{near}`?")).fix(Fix::rename(field.name, near));
        } else if known.is_empty() {
            d = d.note("this database has `attribute_map none`: no values at all");
        }
        if !known.is_empty() {
            let names: Vec<_> = known.iter().map(|(k, _)| *k).collect();
            d = d.note(format!(
                "`attribute_map {}` knows: {}",
                cx.attributes.name(),
                names.join(", ")
            ));
        }
        cx.diags.push(d);
        return None;
    };
    if exact.is_none() {
        cx.diags.push(
            Diagnostic::warning(
                codes::SHORTENED_VALUE,
                field.name,
                format!("`{name}` is taken for `{full}`, the first value whose name begins so"),
            )
            .note("write names out")
            .fix(Fix::safe(format!("write `{full}`")).replace(field.name, full)),
        );
    }
    let name = full.to_string();
    let Some(argument) = field.argument else {
        cx.diags.push(
            Diagnostic::error(codes::UNCLOSED_VALUE, field.span, "`)` missing after the value")
                .note(format!("write `{name}(…)` without blanks inside"))
                .fix(Fix::risky("add `)`").insert(field.span, field.span.end, ")")),
        );
        return None;
    };
    let text = cx.text(argument).to_string();
    let value = if kind.takes_label() {
        label_value(cx, argument, &text, labels)?
    } else {
        number_value(cx, argument, &text, kind)?
    };
    Some(Attribute { span: field.span, name, kind, value })
}

fn number_value(
    cx: &mut Context<'_>,
    span: Span,
    text: &str,
    kind: AttrKind,
) -> Option<AttributeValue> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.bytes().filter(|&b| b == b'.').count() <= 1
        && digits.bytes().any(|b| b.is_ascii_digit());
    match text.parse::<f32>() {
        Ok(x) if plain && x.is_finite() => Some(AttributeValue::Number(x)),
        _ => {
            let message = match text.trim() {
                "" => format!("`{}` takes a number, and has none", kind.name()),
                _ => format!("`{}` takes a number, not `{text}`", kind.name()),
            };
            let mut found = Diagnostic::error(codes::BAD_VALUE_ARGUMENT, span, message)
                .note("a decimal number, as in `shape(3)` or `value(-0.5)`");
            if let Some((letter, digits)) = with_digits(text) {
                if let Some((letter, digit)) = letter {
                    found = found.label(format!("`{letter}` is a letter, `{digit}` the digit"));
                }
                found = found.fix(Fix::rename(span, &digits));
            }
            cx.diags.push(found);
            None
        }
    }
}

/// A number with digits in the place of letters that look like them, and without blanks: the
/// first such letter with its digit, and the number.
#[allow(clippy::type_complexity)]
fn with_digits(text: &str) -> Option<(Option<(char, char)>, String)> {
    let digit = |ch: char| match ch {
        'O' | 'o' => '0',
        'l' | 'I' => '1',
        _ => ch,
    };
    // `- 20`, `20%`
    let trimmed = text.trim().trim_end_matches('%');
    let digits: String = trimmed.chars().filter(|ch| *ch != ' ').map(digit).collect();
    let letter = text.chars().find(|&ch| digit(ch) != ch);
    let good = digits.parse::<f32>().is_ok_and(f32::is_finite)
        && digits.bytes().all(|b| b.is_ascii_digit() || b".+-".contains(&b))
        && digits.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().any(|b| b.is_ascii_digit());
    (good && digits != text).then(|| (letter.map(|ch| (ch, digit(ch))), digits))
}

fn label_value(
    cx: &mut Context<'_>,
    span: Span,
    text: &str,
    labels: &BTreeMap<char, Label>,
) -> Option<AttributeValue> {
    let mut chars = text.chars();
    let (first, rest) = (chars.next(), chars.next());
    match (first, rest) {
        (Some(ch), None) if super::labels::is_label(ch) => match labels.get(&ch) {
            Some(label) => Some(AttributeValue::Label(ch, label.cells[0])),
            None => {
                cx.diags.push(
                    Diagnostic::error(
                        codes::UNDEFINED_LABEL,
                        span,
                        format!("label `{ch}` is not in the constraint diagram"),
                    )
                    .note("draw the diagram again below the colon line, with the letter on its vertex"),
                );
                None
            }
        },
        _ => {
            cx.diags.push(
                Diagnostic::error(
                    codes::BAD_VALUE_ARGUMENT,
                    span,
                    format!("this value takes a label, not `{text}`"),
                )
                .note("one letter of the constraint diagram"),
            );
            None
        }
    }
}
