//! Code lines: lines that lack their sign, and words and operators of other languages.

use std::ops::Range;

use mkpat_rt::helper::{Helper, VOCABULARY};

use super::characters;
use crate::diag::did_you_mean;
use crate::language::text_limits::is_space;

/// Something in an expression that another language has.
pub(crate) struct Foreign {
    /// Its bytes in the text.
    pub(crate) at: Range<usize>,
    /// The message of a finding.
    pub(crate) message: String,
    /// What this language has for it, if anything.
    pub(crate) meant: Option<String>,
}

/// The named constants, as the typed form knows them.
const CONSTANTS: [&str; 7] = ["WIN", "KO_A", "KO_B", "ALIVE", "DEAD", "CRITICAL", "UNKNOWN"];

/// Words and operators that are not of the language; `text` is a whole constraint or action.
pub(crate) fn foreign(text: &str) -> Vec<Foreign> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut depth = 0usize;
    while at < text.len() {
        let rest = &text[at..];
        let word =
            rest.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').unwrap_or(rest.len());
        let (len, found) = if let Some((written, name)) = divided(text, at, word) {
            let meant = Some(name.to_string());
            (written, Some((format!("`{}` is written `{name}`", &rest[..written]), meant)))
        } else if word > 0 {
            // What is inside of parentheses and has one letter is a label.
            let label = depth > 0 && word == 1;
            let found = if label { None } else { word_meant(&rest[..word]) };
            let (left, right) =
                (text[..at].trim_end_matches(is_space), rest[word..].trim_start_matches(is_space));
            (word, found.filter(|(_, meant)| stands_between(meant.as_deref(), left, right)))
        } else {
            let first = rest.chars().next().unwrap_or(' ');
            match first {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let run = rest.bytes().take_while(|b| b"&|=<>!~".contains(b)).count();
            match run {
                0 => (first.len_utf8(), sign_meant(first, text, at)),
                // `a=!b(c)` compares with a negation, `a=! b(c)` is no such thing.
                2 if rest.starts_with("=!") && !rest[2..].starts_with(is_space) => operators("="),
                run => operators(&rest[..run]),
            }
        };
        if let Some((message, meant)) = found {
            // `not a` is `!a`.
            let tail = &rest[len..];
            let negation = meant.as_deref() == Some("!") && word > 0;
            let blank =
                if negation { tail.len() - tail.trim_start_matches(is_space).len() } else { 0 };
            out.push(Foreign { at: at..at + len + blank, message, meant });
        }
        at += len;
    }
    out
}

/// A name of the vocabulary that a hyphen or a blank divides, such as `xplay-connect`, from the word of `first` bytes at
/// `at` on: how long it is in the text, and the name.
fn divided(text: &str, at: usize, first: usize) -> Option<(usize, &'static str)> {
    let rest = &text[at..];
    let begins = !text[..at].ends_with(|ch: char| ch.is_ascii_alphanumeric() || ch == '_');
    if first < 2 || !begins || Helper::from_name(&rest[..first]).is_some() {
        return None;
    }
    // Only a call is looked at: `a - b` is a difference.
    let call = rest.find('(')?;
    let written = rest[..call].trim_end_matches(is_space);
    let plain = written.replace(['-', ' '], "_").to_ascii_lowercase();
    let known = Helper::from_name(&plain)?;
    written.contains(['-', ' ']).then(|| (written.len(), known.info().name))
}

/// Whether what is meant by a word fits between what stands at its left and right: an operator between operands, a
/// negation before one.
fn stands_between(meant: Option<&str>, left: &str, right: &str) -> bool {
    let after_operand =
        left.ends_with(|ch: char| ch == ')' || ch == '_' || ch.is_ascii_alphanumeric());
    let operand = right.starts_with(|ch: char| "!(-_".contains(ch) || ch.is_ascii_alphanumeric());
    match meant {
        Some("&&" | "||") => after_operand && operand,
        Some("!") => operand && (!after_operand || left.ends_with("and") || left.ends_with("or")),
        _ => true,
    }
}

