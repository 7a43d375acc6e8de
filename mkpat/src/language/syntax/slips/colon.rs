//! Colon lines whose fields are not those of a colon line: a class or a symmetry is missing, a comma, a sign.
//!
//! Works on the text of one line and knows nothing of the pattern around it. At most one slip of a line is named:
//! what stands behind it would be read in the wrong place.

use std::ops::Range;

use mkpat_rt::colon_line::{AttributeMap, ClassSet, Symmetry};

use super::characters;
use crate::diag::{Diagnostic, Fix, codes};
use crate::language::text_limits::is_space;
use crate::source::Span;

/// A field: its bytes without white space at both ends.
type Field = Range<usize>;

/// Whether `name` is a value under some attribute map.
fn is_value(name: &str) -> bool {
    AttributeMap::ALL.iter().any(|map| map.names().iter().any(|(known, _)| *known == name))
}

fn is_symmetry(ch: char) -> bool {
    Symmetry::from_code(ch).is_some()
}

/// Whether a field has class letters and nothing else.
fn is_class(field: &str) -> bool {
    let letters = |ch| ClassSet::LETTERS.contains(ch) || ch == '-' || is_space(ch);
    !field.trim_matches(is_space).is_empty() && field.chars().all(letters)
}

/// The fields of `text`, cut at the commas that are not in parentheses.
fn fields(text: &str) -> Vec<Field> {
    let mut out = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut push = |from: usize, to: usize| {
        let field = &text[from..to];
        let lead = field.len() - field.trim_start_matches(is_space).len();
        let len = field.trim_matches(is_space).len();
        out.push(from + lead..from + lead + len);
    };
    for (at, ch) in text.char_indices() {
        match ch {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len());
    out
}

/// The length of the name at the start of `text`.
fn name_len(text: &str) -> usize {
    text.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').unwrap_or(text.len())
}

/// Whether `field` begins with the name of a value and a parenthesis, or looks as if it did.
fn is_call(field: &str) -> bool {
    let name = name_len(field);
    name > 0 && field[name..].starts_with('(')
}

/// The slip of a colon line; `line` is what follows the colon, `at` where it stands.
pub(crate) fn slip(line: &str, at: Span) -> Option<Diagnostic> {
    let odd = characters::foreign(line);
    if let Some(first) = odd.first() {
        let found = Diagnostic::error(
            codes::BAD_COLON_LINE,
            at.sub(first.at.start, first.at.len()),
            first.message(),
        );
        return Some(super::with_replacements(found, at, &odd));
    }
    let text = line.trim_end_matches(is_space);
    let fields = fields(text);
    let field = |i: usize| fields.get(i).map(|range| &text[range.clone()]);
    separator(text, at).or_else(|| first_two(text, &fields, at)).or_else(|| {
        (2..fields.len()).find_map(|i| value(field(i)?, at.sub(fields[i].start, fields[i].len())))
    })
}

/// `;` between the fields, or at the end.
fn separator(text: &str, at: Span) -> Option<Diagnostic> {
    let place = text.find(';')?;
    let span = at.sub(place, 1);
    let found = Diagnostic::error(codes::BAD_COLON_LINE, span, "`;` on a colon line");
    Some(if place + 1 == text.len() {
        found.note("nothing ends a colon line").fix(Fix::risky("remove the `;`").remove(span))
    } else {
        let fix = text
            .match_indices(';')
            .fold(Fix::risky("write `,`"), |fix, (place, _)| fix.replace(at.sub(place, 1), ","));
        found.note("the fields of a colon line are separated by commas: write `,`").fix(fix)
    })
}

/// The symmetry and the class.
fn first_two(text: &str, fields: &[Field], at: Span) -> Option<Diagnostic> {
    let (symmetry, class) = (&fields[0], fields.get(1));
    let span = |range: &Field| at.sub(range.start, range.len());
    let error = |range: &Field, message: &str| {
        Diagnostic::error(codes::BAD_COLON_LINE, span(range), message)
    };
    let insert = |what: &str, place: usize, text: &str| {
        Fix::risky(what).insert(at, at.start + place as u32, text)
    };
    let first = &text[symmetry.clone()];
    let second = class.map(|range| &text[range.clone()]);
    let no_symmetry = "write `8` if the pattern has no symmetry: `:8,…`";
    let mut chars = first.chars();
    match (chars.next(), chars.as_str()) {
        (Some(code), "") if is_symmetry(code) => {}
        (None, _) if second.is_some_and(|second| !second.is_empty()) => {
            return Some(
                error(&(0..0), "the symmetry is missing on the colon line")
                    .note(no_symmetry)
                    .fix(insert("add the symmetry `8`", symmetry.start, "8")),
            );
        }
        // An empty line.
        (None, _) => return None,
        _ if is_call(first) => {
            return Some(
                error(symmetry, "the symmetry and the class are missing on the colon line")
                    .note("write `:8,-` before the values for a pattern without symmetry and without class letters")
                    .fix(insert("add `8,-,`", symmetry.start, "8,-,")),
            );
        }
        (Some(code), rest)
            if is_symmetry(code) && is_class(rest.trim_start_matches(['.', ':', '/'])) =>
        {
            let gap = rest.len()
                - rest.trim_start_matches(['.', ':', '/']).trim_start_matches(is_space).len();
            let place = symmetry.start + code.len_utf8();
            return Some(
                Diagnostic::error(
                    codes::BAD_COLON_LINE,
                    at.sub(place, rest.len()),
                    "`,` is missing between the symmetry and the class letters",
                )
                .fix(Fix::risky("write `,`").replace(at.sub(place, gap), ",")),
            );
        }
        _ if is_class(first)
            && second.is_some_and(|second| {
                let mut chars = second.chars();
                chars.next().is_some_and(is_symmetry) && chars.next().is_none()
            }) =>
        {
            let (class, second) = (class?, second?);
            return Some(
                error(symmetry, "the class letters stand before the symmetry")
                    .note(format!("write `:{second},{first}`"))
                    .fix(
                        Fix::risky("exchange the fields")
                            .replace(span(symmetry), second)
                            .replace(span(class), first),
                    ),
            );
        }
        _ if is_class(first) => {
            return Some(
                error(symmetry, "class letters where the symmetry is meant")
                    .label("the symmetry is missing before this")
                    .note(no_symmetry)
                    .fix(insert("add the symmetry `8`", symmetry.start, "8,")),
            );
        }
        _ => return None,
    }
    let Some((class, letters)) = class.zip(second) else {
        return Some(
            error(symmetry, "the class is missing on the colon line")
                .note("write `-` if the pattern has no class letters")
                .fix(insert("add `,-`", symmetry.end, ",-")),
        );
    };
    if letters.is_empty() {
        return Some(
            error(symmetry, "the class is missing on the colon line")
                .note("write `-` if the pattern has no class letters")
                .fix(insert("add `-`", class.start, "-")),
        );
    }
    // `C minvalue(20)`, `Cminvalue(20)`
    let glued = (1..letters.len()).filter(|&n| letters.is_char_boundary(n)).find(|&n| {
        let rest = letters[n..].trim_start_matches(|ch| is_space(ch) || ".:/".contains(ch));
        is_class(&letters[..n]) && is_call(rest) && is_value(&rest[..name_len(rest)])
    });
    if let Some(n) = glued {
        let gap = letters.len()
            - n
            - letters[n..].trim_start_matches(|ch| is_space(ch) || ".:/".contains(ch)).len();
        let place = class.start + n;
        return Some(
            Diagnostic::error(
                codes::BAD_COLON_LINE,
                at.sub(place, gap),
                "`,` is missing between the class letters and the value",
            )
            .note("the fields of a colon line are separated by commas")
            .fix(Fix::risky("write `,`").replace(at.sub(place, gap), ",")),
        );
    }
    let looks_like_value = is_call(letters) || is_value(&letters[..name_len(letters)]);
    if !looks_like_value {
        return None;
    }
    let found = error(class, "a value where the class letters are meant");
    let behind = fields[2..].iter().find(|range| is_class(&text[(*range).clone()]));
    Some(match behind {
        Some(behind) => found.note("the class letters stand before the values").fix(
            Fix::risky("exchange the fields")
                .replace(span(class), &text[behind.clone()])
                .replace(span(behind), letters),
        ),
        None => found
            .label("the class is missing before this")
            .note("write `-` if the pattern has no class letters")
            .fix(insert("add the class `-`", class.start, "-,")),
    })
}

/// A field after the class.
fn value(field: &str, at: Span) -> Option<Diagnostic> {
    let name = name_len(field);
    let rest = &field[name..];
    let number =
        |text: &str| text.parse::<f32>().is_ok() && text.bytes().any(|b| b.is_ascii_digit());
    if let Some(argument) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let place = at.sub(name + 1, argument.len());
        let signs = |ch: char| ch.is_ascii_digit() || ".-+".contains(ch);
        let behind = argument.trim_start_matches(signs);
        let first = argument[..argument.len() - behind.len()].trim_matches(is_space);
        let word = behind.trim_matches(is_space);
        // `2O` is a digit that is none.
        let is_word = word.len() > 1 && word.chars().all(char::is_alphabetic);
        if number(first) && is_word && !word.chars().all(|ch| "oOlI".contains(ch)) {
            return Some(
                Diagnostic::error(
                    codes::BAD_VALUE_ARGUMENT,
                    at.sub(name + 1 + argument.len() - behind.len(), behind.len()),
                    format!("`{word}` behind the number of `{}`", &field[..name]),
                )
                .note("a value is a number alone, in points")
                .fix(Fix::risky(format!("write `{first}`")).replace(place, first)),
            );
        }
        let (whole, part) = argument.split_once(',')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let point = Diagnostic::error(
            codes::BAD_VALUE_ARGUMENT,
            place,
            format!("`{argument}` is no number"),
        );
        return (number(whole) && digits(part)).then(|| {
            point
                .label("the decimal sign is `.`")
                .note(format!("write `{whole}.{part}`"))
                .fix(Fix::risky("write `.`").replace(at.sub(name + 1 + whole.len(), 1), "."))
        });
    }
    // `minvalue 20`, `minvalue=20`, `minvalue[20]`, `minvalue20`
    let letters = field[..name].trim_end_matches(|ch: char| ch.is_ascii_digit());
    if !is_value(letters) || rest.starts_with('(') || field.contains(')') {
        return None;
    }
    let argument =
        field[letters.len()..].trim_matches(|ch| is_space(ch) || "=:[]{}<>".contains(ch));
    number(argument).then(|| {
        let meant = format!("{letters}({argument})");
        Diagnostic::error(
            codes::UNCLOSED_VALUE,
            at,
            format!("the argument of `{letters}` is not in parentheses"),
        )
        .note(format!("write `{meant}`"))
        .fix(Fix::rename(at, &meant))
    })
}

