//! Bytes to text, by byte order mark, `CA` property or trial.
//!
//! The order: a byte order mark (UTF-8 or UTF-16) decides; else valid UTF-8 is
//! UTF-8, whatever `CA` claims; else the charset that `CA` names, Latin-1
//! without one (as FF\[4\] demands). Two-byte East Asian charsets are not
//! decoded: each such character becomes U+FFFD, so that a second byte `]` or
//! `\` does not damage the structure, and a note says so.

/// Decodes a file. The note tells what could not be decoded faithfully.
pub fn decode(bytes: &[u8]) -> (String, Option<String>) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => return utf8(rest),
        [0xFE, 0xFF, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        _ => {}
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_string(), None);
    }
    let Some(charset) = charset(bytes) else { return (latin1(bytes), None) };
    let key: String = charset
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    match key.as_str() {
        "utf8" => utf8(bytes),
        "" | "latin1" | "iso88591" | "88591" | "windows1252" | "cp1252" | "usascii" | "ascii" => {
            (latin1(bytes), None)
        }
        "sjis" | "shiftjis" | "xsjis" | "windows31j" | "cp932" => {
            (two_byte(bytes, |b| matches!(b, 0x81..=0x9F | 0xE0..=0xFC)), Some(lossy(&charset)))
        }
        "gb2312" | "gbk" | "gb18030" | "big5" | "euckr" | "eucjp" | "cp936" | "cp949" | "cp950"
        | "euccn" => (two_byte(bytes, |b| matches!(b, 0x81..=0xFE)), Some(lossy(&charset))),
        _ => (latin1(bytes), Some(format!("unknown charset `{charset}`, read as Latin-1"))),
    }
}

fn lossy(charset: &str) -> String {
    format!("texts in charset `{charset}` are not decoded")
}

fn utf8(bytes: &[u8]) -> (String, Option<String>) {
    match String::from_utf8_lossy(bytes) {
        std::borrow::Cow::Borrowed(text) => (text.to_string(), None),
        std::borrow::Cow::Owned(text) => (text, Some("some bytes are not UTF-8".to_string())),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, Option<String>) {
    let units = bytes.chunks_exact(2).map(|b| unit([b[0], b[1]]));
    let mut damaged = bytes.len() % 2 == 1;
    let text = char::decode_utf16(units)
        .map(|c| {
            c.unwrap_or_else(|_| {
                damaged = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    (text, damaged.then(|| "some bytes are not UTF-16".to_string()))
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| char::from(b)).collect()
}

fn two_byte(bytes: &[u8], lead: fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&b) = rest.next() {
        if b < 0x80 {
            out.push(char::from(b));
        } else {
            if lead(b) {
                rest.next();
            }
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }
    out
}

/// The value of the first `CA` property, found in the bytes before decoding.
fn charset(bytes: &[u8]) -> Option<String> {
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(3).position(|w| w == b"CA[") {
        let start = at + found;
        let alone = start == 0 || !bytes[start - 1].is_ascii_alphabetic();
        at = start + 3;
        if alone {
            let value = &bytes[at..];
            let end = value.iter().position(|&b| b == b']')?;
            return Some(latin1(value[..end].trim_ascii()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets() {
        assert_eq!(decode(b"\xEF\xBB\xBFa").0, "a");
        assert_eq!(decode("(;C[é])".as_bytes()).0, "(;C[é])");
        assert_eq!(decode(b"(;C[\xE9])"), ("(;C[\u{e9}])".to_string(), None));
        assert_eq!(decode(b"(;CA[ISO8859-1]C[\xE9])").0, "(;CA[ISO8859-1]C[\u{e9}])");
        assert_eq!(decode(b"\xFF\xFEa\0b\0").0, "ab");
        let (text, note) = decode(b"(;CA[UTF-8]C[\xE9])");
        assert_eq!(text, "(;CA[UTF-8]C[\u{fffd}])");
        assert!(note.is_some());
        // The second byte of this Shift_JIS character is a backslash.
        let (text, note) = decode(b"(;CA[Shift_JIS]C[\x83\x5c])");
        assert_eq!(text, "(;CA[Shift_JIS]C[\u{fffd}])");
        assert!(note.unwrap().contains("Shift_JIS"));
        assert!(decode(b"(;CA[x-odd]C[\xE9])").1.unwrap().contains("x-odd"));
    }
}
