//! The tokens of SGF, FF\[1\] to FF\[4\].
//!
//! Each function tells where a token that starts at a byte ends. None calls itself,
//! so the depth of a file never becomes depth of a call stack, and none looks at a
//! byte more than a few times. [`crate::read`] builds the tree. In the notation of
//! pest, against which a test holds it (`tests/sgf.pest`):
//!
//! ```text
//! space      = ('\u{00}'..' ' | "\u{A0}" | "\u{FEFF}")+
//! tree_start = "(" space? ";"
//! ident      = ASCII_ALPHA ASCII_ALPHANUMERIC*
//! text       = ("\\" ANY | !"]" ANY)*
//! value      = "[" text ("]" | EOI)
//! property   = ident (space? value)+
//! node       = ";" (space? property)*
//! stray      = value | ASCII_ALPHANUMERIC+ | (!("(" | ")" | ";" | "[" | ASCII_ALPHANUMERIC | space) ANY)+
//! ```
//!
//! What has a meaning of its own is ASCII, and no byte of another character is; so
//! most of this counts bytes.

use crate::tree::Span;

/// The byte at `at`.
pub(crate) fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// The end of the white space at `at`, which may be none. Control characters, blanks
/// that do not break and byte order marks are white space, too.
pub(crate) fn space(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        at += match bytes.get(at) {
            Some(0..=b' ') => 1,
            Some(0xC2) if bytes[at..].starts_with("\u{A0}".as_bytes()) => 2,
            Some(0xEF) if bytes[at..].starts_with("\u{FEFF}".as_bytes()) => 3,
            _ => return at,
        };
    }
}

/// The `(` of the first game tree from `at` on, or the end: what stands before is no
/// part of one.
pub(crate) fn tree_start(text: &str, mut at: usize) -> usize {
    while let Some(found) = text[at..].find('(') {
        let open = at + found;
        at = space(text, open + 1);
        if byte(text, at) == Some(b';') {
            return open;
        }
    }
    text.len()
}

/// The end of the name of a property at `at`. Lower-case letters and digits occur in
/// older formats (`AddBlack`, `KI`, `M2`).
pub(crate) fn ident(text: &str, at: usize) -> Option<usize> {
    byte(text, at).filter(u8::is_ascii_alphabetic).map(|_| alphanumeric(text, at))
}

fn alphanumeric(text: &str, at: usize) -> usize {
    let bytes = &text.as_bytes()[at..];
    at + bytes.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(bytes.len())
}

/// A value with its brackets.
pub(crate) struct Value {
    /// What stands between them.
    pub(crate) text: Span,
    /// Where it ends.
    pub(crate) end: usize,
    /// There is a closing bracket; else it goes on to the end of the file.
    pub(crate) closed: bool,
}

/// The value at `at`, if there is a `[`.
pub(crate) fn value(text: &str, at: usize) -> Option<Value> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let start = at + 1;
    let mut end = start;
    while let Some(found) = bytes[end..].iter().position(|b| matches!(b, b']' | b'\\')) {
        end += found;
        if bytes[end] == b']' {
            return Some(Value { text: start..end, end: end + 1, closed: true });
        }
        // The character after a backslash is quoted: its first byte says so, the
        // others are no brackets anyway. The last of a file quotes nothing.
        end = (end + 2).min(bytes.len());
    }
    Some(Value { text: start..bytes.len(), end: bytes.len(), closed: false })
}

/// The end of what should not be at `at`, in a lump as large as one report deserves.
/// There is neither white space nor one of `(`, `)` and `;`.
pub(crate) fn stray(text: &str, at: usize) -> usize {
    if let Some(value) = value(text, at) {
        return value.end;
    }
    let end = alphanumeric(text, at);
    if end > at {
        return end;
    }
    let other = |c: char| {
        !(c.is_ascii_alphanumeric()
            || matches!(c, '(' | ')' | ';' | '[' | '\0'..=' ' | '\u{A0}' | '\u{FEFF}'))
    };
    at + text[at..].find(|c| !other(c)).unwrap_or(text.len() - at)
}
