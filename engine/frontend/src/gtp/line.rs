//! From bytes to a command with its id (GTP 2, §2.3–2.5).

use std::io::{self, BufRead, ErrorKind};

/// Longest line that is read, in bytes; the rest of a longer one is skipped.
const MAX_LINE: usize = 64 << 10;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// A line, without its line feed.
    Line(String),
    /// A line beyond the limit, skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line. Text at the end of the input needs no line feed.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Read> {
    let mut bytes = Vec::new();
    let mut length = 0usize;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if chunk.is_empty() {
            if length == 0 {
                return Ok(Read::End);
            }
            break;
        }
        let end = chunk.iter().position(|&b| b == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE.saturating_sub(bytes.len());
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        length = length.saturating_add(part.len());
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if length > MAX_LINE {
        return Ok(Read::TooLong);
    }
    let text = String::from_utf8(bytes);
    Ok(Read::Line(text.unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())))
}

/// A command as it stands in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request<'a> {
    /// The number to echo.
    pub(super) id: Option<u64>,
    /// The command; empty if there was nothing but a number.
    pub(super) name: &'a str,
    /// What follows it. May hold tabs and carriage returns.
    pub(super) args: &'a str,
}

/// Cuts a line; `None` if it holds nothing but blanks and comment.
pub(super) fn parse(line: &str) -> Option<Request<'_>> {
    let line = line.split('#').next().unwrap_or("");
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let cut = |text: &'_ str| -> (usize, usize) {
        let start = text.find(|c| !blank(c)).unwrap_or(text.len());
        let end = text[start..].find(blank).map_or(text.len(), |n| start + n);
        (start, end)
    };
    let (start, end) = cut(line);
    let (first, mut rest) = (&line[start..end], &line[end..]);
    if first.is_empty() {
        return None;
    }
    let number = first.bytes().all(|b| b.is_ascii_digit()).then(|| first.parse().ok()).flatten();
    let mut name = first;
    if number.is_some() {
        let (start, end) = cut(rest);
        (name, rest) = (&rest[start..end], &rest[end..]);
    }
    Some(Request { id: number, name, args: rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Option<(Option<u64>, &str, &str)> {
        parse(line).map(|r| (r.id, r.name, r.args.trim()))
    }

    #[test]
    fn ids_comments_and_blanks() {
        assert_eq!(cut("name"), Some((None, "name", "")));
        assert_eq!(cut(" \t12\tplay\tb  c3\r# x"), Some((Some(12), "play", "b  c3")));
        assert_eq!(cut("7"), Some((Some(7), "", "")));
        assert_eq!(cut("7x y"), Some((None, "7x", "y")));
        assert_eq!(
            cut("99999999999999999999999 name"),
            Some((None, "99999999999999999999999", "name"))
        );
        for nothing in ["", "   ", "# name", "\t\r", "\u{7}"] {
            assert_eq!(cut(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn lines_are_bounded_and_the_last_needs_no_line_feed() {
        let text = format!("name\n{}\nversion", "x".repeat(MAX_LINE + 1));
        let mut input = io::BufReader::with_capacity(100, text.as_bytes());
        assert_eq!(read(&mut input).ok(), Some(Read::Line("name".into())));
        assert_eq!(read(&mut input).ok(), Some(Read::TooLong));
        assert_eq!(read(&mut input).ok(), Some(Read::Line("version".into())));
        assert_eq!(read(&mut input).ok(), Some(Read::End));
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_it() {
        let mut input: &[u8] = b"\xff\xfe name\n\nx";
        assert!(matches!(read(&mut input), Ok(Read::Line(_))));
        assert_eq!(read(&mut input).ok(), Some(Read::Line(String::new())));
        assert_eq!(read(&mut input).ok(), Some(Read::Line("x".into())));
    }
}