/// Whether `text` is a colon line that lacks its `:`, or has another sign there.
pub(crate) fn is_colon_line(text: &str, expected: bool) -> bool {
    let text = text.trim_end_matches(is_space);
    let fields = fields(text);
    let field = |i: usize| fields.get(i).map_or("", |range| &text[range.clone()]);
    let mut first = field(0).chars();
    let values = fields[1..].iter().any(|range| {
        let field = &text[range.clone()];
        is_call(field) && is_value(&field[..name_len(field)])
    });
    match (first.next(), first.as_str()) {
        (Some(code), "") if is_symmetry(code) => {
            fields.len() > 1
                && is_class(field(1))
                && (values || expected || !"OX|-+".contains(code))
                || fields.len() > 1 && values
        }
        (Some(_), _) => fields.len() > 1 && is_class(field(0)) && values,
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn mended(line: &str) -> Option<String> {
        let found = slip(line, Span::new(FileId(0), 0, line.len()))?;
        let mut edits = found.fix?.edits;
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        let mut out = line.to_string();
        for edit in edits {
            out.replace_range(edit.span.range(), &edit.text);
        }
        Some(out)
    }

    #[test]
    fn every_slip_has_its_mend() {
        for (line, wanted) in [
            ("C,minvalue(20)", "8,C,minvalue(20)"),
            (",C,minvalue(20)", "8,C,minvalue(20)"),
            ("+C,minvalue(20)", "+,C,minvalue(20)"),
            ("+ C,minvalue(20)", "+,C,minvalue(20)"),
            ("8;C;minvalue(20)", "8,C,minvalue(20)"),
            ("8,C;", "8,C"),
            ("8,C minvalue(20)", "8,C,minvalue(20)"),
            ("8,Cminvalue(20)", "8,C,minvalue(20)"),
            ("8,minvalue(20)", "8,-,minvalue(20)"),
            ("8,,minvalue(20)", "8,-,minvalue(20)"),
            ("8", "8,-"),
            ("8,minvalue(20),C", "8,C,minvalue(20)"),
            ("8,C,minvalue(20,5)", "8,C,minvalue(20.5)"),
            ("8,C,minvalue 20", "8,C,minvalue(20)"),
            ("8,C,minvalue=20,shape(1)", "8,C,minvalue(20),shape(1)"),
            ("minvalue(20)", "8,-,minvalue(20)"),
            ("8，C", "8,C"),
            ("C,+,minvalue(20)", "+,C,minvalue(20)"),
            ("8,C,minvalue(20 points)", "8,C,minvalue(20)"),
            ("8,C,minvalue(-2.5pts)", "8,C,minvalue(-2.5)"),
        ] {
            assert_eq!(mended(line).as_deref(), Some(wanted), "{line}");
        }
    }

    #[test]
    fn good_lines_have_none() {
        for line in [
            "8,-",
            "+,C,minvalue(20.5)",
            "|,sOXe,terri(3), value(2) ,NULL",
            " 8,-",
            "8,C,value(a)",
            "q,z",
            "",
        ] {
            assert_eq!(slip(line, Span::new(FileId(0), 0, line.len())), None, "{line}");
        }
        assert!(is_colon_line("8,C", false) && is_colon_line("+,C,minvalue(20)", false));
        assert!(is_colon_line("C,minvalue(20)", false));
        assert!(
            !is_colon_line("X,O", false)
                && !is_colon_line("O,.", true)
                && !is_colon_line("O.O", true)
        );
    }
}