/// The message about a word and what is meant by it.
fn word_meant(word: &str) -> Option<(String, Option<String>)> {
    let meant = match word.to_ascii_lowercase().as_str() {
        "and" => "&&",
        "or" => "||",
        "not" => "!",
        truth @ ("true" | "false") => {
            let number = if truth == "true" { "1" } else { "0" };
            let message = format!("`{word}` is no word of the language: write `{number}`");
            return Some((message, Some(number.to_string())));
        }
        lower => {
            if CONSTANTS.contains(&word) || Helper::from_name(word).is_some() {
                return None;
            }
            let helper = VOCABULARY.iter().map(|info| info.name);
            let same = CONSTANTS
                .into_iter()
                .chain(helper)
                .find(|name| name.eq_ignore_ascii_case(lower))?;
            return Some((format!("`{word}` is written `{same}`"), Some(same.to_string())));
        }
    };
    Some((format!("`{word}` is not an operator: write `{meant}`"), Some(meant.to_string())))
}

/// The length of the operator at the start of a run of operator signs, and what is wrong with it.
fn operators(run: &str) -> (usize, Option<(String, Option<String>)>) {
    const KNOWN: [&str; 8] = ["&&", "||", "==", "!=", "<=", ">=", "<", ">"];
    const MEANT: [(&str, &str); 13] = [
        ("&&&", "&&"),
        ("|||", "||"),
        ("===", "=="),
        ("!==", "!="),
        ("<>", "!="),
        ("~=", "!="),
        ("=>", ">="),
        ("=<", "<="),
        ("=!", "!="),
        ("&", "&&"),
        ("|", "||"),
        ("=", "=="),
        ("~", "!"),
    ];
    let bad = |found: &str, meant: &str| {
        (
            found.len(),
            Some((
                format!("`{found}` is not an operator: write `{meant}`"),
                Some(meant.to_string()),
            )),
        )
    };
    let longer = MEANT.iter().find(|(found, _)| found.len() == 3 && run.starts_with(found));
    if let Some((found, meant)) = longer {
        return bad(found, meant);
    }
    if let Some(known) = KNOWN.iter().find(|known| run.starts_with(**known) && known.len() == 2) {
        return (known.len(), None);
    }
    match MEANT.iter().find(|(found, _)| run.starts_with(found)) {
        Some((found, meant)) => bad(found, meant),
        None => (1, None),
    }
}

/// A sign that is no operator.
fn sign_meant(sign: char, text: &str, at: usize) -> Option<(String, Option<String>)> {
    let same = characters::meant(sign).unwrap_or_else(|| sign.to_string());
    if matches!(same.as_str(), "\"" | "'" | "`") {
        let message = format!("`{sign}` in an expression: nothing is quoted");
        return Some((message, Some(String::new())));
    }
    if !sign.is_ascii() {
        let odd = characters::Odd { at: at..at, ch: sign, meant: characters::meant(sign) };
        return Some((odd.message(), odd.meant));
    }
    let meant = match sign {
        '[' => "(",
        ']' => ")",
        _ => return None,
    };
    // A bracket without its partner is another mistake.
    let both = text.contains('[') && text.contains(']');
    both.then(|| (format!("`{sign}` where `{meant}` is meant"), Some(meant.to_string())))
}

/// Whether code goes on in the next line: it ends with an operator or a comma, or a parenthesis is open.
pub(crate) fn is_unfinished(code: &str) -> bool {
    let code = code.trim_end_matches(is_space);
    code.ends_with(['&', '|', '!', '=', '<', '>', '+', '-', ',', '(']) || is_open(code)
}

/// Whether a parenthesis is open at the end of the code.
pub(crate) fn is_open(code: &str) -> bool {
    let count = |ch| code.matches(ch).count();
    count('(') > count(')')
}

