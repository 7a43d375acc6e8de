//! GTP 2, the text protocol between Go programs.
//!
//! Data flows: bytes → `line` (one bounded, cleaned line with its id) →
//! `table` (which command) → a handler in `commands` with its `args` →
//! an [`Answer`] → the framed response, written here. Handlers see a
//! [`Session`] and never the streams, so a response cannot break the framing.
//! The table is built one way: `command` says what an entry is, `commands` make
//! entries, `table` lists them.

mod args;
mod command;
mod commands;
mod doc;
pub(crate) mod line;
mod table;

use std::io::{self, BufRead, ErrorKind, Write};
use std::time::Instant;

pub use args::{Args, Failure};
pub use command::{Command, Handler, Table};
pub(crate) use commands::reading::number;
pub use doc::markdown;
pub use table::{TABLE, all, find};

use crate::session::Session;
use line::Read;

/// Result of a handler: the text after `=`, or why it failed.
pub type Answer = Result<String, Failure>;

/// Answers commands until `quit` or the end of the input. A client that hangs
/// up ends it, too, and is no error.
///
/// # Errors
/// If a stream fails in another way.
pub fn serve(
    session: &mut Session,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    while !session.quit {
        let response = match line::read(&mut input)? {
            Read::End => break,
            Read::TooLong => respond(None, &Err(Failure::from("line too long"))),
            Read::Line(text) => match execute(session, &text) {
                Some(response) => response,
                None => continue,
            },
        };
        let written = output.write_all(response.as_bytes()).and_then(|()| output.flush());
        match written {
            Err(e) if e.kind() == ErrorKind::BrokenPipe => break,
            other => other?,
        }
    }
    Ok(())
}

/// The response to one line, framing included; `None` if the line says nothing.
pub fn execute(session: &mut Session, text: &str) -> Option<String> {
    let request = line::parse(text)?;
    let start = Instant::now();
    let answer = match find(request.name) {
        Some(command) => {
            let mut args = Args::new(request.args);
            match command.run {
                Handler::Session(run) => run(session, &mut args),
                Handler::Table(run) => run(&TABLE, &mut args),
            }
        }
        None if request.name.is_empty() => Err(Failure::from("missing command")),
        None => Err(Failure::from("unknown command")),
    };
    session.busy += start.elapsed();
    Some(respond(request.id, &answer))
}

/// Frames an answer. An empty line would end the response, so there is none in
/// it.
fn respond(id: Option<u64>, answer: &Answer) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(failure) => ('?', failure.message()),
    };
    let mut out = String::with_capacity(text.len() + 16);
    out.push(sign);
    if let Some(id) = id {
        out.push_str(&id.to_string());
    }
    out.push(if text.starts_with('\n') { '\n' } else { ' ' });
    let head = out.len();
    for line in text.split('\n') {
        let start = out.len();
        out.extend(line.chars().filter(|&c| c == '\t' || !c.is_control()));
        out.truncate(start + out[start..].trim_end().len());
        if out.len() > start {
            out.push('\n');
        }
    }
    // Every line ends in a line feed; an answer without one lacks the first, too.
    out.push_str(if out.len() == head { "\n\n" } else { "\n" });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_have_no_blank_line_inside() {
        let answer = Ok("\na\n\n  b\r\n\n".to_string());
        assert_eq!(respond(Some(7), &answer), "=7\na\n  b\n\n");
        assert_eq!(respond(None, &Ok(String::new())), "= \n\n");
        assert_eq!(respond(None, &Ok("a\u{7}b \r\n\t\r\n\té".to_string())), "= ab\n\té\n\n");
        assert_eq!(respond(None, &Err("no\n\nway".into())), "? no\nway\n\n");
    }
}
