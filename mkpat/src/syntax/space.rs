//! What separates words.

/// Whether `ch` is white space of the language.
pub(super) fn is_space(ch: char) -> bool {
    matches!(ch, ' ' | '\t' | '\r' | '\n' | '\u{0B}' | '\u{0C}')
}
