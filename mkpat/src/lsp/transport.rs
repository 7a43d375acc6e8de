//! Bytes of a client → messages, and back. Whatever the bytes are, reading goes on behind them: a message that is no
//! message is reported as such, one that is too large is passed over without being kept.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use serde_json::Value;

/// Largest message that is read, in bytes: a source file may have 64 MiB, and JSON needs up to two bytes for most of
/// its characters.
pub(super) const MAX_MESSAGE: u64 = 160 << 20;

/// Longest line of a header.
const MAX_HEADER: u64 = 4096;

/// What came from the client.
#[derive(Debug)]
pub(super) enum Incoming {
    /// Some JSON.
    Message(Value),
    /// Bytes that are no message, with the reason.
    Malformed(String),
}

/// Reads the next message; `None` at the end of the input.
///
/// # Errors
///
/// Those of the input.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length: Option<u64> = None;
    let mut strange: Option<String> = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            if length.is_some() {
                break;
            }
            if let Some(why) = strange.take() {
                return Ok(Some(Incoming::Malformed(why)));
            }
            continue;
        }
        let (name, value) = text.split_once(':').unwrap_or((text, ""));
        if name.trim().eq_ignore_ascii_case("content-length") {
            match value.trim().parse() {
                Ok(bytes) => length = Some(bytes),
                Err(_) => strange = Some(format!("`{}` is no length", value.trim())),
            }
        } else if !name.trim().eq_ignore_ascii_case("content-type") {
            strange = Some("this is no header of a message".to_string());
        }
    }
    let length = length.unwrap_or(0);
    if length > MAX_MESSAGE {
        let mut rest = input.take(length);
        io::copy(&mut rest, &mut io::sink())?;
        let why = format!("a message of {length} bytes; at most {MAX_MESSAGE} are read");
        return Ok(Some(Incoming::Malformed(why)));
    }
    // The memory grows with what comes, not with what was announced.
    let mut body = Vec::new();
    if input.take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(value) => Incoming::Message(value),
        Err(e) => Incoming::Malformed(format!("not JSON: {e}")),
    }))
}

/// Writes a message.
///
/// # Errors
///
/// Those of the output.
pub(super) fn write(output: &mut impl Write, message: &impl serde::Serialize) -> io::Result<()> {
    let body = serde_json::to_vec(message)
        .map_err(|e| io::Error::new(ErrorKind::InvalidData, e.to_string()))?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut input = bytes;
        let mut out = Vec::new();
        while let Some(found) = read(&mut input).unwrap() {
            out.push(match found {
                Incoming::Message(value) => value.to_string(),
                Incoming::Malformed(why) => format!("! {why}"),
            });
        }
        out
    }

    #[test]
    fn reading_goes_on_behind_what_is_no_message() {
        let good = "Content-Length: 2\r\n\r\n{}";
        let text = format!(
            "nonsense\r\n\r\n{good}Content-Length: x\r\n\r\n{good}Content-Length: 3\r\n\r\n{{:}}{good}"
        );
        let found = all(text.as_bytes());
        assert_eq!(found.iter().filter(|text| *text == "{}").count(), 3, "{found:?}");
        assert_eq!(found.len(), 6, "{found:?}");
    }

    #[test]
    fn a_length_that_lies_needs_no_memory() {
        let long = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        assert_eq!(all(long.as_bytes()).len(), 1);
        assert!(all(b"Content-Length: 100000000\r\n\r\n{}").is_empty());
    }
}
