//! Characters that are not of the language: what they are called, and which one of the language they look like.

use std::ops::Range;

use unicode_security::confusable_detection::skeleton;

/// A character that does not belong where it stands.
pub(crate) struct Odd {
    /// Its bytes in the text.
    pub(crate) at: Range<usize>,
    /// The character.
    pub(crate) ch: char,
    /// What was probably meant; nothing for characters without width.
    pub(crate) meant: Option<String>,
}

impl Odd {
    /// What it is, and what was meant by it: the message of a finding.
    pub(crate) fn message(&self) -> String {
        let name = name(self.ch);
        match self.meant.as_deref() {
            Some("") => format!("{name} has no place here"),
            Some(" ") => format!("{name} where a blank is meant"),
            Some(meant) => format!("{name} where `{meant}` is meant"),
            None => format!("{name} is no character of the language"),
        }
    }
}

/// How a message calls a character: `×` (multiplication sign, U+00D7).
pub(crate) fn name(ch: char) -> String {
    let code = || format!("U+{:04X}", u32::from(ch));
    if ch == '\t' {
        return "a tab".to_string();
    }
    if ch.is_ascii_graphic() {
        return format!("`{ch}`");
    }
    let full = unicode_names2::name(ch).map(|name| name.to_string().to_lowercase());
    let full = full
        .map(|name| name.replace("fullwidth", "full-width").replace("zero width", "zero-width"));
    match full {
        Some(name) if ch.is_whitespace() || ch.is_control() || meant(ch).as_deref() == Some("") => {
            format!("a {name} ({})", code())
        }
        Some(name) => format!("`{ch}` ({name}, {})", code()),
        None => format!("the character {}", code()),
    }
}

/// What was probably meant by a character that is not ASCII.
pub(crate) fn meant(ch: char) -> Option<String> {
    let text = match ch {
        _ if ch.is_ascii() => return None,
        '\u{FF01}'..='\u{FF5E}' => {
            return char::from_u32(u32::from(ch) - 0xFEE0).map(String::from);
        }
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => " ",
        '\u{AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}' => "",
        '×' | '✕' | '✖' | '╳' | '⨯' | '❌' | '☓' => "X",
        '○' | '◯' | '⭕' | '〇' | 'Ø' | '⚪' => "O",
        '·' | '•' | '∙' | '⋅' | '。' | '・' | '․' => ".",
        '∗' | '⁎' | '⋆' | '★' | '☆' | '✱' | '✳' => "*",
        '\u{37E}' => ";",
        '、' | '،' | '‚' => ",",
        '∶' | '꞉' | 'ː' => ":",
        'ǃ' | '❗' => "!",
        '؟' | '❓' => "?",
        '‐'..='―' | '−' | '─' | '━' | '═' | '⁃' => "-",
        '│' | '┃' | '║' | '¦' | 'ǀ' | '∣' => "|",
        '┌'..='╋' | '╒'..='╬' | '╭'..='╰' => "+",
        '≥' | '⩾' => ">=",
        '≤' | '⩽' => "<=",
        '≠' => "!=",
        '∧' | '⋀' => "&&",
        '∨' | '⋁' => "||",
        '¬' => "!",
        '…' => "...",
        _ => {
            let mut alike = skeleton(ch.encode_utf8(&mut [0; 4])).collect::<String>();
            alike.retain(|ch| !ch.is_whitespace());
            let one = alike.len() == 1 && alike.chars().all(|ch| ch.is_ascii_graphic());
            return one.then_some(alike);
        }
    };
    Some(text.to_string())
}

/// The characters of `text` that are not ASCII.
pub(crate) fn foreign(text: &str) -> Vec<Odd> {
    let odd = text.char_indices().filter(|(_, ch)| !ch.is_ascii());
    odd.map(|(at, ch)| Odd { at: at..at + ch.len_utf8(), ch, meant: meant(ch) }).collect()
}

/// `text` with what was meant in the place of the odd characters, which are in order; those
/// that mean nothing known stay.
pub(crate) fn replaced(text: &str, odd: &[Odd]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for one in odd {
        out.push_str(&text[at..one.at.start]);
        match &one.meant {
            Some(meant) => out.push_str(meant),
            None => out.push(one.ch),
        }
        at = one.at.end;
    }
    out + &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_named_and_read() {
        for (ch, meant_for, word) in [
            ('×', "X", "multiplication sign"),
            ('Ｏ', "O", "full-width"),
            ('\u{A0}', " ", "no-break space"),
            ('\u{200B}', "", "zero-width space"),
            ('О', "O", "U+041E"),
            ('х', "x", "cyrillic"),
            ('Ο', "O", "greek"),
            ('│', "|", "U+2502"),
            ('–', "-", "en dash"),
        ] {
            assert_eq!(meant(ch).as_deref(), Some(meant_for), "{ch}");
            assert!(name(ch).contains(word), "{}", name(ch));
        }
        assert_eq!(meant('é'), None);
        let odd = foreign("a×\u{200B}b…é");
        assert_eq!(replaced("a×\u{200B}b…é", &odd), "aXb...é");
    }
}
