//! Places in a text as a client counts them ↔ bytes. Lines of the protocol end at `\n`, `\r\n` and at `\r` alone, those
//! of databases at `\n`; nothing here needs to know the difference but [`Lines`].

use std::ops::Range;

use lsp_types::Position;

/// In which units a client counts the columns of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what every client knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Its name in the protocol.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    /// The best of those that a client offers.
    pub(super) fn choose(offered: &[&str]) -> Encoding {
        [Encoding::Utf8, Encoding::Utf32]
            .into_iter()
            .find(|encoding| offered.contains(&encoding.name()))
            .unwrap_or_default()
    }

    /// How many units a text has.
    pub(super) fn len(self, text: &str) -> usize {
        match self {
            _ if text.is_ascii() => text.len(),
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    /// The byte at which the unit `units` of a text begins; inside a character, the character.
    fn byte(self, text: &str, units: usize) -> usize {
        let mut seen = 0;
        for (at, ch) in text.char_indices() {
            seen += match self {
                Encoding::Utf8 => ch.len_utf8(),
                Encoding::Utf16 => ch.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if seen > units {
                return at;
            }
        }
        text.len()
    }
}

/// The lines of a text, for a client.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
    encoding: Encoding,
}

impl<'a> Lines<'a> {
    /// The lines of `text`.
    pub(super) fn new(text: &'a str, encoding: Encoding) -> Lines<'a> {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        Lines { text, starts, encoding }
    }

    /// In which units columns are counted.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The text of a line without its end.
    fn line(&self, line: usize) -> &'a str {
        let start = self.starts[line] as usize;
        let end = self.starts.get(line + 1).map_or(self.text.len(), |&end| end as usize);
        self.text[start..end].trim_end_matches(['\r', '\n'])
    }

    /// The place of a byte.
    pub(super) fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|&start| start as usize <= byte) - 1;
        let before = &self.text[self.starts[line] as usize..byte];
        // Between the two characters of a line end there is no place.
        let before = before.trim_end_matches('\r');
        Position { line: line as u32, character: self.encoding.len(before) as u32 }
    }

    /// The range of some bytes.
    pub(super) fn range(&self, bytes: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// The byte at a place; beyond a line its end, beyond the text its end.
    pub(super) fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return self.text.len();
        }
        let start = self.starts[line] as usize;
        start + self.encoding.byte(self.line(line), position.character as usize)
    }

    /// The bytes of a range; a range whose end is before its start is empty.
    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_count_what_the_client_counts() {
        let text = "aé𝄞b\r\nx\ry\n";
        for (encoding, column) in [(Encoding::Utf8, 7), (Encoding::Utf16, 4), (Encoding::Utf32, 3)]
        {
            let lines = Lines::new(text, encoding);
            assert_eq!(lines.position(7), at(0, column), "{encoding:?}");
            assert_eq!(lines.byte(at(0, column)), 7, "{encoding:?}");
            assert_eq!(lines.byte(at(0, 99)), 8);
            assert_eq!(lines.position(9), at(0, column + 1), "inside a line end");
            assert_eq!((lines.byte(at(1, 0)), lines.byte(at(2, 0))), (10, 12));
            assert_eq!(lines.byte(at(9, 9)), text.len());
            assert_eq!(lines.position(99), at(3, 0));
        }
    }

    #[test]
    fn every_place_leads_back_to_its_byte() {
        let text = "Pattern Ü1\n\n.X\u{1F600}*\r\n:8,s\n\rend";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(text, encoding);
            for (byte, ch) in text.char_indices().filter(|(_, ch)| *ch != '\n') {
                assert_eq!(lines.byte(lines.position(byte)), byte, "{encoding:?} {ch:?}");
            }
        }
    }

    #[test]
    fn places_inside_of_characters_and_odd_ranges_are_harmless() {
        let lines = Lines::new("𝄞", Encoding::Utf16);
        assert_eq!(lines.byte(at(0, 1)), 0);
        let range = lsp_types::Range { start: at(0, 2), end: at(0, 0) };
        assert_eq!(lines.bytes(range), 4..4);
    }
}
