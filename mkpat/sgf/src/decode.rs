//! Bytes to text, by byte order mark, `CA` property or trial.
//!
//! The order: a byte order mark (UTF-8 or UTF-16) decides; else valid UTF-8 is
//! UTF-8, whatever `CA` claims, because programs that write UTF-8 often leave an
//! old `CA` alone; else the charset that `CA` names, Latin-1 without one (as
//! FF\[4\] demands). Windows-1252 stands for Latin-1, as in browsers: it differs
//! in control characters only. Two exceptions where `CA` is believed before
//! UTF-8 is: ISO-2022-JP, which consists of ASCII bytes, and a few characters
//! of a two-byte charset that happen to be UTF-8 as well.
//!
//! Decoding comes before the grammar, so a second byte `]` or `\` of an East
//! Asian character never damages the structure. What cannot be decoded becomes
//! U+FFFD, and a note names the first place.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252,
};

use crate::tree::Span;

/// Something odd about the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What, as one clause without a full stop.
    pub message: String,
    /// Where in the decoded text: the first character that stands for damage, or
    /// the `CA` value.
    pub span: Span,
}

/// Decodes a file. The note tells what could not be decoded faithfully.
pub fn decode(bytes: &[u8]) -> (String, Option<Note>) {
    // ASCII is the same in all charsets, but for what ISO-2022-JP shifts by.
    let shifts = |b: &u8| matches!(b, 0x0E | 0x0F | 0x1B);
    if let (true, false, Ok(text)) =
        (bytes.is_ascii(), bytes.iter().any(shifts), std::str::from_utf8(bytes))
    {
        return (text.to_string(), None);
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return with(encoding, &bytes[length..]);
    }
    let charset = charset(bytes);
    let known = charset.as_deref().map(by_name);
    if let Some(Some(encoding)) = known
        && encoding == ISO_2022_JP
    {
        return with(encoding, bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Some(Some(encoding)) = known
            && TWO_BYTES.contains(&encoding)
            && text.chars().all(|c| c < '\u{800}')
            && let Some(named) = encoding.decode_without_bom_handling_and_without_replacement(bytes)
        {
            return (named.into_owned(), None);
        }
        return (text.to_string(), None);
    }
    match (known, charset) {
        (Some(Some(encoding)), _) => with(encoding, bytes),
        (Some(None), Some(charset)) => {
            let (text, _) = with(WINDOWS_1252, bytes);
            let message = format!("unknown charset `{charset}`, read as Latin-1");
            let start = find_charset(text.as_bytes()).map_or(0, |span| span.start);
            (text, Some(Note { message, span: start..start }))
        }
        _ => with(WINDOWS_1252, bytes),
    }
}

/// Charsets whose characters two bytes of UTF-8 can be taken for. East Asian
/// texts in UTF-8 have characters of three.
const TWO_BYTES: [&Encoding; 6] = [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR];

fn with(encoding: &'static Encoding, bytes: &[u8]) -> (String, Option<Note>) {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let note = damaged.then(|| {
        let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        let message = format!("some bytes are not {}, the first of them here", encoding.name());
        Note { message, span: at..end }
    });
    (text.into_owned(), note)
}

/// The encoding that a `CA` value names: the labels of the WHATWG encoding
/// standard, and what programs write besides them; `None` if it is unknown.
fn by_name(charset: &str) -> Option<&'static Encoding> {
    if let Some(encoding) = Encoding::for_label_no_replacement(charset.as_bytes()) {
        return Some(encoding);
    }
    let key: String = charset
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    let label = match key.as_str() {
        "" | "latin1" | "iso88591" | "88591" => "iso-8859-1",
        "sjis" | "shiftjis" | "xsjis" | "cp932" | "windows31j" | "mskanji" => "shift_jis",
        "gb" | "gb2312" | "gb231280" | "cp936" | "euccn" => "gbk",
        "gb18030" | "gb180302000" => "gb18030",
        "big5" | "cp950" | "big5hkscs" => "big5",
        "euckr" | "cp949" | "uhc" | "ksc5601" => "euc-kr",
        "eucjp" | "ujis" => "euc-jp",
        "utf8" => return Some(UTF_8),
        _ => match key.strip_prefix("cp") {
            Some(number) => return Encoding::for_label(format!("windows-{number}").as_bytes()),
            None => return None,
        },
    };
    Encoding::for_label(label.as_bytes())
}

/// The value of the first `CA` property, found in the bytes before decoding.
fn charset(bytes: &[u8]) -> Option<String> {
    let value = find_charset(bytes).map(|span| &bytes[span])?;
    Some(String::from_utf8_lossy(value.trim_ascii()).into_owned())
}

