//! GTP 2, the text protocol between Go programs.
//!
//! Data flows: bytes → `line` (one bounded, cleaned line with its id) →
//! `table` (which command) → a handler in `commands` with its `args` →
//! a [`Response`] → the framed response, written here. Handlers see a
//! [`Session`] and never the streams, so a response cannot break the framing.
//! Whoever sends many quick questions at once gets the responses together: each
//! is written at the latest before the program waits for input or begins what may
//! take long ([`serve`]). Commands that tell something while they go on are given a [`Listener`], which
//! writes their lines and knows from the [`Input`] whether the client has sent something meanwhile.
//! The table is built one way: `command` says what an entry is, `commands` make
//! entries, `table` lists them.

mod args;
mod command;
mod commands;
mod doc;
mod input;
pub(crate) mod line;
mod table;

use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::time::Instant;

pub use args::{Args, Failure};
pub use command::{Command, Handler, Listener, Table};
pub(crate) use commands::reading::number;
pub use doc::markdown;
pub use input::{Input, Stdin};
pub use table::{TABLE, all, find};

use crate::session::Session;
use line::{Read, Request};

/// Result of a handler: the text after `=`, or why it failed.
pub type Response = Result<String, Failure>;

/// Answers commands until `quit` or the end of the input. A client that hangs
/// up ends it, too, and is no error.
///
/// Responses are written before more input is waited for, and before any command
/// that is not known to be quick. What is left is only held back while the next
/// commands are there already, whole lines, and quick.
///
/// # Errors
/// If a stream fails in another way.
pub fn serve(session: &mut Session, input: impl Input, output: impl Write) -> io::Result<()> {
    match answer_all(session, BufReader::new(input), BufWriter::new(output)) {
        Err(Hitch::Output(e)) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(Hitch::Output(e) | Hitch::Input(e)) => Err(e),
        Ok(()) => Ok(()),
    }
}

/// What ends a conversation early.
enum Hitch {
    Input(io::Error),
    Output(io::Error),
}

fn answer_all<R: Input, W: Write>(
    session: &mut Session,
    mut input: BufReader<R>,
    mut output: BufWriter<W>,
) -> Result<(), Hitch> {
    while !session.quit {
        if !input.buffer().contains(&b'\n') {
            output.flush().map_err(Hitch::Output)?;
        }
        let text = match line::read(&mut input).map_err(Hitch::Input)? {
            Read::End => break,
            Read::TooLong => None,
            Read::Line(text) => Some(text),
        };
        let response = match text.as_deref().map(line::parse) {
            None => respond(None, &Err(Failure::from("line too long"))),
            Some(None) => continue,
            Some(Some(request)) => {
                let command = find(request.name);
                // Deeper reading may have any number of nodes.
                if !command.is_some_and(|c| c.quick) || session.strength.deeper > 0 {
                    output.flush().map_err(Hitch::Output)?;
                }
                if let Some(Handler::Stream(run, open)) = command.map(|c| c.run) {
                    let answer = stream(session, &request, run, &mut input, &mut output)?;
                    if answer.is_ok() && open {
                        // The empty line that ends the response comes when the next command does.
                        output.flush().map_err(Hitch::Output)?;
                        io::BufRead::fill_buf(&mut input).map_err(Hitch::Input)?;
                    }
                    match &answer {
                        Ok(()) => output.write_all(b"\n").map_err(Hitch::Output)?,
                        Err(response) => {
                            output.write_all(response.as_bytes()).map_err(Hitch::Output)?;
                        }
                    }
                    continue;
                }
                carry_out(session, &request, command)
            }
        };
        output.write_all(response.as_bytes()).map_err(Hitch::Output)?;
    }
    output.flush().map_err(Hitch::Output)
}

/// A client that hears lines while a command goes on.
struct Client<'a, R, W: Write> {
    id: Option<u64>,
    input: RefCell<&'a mut BufReader<R>>,
    output: RefCell<&'a mut BufWriter<W>>,
    /// Whether the response has begun.
    begun: Cell<bool>,
    /// What went wrong first.
    error: Cell<Option<io::Error>>,
}