/// Whether a line without a sign is code: it begins with an operator or with a call, or continues code that is
/// unfinished.
pub(crate) fn is_code(line: &str, unfinished: bool) -> bool {
    let text = line.trim_matches(is_space);
    if text.is_empty() {
        return false;
    }
    if text.starts_with("===") {
        return false;
    }
    if ["&&", "||", "==", "!=", ">=", "<="].iter().any(|operator| text.starts_with(operator)) {
        return true;
    }
    let operand = text.trim_start_matches(|ch| is_space(ch) || "!(-".contains(ch));
    let words = ["and ", "or ", "not "];
    let operand = words.iter().find_map(|word| operand.strip_prefix(word)).unwrap_or(operand);
    let name =
        operand.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').unwrap_or(operand.len());
    let (name, rest) = operand.split_at(name);
    let Some(arguments) = rest.strip_prefix('(') else {
        return unfinished
            && (text.contains(['(', ')', '&', '=', '<', '>'])
                || Helper::from_name(name).is_some());
    };
    let known = || {
        Helper::from_name(name).is_some()
            || did_you_mean(name, VOCABULARY.iter().map(|info| info.name)).is_some()
    };
    let inside = arguments.split(')').next().unwrap_or_default();
    let like_a_call = arguments.contains(')')
        && inside.chars().all(|ch| ch.is_ascii_alphabetic() || is_space(ch) || ",*?".contains(ch));
    unfinished || known() || (!name.is_empty() && (name.contains('_') || like_a_call))
}

/// Whether a line of code is an action: its first call changes something.
pub(crate) fn is_action(line: &str) -> bool {
    let text = line.trim_start_matches(is_space);
    let name = text.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').unwrap_or(text.len());
    Helper::from_name(&text[..name]).is_some_and(|helper| helper.info().is_effect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(code: &str) -> String {
        let mut out = code.to_string();
        for one in foreign(code).into_iter().rev() {
            out.replace_range(one.at, &one.meant.unwrap_or_default());
        }
        out
    }

    #[test]
    fn words_and_operators_of_other_languages_are_replaced() {
        for (code, wanted) in [
            ("lib(a)>1 and not lib(b)=2", "lib(a)>1 && !lib(b)==2"),
            ("oplay_attack(*,a)==win OR Lib(a) => 2", "oplay_attack(*,a)==WIN || lib(a) >= 2"),
            ("lib(a)&lib(b)|lib(c)", "lib(a)&&lib(b)||lib(c)"),
            ("lib(a)<>lib(b) && lib(a)!==2", "lib(a)!=lib(b) && lib(a)!=2"),
            ("lib[a]≥2", "lib(a)>=2"),
            ("lib(a，b)", "lib(a,b)"),
            ("lib(a)=!lib(b)", "lib(a)==!lib(b)"),
            ("lib(a)=! lib(b)", "lib(a)!= lib(b)"),
            ("!xplay-attack (*,a)&&oplay defend(a,b)", "!xplay_attack (*,a)&&oplay_defend(a,b)"),
            ("True && lib(a) > 1", "1 && lib(a) > 1"),
            ("lib(\"a\") > lib(‘b’)", "lib(a) > lib(b)"),
        ] {
            assert_eq!(mended(code), wanted);
        }
        for good in [
            "lib a > 2",
            "lib(a)-lib(b)>1",
            "lib(a)>1 && !lib(b)==2 || (lib(c)<=3)",
            "oplay_attack(*,?,a)!=WIN ? 1 : -2",
            "lib(o)",
        ] {
            assert!(foreign(good).is_empty(), "{good}");
        }
    }

    #[test]
    fn code_is_told_from_rows() {
        for line in [
            "xplay_conect(a,b,c)",
            "!lib(a)",
            "  && lib(a)>1",
            "(lib(a)>1 || lib(b)>1)",
            "lib(a) > 1",
        ] {
            assert!(is_code(line, false), "{line}");
        }
        for line in ["O.O", "bac", "..O  lib(a) is asked", "?X?|(see above)", "b*c", "!xX"] {
            assert!(!is_code(line, false), "{line}");
        }
        assert!(is_code("b,c)", true) && is_code("lib(a)>2", true) && !is_code("O.O", true));
        assert!(is_unfinished("lib(a) &&") && is_unfinished("f(*,") && !is_unfinished("lib(a)>1"));
    }
}
