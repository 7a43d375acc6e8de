//! Commands that read and write records.

use std::path::Path;

use super::super::command::{Command, command};
use super::super::{Args, Response};
use super::done;
use crate::record::{self, RecordError};
use crate::session::Session;
use crate::variations::{self, VARIATIONS};

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "loadsgf",
        "FILE [MOVE]",
        "Loads the main line of a record, up to just before the move with a number or the first \
         move at a vertex; answers who is to move.",
        loadsgf,
    ),
    command("printsgf", "[FILE]", "Answers the game as SGF, or writes it to a file.", printsgf),
    command(
        "start_sgftrace",
        "",
        "Records the variations of all questions to the reader from now on, up to 10000.",
        |s, _| {
            if s.start_recording(VARIATIONS) { done() } else { Err("already recording".into()) }
        },
    ),
    command(
        "finish_sgftrace",
        "FILE",
        "Writes the recorded variations as SGF, a game tree per question, and ends recording. \
         Comments say what was asked in each position, the answer and the reason.",
        finish_trace,
    ),
];

fn loadsgf(s: &mut Session, args: &mut Args<'_>) -> Response {
    let file = args.word().ok_or("missing filename")?;
    match s.load(Path::new(file), args.word()) {
        Ok((color, _)) => Ok(color.to_string()),
        Err(RecordError::Until(_)) => Err("invalid coordinate".into()),
        Err(e) => Err(format!("cannot open or parse '{file}': {e}").into()),
    }
}

fn printsgf(s: &mut Session, args: &mut Args<'_>) -> Response {
    let text = record::print(s.game(), s.to_move(), None);
    match args.rest() {
        "" => Ok(text),
        file => match std::fs::write(file, text) {
            Ok(()) => done(),
            Err(e) => Err(format!("cannot write '{file}': {e}").into()),
        },
    }
}

fn finish_trace(s: &mut Session, args: &mut Args<'_>) -> Response {
    let file = args.rest();
    if file.is_empty() {
        return Err("missing filename".into());
    }
    let recording = s.finish_recording().ok_or("not recording")?;
    match std::fs::write(file, variations::sgf(&recording)) {
        Ok(()) => done(),
        Err(e) => Err(format!("cannot write '{file}': {e}").into()),
    }
}