impl<R: Input, W: Write> Listener for Client<'_, R, W> {
    fn tell(&self, line: &str) {
        let mut output = self.output.borrow_mut();
        let mut text = String::new();
        if !self.begun.replace(true) {
            let head = respond(self.id, &Ok("\n".to_string()));
            text.push_str(head.trim_end_matches([' ', '\n']));
            text.push('\n');
        }
        text.extend(line.chars().filter(|c| !c.is_control()));
        text.push('\n');
        let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
        if let Err(error) = written {
            self.error.set(Some(self.error.take().unwrap_or(error)));
        }
    }

    fn is_waiting(&self) -> bool {
        let error = self.error.take();
        let fine = error.is_none();
        self.error.set(error);
        let mut input = self.input.borrow_mut();
        fine && input.buffer().is_empty() && input.get_mut().is_quiet()
    }
}

/// Carries out a command that tells something while it goes on. Its lines have been written; if it has failed, the
/// response has not.
fn stream<R: Input, W: Write>(
    session: &mut Session,
    request: &Request<'_>,
    run: fn(&mut Session, &mut Args<'_>, &dyn Listener) -> Response,
    input: &mut BufReader<R>,
    output: &mut BufWriter<W>,
) -> Result<Result<(), String>, Hitch> {
    let start = Instant::now();
    let client = Client {
        id: request.id,
        input: RefCell::new(input),
        output: RefCell::new(output),
        begun: Cell::new(false),
        error: Cell::new(None),
    };
    let answer = run(session, &mut Args::new(request.args), &client);
    session.time.busy += start.elapsed();
    let begun = client.begun.get();
    match answer {
        Ok(last) if !last.is_empty() || !begun => client.tell(&last),
        Err(failure) if !begun => return Ok(Err(respond(request.id, &Err(failure)))),
        // What has been told cannot be taken back.
        _ => {}
    }
    match client.error.take() {
        Some(error) => Err(Hitch::Output(error)),
        None => Ok(Ok(())),
    }
}

/// Collects what a command tells while nobody waits for it.
#[derive(Default)]
struct Collected(RefCell<String>);

impl Listener for Collected {
    fn tell(&self, line: &str) {
        let mut lines = self.0.borrow_mut();
        lines.push('\n');
        lines.push_str(line);
    }

    fn is_waiting(&self) -> bool {
        false
    }
}

/// The response to one line, framing included; `None` if the line says nothing.
pub fn execute(session: &mut Session, text: &str) -> Option<String> {
    let request = line::parse(text)?;
    Some(carry_out(session, &request, find(request.name)))
}

/// The response to a request for this command.
fn carry_out(session: &mut Session, request: &Request<'_>, command: Option<&Command>) -> String {
    let start = Instant::now();
    let answer = match command {
        Some(command) => {
            let mut args = Args::new(request.args);
            match command.run {
                Handler::Session(run) => run(session, &mut args),
                Handler::Stream(run, _) => {
                    let collected = Collected::default();
                    run(session, &mut args, &collected).map(|last| {
                        if !last.is_empty() {
                            collected.tell(&last);
                        }
                        collected.0.take()
                    })
                }
                Handler::Table(run) => run(&TABLE, &mut args),
            }
        }
        None if request.name.is_empty() => Err(Failure::from("missing command")),
        None => Err(Failure::from("unknown command")),
    };
    session.time.busy += start.elapsed();
    respond(request.id, &answer)
}

/// Frames a response. An empty line would end it, so none is left in the text.
fn respond(id: Option<u64>, answer: &Response) -> String {
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
    // A response ends in an empty line: a line feed for its last line, and one more.
    out.push_str(if out.len() == head { "\n\n" } else { "\n" });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;

    #[test]
    fn responses_have_no_blank_line_inside() {
        let answer = Ok("\na\n\n  b\r\n\n".to_string());
        assert_eq!(respond(Some(7), &answer), "=7\na\n  b\n\n");
        assert_eq!(respond(None, &Ok(String::new())), "= \n\n");
        assert_eq!(respond(None, &Ok("a\u{7}b \r\n\t\r\n\té".to_string())), "= ab\n\té\n\n");
        assert_eq!(respond(None, &Err("no\n\nway".into())), "? no\nway\n\n");
    }

    /// What came in and went out, in order.
    #[derive(Default)]
    struct Wire {
        input: VecDeque<&'static str>,
        written: Vec<String>,
        /// Responses that had been written each time that input was asked for.
        at_reads: Vec<usize>,
    }

    #[derive(Clone, Default)]
    struct End(Rc<RefCell<Wire>>);

    impl io::Read for End {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let mut wire = self.0.borrow_mut();
            let responses = wire.written.concat().matches("\n\n").count();
            wire.at_reads.push(responses);
            let part = wire.input.pop_front().unwrap_or("");
            to[..part.len()].copy_from_slice(part.as_bytes());
            Ok(part.len())
        }
    }

    impl Input for End {}

    impl Write for End {
        fn write(&mut self, from: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().written.push(String::from_utf8_lossy(from).into_owned());
            Ok(from.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written, and how many responses before each reading.
    fn converse(input: &[&'static str]) -> (Vec<String>, Vec<usize>) {
        let settings = Settings { size: 5, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        let end = End::default();
        end.0.borrow_mut().input = input.iter().copied().collect();
        serve(&mut session, end.clone(), end.clone()).expect("memory does not fail");
        let wire = end.0.take();
        (wire.written, wire.at_reads)
    }

    #[test]
    fn a_client_that_waits_has_its_answer() {
        let (written, at_reads) = converse(&["color A1\n", "color A2\n", "echo a\n", "quit\n"]);
        assert_eq!(written, ["= empty\n\n", "= empty\n\n", "= a\n\n", "= \n\n"]);
        assert_eq!(at_reads, [0, 1, 2, 3]);
    }

    #[test]
    fn answers_wait_for_whole_lines_of_quick_commands_only() {
        // Half a line may stay half a line for long; so may a line without a command.
        let (written, at_reads) =
            converse(&["1 color A1\n2 color A2\n3 co", "lor A3\n4 color A4\n# a\n", "\n\n"]);
        assert_eq!(written, ["=1 empty\n\n=2 empty\n\n", "=3 empty\n\n=4 empty\n\n"]);
        assert_eq!(at_reads, [0, 2, 4, 4]);
        // What may take long starts after what is known has been said.
        let (written, _) = converse(&["1 color A1\n2 no\n3 color A2\n4 genmove b\n5 color A1\n"]);
        let starts = written.iter().map(|w| &w[..2]).collect::<Vec<_>>();
        assert_eq!(starts, ["=1", "?2", "=4"], "{written:?}");
        let (written, _) = converse(&["increase_depths\ncolor A1\ncolor A2\n"]);
        assert_eq!(written.len(), 3, "{written:?}");
    }

    /// An analysis is told at once, and ends when the client sends its next line.
    #[test]
    fn an_analysis_stays_open_until_the_next_line() {
        let (written, at_reads) =
            converse(&["1 kata-analyze b 50\n", "2 lz-analyze\n", "3 name\n"]);
        let all = written.concat();
        assert!(all.starts_with("=1\ninfo move "), "{all}");
        assert!(all.contains("\n\n=2\ninfo move ") && all.ends_with("\n\n=3 Katachi\n\n"), "{all}");
        // While it is open no response has ended.
        assert_eq!(at_reads[1], 0, "{at_reads:?} {written:?}");
        assert!(
            written[0].contains(" order 0 pv ") && !written[0].ends_with("\n\n"),
            "{written:?}"
        );
        let (written, _) = converse(&["lz-genmove_analyze w 10\nkata-get-rules\n"]);
        assert!(written.concat().contains("\nplay "), "{written:?}");
        let (written, _) = converse(&["rectangular_boardsize 9 13\nrectangular_boardsize 7 7\n"]);
        assert_eq!(
            written.concat(),
            "? unacceptable size: boards are square, not 9 by 13\n\n= \n\n"
        );
    }

    /// On an empty board nobody is ahead by more than a few points, whatever the first move is worth.
    #[test]
    fn an_analysis_tells_by_how_much_the_player_is_ahead() {
        let (written, _) = converse(&["boardsize 9\nkomi 7.5\nkata-genmove_analyze b 10\n"]);
        let told = written.concat();
        let leads = told.split(" scoreLead ").skip(1).filter_map(|rest| rest.split(' ').next());
        let leads: Vec<f32> = leads.map(|lead| lead.parse().expect("a number")).collect();
        assert!(!leads.is_empty() && leads[0].abs() < 15.0, "{told}");
    }

    #[test]
    fn answers_are_written_when_the_conversation_ends() {
        let (written, _) = converse(&["1 color A1\n2 color A2\n3 quit\n4 color A3\n"]);
        assert_eq!(written.concat(), "=1 empty\n\n=2 empty\n\n=3 \n\n");
        let (written, _) = converse(&["1 color A1\n2 color A2"]);
        assert_eq!(written.concat(), "=1 empty\n\n=2 empty\n\n");
    }
}