/// The place of that value.
fn find_charset(bytes: &[u8]) -> Option<Span> {
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(3).position(|w| w == b"CA[") {
        let start = at + found;
        let alone = start == 0 || !bytes[start - 1].is_ascii_alphabetic();
        at = start + 3;
        if alone {
            let end = bytes[at..].iter().position(|&b| b == b']')?;
            return Some(at..at + end);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text without a note.
    fn clean(bytes: &[u8]) -> String {
        let (text, note) = decode(bytes);
        assert_eq!(note, None, "{text}");
        text
    }

    #[test]
    fn byte_order_marks() {
        assert_eq!(clean(b"\xEF\xBB\xBFa"), "a");
        assert_eq!(clean(b"\xFF\xFEa\0b\0"), "ab");
        assert_eq!(clean(b"\xFE\xFF\0a\x56\xf2"), "a囲");
        // The mark outweighs `CA`, and so do characters of three bytes.
        assert_eq!(clean("(;CA[GB2312]C[围é])".as_bytes()), "(;CA[GB2312]C[围é])");
        assert_eq!(clean(b"\xEF\xBB\xBF(;CA[Big5]C[\xC3\xA9])"), "(;CA[Big5]C[é])");
        let (text, note) = decode(b"\xFF\xFEa\0\0\xD8b\0");
        assert_eq!(text, "a\u{fffd}b");
        assert_eq!(note.unwrap().span, 1..4);
    }

    #[test]
    fn western_charsets() {
        assert_eq!(clean("(;C[é])".as_bytes()), "(;C[é])");
        assert_eq!(clean(b"(;C[\xE9])"), "(;C[é])");
        for name in ["ISO-8859-1", "ISO8859-1", "latin1", "windows-1252", "", "US-ASCII"] {
            let bytes = [b"(;CA[", name.as_bytes(), b"]C[\xE9])"].concat();
            assert_eq!(clean(&bytes), format!("(;CA[{name}]C[é])"));
        }
        assert_eq!(clean(b"(;CA[ISO-8859-2]C[\xE8])"), "(;CA[ISO-8859-2]C[č])");
        assert_eq!(clean(b"(;CA[KOI8-R]C[\xC7\xCF])"), "(;CA[KOI8-R]C[го])");
        assert_eq!(clean(b"(;CA[cp1251]C[\xE3\xEE])"), "(;CA[cp1251]C[го])");
    }

    #[test]
    fn east_asian_charsets() {
        let cases: &[(&str, &[u8], &str)] = &[
            ("GB2312", b"\xCE\xA7\xC6\xE5", "围棋"),
            ("GBK", b"\xCE\xA7\xC6\xE5", "围棋"),
            ("gb18030", b"\xCE\xA7\xC6\xE5\x81\x30\x84\x36", "围棋\u{a5}"),
            ("GB", b"\xCE\xA7", "围"),
            ("Big5", b"\xB3\xF2\xB4\xD1", "圍棋"),
            ("Shift_JIS", b"\x88\xCD\x8C\xE9", "囲碁"),
            ("SJIS", b"\x88\xCD", "囲"),
            ("EUC-JP", b"\xB0\xCF\xB8\xEB", "囲碁"),
            ("EUC-KR", b"\xB9\xD9\xB5\xCF", "바둑"),
            ("ISO-2022-JP", b"\x1b$B0O8k\x1b(B", "囲碁"),
        ];
        for (name, bytes, text) in cases {
            let all = [b"(;CA[", name.as_bytes(), b"]C[", bytes, b"])"].concat();
            assert_eq!(clean(&all), format!("(;CA[{name}]C[{text}])"), "{name}");
        }
    }

    #[test]
    fn second_bytes_that_look_like_brackets() {
        // ソ ends in a backslash in Shift_JIS, 功 in Big5; ゼ in a `[`, ‐ in a `]`.
        assert_eq!(clean(b"(;CA[Shift_JIS]C[\x83\x5c\x81\x5d])"), "(;CA[Shift_JIS]C[ソ‐])");
        assert_eq!(clean(b"(;CA[Big5]C[\xA5\x5C])"), "(;CA[Big5]C[功])");
    }

    #[test]
    fn damage_is_noted_with_its_place() {
        let (text, note) = decode(b"(;CA[UTF-8]C[a\xE9])");
        assert_eq!(text, "(;CA[UTF-8]C[a\u{fffd}])");
        let note = note.unwrap();
        assert_eq!((note.message.contains("UTF-8"), note.span), (true, 14..17));
        let (text, note) = decode(b"(;CA[EUC-KR]C[\xB9\xD9\xFF])");
        assert_eq!(text, "(;CA[EUC-KR]C[바\u{fffd}])");
        assert!(note.unwrap().message.contains("EUC-KR"));
        let (text, note) = decode(b"(;CA[x-odd]C[\xE9])");
        assert_eq!(text, "(;CA[x-odd]C[é])");
        let note = note.unwrap();
        assert!(note.message.contains("x-odd"));
        assert_eq!(note.span.start, 5);
    }
}
